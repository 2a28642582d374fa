use ecs_world::prelude::*;

#[system]
fn serve() -> ! {
    loop {}
}

ecs_world! {
    systems: serve;
}

fn main() {}
