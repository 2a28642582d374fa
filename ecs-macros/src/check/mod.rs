//! Rules for declarations: one function each. Only this module creates a [`Checked`].

mod names;
mod parallel;
mod saves;
mod systems;
mod views;

use syn::punctuated::Punctuated;
use syn::{Ident, Path, Token, Visibility};

use crate::messages::{set as say_set, transient as say_transient, world as say};
use crate::model::{Aspect, Query, Schedule, Step, System, World};
use crate::report::Errors;
use crate::vocabulary::{EntryKind, Kind, Origin, last};

/// A world for which every rule was checked; what breaks one is reported, and marked or removed.
pub(crate) struct Checked<W>(W);

impl<W> Checked<W> {
    pub(crate) fn into_inner(self) -> W {
        self.0
    }

    pub(crate) fn get(&self) -> &W {
        &self.0
    }
}

/// Checks all rules.
pub(crate) fn world(mut world: World, errors: &mut Errors) -> Checked<World> {
    derives_are_possible(&mut world, errors);
    transient_entries_belong_to_snapshots(&world, errors);
    relations_are_in_snapshots(&world, errors);
    saves::check(&world, errors);
    names::differ_from_the_world(&mut world, errors);
    queries_require_something(&mut world, errors);
    queries_can_match(&mut world, errors);
    syncs_are_between_systems(&world, errors);
    systems::check(&mut world, errors);
    views::check(&mut world, errors);
    names::are_distinct(&mut world, errors);
    views::requests_are_granted(&mut world, errors);
    views::queries_are_split(&mut world, errors);
    Checked(world)
}

/// Checks all rules for a set: those of worlds that can be checked without one.
pub(crate) fn set(mut set: World, errors: &mut Errors) -> Checked<World> {
    relations_are_in_snapshots(&set, errors);
    saves::sets_say_nothing(&set, errors);
    queries_require_something(&mut set, errors);
    queries_can_match(&mut set, errors);
    systems::check(&mut set, errors);
    set_hides_no_macro(&set, errors);
    groups_are_for_worlds(&mut set, errors);
    functions_of_public_sets_are_public(&mut set, errors);
    views::check(&mut set, errors);
    names::are_distinct(&mut set, errors);
    names::differ_in_a_set(&mut set, errors);
    views::requests_are_granted(&mut set, errors);
    Checked(set)
}

/// Refuses groups in sets: a group owns storages, and only a world knows what else requests them.
fn groups_are_for_worlds(set: &mut World, errors: &mut Errors) {
    for group in set.groups.drain(..) {
        errors.at(group.span, say_set::group_in_set());
    }
}

/// Refuses the names of macros, as a set is a macro, too.
fn set_hides_no_macro(set: &World, errors: &mut Errors) {
    let name = set.name.to_string();
    if crate::names::hides_macro(&name) {
        errors.on(&set.name, say_set::hides_macro(&name));
    }
}

/// The message for a function that is less public than the set: its own, or that of an included set, which hides it.
fn hidden_function(name: &Ident, origin: Option<&Origin>, set: &Ident) -> String {
    match origin {
        Some(_) => say_set::hidden_function_of_a_set(name, set),
        None => say_set::hidden_function(name, set),
    }
}

/// A set exports its functions, since the worlds that include it call them.
fn functions_of_public_sets_are_public(set: &mut World, errors: &mut Errors) {
    let public = matches!(set.visibility, Visibility::Public(_));
    let conditions = set.conditions.iter_mut().zip(&set.entries[EntryKind::Condition]);
    for (condition, field) in conditions.filter(|(condition, _)| public && !condition.public && !condition.broken) {
        errors.on(&field.name, hidden_function(&field.name, field.origin.as_ref(), &set.name));
        condition.broken = true;
    }
    let hidden = |system: &&mut System| public && system.kind == Kind::Fn && !system.public && !system.broken;
    for system in set.systems.iter_mut().filter(hidden) {
        errors.on(&system.name, hidden_function(&system.name, system.origin.as_ref(), &set.name));
        system.broken = true;
    }
}

/// Traits that users cannot derive for a world, as the parts of a world do not implement them.
const NOT_DERIVED: [&str; 9] =
    ["Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash", "Copy", "Serialize", "Deserialize"];

/// Removes derives that are not possible: `Default` is always implemented, and the others would fail in each part of the world.
fn derives_are_possible(world: &mut World, errors: &mut Errors) {
    for attribute in world.attributes.iter_mut().filter(|attribute| attribute.path().is_ident("derive")) {
        let derives = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).unwrap_or_default();
        let refused = |path: &&Path| NOT_DERIVED.iter().find(|name| last(path) == **name);
        for (path, name) in derives.iter().filter_map(|path| Some((path, *refused(&path)?))) {
            errors.on(path, if name == "Default" { say::default_derived() } else { say::derived_in_vain(name) });
        }
        let others: Vec<_> = derives.iter().filter(|path| refused(path).is_none()).collect();
        if others.len() < derives.len() {
            *attribute = syn::parse_quote! { #[derive(#(#others),*)] };
        }
    }
}

/// Refuses `#[transient]` in a world from whose state nothing could be left out. A set cannot know whether worlds have snapshots.
fn transient_entries_belong_to_snapshots(world: &World, errors: &mut Errors) {
    let fields = world.entries.all().map(|(_, field)| (field.transient, &field.origin, &field.name));
    let systems = world.systems.iter().map(|system| (system.transient, &system.origin, &system.name));
    for (transient, origin, name) in fields.chain(systems).filter(|_| !world.keeps_state()) {
        if let Some(place) = transient.filter(|_| origin.is_none()) {
            errors.at(place, say_transient::without_snapshots(&name.to_string(), &world.name.to_string()));
        }
    }
}

/// Refuses `#[transient]` on relations: the index of a relation is part of the population, which snapshots have.
fn relations_are_in_snapshots(world: &World, errors: &mut Errors) {
    for component in world.components().iter().filter(|component| component.relation.is_some()) {
        if let Some(place) = component.transient.filter(|_| component.origin.is_none()) {
            errors.at(place, say_transient::on_a_relation(&component.name.to_string()));
        }
    }
}

/// Refuses queries without a fetched component, which would iterate all entities.
fn queries_require_something(world: &mut World, errors: &mut Errors) {
    world.queries.retain(|query| {
        let fetches = query.with.len() < query.aspect.all.len();
        if !fetches {
            errors.at(query.span, say::empty_query());
        }
        fetches
    });
}

fn queries_can_match(world: &mut World, errors: &mut Errors) {
    let World { entries, queries, groups, .. } = world;
    let components = &entries[EntryKind::Component];
    let mut can_match = |query: &Query, place: &str| {
        let impossible = impossible(&query.aspect);
        if let Some(component) = impossible {
            errors.at(query.span, say::required_and_excluded(place, &components[component].name.to_string()));
        }
        impossible.is_none()
    };
    queries.retain(|query| can_match(query, "this query"));
    groups.retain(|group| can_match(group, "this group"));
}

/// A component that an aspect both requires and excludes.
fn impossible(aspect: &Aspect) -> Option<usize> {
    aspect.all.iter().find(|component| aspect.none.contains(component)).copied()
}

fn syncs_are_between_systems(world: &World, errors: &mut Errors) {
    for Schedule { steps, .. } in &world.schedules {
        let ends = [steps.first(), steps.last().filter(|_| steps.len() > 1)];
        for end in ends.into_iter().flatten() {
            if let Step::Sync(span) = end {
                errors.at(*span, say::sync_at_the_end());
            }
        }
    }
}
