//! Pending changes: removed one by one as a sync applies them, copied for snapshots, discarded.

use alloc::collections::VecDeque;

use super::Commands;
use super::batch::{Applied, Batch};
use crate::bundle::{Bundle, Plain};
use crate::world::EcsWorld;

impl<W: EcsWorld> Commands<W> {
    /// Removes the next change, and returns a function that applies it. It is removed before it is applied, so that a panic of user code
    /// leaves only later changes.
    ///
    /// ```text
    /// before [ a b ]   last [ c ]   spare [ ]
    /// pop -> a   before [ b ]   last [ c ]
    /// pop -> b   before [   ]   last [ c ]      the empty batch stays: the values of b are still in it (I2)
    /// pop -> c   before         last [   ]      spare [   ]
    /// ```
    pub(crate) fn pop(&mut self) -> Option<impl FnOnce(&mut W) -> Applied + use<W>> {
        while self.before.front().is_some_and(|batch| batch.changes == 0) {
            if let Some(batch) = self.before.pop_front() {
                self.spare.push_back(batch);
            }
        }
        let (apply, entity) = self.first().pop()?;
        Some(move |world: &mut W| apply(world, entity))
    }

    /// The batch of the change that was popped last (I2).
    pub(super) fn first(&mut self) -> &mut Batch<W> {
        self.before.front_mut().unwrap_or(&mut self.last)
    }

    /// Removes the bundle of the change that was popped last (I2).
    pub(super) fn dequeue<B: Bundle<W>>(&mut self) -> Option<Plain<W, B>> {
        self.first().dequeue::<B>()
    }

    /// Makes these commands a copy of others, and reuses their memory. `queues` copies the values of a batch.
    ///
    /// Batches beyond those of `source` are emptied and kept for their memory.
    pub(crate) fn copy_from(&mut self, source: &Self, queues: &mut dyn FnMut(&mut W::Queues, &W::Queues)) {
        let Self { before, last, spare: _, lanes: _ } = source;
        let empty = Batch::default();
        while self.before.len() > before.len() {
            let Some(mut batch) = self.before.pop_back() else { break };
            batch.copy_from(&empty, queues);
            self.spare.push_back(batch);
        }
        while self.before.len() < before.len() {
            self.before.push_back(self.spare.pop_front().unwrap_or_default());
        }
        for (own, batch) in self.before.iter_mut().zip(before) {
            own.copy_from(batch, queues);
        }
        self.last.copy_from(last, queues);
    }

    /// All batches in their order, as slices: each world compiles the loops over them.
    pub(super) fn batches(&self) -> [&[Batch<W>]; 3] {
        let (first, second) = self.before.as_slices();
        [first, second, core::slice::from_ref(&self.last)]
    }

    /// Calls a function for the queues of each batch, in order. Batches without a value have none.
    pub(crate) fn each_queues<'a>(&'a self, visit: &mut dyn FnMut(&'a W::Queues)) {
        for batches in &self.batches() {
            for batch in *batches {
                if let Some(queues) = batch.queues.get() {
                    visit(queues);
                }
            }
        }
    }

    /// Removes all pending changes, and frees their memory.
    pub(crate) fn discard(&mut self) {
        (self.before, self.last) = (VecDeque::new(), Batch::default());
    }
}

impl<W: EcsWorld> Clone for Commands<W>
where
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        let mut before = VecDeque::with_capacity(self.before.len());
        for batch in &self.before {
            before.push_back(batch.clone());
        }
        Self { before, last: self.last.clone(), ..Self::default() }
    }
}
