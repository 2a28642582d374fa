use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system(changed(Position, Position), added(Position))]
fn act(position: &Position) {
    let _ = position;
}

#[system(changed(Position), changed(Position))]
fn twice(position: &Position) {
    let _ = position;
}

#[system(changed())]
fn nothing(position: &Position) {
    let _ = position;
}

#[system(changed)]
fn bare(position: &Position) {
    let _ = position;
}

ecs_world! {
    components: Position;
    systems: act, twice, nothing, bare;
}

fn main() {}
