//! Live entities, and the order in which slots are reused.

use alloc::vec::Vec;

use super::*;

#[test]
fn a_despawned_entity_stays_dead_when_its_slot_is_used_again() {
    let mut allocator = Allocator::default();
    let first = allocator.spawn();
    assert!(allocator.despawn(first) && !allocator.despawn(first));
    let second = allocator.spawn();
    assert_eq!((second.index(), second.generation()), (first.index(), 3));
    assert!(!allocator.contains(first) && allocator.contains(second));
    allocator.check().unwrap();
}

#[test]
fn a_slot_with_spent_generations_is_retired() {
    let mut allocator = Allocator { generations: alloc::vec![u32::MAX], free: Vec::new(), live: 1 };
    let last = allocator.entity_at(0).unwrap();
    assert!(allocator.despawn(last));
    assert_eq!(allocator.spawn().index(), 1);
    assert!(!allocator.contains(last));
    allocator.clear();
    assert_eq!(allocator.spawn().index(), 1);
    allocator.check().unwrap();
}

#[test]
fn no_forged_handle_matches_a_free_slot() {
    let mut allocator = Allocator::default();
    let entity = allocator.spawn();
    allocator.despawn(entity);
    for generation in 0..8_u64 {
        let forged = Entity::from_bits(generation << 32);
        assert!(forged.is_none_or(|forged| !allocator.contains(forged)));
    }
}

#[test]
fn the_next_entities_are_known_ahead() {
    let mut allocator = Allocator::default();
    let spawned: Vec<_> = (0..4).map(|_| allocator.spawn()).collect();
    allocator.despawn(spawned[1]);
    allocator.despawn(spawned[3]);
    let ahead: Vec<_> = (0..4).map(|n| allocator.nth_next(n)).collect();
    let next: Vec<_> = (0..4).map(|_| allocator.spawn()).collect();
    assert_eq!(ahead, next);
}

#[test]
fn the_last_index_is_known_ahead_and_none_after_it() {
    let mut allocator = Allocator::default();
    allocator.spawn();
    let spawned = allocator.spawn();
    assert_eq!(allocator.left(), u32::MAX as usize - 2);
    allocator.despawn(spawned);
    assert_eq!(allocator.left(), u32::MAX as usize - 1);
    let last = u32::try_from(allocator.left() - 1).unwrap();
    assert_eq!((allocator.nth_next(0).index(), allocator.nth_next(last).index()), (1, u32::MAX - 1));
}

#[test]
#[should_panic(expected = "no entity is left")]
fn no_entity_is_spawned_after_the_last_index() {
    Allocator::default().nth_next(u32::MAX);
}

#[test]
#[should_panic(expected = "4294967295 more entities cannot live")]
fn more_entities_than_are_left_are_refused() {
    let mut allocator = Allocator::default();
    allocator.spawn();
    allocator.expect_left(u32::MAX as usize);
}

#[test]
fn as_many_entities_as_are_left_are_accepted() {
    let mut allocator = Allocator::default();
    allocator.spawn();
    allocator.expect_left(u32::MAX as usize - 1);
}

#[test]
fn capacity_is_reserved_for_entities_without_a_free_slot() {
    let mut allocator = Allocator::default();
    let spawned: Vec<_> = (0..8).map(|_| allocator.spawn()).collect();
    spawned.iter().take(3).for_each(|entity| _ = allocator.despawn(*entity));
    allocator.reserve(100);
    let capacity = allocator.generations.capacity();
    assert!((8 + 97..200).contains(&capacity), "{capacity}");
    (0..100).for_each(|_| _ = allocator.spawn());
    assert_eq!(allocator.generations.capacity(), capacity);
    allocator.shrink_to_fit();
    assert_eq!((allocator.generations.capacity(), allocator.free.capacity()), (105, 0));
}

#[test]
fn a_batch_is_spawned_like_single_entities_and_as_reserved() {
    for (count, freed) in (0..8).map(|count| (count, 3)).chain((0..20).map(|freed| (17, freed))) {
        let mut allocator = Allocator::default();
        let spawned: Vec<_> = (0..20).map(|_| allocator.spawn()).collect();
        assert!((0..freed).all(|at| allocator.despawn(spawned[at * 7 % 20])));
        let mut single = allocator.clone();
        let expected: Vec<_> = (0..count).map(|_| single.spawn()).collect();
        assert!((0..).zip(&expected).all(|(ahead, next)| allocator.nth_next(ahead) == *next));
        assert_eq!(allocator.spawn_many(count), expected);
        assert_eq!(
            (allocator.len(), allocator.left(), allocator.slots()),
            (single.len(), single.left(), single.slots())
        );
        allocator.check().unwrap();
    }
}

#[test]
fn the_check_finds_a_free_list_and_a_count_that_are_wrong() {
    let is_whole = |generations: &[u32], free: &[u32], live| {
        Allocator { generations: generations.to_vec(), free: free.to_vec(), live }.check().is_ok()
    };
    assert!(is_whole(&[], &[], 0) && is_whole(&[1, 2, 0, 3], &[1], 2) && is_whole(&[2, 4], &[1, 0], 0));
    assert!(!is_whole(&[1, 2], &[1, 1], 1), "a slot that is free twice");
    assert!(!is_whole(&[1, 2, 2], &[1], 1), "a free slot that is not listed");
    assert!(!is_whole(&[1, 1], &[1], 1), "a live slot that is listed");
    assert!(!is_whole(&[1, 2], &[0], 1), "a live slot that is listed instead of a free one");
    assert!(!is_whole(&[1, 0], &[1], 1), "a retired slot that is listed");
    assert!(!is_whole(&[1, 0, 2], &[1], 1), "a retired slot that is listed instead of a free one");
    assert!(!is_whole(&[1, 2], &[1, 7], 1), "a listed slot that does not exist");
    assert!(!is_whole(&[1, 3], &[], 1) && !is_whole(&[1, 2], &[1], 2), "a count that is wrong");
}

