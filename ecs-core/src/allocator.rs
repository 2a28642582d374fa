//! Owns which entities are alive; knows handles alone. (The article's `EntityContainer`, with generations.)
//!
//! - **I1** The generation of a live slot is odd, that of a free or retired one even.
//! - **I2** `free` holds each free slot once; a retired slot (generation 0) is in no list and never used again.
//! - **I3** `live` counts the odd generations.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Entity;

/// Gives out entities and knows which are alive.
///
/// Slots are used again last in, first out, each time with the next generation. A slot whose generations are spent is
/// retired, so a stale handle never comes back to life.
#[derive(Debug, Clone, Default)]
pub struct Allocator {
    generations: Vec<u32>,
    free: Vec<u32>,
    live: u32,
}

/// How many entities were promised by a [`Spawner`](crate::Spawner) and do not live yet.
#[derive(Debug, Clone, Default)]
pub struct Reserved {
    pub(crate) count: u32,
}

impl Allocator {
    /// Gives out an entity. Computes in **O(1)** amortised.
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

    /// Gives out an entity with an index of its own.
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

    /// Gives out so many entities, as many calls of `spawn` would. Computes in **O(count)**.
    ///
    /// # Panics
    ///
    /// If there are not so many indices left. Nothing changes then.
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

    /// The entity that the `ahead + 1`-th call of `spawn` from now will give out.
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

    /// Takes an entity back; whether it was alive. Computes in **O(1)** amortised.
    pub(crate) fn despawn(&mut self, entity: Entity) -> bool {
        let alive = self.contains(entity);
        if alive {
            self.release(entity.index());
        }
        alive
    }

    /// Frees a live slot, or retires it when this was its last generation (I2).
    fn release(&mut self, index: u32) {
        let generation = &mut self.generations[index as usize];
        *generation = generation.wrapping_add(1);
        let is_spent = *generation == 0;
        if !is_spent {
            self.free.push(index);
        }
        self.live -= 1;
    }

    /// Takes all entities back, so that the lowest index is given out next. Computes in **O(slots)**.
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

    /// How many more entities can be given out. Computes in **O(1)**.
    pub(crate) fn left(&self) -> usize {
        u32::MAX as usize - self.generations.len() + self.free.len()
    }

    /// Panics unless this many more entities can be given out.
    #[track_caller]
    pub(crate) fn expect_left(&self, additional: usize) {
        if additional > self.left() {
            too_many(additional);
        }
    }

    /// Makes room for this many more entities.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.generations.reserve(additional.saturating_sub(self.free.len()));
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.generations.shrink_to_fit();
        self.free.shrink_to_fit();
    }

    /// Whether the handle names a living entity. Computes in **O(1)**.
    #[must_use]
    #[inline]
    pub fn contains(&self, entity: Entity) -> bool {
        self.generations.get(entity.index() as usize) == Some(&entity.generation())
    }

    /// The generation of each slot.
    #[inline(always)]
    pub(crate) fn generations(&self) -> &[u32] {
        &self.generations
    }

    /// The living entity of a slot. Computes in **O(1)**.
    #[must_use]
    #[inline]
    pub fn entity_at(&self, index: u32) -> Option<Entity> {
        Entity::new(index, *self.generations.get(index as usize)?)
    }

    /// The entity of a slot that is known to be alive. Infallible, so that no branch stands where nobody uses the handle.
    #[inline]
    pub(crate) fn living(&self, index: u32) -> Entity {
        debug_assert!(self.entity_at(index).is_some(), "slot {index} is free");
        Entity::of_generation(index, self.generations.get(index as usize).copied().unwrap_or_default())
    }

    /// How many entities are alive. Computes in **O(1)**.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.live as usize
    }

    /// Whether no entity is alive.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many slots there are, live ones and others.
    #[expect(clippy::cast_possible_truncation, reason = "`nth_next` gives out no index beyond u32")]
    pub(crate) fn slots(&self) -> u32 {
        self.generations.len() as u32
    }

    /// The living entities by ascending index. Computes in **O(slots)**.
    #[must_use]
    pub fn iter(&self) -> LiveEntities<'_> {
        LiveEntities { allocator: self, indices: 0..self.slots(), left: self.len() }
    }

    /// Says which invariant is broken.
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

/// The living entities by ascending index.
#[derive(Debug, Clone)]
pub struct LiveEntities<'w> {
    allocator: &'w Allocator,
    indices: core::ops::Range<u32>,
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
}

impl ExactSizeIterator for LiveEntities<'_> {}
impl core::iter::FusedIterator for LiveEntities<'_> {}

#[cfg(test)]
mod tests;
