use ecs_world::prelude::*;

struct Position(f32);
struct Hit(u32);

#[system]
fn strike(hits: &Events<Hit>, sent: &mut Events<Hit>) {
    let _ = (hits, sent);
}

ecs_world! {
    components: Position;
    events: Hit = Hit(1);
    systems: strike;
}

fn main() {}
