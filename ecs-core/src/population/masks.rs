//! The mask of each slot: an array of masks if they are narrow (up to 8 bytes), otherwise an array of numbers of distinct masks.
//!
//! Entities have few distinct masks, and a mask of 512 components is a cache line. Storing a number of 4 bytes instead saves memory and
//! page faults, and the distinct masks stay in the cache. (The same observation is the basis of archetypes.)
//!
//! ```text
//! numbers   [1][1][0][2][1]          by slot; 0 is the empty mask
//! distinct  [{}][{0, 4}][{0, 200}]   each mask once
//! table     a hash map from masks to numbers: open addressing, linear probing
//! ```
//!
//! Unused masks are removed by `shrink_to_fit`, and otherwise only if the table is full and has at least 256 masks, and at least a quarter
//! as many as there are slots, so that the search costs amortised O(1) per added mask.
//!
//! - **I1** Where masks are wide, each number is the position of a mask in `distinct`, which holds each mask once.
//! - **I2** `table` leads to each of these masks; it is at most half full.
//!
//! Numbers are never compared as if they were masks: two worlds, or one world at two times, may number the same masks differently. Only
//! masks leave this file.
//!
//! | | narrow | wide |
//! |---|---|---|
//! | memory per slot | the mask | 4 bytes |
//! | reading one | one load | two |
//! | writing one | one store | a search of the table, unless it is the mask that was searched last |
//! | worlds of | up to 64 components | more |

mod summary;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Index;

use crate::mask::BitMask;
use crate::reuse::clone_by_field;

/// A vacant bucket of the table.
const VACANT: u32 = u32::MAX;

/// Minimum number of distinct masks for which unused ones are searched for.
///
/// Fewer take little memory, and a search visits all slots.
const KEPT: usize = 256;

/// Masks by slot.
///
/// Only one of the two representations is used, as a constant decides; the vectors of the other one stay empty and allocate nothing.
#[derive(Debug)]
pub(crate) struct Masks<M> {
    /// The masks by slot, if they are narrow.
    narrow: Vec<M>,
    /// The number of the mask of each slot, if they are wide.
    numbers: Vec<u32>,
    /// Each wide mask once; the empty one is number 0.
    distinct: Vec<M>,
    /// A hash table of a power of two buckets, probed linearly from the bucket of the mask's hash.
    table: Vec<u32>,
    /// The number of the mask that was searched last.
    ///
    /// A batch, or a loop over entities of one class, searches for the same mask again and again.
    last: u32,
}

clone_by_field! { [M: Clone] Masks<M> { narrow, numbers, distinct, table, last } }

impl<M> Default for Masks<M> {
    fn default() -> Self {
        Self { narrow: Vec::new(), numbers: Vec::new(), distinct: Vec::new(), table: Vec::new(), last: 0 }
    }
}

impl<M: BitMask> Masks<M> {
    /// Whether masks are stored as numbers: a mask of at most 8 bytes is cheaper than the indirection.
    pub(super) const WIDE: bool = size_of::<M>() > 8;

