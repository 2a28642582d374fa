use ecs_world::prelude::*;

mod clock {
    use ecs_world::prelude::*;

    #[condition]
    pub fn even() -> bool {
        true
    }

    ecs_components! {
        pub set time;
        conditions: even;
    }
}

mod night {
    use ecs_world::prelude::*;

    #[condition]
    pub fn even() -> bool {
        true
    }

    #[system(run_if = even)]
    pub fn sleep() {}

    ecs_components! {
        pub set dream;
        conditions: even;
        systems: sleep;
    }
}

ecs_world! {
    include: clock::time, night::dream;
    systems: ..dream;
}

fn main() {}
