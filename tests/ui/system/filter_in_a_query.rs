use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug)]
struct Ship;
#[derive(Debug)]
struct Rock;

#[system]
fn act(ships: Query<'_, World, (&mut Position, With<Ship>)>) {
    for position in ships {
        position.0 += 1.0;
    }
}

#[derive(Default)]
struct Drift;

#[system]
impl Drift {
    fn run(&mut self, others: Query<'_, World, &mut Position, Without<(Ship, Rock)>>) {
        for position in others {
            position.0 += 1.0;
        }
    }
}

ecs_world! {
    components: Position, Ship, Rock;
    systems: act, Drift;
}

fn main() {}
