//! The iteration of systems over their views: constants choose the loop for a view, so only that one is compiled.
//!
//! | view | loop |
//! |---|---|
//! | group or storage that owns all that is fetched | a zip of slices, in blocks |
//! | group that owns a part | the same slices, and lookups for the rest |
//! | list | lookups by entity, from cached positions if nothing changed |
//! | delayed, active-passive | as a list once it is settled; else the shortest storage, with masks |
//! | scan | the shortest storage, with masks |
//!
//! The functions are generic over the view and the fetch, and are instantiated once per system.

use crate::commands::{Commands, ParCommands};
use crate::fetch::{Fetch, ParFetch};
use crate::plan::ViewKind;
use crate::population::Population;
use crate::sparse::{EntityIndex, SparseIndex};
use crate::storage::{ChangeMarks, Marked};
use crate::view::{Filter, Managed, Members, View, Walk};
use crate::world::{Core, HasView, Token};

/// Calls a system for each entity of its view, in the order of the view. `ALL` if the system fetches all components that the view
/// requires; the others are those of `with(..)`.
#[inline(always)]
pub fn drive<'w, W: HasView<V>, F: Fetch, S: for<'a> FnMut(F::Item<'a>), const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    // Only the loops that this view can use are compiled: rustc drops what a constant condition excludes before LLVM sees it.
    if const { knows_entities::<W, V>(ALL) || is_sliced::<W, F, V>() } {
        let walk = Walk::<_, F>::of_members(view.members(), columns, entities);
        if const { is_sliced::<W, F, V>() } {
            walk.each_aligned(system);
        } else {
            walk.each_listed(view.cache(), system);
        }
    } else {
        let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, ALL);
        if const { is_filtered::<W, V>(ALL) } {
            walk.for_each::<true, true, _>(view.cache(), system);
        } else {
            walk.for_each::<true, false, _>(view.cache(), system);
        }
    }
}

/// Returns true if a view always keeps its entities in a form that this fetch can iterate: what a group owns may not be fetched.
const fn knows_entities<W: HasView<V>, const V: usize>(fetches_all: bool) -> bool {
    let kept = W::PLAN.views[V].kept;
    matches!(kept, ViewKind::List) || fetches_all && matches!(kept, ViewKind::Group)
}

/// Returns true if a scan for this view has something to test besides what is fetched.
const fn is_filtered<W: HasView<V>, const V: usize>(fetches_all: bool) -> bool {
    !fetches_all || !W::VIEWS[V].none.is_empty() || !W::VIEWS[V].any.is_empty()
}

/// Returns true if a view owns all that is fetched, so that all columns are aligned.
const fn is_sliced<W: HasView<V>, F: Fetch, const V: usize>() -> bool {
    let owns_all = W::VIEWS[V].owned.len() == W::VIEWS[V].all.len();
    matches!(W::PLAN.views[V].kept, ViewKind::Group | ViewKind::Storage) && F::SLICED && owns_all
}

/// The filter of a system by changes of one component: its index, and the marks that the system reads.
pub struct Changes<'w, I, const ADDED: bool> {
    index: &'w I,
    marks: &'w mut ChangeMarks<ADDED>,
}

impl<I: EntityIndex, const ADDED: bool> core::fmt::Debug for Changes<'_, I, ADDED> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Changes").field("marks", &self.marks).finish_non_exhaustive()
    }
}

/// The filter of the index of a storage and marks of its values, for generated code.
#[inline]
pub fn changes<'w, I, const ADDED: bool>(index: &'w I, marks: &'w mut ChangeMarks<ADDED>) -> Changes<'w, I, ADDED> {
    Changes { index, marks }
}

/// Filters by changes: pairs of them, or none.
pub trait ChangeFilter: sealed::Sealed {
    /// Returns true if the values of the entity with this index changed.
    fn keeps(&self, index: u32) -> bool;
    /// Forgets that the value of the entity with this index changed.
    fn forget_one(&mut self, index: u32);
    /// Forgets all changes.
    fn forget(&mut self);
}

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "filters by changes are implemented by the library alone",
        label = "`{Self}` cannot be a filter by changes"
    )]
    pub trait Sealed {}
}

