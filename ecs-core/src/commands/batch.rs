//! Batches: sequences of commands with their values.
//!
//! - **I1** Values are in one queue per component, in the order of their commands, so a command finds its own at the front when it is
//!   applied. No value is boxed, and none is dropped twice or leaked. The entities of `Listed` commands, the masks of bundles with optional
//!   components and the calls are in the same order; only calls are boxed.
//!
//! ```text
//! commands  [ spawn(A, B) x 3 ][ insert(B) e7 ][ despawn e2 ]
//! queue A   [ a1 a2 a3 ]
//! queue B   [ b1 b2 b3 b4 ]         b1 to b3 are of the spawns, b4 is of the insertion
//! ```
//!
//! A command is an operation (a function that knows the types), a subject and a count: a batch of spawns is one command with a count. So a
//! command costs a few words beside its values, whichever components it has.

use alloc::collections::VecDeque;

use super::call::Calls;
use super::lazy::Lazy;
use super::operation::Operation;
use crate::bundle::{Bundle, BundleKind, Plain};
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::world::EcsWorld;

/// The result of applying a change: `Err` if it was dropped.
pub(super) type Applied = Result<(), Dropped>;

/// A change was dropped: its entity is dead or lacks a component to exchange, or a relation refused its values.
///
/// Its values were dropped too. This is counted, and is not an error: an entity may die between the command and the sync.
pub(crate) struct Dropped;

impl<T> From<ChangeError<T>> for Dropped {
    fn from(_: ChangeError<T>) -> Self {
        Self
    }
}

/// Applies a change, whose values are in the queues of the world's commands.
pub(super) type Apply<W> = fn(&mut W, Option<Entity>) -> Applied;

/// The entity of a change.
///
/// It is stored beside the operation, so that operations are constants.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject {
    /// No entity: the change spawns one, or is one of the whole world.
    None,
    /// This entity. The command has one change.
    One(Entity),
    /// The next entity of the batch's list.
    Listed,
}

/// A pending change that is applied `count` times.
///
/// The count makes a batch one command, whose size does not depend on components or values.
pub(super) struct Command<W: EcsWorld> {
    pub(super) operation: &'static Operation<W>,
    pub(super) subject: Subject,
    pub(super) count: u32,
}

impl<W: EcsWorld> Clone for Command<W> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// A sequence of commands.
pub(super) struct Batch<W: EcsWorld> {
    /// In the order in which they were issued.
    pub(super) waiting: VecDeque<Command<W>>,
    /// Number of changes: the sum of all counts.
    pub(super) changes: usize,
    /// The entities of `Listed` commands, one per change.
    pub(super) listed: VecDeque<Entity>,
    /// The masks of the values of bundles with optional components, and of templates.
    pub(super) held: VecDeque<W::Mask>,
    /// The values, by component; created with the first bundle.
    pub(super) queues: Lazy<W::Queues>,
    /// The calls of functions.
    pub(super) calls: Calls<W>,
    /// The shapes of loaded commands, each with its number of changes.
    #[cfg(feature = "serde")]
    pub(super) shapes: VecDeque<(super::Shape, usize)>,
}

impl<W: EcsWorld> Batch<W> {
    /// Appends a change that is applied `count` times. Its values are in the queues already.
    #[inline]
    pub(super) fn push(&mut self, operation: &'static Operation<W>, subject: Subject, count: u32) {
        self.waiting.push_back(Command { operation, subject, count });
        self.changes += count as usize;
    }

