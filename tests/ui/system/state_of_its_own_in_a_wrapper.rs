use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play,
}

struct Position(f32);

#[system]
fn act(position: &mut Position, mut count: Local<u32>, phase: NextState<Phase>) {
    position.0 += 1.0;
    *count += 1;
    phase.set(Phase::Play);
}

#[system]
fn end(mut phase: ResMut<'_, NextState<Phase>>, mut last: Local<'_, Option<u32>>) {
    phase.set(Phase::Menu);
}

ecs_world! {
    components: Position;
    states: Phase = Phase::Menu;
    systems: act, end;
}

fn main() {}
