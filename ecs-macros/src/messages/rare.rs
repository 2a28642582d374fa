//! Error messages for `#[rare]`.

use super::and;

pub(crate) fn broken_rare() -> String {
    "expected `#[rare]`, or `#[rare(false)]` to override a set".into()
}

pub(crate) fn rare_twice() -> String {
    "`#[rare]` is given twice; remove one of them".into()
}

pub(crate) fn rare_on_no_component(what: &str) -> String {
    format!("`#[rare]` applies to components, and this is {what}; remove `#[rare]`")
}

/// A group that leaves a storage to another, because it requires these rare components. Remedies that would fail are not named.
pub(crate) fn group_cannot_own(own: &str, storage: &str, rare: &[Rare], other: &str, remedies: Remedies) -> String {
    let names = |of_set: bool| -> Vec<String> {
        let fields = rare.iter().filter(|field| field.is_of_set == of_set);
        fields.map(|field| field.name.clone()).collect()
    };
    let (declared, of_sets) = (names(false), names(true));
    let mut cures = Vec::new();
    if remedies.common && !declared.is_empty() {
        cures.push(format!("remove `#[rare]` from {}", and(declared.iter())));
    }
    if remedies.common && !of_sets.is_empty() {
        let entries: Vec<_> = of_sets.iter().map(|name| format!("#[rare(false)] {name}")).collect();
        cures.push(format!("write `{}` in the `components:` of this world", entries.join(", ")));
    }
    let cures =
        if cures.is_empty() { remedies.without } else { format!("{}, or {}", cures.join(", and "), remedies.without) };
    let (first, rest) = cures.split_at(1);
    let components = if rare.len() == 1 { "component" } else { "components" };
    let rare: Vec<_> = rare.iter().map(|field| &field.name).collect();
    format!(
        "the group {own} requires the rare {components} {}, so it does not own the storage of `{storage}`, which is left to {other}. {}{rest}",
        and(rare.iter()),
        first.to_uppercase()
    )
}

/// A rare component.
pub(crate) struct Rare {
    pub(crate) name: String,
    /// Whether a set brings it.
    pub(crate) is_of_set: bool,
}

/// Remedies for a group that is refused because of its rare components.
pub(crate) struct Remedies {
    /// Whether the group is granted if none of its components is rare.
    pub(crate) common: bool,
    /// What to write to do without the group.
    pub(crate) without: String,
}

pub(crate) fn without_the_entry() -> String {
    "remove this group".into()
}

pub(crate) fn without_the_request(becomes: &str) -> String {
    format!("remove the request for a group: the view becomes a {becomes}")
}

pub(crate) fn two_rarities(component: &str, first: &str, second: &str) -> String {
    format!(
        "the sets `{first}` and `{second}` differ on `#[rare]` of `{component}`; write which applies here: \
         `components: #[rare] {component}`, or `#[rare(false)] {component}`"
    )
}
