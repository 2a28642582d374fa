//! Two queries of one system that both write one component, which no group can own.
use ecs_world::prelude::*;

struct Health;
struct Parent;

#[system(without(roots: Parent))]
fn feed(roots: Query<'_, World, &mut Health>, children: Query<'_, World, (&mut Health, &Parent)>) {
    let _ = (roots, children);
}

ecs_world! {
    components: #[storage(vec)] Health, Parent;
    systems: feed;
}

fn main() {}
