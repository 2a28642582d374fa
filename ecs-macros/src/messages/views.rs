//! The refusals of views and groups.

use std::fmt::Display;

use super::{Words, and, did_you_mean, nearest};

pub(crate) fn unknown_view(name: &str, kinds: impl Words) -> String {
    let near = did_you_mean(nearest(name, kinds.clone()));
    format!("`{name}` is not a kind of view.{near} There are {}", and(kinds))
}

pub(crate) fn not_of_a_parameter(name: &str, kinds: impl Words) -> String {
    if name == "group" {
        return "a query parameter receives a group where systems per entity leave one; write an entry of `groups:` in the world for \
                one that comes first"
            .into();
    }
    let near = did_you_mean(nearest(name, kinds.clone()));
    format!("`{name}` is not a kind of view of a query parameter.{near} There are {}", and(kinds))
}

pub(crate) fn parameter_view_twice(parameter: &impl Display) -> String {
    format!("`view({parameter})` is given twice; a query has one view")
}

pub(crate) fn shared_view(kind: &str, entities: &str, other: &str) -> String {
    format!(
        "this query wishes `{kind}`, and {other} requests {entities}, too; there it is said how the view of these entities is kept: \
         remove `view` here"
    )
}

pub(crate) fn broken_wish() -> String {
    "expected one kind of view, such as `#[view(list)]`".into()
}

pub(crate) fn wish_twice() -> String {
    "a view is kept in one way; remove this".into()
}

pub(crate) fn conflicting_wishes(kind: &str, other: &str, entities: &str) -> String {
    format!(
        "this asks for `{kind}`, and something else for `{other}`; the entities of {entities} have one view, which all share: \
         ask for the same, or in one place alone"
    )
}

pub(crate) fn small_group() -> String {
    "a group needs at least two components, or a filter: the values of one component stand side by side as they are; remove \
     this"
        .into()
}

pub(crate) fn impossible_group(own: &str, other: &str, shared: &[&str]) -> String {
    format!(
        "the group {own} cannot exist beside the group {other}: both would keep {} in their own order; two groups can \
         share a component only if every entity of one is in the other. Remove one of them: where something else asks for \
         its view, that owns what is left, or is a scan (a list if it has filters)",
        and(shared.iter())
    )
}

pub(crate) fn impossible_group_of_several(own: &str, kept: &str) -> String {
    format!(
        "the group {own} cannot exist: {kept}; two groups can share a component only if every entity of one is in the other. \
         Remove this group, or those"
    )
}

pub(crate) fn ownerless_group(own: &str, kept: &str, becomes: &str, can_be_an_entry: bool) -> String {
    let entry = if can_be_an_entry {
        format!(", or write `groups: {own}`: entries of `groups:` receive storages first")
    } else {
        String::new()
    };
    format!(
        "no group {own} can exist: {kept}; two groups can share a component only if every entity of one is in the other. \
         Remove `group` here: the view becomes a {becomes}{entry}"
    )
}

/// `` `Position` and `Velocity` are kept in the order of (Position, Velocity), an entry of `groups:` ``
pub(crate) fn kept_by(storages: &[&str], owner: &str) -> String {
    let are = if storages.len() == 1 { "is" } else { "are" };
    format!("{} {are} kept in the order of {owner}", and(storages.iter()))
}

/// ``(Position, Velocity), which the systems `a` and `b` ask for``
pub(crate) fn asked_for(view: &str, is_entry: bool, systems: &[String]) -> String {
    match systems {
        _ if is_entry => format!("{view}, an entry of `groups:`"),
        [] => format!("{view}, an entry of `queries:`"),
        [system] => format!("{view}, which the system `{system}` asks for"),
        systems => format!("{view}, which the systems {} ask for", and(systems.iter())),
    }
}

pub(crate) fn group_of_everything() -> String {
    "a group keeps required components in order, and none is required here; use `list`".into()
}

pub(crate) fn view_without_entities(system: &str) -> String {
    format!(
        "system `{system}` runs once and not per entity, so it has no view; remove `view`, or name a query: `view(parameter) = list`"
    )
}

pub(crate) fn late_callback(system: &str, kind: &str) -> String {
    format!(
        "system `{system}` hears of entities that go at the next sync, since its view is `{kind}`, and by then their components \
         are gone; take the `Entity` alone, or choose `list` or `group`"
    )
}
