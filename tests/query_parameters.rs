//! Query parameters of systems request views: a group if per-entity systems leave them one, otherwise none that slows down changes.
#![allow(missing_docs, unreachable_pub, reason = "the sets and worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::missing_panics_doc,
    reason = "systems take queries by value, and assert"
)]

#[path = "common/components.rs"]
mod components;

use components::{Health, Position, Velocity};
use ecs_world::prelude::*;
use ecs_world::{GroupPriority, Plan, ViewKind, ViewPlan};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Boss;

/// Whether queries had slices, by the name of their system.
#[derive(Debug, Default)]
pub struct Sliced(Vec<(&'static str, bool)>);

/// The view of a system's query.
fn view(plan: Plan, system: &str) -> &'static ViewPlan {
    plan.views.iter().find(|view| view.queried_by.contains(&system)).expect("the query of the system has a view")
}

/// 100 positions. Every second entity has a velocity as well; these were inserted from the last to the first.
fn fill<W: Has<Position> + Has<Velocity>>(world: &mut W) -> Vec<Entity> {
    let entities = world.spawn_batch((0..100).map(Position)).into_vec();
    for entity in entities.iter().rev().step_by(2) {
        world.insert(*entity, Velocity(1_000)).unwrap();
    }
    entities
}

fn advanced(position: usize) -> u32 {
    let position = u32::try_from(position).unwrap();
    if position % 2 == 1 { position + 1_000 } else { position }
}

mod planned {
    use super::*;

    #[system]
    fn advance(bodies: Query<'_, World, (&mut Position, &Velocity)>) {
        for (position, velocity) in bodies {
            position.0 += velocity.0;
        }
    }

    #[system]
    fn advance_each(mut bodies: Query<'_, World, (&mut Position, &Velocity)>) {
        bodies.for_each(|(position, velocity)| position.0 += velocity.0);
    }

    #[system]
    fn look(bodies: Query<'_, World, (Entity, &Position, Option<&Health>, &Velocity)>, sliced: &mut Sliced) {
        sliced.0.push(("look", bodies.share().slices().is_none()));
    }

    #[system]
    fn check(bodies: Query<'_, World, (&Position, &Velocity)>, sliced: &mut Sliced) {
        sliced.0.push(("check", bodies.slices().is_some()));
    }

    #[system]
    fn one(all: Query<'_, World, &Position>, other: Query<'_, World, (Entity, Option<&Health>)>) {
        assert_eq!(all.iter().count(), other.iter().count());
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Health;
        resources: Sliced;
        systems: advance, advance_each, look, check, one;
    }
}

#[test]
fn a_query_parameter_has_a_group_that_no_per_entity_system_needs() {
    let plan = planned::World::PLAN;
    let [view] = plan.views else { panic!("{plan}") };
    assert_eq!((view.kept, view.owned), (ViewKind::Group, &["Position", "Velocity"][..]));
    assert_eq!((view.priority, view.systems), (Some(GroupPriority::Parameter), &[][..]));
    assert_eq!(view.queried_by, ["advance", "advance_each", "look", "check"]);
    let line = "(Position, Velocity): group; owns all that it requires; for the query of advance, the query of advance_each, \
                the query of look, the query of check";
    assert!(plan.text.contains(line), "{plan}");
    let mut world = planned::World::default();
    fill(&mut world);
    world.run_check();
    world.run_look();
    assert_eq!(world.resources.sliced.0, [("check", true), ("look", true)]);
}

#[test]
fn a_loop_and_a_closure_over_a_query_parameter_do_the_same() {
    for run in [planned::World::run_advance, planned::World::run_advance_each] {
        let mut world = planned::World::default();
        let entities = fill(&mut world);
        run(&mut world);
        for (position, entity) in entities.iter().enumerate() {
            assert_eq!(world.get::<Position>(*entity), Some(&Position(advanced(position))));
        }
        world.check_invariants().unwrap();
    }
}

mod outranked {
    use super::*;

    #[system]
    fn bleed(position: &Position, health: &mut Health) {
        health.0 += position.0;
    }

    #[system]
    fn advance(bodies: Query<'_, World, (&mut Position, &Velocity)>) {
        bodies.into_iter().for_each(|(position, velocity)| position.0 += velocity.0);
    }

    #[system]
    fn both(bodies: Query<'_, World, (&mut Position, &Health)>) {
        bodies.into_iter().for_each(|(position, health)| position.0 += health.0);
    }

    #[system]
    fn neither(bodies: Query<'_, World, (&Position, &Boss)>) {
        assert_eq!(bodies.into_iter().count(), 0);
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Health, #[storage(tag)] Boss;
        systems: bleed, advance, both, neither;
    }
}

#[test]
fn a_query_parameter_takes_no_storage_from_per_entity_systems() {
    let plan = outranked::World::PLAN;
    let owned = |system| (view(plan, system).kept, view(plan, system).owned);
    assert_eq!(owned("both"), (ViewKind::Group, &["Position", "Health"][..]), "it shares the view of `bleed`");
    assert_eq!(view(plan, "both").priority, Some(GroupPriority::Several));
    assert_eq!(owned("advance"), (ViewKind::Group, &["Velocity"][..]));
    assert_eq!(view(plan, "advance").reason, "Position is kept in the order of (Position, Health)");
    assert_eq!(owned("neither"), (ViewKind::Scan, &[][..]), "the query has no view of its own");
    let mut world = outranked::World::default();
    let entities = fill(&mut world);
    world.insert(entities[1], Health(10)).unwrap();
    world.run();
    for (position, entity) in entities.iter().enumerate() {
        let expected = if position == 1 { 1_001 + 11 } else { advanced(position) };
        assert_eq!(world.get::<Position>(*entity), Some(&Position(expected)));
    }
}

mod rare {
    use super::*;

    #[system]
    fn fight(position: &mut Position, _: &Boss) {
        position.0 += 1;
    }

    #[system]
    fn advance(bodies: Query<'_, World, (&mut Position, &Velocity)>) {
        bodies.into_iter().for_each(|(position, velocity)| position.0 += velocity.0);
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, #[rare] Boss;
        systems: fight, advance;
    }
}

mod common {
    use super::*;

    #[system]
    fn fight(position: &mut Position, _: &Boss) {
        position.0 += 1;
    }

    #[system]
    fn advance(bodies: Query<'_, World, (&mut Position, &Velocity)>) {
        bodies.into_iter().for_each(|(position, velocity)| position.0 += velocity.0);
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Boss;
        systems: fight, advance;
    }
}

#[test]
fn advice_names_an_entry_for_a_query_parameter_and_nothing_that_would_not_help() {
    let mut world = rare::World::default();
    fill(&mut world);
    world.spawn((Position(0), Boss));
    assert_eq!(
        view(rare::World::PLAN, "advance").owned,
        ["Velocity"],
        "per-entity systems have priority, even those of rare components"
    );
    let rare = world.advice();
    let mut world = common::World::default();
    fill(&mut world);
    world.spawn((Position(0), Boss));
    for advice in [rare, world.advice()] {
        let [hint] = advice.hints.as_slice() else { panic!("{advice}") };
        assert_eq!((hint.view.queried_by, hint.can_be_an_entry), (&["advance"][..], true));
        assert_eq!(hint.write, [], "a rare view of a per-entity system would have priority, too");
        assert!(advice.to_string().contains("\n  write `groups: (Position, Velocity)`\n"), "{advice}");
    }
}

mod chosen {
    use super::*;

    #[system(view(pairs) = none)]
    fn out(bodies: Query<'_, World, (&Position, &Velocity)>, mut pairs: Query<'_, World, (&mut Health, &Boss)>) {
        assert_eq!(bodies.into_iter().count(), 50);
        pairs.for_each(|(health, _)| health.0 += 1);
    }

    #[system(view(bodies) = list, view(all) = active_passive)]
    fn lists(bodies: Query<'_, World, (&Position, &Health)>, all: Query<'_, World, Entity>) {
        assert_eq!((bodies.into_iter().count(), all.into_iter().count()), (1, 101));
    }

    #[derive(Debug, Default)]
    pub struct Counter(pub usize);

    #[system(view(bodies) = delayed)]
    impl Counter {
        fn run(&mut self, bodies: Query<'_, World, (&Velocity, &Boss)>) {
            self.0 += bodies.into_iter().count();
        }
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Health, Boss;
        systems: out, lists, Counter;
    }
}

#[test]
fn a_system_chooses_the_view_of_its_query_or_none() {
    let plan = chosen::World::PLAN;
    let kept: Vec<_> = plan.views.iter().map(|view| (view.all, view.kept)).collect();
    assert_eq!(kept.len(), 4, "{plan}");
    for expected in [
        (&[][..], ViewKind::ActivePassive),
        (&["Position", "Velocity"][..], ViewKind::Group),
        (&["Position", "Health"][..], ViewKind::List),
        (&["Velocity", "Boss"][..], ViewKind::Delayed),
    ] {
        assert!(kept.contains(&expected), "{plan}");
    }
    let mut world = chosen::World::default();
    let entities = fill(&mut world);
    let boss = world.spawn((Health(1), Boss));
    world.insert(entities[1], (Health(5), Boss)).unwrap();
    world.run();
    assert_eq!(world.get::<Health>(boss), Some(&Health(2)));
    assert_eq!(world.get::<Health>(entities[1]), Some(&Health(6)));
    assert_eq!(world.systems.counter.0, 1);
    world.check_invariants().unwrap();
}

pub mod motion {
    use super::*;

    #[system(view(idle) = none)]
    pub fn advance<W: Has<Position> + Has<Velocity> + Has<Health>>(
        mut bodies: Query<'_, W, (&mut Position, &Velocity)>,
        idle: Query<'_, W, (&Velocity, &Health)>,
        sliced: &mut Sliced,
    ) {
        for (position, velocity) in &mut bodies {
            position.0 += velocity.0;
        }
        assert_eq!(idle.into_iter().count(), 0);
        sliced.0.push(("advance", bodies.slices().is_some()));
    }

    ecs_components! {
        pub set motion;
        components: Position, Velocity, Health;
        resources: Sliced;
        systems: advance;
    }
}

mod including {
    use super::*;

    ecs_world! {
        pub struct World;
        include: motion::motion { Velocity as Speed };
        systems: ..motion;
    }
}

#[test]
fn the_query_of_a_generic_system_of_a_set_has_a_view_in_the_world() {
    let plan = including::World::PLAN;
    let [view] = plan.views else { panic!("{plan}") };
    assert_eq!(
        (view.kept, view.owned, view.queried_by),
        (ViewKind::Group, &["Position", "Speed"][..], &["advance"][..])
    );
    let mut world = including::World::default();
    let entities = fill(&mut world);
    world.run();
    assert_eq!(world.resources.sliced.0, [("advance", true)]);
    assert_eq!(world.get::<Position>(entities[3]), Some(&Position(advanced(3))));
}

mod pairs {
    use super::*;

    /// A per-entity system with a query.
    #[system]
    fn attract(health: &mut Health, bodies: Query<'_, World, (&Position, &Velocity)>) {
        health.0 += bodies.iter().map(|(position, _)| position.0).sum::<u32>();
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Health;
        systems: attract;
    }
}

#[test]
fn the_query_of_a_per_entity_system_has_a_view_too() {
    let plan = pairs::World::PLAN;
    assert_eq!(view(plan, "attract").kept, ViewKind::Group);
    assert_eq!(view(plan, "attract").systems, [""; 0]);
    let mut world = pairs::World::default();
    fill(&mut world);
    let entity = world.spawn(Health(0));
    world.run();
    let odd: u32 = (0..100).filter(|position| position % 2 == 1).sum();
    assert_eq!(world.get::<Health>(entity), Some(&Health(odd)));
}

mod contained {
    use super::*;

    /// The entities that are looked up, and which of the queries contain each.
    #[derive(Debug, Default)]
    pub struct Asked(pub(super) Vec<Entity>, pub(super) Vec<[bool; 2]>);

    #[system]
    fn ask(moving: Query<'_, World, (&mut Position, &Velocity)>, asleep: Query<'_, World, &Health>, asked: &mut Asked) {
        asked.1 = asked.0.iter().map(|entity| [moving.contains(*entity), asleep.contains(*entity)]).collect();
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Health;
        resources: Asked;
        systems: ask;
    }
}

#[test]
fn a_query_parameter_says_what_it_contains() {
    let mut world = contained::World::default();
    let entities = [
        world.spawn((Position(0), Velocity(0))),
        world.spawn(Position(0)),
        world.spawn((Position(0), Velocity(0), Health(0))),
        world.spawn(Health(0)),
    ];
    let gone = world.spawn((Position(0), Velocity(0), Health(0)));
    world.despawn(gone).unwrap();
    world.resources.asked.0 = entities.into_iter().chain([gone]).collect();
    world.run();
    let expected = [[true, false], [false, false], [true, true], [false, true], [false, false]];
    assert_eq!(world.resources.asked.1, expected);
}

/// A world that is named as an associated type.
mod projected {
    use super::*;

    pub trait Simulation {
        type World;
    }

    pub struct Here;

    impl Simulation for Here {
        type World = World;
    }

    #[system]
    fn advance(
        bodies: Query<'_, <Here as Simulation>::World, (&mut Position, &Velocity)>,
        commands: &mut Commands<<Here as Simulation>::World>,
    ) {
        for (position, velocity) in bodies {
            position.0 += velocity.0;
        }
        commands.spawn(Position(0));
    }

    ecs_world! {
        components: Position, Velocity;
        systems: advance;
    }

    #[test]
    fn a_query_may_name_its_world_by_a_trait() {
        let mut world = World::default();
        let entity = world.spawn((Position(1), Velocity(2)));
        world.run();
        assert_eq!((world.get::<Position>(entity), world.len()), (Some(&Position(3)), 2));
    }
}

/// A group that owns only what queries and systems filter by.
mod filtered {
    use super::*;

    /// The entities that were visited.
    #[derive(Debug, Default)]
    pub struct Visited(Vec<Entity>);

    #[system]
    fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    #[system]
    fn fetched(mut bosses: Query<'_, World, (&Position, &Boss)>, visited: &mut Visited) {
        assert_eq!(bosses.fold(0, |count, _| count + 1), 10);
        visited.0.clear();
    }

    #[system(with(bosses: Boss))]
    fn asked(mut bosses: Query<'_, World, (Entity, &Position)>, visited: &mut Visited) {
        assert_eq!(bosses.count(), 10);
        bosses.for_each(|(entity, _)| visited.0.push(entity));
    }

    ecs_world! {
        components: Position, Velocity, Boss;
        resources: Visited;
        systems: advance, fetched, asked;
    }

    #[test]
    fn a_filter_by_what_a_group_owns_alone_visits_only_its_storage() {
        let plan = World::PLAN;
        assert_eq!((view(plan, "asked").kept, view(plan, "asked").owned), (ViewKind::Group, &["Boss"][..]));
        let mut world = World::default();
        let entities = world.spawn_batch((0..100).map(|n| (Position(n), Velocity(1)))).into_vec();
        // Backwards, so that the order of the visits is that of the storage of `Boss`, not of `Position`.
        let bosses: Vec<_> = entities.iter().copied().rev().step_by(10).collect();
        for boss in &bosses {
            world.insert(*boss, Boss).unwrap();
        }
        let alone = world.spawn(Boss);
        world.run();
        assert_eq!(world.resources.visited.0, bosses, "{alone:?} has no position");
    }
}

/// A query parameter that scans, since other systems share the storages.
mod scanned {
    use super::*;

    #[system]
    pub fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    #[system]
    pub fn rest(velocity: &mut Velocity, health: &Health) {
        velocity.0 += health.0;
    }

    #[system(without(others: Boss))]
    fn seek(position: &Position, others: Query<'_, World, (&Position, &Health)>) {
        assert!(position.0 > 1_000 || others.count() < 100);
    }

    ecs_world! {
        components: Position, Velocity, Health, Boss;
        systems: advance, rest, seek;
    }

    #[test]
    fn advice_proposes_to_measure_with_an_entry_for_a_scan() {
        assert_eq!(view(World::PLAN, "seek").kept, ViewKind::Scan);
        for (count, is_named) in [(0, false), (31, false), (32, true), (33, true)] {
            let mut world = World::default();
            world.spawn_batch((0..count).map(|n| (Position(n), Velocity(1), Health(1))));
            let advice = world.advice();
            assert_eq!(!advice.scans.is_empty(), is_named, "{count} entities: {advice}");
            let line = "(Position, Health, without(Boss)) is a scan, for 1 system: if that takes long, measure with \
                        `groups: (Position, Health, without(Boss))`\n";
            assert_eq!(advice.to_string().ends_with(line), is_named, "{advice}");
        }
    }

    mod rare {
        use super::super::*;
        use super::{advance, rest};

        #[derive(Debug, Clone, Copy)]
        pub struct Leader(u32);

        #[system]
        fn lead(_: &Boss, leader: &mut Leader) {
            leader.0 += 1;
        }

        #[system(without(others: Velocity))]
        fn seek(boss: &Boss, others: Query<'_, World, (&Boss, &Position, &Health)>) {
            assert!(size_of_val(boss) == 0 && others.count() < 100);
        }

        ecs_world! {
            components: Position, Velocity, Health, #[rare] Boss, Leader;
            systems: advance, rest, lead, seek;
        }

        #[test]
        fn no_advice_names_a_scan_of_a_rare_component() {
            assert_eq!(view(World::PLAN, "seek").kept, ViewKind::Scan);
            let mut world = World::default();
            world.spawn_batch((0..100).map(|n| (Position(n), Velocity(1), Health(1), Boss, Leader(0))));
            assert!(world.advice().scans.is_empty(), "{}", world.advice());
        }
    }
}
