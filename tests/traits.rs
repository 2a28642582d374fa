//! Traits of a world and its parts: `Send` and `Sync` exactly if the contents are, `Clone` and `Debug` if derived.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "common/components.rs"]
mod components;

use std::cell::Cell;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;
use std::sync::MutexGuard;

use components::Position;
use ecs_world::prelude::*;
use ecs_world::{ChangeError, ColumnMut, EntityColumn, LiveEntities, Managed, UnequalColumns};
use static_assertions::{assert_impl_all, assert_not_impl_any};

/// A component that can be sent to another thread, but not shared with it.
#[derive(Debug, Default)]
pub struct Sent(pub Cell<u8>);
/// A component that can be shared, but not sent.
#[derive(Debug)]
pub struct Held(pub MutexGuard<'static, u8>);
/// A component that can be neither.
#[derive(Debug, Default)]
pub struct Local(pub Rc<u8>);

#[system]
impl Local {
    fn run(&self) {}
}

mod both {
    ecs_world::ecs_world! { components: u32, String; resources: u8 as Time; }
}
mod sent {
    ecs_world::ecs_world! { components: u32, super::Sent; }
}
mod held {
    ecs_world::ecs_world! { components: u32, super::Held; }
}
mod local {
    ecs_world::ecs_world! { components: u32, super::Local; }
}
mod local_resource {
    ecs_world::ecs_world! { components: u32; resources: super::Local; }
}
mod local_system {
    ecs_world::ecs_world! { components: u32; systems: super::Local; }
}

assert_impl_all!(both::World: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(sent::World: Send);
assert_not_impl_any!(sent::World: Sync);
assert_impl_all!(held::World: Sync);
assert_not_impl_any!(held::World: Send);
assert_not_impl_any!(local::World: Send, Sync);
assert_not_impl_any!(local_resource::World: Send, Sync);
assert_not_impl_any!(local_system::World: Send, Sync);

// Borrowed parts of a world are `Send` and `Sync` like their contents.
assert_impl_all!(Commands<both::World>: Send, Sync);
assert_not_impl_any!(Commands<local::World>: Send, Sync);
assert_impl_all!(Query<'static, both::World, (Entity, &'static u32)>: Send, Sync);
assert_impl_all!(Query<'static, both::World, &'static mut u32>: Send);
assert_not_impl_any!(Query<'static, sent::World, &'static Sent>: Send, Sync);
assert_impl_all!(Query<'static, sent::World, &'static mut Sent>: Send);
assert_not_impl_any!(Query<'static, local::World, &'static mut Local>: Send, Sync);
assert_impl_all!(ColumnMut<'static, u32>: Send, Sync);
assert_not_impl_any!(ColumnMut<'static, Local>: Send, Sync);
assert_not_impl_any!(ColumnMut<'static, u32>: Clone);
assert_impl_all!(Entity: Send, Sync, Copy, Ord, std::hash::Hash, Unpin);
assert_not_impl_any!(Entity: Default);
assert_impl_all!(LiveEntities<'static>: Send, Sync, Clone, ExactSizeIterator);
assert_impl_all!(Managed<'static, ecs_world::Mask<1>>: Send, Sync, Copy);
assert_impl_all!(EntityColumn<'static>: Send, Sync, Copy);
assert_impl_all!(ChangeError<u8>: Send, Sync, std::error::Error);
assert_impl_all!(UnequalColumns<Vec<u8>>: Send, Sync, std::error::Error);

// A world implements no trait that is not derived.
assert_not_impl_any!(both::World: Clone, std::fmt::Debug);

#[test]
fn a_world_can_be_moved_to_a_thread_and_shared_between_threads() {
    let mut world = both::World::default();
    world.spawn_batch((0..100_u32).map(|n| (n, n.to_string())));
    let world = std::thread::spawn(move || world).join().unwrap();
    std::thread::scope(|scope| {
        let sums: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| world.query::<(&u32, &String)>().iter().map(|(n, _)| n).sum::<u32>()))
            .collect();
        assert!(sums.into_iter().all(|sum| sum.join().is_ok_and(|sum| sum == 4950)));
    });
}

#[derive(Debug, Clone, PartialEq)]
pub struct Name(String);
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Log(Vec<u32>);
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mover {
    steps: u32,
}

#[system]
impl Mover {
    fn run(&mut self, position: &mut Position, log: &mut Log, commands: &mut Commands<Copied>) {
        position.0 += 1;
        self.steps += 1;
        log.0.push(position.0);
        if position.0.is_multiple_of(3) {
            commands.spawn(Name(position.0.to_string()));
        }
    }
}

ecs_world! {
    #[derive(Clone, Debug)]
    pub struct Copied;
    components: Position, Name;
    resources: Log;
    systems: Mover;
    queries: (Position, Name);
}

fn copied() -> Copied {
    let mut world = Copied::default();
    let entities = world.spawn_batch((0..8).map(|n| (Position(n), Name(n.to_string()))));
    world.despawn(entities[5]).unwrap();
    world.despawn(entities[1]).unwrap();
    world.remove::<Name>(entities[2]).unwrap();
    world.run();
    world.commands().insert(entities[2], Name("again".into()));
    world
}

/// All visible state of a world.
fn picture(world: &Copied) -> String {
    let views = (world.query_position_name(), world.managed_mover());
    let views: (Vec<_>, Vec<_>) = (views.0.iter().collect(), views.1.iter().collect());
    format!("{world:?} {views:?} {}", world.dropped_commands())
}

#[test]
fn a_clone_has_the_same_future() {
    let (mut world, mut twin) = (copied(), copied().clone());
    assert_eq!(picture(&world), picture(&twin));
    for world in [&mut world, &mut twin] {
        world.run();
        world.spawn_batch([Position(10), Position(11), Position(12), Position(13)]);
        world.flush();
        world.run();
        world.check_invariants().unwrap();
    }
    assert_eq!(picture(&world), picture(&twin));
    assert!(world.entities().eq(twin.entities()));
    world.clear();
    twin.clear();
    assert_eq!(world.spawn(()), twin.spawn(()));
}

#[test]
fn a_clone_is_independent_of_its_original() {
    let mut world = copied();
    let mut twin = world.clone();
    let before = picture(&twin);
    world.clear();
    world.commands().clear();
    world.systems.mover.steps = 100;
    world.resources.log.0.clear();
    assert_eq!(picture(&twin), before);
    drop(world);
    twin.flush();
    assert_eq!(twin.query::<&Name>().iter().filter(|name| name.0 == "again").count(), 1);
    twin.check_invariants().unwrap();
}

#[test]
fn the_debug_output_shows_entities_values_systems_and_resources() {
    let mut world = Copied::default();
    world.spawn((Position(7), Name("seven".into())));
    world.commands().spawn(Position(8));
    let text = format!("{world:?}");
    for part in ["Copied", "{0: Position(7)}", "{0: Name(\"seven\")}", "Mover", "steps: 0", "Log([])", "pending: 1"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let query = world.query::<(Entity, &Position)>();
    assert_eq!(format!("{query:?} {:?}", query.iter()), "Query { at_most: 1, .. } QueryIter { at_most: Some(1), .. }");
    assert_eq!(format!("{:?} {:?}", world.managed_mover(), world.managed_mover().iter()), "[0v1] [0v1]");
    assert_eq!(format!("{:?}", world.commands()), "Commands { pending: 1, .. }");
    let columns = world.columns();
    assert_eq!(format!("{:?}", (&columns.entities, &columns.position).join()), "JoinIter { .. }");
}
