use ecs_world::prelude::*;

/// What `ecs_components!` leaves behind for two copies of one crate: both sets have the same key.
mod ours {
    pub mod physics {
        pub struct Marker;
    }
    macro_rules! set {
        ([[$($next:tt)+] $($more:tt)*] $($all:tt)*) => {
            $($next)+ ! { [$($more)*] $($all)* { set physics origin physics Marker } }
        };
    }
    pub(crate) use set as physics;
}

mod theirs {
    pub mod physics {
        pub struct Marker;
    }
    macro_rules! another_set {
        ([[$($next:tt)+] $($more:tt)*] $($all:tt)*) => {
            $($next)+ ! { [$($more)*] $($all)* { set physics origin physics Marker } }
        };
    }
    pub(crate) use another_set as physics;

    ecs_world::ecs_components! {
        pub(crate) set combat;
        include: physics;
    }
}

#[derive(Debug)]
struct Health(u32);

ecs_world! {
    include: ours::physics, theirs::combat;
    components: Health;
}

fn main() {
    World::default().spawn(Health(1));
}
