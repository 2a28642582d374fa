mod near {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Ship(pub f32);

    ecs_components! {
        pub(crate) set fleet;
        components: #[rare] Ship;
    }
}

mod far {
    use super::near::Ship;
    use ecs_world::prelude::*;

    ecs_components! {
        pub(crate) set armada;
        components: #[rare(false)] Ship;
    }
}

use ecs_world::prelude::*;

ecs_world! {
    include: near::fleet, far::armada;
}

fn main() {
    World::default().spawn(near::Ship(1.0));
}
