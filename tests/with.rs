//! `with(..)`: components that are required and not fetched, in systems, queries and sets, in each kind of view.
#![allow(missing_docs, unreachable_pub, reason = "the sets and worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

#[path = "common/components.rs"]
mod components;

use components::{Frozen, Position, Velocity};
use ecs_world::prelude::*;
use ecs_world::{Plan, ViewKind, ViewPlan};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ship(u32);

/// What systems visited, sorted.
#[derive(Debug, Default)]
pub struct Seen(Vec<Entity>);

/// The view of a system.
fn view(plan: Plan, system: &str) -> &'static ViewPlan {
    plan.views.iter().find(|view| view.systems.contains(&system)).expect("the system has a view")
}

/// Spawns an entity for each set of the four components; number `n` has the components whose bits `n` has.
fn one_of_each_set<W: Has<Position> + Has<Velocity> + Has<Ship> + Has<Frozen>>(world: &mut W) -> Vec<Entity> {
    let sets = (0..16_u32).map(|set| {
        let entity = world.spawn(());
        if set & 1 != 0 {
            world.insert(entity, Position(set)).unwrap();
        }
        if set & 2 != 0 {
            world.insert(entity, Velocity(set)).unwrap();
        }
        if set & 4 != 0 {
            world.insert(entity, Ship(set)).unwrap();
        }
        if set & 8 != 0 {
            world.insert(entity, Frozen).unwrap();
        }
        entity
    });
    sets.collect()
}

/// The entities that have all components of `required` and none of `excluded`, which are given as bits.
fn having(entities: &[Entity], required: usize, excluded: usize) -> Vec<Entity> {
    let matches = |set: &usize| set & required == required && set & excluded == 0;
    (0..entities.len()).filter(matches).map(|set| entities[set]).collect()
}

fn sorted(mut entities: Vec<Entity>) -> Vec<Entity> {
    entities.sort_unstable();
    entities
}

/// A world whose systems require components that they do not fetch, with views of the given kind.
macro_rules! world_of_views {
    ($name:ident: $($view:tt)*) => {
        mod $name {
            use super::*;

            #[system(with(Ship) $($view)*)]
            fn fetches_a_part(entity: Entity, position: &mut Position, seen: &mut Seen) {
                position.0 += 100;
                seen.0.push(entity);
            }

            #[system(with(Ship, Velocity), without(Frozen) $($view)*)]
            fn fetches_a_part_of_a_filter(entity: Entity, position: &Position, seen: &mut Seen) {
                let _ = position;
                seen.0.push(entity);
            }

            #[system(with(Ship, Velocity) $($view)*)]
            fn fetches_no_component(entity: Entity, seen: &mut Seen) {
                seen.0.push(entity);
            }

            #[system(with(Velocity) $($view)*)]
            fn fetches_what_may_be_missing(entity: Entity, ship: Option<&Ship>, seen: &mut Seen) {
                let _ = ship;
                seen.0.push(entity);
            }

            #[system(with(Ship), parallel $($view)*)]
            fn fetches_in_parallel(position: &mut Position) {
                position.0 += 1_000;
            }

            ecs_world! {
                pub struct World;
                components: Position, Velocity, Ship, Frozen;
                resources: Seen;
                systems: fetches_a_part, fetches_a_part_of_a_filter, fetches_no_component, fetches_what_may_be_missing,
                    fetches_in_parallel;
            }

            #[test]
            fn systems_visit_entities_that_have_the_fetched_and_the_other_required_components() {
                let mut world = World::default();
                let entities = one_of_each_set(&mut world);
                let mut seen = |run: fn(&mut World)| {
                    run(&mut world);
                    sorted(std::mem::take(&mut world.resources.seen.0))
                };
                assert_eq!(seen(World::run_fetches_a_part), having(&entities, 0b101, 0));
                assert_eq!(seen(World::run_fetches_a_part_of_a_filter), having(&entities, 0b111, 0b1000));
                assert_eq!(seen(World::run_fetches_no_component), having(&entities, 0b110, 0));
                assert_eq!(seen(World::run_fetches_what_may_be_missing), having(&entities, 0b010, 0));
                world.run_fetches_in_parallel();
                for (set, entity) in (0..16).zip(&entities) {
                    let position = (set & 1 != 0).then_some(Position(if set & 4 == 0 { set } else { set + 1_100 }));
                    assert_eq!(world.get::<Position>(*entity).copied(), position);
                }
                assert_eq!(sorted(world.managed_fetches_a_part().iter().collect()), having(&entities, 0b101, 0));
                world.check_invariants().unwrap();
            }
        }
    };
}

world_of_views!(planned:);
world_of_views!(lists: , view = list);
world_of_views!(scans: , view = scan);
world_of_views!(delayed: , view = delayed);
world_of_views!(active_passive: , view = active_passive);

