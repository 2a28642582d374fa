//! What is repeated holds a bounded amount of memory: commands, iteration, events, views, snapshots, the past of components.
//!
//! Each test repeats something until all memory that it needs is allocated, and then a thousand times more. These repetitions hold no
//! further byte, and allocate nothing unless the test says otherwise. What threads do is in `steady_memory_on_threads`.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take options by value")]
#![allow(unsafe_code, reason = "an allocator that counts is written with `unsafe`")]

#[path = "common/components.rs"]
mod components;
#[path = "steady/growth.rs"]
mod growth;
#[path = "steady/marks.rs"]
mod marks;
#[path = "steady/past.rs"]
mod past;
#[path = "steady/snapshots.rs"]
mod snapshots;
#[path = "steady/views.rs"]
mod views;

use std::sync::atomic::Ordering;

use components::{Position, Velocity};
use ecs_world::prelude::*;
use growth::{ALLOCATIONS, Growth, alone};
use marks::{Echo, Mark, Spark};

mod plain {
    use super::*;

    ecs_world! {
        #[derive(Clone)]
        pub struct World;
        components: Position, Mark, Spark;
    }
}

mod listed {
    use super::*;

    #[system(view = list)]
    fn visit(_: &Position, _: &Mark) {}

    #[system(view = list)]
    fn visit_sparks(_: &Position, _: &Spark) {}

    ecs_world! {
        pub struct World;
        components: Position, Mark, Spark;
        systems: visit, visit_sparks;
    }
}

/// A world for commands, and its entities.
fn plain() -> (plain::World, Vec<Entity>) {
    let mut world = plain::World::default();
    let entities = world.spawn_batch((0..100).map(Position)).into_vec();
    (world, entities)
}

/// Issues commands, which those of the next run undo.
fn issue(commands: &mut Commands<plain::World>, entities: &[Entity], run: usize) {
    let number = run as u64;
    if run.is_multiple_of(2) {
        commands.insert(entities[0], Mark(number));
        commands.insert_batch(entities[1..40].iter().map(|entity| (*entity, Mark(number))));
    } else {
        commands.remove::<Mark>(entities[0]);
        commands.remove_batch::<Mark>(entities[1..40].iter().copied());
    }
}

