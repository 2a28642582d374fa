//! An epidemic on one machine or several.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ecs_shards::{Counts, Options, run};
use epidemic::output::Output;
use epidemic::town::{Town, in_one_world};
use indicatif::{ProgressBar, ProgressStyle};
use lexopt::prelude::*;

const HELP: &str = "\
An epidemic in 64 regions, on any number of threads and processes.

Usage: epidemic [OPTIONS]

      --agents N            agents [1000000]
      --out FOLDER          for statistics, pictures and a plot [target/epidemic]
      --quiet               without a progress bar
      --plain               in one world without regions, to compare times
      --help                this text
";

/// What to do, and how.
struct Task {
    agents: u64,
    out: PathBuf,
    is_quiet: bool,
    is_plain: bool,
    options: Options,
}

fn task() -> Result<Option<Task>, Box<dyn Error>> {
    let default = Options { steps: 1_000, ..Options::default() };
    let args = std::env::args().skip(1);
    let (options, others) = default.from_args(args)?;
    let mut task = Task { agents: 1_000_000, out: "target/epidemic".into(), is_quiet: false, is_plain: false, options };
    let mut parser = lexopt::Parser::from_args(others);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("agents") => task.agents = parser.value()?.parse()?,
            Long("out") => task.out = parser.value()?.into(),
            Long("quiet") => task.is_quiet = true,
            Long("plain") => task.is_plain = true,
            Long("help") => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    Ok(Some(task))
}

/// A bar on standard error, or none.
fn bar(task: &Task) -> Result<ProgressBar, Box<dyn Error>> {
    if task.is_quiet || task.options.process > 0 {
        return Ok(ProgressBar::hidden());
    }
    let style = "{elapsed_precise} {wide_bar} step {pos} of {len}, {per_sec}, {msg} infectious";
    Ok(ProgressBar::new(task.options.steps).with_style(ProgressStyle::with_template(style)?))
}

/// What the steps of a run cost.
fn say(steps: u64, elapsed: Duration, counts: &Counts) {
    let each = |nanoseconds: u64| Duration::from_nanos(nanoseconds / steps.max(1));
    let Counts { moved, shown, hidden, bytes, run, collect, wait, apply } = *counts;
    eprintln!("{steps} steps in {elapsed:.2?}, {:.2?} each", elapsed / u32::try_from(steps.max(1)).unwrap_or(u32::MAX));
    eprintln!(
        "{moved} agents changed region; {shown} ghosts were shown, {hidden} hidden; {bytes} bytes between workers"
    );
    eprintln!(
        "all workers together, each step: run {:.2?}, collect {:.2?}, wait {:.2?}, apply {:.2?}",
        each(run),
        each(collect),
        each(wait),
        each(apply)
    );
    let parts = [run, collect, wait, apply].map(|nanoseconds| each(nanoseconds).as_micros().to_string());
    eprintln!("microseconds of a step: {} {}", elapsed.as_micros() / u128::from(steps.max(1)), parts.join(" "));
}

fn plain(task: &Task, town: &Town) {
    let mut since = Instant::now();
    let start = since;
    in_one_world(town, task.options.steps, |step, counts| {
        if step == 1 {
            since = Instant::now();
        }
        if step == task.options.steps {
            let each = since.elapsed() / u32::try_from(step.max(2) - 1).unwrap_or(u32::MAX);
            eprintln!("{step} steps in {:.2?}, {each:.2?} each; {} infectious", start.elapsed(), counts.infectious);
            eprintln!("microseconds of a step: {}", each.as_micros());
        }
    });
}

fn simulate(task: &Task, town: Town) -> Result<(), Box<dyn Error>> {
    let bar = bar(task)?;
    let output = if task.options.process == 0 { Some(Output::new(&task.out)?) } else { None };
    let output = Arc::new(Mutex::new((output, io::Result::Ok(()))));
    let (own, shown, since) = (Arc::clone(&output), bar.clone(), Arc::new(Mutex::new(None)));
    let first = Arc::clone(&since);
    let outcome = run(town, &task.options, move |report| {
        first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((report.step, Instant::now()));
        let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = [report.counts.moved, report.counts.shown + report.counts.hidden, report.counts.bytes];
        if let (Some(output), Ok(())) = &mut *own {
            let written = output.step(report.step, report.total, sent);
            own.1 = written;
        }
        shown.set_position(report.step);
        shown.set_message(report.total.infectious.to_string());
    })?;
    bar.finish_and_clear();
    let mut own = output.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut own.1, Ok(()))?;
    if let Some(output) = &mut own.0 {
        output.finish(outcome.hash)?;
        if let Some((first, since)) = *since.lock().unwrap_or_else(PoisonError::into_inner) {
            say(task.options.steps - first, since.elapsed(), &outcome.counts);
        }
    }
    eprintln!("final state hash: {:016x}", outcome.hash);
    Ok(())
}

fn main() -> ExitCode {
    let result = task().and_then(|task| {
        let Some(task) = task else {
            eprint!("{HELP}{}", Options::HELP);
            return Ok(());
        };
        let town = Town::new(task.agents)?;
        if task.is_plain {
            plain(&task, &town);
            return Ok(());
        }
        simulate(&task, town)
    });
    result.map_or_else(
        |error| {
            eprintln!("epidemic: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
