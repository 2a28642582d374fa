//! Double-buffered storages: the present values of a component, which systems write, and the past ones, which [`keep`](Buffered::keep) copies
//! from them as a run starts.
//!
//! Both are storages of one kind, with an index each, to which all changes are made in the same order: so positions are equal, and the past
//! is fetched, queried and divided over threads as any component is. They are two fields, which generated code borrows apart: a system that
//! reads the past does not conflict with one that writes the present. The price is a second index.
//!
//! `Clone` and `Drop` are code of the user, and may panic, so neither is called within a structural change: pasts of values that will be
//! inserted are [made](Buffered::make) before it, and those that were removed are dropped [after it](Buffered::forget_removed).
//!
//! - **I1** Both storages hold values of the same entities, at the same positions. It holds again before any code of the user can run.
//!
//! ```text
//! a run starts       past <- present                  `keep`, value by value
//! systems            read the past, write the present
//! spawn, insert      make the past of the value; push both       a past equals the present at first
//! replace            only the present; the past stays until the next run
//! remove, despawn    take both; drop the past when the change is done
//! swap, tidy         the same swaps in both
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::ops::Deref;

use super::erased::{ClearRest, Erase, StorageMaintenance, Task};
use super::sealed::Sealed;
use super::{ErasedStorage, Grouped, Storage, StorageTasks as _, Values, ValuesMut};
#[cfg(feature = "serde")]
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::source::Source;
use crate::sparse::EntityIndex;

/// The value of a double-buffered component when `run()` started: `&Past<Position>` in systems and queries.
///
/// It dereferences to the component, and nothing lends it as `&mut`: `run()` writes it. A system that reads it does not conflict
/// with one that writes the component, and one system can do both.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Position(f32);
///
/// #[system]
/// fn follow(position: &mut Position, others: Query<'_, World, &Past<Position>>) {
///     position.0 = others.iter().map(|other| other.0).fold(0.0, f32::max) + 1.0;
/// }
///
/// ecs_world! {
///     components: #[double_buffered] Position;
///     systems: follow;
/// }
///
/// let mut world = World::default();
/// world.spawn_batch([1.0, 2.0].map(Position));
/// world.run();
/// assert!(world.query::<&Position>().iter().eq([&Position(3.0), &Position(3.0)]), "each has seen the same past");
/// assert!(world.query::<&Past<Position>>().iter().map(|past| past.0).eq([1.0, 2.0]));
/// ```
///
/// With the feature `serde`, it is written and read as the component is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Past<C>(C);

#[cfg(feature = "serde")]
impl<C: serde::Serialize> serde::Serialize for Past<C> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, C: serde::Deserialize<'de>> serde::Deserialize<'de> for Past<C> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        C::deserialize(deserializer).map(Self)
    }
}

/// How pasts are written and read of values that are as `F` says.
///
/// So `#[saved(with = ..)]` at a double-buffered component applies to both of its columns.
#[cfg(feature = "serde")]
pub struct PastAs<F>(core::marker::PhantomData<F>);

#[cfg(feature = "serde")]
impl<C, F: crate::codec::SaveAs<C>> crate::codec::SaveAs<Past<C>> for PastAs<F> {
    fn save<S: serde::Serializer>(value: &Past<C>, serializer: S) -> Result<S::Ok, S::Error> {
        F::save(&value.0, serializer)
    }
}

#[cfg(feature = "serde")]
impl<C, F: crate::codec::LoadAs<C>> crate::codec::LoadAs<Past<C>> for PastAs<F> {
    fn load<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Past<C>, D::Error> {
        F::load(deserializer).map(Past)
    }
}

#[cfg(feature = "serde")]
impl<F> core::fmt::Debug for PastAs<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PastAs").finish_non_exhaustive()
    }
}

impl<C> Deref for Past<C> {
    type Target = C;

    #[inline(always)]
    fn deref(&self) -> &C {
        &self.0
    }
}

/// Prints the component.
impl<C: core::fmt::Debug> core::fmt::Debug for Past<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

