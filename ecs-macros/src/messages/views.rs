//! Error messages for views and groups.

use std::fmt::Display;

use super::{Words, and, did_you_mean, nearest};

pub(crate) fn unknown_view(name: &str, kinds: impl Words) -> String {
    let near = did_you_mean(nearest(name, kinds.clone()));
    format!("`{name}` is not a kind of view.{near} There are {}", and(kinds))
}

pub(crate) fn not_of_a_parameter(name: &str, kinds: impl Words) -> String {
    if name == "group" {
        return "a query parameter cannot request a group: it receives one if systems per entity leave the storages free; write an entry \
                of `groups:` in the world"
            .into();
    }
    let near = did_you_mean(nearest(name, kinds.clone()));
    format!("`{name}` is not a kind of view of a query parameter.{near} There are {}", and(kinds))
}

pub(crate) fn parameter_view_twice(parameter: &impl Display) -> String {
    format!("`view({parameter})` is given twice; remove one of them")
}

pub(crate) fn shared_view(kind: &str, entities: &str, other: &str) -> String {
    format!(
        "this query requests a `{kind}` of {entities}, whose view {other} requests, too, and determines; remove `view(..)` here"
    )
}

pub(crate) fn broken_kind() -> String {
    "expected one kind of view, such as `#[view(list)]`".into()
}

pub(crate) fn kind_twice() -> String {
    "the kind of a view is given twice; remove this".into()
}

pub(crate) fn kind_of_a_group() -> String {
    "an entry of `groups:` is kept as a group; remove `#[view(..)]`".into()
}

pub(crate) fn conflicting_kinds(kind: &str, other: &str, entities: &str) -> String {
    format!(
        "this requests `{kind}`, and another request for {entities} is `{other}`, but both share one view; request the same kind, \
         or remove one of them"
    )
}

pub(crate) fn small_group() -> String {
    "a group needs at least two components or a filter, since the values of one component are contiguous in its storage; \
     remove this"
        .into()
}

pub(crate) fn impossible_group(own: &str, other: &str, shared: &[&str]) -> String {
    format!(
        "the group {own} conflicts with the group {other}: both would own {}; two groups can share a storage only if every \
         entity of one is in the other. Remove one of them: if its view is still requested, it owns the storages that are \
         left, or becomes a scan (a list if it has filters)",
        and(shared.iter())
    )
}

pub(crate) fn impossible_group_of_several(own: &str, kept: &str) -> String {
    format!(
        "the group {own} can own no storage: {kept}; two groups can share a storage only if every entity of one is in the other. \
         Remove this group, or the groups that own these storages"
    )
}

pub(crate) fn ownerless_group(own: &str, kept: &str, becomes: &str, can_be_an_entry: bool) -> String {
    let entry = if can_be_an_entry {
        format!(", or write `groups: {own}`: entries of `groups:` receive storages first")
    } else {
        String::new()
    };
    format!(
        "the group {own} can own no storage: {kept}; two groups can share a storage only if every entity of one is in the other. \
         Remove the request for a group: the view becomes a {becomes}{entry}"
    )
}

/// `` `Position` and `Velocity` are owned by (Position, Velocity), an entry of `groups:` ``
pub(crate) fn kept_by(storages: &[&str], owner: &str) -> String {
    let are = if storages.len() == 1 { "is" } else { "are" };
    format!("{} {are} owned by {owner}", and(storages.iter()))
}

/// ``(Position, Velocity), which the systems `a` and `b` request``
pub(crate) fn asked_for(view: &str, is_entry: bool, systems: &[String]) -> String {
    match systems {
        _ if is_entry => format!("{view}, an entry of `groups:`"),
        [] => format!("{view}, an entry of `queries:`"),
        [system] => format!("{view}, which system `{system}` requests"),
        systems => format!("{view}, which the systems {} request", and(systems.iter())),
    }
}

pub(crate) fn group_of_everything() -> String {
    "a group owns the storages of required components, and none is required here; use `list`".into()
}

pub(crate) fn view_without_entities(system: &str) -> String {
    format!(
        "system `{system}` runs once, not per entity, so it has no view; remove `view`, or name a query: `view(parameter) = list`"
    )
}

/// `by` is what requests the kind, if not the system itself.
pub(crate) fn late_callback(system: &str, kind: &str, by: Option<&str>) -> String {
    if let Some(by) = by {
        return format!(
            "`on_removed` of system `{system}` is called at the next sync, when the components are already removed, since {by} requests \
             `{kind}` for the view that both share; take only the `Entity`, or request `list` or `group` there"
        );
    }
    format!(
        "`on_removed` of system `{system}` is called at the next sync, since its view is `{kind}`, when the components are already \
         removed; take only the `Entity`, or choose `list` or `group`"
    )
}

pub(crate) fn split_mut(system: &str, component: &str) -> String {
    format!(
        "two queries of system `{system}` share `{component}`, so neither can take `Mut<'_, {component}>`; take `&mut {component}`, \
         which marks each visited value as changed"
    )
}

/// `entry` is the group that would make it possible, if there is one.
pub(crate) fn unsplit_queries(system: &str, parameters: &[String], component: &str, entry: Option<&str>) -> String {
    let cure = match entry {
        Some(entry) => {
            format!(
                "no group separates their entities: add `groups: {entry};` to the world; the group keeps their values together, and takes their storages before other groups. If these entities are few and other systems iterate many with `{component}`, read links in one query and \
                 take values by `get_mut` of another instead, or read `&Past<{component}>` in one"
            )
        }
        None => "no group can separate their entities: use two systems, or `for_each_with` of one query if the \
             values of the storage are adjacent (`sparse_set`, `packed`, `hash_map` or `btree_map`)"
            .into(),
    };
    format!(
        "the queries in the parameters {} of system `{system}` borrow `{component}`, at least once with `&mut`, and {cure}",
        parameters.join(" and ")
    )
}
