use ecs_world::prelude::*;

mod systems {
    use ecs_world::prelude::*;

    #[derive(Default)]
    pub struct Health;

    #[system]
    impl Health {
        fn run(&self, health: &mut super::Health) {
            health.0 += 1;
        }
    }
}

#[derive(Debug)]
pub struct Health(u32);

ecs_components! {
    pub set life;
    components: Health;
    systems: systems::Health;
}

ecs_world! {
    include: life;
    systems: ..life;
}

fn main() {}
