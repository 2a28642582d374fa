//! Table from entity index to position as a hash map.
//!
//! Takes memory in proportion to the number of entities, not of slots: buckets of 8 bytes, of which 5 to 10 sixteenths are used while it
//! grows. Iteration with lookups, and changes, take 1.3 to 2.4 times as long as with an array (docs/STORAGES.md). Its entries are never
//! iterated: the entities are in the array of the dense index, whose order does not depend on a hash function, so a world with it is
//! deterministic.
//!
//! ```text
//! for example, 8 buckets: keys 3, 11 and 19 have home 2, and key 4 has home 4
//!
//! bucket       0    1    2    3    4    5    6    7
//!             [ .    .    3   11   19    4    .    . ]      11, 19 and 4 are displaced by 1, 2 and 1
//! take(11)    [ .    .    3   19    4    .    .    . ]      later keys move into the gap, but none before its home
//! ```
//!
//! Removal leaves no tombstone behind, so a table whose keys change all the time does not fill up with them: searches stay as short as the
//! load of the table allows.

use alloc::vec::Vec;
use core::mem;

use super::slots::{SlotTable, VACANT};
use super::{DenseIndex, Listed, Source};
use crate::reuse::clone_by_field;

/// Maximum load, in eighths. At this load, a successful search reads two buckets on average, and an unsuccessful one four.
const FULL: usize = 5;

/// Maximum number of buckets that an insertion probes before the free one; a longer probe switches the table to the second hash function.
const PASSED: usize = 8;

/// Table of positions as a hash map: open addressing with linear probing, at most five eighths full. Expected `O(1)` per lookup and change.
///
/// The first hash function is a multiplication, which maps keys at most distances to buckets that are far apart: there are few collisions,
/// and branches are nearly always predicted. Keys at some distances cluster. An insertion that probes more than `PASSED` buckets detects
/// this and switches the table to a hash function without such distances. Neither function has a seed, so the same operations result in the
/// same table.
///
/// - **I1** No bucket from the home of a key up to its own bucket is vacant.
#[derive(Debug, Default)]
pub struct HashSlots {
    /// The buckets: none, or a power of two.
    buckets: Vec<Bucket>,
    /// Number of keys. The table grows before they take more than [`FULL`] eighths of the buckets.
    count: usize,
    /// Number of low bits of a hash that are not part of the bucket number.
    shift: u32,
    /// Whether the second hash function is used. Becomes false only when the table is emptied and then shrunk.
    is_scattered: bool,
}

clone_by_field! { [] HashSlots { buckets, count, shift, is_scattered } }

/// A bucket, vacant if its position is [`VACANT`].
#[derive(Debug, Clone, Copy)]
struct Bucket {
    /// The index of an entity; any number if the bucket is vacant.
    key: u32,
    /// Its position, or [`VACANT`].
    position: u32,
}

impl Bucket {
    const VACANT: Self = Self { key: 0, position: VACANT };

    #[inline]
    fn is_vacant(&self) -> bool {
        self.position == VACANT
    }
}

/// First hash function, a bijection: multiplication by the golden ratio (Fibonacci hashing, Knuth, TAOCP 6.4). The upper bits of
/// neighbouring keys are far apart.
#[inline]
const fn spread(key: u32) -> u32 {
    key.wrapping_mul(0x9e37_79b9)
}

/// Second hash function, a bijection without a seed that leaves no pattern of the keys (runs, multiples) in any bit: multiplication carries
/// bits upwards, and shifts carry them downwards. The constants are those of Wellons' `lowbias32`.
#[inline]
const fn scattered(key: u32) -> u32 {
    let once = (key ^ (key >> 16)).wrapping_mul(0x7feb_352d);
    let twice = (once ^ (once >> 15)).wrapping_mul(0x846c_a68b);
    twice ^ (twice >> 16)
}

impl HashSlots {
    /// Returns the first bucket that is probed for a key.
    #[inline]
    fn home(&self, key: u32) -> usize {
        let hash = if self.is_scattered { scattered(key) } else { spread(key) };
        (hash >> self.shift) as usize & (self.buckets.len() - 1)
    }

