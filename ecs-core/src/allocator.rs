//! Allocation of entities. Uses handles only. (The article's `EntityContainer`, with generations.)
//!
//! All that an entity costs here is the generation of its slot, 4 bytes. Free slots form a stack, so the slot that was freed last, whose
//! cache lines are warm, is reused first, and the sequence of handles depends on the sequence of operations alone. The parity of a
//! generation says whether its slot is occupied, so no second table is needed:
//!
//! ```text
//! generations  [ 1 ][ 4 ][ 3 ][ 0 ]     slot 0: its first entity is alive      slot 2: its second entity is alive
//! free         [ 1 ]                    slot 1: two entities lived there       slot 3: retired, all generations are spent
//! ```
//!
//! - **I1** The generation of a live slot is odd, that of a free or retired one even.
//! - **I2** `free` holds each free slot once; a retired slot (generation 0) is in no list and never used again.
//! - **I3** `live` counts the odd generations.

use alloc::string::String;
use alloc::vec::Vec;

use crate::entity::Entity;
use crate::reuse::clone_by_field;

/// Maximum number of slots that one entity at a given handle creates: a handle from outside cannot allocate much memory.
const MOST_NEW: u32 = 1 << 16;

/// The allocator of a world: which entities are alive, and which handle the next one gets.
///
/// Slots are reused last in, first out, with the next generation. One whose generations are spent is retired, so stale handles stay stale.
#[derive(Debug, Default)]
pub struct Allocator {
    /// By slot. Odd while an entity lives there (I1).
    generations: Vec<u32>,
    /// A stack of slots (I2).
    free: Vec<u32>,
    /// Number of live entities (I3).
    live: u32,
}

clone_by_field! { [] Allocator { generations, free, live } }

/// The number of entities whose handles a [`Spawner`](crate::Spawner) or the world reserved, and which are not alive yet.
///
/// These are what the next calls of `spawn` would return, so their number suffices. Allocating or freeing makes them alive first.
#[derive(Debug, Clone, Default)]
pub struct Reserved {
    /// The handle that is reserved next is that of the spawn after this many.
    pub(crate) count: u32,
}

impl Reserved {
    /// Reserves one more, and returns the handle that it will have.
    #[track_caller]
    pub(crate) fn next(&mut self, allocator: &Allocator) -> Entity {
        let entity = allocator.nth_next(self.count);
        self.count += 1;
        entity
    }
}

impl Allocator {
    /// Allocates an entity, in the slot that was freed last if there is one. Runs in amortised **O(1)** time.
    ///
    /// # Panics
    ///
    /// If all 2^32 - 1 indices are alive or retired. Nothing changes then.
    #[inline]
    #[track_caller]
    pub(crate) fn spawn(&mut self) -> Entity {
        if let Some(index) = self.free.pop()
            && let Some(generation) = self.generations.get_mut(index as usize)
        {
            *generation += 1;
            self.live += 1;
            return Entity::of_generation(index, *generation);
        }
        self.spawn_fresh()
    }

    /// Allocates an entity in a new slot.
    ///
    /// # Panics
    ///
    /// If no index is left.
    #[inline]
    #[track_caller]
    fn spawn_fresh(&mut self) -> Entity {
        let index = u32::try_from(self.generations.len()).unwrap_or(u32::MAX);
        if index == u32::MAX {
            exhausted();
        }
        self.generations.push(1);
        self.live += 1;
        Entity::of_generation(index, 1)
    }

    /// Allocates `count` entities: the same handles as `count` calls of `spawn`. Runs in **O(count)** time, with one reservation.
    ///
    /// # Panics
    ///
    /// If fewer than `count` indices are left. Nothing changes then.
    #[track_caller]
    pub(crate) fn spawn_many(&mut self, count: usize) -> Vec<Entity> {
        let mut entities = Vec::with_capacity(count);
        let recycled = count.min(self.free.len());
        let fresh = self.generations.len()..self.generations.len() + (count - recycled);
        if u32::try_from(fresh.end).is_err() {
            exhausted();
        }
        for index in self.free.drain(self.free.len() - recycled..).rev() {
            let generation = &mut self.generations[index as usize];
            *generation += 1;
            entities.push(Entity::of_generation(index, *generation));
        }
        self.generations.resize(fresh.end, 1);
        #[expect(clippy::cast_possible_truncation, reason = "the end of the range was looked at")]
        entities.extend(fresh.map(|index| Entity::of_generation(index as u32, 1)));
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 entities")]
        {
            self.live += count as u32;
        }
        entities
    }

