mod one {
    ecs_world::ecs_components! {
        pub(crate) set one;
        include: super::two::two;
    }
}

mod two {
    ecs_world::ecs_components! {
        pub(crate) set two;
        include: super::three::three;
    }
}

mod three {
    ecs_world::ecs_components! {
        pub(crate) set three;
        include: super::one::one;
    }
}

/// A set of the same name as one in the cycle, which is in none.
mod apart {
    mod one {
        ecs_world::ecs_components! {
            pub(super) set one;
        }
    }

    ecs_world::ecs_components! {
        pub(crate) set two;
        include: one::one;
    }
}

fn main() {}
