//! Run times of systems: measured with feature `std`, empty without it.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::sleep;
use std::time::Duration;

use ecs_world::SystemTime;
use ecs_world::prelude::*;

const IS_MEASURED: bool = cfg!(feature = "std");

#[derive(Debug, Clone)]
pub struct Heat(u32);

#[derive(Debug, Default, Clone)]
pub struct Broken(bool);

#[system]
fn nap() {
    sleep(Duration::from_millis(2));
}

#[system(parallel)]
fn glow(heat: &mut Heat) {
    heat.0 += 1;
}

#[system(run_if = any_with(Heat))]
fn burn(broken: &Broken) {
    assert!(!broken.0, "the system panics");
}

ecs_world! {
    #[derive(Clone)]
    struct World;
    components: Heat;
    resources: Broken;
    systems: nap, glow, burn;
}

fn runs(world: &World) -> Vec<(&'static str, u64)> {
    world.system_times().map(|time| (time.name, time.runs)).collect()
}

/// The expected runs of each system; none without the feature.
fn measured(runs: [u64; 3]) -> Vec<(&'static str, u64)> {
    if IS_MEASURED { ["nap", "glow", "burn"].into_iter().zip(runs).collect() } else { vec![] }
}

#[test]
fn each_run_of_a_system_is_counted_unless_its_condition_prevents_it() {
    let mut world = World::default();
    assert_eq!(runs(&world), measured([0, 0, 0]));
    world.run();
    world.spawn(Heat(0));
    world.run();
    world.run_nap();
    assert_eq!(runs(&world), measured([3, 2, 1]));
    for SystemTime { name, longest, total, last, .. } in world.system_times() {
        assert!(last <= longest && longest <= total && (name != "nap" || last >= Duration::from_millis(2)));
    }
}

#[test]
fn the_number_of_times_that_are_left_is_known() {
    let world = World::default();
    let mut times = world.system_times();
    assert_eq!(times.len(), measured([0; 3]).len());
    times.next();
    assert_eq!(times.len(), measured([0; 3]).len().saturating_sub(1));
    assert_eq!(times.by_ref().count() + 1, measured([0; 3]).len().max(1));
    assert_eq!((times.len(), times.next()), (0, None));
}

#[test]
fn times_that_are_left_are_printed() {
    let world = World::default();
    let mut times = world.system_times();
    times.next();
    assert_eq!(format!("{times:?}"), format!("{:?}", times.clone().collect::<Vec<_>>()));
}

#[test]
fn a_run_that_panics_counts() {
    let mut world = World::default();
    world.spawn(Heat(0));
    world.resources.broken.0 = true;
    assert!(catch_unwind(AssertUnwindSafe(|| world.run())).is_err());
    assert_eq!(runs(&world), measured([1, 1, 1]));
}

#[test]
fn times_are_reset_on_request_and_in_clones() {
    let mut world = World::default();
    world.run();
    assert_eq!(runs(&world.clone()), measured([0, 0, 0]));
    world.reset_system_times();
    assert_eq!(runs(&world), measured([0, 0, 0]));
    assert!(world.system_times().all(|time| time.average().is_zero() && time.longest.is_zero()));
    world.run();
    assert_eq!(runs(&world), measured([1, 1, 0]));
}

#[test]
fn the_average_is_the_total_by_the_number_of_runs_and_zero_without_runs() {
    let [last, longest] = [2, 4].map(Duration::from_millis);
    for (runs, total, average) in [(0, 0, 0), (1, 4, 4), (2, 6, 3), (3, 9, 3), (1 << 33, 5 << 33, 5)] {
        let time = SystemTime { name: "nap", runs, last, longest, total: Duration::from_millis(total) };
        assert_eq!(time.average(), Duration::from_millis(average), "{runs} runs");
    }
}
