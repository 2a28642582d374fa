//! Particles: a scene is read from a file, simulated with systems, and drawn on a terminal, beside the same simulation over plain `Vec`s,
//! or summarised in a table.
//!
//! `cargo run --release --example particles`; `-- --help` shows the options, and `-- --plain` prints the table. With
//! `--features rayon`, `-- --threads 2` divides the particles over threads; the result is the same.
#![allow(unreachable_pub, reason = "in a program that is read as an example, plain `pub` says enough")]

mod args;
mod play;
mod report;
mod scene;
mod screen;
mod show;
mod simulation;
mod threads;
mod times;
mod twin;

use std::error::Error;
use std::io::{IsTerminal, stdout};
use std::time::Instant;

pub use args::{HELP, Options};
pub use report::Report;

use scene::Scene;
use show::Show;
use threads::Threads;

/// Runs the program with these options and returns the report. On a terminal it draws, otherwise it only simulates.
///
/// # Errors
///
/// Fails if the scene cannot be used, has too many particles, the threads cannot be started, or the terminal cannot be drawn on.
#[expect(clippy::cast_precision_loss, reason = "a scale needs no more than 24 bits")]
pub fn run(options: &Options) -> Result<Report, Box<dyn Error>> {
    let threads = Threads::new(options.threads)?;
    let scene = scene::load(options.scene.as_deref())?;
    let scale = options.particles.map_or(1.0, |particles| particles as f32 / scene.steady_state());
    if !scene.fits(scale) {
        return Err("more than 16 million particles: lower `--particles`, or the rates of the scene".into());
    }
    if options.plain || !stdout().is_terminal() {
        return Ok(simulate(&scene, scale, options, &threads));
    }
    let mut show = Show::new(scene, options.seed, scale, threads);
    play::on_terminal(&mut show, options.frames)?;
    Ok(show.report())
}

fn simulate(scene: &Scene, scale: f32, options: &Options, threads: &Threads) -> Report {
    let mut world = simulation::world(scene, options.seed, scale);
    let frames = options.frames_of_report();
    let start = Instant::now();
    for _ in 0..frames {
        threads.run(|| world.run());
    }
    Report::new(&world, frames, start.elapsed())
}
