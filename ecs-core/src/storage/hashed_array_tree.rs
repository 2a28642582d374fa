//! The storage `hashed_array_tree`: values by entity index, in chunks that never move.
//!
//! - **I1** A slot has a value exactly if the slot is present.
//! - **I2** A chunk exists exactly if one of its slots is present; all slots of pooled chunks are empty.
//! - **I3** `unowned` is empty except while a batch is spawned.
//! - **I4** If chunks are larger than a word of presence, each has a count of its present slots.
//!
//! A hashed array tree (Sitarski, 1996) is an array of pointers to arrays of equal size, which grows without copying. Here there is also no
//! chunk where no entity has a value, so the memory for values does not depend on the highest index. Compared to `vec`, addresses are
//! stable, but each lookup loads twice.
//!
//! The slot of a value follows from the index of its entity: `index / CHUNK` is the chunk, `index % CHUNK` the slot there. `CHUNK` is a
//! power of two, so these are a shift and a mask.
//!
//! ```text
//! chunks     [ 0 ]        [ 1 ]    [ 2 ]         a table of pointers; entity 9 with chunks of 4 slots: chunk 2, slot 1
//!              |            -        |
//!            [ a . b . ]           [ . c . . ]   a chunk can have empty slots; chunk 1 is not allocated
//! pool       [ . . . . ]                         reused for the next chunk that is needed
//! ```

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::erased::{Erase, StorageMaintenance, Task};
use super::sealed::Sealed;
use super::{ErasedStorage, Layout, Storage};
use crate::entity::Entity;
use crate::sparse::{Presence, Source};

/// Slots per word of presence.
const WORD: usize = u64::BITS as usize;

/// A chunk: `CHUNK` slots, each with or without a value.
pub(super) type Chunk<T, const CHUNK: usize> = Box<[Option<T>; CHUNK]>;

/// The values of one component in chunks of `CHUNK` slots, by entity index: `#[storage(hashed_array_tree(chunk = 64))]`.
///
/// Lookups and removal, in any order, are **O(1)**, through a table of chunks. So is insertion (amortised), unless it allocates a chunk,
/// which takes **O(`CHUNK`)**: that happens when the first entity of a chunk gets a value and the pool is empty. When the last value of a
/// chunk is removed, the chunk is moved to the pool, so that insertion and removal of a steady number of values on the same entities
/// allocate nothing. Growth copies no value. Finding the owner of a value by its address is **O(chunks)**.
///
/// **The address of a value does not change** from its insertion to its removal; replacing a value writes to the same address. (A clone of
/// a world has other values, at other addresses.)
///
/// Large chunks suit components of consecutive entities; small ones suit those of scattered entities. Iteration is by ascending entity
/// index. No group can own it. (The hashed array tree of the dissertation, with its pool of chunks.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use ecs_world::Entity;
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: #[storage(hashed_array_tree(chunk = 64))] Health; }
///
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..3).map(Health)).into_iter().collect();
/// let address = std::ptr::from_ref(world.get::<Health>(all[2]).unwrap()).addr();
/// world.despawn(all[0]).unwrap();
/// world.spawn_batch((0..1_000).map(Health));
/// assert_eq!(std::ptr::from_ref(world.get::<Health>(all[2]).unwrap()).addr(), address);
/// ```
pub struct HashedArrayTree<T, const CHUNK: usize> {
    /// Which slots have a value (I1); iteration follows it.
    presence: Presence,
    /// By number. Chunks beyond the end are vacant.
    chunks: Vec<Option<Chunk<T, CHUNK>>>,
    /// Number of present slots of each chunk; empty if a word of presence covers a chunk (I4).
    counts: Vec<u32>,
    /// Chunks whose last value was removed; all of their slots are empty. Only reuse of its chunks and `shrink_to_fit` make it shorter.
    pool: Vec<Chunk<T, CHUNK>>,
    /// Values of a batch that is being spawned.
    unowned: Vec<T>,
}

impl<T, const CHUNK: usize> Default for HashedArrayTree<T, CHUNK> {
    fn default() -> Self {
        Self::NEW
    }
}

/// Clones the chunks, but not the pool. `clone_from` writes into the chunks of `self`, so values of entities that both storages contain
/// keep their addresses.
impl<T: Clone, const CHUNK: usize> Clone for HashedArrayTree<T, CHUNK> {
    fn clone(&self) -> Self {
        let mut cloned = Self::default();
        cloned.clone_from(self);
        cloned
    }

    fn clone_from(&mut self, source: &Self) {
        self.chunks.resize_with(self.chunks.len().max(source.chunks.len()), || None);
        let sources = source.chunks.iter().map(Option::as_ref).chain(iter::repeat(None));
        for (own, chunk) in self.chunks.iter_mut().zip(sources) {
            match chunk {
                Some(chunk) => {
                    let pool = &mut self.pool;
                    own.get_or_insert_with(|| pool.pop().unwrap_or_else(empty)).clone_from_slice(&chunk[..]);
                }
                None => {
                    if let Some(mut vacated) = own.take() {
                        vacated.fill_with(|| None);
                        self.pool.push(vacated);
                    }
                }
            }
        }
        self.chunks.truncate(source.chunks.len());
        self.counts.clone_from(&source.counts);
        self.presence.clone_from(&source.presence);
    }
}

