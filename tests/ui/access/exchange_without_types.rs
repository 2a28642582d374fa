use ecs_world::prelude::*;

#[derive(Debug)]
struct Walking;
#[derive(Debug)]
struct Falling;

ecs_world! {
    components: Walking, Falling;
}

fn main() {
    let mut world = World::default();
    let hero = world.spawn(Walking);
    let _ = world.exchange(hero, Falling);
}
