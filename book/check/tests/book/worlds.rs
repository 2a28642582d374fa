//! The worlds that are drawn: those of the chapters.

#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

use ecs_world::prelude::*;

use super::drawing::{Drawing, Row};

/// Entities are called by letters, in the order in which they were spawned.
fn letter(entity: Entity) -> String {
    char::from_digit(entity.index() + 10, 36).map(String::from).unwrap_or_default()
}

mod moving {
    use ecs_world::prelude::*;

    pub(super) struct Position(pub f32);
    pub(super) struct Velocity(pub f32);

    #[system]
    fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    ecs_world! {
        components: Position, Velocity;
        systems: advance;
    }
}

pub(super) fn group() -> Drawing {
    use moving::{Position, Velocity, World};

    fn draw(drawing: &mut Drawing, world: &mut World, title: &str) {
        let names = |world: &World, entity: &str, all: &[&str]| {
            let entity = world.entities().find(|other| letter(*other) == entity).expect("it is alive");
            let names = world.component_names(entity).unwrap_or_default();
            all.iter().all(|component| names.contains(component))
        };
        let columns = world.columns();
        let rows = [
            Row { component: "Position", entities: columns.position.entities().map(letter).collect() },
            Row { component: "Velocity", entities: columns.velocity.entities().map(letter).collect() },
        ];
        drawing.storages(World::PLAN, title, &rows, |entity, all| names(world, entity, all));
    }

    let mut world = World::default();
    let mut drawing = Drawing::default();
    let a = world.spawn(Position(0.0));
    let b = world.spawn((Position(0.0), Velocity(0.0)));
    world.spawn(Position(0.0));
    world.spawn((Position(0.0), Velocity(0.0)));
    draw(&mut drawing, &mut world, "b and d have both components");
    world.insert(a, Velocity(0.0)).expect("it is alive");
    draw(&mut drawing, &mut world, "a gets a Velocity: a swap in Position, an append to Velocity");
    world.remove::<Velocity>(b).expect("it is alive");
    draw(&mut drawing, &mut world, "b loses its Velocity: a swap in each of both");
    drawing
}

mod weighty {
    use ecs_world::prelude::*;

    pub(super) struct Position;
    pub(super) struct Velocity;
    pub(super) struct Mass;

    ecs_world! {
        components: Position, Velocity, Mass;
        queries: (Position, Velocity), (Position, Velocity, Mass);
    }
}

pub(super) fn nested() -> Drawing {
    use weighty::{Mass, Position, Velocity, World};

    let mut world = World::default();
    world.spawn(Position);
    world.spawn((Position, Velocity));
    world.spawn((Position, Velocity, Mass));
    world.spawn((Position, Velocity));
    world.spawn((Position, Velocity, Mass));
    world.spawn(Mass);
    let names: Vec<_> =
        world.entities().map(|entity| (letter(entity), world.component_names(entity).unwrap_or_default())).collect();
    let columns = world.columns();
    let rows = [
        Row { component: "Position", entities: columns.position.entities().map(letter).collect() },
        Row { component: "Velocity", entities: columns.velocity.entities().map(letter).collect() },
        Row { component: "Mass", entities: columns.mass.entities().map(letter).collect() },
    ];
    let mut drawing = Drawing::default();
    drawing.storages(World::PLAN, "c and e have all three, b and d the first two", &rows, |entity, all| {
        let components = names.iter().find(|(name, _)| name == entity).map(|(_, components)| components);
        components.is_some_and(|components| all.iter().all(|component| components.contains(component)))
    });
    drawing
}

mod staged {
    use ecs_world::prelude::*;

    pub(super) struct Position(pub f32);
    pub(super) struct Velocity(pub f32);
    pub(super) struct Health(pub i32);

    #[system]
    fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    #[system]
    fn starve(health: &mut Health) {
        health.0 -= 1;
    }

    #[system]
    fn drag(velocity: &mut Velocity) {
        velocity.0 *= 0.5;
    }

    #[system]
    fn reap(entity: Entity, health: &Health, commands: &mut Commands<World>) {
        if health.0 <= 0 {
            commands.despawn(entity);
        }
    }

    #[system]
    fn look(positions: Query<'_, World, &Position>) {
        let _ = positions.iter().count();
    }

    ecs_world! {
        components: Position, Velocity, Health;
        systems: advance, starve, drag, reap, sync, look;
    }
}

pub(super) fn stages() -> Drawing {
    let plan = staged::World::PLAN;
    let mut drawing = Drawing::default();
    drawing.stages(plan, plan.schedules[0].parts);
    drawing
}
