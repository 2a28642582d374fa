//! Owns the table from entity index to position; knows not who owns the positions.
//!
//! The table is paged, so that a component on few of many entities does not pay for all of them. The pages lie in one array,
//! found through a small table: boxed pages took 1.1 times as long for random lookups.
//!
//! - **I1** A slot with generation 0 is vacant; no entity has that generation.
//! - **I2** Each page of the array belongs to one entry of the table, and has [`PAGE`] slots.

use alloc::vec::Vec;

use super::DenseIndex;
use crate::{Entity, Source};

/// Slots per page: a component on few entities costs the pages that these touch, 8 KiB each.
const PAGE: usize = 1024;

/// The page that is none: beyond all that there can be, and its slots are still numbers of 32 bits.
const NONE: u32 = (1 << 22) - 1;

/// Where an entity stands. Position and generation share 8 bytes, so that a lookup costs one cache miss and not two.
#[derive(Debug, Clone, Copy, Default)]
pub struct Slot {
    pub(crate) position: u32,
    pub(crate) generation: u32,
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Slots {}
    impl Sealed for crate::HashSlots {}
    impl Sealed for crate::TreeSlots {}
}

/// A table from entity index to slot.
pub trait SlotTable: sealed::Sealed + core::fmt::Debug + Clone + Default + Send + Sync + 'static {
    /// The index of nobody that all can borrow.
    const NOBODY: &'static DenseIndex<Self>;

    /// The slot of an index, if it is occupied.
    fn get(&self, index: u32) -> Option<Slot>;

    /// The position of exactly this entity.
    #[inline]
    fn position(&self, entity: Entity) -> Option<u32> {
        self.get(entity.index()).filter(|slot| slot.generation == entity.generation()).map(|slot| slot.position)
    }

    /// The slot of an index that is occupied.
    fn get_mut(&mut self, index: u32) -> Option<&mut Slot>;

    /// Writes a slot.
    fn set(&mut self, entity: Entity, position: u32);

    /// Writes the slots of entities whose positions follow each other.
    fn set_all(&mut self, entities: &[Entity], positions: impl Iterator<Item = u32>) {
        for (entity, position) in entities.iter().zip(positions) {
            self.set(*entity, position);
        }
    }

    /// Lets a slot be vacant.
    fn vacate(&mut self, index: u32);

    /// Gives spare memory back.
    fn shrink_to_fit(&mut self);

    /// How many slots are occupied.
    fn occupied(&self) -> usize;

    /// The first entities of an index with such a table.
    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_>;
}

/// A table of slots by entity index, in pages made on demand.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    pages: Vec<u32>,
    slots: Vec<Slot>,
}

impl Slots {
    pub(crate) const fn new() -> Self {
        Self { pages: Vec::new(), slots: Vec::new() }
    }

    /// Where the slot of an index is; beyond the array where its page lacks.
    #[inline(always)]
    fn place(&self, index: u32) -> Option<usize> {
        let page = *self.pages.get(index as usize / PAGE)?;
        Some(page as usize * PAGE + index as usize % PAGE)
    }

    /// Makes the pages that lack for these entities, all at once.
    fn make_pages(&mut self, entities: &[Entity]) {
        let mut made = self.slots.len() / PAGE;
        for run in entities.chunk_by(|a, b| a.index() as usize / PAGE == b.index() as usize / PAGE) {
            let page = run[0].index() as usize / PAGE;
            if page >= self.pages.len() {
                self.pages.resize(page + 1, NONE);
            }
            if self.pages[page] == NONE {
                self.pages[page] = page_number(made);
                made += 1;
            }
        }
        self.slots.resize(made * PAGE, Slot::default());
    }

    /// The slots of a page, which is made.
    #[cold]
    #[inline(never)]
    fn page(&mut self, page: usize) -> &mut [Slot] {
        if page >= self.pages.len() {
            self.pages.resize(page + 1, NONE);
        }
        let first = self.slots.len();
        self.pages[page] = page_number(first / PAGE);
        self.slots.resize(first + PAGE, Slot::default());
        &mut self.slots[first..]
    }
}

impl SlotTable for Slots {
    const NOBODY: &'static DenseIndex<Self> = &DenseIndex::of(Self::new());

    /// The slot of an index, if it is occupied.
    #[inline]
    fn get(&self, index: u32) -> Option<Slot> {
        let slot = *self.slots.get(self.place(index)?)?;
        (slot.generation != 0).then_some(slot)
    }

    /// The position of exactly this entity.
    #[inline]
    fn position(&self, entity: Entity) -> Option<u32> {
        let slot = self.slots.get(self.place(entity.index())?)?;
        let is_own = slot.generation == entity.generation();
        (is_own || canary!(stale_handle)).then_some(slot.position)
    }

    /// The slot of an index whose page exists.
    #[inline]
    fn get_mut(&mut self, index: u32) -> Option<&mut Slot> {
        let place = self.place(index)?;
        self.slots.get_mut(place)
    }

    /// Writes a slot, and makes its page where it lacks.
    #[inline]
    fn set(&mut self, entity: Entity, position: u32) {
        let slot = Slot { position, generation: entity.generation() };
        if let Some(place) = self.get_mut(entity.index()) {
            *place = slot;
        } else {
            self.page(entity.index() as usize / PAGE)[entity.index() as usize % PAGE] = slot;
        }
    }

    /// Writes the slots of entities whose positions follow each other.
    fn set_all(&mut self, entities: &[Entity], positions: impl Iterator<Item = u32>) {
        self.make_pages(entities);
        for (entity, position) in entities.iter().zip(positions) {
            self.set(*entity, position);
        }
    }

    /// Gives the memory of pages without an occupied slot back. Computes in **O(slots)**.
    fn shrink_to_fit(&mut self) {
        let mut kept = Vec::new();
        for page in &mut self.pages {
            let first = *page as usize * PAGE;
            // Not `first + PAGE`: behind the page that is none there is no number of 32 bits.
            let slots = self.slots.get(first..).and_then(|slots| slots.get(..PAGE)).unwrap_or_default();
            *page = if canary!(stale_page) { *page } else { NONE };
            if slots.iter().any(|slot| slot.generation != 0) {
                *page = page_number(kept.len() / PAGE);
                kept.extend_from_slice(slots);
            }
        }
        kept.shrink_to_fit();
        self.slots = kept;
        while let Some(&NONE) = self.pages.last() {
            self.pages.pop();
        }
        self.pages.shrink_to_fit();
    }

    /// How many slots are occupied. Computes in **O(slots)**.
    fn occupied(&self) -> usize {
        self.slots.iter().filter(|slot| slot.generation != 0).count()
    }
    #[inline]
    fn vacate(&mut self, index: u32) {
        if let Some(slot) = self.get_mut(index) {
            slot.generation = 0;
        }
    }

    #[inline]
    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Index(index, len)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^22 pages of 2^10 slots")]
fn page_number(page: usize) -> u32 {
    page as u32
}

#[cfg(test)]
mod tests;