    /// Appends a command whose number of changes is not known yet.
    pub(super) fn grow(&mut self, operation: &'static Operation<W>, subject: Subject) -> Growing<'_, W> {
        Growing { batch: self, operation, subject, count: 0 }
    }

    /// Removes the next change. Runs in **O(1)** time.
    ///
    /// ```text
    /// waiting [ despawn, listed x 2 ][ insert e7 ]   listed [ e2 e4 ]   changes 3
    /// pop     [ despawn, listed x 1 ][ insert e7 ]   listed [ e4 ]      changes 2      despawn of e2
    /// pop     [ insert e7 ]                          listed [ ]         changes 1      despawn of e4
    /// ```
    ///
    /// The counts are decremented before the change is applied; its values stay in the queues until the function takes them.
    ///
    /// This is inlined into the only loop that calls it, which would otherwise read the result from memory.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(Apply<W>, Option<Entity>)> {
        let command = self.waiting.front_mut()?;
        let apply = command.operation.apply;
        let entity = match command.subject {
            Subject::None => None,
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

/// The values of commands.
impl<W: EcsWorld> Batch<W> {
    /// Appends a bundle.
    #[inline]
    pub(super) fn enqueue<B: Bundle<W>>(&mut self, plain: Plain<W, B>) {
        if const { <B::Kind as BundleKind<W, B>>::ACCESS.has_optional() } {
            self.held.push_back(B::Kind::measure(&plain));
        }
        B::Kind::enqueue(plain, self.queues.get_or_make());
    }

    /// Removes the next bundle.
    ///
    /// Each component is taken from the front of its queue, where the value of this command is (I1).
    #[inline]
    pub(super) fn dequeue<B: Bundle<W>>(&mut self) -> Option<Plain<W, B>> {
        let mut held = B::Kind::mask();
        if const { <B::Kind as BundleKind<W, B>>::ACCESS.has_optional() } {
            held = self.held.pop_front()?;
        }
        B::Kind::dequeue(self.queues.get_or_make(), &held)
    }
}

/// A command to which changes are added. It is appended to its batch when this value is dropped, also while a panic unwinds.
///
/// The iterator of a batch is user code that runs while the command grows. If it panics, the values appended so far still have their
/// command.
pub(super) struct Growing<'a, W: EcsWorld> {
    /// Values are appended to it before the command is.
    batch: &'a mut Batch<W>,
    operation: &'static Operation<W>,
    subject: Subject,
    count: u32,
}

impl<W: EcsWorld> Growing<'_, W> {
    /// The batch, to append values to it.
    pub(super) fn batch(&mut self) -> &mut Batch<W> {
        self.batch
    }

    /// Adds a change, and returns the batch, to which the caller appends the values.
    #[inline]
    pub(super) fn next(&mut self) -> &mut Batch<W> {
        if self.count == u32::MAX {
            self.finish();
        }
        self.count += 1;
        self.batch
    }

    /// Appends the command if it has changes. More than 2^32 - 1 changes become several commands.
    fn finish(&mut self) {
        let count = core::mem::take(&mut self.count);
        if count > 0 {
            self.batch.push(self.operation, self.subject, count);
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
        Self {
            waiting: VecDeque::new(),
            changes: 0,
            listed: VecDeque::new(),
            held: VecDeque::new(),
            queues: Lazy::default(),
            calls: Calls::EMPTY,
            #[cfg(feature = "serde")]
            shapes: VecDeque::new(),
        }
    }
}

/// Makes a list of commands a copy of another. A loop, as each world with copies compiles it.
fn copy_list<W: EcsWorld>(own: &mut VecDeque<Command<W>>, source: &VecDeque<Command<W>>) {
    own.clear();
    own.reserve(source.len());
    for command in source {
        own.push_back(command.clone());
    }
}

impl<W: EcsWorld> Batch<W> {
    /// Makes this batch a copy of another, and reuses its memory. `queues` copies the values; this and cloning the calls run user code, so
    /// they come first.
    pub(super) fn copy_from(&mut self, source: &Self, queues: &mut dyn FnMut(&mut W::Queues, &W::Queues)) {
        let Self { waiting, changes, listed, held, queues: values, calls, .. } = source;
        match (values.get(), self.queues.get_mut()) {
            (Some(values), _) => queues(self.queues.get_or_make(), values),
            (None, Some(own)) => queues(own, &W::Queues::default()),
            (None, None) => {}
        }
        self.calls.clone_from(calls);
        copy_list(&mut self.waiting, waiting);
        self.changes = *changes;
        self.listed.clone_from(listed);
        self.held.clone_from(held);
        #[cfg(feature = "serde")]
        self.shapes.clone_from(&source.shapes);
    }
}

impl<W: EcsWorld> Clone for Batch<W>
where
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        let mut waiting = VecDeque::new();
        copy_list(&mut waiting, &self.waiting);
        Self {
            waiting,
            changes: self.changes,
            listed: self.listed.clone(),
            held: self.held.clone(),
            queues: self.queues.clone(),
            calls: self.calls.clone(),
            #[cfg(feature = "serde")]
            shapes: self.shapes.clone(),
        }
    }
}
