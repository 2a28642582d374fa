use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Hit(pub u8);

#[condition]
pub fn hit(hits: &Events<Hit>) -> bool {
    !hits.is_empty()
}

#[condition]
pub fn quiet(hits: &Events<Hit>) -> bool {
    hits.is_empty()
}

#[system(run_if = quiet)]
pub fn act(hits: &mut Events<Hit>) {
    hits.send(Hit(1));
}

ecs_components! {
    pub set fight;
    events: Hit as hit;
    conditions: hit, quiet;
    systems: act;
}

ecs_world! {
    include: fight;
    systems: ..fight;
}

fn main() {}
