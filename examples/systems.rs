//! Parameters of systems: components per entity, whole queries, filters, `exchange`: `cargo run --example systems`.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Place(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hunger(u32);
/// The activity of a worker is one of two components; `exchange` replaces one by the other.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Idle;
#[derive(Debug, Clone, Copy, PartialEq)]
struct Working {
    at: Entity,
}
#[derive(Debug, Clone, Copy, PartialEq)]
struct Field {
    corn: u32,
}

/// Runs per entity, since it takes components: it is called for each idle worker. The query is another parameter, which contains all fields
/// in each call.
#[system(with(Idle))]
fn hire(
    worker: Entity,
    place: &Place,
    fields: Query<'_, World, (Entity, &Place, &Field)>,
    commands: &mut Commands<World>,
) {
    let ripe = fields.into_iter().filter(|(.., field)| field.corn > 0);
    if let Some((at, ..)) = ripe.min_by_key(|(_, other, _)| (other.0 - place.0).abs()) {
        // One structural change in place of two: views that the worker matches before and after it are not left.
        commands.exchange::<Idle, _>(worker, Working { at });
    }
}

/// Looks an entity up in a query. `fields` is taken by value, and is `mut` because it is borrowed mutably to yield `&mut Field`.
#[system]
fn harvest(
    worker: Entity,
    work: &Working,
    hunger: &mut Hunger,
    mut fields: Query<'_, World, &mut Field>,
    commands: &mut Commands<World>,
) {
    match fields.get_mut(work.at) {
        Some(field) if field.corn > 0 => {
            field.corn -= 1;
            hunger.0 = hunger.0.saturating_sub(2);
        }
        _ => commands.exchange::<Working, _>(worker, Idle),
    }
}

/// Runs once, since it takes only queries. A filter consumes the query and returns a smaller one; `reborrow` keeps it for another filter.
#[system]
fn tire(mut all: Query<'_, World, &mut Hunger>) {
    for hunger in all.reborrow().with::<Working>() {
        hunger.0 += 2;
    }
    for hunger in all.without::<Working>() {
        hunger.0 += 1;
    }
}

ecs_world! {
    components: Place, Hunger, Idle, Working, Field;
    systems: hire, sync, harvest, tire;
    queries: (Hunger);
}

fn main() {
    let mut world = World::default();
    let near = world.spawn((Place(1), Field { corn: 3 }));
    world.spawn((Place(9), Field { corn: 1 }));
    let workers = world.spawn_batch([0, 2].map(|place| (Place(place), Hunger(0), Idle)));

    // At the end of each run, storages are tidied: at most 100 values per run are brought into a common order.
    world.set_tidy_budget(Some(100));
    for day in 1..=4 {
        world.run();
        let corn = world.get::<Field>(near).map_or(0, |field| field.corn);
        let hunger: Vec<_> = world.query_hunger().iter().map(|(_, hunger)| hunger.0).collect();
        println!("day {day}: {corn} corn nearby, hunger {hunger:?}");
    }
    let left: u32 = world.query::<&Field>().iter().map(|field| field.corn).sum();
    assert_eq!(left, 0);
    assert!(workers.iter().all(|worker| world.has::<Hunger>(*worker)));
    println!("{}", World::PLAN);
}
