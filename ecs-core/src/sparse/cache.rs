//! Owns cached positions: where the values of the entities of a view are in storages of other orders. Knows no view.
//!
//! - **I1** A [`Stamp`] is the address of an index and its version, which each change of a position increases. Positions are used
//!   only where the stamps of the order and of the column are those that they were read under.
//!
//! A cache and the indices that it was made of are parts of one world, which moves as a whole: so an index at the same address
//! with the same version holds the same positions. Clones begin with empty caches, and no result depends on one: a cached
//! position is the one that a lookup would find.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::slots::VACANT;
use crate::Source;

/// Number of entities from which on positions are cached.
const LEAST: usize = 64;

/// Number of entities side by side from which on they are a run of slices.
const RUN: usize = 16;

/// An index as of one of its changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) index: usize,
    pub(crate) version: u64,
}

/// The cache of a view, which is empty until its order and the storages are found unchanged.
#[derive(Debug, Default)]
pub struct PositionCache(Option<Box<Positions>>);

/// Clones begin with an empty cache.
impl Clone for PositionCache {
    fn clone(&self) -> Self {
        Self(None)
    }
}

/// Positions by column, in the order of a view.
#[derive(Debug, Default)]
pub struct Positions {
    /// The index that the order was read from, and the number of entities in it.
    order: Option<(Stamp, usize)>,
    /// One per component that the view requires.
    columns: Vec<Column>,
    /// The entities that were found, if the view is a scan.
    found: Option<Vec<u32>>,
    runs: Vec<CachedRun>,
    is_filled: bool,
}

/// The positions in one storage.
#[derive(Debug, Default)]
struct Column {
    stamp: Option<Stamp>,
    /// Whether the view keeps the values in its order, so that nothing is looked up.
    is_owned: bool,
    positions: Vec<u32>,
}

/// Entities that follow each other in the order of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CachedRun {
    pub(crate) len: u32,
    /// Whether they are side by side in all columns, in this order.
    pub(crate) is_slice: bool,
}

impl PositionCache {
    /// The cached positions, if there are any.
    fn positions(&self) -> Option<&Positions> {
        self.0.as_deref().filter(|positions| positions.is_filled)
    }

    /// The same with their runs, if they are those of this order.
    pub(crate) fn in_order(&self, order: Source<'_>) -> Option<(&Positions, &[CachedRun])> {
        let positions = self.positions()?;
        Some((positions, positions.runs(order)?))
    }

    /// Empties the cache and frees its memory.
    pub(crate) fn free(&mut self) {
        self.0 = None;
    }

    /// Begins a comparison of the cache with what is there: with the order of the view. `None` if there are too few entities for a
    /// cache to pay.
    pub(crate) fn compare(&mut self, order: Source<'_>) -> Option<Comparison<'_>> {
        let steps = order.steps();
        let order = order.stamp().map(|stamp| (stamp, steps)).filter(|_| steps >= LEAST);
        if order.is_none() {
            if let Some(positions) = &mut self.0 {
                positions.is_filled = false;
            }
            return None;
        }
        let positions = self.0.get_or_insert_default();
        let is_unchanged = positions.order == order;
        positions.order = order;
        Some(Comparison { positions, is_unchanged })
    }
}

/// A comparison of what a cache was made of with what is there.
#[derive(Debug)]
pub(crate) struct Comparison<'c> {
    positions: &'c mut Positions,
    is_unchanged: bool,
}

impl<'c> Comparison<'c> {
    /// Compares a column by its number.
    pub(crate) fn column(&mut self, number: usize, column: Source<'_>, is_owned: bool) {
        let columns = &mut self.positions.columns;
        if columns.len() <= number {
            columns.resize_with(number + 1, Column::default);
            self.is_unchanged = false;
        }
        let stamp = column.stamp();
        self.is_unchanged &= columns[number].stamp == stamp;
        (columns[number].stamp, columns[number].is_owned) = (stamp, is_owned);
    }

    /// Ends the comparison, and empties the cache if something changed. The positions are to be filled if nothing did and they are
    /// not.
    pub(crate) fn end(self) -> Compared<'c> {
        self.positions.is_filled &= self.is_unchanged;
        match (self.is_unchanged, self.positions.is_filled) {
            (false, _) => Compared::Changed,
            (true, false) => Compared::Unchanged(self.positions),
            (true, true) => Compared::Filled,
        }
    }
}

