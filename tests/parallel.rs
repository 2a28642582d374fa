//! Iterations that are divided over threads: the same values, commands and order as on one thread, on any number of threads.
//!
//! Without feature `rayon` there is one thread, and the same must hold.

#![allow(clippy::cast_precision_loss, reason = "any number will do")]
#![allow(unreachable_pub, reason = "the worlds here are in modules, where plain `pub` suffices")]

#[path = "parallel/unchanged.rs"]
mod unchanged;
#[path = "parallel/world.rs"]
mod world;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_world::Handles;
use ecs_world::prelude::*;
use world::{A, B, C, Factor, Frozen, Ordered, Packed, Slot, mix, parallel, sequential};

/// Runs on `threads` threads. (Without feature `rayon`: on the calling thread.)
fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "rayon")]
    return rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started").install(run);
    #[cfg(not(feature = "rayon"))]
    {
        let _ = threads;
        run()
    }
}

/// Reports only the first difference.
fn assert_same(found: &[String], expected: &[String], context: &str) {
    let difference = found.iter().zip(expected).find(|(found, expected)| found != expected);
    assert_eq!(difference, None, "{context}");
    assert_eq!(found.len(), expected.len(), "{context}");
}

const THREADS: [usize; 3] = [1, 2, 4];

#[test]
fn parallel_systems_end_in_the_same_state_as_sequential_ones() {
    for entities in [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 1_000, 3_000] {
        let mut expected = sequential::filled(entities);
        let states = [0, 1, 2, 3].map(|_| {
            expected.run();
            sequential::state_of(&expected)
        });
        for threads in THREADS {
            let mut world = parallel::filled(entities);
            for (run, state) in states.iter().enumerate() {
                on_threads(threads, || world.run());
                let context = format!("{entities} entities, {threads} threads, run {run}");
                assert_same(&parallel::state_of(&world), state, &context);
            }
            world.check_invariants().expect("the world is consistent");
        }
    }
}

/// Runs before and after positions are cached, in the order of storages and in other orders. Two samples of 64 steps are visited in order.
/// The rest is divided: into steps where positions are in order (a third sample is checked), otherwise into bands of positions, one per
/// thread; 128 positions are looked up at once.
#[test]
fn parallel_systems_over_cached_positions_end_in_the_same_state() {
    let sizes = [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 191, 192, 193, 194, 195, 223, 224, 225, 255, 256, 257];
    for entities in sizes.into_iter().chain([500, 3_000]) {
        for step in [1, 7, 1_009] {
            let mut expected = unchanged::undivided::filled(entities, step);
            let mut worlds = [1, 2, 3, 4].map(|threads| (threads, unchanged::divided::filled(entities, step)));
            for run in 0..5 {
                expected.run();
                for (threads, world) in &mut worlds {
                    on_threads(*threads, || world.run());
                    let context = format!("{entities} entities in steps of {step}, {threads} threads, run {run}");
                    let (found, expected) =
                        (unchanged::divided::state_of(world), unchanged::undivided::state_of(&expected));
                    assert_same(&found, &expected, &context);
                }
            }
        }
    }
}

#[test]
fn each_value_after_an_empty_slot_is_visited_once() {
    #[derive(Debug, Clone, Copy)]
    struct Number(usize);

    ecs_world! {
        struct Holes;
        components: #[storage(vec)] Number;
    }
    for hole in 1..70 {
        let mut world = Holes::default();
        let entities = world.spawn_batch((0..400).map(Number));
        for entity in entities.chunks(64).flat_map(|chunk| chunk.iter().rev().take(hole)) {
            world.despawn(*entity).expect("the entity is alive");
        }
        let expected: Vec<_> = world.query::<&Number>().iter().map(|number| number.0).collect();
        for threads in THREADS {
            let visited = on_threads(threads, || {
                let numbers = |mut all: Vec<_>, number: &Number| {
                    all.push(number.0);
                    all
                };
                world.query_mut::<&Number>().par_fold(Vec::new, numbers, |one, other| [one, other].concat())
            });
            assert_eq!(visited, expected);
        }
    }
}

fn world_of(entities: u64) -> parallel::World {
    parallel::filled(entities)
}

