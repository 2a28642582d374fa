use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

ecs_world! {
    components: Position, Velocity;
}

#[derive(Bundle)]
struct Body {
    #[bundle(skip)]
    position: Position,
    #[bundle]
    velocity: Velocity,
}

#[derive(Query)]
struct Moving<'w> {
    position: &'w mut Position,
    #[query(optional)]
    velocity: &'w Velocity,
}

#[derive(Relation)]
struct PartOf(#[relation(cascade)] Entity);

fn main() {}
