//! Entities divided over threads, with numbers of steps around every width: blocks of 8, chunks of 64, the shares of several threads, 4 096
//! steps.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use ecs_world::Handles;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Out;

ecs_world! {
    #[derive(Debug)]
    pub struct World;
    components: A, B, Out;
    queries: (A, B), #[view(list)] (A, B, without(Out)), #[view(scan)] (B, without(Out));
}

/// Runs a function with this number of threads. (Without the feature `rayon`, on the current one.)
pub fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "rayon")]
    return rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started").install(run);
    #[cfg(not(feature = "rayon"))]
    {
        let _ = threads;
        run()
    }
}

/// Without the feature, a single number suffices.
pub const THREADS: &[usize] = if cfg!(feature = "rayon") { &[1, 2, 3, 4, 8] } else { &[1] };

/// The widths are 8, 64 (times 8 shares per thread), 256, 4 096; each with its neighbours.
const STEPS: &[u32] = &[
    0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1_023, 1_024, 1_025, 2_047, 2_048,
    2_049, 4_095, 4_096, 4_097, 4_159, 4_160, 4_161, 8_191, 8_192, 8_193, 10_007,
];

/// A world with `steps` entities that have both components, numbered in order.
fn world(steps: u32) -> World {
    let mut world = World::default();
    world.spawn(A(u32::MAX));
    world.spawn(B(u32::MAX));
    world.spawn_batch((0..steps).map(|number| (A(number), B(number))));
    world
}

#[test]
fn slices_of_any_size_cover_any_number_of_steps_once() {
    for threads in THREADS {
        for steps in STEPS {
            let (mut world, steps) = (world(*steps), *steps as usize);
            for size in [1, 2, 3, 63, 64, 65, 1_000, 4_095, 4_096, 4_097, 20_000, usize::MAX - 1, usize::MAX] {
                let chunks = AtomicUsize::new(0);
                let visit = |first: usize, (handles, a, b): (Handles<'_>, &mut [A], &mut [B])| {
                    let len = size.min(steps - first);
                    assert!(first.is_multiple_of(size) && len > 0, "a chunk of {len} steps from {first} on");
                    assert_eq!((handles.len(), a.len(), b.len()), (len, len, len), "{steps} steps in chunks of {size}");
                    assert!(b.iter().zip(first..).all(|(b, step)| b.0 as usize == step));
                    for a in a {
                        a.0 = a.0.wrapping_add(1);
                    }
                    chunks.fetch_add(1, Ordering::Relaxed);
                };
                let size = NonZeroUsize::new(size).expect("the size is not zero");
                on_threads(*threads, || world.query_a_b_mut().par_slices(size, visit)).expect("the query is a group");
                assert_eq!(chunks.into_inner(), steps.div_ceil(size.get()), "{steps} steps in chunks of {size}");
            }
            let found = world.query_a_b().iter().map(|(_, a, _)| a.0 as usize);
            assert!(found.eq((0..steps).map(|step| step + 13)), "each of 13 sizes visits each of {steps} steps once");
        }
    }
}

#[test]
fn any_number_of_steps_is_visited_once_by_any_number_of_threads() {
    for threads in THREADS {
        for steps in STEPS {
            let mut world = world(*steps);
            on_threads(*threads, || {
                world.query_a_b_mut().par_for_each(|(_, a, _)| a.0 += 1);
                world.query_a_b_without_out_mut().par_for_each(|(_, a, _)| a.0 += 1);
                world.query_mut::<(&mut A, &B)>().par_for_each(|(a, _)| a.0 += 1);
                let seen = AtomicU32::new(0);
                world.query_b_without_out_mut().par_for_each(|_| _ = seen.fetch_add(1, Ordering::Relaxed));
                assert_eq!(seen.into_inner(), steps + 1);
                let numbers = world.query_a_b_mut().par_fold(
                    Vec::new,
                    |mut numbers, (_, a, _)| {
                        numbers.push(a.0);
                        numbers
                    },
                    |one, two| [one, two].concat(),
                );
                assert!(numbers.into_iter().eq(3..steps + 3), "{steps} steps on {threads} threads");
                let mut commands = Commands::default();
                world.query_a_b_mut().par_for_each_with(&mut commands, |commands, (entity, ..)| {
                    commands.insert(entity, Out);
                });
                assert_eq!(commands.len(), *steps as usize);
                world.commands().append(&mut commands);
            });
            world.flush();
            assert!(world.query::<(Entity, &Out)>().iter().map(|(entity, _)| entity).eq(world.entities().skip(2)));
            assert_eq!(world.query_a_b_without_out().iter().count(), 0);
        }
    }
}
