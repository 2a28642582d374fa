//! Particles, on the command line.

use std::error::Error;
use std::io::{Write, stdout};
use std::process::ExitCode;

use particles::Options;

fn main() -> ExitCode {
    match output() {
        // A closed pipe is not worth a message.
        Ok(output) => writeln!(stdout(), "{output}").map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("particles: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns the text that is printed in the end.
fn output() -> Result<String, Box<dyn Error>> {
    match Options::read(lexopt::Parser::from_env())? {
        Some(options) => Ok(particles::run(&options)?.to_string()),
        None => Ok(particles::HELP.to_owned()),
    }
}
