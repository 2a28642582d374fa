use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act() {}

ecs_world! {
    pub struct World;
    components: #[version(2)] Position;
    #[removed("Old")]
    systems: #[version(2)] act;
}

fn main() {}
