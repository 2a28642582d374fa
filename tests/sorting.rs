//! Sorting a storage: each segment between the boundaries of groups is sorted by itself, and groups and lists stay valid.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for this test alone")]

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sprite(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glow(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shade(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag;

ecs_world! {
    /// `(Depth, Sprite, Glow)` is nested in `(Depth, Sprite)`; `(Depth, Shade)` can own only `Shade`.
    #[derive(Debug, Clone)]
    pub struct World;
    components: Depth, Sprite, Glow, Shade, Name, Tag;
    groups: (Depth, Sprite), (Depth, Sprite, Glow);
    queries: (Depth, Shade), #[view(list)] (Depth, Name), (Name);
}

/// Entities with a depth alone, in the outer group, and in the inner one, whose values are `numbers`.
fn mixed(numbers: impl IntoIterator<Item = u32>) -> World {
    let mut world = World::default();
    for (at, n) in (0..).zip(numbers) {
        match at % 4 {
            0 => world.spawn(Depth(n)),
            1 => world.spawn((Depth(n), Sprite(n), Shade(n))),
            2 => world.spawn((Depth(n), Sprite(n), Glow(n))),
            _ => world.spawn((Depth(n), Shade(n), Name(n))),
        };
    }
    assert_consistent(&mut world);
    world
}

fn assert_consistent(world: &mut World) {
    world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
}

/// The values of a storage, as numbers.
fn depths(world: &mut World) -> Vec<u32> {
    world.columns().depth.as_slice().iter().map(|depth| depth.0).collect()
}

#[test]
fn the_world_here_has_a_nested_and_a_partial_group() {
    let owned = |all: &[&str]| World::PLAN.views.iter().find(|view| view.all == all).map(|view| view.owned);
    assert_eq!(owned(&["Depth", "Sprite"]), Some(&["Depth", "Sprite"][..]));
    assert_eq!(owned(&["Depth", "Sprite", "Glow"]), Some(&["Depth", "Sprite", "Glow"][..]));
    assert_eq!(owned(&["Depth", "Shade"]), Some(&["Shade"][..]));
}

#[test]
fn a_storage_that_no_group_owns_is_sorted_as_a_whole() {
    let mut world = World::default();
    let entities = world.spawn_batch([5, 1, 4, 2, 3].map(Name));
    world.sort_by::<Name>(|a, b| a.0.cmp(&b.0));
    assert_consistent(&mut world);
    assert_eq!(world.columns().name.as_slice(), [1, 2, 3, 4, 5].map(Name));
    let order: Vec<_> = world.query_name().iter().map(|(entity, _)| entity).collect();
    assert_eq!(order, [1, 3, 4, 2, 0].map(|at| entities[at]), "the view is the storage itself");
    world.sort_by_key::<Name, _>(|name| Reverse(name.0));
    assert_consistent(&mut world);
    assert_eq!(world.columns().name.as_slice(), [5, 4, 3, 2, 1].map(Name));
}

#[test]
fn each_segment_of_nested_groups_is_sorted_by_itself() {
    let mut world = mixed([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 12, 10]);
    world.sort_by_key::<Depth, _>(|depth| *depth);
    assert_consistent(&mut world);
    assert_eq!(
        depths(&mut world),
        [3, 7, 12, 0, 4, 8, 1, 2, 5, 6, 9, 10],
        "the inner group, the rest of the outer one, and other values are sorted separately"
    );
    let inner: Vec<_> = world.query_depth_sprite_glow().iter().map(|(_, depth, ..)| depth.0).collect();
    assert_eq!(inner, [3, 7, 12]);
    let outer: Vec<_> = world.query_depth_sprite().iter().map(|(_, depth, sprite)| (depth.0, sprite.0)).collect();
    assert_eq!(outer, [3, 7, 12, 0, 4, 8].map(|n| (n, n)), "the values of an entity stay aligned");
}

#[test]
fn a_storage_of_the_inner_group_moves_the_inner_segment_alone() {
    let mut world = mixed([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 12, 10]);
    let before = depths(&mut world);
    world.sort_by_key::<Glow, _>(|glow| Reverse(glow.0));
    assert_consistent(&mut world);
    assert_eq!(world.columns().glow.as_slice(), [12, 7, 3].map(Glow));
    let after = depths(&mut world);
    assert_eq!(after[..3], [12, 7, 3], "the group owns both storages");
    assert_eq!(after[3..], before[3..]);
}

#[test]
fn a_partial_group_is_visited_in_the_order_of_what_it_owns() {
    let mut world = mixed([3, 8, 7, 6, 5, 4, 2, 9]);
    world.sort_by_key::<Shade, _>(|shade| shade.0);
    assert_consistent(&mut world);
    let pairs: Vec<_> = world.query_depth_shade().iter().map(|(_, depth, shade)| (depth.0, shade.0)).collect();
    assert_eq!(pairs, [4, 6, 8, 9].map(|n| (n, n)));
    world.sort_by_key::<Depth, _>(|depth| Reverse(depth.0));
    assert_consistent(&mut world);
    let shades: Vec<_> = world.query_depth_shade().iter().map(|(_, _, shade)| shade.0).collect();
    assert_eq!(shades, [4, 6, 8, 9], "sorting a storage that the group does not own does not change its order");
}

#[test]
fn sorting_a_storage_does_not_change_the_order_of_lists() {
    let mut world = World::default();
    let entities = world.spawn_batch([3, 1, 2].map(|n| (Depth(n), Name(n))));
    world.sort_by_key::<Depth, _>(|depth| depth.0);
    world.sort_by_key::<Name, _>(|name| name.0);
    assert_consistent(&mut world);
    let order: Vec<_> = world.query_depth_name().iter().map(|(entity, ..)| entity).collect();
    assert_eq!(order, *entities);
}

#[test]
fn equal_values_keep_their_order() {
    let mut world = World::default();
    world.spawn_batch((0..40).map(|n| (Depth(n * 7 % 40), Sprite(0))));
    world.spawn_batch((0..40).map(|n| Depth(n * 11 % 40)));
    let before = depths(&mut world);
    world.sort_by_key::<Depth, _>(|_| 0);
    assert_eq!(depths(&mut world), before);
    world.sort_by_key::<Depth, _>(|depth| depth.0 % 3);
    assert_consistent(&mut world);
    let mut expected = before;
    let (group, rest) = expected.split_at_mut(40);
    group.sort_by_key(|n| n % 3);
    rest.sort_by_key(|n| n % 3);
    assert_eq!(depths(&mut world), expected);
}

#[test]
fn a_comparison_that_panics_moves_nothing() {
    for calls in 0..100 {
        let mut world = mixed([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 12, 10]);
        let (before, mut left) = (format!("{world:?}"), calls);
        let sorted = catch_unwind(AssertUnwindSafe(|| {
            world.sort_by::<Depth>(|a, b| {
                assert!(left > 0, "a comparison panics");
                left -= 1;
                a.cmp(b)
            });
        }));
        assert_consistent(&mut world);
        if sorted.is_ok() {
            assert!(calls > 8 && format!("{world:?}") != before);
            return;
        }
        assert_eq!(format!("{world:?}"), before);
    }
    panic!("twelve values need a hundred comparisons");
}

#[test]
fn a_comparison_that_is_no_order_leaves_a_world_that_is_whole() {
    let mut world = mixed((0..200).map(|n| n * 7 % 200));
    let mut calls = 0_u32;
    let sorted = catch_unwind(AssertUnwindSafe(|| {
        world.sort_by_key::<Depth, _>(|_| {
            calls = calls.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
            calls >> 16
        });
    }));
    drop(sorted);
    assert_consistent(&mut world);
    assert_eq!(world.query::<(&Depth, &Sprite)>().iter().filter(|(depth, sprite)| depth.0 == sprite.0).count(), 100);
}

#[test]
fn a_later_change_undoes_the_order() {
    let mut world = World::default();
    let entities = world.spawn_batch([2, 1, 3].map(|n| (Depth(n), Sprite(n))));
    world.sort_by_key::<Depth, _>(|depth| depth.0);
    world.spawn((Depth(0), Sprite(0)));
    assert_eq!(depths(&mut world), [1, 2, 3, 0], "insertion appends");
    world.despawn(entities[1]).expect("the entity is alive");
    assert_eq!(depths(&mut world), [0, 2, 3], "removal swaps the last value in");
    assert_consistent(&mut world);
}

#[test]
fn a_storage_of_no_value_or_one_is_sorted_without_a_comparison() {
    let mut world = World::default();
    world.sort_by::<Depth>(|_, _| unreachable!("there is nothing to compare"));
    world.spawn((Depth(1), Sprite(1), Tag));
    world.sort_by::<Depth>(|_, _| unreachable!("there is nothing to compare"));
    world.sort_by_key::<Tag, _>(|_| 0);
    assert_consistent(&mut world);
}

#[test]
fn generic_code_can_sort() {
    fn sort<W: Has<Depth, Storage: ecs_world::Sortable>>(world: &mut W) {
        world.sort_by_key(|depth: &Depth| depth.0);
    }
    let mut world = mixed([3, 2, 1, 0]);
    sort(&mut world);
    assert_consistent(&mut world);
    assert_eq!(depths(&mut world), [1, 2, 0, 3]);
}
