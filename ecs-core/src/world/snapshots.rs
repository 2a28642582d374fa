//! Snapshots: copies of the whole state of a world, and restoring them.
//!
//! A snapshot has the types of the world itself: a [`Core`], and a generated struct with the values outside of it ([`Snapshots`]). Both
//! directions copy field by field with `clone_from`, so memory is reused and values that are `Copy` are copied as blocks.
//!
//! - **I1** A whole snapshot has the state of one moment. One that is being written, or whose writing panicked, is not whole.
//!
//! The parts that call user code (`Clone` and `Drop` of values) are copied first, and the rest afterwards: allocator, masks, views,
//! relations. So if user code panics, the storages can be cleared, and the population still knows all handles that were returned.
//!
//! What only affects time is not part of a snapshot. A restore discards the positions that are cached in the world: each overwritten index
//! has a new version, and the counts of changes with which other caches are compared are reset.

mod copy;
mod transient;

use core::fmt;

use copy::{copy_rest, copy_values};
use transient::expect_no_pending_transient;
pub(super) use transient::{add_transient, discard_transient};

use super::{despawn, tidy};
use crate::events::Events;
use crate::mask::BitMask;
use crate::state::State;
use crate::storage::{Past, Storage};
use crate::view::Transition;
use crate::world::{Core, EachClone, EcsWorld, Holds, KeepsPast, Reads, Token};

/// A world of which snapshots can be taken: one that is declared with `#[derive(Snapshot)]`. This is the bound for library code.
///
/// # Examples
///
/// ```
/// use ecs_world::{EcsWorld, Snapshots};
///
/// /// Runs a function on a world, and takes back what it did.
/// fn preview<W: Snapshots, T>(world: &mut W, function: impl FnOnce(&mut W) -> T) -> T {
///     let before = world.snapshot();
///     let result = function(world);
///     world.restore(&before);
///     result
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the declaration of world `{Self}` does not derive `Snapshot`",
    label = "this needs snapshots of `{Self}`",
    note = "add `Snapshot` to the derives of `{Self}`, or begin its `ecs_world!` with `#[derive(Snapshot)] pub struct {Self};`",
    note = "in code that is generic over the world, require `{Self}: Snapshots`"
)]
pub trait Snapshots: EcsWorld {
    /// The saved values outside of the core: fields of systems, resources, events, states, and cursors of readers.
    #[doc(hidden)]
    type Saved: Default;

    /// Visits the components that are saved, in ascending order.
    #[doc(hidden)]
    fn __each_saved<V: EachClone<Self>>(visitor: &mut V);
    /// Copies the pasts of components that are saved and double-buffered.
    #[doc(hidden)]
    fn __copy_pasts(_: &mut Self::Storages, _: &Self::Storages) {}
    /// Copies the views that are saved.
    #[doc(hidden)]
    fn __copy_views(to: &mut Self::Views, from: &Self::Views);
    /// Copies the values outside of the core into a snapshot.
    #[doc(hidden)]
    fn __save(&self, saved: &mut Self::Saved);
    /// Copies the values of a snapshot back into the world.
    #[doc(hidden)]
    fn __restore(&mut self, saved: &Self::Saved);
    /// Copies the values from one snapshot to another.
    #[doc(hidden)]
    fn __copy_saved(to: &mut Self::Saved, from: &Self::Saved);
    /// Adds an entity to the views that mention transient components, if it matches.
    #[doc(hidden)]
    fn __enter_transient(_: &mut Self::Storages, _: &mut Self::Views, _: &Transition<Self::Mask>) {}
    /// A transient component with a pending value in these queues.
    #[doc(hidden)]
    #[must_use]
    fn __pending_transient(_: &Self::Queues) -> Option<usize> {
        None
    }
    /// Drops the values of transient components in these queues.
    #[doc(hidden)]
    fn __discard_transient(_: &mut Self::Queues) {}
}

/// A type whose values can be in a snapshot.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Clone`, and so no snapshot can have its values",
    label = "snapshots of this world would have it",
    note = "derive `Clone` for `{Self}`, or write `#[transient]` before the entry, if it is not a relation, to leave it out of snapshots"
)]
pub trait InSnapshots: Clone + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Clone + 'static> InSnapshots for T {}

