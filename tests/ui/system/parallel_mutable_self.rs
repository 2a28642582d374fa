use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Count(u32);

#[system(parallel)]
impl Count {
    fn run(&mut self, position: &mut Position) {
        self.0 += position.0 as u32;
    }
}

ecs_world! {
    components: Position;
    systems: Count;
}

fn main() {}
