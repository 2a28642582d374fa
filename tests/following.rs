//! Storages that follow a partial group: which values move, and that only operations decide it.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub struct Common(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct First(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Second(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Third(u32);

/// The entities that the system of the partial group visited, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Visits(Vec<u32>);

#[system]
fn own(common: &mut Common, first: &First) {
    assert_eq!(common.0, first.0);
}

#[system]
fn follow(visits: &mut Visits, common: &mut Common, second: &Second) {
    assert_eq!(common.0, second.0);
    visits.0.push(common.0);
}

ecs_world! {
    /// `(Common, First)` owns `Common`, which follows `(Common, Second)`; `(Common, Third)` is only queried.
    #[derive(Debug, Clone, Snapshot)]
    pub struct World;
    components: Common, First, Second, Third;
    resources: Visits;
    systems: own, follow;
    queries: (Common, Third);
}

/// `count` entities of each of four kinds, spawned alternately.
fn mixed(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let mut entities = vec![];
    for n in (0..4 * count).step_by(4) {
        entities.push(world.spawn(Common(n)));
        entities.push(world.spawn((Common(n + 1), First(n + 1))));
        entities.push(world.spawn((Common(n + 2), Second(n + 2))));
        entities.push(world.spawn((Common(n + 3), Third(n + 3))));
    }
    (world, entities)
}

fn order(world: &mut World) -> Vec<u32> {
    world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
    world.columns().common.as_slice().iter().map(|common| common.0).collect()
}

/// Runs the world, and returns the visits.
fn run(world: &mut World) -> Vec<u32> {
    world.run();
    std::mem::take(&mut world.resources.visits.0)
}

/// Number of values of the partial group that are not directly behind the value that is visited before them.
fn gaps(world: &mut World) -> usize {
    let visited: Vec<_> = world.managed_follow().iter().collect();
    gaps_between(&visited, &world.columns().common.iter().map(|(entity, _)| entity).collect::<Vec<_>>())
}

fn gaps_between(visited: &[Entity], order: &[Entity]) -> usize {
    let place = |entity: &Entity| order.iter().position(|other| other == entity).expect("the entity has the component");
    let places: Vec<_> = visited.iter().map(place).collect();
    places.array_windows().filter(|[one, next]| one + 1 != *next).count()
}

#[test]
fn values_of_a_partial_group_are_adjacent_after_some_runs() {
    for count in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 1_000] {
        let (mut world, _) = mixed(count);
        let before = gaps(&mut world);
        let visited = run(&mut world);
        for _ in 0..40 {
            assert_eq!(run(&mut world), visited, "the group keeps its order");
        }
        if count < 64 {
            assert_eq!(gaps(&mut world), before, "{count} entities are too few to follow");
        } else {
            let after = gaps(&mut world);
            assert!(before > count as usize / 4 && after <= count as usize / 64, "{count}: {before}, {after}");
        }
    }
}

#[test]
fn the_values_of_the_owner_stay_where_they_are() {
    let (mut world, _) = mixed(300);
    let before = order(&mut world);
    for _ in 0..20 {
        world.run();
        let now = order(&mut world);
        assert_eq!(now[..300], before[..300]);
        let moved = before.iter().zip(&now).filter(|(before, now)| before != now).count();
        assert!(moved > 0, "the other values move");
    }
}

#[test]
fn clones_and_restored_worlds_follow_as_their_originals_do() {
    let (mut world, entities) = mixed(200);
    for round in 0..60 {
        let at = |by: usize| entities[(round * by + by) % entities.len()];
        let n = world.get::<Common>(at(7)).map_or(0, |common| common.0);
        match round % 6 {
            0 => drop(world.remove::<Second>(at(7))),
            1 if world.contains(at(7)) => world.insert(at(7), Second(n)).expect("the entity is alive"),
            2 if world.contains(at(7)) => world.insert(at(7), First(n)).expect("the entity is alive"),
            3 => drop(world.despawn(at(13))),
            4 => drop(world.remove::<First>(at(7))),
            _ => {}
        }
        let snapshot = world.snapshot();
        let (mut clone, mut restored) = (world.clone(), World::default());
        restored.restore(&snapshot);
        let visited = run(&mut world);
        assert_eq!([run(&mut clone), run(&mut restored)], [visited.clone(), visited], "{round}");
        let now = order(&mut world);
        assert!([order(&mut clone), order(&mut restored)] == [now.clone(), now], "{round}");
    }
}

#[test]
fn a_storage_that_was_sorted_follows_again_when_it_is_unsorted() {
    let (mut world, _) = mixed(100);
    world.sort_by_key::<Common, _>(|common| std::cmp::Reverse(common.0));
    let sorted = order(&mut world);
    for _ in 0..5 {
        world.run();
        assert_eq!(order(&mut world), sorted);
    }
    world.unsort::<Common>();
    for _ in 0..5 {
        world.run();
    }
    assert!(order(&mut world) != sorted);
    assert_eq!(gaps(&mut world), 0);
}

#[test]
fn a_storage_follows_when_tidying_is_done() {
    let (mut world, _) = mixed(100);
    assert!(!world.tidy_within(0).done, "a budget of 0 does not start to tidy");
    assert!(!world.tidy_within(1).done);
    let begun = order(&mut world);
    world.run();
    assert_eq!(order(&mut world), begun);
    assert!(world.tidy().done);
    let tidied = order(&mut world);
    for _ in 0..5 {
        world.run();
        assert_eq!(order(&mut world), tidied, "a tidy world keeps its order");
    }
    assert_eq!(world.tidy().moved, 0);
    world.spawn((Common(1_001), First(1_001)));
    world.run();
    world.run();
    assert!(order(&mut world) != tidied);
    assert_eq!(gaps(&mut world), 0);
}

