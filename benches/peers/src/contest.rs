//! Owns the measurements: interleaved rounds, medians, ratios, checksums, and the tables.

use std::hint::black_box;
use std::marker::PhantomData;
use std::mem::replace;
use std::time::Instant;

use crate::checksum::Checksum;
use crate::columns::Column;
pub use crate::columns::{Kind, Library, Scheduler};
use crate::flags::Flags;

/// A workload, performed by one library.
pub trait Workload {
    /// Prepares the state in which a `step` begins; not measured, and called once for all steps of a measurement.
    fn prepare(&mut self) {}

    /// Performs the measured work once.
    fn step(&mut self);

    /// Adds up the results of all steps; not measured.
    fn check(&mut self, sum: &mut Checksum);
}

/// Size of a contest.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Number of units of work per `step`; times are per unit.
    pub units: usize,
    /// Number of steps per measurement.
    pub steps: usize,
}

/// One column in a contest.
pub struct Contestant<C = Library> {
    column: C,
    workload: Box<dyn Workload>,
}

impl<C> Contestant<C> {
    /// Creates a contestant.
    pub fn new(column: C, workload: impl Workload + 'static) -> Self {
        Self { column, workload: Box::new(workload) }
    }

    fn measure(&mut self, size: Size) -> f64 {
        self.workload.prepare();
        let start = Instant::now();
        for _ in 0..size.steps {
            black_box(&mut *self.workload).step();
        }
        start.elapsed().as_nanos() as f64 / (size.steps * size.units) as f64
    }
}

/// The requested contests of a table.
pub struct Contest<C = Library> {
    flags: Flags,
    has_head: bool,
    columns: PhantomData<C>,
}

impl<C: Column> Contest<C> {
    /// Creates a table without lines; its head is printed with the first line.
    pub fn new(flags: &Flags) -> Self {
        Self { flags: flags.clone(), has_head: false, columns: PhantomData }
    }

    /// Measures one workload and prints its line, if it is requested.
    ///
    /// # Panics
    ///
    /// If two contestants have different checksums.
    pub fn run(&mut self, name: &str, size: Size, contestants: impl FnOnce() -> Vec<Contestant<C>>) {
        if !name.contains(&self.flags.only) {
            return;
        }
        let mut contestants = contestants();
        let mut times = vec![Vec::new(); contestants.len()];
        for contestant in &mut contestants {
            contestant.measure(size);
        }
        for round in 0..self.flags.rounds {
            for turn in 0..contestants.len() {
                let index = (round + turn) % contestants.len();
                times[index].push(contestants[index].measure(size));
            }
        }
        compare_checksums(name, &mut contestants);
        let rank = if self.flags.best { 0 } else { self.flags.rounds / 2 };
        let times = contestants.iter().zip(times).map(|(contestant, times)| (contestant.column, ranked(times, rank)));
        let times = times.collect::<Vec<_>>();
        self.print_head();
        if self.flags.table {
            println!("| {name} | {} |", row(&times));
        } else {
            println!("{name:37}{}", line(&times));
        }
    }

    /// Prints the head of the table.
    fn print_head(&mut self) {
        if replace(&mut self.has_head, true) {
            return;
        }
        if self.flags.table {
            let heads: Vec<_> = C::ALL[1..].iter().map(|column| column.name()).collect();
            println!("\n| | {}, ns | {} |\n|---|{}", C::ALL[0].name(), heads.join(" | "), "---:|".repeat(C::ALL.len()));
        } else {
            let heads = C::ALL.iter().map(|column| column.name()).chain(C::VERDICTS.iter().copied());
            let heads = heads.fold(String::new(), |heads, head| heads + &format!("{head:>17}"));
            println!(
                "\nTimes are {} of {} interleaved rounds in ns, with their ratio to plain Vec (x).",
                if self.flags.best { "the shortest" } else { "medians" },
                self.flags.rounds
            );
            println!("{}\n\n{:37}{heads}", C::NOTE, "");
        }
    }
}

fn compare_checksums<C: Column>(name: &str, contestants: &mut [Contestant<C>]) {
    let mut first = None;
    for Contestant { column, workload } in contestants {
        let mut sum = Checksum::default();
        workload.check(&mut sum);
        let (expected, by) = *first.get_or_insert((sum, *column));
        assert_eq!(sum, expected, "{name}: {column:?} has another checksum than {by:?}");
    }
}

/// Returns the time with `rank` shorter ones.
fn ranked(mut times: Vec<f64>, rank: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[rank]
}

/// Cells of a row of a table: the time of the first contestant, and the ratios of the others to it.
fn row<C: Column>(medians: &[(C, f64)]) -> String {
    let time = |column: C| medians.iter().find(|(other, _)| *other == column).map(|(_, time)| *time);
    let plain = time(C::ALL[0]);
    let ratios = C::ALL[1..].iter().map(|column| Some(time(*column)? / plain?));
    let cells = std::iter::once(plain).chain(ratios);
    cells.map(|cell| cell.map_or_else(|| "-".into(), two_digits)).collect::<Vec<_>>().join(" | ")
}

/// Formats a number with two significant digits, or with all those before the point.
fn two_digits(number: f64) -> String {
    if number < 0.995 {
        format!("{number:.2}")
    } else if number < 9.95 {
        format!("{number:.1}")
    } else {
        format!("{number:.0}")
    }
}

/// Cells of a line, given the time of each contestant.
fn line<C: Column>(medians: &[(C, f64)]) -> String {
    let time = |column: C| medians.iter().find(|(other, _)| *other == column).map(|(_, time)| *time);
    let cells = C::ALL.iter().map(|column| match (time(*column), time(C::ALL[0])) {
        (Some(own), Some(plain)) => format!("{own:.2}{:7.2}x", own / plain),
        (Some(own), None) => format!("{own:.2}{:8}", ""),
        _ => "-".into(),
    });
    cells.chain(C::verdicts(medians)).fold(String::new(), |line, cell| line + &format!("{cell:>17}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_time_and_ratios_and_a_dash_for_absent_contestants() {
        let medians = [(Kind::Vec, 2.04), (Kind::List, 3.06), (Kind::Scan, 300.0)];
        assert_eq!(row(&medians), "2.0 | - | 1.5 | - | - | 147");
    }

    #[test]
    fn numbers_have_two_digits_on_both_sides_of_one_and_ten() {
        let numbers = [0.056, 0.994, 0.995, 1.04, 9.94, 9.95, 146.4];
        assert_eq!(numbers.map(two_digits), ["0.06", "0.99", "1.0", "1.0", "9.9", "10", "146"]);
    }
}
