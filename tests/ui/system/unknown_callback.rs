use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Count {
    bodies: u32,
}

#[system]
impl Count {
    fn run(&self, _: &Position) {}

    fn on_insert(&mut self, _: &Position) {
        self.bodies += 1;
    }

    fn on_remoevd(&mut self, _: &Position) {
        self.bodies -= 1;
    }

    fn on_screen(&self) -> u32 {
        self.bodies
    }
}

ecs_world! {
    components: Position;
    systems: Count;
}

fn main() {}
