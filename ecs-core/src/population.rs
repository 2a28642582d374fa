//! The live entities, their masks, and the relations between them. Uses the allocator, masks and indices of relations, no component types.
//!
//! The mask of an entity is the truth about its components: storages and views are kept consistent with it, and every question of the
//! form "does this entity match?" is answered by masks alone. `masks` stores them by slot, `classes` groups entities by equal masks.
//!
//! - **I1** There is one mask per slot of the allocator, and that of a slot without a live entity is empty.
//!
//! ```text
//! slot         0         1       2
//! generation   3         2       1         slot 1 is free: its generation is even
//! mask         {A, B}    {}      {}        an entity without components is alive, too, as that of slot 2
//! ```
//!
//! Users see it through the methods of a world (`contains`, `mask`, `len`, `entities`), and systems through queries. It has no components,
//! so an entity can be spawned, tested and despawned here without a storage; the structural changes in `world/change.rs` combine both.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

mod classes;
mod masks;

pub(crate) use classes::{ByIndex, Classes, MemberKey};
pub(crate) use masks::Masks;

use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::numbered::{FlaggedNumber, Numbered};
use crate::relation::RelationIndex;
use crate::sparse::PairCache;
use crate::times::Times;

/// The live entities of a world, the mask of each, and the relations between them.
#[derive(Debug)]
pub struct Population<M> {
    /// Tells which entities are alive; masks do not.
    pub(crate) allocator: Allocator,
    /// By slot (I1). With each change, `disorder` forgets their number.
    masks: Masks<M>,
    /// The index of each relation of the world, by number. Empty unless created by [`of_world`](Self::of_world).
    pub(crate) relations: Vec<RelationIndex>,
    /// Written by each change, with plain stores.
    pub(crate) disorder: Disorder,
    /// Stored here since each system receives the population, on whichever thread it runs.
    pub(crate) times: Times,
    /// Stored here since each query has the population.
    pub(crate) pairs: PairCache,
}

/// What changed since the world was created, for `tidy`: it skips its work if nothing changed, and storages of components that no changed
/// entity had or has.
///
/// It also has the number of all masks (`numbered.rs`), which a change makes outdated.
///
/// A change only sets a flag: with a counter, or a set that is written each time, each change would have to wait for the one before it.
///
/// Bits are folded modulo 64: in a world of more components, one can seem changed because of another, which costs a look at its storage.
///
/// ```text
/// note, note   settle: 1   settle: 1   note   settled: 2   settle: 2       equal numbers: nothing changed in between
/// ```
#[derive(Debug, Clone, Default)]
pub(crate) struct Disorder {
    /// The number of times that a mask was found changed.
    found: u64,
    /// Set if any mask changed since.
    changed: FlaggedNumber,
    /// The components, modulo 64, that changed entities had or have.
    pub(crate) components: u64,
}

impl Disorder {
    /// Notes a change of an entity that had or has these components, which the caller has folded into 64 bits.
    #[inline(always)]
    pub(crate) fn note(&mut self, components: u64) {
        self.changed.change();
        if components & !self.components != 0 {
            self.components |= components;
        }
    }

    /// Returns a number that is greater than at the last call if any mask changed since.
    #[inline]
    pub(crate) fn settle(&mut self) -> u64 {
        self.found += u64::from(self.changed.take_changed());
        self.found
    }

    /// Returns the number that [`settle`](Self::settle) would.
    #[inline]
    pub(crate) fn settled(&self) -> u64 {
        self.found + u64::from(self.changed.is_changed())
    }
}

/// A clone begins without times. `clone_from` reuses memory, and keeps the times of `self`, which are not part of the state.
impl<M: Clone> Clone for Population<M> {
    fn clone(&self) -> Self {
        let Self { allocator, masks, relations, disorder, times, pairs } = self;
        let (allocator, masks, relations) = (allocator.clone(), masks.clone(), relations.clone());
        let (disorder, times, pairs) = (disorder.clone(), times.clone(), pairs.clone());
        Self { allocator, masks, relations, disorder, times, pairs }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { allocator, masks, relations, disorder, times: _, pairs } = source;
        // First, so that the number never stays with other masks, whatever happens next.
        self.disorder.changed.forget();
        self.allocator.clone_from(allocator);
        self.masks.clone_from(masks);
        self.relations.clone_from(relations);
        self.disorder.clone_from(disorder);
        self.pairs.clone_from(pairs);
    }
}

