//! Pages are allocated on demand, and freed when none of their slots is occupied.

use alloc::vec::Vec;

use super::{COMPARED, PAGE, SlotTable, Slots, VACANT, ascending};

const P: u32 = 1024;

/// Number of pages in the front, and beyond it.
fn pages(slots: &Slots) -> (usize, usize) {
    assert_eq!(slots.front.len() % PAGE, 0);
    assert!(slots.behind.numbers().all(|page| page > slots.made && page >= slots.front.len() / PAGE));
    (slots.front.len() / PAGE, slots.behind.numbers().count())
}

#[test]
fn a_page_is_allocated_only_for_its_own_slots() {
    assert_eq!(P as usize, PAGE);
    let mut slots = Slots::new();
    slots.set(P * 3 + 1, 7);
    assert_eq!(pages(&slots), (0, 1));
    slots.set(P * 4 - 1, 8);
    assert_eq!(pages(&slots), (0, 1));
    slots.set(0, 9);
    assert_eq!((pages(&slots), slots.occupied()), ((1, 1), 3));
    assert_eq!([0, P * 3 + 1, P * 4 - 1].map(|at| slots.get(at)), [Some(9), Some(7), Some(8)]);
    assert_eq!(
        [1, P, P * 3, P * 9, u32::MAX - 1].map(|at| (slots.get(at), slots.position_or_vacant(at))),
        [(None, VACANT); 5]
    );
}

#[test]
fn the_front_reaches_as_far_as_at_least_half_of_its_pages_are_used() {
    let mut slots = Slots::new();
    let mut touch = |page: u32| {
        slots.set(page * P + 3, page);
        assert!((0..20).all(|at| slots.get(at * P + 3).is_none_or(|position| position == at)));
        pages(&slots)
    };
    assert_eq!([9, 2, 3].map(&mut touch), [(0, 1), (3, 1), (4, 1)], "with two pages, page 2 is within reach");
    assert_eq!([8, 7].map(&mut touch), [(4, 2), (4, 3)]);
    assert_eq!(touch(6), (7, 3), "with six pages, page 6 is within reach");
    assert_eq!(touch(1), (7, 3), "an unused page of the front is not allocated again");
    assert_eq!(touch(19), (8, 3), "with seven pages, page 7 is within reach");
    assert_eq!(slots.occupied(), 8);
}

#[test]
fn vacant_slots_are_neither_taken_nor_relocated() {
    let mut slots = Slots::new();
    slots.set(5, 1);
    for vacant in [0, 4, 6, P, P * 7] {
        slots.relocate(vacant, VACANT);
        assert_eq!((slots.take(vacant), slots.get(vacant)), (None, None));
    }
    slots.relocate(5, 3);
    assert_eq!((slots.take(5), slots.take(5), slots.occupied()), (Some(3), None, 0));
}

#[test]
fn each_number_of_occupied_slots_is_counted_found_and_taken() {
    let all = [0, 1, 2, 64, P, P + 1, 3, 63, 65, P - 1, 2 * P, 3 * P + 1];
    for count in all.into_iter().take(if cfg!(miri) { 6 } else { all.len() }) {
        let mut slots = Slots::new();
        (0..count).for_each(|at| slots.set(at, count - at));
        assert_eq!((slots.occupied(), pages(&slots)), (count as usize, (count.div_ceil(P) as usize, 0)));
        assert!((0..count).all(|at| slots.get(at) == Some(count - at)) && slots.get(count).is_none());
        assert!((0..count).all(|at| slots.take(at) == Some(count - at)) && slots.occupied() == 0);
        slots.shrink_to_fit();
        assert_eq!(pages(&slots), (0, 0), "{count} slots were occupied and vacated");
    }
}

#[test]
fn a_batch_is_written_like_single_slots() {
    let many: Vec<_> = [1, 2, P * 2, P + 5, P * 2 + 1, P * 5, 3, P - 1, P].into();
    let (mut together, mut single) = (Slots::new(), Slots::new());
    for slots in [&mut together, &mut single] {
        slots.set(P + 1, 0);
    }
    together.set_all(&many, 1);
    many.iter().zip(1..).for_each(|(index, position)| single.set(*index, position));
    assert_eq!((pages(&together), together.occupied()), ((3, 1), 10));
    assert!((0..P * 7).step_by(if cfg!(miri) { 13 } else { 1 }).all(|at| together.get(at) == single.get(at)));
    together.set_all(&[], 3);
    assert_eq!(together.occupied(), 10);
}

