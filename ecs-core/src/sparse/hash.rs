//! Table from entity index to position as a hash map.
//!
//! It uses memory in proportion to the number of entities, and not of slots: buckets of 8 bytes, 5 to 10 sixteenths of them used while
//! it grows. Lookups and changes are 5 to 15 times slower than in an array (docs/STORAGES.md). It is never iterated for its entries: the
//! entities are in the array of the dense index, whose order no hash function influences, so a world with it is deterministic.
//!
//! ```text
//! 8 buckets; keys 3, 11 and 19 have the home 2, key 4 has the home 4
//!
//! bucket       0    1    2    3    4    5    6    7
//!             [ .    .    3   11   19    4    .    . ]      11, 19 and 4 are displaced by 1, 2 and 1
//! take(11)    [ .    .    3   19    4    .    .    . ]      those behind the gap move up, but none before its home
//! ```
//!
//! Removal leaves no mark behind, so a table whose keys change all the time does not fill up with marks: searches stay as short as its load
//! allows.

use alloc::vec::Vec;
use core::mem;

use super::slots::{SlotTable, VACANT};
use super::{DenseIndex, Listed};
use crate::reuse::clone_by_field;
use crate::source::Source;

/// Highest load, in eighths: then a successful search reads two buckets on average, an unsuccessful one four.
const FULL: usize = 5;

/// Longest probe of an insertion; a longer one switches the table to the second hash function.
const PASSED: usize = 8;

/// Table of positions as a hash map: open addressing with linear probing, at most five eighths full. Expected `O(1)` per lookup and
/// change.
///
/// The first hash function is a multiplication, which maps keys at most distances to buckets that are far apart: there are few
/// collisions, and branch prediction is nearly always right. Keys at some distances cluster. An insertion that probes more than
/// `PASSED` buckets detects this, and switches the table to a hash function without such distances. Neither has a seed, so that the
/// same operations give the same table.
///
/// - **I1** No bucket from the home of a key to its bucket is vacant.
#[derive(Debug, Default)]
pub struct HashSlots {
    /// The buckets: a power of two, or none.
    buckets: Vec<Bucket>,
    /// Number of keys. The table grows before it is more than [`FULL`] eighths of the buckets.
    count: usize,
    /// Number of low bits of a hash that are not part of the bucket number.
    shift: u32,
    /// Whether the second hash function is used. It becomes false only when the table is emptied and
    /// shrunk.
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

/// Second hash function, a bijection without a seed that leaves no pattern of the keys (runs, multiples) in any bit: multiplication
/// carries bits upwards, and shifts carry them downwards. The constants are those of Wellons' `lowbias32`.
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
    /// It ends, since at least three eighths of the buckets are vacant.
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

    /// Switches to the second hash function and inserts all keys anew. It happens at most once in the life of a table, and only for keys
    /// that were chosen, or happen, to be at a distance which the first function maps to neighbouring buckets.
    #[cold]
    fn scatter(&mut self) {
        self.is_scattered = true;
        self.resize(self.buckets.len());
    }

    /// Allocates this many buckets, a power of two, and inserts all keys anew. `O(buckets)`.
    ///
    /// The order of the keys does not matter: each is appended to the probes from its home.
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
    const EMPTY_INDEX: &'static DenseIndex<Self> = &DenseIndex::of(Self::EMPTY);

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
        // Keys behind the gap move into it, unless that would move them before their home.
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
mod tests {
    use super::*;
    use crate::entity::entity;
    use crate::sparse::{EntityIndex, TreeSlots};

    /// Compares a table with an array in random operations.
    fn agrees<S: SlotTable>() {
        let (mut index, mut expected) = (DenseIndex::<S>::default(), crate::sparse::SparseIndex::new());
        let mut number: u32 = 1;
        // Miri takes a hundred times as long.
        for _ in 0..if cfg!(miri) { 300 } else { 20_000 } {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let entity = entity(number >> 16 & 0x1ff);
            if expected.position_of(entity.index()).is_some() {
                assert_eq!(index.swap_remove(entity.index()), expected.swap_remove(entity.index()));
            } else {
                assert_eq!(index.push(entity.index()), expected.push(entity.index()));
            }
            if number.is_multiple_of(1000) {
                index.shrink_to_fit();
            }
        }
        index.check().unwrap();
        assert!(index.indices() == expected.indices());
        let many: Vec<_> = (700..720).rev().map(entity).collect();
        index.extend(&many);
        expected.extend(&many);
        assert!(index.indices() == expected.indices() && index.position_of(700) == expected.position_of(700));
        index.check().unwrap();
        assert!((0..600).all(|at| index.position_of(at) == expected.position_of(at)));
        index.clear();
        assert!(index.is_empty() && (0..600).all(|at| index.position_of(at).is_none()));
        index.check().unwrap();
    }

