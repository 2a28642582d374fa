//! User code that panics (a `Drop`, a `Clone`, an iterator, a system, a callback) leaves a world that is whole and usable: nothing is
//! dropped twice, and nothing is lost that a `clear` would not free.
// Calls of user code are counted per thread, so systems must not run on other threads than that of the test.
#![cfg(not(feature = "rayon"))]
#![allow(missing_docs, unreachable_pub, reason = "the world here is for this test alone")]

#[path = "model/numbers.rs"]
mod numbers;
#[path = "panics/world.rs"]
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;
use numbers::Numbers;
use world::{Armed, CLONES, DROPS, Fused, World, all, assert_all_dropped_once, assert_consistent, four};

/// Returns true if `action` panics.
fn panics<R>(action: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(action)).is_err()
}

/// Performs an operation on a world of four entities, with a panic at the first, the second, .. call of user code, until none panics.
fn at_each(name: &str, arm: impl Fn(&mut World, u32), action: impl Fn(&mut World, &[Entity])) {
    for left in 0.. {
        let context = format!("{name}, panic {left}");
        let (mut world, entities) = four();
        arm(&mut world, left);
        let panicked = panics(|| action(&mut world, &entities));
        assert_consistent(world, &context);
        if !panicked {
            assert!(left > 0, "{name} never panics");
            return;
        }
    }
}

fn at_each_drop(name: &str, action: impl Fn(&mut World, &[Entity])) {
    at_each(name, |_, left| DROPS.set(Some(left)), action);
}

#[test]
fn a_drop_that_panics_leaves_a_world_that_is_whole() {
    at_each_drop("despawn", |world, entities| {
        for entity in entities {
            world.despawn(*entity).unwrap();
        }
    });
    at_each_drop("insert", |world, entities| world.insert(entities[1], all()).unwrap());
    at_each_drop("insert of some old and some new", |world, entities| {
        let taken = world.remove::<(Fused<1>, Fused<2>)>(entities[2]);
        world.insert(entities[2], (Fused::<2>::new(), (Fused::<0>::new(), Fused::<1>::new()))).unwrap();
        drop(taken);
    });
    at_each_drop("replace", |world, entities| drop(world.replace(entities[1], all()).unwrap()));
    at_each_drop("remove", |world, entities| drop(world.remove::<(Fused<2>, Fused<0>)>(entities[2]).unwrap()));
    at_each_drop("exchange", |world, entities| {
        let taken = world.remove::<Fused<2>>(entities[1]);
        drop(world.exchange::<(Fused<0>, Fused<1>), _>(entities[1], (Fused::<1>::new(), Fused::<2>::new())));
        drop(world.exchange::<Fused<1>, _>(entities[1], all()));
        drop(taken);
    });
    at_each_drop("clear", |world, _| world.clear());
    at_each_drop("a write", |world, entities| *world.get_mut::<Fused<1>>(entities[0]).unwrap() = Fused::new());
    at_each_drop("an error", |world, entities| {
        world.despawn(entities[3]).unwrap();
        world.insert(entities[3], all()).unwrap_err();
    });
    at_each_drop("unequal columns", |world, _| {
        world.spawn_columns((vec![Fused::<0>::new(), Fused::new()], vec![Fused::<1>::new()])).unwrap_err();
    });
}

#[test]
fn a_drop_that_panics_in_a_sync_leaves_a_world_that_is_whole() {
    at_each_drop("commands", |world, entities| {
        world.commands().insert(entities[0], all());
        world.commands().remove::<Fused<1>>(entities[1]);
        world.commands().despawn(entities[2]);
        world.commands().despawn(entities[2]);
        world.commands().insert(entities[2], all());
        world.commands().spawn(all());
        world.flush();
    });
    at_each_drop("queued values", |world, entities| {
        world.commands().insert(entities[0], all());
        world.commands().spawn(Fused::<1>::new());
        world.commands().clear();
    });
    at_each_drop("a reserved entity that is despawned", |world, _| {
        world.run_reserve();
        let last = world.entities().last().unwrap();
        world.despawn(last).unwrap();
    });
}

