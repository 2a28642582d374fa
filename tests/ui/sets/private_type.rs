use ecs_world::prelude::*;

mod life {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    struct Health(u32);

    ecs_components! {
        pub set life;
        components: Health;
    }

    const _: Health = Health(1);
}

ecs_world! {
    struct Game;
    include: life::life;
}

fn main() {}
