//! The refusals of attributes at entries.

use super::{and, did_you_mean, nearest, one};

pub(crate) fn unknown(name: &str, what: &str, known: &[&str]) -> String {
    let near = did_you_mean(nearest(name, known.iter().copied()));
    let known =
        known.iter().map(|name| if *name == "storage" { "#[storage(..)]".into() } else { format!("#[{name}]") });
    let known = and(known.chain(["#[cfg(..)]".into(), "#[deprecated]".into()]));
    let one = one(what);
    format!(
        "`#[{name}]` means nothing at {one}.{near} There are {known}, documentation, levels of lints, and the attributes of derives of the \
         world; remove it"
    )
}