#[test]
fn a_drop_that_panics_while_the_world_is_dropped_leaks_no_value() {
    for left in 0..12 {
        let (mut world, _) = four();
        world.commands().spawn(all());
        DROPS.set(Some(left));
        assert!(panics(|| drop(world)));
        DROPS.set(None);
        assert_all_dropped_once(&format!("drop {left}"));
    }
}

#[test]
fn commands_after_one_that_panics_stay_for_the_next_sync() {
    let mut world = World::default();
    let (first, second) = (world.spawn(Fused::<1>::new()), world.spawn(Fused::<1>::new()));
    world.commands().despawn(first);
    world.commands().despawn(second);
    DROPS.set(Some(0));
    assert!(panics(|| world.flush()));
    assert!(!world.contains(first) && world.contains(second));
    world.flush();
    assert!(!world.contains(second));
    assert_consistent(world, "commands");
}

#[test]
fn a_callback_that_panics_leaves_a_world_that_is_whole() {
    let arm_added = |world: &mut World, left| world.resources.armed.on_added = Some(left);
    at_each("spawn", arm_added, |world, _| _ = world.spawn(all()));
    at_each("spawn_batch", arm_added, |world, _| _ = world.spawn_batch((0..3).map(|_| all())));
    at_each("spawn_columns", arm_added, |world, _| {
        let columns =
            (vec![Fused::<0>::new(), Fused::new(), Fused::new()], vec![Fused::<1>::new(), Fused::new(), Fused::new()]);
        assert_eq!(world.spawn_columns(columns).unwrap().len(), 3);
    });
    at_each("insert", arm_added, |world, entities| {
        let taken = world.remove::<Fused<0>>(entities[1]).unwrap();
        world.insert(entities[1], taken.unwrap()).unwrap();
    });
    at_each("exchange that enters", arm_added, |world, entities| {
        let taken = world.remove::<Fused<0>>(entities[1]).unwrap();
        drop(world.exchange::<Fused<1>, _>(entities[1], (taken.unwrap(), Fused::<1>::new())));
    });
    at_each("remove", arm_added, |world, entities| drop(world.remove::<Fused<0>>(entities[1])));
    at_each("remove_any", arm_added, |world, entities| drop(world.remove_any::<(Fused<0>, Fused<2>)>(entities[1])));
    at_each("commanded spawns", arm_added, |world, _| {
        world.commands().spawn(all());
        world.commands().spawn(Fused::<0>::new());
        world.flush();
    });
    at_each("reservations", arm_added, |world, _| world.run_reserve());
    let arm_removed = |world: &mut World, left| world.resources.armed.on_removed = Some(left);
    at_each("despawn", arm_removed, |world, entities| entities.iter().for_each(|it| world.despawn(*it).unwrap()));
    at_each("exchange that leaves", arm_removed, |world, entities| {
        drop(world.exchange::<(Fused<0>, Fused<1>), _>(entities[1], Fused::<1>::new()));
    });
    at_each("remove", arm_removed, |world, entities| drop(world.remove::<(Fused<0>, Fused<1>)>(entities[1])));
    at_each("clear", arm_removed, |world, _| world.clear());
    at_each("commanded despawns", arm_removed, |world, entities| {
        world.commands().despawn(entities[0]);
        world.commands().remove::<Fused<0>>(entities[3]);
        world.flush();
    });
}

#[test]
fn an_added_callback_panics_after_everything_and_a_removed_one_before_anything() {
    let mut world = World::default();
    world.resources.armed.on_added = Some(0);
    assert!(panics(|| world.spawn(all())));
    let entity = world.entities().next().expect("the entity is alive when the callback panics");
    assert!(world.has::<Fused<2>>(entity) && world.query_a_b().get(entity).is_some());
    for action in [
        |world: &mut World, entity: Entity| world.despawn(entity).unwrap(),
        |world: &mut World, entity: Entity| drop(world.remove::<Fused<0>>(entity)),
        |world: &mut World, _: Entity| world.clear(),
    ] {
        world.resources.armed.on_removed = Some(0);
        assert!(panics(|| action(&mut world, entity)));
        assert!(world.has::<Fused<0>>(entity), "the component is not removed yet when the callback panics");
        assert!(world.query_a_b().get(entity).is_some());
    }
    assert_consistent(world, "callbacks");
}

