use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);
#[derive(Debug)]
struct Place(u32);

ecs_world! {
    components: Health, Place;
}

fn chain(commands: &mut Commands<World>, entity: Entity) {
    commands.spawn(Health(1)).insert(Place(1));
    entity.despawn();
    let _ = Template::<World>::new().with(Health(1)).remove::<Health>();
}

fn main() {}
