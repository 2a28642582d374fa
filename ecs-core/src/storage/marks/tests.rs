use alloc::vec;
use alloc::vec::Vec;

use super::{BITS, ChangeMarks, Marks};
use crate::storage::{Companion, Layout};

/// Marks for `len` positions, none of which is marked.
fn unmarked<const ADDED: bool>(len: usize) -> ChangeMarks<ADDED> {
    let mut marks = <ChangeMarks<ADDED> as Companion<()>>::EMPTY;
    marks.extend(0, &vec![(); len]);
    marks.unmark_all();
    marks
}

fn marked<const ADDED: bool>(marks: &ChangeMarks<ADDED>) -> Vec<usize> {
    (0..if cfg!(miri) { 300 } else { 1_000 }).filter(|position| marks.contains(*position)).collect()
}

fn drained(marks: &mut ChangeMarks<false>, end: usize) -> Vec<usize> {
    let mut drained = Vec::new();
    marks.drain(end, |position| drained.push(position));
    drained
}

fn writing(marks: &ChangeMarks<false>) -> impl Marks + '_ {
    Companion::<()>::marks(marks)
}

const LENS: &[usize] =
    if cfg!(miri) { &[0, 1, BITS - 1, BITS, BITS + 1] } else { &[0, 1, 2, 3, BITS - 1, BITS, BITS + 1, 2 * BITS, 200] };

#[test]
fn ranges_of_any_length_are_marked_and_nothing_beside_them() {
    for &len in LENS {
        for start in LENS.iter().copied().filter(|start| *start <= len) {
            for end in LENS.iter().copied().filter(|end| *end <= len) {
                let mut marks = unmarked(len);
                writing(&marks).mark_range::<false>(start..end);
                assert_eq!(marked(&marks), (start..end).collect::<Vec<_>>(), "{start}..{end} of {len}");
                assert_eq!(Companion::<()>::check(&marks, len, Layout::Swapped), Ok(()));
                assert_eq!(drained(&mut marks, len), (start..end).collect::<Vec<_>>());
                assert!(marked(&marks).is_empty());
            }
        }
    }
}

#[test]
fn positions_are_marked_one_by_one_and_drained_in_order() {
    for &len in LENS {
        let mut marks = unmarked(len);
        for position in (0..len).rev().step_by(3) {
            writing(&marks).mark::<false>(position);
            writing(&marks).mark::<true>(position);
        }
        writing(&marks).mark::<false>(len.next_multiple_of(BITS));
        let expected: Vec<_> = (0..len).rev().step_by(3).collect::<Vec<_>>().into_iter().rev().collect();
        assert_eq!(marked(&marks), expected);
        assert_eq!(drained(&mut marks, len), expected);
    }
}

#[test]
fn marks_beyond_the_end_are_removed_with_their_word_or_kept() {
    let mut marks = unmarked(3 * BITS);
    writing(&marks).mark_range::<false>(0..3 * BITS);
    assert_eq!(drained(&mut marks, 2), [0, 1]);
    assert_eq!(marked(&marks), (BITS..3 * BITS).collect::<Vec<_>>());
}

#[test]
fn a_reader_of_added_values_ignores_writes_and_replacements() {
    let mut marks = unmarked::<true>(3);
    Companion::<()>::marks(&marks).mark_range::<false>(0..3);
    Companion::<()>::marks(&marks).mark::<false>(1);
    marks.replace(1, &());
    assert!(marked(&marks).is_empty());
    marks.insert_at(3, &(), Layout::Swapped);
    assert_eq!(marked(&marks), [3]);
}

#[test]
fn a_value_that_was_removed_and_inserted_again_is_added_only_if_it_was_before() {
    for was_added in [false, true] {
        let mut marks = unmarked::<true>(2);
        marks.set(0, was_added);
        Companion::<()>::remove_at(&mut marks, 0, 1, Layout::Swapped);
        marks.insert_at(1, &(), Layout::Swapped);
        Companion::<()>::swap(&mut marks, 0, 1);
        Companion::<()>::was_replaced(&mut marks, 0);
        assert_eq!(marks.contains(0), was_added);
    }
}

/// Changes marks at random, and compares them with a list of `bool`s.
#[test]
fn marks_follow_positions() {
    // Miri takes a thousand times as long.
    let (seeds, changes) = if cfg!(miri) { (3_u32, 30) } else { (60, 400) };
    for seed in 1..seeds {
        let layout = [Layout::Swapped, Layout::Shifted][seed as usize % 2];
        let (mut marks, mut expected) = (unmarked::<false>(0), Vec::<bool>::new());
        let mut random = seed;
        let mut next = |below: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % below.max(1)
        };
        for _ in 0..changes {
            let (len, at) = (expected.len(), next(expected.len()));
            match next(9) {
                0..=2 => {
                    let at = if layout == Layout::Swapped { len } else { next(len + 1) };
                    marks.insert_at(at, &(), layout);
                    expected.insert(at, true);
                }
                3 if len > 0 => {
                    Companion::<()>::remove_at(&mut marks, at, len - 1, layout);
                    if layout == Layout::Swapped {
                        expected.swap_remove(at);
                    } else {
                        expected.remove(at);
                    }
                }
                4 if len > 0 => {
                    let other = next(len);
                    Companion::<()>::swap(&mut marks, at, other);
                    expected.swap(at, other);
                }
                5 if len > 0 => {
                    writing(&marks).mark::<false>(at);
                    expected[at] = true;
                }
                6 => {
                    marks.unmark_all();
                    expected.fill(false);
                }
                7 => {
                    marks.extend(len, &[(); 40]);
                    expected.resize(len + 40, true);
                }
                _ => {
                    let len = len - next(len / 2);
                    Companion::<()>::truncate(&mut marks, len);
                    expected.truncate(len);
                }
            }
            let positions = (0..expected.len()).filter(|at| expected[*at]).collect::<Vec<_>>();
            assert_eq!(marked(&marks), positions);
            assert_eq!(Companion::<()>::check(&marks, expected.len(), layout), Ok(()));
        }
        assert_eq!(marked(&marks.clone()), marked(&marks));
    }
}
