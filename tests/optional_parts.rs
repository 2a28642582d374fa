//! Optional parts of bundles: `Option<C>` in tuples and structs, inserted, removed, exchanged and commanded.
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;
use ecs_world::{ChangeErrorKind, Holds};

#[derive(Debug, Clone, PartialEq)]
struct A(u32);
#[derive(Debug, Clone, PartialEq)]
struct B(u32);
#[derive(Debug, Clone, PartialEq)]
struct C(u32);

#[derive(Debug, Clone, PartialEq, Bundle)]
struct Kit {
    a: A,
    b: Option<B>,
}

/// What callbacks recorded, in order.
#[derive(Debug, Default)]
struct Story(Vec<String>);

/// Declares a system that records when entities enter and leave its view.
macro_rules! noticing {
    ($name:ident, $text:literal, ($($filter:tt)*): $($C:ty),*) => {
        #[derive(Debug, Default)]
        struct $name;

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
noticing!(HasAb, "AB", (): A, B);
noticing!(HasAWithoutB, "A-B", (without(B)): A);
noticing!(HasAAndAny, "A?BC", (any(B, C)): A);

ecs_world! {
    components: A, B, C;
    resources: Story;
    systems: HasA, HasAb, HasAWithoutB, HasAAndAny;
    groups: (A, B);
}

/// A world without callbacks, in which batches are spawned together.
mod quiet {
    use super::{A, B, C};
    use ecs_world::prelude::*;

    ecs_world! {
        components: A, B, C;
        queries: (A, B), (A, without(B)), (A, any(B, C));
        groups: (A, B);
    }
}

fn story(world: &mut World) -> Vec<String> {
    world.check_invariants().unwrap();
    std::mem::take(&mut world.resources.story.0)
}

#[test]
fn an_optional_part_is_inserted_if_it_is_some() {
    let mut world = World::default();
    let [with, without] = [Some(B(2)), None].map(|b| world.spawn((A(1), b)));
    assert_eq!(story(&mut world), ["A +0", "AB +0", "A?BC +0", "A +1", "A-B +1"]);
    assert_eq!((world.get::<B>(with), world.get::<B>(without)), (Some(&B(2)), None));
    assert!(!world.has::<B>(without));
    assert_eq!(world.query::<(&A, &B)>().iter().count(), 1);
}

#[test]
fn a_derived_bundle_has_optional_fields() {
    let mut world = World::default();
    let with = world.spawn((Kit { a: A(1), b: Some(B(2)) }, C(3)));
    let without = world.spawn(Kit { a: A(1), b: None });
    assert_eq!(world.component_names(with), Some(vec!["A", "B", "C"]));
    assert_eq!(world.component_names(without), Some(vec!["A"]));
    assert_eq!(world.remove::<Kit>(without), Ok(Some(Kit { a: A(1), b: None })));
    assert_eq!(world.remove::<Kit>(with), Ok(Some(Kit { a: A(1), b: Some(B(2)) })));
    assert_eq!(world.remove::<Kit>(with), Ok(None), "the required part is missing");
    world.check_invariants().unwrap();
}

#[test]
fn bundles_of_no_value_spawn_entities_without_components() {
    let mut world = World::default();
    let entities =
        [world.spawn(None::<A>), world.spawn((None::<A>, None::<B>, None::<C>)), world.spawn(((), None::<C>))];
    for entity in entities {
        assert_eq!(world.component_names(entity), Some(vec![]));
    }
    assert!(story(&mut world).is_empty());
}

#[test]
fn inserting_none_leaves_a_component_and_is_no_transition() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2)));
    story(&mut world);
    world.insert(entity, (A(3), None::<B>)).unwrap();
    assert_eq!(world.replace(entity, (None::<A>, Some(B(4)), None::<C>)), Ok((None, Some(B(2)), None)));
    assert!(story(&mut world).is_empty());
    assert_eq!((world.get::<A>(entity), world.get::<B>(entity)), (Some(&A(3)), Some(&B(4))));
    world.insert(entity, (None::<B>, Some(C(5)))).unwrap();
    assert!(story(&mut world).is_empty() && world.has::<C>(entity));
}

#[test]
fn inserted_parts_are_one_transition() {
    let mut world = World::default();
    let entity = world.spawn(());
    assert_eq!(world.replace(entity, (A(1), Some(B(2)), None::<C>)), Ok((None, None, None)));
    assert_eq!(story(&mut world), ["A +0", "AB +0", "A?BC +0"]);
    let lone = world.spawn(A(1));
    story(&mut world);
    world.insert(lone, (Some(B(2)), Some(C(3)))).unwrap();
    assert_eq!(story(&mut world), ["A-B -1", "AB +1", "A?BC +1"]);
}

#[test]
fn removing_a_bundle_does_not_require_its_optional_parts() {
    let mut world = World::default();
    let [both, one, none] =
        [(Some(A(1)), Some(B(2))), (Some(A(1)), None), (None, None)].map(|parts| world.spawn(parts));
    story(&mut world);
    assert_eq!(world.remove::<(A, Option<B>)>(both), Ok(Some((A(1), Some(B(2))))));
    assert_eq!(world.remove::<(A, Option<B>)>(one), Ok(Some((A(1), None))));
    assert_eq!(story(&mut world), ["A -0", "AB -0", "A?BC -0", "A -1", "A-B -1"]);
    assert_eq!(world.remove::<(A, Option<B>)>(none), Ok(None));
    assert_eq!(world.remove::<Option<B>>(none), Ok(Some(None)), "all parts are optional");
    assert_eq!(world.remove_any::<(Option<A>, C)>(none), Ok((None, None)));
    assert!(story(&mut world).is_empty());
}

