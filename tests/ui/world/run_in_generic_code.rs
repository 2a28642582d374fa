use ecs_world::EcsWorld;

// Only worlds that were declared have these methods.
fn advance<W: EcsWorld>(world: &mut W) {
    world.run();
}

fn tell<W: EcsWorld>(world: &mut W) {
    world.send(3);
}

fn main() {}
