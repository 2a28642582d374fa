//! Only the parameter is misspelt: the entry is one that `run_if` names.
use ecs_world::prelude::*;

struct Ship;

#[system(run_if = not(any_with(Ship)))]
fn sell(_shop: &Shop) {}

ecs_world! {
    components: Ship;
    systems: sell;
}

fn main() {}
