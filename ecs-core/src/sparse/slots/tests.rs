//! Pages are made where they lack, and given back where nobody is on them.

use alloc::vec;
use alloc::vec::Vec;

use super::{PAGE, SlotTable, Slots};
use crate::Entity;
use crate::entity::entity;

/// How many pages the table leads to, and how many there are.
fn pages(slots: &Slots) -> (usize, usize) {
    assert_eq!(slots.array.len() % PAGE, 0);
    (slots.pages.len(), slots.array.len() / PAGE)
}

#[test]
fn a_page_is_made_for_who_is_on_it_and_for_nobody_else() {
    let mut slots = Slots::new();
    slots.set(entity(PAGE * 3 + 1), 7);
    assert_eq!(pages(&slots), (4, 1));
    slots.set(entity(PAGE * 4 - 1), 8);
    assert_eq!(pages(&slots), (4, 1));
    slots.set(entity(0), 9);
    assert_eq!((pages(&slots), slots.occupied()), ((4, 2), 3));
    let found: Vec<_> = [0, PAGE * 3 + 1, PAGE * 4 - 1].map(|at| slots.position(entity(at))).into();
    assert_eq!(found, [Some(9), Some(7), Some(8)]);
    assert_eq!([1, PAGE, PAGE * 3, PAGE * 9].map(|at| slots.position(entity(at))), [None; 4]);
}

#[test]
fn pages_are_made_all_at_once_for_many() {
    let mut slots = Slots::new();
    slots.set(entity(PAGE), 0);
    let many: Vec<_> = [1, 2, PAGE * 2, PAGE + 5, PAGE * 2 + 1, PAGE * 5, 3].map(entity).into();
    slots.make_pages(&many);
    assert_eq!(pages(&slots), (6, 4));
    slots.make_pages(&many);
    assert_eq!(pages(&slots), (6, 4));
    slots.set_all(&many, 1..);
    assert_eq!((pages(&slots), slots.occupied()), ((6, 4), 8));
    assert!(many.iter().zip(1..).all(|(entity, position)| slots.position(*entity) == Some(position)));
}

#[test]
fn pages_without_anybody_are_given_back() {
    let mut slots = Slots::new();
    // Generations that are far apart, so that no page is packed.
    let far_apart =
        |at: usize| Entity::new(u32::try_from(at).unwrap(), 1 + 400 * u32::try_from(at % PAGE).unwrap()).unwrap();
    for at in 0..6 * PAGE {
        slots.set(far_apart(at), u32::try_from(at).unwrap());
    }
    let vacate = |slots: &mut Slots, page: usize| {
        (page * PAGE..(page + 1) * PAGE).for_each(|at| slots.vacate(u32::try_from(at).unwrap()));
    };
    for page in [0, 2, 5] {
        vacate(&mut slots, page);
    }
    slots.shrink_to_fit();
    assert_eq!((pages(&slots), slots.occupied()), ((5, 3), 3 * PAGE));
    assert_eq!((slots.pages.capacity(), slots.array.capacity()), (5, 3 * PAGE));
    let found =
        (0..7 * PAGE).filter(|at| slots.position(far_apart(*at)) == u32::try_from(*at).ok()).map(|at| at / PAGE);
    assert!(found.eq([1, 3, 4].into_iter().flat_map(|page| [page; PAGE])));
    for page in [1, 3, 4] {
        vacate(&mut slots, page);
    }
    slots.shrink_to_fit();
    assert_eq!((pages(&slots), slots.pages.capacity(), slots.array.capacity()), ((0, 0), 0, 0));
}

#[test]
fn neighbours_in_a_list_may_stand_on_any_two_pages() {
    let far = PAGE * PAGE;
    for [first, second] in [[2, PAGE * 2], [PAGE * 2 + 1, PAGE * 5 + 2], [1, far], [far, 1], [PAGE, 0], [0, PAGE]] {
        let mut slots = Slots::new();
        slots.make_pages(&[entity(first), entity(second)]);
        assert_eq!(pages(&slots), (first.max(second) / PAGE + 1, 2), "{first} and {second}");
    }
}

#[test]
fn pages_are_packed_and_those_without_anybody_are_given_back() {
    let mut slots = Slots::new();
    let packed = |slots: &Slots| slots.packed.iter().map(Option::is_some).collect::<Vec<_>>();
    (0..6).for_each(|page| slots.set(entity(PAGE * page + page), 3));
    for page in [0, 2, 5] {
        slots.vacate(u32::try_from(PAGE * page + page).unwrap());
    }
    slots.shrink_to_fit();
    assert_eq!((pages(&slots), packed(&slots), slots.occupied()), ((0, 0), vec![false, true, false, true, true], 3));
    assert_eq!((slots.pages.capacity(), slots.array.capacity(), slots.packed.capacity()), (0, 0, 5));
    let found = (0..7).filter(|page| slots.get(u32::try_from(PAGE * page + page).unwrap()).is_some());
    assert!(found.eq([1, 3, 4]));
    for page in [1, 3, 4] {
        slots.vacate(u32::try_from(PAGE * page + page).unwrap());
    }
    slots.shrink_to_fit();
    assert_eq!((pages(&slots), slots.array.capacity(), slots.packed.capacity()), ((0, 0), 0, 0));
}
