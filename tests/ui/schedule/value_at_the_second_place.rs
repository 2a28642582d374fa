use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    systems: Count;
    systems(render): Count = Count(1);
}

#[derive(Default)]
struct Count(u32);

#[system]
impl Count {
    fn run(&mut self, _: &Position) {}
}

fn main() {}