    /// Returns the bucket of a key, or the vacant one where it would be inserted. There must be buckets.
    ///
    /// The search ends, since at least three eighths of the buckets are vacant.
    #[inline]
    fn search(&self, key: u32) -> usize {
        let mut at = self.home(key);
        while !self.buckets[at].is_vacant() && self.buckets[at].key != key {
            at = (at + 1) & (self.buckets.len() - 1);
        }
        at
    }

    /// Returns the bucket of a key that is in the table.
    #[inline]
    fn find(&self, key: u32) -> Option<usize> {
        if self.buckets.is_empty() {
            return None;
        }
        let at = self.search(key);
        (!self.buckets[at].is_vacant()).then_some(at)
    }

    /// Returns the number of buckets from the home of a key to `at`.
    #[inline]
    fn passed(&self, key: u32, at: usize) -> usize {
        at.wrapping_sub(self.home(key)) & (self.buckets.len() - 1)
    }

    /// Switches to the second hash function and reinserts all keys. Happens at most once until the table is emptied and shrunk, and only
    /// for keys at distances that the first function maps to neighbouring buckets, by choice or by chance.
    #[cold]
    fn scatter(&mut self) {
        self.is_scattered = true;
        self.resize(self.buckets.len());
    }

    /// Allocates this many buckets, a power of two, and reinserts all keys. `O(buckets)`.
    ///
    /// Keys can be inserted in any order: each is stored in the first vacant bucket from its home on.
    fn resize(&mut self, buckets: usize) {
        self.shift = u32::BITS.saturating_sub(buckets.trailing_zeros());
        let old = mem::replace(&mut self.buckets, alloc::vec![Bucket::VACANT; buckets]);
        for bucket in old.into_iter().filter(|bucket| !bucket.is_vacant()) {
            let at = self.search(bucket.key);
            self.buckets[at] = bucket;
        }
    }
}

impl SlotTable for HashSlots {
    const EMPTY: Self = Self { buckets: Vec::new(), count: 0, shift: 0, is_scattered: false };

    fn empty_index() -> &'static DenseIndex<Self> {
        static EMPTY: DenseIndex<HashSlots> = HashSlots::INDEX;
        &EMPTY
    }

    #[inline]
    fn position_or_vacant(&self, index: u32) -> u32 {
        self.find(index).map_or(VACANT, |at| self.buckets[at].position)
    }

    #[inline]
    fn relocate(&mut self, index: u32, position: u32) {
        if let Some(at) = self.find(index) {
            self.buckets[at].position = position;
        }
    }

    fn set(&mut self, index: u32, position: u32) {
        if (self.count + 1) * 8 > self.buckets.len() * FULL {
            self.resize((self.buckets.len() * 2).max(8));
        }
        let mut at = self.search(index);
        if !self.is_scattered && self.passed(index, at) > PASSED {
            self.scatter();
            at = self.search(index);
        }
        self.count += usize::from(self.buckets[at].is_vacant());
        self.buckets[at] = Bucket { key: index, position };
    }

    fn take(&mut self, index: u32) -> Option<u32> {
        let mut hole = self.find(index)?;
        let last = self.buckets.len() - 1;
        let Bucket { position, .. } = mem::replace(&mut self.buckets[hole], Bucket::VACANT);
        self.count -= 1;
        // Later keys move into the gap, unless that would move them before their home.
        let mut at = (hole + 1) & last;
        while !self.buckets[at].is_vacant() {
            let displaced = self.passed(self.buckets[at].key, at);
            let gap = at.wrapping_sub(hole) & last;
            if displaced >= gap {
                self.buckets.swap(at, hole);
                hole = at;
            }
            at = (at + 1) & last;
        }
        Some(position)
    }

    fn shrink_to_fit(&mut self) {
        let needed = if self.count == 0 { 0 } else { (self.count * 8).div_ceil(FULL).next_power_of_two().max(8) };
        if needed < self.buckets.len() {
            self.is_scattered &= needed > 0;
            self.resize(needed);
        }
    }

    fn occupied(&self) -> usize {
        self.buckets.iter().filter(|bucket| !bucket.is_vacant()).count()
    }

    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Listed(index as &dyn Listed, len)
    }
}

#[cfg(test)]
mod tests;
