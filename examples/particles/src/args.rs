//! Owns the arguments: what can be asked for on the command line.

use std::path::PathBuf;

use clap::Parser;
use clap::value_parser;

/// How many frames a report simulates unless told.
const FRAMES: u64 = 600;

/// Simulates particles that emitters let out, forces drive and age takes: drawn on a terminal, or summed up in a report.
#[derive(Debug, Parser)]
#[command(name = "particles")]
pub struct Options {
    /// Print a report and draw nothing, as where the output is no terminal
    #[arg(long)]
    pub plain: bool,
    /// The scene file (TOML); without it, the scene of examples/particles/scene.toml, which is built in
    #[arg(long)]
    pub scene: Option<PathBuf>,
    /// How many frames to simulate [default: 600 for a report; drawn, until you quit]
    #[arg(long)]
    pub frames: Option<u64>,
    /// The seed: the same one gives the same particles
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Scales the emitters, so that about so many particles are alive in the end
    #[arg(long, value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub particles: Option<u32>,
    /// On how many threads to move them; more than one need the feature `rayon`
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: u16,
}

impl Options {
    /// How many frames a report simulates.
    pub(crate) fn frames_of_report(&self) -> u64 {
        self.frames.unwrap_or(FRAMES)
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::Options;

    fn parse(arguments: &str) -> Result<Options, String> {
        let arguments = ["particles"].into_iter().chain(arguments.split_whitespace());
        Options::try_parse_from(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_declared_without_contradictions() {
        Options::command().debug_assert();
    }

    #[test]
    fn without_arguments_everything_has_a_default() {
        let options = parse("").unwrap();
        assert!(!options.plain && options.scene.is_none() && options.frames.is_none() && options.particles.is_none());
        assert_eq!((options.seed, options.threads, options.frames_of_report()), (1, 1, 600));
    }

    #[test]
    fn each_option_is_heard() {
        let options = parse("--plain --scene a.toml --frames 0 --seed 7 --particles 2000 --threads 2").unwrap();
        assert!(options.plain && options.scene.is_some_and(|scene| scene.ends_with("a.toml")));
        assert_eq!((options.frames, options.seed, options.particles, options.threads), (Some(0), 7, Some(2000), 2));
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        for (arguments, expected) in [
            ("--particles 0", "0 is not in 1..=10000000"),
            ("--particles 10000001", "10000001 is not in 1..=10000000"),
            ("--threads 0", "0 is not in 1..=1024"),
            ("--threads 1025", "1025 is not in 1..=1024"),
            ("--frames -1", "unexpected argument"),
            ("--frames many", "invalid digit found in string"),
            ("--fast", "unexpected argument '--fast'"),
        ] {
            let error = parse(arguments).expect_err(arguments);
            assert!(error.contains(expected), "{error}");
        }
        assert!(parse("--particles 1").is_ok() && parse("--particles 10000000 --threads 1024").is_ok());
    }
}