/// Visits a component that snapshots have; for generated code.
#[inline]
pub fn save_component<W: Holds<C>, C: InSnapshots, V: EachClone<W>>(visitor: &mut V) {
    visitor.component::<C>();
}

/// Copies the past of a component; for generated code.
pub fn copy_past<W, C: Clone + 'static>(to: &mut W::Storages, from: &W::Storages)
where
    W: KeepsPast<C> + Reads<Past<C>, Values = <W as KeepsPast<C>>::Past>,
{
    W::both_mut(to).past.copy_from(W::values(from));
}

/// Returns true if a component has pending values; for generated code.
pub fn is_pending<W: Holds<C>, C: 'static>(queues: &W::Queues) -> bool {
    !W::queued(queues).is_empty()
}

/// Drops the pending values of a component; for generated code.
pub fn discard_pending<W: Holds<C>, C: 'static>(queues: &mut W::Queues) {
    W::queue(queues).clear();
}

/// A value of a snapshot that is not a component; empty until it is saved for the first time. For generated code.
///
/// It stores the functions that copy the value, so that the bounds on its type are required once, where the value is declared.
pub struct Saved<T> {
    /// `None` until it is saved for the first time.
    value: Option<T>,
    /// `Clone::clone` of the type.
    clone: fn(&T) -> T,
    /// `Clone::clone_from` of the type, which may reuse memory.
    clone_from: fn(&mut T, &T),
}

impl<T> Saved<T> {
    /// Copies a value of a world into the snapshot.
    pub fn save(&mut self, value: &T) {
        match &mut self.value {
            Some(own) => (self.clone_from)(own, value),
            None => self.value = Some((self.clone)(value)),
        }
    }

    /// Copies the value back into the world.
    pub fn restore(&self, value: &mut T) {
        if let Some(own) = &self.value {
            (self.clone_from)(value, own);
        }
    }

    /// Copies the value from another snapshot.
    pub fn copy_from(&mut self, other: &Self) {
        match &other.value {
            Some(value) => self.save(value),
            None => self.value = None,
        }
    }
}

impl<T: Clone> Saved<T> {
    const EMPTY: Self = Self { value: None, clone: T::clone, clone_from: T::clone_from };
}

/// A resource, or the fields of a system, before it is saved; for generated code.
#[must_use]
pub fn saved<T: InSnapshots>() -> Saved<T> {
    Saved::EMPTY
}

/// Events before they are saved; for generated code.
#[must_use]
pub fn saved_events<E: InSnapshots>() -> Saved<Events<E>> {
    Saved::EMPTY
}

/// A state before it is saved; for generated code.
#[must_use]
pub fn saved_state<S: InSnapshots>() -> Saved<State<S>> {
    Saved::EMPTY
}

impl<T> fmt::Debug for Saved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saved").finish_non_exhaustive()
    }
}

/// A copy of the state of a world, from [`snapshot`](crate::WorldSnapshots::snapshot).
///
/// It has everything that a run depends on, so a world restored from it continues as the original did. It takes as much memory as the
/// state, and can be sent to other threads if the world can.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, PartialEq, Clone)]
/// struct Position(f32);
///
/// #[system]
/// fn fall(position: &mut Position) {
///     position.0 -= 1.0;
/// }
///
/// ecs_world! {
///     #[derive(Snapshot)]
///     pub struct World;
///     components: Position;
///     systems: fall;
/// }
///
/// let mut world = World::default();
/// let stone = world.spawn(Position(10.0));
/// let start = world.snapshot();
/// for _ in 0..2 {
///     world.restore(&start);
///     world.run();
///     assert_eq!(world.get::<Position>(stone), Some(&Position(9.0)));
/// }
/// ```
pub struct Snapshot<W: Snapshots> {
    /// The parts that are not generated: entities, values, views, commands.
    core: Core<W>,
    /// The values of the generated fields: resources, events, states, systems.
    saved: W::Saved,
    /// Whether one state was copied completely (I1).
    is_whole: bool,
}

