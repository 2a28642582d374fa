//! Commands: deferred structural changes, applied at the next sync point.
//!
//! A command is an operation (`operation`: a pointer to a function of `apply`, with a description), a subject and a count; its values are
//! in typed queues, one per component. So no command is boxed, no value is type-erased, and a batch of a million entities is one command;
//! only the calls of [`Commands::queue`] are boxed (`call`), since their values are of any type. `batch` is a sequence of commands with its
//! queues, `issue` and `templates` append to it, `lanes` joins the commands of several threads or systems by moving whole batches, and `queue` holds the values of one component.
//!
//! - **I1** Commands in `before` were issued before those in `last`, in the order of the batches.
//! - **I2** The command that was popped last is from the first batch, which stays the first until the next one is popped: so a command
//!   finds its values at the front of that batch's queues when it is applied.

mod apply;
mod batch;
mod call;
mod issue;
mod lanes;
mod operation;
mod queue;
#[cfg(feature = "serde")]
mod saved;
mod templates;

use alloc::collections::VecDeque;
use alloc::vec::Vec;

#[cfg(feature = "serde")]
pub(crate) use operation::Kind;
pub use queue::Queue;
#[cfg(feature = "serde")]
pub(crate) use saved::{Changes, SavedBatch, Shape, all_changes};

use batch::{Applied, Batch};

use crate::bundle::Bundle;
use crate::world::EcsWorld;

/// A world whose commands may be issued on several threads: one whose components are all `Send`.
#[diagnostic::on_unimplemented(
    message = "a component of `{Self}` is not `Send`, and so commands of `{Self}` cannot be issued on several threads",
    label = "entities are divided over threads here",
    note = "make all components of `{Self}` `Send`, or leave the entities to one thread: without `parallel`"
)]
pub trait ParCommands: EcsWorld<Queues: Send> {}

#[diagnostic::do_not_recommend]
impl<W: EcsWorld<Queues: Send>> ParCommands for W {}

/// Structural changes to apply at the next sync point: for systems, which cannot change the world during iteration.
///
/// They are applied at `sync` in the list of systems, at the end of a run, and by [`flush`](EcsWorld::flush); in the order in
/// which they were issued. Commands that callbacks issue meanwhile are applied after them, in the same sync. A command for an
/// entity that is dead by then is dropped and [counted](EcsWorld::dropped_commands).
///
/// Issuing a command runs in amortised **O(1)** time. Values are kept in one queue per component, without a box each: issuing and
/// applying commands allocates nothing once as many were pending before. Pending values are dropped with the world.
///
/// If entities are divided over threads, each thread issues into commands of its own, which are joined in the order of the entities: so
/// they are the same, in the same order, on any number of threads.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Health(u32);
/// #[system]
/// fn reap(entity: Entity, health: &Health, commands: &mut Commands<World>) {
///     if health.0 == 0 {
///         commands.despawn(entity);
///     }
/// }
///
/// ecs_world! { components: Health; systems: reap; }
///
/// let mut world = World::default();
/// world.spawn_batch([Health(0), Health(3)]);
/// world.run();
/// assert_eq!(world.len(), 1);
/// ```
pub struct Commands<W: EcsWorld> {
    before: VecDeque<Batch<W>>,
    last: Batch<W>,
    /// Empty batches, kept for their memory.
    spare: VecDeque<Batch<W>>,
    /// The commands of threads, kept for their memory. Empty except during an iteration.
    lanes: Vec<Self>,
}

impl<W: EcsWorld> Commands<W> {
    /// Number of pending changes: each of a batch counts. Runs in **O(batches)** time; each parallel system creates some batches.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.commands().spawn(Health(5));
    /// assert_eq!(world.commands().len(), 1);
    /// world.flush();
    /// assert!(world.commands().is_empty());
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.batches().map(|batch| batch.changes).sum()
    }

    /// Returns true if no change is pending. Runs in **O(batches)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.batches().all(|batch| batch.changes == 0)
    }

    fn batches(&self) -> impl Iterator<Item = &Batch<W>> {
        self.before.iter().chain([&self.last])
    }

    /// Drops all pending changes with their values.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// world.commands().despawn(hero);
    /// world.commands().clear();
    /// world.flush();
    /// assert!(world.contains(hero));
    /// ```
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Removes the next change, as a function that applies it. It is removed before it is applied, so that a panic of user code leaves
    /// only later ones.
    pub(crate) fn pop(&mut self) -> Option<impl FnOnce(&mut W) -> Applied + use<W>> {
        while self.before.front().is_some_and(|batch| batch.changes == 0) {
            self.spare.extend(self.before.pop_front());
        }
        let (apply, entity) = self.first().pop()?;
        Some(move |world: &mut W| apply(world, entity))
    }

    fn first(&mut self) -> &mut Batch<W> {
        self.before.front_mut().unwrap_or(&mut self.last)
    }

    /// Removes the bundle of the change that was popped last (I2).
    fn dequeue<B: Bundle<W>>(&mut self) -> Option<B> {
        self.first().dequeue()
    }
}

impl<W: EcsWorld> Default for Commands<W> {
    fn default() -> Self {
        Self { before: VecDeque::new(), last: Batch::default(), spare: VecDeque::new(), lanes: Vec::new() }
    }
}

impl<W: EcsWorld> Commands<W> {
    /// Makes these commands a copy of others, and reuses their memory. `queues` copies the values of a batch.
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

    /// The queues of all batches.
    pub(crate) fn all_queues(&self) -> impl Iterator<Item = &W::Queues> {
        self.before.iter().chain([&self.last]).map(|batch| &batch.queues)
    }

    /// Removes all pending changes. Keeps no memory of them.
    pub(crate) fn discard(&mut self) {
        (self.before, self.last) = (VecDeque::new(), Batch::default());
    }
}

impl<W: EcsWorld> Clone for Commands<W>
where
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        Self { before: self.before.clone(), last: self.last.clone(), ..Self::default() }
    }
}

impl<W: EcsWorld> core::fmt::Debug for Commands<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Commands").field("waiting", &self.len()).finish_non_exhaustive()
    }
}
