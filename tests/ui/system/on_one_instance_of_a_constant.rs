use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Grid<const SIZE: usize>;

#[system]
impl Grid<3> {
    fn run(&self, position: &mut Position) {
        position.0 += 1.0;
    }
}

ecs_world! {
    components: Position;
    systems: Grid<3>;
}

fn main() {}
