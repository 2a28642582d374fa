//! The refusals of attributes at entries.

use super::{and, did_you_mean, nearest, one};

/// Attributes that say nothing without arguments.
const WITH_ARGUMENTS: [&str; 4] = ["storage", "saved", "renamed", "since"];

pub(crate) fn unknown(name: &str, what: &str, known: &[&str]) -> String {
    let near = did_you_mean(nearest(name, known.iter().copied()));
    let known = known
        .iter()
        .map(|name| if WITH_ARGUMENTS.contains(name) { format!("#[{name}(..)]") } else { format!("#[{name}]") });
    let known = and(known.chain(["#[cfg(..)]".into(), "#[deprecated]".into()]));
    let one = one(what);
    format!(
        "`#[{name}]` means nothing at {one}.{near} There are {known}, documentation, levels of lints, and the attributes of derives of the \
         world; remove it"
    )
}