impl sealed::Sealed for () {}

impl ChangeFilter for () {
    #[inline(always)]
    fn keeps(&self, _: u32) -> bool {
        true
    }
    fn forget_one(&mut self, _: u32) {}
    fn forget(&mut self) {}
}

impl<I, const ADDED: bool> sealed::Sealed for Changes<'_, I, ADDED> {}

impl<I: EntityIndex, const ADDED: bool> ChangeFilter for Changes<'_, I, ADDED> {
    #[inline]
    fn keeps(&self, index: u32) -> bool {
        self.index.position_of(index).is_some_and(|position| self.marks.contains(position))
    }

    fn forget_one(&mut self, index: u32) {
        if let Some(position) = self.index.position_of(index) {
            self.marks.unmark(position);
        }
    }

    fn forget(&mut self) {
        self.marks.unmark_all();
    }
}

impl<A, B> sealed::Sealed for (A, B) {}

impl<A: ChangeFilter, B: ChangeFilter> ChangeFilter for (A, B) {
    #[inline]
    fn keeps(&self, index: u32) -> bool {
        self.0.keeps(index) && self.1.keeps(index)
    }

    fn forget_one(&mut self, index: u32) {
        self.0.forget_one(index);
        self.1.forget_one(index);
    }

    fn forget(&mut self) {
        self.0.forget();
        self.1.forget();
    }
}

/// Calls a system for each entity of its view of which a component changed since it was called before, in the order of the storage of this
/// component, number `C`; `rest` are further filters. Positions without a mark are skipped by words. Then all that was noted is forgotten.
///
/// If the system panics, the entities that were not reached are visited by its next run.
#[inline(always)]
pub fn drive_changed<
    'w,
    W: HasView<V>,
    F: Fetch,
    S: for<'a> FnMut(F::Item<'a>),
    const V: usize,
    const C: usize,
    const ADDED: bool,
>(
    view: &'w W::View,
    mut columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    first: Changes<'_, impl EntityIndex, ADDED>,
    rest: impl ChangeFilter,
    mut system: S,
) {
    let Changes { index: table, marks } = first;
    let source = table.source();
    let mut end = source.steps();
    // What the view owns is in its order, and its entities are the first ones.
    if const { owns::<W, V>(C) } {
        if let Members::Prefix(len) = view.members() {
            end = len;
        }
    } else {
        F::align(&mut columns, source);
    }
    let mut reached = Reached { table, rest, positions: 0 };
    marks.drain(end, |position| {
        reached.positions = position + 1;
        let Some(index) = table.index_at(position) else { return };
        let matches = const { owns::<W, V>(C) } || W::ASPECT.matches(&entities.masks[index as usize]);
        if matches && reached.rest.keeps(index) {
            F::mark(&columns, position, index);
            if let Some(item) = F::step(&mut columns, position, index) {
                system(item);
            }
        }
    });
    marks.unmark_all();
    reached.rest.forget();
    reached.positions = 0;
}

/// The further filters of a run that is going on, and the number of positions that it has reached. If the run panics, these filters forget
/// the changes at these positions, as the first one does one by one: the others are for the next run.
struct Reached<'w, I: EntityIndex, R: ChangeFilter> {
    table: &'w I,
    rest: R,
    positions: usize,
}

impl<I: EntityIndex, R: ChangeFilter> Drop for Reached<'_, I, R> {
    fn drop(&mut self) {
        for index in (0..self.positions).filter_map(|position| self.table.index_at(position)) {
            self.rest.forget_one(index);
        }
    }
}

/// The entities of which something changed, listed before they are visited: for queries, and for systems that divide their entities.
pub struct Found<'w, R> {
    entities: &'w SparseIndex,
    marks: Marked<'w>,
    rest: R,
}

impl<R> core::fmt::Debug for Found<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Found").field("entities", &self.entities.len()).finish_non_exhaustive()
    }
}