#[test]
fn an_added_callback_of_a_removal_panics_when_the_value_is_gone() {
    for remove in [
        |world: &mut World, entity: Entity| drop(world.remove::<Fused<0>>(entity)),
        |world: &mut World, entity: Entity| drop(world.remove_any::<(Fused<0>, Fused<2>)>(entity)),
    ] {
        let (mut world, entities) = four();
        world.resources.armed.on_added = Some(0);
        assert!(panics(|| remove(&mut world, entities[2])));
        assert!(!world.has::<Fused<0>>(entities[2]) && world.query::<&Fused<0>>().iter().count() == 3);
        assert_consistent(world, "callbacks");
    }
}

#[test]
fn all_rows_of_columns_are_in_their_views_before_the_first_callback() {
    let mut world = World::default();
    world.resources.armed.on_added = Some(0);
    assert!(panics(
        || world.spawn_columns((vec![Fused::<0>::new(), Fused::new()], vec![Fused::<1>::new(), Fused::new()]))
    ));
    assert_eq!((world.len(), world.query_a_b().iter().count(), world.managed_every_entity().len()), (2, 2, 2));
    assert_consistent(world, "columns");
}

#[test]
fn a_system_that_panics_leaves_its_commands_for_the_next_sync() {
    for left in 0..4 {
        let (mut world, _) = four();
        world.resources.armed.run = Some(left);
        assert!(panics(|| world.run()));
        world.check_invariants().unwrap();
        let commanded = left as usize + 1;
        assert_eq!((world.len(), world.commands().len()), (4, commanded));
        world.flush();
        assert_eq!(world.query::<Entity>().with::<Fused<1>>().without::<Fused<0>>().iter().count(), commanded);
        assert_consistent(world, "a system");
    }
}

#[test]
fn entities_that_a_system_reserved_before_it_panicked_become_alive() {
    let (mut world, entities) = four();
    world.despawn(entities[2]).unwrap();
    world.resources.armed.run = Some(0);
    assert!(panics(|| world.run_reserve()));
    assert_eq!(world.len(), 3);
    world.spawn(());
    assert_eq!(world.len(), 6, "reserved entities become alive first, in their slots");
    world.flush();
    let reserved = world.query::<(Entity, &Fused<0>)>().without::<Fused<1>>();
    let reserved = reserved.single().map(|(entity, _)| (entity.index(), entity.generation()));
    assert_eq!(reserved, Ok((entities[2].index(), 3)));
    assert_consistent(world, "reservations");
}

#[test]
fn a_reserved_entity_becomes_alive_whatever_happens_before_the_sync() {
    for action in [
        |world: &mut World, entity: Entity| world.despawn(entity).unwrap(),
        |world: &mut World, entity: Entity| drop(world.remove::<Fused<0>>(entity)),
        |world: &mut World, _: Entity| _ = world.spawn_batch([(), ()]),
        |world: &mut World, _: Entity| _ = world.spawn_columns(vec![Fused::<2>::new()]).unwrap(),
        |world: &mut World, _: Entity| *world = world.clone(),
        |world: &mut World, _: Entity| world.run_every_entity(),
    ] {
        let (mut world, entities) = four();
        world.despawn(entities[3]).unwrap();
        world.resources.armed.run = Some(0);
        assert!(panics(|| world.run_reserve()));
        action(&mut world, entities[1]);
        world.flush();
        let reserved = Entity::from_bits(entities[3].to_bits() + (2 << 32)).unwrap();
        assert!(world.has::<Fused<0>>(reserved) && world.has::<Fused<2>>(reserved) && !world.has::<Fused<1>>(reserved));
        assert_eq!(world.dropped_commands(), 0);
        assert_consistent(world, "reservations");
    }
}

