//! What workers send each other.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::ShardError;

/// What a region sends to a region, at most one per step. A region sends one to itself if an entity leaves it and stays in sight.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Parcel<Seen> {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Ghosts to despawn, ascending.
    pub(crate) hidden: Vec<u64>,
    /// For each entity with an id that arrives: what other regions see of it by now.
    pub(crate) arriving: Vec<(u64, Option<Seen>)>,
    /// How many groups arrive, and these groups. They are written in any case, so that what serde leaves out is left out whether they cross
    /// the border of a worker or not.
    pub(crate) groups: u32,
    #[serde(with = "serde_bytes")]
    pub(crate) bytes: Vec<u8>,
    /// Ghosts to spawn or update, ascending.
    pub(crate) shown: Vec<(u64, Seen)>,
}

impl<Seen> Parcel<Seen> {
    pub(crate) fn new(from: u32, to: u32) -> Self {
        Self { from, to, hidden: vec![], arriving: vec![], groups: 0, bytes: vec![], shown: vec![] }
    }
}

/// What a worker sends to a worker after a step.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "Seen: Serialize + DeserializeOwned, Sum: Serialize + DeserializeOwned")]
pub(crate) struct Letter<Seen, Sum> {
    pub(crate) parcels: Vec<Parcel<Seen>>,
    /// By region: the sum, and what balancing measured.
    pub(crate) sums: Vec<(u32, Sum, u64)>,
    pub(crate) counts: Counts,
}

/// How much a step sent, and how long it took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Groups of entities that changed region.
    pub moved: u64,
    /// Ghosts that were spawned or updated.
    pub shown: u64,
    /// Ghosts that were despawned.
    pub hidden: u64,
    /// Bytes that were sent to other workers.
    pub bytes: u64,
    /// Nanoseconds that workers ran worlds, and counted sums.
    pub run: u64,
    /// Nanoseconds that workers took out what moves, found what other regions see, and wrote it.
    pub collect: u64,
    /// Nanoseconds that workers waited for messages of this step.
    pub wait: u64,
    /// Nanoseconds that workers read and applied messages of this step.
    pub apply: u64,
}

impl Counts {
    /// Adds those of another worker or step.
    pub fn add(&mut self, other: &Self) {
        self.moved += other.moved;
        self.shown += other.shown;
        self.hidden += other.hidden;
        self.bytes += other.bytes;
        self.run += other.run;
        self.collect += other.collect;
        self.wait += other.wait;
        self.apply += other.apply;
    }
}

/// Writes a value.
pub(crate) fn write<T: Serialize>(value: &T) -> Result<Vec<u8>, ShardError> {
    postcard::to_allocvec(value).map_err(|error| ShardError::format(format!("a value cannot be written: {error}")))
}

/// Appends a value.
pub(crate) fn append<T: Serialize>(value: &T, bytes: Vec<u8>) -> Result<Vec<u8>, ShardError> {
    postcard::to_extend(value, bytes).map_err(|error| ShardError::format(format!("a value cannot be written: {error}")))
}

/// Reads a value, and nothing behind it.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ShardError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(ShardError::format("there are bytes behind the end of a value")),
        Err(error) => Err(ShardError::format(format!("a value cannot be read: {error}"))),
    }
}
