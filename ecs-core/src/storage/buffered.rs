//! Double-buffered storages: the present values of a component, which systems write, and the past values, to which [`keep`](Buffered::keep)
//! copies the present as a run starts.
//!
//! Both are storages of the same kind, each with its own index. All changes are made to both in the same order, so positions are equal, and
//! the past is fetched, queried and divided over threads like any component. They are two fields, which generated code borrows separately:
//! a system that reads the past does not conflict with one that writes the present. The cost is a second index.
//!
//! `Clone` and `Drop` are user code and may panic, so neither is called within a structural change: pasts of values that will be inserted
//! are [made](Buffered::make) before it, and pasts of removed values are dropped [after it](Buffered::forget_removed).
//!
//! - **I1** Both storages hold values of the same entities, at the same positions. This holds again before any user code can run.
//!
//! ```text
//! a run starts       past <- present                  `keep`, value by value
//! systems            read the past, write the present
//! spawn, insert      make the past of the value; push both       at first, the past equals the present
//! replace            only the present; the past stays until the next run
//! remove, despawn    take both; drop the past after the change
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
use crate::sparse::{EntityIndex, Source};

/// The value of a double-buffered component when `run()` started: `&Past<Position>` in systems and queries.
///
/// It dereferences to the component, and is never lent as `&mut`: only `run()` writes it. A system that reads it does not conflict with one
/// that writes the component, and one system can do both.
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
/// With the feature `serde`, it is serialized and deserialized like the component.
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

/// Serializes and deserializes pasts of values in the way that `F` does for the values.
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

/// The storage of a double-buffered component: present values in `S`, past ones in `P`.
///
/// Its fields are public for generated code, which borrows them separately; no other code gets a `&mut` to a storage.
pub struct Buffered<S, P: Storage> {
    /// The present values, which systems write.
    #[doc(hidden)]
    pub present: S,
    /// The values at the start of the run, or at their insertion since then.
    #[doc(hidden)]
    pub past: P,
    /// A stack of the pasts of values that are about to be inserted, the next one last. Pasts that a panicking change left behind can be
    /// below them.
    made: Vec<P::Value>,
    /// The pasts that the current structural change has removed so far.
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

/// Structural changes, each of which is made to both storages.
impl<T: 'static, S: Storage<Value = T>, P: Storage<Value = Past<T>>> Buffered<S, P> {
    /// Removes the value of an entity. Its past is kept until it is [forgotten](Self::forget_removed).
    #[inline]
    pub(crate) fn take(&mut self, entity: Entity) -> Option<T> {
        self.removed.extend(self.past.take(entity));
        self.present.take(entity)
    }

    /// Replaces the value of an entity that has one. Its past does not change.
    #[inline]
    pub(crate) fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        self.present.replace(entity, value)
    }

    /// Assigns entities to the values that were appended without an owner. Both storages are complete even if the `Drop` of a value without
    /// an entity panics.
    pub(crate) fn assign_owners(&mut self, entities: &[Entity]) {
        let rest = AssignRest(&mut self.past, entities);
        self.present.assign_owners(entities);
        drop(rest);
    }

    /// Reserves capacity in both storages, but not for pasts that are about to be inserted: there are only as many as one change inserts.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.present.reserve(additional);
        self.past.reserve(additional);
    }

    /// Drops the pasts of removed values.
    pub(crate) fn forget_removed(&mut self) {
        self.removed.clear();
    }
}

/// Methods that clone values.
impl<T: Clone + 'static, S: Storage<Value = T>, P: Storage<Value = Past<T>>> Buffered<S, P> {
    /// Copies the present to the past, value by value, or as one copy of memory if `Clone` is one. If the `Clone` of a value panics, the
    /// values before it are copied. Also drops what panicking structural changes have left behind. Runs in **O(values)** time.
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

    /// Makes the pasts of values that are about to be inserted. The past that the next [`push`](Self::push) takes is the one that was made
    /// last.
    pub(crate) fn make(&mut self, values: &[T]) {
        self.made.extend(values.iter().cloned().map(Past));
    }

    /// Inserts the value of an entity that has none.
    ///
    /// Takes the past that was [made](Self::make) last. If there is none, the value is cloned here, before either storage changes.
    #[inline]
    pub(crate) fn push(&mut self, entity: Entity, value: T) {
        let past = self.made.pop().unwrap_or_else(|| Past(value.clone()));
        self.present.push(entity, value);
        self.past.push(entity, past);
    }

    /// Appends a value without an owner.
    ///
    /// The value is cloned first: if `Clone` panics, both halves are unchanged.
    #[inline]
    pub(crate) fn push_unowned(&mut self, value: T) {
        let past = Past(value.clone());
        self.present.push_unowned(value);
        self.past.push_unowned(past);
    }

    /// Makes the past of each value, if there are no pasts yet. All owners must be alive. Runs in **O(values)** time.
    #[cfg(feature = "serde")]
    pub(crate) fn make_missing(&mut self, living: &Allocator) {
        let owners: Vec<_> = self.present.source().iter().map(|index| living.living(index)).collect();
        let pasts = self.present.parts().1.each().map(|value| Past(value.clone())).collect();
        self.past.extend(&owners, pasts);
    }

    /// Inserts one value for each of these entities, none of which has one yet. Both lists must have the same length.
    pub(crate) fn extend(&mut self, entities: &[Entity], values: Vec<T>) {
        if self.made.len() < values.len() {
            self.make(&values);
        }
        let made = self.made.split_off(self.made.len() - values.len());
        self.present.extend(entities, values);
        self.past.extend(entities, made);
    }
}

/// Copies values one after another. A separate function, so that its parameters are two slices that LLVM knows not to overlap.
///
/// Runs in **O(values)** time. Values are cloned with `clone_from`, which may reuse memory.
#[inline(never)]
fn copy<T: Clone>(past: &mut [Past<T>], now: &[T]) {
    for (past, now) in past.iter_mut().zip(now) {
        past.0.clone_from(now);
    }
}

/// Assigns entities to appended values when it is dropped.
///
/// So both halves have the same entities, even if the first one panics when it drops values without an owner.
struct AssignRest<'a, S: Storage>(&'a mut S, &'a [Entity]);

impl<S: Storage> Drop for AssignRest<'_, S> {
    fn drop(&mut self) {
        self.0.assign_owners(self.1);
    }
}

impl<S, P: Storage> Sealed for Buffered<S, P> {}

impl<S: Storage, P: Storage> Grouped for Buffered<S, P> {
    #[inline(always)]
    fn is_at(&self, entity: Entity, position: usize) -> bool {
        self.present.parts().0.index_at(position) == Some(entity.index())
    }

    /// A group that owns the present values is at the front of the past, too, so iteration over both reads slices.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    fn bring(&mut self, entity: Entity, position: usize) {
        if let Some(own) = self.present.parts().0.position_of(entity.index())
            && own != position
        {
            self.swap_all(&[(own as u32, position as u32)]);
        }
    }
}

impl<S: Storage, P: Storage> ErasedStorage for Buffered<S, P> {
    /// Used by despawns. Both values are dropped together, when neither half contains the entity any more.
    fn discard(&mut self, entity: Entity) {
        // Both are removed before one is dropped.
        drop((self.past.take(entity), self.present.take(entity)));
    }

    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => {
                // If a `Drop` panics, the other half is cleared during unwinding.
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
            // A replaced value keeps its past: the past that was removed last is put back.
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
