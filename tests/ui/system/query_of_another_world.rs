use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

mod menu {
    use ecs_world::prelude::*;

    ecs_world! {
        pub struct Menu;
        components: super::Position;
    }
}

#[system]
fn act(all: Query<'_, menu::Menu, &Position>, commands: &mut Commands<menu::Menu>) {
    let _ = (all, commands);
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
