//! Measures the cost of an entity that changes region, and of a ghost that is updated: `cargo run --release -p ecs-shards --example costs`.
//!
//! A million entities of 22 bytes are in 64 regions. In each step, some move to the region halfway round, or change while another region
//! sees them; nothing else happens. Times are differences to steps without either: on one worker, between whose regions values stay in
//! memory, and on two workers, between which all values are serialised. Bytes are those between two workers.

use ecs_shards::{Counts, Ghost, GlobalId, Options, ShardError, Simulation, run};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

const REGIONS: u32 = 64;
const EACH: u32 = 15_625;
const STEPS: u64 = 16;
const RUNS: usize = 5;

/// The region, and a number within it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Place(u16, u16);
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Anchors([u16; 4]);
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Health(u16);

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Task {
    step: u64,
    /// One in this many moves in each step; 0: none.
    moves: u64,
    /// One in this many is seen, and changes in each step; 0: none.
    shown: u64,
}

fn is_chosen(id: u64, step: u64, of: u64) -> bool {
    of > 0 && (id + step).is_multiple_of(of)
}

#[system(without(Ghost))]
fn act(place: &mut Place, health: &mut Health, _: &Anchors, id: &GlobalId, task: &Task) {
    if is_chosen(id.0, task.step, task.moves) {
        place.0 = (place.0 + 32) % 64;
    }
    if is_chosen(id.0, 0, task.shown) {
        health.0 = health.0.wrapping_add(1) & 127;
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct World;
    components: Place, Anchors, Health, GlobalId, Ghost;
    resources: Task;
    systems: act;
}

#[derive(Debug, Clone, Copy)]
struct Shuttle(Task);

impl Simulation for Shuttle {
    type World = World;
    type Place = Place;
    type Group = ecs_world::Template<World>;
    type Seen = (Place, Health);
    type Sum = ();

    fn parameters(&self) -> String {
        format!("{:?}", self.0)
    }

    fn regions(&self) -> u32 {
        REGIONS
    }

    fn start(&self, region: u32) -> World {
        let mut world = World::default();
        world.resources.task = self.0;
        let place = |number: u32| Place(u16::try_from(region).unwrap_or(0), u16::try_from(number).unwrap_or(0));
        let all = (0..EACH).map(|number| {
            let id = GlobalId(u64::from(region * EACH + number));
            (place(number), Anchors([1_000; 4]), Health(0), id)
        });
        world.spawn_batch(all);
        world
    }

    fn run(&self, world: &mut World, step: u64) {
        world.resources.task.step = step;
        world.run();
    }

    fn region(&self, place: &Place) -> u32 {
        place.0.into()
    }

    fn near(&self, place: &Place, mut see: impl FnMut(u32)) {
        see((u32::from(place.0) + 32) % REGIONS);
    }

    fn seen(&self, world: &World, entity: Entity) -> Option<(Place, Health)> {
        let id = world.get::<GlobalId>(entity)?;
        is_chosen(id.0, 0, self.0.shown).then_some(())?;
        world.get::<Place>(entity).copied().zip(world.get::<Health>(entity).copied())
    }

    fn inside(&self, region: u32) -> impl Fn(&Place) -> bool {
        let has_border = self.0.shown > 0;
        move |place| u32::from(place.0) == region && !(has_border && place.1 < 4_096)
    }

    fn sum(&self, _: &World, _: u32, _: u64) {}
    fn add(&self, (): &mut (), (): ()) {}
}

/// Returns the counts of a run with a number of threads.
fn counts(task: Task, threads: u32) -> Result<Counts, ShardError> {
    let options = Options { steps: STEPS, threads, ..Options::default() };
    run(Shuttle(task), &options, |_| ()).map(|outcome| outcome.counts)
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Converts a count to a float.
#[allow(clippy::cast_precision_loss, reason = "counts are below 2^52")]
fn float(number: u64) -> f64 {
    number as f64
}

fn main() -> Result<(), ShardError> {
    // In the last task, all entities near a border are examined, but only one is seen.
    let tasks =
        [("moves", 16, 0), ("updates of ghosts", 0, 1), ("looks at what is near a border and is not seen", 0, 1 << 40)];
    let mut times: [[Vec<f64>; 3]; 2] = Default::default();
    let mut bytes = [0.0; 3];
    for _ in 0..RUNS {
        for (threads, times) in (1..).zip(&mut times) {
            let quiet = counts(Task::default(), threads)?;
            for ((_, moves, shown), (times, bytes)) in tasks.into_iter().zip(times.iter_mut().zip(&mut bytes)) {
                let own = counts(Task { step: 0, moves, shown }, threads)?;
                let count = if moves > 0 { own.moved } else { STEPS * u64::from(REGIONS) * 4_096 };
                let spent = float(own.collect + own.apply) - float(quiet.collect + quiet.apply);
                times.push(spent / float(count));
                *bytes = float(own.bytes - quiet.bytes) / float((own.moved + own.shown).max(1));
            }
        }
    }
    println!("| each of the | ns, one worker | ns, two workers | bytes |\n|---|---:|---:|---:|");
    let [one, two] = times.map(|all| all.map(median));
    for (at, (name, ..)) in tasks.into_iter().enumerate() {
        // Entities that are not seen are not sent.
        let bytes = if at < 2 { format!("{:.1}", bytes[at]) } else { String::new() };
        println!("| {name} | {:.0} | {:.0} | {bytes} |", one[at], two[at]);
    }
    Ok(())
}
