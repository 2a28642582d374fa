//! The entities of an index by position. Caches which other orders are equal to it, and which components all of its entities have.
//!
//! Storages whose components are inserted together stay in the same order, and most frames change neither the order nor any mask. So what
//! an iteration determines about an order is cached until the order changes: that it equals another one (`numbered.rs`), and which
//! components all of its entities have, and which some of them have.
//!
//! - **I1** A cached summary is valid for the entities and masks whose numbers it has.
//!
//! ```text
//! storage    entities     masks                    all       some
//! A          [ 3 0 4 ]    {A B} {A} {A B}          {A}       {A B}       without C: each passes; with C: none; with B: each is tested
//! B          [ 3 4 ]      {A B} {A B}              {A B}     {A B}       with A: each passes
//! ```

#[cfg(target_has_atomic = "64")]
mod cached;
#[cfg(not(target_has_atomic = "64"))]
#[path = "order/uncached.rs"]
mod cached;

use alloc::vec::Vec;
use core::ops::Deref;

use self::cached::{CachedSummary, UnequalOrders};
use crate::numbered::{CountedNumber, Numbered};

/// The entities of an index by position.
#[derive(Debug, Default)]
pub struct Order {
    indices: Vec<u32>,
    /// Increases with each change except appending; see [`version`](Self::version).
    version: u64,
    /// Valid for one [`count`](Self::count).
    number: CountedNumber,
    /// An order that was compared with this one and is different.
    unlike: UnequalOrders,
    summary: CachedSummary,
}

/// `clone_from` reuses memory and is a change: the version increases, so that positions cached before are not used, whichever version the
/// source has.
impl Clone for Order {
    fn clone(&self) -> Self {
        let Self { indices, version, number: _, unlike, summary } = self;
        let (version, number) = (*version, CountedNumber::new());
        let own = Self { indices: indices.clone(), version, number, unlike: unlike.clone(), summary: summary.clone() };
        own.note(self.present());
        own
    }

    fn clone_from(&mut self, source: &Self) {
        self.change().clone_from(&source.indices);
        self.note(source.present());
        self.unlike.clone_from(&source.unlike);
        self.summary.clone_from(&source.summary);
    }
}

/// The components that all entities of an order have, and those that at least one has, as bits. Only for worlds of up to 64 components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) all: u64,
    pub(crate) some: u64,
}

impl Order {
    pub(super) const fn new() -> Self {
        let (number, unlike, summary) = (CountedNumber::new(), UnequalOrders::new(), CachedSummary::new());
        Self { indices: Vec::new(), version: 0, number, unlike, summary }
    }

    /// A number that increases with each change of a position, except by appending. Of two states with the same version, the later one only
    /// has more entities at the end. Cached positions are valid for one version and one length.
    #[inline(always)]
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// A number that increases with each change of the version or of the length. What is known about the entities is valid for one count.
    ///
    /// Versions count twice, since a removal increases the version by one and decreases the length by one.
    #[inline(always)]
    fn count(&self) -> u64 {
        2 * self.version + self.len() as u64
    }

    /// The entities, for any change.
    #[inline(always)]
    pub(super) fn change(&mut self) -> &mut Vec<u32> {
        // By enough that the count increases even if no entity is left.
        self.version += 1 + self.len() as u64;
        &mut self.indices
    }

    /// Appends an entity. Amortised `O(1)`.
    #[inline(always)]
    pub(super) fn push(&mut self, index: u32) {
        self.indices.push(index);
    }

    /// Removes the entity at a position, and returns the last one, which moves there, or `None` if nothing moves.
    #[inline(always)]
    pub(super) fn swap_remove(&mut self, position: usize) -> Option<u32> {
        self.version += 1;
        let last = self.indices.pop()?;
        *self.indices.get_mut(position)? = last;
        Some(last)
    }

    /// Swaps the entities at two positions, and returns them as they are afterwards.
    #[inline(always)]
    #[track_caller]
    pub(super) fn swap(&mut self, a: usize, b: usize) -> (u32, u32) {
        self.version += 1;
        self.indices.swap(a, b);
        (self.indices[a], self.indices[b])
    }

    /// Swaps the entity at the position `own` into another position, and returns the one that was there.
    #[inline(always)]
    #[track_caller]
    pub(super) fn bring(&mut self, index: u32, own: usize, position: usize) -> u32 {
        self.version += 1;
        let other = core::mem::replace(&mut self.indices[position], index);
        self.indices[own] = other;
        other
    }

    /// Reserves memory for at least `additional` more entities.
    pub(super) fn reserve(&mut self, additional: usize) {
        self.indices.reserve(additional);
    }

    /// Frees unused memory.
    pub(super) fn shrink_to_fit(&mut self) {
        self.indices.shrink_to_fit();
    }

    /// Returns true if both have the same entities in the same order, and this is known or can be determined by comparing at most `most`
    /// entities. False if there are no entities.
    ///
    /// Runs in **O(1)** time if this order was last compared with the other one and neither has changed since, or if their lengths or ends
    /// differ; otherwise in **O(entities)** up to the first difference, many at a time.
    #[inline]
    pub(crate) fn is_that_of(&self, other: &Self, most: usize) -> bool {
        let len = self.len();
        len == other.len()
            && (self.is_known_as(other)
                || len <= most
                    && self.first() == other.first()
                    && self.last() == other.last()
                    && self.compare_all(other))
    }

    /// Compares both at the end of an iteration over all entities, for later iterations. Does nothing unless both are as they were at the
    /// end of an earlier one.
    #[inline]
    pub(crate) fn compare_again(&self, other: &Self) {
        if self.len() == other.len() && self.request_again() & other.request_again() {
            self.is_that_of(other, usize::MAX);
        }
    }

    /// Not inlined: an iteration calls it once after a change.
    #[inline(never)]
    fn compare_all(&self, other: &Self) -> bool {
        if self.is_empty() || self.unlike.is_known(self, other) {
            return false;
        }
        let is_equal = self.compare(other);
        if !is_equal {
            self.unlike.note(self, other);
        }
        is_equal
    }

    /// The components that all entities have, and those that some have, under the masks with this number. `find` determines them from the
    /// masks of the entities.
    ///
    /// `None` until this iteration and earlier ones without a summary, each of which counts as `most` entities, add up to as many as there
    /// are: only then is it worthwhile to examine all entities. Runs in **O(1)** time, and once after that in **O(entities)**.
    #[inline]
    pub(crate) fn summary(&self, masks: usize, most: usize, find: impl FnOnce(&[u32]) -> Summary) -> Option<Summary> {
        let key = (self.number()?, masks);
        self.summary.get(key).or_else(|| self.summary.find(key, most, &self.indices, find))
    }
}

impl PartialEq for Order {
    fn eq(&self, other: &Self) -> bool {
        self.indices == other.indices
    }
}

impl Numbered for Order {
    #[inline(always)]
    fn present(&self) -> usize {
        self.number.of(self.count())
    }

    #[inline]
    fn note(&self, number: usize) {
        self.number.note(self.count(), number);
    }
}

impl Deref for Order {
    type Target = [u32];

    #[inline(always)]
    fn deref(&self) -> &[u32] {
        &self.indices
    }
}

#[cfg(test)]
mod tests;
