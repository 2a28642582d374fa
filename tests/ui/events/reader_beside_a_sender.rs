use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;

#[system]
fn answer(hits: EventReader<'_, Hit>, sent: &mut Events<Hit>) {
    hits.iter().for_each(|_| sent.send(Hit));
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: answer;
}

fn main() {}
