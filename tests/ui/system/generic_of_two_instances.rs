use ecs_world::prelude::*;

struct Timer<T>(u32, T);

#[system]
fn tick<T>(timer: &mut Timer<T>) {
    timer.0 += 1;
}

ecs_world! {
    components: Timer<u8>, Timer<u16> as Slow;
    systems: tick;
}

fn main() {}
