use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Gravity(f32);
#[derive(Debug, Relation)]
struct ChildOf(Entity);

#[system]
fn act(position: Mut<'_, Position>, again: &Position) {
    let _ = (position, again);
}

#[system]
fn drift(position: &Position, gravity: Mut<'_, Gravity>) {
    let _ = (position, gravity);
}

#[system]
fn adopt(child_of: Mut<'_, ChildOf>) {
    let _ = child_of;
}

#[system]
fn borrow(position: &mut Mut<'_, Position>) {
    let _ = position;
}

ecs_world! {
    components: Position;
    resources: Gravity = Gravity(9.81);
    relations: ChildOf (tree, cascade);
    systems: act, drift, adopt, borrow;
}

fn main() {}
