use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    Menu,
    Play,
}

mod seconds {
    pub type Time = u32;
    pub use super::Phase;
    ecs_world::ecs_components! {
        pub(crate) set seconds;
        resources: Time = 60;
        states: Phase = Phase::Menu;
    }
}

mod minutes {
    pub type Time = u32;
    pub use super::Phase;
    ecs_world::ecs_components! {
        pub(crate) set minutes;
        resources: Time = 1;
        states: Phase = Phase::Play;
    }
}

ecs_world! {
    struct Game;
    include: seconds::seconds, minutes::minutes;
}

fn main() {}