/// Prints the values by the index of their entity: `{3: Position(0.5)}`.
impl<T: core::fmt::Debug, const CHUNK: usize> core::fmt::Debug for HashedArrayTree<T, CHUNK> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.presence.iter().zip(self.iter())).finish()
    }
}

/// A chunk without values.
#[expect(clippy::unnecessary_box_returns, reason = "a chunk may be too large for the stack")]
fn empty<T, const CHUNK: usize>() -> Chunk<T, CHUNK> {
    let slots: Box<[Option<T>]> = (0..CHUNK).map(|_| None).collect();
    match slots.try_into() {
        Ok(chunk) => chunk,
        Err(_) => unreachable!("there are as many slots"),
    }
}

impl<T, const CHUNK: usize> HashedArrayTree<T, CHUNK> {
    /// Chunk and slot are found by a shift and a mask.
    const SIZED: () = assert!(CHUNK.is_power_of_two(), "a chunk has a power of two of slots");
    /// Whether there is a count for each chunk (I4).
    const COUNTED: bool = CHUNK > WORD;
    /// An empty storage, which has allocated nothing.
    const NEW: Self = Self {
        presence: Presence::new(),
        chunks: Vec::new(),
        counts: Vec::new(),
        pool: Vec::new(),
        unowned: Vec::new(),
    };

    /// The values by ascending index. Runs in **O(slots of all chunks)** time.
    fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten().flat_map(|chunk| chunk.iter()).flatten()
    }

    /// Writes a slot, and returns the former value. Allocates the chunk if this is its first value.
    fn replace_at(&mut self, index: u32, value: T) -> Option<T> {
        let () = Self::SIZED;
        let (chunk, slot) = (index as usize / CHUNK, index as usize % CHUNK);
        if chunk >= self.chunks.len() {
            self.chunks.resize_with(chunk + 1, || None);
            if Self::COUNTED {
                self.counts.resize(chunk + 1, 0);
            }
        }
        let pool = &mut self.pool;
        let slots = self.chunks[chunk].get_or_insert_with(|| pool.pop().unwrap_or_else(empty));
        if self.presence.insert(index) && Self::COUNTED {
            self.counts[chunk] += 1;
        }
        slots[slot].replace(value)
    }

    /// Empties a slot. If that was the last value of its chunk, the chunk is moved to the pool.
    fn take_at(&mut self, index: u32) -> Option<T> {
        if !self.presence.remove(index) {
            return None;
        }
        let (chunk, slot) = (index as usize / CHUNK, index as usize % CHUNK);
        if Self::COUNTED {
            self.counts[chunk] -= 1;
        }
        let value = self.chunks[chunk].as_mut()?[slot].take();
        if self.is_vacant(chunk) {
            self.pool.extend(self.chunks[chunk].take());
        }
        value
    }

    /// Returns true if no slot of a chunk is present. Runs in **O(1)** time.
    fn is_vacant(&self, chunk: usize) -> bool {
        if Self::COUNTED { self.counts[chunk] == 0 } else { self.presence.is_vacant(chunk * CHUNK, CHUNK) }
    }

    /// Returns true if the count of each chunk is that of its present slots.
    ///
    /// Reads all of presence; for checks.
    fn counts_agree(&self) -> bool {
        let mut counts = alloc::vec![0; self.counts.len()];
        for index in &self.presence {
            if let Some(count) = counts.get_mut(index as usize / CHUNK) {
                *count += 1;
            }
        }
        counts == self.counts && self.counts.len() == if Self::COUNTED { self.chunks.len() } else { 0 }
    }
}

impl<T, const CHUNK: usize> Sealed for HashedArrayTree<T, CHUNK> {}

