//! Owns the table from entity index to position; knows not who owns the positions.
//!
//! The table is paged, so that a component on few of many entities does not pay for all of them. The pages lie in one array,
//! found through a small table: boxed pages took 1.1 times as long for random lookups.
//!
//! Shrinking packs them (`compact.rs`): a packed page is looked for where the array has none, so that it costs others nothing.
//!
//! - **I1** A slot with generation 0 is vacant; no entity has that generation.
//! - **I2** Each page of the array belongs to one entry of the table, and has [`PAGE`] slots.
//! - **I3** A page is in the array, or packed, or nowhere.

use alloc::vec::Vec;

use super::DenseIndex;
use super::compact::Page;
use crate::{Entity, Source};

/// Slots per page: a component on few entities costs the pages that these touch, 8 KiB each.
pub(super) const PAGE: usize = 1024;

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
    /// A table without an occupied slot; allocates nothing.
    const EMPTY: Self;
    /// The index of nobody that all can borrow.
    const NOBODY: &'static DenseIndex<Self>;

    /// The slot of an index, if it is occupied.
    fn get(&self, index: u32) -> Option<Slot>;

    /// The position of exactly this entity.
    #[inline]
    fn position(&self, entity: Entity) -> Option<u32> {
        self.get(entity.index()).filter(|slot| slot.generation == entity.generation()).map(|slot| slot.position)
    }

    /// Gives the entity of an index that is occupied another position.
    fn relocate(&mut self, index: u32, position: u32);

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
    array: Vec<Slot>,
    /// By the same numbers as `pages`, as far as there are any.
    packed: Vec<Option<Page>>,
}

impl Slots {
    pub(crate) const fn new() -> Self {
        Self { pages: Vec::new(), array: Vec::new(), packed: Vec::new() }
    }

    /// Where the slot of an index is; beyond the array where its page lacks.
    #[inline(always)]
    fn place(&self, index: u32) -> Option<usize> {
        let page = *self.pages.get(index as usize / PAGE)?;
        Some(page as usize * PAGE + index as usize % PAGE)
    }

    /// The slot of an index in the array, whether it is occupied or not.
    #[inline(always)]
    fn slot_mut(&mut self, index: u32) -> Option<&mut Slot> {
        let place = self.place(index)?;
        self.array.get_mut(place)
    }

    /// The slot of an index whose page is not in the array.
    #[inline]
    fn packed(&self, index: u32) -> Option<Slot> {
        if self.packed.is_empty() { None } else { self.packed_slot(index) }
    }

    #[inline(never)]
    fn packed_slot(&self, index: u32) -> Option<Slot> {
        self.packed.get(index as usize / PAGE)?.as_ref()?.get(index as usize % PAGE)
    }

    fn packed_mut(&mut self, index: u32) -> Option<&mut Page> {
        self.packed.get_mut(index as usize / PAGE)?.as_mut()
    }

    /// Makes the pages that lack for these entities, all at once.
    fn make_pages(&mut self, entities: &[Entity]) {
        let mut made = self.array.len() / PAGE;
        for run in entities.chunk_by(|a, b| a.index() as usize / PAGE == b.index() as usize / PAGE) {
            let page = run[0].index() as usize / PAGE;
            if page >= self.pages.len() {
                self.pages.resize(page + 1, NONE);
            }
            if self.pages[page] == NONE && self.packed_mut(run[0].index()).is_none() {
                self.pages[page] = page_number(made);
                made += 1;
            }
        }
        self.array.resize(made * PAGE, Slot::default());
    }

    /// Writes a slot whose page is not in the array.
    #[cold]
    #[inline(never)]
    fn set_elsewhere(&mut self, index: u32, slot: Slot) {
        let (page, at) = (index as usize / PAGE, index as usize % PAGE);
        if self.packed_mut(index).and_then(|packed| packed.set(at, slot)).is_some() {
            return;
        }
        if page >= self.pages.len() {
            self.pages.resize(page + 1, NONE);
        }
        let first = self.array.len();
        self.pages[page] = page_number(first / PAGE);
        match self.packed.get_mut(page).and_then(Option::take) {
            Some(packed) => self.array.extend(packed.unpack()),
            None => self.array.resize(first + PAGE, Slot::default()),
        }
        self.array[first + at] = slot;
    }

