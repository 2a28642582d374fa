//! What happens to entities and ghosts when others leave, and when systems change ghosts.
#![allow(missing_docs, reason = "the fleet is for these tests alone")]

use std::sync::{Arc, Mutex};
use std::{env, fs, process};

use ecs_shards::{Ghost, GlobalId, Options, Simulation, run};
use ecs_world::TemplateTree;
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// A place on a line; regions are ten long.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place(u32);
/// What is added to the place in each step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Course(u32);
/// Counts steps, so that ghosts change in each.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Age(u32);
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Flag;
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct ChildOf(Entity);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct Follows(Entity);

/// What a system does to ghosts in step 2.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Change {
    #[default]
    Nothing,
    TakesAge,
    TakesGhost,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Now {
    step: u64,
    change: Change,
}

#[system(without(Ghost))]
fn sail(ship: Entity, place: &mut Place, course: &Course, age: &mut Age, now: &Now, commands: &mut Commands<Sea>) {
    place.0 += course.0;
    age.0 += 1;
    if now.step == 2 {
        commands.remove::<Flag>(ship);
    }
}

#[system(with(Ghost))]
fn meddle(ghost: Entity, now: &Now, commands: &mut Commands<Sea>) {
    match now.change {
        Change::TakesAge if now.step == 2 => commands.remove::<Age>(ghost),
        Change::TakesGhost if now.step == 2 => commands.remove::<Ghost>(ghost),
        _ => {}
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct Sea;
    components: Place, Course, Age, Flag, GlobalId, Ghost;
    relations: ChildOf (tree, keep), Follows (cascade);
    resources: Now;
    systems: sail, meddle;
}

/// Ships that start in region 0, and are seen from everywhere.
#[derive(Clone, Copy)]
struct Fleet {
    start: fn(&mut Sea),
    change: Change,
    /// True if the program reports which ships are visible.
    is_known: bool,
}

impl Simulation for Fleet {
    type World = Sea;
    type Place = Place;
    type Group = TemplateTree<Sea, ChildOf>;
    type Seen = (Age, Option<Flag>);
    type Sum = Vec<String>;

    fn parameters(&self) -> String {
        String::new()
    }

    fn regions(&self) -> u32 {
        3
    }

    fn start(&self, region: u32) -> Sea {
        let mut sea = Sea::default();
        sea.resources.now.change = self.change;
        if region == 0 {
            (self.start)(&mut sea);
        }
        sea
    }

    fn run(&self, sea: &mut Sea, step: u64) {
        sea.resources.now.step = step;
        sea.run();
    }

    fn region(&self, place: &Place) -> u32 {
        place.0 / 10
    }

    fn near(&self, _: &Place, see: impl FnMut(u32)) {
        (0..3).for_each(see);
    }

    fn visible(&self, sea: &Sea, _: u32, see: impl FnMut(Entity)) -> bool {
        if self.is_known {
            sea.query::<Entity>().without::<Ghost>().iter().for_each(see);
        }
        self.is_known
    }

    fn seen(&self, sea: &Sea, ship: Entity) -> Option<(Age, Option<Flag>)> {
        assert!(sea.contains(ship), "only what is alive is seen");
        Some((*sea.get::<Age>(ship)?, sea.get::<Flag>(ship).copied()))
    }

    fn sum(&self, sea: &Sea, region: u32, _: u64) -> Vec<String> {
        let line = |(ship, id): (Entity, &GlobalId)| {
            let ghost = if sea.has::<Ghost>(ship) { " ghost" } else { "" };
            let flag = if sea.has::<Flag>(ship) { " flag" } else { "" };
            format!("{region}: {}{ghost}{flag}", id.0)
        };
        let mut all: Vec<_> = sea.query::<(Entity, &GlobalId)>().iter().map(line).collect();
        all.sort();
        all
    }

    fn add(&self, total: &mut Vec<String>, part: Vec<String>) {
        total.extend(part);
    }
}

/// Returns the entities in each region after each step ran and before any left, and the final hash.
fn voyage(fleet: Fleet, options: &Options) -> (Vec<Vec<String>>, u64) {
    let steps = Arc::new(Mutex::new(vec![]));
    let seen = Arc::clone(&steps);
    let outcome = run(fleet, options, move |report| {
        seen.lock().expect("nothing panicked").push(report.total.clone());
    });
    let hash = outcome.expect("the run succeeds").hash;
    let steps = std::mem::take(&mut *steps.lock().expect("nothing panicked"));
    (steps, hash)
}

fn steps(steps: u64, threads: u32) -> Options {
    Options { steps, threads, ..Options::default() }
}

fn ship(id: u64, course: u32) -> (Place, Course, Age, GlobalId) {
    (Place(0), Course(course), Age(0), GlobalId(id))
}

#[test]
fn a_child_that_keeps_the_handle_of_a_dead_parent_changes_region() {
    let start = |sea: &mut Sea| {
        let parent = sea.spawn(ship(1, 0));
        let child = sea.spawn(ship(2, 12));
        sea.insert(child, ChildOf(parent)).expect("both entities are alive");
        sea.despawn(parent).expect("the entity is alive");
        assert!(sea.has::<ChildOf>(child) && sea.tree::<ChildOf>().parent(child).is_none());
    };
    for (threads, is_known) in [(1, false), (1, true), (3, false)] {
        let (all, _) = voyage(Fleet { start, change: Change::Nothing, is_known }, &steps(2, threads));
        assert_eq!(all[0], ["0: 2", "1: 2 ghost", "2: 2 ghost"]);
        assert_eq!(all[1], ["0: 2 ghost", "1: 2", "2: 2 ghost"], "{threads} threads");
    }
}

#[test]
fn entities_that_die_because_another_one_left_are_neither_moved_nor_seen() {
    let start = |sea: &mut Sea| {
        let first = sea.spawn(ship(1, 12));
        // One that would leave, too, and one that would stay.
        for (id, course) in [(2, 12), (3, 0)] {
            let follower = sea.spawn(ship(id, course));
            sea.insert(follower, Follows(first)).expect("both entities are alive");
        }
        sea.spawn(ship(4, 0));
    };
    for (threads, is_known) in [(1, false), (1, true), (3, false), (3, true)] {
        let (all, _) = voyage(Fleet { start, change: Change::Nothing, is_known }, &steps(2, threads));
        assert_eq!(all[0].len(), 12);
        let left = ["0: 1 ghost", "0: 4", "1: 1", "1: 4 ghost", "2: 1 ghost", "2: 4 ghost"];
        assert_eq!(all[1], left, "{threads} threads");
    }
}

#[test]
fn a_ghost_that_lacks_a_part_loses_what_its_entity_lost() {
    let start = |sea: &mut Sea| {
        let ship = sea.spawn(ship(1, 0));
        sea.insert(ship, Flag).expect("the entity is alive");
    };
    for change in [Change::Nothing, Change::TakesAge] {
        let (all, _) = voyage(Fleet { start, change, is_known: false }, &steps(3, 1));
        assert_eq!(all[0], ["0: 1 flag", "1: 1 ghost flag", "2: 1 ghost flag"]);
        assert_eq!(all[2], ["0: 1", "1: 1 ghost", "2: 1 ghost"], "{change:?}");
    }
}

#[test]
fn a_ghost_whose_marker_a_system_removed_is_replaced_also_in_a_resumed_run() {
    let start = |sea: &mut Sea| {
        sea.spawn(ship(1, 0));
    };
    let fleet = Fleet { start, change: Change::TakesGhost, is_known: false };
    let (all, hash) = voyage(fleet, &steps(5, 1));
    assert_eq!(all[2], ["0: 1", "1: 1", "1: 1 ghost", "2: 1", "2: 1 ghost"]);
    let folder = env::temp_dir().join(format!("ecs-shards-departures-{}", process::id()));
    let _absent = fs::remove_dir_all(&folder);
    for last in 1..5 {
        let options = Options { checkpoint: Some(folder.clone()), checkpoint_every: 1, ..steps(last, 1) };
        voyage(fleet, &options);
        let (_, resumed) = voyage(fleet, &Options { steps: 5, resume: true, ..options });
        assert_eq!(resumed, hash, "resumed after step {last}");
        fs::remove_dir_all(&folder).expect("the folder exists");
    }
}
