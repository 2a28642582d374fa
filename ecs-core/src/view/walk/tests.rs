//! Tests a filter over one of two parts of a storage. A filter ignores the parts, so a stretch of entities that pass may have no slice in
//! the part.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::needs_drop as needs_drop_of;

use super::*;
use crate::fetch::{Maybe, Read, Write, WriteMut};
use crate::mask::Mask;
use crate::storage::{
    Accompanied, BTreeMapSet, ChangeMarks, HashMapSet, HashedArrayTree, LookupMut, PackedArray, Readers, Registered,
    Sortable as _, SparseSet, SplitSet, Storage, TagSet, VecStorage,
};

type Column = Write<SplitSet<u64>>;

const ENTITIES: usize = if cfg!(miri) { 70 } else { 200 };

/// Returns the values of a part that a query without component 1 visits.
fn visited<'w>(part: LookupMut<'w, SplitSet<u64>>, entities: &'w Population<Mask<1>>) -> Vec<u64> {
    let aspect = Aspect::new(Mask::bit(0), Mask::bit(1), Mask::EMPTY);
    let walk = Walk::<_, Column> { filter: Filter::of_scan(&aspect, true), ..Walk::over(part, entities) };
    let mut values = vec![];
    walk.for_each::<true, true, _>(None, |value| values.push(*value));
    values
}

#[test]
fn stretches_across_both_parts_are_visited_in_the_part_that_has_the_values() {
    for border in [0, 1, 2, 3, 20, 63, 64, 65, 127, 128, 199, ENTITIES].into_iter().filter(|border| *border <= ENTITIES)
    {
        for dropped in [2, 16, 17, 18, 33, 64, 65, 1_000] {
            let (mut entities, mut storage) = (Population::default(), SplitSet::default());
            let is_kept = |value: usize| value % dropped != dropped - 1;
            for value in 0..ENTITIES {
                let mask = if is_kept(value) { Mask::of(&[0]) } else { Mask::of(&[0, 1]) };
                storage.push(entities.spawn(mask), value as u64);
            }
            let (front, back) = storage.split(border);
            let kept = |values: Range<usize>| values.filter(|value| is_kept(*value)).map(|value| value as u64);
            assert!(kept(0..border).eq(visited(front, &entities)), "the front of {border}, without every {dropped}th");
            assert!(
                kept(border..ENTITIES).eq(visited(back, &entities)),
                "the back of {border}, without every {dropped}th"
            );
        }
    }
}

/// Whether dropping the columns of a fetch, or a walk over them, does something.
fn needs_drop<F: Fetch + 'static>() -> bool {
    needs_drop_of::<F::Columns<'static>>() || needs_drop_of::<Walk<'static, Mask<2>, F>>()
}

fn columns_of_a_storage_need_a_drop<S: Storage + 'static>() -> bool {
    needs_drop::<(Read<S>, Write<S>, WriteMut<S>)>()
        || needs_drop::<Maybe<(Read<S>, Write<S>)>>()
        || needs_drop::<Maybe<WriteMut<S>>>()
}

#[test]
fn a_walk_that_a_query_never_drops_has_nothing_to_drop() {
    type Companions = Readers<Registered, Readers<ChangeMarks<true>, ChangeMarks<false>>>;
    assert!(!columns_of_a_storage_need_a_drop::<SparseSet<String>>());
    assert!(!columns_of_a_storage_need_a_drop::<SplitSet<String>>());
    assert!(!columns_of_a_storage_need_a_drop::<VecStorage<String>>());
    assert!(!columns_of_a_storage_need_a_drop::<PackedArray<String>>());
    assert!(!columns_of_a_storage_need_a_drop::<HashedArrayTree<String, 64>>());
    assert!(!columns_of_a_storage_need_a_drop::<HashMapSet<String>>());
    assert!(!columns_of_a_storage_need_a_drop::<BTreeMapSet<String>>());
    assert!(!columns_of_a_storage_need_a_drop::<TagSet<()>>());
    assert!(!columns_of_a_storage_need_a_drop::<Accompanied<SparseSet<String>, Companions>>());
    assert!(needs_drop_of::<SparseSet<String>>(), "the question is asked rightly");
}