impl<T: 'static, const CHUNK: usize> Storage for HashedArrayTree<T, CHUNK> {
    const EMPTY: Self = Self::NEW;
    const LAYOUT: Layout = Layout::Indexed;

    type Value = T;
    type Index = Presence;
    type Values<'w> = &'w [Option<Chunk<T, CHUNK>>];
    type ValuesMut<'w> = &'w mut [Option<Chunk<T, CHUNK>>];
    type Marks<'w> = ();

    #[inline(always)]
    fn parts(&self) -> (&Presence, Self::Values<'_>) {
        (&self.presence, &self.chunks)
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&Presence, Self::ValuesMut<'_>) {
        (&self.presence, &mut self.chunks)
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    #[inline(always)]
    fn shorten<'a, 'w: 'a>(values: Self::Values<'w>) -> Self::Values<'a> {
        values
    }

    #[inline(always)]
    fn reborrow<'a>(values: &'a mut Self::ValuesMut<'_>) -> Self::ValuesMut<'a> {
        values
    }

    fn copy_from(&mut self, source: &Self)
    where
        T: Clone,
    {
        self.clone_from(source);
    }

    #[inline]
    fn next_position(&self, entity: Entity) -> usize {
        entity.index() as usize
    }

    #[inline]
    fn push(&mut self, entity: Entity, value: T) {
        self.replace_at(entity.index(), value);
    }

    #[inline]
    fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        self.replace_at(entity.index(), value)
    }

    #[inline]
    fn take(&mut self, entity: Entity) -> Option<T> {
        self.take_at(entity.index())
    }

    #[inline]
    fn push_unowned(&mut self, value: T) {
        self.unowned.push(value);
    }

    fn assign_owners(&mut self, entities: &[Entity]) {
        // Keeps the capacity for the next batch.
        let mut values = core::mem::take(&mut self.unowned);
        for (entity, value) in entities.iter().zip(values.drain(..)) {
            self.push(*entity, value);
        }
        self.unowned = values;
    }

    /// Reserves capacity in the table of chunks only: it is not known yet which chunks will be needed.
    fn reserve(&mut self, additional: usize) {
        self.chunks.reserve(additional.div_ceil(CHUNK));
    }

    fn value_bytes(&self) -> usize {
        self.chunks.iter().flatten().map(|chunk| size_of_val(&**chunk)).sum()
    }

    /// Chunks can be anywhere in memory, so each is tested for the address: **O(chunks)**.
    ///
    /// The number of the chunk and the offset within it give the index.
    fn owner_index(&self, value: &T) -> Option<u32> {
        if size_of::<T>() == 0 {
            return None;
        }
        let address = core::ptr::from_ref(value).addr();
        for (chunk, number) in self.chunks.iter().zip(0..).filter_map(|(chunk, number)| Some((chunk.as_ref()?, number)))
        {
            let offset = address.wrapping_sub(chunk.as_ptr().addr());
            let slot = offset / size_of::<Option<T>>();
            if slot < CHUNK && chunk[slot].as_ref().is_some_and(|own| core::ptr::eq(own, value)) {
                return u32::try_from(number * CHUNK + slot).ok();
            }
        }
        None
    }
}

impl<T, const CHUNK: usize> ErasedStorage for HashedArrayTree<T, CHUNK> {
    fn discard(&mut self, entity: Entity) {
        drop(self.take_at(entity.index()));
    }

    /// Clearing runs in **O(slots of all chunks)** time, and frees no chunk: all are moved to the pool. The order is fixed.
    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => {
                self.presence.clear();
                self.counts.clear();
                for mut chunk in core::mem::take(&mut self.chunks).into_iter().flatten() {
                    chunk.fill_with(|| None);
                    self.pool.push(chunk);
                }
            }
            Task::SwapAll(_) | Task::Arrange { .. } | Task::Replaced(_) => {}
        }
        None
    }

    fn source(&self) -> Source<'_> {
        Source::Ascending(&self.presence)
    }

    fn values(&self) -> usize {
        self.presence.len()
    }
}

impl<T, const CHUNK: usize> StorageMaintenance for HashedArrayTree<T, CHUNK> {
    /// Frees the pool. Values stay where they are.
    fn shrink_to_fit(&mut self) {
        self.presence.shrink_to_fit();
        self.pool = Vec::new();
        while let Some(None) = self.chunks.last() {
            self.chunks.pop();
        }
        self.counts.truncate(self.chunks.len());
        self.chunks.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.unowned.shrink_to_fit();
    }

    fn check(&self) -> Result<(), String> {
        self.presence.check()?;
        let slots = self.chunks.iter().enumerate().flat_map(|(number, chunk)| {
            let slots = chunk.iter().flat_map(|chunk| chunk.iter().enumerate());
            slots.filter(|(_, slot)| slot.is_some()).map(move |(slot, _)| number * CHUNK + slot)
        });
        let present = self.presence.iter().map(|index| index as usize);
        if !slots.eq(present) || !self.unowned.is_empty() {
            return Err("hashed array tree: the values are not those that are present".into());
        }
        let used =
            |chunk: &Option<Chunk<T, CHUNK>>| chunk.as_ref().is_none_or(|chunk| chunk.iter().any(Option::is_some));
        if !self.chunks.iter().all(used) || self.pool.iter().any(|chunk| chunk.iter().any(Option::is_some)) {
            return Err("hashed array tree: an empty chunk is not in the pool, or a used one is".into());
        }
        if !self.counts_agree() {
            return Err("hashed array tree: a chunk is not counted right".into());
        }
        Ok(())
    }
}

impl<T, const CHUNK: usize> Erase for HashedArrayTree<T, CHUNK> {}
