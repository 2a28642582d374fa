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
use crate::Source;

/// Sentinel for "not in the table": there are fewer than 2^32 - 1 entities, so none has this position.
pub(super) const VACANT: u32 = u32::MAX;

/// Number of slots up to which the front doubles when it grows.
const DOUBLED: usize = 4 * PAGE;

/// Number of indices that are compared at once.
const COMPARED: usize = 32;

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

    /// Writes the slots of indices whose positions follow each other from `first` on.
    fn set_all(&mut self, indices: &[u32], first: u32) {
        for (index, position) in indices.iter().zip(first..) {
            self.set(*index, position);
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
        self.make_room(last);
        for page in self.front.len() / PAGE..=last {
            self.front.extend(self.behind.take(page).unwrap_or([VACANT; PAGE]));
        }
    }

    /// Writes slots that follow each other with positions that do, page by page; the front grows once.
    fn set_run(&mut self, first: usize, len: usize, position: u32) {
        let pages = first / PAGE..=(first + len - 1) / PAGE;
        let beyond = (self.front.len() / PAGE).max(*pages.start())..=*pages.end();
        let made = self.made + beyond.filter(|page| self.behind.page_mut(*page).is_none()).count();
        if *pages.end() <= made {
            self.make_room(*pages.end());
        }
        let (mut next, mut position, end) = (first, position, first + len);
        for page in pages {
            let slots = &mut self.page_mut(page)[next % PAGE..];
            let written = slots.len().min(end - next);
            #[expect(clippy::cast_possible_truncation, reason = "a page has few slots")]
            let positions = position..position + written as u32;
            (next, position) = (next + written, positions.end);
            slots.iter_mut().zip(positions).for_each(|(slot, position)| *slot = position);
        }
    }

    /// Makes room for a front that reaches as far as a page.
    fn make_room(&mut self, last: usize) {
        let more = ((last + 1) * PAGE).saturating_sub(self.front.len());
        if self.front.capacity() - self.front.len() < more {
            // By a quarter, not to twice the size, unless the table is small: tables are as long as there are entities.
            self.front.reserve_exact(more.max(self.front.len() / 4).max(self.front.len().min(DOUBLED)));
        }
    }

    /// Writes a slot beyond the front.
    #[cold]
    #[inline(never)]
    fn set_behind(&mut self, index: u32, position: u32) {
        self.page_mut(index as usize / PAGE)[index as usize % PAGE] = position;
    }
}

/// How many indices at the front each exceed the one before by one.
fn ascending(indices: &[u32]) -> usize {
    let follows = |pair: &[u32; 2]| pair[0].checked_add(1) == Some(pair[1]);
    let mut len = 1;
    if indices.array_windows().next().is_none_or(|pair| !follows(pair)) {
        return indices.len().min(len);
    }
    // Without a branch per index in blocks, as nearly all that is spawned together ascends.
    while let Some(block) = indices.get(len - 1..len + COMPARED)
        && block.array_windows().fold(true, |all, pair| all & follows(pair))
    {
        len += COMPARED;
    }
    len + indices[len - 1..].array_windows().take_while(|pair| follows(pair)).count()
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

    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 entities")]
    fn set_all(&mut self, indices: &[u32], first: u32) {
        let (mut rest, mut position) = (indices, first);
        while let Some(index) = rest.first() {
            let (run, behind) = rest.split_at(ascending(rest));
            if run.len() == 1 {
                self.set(*index, position);
            } else {
                self.set_run(*index as usize, run.len(), position);
            }
            position += run.len() as u32;
            rest = behind;
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
