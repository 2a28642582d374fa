use ecs_world::prelude::*;

#[derive(Debug)]
struct Food(f32);
#[derive(Debug)]
struct Parent(Entity);
#[derive(Debug)]
struct Herd;

#[system(changed(Food), with(Food), without(roots: Parent))]
fn feed(
    herd: &Herd,
    mut roots: Query<'_, World, &mut Food>,
    children: Query<'_, World, (&mut Food, &Parent)>,
) {
    let _ = (herd, roots.iter_mut(), children);
}

ecs_world! {
    components: Food, Parent, Herd;
    systems: feed;
    groups: (Food, Parent);
}

fn main() {}
