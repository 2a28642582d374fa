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

#[condition]
fn even() -> bool {
    true
}

ecs_world! {
    include: clock::time;
    conditions: even;
}

fn main() {}
