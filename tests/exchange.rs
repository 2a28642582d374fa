//! `exchange` removes some components and inserts others in one transition, and `remove_any` removes those that the entity has: through
//! worlds, commands and library code.
#![allow(missing_docs, unreachable_pub, reason = "the sets and worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

use ecs_world::ChangeErrorKind::{MissingComponent, NoSuchEntity};
use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub struct A(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct B(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct C(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct D(u32);

/// The callbacks of all systems, in order.
#[derive(Debug, Default)]
pub struct Story(Vec<String>);

/// A system that records the entities that enter and leave its view.
macro_rules! noticing {
    ($name:ident, $text:literal, ($($filter:tt)*): $($C:ty),*) => {
        #[derive(Debug, Default)]
        pub struct $name;

        #[system($($filter)*)]
        impl $name {
            fn run(&self $(, _: &$C)*) {}

            fn on_added(&self, entity: Entity, story: &mut Story) {
                story.0.push(format!("{} +{}", $text, entity.index()));
            }

            fn on_removed(&self, entity: Entity, story: &mut Story) {
                story.0.push(format!("{} -{}", $text, entity.index()));
            }
        }
    };
}

noticing!(HasA, "A", (): A);
noticing!(HasB, "B", (): B);
noticing!(HasAb, "AB", (): A, B);
noticing!(HasAc, "AC", (): A, C);
noticing!(HasAWithoutB, "A-B", (without(B)): A);
noticing!(HasAWithoutC, "A-C", (without(C)): A);
noticing!(HasAAndAny, "A?CD", (any(C, D)): A);

ecs_world! {
    components: A, B, C, D;
    resources: Story;
    systems: HasA, HasB, HasAb, HasAc, HasAWithoutB, HasAWithoutC, HasAAndAny;
    groups: (A, B);
    queries: (A, B);
}

fn story(world: &mut World) -> Vec<String> {
    world.check_invariants().unwrap();
    std::mem::take(&mut world.resources.story.0)
}

#[test]
fn an_exchange_removes_and_inserts_in_one_transition() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2)));
    story(&mut world);
    assert_eq!(world.exchange::<B, _>(entity, C(3)), Ok(B(2)));
    assert_eq!(story(&mut world), ["B -0", "AB -0", "A-C -0", "AC +0", "A-B +0", "A?CD +0"]);
    assert_eq!(world.exchange::<C, _>(entity, D(4)), Ok(C(3)));
    assert_eq!(story(&mut world), ["AC -0", "A-C +0"], "one of `any` replaces another: still a match");
    assert_eq!(world.exchange::<(A, D), _>(entity, (A(5), B(6))), Ok((A(1), D(4))));
    assert_eq!(
        story(&mut world),
        ["A-B -0", "A?CD -0", "B +0", "AB +0"],
        "a replaced component is neither removed nor added"
    );
    assert_eq!((world.get::<A>(entity), world.get::<B>(entity)), (Some(&A(5)), Some(&B(6))));
    assert_eq!((world.get::<C>(entity), world.get::<D>(entity)), (None, None));
}

#[test]
fn an_exchange_with_an_empty_bundle_only_inserts_or_removes() {
    let mut world = World::default();
    let entity = world.spawn(());
    assert_eq!(world.exchange::<(), _>(entity, ()), Ok(()));
    assert_eq!(world.exchange::<(), _>(entity, (A(1), B(2))), Ok(()));
    assert_eq!(story(&mut world), ["A +0", "B +0", "AB +0", "A-C +0"]);
    assert_eq!(world.exchange::<(B, A), _>(entity, ()), Ok((B(2), A(1))));
    assert_eq!(story(&mut world), ["A -0", "B -0", "AB -0", "A-C -0"]);
}

#[test]
fn an_exchange_of_the_same_components_is_no_transition() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2), C(3)));
    story(&mut world);
    assert_eq!(world.exchange::<(A, C), _>(entity, (C(30), A(10))), Ok((A(1), C(3))));
    assert_eq!(
        world.exchange::<A, _>(entity, (A(11), B(20))),
        Ok(A(10)),
        "a value that is replaced and not removed is dropped"
    );
    assert_eq!(story(&mut world), [""; 0]);
    let values = (world.get::<A>(entity), world.get::<B>(entity), world.get::<C>(entity));
    assert_eq!(values, (Some(&A(11)), Some(&B(20)), Some(&C(30))));
}

