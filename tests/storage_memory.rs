//! Memory of storages, measured by counting: stable addresses, allocations, bytes per entity.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the worlds here are for this test alone")]
#![allow(unsafe_code, reason = "an allocator that counts is written with `unsafe`")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ecs_world::prelude::*;

thread_local! {
    /// Allocations on this thread, and held bytes.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: all calls are passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        HELD.set(HELD.get().wrapping_add(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get().wrapping_sub(layout.size()));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Number of allocations of `something`.
fn allocations(something: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    something();
    ALLOCATIONS.get() - before
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position([f32; 3]);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity([f32; 3]);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rare([f32; 3]);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frozen;

mod chunked {
    use super::*;

    ecs_world! {
        pub struct World;
        components: #[storage(hashed_array_tree(chunk = 32))] Position;
    }
}

use chunked::World as Chunked;

ecs_world! {
    pub struct Tagged;
    components: #[storage(tag)] Frozen;
}

#[test]
fn a_value_in_a_hashed_array_tree_keeps_its_address_while_it_lives() {
    let mut world = Chunked::default();
    let kept: Vec<_> = (0..100_u8).map(|n| world.spawn(Position([n.into(); 3]))).collect();
    let addresses = |world: &Chunked| -> Vec<usize> {
        kept.iter().map(|entity| std::ptr::from_ref(world.get::<Position>(*entity).unwrap()).addr()).collect()
    };
    let before = addresses(&world);
    for round in 0..20 {
        let others = world.spawn_batch((0..500).map(|_| Position([0.0; 3])));
        for entity in others.iter().skip(round % 3) {
            world.despawn(*entity).unwrap();
        }
        world.shrink_to_fit();
    }
    for entity in &kept {
        world.insert(*entity, Position([1.0; 3])).unwrap();
    }
    assert_eq!(addresses(&world), before);
    world.check_invariants().unwrap();
}

/// Two values as one bundle.
#[derive(Debug, Bundle)]
struct Mover {
    position: Position,
    velocity: Velocity,
}

#[test]
fn reserved_capacity_suffices() {
    ecs_world! {
        struct Roomy;
        components: Position, #[storage(packed)] Velocity, #[storage(vec)] Rare, #[storage(tag)] Frozen;
    }
    fn spawned<B: Bundle<Roomy>>(reserved: usize, make: impl Fn() -> B) -> usize {
        let mut world = Roomy::default();
        world.reserve::<B>(reserved);
        allocations(|| (0..500).for_each(|_| _ = world.spawn(make())))
    }
    let [one, two, rare] = [Position([0.0; 3]), Position([1.0; 3]), Position([2.0; 3])];
    let [velocity, rare] = [Velocity(one.0), Velocity(rare.0)];
    // Tables of positions are allocated page by page, which `reserve` does not do in advance.
    assert_eq!(spawned(500, || ()), 0);
    assert!(
        [spawned(500, || one), spawned(500, || velocity), spawned(500, || Rare([0.0; 3])), spawned(500, || Frozen)]
            .iter()
            .all(|count| *count <= 2)
    );
    assert!(spawned(500, || (one, velocity, Rare([0.0; 3]), Frozen)) <= 6);
    assert!(spawned(500, || Mover { position: two, velocity: rare }) <= 2);
    assert!(
        spawned(100, || one) > 3 && spawned(0, || Mover { position: one, velocity }) > 8,
        "a smaller reservation does not suffice"
    );
}

#[test]
fn capacity_is_reserved_for_the_present_and_for_the_past() {
    ecs_world! {
        struct Doubled;
        components: #[double_buffered] Position;
    }
    let spawned = |reserved: usize| {
        let mut world = Doubled::default();
        world.reserve::<Position>(reserved);
        allocations(|| (0..500).for_each(|_| _ = world.spawn(Position([0.0; 3]))))
    };
    // A page in each table of positions, and memory for the past of the inserted value.
    assert!(spawned(500) <= 3 && spawned(0) > 20);
}

#[test]
fn freed_chunks_are_reused_from_the_pool() {
    let mut world = Chunked::default();
    let mut spawned = Vec::with_capacity(1000);
    let mut churn = |world: &mut Chunked| {
        spawned.extend((0..1000).map(|_| world.spawn(Position([0.0; 3]))));
        for entity in spawned.drain(..) {
            world.despawn(entity).unwrap();
        }
    };
    churn(&mut world);
    assert_eq!(allocations(|| (0..50).for_each(|_| churn(&mut world))), 0);
    let held = HELD.get();
    world.shrink_to_fit();
    assert!(held - HELD.get() >= 1000 * size_of::<Option<Position>>(), "shrinking frees the pool");
}

/// Tests that steady spawning and despawning allocates nothing, for each of these storages.
macro_rules! churns_without_allocations {
    ($([$($storage:tt)*])*) => {
        $({
            ecs_world! {
                struct World;
                components: #[storage($($storage)*)] Position, #[storage($($storage)*)] Velocity;
            }
            let mut world = World::default();
            world.spawn_batch((0..300).map(|_| Position([0.0; 3])));
            let mut spawned = Vec::with_capacity(1000);
            let mut churn = || {
                spawned.extend((0..1000).map(|_| world.spawn(Position([0.0; 3]))));
                for entity in &spawned {
                    world.insert(*entity, Velocity([0.0; 3])).unwrap();
                    world.remove::<Position>(*entity).unwrap();
                }
                for entity in spawned.drain(..) {
                    world.despawn(entity).unwrap();
                }
            };
            churn();
            assert_eq!(allocations(|| (0..20).for_each(|_| churn())), 0, stringify!($($storage)*));
        })*
    };
}

#[test]
fn spawning_and_despawning_at_a_steady_level_allocates_nothing() {
    churns_without_allocations! {
        [sparse_set] [vec] [packed] [hashed_array_tree(chunk = 1)] [hashed_array_tree(chunk = 64)] [hash_map]
    }
}

ecs_world! {
    pub struct Plain;
    components: Position, Velocity, Rare;
}

#[test]
fn a_component_on_few_entities_costs_few_pages() {
    let mut world = Plain::default();
    let entities = world.spawn_batch((0..1_000_000).map(|_| ())).into_vec();
    let before = HELD.get();
    for at in [0, 5, 500_000, 999_999] {
        world.insert(entities[at], Rare([0.0; 3])).unwrap();
    }
    let (page, table) = (1024 * 8, 2 * 4 * 1_000_000 / 1024);
    assert!(HELD.get() - before < 4 * page + table, "at most three pages, a table of pages, and the values");
    world.shrink_to_fit();
    let shrunk = HELD.get();
    for at in [0, 5, 500_000, 999_999] {
        world.remove::<Rare>(entities[at]).unwrap();
    }
    world.shrink_to_fit();
    assert!(shrunk - HELD.get() < 30_000, "at most 24 bytes per page, and the slots");
}

#[test]
fn a_growing_hashed_array_tree_copies_no_value() {
    let mut world = Chunked::default();
    world.spawn_batch((0..1024).map(|_| Position([0.0; 3])));
    let before = HELD.get();
    world.spawn(Position([0.0; 3]));
    let chunk = 32 * size_of::<Option<Position>>();
    let tables = 32 * 1024;
    assert!(HELD.get() - before <= chunk + tables, "at most one further chunk, and the tables");
}

/// Bytes per entity of 100 000 that move, of which one in a hundred is rare, before and after `shrink_to_fit`.
macro_rules! bytes_per_entity {
    ($([$($position:tt)*] [$($velocity:tt)*] [$($rare:tt)*])*) => {
        vec![$({
            ecs_world! {
                struct World;
                components:
                    #[storage($($position)*)] Position, #[storage($($velocity)*)] Velocity, #[storage($($rare)*)] Rare;
            }
            let before = HELD.get();
            let mut world = World::default();
            for n in 0..100_000 {
                let entity = world.spawn((Position([0.0; 3]), Velocity([0.0; 3])));
                if n % 100 == 0 {
                    world.insert(entity, Rare([0.0; 3])).unwrap();
                }
            }
            let filled = HELD.get().wrapping_sub(before) / 100_000;
            world.shrink_to_fit();
            (filled, HELD.get().wrapping_sub(before) / 100_000)
        }),*]
    };
}

#[test]
fn bytes_per_entity_are_as_the_page_on_storages_says() {
    let bytes = bytes_per_entity! {
        [sparse_set] [sparse_set] [sparse_set]
        [sparse_set] [sparse_set] [hash_map]
        [packed] [packed] [btree_map]
        [vec] [vec] [vec]
        [vec] [vec] [hash_map]
        [hashed_array_tree(chunk = 64)] [hashed_array_tree(chunk = 64)] [hashed_array_tree(chunk = 1)]
    };
    let (filled, shrunk): (Vec<_>, Vec<_>) = bytes.into_iter().unzip();
    assert_eq!(shrunk, [49, 45, 45, 53, 37, 45]);
    assert!(shrunk[4] < shrunk[0], "the smallest choice needs less than the default");
    assert!(filled[0] <= 64, "{} bytes with room to grow", filled[0]);
}

#[test]
fn reused_slots_need_no_additional_memory() {
    let before = HELD.get();
    let mut world = Plain::default();
    let body = || (Position([0.0; 3]), Velocity([0.0; 3]));
    let mut entities = world.spawn_batch((0..100_000).map(|_| body())).into_vec();
    for round in 0..30 {
        for entity in entities.iter_mut().skip(round).step_by(3 + round) {
            world.despawn(*entity).unwrap();
            *entity = world.spawn(body());
        }
    }
    for entity in entities.iter().step_by(100) {
        world.insert(*entity, Rare([0.0; 3])).unwrap();
    }
    drop(entities);
    world.shrink_to_fit();
    let bytes = HELD.get().wrapping_sub(before) / 100_000;
    assert!(bytes <= 49, "{bytes}");
}

#[test]
fn a_tag_costs_a_bit_per_slot() {
    let mut world = Tagged::default();
    let entities = world.spawn_batch((0..6400).map(|_| ())).into_vec();
    world.shrink_to_fit();
    let before = HELD.get();
    for entity in &entities {
        world.insert(*entity, Frozen).unwrap();
    }
    world.shrink_to_fit();
    assert_eq!(HELD.get() - before, 6400 / 8);
}
