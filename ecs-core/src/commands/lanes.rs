//! Commands of several threads, or of several parallel systems: each has a *lane*, commands of its own, and lanes are joined in order.
//!
//! A lane belongs to a share of the work, not to a thread. Shares are determined by the number of entities, so the joined order is that of
//! one thread, whichever threads ran.
//!
//! ```text
//! lanes      0: [ a ]   1: [ ]   2: [ b c ]      whichever ends first
//! issued     before [ ]              last [ x ]
//! joined     before [ x ][ a ][ b c ]   last [ ]      the empty lane adds no batch
//! issue d    before [ x ][ a ][ b c ]   last [ d ]
//! ```

use alloc::vec::Vec;
use core::{mem, slice};

use super::Commands;
use super::pending::Pending;
use crate::world::EcsWorld;

impl<W: EcsWorld> Commands<W> {
    /// Moves all pending changes of `other` behind those of `self`. Batches are moved as a whole: runs in **O(batches)** time, whatever the
    /// number of changes.
    ///
    /// In return, `other` gets empty batches. So commands that are joined repeatedly, over any number of steps, hold a bounded amount of
    /// memory, and allocate nothing once as many changes were pending before.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let mut own = Commands::default();
    /// own.spawn(Health(5));
    /// world.commands().append(&mut own);
    /// assert!(own.is_empty());
    /// world.flush();
    /// assert_eq!(world.len(), 1);
    /// ```
    pub fn append(&mut self, other: &mut Self) {
        if let Some(other) = other.pending.get_mut()
            && other.len() > 0
        {
            self.pending().append(other);
        }
    }

    /// Calls a function with `count` lanes, and then joins them in order, also while a panic unwinds. A single lane is `self`.
    pub(crate) fn in_lanes(&mut self, count: usize, issue: impl FnOnce(&mut [Self])) {
        if count <= 1 {
            return issue(slice::from_mut(self));
        }
        let mut lanes = mem::take(&mut self.pending().lanes);
        lanes.resize_with(count.max(lanes.len()), Self::default);
        let mut joined = Joined { commands: self, lanes };
        issue(&mut joined.lanes[..count]);
    }
}

impl<W: EcsWorld> Pending<W> {
    /// Moves all changes of `other`, which has some, behind those of `self`, and gives it empty batches in return.
    fn append(&mut self, other: &mut Self) {
        self.seal();
        self.give_back(other.before.len() + usize::from(other.last.changes > 0), other);
        self.before.append(&mut other.before);
        if other.last.changes > 0 {
            let spare = other.spare.pop_back().unwrap_or_default();
            self.before.push_back(mem::replace(&mut other.last, spare));
        }
    }

    /// Gives `other` as many empty batches as it loses, if there are as many: the oldest ones, whose capacity is what their owner needs
    /// again.
    fn give_back(&mut self, batches: usize, other: &mut Self) {
        let batches = self.spare.len().min(batches);
        other.spare.extend(self.spare.drain(..batches));
    }

    /// Starts a new batch, unless the last one is empty.
    fn seal(&mut self) {
        if self.last.changes > 0 {
            let spare = self.spare.pop_front().unwrap_or_default();
            self.before.push_back(mem::replace(&mut self.last, spare));
        }
    }
}

/// Lanes that are joined when this value is dropped.
struct Joined<'a, W: EcsWorld> {
    /// The commands to which the lanes are appended.
    commands: &'a mut Commands<W>,
    /// At least `count` lanes; further ones, of earlier calls, are empty.
    lanes: Vec<Commands<W>>,
}

impl<W: EcsWorld> Drop for Joined<'_, W> {
    fn drop(&mut self) {
        for lane in &mut self.lanes {
            self.commands.append(lane);
        }
        self.commands.pending().lanes = mem::take(&mut self.lanes);
    }
}
