//! Queries of one system with filters of their own, and two queries that borrow one component on different sides of a group.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

#[path = "common/components.rs"]
mod components;

use components::{Frozen, Health};
use ecs_world::prelude::*;
use ecs_world::{Plan, ViewKind, ViewPlan};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parent(Entity);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight(u32);

/// What systems saw: the number of entities, and the sum of their values.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Seen(Vec<(&'static str, usize, u32)>);

/// The kind of the view of these entities, and the storages that it owns.
fn kept(plan: Plan, all: &[&str]) -> Option<(ViewKind, &'static [&'static str])> {
    let view = plan.views.iter().find(|view: &&ViewPlan| view.all == all && view.none.is_empty())?;
    Some((view.kept, view.owned))
}

/// `all` entities with health 0, 1, ..; each entity whose number `is_child` accepts has the first entity as parent.
fn fill<W: Has<Health> + Has<Parent>>(world: &mut W, all: u32, is_child: impl Fn(u32) -> bool) -> Vec<Entity> {
    let entities = world.spawn_batch((0..all).map(Health)).into_vec();
    for (number, entity) in (0..all).zip(&entities).rev() {
        if is_child(number) {
            world.insert(*entity, Parent(entities[0])).unwrap();
        }
    }
    entities
}

/// Numbers of entities, and which of them are children: none, one, the first, every third, all but the first, all.
fn families() -> impl Iterator<Item = (u32, fn(u32) -> bool)> {
    let children: [fn(u32) -> bool; 6] = [|_| false, |n| n == 1, |n| n == 0, |n| n % 3 == 2, |n| n > 0, |_| true];
    let counts = [0, 1, 2, 3, 8, 63, 64, 65, 100, 600];
    counts.into_iter().flat_map(move |count| children.map(|is_child| (count, is_child)))
}

mod family {
    use super::*;

    /// Each child gains 1 000, and its parent gains 1 unless it is a child itself.
    #[system(without(roots: Parent))]
    fn feed(mut roots: Query<'_, World, &mut Health>, mut children: Query<'_, World, (&mut Health, &Parent)>) {
        children.for_each(|(health, parent)| {
            health.0 += 1_000;
            if let Some(root) = roots.get_mut(parent.0) {
                root.0 += 1;
            }
        });
    }

    /// Iterates with loops, with the parameters in the other order: children first, then all roots.
    #[system(with(children: Parent), without(roots: Parent))]
    fn age(children: Query<'_, World, (Entity, &mut Health)>, roots: Query<'_, World, (Entity, &mut Health)>) {
        let (mut old, mut young) = (Vec::new(), Vec::new());
        for (entity, health) in children {
            young.push((entity, health));
        }
        for (entity, health) in roots {
            old.push((entity, health));
        }
        for (entity, health) in young {
            health.0 += 2 * entity.index();
        }
        for (_, health) in old {
            health.0 *= 2;
        }
    }

    /// Reads roots, and writes children.
    #[system(with(children: Parent), without(roots: Parent), without(others: Parent))]
    fn look(
        roots: Query<'_, World, &Health>,
        mut children: Query<'_, World, &mut Health>,
        others: Query<'_, World, (Entity, Option<&Health>)>,
        seen: &mut Seen,
    ) {
        let sum = roots.iter().map(|health| health.0).sum();
        seen.0.push(("roots", roots.iter().count(), sum));
        let (mut count, mut sum) = (0, 0);
        children.for_each(|health| (count, sum) = (count + 1, sum + health.0));
        seen.0.push(("children", count, sum));
        let with_health = others.iter().filter(|(_, health)| health.is_some()).count();
        seen.0.push(("others", with_health, others.iter().count().try_into().unwrap()));
    }

    /// Each entity gains 1 000 for each other entity on its side.
    #[system(with(children: Parent), without(roots: Parent))]
    fn compare(mut children: Query<'_, World, &mut Health>, mut roots: Query<'_, World, (Entity, &mut Health)>) {
        children.for_each_with(|health, others| health.0 += 1_000 * u32::try_from(others.iter().count()).unwrap());
        roots.for_each_with(|(_, health), others| {
            health.0 += 1_000 * u32::try_from(others.iter().count()).unwrap();
        });
    }

    ecs_world! {
        #[derive(Clone)]
        pub struct World;
        components: Health, Parent, Frozen, Weight;
        resources: Seen;
        systems: feed, age, look, compare;
    }
}