    #[test]
    fn a_hash_map_of_slots_agrees_with_an_array() {
        agrees::<HashSlots>();
    }

    #[test]
    fn a_tree_of_slots_agrees_with_an_array() {
        agrees::<TreeSlots>();
    }

    #[test]
    fn a_hash_map_grows_at_five_eighths_and_shrinks_to_what_it_needs() {
        let most = if cfg!(miri) { 30 } else { 100 };
        let mut slots = HashSlots::default();
        slots.relocate(3, 1);
        assert!(slots.get(3).is_none());
        for count in 1..=most {
            slots.set(count * 7, count + 1);
            let needed = (count as usize * 8).div_ceil(5).next_power_of_two().max(8);
            assert_eq!((slots.buckets.len(), slots.count, slots.occupied()), (needed, count as usize, count as usize));
        }
        assert!((1..=most).all(|at| slots.get(at * 7).is_some_and(|slot| slot == at + 1)));
        for left in (0..most).rev() {
            slots.take((left + 1) * 7);
            slots.take((left + 1) * 7);
            slots.shrink_to_fit();
            let buckets = slots.buckets.len();
            assert!(
                left == 0 && buckets == 0 || buckets >= 8 && left as usize * 8 <= buckets * 5,
                "{left} in {buckets}"
            );
            assert!(buckets <= 8 || left as usize * 16 > buckets * 5, "{left} in {buckets}");
            assert!((1..=left).all(|at| slots.get(at * 7).is_some()) && slots.occupied() == left as usize);
        }
    }

    /// How many buckets a search looks at: on average where it finds its key, at most, and on average where it does not.
    fn searches(slots: &HashSlots, absent: impl ExactSizeIterator<Item = u32>) -> [usize; 3] {
        let looked_at = |key: u32| slots.passed(key, slots.search(key)) + 1;
        let hits = || slots.buckets.iter().filter(|bucket| !bucket.is_vacant()).map(|bucket| looked_at(bucket.key));
        let count = absent.len();
        [hits().sum::<usize>() / slots.count, hits().max().unwrap(), absent.map(looked_at).sum::<usize>() / count]
    }

    #[test]
    fn searches_are_short_whatever_the_distance_of_keys() {
        let strides = [1, 2, 3, 4, 7, 8, 16, 63, 64, 65, 89, 100, 128, 256, 377, 512, 610, 987, 1_000, 1_024];
        // Where buckets are scarcest, and where there are the most of them.
        for values in if cfg!(miri) { [40, 50] } else { [163_840, 200_000] } {
            for stride in strides.into_iter().step_by(if cfg!(miri) { 4 } else { 1 }) {
                let mut slots = HashSlots::default();
                (0..values).for_each(|at| slots.set(at * stride, at));
                let [found, longest, missed] = searches(&slots, (0..values).map(|at| (values + at) * stride));
                assert!(found <= 3 && longest <= 100 && missed <= 4, "by {stride}: {found}, {longest}, {missed}");
            }
        }
    }

    #[test]
    fn searches_are_short_for_each_distance_up_to_a_thousand() {
        let (strides, values, buckets) = if cfg!(miri) { (610..=610, 160, 256) } else { (1..=1_024, 1_280, 2_048) };
        for stride in strides {
            let mut slots = HashSlots::default();
            (0..values).for_each(|at| slots.set(at * stride, at));
            assert_eq!(slots.buckets.len(), buckets, "as full as can be");
            let [found, longest, missed] = searches(&slots, (0..values).map(|at| (values + at) * stride));
            assert!(found <= 4 && longest <= 100 && missed <= 9, "by {stride}: {found}, {longest}, {missed}");
        }
    }