mod lost {
    use super::*;

    #[system]
    fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    #[system]
    fn brake(position: &Position, velocity: &mut Velocity) {
        velocity.0 -= velocity.0.min(position.0);
    }

    #[system(with(Ship))]
    fn dock(entity: Entity, position: &mut Position, seen: &mut Seen) {
        position.0 += 1;
        seen.0.push(entity);
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Ship, Frozen;
        resources: Seen;
        systems: advance, brake, dock;
    }
}

#[test]
fn a_group_that_could_own_only_unfetched_components_is_a_scan() {
    let dock = view(lost::World::PLAN, "dock");
    assert_eq!((dock.kept, dock.owned, dock.all), (ViewKind::Scan, &[][..], &["Position", "Ship"][..]));
    let mut world = lost::World::default();
    let entities = one_of_each_set(&mut world);
    world.run_dock();
    assert_eq!(sorted(std::mem::take(&mut world.resources.seen.0)), having(&entities, 0b101, 0));
}

mod shared {
    use super::*;

    /// Takes `Ship`, which `board` does not: their common view owns components that only one of them takes.
    #[system]
    fn launch(ship: &mut Ship, position: &mut Position) {
        ship.0 += position.0;
    }

    #[system(with(Ship))]
    fn board(entity: Entity, position: &Position, seen: &mut Seen) {
        let _ = position;
        seen.0.push(entity);
    }

    #[system]
    fn steer(ship: &mut Ship) {
        ship.0 += 1;
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Ship, Frozen;
        resources: Seen;
        systems: launch, sync, board, steer;
        queries: (Position, Ship), (Position, with(Ship)), (Ship, with(Position), without(Frozen));
    }
}

#[test]
fn one_view_serves_requests_that_fetch_different_components() {
    let plan = shared::World::PLAN;
    assert_eq!(view(plan, "launch"), view(plan, "board"));
    assert_eq!((view(plan, "board").kept, view(plan, "board").owned), (ViewKind::Group, &["Position", "Ship"][..]));
    assert!(
        plan.text.contains("(Position, Ship): group; owns all that it requires; for launch, board, queries"),
        "{plan}"
    );
}

#[test]
fn a_system_is_not_in_conflict_over_components_that_it_does_not_fetch() {
    let plan = shared::World::PLAN;
    let board = plan.system("board").unwrap();
    assert_eq!(board.reads, ["Position"]);
    assert_eq!(plan.schedules[0].parts[1].stages, [["board", "steer"]], "{plan}");
    let none = planned::World::PLAN;
    assert_eq!(
        none.system("fetches_no_component").unwrap().reads,
        ["Velocity", "Ship"],
        "an iteration needs a storage that it can visit"
    );
}

#[test]
fn queries_do_not_yield_the_components_in_with() {
    let mut world = shared::World::default();
    let entities = one_of_each_set(&mut world);
    let found = |items: Vec<(Entity, u32)>| sorted(items.into_iter().map(|(entity, _)| entity).collect());
    let read = world.query_position_with_ship().iter().map(|(entity, position)| (entity, position.0)).collect();
    assert_eq!(found(read), having(&entities, 0b101, 0));
    let both = world.query_position_ship().iter().map(|(entity, position, _)| (entity, position.0)).collect();
    assert_eq!(found(both), having(&entities, 0b101, 0));
    for (_, ship) in world.query_ship_with_position_without_frozen_mut() {
        ship.0 += 50;
    }
    let written = world.query_ship_with_position_without_frozen();
    assert!(written.iter().all(|(_, ship)| ship.0 >= 50));
    assert_eq!(sorted(written.iter().map(|(entity, _)| entity).collect()), having(&entities, 0b101, 0b1000));
    assert_eq!(world.get::<Ship>(entities[4]), Some(&Ship(4)));
    assert_eq!(world.query_position_with_ship().get(entities[1]), None);
}

#[test]
fn ad_hoc_queries_require_components_without_fetching_them() {
    let mut world = shared::World::default();
    let entities = one_of_each_set(&mut world);
    for (_, position) in world.query_mut::<(Entity, &mut Position)>().with::<(Ship, Velocity)>().without::<Frozen>() {
        position.0 += 100;
    }
    let raised = world.query::<(Entity, &Position)>();
    let raised = raised.iter().filter(|(_, position)| position.0 >= 100).map(|(entity, _)| entity);
    assert_eq!(sorted(raised.collect()), having(&entities, 0b111, 0b1000));
    assert_eq!(
        world.query::<&Ship>().with::<Ship>().iter().count(),
        8,
        "requiring a fetched component again changes nothing"
    );
    assert_eq!(world.query::<&Ship>().with::<Frozen>().without::<Frozen>().iter().count(), 0);
}

