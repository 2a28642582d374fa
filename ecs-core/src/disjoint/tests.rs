//! No value is yielded twice: neither by bits nor by relations, sound or broken. The kernel trusts neither positions nor relations.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use std::thread;

use super::bits::{Ascending, Bits as _, InSteps};
use super::{Cells, DisjointMut, ValueCells};
use crate::distinct::DistinctPositions;
use crate::entity::entity;
use crate::sparse::{EntityIndex, Presence, Source, SparseIndex};
use crate::storage::{HashedArrayTree, SparseSet, Storage, TagSet, ValuesMut, VecStorage};

#[test]
fn no_value_is_handed_out_twice() {
    let mut set = SparseSet::default();
    for at in 0..6 {
        set.push(entity(at), at);
    }
    let mut list = SparseIndex::new();
    for at in [5, 2, 9, 0] {
        list.push(at);
    }
    let (index, values) = set.parts_mut();
    let mut disjoint: DisjointMut<_, _> = DisjointMut::new(values.cells(), index, false, Source::all(&list));
    let mut held: Vec<&mut u64> =
        [0, 0, 1, 1, 0, 2, 3, 3, 4].iter().filter_map(|step| disjoint.at(*step, *step)).collect();
    for value in &mut held {
        **value += 10;
    }
    assert_eq!(held, [&15, &12, &10]);
}

#[test]
fn values_beside_a_range_that_was_cut_off_are_handed_out_once_each() {
    let mut index = SparseIndex::new();
    for at in 0..7 {
        index.push(at);
    }
    for cut in [0..0, 0..1, 0..7, 1..1, 1..3, 2..7, 6..7, 7..7] {
        let mut values = [0, 1, 2, 3, 4, 5, 6];
        let (front, rest) = values.split_at_mut(cut.start);
        let cells = ValueCells::beside(front, cut.end, &mut rest[cut.len()..]);
        let mut disjoint: DisjointMut<_, _> = DisjointMut::new(cells, &index, false, Source::all(&index));
        let mut held: Vec<&mut usize> = (0..7).filter_map(|step| disjoint.at(step, step)).collect();
        for value in &mut held {
            **value += 10;
        }
        let expected: Vec<_> = (0..7).filter(|at| !cut.contains(at)).map(|at| at + 10).collect();
        assert_eq!(held.into_iter().map(|value| *value).collect::<Vec<_>>(), expected, "beside {cut:?}");
    }
}

/// Pseudorandom numbers.
fn next(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *seed >> 16
}

/// An index that may be broken: entities at two positions or at none, slots with positions of others, or beyond the last one.
fn broken(seed: &mut u32) -> SparseIndex {
    let back: Vec<_> = (0..2 + next(seed) % 4).map(|_| next(seed) % 6).collect();
    let correct = back.iter().zip(0..).map(|(index, position)| (*index, position));
    let mut slots: Vec<_> = correct.collect();
    for _ in 0..next(seed) % 3 {
        slots.push((next(seed) % 6, next(seed) % 8));
    }
    SparseIndex::from_raw(back, &slots)
}

/// Miri takes a hundred times as long.
const ROUNDS: usize = if cfg!(miri) { 30 } else { 2_000 };

#[test]
fn broken_relations_hand_out_no_value_twice() {
    let (mut seed, mut handed_out) = (1, 0);
    for _ in 0..ROUNDS {
        let (index, list) = (broken(&mut seed), broken(&mut seed));
        let mut values: Vec<u8> = (0..5).collect();
        let source = if next(&mut seed).is_multiple_of(2) { &index } else { &list };
        let mut disjoint: DisjointMut<_, _> =
            DisjointMut::new(values.as_mut_slice().cells(), &index, false, Source::all(source));
        let held: Vec<&mut u8> =
            (0..16).filter_map(|at| disjoint.at((at / 2) ^ (next(&mut seed) as usize % 2), at)).collect();
        let distinct: BTreeSet<_> = held.iter().map(|value| **value).collect();
        assert_eq!(distinct.len(), held.len(), "{index:?} {source:?}");
        handed_out += held.len();
    }
    assert!(handed_out > ROUNDS / 7, "only {handed_out} values were yielded");
}

/// The cells of these values, with a bit for each of `bits` positions.
fn at_any(values: &mut [usize], bits: usize) -> WithBits<'_> {
    DisjointMut::at_any(values.cells(), vec![u64::MAX; bits.div_ceil(64)].into())
}

type WithBits<'w> = DisjointMut<'w, SparseIndex, ValueCells<'w, usize>, Box<[u64]>>;

