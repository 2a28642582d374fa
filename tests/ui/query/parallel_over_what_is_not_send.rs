use ecs_world::prelude::*;

#[derive(Debug)]
struct Shared(std::rc::Rc<u32>);

ecs_world! {
    components: Shared;
}

fn main() {
    World::default().query_mut::<&mut Shared>().par_for_each(|shared| shared.0 = 1.into());
}
