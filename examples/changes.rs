//! Change detection: systems that visit only what changed since they last ran: `cargo run --example changes`.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Health(u32);

#[derive(Debug, Clone, Copy, PartialEq)]
struct Burning;

/// `Mut` marks a value when it is written: values of healthy entities stay unmarked.
#[system]
fn heal(mut health: Mut<'_, Health>) {
    if health.0 < 100 {
        health.0 += 1;
    }
}

/// `&mut` marks each value that is visited: here those of burning entities.
#[system(with(Burning))]
fn burn(health: &mut Health) {
    health.0 -= 10;
}

/// Redraws the bars of entities that changed since the last frame, whatever the number of updates between two frames.
#[derive(Debug, Default)]
struct Bars(Vec<(Entity, u32)>);

#[system(changed(Health))]
impl Bars {
    fn run(&mut self, entity: Entity, health: &Health) {
        self.0.push((entity, health.0));
    }
}

/// Counts added values.
#[derive(Debug, Default)]
struct Arrivals(usize);

#[system(added(Health))]
impl Arrivals {
    fn run(&mut self, _: &Health) {
        self.0 += 1;
    }
}

/// Records each replacement of a whole value at once, with the old value.
#[derive(Debug, Default)]
struct Log(Vec<(u32, u32)>);

#[system]
impl Log {
    fn run(&self, _: &Health) {}

    fn on_replaced(&mut self, old: &Health, new: &Health) {
        self.0.push((old.0, new.0));
    }
}

ecs_world! {
    components: Health, Burning;
    systems: heal, burn, Arrivals, Log;
    systems(draw): Bars;
}

fn main() {
    let mut world = World::default();
    let [hero, wall] = [world.spawn(Health(50)), world.spawn(Health(100))];
    world.spawn_batch([Health(100); 1_000]);

    // New values count as changed.
    world.run();
    world.run_draw();
    assert_eq!((world.systems.arrivals.0, world.systems.bars.0.len()), (1_002, 1_002));

    // The hero is healed three times between two frames, and drawn once. 1 001 others are skipped 64 at a time.
    for _ in 0..3 {
        world.run();
    }
    world.systems.bars.0.clear();
    world.run_draw();
    println!("changed: {:?}", world.systems.bars.0);
    assert_eq!(world.systems.bars.0, [(hero, 54)]);

    // Each reader has marks of its own: one that runs rarely misses no change, and sees none twice.
    world.insert(wall, Burning).unwrap();
    world.run();
    world.get_mut::<Health>(hero).unwrap().0 = 1;
    world.systems.bars.0.clear();
    world.run_draw();
    // The order is that of the storage, in which the wall is first now: burning entities are a group.
    println!("changed: {:?}", world.systems.bars.0);
    assert_eq!(world.systems.bars.0, [(wall, 90), (hero, 1)]);
    assert_eq!(world.systems.arrivals.0, 1_002, "no value was added in the meantime");

    // A callback needs no run: it is called when a value is replaced, but not when it is written.
    world.insert(hero, Health(80)).unwrap();
    world.get_mut::<Health>(hero).unwrap().0 = 90;
    println!("replaced: {:?}", world.systems.log.0);
    assert_eq!(world.systems.log.0, [(1, 80)]);

    // The plan lists what is tracked, and for which systems.
    let tracked = World::PLAN.text.lines().filter(|line| line.contains("changed for"));
    for line in tracked {
        println!("tracked:{line}");
    }
}
