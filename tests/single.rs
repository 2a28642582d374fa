//! `into_single` and `into_get`, whose items outlive the query, and `contains`.

#[path = "common/components.rs"]
mod components;

use components::Health;
use ecs_world::SingleError;
use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
struct Asleep;

ecs_world! {
    components: Health, Asleep;
    queries: (Health, without(Asleep));
}

/// A world with `entities` entities, each with a value of health.
fn filled(entities: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = world.spawn_batch((0..entities).map(Health)).to_vec();
    (world, entities)
}

#[test]
fn a_single_item_can_be_taken_out_of_a_query_in_one_expression() {
    let (mut world, entities) = filled(1);
    let health = world.query_mut::<&mut Health>().into_single().unwrap();
    health.0 += 7;
    let (_, health) = world.query_health_without_asleep_mut().into_single().unwrap();
    health.0 += 10;
    assert_eq!(world.query::<&Health>().into_single(), Ok(&Health(17)));
    assert_eq!(world.get(entities[0]), Some(&Health(17)));
}

#[test]
fn a_single_item_is_none_or_many_unless_exactly_one_entity_matches() {
    for (entities, expected) in
        [(0, Err(SingleError::None)), (1, Ok(0)), (2, Err(SingleError::Many)), (3, Err(SingleError::Many))]
    {
        let (mut world, _) = filled(entities);
        assert_eq!(world.query_mut::<&mut Health>().into_single().map(|health| health.0), expected);
        assert_eq!(world.query_mut::<&mut Health>().single_mut().map(|health| health.0), expected);
    }
}

#[test]
fn an_item_by_entity_respects_filters_and_despawns() {
    let (mut world, entities) = filled(3);
    world.insert(entities[1], Asleep).unwrap();
    world.despawn(entities[2]).unwrap();
    for (entity, expected) in entities.iter().zip([Some(0), None, None]) {
        let query = world.query_mut::<&mut Health>().without::<Asleep>();
        assert_eq!(query.into_get(*entity).map(|health| health.0), expected);
        assert_eq!(world.query_health_without_asleep_mut().into_get(*entity).map(|(_, health)| health.0), expected);
        assert_eq!(world.query_health_without_asleep().into_get(*entity).map(|(_, health)| health.0), expected);
    }
}

#[test]
fn a_query_contains_what_it_finds() {
    for count in [0, 1, 2, 3, 70] {
        let (mut world, entities) = filled(count);
        let bare = world.spawn(());
        for entity in entities.iter().step_by(2) {
            world.insert(*entity, Asleep).unwrap();
        }
        for entity in entities.iter().step_by(3) {
            world.despawn(*entity).unwrap();
        }
        let reused = world.spawn(Asleep);
        let all: Vec<_> = entities.iter().copied().chain([bare, reused]).collect();
        for entity in all {
            let is_found = world.query_health_without_asleep().iter().any(|(found, _)| found == entity);
            assert_eq!(world.query_health_without_asleep().contains(entity), is_found);
            assert_eq!(world.query_health_without_asleep_mut().contains(entity), is_found);
            assert_eq!(world.query_mut::<&mut Health>().without::<Asleep>().contains(entity), is_found);
            let has_health = world.get::<Health>(entity).is_some();
            assert_eq!(world.query::<&Health>().contains(entity), has_health);
            assert_eq!(world.query::<(Entity, Option<&Asleep>, &Health)>().contains(entity), has_health);
            let both = has_health && world.has::<Asleep>(entity);
            assert_eq!(world.query::<&Health>().with::<Asleep>().contains(entity), both);
            assert_eq!(world.query::<(&Health, &Asleep)>().contains(entity), both);
            assert_eq!(world.query::<Option<&Health>>().contains(entity), world.contains(entity));
        }
    }
}

#[test]
fn asking_what_a_query_contains_borrows_nothing_of_it() {
    let (mut world, entities) = filled(2);
    let mut query = world.query_mut::<(Entity, &mut Health)>();
    let shared = &query;
    assert!(entities.iter().all(|entity| shared.contains(*entity)));
    query.for_each(|(_, health)| health.0 += 1);
    assert!(query.contains(entities[1]));
    assert_eq!(world.get(entities[0]), Some(&Health(1)));
}
