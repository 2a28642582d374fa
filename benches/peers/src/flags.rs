//! Owns the command line.

/// Usage of the command line.
pub const USAGE: &str = "usage: peers [--rounds N] [--quick] [--best] [--table] [--only NAME]
  --rounds N   measure each contestant N times (101)
  --quick      the same as --rounds 9
  --best       give the shortest time of all rounds, not the median: for machines that are never idle
  --table      print rows as in the tables of benches/README.md
  --only NAME  measure only workloads whose name contains NAME";

/// Options of the command line.
#[derive(Debug, Clone)]
pub struct Flags {
    /// Number of measurements of each contestant of a workload.
    pub rounds: usize,
    /// Whether a cell is the shortest time of a contestant instead of the median.
    pub best: bool,
    /// Whether rows are those of a table in Markdown.
    pub table: bool,
    /// Text that the names of measured workloads contain.
    pub only: String,
}

impl Flags {
    /// Parses arguments, or returns what is wrong with them.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut flags = Self { rounds: 101, best: false, table: false, only: String::new() };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => flags.rounds = 9,
                "--rounds" => flags.rounds = rounds(arguments.next())?,
                "--best" => flags.best = true,
                "--table" => flags.table = true,
                "--only" => flags.only = arguments.next().ok_or("--only: a name is missing")?,
                other => return Err(format!("{other}: no such flag")),
            }
        }
        Ok(flags)
    }
}

fn rounds(argument: Option<String>) -> Result<usize, String> {
    let rounds = argument.and_then(|argument| argument.parse().ok()).filter(|rounds| *rounds > 0);
    rounds.ok_or_else(|| "--rounds: a number above zero is missing".into())
}