#[test]
fn replaced_values_keep_their_places_in_groups() {
    for exchanged in 0..4_u32 {
        let mut world = World::default();
        let entities = world.spawn_batch((0..4).map(|n| (A(n), B(n)))).into_vec();
        let outside = world.spawn((A(7), C(7)));
        let entity = entities[exchanged as usize];
        assert_eq!(world.exchange::<(A, B), _>(entity, (B(40), A(40), D(0))), Ok((A(exchanged), B(exchanged))));
        world.check_invariants().unwrap();
        let found: Vec<_> = world.query_a_b().iter().map(|(entity, a, b)| (entity, a.0, b.0)).collect();
        let expected = (0..4).zip(&entities).map(|(n, entity)| {
            let n = if n == exchanged { 40 } else { n };
            (*entity, n, n)
        });
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(world.get::<A>(outside), Some(&A(7)));
    }
}

mod stored {
    use super::*;

    ecs_world! {
        pub struct Stored;
        components: #[storage(hash_map)] A, #[storage(btree_map)] B, #[storage(vec)] C, #[storage(packed)] D;
    }
}

#[test]
fn replaced_values_keep_their_places_in_every_kind_of_storage() {
    let mut world = stored::Stored::default();
    let entities = world.spawn_batch((0..5).map(|n| (A(n), B(n), C(n), D(n)))).into_vec();
    let bundle = (D(10), C(10), B(10), A(10));
    let (D(1), C(1), B(1), A(1)) = world.exchange::<(D, C, B, A), _>(entities[1], bundle).unwrap() else { panic!() };
    world.check_invariants().unwrap();
    let expected = [0, 10, 2, 3, 4];
    assert!(world.query::<&A>().iter().map(|it| it.0).eq(expected));
    assert!(world.query::<&B>().iter().map(|it| it.0).eq(expected));
    assert!(world.query::<&C>().iter().map(|it| it.0).eq(expected));
    assert!(world.query::<&D>().iter().map(|it| it.0).eq(expected));
}

#[test]
fn an_exchange_that_is_refused_changes_nothing_and_returns_the_bundle() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2)));
    story(&mut world);
    let refused = world.exchange::<(A, C), _>(entity, (C(3), A(4))).unwrap_err();
    assert_eq!(refused.to_string(), "entity 0v1 lacks a component that was to be removed");
    assert_eq!((refused.kind, refused.value), (MissingComponent(entity), (C(3), A(4))));
    assert_eq!((world.get::<A>(entity), world.get::<C>(entity)), (Some(&A(1)), None));
    assert_eq!(story(&mut world), [""; 0]);
    world.despawn(entity).unwrap();
    let refused = world.exchange::<A, _>(entity, B(5)).unwrap_err();
    assert_eq!(refused.kind, NoSuchEntity(entity));
    assert_eq!(refused.to_string(), world.despawn(entity).unwrap_err().to_string());
    assert_eq!(refused.into_inner(), B(5));
}

#[test]
fn a_commanded_exchange_happens_at_the_next_sync_in_order() {
    let mut world = World::default();
    let [one, two, gone] = [1, 2, 3].map(|n| world.spawn(A(n)));
    world.commands().exchange::<A, _>(one, B(10));
    world.commands().exchange::<B, _>(one, (C(100), D(100)));
    world.commands().exchange::<(A, B), _>(two, C(20));
    world.commands().despawn(gone);
    world.commands().exchange::<A, _>(gone, B(30));
    assert_eq!((world.commands().len(), world.get::<A>(one)), (5, Some(&A(1))));
    world.flush();
    assert_eq!((world.get::<A>(one), world.get::<B>(one)), (None, None));
    assert_eq!((world.get::<C>(one), world.get::<D>(one)), (Some(&C(100)), Some(&D(100))));
    assert_eq!((world.get::<A>(two), world.get::<C>(two)), (Some(&A(2)), None), "a component to remove is missing");
    assert_eq!(world.dropped_commands(), 2, "one entity lacked a component, and one was dead");
    world.check_invariants().unwrap();
}

/// Library code is generic over the world.
fn swap_states<W: Has<A> + Has<B>>(world: &mut W, entity: Entity) -> Option<u32> {
    world.exchange::<A, B>(entity, B(1)).ok().map(|a| a.0)
}

