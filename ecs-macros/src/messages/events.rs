//! Error messages for `events:`, and for parameters that send or read events.

use super::{one, otherwise};

pub(crate) fn event_with_value() -> String {
    "events have no initial value; remove it, and send them through `&mut Events<..>`".into()
}

pub(crate) fn event_alone(system: &str, what: &str, name: &str) -> String {
    format!(
        "`{name}` is an event, and {what} of system `{system}` takes one without `Events`; take `&Events<{name}>` to read \
         those that were sent (`EventReader<'_, {name}>` in a system that runs once), or `&mut Events<{name}>` to send"
    )
}

pub(crate) fn events_without_kind(place: &str) -> String {
    format!("{place} names no event; write its type, as in `&Events<Hit>`")
}

pub(crate) fn reader_without_kind(place: &str) -> String {
    format!("{place} names no event; write its type, as in `EventReader<'_, Hit>`")
}

pub(crate) fn reader_per_entity(system: &str, event: &str) -> String {
    format!(
        "system `{system}` runs once per entity and cannot take an `EventReader`, which passes each event of `{event}` to one run; \
         take the entities as `Query<'_, World, ..>`, so that the system runs once"
    )
}

pub(crate) fn reader_and_sender(system: &str, event: &str) -> String {
    format!(
        "system `{system}` reads the event `{event}` by an `EventReader` and sends it by `&mut Events`, which borrow the same events; write \
         two systems, one that reads and one that sends, with a resource between them for what the second one needs"
    )
}

pub(crate) fn undeclared_event(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not an event of {declared}, and {place} takes its events.{}",
        otherwise(near, &format!("add `{name}` to `events:`"))
    )
}

/// `value` is the path of a value of the state `state`.
pub(crate) fn value_of_a_state(value: &str, state: &str, place: &str) -> String {
    format!(
        "`{value}` is a value of the state `{state}`, not an event, and {place} takes its events; write `in_state({value})` to run while \
         the state has it, or list the system under `systems(on_enter = {value}):` to run when it is entered"
    )
}

pub(crate) fn no_event(name: &str, what: &str, place: &str) -> String {
    format!(
        "`{name}` is {}, not an event, and {place} takes its events; declare an event type in `events:`, which systems send through \
         `&mut Events<..>`",
        one(what)
    )
}
