use ecs_world::prelude::*;

mod family {
    use ecs_world::prelude::*;

    #[derive(Relation)]
    pub struct ChildOf(Entity);

    ecs_components! {
        pub(crate) set family;
        relations: ChildOf (tree, cascade);
    }
}

mod scene {
    use crate::family::ChildOf;

    ecs_world::ecs_components! {
        pub(crate) set scene;
        relations: ChildOf (tree, clear);
    }
}

ecs_world! {
    include: family::family, scene::scene;
}

fn main() {}
