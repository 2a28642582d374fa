use ecs_world::__private::{ComponentList, EachComponent};
use ecs_world::prelude::*;

struct Position(f32);
struct Mine;

ecs_world! {
    components: Position;
}

impl ComponentList<World> for Mine {
    fn mask() -> <World as GeneratedWorld>::Mask {
        loop {}
    }

    fn visit<V: EachComponent<World>>(_: &<World as GeneratedWorld>::Mask, _: &mut V) {}
}

fn main() {}
