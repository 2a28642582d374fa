use alloc::rc::Rc;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::*;
use crate::entity::entity;
use crate::sparse::EntityIndex;
use crate::storage::{
    Accompanied, BTreeMapSet, ChangeMarks, HashMapSet, HashedArrayTree, PackedArray, SparseSet, SplitSet, Storage,
    TagSet, Values, VecStorage,
};

/// Numbers of values around the multiples to which storages round.
const COUNTS: [u32; 7] = [0, 1, 2, 3, 63, 64, 65];

fn filled<S: Storage>(count: u32, value: fn(u32) -> S::Value) -> S {
    let mut storage = S::EMPTY;
    (0..count).for_each(|index| storage.push(entity(index), value(index)));
    storage
}

/// The entities in order, each with its value.
fn content<S: Storage<Value: Clone>>(storage: &S) -> Vec<(u32, S::Value)> {
    storage.check().expect("it is consistent");
    let (index, values) = storage.parts();
    let value = |own| index.position_of(own).and_then(|position| values.get(position)).cloned();
    storage.source().iter().map(|own| (own, value(own).expect("each entity has a value"))).collect()
}

/// Applies the same operations to a storage, and to an equal one without its type.
fn agree<S: Erase + Storage<Value: Clone + PartialEq + Debug>>(value: fn(u32) -> S::Value) {
    for count in COUNTS {
        let [mut typed, mut untyped] = [filled::<S>(count, value), filled::<S>(count, value)];
        let odd: Vec<_> = (0..count).filter(|index| index % 2 == 1).collect();
        let (mut swaps, mut other) = (Swaps::default(), Swaps::default());
        swaps.begin(odd.len());
        other.begin(odd.len());
        let placed = typed.arrange(0, &odd, &mut swaps);
        assert_eq!(untyped.erased().arrange(0, &odd, &mut other), placed);
        assert_eq!((content(&untyped), other.as_slice()), (content(&typed), swaps.as_slice()), "{count} arranged");
        if count > 1 {
            let ends = [(0, count - 1)];
            typed.swap_all(&ends);
            untyped.erased().swap_all(&ends);
        }
        if count > 0 {
            typed.was_replaced(0);
            untyped.erased().was_replaced(0);
        }
        assert_eq!(content(&untyped), content(&typed), "{count} swapped");
        // An entity without a value, and one entity twice.
        for index in [count, 0, 0, count / 2, count.saturating_sub(1)] {
            typed.discard(entity(index));
            untyped.erased().discard(entity(index));
            assert_eq!(content(&untyped), content(&typed), "{count} without {index}");
            assert_eq!(untyped.erased().values(), typed.values());
            assert!(untyped.erased().source().iter().eq(typed.source().iter()));
            assert!(untyped.erased().into_source().iter().eq(typed.source().iter()));
        }
        typed.clear();
        untyped.erased().clear();
        assert!(content(&untyped).is_empty() && content(&typed).is_empty());
    }
}

#[test]
fn a_storage_without_its_type_does_the_same_as_with_it() {
    agree::<SparseSet<Rc<u32>>>(Rc::new);
    agree::<SplitSet<Rc<u32>>>(Rc::new);
    agree::<HashMapSet<Rc<u32>>>(Rc::new);
    agree::<BTreeMapSet<Rc<u32>>>(Rc::new);
    agree::<PackedArray<Rc<u32>>>(Rc::new);
    agree::<VecStorage<Rc<u32>>>(Rc::new);
    agree::<HashedArrayTree<Rc<u32>, 2>>(Rc::new);
    agree::<TagSet<()>>(|_| ());
    agree::<Accompanied<SparseSet<Rc<u32>>, ChangeMarks<true>>>(Rc::new);
}

#[test]
fn each_value_is_dropped_once() {
    for count in COUNTS {
        let all: Vec<_> = (0..count).map(Rc::new).collect();
        let mut values = all.clone();
        let alive = || all.iter().map(|value| Rc::strong_count(value) - 1).sum::<usize>();
        if count > 0 {
            let last = count as usize - 1;
            values.swap_or_clear(0, last);
            assert_eq!(
                (alive(), *values[0], *values[last]),
                (count as usize, count - 1, 0),
                "both values are kept, swapped"
            );
            values.discard(0);
            assert_eq!((alive(), values.len()), (last, last));
            assert_eq!(Rc::strong_count(&all[last]), 1, "the value that was last before is dropped");
            assert_eq!(values.first().map(|value| **value), (last > 0).then_some(0), "the last value has its position");
            values.swap_or_clear(0, last);
            assert_eq!(alive(), last, "a position beyond the last value has nothing to swap with");
        }
        values.swap_or_clear(NOWHERE, NOWHERE);
        assert_eq!((alive(), values.len()), (0, 0));
    }
}

#[test]
fn a_visitor_frees_memory_and_checks() {
    let mut storage = filled::<SparseSet<Rc<u32>>>(65, Rc::new);
    for index in 3..65 {
        storage.discard(entity(index));
    }
    assert_eq!(ShrinkToFit.visit(&mut storage), Some(()));
    assert!(storage.values.capacity() < 65);
    assert_eq!(Check.visit(&mut storage), Some(Ok(())));
    storage.values.pop();
    assert!(Check.visit(&mut storage).is_some_and(|checked| checked.is_err()), "an entity without a value");
}
