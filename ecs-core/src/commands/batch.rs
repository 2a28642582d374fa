//! Owns commands in a row, with the values that they bring.
//!
//! - **I1** The values wait in one queue per component, in the order of the commands that bring them; so a command finds its
//!   own at the front when its turn comes. Nothing is boxed, and nothing is dropped twice or leaked. The same holds for the
//!   entities of `Listed` commands.

use alloc::collections::VecDeque;

use crate::{ChangeError, EcsWorld, Entity};

/// What became of a change: `Err` if it was dropped.
pub(super) type Applied = Result<(), Dropped>;

/// A change was dropped: its entity is gone, or lacks what was to be exchanged.
pub(crate) struct Dropped;

impl<T> From<ChangeError<T>> for Dropped {
    fn from(_: ChangeError<T>) -> Self {
        Self
    }
}

/// Makes a change; the values that it brings wait in the queues of the world's commands.
pub(super) type Apply<W> = fn(&mut W, Option<Entity>) -> Applied;

/// To whom a change is made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject {
    /// To nobody yet.
    Nobody,
    One(Entity),
    /// To the next one of a list.
    Listed,
}

/// A change that waits to be made so many times.
struct Command<W> {
    apply: Apply<W>,
    subject: Subject,
    count: u32,
}

impl<W> Clone for Command<W> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// Commands in a row.
pub(super) struct Batch<W: EcsWorld> {
    waiting: VecDeque<Command<W>>,
    /// How many changes the commands are.
    pub(super) changes: usize,
    pub(super) listed: VecDeque<Entity>,
    pub(super) queues: W::Queues,
}

impl<W: EcsWorld> Batch<W> {
    /// Adds a change, to be made so many times. What it brings is in the queues.
    #[inline]
    pub(super) fn push(&mut self, apply: Apply<W>, subject: Subject, count: u32) {
        self.waiting.push_back(Command { apply, subject, count });
        self.changes += count as usize;
    }

    /// Adds changes, as many as will be said.
    pub(super) fn grow(&mut self, apply: Apply<W>, subject: Subject) -> Growing<'_, W> {
        Growing { batch: self, apply, subject, count: 0 }
    }

    /// Takes the change whose turn it is.
    pub(super) fn pop(&mut self) -> Option<(Apply<W>, Option<Entity>)> {
        let command = self.waiting.front_mut()?;
        let apply = command.apply;
        let entity = match command.subject {
            Subject::Nobody => None,
            Subject::One(entity) => Some(entity),
            Subject::Listed => self.listed.pop_front(),
        };
        command.count -= 1;
        self.changes -= 1;
        if command.count == 0 {
            self.waiting.pop_front();
        }
        Some((apply, entity))
    }
}

/// A command to which changes are added; it waits when this goes, also while a panic unwinds.
pub(super) struct Growing<'a, W: EcsWorld> {
    batch: &'a mut Batch<W>,
    apply: Apply<W>,
    subject: Subject,
    count: u32,
}

impl<W: EcsWorld> Growing<'_, W> {
    /// Adds a change. What it brings must be put into the batch.
    #[inline]
    pub(super) fn next(&mut self) -> &mut Batch<W> {
        if self.count == u32::MAX {
            self.finish();
        }
        self.count += 1;
        self.batch
    }

    fn finish(&mut self) {
        let count = core::mem::take(&mut self.count);
        if count > 0 {
            self.batch.push(self.apply, self.subject, count);
        }
    }
}

impl<W: EcsWorld> Drop for Growing<'_, W> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl<W: EcsWorld> Default for Batch<W> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), changes: 0, listed: VecDeque::new(), queues: W::Queues::default() }
    }
}

impl<W: EcsWorld> Clone for Batch<W>
where
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        Self {
            waiting: self.waiting.clone(),
            changes: self.changes,
            listed: self.listed.clone(),
            queues: self.queues.clone(),
        }
    }
}