#[test]
fn an_iterator_that_panics_leaves_what_was_spawned_before() {
    for spawned in [0, 1, 2, 3, 4, 64, 65, 1_023, 1_024, 1_025] {
        let mut world = World::default();
        let bundles = (0..).map(|at| {
            assert!(at < spawned, "the iterator panics");
            all()
        });
        assert!(panics(|| world.spawn_batch(bundles)));
        assert_eq!(world.len(), spawned);
        assert_eq!(world.query_a_b().iter().count(), spawned);
        assert_consistent(world, "an iterator");
    }
}

#[test]
fn a_loop_over_a_query_or_a_join_may_panic() {
    let (mut world, entities) = four();
    let swap = |world: &mut World, at: usize| {
        let mut seen = 0;
        world.query_mut::<(&mut Fused<0>, &mut Fused<1>)>().for_each(|(a, _)| {
            *a = Fused::new();
            assert!(seen < at, "the loop panics");
            seen += 1;
        });
    };
    assert!((0..4).all(|at| panics(|| swap(&mut world, at))));
    assert!(panics(|| {
        let mut columns = world.columns();
        for (entity, b) in (&columns.entities, &mut columns.b).join() {
            *b = Fused::new();
            assert!(entity != entities[2], "the loop panics");
        }
    }));
    assert_consistent(world, "loops");
}

#[test]
fn a_clone_that_panics_leaves_the_original_and_loses_nothing() {
    for left in 0..13 {
        let (mut world, _) = four();
        world.commands().spawn(Fused::<0>::new());
        CLONES.set(Some(left));
        assert!(panics(|| world.clone()));
        CLONES.set(None);
        assert_eq!((world.len(), world.commands().len()), (4, 1));
        assert_consistent(world, "a clone");
    }
}

/// Performs a random operation on a live entity or a stale handle.
fn random_operation(world: &mut World, numbers: &mut Numbers, stale: Entity) {
    let count = world.len();
    let at = usize::from(numbers.byte(32)) % count.max(1);
    let entity = world.entities().nth(at).filter(|_| numbers.byte(8) > 0).unwrap_or(stale);
    match numbers.byte(16) {
        0 if count < 20 => _ = world.spawn(all()),
        1 if count < 20 => _ = world.spawn_batch((0..3).map(|_| (Fused::<2>::new(), Fused::<0>::new()))),
        2 if count < 20 => {
            let columns = (vec![Fused::<1>::new(), Fused::new()], vec![Fused::<0>::new(), Fused::new()]);
            assert_eq!(world.spawn_columns(columns).expect("the columns are equally long").len(), 2);
        }
        0..=4 => drop(world.despawn(entity)),
        5 => drop(world.insert(entity, all())),
        6 => drop(world.replace(entity, (Fused::<1>::new(), Fused::<2>::new()))),
        7 => drop(world.remove::<(Fused<0>, Fused<2>)>(entity)),
        8 => drop(world.remove::<Fused<1>>(entity)),
        9 => world.commands().insert(entity, (Fused::<0>::new(), Fused::<1>::new())),
        10 => world.commands().remove::<Fused<0>>(entity),
        11 => world.commands().despawn(entity),
        12 if count < 20 => world.run(),
        13 => world.query_a_b_mut().for_each(|(_, a, _)| *a = Fused::new()),
        14 if numbers.byte(8) == 0 => world.clear(),
        _ => world.flush(),
    }
}

#[test]
fn a_world_survives_panics_anywhere() {
    let mut numbers = Numbers(7);
    let mut panicked = 0;
    for life in 0..60 {
        let (mut world, entities) = four();
        world.despawn(entities[0]).unwrap();
        for _ in 0..100 {
            DROPS.set(Some(u32::from(numbers.byte(8))));
            let mut arm = || Some(u32::from(numbers.byte(6)));
            world.resources.armed = Armed { run: arm(), on_added: arm(), on_removed: arm() };
            panicked += u32::from(panics(|| random_operation(&mut world, &mut numbers, entities[0])));
            DROPS.set(None);
            world.check_invariants().unwrap_or_else(|error| panic!("life {life}: {error}"));
        }
        assert_consistent(world, &format!("life {life}"));
    }
    assert!(panicked > 1000, "only {panicked} operations panicked");
}