pub mod fleet {
    use super::*;

    #[system(with(Ship))]
    pub fn sail(position: &mut Position) {
        position.0 += 1;
    }

    ecs_components! {
        pub set fleet;
        components: Position, Ship;
        systems: sail;
        queries: (Position, with(Ship));
    }
}

mod renamed {
    use super::*;

    ecs_world! {
        pub struct World;
        include: fleet::fleet { Ship as Vessel };
        components: Velocity, Frozen;
        systems: ..fleet;
        queries: (Position, with(Vessel, Frozen));
    }
}

#[test]
fn sets_require_components_that_the_world_renames() {
    let mut world = renamed::World::default();
    let entities = one_of_each_set(&mut world);
    world.run();
    let sailed: Vec<_> = world.query_position_with_vessel().iter().map(|(entity, _)| entity).collect();
    assert_eq!(sorted(sailed), having(&entities, 0b101, 0));
    assert_eq!(world.get::<Position>(entities[5]), Some(&Position(6)));
    assert_eq!(world.get::<Position>(entities[1]), Some(&Position(1)));
    let both = world.query_position_with_vessel_frozen();
    assert_eq!(sorted(both.iter().map(|(entity, _)| entity).collect()), having(&entities, 0b1101, 0));
}

mod heard {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Crew {
        pub ships: Vec<u32>,
    }

    /// A callback may take a component that is required but not fetched.
    #[system(with(Ship))]
    impl Crew {
        fn run(&self, position: &Position) {
            let _ = (self, position);
        }

        fn on_added(&mut self, ship: &Ship) {
            self.ships.push(ship.0);
        }

        fn on_removed(&mut self, ship: &Ship) {
            self.ships.retain(|other| *other != ship.0);
        }
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Ship, Frozen;
        systems: Crew;
    }
}

#[test]
fn callbacks_run_when_an_entity_gains_or_loses_a_component_that_is_not_fetched() {
    let mut world = heard::World::default();
    let entity = world.spawn(Position(0));
    assert!(world.systems.crew.ships.is_empty());
    world.insert(entity, Ship(7)).unwrap();
    assert_eq!(world.systems.crew.ships, [7]);
    world.remove::<Ship>(entity).unwrap();
    assert!(world.systems.crew.ships.is_empty());
}

/// Ad-hoc queries whose filters are those of a group, of a list, or of no view.
mod narrowed {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    struct A(u32);
    #[derive(Debug, Clone, PartialEq)]
    struct B(u32);
    #[derive(Debug, Clone, PartialEq)]
    struct C(u32);
    #[derive(Debug, Clone, PartialEq)]
    struct D(u32);
    #[derive(Debug, Clone, PartialEq)]
    struct Frozen;

    #[system(view = list)]
    fn listed(b: &B, c: &C) {
        let _ = (b, c);
    }

    #[system(view = delayed)]
    fn delayed(c: &C, d: &D) {
        let _ = (c, d);
    }

    ecs_world! {
        struct World;
        components: A, B, C, D, Frozen;
        systems: listed, delayed;
        groups: (A, B);
        queries: (A, without(Frozen)), (B, D, any(C, Frozen));
    }

    /// Some entities of each combination of components.
    fn filled(count: u32) -> World {
        let mut world = World::default();
        for n in 0..count {
            let entity = world.spawn(());
            let n = n * 7 % 64;
            let message = "the entity is alive";
            if n & 1 > 0 {
                world.insert(entity, A(n)).expect(message);
            }
            if n & 2 > 0 {
                world.insert(entity, B(n)).expect(message);
            }
            if n & 4 > 0 {
                world.insert(entity, C(n)).expect(message);
            }
            if n & 8 > 0 {
                world.insert(entity, D(n)).expect(message);
            }
            if n & 16 > 0 {
                world.insert(entity, Frozen).expect(message);
            }
        }
        world
    }

    macro_rules! agrees {
        ($world:ident, $query:expr, $first:ty $(, $has:ty)* $(; $lacks:ty)?) => {{
            let expected = $world.entities().filter(|entity| {
                $world.has::<$first>(*entity) $(&& $world.has::<$has>(*entity))* $(&& !$world.has::<$lacks>(*entity))?
            });
            let expected: Vec<_> = expected.collect();
            let query = $query;
            let mut found: Vec<_> = query.iter().map(|(entity, ..)| entity).collect();
            found.sort_by_key(|entity| entity.index());
            assert_eq!(found, expected);
            let mut folded = 0;
            query.iter().for_each(|_| folded += 1);
            let (lower, upper) = query.iter().size_hint();
            assert!(lower <= folded && upper.is_some_and(|upper| folded <= upper), "{lower} <= {folded} <= {upper:?}");
            assert_eq!((query.iter().count(), folded), (expected.len(), expected.len()));
            for entity in $world.entities() {
                assert_eq!(query.get(entity).is_some(), expected.contains(&entity));
                assert_eq!(query.contains(entity), expected.contains(&entity));
            }
        }};
    }

