//! The refusals of `#[rare]`.

use crate::model::Field;

pub(crate) fn broken_rare() -> String {
    "expected `#[rare]`, or `#[rare(false)]` where a set says otherwise".into()
}

pub(crate) fn rare_twice() -> String {
    "`#[rare]` is given twice; remove this".into()
}

pub(crate) fn rare_on_no_component(what: &str) -> String {
    format!("`#[rare]` says that few entities have a component, and this is {what}; remove this")
}

pub(crate) fn group_cannot_own(own: &str, storage: &str, Field { name, origin, .. }: &Field, other: &str) -> String {
    let cure = if origin.is_some() {
        format!("Write `#[rare(false)] {name}` in the `components:` of this world")
    } else {
        format!("Remove `#[rare]` from `{name}`")
    };
    format!(
        "the group {own} requires the rare component `{name}`, so `{storage}` is left to {other}. {cure}, or remove this group"
    )
}

pub(crate) fn two_rarities(component: &str, set: &str, is_rare: bool) -> String {
    let (here, before) = if is_rare { ("is", "is not") } else { ("is not", "is") };
    format!(
        "set `{set}` says that the component `{component}` {here} rare, and a set before it that it {before}; say here which: \
         `components: #[rare] {component}`, or `#[rare(false)] {component}`"
    )
}
