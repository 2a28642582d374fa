use ecs_world::prelude::*;

fn declare() {
    #[derive(Debug)]
    pub struct Health(u32);

    ecs_components! {
        set life;
        components: Health;
    }
}

fn main() {
    declare();
}
