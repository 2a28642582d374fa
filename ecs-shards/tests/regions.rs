//! Regions end in the same state on any number of workers, which is also that of one world without regions.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the crowd is for several tests")]
#![allow(clippy::cast_possible_truncation, reason = "numbers are small")]

mod common;

use std::sync::{Arc, Mutex};

use common::{Crowd, State, together};
use ecs_shards::{Balance, Measure, Options, Outcome, ShardError, run};
use proptest::prelude::*;

fn options(steps: u64, threads: u32) -> Options {
    Options { steps, threads, hash_every: 1, ..Options::default() }
}

/// The state and the hashes of each step.
type Steps = Vec<(State, Vec<u64>)>;

fn steps(crowd: Crowd, options: &Options) -> Result<(Outcome<State>, Steps), ShardError> {
    let steps = Arc::new(Mutex::new(vec![]));
    let seen = Arc::clone(&steps);
    let outcome = run(crowd, options, move |report| {
        seen.lock().expect("nothing panicked").push((report.total.clone(), report.hashes.to_vec()));
    })?;
    let steps = std::mem::take(&mut *steps.lock().expect("nothing panicked"));
    Ok((outcome, steps))
}

#[test]
fn each_region_has_the_same_state_in_each_step_on_any_number_of_threads() {
    let (one, one_steps) = steps(Crowd::SMALL, &options(20, 1)).expect("the run succeeds");
    assert_eq!(one_steps.len(), 20);
    assert!(one_steps.iter().all(|(_, hashes)| hashes.len() == 8));
    assert!(one.counts.moved > 100 && one.counts.shown > 100 && one.counts.hidden > 100, "{:?}", one.counts);
    for threads in [2, 3, 4] {
        let (outcome, steps) = steps(Crowd::SMALL, &options(20, threads)).expect("the run succeeds");
        assert!(steps == one_steps, "{threads} threads differ");
        assert_eq!((outcome.hash, outcome.hashes), (one.hash, one.hashes.clone()));
    }
}

#[test]
fn each_region_has_the_same_state_in_processes() {
    let one = run(Crowd::SMALL, &options(20, 1), |_| ()).expect("the run succeeds");
    for (processes, threads) in [(2, 1), (3, 1), (2, 2)] {
        for outcome in together(&Crowd::SMALL, &options(20, threads), processes, |_, _, _| ()) {
            let outcome = outcome.expect("the run succeeds");
            assert_eq!((outcome.hash, outcome.total), (one.hash, one.total.clone()), "{processes} processes");
        }
    }
}

#[test]
fn more_workers_than_regions_change_nothing() {
    let crowd = Crowd { columns: 1, rows: 1, ..Crowd::SMALL };
    let hash = |threads| run(crowd, &options(9, threads), |_| ()).map(|outcome| outcome.hash);
    assert_eq!(hash(1), hash(3));
    assert!(hash(1).is_ok());
}

#[test]
fn regions_that_move_between_workers_change_nothing() {
    let crowd = Crowd { people: 30, pace: 1, ..Crowd::SMALL };
    let one = run(crowd, &options(20, 1), |_| ()).expect("the run succeeds");
    for by in [Measure::Entities, Measure::Time] {
        for threads in [2, 3] {
            let balance = Some(Balance { every: 3, by });
            let outcome = run(crowd, &Options { balance, ..options(20, threads) }, |_| ()).expect("the run succeeds");
            assert_eq!(outcome.hash, one.hash);
            if by == Measure::Entities {
                let at_start: Vec<_> = (0..8).map(|region| region * threads / 8).collect();
                assert_ne!(outcome.owners, at_start, "no region moved");
            }
        }
    }
}

#[test]
fn a_run_without_steps_ends_at_the_start() {
    let outcome = run(Crowd::SMALL, &options(0, 2), |_| ()).expect("the run succeeds");
    assert_eq!((outcome.total.0.len(), outcome.hashes.len()), (120, 8));
}

#[test]
fn regions_may_be_empty_or_see_no_other_region() {
    for crowd in [Crowd { people: 0, ..Crowd::SMALL }, Crowd { grid_reach: 0, ..Crowd::SMALL }] {
        let (_, steps) = steps(crowd, &options(8, 2)).expect("the run succeeds");
        let without = crowd.without_regions(8);
        assert!(steps.iter().map(|(state, _)| state.sorted()).eq(without));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_crowd_in_regions_has_the_same_state_as_without_regions(
        (columns, rows, side) in (1..5_u32, 1..4_u32, 4..12_u32),
        (grid_reach, pace, people, seed) in (0..15_u32, 0..9_u32, 0..90_u64, 0..1_000_u64),
        threads in 1..5_u32,
        every in 0..4_u64,
    ) {
        let pace = pace.min(columns * side).min(rows * side);
        let crowd = Crowd { columns, rows, side, grid_reach, pace, people, seed, ..Crowd::SMALL };
        let balance = (every > 0).then_some(Balance { every, by: Measure::Entities });
        let (_, steps) = steps(crowd, &Options { balance, ..options(12, threads) }).expect("the run succeeds");
        for ((state, _), without) in steps.iter().zip(crowd.without_regions(12)) {
            prop_assert!(state.has_one_owner_each());
            prop_assert_eq!(state.sorted(), without);
        }
    }
}
