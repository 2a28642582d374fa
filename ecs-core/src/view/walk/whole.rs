//! Iterations that have no slices only because something is optional: what is required is a run of slices, beside which optional values are
//! looked up.

use crate::fetch::{Places, Stretch};
use crate::source::Source;

/// Returns true if there are no slices only because something is optional, so that what is required has some.
pub(super) const fn is_whole<F: Stretch>() -> bool {
    !F::SLICED && F::WHOLE && F::REQUIRED > 0 && !<F::Places<'_> as Places>::SPLIT
}

/// Calls a function for each entity of a source with which all that is required is aligned: a step is one of a zip of slices, and a lookup
/// per optional value.
#[inline(never)]
pub(super) fn each_of_whole<'w, F: Stretch, S: for<'a> FnMut(F::Item<'a>)>(
    columns: F::Columns<'w>,
    source: Source<'w>,
    mut function: S,
) {
    let generations = F::generations(&columns);
    let run = F::whole(columns, source);
    debug_assert!(run.is_some(), "what is aligned is one run");
    if let Some(run) = run {
        run.for_each(|value| function(F::item(value, generations)));
    }
}