    /// The entity that the `ahead + 1`-th call of `spawn` from now will return. Runs in **O(1)** time.
    ///
    /// # Panics
    ///
    /// If there is no such index.
    #[track_caller]
    pub(crate) fn nth_next(&self, ahead: u32) -> Entity {
        let ahead = ahead as usize;
        let next = if ahead < self.free.len() {
            let index = self.free[self.free.len() - 1 - ahead];
            Entity::new(index, self.generations[index as usize] + 1)
        } else {
            let fresh = self.generations.len().checked_add(ahead - self.free.len());
            let fresh = fresh.and_then(|index| u32::try_from(index).ok()).filter(|index| *index != u32::MAX);
            fresh.and_then(|index| Entity::new(index, 1))
        };
        next.unwrap_or_else(|| exhausted())
    }

    /// Returns true if [`spawn_at`](Self::spawn_at) can make this entity alive. Runs in **O(1)** time.
    pub(crate) fn can_spawn_at(&self, entity: Entity) -> bool {
        let index = entity.index();
        match self.generations.get(index as usize) {
            Some(own) => *own % 2 == 0 && *own != 0 && *own < entity.generation(),
            None => index != u32::MAX && index - self.slots() < MOST_NEW,
        }
    }

    /// Makes an entity alive for which [`can_spawn_at`](Self::can_spawn_at) is true: neither its handle nor a later one of its slot was
    /// assigned. New slots before its own are free, and the lowest is reused first. Runs in **O(free slots + new slots)** time.
    pub(crate) fn spawn_at(&mut self, entity: Entity) {
        debug_assert!(self.can_spawn_at(entity), "{entity} cannot be alive");
        let (index, slots) = (entity.index(), self.slots());
        if index < slots {
            self.free.retain(|own| *own != index);
        } else {
            // As if an entity had lived in each: a generation of zero would mean that a slot is retired (I2).
            self.generations.resize(index as usize + 1, 2);
            self.free.extend((slots..index).rev());
        }
        self.generations[index as usize] = entity.generation();
        self.live += 1;
    }

    /// Frees the slot of an entity; returns false, and changes nothing, if the entity was dead. Runs in amortised **O(1)** time.
    pub(crate) fn despawn(&mut self, entity: Entity) -> bool {
        let alive = self.contains(entity);
        if alive {
            self.release(entity.index());
        }
        alive
    }

    /// Frees an occupied slot, or retires it if its generations are spent (I2).
    #[inline]
    pub(crate) fn release(&mut self, index: u32) {
        let generation = &mut self.generations[index as usize];
        *generation = generation.wrapping_add(1);
        let is_spent = *generation == 0;
        if !is_spent {
            self.free.push(index);
        }
        self.live -= 1;
    }

    /// Frees all slots, so that the lowest index is reused first. Runs in **O(slots)** time.
    pub(crate) fn clear(&mut self) {
        self.free.clear();
        for index in (0..self.slots()).rev() {
            let generation = &mut self.generations[index as usize];
            if *generation % 2 == 1 {
                *generation = generation.wrapping_add(1);
            }
            if *generation != 0 {
                self.free.push(index);
            }
        }
        self.live = 0;
    }

    /// Number of entities that can still be allocated. Runs in **O(1)** time.
    pub(crate) fn left(&self) -> usize {
        u32::MAX as usize - self.generations.len() + self.free.len()
    }

    /// Panics unless this many more entities can be allocated; called before a batch changes anything.
    #[track_caller]
    pub(crate) fn expect_left(&self, additional: usize) {
        if additional > self.left() {
            too_many(additional);
        }
    }

