//! Command line of the flock in a terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use boids_terminal::flock::{Flock, Keys, order};
use boids_terminal::play::{self, Options};
use boids_terminal::session::{Failure, Session, replay};
use boids_terminal::threads::Threads;
use lexopt::prelude::*;
use recording::Simulation;

const HELP: &str = "\
A flock in a terminal, and a hawk that you steer with the arrow keys.

Usage: boids-terminal [OPTIONS]

Options:
      --boids N        boids [20000]
      --threads N      threads at the start; + and - change them [1]
      --save FILE      where s saves and l loads [boids.save]
      --frames N       ends after so many frames (headless: 300)
      --headless       without a terminal: prints the hash of the last state, and the time of a frame
      --record FILE    writes what was played to a file at the end
      --replay FILE    plays what was recorded, without a terminal, and compares the hash
      --panic-at N     panics in this frame: the terminal is restored all the same
";

#[derive(Debug, Clone)]
struct Arguments {
    boids: u32,
    threads: usize,
    is_headless: bool,
    record: Option<PathBuf>,
    replay: Option<PathBuf>,
    play: Options,
}

fn arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let play = Options { save: PathBuf::from("boids.save"), ..Options::default() };
    let mut arguments = Arguments { boids: 20_000, threads: 1, is_headless: false, record: None, replay: None, play };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("boids") => arguments.boids = parser.value()?.parse()?,
            Long("threads") => arguments.threads = parser.value()?.parse()?,
            Long("headless") => arguments.is_headless = true,
            Long("frames") => arguments.play.frames = Some(parser.value()?.parse()?),
            Long("panic-at") => arguments.play.panic_at = Some(parser.value()?.parse()?),
            Long("save") => arguments.play.save = parser.value()?.into(),
            Long("record") => arguments.record = Some(parser.value()?.into()),
            Long("replay") => arguments.replay = Some(parser.value()?.into()),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.replay {
        let threads = Threads::new(arguments.threads)?;
        let (flock, frames) = replay(path, &threads)?;
        println!("{frames} frames on {} threads end as recorded: hash {:016x}", threads.count(), flock.hash());
        return Ok(());
    }
    let mut session = Session::new(arguments.boids, arguments.threads)?;
    if arguments.is_headless {
        headless(&mut session, arguments.play.frames.unwrap_or(300));
    } else {
        play::on_terminal(&mut session, &arguments.play)?;
    }
    arguments.record.as_ref().map_or(Ok(()), |path| session.record(path))
}

/// Prints only the hash to standard output, so that it can be compared.
fn headless(session: &mut Session, frames: usize) {
    let start = Instant::now();
    for frame in 0..frames {
        session.step(Keys::of_robot(frame));
    }
    let time = start.elapsed().as_secs_f64() * 1e3 / f64::from(u32::try_from(frames.max(1)).unwrap_or(u32::MAX));
    let flock: &Flock = session.flock();
    eprintln!(
        "{} boids, {frames} frames, {} threads: {time:.2} ms per frame, order {:.3}",
        flock.len(),
        session.thread_count(),
        order(flock)
    );
    println!("{:016x}", flock.hash());
}

fn main() -> ExitCode {
    let result = match arguments() {
        Ok(Some(arguments)) => run(&arguments),
        Ok(None) => {
            print!("{HELP}");
            Ok(())
        }
        Err(error) => Err(error.into()),
    };
    result.map_or_else(
        |error| {
            eprintln!("boids-terminal: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