impl<M> Default for Population<M> {
    fn default() -> Self {
        let (allocator, masks, disorder) = (Allocator::default(), Masks::default(), Disorder::default());
        let (times, pairs) = (Times::default(), PairCache::default());
        Self { allocator, masks, relations: Vec::new(), disorder, times, pairs }
    }
}

impl<M: BitMask> Population<M> {
    /// Creates an empty population with this many relations, for systems with these names.
    pub(crate) fn of_world(relations: usize, systems: &mut dyn Iterator<Item = &'static str>) -> Self {
        let relations = (0..relations).map(|_| RelationIndex::EMPTY).collect();
        Self { relations, times: Times::of(systems), ..Self::default() }
    }

    /// The times of the systems. For generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn times(&self) -> &Times {
        &self.times
    }

    /// Replaces all entities by those of an allocator, without components.
    #[cfg(feature = "serde")]
    pub(crate) fn load(&mut self, allocator: Allocator) {
        self.allocator = allocator;
        self.masks.resize(self.allocator.slots() as usize, M::EMPTY);
        self.disorder.note(u64::MAX);
    }

    /// The masks by slot.
    #[inline(always)]
    pub(crate) fn masks(&self) -> &Masks<M> {
        &self.masks
    }

    /// The number of all masks, which the masks of no other state have. `None` if masks are wide, and at the first request after a change,
    /// so that no numbers are used up in a world that requests one filter between two changes.
    #[inline]
    pub(crate) fn number_of_masks(&self) -> Option<usize> {
        let has_none = const { Masks::<M>::WIDE } || !self.disorder.changed.request_again();
        if has_none { None } else { self.disorder.changed.number() }
    }

    /// Spawns an entity with this mask, which is written once, since a wide one is a cache line. Runs in amortised **O(words)** time.
    ///
    /// # Panics
    ///
    /// If no index is left. Nothing changes then.
    #[inline]
    #[track_caller]
    pub(crate) fn spawn(&mut self, mask: M) -> Entity {
        let entity = self.allocator.spawn();
        self.disorder.note(mask.folded());
        self.masks.set(entity.index() as usize, mask);
        entity
    }

    /// Spawns an entity that the allocator can make alive, with this mask.
    ///
    /// Slots up to its index become free slots, with the empty mask (I1).
    pub(crate) fn spawn_at(&mut self, entity: Entity, mask: M) {
        self.allocator.spawn_at(entity);
        self.masks.resize(self.allocator.slots() as usize, M::EMPTY);
        self.set_mask(entity, mask);
    }

    /// Spawns `count` entities with this mask. Runs in **O(count)** time.
    #[track_caller]
    pub(crate) fn spawn_many(&mut self, count: usize, mask: M) -> Vec<Entity> {
        let before = self.masks.len();
        let entities = self.allocator.spawn_many(count);
        self.disorder.note(mask.folded());
        self.masks.resize(self.allocator.slots() as usize, mask);
        for entity in entities.iter().take_while(|entity| (entity.index() as usize) < before) {
            self.set_mask(*entity, mask);
        }
        entities
    }

    /// Frees the slot of an entity and returns the mask that it had; `None` if it was dead. Runs in **O(words)** time.
    pub(crate) fn despawn(&mut self, entity: Entity) -> Option<M> {
        self.allocator.despawn(entity).then(|| {
            let old = self.masks.take(entity.index() as usize);
            self.disorder.note(old.folded());
            old
        })
    }

    /// Frees the slot of a live entity whose mask is known.
    #[inline]
    pub(crate) fn despawn_living(&mut self, entity: Entity, mask: &M) {
        debug_assert_eq!(self.mask(entity).as_ref(), Some(mask), "{entity} lives, and has this mask");
        self.allocator.release(entity.index());
        self.disorder.note(mask.folded());
        self.masks.vacate(entity.index() as usize);
    }

    /// The mask of a live entity. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn mask(&self, entity: Entity) -> Option<M> {
        self.allocator.contains(entity).then(|| self.masks[entity.index() as usize])
    }

    /// Sets the mask of a live entity. Runs in amortised **O(words)** time.
    #[inline]
    pub(crate) fn set_mask(&mut self, entity: Entity, mask: M) {
        let index = entity.index() as usize;
        self.disorder.note(self.masks[index].folded() | mask.folded());
        self.masks.set(index, mask);
    }

    /// Adds a component to the masks of the entities in adjacent slots. Returns false, and changes nothing, if one of them is not alive or
    /// has it. Runs in **O(slots)** time.
    #[cfg(feature = "serde")]
    pub(crate) fn give(&mut self, slots: core::ops::RangeInclusive<u32>, component: usize) -> bool {
        let slots = *slots.start() as usize..=*slots.end() as usize;
        let generations = self.allocator.generations().get(slots.clone());
        // Generations of live entities are odd. There is no branch per slot.
        let alive = generations.is_some_and(|own| own.iter().fold(1, |all, own| all & own) == 1);
        self.disorder.changed.forget();
        alive && self.masks.give(slots, component)
    }

    /// Adds a component to the mask of a slot while a state is restored, which is no change for `tidy`. Runs in **O(words)** time.
    pub(crate) fn restore(&mut self, index: u32, component: usize) {
        let mask = self.masks[index as usize].union(M::bit(component));
        self.disorder.changed.forget();
        self.masks.overwrite(index as usize, mask);
    }

    /// Removes components from the masks of all slots of a state that is saved, which is no change for `tidy`. Runs in **O(slots)** time.
    pub(crate) fn leave_out(&mut self, components: M) {
        self.disorder.changed.forget();
        self.masks.remove_all(components);
    }

    /// Sets the mask of a live entity whose present mask is known.
    ///
    /// `old` need not be read again: the change has it in a register.
    #[inline]
    pub(crate) fn change_mask(&mut self, entity: Entity, old: &M, new: M) {
        self.disorder.note(old.folded() | new.folded());
        self.masks.overwrite(entity.index() as usize, new);
    }

    /// Despawns all entities, and clears all relations. Keeps generations, so no handle becomes valid again. Runs in **O(slots)** time.
    pub(crate) fn clear(&mut self) {
        self.allocator.clear();
        self.relations.iter_mut().for_each(RelationIndex::clear);
        self.disorder.note(0);
        self.masks.empty_all();
    }

    /// Reserves capacity for this many more entities.
    ///
    /// Runs in **O(slots)** time if memory moves.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.allocator.reserve(additional);
        self.masks.reserve(additional);
    }

    /// Frees spare memory. Slots stay, since their generations are needed.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.allocator.shrink_to_fit();
        self.masks.shrink_to_fit();
        self.relations.iter_mut().for_each(RelationIndex::shrink_to_fit);
    }

    /// The column of the fetch [`Handle`](crate::Handle), for generated code.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn handles(&self) -> &Allocator {
        &self.allocator
    }

    /// Checks the invariants of this module and of the allocator; the error names the broken one.
    ///
    /// Runs in **O(slots log slots)** time, for tests and for loaded worlds.
    #[inline(never)]
    pub(crate) fn check(&self) -> Result<(), String> {
        self.allocator.check()?;
        if self.masks.len() != self.allocator.slots() as usize {
            return Err("entities: not one mask per slot".into());
        }
        if !self.masks.is_whole() {
            return Err("entities: the distinct masks are not found, or not distinct".into());
        }
        for (index, mask) in (0_u32..).zip(self.masks.iter()) {
            if self.allocator.entity_at(index).is_none() && !mask.is_empty() {
                return Err(format!("entities: slot {index} is free and has the mask {mask:?}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
