use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Time(f32);
#[derive(Debug)]
struct Fallen;

#[system]
fn fall<W: EcsWorld>(_: Query<'_, W, &mut Position>) {}

fn freeze<W: EcsWorld>(world: &mut W) {
    drop(HasResource::<Time>::resource(world));
    drop(HasEvents::<Fallen>::events(world));
}

ecs_world! {
    components: Position;
    resources: Time;
    events: Fallen;
    systems: fall;
}

fn main() {}
