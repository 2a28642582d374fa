//! Rules for systems: which parameters can be combined.

use std::collections::BTreeMap;
use std::iter;

use super::impossible;
use crate::messages::{
    callbacks as say_callbacks, changes as say_changes, events as say_events, relations as say_relations, world as say,
};
use crate::model::{ArgumentKind, Borrow, Call, Field, Filter, QueryRequest, System, World};
use crate::report::Errors;
use crate::vocabulary::{ByKind, EntryId, EntryKind, Kind};

/// Checks each system and marks those that break a rule.
pub(super) fn check(world: &mut World, errors: &mut Errors) {
    let World { systems, entries, .. } = world;
    for system in systems.iter_mut().filter(|system| !system.broken) {
        let before = errors.len();
        borrows_do_not_alias(system, entries, errors);
        relations_are_read(system, entries, errors);
        commands_are_taken_once(system, errors);
        readers_pass_each_event_once(system, entries, errors);
        super::parallel::check(system, entries, errors);
        aspect_can_match(system, &entries[EntryKind::Component], errors);
        queries_can_match(system, &entries[EntryKind::Component], errors);
        filters_have_entities(system, &entries[EntryKind::Component], errors);
        changes_are_of_one_query(system, &entries[EntryKind::Component], errors);
        functions_have_no_state(system, errors);
        callbacks_take_what_is_there(system, &entries[EntryKind::Component], errors);
        only_removals_have_a_cause(system, errors);
        system.broken = errors.len() > before;
    }
}

/// All calls of a system, callbacks included.
fn calls(system: &System) -> impl Iterator<Item = &Call> {
    let callbacks = [&system.on_added, &system.on_removed, &system.on_replaced];
    iter::once(&system.run).chain(callbacks.into_iter().flatten())
}

/// Refuses an entry that is borrowed twice in one call, at least once as `&mut`: also by queries, unless their filters make them disjoint.
/// (Whether the storage can be split between these is decided when the views are planned. A relation that is written is refused anyway.)
fn borrows_do_not_alias(system: &System, entries: &ByKind<Vec<Field>>, errors: &mut Errors) {
    for call in calls(system) {
        let is_run = std::ptr::eq(call, &raw const system.run);
        let iterated = system.iterated().iter().filter(|_| is_run);
        let mut borrowed: BTreeMap<EntryId, Vec<(Option<usize>, bool)>> =
            iterated.map(|component| (EntryKind::Component.number(*component), vec![(None, false)])).collect();
        for (number, argument) in call.arguments.iter().enumerate() {
            let borrows = borrows(&argument.kind).into_iter();
            for (entry, mutable) in borrows.filter(|(entry, _)| entries[*entry].relation.is_none()) {
                let before = borrowed.entry(entry).or_default();
                let met = before.iter().find(|(other, writes)| {
                    let apart = other.is_some_and(|other| is_run && system.queries_are_apart(other, number));
                    (mutable || *writes) && !apart
                });
                if let Some((other, _)) = met {
                    let message = aliasing(system, call, (*other, number), entry.kind, &entries[entry]);
                    errors.at(argument.span, message);
                }
                before.push((Some(number), mutable));
            }
        }
    }
}

/// The message for an entry that two arguments borrow; the first is `None` for the entities of the system.
fn aliasing(system: &System, call: &Call, of: (Option<usize>, usize), kind: EntryKind, entry: &Field) -> String {
    let argument = |number: usize| &call.arguments[number].kind;
    let is_query = |number: usize| matches!(argument(number), ArgumentKind::Query(_));
    let is_reader = |number: usize| argument(number).reader().is_some();
    let (system, name, (first, second)) = (system.name.to_string(), entry.name.to_string(), of);
    match (is_query(second), first.filter(|first| *first != second)) {
        (true, Some(first)) if is_query(first) => say::aliased_by_queries(&system, &name),
        (false, Some(first)) if is_query(first) => say::aliased_by_a_query(&system, &name),
        (false, Some(first)) if is_reader(first) || is_reader(second) => say_events::reader_and_sender(&system, &name),
        (true, Some(_)) => say::aliased_by_a_query(&system, &name),
        (true, None) if first.is_none() => say::aliased_by_a_query(&system, &name),
        _ => say::aliased(&system, kind.word(), &name),
    }
}

/// The entries that an argument borrows, each with whether it is written. The past of a component is left out, as it is never written.
fn borrows(what: &ArgumentKind) -> Vec<(EntryId, bool)> {
    let present = |borrows: Vec<Borrow>| {
        let borrows = borrows.into_iter().filter(|borrow| !borrow.is_past());
        borrows.map(|borrow| (EntryKind::Component.number(borrow.component), borrow.mutable)).collect()
    };
    match what {
        ArgumentKind::Component(borrow) => present(vec![*borrow]),
        ArgumentKind::Query(shape) => present(shape.borrows()),
        ArgumentKind::Entry { entry, mutable } => vec![(*entry, *mutable)],
        ArgumentKind::Reader { event } => vec![(EntryKind::Event.number(*event), false)],
        ArgumentKind::Related { relation, .. } => vec![(EntryKind::Component.number(*relation), false)],
        _ => vec![],
    }
}

/// The world keeps an index of the targets of relations, so a relation cannot be borrowed as `&mut`. (For a query that names its world,
/// rustc reports this, too.)
fn relations_are_read(system: &System, entries: &ByKind<Vec<Field>>, errors: &mut Errors) {
    for argument in calls(system).flat_map(|call| &call.arguments) {
        let mut written = borrows(&argument.kind).into_iter().filter(|(_, mutable)| *mutable);
        if let Some((relation, _)) = written.find(|(entry, _)| entries[*entry].relation.is_some()) {
            let name = entries[relation].name.to_string();
            errors.at(argument.span, say_relations::mutable_relation(&system.name.to_string(), &name));
        }
    }
}

