use super::*;
use crate::mask::{Mask, SmallMask};
use alloc::collections::BTreeSet;

/// Compares masks with a plain list of masks after the same changes.
fn agrees<M: BitMask>(of: impl Fn(usize) -> M, kinds: usize) {
    let (mut masks, mut expected) = (Masks::<M>::default(), Vec::new());
    let mut number: u32 = 5;
    for step in 0..if cfg!(miri) { 150 } else { 5_000 } {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (choice, index) = (number >> 28, (number >> 12) as usize % (expected.len() + 1));
        let mask = of((number >> 8) as usize % kinds);
        match choice {
            0 => {
                masks.resize(expected.len() + 3, mask);
                expected.resize(expected.len() + 3, mask);
            }
            1 if step % 50 == 0 => {
                masks.empty_all();
                expected.fill(M::EMPTY);
            }
            2 if step % 10 == 0 => masks.shrink_to_fit(),
            3..=8 if index < expected.len() => {
                assert_eq!(masks.take(index), core::mem::replace(&mut expected[index], M::EMPTY));
            }
            _ => {
                masks.set(index, mask);
                write(&mut expected, index, mask);
            }
        }
        // The check looks at all slots, so Miri makes it less often.
        assert!((cfg!(miri) && step % 30 != 29) || masks.is_whole());
    }
    assert!(masks.iter().eq(&expected) && masks.len() == expected.len());
    assert!((0..expected.len()).all(|at| masks.get(at) == expected.get(at) && masks[at] == expected[at]));
    assert!(masks.get(expected.len()).is_none());
}

#[test]
fn masks_of_each_width_are_those_that_were_written() {
    for kinds in [1, 2, 3, 64, 65] {
        agrees(|kind| SmallMask::<u8>::of(&[kind % 8]), kinds);
        agrees(|kind| Mask::<1>::of(&[kind % 64, kind / 64]), kinds);
        agrees(|kind| Mask::<2>::of(&[kind]), kinds);
        agrees(|kind| Mask::<8>::of(&[kind, 511 - kind]), kinds);
    }
    agrees(|kind| Mask::<8>::of(&[kind % 512, kind / 512 % 512]), 1 << 18);
}

fn selects<M: BitMask>(of: impl Fn(usize) -> M) {
    let mut masks = Masks::<M>::default();
    (0..200).for_each(|at| masks.set(at, of(at)));
    let is_selected = |mask: &M| mask.contains(1) & !mask.intersects(&of(0));
    for len in [0, 1, 2, 3, 7, 8, 9, 63, 64] {
        let firsts: &[u32] = if cfg!(miri) { &[0, 136, 137, 300] } else { &[0, 1, 100, 136, 137, 199, 200, 300] };
        for first in firsts {
            for stride in [1, 199, 2].into_iter().take(if cfg!(miri) { 2 } else { 3 }) {
                let indices: Vec<u32> = (0..len).map(|at| first + at * stride % 201).collect();
                let selected = masks.select(&indices, is_selected);
                let is_expected = |index: &u32| masks.get(*index as usize).is_some_and(is_selected);
                for (at, index) in indices.iter().enumerate() {
                    assert_eq!(selected >> at & 1 == 1, is_expected(index), "{at} of {len} by {stride}");
                }
                assert_eq!(selected.checked_shr(len), (len < 64).then_some(0), "no bit after the first {len} is set");
                assert_eq!(masks.all(&indices, is_selected), indices.iter().all(is_expected), "{len} by {stride}");
                let exist = indices.iter().all(|index| *index < 200);
                assert_eq!(masks.all(&indices, |mask| !mask.is_empty()), exist, "{first}.. of {len} by {stride}");
            }
        }
    }
}

#[test]
fn masks_of_any_slots_are_selected_whether_they_are_adjacent_or_not() {
    let kind = |at: usize| at * 7 % 10 % 3;
    selects(|at| SmallMask::<u8>::of(&[kind(at)]));
    selects(|at| SmallMask::<u16>::of(&[kind(at)]));
    selects(|at| SmallMask::<u32>::of(&[kind(at)]));
    selects(|at| Mask::<1>::of(&[kind(at)]));
    selects(|at| Mask::<2>::of(&[kind(at), 64 + kind(at)]));
    let every = [0, 1, u8::MAX / 2].map(|at| usize::from(at) % 64);
    let mut bytes = [0; 64];
    for at in every {
        bytes[at] = 1;
    }
    assert_eq!(bits(&bytes), every.iter().fold(0, |all, at| all | 1 << at));
    assert_eq!((bits(&[0; 64]), bits(&[1; 64])), (0, u64::MAX));
}

