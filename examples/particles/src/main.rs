//! Particles, on the command line.

use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match particles::run(&particles::Options::parse()) {
        // Whoever closes the pipe has seen enough.
        Ok(report) => writeln!(stdout(), "{report}").map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("particles: {error}");
            ExitCode::from(2)
        }
    }
}
