//! Tests a filter over one of two parts of a storage. A filter ignores the parts, so a stretch of entities that pass may have no slice in
//! the part.

use alloc::vec::Vec;

use super::*;
use crate::fetch::Write;
use crate::mask::Mask;
use crate::storage::{LookupMut, Sortable as _, SplitSet, Storage as _};

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