#[test]
fn a_world_that_tidies_at_the_end_of_its_runs_follows_nothing() {
    let (mut world, _) = mixed(100);
    world.set_tidy_budget(Some(0));
    let before = order(&mut world);
    for _ in 0..5 {
        world.run();
        assert_eq!(order(&mut world), before);
    }
    world.set_tidy_budget(None);
    world.run();
    assert!(order(&mut world) != before);
}

#[test]
fn a_tidied_world_that_follows_is_tidied_again() {
    let (mut world, entities) = mixed(100);
    assert!(world.tidy().done);
    let removed =
        world.remove::<Second>(entities[2]).expect("the entity is alive").expect("the entity has the component");
    world.insert(entities[2], removed).expect("the entity is alive");
    let tidied = world.clone().tidy();
    assert!(tidied.moved > 0, "the order of the group differs from that of a tidy world");
    for _ in 0..5 {
        world.run();
    }
    assert!(world.tidy().done);
    let (again, mut world) = (order(&mut world), mixed(100).0);
    world.tidy();
    assert_eq!(order(&mut world), again, "the order of a tidy world depends only on its entities");
}

#[test]
fn storages_that_follow_a_sorted_group_are_tidied_though_no_entity_changed() {
    let (mut world, _) = mixed(100);
    world.tidy();
    let tidied = order(&mut world);
    world.sort_by_key::<Second, _>(|second| std::cmp::Reverse(second.0));
    for _ in 0..5 {
        world.run();
    }
    assert!(order(&mut world) != tidied && gaps(&mut world) == 0);
    assert!(world.tidy().moved > 0);
    assert_eq!(order(&mut world), tidied);
}

#[test]
fn a_storage_follows_as_soon_as_runs_do_not_tidy() {
    let (mut world, _) = mixed(100);
    world.set_tidy_budget(Some(usize::MAX));
    for _ in 0..5 {
        world.run();
    }
    // Sorted independently of the other storage, so that its positions are cached in this order.
    world.sort_by_key::<Second, _>(|second| std::cmp::Reverse(second.0));
    for _ in 0..5 {
        world.run();
    }
    let before = order(&mut world);
    world.set_tidy_budget(None);
    let mut clone = world.clone();
    world.run();
    clone.run();
    assert!(order(&mut world) != before && order(&mut world) == order(&mut clone));
}

mod not_restored {
    use super::*;

    ecs_world! {
        /// Snapshots omit a component of `(Common, Second)`.
        #[derive(Debug, Clone, Snapshot)]
        pub struct World;
        components: Common, First, #[transient] Second, Third;
        resources: Visits;
        systems: own, follow;
    }
}

#[test]
fn a_group_with_a_transient_component_is_not_followed() {
    let mut world = not_restored::World::default();
    for n in 0..100 {
        world.spawn((Common(2 * n), First(2 * n)));
        world.spawn((Common(2 * n + 1), Second(2 * n + 1)));
    }
    for n in 200..300 {
        world.spawn(Common(n));
    }
    let order = |world: &mut not_restored::World| -> Vec<_> {
        world.columns().common.as_slice().iter().map(|common| common.0).collect()
    };
    let before = order(&mut world);
    for _ in 0..5 {
        world.run();
        assert_eq!(order(&mut world), before);
    }
}

/// Groups and lists beside the partial group that is followed.
mod beside {
    use super::{Common, First, Second, Third, follow, own};
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    pub struct Fourth(pub u32);

    #[system]
    fn apart(third: &mut Third, fourth: &Fourth) {
        third.0 = fourth.0;
    }

    ecs_world! {
        /// `(Third, Fourth)` shares no storage with the partial group.
        pub struct Groups;
        components: Third, Fourth, Common, First, Second;
        resources: super::Visits;
        systems: apart, own, follow;
    }

    #[system(view = list)]
    fn listed(common: &Common, fourth: &Fourth) {
        assert_eq!(common.0, fourth.0);
    }

    #[system]
    fn look(first: &First, second: &Second) {
        assert_eq!(first.0, second.0);
    }

    ecs_world! {
        /// `First` may follow `(First, Second)`; `Common` is looked up by a list.
        pub struct Lists;
        components: Common, First, Second, Fourth;
        systems: own, listed, look;
    }
}

#[test]
fn unrelated_groups_do_not_prevent_a_storage_from_following() {
    let mut world = beside::Groups::default();
    for n in (0..400).step_by(2) {
        world.spawn(Common(n));
        world.spawn((Common(n + 1), Second(n + 1)));
        world.spawn((Common(n), First(n)));
        world.spawn((Third(n), beside::Fourth(n)));
    }
    let gaps = |world: &mut beside::Groups| {
        let visited: Vec<_> = world.managed_follow().iter().collect();
        gaps_between(&visited, &world.columns().common.iter().map(|(entity, _)| entity).collect::<Vec<_>>())
    };
    let before = gaps(&mut world);
    (0..40).for_each(|_| world.run());
    world.check_invariants().unwrap();
    let after = gaps(&mut world);
    assert!(before > 100 && after <= 10, "{before}, {after}");
}

#[test]
fn a_storage_does_not_follow_a_list() {
    let mut world = beside::Lists::default();
    for n in (0..600).step_by(3) {
        world.spawn((Common(n), First(n)));
        world.spawn(Common(n + 1));
        world.spawn((Common(n + 2), beside::Fourth(n + 2)));
        world.spawn((First(n), Second(n)));
    }
    let order = |world: &mut beside::Lists| -> Vec<u32> {
        world.columns().common.as_slice().iter().map(|common| common.0).collect()
    };
    let before = order(&mut world);
    (0..40).for_each(|_| world.run());
    world.check_invariants().unwrap();
    assert_eq!(order(&mut world), before);
}
