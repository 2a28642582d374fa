//! The refusals of attributes at entries.

use super::{and, did_you_mean, nearest, one, otherwise};

/// Attributes that say nothing without arguments.
const WITH_ARGUMENTS: [&str; 4] = ["storage", "saved", "renamed", "since"];

/// An attribute of a world.
pub(crate) fn misspelt(name: &str, own: &str) -> String {
    format!("`#[{name}]` is not an attribute of a world.{}", did_you_mean(Some(&format!("#[{own}(..)]"))))
}

pub(crate) fn unknown(name: &str, what: &str, known: &[&str]) -> String {
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