    /// Takes all slots of a page out; nothing if none of them is occupied.
    fn take_page(&mut self, page: usize) -> Option<Vec<Slot>> {
        let packed = self.packed.get_mut(page).and_then(Option::take);
        let slots = if let Some(packed) = packed {
            packed.unpack().collect()
        } else {
            let first = *self.pages.get(page)? as usize * PAGE;
            // Not `first + PAGE`: behind the page that is none there is no number of 32 bits.
            self.array.get(first..)?.get(..PAGE)?.to_vec()
        };
        slots.iter().any(|slot| slot.generation != 0).then_some(slots)
    }
}

impl SlotTable for Slots {
    const EMPTY: Self = Self::new();
    const NOBODY: &'static DenseIndex<Self> = &DenseIndex::of(Self::EMPTY);

    #[inline]
    fn get(&self, index: u32) -> Option<Slot> {
        match self.place(index).and_then(|place| self.array.get(place)) {
            Some(slot) => (slot.generation != 0).then_some(*slot),
            None => self.packed(index),
        }
    }

    #[inline]
    fn position(&self, entity: Entity) -> Option<u32> {
        let slot = match self.place(entity.index()).and_then(|place| self.array.get(place)) {
            Some(slot) => *slot,
            None => self.packed(entity.index())?,
        };
        let is_own = slot.generation == entity.generation();
        is_own.then_some(slot.position)
    }

    #[inline]
    fn relocate(&mut self, index: u32, position: u32) {
        if let Some(slot) = self.slot_mut(index) {
            slot.position = position;
        } else if let Some(packed) = self.packed_mut(index) {
            packed.relocate(index as usize % PAGE, position);
        }
    }

    /// Writes a slot, and makes its page where it lacks.
    #[inline]
    fn set(&mut self, entity: Entity, position: u32) {
        let slot = Slot { position, generation: entity.generation() };
        if let Some(place) = self.slot_mut(entity.index()) {
            *place = slot;
        } else {
            self.set_elsewhere(entity.index(), slot);
        }
    }

    fn set_all(&mut self, entities: &[Entity], positions: impl Iterator<Item = u32>) {
        self.make_pages(entities);
        for (entity, position) in entities.iter().zip(positions) {
            self.set(*entity, position);
        }
    }

    #[inline]
    fn vacate(&mut self, index: u32) {
        if let Some(slot) = self.slot_mut(index) {
            slot.generation = 0;
        } else if let Some(packed) = self.packed_mut(index) {
            packed.vacate(index as usize % PAGE);
        }
    }

    /// Packs pages, and gives the memory of those without an occupied slot back. Computes in **O(slots)**.
    fn shrink_to_fit(&mut self) {
        let mut shrunk = Self::new();
        for page in 0..self.pages.len().max(self.packed.len()) {
            let Some(slots) = self.take_page(page) else { continue };
            if let Some(small) = Page::pack(&slots) {
                shrunk.packed.resize(page, None);
                shrunk.packed.push(Some(small));
            } else {
                shrunk.pages.resize(page, NONE);
                shrunk.pages.push(page_number(shrunk.array.len() / PAGE));
                shrunk.array.extend(slots);
            }
        }
        shrunk.pages.shrink_to_fit();
        shrunk.array.shrink_to_fit();
        shrunk.packed.shrink_to_fit();
        *self = shrunk;
    }

    /// How many slots are occupied. Computes in **O(slots)**.
    fn occupied(&self) -> usize {
        let packed: usize = self.packed.iter().flatten().map(Page::occupied).sum();
        packed + self.array.iter().filter(|slot| slot.generation != 0).count()
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