#[test]
fn queries_of_every_kind_visit_each_match_once() {
    fn state_after(threads: usize, walk: impl Fn(&mut parallel::World) + Sync) -> Vec<String> {
        let mut world = world_of(2_000);
        on_threads(threads, || walk(&mut world));
        parallel::state_of(&world)
    }
    for threads in THREADS {
        let found = state_after(threads, |world| {
            world.query_a_b_mut().par_for_each(|(entity, a, b)| a.0 = mix(a.0 + b.0, entity.to_bits()));
            world.query_b_slot_mut().par_for_each(|(_, b, slot)| std::mem::swap(&mut b.0, &mut slot.0));
            world.query_chunked_hashed_mut().par_for_each(|(_, chunked, hashed)| chunked.0 = mix(chunked.0, hashed.0));
            world.query_a_tag_mut().par_for_each(|(_, a, _)| a.0 = mix(a.0, 4));
            world.query_mut::<&mut Packed>().without::<Frozen>().par_for_each(|packed| packed.0 = mix(packed.0, 2));
            world.query_mut::<(&mut C, Option<&mut Ordered>)>().any::<(A, B)>().par_for_each(|(c, ordered)| {
                c.0 += ordered.map_or(1.0, |ordered| std::mem::replace(&mut ordered.0, 3) as f32);
            });
        });
        let expected = state_after(1, |world| {
            world.query_a_b_mut().for_each(|(entity, a, b)| a.0 = mix(a.0 + b.0, entity.to_bits()));
            world.query_b_slot_mut().for_each(|(_, b, slot)| std::mem::swap(&mut b.0, &mut slot.0));
            world.query_chunked_hashed_mut().for_each(|(_, chunked, hashed)| chunked.0 = mix(chunked.0, hashed.0));
            world.query_a_tag_mut().for_each(|(_, a, _)| a.0 = mix(a.0, 4));
            world.query_mut::<&mut Packed>().without::<Frozen>().for_each(|packed| packed.0 = mix(packed.0, 2));
            world.query_mut::<(&mut C, Option<&mut Ordered>)>().any::<(A, B)>().for_each(|(c, ordered)| {
                c.0 += ordered.map_or(1.0, |ordered| std::mem::replace(&mut ordered.0, 3) as f32);
            });
        });
        assert_same(&found, &expected, &format!("{threads} threads"));
    }
}

#[test]
fn a_fold_gives_the_same_bits_on_any_number_of_threads() {
    let folds = THREADS.map(|threads| {
        let mut world = world_of(5_000);
        on_threads(threads, || {
            let sum = world.query_mut::<&C>().par_fold(|| 0.0_f32, |sum, c| sum + 0.1 * c.0, |a, b| a + b);
            let mixed = world.query_mut::<(&B, &Slot)>().par_fold(|| 7, |all, (b, _)| mix(all, b.0), mix);
            (sum.to_bits(), mixed)
        })
    });
    assert_eq!(folds, [folds[0]; 3]);
    let mut empty = parallel::World::default();
    assert_eq!(
        empty.query_mut::<&C>().par_fold(|| 5, |_, _| 6, |a, b| a + b),
        5,
        "an empty world yields the initial value"
    );
}

#[test]
fn slices_are_yielded_in_whole_chunks_with_their_positions() {
    for threads in THREADS {
        let mut world = world_of(1_000);
        let all = world.query_a_b().iter().count();
        for size in [1, 7, 64, 5_000] {
            let size = NonZeroUsize::new(size).expect("the size is not zero");
            let counted = AtomicUsize::new(0);
            let visit = |first: usize, slices: (Handles<'_>, &mut [A], &mut [B])| {
                assert!(first.is_multiple_of(size.get()));
                assert_eq!(slices.1.len(), size.get().min(all - first));
                assert_eq!((slices.0.len(), slices.2.len()), (slices.1.len(), slices.1.len()));
                counted.fetch_add(slices.1.len(), Ordering::Relaxed);
            };
            on_threads(threads, || world.query_a_b_mut().par_slices(size, visit)).expect("the view is a group");
            assert_eq!(counted.into_inner(), all);
            assert_eq!(world.query_b_slot_mut().par_slices(size, |_, _| panic!("a list has no slices")), None);
        }
    }
}

