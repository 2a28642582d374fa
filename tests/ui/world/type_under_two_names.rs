use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Time(f32);

#[system]
fn act(position: &mut Position, time: &Time) {
    position.0 += time.0;
}

ecs_world! {
    components: Position, Position as Goal;
    resources: Time as Day, Time as Night;
    systems: act;
    queries: (Position), (Goal);
}

fn main() {
    World::default().spawn(Position(1.0));
}
