//! Error messages for `states:`.

use std::fmt::Display;

use super::{one, otherwise};

pub(crate) fn state_and(what: &str, name: &impl Display) -> String {
    format!("`{name}` is both a {what} and a state; remove one of them, or rename one with `as`")
}

pub(crate) fn state_alone(system: &str, what: &str, name: &str) -> String {
    format!(
        "`{name}` is a state, and {what} of system `{system}` takes it without `State`; take `&State<{name}>` to read it, or \
         `&mut State<{name}>` to request another"
    )
}

pub(crate) fn state_without_kind(place: &str) -> String {
    format!("{place} names no state; write its type, as in `&State<Phase>`")
}

pub(crate) fn undeclared_state(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not a state of {declared}, and {place} names it.{}",
        otherwise(near, &format!("add `{name}` to `states:`"))
    )
}

pub(crate) fn no_state(name: &str, what: &str, place: &str) -> String {
    format!("`{name}` is {}, not a state, and {place} names it; name an entry of `states:`", one(what))
}

pub(crate) fn value_with_data() -> String {
    "expected the path of a value, such as `Phase::Play`, and a value with data has none; test it in a `#[condition]` that takes \
     `&State<..>`, or declare a variant without data for it"
        .into()
}

pub(crate) fn value_without_state(place: &str) -> String {
    format!("{place} takes a value of a state; write the state and the value, such as `Phase::Play`")
}
