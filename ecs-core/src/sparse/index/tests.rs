//! Entities and positions, both ways.

use alloc::vec::Vec;

use super::*;
use crate::{EntityIndex, sparse::Listed};

fn entity(index: u32, generation: u32) -> Entity {
    Entity::new(index, generation).unwrap()
}

#[test]
fn the_last_entity_takes_the_place_of_a_removed_one() {
    let mut index = SparseIndex::new();
    for at in [5, 4096, 7] {
        index.push(entity(at, 1));
    }
    assert_eq!(index.swap_remove(entity(5, 1)), Some(0));
    assert_eq!(index.iter().collect::<Vec<_>>(), [entity(7, 1), entity(4096, 1)]);
    assert_eq!(index.position(entity(7, 1)), Some(0));
    index.check().unwrap();
}

#[test]
fn another_generation_is_not_found_and_not_removed() {
    let mut index = SparseIndex::new();
    index.push(entity(3, 5));
    assert_eq!(index.position(entity(3, 3)), None);
    assert_eq!(index.swap_remove(entity(3, 7)), None);
    assert_eq!(index.len(), 1);
    index.check().unwrap();
}

#[test]
fn shrinking_gives_empty_pages_back() {
    let mut index = SparseIndex::new();
    index.push(entity(1, 1));
    index.push(entity(1_000_000, 1));
    index.swap_remove(entity(1_000_000, 1));
    index.shrink_to_fit();
    index.check().unwrap();
    assert_eq!(index.position(entity(1, 1)), Some(0));
    assert_eq!(index.position(entity(1_000_000, 1)), None);
}

#[test]
fn who_was_on_a_page_that_was_given_back_is_not_found_on_another() {
    let mut index = SparseIndex::new();
    for at in [0, 1024, 2048, 3072] {
        index.push(entity(at, 1));
    }
    index.swap_remove(entity(1024, 1));
    index.swap_remove(entity(0, 1));
    index.shrink_to_fit();
    assert_eq!([0, 1024, 2048, 3072].map(|at| index.position_of(at)), [None, None, Some(0), Some(1)]);
    index.push(entity(1024, 3));
    assert_eq!([1024, 2048, 3072].map(|at| index.position_of(at)), [Some(2), Some(0), Some(1)]);
    index.check().unwrap();
}

#[test]
fn a_cleared_index_holds_nobody() {
    let mut index = SparseIndex::new();
    index.push(entity(2, 1));
    index.clear();
    assert!(index.is_empty() && index.position(entity(2, 1)).is_none());
    index.check().unwrap();
}

#[test]
fn the_check_finds_what_does_not_agree() {
    let (a, b) = (entity(0, 1), entity(1, 1));
    let is_whole = |back: &[u32], slots: &[(Entity, u32)]| SparseIndex::from_raw(back.to_vec(), slots).check().is_ok();
    assert!(is_whole(&[], &[]) && is_whole(&[0], &[(a, 0)]) && is_whole(&[1, 0], &[(a, 1), (b, 0)]));
    assert!(!is_whole(&[0], &[]), "a position without a slot");
    assert!(!is_whole(&[], &[(a, 0)]), "a slot without a position");
    assert!(!is_whole(&[0, 0], &[(a, 0)]), "an entity at two positions");
    assert!(!is_whole(&[0, 1], &[(a, 1), (b, 0)]), "a slot that leads elsewhere");
}

#[test]
fn the_edges_of_pages_are_kept_apart() {
    let mut index = SparseIndex::new();
    let edges = [0, 1023, 1024, 2047, 2048, 5000];
    for at in edges {
        index.push(entity(at, u32::MAX));
    }
    index.swap_remove(entity(1024, u32::MAX));
    index.shrink_to_fit();
    assert_eq!(index.iter().map(Entity::index).collect::<Vec<_>>(), [0, 1023, 5000, 2047, 2048]);
    assert_eq!(index.position_of(1024), None);
    index.clear();
    index.shrink_to_fit();
    assert!(index.is_empty() && edges.iter().all(|at| index.position_of(*at).is_none()));
    index.push(entity(1024, 1));
    index.check().unwrap();
}

#[test]
fn entities_that_stand_side_by_side_are_found_as_a_run() {
    let mut index = SparseIndex::new();
    for at in [7, 3, 9, 4] {
        index.push(entity(at, 1));
    }
    assert_eq!(index.run(&[7]), Some(0..1));
    assert_eq!(index.run(&[3, 9]), Some(1..3));
    assert_eq!(index.run(&[7, 3, 9, 4]), Some(0..4));
    assert_eq!(index.run(&[9, 4, 5]), None, "beyond the end");
    assert!([&[3, 7][..], &[7, 9], &[5], &[5, 7], &[]].iter().all(|indices| index.run(indices).is_none()));
}

