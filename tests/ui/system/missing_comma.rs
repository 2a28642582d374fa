use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Fire;
#[derive(Debug)]
struct Frozen;

#[system(with(Fire) without(Frozen))]
fn burn(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position, Fire, Frozen;
    systems: burn;
}

fn main() {}
