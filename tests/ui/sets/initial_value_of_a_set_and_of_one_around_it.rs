use ecs_world::prelude::*;

type Time = u32;

ecs_components! {
    set seconds;
    resources: Time = 60;
}

// Says otherwise, for worlds that include it alone.
ecs_components! {
    set minutes;
    include: seconds;
    resources: Time = 1;
}

ecs_world! {
    struct Game;
    include: seconds, minutes;
}

ecs_world! {
    struct Other;
    include: minutes, seconds;
    resources: Time = 2;
}

fn main() {}
