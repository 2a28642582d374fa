use ecs_world::prelude::*;

pub struct Position(f32);

ecs_components! {
    pub set motion;
    components: #[renamed("Place")] Position;
}

fn main() {}
