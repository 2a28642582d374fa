//! The classes of entities with equal masks, in the order that `tidy` gives to storages. Uses the population, no component types.
//!
//! A storage in the order of classes holds the entities of one class at consecutive positions; and as all storages use one order of
//! classes, the entities of a class are consecutive in each of them. This is what iteration over several storages needs to read
//! slices, and it is how archetypes store entities; but here the order is a property that decays with changes, not a structure that each
//! change maintains.
//!
//! Sorting is a counting sort by class: one pass over the masks counts members, one pass distributes indices.
//!
//! ```text
//! slot              0      1      2      3      4        5      6
//! mask              {B}    {A}    free   {B}    {A, C}   {}     {A}
//! class             0      1      -      0      2        3      1       in the order of first appearance
//! members counted   2 2 1 1, from which follow their starts: 0 2 4 5
//! distributed       0 3 | 1 6 | 4 | 5                                   each class ascends, as slots are visited in order
//! ```
//!
//! - **I1** Each living entity is a member of exactly one class, that of its mask.
//! - **I2** Classes are in the order of their members with the lowest indices. Members ascend by key, then by index.

use alloc::vec::Vec;

use super::Population;
use crate::mask::BitMask;

/// Sentinel for "no class".
const NONE: u32 = u32::MAX;

/// The order of the entities within a class.
///
/// `tidy` uses the index alone. The key is a type parameter, so another order within a class needs only another implementation of this
/// trait.
pub(crate) trait MemberKey {
    /// Returns true if all keys are equal, so that the order is that of the indices.
    const BY_INDEX: bool = false;

    /// The key of the entity of this index.
    fn of(&self, index: u32) -> u32;
}

/// Entities by ascending index.
pub(crate) struct ByIndex;

impl MemberKey for ByIndex {
    const BY_INDEX: bool = true;

    fn of(&self, _: u32) -> u32 {
        0
    }
}

/// The live entities by classes of equal masks. The memory is reused by the next sort.
///
/// Classes are few, however many entities there are: one per combination of components that occurs.
#[derive(Debug)]
pub(crate) struct Classes<M> {
    /// In the order of I2.
    list: Vec<Class<M>>,
    /// The indices of all live entities, class by class.
    members: Vec<u32>,
    /// The class of each slot.
    class_of: Vec<u32>,
    /// A hash map from masks to classes: open addressing with linear probing, at most half full.
    table: Vec<u32>,
}

/// A class. Its members begin where those of the previous class end.
#[derive(Debug)]
struct Class<M> {
    /// Without the components that the sort ignores.
    mask: M,
    /// The end of its members. During a sort, first their number, then the position of the next one.
    end: usize,
}

impl<M> Default for Classes<M> {
    fn default() -> Self {
        Self { list: Vec::new(), members: Vec::new(), class_of: Vec::new(), table: Vec::new() }
    }
}

impl<M: BitMask> Classes<M> {
    /// Sorts the live entities into classes, by their masks without the ignored components. Runs in **O(slots)** time, with **O(n log n)**
    /// comparisons of keys unless members are ordered by index.
    ///
    /// A counting sort: members are counted, the counts become starts, and each slot is written to the next position of its class.
    pub(crate) fn sort<K: MemberKey>(&mut self, population: &Population<M>, ignored: Option<M>, key: &K) {
        self.classify(population, ignored);
        // The numbers of members become starts, and these become ends as members are added.
        let mut start = 0;
        for class in &mut self.list {
            start += core::mem::replace(&mut class.end, start);
        }
        self.members.clear();
        self.members.resize(start, 0);
        for (index, class) in (0..).zip(&self.class_of) {
            if let Some(class) = self.list.get_mut(*class as usize) {
                self.members[class.end] = index;
                class.end += 1;
            }
        }
        if !K::BY_INDEX {
            let mut start = 0;
            for class in &self.list {
                self.members[start..class.end].sort_unstable_by_key(|index| (key.of(*index), *index));
                start = class.end;
            }
        }
    }

    /// Finds the class of each slot, and counts the members of each class.
    ///
    /// Free slots are in no class. Runs in **O(slots)** time, with a search of the table for each.
    fn classify(&mut self, population: &Population<M>, ignored: Option<M>) {
        self.list.clear();
        self.table.fill(NONE);
        self.class_of.clear();
        self.class_of.reserve(population.masks.len());
        for (index, mask) in (0..).zip(population.masks.iter()) {
            let is_free = mask.is_empty() && population.allocator.entity_at(index).is_none();
            let class = match ignored {
                _ if is_free => NONE,
                None => self.count(mask),
                Some(ignored) => self.count(&mask.without(ignored)),
            };
            self.class_of.push(class);
        }
    }

    /// Counts a member of the class of a mask, and returns the class. Consecutive masks often differ, so a branch on whether they do would
    /// cost more than the hash.
    #[inline]
    fn count(&mut self, mask: &M) -> u32 {
        let bucket = spread(mask) & self.table.len().wrapping_sub(1);
        let mut class = self.table.get(bucket).copied().unwrap_or(NONE);
        if self.list.get(class as usize).is_none_or(|class| class.mask != *mask) {
            class = self.find(mask);
        }
        self.list[class as usize].end += 1;
        class
    }

