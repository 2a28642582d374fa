use ecs_world::prelude::*;

#[system]
fn act(place: &mut [f32; 3]) {
    place[0] += 1.0;
}

ecs_world! {
    components: [f32; 3] as Place;
    systems: act;
}

fn main() {}
