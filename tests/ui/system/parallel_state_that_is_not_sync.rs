use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Count(std::cell::Cell<u32>);

#[system(parallel)]
impl Count {
    fn run(&self, position: &mut Position) {
        position.0 = self.0.get() as f32;
    }
}

ecs_world! {
    components: Position;
    systems: Count;
}

fn main() {}
