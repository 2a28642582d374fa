//! Runs simulations: starts workers and collects their results.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Arc, Mutex, Once, PoisonError};

use ecs_world::Saves;
use timely::WorkerConfig;
use timely::execute::execute_from;
use timely::worker::Worker;

use crate::balance::Measure;
use crate::checkpoint::{Folder, Manifest};
use crate::error::{ShardError, ShardErrorKind};
use crate::exchange::{Connections, Exchange, Stop};
use crate::message::Counts;
use crate::options::Options;
use crate::simulation::Simulation;
use crate::start::{Connected, Program, connect};
use crate::worker::work;

/// Results of a step.
#[derive(Debug)]
pub struct Report<'a, Sum> {
    /// The step, from 1.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// The sum over all regions.
    pub total: &'a Sum,
    /// The state hash of each region, if [`Options::hash_every`] requests them for this step; otherwise empty.
    pub hashes: &'a [u64],
    /// What all workers sent in this step, and how long they took. `bytes`, `wait` and `apply` are those of the step before.
    pub counts: Counts,
}

/// Results of a run, the same in each process except for `counts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<Sum> {
    /// The sum over all regions after the last step.
    pub total: Sum,
    /// The state hash of each region.
    pub hashes: Vec<u64>,
    /// A hash of `hashes`.
    pub hash: u64,
    /// The worker of each region at the end.
    pub owners: Vec<u32>,
    /// What all workers sent in all steps of this run, and how long they took, without `bytes`, `wait` and `apply` of the last step.
    pub counts: Counts,
}

/// What the workers of a process share.
pub(crate) struct Job<S> {
    pub(crate) simulation: S,
    pub(crate) options: Options,
    /// The checkpoint that the run continues from.
    pub(crate) manifest: Option<Manifest>,
}

