//! Copies between two states of a world, in either direction: first everything that calls code of the user, then the rest.
//!
//! Storages are not compared: all of their values are copied, in **O(values)** time, with `clone_from`, so that strings and vectors in
//! components reuse their memory if both states have a value.

use super::super::each;
#[cfg(feature = "rayon")]
use crate::commands::Commands;
use crate::storage::Storage;
use crate::world::{Core, EachClone, EcsWorld, Holds, Snapshots};

/// Copies the values of components, including those of pending commands: everything that calls user code.
///
/// If a `Clone` or a `Drop` panics, some storages have the values of `from` and others still those of `to`; the caller clears all of them.
pub(super) fn copy_values<W: Snapshots>(to: &mut Core<W>, from: &Core<W>) {
    W::__each_saved(&mut CopyStorages::<W> { to: &mut to.storages, from: &from.storages });
    W::__copy_pasts(&mut to.storages, &from.storages);
    to.commands.copy_from(&from.commands, &mut copy_queues::<W>);
    #[cfg(feature = "rayon")]
    copy_queued(&mut to.queued, &from.queued);
}

/// Copies everything that calls no user code.
///
/// Cannot panic, except for lack of memory. Invalidates the caches of `to`, as positions may have changed without a structural change.
pub(super) fn copy_rest<W: Snapshots>(to: &mut Core<W>, from: &Core<W>) {
    W::__copy_views(&mut to.views, &from.views);
    to.entities.clone_from(&from.entities);
    to.reserved.clone_from(&from.reserved);
    to.dropped_commands = from.dropped_commands;
    to.is_running = from.is_running;
    to.tidy.clone_from(&from.tidy);
    to.at_end = from.at_end;
    to.cached_at.forget();
}

/// Copies the storages of the components that are visited.
struct CopyStorages<'a, W: EcsWorld> {
    to: &'a mut W::Storages,
    from: &'a W::Storages,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for CopyStorages<'_, W> {}

impl<W: EcsWorld> EachClone<W> for CopyStorages<'_, W> {
    #[inline]
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>,
    {
        W::storage_mut(self.to).copy_from(W::storage(self.from));
    }
}

/// Copies the pending values of one batch of commands.
///
/// Values of transient components in `to` are dropped, as the commands that they belong to are replaced.
fn copy_queues<W: Snapshots>(to: &mut W::Queues, from: &W::Queues) {
    W::__each_saved(&mut CopyQueues::<W> { to, from });
    W::__discard_transient(to);
}

/// Copies the pending values of the components that are visited.
struct CopyQueues<'a, W: EcsWorld> {
    to: &'a mut W::Queues,
    from: &'a W::Queues,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for CopyQueues<'_, W> {}

impl<W: EcsWorld> EachClone<W> for CopyQueues<'_, W> {
    #[inline]
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>,
    {
        W::queue(self.to).clone_from(W::queued(self.from));
    }
}

/// Copies the commands of the systems of stages, queue by queue. The two worlds may have different numbers of queues.
#[cfg(feature = "rayon")]
fn copy_queued<W: Snapshots>(to: &mut alloc::vec::Vec<Commands<W>>, from: &[Commands<W>]) {
    to.resize_with(to.len().max(from.len()), Commands::default);
    let none = Commands::default();
    for (number, own) in to.iter_mut().enumerate() {
        own.copy_from(from.get(number).unwrap_or(&none), &mut copy_queues::<W>);
    }
}
