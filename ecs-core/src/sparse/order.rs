//! The entities of an index by position: whether those of another index are the same, in the same order, and what all of them have.
//!
//! Storages whose components are inserted together stay in one order, and most frames change neither that nor any mask. So what an iteration
//! finds out about an order is kept until it changes: that another one is equal (`numbered.rs`), and the components that all of its entities
//! have, and that some have.
//!
//! - **I1** A summary is that of these entities under the masks with its number.
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

use self::cached::{CachedSummary, Unlike};
use crate::numbered::{CountedNumber, Numbered};

/// The entities of an index by position.
#[derive(Debug, Default)]
pub struct Order {
    indices: Vec<u32>,
    /// Increases with each change but appending: see [`version`](Self::version).
    version: u64,
    /// Valid for one [`count`](Self::count).
    number: CountedNumber,
    /// An order that it was compared with, and that is another one.
    unlike: Unlike,
    summary: CachedSummary,
}

/// `clone_from` reuses memory, and is a change: the version increases, so that positions that were cached before are not used, whichever
/// version the source has.
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

/// The components that all of some entities have, and those that at least one has, as bits. Only of worlds of up to 64 components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) all: u64,
    pub(crate) some: u64,
}

impl Order {
    pub(super) const fn new() -> Self {
        let (number, unlike, summary) = (CountedNumber::new(), Unlike::new(), CachedSummary::new());
        Self { indices: Vec::new(), version: 0, number, unlike, summary }
    }

    /// A number that increases with each change of a position, except by appending: of two states with one version, the later one has more
    /// entities behind those of the other. Cached positions are valid for one version and one length.
    #[inline(always)]
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// A number that increases with each change, whether of the version or of the length. What is known of the entities is known of one count.
    ///
    /// Versions count twice, since a removal makes the order shorter.
    #[inline(always)]
    fn count(&self) -> u64 {
        2 * self.version + self.len() as u64
    }

    /// The entities, to be changed in any way.
    #[inline(always)]
    pub(super) fn change(&mut self) -> &mut Vec<u32> {
        // By so much that the count increases even if none are left.
        self.version += 1 + self.len() as u64;
        &mut self.indices
    }

    /// Appends an entity. Amortised `O(1)`.
    #[inline(always)]
    pub(super) fn push(&mut self, index: u32) {
        self.indices.push(index);
    }

    /// Removes the entity at a position, and returns the last one, which moves there; `None` if nothing moves.
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

    /// Reserves memory for at least `additional` more entities.
    pub(super) fn reserve(&mut self, additional: usize) {
        self.indices.reserve(additional);
    }

    /// Frees unused memory.
    pub(super) fn shrink_to_fit(&mut self) {
        self.indices.shrink_to_fit();
    }

    /// Returns true if both have the same entities in the same order, as far as is known, or can be found out by comparing `most` entities.
    /// False if there are none.
    ///
    /// Runs in **O(1)** time if this order was last compared with that one, and neither changed since, or if their lengths or ends differ;
    /// otherwise in **O(entities)**, up to the first difference, many at a time.
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

    /// Compares both at the end of an iteration of all entities, for later ones; if both are as they were at the end of another one.
    #[inline]
    pub(crate) fn compare_again(&self, other: &Self) {
        if self.len() == other.len() && self.is_asked_again() & other.is_asked_again() {
            self.is_that_of(other, usize::MAX);
        }
    }

    /// Out of line: an iteration calls it once after a change.
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

    /// What all entities and some entities have under the masks with this number; `find` looks at the masks of entities.
    ///
    /// `None` until it pays to look at all: when iterations that were told nothing, each of which counts as `most` entities, count as many as
    /// there are. Runs in **O(1)** time, and once, after that, in **O(entities)**.
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
