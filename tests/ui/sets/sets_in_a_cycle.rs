use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

mod one {
    ecs_world::ecs_components! {
        pub(crate) set one;
        include: super::two::two;
        components: super::Health;
    }
}

mod two {
    ecs_world::ecs_components! {
        pub(crate) set two;
        include: super::one::one;
        components: super::Health;
    }
}

fn main() {}