    #[test]
    fn earlier_filters_hold_in_the_view_that_a_later_filter_selects() {
        for count in [0, 1, 2, 3, 31, 32, 33, 64, 65, 500] {
            let world = filled(count);
            agrees!(world, world.query::<(Entity, &A)>().without::<Frozen>().with::<B>(), A, B; Frozen);
            let with_any =
                |all: Query<'_, World, (Entity, &A)>| all.iter().map(|(entity, _)| entity).collect::<Vec<_>>();
            let mut found = with_any(world.query().any::<(C, D)>().with::<B>());
            let mut expected = with_any(world.query().with::<B>());
            expected.retain(|entity| world.has::<C>(*entity) || world.has::<D>(*entity));
            for entities in [&mut found, &mut expected] {
                entities.sort_by_key(|entity| entity.index());
            }
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn queries_with_filters_find_the_same_entities_in_any_view() {
        for count in [0, 1, 2, 3, 31, 32, 33, 64, 65, 500] {
            for settled in [false, true] {
                let mut world = filled(count);
                if settled {
                    world.run();
                }
                agrees!(world, world.query::<(Entity, &A)>().with::<B>(), A, B);
                agrees!(world, world.query::<(Entity, &A)>().with::<A>(), A);
                agrees!(world, world.query::<(Entity, &A)>().with::<(A, B)>().without::<Frozen>(), A, B; Frozen);
                agrees!(world, world.query::<(Entity, &A)>().without::<Frozen>().with::<B>(), A, B; Frozen);
                agrees!(world, world.query::<(Entity, &A)>().with::<B>().with::<C>(), A, B, C);
                agrees!(world, world.query::<(Entity, &A)>().with::<(B, C)>(), A, B, C);
                agrees!(world, world.query::<(Entity, &A)>().with::<C>().with::<B>(), A, B, C);
                agrees!(world, world.query::<(Entity, &C)>().with::<B>(), B, C);
                agrees!(world, world.query::<(Entity, &C)>().with::<D>(), C, D);
                agrees!(world, world.query::<(Entity, &B)>().with::<D>(), B, D);
                assert_eq!(
                    world.query::<&B>().with::<D>().count(),
                    world.query::<(&B, &D)>().count(),
                    "without what another view requires"
                );
                agrees!(world, world.query::<(Entity, &D)>().with::<(B, C)>(), B, C, D);
                agrees!(world, world.query::<(Entity, Option<&A>)>().with::<(B, C)>(), B, C);
                agrees!(world, world.query::<(Entity, Option<&A>)>().with::<(A, B)>(), A, B);
                agrees!(world, world.query::<(Entity,)>().with::<(B, C)>().with::<D>(), B, C, D);
                agrees!(world, world.query::<(Entity, &A, &B)>().with::<C>(), A, B, C);
                agrees!(world, world.query::<(Entity, &D)>().with::<A>().any::<(B, C)>().with::<B>(), A, B, D);
                agrees!(world, world.query_a_without_frozen().with::<B>(), A, B; Frozen);
            }
        }
    }

    #[test]
    fn a_query_whose_filter_completes_a_group_has_slices() {
        let world = filled(500);
        let both = world.entities().filter(|entity| world.has::<A>(*entity) && world.has::<B>(*entity)).count();
        assert_eq!(world.query::<&A>().with::<B>().slices().map(<[A]>::len), Some(both));
        assert_eq!(world.query::<&B>().with::<(A, B)>().slices().map(<[B]>::len), Some(both));
        assert!(world.query::<&A>().with::<B>().without::<Frozen>().slices().is_none());
        assert!(world.query::<&A>().with::<A>().slices().is_some(), "the required component is fetched");
    }
}

mod twice {
    use super::*;

    ecs_world! {
        pub struct World;
        components: Position, Frozen;
        queries: #[view(list)] (Position, Frozen);
    }
}

#[test]
fn a_component_that_is_read_twice_has_the_value_of_one_entity_in_any_view() {
    for count in [1_u32, 2, 3, 64, 65, 300] {
        let mut world = twice::World::default();
        let entities = world.spawn_batch((0..count).map(Position)).into_vec();
        for entity in entities.iter().rev().step_by(2) {
            world.insert(*entity, Frozen).unwrap();
        }
        let frozen = world.query::<(Entity, &Position, Option<&Position>)>().with::<Frozen>();
        assert_eq!(frozen.iter().count(), entities.len().div_ceil(2));
        for (entity, own, other) in &frozen {
            assert_eq!((Some(own), other), (world.get(entity), Some(own)), "{count} entities");
        }
    }
}