fn healths<W: Has<Health>>(world: &W, entities: &[Entity]) -> Vec<u32> {
    entities.iter().map(|entity| world.get::<Health>(*entity).unwrap().0).collect()
}

#[test]
fn two_queries_write_one_component_on_the_two_sides_of_a_group() {
    let group = (ViewKind::Group, &["Health", "Parent"][..]);
    assert_eq!(kept(family::World::PLAN, &["Health", "Parent"]), Some(group), "{}", family::World::PLAN);
    for (count, is_child) in families() {
        let mut world = family::World::default();
        let entities = fill(&mut world, count, is_child);
        let children = (0..count).filter(|n| is_child(*n)).count();
        let mut expected: Vec<_> = (0..count).map(|n| if is_child(n) { n + 1_000 } else { n }).collect();
        if let Some(first) = expected.first_mut().filter(|_| !is_child(0)) {
            *first += u32::try_from(children).unwrap();
        }
        world.run_feed();
        assert_eq!(healths(&world, &entities), expected, "{children} children of {count}");
        world.check_invariants().unwrap();
    }
}

#[test]
fn items_of_both_sides_can_be_held_at_once() {
    for (count, is_child) in families() {
        let mut world = family::World::default();
        let entities = fill(&mut world, count, is_child);
        world.run_age();
        let index = |n: u32| entities[n as usize].index();
        let expected: Vec<_> = (0..count).map(|n| if is_child(n) { n + 2 * index(n) } else { 2 * n }).collect();
        assert_eq!(healths(&world, &entities), expected, "{count} entities");
    }
}

#[test]
fn queries_of_either_side_see_their_own_entities_alone() {
    for (count, is_child) in families() {
        let mut world = family::World::default();
        fill(&mut world, count, is_child);
        world.spawn(Weight(7));
        let of = |child: bool| (0..count).filter(move |n| is_child(*n) == child);
        world.run_look();
        let others = of(false).count();
        let expected = [
            ("roots", others, of(false).sum()),
            ("children", of(true).count(), of(true).sum()),
            ("others", others, u32::try_from(others + 1).unwrap()),
        ];
        assert_eq!(world.resources.seen.0, expected);
    }
}

#[test]
fn each_entity_sees_the_others_of_its_side() {
    for (count, is_child) in families().filter(|(count, _)| *count <= 100) {
        let mut world = family::World::default();
        let entities = fill(&mut world, count, is_child);
        let on_side = |child: bool| u32::try_from((0..count).filter(|n| is_child(*n) == child).count()).unwrap();
        world.run_compare();
        let expected: Vec<_> = (0..count).map(|n| n + 1_000 * (on_side(is_child(n)) - 1)).collect();
        assert_eq!(healths(&world, &entities), expected, "{count} entities");
    }
}

#[test]
fn the_boundary_follows_entities_that_enter_and_leave() {
    let mut world = family::World::default();
    let entities = fill(&mut world, 10, |_| false);
    let mut expected: Vec<u32> = (0..10).collect();
    for round in 0..30_usize {
        let (at, gone) = (round * 7 % 10, round * 3 % 10);
        world.insert(entities[at], Parent(entities[at])).unwrap();
        let _ = world.remove::<Parent>(entities[gone]);
        let mut copy = world.clone();
        for world in [&mut world, &mut copy] {
            world.run_feed();
        }
        for (health, entity) in expected.iter_mut().zip(&entities) {
            *health += if world.has::<Parent>(*entity) { 1_000 } else { 0 };
        }
        assert_eq!(healths(&world, &entities), expected, "round {round}");
        assert_eq!(healths(&copy, &entities), expected);
    }
}

mod grouped {
    use super::*;

    #[system]
    fn weigh(health: &mut Health, weight: &Weight) {
        health.0 += weight.0;
    }

    /// Its children have a group only because of the entry in `groups:`; otherwise the system above would own `Health`.
    #[system(with(children: Parent), without(roots: Parent))]
    fn trade(mut children: Query<'_, World, &mut Health>, mut roots: Query<'_, World, (&mut Health, &mut Weight)>) {
        children.for_each(|health| health.0 += 10);
        roots.for_each(|(health, weight)| {
            health.0 += 100;
            weight.0 += 1;
        });
    }