#[test]
fn commands_of_threads_are_in_the_order_of_the_entities() {
    for threads in THREADS {
        let mut world = ordered::World::default();
        world.spawn_batch((0..1_000).map(Packed));
        // Commands that were already pending are applied first.
        world.commands().spawn(A(5));
        world.resources.factor = Factor(7);
        on_threads(threads, || world.run());
        let spawned: Vec<_> = world.query::<&A>().iter().map(|a| a.0).collect();
        let expected = [5].into_iter().chain((0..1_000).filter(|n| n % 3 == 0).map(|n| n * 7)).chain([2_000]);
        assert_eq!(spawned, expected.collect::<Vec<_>>(), "{threads} threads");
    }
}

mod ordered {
    use super::*;

    #[system]
    fn spawn(mut all: Query<'_, World, &Packed>, commands: &mut Commands<World>, factor: &Factor) {
        all.par_for_each_with(commands, |commands, packed| {
            if packed.0 % 3 == 0 {
                commands.spawn(A(packed.0 * factor.0));
            }
        });
        commands.spawn(A(2_000));
    }

    ecs_world! {
        components: A, Packed;
        resources: Factor;
        systems: spawn;
    }
}

impl From<B> for A {
    fn from(b: B) -> A {
        A(b.0)
    }
}

/// Library code needs only the bounds that threads require.
#[test]
fn library_code_divides_entities_of_any_world() {
    fn swap<W: Has<X> + Has<Y>, X: Send + Clone, Y: Sync + Copy + Into<X>>(world: &mut W) {
        world.query_mut::<(&mut X, &Y)>().par_for_each(|(x, y)| *x = (*y).into());
    }
    let mut world = world_of(500);
    on_threads(2, || swap::<_, A, B>(&mut world));
    assert!(world.query_a_b().iter().all(|(_, a, b)| a.0 == b.0));
}

mod fused {
    use super::*;

    /// Number of live values.
    pub static LIVE: AtomicUsize = AtomicUsize::new(0);

    #[derive(Debug)]
    pub struct Brought;

    impl Brought {
        fn new() -> Self {
            LIVE.fetch_add(1, Ordering::Relaxed);
            Self
        }
    }

    impl Drop for Brought {
        fn drop(&mut self) {
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[derive(Debug, Default)]
    pub struct Fuse(pub Option<u64>);

    #[system(parallel)]
    fn visit(entity: Entity, packed: &mut Packed, fuse: &Fuse, commands: &mut Commands<World>) {
        commands.insert(entity, Brought::new());
        assert!(fuse.0 != Some(packed.0), "a system panics");
        packed.0 += 10_000;
    }

    ecs_world! {
        components: Packed, Brought;
        resources: Fuse;
        systems: visit;
        queries: (Packed, Brought);
    }
}

#[test]
fn a_panic_on_one_thread_leaves_a_world_that_is_whole_and_loses_no_command() {
    for threads in THREADS {
        for fuse in [0, 63, 64, 500, 999] {
            let mut world = fused::World::default();
            world.spawn_batch((0..1_000).map(Packed));
            world.resources.fuse.0 = Some(fuse);
            let caught = on_threads(threads, || catch_unwind(AssertUnwindSafe(|| world.run())));
            let payload = caught.expect_err("the run panics");
            assert_eq!(payload.downcast_ref::<&str>(), Some(&"a system panics"));
            world.check_invariants().expect("the world is consistent");
            // Exactly the visited entities have a pending command.
            let visited = world.query::<&Packed>().iter().filter(|packed| packed.0 >= 10_000).count();
            assert_eq!(world.commands().len(), visited + 1);
            world.flush();
            assert_eq!(world.query_packed_brought().iter().count(), visited + 1);
            assert_eq!(fused::LIVE.load(Ordering::Relaxed), visited + 1);
            world.resources.fuse.0 = None;
            on_threads(threads, || world.run());
            assert_eq!(world.query_packed_brought().iter().count(), 1_000);
            drop(world);
            assert_eq!(fused::LIVE.load(Ordering::Relaxed), 0);
        }
    }
}

#[test]
fn commands_of_threads_that_are_never_applied_are_dropped_once() {
    let mut world = unapplied::World::default();
    world.spawn_batch((0..1_000).map(Packed));
    let mut commands = Commands::default();
    on_threads(2, || {
        world.query_mut::<&Packed>().par_for_each_with(&mut commands, |commands, _| {
            commands.spawn(unapplied::Value::new());
        });
    });
    assert_eq!((commands.len(), unapplied::LIVE.load(Ordering::Relaxed)), (1_000, 1_000));
    world.commands().append(&mut commands);
    drop(world);
    assert_eq!(unapplied::LIVE.load(Ordering::Relaxed), 0);
}

mod unapplied {
    use super::*;