#[test]
fn an_exchange_has_optional_parts_on_both_sides() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2)));
    story(&mut world);
    assert_eq!(world.exchange::<(B, Option<C>), _>(entity, (Some(C(3)), None::<B>)), Ok((B(2), None)));
    assert_eq!(story(&mut world), ["AB -0", "A-B +0"], "`any` still matches");
    assert_eq!(world.exchange::<Option<B>, _>(entity, Some(B(4))), Ok(None));
    assert_eq!(story(&mut world), ["A-B -0", "AB +0"]);
    assert_eq!(world.exchange::<Option<B>, _>(entity, Some(B(5))), Ok(Some(B(4))), "a replaced value is no transition");
    assert_eq!(world.exchange::<Option<B>, _>(entity, None::<B>), Ok(Some(B(5))));
    assert_eq!(story(&mut world), ["AB -0", "A-B +0"]);
    let refused = world.exchange::<(B, Option<A>), _>(entity, Some(B(6))).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::MissingComponent(entity));
    assert_eq!(refused.into_inner(), Some(B(6)));
}

#[test]
fn a_refused_bundle_comes_back_with_its_optional_parts() {
    let mut world = World::default();
    let dead = world.spawn(());
    world.despawn(dead).unwrap();
    assert_eq!(world.insert(dead, (A(1), Some(B(2)))).unwrap_err().into_inner(), (A(1), Some(B(2))));
    assert!(world.exchange::<A, _>(dead, None::<B>).is_err() && world.remove::<Option<A>>(dead).is_err());
}

/// Spawns `count` bundles, a third of them with both parts, and returns the number of entities in the world and in each view.
fn spawned(count: u32, spawn: impl FnOnce(&mut quiet::World, Vec<(Option<A>, Option<B>)>)) -> [usize; 4] {
    let mut world = quiet::World::default();
    world.spawn((A(0), B(0)));
    let bundles = (0..count).map(|n| ((n % 3 != 1).then_some(A(n)), (n % 3 != 2).then_some(B(n)))).collect();
    spawn(&mut world, bundles);
    world.flush();
    world.check_invariants().unwrap();
    for (entity, a, b) in world.query::<(Entity, &A, &B)>() {
        assert_eq!((a.0, a.0), (b.0, entity.index().saturating_sub(1)), "each value is on its own entity");
    }
    [
        world.len(),
        world.query_a_b().iter().count(),
        world.query_a_without_b().iter().count(),
        world.query_a_any_b_c().iter().count(),
    ]
}

#[test]
fn batches_of_any_size_differ_in_their_optional_parts() {
    for count in [0_u32, 1, 2, 3, 7, 64, 1_000] {
        let (both, first) = (count.div_ceil(3) as usize + 1, (count / 3) as usize);
        let expected = [count as usize + 1, both, first, both];
        assert_eq!(spawned(count, |world, bundles| drop(world.spawn_batch(bundles))), expected);
        assert_eq!(spawned(count, |world, bundles| world.commands().spawn_batch(bundles)), expected);
        let one_by_one = spawned(count, |world, bundles| {
            for bundle in bundles {
                world.commands().spawn(bundle);
            }
        });
        assert_eq!(one_by_one, expected);
        let inserted = spawned(count, |world, bundles| {
            let entities = bundles.iter().map(|_| world.spawn(())).collect::<Vec<_>>();
            world.commands().insert_batch(entities.into_iter().zip(bundles));
        });
        assert_eq!(inserted, expected);
    }
}

#[test]
fn commands_with_optional_parts_keep_their_values_apart() {
    let mut world = World::default();
    let entities = [(); 4].map(|()| world.spawn(()));
    let commands = world.commands();
    commands.insert(entities[0], (None::<B>, A(1)));
    commands.insert(entities[1], (Some(B(2)), None::<A>));
    commands.insert(entities[2], B(3));
    commands.exchange::<Option<A>, _>(entities[3], (Some(B(4)), None::<C>));
    commands.remove::<(A, Option<B>)>(entities[0]);
    commands.insert(entities[0], Some(C(5)));
    let mut more = Commands::default();
    more.insert(entities[3], Kit { a: A(6), b: None });
    world.commands().append(&mut more);
    world.flush();
    assert_eq!(entities.map(|entity| world.get::<B>(entity).map(|b| b.0)), [None, Some(2), Some(3), Some(4)]);
    assert_eq!(entities.map(|entity| world.get::<A>(entity).map(|a| a.0)), [None, None, None, Some(6)]);
    assert_eq!(world.get::<C>(entities[0]), Some(&C(5)));
    assert_eq!(world.dropped_commands(), 0);
    world.check_invariants().unwrap();
}

#[test]
fn a_spawner_spawns_optional_parts() {
    let mut world = World::default();
    let mut spawner = world.spawner();
    let [with, without] = [Some(B(2)), None].map(|b| spawner.spawn((A(1), b)));
    world.flush();
    assert!(world.has::<B>(with) && world.has::<A>(without) && !world.has::<B>(without));
}

#[test]
fn library_code_gives_optional_parts_to_worlds_that_hold_the_component() {
    fn spawn<W: Holds<A> + Holds<B>>(world: &mut W, b: Option<B>) -> Entity {
        world.spawn((A(1), b))
    }
    let mut world = World::default();
    let entities = [None, Some(B(2))].map(|b| spawn(&mut world, b));
    assert_eq!(entities.map(|entity| world.has::<B>(entity)), [false, true]);
}

#[test]
fn nothing_is_reserved_for_optional_parts() {
    let mut world = World::default();
    world.reserve::<(A, Option<B>)>(1_000);
    world.spawn((A(1), Some(B(2))));
    world.check_invariants().unwrap();
}
