//! The methods of worlds: spawning, inserting, removing, despawning, lookups, queries, systems and callbacks.
#![allow(missing_docs, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;
use ecs_world::{ChangeErrorKind, DisjointError, SingleError};

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Position(i32);
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Velocity(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Frozen;
/// Is not `Debug`.
#[derive(Clone)]
struct Silent;

#[derive(Debug, Clone, Default)]
struct Physics {
    steps: u32,
}

#[system(without(Frozen))]
impl Physics {
    fn run(&mut self, position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
        self.steps += 1;
    }
}

/// What happened, in order.
#[derive(Debug, Clone, Default, PartialEq)]
struct Story(Vec<String>);

#[derive(Debug, Clone, Default)]
struct First;

#[system]
impl First {
    fn run(&self, _: &Position) {}

    fn on_added(&self, position: &Position, story: &mut Story) {
        story.0.push(format!("first +{}", position.0));
    }

    fn on_removed(&self, position: &Position, story: &mut Story) {
        story.0.push(format!("first -{}", position.0));
    }
}

#[derive(Debug, Clone, Default)]
struct Second;

#[system(without(Frozen))]
impl Second {
    fn run(&self, _: &Position, _: &Velocity) {}

    fn on_added(&self, position: &mut Position, velocity: &Velocity, story: &mut Story) {
        story.0.push(format!("second +{} {}", position.0, velocity.0));
        position.0 += 100;
    }

    fn on_removed(&self, entity: Entity, velocity: &Velocity, story: &mut Story) {
        story.0.push(format!("second -{entity} {}", velocity.0));
    }
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: Position, Velocity, Frozen, Silent;
    resources: Story;
    systems: Physics, First, Second;
    queries: (Position, Velocity);
}

fn story(world: &mut World) -> Vec<String> {
    std::mem::take(&mut world.resources.story.0)
}

#[test]
fn despawned_entity_is_not_returned_by_queries() {
    let mut world = World::default();
    let (gone, here) = (world.spawn((Position(1), Velocity(1))), world.spawn((Position(2), Velocity(2))));
    world.despawn(gone).unwrap();
    assert_eq!(world.query::<Entity>().iter().collect::<Vec<_>>(), [here]);
    assert_eq!(world.query_position_velocity().single().map(|(entity, ..)| entity), Ok(here));
    assert!(world.query_position_velocity().get(gone).is_none());
    assert!(world.query::<Entity>().get(gone).is_none());
}

#[test]
fn a_stale_handle_is_refused_everywhere_and_nothing_changes() {
    let mut world = World::default();
    let stale = world.spawn(Position(1));
    world.despawn(stale).unwrap();
    let successor = world.spawn(Position(2));
    assert_eq!(successor.index(), stale.index());
    assert_eq!(world.despawn(stale).unwrap_err().kind, ChangeErrorKind::NoSuchEntity(stale));
    assert_eq!(world.insert(stale, Velocity(3)).unwrap_err().into_inner(), Velocity(3));
    assert_eq!(world.replace(stale, (Position(4), Velocity(5))).unwrap_err().value, (Position(4), Velocity(5)));
    assert!(world.remove::<Position>(stale).is_err());
    assert_eq!(world.get::<Position>(stale), None);
    assert_eq!(world.get_mut::<Position>(stale), None);
    assert_eq!(world.get_components::<(&mut Position, Option<&Velocity>)>(stale), None);
    assert_eq!(world.get_components::<Entity>(stale), None);
    assert!(!world.contains(stale) && !world.has::<Position>(stale) && world.mask(stale).is_none());
    assert_eq!(world.get::<Position>(successor), Some(&Position(2)));
    world.check_invariants().unwrap();
}

#[test]
fn no_forged_number_is_a_living_handle() {
    let mut world = World::default();
    let entities: Vec<_> = (0..3).map(|n| world.spawn(Position(n))).collect();
    world.despawn(entities[1]).unwrap();
    let found = (0..8_u64).flat_map(|generation| (0..5).map(move |index| generation << 32 | index));
    let found: Vec<_> = found.filter_map(Entity::from_bits).filter(|entity| world.contains(*entity)).collect();
    assert_eq!(found, [entities[0], entities[2]]);
}

#[test]
fn an_error_prints_without_printing_what_it_carries() {
    let mut world = World::default();
    let stale = world.spawn(());
    world.despawn(stale).unwrap();
    let error = world.insert(stale, Silent).unwrap_err();
    assert_eq!(format!("{error:?}"), "ChangeError { kind: NoSuchEntity(0v1), .. }");
    assert!(error.to_string().starts_with("no entity 0v1 is alive in this world"));
}

#[test]
fn remove_takes_all_of_a_bundle_or_nothing() {
    let mut world = World::default();
    let entity = world.spawn((Position(1), Frozen));
    assert_eq!(world.remove::<(Position, Velocity)>(entity), Ok(None));
    assert_eq!(world.get::<Position>(entity), Some(&Position(1)));
    world.insert(entity, Velocity(2)).unwrap();
    assert_eq!(world.remove::<(Position, Velocity)>(entity), Ok(Some((Position(1), Velocity(2)))));
    assert_eq!(world.remove::<()>(entity), Ok(Some(())));
}

#[test]
fn callbacks_run_once_per_transition_in_the_order_of_systems() {
    let mut world = World::default();
    let entity = world.spawn((Position(1), Velocity(2)));
    assert_eq!(story(&mut world), ["first +1", "second +1 2"]);
    assert_eq!(world.get::<Position>(entity), Some(&Position(101)), "a callback can write");
    world.insert(entity, Frozen).unwrap();
    assert_eq!(story(&mut world), ["second -0v1 2"], "an entity that gains an excluded component stops matching");
    world.remove::<(Frozen, Velocity)>(entity).unwrap();
    assert!(
        story(&mut world).is_empty(),
        "an entity that does not match after the transition has not started to match"
    );
    world.insert(entity, (Velocity(5), Position(7))).unwrap();
    assert_eq!(story(&mut world), ["second +7 5"], "a replaced value is no transition");
    world.despawn(entity).unwrap();
    assert_eq!(story(&mut world), ["first -107", "second -0v1 5"], "`on_removed` reads the components");
}

#[test]
fn clear_calls_callbacks_and_dropping_the_world_does_not() {
    let mut world = World::default();
    world.spawn(Position(1));
    world.spawn(Position(2));
    story(&mut world);
    world.clear();
    assert_eq!(story(&mut world), ["first -1", "first -2"]);
    assert_eq!(world.spawn(()).index(), 0, "the lowest index is used first after a clear");
}

#[test]
fn systems_run_on_their_view_and_the_world_owns_their_state() {
    let mut world = World::default();
    let moving = world.spawn((Position(0), Velocity(2)));
    let still = world.spawn((Position(0), Velocity(2), Frozen));
    world.get_mut::<Position>(moving).unwrap().0 = 0;
    world.run_physics();
    world.run();
    assert_eq!((world.get::<Position>(moving), world.get::<Position>(still)), (Some(&Position(4)), Some(&Position(0))));
    assert_eq!(world.systems.physics.steps, 2);
    assert_eq!(world.managed_physics().iter().collect::<Vec<_>>(), [moving]);
    assert!(!world.managed_physics().contains(still));
}

#[test]
fn commands_wait_for_the_sync_and_are_applied_in_order() {
    let mut world = World::default();
    let entity = world.spawn(Position(1));
    world.commands().insert(entity, Velocity(1));
    world.commands().insert(entity, Velocity(2));
    world.commands().remove::<Position>(entity);
    assert_eq!((world.commands().len(), world.has::<Velocity>(entity)), (3, false));
    world.flush();
    assert_eq!((world.get::<Velocity>(entity), world.has::<Position>(entity)), (Some(&Velocity(2)), false));
    world.commands().despawn(entity);
    world.commands().insert(entity, Position(9));
    world.commands().despawn(entity);
    world.commands().spawn(Position(10));
    world.flush();
    assert_eq!((world.dropped_commands(), world.len()), (2, 1));
}

#[test]
fn disjoint_borrows_report_the_conflicting_handle() {
    let mut world = World::default();
    let (a, b, bare, gone) = (world.spawn(Position(1)), world.spawn(Position(2)), world.spawn(()), world.spawn(()));
    world.despawn(gone).unwrap();
    let [first, second] = world.get_disjoint_mut::<Position, 2>([b, a]).unwrap();
    std::mem::swap(first, second);
    assert_eq!((world.get::<Position>(a), world.get::<Position>(b)), (Some(&Position(2)), Some(&Position(1))));
    assert_eq!(world.get_disjoint_mut::<Position, 3>([a, b, a]), Err(DisjointError::Duplicate(0, 2)));
    assert_eq!(world.get_disjoint_mut::<Position, 2>([a, bare]), Err(DisjointError::Missing(1)));
    assert_eq!(world.get_disjoint_mut::<Position, 2>([gone, a]), Err(DisjointError::NoSuchEntity(0)));
}

#[test]
fn single_distinguishes_none_from_many() {
    let mut world = World::default();
    assert_eq!(world.query::<&Position>().single(), Err(SingleError::None));
    world.spawn(Position(1));
    assert_eq!(world.query_mut::<&mut Position>().single_mut(), Ok(&mut Position(1)));
    world.spawn(Position(2));
    assert_eq!(world.query::<&Position>().single(), Err(SingleError::Many));
}

#[test]
fn an_ad_hoc_query_walks_the_shortest_storage_in_its_order() {
    let mut world = World::default();
    let entities: Vec<_> = (0..4).map(|n| world.spawn(Position(n))).collect();
    for at in [3, 0, 2] {
        world.insert(entities[at], Velocity(0)).unwrap();
    }
    let order: Vec<_> =
        world.query::<(&Position, Entity, &Velocity)>().iter().map(|(_, entity, _)| entity.index()).collect();
    assert_eq!(order, [3, 0, 2]);
    world.remove::<Velocity>(entities[3]).unwrap();
    let order: Vec<_> = world.query::<(Entity, &Velocity)>().iter().map(|(entity, _)| entity.index()).collect();
    assert_eq!(order, [2, 0], "the last value moves to the position of a removed one");
}

#[test]
fn a_value_cannot_be_borrowed_twice_through_one_iterator() {
    let mut world = World::default();
    for n in 0..5 {
        world.spawn((Position(-1), Velocity(n)));
    }
    let all: Vec<_> = world.query_mut::<(&mut Position, &mut Velocity)>().into_iter().collect();
    for (position, velocity) in all {
        std::mem::swap(&mut position.0, &mut velocity.0);
        position.0 += 1;
    }
    let positions: Vec<_> = world.query::<&Position>().iter().map(|position| position.0).collect();
    assert_eq!(positions, [1, 2, 3, 4, 5]);
}

#[test]
fn a_clone_diverges_from_the_same_state() {
    let mut world = World::default();
    let entity = world.spawn((Position(1), Velocity(1)));
    world.commands().insert(entity, Frozen);
    let mut twin = world.clone();
    assert_eq!(world.spawn(()), twin.spawn(()));
    twin.flush();
    assert!(twin.has::<Frozen>(entity) && !world.has::<Frozen>(entity));
    twin.check_invariants().unwrap();
    world.check_invariants().unwrap();
}

#[test]
fn an_iterator_may_have_a_wrong_size_hint() {
    struct Liar(u32);
    impl Iterator for Liar {
        type Item = Position;
        fn next(&mut self) -> Option<Position> {
            self.0 = self.0.checked_sub(1)?;
            Some(Position(0))
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            (usize::MAX, Some(0))
        }
    }
    let mut world = World::default();
    assert_eq!(world.spawn_batch(Liar(3)).len(), 3);
    assert_eq!(world.spawn_batch(Liar(0)).len(), 0);
    assert!(world.spawn_columns((Vec::<Position>::new(), Vec::<Velocity>::new())).unwrap().is_empty());
}

#[test]
fn reserved_and_shrunk_worlds_hold_the_same() {
    let mut world = World::default();
    world.reserve::<(Position, Velocity)>(100);
    let entity = world.spawn((Position(1), Velocity(2)));
    world.shrink_to_fit();
    assert_eq!(world.component_names(entity), Some(vec!["Position", "Velocity"]));
    world.check_invariants().unwrap();
}

/// Checks the size hints of an iterator, whose upper bounds may be too large, but never too small.
fn assert_bounded<I: Iterator>(mut iterator: I, count: usize) {
    for left in (0..count).rev() {
        assert!(iterator.size_hint().0 <= left + 1 && iterator.size_hint().1 > Some(left));
        assert!(iterator.next().is_some());
    }
    assert!(iterator.next().is_none() && iterator.next().is_none(), "an exhausted iterator stays exhausted");
    assert_eq!(iterator.size_hint(), (0, Some(0)));
}

#[test]
fn iterators_have_an_upper_bound_of_what_is_left() {
    let mut world = World::default();
    let entities = world.spawn_batch((0..9).map(|n| (Position(n), Velocity(n))));
    world.insert(entities[3], Frozen).unwrap();
    world.remove::<Velocity>(entities[8]).unwrap();
    world.despawn(entities[0]).unwrap();
    assert_bounded(world.entities(), 8);
    assert_eq!((world.entities().len(), world.entities().skip(3).len()), (8, 5));
    assert_bounded(world.managed_physics().iter(), 6);
    assert_eq!(world.managed_physics().iter().len(), 6);
    assert_bounded(world.query::<Entity>().iter(), 8);
    assert_bounded(world.query::<(&Position, &Velocity)>().without::<Frozen>().into_iter(), 6);
    assert_bounded(world.query_mut::<(&mut Velocity, Option<&mut Frozen>)>().into_iter(), 7);
    assert_bounded(world.query_position_velocity_mut().iter_mut(), 7);
    let mut columns = world.columns();
    assert_bounded((&columns.entities, &mut columns.position, &columns.velocity).join(), 7);
    assert_bounded(columns.position.iter_mut(), 8);
    assert_bounded(columns.entities.iter(), 8);
}

#[test]
fn a_moved_out_column_is_empty_and_joins_nothing() {
    let mut world = World::default();
    world.spawn((Position(1), Velocity(2)));
    let mut columns = world.columns();
    let positions = std::mem::take(&mut columns.position);
    assert_eq!((positions.len(), columns.position.len()), (1, 0));
    assert_eq!((&columns.position, &columns.velocity).join().count(), 0);
    assert_eq!((&positions, &columns.velocity).join().count(), 1);
}

mod threads {
    use std::rc::Rc;

    ecs_world::ecs_world! {
        pub struct Sendable;
        components: u32, String;
    }

    ecs_world::ecs_world! {
        pub struct Local;
        components: Rc<u8>;
    }

    static_assertions::assert_impl_all!(Sendable: Send, Sync);
    static_assertions::assert_not_impl_any!(Local: Send, Sync);
}