    /// Only reads roots, by iterators, and writes children.
    #[system(with(children: Parent), without(roots: Parent))]
    fn survey(
        mut children: Query<'_, World, &mut Health>,
        roots: Query<'_, World, (Entity, &Health, &Weight)>,
        seen: &mut Seen,
    ) {
        let mut found = vec![];
        for (entity, health, weight) in &roots {
            assert_eq!(health.0, weight.0, "both values belong to {entity:?}");
            found.push(health.0);
        }
        assert!(roots.iter().map(|(_, health, _)| health.0).eq(found.iter().copied()), "`fold` visits the same values");
        children.for_each(|health| health.0 += 1_000);
        seen.0.push(("roots", found.len(), found.iter().sum()));
    }

    ecs_world! {
        pub struct World;
        components: Health, Parent, Weight;
        resources: Seen;
        systems: weigh, trade, survey;
        groups: (Health, Parent);
    }
}

#[test]
fn an_iterator_that_only_reads_one_side_finds_each_of_its_entities() {
    for (count, is_child) in families() {
        for reversed in [false, true] {
            let mut world = grouped::World::default();
            let entities = fill(&mut world, count, is_child);
            let mut weighed: Vec<_> = (0..).zip(&entities).collect();
            if reversed {
                weighed.reverse();
            }
            for (n, entity) in weighed {
                world.insert(*entity, Weight(n)).unwrap();
            }
            world.run_survey();
            let roots: Vec<_> = (0..count).filter(|n| !is_child(*n)).collect();
            assert_eq!(world.resources.seen.0, [("roots", roots.len(), roots.iter().sum())], "{count}, {reversed}");
            let expected = (0..count).map(|n| if is_child(n) { n + 1_000 } else { n });
            assert!(healths(&world, &entities).into_iter().eq(expected), "{count}, {reversed}");
        }
    }
}

#[test]
fn an_entry_of_groups_makes_a_split_possible() {
    let mut world = grouped::World::default();
    let entities = fill(&mut world, 100, |n| n % 4 == 1);
    for entity in entities.iter().step_by(2) {
        world.insert(*entity, Weight(5)).unwrap();
    }
    world.run_trade();
    for (n, entity) in (0..).zip(&entities) {
        let gained = if n % 4 == 1 {
            10
        } else if n % 2 == 0 {
            100
        } else {
            0
        };
        assert_eq!(world.get::<Health>(*entity), Some(&Health(n + gained)));
        assert_eq!(world.get::<Weight>(*entity), (n % 2 == 0).then_some(&Weight(6)));
    }
    world.check_invariants().unwrap();
}

mod filtered {
    use super::*;

    #[system(without(warm: Frozen), with(warm: Weight), any(some: Frozen, Weight))]
    fn count(
        warm: Query<'_, World, (Entity, &Health)>,
        some: Query<'_, World, &Health>,
        all: Query<'_, World, &Health>,
        seen: &mut Seen,
    ) {
        let sum = |of: &Query<'_, World, &Health>| of.iter().map(|health| health.0).sum();
        seen.0.push(("warm", warm.iter().count(), warm.iter().map(|(_, health)| health.0).sum()));
        seen.0.push(("some", some.iter().count(), sum(&some)));
        seen.0.push(("all", all.iter().count(), sum(&all)));
    }

    /// Generic over the world, as the systems of libraries are.
    #[system(without(warm: Frozen))]
    fn thaw<W: Has<Health>>(warm: Query<'_, W, &mut Health>) {
        for health in warm {
            health.0 += 1;
        }
    }

    ecs_components! {
        pub(crate) set thawing;
        components: Health, Frozen;
        systems: thaw;
    }

    ecs_world! {
        pub struct World;
        components: Health, Parent, #[storage(tag)] Frozen, Weight;
        resources: Seen;
        include: thawing;
        systems: count, thaw;
    }
}

#[test]
fn a_query_parameter_has_filters_of_its_own() {
    let mut world = filtered::World::default();
    for n in 0..200 {
        let entity = world.spawn(Health(n));
        if n % 2 == 0 {
            world.insert(entity, Frozen).unwrap();
        }
        if n % 3 == 0 {
            world.insert(entity, Weight(n)).unwrap();
        }
    }
    let of = |name, keep: fn(&u32) -> bool| (name, (0..200).filter(keep).count(), (0..200).filter(keep).sum::<u32>());
    world.run_count();
    let expected =
        [of("warm", |n| n % 2 == 1 && n % 3 == 0), of("some", |n| n % 2 == 0 || n % 3 == 0), of("all", |_| true)];
    assert_eq!(world.resources.seen.0, expected);
    assert_eq!(filtered::World::PLAN.views.iter().filter(|view| view.kept == ViewKind::List).count(), 0);
}

