use ecs_world::prelude::*;

#[derive(Debug, Default)]
pub struct Heat(pub f32);
#[derive(Debug, Default)]
pub struct Time(pub f32);

#[system]
pub fn act(time: &mut Time) {
    time.0 += 1.0;
}

ecs_components! {
    pub set weather;
    components: Heat;
    resources: Heat, Time;
    systems: act;
}

fn main() {}
