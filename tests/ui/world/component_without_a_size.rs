use ecs_world::prelude::*;

#[system]
fn act(name: &mut Name) {
    let _ = name;
}

ecs_world! {
    components: str as Name;
    systems: act;
}

fn main() {}
