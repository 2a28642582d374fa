//! User code that panics (a `Drop`, an iterator, a system, a callback) leaves a world that is whole and usable: nothing is
//! dropped twice, and nothing is lost that a `clear` would not free.
#![allow(missing_docs, reason = "the world here is for this test alone")]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

thread_local! {
    static LIVE: Cell<i32> = const { Cell::new(0) };
    /// How many more drops go well; negative: all.
    static FUSE: Cell<i32> = const { Cell::new(-1) };
}

/// Counts itself while it lives, and panics when it is dropped as the fuse burns out.
#[derive(Debug)]
pub struct Fused<const N: usize>;

impl<const N: usize> Fused<N> {
    fn new() -> Self {
        LIVE.set(LIVE.get() + 1);
        Self
    }
}

impl<const N: usize> Drop for Fused<N> {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        let fuse = FUSE.replace(FUSE.get() - 1);
        assert!(fuse != 0 || std::thread::panicking(), "the fuse burnt out");
    }
}

/// What is to panic.
#[derive(Debug, Default)]
pub struct Armed {
    run: bool,
    on_added: bool,
    on_removed: bool,
}

#[derive(Debug, Default)]
struct Bomb;

#[system]
impl Bomb {
    fn run(&mut self, _: &Fused<0>, armed: &Armed, commands: &mut Commands<World>) {
        commands.spawn(Fused::<1>::new());
        assert!(!armed.run, "armed");
    }

    fn on_added(&mut self, armed: &Armed) {
        assert!(!armed.on_added, "armed");
    }

    fn on_removed(&mut self, armed: &Armed) {
        assert!(!armed.on_removed, "armed");
    }
}

ecs_world! {
    components: Fused<0> as A, Fused<1> as B, Fused<2> as C;
    resources: Armed;
    systems: Bomb;
    queries: (A, B), (C, without(A));
}

type All = (Fused<0>, Fused<1>, Fused<2>);

fn all() -> All {
    (Fused::new(), Fused::new(), Fused::new())
}

/// Lets an action panic at the k-th drop for every k, until none is left; after each the world must be whole, and usable.
fn at_each_drop(name: &str, action: impl Fn(&mut World, &[Entity])) {
    for fuse in 0.. {
        let mut world = World::default();
        let entities: Vec<_> = (0..4).map(|_| world.spawn(all())).collect();
        FUSE.set(fuse);
        let burnt = catch_unwind(AssertUnwindSafe(|| action(&mut world, &entities))).is_err();
        FUSE.set(-1);
        world.check_invariants().unwrap_or_else(|error| panic!("{name}, drop {fuse}: {error}"));
        assert_usable(&mut world);
        world.clear();
        world.commands().clear();
        world.check_invariants().unwrap_or_else(|error| panic!("{name}, drop {fuse}, cleared: {error}"));
        drop(world);
        assert_eq!(LIVE.replace(0), 0, "{name}, drop {fuse}: every value is dropped once");
        if !burnt {
            assert!(fuse > 0, "{name} drops something");
            return;
        }
    }
}

/// A new entity can be spawned, found and despawned.
fn assert_usable(world: &mut World) {
    let entity = world.spawn(all());
    assert!(world.query::<(&Fused<0>, &Fused<1>, &Fused<2>)>().get(entity).is_some());
    assert!(world.despawn(entity).is_ok());
}

#[test]
fn a_drop_that_panics_leaves_a_world_that_is_whole() {
    at_each_drop("despawn", |world, entities| {
        for entity in entities {
            world.despawn(*entity).unwrap();
        }
    });
    at_each_drop("insert", |world, entities| world.insert(entities[1], all()).unwrap());
    at_each_drop("replace", |world, entities| drop(world.replace(entities[1], all()).unwrap()));
    at_each_drop("remove", |world, entities| drop(world.remove::<(Fused<2>, Fused<0>)>(entities[2]).unwrap()));
    at_each_drop("clear", |world, _| world.clear());
    at_each_drop("commands", |world, entities| {
        world.commands().insert(entities[0], all());
        world.commands().remove::<Fused<1>>(entities[1]);
        world.commands().despawn(entities[2]);
        world.commands().despawn(entities[2]);
        world.commands().insert(entities[2], all());
        world.flush();
    });
    at_each_drop("queued values", |world, entities| {
        world.commands().insert(entities[0], all());
        world.commands().clear();
    });
    at_each_drop("an error", |world, entities| {
        world.despawn(entities[3]).unwrap();
        world.insert(entities[3], all()).unwrap_err();
    });
}

#[test]
fn commands_behind_one_that_panics_stay_for_the_next_sync() {
    let mut world = World::default();
    let (first, second) = (world.spawn(Fused::<1>::new()), world.spawn(Fused::<1>::new()));
    world.commands().despawn(first);
    world.commands().despawn(second);
    FUSE.set(0);
    assert!(catch_unwind(AssertUnwindSafe(|| world.flush())).is_err());
    FUSE.set(-1);
    assert!(!world.contains(first) && world.contains(second));
    world.flush();
    assert!(!world.contains(second));
    world.check_invariants().unwrap();
}

#[test]
fn an_iterator_that_panics_leaves_what_was_spawned_before() {
    for spawned in 0..5 {
        let mut world = World::default();
        let bundles = (0..).map(|at| {
            assert!(at < spawned, "no more");
            all()
        });
        assert!(catch_unwind(AssertUnwindSafe(|| world.spawn_batch(bundles))).is_err());
        assert_eq!(world.len(), spawned);
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_system_that_panics_leaves_its_commands_for_the_next_sync() {
    let mut world = World::default();
    world.spawn(Fused::<0>::new());
    world.resources.armed.run = true;
    assert!(catch_unwind(AssertUnwindSafe(|| world.run())).is_err());
    world.check_invariants().unwrap();
    assert_eq!((world.len(), world.commands().len()), (1, 1));
    world.flush();
    assert_eq!(world.len(), 2);
}

#[test]
fn a_callback_that_panics_leaves_a_world_that_is_whole() {
    let mut world = World::default();
    world.resources.armed.on_added = true;
    assert!(catch_unwind(AssertUnwindSafe(|| world.spawn(all()))).is_err());
    assert_eq!(world.len(), 1, "everything had happened when the callback was called");
    world.check_invariants().unwrap();
    world.resources.armed.on_removed = true;
    let entity = world.entities().next().unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| world.despawn(entity))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| world.remove::<Fused<0>>(entity))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| world.clear())).is_err());
    assert!(world.has::<Fused<0>>(entity), "nothing had happened when the callback was called");
    world.check_invariants().unwrap();
}
