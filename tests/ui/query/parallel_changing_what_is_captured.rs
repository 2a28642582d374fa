use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut sum = 0.0;
    World::default().query_mut::<&Position>().par_for_each(|position| sum += position.0);
    assert_eq!(sum, 0.0);
}
