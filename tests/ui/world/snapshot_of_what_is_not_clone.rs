use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
struct Mesh;

#[derive(Default)]
struct Window;

struct Hit;

#[derive(PartialEq)]
enum Phase {
    Menu,
}

#[derive(Default)]
struct Draw;

#[system]
impl Draw {
    fn run(&mut self, _: &Position, _: &Mesh) {}
}

ecs_world! {
    #[derive(Snapshot)]
    pub struct World;
    components: Position, Mesh;
    resources: Window;
    events: Hit;
    states: Phase = Phase::Menu;
    systems: Draw;
}

fn main() {
    World::default().snapshot();
}
