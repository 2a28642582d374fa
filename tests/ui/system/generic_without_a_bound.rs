use ecs_world::prelude::*;

mod library {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Health(pub u32);

    #[system]
    pub fn count<W: EcsWorld>(all: Query<'_, W, &Health>) {
        let _ = all.iter().count();
    }

    ecs_components! {
        pub(crate) set bodies;
        components: Health;
        systems: count;
    }
}

ecs_world! {
    include: library::bodies;
    systems: ..bodies;
}

fn main() {}
