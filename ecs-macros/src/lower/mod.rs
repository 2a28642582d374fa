//! Meaning: resolves the names of a declaration. What means nothing (a name that is not declared, an entry that is given twice) is reported
//! and left out, so that later stages get a consistent world.

mod attributes;
mod borrows;
mod conditions;
mod derives;
mod double_buffered;
mod fields;
mod filters;
mod handles;
mod include;
mod lifetimes;
mod lookup;
mod named;
mod parameters;
mod queries;
mod rare;
mod relation;
mod requested;
mod saved;
mod schedules;
mod states;
mod storage;
mod systems;
mod tracked;
mod transient;

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use syn::Visibility;

use crate::messages::{set as say_set, states as say_states, world as say};
use crate::model::{Condition, Field, World};
use crate::names;
use crate::parse::{WorldDecl, WorldItem};
use crate::report::Errors;
use crate::vocabulary::{ByKind, EntryKind, Subject};

/// The names of entries, to look up.
pub(crate) struct Scope<'a> {
    /// What is declared, for a sentence: ``world `World` ``.
    declared: &'a str,
    entries: &'a ByKind<Vec<Field>>,
    conditions: &'a [Condition],
    keys: lookup::Keys,
    ends: lookup::Ends,
    /// The words of all signatures and queries.
    named: &'a BTreeSet<String>,
}

impl<'a> Scope<'a> {
    fn new(
        declared: &'a str,
        entries: &'a ByKind<Vec<Field>>,
        conditions: &'a [Condition],
        named: &'a BTreeSet<String>,
    ) -> Self {
        Self { declared, entries, conditions, keys: lookup::keys(entries), ends: lookup::ends(entries), named }
    }

    fn components(&self) -> &[Field] {
        &self.entries[EntryKind::Component]
    }
}

/// Resolves a declaration with the sets that it includes: their entries come first, in the order of `include:`.
pub(crate) fn world(mut decl: WorldDecl, errors: &mut Errors) -> World {
    let mut item = decl.item.take().unwrap_or_else(|| unnamed(decl.subject, errors));
    let is_world = decl.subject == Subject::World;
    let mut asks_for = |name: &str| is_world.then(|| derives::take(&mut item.attributes, name)).flatten();
    let (snapshots, serialize, deserialize) =
        (asks_for("Snapshot").is_some(), asks_for("Serialize"), asks_for("Deserialize"));
    let history = saved::history(&mut item.attributes, errors);
    if is_world {
        attributes::refuse_misspelt(&mut item.attributes, errors);
        attributes::refuse_those_of_entries(&mut item.attributes, errors);
    }
    let mut flat = include::flatten(&mut decl, errors);
    let declared = declared(decl.subject, &item.name);
    let functions = std::mem::take(&mut flat.entries[EntryKind::Condition]);
    let named = named::all(&functions, &flat.schedules, decl.queries.iter().chain(&decl.groups));
    let any_means = decl.subject == Subject::Set || attributes::give_meaning(&item.attributes);
    let mut entries = flat.entries.map(|kind, entries| fields::fields(kind, entries, any_means, errors));
    let (fields, conditions) =
        conditions::conditions(functions, &Scope::new(&declared, &entries, &[], &named), &mut flat.merged, errors);
    entries[EntryKind::Condition] = fields;
    let scope = Scope::new(&declared, &entries, &conditions, &named);
    let (systems, schedules, merged) = schedules::schedules(flat.schedules, decl.subject, &scope, errors);
    flat.merged.extend(merged);
    include::retain_unscheduled(&mut flat.unscheduled, &systems);
    let queries = queries::queries(flat.queries, decl.queries, "query", &scope, errors);
    let groups = queries::queries(vec![], decl.groups, "group", &scope, errors);
    names_say_what_is_meant(&entries, errors);
    World {
        krate: decl.krate,
        attributes: item.attributes,
        visibility: item.visibility,
        name: item.name,
        entries,
        conditions,
        systems,
        schedules,
        queries,
        groups,
        merged: flat.merged,
        included: flat.sets,
        reunited: flat.reunited,
        unscheduled: flat.unscheduled,
        snapshots,
        serialize,
        deserialize,
        history,
        refused_methods: vec![],
    }
}

/// Reports names that mean several things among the parameters of systems.
fn names_say_what_is_meant(entries: &ByKind<Vec<Field>>, errors: &mut Errors) {
    let is_in = |kind: EntryKind, field: &Field| entries[kind].iter().any(|other| other.name == field.name);
    for field in entries[EntryKind::Resource].iter().filter(|field| is_in(EntryKind::Component, field)) {
        errors.on(&field.name, say::component_and_resource(&field.name.to_string()));
    }
    for state in &entries[EntryKind::State] {
        for kind in [EntryKind::Component, EntryKind::Resource] {
            if is_in(kind, state) {
                errors.on(&state.name, say_states::state_and(kind.word(), &state.name));
            }
        }
    }
}

/// A name for a declaration without one, so that the stages can go on.
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
