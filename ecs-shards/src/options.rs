//! How a simulation is run: on how many workers, for how long, with which checkpoints.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::balance::{Balance, Measure};
use crate::error::{ShardError, ShardErrorKind};

/// The port of the first process, if no hosts are given.
const FIRST_PORT: usize = 2101;

/// How a simulation is run. The default is one worker in one process, without a network. No option changes results, except
/// [`steps`](Self::steps).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Workers of this process, each a thread (`-w`, `--threads`): the same number in each process.
    pub threads: u32,
    /// Number of processes (`-n`, `--processes`).
    pub processes: u32,
    /// The number of this process, from 0 (`-p`, `--process`).
    pub process: u32,
    /// The address of each process, `host:port` (`-h FILE`, `--hostfile FILE` with one per line). If empty, the addresses are `localhost`
    /// with ports from 2101.
    pub hosts: Vec<String>,
    /// Steps of the whole run, including those before a checkpoint (`--steps`).
    pub steps: u64,
    /// Steps between two reports with state hashes; 0: only the outcome has them (`--hash-every`).
    pub hash_every: u64,
    /// The folder of checkpoints (`--checkpoint`). All processes use the same one.
    pub checkpoint: Option<PathBuf>,
    /// Steps between two checkpoints; 0: none (`--checkpoint-every`).
    pub checkpoint_every: u64,
    /// Continues from the last complete checkpoint; from the start, if there is none (`--resume`).
    pub resume: bool,
    /// How regions move between workers; `None`: they stay where they are (`--balance`).
    pub balance: Option<Balance>,
    /// How long processes wait for each other at the start (`--start-limit`, in seconds).
    pub start_limit: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            processes: 1,
            process: 0,
            hosts: vec![],
            steps: 100,
            hash_every: 0,
            checkpoint: None,
            checkpoint_every: 0,
            resume: false,
            balance: None,
            start_limit: Duration::from_secs(30),
        }
    }
}

impl Options {
    /// Help text of the options that [`from_args`](Self::from_args) reads, to include in that of a program.
    pub const HELP: &'static str = "\
  -w, --threads N           workers of each process [1]
  -n, --processes N         processes [1]
  -p, --process N           the number of this process, from 0 [0]
  -h, --hostfile FILE       a file with the address of each process, host:port, one per line
                            [localhost, with ports from 2101]
      --steps N             steps of the whole run
      --hash-every N        steps between two reports of state hashes [0: at the end]
      --checkpoint FOLDER   where checkpoints are
      --checkpoint-every N  steps between two checkpoints [0: none]
      --resume              continues from the last complete checkpoint
      --balance N           steps after which regions may move to workers that have less to do [0: never]
      --start-limit N       seconds that processes wait for each other at the start [30]
";

    /// Reads the options of a command line, and returns the other arguments, in their order. Values are given as `-w 2`, `-w2`, `-w=2`,
    /// `--threads 2` or `--threads=2`.
    ///
    /// # Errors
    ///
    /// If a value is missing or cannot be read, or the host file cannot be read or is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_shards::Options;
    ///
    /// let (options, others) = Options::default().from_args(["-w", "2", "--agents", "9", "--steps=50"].map(String::from))?;
    /// assert_eq!((options.threads, options.steps), (2, 50));
    /// assert_eq!(others, ["--agents", "9"]);
    /// # Ok::<(), ecs_shards::ShardError>(())
    /// ```
    pub fn from_args(mut self, args: impl IntoIterator<Item = String>) -> Result<(Self, Vec<String>), ShardError> {
        let (mut args, mut others) = (args.into_iter(), vec![]);
        while let Some(argument) = args.next() {
            let (name, own) = split(&argument);
            let mut value =
                || own.clone().or_else(|| args.next()).ok_or_else(|| refused(format!("{name} has no value")));
            match name {
                "-w" | "--threads" => self.threads = number(name, &value()?)?,
                "-n" | "--processes" => self.processes = number(name, &value()?)?,
                "-p" | "--process" => self.process = number(name, &value()?)?,
                "-h" | "--hostfile" => self.hosts = hosts(&value()?)?,
                "--steps" => self.steps = number(name, &value()?)?,
                "--hash-every" => self.hash_every = number(name, &value()?)?,
                "--checkpoint" => self.checkpoint = Some(value()?.into()),
                "--checkpoint-every" => self.checkpoint_every = number(name, &value()?)?,
                "--resume" if own.is_none() => self.resume = true,
                "--balance" => self.balance = balance(number(name, &value()?)?),
                "--start-limit" => self.start_limit = Duration::from_secs(number(name, &value()?)?),
                _ => others.push(argument),
            }
        }
        Ok((self, others))
    }

