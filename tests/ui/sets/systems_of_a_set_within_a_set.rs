use ecs_world::prelude::*;

mod life {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Age(u32);

    #[system]
    pub fn tick(age: &mut Age) {
        age.0 += 1;
    }

    ecs_components! {
        pub set life;
        components: Age;
        systems: tick;
    }

    ecs_components! {
        pub set labour;
        include: life;
    }
}

ecs_world! {
    include: life::labour;
    systems: ..life::life;
}

fn main() {}
