use ecs_world::ChangeReader;
use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system(changed(Position))]
fn act(position: &Position) {
    let _ = position;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {
    let mut world = World::default();
    let reader = ChangeReader::<Position>::new(&mut world);
    reader.release(&mut world);
}
