//! The iteration of systems over their views. Constants select the loop for a view, so that only this loop is compiled.
//!
//! | view | loop |
//! |---|---|
//! | group or storage that owns all fetched components | a zip of slices, in blocks |
//! | group that owns some fetched components | the same slices, and lookups for the others |
//! | list | lookups by entity, from cached positions if nothing changed |
//! | delayed, active-passive | as a list once it is settled; otherwise the shortest storage, testing masks |
//! | scan | the shortest required storage, testing masks |
//!
//! The functions are generic over the view and the fetch, and are instantiated once per system.

use crate::commands::{Commands, ParCommands};
use crate::fetch::{Fetch, ParFetch, Stretch};
use crate::mask::BitMask;
use crate::plan::ViewKind;
use crate::population::Population;
use crate::sparse::{EntityIndex, PositionCache, Source};
use crate::storage::{Lookup, Storage};
use crate::view::{Managed, View, Walk};
use crate::world::{Core, HasView, OwnedStorages as _, Token};

/// Calls a system for each entity of its view, in the order of the view. `ALL` is true if the system fetches all components that the view
/// requires; otherwise `with(..)` requires the rest.
///
/// Called for views that own all that they require. For others, generated code calls [`drive_listed`] or [`drive_searched`] directly, which
/// saves a constant per system.
#[inline(always)]
pub fn drive<'w, W: HasView<V>, F: Stretch, S: for<'a> FnMut(F::Item<'a>), const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    // A constant, so that rustc does not even visit the other loops.
    let drive = const {
        if is_sliced::<W, F, V>() {
            |view: &'w W::View, columns, _, system| {
                Walk::<W::Mask, F>::each_aligned(view.members(), columns, system);
            }
        } else if knows_entities::<W, V>(ALL) {
            |view, columns, _, system| drive_listed::<W, F, S, V>(view, columns, system)
        } else {
            drive_searched::<W, F, S, V, ALL>
        }
    };
    drive(view, columns, entities, system);
}

/// Calls a system for each entity of a view that keeps its entities, and requires no more than the system fetches, or is a list.
#[inline(always)]
pub fn drive_listed<'w, W: HasView<V>, F: Stretch, S: for<'a> FnMut(F::Item<'a>), const V: usize>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    system: S,
) {
    Walk::<W::Mask, F>::each_listed(view.members(), columns, view.cache(), system);
}

/// Calls a system for each entity of a view that may not know its entities, or keeps them in a form that this fetch cannot iterate.
#[inline(always)]
pub fn drive_searched<'w, W: HasView<V>, F: Stretch, S: for<'a> FnMut(F::Item<'a>), const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, ALL);
    if const { is_filtered::<W, V>(ALL) } {
        walk.for_each::<true, true, _>(view.cache(), system);
    } else {
        walk.for_each::<true, false, _>(view.cache(), system);
    }
}

/// Does the same as [`drive_searched`], but visits one of `sources` if it has fewer values than the fetched components. The sources are
/// storages of components that are required and not fetched.
#[inline(always)]
pub fn drive_among<'w, W: HasView<V>, F: Stretch, S: for<'a> FnMut(F::Item<'a>), const V: usize>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    sources: &[Source<'w>],
    system: S,
) {
    let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, false).among::<false>(sources);
    walk.for_each::<true, true, _>(view.cache(), system);
}

/// The entities of a column, in its order.
///
/// For generated code. Runs in **O(1)** time.
#[must_use]
pub fn source_of<S: Storage>(column: Lookup<'_, S>) -> Source<'_> {
    column.index.source()
}

/// Returns true if a view always keeps its entities in a form that this fetch can iterate. (A system need not fetch what a group owns.)
const fn knows_entities<W: HasView<V>, const V: usize>(fetches_all: bool) -> bool {
    let kept = W::PLAN.views[V].kept;
    matches!(kept, ViewKind::List) || fetches_all && matches!(kept, ViewKind::Group)
}

/// Returns true if a scan for this view tests more than the fetched components.
const fn is_filtered<W: HasView<V>, const V: usize>(fetches_all: bool) -> bool {
    !fetches_all || !W::VIEWS[V].none.is_empty() || !W::VIEWS[V].any.is_empty()
}

/// Returns true if a view owns all fetched components, so that all columns are aligned.
const fn is_sliced<W: HasView<V>, F: Fetch, const V: usize>() -> bool {
    let owns_all = W::VIEWS[V].owned.len() == W::VIEWS[V].all.len();
    matches!(W::PLAN.views[V].kept, ViewKind::Group | ViewKind::Storage) && F::SLICED && owns_all
}

/// Calls a system for the entities of its view, divided over threads. A scan can visit one of `sources` instead.
#[inline(always)]
pub fn drive_parallel<
    'w,
    W: HasView<V>,
    F: ParFetch,
    S: for<'a> Fn(F::Item<'a>) + Sync + Copy,
    const V: usize,
    const ALL: bool,
>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    sources: &[Source<'w>],
    system: S,
) {
    let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, ALL).among::<false>(sources);
    divide(walk, view.cache(), system);
}

/// Calls a system with commands for the entities of its view, divided over threads.
#[inline(always)]
pub fn drive_parallel_with<'w, W: HasView<V> + ParCommands, F: ParFetch, S, const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    sources: &[Source<'w>],
    commands: &mut Commands<W>,
    system: S,
) where
    S: for<'a> Fn(&mut Commands<W>, F::Item<'a>) + Sync + Copy,
{
    let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, ALL).among::<false>(sources);
    divide_with(walk, view.cache(), commands, system);
}

/// Calls a function for each match, divided over threads.
///
/// Uses one thread if that takes less time: the result is the same.
#[inline(always)]
pub(super) fn divide<M: BitMask, F: ParFetch, S: for<'a> Fn(F::Item<'a>) + Sync + Copy>(
    walk: Walk<'_, M, F>,
    cache: Option<&PositionCache>,
    function: S,
) {
    let lanes = walk.lanes();
    walk.par_for_each(cache, &mut alloc::vec![(); lanes], move |(), item| function(item));
}

/// Calls a function with commands for each match, divided over threads. Afterwards the commands are in the order of the matches.
///
/// Each range of entities issues commands into a lane of its own; lanes are appended in the order of the ranges.
#[inline(always)]
pub(super) fn divide_with<W: ParCommands, F: ParFetch, S>(
    walk: Walk<'_, W::Mask, F>,
    cache: Option<&PositionCache>,
    commands: &mut Commands<W>,
    function: S,
) where
    S: for<'a> Fn(&mut Commands<W>, F::Item<'a>) + Sync + Copy,
{
    commands.in_lanes(walk.lanes(), |lanes| walk.par_for_each(cache, lanes, function));
}

/// The entities of a view.
///
/// For generated code. Runs in **O(1)** time.
pub fn managed<W: HasView<V>, const V: usize>(world: &W) -> Managed<'_, W::Mask> {
    let Core { storages, views, entities, .. } = world.__core(Token::new());
    Managed::new(W::view(views).members(), W::owned().front(storages), entities, &W::ASPECT)
}