#[test]
fn few_masks_are_kept_however_many_there_were() {
    let mut masks = Masks::<Mask<2>>::default();
    masks.resize(100, Mask::EMPTY);
    for number in 0..100_usize.pow(if cfg!(miri) { 1 } else { 2 }) {
        masks.set(number % 100, Mask::of(&[number % 128, number / 128]));
        assert!(masks.distinct.len() <= 512, "{}", masks.distinct.len());
    }
    assert!(masks.is_whole());
    masks.empty_all();
    masks.shrink_to_fit();
    assert_eq!((masks.distinct.len(), masks.table.len(), masks.is_whole()), (1, 2, true));
}

#[test]
fn unused_masks_are_forgotten_beyond_a_number() {
    let counts: &[_] =
        if cfg!(miri) { &[0, 1, 2, 255, 256, 257] } else { &[0, 1, 2, 3, 254, 255, 256, 257, 511, 512, 513] };
    for &count in counts {
        let mut masks = Masks::<Mask<8>>::default();
        masks.resize(3, Mask::EMPTY);
        (0..count).for_each(|number| masks.set(number % 3, Mask::of(&[number % 256, 256 + number / 256])));
        let kept = if count < KEPT { count + 1 } else { masks.distinct.len().min(KEPT) };
        assert_eq!((masks.distinct.len(), masks.is_whole()), (kept, true), "{count}");
        let last = (0..count).rev().take(3).map(|number| Mask::of(&[number % 256, 256 + number / 256]));
        assert!((0..count).rev().zip(last).all(|(number, mask)| masks[number % 3] == mask), "{count}");
    }
}

#[test]
fn the_check_finds_a_mask_that_is_kept_twice_and_one_that_is_not_found() {
    let filled = || {
        let mut masks = Masks::<Mask<2>>::default();
        (0..3).for_each(|at| masks.set(at, Mask::of(&[at])));
        masks
    };
    assert!(filled().is_whole() && Masks::<Mask<2>>::default().is_whole());
    let mut twice = filled();
    twice.distinct[2] = twice.distinct[1];
    assert!(!twice.is_whole());
    let mut lost = filled();
    lost.table.fill(VACANT);
    assert!(!lost.is_whole());
    let mut beyond = filled();
    beyond.numbers[1] = 9;
    assert!(!beyond.is_whole());
}

#[test]
fn single_bits_are_scattered() {
    let buckets: BTreeSet<usize> = (0..512).map(|bit| Mask::<8>::bit(bit).scattered() & 1023).collect();
    assert!(buckets.len() > 300, "{} buckets", buckets.len());
}

#[test]
fn with_many_slots_unused_masks_are_forgotten_beyond_a_fourth_of_these() {
    for (slots, limit) in [(1_024, 256), (1_027, 256), (1_028, 1_024), (4_099, 1_024), (4_100, 4_096)] {
        if cfg!(miri) && limit > 256 {
            continue;
        }
        let mut masks = Masks::<Mask<8>>::default();
        masks.resize(slots, Mask::EMPTY);
        let mut set = |number: usize| {
            masks.set(number % 3, Mask::of(&[number % 256, 256 + number / 256]));
            masks.distinct.len()
        };
        assert_eq!((0..limit - 1).map(&mut set).last(), Some(limit), "{slots} slots: the empty one and all others");
        assert_eq!(set(limit - 1), 5, "{slots} slots: the empty one, three in use, and the new one");
        assert!(masks.is_whole());
    }
}

/// Two slots with masks of their own, and `unused` other masks that no slot has any more.
#[cfg(feature = "serde")]
fn two_after(unused: usize) -> Masks<Mask<8>> {
    let (mut masks, own) = (Masks::default(), [Mask::<8>::of(&[0, 500]), Mask::of(&[1, 500])]);
    let of = |number: usize| Mask::of(&[2 + number % 256, 300 + number / 256]);
    masks.resize(2, of(0));
    for (slot, mask) in own.into_iter().enumerate() {
        masks.set(slot, mask);
    }
    for number in 0..unused {
        masks.set(2, of(number));
    }
    masks.set(2, Mask::EMPTY);
    masks
}

#[test]
#[cfg(feature = "serde")]
fn each_slot_keeps_its_own_mask_if_a_component_is_given_while_unused_masks_are_dropped() {
    for unused in if cfg!(miri) { 250..260 } else { 0..1_100 } {
        let mut masks = two_after(unused);
        assert!(masks.give(0..=1, 510));
        assert_eq!(masks[0], Mask::of(&[0, 500, 510]), "{unused} unused masks");
        assert_eq!(masks[1], Mask::of(&[1, 500, 510]), "{unused} unused masks");
        assert!(masks.is_whole() && !masks.give(0..=1, 510));
    }
}
