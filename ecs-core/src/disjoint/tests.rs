//! No value is handed out twice: by sound relations, nor by broken ones, which the kernel does not trust.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::DisjointMut;
use crate::storage::ValuesMut;
use crate::{Entity, Source, SparseIndex, SparseSet, Storage};

fn entity(index: u64) -> Entity {
    Entity::from_bits(1 << 32 | index).unwrap()
}

#[test]
fn no_value_is_handed_out_twice() {
    let mut set = SparseSet::default();
    for at in 0..6 {
        set.push(entity(at), at);
    }
    let mut list = SparseIndex::new();
    for at in [5, 2, 9, 0] {
        list.push(entity(at));
    }
    let (index, values) = set.parts_mut();
    let mut disjoint = DisjointMut::new(values.cells(), index, false, Source::all(&list));
    let mut held: Vec<&mut u64> = [0, 0, 1, 1, 0, 2, 3, 3, 4].iter().filter_map(|step| disjoint.at(*step)).collect();
    for value in &mut held {
        **value += 10;
    }
    assert_eq!(held, [&15, &12, &10]);
}

/// Numbers that look random.
fn next(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *seed >> 16
}

/// An index in which much may be wrong: entities at two positions or at none, slots that lead elsewhere or nowhere.
fn broken(seed: &mut u32) -> SparseIndex {
    let back: Vec<_> = (0..2 + next(seed) % 4).map(|_| next(seed) % 6).collect();
    let right = back.iter().zip(0..).map(|(index, position)| (entity(u64::from(*index)), position));
    let mut slots: Vec<_> = right.collect();
    for _ in 0..next(seed) % 3 {
        slots.push((entity(u64::from(next(seed) % 6)), next(seed) % 8));
    }
    SparseIndex::from_raw(back, &slots)
}

/// Miri takes a hundred times as long.
const ROUNDS: usize = if cfg!(miri) { 60 } else { 2_000 };

#[test]
fn broken_relations_hand_out_no_value_twice() {
    let (mut seed, mut handed_out) = (1, 0);
    for _ in 0..ROUNDS {
        let (index, list) = (broken(&mut seed), broken(&mut seed));
        let mut values: Vec<u8> = (0..5).collect();
        let source = if next(&mut seed).is_multiple_of(2) { &index } else { &list };
        let mut disjoint = DisjointMut::new(values.as_mut_slice().cells(), &index, false, Source::all(source));
        let held: Vec<&mut u8> =
            (0..16).filter_map(|at| disjoint.at((at / 2) ^ (next(&mut seed) as usize % 2))).collect();
        let distinct: BTreeSet<_> = held.iter().map(|value| **value).collect();
        assert_eq!(distinct.len(), held.len(), "{index:?} {source:?}");
        handed_out += held.len();
    }
    assert!(handed_out > ROUNDS / 7, "{handed_out} values are too few to say anything");
}
