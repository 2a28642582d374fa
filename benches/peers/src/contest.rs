//! Owns the measuring: interleaved rounds, medians, ratios, checksums.

use std::time::Instant;

use crate::{Bench, ENTITIES, MANY};

/// One library's workloads, over worlds of its own.
pub struct Contestant {
    pub spawn: Box<dyn FnMut(usize) -> u64>,
    pub iterate: Box<dyn FnMut() -> u64>,
    pub add_remove: Box<dyn FnMut() -> u64>,
    pub get: Box<dyn FnMut(&[u32]) -> u64>,
}

impl Contestant {
    pub fn new<B: Bench + 'static>() -> Self {
        let (mut moving, mut changing, mut large) = (B::filled(ENTITIES), B::filled(ENTITIES), B::filled(MANY));
        Self {
            spawn: Box::new(B::spawn),
            iterate: Box::new(move || moving.iterate()),
            add_remove: Box::new(move || changing.add_remove()),
            get: Box::new(move |order| large.get(order)),
        }
    }
}

/// All contestants, measured in turn.
pub struct Contest<const N: usize> {
    rounds: usize,
    contestants: [(&'static str, Contestant); N],
}

impl<const N: usize> Contest<N> {
    pub fn new(rounds: usize, contestants: [(&'static str, Contestant); N]) -> Self {
        println!("median of {rounds} interleaved rounds; x = time over that of the first column");
        Self { rounds, contestants }
    }

    /// Runs one workload of `steps` steps in interleaved rounds and prints a line.
    pub fn run(&mut self, name: &str, steps: usize, mut work: impl FnMut(&mut Contestant) -> u64) {
        let mut times = [const { Vec::new() }; N];
        for _ in 0..=self.rounds {
            let mut checksum = None;
            for ((who, contestant), times) in self.contestants.iter_mut().zip(&mut times) {
                let start = Instant::now();
                let own = std::hint::black_box(work(contestant));
                times.push(start.elapsed().as_nanos() as f64 / steps as f64);
                let first = *checksum.get_or_insert(own);
                assert_eq!(own, first, "{name}: {who} comes to another checksum");
            }
        }
        let medians = times.map(|times| median(times.into_iter().skip(1)));
        print!("{name:38}");
        for ((who, _), median) in self.contestants.iter().zip(medians) {
            print!("  {who} {median:7.2} ns = {:5.2} x", median / medians[0]);
        }
        println!();
    }
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut times: Vec<_> = times.collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
