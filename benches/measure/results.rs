//! Owns the file of raw results: lines of comma-separated values below comments that describe the machine.

use std::fs::File;
use std::io::Write;
use std::process::Command;

use super::Case;
use super::flags::Flags;

/// The header: the first line that is not a comment.
const HEAD: &str = "workload,entities,parameter,contestant,unit,median,low,high,rounds";

/// A figure of one contestant in one case.
#[derive(Debug, Clone)]
pub struct Row {
    /// The name of the table.
    pub workload: &'static str,
    /// Number of entities.
    pub entities: usize,
    /// The other parameter that is varied.
    pub parameter: usize,
    /// Name of the contestant.
    pub contestant: String,
    /// Unit of the figures: `ns` or `bytes`.
    pub unit: &'static str,
    /// Median of all rounds, lower and upper quartile.
    pub figures: [f64; 3],
    /// Number of rounds.
    pub rounds: usize,
}

impl Row {
    /// The median and the quartiles of times in nanoseconds.
    pub fn of_times(case: &Case, contestant: &str, mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        let Case { workload, entities, parameter, .. } = *case;
        let figures = [at(2), at(1), at(3)];
        Self { workload, entities, parameter, contestant: contestant.into(), unit: "ns", figures, rounds: times.len() }
    }
}

/// The results of a run, written as they are measured.
#[derive(Debug)]
pub struct Results {
    file: File,
}

impl Results {
    /// Creates the file, with comments that describe the run and the machine.
    pub fn new(name: &str, flags: &Flags) -> Self {
        let begin = || -> std::io::Result<File> {
            flags.out.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            let mut file = File::create(&flags.out)?;
            writeln!(file, "# bench: {name}{}", if flags.quick { ", quick" } else { "" })?;
            for (what, value) in machine() {
                writeln!(file, "# {what}: {value}")?;
            }
            writeln!(file, "{HEAD}")?;
            Ok(file)
        };
        let file = begin().unwrap_or_else(|error| panic!("{}: {error}", flags.out.display()));
        println!("results go to {}", flags.out.display());
        Self { file }
    }

    /// Writes a row and prints it.
    pub fn add(&mut self, row: &Row) {
        let Row { workload, entities, parameter, contestant, unit, figures: [median, low, high], rounds } = row;
        println!("{workload:28} {entities:>8} {parameter:>6} {contestant:34} {median:>12.3} {unit} ({rounds} rounds)");
        writeln!(
            self.file,
            "{workload},{entities},{parameter},{contestant},{unit},{median:.4},{low:.4},{high:.4},{rounds}"
        )
        .expect("the file of results can be written");
    }
}

/// Description of the machine, complete only on Linux.
fn machine() -> Vec<(&'static str, String)> {
    let field = |path: &str, key: &str| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default();
        line.split_once(':').map_or("unknown", |(_, value)| value).trim().to_owned()
    };
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or("unknown".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    vec![
        ("processor", field("/proc/cpuinfo", "model name")),
        ("cache of the processor", field("/proc/cpuinfo", "cache size")),
        ("cores", cores.to_string()),
        ("memory", field("/proc/meminfo", "MemTotal")),
        ("compiler", rustc),
        ("load at the start", load.split(' ').next().unwrap_or("unknown").to_owned()),
    ]
}
