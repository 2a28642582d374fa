//! Owns meaning: resolves the names of a declaration. What means nothing (a name that is not declared, an entry that stands
//! twice) is reported and left out, so that later stages see a world that holds together.

mod conditions;
mod fields;
mod include;
mod lookup;
mod parameters;
mod queries;
mod rare;
mod schedules;
mod states;
mod storage;
mod systems;
mod wish;

use proc_macro2::{Ident, Span};
use syn::Visibility;

use crate::messages::{set as say_set, states as say_states, world as say};
use crate::model::{Condition, Field, World};
use crate::names;
use crate::parse::{WorldDecl, WorldItem};
use crate::report::Errors;
use crate::vocabulary::Subject;

/// The names that components and resources go by, to look up.
pub(crate) struct Scope<'a> {
    /// What is declared, for a sentence: ``world `World` ``.
    pub(crate) declared: String,
    pub(crate) components: &'a [Field],
    pub(crate) resources: &'a [Field],
    pub(crate) events: &'a [Field],
    pub(crate) states: &'a [Field],
    pub(crate) conditions: &'a [Condition],
    keys: lookup::Keys,
}

/// Resolves a declaration, with what the sets bring that it includes: theirs first, in the order of `include:`.
pub(crate) fn world(mut decl: WorldDecl, errors: &mut Errors) -> World {
    let item = decl.item.take().unwrap_or_else(|| unnamed(decl.subject, errors));
    let mut flat = include::flatten(&mut decl, errors);
    let components = fields::components(flat.components, errors);
    let resources = fields::resources(flat.resources, errors);
    let events = fields::events(flat.events, errors);
    let states = fields::states(flat.states, errors);
    let keys = lookup::keys(&components, &resources, &events, &states);
    let declared = declared(decl.subject, &item.name);
    let scope = Scope {
        declared,
        components: &components,
        resources: &resources,
        events: &events,
        states: &states,
        conditions: &[],
        keys,
    };
    let conditions = conditions::conditions(flat.conditions, &scope, &mut flat.merged, errors);
    let scope = scope.with(&conditions);
    let (systems, schedules, merged) = schedules::schedules(flat.schedules, decl.subject, &scope, errors);
    flat.merged.extend(merged);
    let queries = queries::queries(flat.queries, decl.queries, "query", &scope, errors);
    let groups = queries::queries(vec![], decl.groups, "group", &scope, errors);
    names_say_what_is_meant(&components, &resources, &states, errors);
    let resources = resources.into_iter().chain(states).collect();
    World {
        krate: decl.krate,
        attributes: item.attributes,
        visibility: item.visibility,
        name: item.name,
        components,
        resources,
        events,
        conditions,
        systems,
        schedules,
        queries,
        groups,
        merged: flat.merged,
        included: flat.sets,
        reunited: flat.reunited,
        refused_methods: vec![],
    }
}

/// A name means one thing among the parameters of systems.
fn names_say_what_is_meant(components: &[Field], resources: &[Field], states: &[Field], errors: &mut Errors) {
    let is_in = |fields: &[Field], field: &Field| fields.iter().any(|other| other.name == field.name);
    for field in resources.iter().filter(|field| is_in(components, field)) {
        errors.on(&field.name, say::component_and_resource(&field.name.to_string()));
    }
    for state in states {
        for (what, fields) in [("component", components), ("resource", resources)] {
            if is_in(fields, state) {
                errors.on(&state.name, say_states::state_and(what, &state.name));
            }
        }
    }
}

/// What is declared without a name: a world has one all the same.
fn unnamed(subject: Subject, errors: &mut Errors) -> WorldItem {
    let name = match subject {
        Subject::World => names::ident("World", Span::call_site()),
        Subject::Set => {
            errors.missing("set", &names::ident("set", Span::call_site()), say_set::unnamed_set());
            names::local("unnamed")
        }
    };
    WorldItem { attributes: vec![], visibility: Visibility::Public(syn::Token![pub](Span::call_site())), name }
}

fn declared(subject: Subject, name: &Ident) -> String {
    match subject {
        Subject::World => format!("world `{name}`"),
        Subject::Set => format!("set `{name}`"),
    }
}
