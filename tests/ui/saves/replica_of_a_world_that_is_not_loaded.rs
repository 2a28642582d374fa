use ecs_world::Replica;
use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize)]
    pub struct Game;
    components: u32 as Health;
}

fn main() {
    let _ = Replica::<Game>::new();
}
