use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Total(f32);

#[system(parallel)]
fn sum(position: &Position, total: &mut Total) {
    total.0 += position.0;
}

ecs_world! {
    components: Position;
    resources: Total;
    systems: sum;
}

fn main() {}
