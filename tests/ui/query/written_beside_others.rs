use ecs_world::prelude::*;

struct Position(f32);

ecs_world! {
    components: #[storage(vec)] Position;
}

fn main() {
    let mut world = World::default();
    world.query_mut::<&mut Position>().for_each_with(|position, others| {
        position.0 += others.iter().map(|other| other.0).sum::<f32>();
    });
}
