use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn named_by_no_parameter<W: Has<Position>>(position: &mut Position) {
    position.0 += 1.0;
}

#[system]
fn named_by_a_clause_alone<W>(position: &mut Position)
where
    W: Has<Position>,
{
    position.0 += 1.0;
}

#[system]
fn constant<const N: usize>(position: &mut Position) {
    position.0 += 1.0;
}

#[derive(Default)]
struct Physics;

#[system]
impl Physics {
    fn run<W: EcsWorld>(&mut self, position: &mut Position, _: &mut Commands<W>) {
        position.0 += 1.0;
    }

    fn on_added<W: EcsWorld, V: Iterator>(&mut self, _: &Position, _: &mut Commands<W>, _: &Grid<V::Item>) {}
}

struct Grid<T>(T);

#[condition]
fn holds<T>(_: &Grid<u8>) -> bool {
    true
}

fn main() {}
