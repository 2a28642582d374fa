use ecs_world::prelude::*;

struct Hit;
struct Miss;
struct Time(f32);

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Play,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Pause {
    Off,
}

#[derive(Default)]
struct Event<T>(T);

#[system]
fn strike(hits: &mut Events<Hit>, phase: &State<Phase>, pause: &State<Pause>, time: &Time) {
    let _ = (hits, phase, pause, time);
}

ecs_world! {
    resources: Res<Time> = Time(0.0);
    events: Events<Hit>, EventReader<'_, Miss>, Event<u8>, Event<u16> as Number;
    states: State<Phase>, Pause::Off;
    systems: strike;
}

fn main() {}
