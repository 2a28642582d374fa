//! An epidemic on one machine or several.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ecs_shards::{Counts, Options, run};
use epidemic::output::Output;
use epidemic::town::{Statistics, Town, in_one_world};
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

/// The task that the command line describes.
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

/// Returns a progress bar on standard error, or a hidden one.
fn bar(task: &Task) -> Result<ProgressBar, Box<dyn Error>> {
    if task.is_quiet || task.options.process > 0 {
        return Ok(ProgressBar::hidden());
    }
    let style = "{elapsed_precise} {wide_bar} step {pos} of {len}, {per_sec}, {msg} infectious";
    Ok(ProgressBar::new(task.options.steps).with_style(ProgressStyle::with_template(style)?))
}

/// Records each step of a run, in regions or in one world.
struct Recorder {
    output: Option<Output>,
    written: io::Result<()>,
    bar: ProgressBar,
    /// The first step of this run and its end.
    first: Option<(u64, Instant)>,
    last: Option<(u64, Instant)>,
}

impl Recorder {
    fn new(task: &Task) -> Result<Self, Box<dyn Error>> {
        let output = if task.options.process == 0 { Some(Output::new(&task.out)?) } else { None };
        Ok(Self { output, written: Ok(()), bar: bar(task)?, first: None, last: None })
    }

    fn step(&mut self, step: u64, total: &Statistics, sent: [u64; 3]) {
        if let (Some(output), Ok(())) = (&mut self.output, &self.written) {
            self.written = output.step(step, total, sent);
        }
        self.bar.set_position(step);
        self.bar.set_message(total.infectious.to_string());
        let now = (step, Instant::now());
        self.first.get_or_insert(now);
        self.last = Some(now);
    }

    /// Returns the number of steps after the first one, and their duration.
    fn elapsed(&self) -> Option<(u64, Duration)> {
        let ((first, since), (last, until)) = self.first.zip(self.last)?;
        Some((last - first, until - since))
    }
}

/// Prints the costs of the steps of a run.
fn say(recorder: &Recorder, counts: Option<&Counts>) {
    let Some((steps, elapsed)) = recorder.elapsed() else { return };
    let each = elapsed / u32::try_from(steps.max(1)).unwrap_or(u32::MAX);
    eprintln!("{steps} steps after the first one in {elapsed:.2?}, {each:.2?} each");
    let mut numbers = vec![each];
    if let Some(Counts { moved, shown, hidden, bytes, run, collect, wait, apply }) = counts {
        eprintln!(
            "{moved} agents changed region; {shown} ghosts were shown, {hidden} hidden; {bytes} bytes between workers"
        );
        // The counts include the first step.
        let parts = [run, collect, wait, apply].map(|all| Duration::from_nanos(*all / (steps + 1)));
        let [run, collect, wait, apply] = parts;
        eprintln!(
            "all workers together, each step: run {run:.2?}, collect {collect:.2?}, wait {wait:.2?}, apply {apply:.2?}"
        );
        numbers.extend(parts);
    }
    let numbers: Vec<_> = numbers.iter().map(|number| number.as_micros().to_string()).collect();
    eprintln!("microseconds of a step: {}", numbers.join(" "));
}

fn plain(task: &Task, town: &Town) -> Result<(), Box<dyn Error>> {
    let mut recorder = Recorder::new(task)?;
    in_one_world(town, task.options.steps, |step, counts| recorder.step(step, counts, [0; 3]));
    recorder.bar.finish_and_clear();
    std::mem::replace(&mut recorder.written, Ok(()))?;
    if let Some(output) = &mut recorder.output {
        output.finish(None)?;
    }
    say(&recorder, None);
    Ok(())
}

fn simulate(task: &Task, town: Town) -> Result<(), Box<dyn Error>> {
    let recorder = Arc::new(Mutex::new(Recorder::new(task)?));
    let own = Arc::clone(&recorder);
    let outcome = run(town, &task.options, move |report| {
        let sent = [report.counts.moved, report.counts.shown + report.counts.hidden, report.counts.bytes];
        own.lock().unwrap_or_else(PoisonError::into_inner).step(report.step, report.total, sent);
    })?;
    let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
    recorder.bar.finish_and_clear();
    std::mem::replace(&mut recorder.written, Ok(()))?;
    if let Some(output) = &mut recorder.output {
        output.finish(Some(outcome.hash))?;
        say(&recorder, Some(&outcome.counts));
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
            return plain(&task, &town);
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
