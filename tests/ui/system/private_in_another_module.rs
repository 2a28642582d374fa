use ecs_world::prelude::*;

pub struct Position(f32);

mod systems {
    use super::*;

    #[system]
    fn fall(position: &mut Position) {
        position.0 -= 1.0;
    }

    #[system]
    fn climb(position: &mut Position) {
        position.0 += 2.0;
    }
}

use systems::*;

ecs_world! {
    components: Position;
    systems: fall, systems::climb;
}

fn main() {}
