//! Shared code of the benches that `SOURCES.md` describes: interleaved rounds, medians, and a file of raw results.

#![allow(dead_code, unused_imports, reason = "no bench uses all of it")]

mod clock;
mod flags;
mod random;
mod results;

use std::hint::black_box;
use std::time::{Duration, Instant};

pub use flags::Flags;
pub use random::Random;
pub use results::{Results, Row};

/// The work of one contestant.
pub trait Workload {
    /// Performs the measured work once.
    fn step(&mut self);

    /// Sums up the results of all steps; not measured. All contestants of a case must have the same sum.
    fn check(&mut self) -> u64;
}

/// One contestant of a case.
pub struct Contestant {
    name: String,
    workload: Box<dyn Workload>,
}

impl Contestant {
    /// Creates a contestant.
    pub fn new(name: impl Into<String>, workload: impl Workload + 'static) -> Self {
        Self { name: name.into(), workload: Box::new(workload) }
    }

    fn measure(&mut self, steps: u32) -> Duration {
        let start = clock::now();
        for _ in 0..steps {
            black_box(&mut *self.workload).step();
        }
        clock::now().saturating_sub(start)
    }
}

/// A case, which all of its contestants perform.
#[derive(Debug, Clone)]
pub struct Case {
    /// The name of the table.
    pub workload: &'static str,
    /// Number of entities.
    pub entities: usize,
    /// The other parameter that is varied: components per entity, or operations per update.
    pub parameter: usize,
    /// Number of units of work per step; times are per unit.
    pub units: usize,
}

/// Measures cases one after another, and writes their results to a file.
#[derive(Debug)]
pub struct Bench {
    flags: Flags,
    results: Results,
}

/// Steps of the fastest contestant are repeated until a measurement takes this long.
const LONG_ENOUGH: Duration = Duration::from_micros(500);
/// No measurement of the slowest contestant takes longer than this, unless it is a single step.
const TOO_LONG: Duration = Duration::from_millis(40);
/// Minimum number of rounds, even if one round takes all the time of a case.
const FEWEST_ROUNDS: usize = 3;

impl Bench {
    /// Reads the command line; if it is invalid, prints the usage and exits.
    pub fn new(name: &'static str) -> Self {
        let flags = Flags::parse(name, std::env::args().skip(1)).unwrap_or_else(|problem| {
            eprintln!("{problem}\n{}", flags::USAGE);
            std::process::exit(2);
        });
        let results = Results::new(name, &flags);
        Self { flags, results }
    }

    /// The options.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Records a figure that was counted, not timed.
    pub fn count(&mut self, row: &Row) {
        self.results.add(row);
    }

    /// Measures contestants in turn, round by round, for the time of a case, and records a row for each.
    ///
    /// # Panics
    ///
    /// If two contestants have different sums.
    pub fn run(&mut self, case: &Case, contestants: impl FnOnce() -> Vec<Contestant>) {
        if !case.workload.contains(&self.flags.only) {
            return;
        }
        let mut contestants = contestants();
        let warm: Vec<_> = contestants.iter_mut().map(|contestant| contestant.measure(1)).collect();
        let steps = steps(&warm);
        let mut times = vec![Vec::new(); contestants.len()];
        let start = Instant::now();
        let mut round = 0;
        while round < self.fewest() || start.elapsed() < self.flags.time && round < self.flags.rounds {
            for turn in 0..contestants.len() {
                let index = (round + turn) % contestants.len();
                let took = contestants[index].measure(steps);
                times[index].push(took.as_secs_f64() * 1e9 / (f64::from(steps) * case.units as f64));
            }
            round += 1;
        }
        agree(case, &mut contestants);
        for (contestant, times) in contestants.iter().zip(times) {
            self.results.add(&Row::of_times(case, &contestant.name, times));
        }
    }

    /// Minimum number of rounds; the warm-up is not one of them.
    fn fewest(&self) -> usize {
        if self.flags.quick { 1 } else { FEWEST_ROUNDS }
    }
}

/// Number of steps of a measurement, so that the fastest is measured long enough and the slowest not too long.
fn steps(warm: &[Duration]) -> u32 {
    let fastest = warm.iter().min().copied().unwrap_or_default().max(Duration::from_nanos(20));
    let slowest = warm.iter().max().copied().unwrap_or_default().max(Duration::from_nanos(20));
    let enough = LONG_ENOUGH.as_nanos().div_ceil(fastest.as_nanos());
    let limit = (TOO_LONG.as_nanos() / slowest.as_nanos()).max(1);
    u32::try_from(enough.min(limit)).unwrap_or(1)
}

fn agree(case: &Case, contestants: &mut [Contestant]) {
    let mut first = None;
    for Contestant { name, workload } in contestants {
        let sum = workload.check();
        let (expected, by) = first.get_or_insert((sum, name.clone()));
        assert_eq!(sum, *expected, "{case:?}: {name} has another sum than {by}");
    }
}
