//! Cached positions: after any change, a system or query visits the same as one of a clone, which starts without a cache.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub struct A(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct B(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct C(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Mapped(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Holed(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Kept(u32);

/// The entities and values that systems visited, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Visits(Vec<(&'static str, Entity, u32, u32)>);

/// The entity that loses C and gains B in the middle of the next run.
#[derive(Debug, Clone, Default)]
pub struct Due(Option<Entity>);

#[system(view = list)]
fn listed(visits: &mut Visits, entity: Entity, a: &mut A, c: &C) {
    a.0 = a.0.wrapping_mul(3).wrapping_add(c.0);
    visits.0.push(("listed", entity, a.0, c.0));
}

#[system(view = list)]
fn mapped(visits: &mut Visits, entity: Entity, a: &A, mapped: &mut Mapped) {
    mapped.0 = mapped.0.wrapping_add(a.0);
    visits.0.push(("mapped", entity, a.0, mapped.0));
}

#[system(view = list)]
fn holed(visits: &mut Visits, entity: Entity, c: &mut C, holed: &Holed) {
    c.0 ^= holed.0;
    visits.0.push(("holed", entity, c.0, holed.0));
}

#[system]
fn partial(visits: &mut Visits, entity: Entity, a: &A, b: &mut B, c: &C) {
    b.0 = b.0.wrapping_mul(5).wrapping_add(a.0 ^ c.0);
    visits.0.push(("partial", entity, b.0, c.0));
}

#[system(view = scan)]
fn scanned(visits: &mut Visits, entity: Entity, c: &mut C, b: &B) {
    c.0 = c.0.wrapping_add(b.0);
    visits.0.push(("scanned", entity, b.0, c.0));
}

/// The entities of this system are not at the front of any of the three storages.
#[system(view = scan)]
fn scanned_apart(visits: &mut Visits, entity: Entity, a: &mut A, c: &C, mapped: &Mapped) {
    a.0 = a.0.wrapping_add(c.0 ^ mapped.0);
    visits.0.push(("scanned apart", entity, a.0, mapped.0));
}

#[system(view = delayed)]
fn delayed(visits: &mut Visits, entity: Entity, c: &C, mapped: &Mapped) {
    visits.0.push(("delayed", entity, c.0, mapped.0));
}

#[system(view = active_passive)]
fn active(visits: &mut Visits, entity: Entity, b: &B, mapped: &Mapped) {
    visits.0.push(("active", entity, b.0, mapped.0));
}

/// A query parameter that no group serves.
#[system]
fn queried(visits: &mut Visits, all: Query<'_, World, (Entity, &mut Mapped, &mut C)>) {
    for (entity, mapped, c) in all {
        (mapped.0, c.0) = (c.0, mapped.0.wrapping_mul(3));
        visits.0.push(("parameter", entity, mapped.0, c.0));
    }
}

#[system]
fn change(due: &mut Due, commands: &mut Commands<World>) {
    if let Some(entity) = due.0.take() {
        commands.remove::<C>(entity);
        commands.insert(entity, B(9));
    }
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: A, B, C, #[storage(hash_map)] Mapped, #[storage(vec)] Holed, #[double_buffered] Kept;
    resources: Visits, Due;
    systems: change, sync, listed, mapped, holed, partial, scanned, scanned_apart, delayed, active, queried;
    groups: (A, B);
}

/// `count` entities, which gain components in different orders.
fn filled(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
    let order = |step: u32| (0..count).map(move |n| n * step % count);
    let entity = |n: u32| entities[n as usize];
    for n in order(7).filter(|n| n % 3 != 0) {
        world.insert(entity(n), C(n * 10)).expect("the entity is alive");
    }
    for n in order(11).filter(|n| n % 5 != 1) {
        world.insert(entity(n), B(n * 100)).expect("the entity is alive");
    }
    for n in order(13).filter(|n| n % 4 != 2) {
        world.insert(entity(n), (Mapped(n), Holed(n + 1), Kept(n ^ 5))).expect("the entity is alive");
    }
    (world, entities)
}

