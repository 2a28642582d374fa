//! Particles: a scene is read from a file, simulated with systems, and summed up in a table.
//!
//! `cargo run --release --example particles`; `-- --help` shows the options. With `--features rayon`, `-- --threads 2` divides
//! the particles over threads; what comes out is the same.
#![allow(unreachable_pub, reason = "in a program that is read as an example, plain `pub` says enough")]

mod report;
mod scene;
mod simulation;
mod threads;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

/// Simulates particles that emitters let out, forces drive and age takes.
#[derive(Debug, Parser)]
struct Options {
    /// The scene file (TOML); without it, the scene of examples/particles/scene.toml, which is built in
    #[arg(long)]
    scene: Option<PathBuf>,
    /// How many frames to simulate
    #[arg(long, default_value_t = 600)]
    frames: u64,
    /// The seed: the same one gives the same particles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Scales the emitters, so that about so many particles are alive in the end
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    particles: Option<u32>,
    /// On how many threads to move them; more than one need the feature `rayon`
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("particles: {error}");
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a scale needs no more than 24 bits")]
fn run(options: &Options) -> Result<report::Report, Box<dyn Error>> {
    let threads = threads::Threads::new(options.threads)?;
    let scene = scene::load(options.scene.as_deref())?;
    let scale = options.particles.map_or(1.0, |particles| particles as f32 / scene.steady_state());
    let mut world = simulation::world(&scene, options.seed, scale);
    let progress = report::progress(options.frames);
    let start = Instant::now();
    for frame in 0..options.frames {
        threads.run(|| world.run());
        if frame % 16 == 0 {
            progress.set_position(frame);
            progress.set_message(world.len().to_string());
        }
    }
    let took = start.elapsed();
    progress.finish_and_clear();
    Ok(report::Report::new(&world, options.frames, took))
}