type Observer<Sum> = Box<dyn FnMut(&Report<'_, Sum>) + Send>;

/// What the workers of a process return.
struct Results<Sum> {
    outcome: Option<Outcome<Sum>>,
    stops: Vec<Stop>,
}

/// Runs a simulation for [`Options::steps`] steps, and returns its results when all processes are done. `observe` is called after each
/// step, on the first worker of the first process.
///
/// With several processes, a panic hook is installed that suppresses panics of timely's connections: they are reported once, as an error.
///
/// # Errors
///
/// [`ShardError`]: the reason why the run could not start, or ended early. A panic of the program's code is one.
pub fn run<S: Simulation>(
    simulation: S,
    options: &Options,
    observe: impl FnMut(&Report<'_, S::Sum>) + Send + 'static,
) -> Result<Outcome<S::Sum>, ShardError> {
    options.check(simulation.regions())?;
    let manifest = last_checkpoint(&simulation, options)?;
    let program = program(&simulation, options, manifest.as_ref())?;
    if options.processes > 1 {
        keep_quiet();
    }
    let Connected { builders, others, sockets } = connect(options, &program)?;
    let connections = Arc::new(Connections::new(sockets));
    let job = Job { simulation, options: options.clone(), manifest };
    let results = Arc::new(Mutex::new(Results { outcome: None, stops: vec![] }));
    let observer: Mutex<Option<Observer<S::Sum>>> = Mutex::new(Some(Box::new(observe)));
    let (seen, shared) = (Arc::clone(&results), Arc::clone(&connections));
    let guards = execute_from(builders, others, WorkerConfig::default(), move |worker| {
        let observer = if worker.index() == 0 { observer.lock().ok().and_then(|mut own| own.take()) } else { None };
        let done = one_worker(worker, &job, &shared, observer);
        let mut results = seen.lock().unwrap_or_else(PoisonError::into_inner);
        match done {
            Ok(outcome) => results.outcome = Some(outcome),
            Err(stop) => results.stops.push(stop),
        }
    });
    let guards = guards.map_err(|error| ShardError::new(ShardErrorKind::Start, error))?;
    // Timely reports lost connections by panics when they are closed.
    let joined = panic::catch_unwind(AssertUnwindSafe(|| guards.join())).is_ok_and(|all| all.iter().all(Result::is_ok));
    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
    let Results { outcome, stops } = &mut *results;
    match (stops.is_empty(), outcome.take()) {
        (true, Some(outcome)) => Ok(outcome),
        _ => Err(reason(stops, joined)),
    }
}

/// Returns the most specific reason.
fn reason(stops: &mut Vec<Stop>, joined: bool) -> ShardError {
    let rank = |stop: &Stop| match stop {
        Stop::Here(_) => 0,
        Stop::There(_) => 1,
        Stop::Lost => 2,
    };
    stops.sort_by_key(rank);
    match stops.drain(..).next() {
        Some(Stop::Here(error) | Stop::There(error)) => error,
        None if joined => ShardError::new(ShardErrorKind::Panicked, "no worker ended"),
        Some(Stop::Lost) | None => lost(),
    }
}

fn lost() -> ShardError {
    let reason = "the connection to another process was lost: it ended, or was killed. The run cannot continue; \
                  start all processes again, with --resume if there are checkpoints";
    ShardError::new(ShardErrorKind::Lost, reason)
}

/// Returns the checkpoint to continue from, if there is one; an error if it is not of this program.
fn last_checkpoint<S: Simulation>(simulation: &S, options: &Options) -> Result<Option<Manifest>, ShardError> {
    let Some(folder) = options.checkpoint.as_deref().filter(|_| options.resume) else { return Ok(None) };
    let Some(manifest) = Folder(folder).last()? else { return Ok(None) };
    let own = Manifest::new(
        manifest.step,
        S::VERSION,
        S::World::SCHEMA_HASH,
        simulation.parameters(),
        manifest.files.clone(),
    );
    let what = if manifest.version != own.version {
        "version of the program"
    } else if manifest.world != own.world {
        "world (SCHEMA_HASH)"
    } else if manifest.parameters != own.parameters {
        "set of parameters"
    } else if manifest.files.len() != simulation.regions() as usize {
        "number of regions"
    } else if manifest.step >= options.steps {
        "run: it has all steps of this one"
    } else {
        return Ok(Some(manifest));
    };
    let reason = format!("the checkpoint in {} is of another {what}", folder.display());
    Err(ShardError::new(ShardErrorKind::Refused, reason))
}

fn program<S: Simulation>(
    simulation: &S,
    options: &Options,
    manifest: Option<&Manifest>,
) -> Result<Program, ShardError> {
    Ok(Program {
        library: env!("CARGO_PKG_VERSION").into(),
        version: S::VERSION.into(),
        world: S::World::SCHEMA_HASH,
        parameters: simulation.parameters(),
        regions: simulation.regions(),
        steps: options.steps,
        hash_every: options.hash_every,
        checkpoint_every: options.checkpoint_every,
        balance: options.balance.map_or((0, false), |balance| (balance.every, balance.by == Measure::Time)),
        processes: options.processes,
        threads: options.threads,
        checkpoint: manifest.map(|manifest| Ok((manifest.step, manifest.hash()?))).transpose()?,
    })
}

/// Runs one worker. It returns in any case, and makes the other workers end, too, if it fails.
fn one_worker<S: Simulation>(
    worker: &mut Worker,
    job: &Job<S>,
    connections: &Connections,
    observer: Option<Observer<S::Sum>>,
) -> Result<Outcome<S::Sum>, Stop> {
    let mut observer = observer.unwrap_or_else(|| Box::new(|_| ()));
    let mut exchange = Exchange::new(worker, connections);
    let attempt = panic::catch_unwind(AssertUnwindSafe(|| work(job, &mut exchange, &mut *observer)));
    let done = match attempt {
        Ok(done) => done,
        Err(_) if IS_CONNECTION.get() => Err(Stop::Lost),
        Err(panic) => Err(Stop::Here(panicked(exchange.own(), &*panic))),
    };
    // A connection can also be lost while others are notified.
    let told = match &done {
        Err(Stop::Here(error)) => panic::catch_unwind(AssertUnwindSafe(|| exchange.announce(error))).is_ok(),
        Err(Stop::Lost) => false,
        _ => true,
    };
    if !told {
        connections.lose();
        let _ = panic::catch_unwind(AssertUnwindSafe(|| exchange.abandon()));
    }
    done
}

fn panicked(worker: u32, panic: &(dyn std::any::Any + Send)) -> ShardError {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let reason = format!("the program panicked on worker {worker}: {}", text.unwrap_or("no message"));
    ShardError::new(ShardErrorKind::Panicked, reason)
}

thread_local! {
    /// True if the last panic of this thread was one of timely's connections.
    static IS_CONNECTION: Cell<bool> = const { Cell::new(false) };
}

/// Suppresses panics of timely's connections, of which there are several per lost connection.
fn keep_quiet() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            let is_connection =
                info.location().is_some_and(|location| location.file().contains("timely_communication"));
            IS_CONNECTION.set(is_connection);
            if !is_connection {
                others(info);
            }
        }));
    });
}