    /// Number of slots.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        if const { Self::WIDE } { self.numbers.len() } else { self.narrow.len() }
    }

    /// The mask of a slot. Runs in **O(1)** time: one load if narrow, two if wide.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<&M> {
        if const { Self::WIDE } {
            self.distinct.get(*self.numbers.get(index)? as usize)
        } else {
            self.narrow.get(index)
        }
    }

    /// Returns which of these slots, at most 64, have masks that pass a test, as bits by position. Runs in **O(slots)** time, without a
    /// branch per slot.
    #[inline(always)]
    pub(crate) fn select(&self, indices: &[u32], test: impl Fn(&M) -> bool) -> u64 {
        if const { !Self::WIDE }
            && let Some(masks) = adjacent(&self.narrow, indices)
        {
            let mut passed = [0; 64];
            for (flag, mask) in passed.iter_mut().zip(masks) {
                *flag = u8::from(test(mask));
            }
            return bits(&passed);
        }
        let mut passed = 0;
        for index in indices.iter().rev() {
            passed = passed << 1 | u64::from(matches!(self.get(*index as usize), Some(mask) if test(mask)));
        }
        passed
    }

    /// Returns true if the masks of all these slots pass a test. Runs in **O(slots)** time, without a branch per slot.
    #[inline(always)]
    pub(crate) fn all(&self, indices: &[u32], test: impl Fn(&M) -> bool) -> bool {
        let mut all = true;
        if const { !Self::WIDE }
            && let Some(masks) = adjacent(&self.narrow, indices)
        {
            for mask in masks {
                all &= test(mask);
            }
            return all;
        }
        for index in indices {
            all &= matches!(self.get(*index as usize), Some(mask) if test(mask));
        }
        all
    }

    /// Iterates over the masks by slot.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &M> {
        (0..self.len()).map(|index| &self[index])
    }

    /// Writes the mask of a slot, which exists or is the next one. Runs in amortised **O(words)** time.
    ///
    /// The number of a wide mask is found by hashing it, unless it is the mask that was searched last, as in a batch or in a loop over
    /// entities of one class.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, mask: M) {
        if const { Self::WIDE } {
            let number = self.number_of(&mask);
            write(&mut self.numbers, index, number);
        } else {
            write(&mut self.narrow, index, mask);
        }
    }

    /// Adds a component to the masks of adjacent slots. Returns false, and changes nothing, if one of them has it or does not exist. Runs
    /// in **O(slots)** time.
    #[cfg(feature = "serde")]
    pub(crate) fn give(&mut self, slots: core::ops::RangeInclusive<usize>, component: usize) -> bool {
        let bit = M::bit(component);
        if const { !Self::WIDE } {
            let Some(own) = self.narrow.get_mut(slots) else { return false };
            // Without a branch per slot.
            let has_any = own.iter().fold(false, |any, mask| any | mask.intersects(&bit));
            if !has_any {
                for mask in own {
                    *mask = mask.union(bit);
                }
            }
            return !has_any;
        }
        let Some(own) = self.numbers.get(slots.clone()) else { return false };
        if own.iter().any(|number| self.distinct[*number as usize].contains(component)) {
            return false;
        }
        let mut last = None;
        for slot in slots {
            let known = last.filter(|(old, _)| *old == self.numbers[slot]);
            let (old, new) = known.unwrap_or_else(|| {
                let mask = self.distinct[self.numbers[slot] as usize].union(bit);
                let new = self.number_of(&mask);
                // Read afterwards: adding a mask can drop unused ones, and renumber all others.
                (self.numbers[slot], new)
            });
            self.numbers[slot] = new;
            last = Some((old, new));
        }
        true
    }

    /// Writes the mask of an existing slot. Runs in amortised **O(words)** time.
    #[inline]
    pub(crate) fn overwrite(&mut self, index: usize, mask: M) {
        if const { Self::WIDE } {
            let number = self.number_of(&mask);
            if let Some(own) = self.numbers.get_mut(index) {
                *own = number;
            }
        } else if let Some(own) = self.narrow.get_mut(index) {
            *own = mask;
        }
    }

    /// Sets the mask of a slot to the empty one, and returns the former mask. Runs in **O(words)** time.
    #[inline]
    pub(crate) fn take(&mut self, index: usize) -> M {
        let mask = self[index];
        self.vacate(index);
        mask
    }

    /// Sets the mask of a slot to the empty one. Runs in **O(1)** time.
    #[inline]
    pub(crate) fn vacate(&mut self, index: usize) {
        if const { Self::WIDE } {
            if let Some(number) = self.numbers.get_mut(index) {
                // The empty mask is the first one.
                *number = 0;
            }
        } else if let Some(mask) = self.narrow.get_mut(index) {
            *mask = M::EMPTY;
        }
    }

    /// Adds slots with this mask up to a number of slots. Runs in **O(added)** time.
    pub(crate) fn resize(&mut self, slots: usize, mask: M) {
        if const { Self::WIDE } {
            let number = self.number_of(&mask);
            self.numbers.resize(slots, number);
        } else {
            self.narrow.resize(slots, mask);
        }
    }

    /// Removes components from the masks of all slots. Runs in **O(slots)** time.
    pub(crate) fn remove_all(&mut self, components: M) {
        for index in 0..self.len() {
            let mask = self[index];
            if mask.intersects(&components) {
                self.set(index, mask.without(components));
            }
        }
    }

    /// Sets the masks of all slots to the empty one. Runs in **O(slots)** time.
    pub(crate) fn empty_all(&mut self) {
        self.narrow.fill(M::EMPTY);
        self.numbers.fill(0);
    }

    /// Reserves memory for this many more slots. Distinct masks are not counted: how many there will be is unknown.
    pub(crate) fn reserve(&mut self, additional: usize) {
        if const { Self::WIDE } { self.numbers.reserve(additional) } else { self.narrow.reserve(additional) }
    }

    /// Frees spare memory, and wide masks that no slot has. Runs in **O(slots)** time.
    pub(crate) fn shrink_to_fit(&mut self) {
        if !self.distinct.is_empty() {
            self.forget_unused();
            self.fill_table((self.distinct.len() * 2).next_power_of_two());
        }
        self.narrow.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self.distinct.shrink_to_fit();
        self.table.shrink_to_fit();
    }

    /// The number of a mask. Nearly always it is the last one, as entities are spawned kind by kind.
    #[inline]
    fn number_of(&mut self, mask: &M) -> u32 {
        if self.distinct.get(self.last as usize) != Some(mask) {
            self.last = self.search(mask);
        }
        self.last
    }

    /// Looks a mask up in the table, and adds it if it is new. The table is made with the first mask, so worlds without entities have none.
    #[inline(never)]
    pub(crate) fn search(&mut self, mask: &M) -> u32 {
        if self.distinct.is_empty() {
            self.fill_table(2);
            self.add(M::EMPTY);
        }
        let number = self.table[self.bucket_of(mask)];
        if number == VACANT { self.add(*mask) } else { number }
    }

    /// Adds a mask that is not in the table. Runs in amortised **O(1)** time: unused masks are searched for only if there are few slots per
    /// mask.
    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "no more masks are kept than there were entities")]
    fn add(&mut self, mask: M) -> u32 {
        if (self.distinct.len() + 1) * 2 > self.table.len() {
            if self.distinct.len() >= KEPT.max(self.numbers.len() / 4) {
                self.forget_unused();
            }
            self.fill_table(((self.distinct.len() + 1) * 4).next_power_of_two());
        }
        let (bucket, number) = (self.bucket_of(&mask), self.distinct.len() as u32);
        self.distinct.push(mask);
        self.table[bucket] = number;
        number
    }

    /// The bucket that contains the number of a mask, or is vacant.
    fn bucket_of(&self, mask: &M) -> usize {
        let last = self.table.len() - 1;
        let mut bucket = mask.scattered() & last;
        while self.distinct.get(self.table[bucket] as usize).is_some_and(|other| other != mask) {
            bucket = (bucket + 1) & last;
        }
        bucket
    }

    /// Rebuilds the table with this number of buckets. Runs in **O(buckets)** time.
    fn fill_table(&mut self, buckets: usize) {
        self.table.clear();
        self.table.resize(buckets, VACANT);
        for number in 0..self.distinct.len() {
            let bucket = self.bucket_of(&self.distinct[number]);
            #[expect(clippy::cast_possible_truncation, reason = "no more masks are kept than there were entities")]
            let number = number as u32;
            self.table[bucket] = number;
        }
    }

    /// Drops unused masks except the empty one, and renumbers the rest. The table must be rebuilt afterwards. Runs in **O(slots)** time.
    fn forget_unused(&mut self) {
        let mut renumbered = vec![VACANT; self.distinct.len()];
        for number in core::iter::once(&0).chain(&self.numbers) {
            renumbered[*number as usize] = 0;
        }
        let mut kept = 0;
        let used = renumbered.iter_mut().zip(&self.distinct).filter(|(new, _)| **new != VACANT);
        self.distinct = used
            .map(|(new, mask)| {
                *new = kept;
                kept += 1;
                *mask
            })
            .collect();
        self.numbers.iter_mut().for_each(|number| *number = renumbered[*number as usize]);
        self.last = 0;
    }

    /// Returns true if the invariants hold.
    ///
    /// Runs in **O(slots + distinct masks)** time. For narrow masks, there is nothing to check.
    pub(super) fn is_whole(&self) -> bool {
        let leads_back = (0..).zip(&self.distinct).all(|(number, mask)| self.table[self.bucket_of(mask)] == number);
        let occupied = self.table.iter().filter(|number| **number != VACANT).count();
        leads_back
            && occupied == self.distinct.len()
            && occupied * 2 <= self.table.len()
            && self.distinct.first().is_none_or(BitMask::is_empty)
            && self.numbers.iter().all(|number| (*number as usize) < self.distinct.len())
    }
}

