use ecs_world::prelude::*;

mod seconds {
    pub type Time = u32;
    ecs_world::ecs_components! {
        pub(crate) set seconds;
        resources: Time = 60;
    }
}

mod minutes {
    pub type Time = u32;
    ecs_world::ecs_components! {
        pub(crate) set minutes;
        resources: Time = 1;
    }
}

ecs_world! {
    struct Game;
    include: seconds::seconds, minutes::minutes;
}

fn main() {}
