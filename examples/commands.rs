//! Changing the world from within systems: commands, spawners, `sync`, callbacks: `cargo run --example commands`.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Fuse(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spark(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Parent(Entity);

/// Burns fuses down; a burnt-out entity is replaced by sparks.
#[derive(Debug, Default)]
struct Burn;

#[system]
impl Burn {
    fn run(&mut self, entity: Entity, fuse: &mut Fuse, spawner: &mut Spawner<World>) {
        fuse.0 -= 1;
        if fuse.0 == 0 {
            // The handle of a spawned entity is known at once; the entity is alive from the next sync on.
            let first = spawner.spawn(Spark(2));
            spawner.spawn((Spark(1), Parent(first)));
            // A spawner can do all that commands can.
            spawner.despawn(entity);
        }
    }
}

/// Counts sparks that are spawned and despawned.
#[derive(Debug, Default)]
struct Count {
    born: u32,
    gone: u32,
}

#[system]
impl Count {
    fn run(&mut self, entity: Entity, spark: &mut Spark, commands: &mut Commands<World>) {
        if spark.0 == 0 {
            commands.despawn(entity);
        } else {
            spark.0 -= 1;
        }
    }

    /// Called when an entity starts matching the system; its components are already there.
    fn on_added(&mut self, spark: &Spark) {
        self.born += 1;
        println!("born: {spark:?}");
    }

    /// Called when an entity stops matching; its components are still there.
    fn on_removed(&mut self, spark: &Spark) {
        self.gone += 1;
        println!("gone: {spark:?}");
    }
}

ecs_world! {
    components: Fuse, Spark, Parent;
    // At `sync` the commands so far are applied; at the end of a run they are anyway.
    systems: Burn, sync, Count;
}

fn main() {
    let mut world = World::default();
    let rocket = world.spawn(Fuse(2));
    world.run();
    assert!(world.contains(rocket) && world.systems.count.born == 0);
    world.run();
    assert!(!world.contains(rocket));
    assert_eq!((world.systems.count.born, world.query::<&Parent>().iter().count()), (2, 1));
    for _ in 0..3 {
        world.run();
    }
    assert_eq!((world.systems.count.gone, world.len()), (2, 0));

    // Outside of systems, changes are immediate. Commands wait until they are flushed; one whose entity is dead by then is dropped and
    // counted; it never panics.
    world.commands().insert(rocket, Spark(9));
    world.flush();
    assert_eq!(world.dropped_commands(), 1);
    println!("{} commands came too late", world.dropped_commands());
}