/// The storage of a double-buffered component: its present values in `S`, the past ones in `P`.
///
/// Its fields are public for generated code, which borrows them apart; nothing else gets a `&mut` to a storage.
pub struct Buffered<S, P: Storage> {
    /// What systems write.
    #[doc(hidden)]
    pub present: S,
    /// What it was as the run started.
    #[doc(hidden)]
    pub past: P,
    /// The pasts of values that are about to be inserted: the last ones first. Below them may be some that a change left which panicked.
    made: Vec<P::Value>,
    /// The pasts that a structural change has removed so far.
    removed: Vec<P::Value>,
}

impl<S: Clone, P: Storage + Clone> Clone for Buffered<S, P> {
    fn clone(&self) -> Self {
        Self { present: self.present.clone(), past: self.past.clone(), made: Vec::new(), removed: Vec::new() }
    }
}

impl<S: Storage, P: Storage> Default for Buffered<S, P> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Prints both storages.
impl<S: core::fmt::Debug, P: Storage + core::fmt::Debug> core::fmt::Debug for Buffered<S, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Buffered").field("present", &self.present).field("past", &self.past).finish_non_exhaustive()
    }
}

impl<S: Storage, P: Storage> Buffered<S, P> {
    /// An empty storage, without an allocation; for generated code.
    #[doc(hidden)]
    pub const EMPTY: Self = Self { present: S::EMPTY, past: P::EMPTY, made: Vec::new(), removed: Vec::new() };
}

/// Structural changes. Each is made to both storages.
impl<T: 'static, S: Storage<Value = T>, P: Storage<Value = Past<T>>> Buffered<S, P> {
    /// Removes the value of an entity. Its past is kept until it is [forgotten](Self::forget_removed).
    #[inline]
    pub(crate) fn take(&mut self, entity: Entity) -> Option<T> {
        self.removed.extend(self.past.take(entity));
        self.present.take(entity)
    }

    /// Replaces the value of an entity that has one, and leaves its past.
    #[inline]
    pub(crate) fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        self.present.replace(entity, value)
    }

    /// Assigns entities to the values that were appended without an owner. If the `Drop` of a value without an entity panics, both
    /// storages are complete.
    pub(crate) fn assign_owners(&mut self, entities: &[Entity]) {
        let rest = AssignRest(&mut self.past, entities);
        self.present.assign_owners(entities);
        drop(rest);
    }

    /// Reserves in both storages. Memory for pasts that wait is not reserved: only as many wait as one change inserts.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.present.reserve(additional);
        self.past.reserve(additional);
    }

    /// Drops the pasts that were removed.
    pub(crate) fn forget_removed(&mut self) {
        self.removed.clear();
    }
}

/// What clones values.
impl<T: Clone + 'static, S: Storage<Value = T>, P: Storage<Value = Past<T>>> Buffered<S, P> {
    /// Copies the present to the past, value by value: as a copy of memory, where `Clone` is one. If the `Clone` of a value panics, those
    /// before it are copied. Drops what structural changes left that panicked. Runs in **O(values)** time.
    pub(crate) fn keep(&mut self) {
        self.made.clear();
        self.removed.clear();
        let (now, past) = (self.present.parts().1, self.past.parts_mut().1);
        if let Some(now) = now.slice(0..self.present.values()) {
            copy(past.into_slice(), now);
        } else {
            past.each().zip(now.each()).for_each(|(past, now)| past.0.clone_from(now));
        }
    }

    /// Makes the pasts of values that are about to be inserted, the last ones first.
    pub(crate) fn make(&mut self, values: &[T]) {
        self.made.extend(values.iter().cloned().map(Past));
    }

    /// Inserts the value of an entity that has none.
    ///
    /// The past that was made for it is taken, if a caller has prepared it. Otherwise the value is cloned here, before anything
    /// changes.
    #[inline]
    pub(crate) fn push(&mut self, entity: Entity, value: T) {
        let past = self.made.pop().unwrap_or_else(|| Past(value.clone()));
        self.present.push(entity, value);
        self.past.push(entity, past);
    }

    /// Appends a value without an owner.
    ///
    /// Cloned first: a panic of `Clone` leaves both halves as they are.
    #[inline]
    pub(crate) fn push_unowned(&mut self, value: T) {
        let past = Past(value.clone());
        self.present.push_unowned(value);
        self.past.push_unowned(past);
    }

    /// Makes the past of each value, where there are none. The owners are alive. Runs in **O(values)** time.
    #[cfg(feature = "serde")]
    pub(crate) fn make_missing(&mut self, living: &Allocator) {
        let owners: Vec<_> = self.present.source().iter().map(|index| living.living(index)).collect();
        let pasts = self.present.parts().1.each().map(|value| Past(value.clone())).collect();
        self.past.extend(&owners, pasts);
    }

    /// Inserts one value per entity, none of which has one. Both have the same length.
    pub(crate) fn extend(&mut self, entities: &[Entity], values: Vec<T>) {
        if self.made.len() < values.len() {
            self.make(&values);
        }
        let made = self.made.split_off(self.made.len() - values.len());
        self.present.extend(entities, values);
        self.past.extend(entities, made);
    }
}