fn commands_are_taken_once(system: &System, errors: &mut Errors) {
    for call in calls(system) {
        let mut queues =
            call.arguments.iter().filter(|it| matches!(it.kind, ArgumentKind::Commands | ArgumentKind::Spawner));
        if let Some(second) = queues.nth(1) {
            errors.at(second.span, say::commands_twice(&system.name.to_string()));
        }
    }
}

/// Refuses readers in per-entity systems: a reader passes each event to one run, and these have many.
fn readers_pass_each_event_once(system: &System, entries: &ByKind<Vec<Field>>, errors: &mut Errors) {
    for argument in system.run.arguments.iter().filter(|_| system.per_entity()) {
        if let Some(event) = argument.kind.reader() {
            let (system, event) = (system.name.to_string(), entries[EntryKind::Event.number(event)].name.to_string());
            errors.at(argument.span, say_events::reader_per_entity(&system, &event));
        }
    }
}

fn aspect_can_match(system: &System, components: &[Field], errors: &mut Errors) {
    if let Some(component) = impossible(&system.aspect) {
        let place = format!("system `{}`", system.name);
        let message = say::required_and_excluded(&place, &components[component].name.to_string());
        let mut excluding = system.filters.iter().filter(|filter| filter.name == "without");
        let place = excluding.find(|filter| filter.component == component).map_or(system.span(), |filter| filter.span);
        errors.at(place, message);
    }
}

fn queries_can_match(system: &System, components: &[Field], errors: &mut Errors) {
    for QueryRequest { argument, aspect, .. } in &system.requests {
        let Some(component) = impossible(aspect) else { continue };
        let place = format!("the query in parameter {} of system `{}`", argument + 1, system.name);
        let message = say::required_and_excluded(&place, &components[component].name.to_string());
        errors.at(system.run.arguments[*argument].span, message);
    }
}

fn filters_have_entities(system: &System, components: &[Field], errors: &mut Errors) {
    let Some(Filter { name, component, span }) = system.filters.first().filter(|_| !system.per_entity()) else {
        return;
    };
    let has_queries = system.run.arguments.iter().any(|argument| matches!(argument.kind, ArgumentKind::Query(_)));
    let component = components[*component].name.to_string();
    errors.at(*span, say::filter_without_entities(&system.name.to_string(), name, &component, has_queries));
}

/// A storage can be split between two queries, or borrowed apart from its marks, but not both.
fn changes_are_of_one_query(system: &System, components: &[Field], errors: &mut Errors) {
    let name = system.name.to_string();
    let queries = system.run.arguments.iter().filter_map(|argument| match &argument.kind {
        ArgumentKind::Query(shape) => Some(shape.borrows()),
        _ => None,
    });
    let queries: Vec<_> = queries.collect();
    for component in system.changes.iter().map(|change| change.component).filter(|component| system.writes(*component))
    {
        let borrowing = queries
            .iter()
            .filter(|borrows| borrows.iter().any(|borrow| borrow.component == component && !borrow.is_past()));
        if borrowing.count() > 1 {
            errors.at(system.span(), say_changes::shared_by_queries(&name, &components[component].name.to_string()));
        }
    }
}

fn functions_have_no_state(system: &System, errors: &mut Errors) {
    if let (Kind::Fn, Some(initial)) = (system.kind, &system.initial) {
        errors.on(initial, say::function_with_state(&system.name.to_string()));
    }
}

/// Callbacks get only what an entity certainly has, and nothing through which the world could change meanwhile.
fn callbacks_take_what_is_there(system: &System, components: &[Field], errors: &mut Errors) {
    let name = system.name.to_string();
    let callbacks =
        [("on_added", &system.on_added), ("on_removed", &system.on_removed), ("on_replaced", &system.on_replaced)];
    for (callback, call) in callbacks {
        let Some(call) = call else { continue };
        if !system.per_entity() {
            errors.at(system.span(), say_callbacks::callback_of_a_single_run(&name, callback));
            continue;
        }
        for argument in &call.arguments {
            let is_available = match &argument.kind {
                ArgumentKind::Component(borrow) => !borrow.optional && system.aspect.all.contains(&borrow.component),
                ArgumentKind::Entity
                | ArgumentKind::Entry { .. }
                | ArgumentKind::Related { .. }
                | ArgumentKind::Commands => true,
                ArgumentKind::Former { component } => system.aspect.all.contains(component),
                ArgumentKind::Cause => callback == "on_removed",
                ArgumentKind::Reader { .. }
                | ArgumentKind::Spawner
                | ArgumentKind::Query(_)
                | ArgumentKind::Unknown => false,
            };
            if !is_available {
                let taken = match &argument.kind {
                    ArgumentKind::Former { component } => Some(*component),
                    kind => kind.borrow().map(|borrow| borrow.component),
                };
                let lacking = taken.filter(|component| !system.aspect.all.contains(component));
                let lacking = lacking.map(|component| components[component].name.to_string());
                errors.at(argument.span, say_callbacks::callback_parameter(&name, callback, lacking.as_deref()));
            }
        }
    }
}

fn only_removals_have_a_cause(system: &System, errors: &mut Errors) {
    for argument in system.run.arguments.iter().filter(|argument| matches!(argument.kind, ArgumentKind::Cause)) {
        errors.at(argument.span, say_callbacks::cause_of_a_run(&system.name.to_string()));
    }
}
