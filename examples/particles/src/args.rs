//! Arguments of the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use lexopt::prelude::*;

/// Text that `--help` prints.
pub const HELP: &str = "\
Simulates particles that emitters let out, forces drive and age takes: drawn on a terminal, or summed up in a report.

Usage: particles [OPTIONS]

Options:
      --plain          Print a report and draw nothing, as where the output is no terminal
      --scene FILE     The scene; without it, examples/particles/scene.toml
      --frames N       How many frames to simulate [default: 600 for a report; drawn, until you quit]
      --seed N         The same seed gives the same particles [default: 1]
      --particles N    Scale the emitters, so that about so many particles are alive in the end
      --threads N      On how many threads to move them; more than one need the feature `rayon` [default: 1]
  -h, --help           Print this";

/// Default number of frames of a report.
const FRAMES: u64 = 600;

/// Options of the command line.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// True if nothing is drawn.
    pub plain: bool,
    /// The scene file, if not the one beside the example.
    pub scene: Option<PathBuf>,
    /// Number of frames to simulate.
    pub frames: Option<u64>,
    /// The seed of the particles.
    pub seed: u64,
    /// Approximate number of particles in the end.
    pub particles: Option<u32>,
    /// Number of threads that move particles.
    pub threads: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { plain: false, scene: None, frames: None, seed: 1, particles: None, threads: 1 }
    }
}

impl Options {
    /// Reads the arguments of the program; `None` if they request help.
    ///
    /// # Errors
    ///
    /// Fails if an argument is unknown, lacks its value, or has an invalid one; the error names it.
    pub fn read(mut arguments: lexopt::Parser) -> Result<Option<Self>, lexopt::Error> {
        let mut options = Self::default();
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("plain") => options.plain = true,
                Long("scene") => options.scene = Some(arguments.value()?.into()),
                Long("frames") => options.frames = Some(number(&mut arguments, "--frames", 0..=u64::MAX)?),
                Long("seed") => options.seed = number(&mut arguments, "--seed", 0..=u64::MAX)?,
                Long("particles") => options.particles = Some(number(&mut arguments, "--particles", 1..=10_000_000)?),
                Long("threads") => options.threads = number(&mut arguments, "--threads", 1..=1024)?,
                Long("help") | Short('h') => return Ok(None),
                unknown => return Err(format!("{}; `--help` shows the options", unknown.unexpected()).into()),
            }
        }
        Ok(Some(options))
    }

    /// Returns the number of frames that a report simulates.
    pub(crate) fn frames_of_report(&self) -> u64 {
        self.frames.unwrap_or(FRAMES)
    }
}

/// Reads the value of an option, which is a number in a range.
fn number<N: FromStr + PartialOrd + Display>(
    arguments: &mut lexopt::Parser,
    option: &str,
    range: RangeInclusive<N>,
) -> Result<N, lexopt::Error> {
    let value = arguments.value()?;
    let number = value.to_str().and_then(|text| text.parse().ok()).filter(|number| range.contains(number));
    let (least, greatest) = (range.start(), range.end());
    number.ok_or_else(|| {
        format!("{option}: `{}` is not a number from {least} to {greatest}", value.to_string_lossy()).into()
    })
}

#[cfg(test)]
mod tests {
    use super::{HELP, Options};

    fn read(arguments: &str) -> Result<Option<Options>, String> {
        let arguments = lexopt::Parser::from_args(arguments.split_whitespace());
        Options::read(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn without_arguments_everything_has_a_default() {
        let options = read("").unwrap().unwrap();
        assert_eq!(options, Options::default());
        assert_eq!((options.seed, options.threads, options.frames_of_report()), (1, 1, 600));
    }

    #[test]
    fn each_option_is_heard() {
        let expected = Options {
            plain: true,
            scene: Some("a.toml".into()),
            frames: Some(0),
            seed: 7,
            particles: Some(2000),
            threads: 2,
        };
        let apart = "--plain --scene a.toml --frames 0 --seed 7 --particles 2000 --threads 2";
        let joined = "--plain --scene=a.toml --frames=0 --seed=7 --particles=2000 --threads=2";
        for arguments in [apart, joined] {
            assert_eq!(read(arguments).unwrap().as_ref(), Some(&expected), "{arguments}");
        }
    }

    #[test]
    fn help_is_asked_for_by_either_name_and_names_each_option() {
        assert_eq!((read("--help"), read("--plain -h")), (Ok(None), Ok(None)));
        for option in ["--plain", "--scene", "--frames", "--seed", "--particles", "--threads", "-h, --help"] {
            assert!(HELP.contains(option), "{option}");
        }
    }

    #[test]
    fn arguments_that_make_no_sense_are_refused_with_what_would() {
        for (arguments, expected) in [
            ("--particles 0", "--particles: `0` is not a number from 1 to 10000000"),
            ("--particles 10000001", "--particles: `10000001` is not a number from 1 to 10000000"),
            ("--threads 0", "--threads: `0` is not a number from 1 to 1024"),
            ("--threads 1025", "--threads: `1025` is not a number from 1 to 1024"),
            ("--frames -1", "--frames: `-1` is not a number from 0 to 18446744073709551615"),
            ("--seed x", "--seed: `x` is not a number from 0 to 18446744073709551615"),
            ("--frames", "missing argument for option '--frames'"),
            ("--plain=yes", "unexpected argument for option '--plain': \"yes\""),
            ("--fast", "invalid option '--fast'; `--help` shows the options"),
            ("-f", "invalid option '-f'; `--help` shows the options"),
            ("fast", "unexpected argument \"fast\"; `--help` shows the options"),
        ] {
            assert_eq!(read(arguments), Err(expected.to_owned()), "{arguments}");
        }
    }

    #[test]
    fn the_ends_of_ranges_are_numbers_of_them() {
        for arguments in ["--particles 1 --threads 1", "--particles 10000000 --threads 1024 --frames 0 --seed 0"] {
            assert!(read(arguments).is_ok(), "{arguments}");
        }
    }
}
