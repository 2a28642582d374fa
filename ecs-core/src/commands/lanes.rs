//! Owns commands that come from several threads, or from several systems at once.

use alloc::vec::Vec;
use core::{mem, slice};

use super::Commands;
use crate::EcsWorld;

impl<W: EcsWorld> Commands<W> {
    /// Moves all that waits in other commands behind what waits here. The values stay where they are: computes in
    /// **O(batches)**, whatever waits.
    ///
    /// Empty memory is moved the other way, as much as there is: so commands that are joined again and again, over however many
    /// steps, hold a bounded amount of it, and allocate nothing once as many waited before.
    pub fn append(&mut self, other: &mut Self) {
        if other.is_empty() {
            return;
        }
        self.seal();
        self.give_back(other.before.len() + usize::from(other.last.changes > 0), other);
        self.before.append(&mut other.before);
        if other.last.changes > 0 {
            let spare = other.spare.pop_back().unwrap_or_default();
            self.before.push_back(mem::replace(&mut other.last, spare));
        }
    }

    /// Gives other commands empty batches for as many as come from there: the first that came, since what a batch grew to is
    /// what its owner needs again.
    fn give_back(&mut self, batches: usize, other: &mut Self) {
        let batches = self.spare.len().min(batches);
        other.spare.extend(self.spare.drain(..batches));
    }

    /// Begins a new batch.
    fn seal(&mut self) {
        if self.last.changes > 0 {
            let spare = self.spare.pop_front().unwrap_or_default();
            self.before.push_back(mem::replace(&mut self.last, spare));
        }
    }

    /// Lets commands be issued into several lanes at once, and joins these in order, also while a panic unwinds. One lane is
    /// these commands themselves.
    pub(crate) fn in_lanes(&mut self, count: usize, issue: impl FnOnce(&mut [Self])) {
        if count <= 1 {
            return issue(slice::from_mut(self));
        }
        let mut lanes = mem::take(&mut self.lanes);
        lanes.resize_with(count.max(lanes.len()), Self::default);
        let mut joined = Joined { commands: self, lanes };
        issue(&mut joined.lanes[..count]);
    }
}

/// Lanes that are joined when this goes.
struct Joined<'a, W: EcsWorld> {
    commands: &'a mut Commands<W>,
    lanes: Vec<Commands<W>>,
}

impl<W: EcsWorld> Drop for Joined<'_, W> {
    fn drop(&mut self) {
        for lane in &mut self.lanes {
            self.commands.append(lane);
        }
        self.commands.lanes = mem::take(&mut self.lanes);
    }
}
