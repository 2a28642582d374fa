use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Buffered, Past};
use crate::entity::{Entity, entity};
use crate::sparse::{EntityIndex, Swaps};
use crate::storage::{
    BTreeMapSet, ErasedStorage, Grouped, HashMapSet, HashedArrayTree, PackedArray, SparseSet, SplitSet, Storage,
    Values, ValuesMut, VecStorage,
};
use crate::storage::{StorageMaintenance as _, StorageTasks as _};

/// The present and the past by entity.
fn content<S: Storage<Value = u32>, P: Storage<Value = Past<u32>>>(
    storage: &Buffered<S, P>,
) -> BTreeMap<u32, (u32, u32)> {
    storage.check().expect("both are consistent");
    let (present, past) = (storage.present.parts(), storage.past.parts());
    let pairs = storage.source().iter().filter_map(|index| {
        let now = present.1.get(present.0.position_of(index)?)?;
        Some((index, (*now, **past.1.get(past.0.position_of(index)?)?)))
    });
    pairs.collect()
}

fn copy_all(expected: &mut BTreeMap<u32, (u32, u32)>) {
    for own in expected.values_mut() {
        own.1 = own.0;
    }
}

/// Swaps values and frees memory, or sorts all values by the index of their entity, descending.
fn reorder<S: Storage<Value = u32>, P: Storage<Value = Past<u32>>>(
    storage: &mut Buffered<S, P>,
    expected: &BTreeMap<u32, (u32, u32)>,
    sorts: bool,
) {
    if sorts {
        let order: Vec<u32> = expected.keys().rev().copied().collect();
        let (placed, mut swaps) = (storage.values(), Swaps::default());
        swaps.begin(usize::MAX);
        assert!(storage.arrange(0, &order, &mut swaps).is_none_or(|own| own == placed));
    } else if let Some(last) = storage.values().checked_sub(1) {
        storage.swap_all(&[(0, 0), (0, u32::try_from(last).expect("there are few"))]);
        storage.shrink_to_fit();
    }
}

/// Returns a function that returns a random number below its argument.
fn numbers() -> impl FnMut(u32) -> u32 {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((seed >> 33) % u64::from(below)).expect("it is below a u32")
    }
}

/// Random operations on a storage of a kind, compared with a map.
fn agrees_with_a_map<S: Storage<Value = u32>, P: Storage<Value = Past<u32>>>() {
    let (mut storage, mut expected) = (Buffered::<S, P>::EMPTY, BTreeMap::new());
    let mut random = numbers();
    // Miri takes a thousand times as long.
    for step in 0..if cfg!(miri) { 30 } else { 3_000 } {
        let index = random(130);
        let (one, is_in) = (entity(index), expected.contains_key(&index));
        match random(10) {
            0..=2 if !is_in => {
                storage.make(&[step]);
                storage.push(one, step);
                expected.insert(index, (step, step));
            }
            3 if !is_in => {
                storage.push_unowned(step);
                storage.push_unowned(step + 1);
                storage.assign_owners(&[one]);
                expected.insert(index, (step, step));
            }
            0..=3 => {
                let replaced = expected.get_mut(&index).map(|own| core::mem::replace(&mut own.0, step));
                assert_eq!(storage.replace(one, step), replaced);
            }
            4 => {
                assert_eq!(storage.take(one), expected.remove(&index).map(|own| own.0));
                storage.forget_removed();
            }
            5 => {
                storage.discard(one);
                expected.remove(&index);
            }
            6 => {
                let free = (index..index + 3).filter(|n| *n < 130 && !expected.contains_key(n));
                let (free, values): (Vec<Entity>, Vec<u32>) = free.map(entity).zip(step..).unzip();
                expected.extend(free.iter().zip(&values).map(|(one, value)| (one.index(), (*value, *value))));
                storage.make(&values);
                storage.extend(&free, values);
            }
            7 => {
                storage.keep();
                copy_all(&mut expected);
            }
            8 => {
                storage.present.parts_mut().1.each().for_each(|value| *value += 1);
                expected.values_mut().map(|own| &mut own.0).for_each(|now| *now += 1);
            }
            _ if step % 300 == 9 => {
                storage.clear();
                expected.clear();
            }
            choice => reorder(&mut storage, &expected, choice == 9 && random(2) == 0),
        }
        // Each comparison reads all slots of the pages.
        if !cfg!(miri) || step % 10 == 9 {
            assert_eq!((content(&storage), storage.values() == 0), (expected.clone(), expected.is_empty()));
        }
    }
    assert_eq!(content(&storage.copied()), expected);
}