    /// Reserves capacity for this many more entities, beyond the free slots.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.generations.reserve(additional.saturating_sub(self.free.len()));
    }

    /// Frees spare memory. No slot is removed: its generation tells which handles were used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.generations.shrink_to_fit();
        self.free.shrink_to_fit();
    }

    /// Returns true if the handle refers to a live entity. Runs in **O(1)** time: one load, one comparison.
    #[must_use]
    #[inline]
    pub fn contains(&self, entity: Entity) -> bool {
        self.generations.get(entity.index() as usize) == Some(&entity.generation())
    }

    /// The free slots; the last one is reused first.
    #[cfg(feature = "serde")]
    pub(crate) fn free_slots(&self) -> &[u32] {
        &self.free
    }

    /// An allocator with these generations and free slots.
    ///
    /// # Errors
    ///
    /// What is wrong with them: the invariants of this module do not hold.
    #[cfg(feature = "serde")]
    pub(crate) fn of_saved(generations: Vec<u32>, free: Vec<u32>) -> Result<Self, &'static str> {
        if u32::try_from(generations.len()).is_err() {
            return Err("there are 2^32 slots or more");
        }
        let mut is_listed = alloc::vec![false; generations.len()];
        for index in &free {
            let is_free = generations.get(*index as usize).is_some_and(|own| own % 2 == 0 && *own != 0);
            if !is_free || core::mem::replace(&mut is_listed[*index as usize], true) {
                return Err("`free` lists a slot that is not free, or lists it twice");
            }
        }
        // In 32 bits, which suffice for all slots, so that several are counted at once.
        let live: u32 = generations.iter().map(|own| own % 2).sum();
        let retired: u32 = generations.iter().map(|own| u32::from(*own == 0)).sum();
        if live as usize + retired as usize + free.len() != generations.len() {
            return Err("a slot with an even generation is not in `free`");
        }
        Ok(Self { generations, free, live })
    }

    /// The generation of each slot.
    #[inline(always)]
    pub(crate) fn generations(&self) -> &[u32] {
        &self.generations
    }

    /// The live entity of a slot, if it is occupied. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn entity_at(&self, index: u32) -> Option<Entity> {
        Entity::new(index, *self.generations.get(index as usize)?)
    }

    /// The entity of a slot that is known to be occupied. Infallible, so that loops that do not use the handle contain no branch for it.
    #[inline]
    pub(crate) fn living(&self, index: u32) -> Entity {
        debug_assert!(self.entity_at(index).is_some(), "slot {index} is free");
        Entity::of_generation(index, self.generations.get(index as usize).copied().unwrap_or_default())
    }

    /// Number of live entities. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.live as usize
    }

    /// Returns true if no entity is alive. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Number of slots: occupied, free and retired ones.
    #[expect(clippy::cast_possible_truncation, reason = "`nth_next` gives out no index beyond u32")]
    pub(crate) fn slots(&self) -> u32 {
        self.generations.len() as u32
    }

    /// Iterates over the live entities by ascending index. Runs in **O(slots)** time.
    #[must_use]
    pub fn iter(&self) -> LiveEntities<'_> {
        LiveEntities { allocator: self, indices: 0..self.slots(), left: self.len() }
    }

    /// Checks the invariants of this module; the error names the broken one. Runs in **O(slots log slots)** time.
    pub(crate) fn check(&self) -> Result<(), String> {
        let live = self.generations.iter().filter(|generation| *generation % 2 == 1).count();
        let retired = self.generations.iter().filter(|generation| **generation == 0).count();
        let mut free = self.free.clone();
        free.sort_unstable();
        free.dedup();
        let all_free = free.iter().all(|index| {
            self.generations.get(*index as usize).is_some_and(|generation| generation % 2 == 0 && *generation != 0)
        });
        if !all_free || free.len() != self.free.len() || live + retired + free.len() != self.generations.len() {
            return Err("allocator: the free list does not hold each free slot once".into());
        }
        if live == self.len() { Ok(()) } else { Err("allocator: the count of live entities is wrong".into()) }
    }
}

impl<'a> IntoIterator for &'a Allocator {
    type Item = Entity;
    type IntoIter = LiveEntities<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Not inlined, so that allocation has no code for the message.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn exhausted() -> ! {
    panic!("no entity is left: all 2^32 - 1 indices are alive or retired")
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_many(additional: usize) -> ! {
    panic!("{additional} more entities cannot live: fewer of the 2^32 - 1 indices are left")
}

/// An iterator over the live entities, by ascending index. Its length is exact.
///
/// It reads one generation per slot, and skips free slots by their parity.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Ship;
/// # ecs_world! { components: Ship; } let mut world = World::default();
/// let ships = world.spawn_batch([Ship, Ship, Ship]);
/// world.despawn(ships[1]).unwrap();
/// assert_eq!(world.entities().len(), 2);
/// assert!(world.entities().eq([ships[0], ships[2]]));
/// ```
#[derive(Debug, Clone)]
pub struct LiveEntities<'w> {
    allocator: &'w Allocator,
    /// Slots that were not visited yet.
    indices: core::ops::Range<u32>,
    /// Live entities in these slots.
    left: usize,
}

impl Iterator for LiveEntities<'_> {
    type Item = Entity;

    fn next(&mut self) -> Option<Entity> {
        let entity = self.indices.find_map(|index| self.allocator.entity_at(index))?;
        self.left -= 1;
        Some(entity)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn count(self) -> usize {
        self.left
    }
}

impl ExactSizeIterator for LiveEntities<'_> {}
impl core::iter::FusedIterator for LiveEntities<'_> {}

#[cfg(test)]
mod tests;
