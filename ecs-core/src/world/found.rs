//! Filters by changes: the loop of systems that visit changed entities, and the lists that queries and parallel systems make before they
//! iterate.
//!
//! ```text
//! #[system(changed(A))]              drive_changed    the marks of A, word by word; each is removed as it is reached
//! #[system(changed(A), parallel)]    found            a list of the entities, which is divided over threads
//! #[system(changed(query: A))]       found            a list of the entities, which the query iterates
//! ```
//!
//! A list is needed if entities are visited in another order than that of the marks, or more than once. Its marks are removed after the
//! run, with those that the run itself made. So a run that panics is repeated as a whole, while one of `drive_changed` continues.

use super::drive::{divide, divide_with};
use crate::commands::{Commands, ParCommands};
use crate::fetch::{Fetch, ParFetch};
use crate::plan::ViewKind;
use crate::population::Population;
use crate::sparse::{EntityIndex, SparseIndex};
use crate::storage::{ChangeMarks, Marked};
use crate::view::{Filter, Members, View, Walk};
use crate::world::HasView;

/// The filter of a system by changes of one component: the index of its storage, and the marks that the system reads.
pub struct Changes<'w, I, const ADDED: bool> {
    /// Maps positions, which have the marks, to entities, which the system visits.
    index: &'w I,
    /// The marks of this system alone, so that it can remove them while other systems mark theirs.
    marks: &'w mut ChangeMarks<ADDED>,
}

impl<I: EntityIndex, const ADDED: bool> core::fmt::Debug for Changes<'_, I, ADDED> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Changes").field("marks", &self.marks).finish_non_exhaustive()
    }
}

/// Makes a filter from the index of a storage and marks of its values; for generated code.
#[inline]
pub fn changes<'w, I, const ADDED: bool>(index: &'w I, marks: &'w mut ChangeMarks<ADDED>) -> Changes<'w, I, ADDED> {
    Changes { index, marks }
}

/// Filters by changes: one, nested pairs of them, or none.
pub trait ChangeFilter: sealed::Sealed {
    /// Returns true if the values of the entity with this index changed.
    ///
    /// False if the entity lacks the component. Runs in **O(1)** time per filter.
    fn keeps(&self, index: u32) -> bool;
    /// Forgets that the value of the entity with this index changed.
    ///
    /// Runs in **O(1)** time per filter.
    fn forget_one(&mut self, index: u32);
    /// Forgets all changes.
    ///
    /// Runs in **O(values / word)** time per filter.
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

/// Calls a system for each entity of its view whose component number `C` changed since its last run, in the order of the storage of this
/// component; `rest` are further filters. Positions without a mark are skipped a word at a time. At the end, all changes are forgotten.
///
/// If the system panics, its next run visits the entities that were not reached.
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
    // A storage that the view owns is in its order, with its entities at the front.
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
        let matches = const { owns::<W, V>(C) } || W::ASPECT.matches(&entities.masks()[index as usize]);
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

/// The further filters of a run in progress, and the number of positions that it has reached. If the run panics, these filters forget the
/// changes at these positions, as the first filter does one by one. The other changes are left for the next run.
///
/// When a run is complete, all changes are forgotten at once, and `positions` is set to zero.
///
/// ```text
/// changed(A), changed(B)    marks of A at 1, 3 and 5, all of entities whose B changed; the system panics at 3
///
/// A    1 and 3 are unmarked as they are reached                 5 is left
/// B    its marks of the entities at 0 to 3 are removed here     that of the entity at 5 is left: the next run visits it
/// ```
struct Reached<'w, I: EntityIndex, R: ChangeFilter> {
    /// The index of the storage of the first filter, to which `positions` refers.
    table: &'w I,
    /// The further filters. They forget by entity, since each may belong to another storage.
    rest: R,
    /// Includes the position at which the system panics.
    positions: usize,
}

impl<I: EntityIndex, R: ChangeFilter> Drop for Reached<'_, I, R> {
    fn drop(&mut self) {
        for index in (0..self.positions).filter_map(|position| self.table.index_at(position)) {
            self.rest.forget_one(index);
        }
    }
}

/// The changed entities, listed before they are visited: for queries, and for systems that divide their entities over threads.
///
/// It borrows the marks, so nothing else reads or removes them until it is [forgotten](Self::forget).
pub struct Found<'w, R> {
    /// A buffer of the marks, which keeps its memory from run to run.
    entities: &'w SparseIndex,
    /// The marks of the first filter, still set.
    marks: Marked<'w>,
    /// The further filters. They were tested when the list was made.
    rest: R,
}

impl<R> core::fmt::Debug for Found<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Found").field("entities", &self.entities.len()).finish_non_exhaustive()
    }
}

impl<'w, R: ChangeFilter> Found<'w, R> {
    /// The listed entities, in the order of the storage of the first component.
    #[inline]
    pub fn entities(&self) -> &'w SparseIndex {
        self.entities
    }

    /// Forgets all changes, including those made meanwhile. Called after the entities were visited: if the visitor panics, this is not
    /// reached, and the next run finds all of them again.
    #[inline]
    pub fn forget(mut self) {
        self.marks.unmark_all();
        self.rest.forget();
    }
}

/// Lists the entities whose component changed, and that pass further filters; for generated code. Runs in **O(changes + values / word)**
/// time.
pub fn found<const ADDED: bool, R: ChangeFilter>(first: Changes<'_, impl EntityIndex, ADDED>, rest: R) -> Found<'_, R> {
    let Changes { index: table, marks } = first;
    let (entities, marks) = marks.find(|position| table.index_at(position).filter(|index| rest.keeps(*index)));
    Found { entities, marks, rest }
}

/// Returns true if a view keeps the values of a component in its order.
///
/// The first positions are those of the view's entities then, so no mask is tested.
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

/// Calls a system for each listed entity that is in its view, divided over threads.
#[inline(always)]
pub fn drive_found<'w, W: HasView<V>, F: ParFetch, S: for<'a> Fn(F::Item<'a>) + Sync + Copy, const V: usize>(
    found: &'w SparseIndex,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    divide(walk_found::<W, F, V>(found, columns, entities), None, system);
}

/// Calls a system with commands for each listed entity that is in its view, divided over threads.
#[inline(always)]
pub fn drive_found_with<'w, W: HasView<V> + ParCommands, F: ParFetch, S, const V: usize>(
    found: &'w SparseIndex,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    commands: &mut Commands<W>,
    system: S,
) where
    S: for<'a> Fn(&mut Commands<W>, F::Item<'a>) + Sync + Copy,
{
    divide_with(walk_found::<W, F, V>(found, columns, entities), None, commands, system);
}

/// An iteration over the list that tests masks for the view's aspect: a listed entity has the changed component, but may lack others.
fn walk_found<'w, W: HasView<V>, F: ParFetch, const V: usize>(
    found: &'w SparseIndex,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
) -> Walk<'w, W::Mask, F> {
    let filter = Filter::of_scan(&W::ASPECT, false);
    Walk { filter, ..Walk::of_members(Members::Listed(found), columns, entities) }
}
