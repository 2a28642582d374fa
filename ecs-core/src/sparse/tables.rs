//! Owns the maps that a table of slots can be instead of an array: the baselines of the articles.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use super::slots::{Slot, SlotTable};
use super::{DenseIndex, Listed};
use crate::{Entity, Source};

/// A search tree from entity index to slot.
#[derive(Debug, Clone, Default)]
pub struct TreeSlots(BTreeMap<u32, Slot>);

impl SlotTable for TreeSlots {
    const EMPTY: Self = Self(BTreeMap::new());
    const NOBODY: &'static DenseIndex<Self> = &DenseIndex::of(Self::EMPTY);

    fn get(&self, index: u32) -> Option<Slot> {
        self.0.get(&index).copied()
    }

    fn relocate(&mut self, index: u32, position: u32) {
        if let Some(slot) = self.0.get_mut(&index) {
            slot.position = position;
        }
    }

    fn set(&mut self, entity: Entity, position: u32) {
        self.0.insert(entity.index(), Slot { position, generation: entity.generation() });
    }

    fn vacate(&mut self, index: u32) {
        self.0.remove(&index);
    }

    fn shrink_to_fit(&mut self) {}

    fn occupied(&self) -> usize {
        self.0.len()
    }

    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Listed(index as &dyn Listed, len)
    }
}

/// A hash map from entity index to slot: open addressing with linear probing, at most three quarters full.
///
/// - **I1** From the home of each key to where it stands, no place is vacant.
#[derive(Debug, Clone, Default)]
pub struct HashSlots {
    /// A power of two of places, or none.
    places: Vec<Option<(u32, Slot)>>,
    count: usize,
}

impl HashSlots {
    /// Where a key would stand if it were alone.
    #[inline]
    fn home(&self, key: u32) -> usize {
        // Multiplied by 2^32 over the golden ratio, as Fibonacci hashing does: neighbours stand apart.
        key.wrapping_mul(0x9e37_79b9).rotate_left(16) as usize & (self.places.len() - 1)
    }

    /// The place of a key, or the vacant one where it would be put.
    #[inline]
    fn place(&self, key: u32) -> usize {
        let mut at = self.home(key);
        while self.places[at].is_some_and(|(own, _)| own != key) {
            at = (at + 1) & (self.places.len() - 1);
        }
        at
    }

    fn resize(&mut self, places: usize) {
        let old = mem::replace(&mut self.places, alloc::vec![None; places]);
        for (key, slot) in old.into_iter().flatten() {
            let at = self.place(key);
            self.places[at] = Some((key, slot));
        }
    }
}

impl SlotTable for HashSlots {
    const EMPTY: Self = Self { places: Vec::new(), count: 0 };
    const NOBODY: &'static DenseIndex<Self> = &DenseIndex::of(Self::EMPTY);

    #[inline]
    fn get(&self, index: u32) -> Option<Slot> {
        if self.places.is_empty() {
            return None;
        }
        self.places[self.place(index)].map(|(_, slot)| slot)
    }

    #[inline]
    fn relocate(&mut self, index: u32, position: u32) {
        if self.places.is_empty() {
            return;
        }
        let at = self.place(index);
        if let Some((_, slot)) = &mut self.places[at] {
            slot.position = position;
        }
    }

    fn set(&mut self, entity: Entity, position: u32) {
        if (self.count + 1) * 4 > self.places.len() * 3 {
            self.resize((self.places.len() * 2).max(8));
        }
        let at = self.place(entity.index());
        self.count += usize::from(self.places[at].is_none());
        self.places[at] = Some((entity.index(), Slot { position, generation: entity.generation() }));
    }

    fn vacate(&mut self, index: u32) {
        if self.get(index).is_none() {
            return;
        }
        let last = self.places.len() - 1;
        let mut hole = self.place(index);
        self.places[hole] = None;
        self.count -= 1;
        // Those behind the hole move up, unless that would bring them before their home.
        let mut at = (hole + 1) & last;
        while let Some((key, _)) = self.places[at] {
            let (displaced, gap) = (at.wrapping_sub(self.home(key)) & last, at.wrapping_sub(hole) & last);
            if displaced >= gap {
                self.places.swap(at, hole);
                hole = at;
            }
            at = (at + 1) & last;
        }
    }

