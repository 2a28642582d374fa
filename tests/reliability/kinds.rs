//! Values without a size, of large alignment, and large ones, with capacity for none or for many.
//!
//! `tests/value_kinds.rs` tests all kinds of values in each operation; further ones are here.

use std::cell::Cell;

use ecs_world::prelude::*;

thread_local! {
    static DROPPED: Cell<u32> = const { Cell::new(0) };
}

/// Has no size and is aligned.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(512))]
pub struct Aligned;
/// Has no size and a `Drop`.
#[derive(Debug)]
pub struct Bell;
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(1024))]
pub struct Wide(pub u8);
/// Takes a megabyte.
pub struct Huge(pub [u8; 1 << 20]);

impl Drop for Bell {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

ecs_world! {
    pub struct World;
    components: Aligned, Bell, Wide, Huge, [u64; 0] as Nothing;
    queries: (Aligned, Bell), (Wide, Nothing);
}

// 17: memory of capacity zero was freed or reallocated.
#[test]
fn a_world_without_capacity_is_cleared_shrunk_and_dropped() {
    let mut world = World::default();
    for _ in 0..3 {
        world.shrink_to_fit();
        world.clear();
        world.reserve::<(Aligned, Bell, Wide, Huge, [u64; 0])>(0);
        assert!(world.spawn_batch(Vec::<(Aligned, Wide)>::new()).is_empty());
        assert!(world.spawn_columns((Vec::<Wide>::new(), Vec::<Aligned>::new())).unwrap().is_empty());
        world.check_invariants().unwrap();
    }
    let entity = world.spawn((Aligned, Wide(1)));
    world.despawn(entity).unwrap();
    world.shrink_to_fit();
    world.check_invariants().unwrap();
    assert_eq!(world.spawn(Wide(2)).index(), 0);
}

// 17: values without a size had no bounds, their lengths overflowed, and their alignment was ignored.
#[test]
fn values_without_a_size_are_counted_aligned_and_dropped_like_others() {
    let mut world = World::default();
    let rows = 5000;
    let bells: Vec<_> = (0..rows).map(|_| Bell).collect();
    let spawned = world.spawn_columns((vec![Aligned; rows], (bells, vec![[0_u64; 0]; rows]))).unwrap();
    for entity in spawned.iter().step_by(3) {
        world.despawn(*entity).unwrap();
    }
    assert_eq!((DROPPED.get(), world.query_aligned_bell().iter().count()), (1667, 3333));
    let distinct: Vec<_> = world.query_mut::<(&mut Aligned, &mut Bell)>().into_iter().collect();
    assert_eq!(distinct.len(), 3333);
    assert!(distinct.iter().all(|(aligned, _)| (&raw const **aligned).addr() % 512 == 0));
    assert_eq!(world.get::<Aligned>(spawned[3000]), None);
    assert_eq!(world.columns().aligned.as_slice().len(), 3333);
    assert!(world.remove::<(Bell, [u64; 0])>(spawned[1]).is_ok_and(|taken| taken.is_some()));
    world.check_invariants().unwrap();
    drop(world);
    assert_eq!(DROPPED.get(), 5000);
}

// 17: when a storage grew, its values were moved to addresses without their alignment.
#[test]
fn a_value_stays_aligned_wherever_it_moves() {
    let mut world = World::default();
    for number in 0..200_u8 {
        let entity = world.spawn((Wide(number), [0_u64; 0]));
        if number % 3 == 0 {
            world.despawn(entity).unwrap();
        }
        if number % 50 == 0 {
            world.shrink_to_fit();
        }
        assert!(world.query::<&Wide>().iter().all(|wide| (&raw const *wide).addr() % 1024 == 0));
    }
    assert_eq!(world.query_wide_nothing().iter().map(|(_, wide, _)| u32::from(wide.0)).sum::<u32>(), 13_267);
}

// 17: a value that is larger than any page.
#[test]
#[expect(clippy::large_stack_arrays, reason = "the test is about such values, and its thread has a stack for them")]
fn a_value_of_a_megabyte_is_inserted_and_removed() {
    let action = || {
        let mut world = World::default();
        let one = world.spawn((Wide(1), Huge([1; 1 << 20])));
        let two = world.spawn(Huge([2; 1 << 20]));
        world.despawn(one).unwrap();
        assert!(world.get::<Huge>(two).is_some_and(|huge| huge.0.iter().all(|byte| *byte == 2)));
        world.commands().insert(two, Huge([3; 1 << 20]));
        world.flush();
        assert!(world.remove::<Huge>(two).unwrap().is_some_and(|huge| huge.0[0] == 3 && huge.0[(1 << 20) - 1] == 3));
        world.check_invariants().unwrap();
    };
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(action).unwrap();
    thread.join().unwrap();
}

/// Announces about a thousand million values, and yields none.
struct Boaster;

impl Iterator for Boaster {
    type Item = Huge;

    fn next(&mut self) -> Option<Huge> {
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (1 << 30, None)
    }
}

// 19: capacity was reserved for any number of values that `size_hint` announced.
#[test]
fn a_wrong_size_hint_reserves_little_memory() {
    let action = || {
        let mut world = World::default();
        assert!(world.spawn_batch(Boaster).is_empty() && world.is_empty());
        world.check_invariants().unwrap();
    };
    std::thread::Builder::new().stack_size(1 << 28).spawn(action).unwrap().join().unwrap();
}