#[test]
fn library_code_exchanges_components_of_any_world() {
    let (mut world, mut stored) = (World::default(), stored::Stored::default());
    let (first, second) = (world.spawn(A(5)), stored.spawn(A(6)));
    assert_eq!((swap_states(&mut world, first), swap_states(&mut stored, second)), (Some(5), Some(6)));
    assert_eq!((swap_states(&mut world, first), stored.get::<B>(second)), (None, Some(&B(1))));
}

#[derive(Debug, Clone, PartialEq, Bundle)]
struct Both {
    b: B,
    rest: (C, D),
}

#[test]
fn remove_any_removes_the_present_components_in_one_transition() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2), C(3)));
    story(&mut world);
    assert_eq!(world.remove_any::<(B, (C, D))>(entity), Ok((Some(B(2)), (Some(C(3)), None))));
    assert_eq!(story(&mut world), ["B -0", "AB -0", "AC -0", "A?CD -0", "A-B +0", "A-C +0"]);
    assert_eq!(world.remove_any::<Both>(entity), Ok((None, (None, None))), "the entity has none of the components");
    assert_eq!(world.remove_any::<()>(entity), Ok(()));
    assert_eq!(story(&mut world), [""; 0]);
    assert_eq!(world.remove_any::<A>(entity), Ok(Some(A(1))));
    assert_eq!(story(&mut world), ["A -0", "A-B -0", "A-C -0"]);
    assert!(world.contains(entity), "an entity without components is still alive");
}

#[test]
fn remove_any_returns_the_present_parts_of_a_bundle() {
    for present in 0..8_u32 {
        let has = |bit: u32| present & 1 << bit != 0;
        let mut world = World::default();
        let neighbours = world.spawn_batch((0..3).map(|n| (A(n), B(n), C(n), D(n)))).into_vec();
        let entity = world.spawn(A(7));
        let (b, c, d) = (has(0).then_some(B(1)), has(1).then_some(C(2)), has(2).then_some(D(3)));
        b.clone().map(|b| world.insert(entity, b)).transpose().unwrap();
        c.clone().map(|c| world.insert(entity, c)).transpose().unwrap();
        d.clone().map(|d| world.insert(entity, d)).transpose().unwrap();
        assert_eq!(world.remove_any::<Both>(entity), Ok((b, (c, d))));
        world.check_invariants().unwrap();
        assert_eq!(world.component_names(entity), Some(vec!["A"]));
        assert!((0..3).zip(&neighbours).all(|(n, other)| world.get(*other) == Some(&D(n))));
    }
}

#[test]
fn remove_any_of_a_dead_entity_is_refused() {
    let mut world = World::default();
    let entity = world.spawn(A(1));
    world.despawn(entity).unwrap();
    let other = world.spawn(A(2));
    assert_eq!(world.remove_any::<(A, B)>(entity).unwrap_err().kind, NoSuchEntity(entity));
    assert_eq!(world.get::<A>(other), Some(&A(2)));
}

#[test]
fn a_commanded_remove_any_happens_at_the_next_sync() {
    let mut world = World::default();
    let [one, two, three, gone] = [1, 2, 3, 4].map(|n| world.spawn(A(n)));
    world.insert(two, B(20)).unwrap();
    world.commands().remove_any::<(A, B)>(one);
    world.commands().remove_any_batch::<(A, B)>([two, three, gone]);
    world.commands().despawn(gone);
    world.commands().remove_any::<A>(gone);
    assert_eq!(world.commands().len(), 6);
    assert_eq!(world.get::<A>(one), Some(&A(1)));
    world.flush();
    assert!([one, two, three].into_iter().all(|entity| world.component_names(entity).unwrap().is_empty()));
    assert_eq!(world.dropped_commands(), 1, "commands for missing components are not dropped");
    world.check_invariants().unwrap();
}

/// Library code is generic over the world.
fn strip<W: Has<A> + Has<B>>(world: &mut W, entity: Entity) -> Option<(Option<A>, Option<B>)> {
    world.remove_any::<(A, B)>(entity).ok()
}

#[test]
fn library_code_removes_present_components_in_any_world() {
    let (mut world, mut stored) = (World::default(), stored::Stored::default());
    let (first, second) = (world.spawn(A(5)), stored.spawn((B(6), C(7))));
    assert_eq!(strip(&mut world, first), Some((Some(A(5)), None)));
    assert_eq!(strip(&mut stored, second), Some((None, Some(B(6)))));
}