#[test]
fn live_entities_are_counted_while_they_are_iterated() {
    let mut allocator = Allocator::default();
    let spawned: Vec<_> = (0..4).map(|_| allocator.spawn()).collect();
    allocator.despawn(spawned[0]);
    let mut living = allocator.iter();
    assert_eq!((living.len(), living.next(), living.len(), living.count()), (3, Some(spawned[1]), 2, 2));
    assert!((&allocator).into_iter().eq(spawned[1..].iter().copied()));
    assert!(!allocator.is_empty());
}

#[test]
fn cleared_slots_are_reused_lowest_first() {
    let mut allocator = Allocator::default();
    for _ in 0..3 {
        allocator.spawn();
    }
    allocator.clear();
    assert!(allocator.is_empty() && allocator.iter().next().is_none());
    assert_eq!([allocator.spawn().index(), allocator.spawn().index()], [0, 1]);
    assert_eq!(allocator.iter().len(), 2);
    allocator.check().unwrap();
}

fn handle(index: u32, generation: u32) -> Entity {
    Entity::new(index, generation).expect("the generation is odd")
}

#[test]
fn an_entity_is_spawned_at_a_handle_within_a_number_of_new_slots() {
    for (slots, index, is_possible) in [
        (0, 0, true),
        (0, 1, true),
        (0, 2, true),
        (3, 3, true),
        (0, MOST_NEW - 1, true),
        (0, MOST_NEW, false),
        (2, MOST_NEW + 1, true),
        (2, MOST_NEW + 2, false),
        (0, u32::MAX - 1, false),
        (0, u32::MAX, false),
    ] {
        let mut allocator = Allocator::default();
        let before = allocator.spawn_many(slots);
        let entity = handle(index, 5);
        assert_eq!(allocator.can_spawn_at(entity), is_possible, "{slots} slots, {entity}");
        // An interpreter takes minutes to fill so many slots.
        if is_possible && !(cfg!(miri) && index > 1_000) {
            allocator.spawn_at(entity);
            assert!(allocator.contains(entity) && !allocator.can_spawn_at(entity));
            assert_eq!(allocator.len(), slots + 1);
            allocator.check().unwrap();
            let next = allocator.spawn();
            let lowest = u32::try_from(slots).unwrap();
            let is_between = lowest < index;
            assert_eq!(next, if is_between { handle(lowest, 3) } else { handle(index + 1, 1) });
        }
        assert!(before.iter().all(|entity| allocator.contains(*entity)));
    }
}

#[test]
fn no_handle_that_was_alive_is_given_again() {
    let mut allocator = Allocator::default();
    let [first, second, third] = [(); 3].map(|()| allocator.spawn());
    assert!(!allocator.can_spawn_at(first) && !allocator.can_spawn_at(handle(0, 3)), "the slot is in use");
    assert!([first, second, third].into_iter().all(|entity| allocator.despawn(entity)));
    assert!(!allocator.can_spawn_at(first));
    allocator.spawn_at(handle(1, 3));
    allocator.spawn_at(handle(0, 7));
    assert!(allocator.despawn(handle(0, 7)));
    assert!([1, 3, 5, 7].iter().all(|generation| !allocator.can_spawn_at(handle(0, *generation))));
    allocator.check().unwrap();
    assert_eq!([(); 3].map(|()| allocator.spawn()), [handle(0, 9), handle(2, 3), handle(3, 1)]);

    // The last generation of a slot: it is retired afterwards.
    assert!(allocator.despawn(handle(0, 9)));
    allocator.spawn_at(handle(0, u32::MAX));
    assert!(allocator.despawn(handle(0, u32::MAX)) && !allocator.can_spawn_at(handle(0, u32::MAX)));
    allocator.check().unwrap();
}

#[cfg(feature = "serde")]
#[test]
fn what_was_saved_is_refused_unless_each_slot_is_alive_retired_or_listed_once() {
    let of = |generations: &[u32], free: &[u32]| Allocator::of_saved(generations.to_vec(), free.to_vec());
    let generations = [1, 2, 0, 4, 3];
    let whole = of(&generations, &[3, 1]).unwrap();
    assert_eq!((whole.generations(), whole.free_slots(), whole.live), (&generations[..], &[3, 1][..], 2));
    for (generations, free) in [(&[][..], &[][..]), (&[1], &[]), (&[0], &[]), (&[2], &[0]), (&[7, 7, 7], &[])] {
        assert!(of(generations, free).is_ok(), "{generations:?} {free:?}");
    }
    let (missing, twice) = ([&[][..], &[1], &[3]], [&[1, 1][..], &[1, 3, 3]]);
    let (alive, retired, beyond) = ([&[0, 1][..], &[4, 3]], [&[2, 3][..], &[1, 2, 3]], [&[1, 5][..], &[1, 3, 5]]);
    for free in missing.into_iter().chain(twice).chain(alive).chain(retired).chain(beyond) {
        assert!(of(&generations, free).is_err(), "{free:?}");
    }
}

#[test]
fn reserved_handles_are_distinct() {
    let (allocator, mut reserved) = (Allocator::default(), Reserved::default());
    let handles = [(); 3].map(|()| reserved.next(&allocator));
    assert_eq!((handles.map(Entity::index), reserved.count), ([0, 1, 2], 3));
}
