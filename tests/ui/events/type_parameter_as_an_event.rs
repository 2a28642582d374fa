use ecs_world::prelude::*;

struct Hit;

#[condition]
fn any<E: Send>(events: EventReader<'_, E>) -> bool {
    !events.is_empty()
}

#[system]
fn forward<E: Send>(events: &mut Events<E>) {
    events.clear();
}

ecs_world! {
    events: Hit;
    conditions: any;
    systems: forward;
}

fn main() {}