fn visits(world: &mut World) -> Vec<(&'static str, Entity, u32, u32)> {
    world.run_sequential();
    let mut visits = std::mem::take(&mut world.resources.visits.0);
    for (entity, a, c) in world.query_mut::<(Entity, &mut A, &C)>() {
        a.0 = a.0.wrapping_add(c.0);
        visits.push(("queried", entity, a.0, c.0));
    }
    // All items are kept until the last one is yielded.
    let mut held: Vec<_> = world.query_mut::<(Entity, &mut C, &mut Mapped, &mut A)>().into_iter().collect();
    for (entity, c, mapped, a) in &mut held {
        (c.0, mapped.0) = (c.0 ^ a.0, mapped.0.wrapping_add(c.0));
        visits.push(("held", *entity, c.0, mapped.0));
    }
    world.query_mut::<(Entity, Mut<'_, C>, &mut A)>().into_iter().for_each(|(entity, mut c, a)| {
        (c.0, a.0) = (a.0, c.0);
        visits.push(("tracked", entity, a.0, c.0));
    });
    for (entity, mapped, c) in world.query_mut::<(Entity, &mut Mapped, &C)>().with::<A>().iter_mut().skip(5).take(40) {
        mapped.0 ^= c.0;
        visits.push(("some", entity, mapped.0, c.0));
    }
    // A group, whose storages have other entities behind it.
    for (entity, a, b, c) in world.query_mut::<(Entity, &mut A, &mut B, &mut C)>() {
        (a.0, b.0, c.0) = (b.0, c.0 ^ a.0, a.0);
        visits.push(("prefix", entity, a.0, c.0));
    }
    for (entity, past, mapped) in world.query_mut::<(Entity, &Past<Kept>, &mut Mapped)>() {
        mapped.0 = mapped.0.wrapping_add(past.0);
        visits.push(("past", entity, past.0, mapped.0));
    }
    for (entity, kept, c) in world.query_mut::<(Entity, &mut Kept, &mut C)>() {
        (kept.0, c.0) = (kept.0.wrapping_add(c.0), kept.0);
        visits.push(("present", entity, kept.0, c.0));
    }
    for (entity, a, holed) in world.query_mut::<(Entity, &mut A, &mut Holed)>() {
        (a.0, holed.0) = (holed.0, a.0);
        visits.push(("by entity", entity, a.0, holed.0));
    }
    visits
}

/// Compares runs with those of a clone, whose first run looks up all positions.
fn assert_agrees_with_a_clone(world: &mut World, what: &str) {
    // Cached positions that were used in only a few runs are cached again only after some runs without a change.
    for run in 0..8 {
        let mut clone = world.clone();
        assert_eq!(visits(world), visits(&mut clone), "{what}, run {run}");
        assert_eq!(values(world), values(&mut clone), "{what}, after run {run}");
    }
    world.check_invariants().expect("the world is consistent");
}

type Values = (Entity, Option<A>, Option<B>, Option<C>, Option<Mapped>);

fn values(world: &mut World) -> Vec<Values> {
    let all = world.query::<(Entity, Option<&A>, Option<&B>, Option<&C>, Option<&Mapped>)>();
    all.iter().map(|(entity, a, b, c, m)| (entity, a.cloned(), b.cloned(), c.cloned(), m.cloned())).collect()
}

type Change = fn(&mut World, &[Entity]);

const CHANGES: [(&str, Change); 20] = [
    ("nothing", |_, _| {}),
    ("insert", |world, entities| world.insert(entities[3], C(1)).expect("the entity is alive")),
    ("insert into a map", |world, entities| world.insert(entities[2], Mapped(1)).expect("the entity is alive")),
    ("insert by entity", |world, entities| world.insert(entities[2], Holed(1)).expect("the entity is alive")),
    ("replace", |world, entities| world.insert(entities[4], C(77)).expect("the entity is alive")),
    ("remove", |world, entities| _ = world.remove::<C>(entities[4]).expect("the entity is alive")),
    ("remove from a map", |world, entities| _ = world.remove::<Mapped>(entities[4]).expect("the entity is alive")),
    ("remove by entity", |world, entities| _ = world.remove::<Holed>(entities[4]).expect("the entity is alive")),
    ("remove and insert", |world, entities| {
        let c = world.remove::<C>(entities[4]).expect("the entity is alive").expect("the entity has the component");
        world.insert(entities[4], c).expect("the entity is alive");
    }),
    ("leave a group", |world, entities| _ = world.remove::<B>(entities[5]).expect("the entity is alive")),
    ("despawn", |world, entities| world.despawn(entities[5]).expect("the entity is alive")),
    ("spawn", |world, _| _ = world.spawn((A(1), C(2), Mapped(3)))),
    ("spawn a batch", |world, _| _ = world.spawn_batch((0..70).map(|n| (A(n), B(n), C(n))))),
    ("sort", |world, _| world.sort_by::<C>(|a, b| b.0.cmp(&a.0))),
    ("sort a group", |world, _| world.sort_by::<B>(|a, b| b.0.cmp(&a.0))),
    ("tidy", |world, _| _ = world.tidy()),
    ("tidy and sort", |world, _| {
        world.tidy();
        world.sort_by::<C>(|a, b| b.0.cmp(&a.0));
    }),
    ("tidy a little", |world, _| _ = world.tidy_within(5)),
    ("shrink", |world, _| world.shrink_to_fit()),
    ("clear", |world, _| world.clear()),
];

#[test]
fn iterations_after_any_change_agree_with_those_of_a_clone() {
    for count in [0, 1, 2, 3, 32, 47, 48, 50, 64, 65, 95, 96, 97, 300] {
        for (what, change) in CHANGES.iter().skip(if count < 6 { 11 } else { 0 }) {
            let (mut world, entities) = filled(count);
            assert_agrees_with_a_clone(&mut world, "filled");
            change(&mut world, &entities);
            assert_agrees_with_a_clone(&mut world, what);
        }
    }
}