    pub static LIVE: AtomicUsize = AtomicUsize::new(0);

    #[derive(Debug)]
    pub struct Value;

    impl Value {
        pub fn new() -> Self {
            LIVE.fetch_add(1, Ordering::Relaxed);
            Self
        }
    }

    impl Drop for Value {
        fn drop(&mut self) {
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
    }

    ecs_world! {
        components: Packed, Value;
    }
}

mod optional {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Own(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Seen(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Tagged;

    #[system(parallel, view = list)]
    fn note(own: &mut Own, _: &Tagged, seen: Option<&mut Seen>) {
        if let Some(seen) = seen {
            seen.0 = own.0;
        }
    }

    ecs_world! {
        components: Own, Seen, Tagged;
        systems: note;
    }
}

#[test]
fn optional_values_in_another_order_than_required_ones_are_those_of_their_entities() {
    use optional::{Own, Seen, Tagged, World};
    for count in [3_u32, 300, 4_000, 10_000] {
        for threads in THREADS {
            let mut world = World::default();
            let entities = world.spawn_batch((0..count).map(|n| (Own(n), Tagged))).into_vec();
            let half = entities.len() / 2;
            for entity in entities[..half].iter().chain(entities[half..].iter().rev()) {
                world.insert(*entity, Seen(0)).expect("the entity is alive");
            }
            // Looked-up positions are cached from the second run on.
            for run in 0..4 {
                on_threads(threads, || world.run());
                for (n, entity) in (0..).zip(&entities) {
                    assert_eq!(
                        world.get::<Seen>(*entity),
                        Some(&Seen(n)),
                        "entity {n} of {count}, {threads} threads, run {run}"
                    );
                }
                world.query_mut::<&mut Seen>().for_each(|seen| seen.0 = 0);
            }
        }
    }
}

mod marked {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Heat(pub u32);

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Cold(pub u32);

    #[derive(Debug, Default)]
    pub struct Seen(pub Vec<Entity>);

    #[system(changed(Heat))]
    impl Seen {
        fn run(&mut self, entity: Entity, _: &Heat) {
            self.0.push(entity);
        }
    }

    ecs_world! {
        pub struct World;
        components: Heat, Cold;
        systems: Seen;
    }
}

#[test]
fn values_that_threads_write_are_marked_and_no_others() {
    use marked::{Cold, Heat, World};
    for count in [64_u32, 129, 193, 257, 1_000, 5_000] {
        // Values in the same order, and in different orders.
        for (step, threads) in [1, 7].into_iter().flat_map(|step| THREADS.map(|threads| (step, threads))) {
            let mut world = World::default();
            let all = world.spawn_batch((0..count).map(Heat)).into_vec();
            for n in (0..count).map(|n| n * step % count).filter(|n| n % 5 != 4) {
                world.insert(all[n as usize], Cold(n)).unwrap();
            }
            world.run();
            world.systems.seen.0.clear();
            on_threads(threads, || {
                world.query_mut::<(Mut<'_, Heat>, &Cold)>().par_for_each(|(mut heat, _)| {
                    if heat.0 % 3 == 0 {
                        heat.0 += 1;
                    }
                });
            });
            world.run();
            world.systems.seen.0.sort_unstable();
            let written = (0..count).filter(|n| n % 3 == 0 && n % 5 != 4).map(|n| all[n as usize]);
            assert_eq!(
                world.systems.seen.0,
                written.collect::<Vec<_>>(),
                "{count} entities in steps of {step}, {threads} threads"
            );
        }
    }
}
