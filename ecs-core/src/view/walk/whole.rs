//! Iterations that have no slices only because a component is optional: required values are read as slices, and optional values are looked
//! up beside them.

use crate::fetch::{Fetch, Places, Stretch};
use crate::sparse::Source;

/// Returns true if a fetch has no slices only because a component is optional, while its required columns have them.
pub(super) const fn is_whole<F: Stretch>() -> bool {
    !F::SLICED && F::WHOLE && F::REQUIRED > 0 && !<F::Places<'_> as Places>::SPLIT
}

/// A loop over the entities of a source.
type Loop<F, S> = for<'w> fn(<F as Fetch>::Columns<'w>, Source<'w>, S);

/// The loop over a whole, if a fetch can use it; otherwise one that is never called. To be chosen in a constant: rustc also visits the
/// functions that a constant condition excludes, and all that they call.
pub(super) const fn each_of_whole<F: Stretch, S: for<'a> FnMut(F::Item<'a>)>() -> Loop<F, S> {
    if is_whole::<F>() { each::<F, S> } else { |_, _, _| {} }
}

/// Calls a function for each entity of a source with which all required columns are aligned. A step is one of a zip of slices, and a lookup
/// per optional value.
#[inline(never)]
fn each<'w, F: Stretch, S: for<'a> FnMut(F::Item<'a>)>(columns: F::Columns<'w>, source: Source<'w>, mut function: S) {
    let generations = F::generations(&columns);
    let run = F::whole(columns, source);
    debug_assert!(run.is_some(), "what is aligned is one run");
    if let Some(run) = run {
        run.for_each(|value| function(F::item(value, generations)));
    }
}