impl<S: Storage<Value = u32>, P: Storage<Value = Past<u32>>> Buffered<S, P> {
    /// The same values in another storage.
    fn copied(&self) -> Self {
        let mut copy = Self::EMPTY;
        for (index, (now, past)) in content(self) {
            copy.make(&[past]);
            copy.push(entity(index), now);
        }
        copy
    }
}

#[test]
fn the_past_of_each_value_follows_it_in_each_kind_of_storage() {
    agrees_with_a_map::<SparseSet<u32>, SparseSet<Past<u32>>>();
    agrees_with_a_map::<SplitSet<u32>, SparseSet<Past<u32>>>();
    agrees_with_a_map::<PackedArray<u32>, PackedArray<Past<u32>>>();
    agrees_with_a_map::<VecStorage<u32>, VecStorage<Past<u32>>>();
    agrees_with_a_map::<HashedArrayTree<u32, 8>, HashedArrayTree<Past<u32>, 8>>();
    agrees_with_a_map::<HashMapSet<u32>, HashMapSet<Past<u32>>>();
    agrees_with_a_map::<BTreeMapSet<u32>, BTreeMapSet<Past<u32>>>();
}

#[test]
fn the_whole_present_is_copied_however_many_values_there_are() {
    for count in [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, if cfg!(miri) { 130 } else { 1_000 }] {
        let mut storage = Buffered::<SparseSet<u32>, SparseSet<Past<u32>>>::EMPTY;
        for index in 0..count {
            storage.push(entity(index), 0);
        }
        storage.present.parts_mut().1.iter_mut().zip(1..).for_each(|(value, number)| *value = number);
        storage.keep();
        assert!(storage.past.as_slice().iter().map(|past| **past).eq(1..=count), "{count} values");
    }
}

#[test]
fn a_value_that_is_removed_and_inserted_at_once_keeps_its_past() {
    let mut storage = Buffered::<SparseSet<u32>, SparseSet<Past<u32>>>::EMPTY;
    for index in 0..3 {
        storage.push(entity(index), index);
    }
    for index in 0..3 {
        let step = storage.source().step_of(index).expect("the entity has a value");
        storage.make(&[index + 10]);
        assert_eq!(storage.take(entity(index)), Some(index));
        storage.push(entity(index), index + 10);
        storage.bring(entity(index), step);
        storage.was_replaced(step);
        storage.forget_removed();
        assert_eq!(content(&storage)[&index], (index + 10, index));
    }
}

#[test]
fn the_check_finds_a_past_of_another_entity_and_one_in_another_order() {
    let mut storage = Buffered::<SparseSet<u32>, SparseSet<Past<u32>>>::EMPTY;
    storage.push(entity(0), 1);
    storage.push(entity(1), 2);
    storage.past.swap_all(&[(0, 1)]);
    assert!(storage.check().is_err(), "the past is in another order");
    storage.past.swap_all(&[(0, 1)]);
    assert!(storage.check().is_ok());
    storage.past.discard(entity(1));
    assert!(storage.check().is_err(), "a past is missing");
    storage.past.push(entity(2), Past(2));
    assert!(storage.check().is_err(), "a past belongs to another entity");
}

/// A value whose clone panics when its countdown is at zero; it also counts the values that exist.
#[derive(Debug)]
struct Fragile(Rc<Cell<u32>>, Rc<Cell<isize>>);

impl Clone for Fragile {
    fn clone(&self) -> Self {
        assert!(self.0.get() > 0, "the clone fails");
        self.0.set(self.0.get() - 1);
        self.1.set(self.1.get() + 1);
        Self(self.0.clone(), self.1.clone())
    }
}

impl Drop for Fragile {
    fn drop(&mut self) {
        self.1.set(self.1.get() - 1);
    }
}

#[test]
fn a_clone_that_panics_leaves_both_storages_complete() {
    let (left, alive) = (Rc::new(Cell::new(100)), Rc::new(Cell::new(0)));
    let new = || {
        alive.set(alive.get() + 1);
        Fragile(left.clone(), alive.clone())
    };
    let mut storage = Buffered::<SparseSet<Fragile>, SparseSet<Past<Fragile>>>::EMPTY;
    for index in 0..5 {
        storage.push(entity(index), new());
    }
    for allowed in 0..5 {
        left.set(allowed);
        assert!(catch_unwind(AssertUnwindSafe(|| storage.keep())).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| storage.make(&[(); 5].map(|()| new())))).is_err());
        storage.check().expect("nothing moved");
    }
    left.set(0);
    assert!(catch_unwind(AssertUnwindSafe(|| storage.push(entity(7), new()))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| storage.push_unowned(new()))).is_err());
    storage.assign_owners(&[]);
    storage.check().expect("nothing was inserted");
    assert_eq!((storage.values(), alive.get()), (5, 10), "each value and its past");
    storage.clear();
    assert_eq!((storage.values(), alive.get()), (0, 0));
}
