use core::cell::Cell;

use super::*;
use crate::fetch::{Read, Write};
use crate::mask::Mask;
use crate::population::Population;
use crate::storage::{Lookup, LookupMut, SparseSet, Storage};

const STEPS: u32 = 1_024;

type One = Write<SparseSet<u32>>;
type Two = (Read<SparseSet<u32>>, Write<SparseSet<u32>>);

/// A storage of these entities in this order; each value is the index.
fn values(order: impl Iterator<Item = u32>) -> SparseSet<u32> {
    let mut values = SparseSet::default();
    order.for_each(|index| values.push(crate::entity::entity(index), index));
    values
}

fn read(storage: &SparseSet<u32>) -> Lookup<'_, SparseSet<u32>> {
    let (index, values) = storage.parts();
    Lookup { index, values, ..Lookup::default() }
}

fn write(storage: &mut SparseSet<u32>) -> LookupMut<'_, SparseSet<u32>> {
    let (index, values) = storage.parts_mut();
    LookupMut { index, values, ..LookupMut::default() }
}

/// Iterates on two threads; the first `yes` decisions are that dividing pays. Returns the number of decisions. Checks that each entity is
/// visited once, in order.
fn decisions<F: ParFetch>(mut columns: F::Columns<'_>, yes: usize, value: for<'a> fn(F::Item<'a>) -> u32) -> usize {
    let entities = Population::<Mask<1>>::default();
    let walk = Walk::<_, F>::over(F::reborrow(&mut columns), &entities);
    let decisions = Cell::new(0);
    let mut visited = vec![Vec::new(); 16];
    let work = |share: Share<'_, _, F>, slot: &mut Vec<u32>| share.for_each(|item| slot.push(value(item)));
    let pays = |_, _| decisions.replace(decisions.get() + 1) < yes;
    walk.divide_if_faster(None, None, &mut visited, &work, &pays);
    assert!(visited.concat().into_iter().eq(0..STEPS), "if the first {yes} decisions are to divide");
    decisions.into_inner()
}

#[test]
fn whether_it_pays_is_decided_once_more_if_columns_are_checked() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads start");
    // The values of `behind` are adjacent in the order of `own`, after that of another entity.
    let (mut own, mut behind) = (values(0..STEPS), values([STEPS].into_iter().chain(0..STEPS)));
    let mut scattered = values((0..=STEPS).rev());
    for yes in 0..4 {
        let one = pool.install(|| decisions::<One>(write(&mut own), yes, |own| *own));
        let [in_order, checked] = [&mut behind, &mut scattered].map(|other| {
            let columns = (read(&own), write(other));
            pool.install(|| decisions::<Two>(columns, yes, |(_, other)| *other))
        });
        assert_eq!([one, in_order, checked], [(yes + 1).min(2), (yes + 1).min(2), (yes + 1).min(3)]);
    }
}
