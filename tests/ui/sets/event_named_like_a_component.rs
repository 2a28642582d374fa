use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Hit(pub u8);
#[derive(Debug)]
pub struct Miss(pub u8);

#[system]
pub fn act(misses: &Events<Miss>) {
    let _ = misses;
}

ecs_components! {
    pub set fight;
    components: Hit;
    events: Hit, Miss;
    systems: act;
}

ecs_world! {
    include: fight;
    systems: ..fight;
}

fn main() {}
