use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[condition]
fn late() -> bool {
    true
}

#[system]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

#[system]
fn rise(position: &mut Position) {
    position.0 += 1.0;
}

mod parts {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Speed(pub f32);

    #[system]
    pub fn brake(speed: &mut Speed) {
        speed.0 /= 2.0;
    }

    ecs_components! {
        pub set parts;
        components: Speed;
        systems: #[parallel] brake;
    }
}

ecs_world! {
    components: Position;
    conditions: #[inline] late;
    systems:
        #[run_if(late)] fall,
        /// Documentation is fine.
        #[with(Position)] #[foo] rise;
}

fn main() {}
