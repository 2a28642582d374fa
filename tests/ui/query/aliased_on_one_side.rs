//! Two queries of one system that both write one component, whose entities no group separates.
use ecs_world::prelude::*;

struct Health;
struct Weight;
struct Parent;

/// Another group owns `Health`.
#[system]
fn weigh(health: &mut Health, weight: &Weight) {
    let _ = (health, weight);
}

#[system(without(roots: Parent))]
fn feed(roots: Query<'_, World, &mut Health>, children: Query<'_, World, (&mut Health, &Parent)>) {
    let _ = (roots, children);
}

#[system(with(few: Weight), without(most: Parent))]
fn trade(few: Query<'_, World, &mut Health>, most: Query<'_, World, &mut Health>) {
    let _ = (few, most);
}

/// Both read on one side, and one of them writes.
#[system(with(one: Parent), with(other: Parent), without(roots: Parent))]
fn share(
    one: Query<'_, World, &Weight>,
    other: Query<'_, World, &mut Weight>,
    roots: Query<'_, World, &Weight>,
) {
    let _ = (one, other, roots);
}

ecs_world! {
    components: Health, Weight, Parent;
    systems: weigh, feed, trade, share;
}

fn main() {}
