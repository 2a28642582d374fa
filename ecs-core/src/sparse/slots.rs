//! Owns the table from entity index to position; does not know what owns the positions, nor which entities are alive.
//!
//! The front of the table is flat: a lookup is one test and one load. It grows page by page while at least half of its pages
//! are used; slots beyond are in pages of their own (`pages.rs`), so that a component on few of many entities does not pay for
//! all of them. A slot is a position alone, since a lookup by handle asks the [`Allocator`](crate::Allocator) whether the
//! entity lives: that is half the memory, and neither load waits for the other.
//!
//! - **I1** The front has a whole number of pages; `made` counts the pages in it that were asked for, and those behind.
//! - **I2** The numbers of pages behind the front are higher than `made`.

use alloc::vec::Vec;

use super::DenseIndex;
use super::pages::{PAGE, Pages};
use crate::{Entity, Source};

/// Sentinel for "not in the table": there are fewer than 2^32 - 1 entities, so none has this position.
pub(super) const VACANT: u32 = u32::MAX;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Slots {}
    impl Sealed for crate::HashSlots {}
    impl Sealed for crate::TreeSlots {}
}

/// A table from entity index to position.
pub trait SlotTable: sealed::Sealed + core::fmt::Debug + Clone + Default + Send + Sync + 'static {
    /// A table without an occupied slot; allocates nothing.
    const EMPTY: Self;
    /// The index of nobody that all can borrow.
    const NOBODY: &'static DenseIndex<Self>;

    /// The position of an index; one beyond all values where its slot is vacant.
    fn place(&self, index: u32) -> u32;

    /// The position of an index, if its slot is occupied.
    #[inline]
    fn get(&self, index: u32) -> Option<u32> {
        Some(self.place(index)).filter(|position| *position != VACANT)
    }

    /// Gives an index that is occupied another position.
    fn relocate(&mut self, index: u32, position: u32);

    /// Writes a slot.
    fn set(&mut self, index: u32, position: u32);

    /// Writes the slots of entities whose positions follow each other from `first` on.
    fn set_all(&mut self, entities: &[Entity], first: u32) {
        for (entity, position) in entities.iter().zip(first..) {
            self.set(entity.index(), position);
        }
    }

    /// Vacates a slot and returns its position.
    fn take(&mut self, index: u32) -> Option<u32>;

    /// Gives spare memory back.
    fn shrink_to_fit(&mut self);

    /// How many slots are occupied.
    fn occupied(&self) -> usize;

    /// The first entities of an index with such a table.
    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_>;
}

/// A table of positions by entity index: flat in front, in pages made on demand behind.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    front: Vec<u32>,
    behind: Pages,
    made: usize,
}

impl Slots {
    pub(crate) const fn new() -> Self {
        Self { front: Vec::new(), behind: Pages::new(), made: 0 }
    }

    /// The slot of an index, if its page is there.
    #[inline(always)]
    fn slot_mut(&mut self, index: u32) -> Option<&mut u32> {
        match self.front.get_mut(index as usize) {
            Some(slot) => Some(slot),
            None => self.behind.slot_mut(index),
        }
    }

    /// The slots of a page, which is made where it lacks.
    fn page_mut(&mut self, page: usize) -> &mut [u32] {
        if page * PAGE >= self.front.len() && self.behind.page_mut(page).is_none() {
            self.make_page(page);
        }
        if page * PAGE < self.front.len() {
            return &mut self.front[page * PAGE..][..PAGE];
        }
        self.behind.page_mut(page).map_or(&mut [], |slots| slots)
    }

    /// Makes a page that lacks. Computes in **O(1)** amortised per page.
    #[cold]
    #[inline(never)]
    fn make_page(&mut self, page: usize) {
        self.made += 1;
        if page <= self.made {
            self.reach(page);
        } else {
            self.behind.put(page, &[VACANT; PAGE]);
        }
        // By I2 this is the only other one that can be within the bound now.
        if self.behind.page_mut(self.made).is_some() {
            self.reach(self.made);
        }
    }

    /// Lets the front reach as far as a page, with what was behind it until then.
    fn reach(&mut self, last: usize) {
        let first = self.front.len() / PAGE;
        let more = (last + 1 - first) * PAGE;
        if self.front.capacity() - self.front.len() < more {
            // By a quarter, not to twice the size: tables are as long as there are entities.
            self.front.reserve_exact(more.max(self.front.len() / 4));
        }
        for page in first..=last {
            self.front.extend(self.behind.take(page).unwrap_or([VACANT; PAGE]));
        }
    }

    /// Writes a slot beyond the front.
    #[cold]
    #[inline(never)]
    fn set_behind(&mut self, index: u32, position: u32) {
        self.page_mut(index as usize / PAGE)[index as usize % PAGE] = position;
    }
}

impl SlotTable for Slots {
    const EMPTY: Self = Self::new();
    const NOBODY: &'static DenseIndex<Self> = &DenseIndex::of(Self::EMPTY);

    #[inline(always)]
    fn place(&self, index: u32) -> u32 {
        match self.front.get(index as usize) {
            Some(position) => *position,
            None => self.behind.place(index),
        }
    }

    #[inline]
    fn relocate(&mut self, index: u32, position: u32) {
        if let Some(slot) = self.slot_mut(index) {
            *slot = position;
        }
    }

    /// Writes a slot, and makes its page where it lacks.
    #[inline]
    fn set(&mut self, index: u32, position: u32) {
        match self.front.get_mut(index as usize) {
            Some(slot) => *slot = position,
            None => self.set_behind(index, position),
        }
    }

    fn set_all(&mut self, entities: &[Entity], first: u32) {
        let page_of = |entity: &Entity| entity.index() as usize / PAGE;
        let mut position = first;
        for run in entities.chunk_by(|a, b| page_of(a) == page_of(b)) {
            let slots = self.page_mut(page_of(&run[0]));
            for entity in run {
                slots[entity.index() as usize % PAGE] = position;
                position += 1;
            }
        }
    }

    #[inline]
    fn take(&mut self, index: u32) -> Option<u32> {
        let position = core::mem::replace(self.slot_mut(index)?, VACANT);
        Some(position).filter(|position| *position != VACANT)
    }

    /// Gives the memory of pages without an occupied slot back. Computes in **O(slots)**.
    fn shrink_to_fit(&mut self) {
        let Self { front, mut behind, .. } = core::mem::take(self);
        let (chunks, _) = front.as_chunks::<PAGE>();
        let is_used = |slots: &[u32; PAGE]| slots.iter().any(|position| *position != VACANT);
        // From the last page on, so that the front is made once, where it is needed.
        let numbers: Vec<_> = behind.numbers().collect();
        let pages = numbers.into_iter().rev().filter_map(|page| Some((page, behind.take(page)?)));
        let pages: Vec<_> =
            pages.chain(chunks.iter().copied().enumerate().rev()).filter(|(_, it)| is_used(it)).collect();
        drop(front);
        self.made = pages.len();
        for (page, slots) in pages {
            self.behind.put(page, &slots);
        }
        if let Some(last) = (0..=self.made).rev().find(|page| self.behind.page_mut(*page).is_some()) {
            self.reach(last);
        }
        self.front.shrink_to_fit();
        self.behind.shrink_to_fit();
    }

    /// How many slots are occupied. Computes in **O(slots)**.
    fn occupied(&self) -> usize {
        self.front.iter().chain(self.behind.slots()).filter(|position| **position != VACANT).count()
    }

    #[inline]
    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Index(index, len)
    }
}

#[cfg(test)]
mod tests;