#[test]
fn each_position_is_handed_out_once_in_any_order() {
    for count in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 300] {
        for stride in [1, 97] {
            let mut values: Vec<_> = (0..count).collect();
            let mut disjoint = at_any(&mut values, count);
            let positions: Vec<_> = (0..count).map(|at| at * stride % count).collect();
            let taken: Vec<_> = positions.iter().filter_map(|position| disjoint.at(0, *position)).collect();
            assert!(taken.iter().map(|value| **value).eq(positions), "{count} by {stride}");
            assert!(
                (0..count + 130).all(|position| disjoint.at(position, position).is_none()),
                "none is yielded twice"
            );
            for value in taken {
                *value += count;
            }
            assert!(values.into_iter().eq(count..2 * count), "they are different values");
        }
    }
}

#[test]
fn wrong_positions_yield_no_value_twice() {
    let (mut seed, mut handed_out) = (5, 0);
    for _ in 0..ROUNDS {
        let mut values: Vec<_> = (0..70).collect();
        let bits = [0, 1, 64, 70, 256, 257, 300][next(&mut seed) as usize % 7];
        let mut disjoint = at_any(&mut values, bits);
        let mut held = Vec::new();
        for _ in 0..60 {
            let mut part = disjoint.split_front(next(&mut seed) as usize % 8);
            let [step, position] = [8, 80].map(|below| next(&mut seed) as usize % below);
            held.extend(part.at(step, position).into_iter().chain(disjoint.at(step, position)));
            assert!(part.at(step, position).is_none(), "a part has no steps, and no bits");
        }
        let distinct: BTreeSet<_> = held.iter().map(|value| **value).collect();
        assert_eq!(distinct.len(), held.len(), "{bits} bits");
        handed_out += held.len();
    }
    assert!(handed_out > ROUNDS * 10, "only {handed_out} values were yielded");
}

#[test]
fn values_beside_a_range_that_was_cut_off_are_handed_out_at_their_positions() {
    for cut in [0..0, 0..1, 0..100, 40..41, 50..90, 99..100, 100..100] {
        let mut values: Vec<usize> = (0..100).collect();
        let (front, rest) = values.split_at_mut(cut.start);
        let cells = ValueCells::beside(front, cut.end, &mut rest[cut.len()..]);
        let mut disjoint: WithBits<'_> = DisjointMut::at_any(cells, vec![u64::MAX; 2].into());
        let taken: Vec<_> =
            (0..130).rev().filter_map(|position| disjoint.at(0, position)).map(|value| *value).collect();
        let expected: Vec<_> = (0..100).rev().filter(|position| !cut.contains(position)).collect();
        assert_eq!(taken, expected, "beside {cut:?}");
        assert!((0..130).all(|position| disjoint.at(0, position).is_none()), "none is yielded twice");
    }
}

#[test]
fn ascending_positions_are_handed_out_once_and_no_other() {
    for count in [0, 1, 2, 3, 63, 64, 65, 200] {
        for stride in [1, 2, 3, 64] {
            let mut values: Vec<_> = (0..count).collect();
            let mut disjoint: DisjointMut<'_, SparseIndex, _, Ascending> =
                DisjointMut::at_any(values.cells(), Ascending::all());
            let mut positions = (0..count).step_by(stride);
            let taken: Vec<_> = positions.clone().filter_map(|position| disjoint.at(0, position)).collect();
            assert!(taken.iter().map(|value| **value).eq(positions.clone()), "{count} by {stride}");
            let end = positions.next_back().map_or(0, |last| last + 1);
            assert!((0..end).all(|position| disjoint.at(position, position).is_none()), "none is before another");
            assert!((end..count).all(|position| disjoint.split_front(count).at(position, position).is_none()));
            assert!(disjoint.at(0, usize::MAX).is_none() && (0..end).all(|at| disjoint.at(at, at).is_none()));
        }
    }
    let mut none: DisjointMut<'_, SparseIndex, ValueCells<'_, u8>, _> =
        DisjointMut::at_any(ValueCells::new(&mut []), Ascending::default());
    assert!([0, 1, usize::MAX, 0].iter().all(|at| none.at(*at, *at).is_none()));
}

#[test]
fn the_default_hands_out_no_position() {
    let mut bits = Ascending::default();
    assert!([0, 1, usize::MAX - 1, usize::MAX, 0].iter().all(|at| bits.take(*at) == Ok(None)));
    let mut all = Ascending::all();
    let taken = [0, 0, 2, 1, 2, usize::MAX, usize::MAX - 1, 3].map(|at| all.take(at));
    let expected = [Some(0), None, Some(2), None, None, None, Some(usize::MAX - 1), None];
    assert_eq!(taken, expected.map(Ok));
}

