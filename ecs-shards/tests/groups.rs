//! Entities with descendants change region together; relations within the group are kept, and others are cut.
#![allow(missing_docs, reason = "the fleet is for these tests alone")]

use std::sync::{Arc, Mutex};

use ecs_shards::{Ghost, GlobalId, Options, Simulation, run};
use ecs_world::TemplateTree;
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// A place on a line; regions are ten long.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place(u32);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct ChildOf(Entity);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct Likes(Entity);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, VisitHandles)]
pub struct Aim(Entity);

#[system(without(Ghost, ChildOf))]
fn sail(place: &mut Place) {
    place.0 = (place.0 + 4) % 30;
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct Sea;
    components: Place, #[handles] Aim, GlobalId, Ghost;
    relations: ChildOf (tree, cascade), Likes (clear);
    systems: sail;
}

/// A ship with a boat with a sailor, and an island.
struct Fleet;

impl Simulation for Fleet {
    type World = Sea;
    type Place = Place;
    type Group = TemplateTree<Sea, ChildOf>;
    type Seen = Place;
    type Sum = Vec<String>;

    fn parameters(&self) -> String {
        String::new()
    }

    fn regions(&self) -> u32 {
        3
    }

    fn start(&self, region: u32) -> Sea {
        let mut sea = Sea::default();
        if region == 0 {
            let island = sea.spawn(GlobalId(9));
            let ship = sea.spawn((Place(0), GlobalId(1), Likes(island)));
            // A boat is where its ship is, wherever its own place is.
            let boat = sea.spawn((Place(25), GlobalId(2), ChildOf(ship), Likes(ship), Aim(ship)));
            sea.spawn((ChildOf(boat), Likes(boat), Aim(island)));
            sea.insert(island, Likes(ship)).expect("the island is alive");
        }
        sea
    }

    fn run(&self, sea: &mut Sea, _: u64) {
        sea.run();
    }

    fn region(&self, place: &Place) -> u32 {
        place.0 / 10
    }

    fn near(&self, place: &Place, mut see: impl FnMut(u32)) {
        see((place.0 / 10 + 1) % 3);
    }

    fn seen(&self, sea: &Sea, entity: Entity) -> Option<Place> {
        sea.get::<Place>(entity).copied()
    }

    fn sum(&self, sea: &Sea, region: u32, _: u64) -> Vec<String> {
        let id = |entity: Entity| sea.get::<GlobalId>(entity).map_or_else(|| "?".into(), |id| id.0.to_string());
        let mut all: Vec<_> = sea
            .entities()
            .map(|entity| {
                let ghost = if sea.has::<Ghost>(entity) { " ghost" } else { "" };
                let child = sea.get::<ChildOf>(entity).map(|of| format!(" of {}", id(of.0))).unwrap_or_default();
                let likes = sea.get::<Likes>(entity).map(|of| format!(" likes {}", id(of.0))).unwrap_or_default();
                let aim = sea.get::<Aim>(entity).map(|of| format!(" aims {}", id(of.0))).unwrap_or_default();
                format!("{region}: {}{ghost}{child}{likes}{aim}", id(entity))
            })
            .collect();
        all.sort();
        all
    }

    fn add(&self, total: &mut Vec<String>, part: Vec<String>) {
        total.extend(part);
    }
}

#[test]
fn descendants_move_with_their_root_and_relations_that_lead_out_are_cut() {
    for threads in [1, 2, 3] {
        let steps = Arc::new(Mutex::new(vec![]));
        let seen = Arc::clone(&steps);
        let outcome = run(Fleet, &Options { steps: 9, threads, hash_every: 1, ..Options::default() }, move |report| {
            seen.lock().expect("nothing panicked").push(report.total.clone());
        });
        assert!(outcome.is_ok_and(|outcome| outcome.hash != 0));
        let steps = steps.lock().expect("nothing panicked");
        let before = ["0: 1 likes 9", "0: 2 of 1 likes 1 aims 1", "0: 9 likes 1", "0: ? of 2 likes 2 aims 9"];
        let owned =
            |step: usize| steps[step].iter().filter(|line| !line.contains("ghost")).cloned().collect::<Vec<_>>();
        assert_eq!(owned(0), before);
        // The ship is at 12 since the third step; totals of the fourth step show it in its new region.
        let after = ["0: 9", "1: 1", "1: 2 of 1 likes 1 aims 1", "1: ? of 2 likes 2 aims ?"];
        assert_eq!(owned(3), after);
        let ghosts =
            |step: usize| steps[step].iter().filter(|line| line.contains("ghost")).cloned().collect::<Vec<_>>();
        assert_eq!(ghosts(0), ["1: 1 ghost"]);
        // The boat is seen from its own place.
        assert_eq!(ghosts(3), ["0: 2 ghost", "2: 1 ghost"]);
        // Round the map, and home again.
        assert_eq!(owned(8), ["0: 1", "0: 2 of 1 likes 1 aims 1", "0: 9", "0: ? of 2 likes 2 aims ?"]);
    }
}
