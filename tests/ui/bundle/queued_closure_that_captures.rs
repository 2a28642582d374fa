use ecs_world::prelude::*;

#[derive(Debug)]
struct Gold(u32);

#[system]
fn trade(gold: &Gold, commands: &mut Commands<World>) {
    let price = gold.0;
    commands.queue(|world, ()| drop(world.spawn(Gold(price))), ());
}

ecs_world! {
    components: Gold;
    systems: trade;
}

fn main() {}
