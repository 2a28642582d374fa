use ecs_world::prelude::*;

struct Position(f32);
struct Hit(u32);

ecs_world! {
    components: Position;
    events: Hit;
}

fn send_position<W: HasEvents<Position>>(world: &mut W) {
    world.events_mut().send(Position(1.0));
}

fn main() {
    send_position(&mut World::default());
}
