use ecs_world::prelude::*;

use ecs_world::__private::{Concern, Concerned};

struct Position(f32);

ecs_world! {
    components: Position;
}

struct Mine;

impl Concerned<World> for Mine {
    const CONCERN: Concern = Concern::Despawn;
}

fn main() {}
