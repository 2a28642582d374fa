//! Errors that end a run early.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The reason why a run could not start, or ended before its last step. All live processes report the reason of the one that failed, unless
/// a connection was lost. If several fail in the same step, each of these reports its own reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardError {
    /// The kind of error.
    pub kind: ShardErrorKind,
    /// The reason, as readable text.
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
