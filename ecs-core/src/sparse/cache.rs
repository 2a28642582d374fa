//! Cached positions of views: the positions of their entities in storages of other orders (`pairs.rs` caches those of ad-hoc queries).
//!
//! - **I1** A [`Stamp`] consists of the address of an index, its length, and its version, which increases with each change of a position
//!   except by appending. Cached positions are used only if the stamps of the order and of the column are those with which the positions
//!   were read.
//!
//! A cache and its indices are parts of one world, which moves as a whole. So an index at the same address with the same version and length
//! has the same positions. Clones start with empty caches. No result depends on a cache: a cached position equals the one that a lookup
//! would return, and is checked against bounds like any other.
//!
//! ```text
//! iteration   stamps                        comparison    positions
//! 1           none are known                Changed       looked up one by one
//! 2           equal                         Unchanged     read into the cache first
//! 3           equal                         Filled        those of the cache
//! 4           a value was moved since       Changed       looked up; those of the cache are outdated
//! 5           equal                         Unchanged     read into the cache again
//! ```
//!
//! Reading positions into the cache costs as much as several iterations that look them up. So if cached positions were used in only few
//! iterations before they were outdated, they are read again only after twice as many comparisons without a change, up to 17. If they were
//! used in many iterations, one such comparison suffices again.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Source;
use super::slots::VACANT;

/// Minimum number of entities for which positions are cached.
const LEAST: usize = 64;

/// Minimum number of adjacent entities that are iterated as slices.
const RUN: usize = 16;

/// Minimum number of iterations with cached positions for which reading them was worthwhile.
pub(super) const FEW: u32 = 4;

/// Minimum number of iterations with cached positions after which they are read again without waiting.
pub(super) const MANY: u32 = 16;

/// Maximum of [`Positions::patience`].
pub(super) const PATIENCE: u32 = 16;

/// Identifies an index at one version.
///
/// Addresses are only compared and never dereferenced, so an outdated stamp does no harm: it is merely unequal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) index: usize,
    /// See [`DenseIndex::version`](super::DenseIndex::version).
    pub(crate) version: u64,
    /// The number of entities, since appending does not change the version.
    pub(crate) len: usize,
}

/// Cached positions of a view. Empty until two successive comparisons find the order of the view and the storages unchanged, so that views
/// that change in each run cost only a comparison.
#[derive(Debug, Default)]
pub struct PositionCache(Option<Box<Positions>>);

/// Clones start with an empty cache. `clone_from` keeps that of `self` and its memory: it is outdated as soon as an index is overwritten,
/// which then has a new version.
impl Clone for PositionCache {
    fn clone(&self) -> Self {
        Self(None)
    }

    fn clone_from(&mut self, _: &Self) {}
}

/// Positions by column, in the order of the view: 4 bytes per entity and column.
#[derive(Debug, Default)]
pub struct Positions {
    /// The stamp of the index from which the order was read, and the number of entities.
    order: Option<(Stamp, usize)>,
    /// One column per required component of the view.
    columns: Vec<Column>,
    /// Matching entities, if the view is a scan.
    found: Option<Vec<u32>>,
    /// The entities of the view in order, as runs, whose lengths add up to the number of entities.
    runs: Vec<CachedRun>,
    /// False until the positions are read, and again after a comparison finds a change.
    is_filled: bool,
    /// Number of iterations since the positions were read; while they are not, number of comparisons without a change.
    quiet: u32,
    /// The positions are read after more than this number of comparisons without a change.
    patience: u32,
}

/// The cached positions in one storage.
#[derive(Debug, Default)]
struct Column {
    /// The stamp of the index from which the positions were read; `None` if it has none.
    stamp: Option<Stamp>,
    /// The first position from which the storage follows the order of the view; `None` if it does not.
    boundary: Option<usize>,
    /// True if the values are in the order of the view, so that nothing is looked up.
    is_owned: bool,
    /// The position at each step of the view.
    positions: Vec<u32>,
}

/// Consecutive entities in the order of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CachedRun {
    pub(crate) len: u32,
    /// True if their values are adjacent and in this order in all columns.
    pub(crate) is_slice: bool,
}

impl PositionCache {
    /// Returns the cached positions, or `None` if the cache is empty.
    fn positions(&self) -> Option<&Positions> {
        self.0.as_deref().filter(|positions| positions.is_filled)
    }

    /// Returns the cached positions and their runs, if they are those of this order.
    pub(crate) fn in_order(&self, order: Source<'_>) -> Option<(&Positions, &[CachedRun])> {
        let positions = self.positions()?;
        Some((positions, positions.runs(order)?))
    }

    /// Empties the cache and frees its memory.
    pub(crate) fn free(&mut self) {
        self.0 = None;
    }

    /// Starts to compare the cache with the current order of the view. Returns `None` if there are too few entities for a cache to be
    /// worthwhile.
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

/// A comparison of the stamps of a cache with the current ones.
#[derive(Debug)]
pub(crate) struct Comparison<'c> {
    /// The stamps are replaced by the current ones as they are compared.
    positions: &'c mut Positions,
    /// Whether all stamps compared so far were equal.
    is_unchanged: bool,
}