#[test]
fn pages_without_occupied_slots_are_freed() {
    // Miri uses only some slots of each page.
    const STEP: usize = if cfg!(miri) { 32 } else { 1 };
    const USED: usize = PAGE / STEP;
    let mut slots = Slots::new();
    (0..6 * P).step_by(STEP).for_each(|at| slots.set(at, at));
    let vacate = |slots: &mut Slots, page: u32| {
        (page * P..(page + 1) * P).step_by(STEP).for_each(|at| assert!(slots.take(at).is_some()));
    };
    for page in [0, 2, 5] {
        vacate(&mut slots, page);
    }
    slots.shrink_to_fit();
    assert_eq!((pages(&slots), slots.occupied()), ((4, 1), 3 * USED), "pages 1 and 3, and page 4 beyond the front");
    assert_eq!((slots.front.capacity(), slots.behind.sizes()), (4 * PAGE, [5, 1, 1]));
    let found = (0..7 * P).step_by(STEP).filter(|at| slots.get(*at) == Some(*at)).map(|at| at / P);
    assert!(found.eq([1, 3, 4].into_iter().flat_map(|page| [page; USED])));
    slots.set(5 * P, 4);
    assert_eq!((pages(&slots), slots.take(5 * P)), ((5, 1), Some(4)), "a freed page is allocated again");
    for page in [1, 3, 4] {
        vacate(&mut slots, page);
    }
    slots.shrink_to_fit();
    assert_eq!((pages(&slots), slots.front.capacity(), slots.behind.sizes()), ((0, 0), 0, [0, 0, 0]));
}

#[test]
fn neighbours_in_a_list_may_be_on_any_two_pages() {
    let far = P * P;
    for [first, second] in [[2, P * 2], [P * 2 + 1, P * 5 + 2], [1, far], [far, 1], [P, 0], [0, P]] {
        let mut slots = Slots::new();
        slots.set_all(&[first, second], 0);
        assert_eq!((slots.get(first), slots.get(second), slots.occupied()), (Some(0), Some(1), 2));
    }
}

/// The table that results if each index is written separately.
fn one_by_one(before: &[u32], indices: &[u32]) -> Slots {
    let mut slots = Slots::new();
    before.iter().chain(indices).zip(0..).for_each(|(index, position)| slots.set(*index, position));
    slots
}

#[test]
fn runs_are_written_like_single_slots_wherever_they_begin_and_end() {
    let all = [0, 1, 33, 2, 3, 31, 32, 34, 64, 65, P - 1, P, P + 1, 3 * P + 1];
    // Runs of a page and more take minutes in Miri; shorter ones also cross the end of a page.
    let (lengths, stride) = if cfg!(miri) { (&all[..3], 97) } else { (&all[..], 1) };
    // No page; a page in the front; a page beyond it, which a run can reach or include; both.
    for before in [&[][..], &[5], &[4 * P + 9], &[5, P * 2 + 7, 9 * P]] {
        for start in [10, P - 1, P, P + 1, 2 * P - 2, 6 * P] {
            for &length in lengths {
                let run: Vec<u32> = (start..start + length).filter(|index| !before.contains(index)).collect();
                let (mut together, single) = (one_by_one(before, &[]), one_by_one(before, &run));
                together.set_all(&run, u32::try_from(before.len()).expect("there are few"));
                assert_eq!((pages(&together), together.made), (pages(&single), single.made));
                let mut slots = (0..11 * P).step_by(stride);
                assert!(slots.all(|at| together.get(at) == single.get(at)), "{length} from {start}");
            }
        }
    }
}

#[test]
fn runs_are_distinguished_from_mixed_entities() {
    let ascends = |indices: &[u32]| super::ascending(indices);
    for length in [1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 66, 97, 98, if cfg!(miri) { 130 } else { 1_000 }] {
        let run: Vec<u32> = (7..7 + length).collect();
        assert_eq!(ascends(&run), run.len());
        for other in [0, 7 + length - 1, 7 + length + 1, u32::MAX] {
            let broken: Vec<u32> = run.iter().copied().chain([other, other + u32::from(other == 0), 3, 4, 5]).collect();
            assert_eq!(ascends(&broken), run.len(), "{other} after {length} ascending");
        }
        for at in [1, 2, 30, 31, 32, 33, 63, 64, 65].into_iter().filter(|at| *at < run.len()) {
            let mut broken = run.clone();
            broken[at] = 5_000;
            assert_eq!(ascends(&broken), at);
        }
    }
    assert_eq!((ascends(&[]), ascends(&[u32::MAX, 0, 1])), (0, 1), "indices do not wrap around");
}

#[test]
fn a_long_run_takes_no_more_memory_than_it_needs() {
    let mut slots = Slots::new();
    slots.set_all(&(0..10 * P).collect::<Vec<_>>(), 0);
    assert_eq!((pages(&slots), slots.front.capacity()), ((10, 0), 10 * PAGE));
    slots.set_all(&(10 * P..12 * P).collect::<Vec<_>>(), 10 * P);
    assert_eq!((pages(&slots), slots.front.capacity()), ((12, 0), 14 * PAGE));
}

#[test]
fn small_tables_double_and_large_ones_grow_by_a_quarter() {
    let mut slots = Slots::new();
    let capacities = (0..32).map(|page| {
        slots.set(page * P, page);
        slots.front.capacity() / PAGE
    });
    let mut capacities: Vec<_> = capacities.collect();
    capacities.dedup();
    assert_eq!(capacities, [1, 2, 4, 8, 12, 16, 20, 25, 31, 38]);
}

#[test]
fn ascending_indices_end_at_the_first_gap() {
    for len in 1..3 * COMPARED + 3 {
        let gap = u32::try_from(len).unwrap();
        let indices: Vec<u32> = (0..gap).chain(gap + 1..gap + 100).collect();
        assert_eq!(ascending(&indices), len);
        assert_eq!(ascending(&indices[..len]), len, "all of {len}");
    }
}