    /// The class of a mask, which is created if there is none.
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more classes than entities")]
    fn find(&mut self, mask: &M) -> u32 {
        if self.table.len() < 2 * (self.list.len() + 1) {
            self.grow();
        }
        let bucket = self.bucket_of(mask);
        if self.table[bucket] == NONE {
            self.table[bucket] = self.list.len() as u32;
            self.list.push(Class { mask: *mask, end: 0 });
        }
        self.table[bucket]
    }

    /// The bucket that contains the class of a mask, or is free for it.
    ///
    /// Linear probing in a table that is at most half full. Runs in expected **O(1)** time.
    fn bucket_of(&self, mask: &M) -> usize {
        let mut bucket = spread(mask) & (self.table.len() - 1);
        while self.list.get(self.table[bucket] as usize).is_some_and(|class| class.mask != *mask) {
            bucket = (bucket + 1) & (self.table.len() - 1);
        }
        bucket
    }

    /// Doubles the table and inserts all classes anew. Runs in **O(classes)** time.
    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more classes than entities")]
    fn grow(&mut self) {
        let buckets = (2 * self.table.len()).max(8);
        self.table.clear();
        self.table.resize(buckets, NONE);
        for class in 0..self.list.len() {
            let bucket = self.bucket_of(&self.list[class].mask);
            self.table[bucket] = class as u32;
        }
    }

    /// Iterates over the classes with their members.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&M, &[u32])> {
        let mut start = 0;
        self.list.iter().map(move |class| {
            let members = &self.members[start..class.end];
            start = class.end;
            (&class.mask, members)
        })
    }
}

/// A hash whose low bits depend on all components. `scattered` of a small mask is the set itself, and such sets may differ in their high
/// bits alone.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is enough for a table")]
fn spread<M: BitMask>(mask: &M) -> usize {
    let hash = (mask.scattered() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 32) as usize
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;
    use crate::mask::{Mask, SmallMask};

    type M = Mask<2>;

    fn sorted<K: MemberKey>(classes: &mut Classes<M>, population: &Population<M>, key: &K) -> Vec<(M, Vec<u32>)> {
        classes.sort(population, None, key);
        classes.iter().map(|(mask, members)| (*mask, members.to_vec())).collect()
    }

    #[test]
    fn classes_are_ordered_by_first_appearance_and_members_by_index() {
        let (mut population, mut classes) = (Population::default(), Classes::default());
        assert_eq!(sorted(&mut classes, &population, &ByIndex), []);
        let masks = [&[1][..], &[0], &[], &[1], &[0, 70], &[], &[0]].map(M::of);
        let entities = masks.map(|mask| population.spawn(mask));
        population.despawn(entities[2]);
        let expected = |parts: &[(&[usize], &[u32])]| -> Vec<_> {
            parts.iter().map(|(mask, members)| (M::of(mask), members.to_vec())).collect()
        };
        let own = expected(&[(&[1], &[0, 3]), (&[0], &[1, 6]), (&[0, 70], &[4]), (&[], &[5])]);
        assert_eq!(sorted(&mut classes, &population, &ByIndex), own, "a free slot is in no class");
        population.set_mask(entities[0], M::of(&[0, 70]));
        let own = expected(&[(&[0, 70], &[0, 4]), (&[0], &[1, 6]), (&[1], &[3]), (&[], &[5])]);
        assert_eq!(sorted(&mut classes, &population, &ByIndex), own);
    }

    #[test]
    fn masks_that_differ_in_any_component_are_spread_over_the_buckets() {
        let masks = (0..32).map(SmallMask::<u32>::bit);
        let buckets: BTreeSet<_> = masks.map(|mask| spread(&mask) % 32).collect();
        assert!(buckets.len() > 16, "most masks have a bucket of their own: {buckets:?}");
    }

    #[test]
    fn any_number_of_classes_is_distinguished() {
        for count in [0, 1, 2, 3, 4, 5, 8, 9, if cfg!(miri) { 100 } else { 1_000 }] {
            let (mut population, mut classes) = (Population::default(), Classes::default());
            let mask =
                |n: usize| M::of(&(0..20).filter(|bit| n >> bit & 1 == 1).map(|bit| 6 * bit).collect::<Vec<_>>());
            for n in (0..count).chain(0..count) {
                population.spawn(mask(n));
            }
            let all = sorted(&mut classes, &population, &ByIndex);
            let expected: Vec<_> = (0..count)
                .map(|n| (mask(n), [n, count + n].map(|at| u32::try_from(at).unwrap_or(u32::MAX)).to_vec()))
                .collect();
            assert!(all == expected, "{count} classes");
        }
    }

    #[test]
    fn another_key_orders_the_members_of_each_class() {
        /// By depth; of equal depths, the lower index first.
        struct ByDepth([u32; 6]);
        impl MemberKey for ByDepth {
            fn of(&self, index: u32) -> u32 {
                self.0[index as usize]
            }
        }
        let (mut population, mut classes) = (Population::default(), Classes::default());
        for mask in [0, 1, 0, 0, 1, 0] {
            population.spawn(M::of(&[mask]));
        }
        let all = sorted(&mut classes, &population, &ByDepth([2, 9, 0, 2, 1, 1]));
        assert_eq!(all, [(M::of(&[0]), alloc::vec![2, 5, 0, 3]), (M::of(&[1]), alloc::vec![4, 1])]);
    }
}