/// Number of allocations of an iteration.
fn allocations(walk: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    walk();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

#[test]
fn iterators_allocate_only_where_their_documentation_says() {
    let _alone = alone();
    for count in [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 100, 255, 256, 257, 300] {
        let mut world = plain::World::default();
        let entities = world.spawn_batch((0..count).map(Position)).into_vec();
        entities.iter().rev().for_each(|entity| world.insert(*entity, Mark(1)).unwrap());
        // The harness may allocate meanwhile, but not during each iteration.
        let mut fewest = |walk: fn(&mut plain::World)| (0..9).map(|_| allocations(|| walk(&mut world))).min().unwrap();
        assert_eq!(fewest(|world| world.query::<&Position>().iter().for_each(drop)), 0, "{count} in one slice");
        assert_eq!(fewest(|world| world.query::<(&Position, Option<&Mark>)>().iter().for_each(drop)), 0, "{count}");
        let optional =
            fewest(|world| world.query_mut::<(&mut Mark, Option<&mut Position>)>().into_iter().for_each(drop));
        assert_eq!(optional, 0, "{count} with an optional component");
        // Values that are only read, and those of few entities, are looked up one by one.
        let read = fewest(|world| world.query::<(&Position, &Mark)>().iter().for_each(drop));
        assert_eq!(read, 0, "{count} scattered");
    }
    for (count, expected_allocations) in [(511, 0), (512, 0), (513, 1), (600, 1), (1_104, 1)] {
        let filled = || {
            let mut world = plain::World::default();
            let entities = world.spawn_batch((0..count).map(|at| (Position(at), Mark(1)))).into_vec();
            (world, entities)
        };
        let first = |walk: fn(&mut plain::World)| {
            let mut worlds: [_; 9] = std::array::from_fn(|_| filled().0);
            worlds.iter_mut().map(|world| allocations(|| walk(world))).min().unwrap()
        };
        let written = first(|world| world.query_mut::<(&mut Position, &mut Mark)>().into_iter().for_each(drop));
        let read = first(|world| world.query::<(&Position, &Mark)>().iter().for_each(drop));
        assert_eq!(
            (written, read),
            (expected_allocations, expected_allocations),
            "{count} in one order, of which nothing is scattered"
        );
        let (mut world, entities) = filled();
        let mut fewest = |walk: fn(&mut plain::World)| (0..9).map(|_| allocations(|| walk(&mut world))).min().unwrap();
        let written = fewest(|world| world.query_mut::<(&mut Position, &mut Mark)>().into_iter().for_each(drop));
        let read = fewest(|world| world.query::<(&Position, &Mark)>().iter().for_each(drop));
        assert_eq!((written, read), (0, 0), "{count} that are known to be in one order");
        let filters: [fn(usize) -> bool; 4] =
            [|at| at == 0, |at| at.is_multiple_of(2), |at| at % 8 != 5, |at| at % 16 != 5];
        let expected = [("one", 1), ("one in 2", 1), ("seven in 8", 1), ("fifteen in 16", 2)];
        for (is_dropped, (what, needed)) in filters.into_iter().zip(expected) {
            for (_, entity) in entities.iter().enumerate().filter(|(at, _)| is_dropped(*at)) {
                world.insert(*entity, Spark([0; 4])).unwrap();
            }
            let walk = |world: &mut plain::World| {
                world.query_mut::<(&mut Position, &Mark)>().without::<Spark>().into_iter().for_each(drop);
            };
            let fewest = (0..9).map(|_| allocations(|| walk(&mut world))).min().unwrap();
            assert_eq!(fewest, needed, "{count} of which the filter drops {what}: bits only where there are no slices");
        }
    }
}

#[test]
fn items_that_are_slices_are_collected_into_one_allocation() {
    let _alone = alone();
    for count in [0, 1, 2, 3, 4, 5, 100, 511, 512, 600] {
        let mut world = plain::World::default();
        world.spawn_batch((0..count).map(|at| (Position(at), Mark(1))));
        // For more than 512 entities, this finds out that both storages are in one order.
        world.query_mut::<(&mut Position, &Mark)>().for_each(|_| ());
        let fewest = |walk: fn(&plain::World)| (0..9).map(|_| allocations(|| walk(&world))).min().unwrap();
        let one =
            fewest(|world| drop(world.query::<&Position>().iter().map(|position| position.0).collect::<Vec<_>>()));
        let two = fewest(|world| drop(world.query::<(Entity, &Position, &Mark)>().iter().collect::<Vec<_>>()));
        assert_eq!([one, two], [usize::from(count > 0); 2], "{count}");
    }
}

#[test]
fn collect_allocates_at_most_as_often_as_a_loop_that_pushes() {
    let _alone = alone();
    for count in [0, 1, 2, 3, 64, 65, 300] {
        let mut world = plain::World::default();
        let entities = world.spawn_batch((0..count).map(Position)).into_vec();
        entities.iter().rev().for_each(|entity| world.insert(*entity, Mark(1)).unwrap());
        let fewest = |walk: fn(&plain::World)| (0..9).map(|_| allocations(|| walk(&world))).min().unwrap();
        let all = fewest(|world| drop(world.query::<(&Position, &Mark)>().iter().map(|item| item).collect::<Vec<_>>()));
        let pushed = fewest(|world| {
            let mut pushed = vec![];
            for item in world.query::<(&Position, &Mark)>() {
                pushed.push(item);
            }
        });
        assert!(all <= pushed, "{all}, and {pushed} by a loop, for {count}");
        let none = fewest(|world| {
            drop(world.query::<(&Position, &Mark)>().without::<Mark>().iter().map(|(at, _)| at.0).collect::<Vec<_>>());
        });
        assert_eq!(none, 0, "{count} of which the filter keeps none");
    }
}

#[test]
fn positions_of_scattered_values_that_are_written_are_cached_once_all_were_visited_twice() {
    let _alone = alone();
    for count in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 300] {
        let filled = || {
            let mut world = plain::World::default();
            let entities = world.spawn_batch((0..count).map(Position)).into_vec();
            entities.iter().rev().for_each(|entity| world.insert(*entity, Mark(1)).unwrap());
            world
        };
        let walk = |world: &mut plain::World| {
            world.query_mut::<(&mut Position, &mut Mark)>().into_iter().for_each(drop);
        };
        // The harness may allocate meanwhile, but not while each world is walked.
        let mut worlds: [_; 9] = std::array::from_fn(|_| filled());
        let mut fewest = |walk: &dyn Fn(&mut plain::World)| {
            worlds.iter_mut().map(|world| allocations(|| walk(world))).min().unwrap()
        };
        let (iterator, read) = (if count > 64 { 3 } else { 0 }, if count >= 32 { 4 } else { 0 });
        let create = |world: &mut plain::World| _ = world.query_mut::<(&mut Position, &mut Mark)>();
        for _ in 0..5 {
            let early = |world: &mut plain::World| {
                let half = world.len() / 2;
                world.query_mut::<(&mut Position, &mut Mark)>().into_iter().take(half).for_each(drop);
            };
            // At most 64 entities request positions when the iteration begins.
            if !(32..=64).contains(&count) {
                assert_eq!(fewest(&early), iterator, "{count}, of which only a half is visited");
                assert_eq!(fewest(&create), 0, "{count}: nothing is read for iterations that end early");
            }
        }
        assert_eq!([fewest(&walk), fewest(&walk)], [iterator; 2], "{count} with bits for both");
        assert_eq!(fewest(&create), read, "{count}: entities, bits, positions, and their box");
        assert_eq!([fewest(&walk), fewest(&walk)], [0; 2], "{count} at cached positions");
        fewest(&|world| world.shrink_to_fit());
        assert_eq!(fewest(&walk), iterator, "{count} without cached positions");
    }
}

