//! The order in which entities arrive, and what happens to ghosts.
#![allow(missing_docs, reason = "the fleet is for these tests alone")]

use std::sync::{Arc, Mutex};

use ecs_shards::{Counts, Ghost, GlobalId, Options, Simulation, run};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// A place on a line; regions are ten long.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place(u32);

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Now {
    step: u64,
    fleet: Fleet,
}

/// In step 2, all ships move to the region in the middle; in step 4, those with ids above 6 move on.
#[system(without(Ghost))]
fn sail(place: &mut Place, id: &GlobalId, now: &Now) {
    match now.step {
        2 => place.0 = 10,
        4 if id.0 > 6 => place.0 = 20,
        _ => place.0 = place.0 / 10 * 10 + (place.0 + 1) % 10,
    }
}

/// Despawns all ghosts in a step.
#[system(with(Ghost))]
fn fog(ghost: Entity, now: &Now, commands: &mut Commands<Sea>) {
    if now.step == now.fleet.fog_in {
        commands.despawn(ghost);
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct Sea;
    components: Place, GlobalId, Ghost;
    resources: Now;
    systems: sail, fog;
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Fleet {
    /// Each region that sees a ship is named twice.
    is_doubled: bool,
    /// The step in which all ghosts are despawned; 0: none.
    fog_in: u64,
}

/// The ships that each region owns and the ghosts in it, each in the order of its storage.
type Ships = Vec<(Vec<u64>, Vec<u64>)>;

impl Simulation for Fleet {
    type World = Sea;
    type Place = Place;
    type Group = Template<Sea>;
    type Seen = Place;
    type Sum = Ships;

    fn parameters(&self) -> String {
        String::new()
    }

    fn regions(&self) -> u32 {
        3
    }

    fn start(&self, region: u32) -> Sea {
        let mut sea = Sea::default();
        sea.resources.now.fleet = Self { is_doubled: false, ..*self };
        // Not in the order of ids.
        let ids = [[9, 3, 7], [4, 1, 6], [8, 2, 5]][region as usize];
        sea.spawn_batch(ids.map(|id| (Place(10 * region), GlobalId(id))));
        sea
    }

    fn run(&self, sea: &mut Sea, step: u64) {
        sea.resources.now.step = step;
        sea.run();
    }

    fn region(&self, place: &Place) -> u32 {
        place.0 / 10
    }

    fn near(&self, _: &Place, mut see: impl FnMut(u32)) {
        (0..3).for_each(&mut see);
        if self.is_doubled {
            (0..3).for_each(see);
        }
    }

    fn seen(&self, sea: &Sea, ship: Entity) -> Option<Place> {
        sea.get::<Place>(ship).copied()
    }

    fn sum(&self, sea: &Sea, _: u32, _: u64) -> Ships {
        let ids = |all: Vec<&GlobalId>| all.into_iter().map(|id| id.0).collect();
        let own = sea.query::<&GlobalId>().without::<Ghost>().iter().collect();
        let ghosts = sea.query::<&GlobalId>().with::<Ghost>().iter().collect();
        vec![(ids(own), ids(ghosts))]
    }

    fn add(&self, total: &mut Ships, part: Ships) {
        total.extend(part);
    }
}

/// Returns the ships after each step ran and before any of them changes region, the counts, and the final hash.
fn voyage(fleet: Fleet, threads: u32) -> (Vec<Ships>, Counts, u64) {
    let steps = Arc::new(Mutex::new(vec![]));
    let seen = Arc::clone(&steps);
    let outcome = run(fleet, &Options { steps: 6, threads, ..Options::default() }, move |report| {
        seen.lock().expect("nothing panicked").push(report.total.clone());
    });
    let outcome = outcome.expect("the run succeeds");
    let steps = std::mem::take(&mut *steps.lock().expect("nothing panicked"));
    (steps, outcome.counts, outcome.hash)
}

#[test]
fn entities_arrive_in_the_order_of_regions_and_of_ids_within_one() {
    for threads in [1, 2, 3] {
        let (steps, counts, _) = voyage(Fleet::default(), threads);
        assert_eq!(steps[1][0].0, [9, 3, 7], "the order is that of the spawns");
        // From the region on the left, and then from that on the right.
        assert_eq!(steps[2][1].0, [4, 1, 6, 3, 7, 9, 2, 5, 8], "{threads} threads");
        assert_eq!(steps[4][2].0, [7, 8, 9]);
        assert_eq!(counts.moved, 9);
    }
}

#[test]
fn a_region_that_is_named_twice_sees_an_entity_once() {
    let (once, counts, hash) = voyage(Fleet::default(), 1);
    let sent = |counts: Counts| [counts.moved, counts.shown, counts.hidden];
    // Ships change in each step, and the two other regions see each of them.
    assert_eq!(once[5][0].1.len(), 9);
    for threads in [1, 3] {
        let (twice, doubled, same) = voyage(Fleet { is_doubled: true, ..Fleet::default() }, threads);
        assert!(twice == once && same == hash, "{threads} threads");
        assert_eq!(sent(doubled), sent(counts));
    }
}

#[test]
fn a_ghost_that_a_system_despawned_returns_when_its_entity_changes() {
    let (without_fog, ..) = voyage(Fleet::default(), 1);
    for threads in [1, 2] {
        for fog_in in 1..6 {
            let (steps, ..) = voyage(Fleet { fog_in, ..Fleet::default() }, threads);
            let sorted = |ids: &Vec<u64>| {
                let mut ids = ids.clone();
                ids.sort_unstable();
                ids
            };
            for (step, (ships, usual)) in (1..).zip(steps.iter().zip(&without_fog)) {
                for ((_, ghosts), (_, usual)) in ships.iter().zip(usual) {
                    let expected = if step == fog_in { vec![] } else { sorted(usual) };
                    assert_eq!(sorted(ghosts), expected, "fog in step {fog_in}, step {step}");
                }
            }
        }
    }
}
