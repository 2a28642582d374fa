//! Why a run ends early.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a run could not start, or ended before its last step. Processes that are alive report the reason of the one that failed, unless the
/// connection to one was lost; if several fail in the same step, each of these reports its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardError {
    /// The kind of reason.
    pub kind: ShardErrorKind,
    /// The reason, as a sentence for people.
    pub reason: String,
}

/// Kinds of [`ShardError`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShardErrorKind {
    /// The options contradict each other, or one cannot be read.
    Options,
    /// A process was missing until the time limit, or no connection was possible.
    Start,
    /// Processes differ in their program, world, parameters or checkpoints.
    Refused,
    /// The connection to a process was lost: it ended, or was killed.
    Lost,
    /// An entity is in a region that does not exist.
    NoSuchRegion,
    /// A message or a world cannot be written or read.
    Format,
    /// A checkpoint cannot be written or read.
    Checkpoint,
    /// Code of the program panicked.
    Panicked,
}

impl ShardError {
    pub(crate) fn new(kind: ShardErrorKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }

    pub(crate) fn format(what: impl fmt::Display) -> Self {
        Self::new(ShardErrorKind::Format, what.to_string())
    }
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for ShardError {}
