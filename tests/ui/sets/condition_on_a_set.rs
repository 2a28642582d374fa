use ecs_world::prelude::*;

mod physics {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(f32);

    #[system]
    pub fn fall(position: &mut Position) {
        position.0 -= 1.0;
    }

    ecs_components! {
        pub set motion;
        components: Position;
        systems: fall;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Play,
}

ecs_world! {
    include: physics::motion;
    states: Phase;
    systems: #[run_if = in_state(Phase::Play)] ..motion;
}

fn main() {}
