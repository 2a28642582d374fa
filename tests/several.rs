//! Three and more of what other tests have once or twice, and numbers at the boundaries of loops and words.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

#[path = "common/components.rs"]
mod components;

use components::Frozen;
use ecs_world::DisjointError;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct A(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct B(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct C(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct D(u32);

/// The number of entities to reserve, and their handles.
#[derive(Debug, Clone, Default)]
pub struct Reservation {
    count: u32,
    spawned: Vec<Entity>,
    panics: bool,
}

#[system]
fn spawn(reservation: &mut Reservation, spawner: &mut Spawner<World>) {
    for number in 0..std::mem::take(&mut reservation.count) {
        reservation.spawned.push(spawner.spawn(A(number)));
    }
    assert!(!std::mem::take(&mut reservation.panics), "this run panics");
}

/// Gets callbacks for all entities that are not frozen.
#[derive(Debug, Clone, Default)]
pub struct EveryEntity {
    added: Vec<Entity>,
}

#[system(without(Frozen), view = list)]
impl EveryEntity {
    fn run(&mut self, entity: Entity) {
        let _ = entity;
    }

    fn on_added(&mut self, entity: Entity) {
        self.added.push(entity);
    }
}

#[system(view = delayed)]
fn late_a(a: &A, b: &B) {
    let _ = (a, b);
}

#[system(view = active_passive)]
fn late_b(b: &B, c: &C) {
    let _ = (b, c);
}

#[system(view = delayed)]
fn late_c(c: &C, d: &D) {
    let _ = (c, d);
}

#[system(view = active_passive)]
fn late_d(a: &A, d: &D) {
    let _ = (a, d);
}

ecs_world! {
    #[derive(Clone, Debug)]
    pub struct World;
    components: A, B, C, D, Frozen;
    resources: Reservation;
    systems: spawn, EveryEntity, late_a, late_b, late_c, late_d;
    queries: (A, B, C, D);
    groups: (A, B, C, D);
}

#[test]
fn reserved_handles_are_those_that_are_spawned_whatever_slots_are_free() {
    for (freed, count) in [(0, 3), (1, 1), (1, 3), (2, 2), (3, 3), (3, 5), (9, 17)] {
        let mut world = World::default();
        let spawned = world.spawn_batch((0..freed).map(A)).into_vec();
        assert!(spawned.into_iter().all(|entity| world.despawn(entity).is_ok()));
        world.systems.every_entity.added.clear();
        world.resources.reservation.count = count;
        world.run();
        let reserved = &world.resources.reservation.spawned;
        let numbers: Vec<_> = reserved.iter().map(|entity| world.get::<A>(*entity).copied()).collect();
        assert_eq!(
            numbers,
            (0..count).map(|number| Some(A(number))).collect::<Vec<_>>(),
            "{count} entities after {freed} freed slots"
        );
        assert_eq!(world.systems.every_entity.added, *reserved, "`on_added` is called for each entity in order");
        assert_eq!(world.managed_every_entity().len(), count as usize);
        world.check_invariants().unwrap();
    }
}

#[test]
fn handles_reserved_when_a_system_panicked_are_alive_in_the_clone_too() {
    let mut world = World::default();
    (world.resources.reservation.count, world.resources.reservation.panics) = (3, true);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.run_spawn())).is_err());
    let mut clone = world.clone();
    for world in [&mut world, &mut clone] {
        world.flush();
        let reserved = world.resources.reservation.spawned.clone();
        assert!(reserved.iter().all(|entity| world.contains(*entity) && world.has::<A>(*entity)));
        assert_eq!((reserved.len(), world.len(), world.dropped_commands()), (3, 3, 0));
    }
}

#[test]
fn callbacks_run_for_each_row_of_columns() {
    for rows in [0, 1, 2, 3, 7, 8, 9, 17, 65] {
        let mut world = World::default();
        let spawned = world.spawn_columns(((0..rows).map(A).collect::<Vec<_>>(),)).unwrap().into_vec();
        assert_eq!((world.systems.every_entity.added.len(), spawned.len()), (rows as usize, rows as usize));
        assert_eq!(world.systems.every_entity.added, spawned);
    }
}

#[test]
fn whichever_column_has_another_length_all_are_returned() {
    for odd in 0..4 {
        let mut world = World::default();
        let len = |column| if column == odd { 4 } else { 3 };
        let columns = (vec![A(0); len(0)], vec![B(0); len(1)], vec![C(0); len(2)], vec![D(0); len(3)]);
        let refused = world.spawn_columns(columns).unwrap_err().columns;
        assert_eq!([refused.0.len(), refused.1.len(), refused.2.len(), refused.3.len()], [0, 1, 2, 3].map(len));
        assert!(world.is_empty());
    }
}

