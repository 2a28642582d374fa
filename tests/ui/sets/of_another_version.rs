use ecs_world::prelude::*;

/// What `ecs_components!` of another version leaves behind.
macro_rules! later {
    ([[$($next:tt)+] $($more:tt)*] $($all:tt)*) => { $($next)+ ! { [$($more)*] $($all)* { set future portal Door } } };
}
use later as future;

#[derive(Debug)]
struct Health(u32);

ecs_world! {
    include: future;
    components: Health;
    systems: ..future;
}

fn main() {
    World::default().spawn(Health(1));
}