#[test]
fn walks_agree_after_each_of_many_changes_in_turn() {
    let (mut world, entities) = filled(300);
    for (what, change) in CHANGES[..19].iter().chain(&CHANGES[13..18]).filter(|(what, _)| *what != "remove and insert")
    {
        if world.contains(entities[5]) || *what != "leave a group" {
            change(&mut world, &entities);
        }
        let mut clone = world.clone();
        assert_eq!(visits(&mut world), visits(&mut clone), "at once after {what}");
    }
}

#[test]
fn a_change_in_the_middle_of_a_run_is_seen_by_the_walks_after_it() {
    let (mut world, entities) = filled(200);
    for entity in entities {
        assert_agrees_with_a_clone(&mut world, "before");
        world.resources.due.0 = Some(entity);
        assert_agrees_with_a_clone(&mut world, "a change in the middle");
    }
}

mod crossed {
    //! A group that owns some of its components, and looks up another one.

    use super::{A, B, Mapped, Visits};
    use ecs_world::prelude::*;

    /// The entity that gains or loses B, and so enters or leaves the group, in the middle of the next run.
    #[derive(Debug, Clone, Default)]
    pub struct Crossing(pub Option<(Entity, bool)>);

    #[system]
    fn cross(crossing: &mut Crossing, commands: &mut Commands<World>) {
        match crossing.0.take() {
            Some((entity, true)) => commands.insert(entity, B(9)),
            Some((entity, false)) => commands.remove::<B>(entity),
            None => {}
        }
    }

    #[system]
    fn grouped(visits: &mut Visits, entity: Entity, a: &A, b: &mut B, mapped: &Mapped) {
        b.0 = b.0.wrapping_mul(5).wrapping_add(a.0 ^ mapped.0);
        visits.0.push(("grouped", entity, b.0, mapped.0));
    }

    ecs_world! {
        #[derive(Clone)]
        pub struct World;
        components: A, B, #[storage(hash_map)] Mapped;
        resources: Visits, Crossing;
        systems: cross, sync, grouped;
    }
}

/// The first entity behind a group enters it without a swap, and the last entity of a group leaves it without one: the number of entities
/// changes, but no position in the first storage and no looked-up position does.
#[test]
fn a_group_that_grows_or_shrinks_in_the_middle_of_a_run_is_walked_to_its_end() {
    let visits = |world: &mut crossed::World| {
        world.run_sequential();
        std::mem::take(&mut world.resources.visits.0)
    };
    // Values in the same order as the entities, and in another one.
    for step in [1, 11] {
        let mut filled = crossed::World::default();
        let entities: Vec<_> = (0..200).map(|n| filled.spawn((A(n), Mapped(n * 10)))).collect();
        for n in (0..160).map(|n| n * step % 200) {
            filled.insert(entities[n], B(100)).expect("the entity is alive");
        }
        for entity in entities {
            let mut world = filled.clone();
            (0..4).for_each(|_| _ = visits(&mut world));
            let enters = !world.has::<B>(entity);
            world.resources.crossing.0 = Some((entity, enters));
            let mut clone = world.clone();
            assert_eq!(visits(&mut world), visits(&mut clone), "{entity:?} enters: {enters}");
            assert_eq!(world.has::<B>(entity), enters, "{entity:?}");
        }
    }
}

#[test]
fn swapped_worlds_visit_their_own_entities() {
    // The same number of swaps in each, of different entities: the same addresses and the same number of changes.
    let (mut one, entities) = filled(100);
    let mut two = one.clone();
    for (world, first) in [(&mut one, 10), (&mut two, 40)] {
        for entity in [entities[first], entities[first + 1]] {
            let c = world.remove::<C>(entity).expect("the entity is alive").map_or(C(0), |c| c);
            world.insert(entity, c).expect("the entity is alive");
        }
    }
    for _ in 0..3 {
        visits(&mut one);
        visits(&mut two);
    }
    for _ in 0..3 {
        std::mem::swap(&mut one, &mut two);
        assert_agrees_with_a_clone(&mut one, "swapped");
        assert_agrees_with_a_clone(&mut two, "swapped");
        std::mem::swap(&mut one.columns().c, &mut two.columns().c);
        assert_agrees_with_a_clone(&mut one, "with columns swapped");
        one.clone_from(&two);
        assert_agrees_with_a_clone(&mut one, "cloned from another");
        one.remove::<C>(entities[10]).expect("the entity is alive");
        let moved = Box::new(std::mem::take(&mut one));
        one = *moved;
        assert_agrees_with_a_clone(&mut one, "moved");
    }
}

#[test]
fn bounds_of_an_iterator_at_cached_positions_shrink_with_each_item() {
    for count in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 200] {
        let mut world = World::default();
        let entities: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
        for entity in entities.iter().rev() {
            world.insert(*entity, C(1)).expect("the entity is alive");
        }
        for _ in 0..5 {
            let mut items = world.query_mut::<(&mut A, &mut C)>().into_iter();
            for left in (0..entities.len()).rev() {
                assert!(items.next().is_some(), "{left} are left of {count}");
                assert!(items.size_hint().0 <= left && items.size_hint().1 == Some(left), "{left} left of {count}");
            }
            assert!(items.next().is_none() && items.next().is_none(), "{count} were visited");
            assert_eq!(items.size_hint(), (0, Some(0)), "{count} were visited");
        }
    }
}
