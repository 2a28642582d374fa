//! Owns the command line.

use std::path::PathBuf;
use std::time::Duration;

/// Usage of the command line.
pub const USAGE: &str =
    "usage: cargo bench --bench NAME -- [--quick] [--only NAME] [--seconds N] [--rounds N] [--out FILE]
  --quick      less time for each case, and fewer sizes
  --only NAME  measure only workloads whose name contains NAME
  --seconds N  measure each case for N seconds, and not less than three rounds
  --rounds N   measure each case for no more than N rounds (501)
  --out FILE   write the results here (target/results/NAME.csv)";

/// Options of the command line.
#[derive(Debug, Clone)]
pub struct Flags {
    /// Whether cases are measured for less time, and at fewer sizes.
    pub quick: bool,
    /// Text that the names of measured workloads contain.
    pub only: String,
    /// Time limit of a case.
    pub time: Duration,
    /// Maximum number of rounds of a case.
    pub rounds: usize,
    /// File to which the results are written.
    pub out: PathBuf,
    /// Further arguments, for the bench itself.
    pub rest: Vec<String>,
}

impl Flags {
    /// Parses arguments, or returns what is wrong with them.
    pub fn parse(name: &str, arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut quick, mut only, mut seconds, mut rounds, mut out) = (false, String::new(), None, 501, None);
        let mut rest = Vec::new();
        let mut arguments = arguments.filter(|argument| argument != "--bench");
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument}: what is missing"));
            match argument.as_str() {
                "--quick" => quick = true,
                "--only" => only = value()?,
                "--seconds" => seconds = Some(number(&argument, &value()?)?),
                "--rounds" => rounds = number(&argument, &value()?)?,
                "--out" => out = Some(PathBuf::from(value()?)),
                "--once" => rest = arguments.by_ref().collect(),
                other => return Err(format!("{other}: no such flag")),
            }
        }
        let time = match seconds {
            Some(seconds) => Duration::from_secs(seconds),
            None if quick => Duration::from_millis(500),
            None => Duration::from_secs(10),
        };
        let out = out.unwrap_or_else(|| default_out(name));
        Ok(Self { quick, only, time, rounds, out, rest })
    }
}

fn number<N: std::str::FromStr>(flag: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{flag}: {text} is no number"))
}

/// Default file: in the target directory of cargo.
fn default_out(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    target.join("results").join(format!("{name}.csv"))
}
