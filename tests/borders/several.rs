//! Several reserved entities, columns, handles and sorted storages, and several views that settle at syncs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct N<const AT: u32>(pub u32);

/// Number of entities that a system reserves, whether it panics afterwards, and the reserved handles.
#[derive(Debug, Clone, Default)]
pub struct Reservations {
    count: u32,
    panics: bool,
    reserved: Vec<Entity>,
}

#[system]
fn reserve(reservations: &mut Reservations, spawner: &mut Spawner<World>) {
    reservations.reserved = (0..reservations.count).map(|n| spawner.spawn(N::<0>(n))).collect();
    assert!(!reservations.panics, "the system panics after the reservations");
}

/// Requires no component.
#[derive(Debug, Clone, Default)]
pub struct EveryEntity(Vec<Entity>);

#[system(without(N<4>), view = list)]
impl EveryEntity {
    fn run(&self, _entity: Entity) {}

    fn on_added(&mut self, entity: Entity) {
        self.0.push(entity);
    }
}

/// Systems with views that settle at syncs, one for each component.
macro_rules! settling {
    ($($System:ident $at:literal $($view:ident)*;)*) => { $(
        #[derive(Debug, Clone, Default)]
        pub struct $System(Vec<(bool, Entity)>);

        #[system($(view = $view)*, without(N<4>))]
        impl $System {
            fn run(&self, _: &N<$at>) {}

            fn on_added(&mut self, entity: Entity) {
                self.0.push((true, entity));
            }

            fn on_removed(&mut self, entity: Entity) {
                self.0.push((false, entity));
            }
        }
    )* };
}

settling! { S0 0 delayed; S1 1 active_passive; S2 2 delayed; S3 3 active_passive; }

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: N<0> as N0, N<1> as N1, N<2> as N2, N<3> as N3, N<4> as N4;
    resources: Reservations;
    systems: reserve, EveryEntity, S0, S1, S2, S3;
}

#[test]
fn any_number_of_entities_is_reserved_in_free_and_new_slots() {
    for free in 0..6 {
        for count in [0, 1, 2, 3, 4, 5, 9] {
            let mut world = World::default();
            let old = world.spawn_batch((0..free).map(|_| ()));
            old.iter().rev().for_each(|entity| world.despawn(*entity).unwrap());
            world.systems.every_entity.0.clear();
            let mut twin = world.clone();
            let expected: Vec<_> = (0..count).map(|_| twin.spawn(())).collect();
            world.resources.reservations.count = count;
            world.run_reserve();
            world.check_invariants().unwrap();
            assert_eq!(world.resources.reservations.reserved, expected);
            assert_eq!(world.systems.every_entity.0, expected, "{count} entities, {free} free slots");
            let numbers = expected.iter().map(|entity| world.get::<N<0>>(*entity).map(|n| n.0));
            assert!(numbers.eq((0..count).map(Some)));
        }
    }
}

#[test]
fn a_clone_after_a_caught_panic_keeps_reserved_entities() {
    for count in [0, 1, 2, 3, 9] {
        let mut world = World::default();
        world.resources.reservations = Reservations { count, panics: true, reserved: vec![] };
        assert!(catch_unwind(AssertUnwindSafe(|| world.run_reserve())).is_err());
        let mut copy = world.clone();
        for world in [&mut world, &mut copy] {
            world.flush();
            world.check_invariants().unwrap();
            assert_eq!((world.len(), world.dropped_commands()), (count as usize, 0));
            assert_eq!(world.query::<&N<0>>().iter().count(), count as usize);
        }
    }
}

#[test]
fn each_settling_view_calls_its_system_at_the_sync() {
    let mut world = World::default();
    let entity = world.spawn((N::<0>(0), N::<1>(1), N::<2>(2), N::<3>(3)));
    let heard = |world: &mut World| {
        let systems = &mut world.systems;
        [&mut systems.s0.0, &mut systems.s1.0, &mut systems.s2.0, &mut systems.s3.0].map(std::mem::take)
    };
    assert!(heard(&mut world).iter().all(Vec::is_empty));
    world.flush();
    assert_eq!(heard(&mut world), [0; 4].map(|_| vec![(true, entity)]));
    world.insert(entity, N::<4>(4)).unwrap();
    world.flush();
    assert_eq!(heard(&mut world), [0; 4].map(|_| vec![(false, entity)]));
    world.run();
    assert!(heard(&mut world).iter().all(Vec::is_empty));
}

#[test]
fn columns_are_refused_if_any_length_differs() {
    for lengths in (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| [a, b, c]))) {
        let mut world = World::default();
        let [a, b, c] = lengths;
        let columns = (vec![N::<0>(7); a], vec![N::<1>(8); b], vec![N::<2>(9); c]);
        match world.spawn_columns(columns.clone()) {
            Ok(spawned) => assert_eq!(lengths, [spawned.len(); 3]),
            Err(error) => {
                assert!(lengths != [a; 3], "{lengths:?}");
                assert_eq!(error.columns, columns);
            }
        }
        assert_eq!(world.len(), if lengths == [a; 3] { a } else { 0 });
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_duplicate_handle_is_rejected_at_any_position() {
    let mut world = World::default();
    let entities = world.spawn_batch((0..4).map(N::<0>));
    for choice in 0..256_usize {
        let picks = [0, 2, 4, 6].map(|shift| choice >> shift & 3);
        let is_distinct = (0..4).all(|at| !picks[..at].contains(&picks[at]));
        let found = world.get_disjoint_mut::<N<0>, 4>(picks.map(|pick| entities[pick]));
        assert_eq!(found.is_ok(), is_distinct, "{picks:?}");
        let [a, b, c, _] = picks;
        let found = world.get_disjoint_mut::<N<0>, 3>([a, b, c].map(|pick| entities[pick]));
        assert_eq!(found.is_ok(), a != b && a != c && b != c, "{:?}", [a, b, c]);
    }
    assert!(world.get_disjoint_mut::<N<0>, 0>([]).is_ok() && world.get_disjoint_mut::<N<0>, 1>([entities[0]]).is_ok());
}

mod grouped {
    use super::N;

    ecs_world::ecs_world! {
        #[derive(Debug)]
        pub struct World;
        components: N<0> as N0, N<1> as N1, N<2> as N2, N<3> as N3, N<4> as N4;
        groups: (N0, N1, N2, N3, N4);
    }
}

#[test]
fn a_sort_is_stable_and_moves_each_storage_of_a_group() {
    for count in [0, 1, 2, 3, 19, 20, 21, 22, 63, 64, 65, 300] {
        let mut world = grouped::World::default();
        world.spawn_batch((0..count).map(N::<1>));
        let row = |n: u32| (N::<0>(n * 7 % 5), N::<1>(n), N::<2>(n), N::<3>(n), N::<4>(n));
        world.spawn_batch((0..count).map(row));
        world.sort_by_key(|first: &N<0>| first.0);
        world.check_invariants().unwrap();
        let mut expected: Vec<_> = (0..count).collect();
        expected.sort_by_key(|n| n * 7 % 5);
        let found = world.query::<(&N<1>, &N<2>, &N<3>, &N<4>, &N<0>)>();
        let found: Vec<_> = found.iter().map(|(a, b, c, d, first)| [a.0, b.0, c.0, d.0, first.0]).collect();
        assert_eq!(found, expected.iter().map(|n| [*n, *n, *n, *n, n * 7 % 5]).collect::<Vec<_>>(), "{count}");
    }
}
