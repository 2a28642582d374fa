use ecs_world::prelude::*;
use ecs_world::Mut;

#[derive(Debug)]
struct Health(u32);
#[derive(Debug)]
struct Parent(Entity);

#[system(without(roots: Parent))]
fn feed(roots: Query<'_, World, Mut<'_, Health>>, children: Query<'_, World, (&mut Health, &Parent)>) {
    let _ = (roots, children);
}

ecs_world! {
    components: Health, Parent;
    systems: feed;
    groups: (Health, Parent);
}

fn main() {}