/// Returns the masks of these slots as a slice, if each slot follows the previous one.
#[inline(always)]
fn adjacent<'a, M>(masks: &'a [M], indices: &[u32]) -> Option<&'a [M]> {
    let (first, last) = (*indices.first()?, *indices.last()?);
    if last.wrapping_sub(first) as usize != indices.len() - 1 {
        return None;
    }
    // Without a branch per slot.
    let (mut follow, mut next) = (true, first);
    for index in indices {
        follow &= *index == next;
        next = next.wrapping_add(1);
    }
    if follow { masks.get(first as usize..)?.get(..indices.len()) } else { None }
}

/// Converts bytes that are 0 or 1 to bits.
#[inline(always)]
fn bits(bytes: &[u8; 64]) -> u64 {
    // In the product, the lowest bits of all bytes are adjacent, in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (words, _) = bytes.as_chunks();
    let gathered = words.iter().map(|word| u64::from_le_bytes(*word).wrapping_mul(GATHER) >> 56);
    gathered.rev().fold(0, |bits, byte| bits << 8 | byte)
}

/// Overwrites an element, or appends it if the index is the length. Slots are used in order, so there is no gap before it.
#[inline]
fn write<T>(all: &mut Vec<T>, index: usize, value: T) {
    debug_assert!(index <= all.len(), "slot {index} has no mask before it");
    match all.get_mut(index) {
        Some(own) => *own = value,
        None => all.push(value),
    }
}

impl<M: BitMask> Index<usize> for Masks<M> {
    type Output = M;

    #[inline(always)]
    fn index(&self, index: usize) -> &M {
        if const { Self::WIDE } { &self.distinct[self.numbers[index] as usize] } else { &self.narrow[index] }
    }
}

#[cfg(test)]
mod tests;
