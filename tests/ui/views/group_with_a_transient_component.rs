use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
#[derive(Clone)]
struct Velocity(f32);
struct Mesh;

#[system(view = group, without(Mesh))]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

ecs_world! {
    #[derive(Snapshot)]
    pub struct World;
    components: Position, Velocity, #[transient] #[transient] Mesh;
    systems: fall;
    groups: (Position, Velocity, Mesh);
}

fn main() {}
