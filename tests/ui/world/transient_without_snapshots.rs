use ecs_world::prelude::*;

struct Mesh;

#[derive(Default)]
struct Window;

#[derive(Default)]
struct Draw;

#[system]
impl Draw {
    fn run(&mut self, _: &Mesh) {}
}

ecs_world! {
    components: #[transient] Mesh;
    resources: #[transient] Window;
    systems: #[transient] Draw;
}

fn main() {}