#[test]
fn filters_of_queries_pass_through_sets_and_generic_systems() {
    let mut world = filtered::World::default();
    let [cold, warm] = [world.spawn((Health(1), Frozen)), world.spawn(Health(1))];
    world.run_thaw();
    assert_eq!([cold, warm].map(|entity| world.get::<Health>(entity).unwrap().0), [1, 2]);
}

mod packed {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Load(pub u32);

    /// The view of roots is a scan, since no group can own `Load`; its query writes one component before the one that is split.
    #[system(with(children: Parent), without(roots: Parent))]
    fn load(mut children: Query<'_, World, &mut Health>, roots: Query<'_, World, (&mut Load, &Health)>) {
        for (load, health) in roots {
            load.0 += 1_000 + health.0;
        }
        children.for_each(|health| health.0 += 1_000);
    }

    ecs_world! {
        pub struct World;
        components: Health, Parent, #[storage(packed)] Load;
        systems: load;
        groups: (Health, Parent);
    }
}

#[test]
fn an_iterator_that_writes_another_storage_visits_each_entity_of_its_side() {
    for (count, is_child) in families() {
        let mut world = packed::World::default();
        let entities = fill(&mut world, count, is_child);
        for (n, entity) in (0..).zip(&entities) {
            world.insert(*entity, packed::Load(n)).unwrap();
        }
        world.run_load();
        for (n, entity) in (0..).zip(&entities) {
            let expected = if is_child(n) { (n, n + 1_000) } else { (2 * n + 1_000, n) };
            let found = (world.get::<packed::Load>(*entity).unwrap().0, world.get::<Health>(*entity).unwrap().0);
            assert_eq!(found, expected, "entity {n} of {count}");
        }
    }
}

/// A query writes a part of a storage beside a whole one, in the order of changed values, some of which are outside of the group.
mod changed {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct A(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct B(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct D;

    #[derive(Debug, Default)]
    pub struct Seen(pub Vec<[u32; 3]>);

    #[system(without(D))]
    fn keep(_: &mut A, _: &B) {}

    #[system(changed(front: B), without(front: D), without(back: B))]
    fn first(front: Query<'_, World, (&mut B, &mut A)>, back: Query<'_, World, &mut A>, seen: &mut Seen) {
        let (mut count, mut sum, behind) = (0, 0, back.into_iter().count());
        for (b, a) in front {
            (count, sum) = (count + 1, sum + a.0);
            assert_eq!(a.0, b.0);
        }
        seen.0.push([count, sum, u32::try_from(behind).unwrap()]);
    }

    #[system(changed(front: B), without(front: D), without(back: B))]
    fn last(front: Query<'_, World, (Entity, &mut A, &mut B)>, back: Query<'_, World, &mut A>, seen: &mut Seen) {
        let (mut count, mut sum, behind) = (0, 0, back.into_iter().count());
        for (_, a, b) in front {
            (count, sum) = (count + 1, sum + a.0);
            assert_eq!(a.0, b.0);
        }
        seen.0.push([count, sum, u32::try_from(behind).unwrap()]);
    }

    #[system(changed(front: B), without(front: D), without(back: B))]
    fn each(mut front: Query<'_, World, (&mut B, &mut A)>, back: Query<'_, World, &mut A>, seen: &mut Seen) {
        let (mut count, mut sum, behind) = (0, 0, back.into_iter().count());
        front.for_each(|(_, a)| (count, sum) = (count + 1, sum + a.0));
        seen.0.push([count, sum, u32::try_from(behind).unwrap()]);
    }

    ecs_world! {
        pub struct World;
        components: A, B, D;
        resources: Seen;
        systems(keeping): keep;
        systems: first, last, each;
    }
}

#[test]
fn a_part_of_a_storage_is_written_beside_a_whole_one_in_the_order_of_changes() {
    use changed::{A, B, D, World};
    for (inside, outside, behind) in
        [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 255, 256, 257].into_iter().flat_map(|n| [(n, 1, 0), (n, n, 3), (n, 0, 1)])
    {
        let mut world = World::default();
        for own in 0..inside {
            world.spawn((A(own), B(own)));
        }
        for own in 0..outside {
            world.spawn((A(own), B(own), D));
        }
        for own in 0..behind {
            world.spawn(A(own));
        }
        world.run();
        let sum = (0..inside).sum::<u32>();
        assert_eq!(world.resources.seen.0, [[inside, sum, behind]; 3], "{inside}, {outside}, {behind}");
    }
}