/// Copies values one after another. A function of its own: its parameters are two slices that do not overlap, as LLVM sees them.
///
/// Runs in **O(values)** time; a `Clone` of a value is called as `clone_from`, which may reuse memory.
#[inline(never)]
fn copy<T: Clone>(past: &mut [Past<T>], now: &[T]) {
    for (past, now) in past.iter_mut().zip(now) {
        past.0.clone_from(now);
    }
}

/// Assigns entities to appended values when it is dropped.
///
/// So both halves have the same entities, even if the first one panics as it drops values without an
/// owner.
struct AssignRest<'a, S: Storage>(&'a mut S, &'a [Entity]);

impl<S: Storage> Drop for AssignRest<'_, S> {
    fn drop(&mut self) {
        self.0.assign_owners(self.1);
    }
}

impl<S, P: Storage> Sealed for Buffered<S, P> {}

impl<S: Storage, P: Storage> Grouped for Buffered<S, P> {
    #[inline]
    fn position(&self, entity: Entity) -> Option<usize> {
        self.present.parts().0.position_of(entity.index())
    }

    /// A group that owns the present is at the front of the past, too, so iteration over both reads slices.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    fn swap(&mut self, a: usize, b: usize) {
        self.swap_all(&[(a as u32, b as u32)]);
    }
}

impl<S: Storage, P: Storage> ErasedStorage for Buffered<S, P> {
    /// For a despawn. Both values are dropped together, when both halves lack the entity.
    fn discard(&mut self, entity: Entity) {
        // Both are removed before one is dropped.
        drop((self.past.take(entity), self.present.take(entity)));
    }

    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => {
                // If a `Drop` panics, the other half is cleared while it unwinds.
                let rest = ClearRest(&mut self.past);
                self.present.clear();
                drop(rest);
                self.made.clear();
                self.removed.clear();
            }
            Task::SwapAll(swaps) => {
                self.present.swap_all(swaps);
                self.past.swap_all(swaps);
            }
            Task::Arrange { first, order, swaps } => {
                let placed = self.present.arrange(first, order, swaps)?;
                self.past.swap_all(swaps.as_slice());
                return Some(placed);
            }
            // As a value that is replaced keeps its past, the one that was removed last is put back.
            Task::Replaced(position) => {
                self.present.was_replaced(position);
                if let (Some(removed), Some(past)) = (self.removed.last_mut(), self.past.parts_mut().1.get(position)) {
                    mem::swap(removed, past);
                }
            }
        }
        None
    }

    fn source(&self) -> Source<'_> {
        self.present.source()
    }

    fn values(&self) -> usize {
        self.present.values()
    }
}

impl<S: Storage, P: Storage> StorageMaintenance for Buffered<S, P> {
    fn shrink_to_fit(&mut self) {
        self.present.shrink_to_fit();
        self.past.shrink_to_fit();
        self.made = Vec::new();
        self.removed = Vec::new();
    }

    fn check(&self) -> Result<(), String> {
        self.present.check()?;
        self.past.check()?;
        if self.present.source().iter().eq(self.past.source().iter()) {
            Ok(())
        } else {
            Err("buffered: the past belongs to other entities than the present, or is in another order".into())
        }
    }
}

impl<S: Storage, P: Storage> Erase for Buffered<S, P> {}

#[cfg(test)]
mod tests;
