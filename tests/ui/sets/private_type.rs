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

fn main() {}
