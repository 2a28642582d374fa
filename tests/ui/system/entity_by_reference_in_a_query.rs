use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);

#[system]
fn count(alive: Query<'_, Game, (&Entity, &Health)>) {
    for (entity, health) in &alive {
        println!("{entity:?}: {}", health.0);
    }
}

#[system]
fn find(alive: Query<'_, Game, Option<&Entity>>) {
    println!("{}", alive.iter().count());
}

ecs_world! {
    struct Game;
    components: Health;
    systems: count, find;
}

fn main() {}