#[test]
fn positions_of_the_entities_of_lists_are_cached_for_queries() {
    let _alone = alone();
    let mut world = listed::World::default();
    let entities = world.spawn_batch((0..200).map(Position)).into_vec();
    for entity in entities.iter().rev().take(100) {
        world.insert(*entity, Mark(1)).unwrap();
    }
    for entity in entities.iter().step_by(2).rev() {
        world.insert(*entity, Spark([0; 4])).unwrap();
    }
    let walks: [fn(&mut listed::World); 2] = [
        |world| world.query_mut::<(&mut Position, &mut Mark)>().into_iter().for_each(drop),
        |world| world.query_mut::<(&mut Position, &mut Spark)>().into_iter().for_each(drop),
    ];
    for walk in walks {
        let counts: Vec<_> = (0..12).map(|_| allocations(|| walk(&mut world))).collect();
        // The harness may allocate meanwhile, but not during each iteration.
        let fewest = |counts: &[usize]| counts.iter().min().copied();
        assert!(fewest(&counts[..2]) >= Some(3) && fewest(&counts[3..]) == Some(0), "{counts:?}");
    }
}

#[test]
fn commands_of_a_world_are_applied_without_growth() {
    let _alone = alone();
    let (mut world, entities) = plain();
    Growth::of(|run| {
        issue(world.commands(), &entities, run);
        world.flush();
    })
    .is_none();
}

#[test]
fn entities_that_are_spawned_and_despawned_by_commands_leave_no_memory_behind() {
    let _alone = alone();
    let (mut world, _) = plain();
    let mut sparks = Vec::new();
    Growth::of(|run| {
        sparks.extend(world.query::<(Entity, &Spark)>().iter().map(|(entity, _)| entity));
        let commands = world.commands();
        commands.spawn((Spark([run as u64; 4]), Position(1)));
        commands.spawn_batch((0..20).map(|_| Spark([0; 4])));
        commands.despawn_batch(sparks.drain(..));
        world.flush();
    })
    .is_none();
    assert_eq!(world.query::<&Spark>().iter().count(), 21);
}

#[test]
fn joined_commands_do_not_grow_whatever_their_number_of_steps() {
    let _alone = alone();
    for steps in [1, 2, 3, 10] {
        let (mut world, entities) = plain();
        let mut queues: Vec<Commands<plain::World>> = (0..steps).map(|_| Commands::default()).collect();
        Growth::of(|run| {
            issue(&mut queues[0], &entities, run);
            for at in 1..steps {
                let (before, behind) = queues.split_at_mut(at);
                behind[0].append(&mut before[at - 1]);
            }
            world.commands().append(&mut queues[steps - 1]);
            world.flush();
        })
        .is_none();
    }
}

#[test]
fn joined_commands_do_not_grow_if_each_step_adds_its_own() {
    let _alone = alone();
    let (mut world, entities) = plain();
    let [mut inner, mut outer] = [Commands::default(), Commands::default()];
    Growth::of(|run| {
        issue(&mut inner, &entities, run);
        issue(&mut outer, &entities, run);
        outer.append(&mut inner);
        issue(&mut outer, &entities, run);
        issue(world.commands(), &entities, run);
        world.commands().append(&mut outer);
        issue(world.commands(), &entities, run);
        world.flush();
    })
    .is_none();
}

