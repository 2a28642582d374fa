use ecs_world::prelude::*;

struct Position(f32);

#[system]
fn heat<T>(position: Mut<'_, T>) {}

#[system]
fn compare<T>(position: &Position, past: &Past<T>) {}

#[system]
fn climb<R>(position: &Position, tree: Tree<'_, R>) {}

#[system]
fn count<R>(position: &Position, sources: Sources<'_, R>) {}

ecs_world! {
    components: Position;
    systems: heat, compare, climb, count;
}

fn main() {}
