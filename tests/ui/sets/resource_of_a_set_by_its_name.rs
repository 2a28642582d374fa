use ecs_world::prelude::*;

mod library {
    #[derive(Debug, Default)]
    pub struct Bounds(pub u32);

    ecs_world::ecs_components! {
        pub(crate) set space;
        resources: Bounds;
    }
}

ecs_world! {
    include: library::space;
    resources: Bounds = library::Bounds(9);
}

fn main() {}