#[test]
fn a_changing_number_of_commands_that_are_joined_to_one_does_not_grow() {
    let _alone = alone();
    let (mut world, entities) = plain();
    let mut queues: Vec<Commands<plain::World>> = (0..9).map(|_| Commands::default()).collect();
    let mut outer = Commands::default();
    Growth::of(|run| {
        // Each number of queues is used twice, so that one run inserts what the next one removes.
        for queue in &mut queues[..run / 2 % 10] {
            issue(queue, &entities, run);
            outer.append(queue);
        }
        if run.is_multiple_of(3) {
            world.commands().append(&mut outer);
            world.flush();
        }
    })
    .is_none();
}

#[test]
fn commands_that_are_created_each_time_leave_no_memory_behind() {
    let _alone = alone();
    let (mut world, entities) = plain();
    let mut kept = Commands::default();
    Growth::of(|run| {
        let mut inner = Commands::default();
        issue(&mut inner, &entities, run);
        kept.append(&mut inner);
        let mut outer = Commands::default();
        outer.append(&mut kept);
        world.commands().append(&mut outer);
        world.flush();
    })
    .is_bounded();
}

#[test]
fn commands_that_are_taken_out_swapped_or_dropped_leave_no_memory_behind() {
    let _alone = alone();
    let (mut world, entities) = plain();
    let (mut other, mut dropped) = (Commands::default(), Commands::default());
    Growth::of(|run| {
        issue(world.commands(), &entities, run);
        let mut taken = core::mem::take(world.commands());
        world.commands().append(&mut taken);
        issue(&mut other, &entities, run);
        core::mem::swap(world.commands(), &mut other);
        world.commands().append(&mut other);
        world.flush();
        issue(&mut other, &entities, run);
        dropped.append(&mut other);
        dropped.clear();
        drop(world.commands().clone());
    })
    .is_bounded();
}

#[test]
fn commands_that_move_from_world_to_world_do_not_grow() {
    let _alone = alone();
    let (mut first, entities) = plain();
    let (mut second, _) = plain();
    Growth::of(|run| {
        issue(first.commands(), &entities, run);
        second.commands().append(first.commands());
        issue(second.commands(), &entities, run);
        second.flush();
        first.flush();
    })
    .is_none();
}

#[test]
fn tidying_after_each_change_holds_no_more_and_allocates_nothing() {
    let _alone = alone();
    let (mut world, entities) = plain();
    world.set_tidy_budget(Some(7));
    Growth::of(|run| {
        let entity = entities[run * 7 % entities.len()];
        if world.has::<Mark>(entity) {
            world.remove::<Mark>(entity).unwrap();
        } else {
            world.insert(entity, Mark(0)).unwrap();
        }
        world.run();
        if run.is_multiple_of(5) {
            assert!(world.tidy().done);
        }
    })
    .is_none();
}

mod trees {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Relation)]
    pub struct ChildOf(pub Entity);

    ecs_world! {
        pub struct World;
        components: Position, Velocity;
        relations: ChildOf (tree, cascade);
    }
}

#[test]
fn cascades_allocate_nothing_once_one_was_as_large() {
    let _alone = alone();
    let mut world = trees::World::default();
    let growth = Growth::of(|_| {
        let root = world.spawn((Position(0), Velocity(1)));
        let child = world.spawn(trees::ChildOf(root));
        for _ in 0..10 {
            world.spawn(trees::ChildOf(child));
        }
        let _ = world.despawn(root);
    });
    growth.is_none();
}

#[test]
fn a_tree_that_changes_is_walked_without_an_allocation() {
    let _alone = alone();
    let mut world = trees::World::default();
    let root = world.spawn((Position(0), Velocity(1)));
    let nodes: Vec<_> = (0..100).map(|_| world.spawn((Position(0), Velocity(1), trees::ChildOf(root)))).collect();
    let mut order = LevelOrder::default();
    let growth = Growth::of(|run| {
        let (node, parent) = (nodes[run * 7 % 100], nodes[run % 100]);
        let _ = world.insert(node, trees::ChildOf(if node == parent { root } else { parent }));
        world.query_mut::<(&mut Position, &Velocity)>().for_each_parent_first::<trees::ChildOf>(
            &mut order,
            |parent, (position, own)| {
                position.0 = parent.map_or(0, |(position, _)| position.0) + own.0;
            },
        );
    });
    growth.is_none();
}
