//! Messages between workers.

use postcard::ser_flavors::Flavor;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::ShardError;

/// What another region sees of an entity.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "Seen: Serialize + DeserializeOwned")]
pub(crate) struct Shown<Seen> {
    pub(crate) region: u32,
    pub(crate) id: u64,
    pub(crate) seen: Seen,
}

impl<Seen> Shown<Seen> {
    pub(crate) fn key(&self) -> (u32, u64) {
        (self.region, self.id)
    }
}

/// Data that a region sends to the regions of one worker, at most one parcel per step. A region sends one to itself if an entity leaves it
/// and stays in sight. In each list, the entries for one region are in the order of ids.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "Seen: Serialize + DeserializeOwned")]
pub(crate) struct Parcel<Seen> {
    pub(crate) from: u32,
    /// Ghosts to despawn: the region and the id of each.
    pub(crate) hidden: Vec<(u32, u64)>,
    /// The new region of each group, and the end of its bytes; empty if the regions are on the same worker.
    pub(crate) groups: Vec<(u32, usize)>,
    #[serde(with = "serde_bytes")]
    pub(crate) bytes: Vec<u8>,
    /// The region of entities that arrive, and what other regions already see of these.
    pub(crate) in_sight: Vec<(u32, Shown<Seen>)>,
    /// Ghosts to spawn or update: the region and the id of each.
    pub(crate) shown: Vec<(u32, u64, Seen)>,
}

impl<Seen> Parcel<Seen> {
    pub(crate) fn new(from: u32) -> Self {
        Self { from, hidden: vec![], groups: vec![], bytes: vec![], in_sight: vec![], shown: vec![] }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.hidden.is_empty() && self.shown.is_empty() && self.in_sight.is_empty()
    }

    /// Removes all entries, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.hidden.clear();
        self.groups.clear();
        self.bytes.clear();
        self.in_sight.clear();
        self.shown.clear();
    }

    /// Returns the region and the bytes of each group.
    pub(crate) fn each_group(&self) -> impl Iterator<Item = Result<(u32, &[u8]), ShardError>> {
        let mut next = 0;
        self.groups.iter().map(move |(to, end)| {
            let own =
                self.bytes.get(next..*end).ok_or_else(|| ShardError::format("the bytes of an entity are not there"));
            next = *end;
            Ok((*to, own?))
        })
    }
}

/// A parcel that is read region by region, in their order.
pub(crate) struct Opened<'a, Seen> {
    hidden: &'a [(u32, u64)],
    in_sight: &'a [(u32, Shown<Seen>)],
    shown: &'a [(u32, u64, Seen)],
}

impl<'a, Seen> Opened<'a, Seen> {
    pub(crate) fn of(parcel: &'a Parcel<Seen>) -> Self {
        let Parcel { hidden, in_sight, shown, .. } = parcel;
        Self { hidden, in_sight, shown }
    }

    /// Returns the next region for which there are entries.
    pub(crate) fn next(&self) -> Option<u32> {
        let (hidden, in_sight) = (self.hidden.first().map(|own| own.0), self.in_sight.first().map(|own| own.0));
        [hidden, in_sight, self.shown.first().map(|own| own.0)].into_iter().flatten().min()
    }

    pub(crate) fn hidden(&mut self, to: u32) -> &'a [(u32, u64)] {
        split(&mut self.hidden, |(own, _)| *own == to)
    }

    pub(crate) fn in_sight(&mut self, to: u32) -> &'a [(u32, Shown<Seen>)] {
        split(&mut self.in_sight, |(own, _)| *own == to)
    }

    pub(crate) fn shown(&mut self, to: u32) -> &'a [(u32, u64, Seen)] {
        split(&mut self.shown, |(own, ..)| *own == to)
    }
}

/// Removes the values at the front that pass a test, and returns them.
fn split<'a, T>(values: &mut &'a [T], is_first: impl Fn(&T) -> bool) -> &'a [T] {
    let count = values.iter().take_while(|value| is_first(value)).count();
    let (first, rest) = values.split_at(count);
    *values = rest;
    first
}

/// Data that a worker sends to another one after a step.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "Seen: Serialize + DeserializeOwned, Sum: Serialize + DeserializeOwned")]
pub(crate) struct Letter<Seen, Sum> {
    pub(crate) parcels: Vec<Parcel<Seen>>,
    /// By region: its number, its sum, and the load that balancing measured.
    pub(crate) sums: Vec<(u32, Sum, u64)>,
    pub(crate) counts: Counts,
}

/// Amounts that a step sent, and times that it took.
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
    /// Nanoseconds in which workers ran worlds and computed sums.
    pub run: u64,
    /// Nanoseconds in which workers took moving entities out of worlds, found what other regions see, and wrote it.
    pub collect: u64,
    /// Nanoseconds in which workers waited for messages of this step.
    pub wait: u64,
    /// Nanoseconds in which workers read and applied messages of this step.
    pub apply: u64,
}

impl Counts {
    /// Adds the counts of another worker or step.
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

/// Serialises a value.
pub(crate) fn write<T: Serialize>(value: &T) -> Result<Vec<u8>, ShardError> {
    postcard::to_allocvec(value).map_err(|error| not_written(&error))
}

pub(crate) fn not_written(error: &postcard::Error) -> ShardError {
    ShardError::format(format!("a value cannot be written: {error}"))
}

/// Appends written bytes to a vector.
pub(crate) struct Append<'a>(&'a mut Vec<u8>);

impl Flavor for Append<'_> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        // Most are numbers of a few bytes, for which a call of `memcpy` is slower.
        if bytes.len() > 10 {
            self.0.extend_from_slice(bytes);
        } else {
            for byte in bytes {
                self.0.push(*byte);
            }
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Returns a serialiser that appends to a vector.
pub(crate) fn append(bytes: &mut Vec<u8>) -> postcard::Serializer<Append<'_>> {
    postcard::Serializer { output: Append(bytes) }
}

/// Reads a value. Bytes behind it are an error.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ShardError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(ShardError::format("there are bytes behind the end of a value")),
        Err(error) => Err(ShardError::format(format!("a value cannot be read: {error}"))),
    }
}
