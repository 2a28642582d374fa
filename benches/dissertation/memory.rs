//! Memory of each storage, counted by an allocator: components that are scattered at random, and particles.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use crate::measure::{Bench, Row};
use crate::schemes::Kept;
use crate::tasks::{Emitting, scattered};
use crate::worlds::{self, Subject};

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: all calls are forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get().wrapping_add(layout.size()));
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get().wrapping_sub(layout.size()));
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.set(HELD.get().wrapping_add(size).wrapping_sub(layout.size()));
        // SAFETY: the caller upholds the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const WORKLOADS: [&str; 4] =
    ["memory scattered", "memory scattered shrunk", "memory particles", "memory particles shrunk"];

/// Counts the bytes of all storages, for these numbers of entities.
pub fn run(bench: &mut Bench, sizes: &[usize]) {
    // All four are counted in the same worlds, so a request for one measures all of them.
    if !WORKLOADS.iter().any(|workload| workload.contains(&bench.flags().only)) {
        return;
    }
    for entities in sizes {
        storage::<worlds::sparse_set_scan::World>(bench, "sparse_set", *entities);
        storage::<worlds::vec_scan::World>(bench, "vec", *entities);
        storage::<worlds::packed_scan::World>(bench, "packed", *entities);
        storage::<worlds::chunks_of_1::World>(bench, "hashed_array_tree(chunk = 1)", *entities);
        storage::<worlds::chunks_of_8::World>(bench, "hashed_array_tree(chunk = 8)", *entities);
        storage::<worlds::hashed_array_tree_scan::World>(bench, "hashed_array_tree(chunk = 64)", *entities);
        storage::<worlds::chunks_of_256::World>(bench, "hashed_array_tree(chunk = 256)", *entities);
        storage::<worlds::hash_map_scan::World>(bench, "hash_map", *entities);
        storage::<worlds::btree_map_scan::World>(bench, "btree_map", *entities);
    }
}

fn storage<W: Subject>(bench: &mut Bench, name: &str, entities: usize) {
    let [scattered, particles] = [
        held(|| {
            let mut world = W::default();
            scattered(&mut world, entities, 25);
            world
        }),
        held(|| Emitting::after(W::default(), Kept, entities, 200).world),
    ];
    for (workload, bytes) in WORKLOADS.into_iter().zip(scattered.into_iter().chain(particles)) {
        let (contestant, unit) = (name.to_owned(), "bytes");
        bench.count(&Row { workload, entities, parameter: 0, contestant, unit, figures: [bytes; 3], rounds: 1 });
    }
}

/// Bytes per live entity that a world holds: after growth, and after `shrink_to_fit`.
fn held<W: Subject>(make: impl FnOnce() -> W) -> [f64; 2] {
    let before = HELD.get();
    let mut world = make();
    let bytes = |world: &W| HELD.get().wrapping_sub(before) as f64 / world.len() as f64;
    let grown = bytes(&world);
    world.shrink_to_fit();
    [grown, bytes(&world)]
}
