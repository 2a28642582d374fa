//! A small town: its epidemic is the same in regions, on any number of workers, and in one world.

use std::sync::{Arc, Mutex};

use ecs_shards::{Balance, Measure, Options, run};
use epidemic::town::{Statistics, Town, in_one_world};

fn town() -> Town {
    Town::new(3_000).expect("the town is small enough")
}

fn counts(options: &Options) -> (u64, Vec<Statistics>) {
    let all = Arc::new(Mutex::new(vec![]));
    let seen = Arc::clone(&all);
    let outcome = run(town(), options, move |report| {
        let counts = Statistics { pictures: vec![], ..report.total.clone() };
        seen.lock().expect("nothing panicked").push(counts);
    });
    let all = std::mem::take(&mut *all.lock().expect("nothing panicked"));
    (outcome.expect("the run succeeds").hash, all)
}

#[test]
fn an_epidemic_in_regions_is_that_of_one_world_on_any_number_of_threads() {
    let options = Options { steps: 130, ..Options::default() };
    let (hash, one) = counts(&options);
    let mut whole = vec![];
    in_one_world(&town(), options.steps, |_, counts| {
        whole.push(Statistics { pictures: vec![], ..counts.clone() });
    });
    assert!(one == whole, "regions change the epidemic");
    let last = one.last().expect("there are steps");
    assert!(last.susceptible < 2_980 && last.infectious > 0, "{last:?}");
    let balance = Some(Balance { every: 20, by: Measure::Entities });
    for (threads, balance) in [(2, None), (3, balance), (4, None)] {
        let (same, all) = counts(&Options { threads, balance, ..options.clone() });
        assert_eq!(same, hash, "{threads} threads");
        assert!(all == one);
    }
}

#[test]
fn towns_that_are_too_large_are_refused() {
    assert!([0, 1, 64, 1_000_000, 67_000_000].map(Town::new).iter().all(Result::is_ok));
    assert!(Town::new(70_000_000).is_err() && Town::new(u64::MAX).is_err());
}
