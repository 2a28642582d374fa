use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Shared(std::rc::Rc<u32>);

#[system(parallel)]
fn share(position: &mut Position, shared: &mut Shared) {
    position.0 = *shared.0 as f32;
}

ecs_world! {
    components: Position, Shared;
    systems: share;
}

fn main() {}
