//! Entities that move from one region to another: in memory between regions of one worker, and otherwise serialised.
//!
//! - **I1** Arrivals are in the order of the regions that they left, and of ids within one.

use crate::error::ShardError;
use crate::group::Group;
use crate::simulation::Simulation;

/// Groups of entities that are in no world.
pub(crate) type QueueOf<S> = <<S as Simulation>::Group as Group<<S as Simulation>::World>>::Queue;

/// Groups on their way to a region, in the order in which they arrive.
pub(crate) struct Arrivals<S: Simulation> {
    pub(crate) queue: QueueOf<S>,
    /// Regions of the same worker, in their order, and the number of groups from each.
    pub(crate) from: Vec<(u32, u32)>,
}

impl<S: Simulation> Default for Arrivals<S> {
    fn default() -> Self {
        Self { queue: Default::default(), from: vec![] }
    }
}

impl<S: Simulation> Arrivals<S> {
    /// Counts a group from a region.
    pub(crate) fn note(&mut self, from: u32) {
        match self.from.last_mut() {
            Some((own, count)) if *own == from => *count += 1,
            _ => self.from.push((from, 1)),
        }
    }

    /// Inserts groups from other workers. Each is given as its new region, its old region and its bytes, in the order of the old regions.
    pub(crate) fn merge(&mut self, others: &[(u32, u32, &[u8])]) -> Result<(), ShardError> {
        let (mut local, mut merged) = (std::mem::take(self), Self::default());
        let mut own = local.from.drain(..).peekable();
        let pass = |queue: &mut QueueOf<S>, merged: &mut Self, count| {
            for _ in 0..count {
                S::Group::pass(queue, &mut merged.queue);
            }
        };
        for (_, from, bytes) in others {
            while let Some((_, count)) = own.next_if(|(own, _)| own < from) {
                pass(&mut local.queue, &mut merged, count);
            }
            let mut message = postcard::Deserializer::from_bytes(bytes);
            let failed = |error| ShardError::format(format!("an entity cannot change region: {error}"));
            S::Group::read(&mut merged.queue, &mut message).map_err(failed)?;
            if message.finalize().is_ok_and(|rest| !rest.is_empty()) {
                return Err(ShardError::format("there are bytes behind an entity"));
            }
        }
        own.for_each(|(_, count)| pass(&mut local.queue, &mut merged, count));
        *self = merged;
        Ok(())
    }
}

/// Destinations of entities that leave their region.
pub(crate) struct Roads<'a, S: Simulation> {
    /// The worker of each region.
    pub(crate) owners: &'a [u32],
    /// This worker.
    pub(crate) own: u32,
    /// By region: groups that arrive from regions of this worker.
    pub(crate) arrivals: &'a mut [Arrivals<S>],
    /// Queue for a group that is sent to another worker; otherwise empty.
    pub(crate) spare: &'a mut QueueOf<S>,
}
