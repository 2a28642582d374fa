//! Interleaved rounds: several cases are measured in turn, and compared within each round.

use std::time::{Duration, Instant};

/// Measures how long a function takes.
pub(crate) fn timed(function: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    function();
    start.elapsed()
}

/// Median over all rounds of the ratio of a column to the first column.
pub(crate) fn ratio(rounds: &[Vec<Duration>], column: usize) -> f64 {
    let mut ratios: Vec<_> = rounds.iter().map(|round| round[column].as_secs_f64() / round[0].as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

/// Prints the time of each case as a ratio to the first one: the median of `count` rounds.
pub(crate) fn compare(title: &str, count: usize, cases: &mut [(&str, &mut dyn FnMut())]) {
    println!("{title}");
    let rounds: Vec<Vec<Duration>> =
        (0..count).map(|_| cases.iter_mut().map(|(_, function)| timed(*function)).collect()).collect();
    for (at, (name, _)) in cases.iter().enumerate() {
        println!("  {name:<40} {:.2}", ratio(&rounds, at));
    }
}
