//! What a system can take: components per entity, whole queries, filters, `exchange`: `cargo run --example systems`.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Place(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hunger(u32);
/// What a worker does is one of two components; `exchange` passes from one to the other.
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

/// Per entity, since it takes components: `run` is called for each worker that is idle. The query is another parameter, with all
/// fields, at each call.
#[system(with(Idle))]
fn hire(
    worker: Entity,
    place: &Place,
    fields: Query<'_, World, (Entity, &Place, &Field)>,
    commands: &mut Commands<World>,
) {
    let ripe = fields.into_iter().filter(|(.., field)| field.corn > 0);
    if let Some((at, ..)) = ripe.min_by_key(|(_, other, _)| (other.0 - place.0).abs()) {
        // One change in place of two: views that a worker satisfies before and after it are not left.
        commands.exchange::<Idle, _>(worker, Working { at });
    }
}

/// Looks an entity up in a query. `fields` is taken by value, and `mut` to hand out what it has to change.
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

/// Once per run, since it takes queries alone. A filter takes the query and gives a smaller one; `reborrow` keeps it for another.
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

    // The values of workers and fields are brought into one order at the end of each run, 100 of them at most.
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
