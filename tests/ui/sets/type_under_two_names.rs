use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);

/// Each set declares the component itself; if one included the other, it would be known to be one.
mod one {
    ecs_world::ecs_components! {
        pub(crate) set one;
        components: super::Health;
    }
}

mod two {
    ecs_world::ecs_components! {
        pub(crate) set two;
        components: super::Health as Life;
    }
}

ecs_world! {
    struct Game;
    include: one::one, two::two;
}

fn main() {}