#[test]
fn positions_of_a_list_are_handed_out_once_each_in_its_order() {
    let mut list = DistinctPositions::default();
    let counts = [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 300_usize];
    for count in counts.into_iter().take(if cfg!(miri) { 5 } else { counts.len() }) {
        for stride in [1, 97] {
            // Every third step has no position, and every fifth that of an earlier one, or one beyond all values.
            let position = |step: usize| match step {
                _ if step % 3 == 2 => None,
                _ if step % 5 == 4 => Some([0, count, count + 63, usize::MAX][step % 4]),
                _ => Some(step * stride % count),
            };
            list.replace(count, (0..count).map(position));
            let mut taken = BTreeSet::new();
            let expected: Vec<_> =
                (0..count).map(|step| position(step).filter(|at| *at < count && taken.insert(*at))).collect();
            assert!(InSteps::of(Some(&list), count + 1).is_none(), "the list has fewer positions");
            for (list, expected) in [(Some(&list), expected), (None, (0..count).map(Some).collect())] {
                for steps in [0, 1.min(count), count / 2, count] {
                    let Some(bits) = InSteps::of(list, steps) else { continue };
                    let mut values: Vec<_> = (0..count).collect();
                    let mut disjoint: InList<'_> = DisjointMut::at_any(values.cells(), bits);
                    let held: Vec<Option<&mut usize>> = (0..steps).map(|step| disjoint.at(0, step / 2)).collect();
                    let positions = held.iter().map(|value| value.as_deref().copied());
                    assert!(positions.eq(expected.iter().copied().take(steps)), "{steps} of {count} by {stride}");
                    let further = (0..count + 130).filter(|step| disjoint.at(*step, *step).is_some()).count();
                    assert_eq!(further, if list.is_none() { count - steps } else { 0 });
                    assert!((0..count).all(|at| disjoint.split_front(count).at(at, at).is_none()));
                }
            }
        }
    }
    let mut none: InList<'_> = DisjointMut::at_any(ValueCells::new(&mut []), InSteps::default());
    assert!([0, 1, usize::MAX].iter().all(|at| none.at(*at, *at).is_none()));
}

type InList<'w> = DisjointMut<'w, SparseIndex, ValueCells<'w, usize>, InSteps<'w>>;

#[test]
fn a_list_of_any_positions_hands_out_no_value_twice() {
    let (mut seed, mut handed_out) = (5, 0);
    let mut list = DistinctPositions::default();
    for _ in 0..ROUNDS {
        let (len, end) = (next(&mut seed) as usize % 150, next(&mut seed) as usize % 150);
        let steps = next(&mut seed) as usize % 40;
        let positions: Vec<_> =
            (0..steps).map(|_| Some(next(&mut seed) as usize % 150).filter(|at| at % 7 != 0)).collect();
        // The list may be made for fewer or more values than there are.
        list.replace(end, positions.into_iter());
        let mut values: Vec<_> = (0..len).collect();
        let Some(bits) = InSteps::of(Some(&list), steps) else { panic!("the list has all steps") };
        let mut disjoint: InList<'_> = DisjointMut::at_any(values.cells(), bits);
        let held: Vec<&mut usize> = (0..steps).filter_map(|at| disjoint.at(at, at)).collect();
        let distinct: BTreeSet<_> = held.iter().map(|value| **value).collect();
        assert_eq!(distinct.len(), held.len(), "{list:?}");
        handed_out += held.len();
    }
    assert!(handed_out > ROUNDS, "only {handed_out} values were yielded");
}

/// Splits cells into parts at pseudorandom steps, and collects what each part yields on a thread of its own.
fn taken_in_parts<'w, I: EntityIndex, C: Cells<'w, Value: Send + Copy + Ord> + 'w>(
    mut whole: DisjointMut<'w, I, C>,
    steps: usize,
    seed: &mut u32,
) -> Vec<C::Value> {
    let mut parts = Vec::new();
    for _ in 0..next(seed) % 4 {
        let mut part = whole.split_front(next(seed) as usize % (steps + 2));
        if next(seed).is_multiple_of(2) {
            parts.push(part.split_front(next(seed) as usize % (steps + 2)));
        }
        parts.push(part);
    }
    parts.push(whole);
    thread::scope(|scope| {
        let take = |mut part: DisjointMut<'w, I, C>| {
            scope.spawn(move || {
                (0..steps + 2).filter_map(|step| part.at(step, step)).map(|value| *value).collect::<Vec<_>>()
            })
        };
        let threads: Vec<_> = parts.into_iter().map(take).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no part panics")).collect()
    })
}

