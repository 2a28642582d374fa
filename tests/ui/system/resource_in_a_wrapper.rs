use ecs_world::prelude::*;

struct Position(f32);
#[derive(Default)]
struct Time(f32);
#[derive(Default)]
struct Score(u32);
struct Hit;

#[system]
fn act(position: &mut Position, time: Res<Time>, mut score: ResMut<'_, Score>, hits: MessageWriter<Hit>) {
    position.0 += time.0;
    score.0 += 1;
}

ecs_world! {
    components: Position;
    resources: Time, Score;
    events: Hit;
    systems: act;
}

fn main() {}