#[test]
fn a_duplicate_handle_is_found_at_any_position() {
    let mut world = World::default();
    let [a, b, c] = [0, 1, 2].map(|number| world.spawn(A(number)));
    for (handles, twice) in
        [([a, b, c, a], (0, 3)), ([a, b, a, c], (0, 2)), ([b, a, c, a], (1, 3)), ([c, a, a, b], (1, 2))]
    {
        assert_eq!(world.get_disjoint_mut::<A, 4>(handles), Err(DisjointError::Duplicate(twice.0, twice.1)));
    }
    assert_eq!(world.get_disjoint_mut::<A, 3>([c, a, b]), Ok([&mut A(2), &mut A(0), &mut A(1)]));
}

#[test]
fn a_sort_keeps_the_order_of_equal_values_and_moves_all_storages_of_a_group() {
    for count in [0, 1, 2, 3, 20, 21, 50, 1_000] {
        let mut world = World::default();
        world.spawn_batch((0..count).map(|n| (A(n * 7 % 3), B(n), C(n), D(n))));
        world.sort_by_key(|a: &A| a.0);
        let rows: Vec<_> = world.query_a_b_c_d().iter().map(|(_, a, b, c, d)| (a.0, b.0, c.0, d.0)).collect();
        let mut expected: Vec<_> = (0..count).map(|n| (n * 7 % 3, n, n, n)).collect();
        expected.sort_by_key(|row| row.0);
        assert_eq!(rows, expected);
        world.check_invariants().unwrap();
    }
}

#[test]
fn each_of_several_views_settles_at_the_sync() {
    let mut world = World::default();
    let [ab, bc, cd, ad] =
        [world.spawn((A(0), B(0))), world.spawn((B(0), C(0))), world.spawn((C(0), D(0))), world.spawn((A(0), D(0)))];
    world.flush();
    let managed = |world: &World| {
        let all = [world.managed_late_a(), world.managed_late_b(), world.managed_late_c(), world.managed_late_d()];
        all.map(|managed| managed.iter().collect::<Vec<_>>())
    };
    assert_eq!(managed(&world), [[ab], [bc], [cd], [ad]]);
    world.clear();
    world.flush();
    assert_eq!(managed(&world), [const { Vec::new() }; 4]);
}

#[test]
fn a_world_that_is_cleared_has_no_value_left_however_many_there_were() {
    for count in [0, 1, 2, 3, 63, 64, 65, 1_023, 1_024, 1_025, 2_049] {
        let mut world = World::default();
        world.spawn_batch((0..count).map(|n| (A(n), Frozen)));
        world.clear();
        assert_eq!((world.len(), world.query::<&A>().iter().count()), (0, 0));
        world.check_invariants().unwrap();
        let first = world.spawn(B(0));
        assert!(!world.has::<A>(first) && world.get::<A>(first).is_none());
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_batch_of_commands_visits_its_entities_in_order() {
    let mut world = World::default();
    let entities = [0, 1, 2].map(|number| world.spawn(A(number)));
    world.commands().insert_batch(entities.into_iter().zip((0..3).map(B)));
    world.flush();
    assert_eq!(entities.map(|entity| world.get::<B>(entity).copied()), [Some(B(0)), Some(B(1)), Some(B(2))]);
    world.commands().despawn_batch(entities);
    world.flush();
    assert_eq!(world.spawn(()).index(), entities[2].index(), "the slot that was freed last is used first");
}

mod several_kinds {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct First(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Second(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Third(pub u32);
    #[derive(Debug)]
    pub struct Hit;
    #[derive(Debug)]
    pub struct Miss;
    #[derive(Debug)]
    pub struct Draw;

    ecs_world! {
        pub struct SeveralKinds;
        events: Hit, Miss, Draw;
        states: First, Second, Third;
    }
}

#[test]
fn each_of_several_states_changes_and_each_of_several_kinds_of_events_ages() {
    use several_kinds::{Draw, First, Hit, Miss, Second, SeveralKinds, Third};
    let mut world = SeveralKinds::default();
    world.run();
    world.states.first.set(First(1));
    world.states.second.set(Second(2));
    world.states.third.set(Third(3));
    world.events.hit.send(Hit);
    world.events.miss.send(Miss);
    world.events.draw.send(Draw);
    world.run();
    let states = (*world.states.first.get(), *world.states.second.get(), *world.states.third.get());
    assert_eq!(states, (First(1), Second(2), Third(3)));
    assert_eq!([world.events.hit.len(), world.events.miss.len(), world.events.draw.len()], [1; 3]);
    world.run();
    assert_eq!([world.events.hit.len(), world.events.miss.len(), world.events.draw.len()], [0; 3]);
}
