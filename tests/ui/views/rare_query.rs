use ecs_world::prelude::*;

struct Ship;
struct Position;

ecs_world! {
    components: Ship, Position;
    queries: #[rare] (Ship, Position);
}

fn main() {
    World::default().query_ship_position();
}