    /// Returns the address of each process.
    pub(crate) fn addresses(&self) -> Vec<String> {
        if self.hosts.is_empty() {
            return (0..self.processes as usize).map(|process| format!("localhost:{}", FIRST_PORT + process)).collect();
        }
        self.hosts.clone()
    }

    /// Returns the number of workers in all processes.
    pub(crate) fn workers(&self) -> u32 {
        self.threads * self.processes
    }

    /// Returns an error if options contradict each other, or there are no regions.
    pub(crate) fn check(&self, regions: u32) -> Result<(), ShardError> {
        let mistake = if self.threads == 0 || self.processes == 0 {
            "there must be a worker and a process".into()
        } else if self.threads.checked_mul(self.processes).is_none_or(|workers| workers > 1 << 16) {
            "there are more than 65536 workers".into()
        } else if self.process >= self.processes {
            format!("process {} is none of {}: they are numbered from 0", self.process, self.processes)
        } else if !self.hosts.is_empty() && self.hosts.len() < self.processes as usize {
            format!("there are {} hosts for {} processes", self.hosts.len(), self.processes)
        } else if (self.resume || self.checkpoint_every > 0) && self.checkpoint.is_none() {
            "checkpoints need a folder: --checkpoint FOLDER".into()
        } else if regions == 0 {
            "the simulation has no regions".into()
        } else {
            return Ok(());
        };
        Err(refused(mistake))
    }
}

/// Splits an argument into the name of an option and the value that is written with it.
fn split(argument: &str) -> (&str, Option<String>) {
    if argument.starts_with("--") {
        return match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.into())),
            None => (argument, None),
        };
    }
    let is_short = ["-w", "-n", "-p", "-h"].iter().any(|short| argument.starts_with(short));
    if is_short && argument.len() > 2 {
        let (name, value) = argument.split_at(2);
        return (name, Some(value.strip_prefix('=').unwrap_or(value).into()));
    }
    (argument, None)
}

fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, ShardError> {
    value.parse().map_err(|_| refused(format!("{name} needs a number, and not `{value}`")))
}

fn hosts(path: &str) -> Result<Vec<String>, ShardError> {
    let text = fs::read_to_string(path).map_err(|error| refused(format!("{path}: {error}")))?;
    let hosts: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(String::from).collect();
    if hosts.is_empty() { Err(refused(format!("{path} has no addresses"))) } else { Ok(hosts) }
}

fn balance(every: u64) -> Option<Balance> {
    (every > 0).then_some(Balance { every, by: Measure::Time })
}

fn refused(reason: impl Into<String>) -> ShardError {
    ShardError::new(ShardErrorKind::Options, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<(Options, Vec<String>), ShardError> {
        Options::default().from_args(args.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn values_are_given_in_four_forms() {
        for args in [&["-w", "3"][..], &["-w3"], &["--threads", "3"], &["--threads=3"], &["-w=3"]] {
            assert_eq!(parsed(args).map(|(options, others)| (options.threads, others.len())), Ok((3, 0)), "{args:?}");
        }
    }

    #[test]
    fn what_is_no_option_is_returned_in_order() {
        let (options, others) = parsed(&["--agents", "7", "-n", "2", "--", "-x", "--resume"]).expect("all can be read");
        assert_eq!(others, ["--agents", "7", "--", "-x"]);
        assert!(options.resume && options.processes == 2);
    }

    #[test]
    fn missing_and_wrong_values_are_refused_with_the_name_of_the_option() {
        for args in [
            &["-w"][..],
            &["-w", "two"],
            &["--steps=-1"],
            &["--balance", ""],
            &["-h", "/no/such/file"],
            &["-h", "/dev/null"],
        ] {
            let error = parsed(args).expect_err("it is refused");
            assert_eq!(error.kind, ShardErrorKind::Options, "{args:?}");
        }
        assert!(parsed(&["-p"]).is_err_and(|error| error.reason.contains("-p")));
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        let refused = |options: Options| options.check(1).is_err();
        assert!(!refused(Options::default()));
        assert!(refused(Options { threads: 0, ..Options::default() }));
        assert!(refused(Options { processes: 0, ..Options::default() }));
        assert!(refused(Options { processes: 2, process: 2, ..Options::default() }));
        assert!(!refused(Options { processes: 2, process: 1, ..Options::default() }));
        assert!(refused(Options { processes: 2, hosts: vec!["a:1".into()], ..Options::default() }));
        assert!(refused(Options { threads: 1 << 16, processes: 1 << 16, ..Options::default() }));
        assert!(refused(Options { resume: true, ..Options::default() }));
        assert!(Options::default().check(0).is_err());
    }
}