impl<'w, R: ChangeFilter> Found<'w, R> {
    /// These entities, in the order of the storage of the first component.
    #[inline]
    pub fn entities(&self) -> &'w SparseIndex {
        self.entities
    }

    /// Forgets all changes, also those that were made meanwhile: once the entities were visited. If the visitor panics, it does not
    /// get here, and the next run finds all of them again.
    #[inline]
    pub fn forget(mut self) {
        self.marks.unmark_all();
        self.rest.forget();
    }
}

/// Lists the entities of which a component changed, and that pass further filters; for generated code. Runs in
/// **O(changes + values / word)** time.
pub fn found<const ADDED: bool, R: ChangeFilter>(first: Changes<'_, impl EntityIndex, ADDED>, rest: R) -> Found<'_, R> {
    let Changes { index: table, marks } = first;
    let (entities, marks) = marks.find(|position| table.index_at(position).filter(|index| rest.keeps(*index)));
    Found { entities, marks, rest }
}

/// Returns true if a view keeps the values of a component in its order.
const fn owns<W: HasView<V>, const V: usize>(component: usize) -> bool {
    let owned = W::VIEWS[V].owned;
    let mut at = 0;
    while at < owned.len() {
        if owned[at] == component {
            return matches!(W::PLAN.views[V].kept, ViewKind::Group | ViewKind::Storage);
        }
        at += 1;
    }
    false
}

/// Calls a system for the entities of its view, divided over threads.
#[inline(always)]
pub fn drive_parallel<
    'w,
    W: HasView<V>,
    F: ParFetch,
    S: for<'a> Fn(F::Item<'a>) + Sync,
    const V: usize,
    const ALL: bool,
>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, ALL);
    let lanes = walk.lanes();
    walk.par_for_each(view.cache(), &mut alloc::vec![(); lanes], |(), item| system(item));
}

/// Calls a system with commands for the entities of its view, divided over threads.
#[inline(always)]
pub fn drive_parallel_with<'w, W: HasView<V> + ParCommands, F: ParFetch, S, const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    commands: &mut Commands<W>,
    system: S,
) where
    S: for<'a> Fn(&mut Commands<W>, F::Item<'a>) + Sync,
{
    let walk = Walk::<_, F>::of_view(view.members(), columns, entities, &W::ASPECT, ALL);
    commands.in_lanes(walk.lanes(), |lanes| walk.par_for_each(view.cache(), lanes, system));
}

/// Calls a system for each of these entities that is in its view, divided over threads.
#[inline(always)]
pub fn drive_found<'w, W: HasView<V>, F: ParFetch, S: for<'a> Fn(F::Item<'a>) + Sync, const V: usize>(
    found: &'w SparseIndex,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    let walk = walk_found::<W, F, V>(found, columns, entities);
    let lanes = walk.lanes();
    walk.par_for_each(None, &mut alloc::vec![(); lanes], |(), item| system(item));
}

/// Calls a system with commands for each of these entities that is in its view, divided over threads.
#[inline(always)]
pub fn drive_found_with<'w, W: HasView<V> + ParCommands, F: ParFetch, S, const V: usize>(
    found: &'w SparseIndex,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    commands: &mut Commands<W>,
    system: S,
) where
    S: for<'a> Fn(&mut Commands<W>, F::Item<'a>) + Sync,
{
    let walk = walk_found::<W, F, V>(found, columns, entities);
    commands.in_lanes(walk.lanes(), |lanes| walk.par_for_each(None, lanes, system));
}

fn walk_found<'w, W: HasView<V>, F: ParFetch, const V: usize>(
    found: &'w SparseIndex,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
) -> Walk<'w, W::Mask, F> {
    let filter = Filter::of_scan(&W::ASPECT, false);
    Walk { filter, ..Walk::of_members(Members::Listed(found), columns, entities) }
}

/// The entities of a view.
pub fn managed<W: HasView<V>, const V: usize>(world: &W) -> Managed<'_, W::Mask> {
    let Core { storages, views, entities, .. } = world.__core(Token::new());
    Managed::new(W::view(views).members(), W::front(storages), entities, &W::ASPECT)
}
