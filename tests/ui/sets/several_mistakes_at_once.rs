use ecs_world::prelude::*;

mod physics {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(f32);

    #[system]
    pub fn fall(position: &mut Position) {
        position.0 -= 1.0;
    }

    ecs_components! {
        pub set physics;
        components: Position;
        systems: fall;
    }
}

#[derive(Debug)]
struct Health(u32);

ecs_world! {
    include: physics::physics { Mass as Weight }, 5;
    components: Health, Helth;
    systems: ..physics, ..physic, act;
}

#[derive(Debug)]
struct Helth;

#[system]
fn act(health: &mut Health, weight: &Weight, armour: &Armour) {
    drop((health, weight, armour));
}

fn main() {
    World::default().run_fall();
}
