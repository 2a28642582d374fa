//! Error messages for attributes of entries.

use super::{and, did_you_mean, nearest, one, otherwise};

/// Attributes that require arguments.
const WITH_ARGUMENTS: [&str; 4] = ["storage", "saved", "renamed", "since"];

/// Attributes of worlds.
pub(crate) const OF_WORLDS: [&str; 2] = ["version", "removed"];

/// A misspelt attribute of a world.
pub(crate) fn misspelt(name: &str, own: &str) -> String {
    format!("`#[{name}]` is not an attribute of a world.{}", did_you_mean(Some(&format!("#[{own}(..)]"))))
}

/// An attribute of an entry, on a world.
pub(crate) fn of_an_entry(attribute: &str, section: &str) -> String {
    format!(
        "`#[{attribute}]` is an attribute of entries, not of a world; write it before the entry that it is about, as in \
         `{section}: #[{attribute}] ..;`"
    )
}

/// An attribute of a world, on something else.
pub(crate) fn of_a_world(name: &str, what: &str) -> String {
    format!(
        "`#[{name}(..)]` is an attribute of the world, and has no effect on {what}; write it before the `struct` of the world: \
         `#[{name}(..)] pub struct Game;`"
    )
}

pub(crate) fn unknown(name: &str, what: &str, known: &[&str]) -> String {
    if OF_WORLDS.contains(&name) {
        return of_a_world(name, &one(what));
    }
    let near = otherwise(nearest(name, known.iter().copied()), "remove it");
    let known = known
        .iter()
        .map(|name| if WITH_ARGUMENTS.contains(name) { format!("#[{name}(..)]") } else { format!("#[{name}]") });
    let known = and(known.chain(["#[cfg(..)]".into(), "#[deprecated]".into()]));
    let one = one(what);
    format!(
        "`#[{name}]` has no effect on {one}.{near}; there are {known}, documentation, lint levels, and the attributes of derives of the \
         world"
    )
}