    #[test]
    fn searches_are_short_for_runs_of_keys_and_after_removals() {
        let mut slots = HashSlots::default();
        // Runs of 64 whose starts are far apart; then all but each third value is removed.
        let runs = if cfg!(miri) { 8 } else { 2_000_u32 };
        let keys = || (0..runs).flat_map(|run| (0..64).map(move |at| run * 4_096 + at));
        keys().for_each(|key| slots.set(key, key));
        let [found, longest, missed] = searches(&slots, (0..5 * runs).map(|at| at * 4_096 + 64));
        assert!(found <= 2 && longest <= 100 && missed <= 4, "{found}, {longest}, {missed}");
        keys().filter(|key| key % 3 != 0).for_each(|key| assert!(slots.take(key).is_some()));
        let [found, longest, missed] = searches(&slots, (0..5 * runs).map(|at| at * 4_096 + 1 + at % 3));
        assert!(found <= 1 && longest <= 30 && missed <= 2, "{found}, {longest}, {missed}");
    }

    #[test]
    fn no_two_keys_are_scattered_to_one_number() {
        let scattered: alloc::collections::BTreeSet<_> = (0..1 << 10).map(|key| scattered(key << 10)).collect();
        assert_eq!(scattered.len(), 1 << 10);
    }

    #[test]
    fn keys_that_share_a_first_slot_move_up_when_one_is_removed() {
        let mut slots = HashSlots::default();
        slots.set(0, 0);
        let home = |slots: &HashSlots, key: u32| slots.home(key);
        // Four that collide at the last bucket, so that they go around, and one at home behind them.
        let last = (0..10_000).filter(|key| home(&slots, *key) == 7).take(3);
        let second = (1..10_000).find(|key| home(&slots, *key) == 1).unwrap();
        let keys: Vec<_> = last.chain([second]).collect();
        slots.take(0);
        for gone in 0..keys.len() {
            let mut slots = slots.clone();
            keys.iter().zip(0..).for_each(|(key, position)| slots.set(*key, position));
            assert_eq!(slots.buckets.len(), 8);
            slots.take(keys[gone]);
            for (at, key) in keys.iter().enumerate() {
                assert_eq!(slots.get(*key).is_some(), at != gone, "{at} when {gone} went");
            }
        }
    }

    #[test]
    fn neighbours_have_homes_of_their_own() {
        for is_scattered in [false, true] {
            let mut slots = HashSlots { is_scattered, ..HashSlots::EMPTY };
            slots.resize(128);
            let homes: alloc::collections::BTreeSet<_> = (0..64).map(|key| slots.home(key)).collect();
            assert!(homes.len() > 40 && homes.iter().all(|home| *home < 128), "{homes:?}");
        }
    }

    #[test]
    fn keys_are_scattered_once_an_insertion_passes_too_many_places() {
        // Keys of one home in any table of up to 4 096 buckets, in Miri up to 512, as many as are needed.
        let bits = if cfg!(miri) { 9 } else { 12 };
        let keys: Vec<u32> = (0..).filter(|key| spread(*key) >> (32 - bits) == 5).take(100).collect();
        for count in [0, 1, 2, 3, 8, 9, 10, 11, 100] {
            let mut slots = HashSlots::default();
            keys[..count].iter().zip(0..).for_each(|(key, position)| slots.set(*key, position));
            assert_eq!(slots.is_scattered, count > PASSED + 1, "the tenth passes nine buckets");
            assert!(keys[..count].iter().zip(0..).all(|(key, position)| slots.get(*key) == Some(position)));
            let mut clone = slots.clone();
            keys[..count].iter().for_each(|key| assert!(clone.take(*key).is_some()));
            clone.shrink_to_fit();
            assert!(!clone.is_scattered && clone.occupied() == 0, "an empty table begins anew");
            slots.set(1, 1);
            assert_eq!(slots.occupied(), count + 1);
        }
    }

    #[test]
    fn each_table_has_an_empty_index() {
        assert!(HashSlots::EMPTY_INDEX.is_empty() && TreeSlots::EMPTY_INDEX.position_of(3).is_none());
        assert_eq!(<DenseIndex<HashSlots> as EntityIndex>::EMPTY_INDEX.len(), 0);
    }

    #[test]
    fn keys_are_scattered_alike_on_each_target() {
        assert_eq!([1, 2, 0xdead_beef].map(scattered), [0x6889_90c0, 0xd113_2181, 0xe628_c683]);
    }
}
