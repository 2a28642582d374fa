//! Finding entities: named queries, ad-hoc queries, filters, single entities: `cargo run --example queries`.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Name(&'static str);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Health(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Poisoned(i32);
/// A tag: it has no size, and only its presence matters.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Immune;

ecs_world! {
    components: Name, Health, Poisoned, Immune;
    // Each entry generates two methods, and a view of its entities that the world keeps up to date.
    queries: (Health, Poisoned, without(Immune)), (Name);
}

fn main() {
    let mut world = World::default();
    let ada = world.spawn((Name("Ada"), Health(10)));
    let bob = world.spawn((Name("Bob"), Health(10), Poisoned(3)));
    let eve = world.spawn((Name("Eve"), Health(10), Poisoned(3), Immune));

    // A named query: entity first, then the components. With `_mut`, all of them can be changed.
    for (entity, health, poisoned) in world.query_health_poisoned_without_immune_mut() {
        health.0 -= poisoned.0;
        println!("{entity} is poisoned: {health:?} left");
    }
    assert_eq!(world.get::<Health>(bob), Some(&Health(7)));
    assert_eq!(world.get::<Health>(eve), Some(&Health(10)));

    // An ad-hoc query takes references, options and the entity, in any order.
    for (name, poisoned) in world.query::<(&Name, Option<&Poisoned>)>() {
        println!("{}: {poisoned:?}", name.0);
    }

    // `query_mut` borrows the world mutably, to write.
    for (health, poisoned) in world.query_mut::<(&mut Health, Option<&Poisoned>)>() {
        if poisoned.is_none() {
            health.0 = health.0.min(10);
        }
    }

    // Filters test for components without borrowing them.
    let healthy: Vec<_> = world.query::<&Name>().with::<Health>().without::<Poisoned>().iter().collect();
    assert_eq!(healthy, [&Name("Ada")]);
    let special = world.query::<Entity>().any::<(Poisoned, Immune)>().iter().count();
    assert_eq!(special, 2);

    // One entity of a query, or the only one.
    assert!(world.query_name().get(ada).is_some());
    assert_eq!(world.query::<(Entity, &Immune)>().single().map(|(entity, _)| entity), Ok(eve));

    // Several components of one entity, or one component of several entities, at once.
    let (health, poisoned) = world.get_components::<(&mut Health, &mut Poisoned)>(bob).unwrap();
    (health.0, poisoned.0) = (health.0 + 1, poisoned.0 - 1);
    let [first, second] = world.get_disjoint_mut::<Health, 2>([ada, eve]).unwrap();
    std::mem::swap(first, second);

    // Columns: plain slices, borrowed separately, to iterate in any way.
    let mut columns = world.columns();
    for (health, poisoned) in (&mut columns.health, &columns.poisoned).join() {
        health.0 -= poisoned.0;
    }
    println!("{:?}", columns.health.as_slice());
    let left = [ada, bob, eve].map(|entity| world.get::<Health>(entity).copied());
    assert_eq!(left, [10, 6, 7].map(|health| Some(Health(health))));
}
