//! Only the first repetition is reported, of the system and of each query.
use ecs_world::prelude::*;

struct Position(f32);
struct Fire;
struct Poison;
struct Armed;

#[system(any(Fire, Poison), any(Armed), any(Fire), any(bodies: Fire), any(bodies: Poison), any(bodies: Armed))]
fn act(position: &mut Position, bodies: Query<'_, World, Entity>) {
    position.0 += bodies.iter().count() as f32;
}

ecs_world! {
    components: Position, Fire, Poison, Armed;
    systems: act;
}

fn main() {}