/// Checks that the parts of a storage together yield each value once.
fn parts_hand_out_all_once<S: Storage<Value: Send + Copy + Ord + core::fmt::Debug>>(value: impl Fn(u64) -> S::Value) {
    let mut seed = 7;
    for _ in 0..if cfg!(miri) { 4 } else { 200 } {
        let (mut storage, mut list, mut held) = (S::EMPTY, SparseIndex::new(), Vec::new());
        for index in 0..12 {
            if !next(&mut seed).is_multiple_of(3) {
                storage.push(entity(index), value(index));
                held.push(index);
            }
            if !next(&mut seed).is_multiple_of(3) {
                list.push(entity(index).index());
            }
        }
        let listed: Vec<_> = held.iter().filter(|index| list.position_of(entity(**index).index()).is_some()).collect();
        for (source, expected) in [(None, held.iter().collect()), (Some(Source::all(&list)), listed)] {
            let (index, values) = storage.parts_mut();
            let (own, is_own) = (index.source(), source.is_none());
            let source: Source<'_> = source.unwrap_or(own);
            let aligned = is_own && index.is_source(source) && S::Index::DENSE;
            let cells = crate::storage::ValuesMut::cells(values);
            let mut taken = taken_in_parts(DisjointMut::new(cells, index, aligned, source), source.steps(), &mut seed);
            taken.sort_unstable();
            let expected: Vec<_> = expected.into_iter().map(|index| value(*index)).collect();
            assert_eq!(taken, expected);
        }
    }
}

#[test]
fn parts_on_several_threads_hand_out_each_value_once() {
    parts_hand_out_all_once::<SparseSet<u64>>(|index| index);
    parts_hand_out_all_once::<VecStorage<u64>>(|index| index);
    parts_hand_out_all_once::<HashedArrayTree<u64, 4>>(|index| index);
    parts_hand_out_all_once::<TagSet<()>>(|_| ());
    parts_hand_out_all_once::<SparseSet<()>>(|_| ());
}

#[test]
fn broken_relations_hand_out_no_value_twice_in_parts() {
    let mut seed = 3;
    for _ in 0..if cfg!(miri) { 20 } else { 1_000 } {
        let (index, list) = (broken(&mut seed), broken(&mut seed));
        let mut values: Vec<u8> = (0..5).collect();
        let disjoint: DisjointMut<_, _> =
            DisjointMut::new(values.as_mut_slice().cells(), &index, false, Source::all(&list));
        let taken = taken_in_parts(disjoint, 6, &mut seed);
        let distinct: BTreeSet<_> = taken.iter().collect();
        assert_eq!(distinct.len(), taken.len(), "{index:?} {list:?}");
    }
}

#[test]
fn a_part_visits_only_its_own_steps() {
    let mut set = SparseSet::default();
    (0..6).for_each(|at| set.push(entity(at), at));
    let (index, values) = set.parts_mut();
    let mut back: DisjointMut<_, _> = DisjointMut::new(values.cells(), index, true, index.source());
    let mut front = back.split_front(4);
    assert_eq!([back.at(0, 0), back.at(3, 3), front.at(4, 4), front.at(5, 5)], [const { None }; 4]);
    assert_eq!((front.at(3, 3).copied(), back.at(4, 4).copied()), (Some(3), Some(4)));
    // Steps before those that were visited cannot be split off any more.
    assert_eq!(back.split_front(2).at(4, 4), None);
}

#[test]
fn cells_print_their_number() {
    fn cells<'w, T, V: ValuesMut<'w, T>>((_, values): (&Presence, V)) -> V::Cells {
        values.cells()
    }
    let (mut slots, mut chunks) = (VecStorage::default(), HashedArrayTree::<u64, 2>::default());
    for index in [2, 4] {
        slots.push(entity(index), index);
        chunks.push(entity(index), index);
    }
    assert_eq!(alloc::format!("{:?}", cells::<u64, _>(slots.parts_mut())), "OptionCells { cells: 5, .. }");
    assert_eq!(alloc::format!("{:?}", cells::<u64, _>(chunks.parts_mut())), "ChunkCells { chunks: 3, .. }");
    let (index, values) = slots.parts_mut();
    let mut disjoint: DisjointMut<_, _> =
        DisjointMut::new(cells::<u64, _>((index, values)), index, false, Source::Ascending(index));
    assert!(disjoint.at(2, 2).is_some());
    assert!(alloc::format!("{disjoint:?}").contains("next: 3, end: "));
}