/// What a comparison came to.
#[derive(Debug)]
pub(crate) enum Compared<'c> {
    Changed,
    /// Nothing changed since the last comparison; the positions are to be filled.
    Unchanged(&'c mut Positions),
    Filled,
}

impl Positions {
    /// The runs of steps, where the order is that of the view.
    fn runs(&self, order: Source<'_>) -> Option<&[CachedRun]> {
        let (stamp, (own, steps)) = (order.stamp()?, self.order?);
        let is_owned = || self.columns.iter().any(|column| column.is_owned && column.stamp == Some(stamp));
        (steps == order.steps() && (own == stamp || is_owned())).then_some(&self.runs)
    }

    /// The positions in a storage by step.
    pub(crate) fn of(&self, column: Source<'_>) -> Option<&[u32]> {
        let stamp = Some(column.stamp()?);
        self.columns.iter().find(|own| own.stamp == stamp && !own.is_owned).map(|own| &own.positions[..])
    }

    /// The entities that were found, in order, if the view is a scan.
    #[inline]
    pub(crate) fn found(&self) -> Option<&[u32]> {
        self.found.as_deref()
    }

    /// Fills a column with the indices of the entities in order; [`look_up`](Self::look_up) makes positions of them.
    pub(crate) fn list(&mut self, number: usize, order: Source<'_>) {
        if let Some(column) = self.columns.get_mut(number).filter(|column| column.stamp.is_some()) {
            column.positions.clear();
            column.positions.extend_from_slice(order.indices().unwrap_or_default());
        }
    }

    /// Looks the position of each listed entity up. Computes in **O(entities)**.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer positions than entities, which are below 2^32"
    )]
    pub(crate) fn look_up(&mut self, number: usize, source: Source<'_>) {
        if let Some(column) = self.columns.get_mut(number) {
            for entity in &mut column.positions {
                *entity = source.step_of(*entity).map_or(VACANT, |position| position as u32);
            }
        }
    }

    /// Keeps, of the entities of a source that are looked up in all columns, those that are in all of them. Computes in
    /// **O(entities * columns)**.
    pub(crate) fn keep_found(&mut self, order: Source<'_>) {
        let found = self.found.get_or_insert_default();
        found.clear();
        for (step, entity) in order.indices().unwrap_or_default().iter().enumerate() {
            if self.columns.iter().all(|column| column.positions[step] != VACANT) {
                let kept = found.len();
                self.columns.iter_mut().for_each(|column| column.positions[kept] = column.positions[step]);
                found.push(*entity);
            }
        }
        self.columns.iter_mut().for_each(|column| column.positions.truncate(found.len()));
    }

    /// Finds the runs, when all columns are filled. Computes in **O(entities * columns)**.
    pub(crate) fn finish(&mut self) {
        let Self { order, columns, found, runs, is_filled } = self;
        let steps = found.as_ref().map_or(order.map_or(0, |(_, steps)| steps), Vec::len);
        runs.clear();
        let mut first = 0;
        while first < steps {
            let looked_up = columns.iter().filter(|column| !column.is_owned && column.stamp.is_some());
            let len = looked_up.fold(steps - first, |len, column| ascending(&column.positions[first..first + len]));
            push_run(runs, len);
            first += len;
        }
        *is_filled = true;
    }
}

/// How many positions at the front each exceed the one before by one.
fn ascending(positions: &[u32]) -> usize {
    let more = positions.array_windows().take_while(|[one, next]| one.checked_add(1) == Some(*next)).count();
    positions.len().min(more + 1)
}

/// Appends a run; short ones, of which entities are taken one by one, are joined.
#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 entities")]
fn push_run(runs: &mut Vec<CachedRun>, len: usize) {
    let (is_slice, len) = (len >= RUN, len as u32);
    match runs.last_mut() {
        Some(last) if !last.is_slice && !is_slice => last.len += len,
        _ => runs.push(CachedRun { len, is_slice }),
    }
}

#[cfg(test)]
mod tests;
