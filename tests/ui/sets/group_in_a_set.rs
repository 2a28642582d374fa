use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);
#[derive(Debug)]
pub struct Armour(u32);

ecs_components! {
    pub set life;
    components: Health, Armour;
    groups: (Health, Armour);
}

fn main() {}
