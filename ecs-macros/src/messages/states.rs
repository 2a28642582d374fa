//! The refusals of `states:`.

use std::fmt::Display;

use super::did_you_mean;

pub(crate) fn state_and(what: &str, name: &impl Display) -> String {
    format!("`{name}` is a {what} and a state; one value cannot be both: remove one of them, or rename it with `as`")
}

pub(crate) fn state_alone(system: &str, what: &str, name: &str) -> String {
    format!(
        "`{name}` is a state, and {what} of system `{system}` asks for it by itself; take `&State<{name}>` to read it, or \
         `&mut State<{name}>` to ask for another"
    )
}

pub(crate) fn state_without_kind(who: &str) -> String {
    format!("{who} does not say which state; write its type, as in `&State<Phase>`")
}

pub(crate) fn undeclared_state(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not a state of {declared}, and {place} names it.{} Add `{name}` to `states:`",
        did_you_mean(near)
    )
}

pub(crate) fn value_without_state(place: &str) -> String {
    format!("{place} names a state and its value, such as `Phase::Play`; write both")
}