    fn shrink_to_fit(&mut self) {
        let needed = if self.count == 0 { 0 } else { (self.count * 4 / 3 + 1).next_power_of_two().max(8) };
        if needed < self.places.len() {
            self.resize(needed);
        }
    }

    fn occupied(&self) -> usize {
        self.places.iter().flatten().count()
    }

    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Listed(index as &dyn Listed, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EntityIndex;
    use crate::entity::entity;

    /// The same as with an array, whatever the table.
    fn agrees<S: SlotTable>() {
        let (mut index, mut expected) = (DenseIndex::<S>::default(), crate::SparseIndex::new());
        let mut number: u32 = 1;
        // Miri takes a hundred times as long.
        for _ in 0..if cfg!(miri) { 600 } else { 20_000 } {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let entity = entity(number >> 16 & 0x1ff);
            if expected.position(entity).is_some() {
                assert_eq!(index.swap_remove(entity), expected.swap_remove(entity));
            } else {
                assert_eq!(index.push(entity), expected.push(entity));
            }
            if number.is_multiple_of(1000) {
                index.shrink_to_fit();
            }
        }
        index.check().unwrap();
        assert!(index.iter().eq(&expected));
        let many: Vec<_> = (700..720).rev().map(entity).collect();
        index.extend(&many);
        expected.extend(&many);
        assert!(index.iter().eq(&expected) && index.position_of(700) == expected.position_of(700));
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
    fn a_hash_map_grows_at_three_quarters_and_shrinks_to_what_it_needs() {
        let mut slots = HashSlots::default();
        slots.relocate(3, 1);
        assert!(slots.get(3).is_none());
        for count in 1..=100 {
            slots.set(entity(count * 7), count + 1);
            let needed = (count as usize * 4).div_ceil(3).next_power_of_two().max(8);
            assert_eq!((slots.places.len(), slots.count, slots.occupied()), (needed, count as usize, count as usize));
        }
        assert!((1..=100).all(|at| slots.get(at * 7).is_some_and(|slot| slot.position == at + 1)));
        for left in (0..100).rev() {
            slots.vacate((left + 1) * 7);
            slots.vacate((left + 1) * 7);
            slots.shrink_to_fit();
            let places = slots.places.len();
            assert!(left == 0 && places == 0 || places >= 8 && left as usize * 4 <= places * 3, "{left} in {places}");
            assert!(places <= 8 || places <= (left as usize * 4 / 3 + 1) * 2, "{left} in {places}");
            assert!((1..=left).all(|at| slots.get(at * 7).is_some()) && slots.occupied() == left as usize);
        }
    }

    #[test]
    fn keys_that_share_a_home_move_up_when_one_goes() {
        let mut slots = HashSlots::default();
        slots.set(entity(0), 0);
        let home = |slots: &HashSlots, key: u32| slots.home(key);
        // Four that collide at the last place, so that they go around, and one at home behind them.
        let last = (0..10_000).filter(|key| home(&slots, *key) == 7).take(3);
        let second = (1..10_000).find(|key| home(&slots, *key) == 1).unwrap();
        let keys: Vec<_> = last.chain([second]).collect();
        slots.vacate(0);
        for gone in 0..keys.len() {
            let mut slots = slots.clone();
            keys.iter().zip(0..).for_each(|(key, position)| slots.set(entity(*key), position));
            assert_eq!(slots.places.len(), 8);
            slots.vacate(keys[gone]);
            for (at, key) in keys.iter().enumerate() {
                assert_eq!(slots.get(*key).is_some(), at != gone, "{at} when {gone} went");
            }
        }
    }

    #[test]
    fn neighbours_have_homes_of_their_own() {
        let slots = HashSlots { places: alloc::vec![None; 128], count: 0 };
        let homes: alloc::collections::BTreeSet<_> = (0..64).map(|key| slots.home(key)).collect();
        assert!(homes.len() > 40 && homes.iter().all(|home| *home < 128), "{homes:?}");
    }

    #[test]
    fn an_index_of_nobody_is_there_for_each_table() {
        assert!(HashSlots::NOBODY.is_empty() && TreeSlots::NOBODY.position_of(3).is_none());
        assert_eq!(<DenseIndex<HashSlots> as EntityIndex>::NOBODY.len(), 0);
    }
}
