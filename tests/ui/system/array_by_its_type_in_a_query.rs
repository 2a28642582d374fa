use ecs_world::prelude::*;

#[system]
fn act(query: Query<'_, World, (Entity, &[f32; 3])>) {
    let _ = query;
}

ecs_world! {
    components: [f32; 3] as Place;
    systems: act;
}

fn main() {}
