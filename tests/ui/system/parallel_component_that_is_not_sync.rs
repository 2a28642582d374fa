use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Counted(std::cell::Cell<u32>);

#[system(parallel)]
fn count(position: &mut Position, counted: &Counted) {
    position.0 = counted.0.get() as f32;
}

ecs_world! {
    components: Position, Counted;
    systems: count;
}

fn main() {}