impl<W: Snapshots> Snapshot<W> {
    /// Creates an empty snapshot, to be filled.
    pub(crate) fn empty() -> Self {
        Self { core: Core::default(), saved: W::Saved::default(), is_whole: false }
    }

    /// Returns false if a `Clone` panicked while the snapshot was taken, so that it has no complete state. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Clone)] struct Position(f32);
    /// # ecs_world! { #[derive(Snapshot)] struct World; components: Position; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1.0, 2.0].map(Position));
    /// let snapshot = world.snapshot();
    /// world.clear();
    /// assert!(snapshot.is_complete() && !snapshot.is_empty());
    /// assert_eq!((snapshot.len(), world.len()), (2, 0));
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_whole
    }

    /// Number of live entities. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Clone)] struct Position(f32);
    /// # ecs_world! { #[derive(Snapshot)] struct World; components: Position; }
    /// # let mut world = World::default();
    /// world.spawn(Position(1.0));
    /// let snapshot = world.snapshot();
    /// world.spawn(Position(2.0));
    /// assert_eq!((snapshot.len(), world.len()), (1, 2), "the snapshot is older");
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.entities.allocator.len()
    }

    /// Returns true if no entity is alive. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// `clone_from` reuses memory.
impl<W: Snapshots> Clone for Snapshot<W> {
    fn clone(&self) -> Self {
        let mut clone = Self::empty();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.is_whole = false;
        copy_values(&mut self.core, &source.core);
        W::__copy_saved(&mut self.saved, &source.saved);
        copy_rest(&mut self.core, &source.core);
        self.is_whole = source.is_whole;
    }
}

impl<W: Snapshots> fmt::Debug for Snapshot<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("world", &W::NAME).field("entities", &self.len()).finish_non_exhaustive()
    }
}

/// Copies the state of a world into a snapshot.
#[track_caller]
pub(super) fn save<W: Snapshots>(world: &W, snapshot: &mut Snapshot<W>) {
    let core = world.__core(Token::new());
    expect_no_pending_transient(core);
    snapshot.is_whole = false;
    copy_values(&mut snapshot.core, core);
    world.__save(&mut snapshot.saved);
    copy_rest(&mut snapshot.core, core);
    if let Some(transient) = tidy::transient::<W>() {
        snapshot.core.entities.leave_out(transient);
    }
    snapshot.is_whole = true;
}

/// Copies the state of a snapshot into a world.
#[track_caller]
pub(super) fn restore<W: Snapshots>(world: &mut W, snapshot: &Snapshot<W>) {
    assert!(snapshot.is_whole, "the snapshot is not complete, since a `Clone` panicked while it was taken");
    let unfinished = Unfinished(world);
    let world = &mut *unfinished.0;
    copy_values(world.__core_mut(Token::new()), &snapshot.core);
    world.__restore(&snapshot.saved);
    let core = world.__core_mut(Token::new());
    if W::TRANSIENT.is_empty() {
        copy_rest(core, &snapshot.core);
    } else {
        discard_transient(core, &snapshot.core.entities);
        copy_rest(core, &snapshot.core);
        add_transient(core, &mut W::__enter_transient);
    }
    core::mem::forget(unfinished);
}

/// Clears a world when it is dropped, which happens if user code panics while the state of the world is replaced.
pub(super) struct Unfinished<'w, W: EcsWorld>(pub(super) &'w mut W);

impl<W: EcsWorld> Drop for Unfinished<'_, W> {
    #[cold]
    fn drop(&mut self) {
        let core = self.0.__core_mut(Token::new());
        // Reserved handles were returned, too, and must not refer to other entities later.
        for _ in 0..core::mem::take(&mut core.reserved.count) {
            core.entities.spawn(W::Mask::EMPTY);
        }
        core.entities.clear();
        for view in 0..W::VIEWS.len() {
            if let Some(view) = W::__view_alone_mut(&mut core.views, view) {
                view.reset();
            }
        }
        core.cached_at.forget();
        core.is_running = false;
        core.commands.clear();
        #[cfg(feature = "rayon")]
        core.queued.clear();
        despawn::drop_values::<W>(&mut core.storages);
    }
}
