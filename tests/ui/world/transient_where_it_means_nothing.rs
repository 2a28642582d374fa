use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

#[derive(Relation, Clone)]
struct ChildOf(Entity);

#[system]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

#[condition]
fn late() -> bool {
    true
}

ecs_world! {
    #[derive(Snapshot)]
    pub struct World;
    components: #[transient(false)] Position;
    relations: #[transient] ChildOf (tree, cascade);
    conditions: #[transient] late;
    systems: #[transient] fall;
}

fn main() {}