impl<'c> Comparison<'c> {
    /// Compares the position from which on a column follows the order of the view. The column must have been compared before.
    pub(crate) fn boundary(&mut self, number: usize, boundary: Option<usize>) {
        if let Some(column) = self.positions.columns.get_mut(number) {
            self.is_unchanged &= column.boundary == boundary;
            column.boundary = boundary;
        }
    }

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

    /// Ends the comparison, and empties the cache if anything changed. If the result is [`Compared::Unchanged`], the caller fills the
    /// cache. `iterations` is the number of iterations of the view since the last comparison.
    pub(crate) fn end(self, iterations: u32) -> Compared<'c> {
        let positions = self.positions;
        if positions.is_filled {
            positions.quiet = positions.quiet.saturating_add(iterations);
        }
        if !self.is_unchanged {
            if positions.is_filled {
                positions.patience = match positions.quiet {
                    ..FEW => (2 * positions.patience + 1).min(PATIENCE),
                    MANY.. => 0,
                    _ => positions.patience,
                };
            }
            (positions.is_filled, positions.quiet) = (false, 0);
            return Compared::Changed(positions);
        }
        positions.quiet = positions.quiet.saturating_add(1);
        if positions.is_filled {
            Compared::Filled
        } else if positions.quiet > positions.patience {
            positions.quiet = 0;
            Compared::Unchanged(positions)
        } else {
            Compared::Waiting
        }
    }
}

/// Result of a comparison.
#[derive(Debug)]
pub(crate) enum Compared<'c> {
    /// Something changed: columns that follow the order of the view may no longer be in it.
    Changed(&'c mut Positions),
    /// Nothing changed since the last comparison: the caller fills the cache.
    Unchanged(&'c mut Positions),
    /// Nothing changed since the last comparison, but positions are not read yet, since they change too often.
    Waiting,
    /// Nothing changed since the positions were read: they can be used.
    Filled,
}

impl Positions {
    /// Returns the runs, if `order` is the order of the view.
    fn runs(&self, order: Source<'_>) -> Option<&[CachedRun]> {
        let (stamp, (own, steps)) = (order.stamp()?, self.order?);
        let is_owned = || self.columns.iter().any(|column| column.is_owned && column.stamp == Some(stamp));
        (steps == order.steps() && (own == stamp || is_owned())).then_some(&self.runs)
    }

    /// Returns the positions in a storage by step, if they are cached.
    pub(crate) fn of(&self, column: Source<'_>) -> Option<&[u32]> {
        let stamp = Some(column.stamp()?);
        self.columns.iter().find(|own| own.stamp == stamp && !own.is_owned).map(|own| &own.positions[..])
    }

    /// Returns the matching entities in order, if the view is a scan.
    #[inline]
    pub(crate) fn found(&self) -> Option<&[u32]> {
        self.found.as_deref()
    }

    /// Fills a column with the indices of the entities in order, which [`look_up`](Self::look_up) replaces by positions. `O(entities)`.
    pub(crate) fn list(&mut self, number: usize, order: Source<'_>) {
        if let Some(column) = self.columns.get_mut(number).filter(|column| column.stamp.is_some()) {
            column.positions.clear();
            column.positions.extend_from_slice(order.indices().unwrap_or_default());
        }
    }

    /// Returns the indices of the entities in order, after [`list`](Self::list), and the position from which on a column follows them, if
    /// it does.
    pub(crate) fn followed(&self, number: usize) -> Option<(&[u32], usize)> {
        let column = self.columns.get(number)?;
        Some((&column.positions, column.boundary?))
    }

    /// Replaces each index of a column by the position of its entity. `O(entities)` lookups.
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

    /// Keeps only the entities of `order` that were found in all columns. For scans. `O(entities * columns)`.
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

    /// Finds the runs. All columns must be filled. `O(entities * columns)`.
    ///
    /// ```text
    /// positions, in one column                       0 1 .. 19    40    7 8 9    21 22 .. 36
    /// lengths of ascending sequences                 20           1     3        16
    /// runs, since 16 are needed for slices           20           4              16
    /// ```
    pub(crate) fn finish(&mut self) {
        let Self { order, columns, found, runs, is_filled, .. } = self;
        let steps = found.as_ref().map_or(order.map_or(0, |(_, steps)| steps), Vec::len);
        runs.clear();
        let mut first = 0;
        while first < steps {
            // Tests each step in all columns, so that a column with longer runs than others is not read again for each of their runs.
            let follows = |at: &usize| {
                let mut looked_up = columns.iter().filter(|column| !column.is_owned && column.stamp.is_some());
                looked_up.all(|column| column.positions[at - 1].checked_add(1) == Some(column.positions[*at]))
            };
            let len = 1 + (first + 1..steps).take_while(follows).count();
            push_run(runs, len);
            first += len;
        }
        *is_filled = true;
    }
}

/// Appends a run. Adjacent short runs, whose entities are visited one by one, are merged.
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
