mod near {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(pub f32);

    ecs_components! {
        pub(crate) set walking;
        components: #[storage(vec)] Position;
    }
}

mod far {
    use super::near::Position;
    use ecs_world::prelude::*;

    ecs_components! {
        pub(crate) set flying;
        components: #[storage(hashed_array_tree(chunk = 16))] Position;
    }
}

use ecs_world::prelude::*;

ecs_world! {
    include: near::walking, far::flying;
}

fn main() {
    let mut world = World::default();
    world.spawn(near::Position(1.0));
}
