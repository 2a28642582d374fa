use ecs_world::prelude::*;

struct Position(f32);

#[derive(Default)]
struct Stock(u32);

#[derive(Default)]
struct Clock(u32);

#[system]
fn act(position: &mut Position, clock: &Clock) {
    position.0 += clock.0 as f32;
}

ecs_world! {
    components: Position;
    resources: Stock;
    systems: act;
}

fn main() {}
