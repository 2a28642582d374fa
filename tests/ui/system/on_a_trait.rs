use ecs_world::prelude::*;

#[system]
trait Act {
    fn run(&mut self);
}

fn main() {}
