use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    #[storage(map)]
    #[transient]
    pub struct World;
    components: Position;
}

mod saved {
    use super::*;

    ecs_world! {
        #[since(2)]
        #[renamed("Old")]
        #[rare]
        pub struct Game;
        components: Position;
    }
}

fn main() {}