#[test]
fn many_come_as_one_after_the_other_would() {
    let entities: Vec<_> = [5, 1023, 1024, 9, 4096, 4097, 2047, 0].map(|at| entity(at, 3)).into();
    let (mut together, mut single) = (SparseIndex::new(), SparseIndex::new());
    for index in [&mut together, &mut single] {
        index.push(entity(1025, 1));
    }
    together.extend(&entities);
    for entity in &entities {
        single.push(*entity);
    }
    assert!(together.iter().eq(&single) && together.len() == 9 && !together.is_empty());
    for at in 0..5_000 {
        assert_eq!(together.position_of(at), single.position_of(at));
    }
    together.check().unwrap();
    together.swap(0, 8);
    assert_eq!((together.index_at(0), together.position_of(1025)), (Some(0), Some(8)));
    assert_eq!((together.index_at(9), together.entity_at(9)), (None, None));
    together.check().unwrap();
}

#[test]
fn who_comes_and_goes_in_order_keeps_it() {
    let (mut index, mut sorted) = (SparseIndex::new(), Vec::new());
    for at in [40, 7, 2000, 0, 13, 41, 1024] {
        let position = sorted.partition_point(|own| *own < at);
        sorted.insert(position, at);
        assert_eq!(index.insert_in_order(entity(at, 1)), position);
        assert_eq!(index.indices(), sorted);
        index.check().unwrap();
    }
    for at in [13, 0, 2000, 41] {
        let position = sorted.iter().position(|own| *own == at);
        sorted.retain(|own| *own != at);
        assert_eq!(index.remove_in_order(entity(at, 1)), position);
        assert_eq!((index.remove_in_order(entity(at, 1)), index.indices()), (None, &sorted[..]));
        index.check().unwrap();
    }
}

#[test]
fn room_is_made_and_given_back() {
    let mut index = SparseIndex::new();
    index.reserve(100);
    let room = index.back.capacity();
    assert!(room >= 100);
    (0..100).for_each(|at| _ = index.push(entity(at, 1)));
    assert_eq!(index.back.capacity(), room);
    index.clear();
    index.shrink_to_fit();
    assert_eq!(index.back.capacity(), 0);
}

#[test]
fn shrinking_twice_changes_nothing_and_what_was_shrunk_can_change() {
    let mut index = SparseIndex::new();
    // A page that is packed, one whose generations are far apart, and one with few entities.
    (0..1024).for_each(|at| _ = index.push(entity(at, 1)));
    (1024..2048).for_each(|at| _ = index.push(entity(at, 1 + at * 2)));
    (2048..2058).for_each(|at| _ = index.push(entity(at, 1)));
    let before: Vec<_> = index.iter().collect();
    for _ in 0..2 {
        index.shrink_to_fit();
        assert!(index.iter().eq(before.iter().copied()));
        index.check().unwrap();
    }
    for at in [0, 1, 1024, 2048] {
        index.swap_remove(before[at]);
        index.push(entity(before[at].index(), 4001));
    }
    (2058..2200).for_each(|at| _ = index.push(entity(at, 1)));
    index.check().unwrap();
    assert_eq!((index.position(before[0]), index.len()), (None, 2200));
}

#[test]
fn an_index_is_walked_in_known_length_and_prints_whom_it_holds() {
    let mut index = SparseIndex::new();
    for (at, generation) in [(3, 1), (0, 5), (7, 3)] {
        index.push(entity(at, generation));
    }
    let mut walk = index.iter();
    assert_eq!((walk.len(), walk.next(), walk.size_hint()), (3, Some(entity(3, 1)), (2, Some(2))));
    assert_eq!(alloc::format!("{index:?}"), "[3v1, 0v5, 7v3]");
}

#[test]
fn an_index_is_told_by_its_entities_and_not_by_their_equals() {
    let (mut index, mut other) = (SparseIndex::new(), SparseIndex::new());
    for index in [&mut index, &mut other] {
        for at in [4, 2, 9] {
            index.push(entity(at, 1));
        }
    }
    assert!(index.is_source(EntityIndex::source(&index)) && !index.is_source(EntityIndex::source(&other)));
    assert_eq!(EntityIndex::run(&index, &[2, 9]), Some(1..3));
    assert_eq!([4, 2, 9, 5].map(|at| index.place_of(at)), [Some(0), Some(1), Some(2), None]);
    assert_eq!(index.listed(), [4, 2, 9]);
}
