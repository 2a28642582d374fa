//! A system writes the past, which `run()` alone does.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

#[system]
fn rewrite(past: &mut Past<Position>) {
    let _ = past;
}

#[system]
fn rewrite_all(all: Query<'_, World, (Entity, &mut Past<Position>)>) {
    let _ = all;
}

ecs_world! {
    components: #[double_buffered] Position;
    systems: rewrite, rewrite_all;
}

fn main() {}
