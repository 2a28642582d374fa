use ecs_world::prelude::*;
use ecs_world::ChangeReader;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: #[tracked] Position;
}

fn main() {
    let mut world = World::default();
    let mut reader = ChangeReader::<Position>::new(&mut world);
    reader.query::<_, (&mut Position, &mut Position)>(&mut world).for_each(|_| {});
}
