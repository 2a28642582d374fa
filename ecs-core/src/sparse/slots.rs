//! Table from entity index to dense position, kept as an array. Independent of what the positions refer to, and of which entities are
//! alive.
//!
//! The front of the table is a flat array: a lookup is one comparison and one load. It grows page by page while at least half of its pages
//! are used. Slots beyond the front are in pages that are allocated on demand (`pages.rs`), so that a component of few among many entities
//! takes memory for these only.
//!
//! A slot holds a position, but no generation: a lookup by handle asks the [`Allocator`](crate::Allocator) whether the entity is alive.
//! This halves the memory, and the two loads are independent of each other.
//!
//! - **I1** The length of the front is a multiple of the page size. `made` is the number of pages that were requested, both within the
//!   front and beyond it.
//! - **I2** The number of each page beyond the front is greater than `made`.
//!
//! ```text
//! page    0          1          2            7
//! front [ 0 .. 1023 | 1024 .. | 2048 ..  ]   .          made = 4: three pages in the front, one beyond it
//! behind                                   [ page 7 ]   greater than `made` (I2), or it would be in the front
//! lookup  a comparison and a load            page table, then slot
//! ```
//!
//! The front is at most one page longer than the number of requested pages. So all pages together take at most about twice the memory of
//! the requested ones.

use alloc::vec::Vec;

use super::DenseIndex;
use super::Source;
use super::pages::{PAGE, Pages};
use crate::reuse::clone_by_field;

/// Sentinel for "not in the table": there are fewer than 2^32 - 1 entities, so none has this position.
pub(crate) const VACANT: u32 = u32::MAX;

/// Maximum number of slots at which the front still doubles when it grows.
const DOUBLED: usize = 4 * PAGE;

/// Number of indices that are compared as one block.
const COMPARED: usize = 32;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Slots {}
    impl Sealed for super::SplitSlots {}
    impl Sealed for crate::sparse::HashSlots {}
    impl Sealed for crate::sparse::TreeSlots {}
}

/// Table from entity index to dense position.
///
/// Sealed: the kernel (`disjoint.rs`) does not rely on implementations, but wrong positions would yield values of other entities, or none.
pub trait SlotTable: sealed::Sealed + core::fmt::Debug + Clone + Default + Send + Sync + 'static {
    /// An empty table, which has allocated nothing.
    const EMPTY: Self;
    /// An index with an empty table: one constant, copied by the storages of all components.
    #[expect(clippy::declare_interior_mutable_const, reason = "each storage has an index of its own")]
    const INDEX: DenseIndex<Self> = DenseIndex::of(Self::EMPTY);
    /// Whether storages with this table can be borrowed in two parts.
    const SPLIT: bool = false;

    /// An empty index, to borrow where there is no storage.
    fn empty_index() -> &'static DenseIndex<Self>;

    /// Returns the position in the slot of `index`, or `VACANT` (greater than all positions) if the slot is vacant. `O(1)` for arrays and,
    /// expected, for hash maps; `O(log len)` for trees.
    fn position_or_vacant(&self, index: u32) -> u32;

    /// Returns the position in the slot of `index`, or `None` if the slot is vacant. Same cost as
    /// [`position_or_vacant`](Self::position_or_vacant).
    #[inline]
    fn get(&self, index: u32) -> Option<u32> {
        Some(self.position_or_vacant(index)).filter(|position| *position != VACANT)
    }

    /// Overwrites the position in an occupied slot; does nothing if the slot is vacant.
    fn relocate(&mut self, index: u32, position: u32);

    /// Writes a slot, vacant or not. Amortised `O(1)` for arrays and hash maps, `O(log len)` for trees.
    fn set(&mut self, index: u32, position: u32);

    /// Writes consecutive positions, starting with `first`, into the slots of `indices`. `O(indices)` writes.
    fn set_all(&mut self, indices: &[u32], first: u32) {
        for (index, position) in indices.iter().zip(first..) {
            self.set(*index, position);
        }
    }

    /// Returns the slots of the first indices, if they are a slice; all others are beyond this front. Empty for maps and trees. `O(1)`.
    #[inline(always)]
    fn front_mut(&mut self) -> &mut [u32] {
        &mut []
    }

    /// Vacates a slot and returns the position that it held.
    fn take(&mut self, index: u32) -> Option<u32>;

    /// Frees unused memory. `O(slots)` for arrays and hash maps.
    fn shrink_to_fit(&mut self);

    /// Returns the number of occupied slots. `O(slots)`: for checks of invariants only.
    fn occupied(&self) -> usize;

    /// Returns the first `len` entities of an index as a source of an iteration.
    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_>;
}

/// Table of positions as an array by entity index: a flat front, and pages beyond it that are allocated on demand.
///
/// A lookup takes `O(1)` time: one comparison and one load in the front, two more beyond it. Memory is 4 bytes per slot of the front and 4
/// KiB per page.
///
/// In most worlds, the front covers all indices, since indices are reused; pages matter for components of few among many entities.
///
/// # Examples
///
/// Memory is allocated for the front and for single pages:
///
/// ```
/// # use ecs_world::prelude::*;
/// struct Rare(u32);
///
/// ecs_world! { components: Rare; }
///
/// let mut world = World::default();
/// let all = world.spawn_batch((0..100_000).map(|_| ()));
/// world.insert(*all.last().unwrap(), Rare(1)).unwrap();
/// assert!(world.has::<Rare>(all[99_999]), "one page of slots was allocated for it, and not 98");
/// ```
#[derive(Debug, Default)]
pub struct Slots {
    /// The slots of the first pages, which are read without a table of pages.
    front: Vec<u32>,
    /// The requested pages beyond the front.
    behind: Pages,
    /// Number of requested pages (I1).
    made: usize,
}

clone_by_field! { [] Slots { front, behind, made } }

impl Slots {
    pub(crate) const fn new() -> Self {
        Self { front: Vec::new(), behind: Pages::new(), made: 0 }
    }

    /// Returns the slot of an index, or `None` if its page is not allocated.
    #[inline(always)]
    fn slot_mut(&mut self, index: u32) -> Option<&mut u32> {
        match self.front.get_mut(index as usize) {
            Some(slot) => Some(slot),
            None => self.behind.slot_mut(index),
        }
    }

    /// Returns the slots of a page, which is allocated if necessary.
    fn page_mut(&mut self, page: usize) -> &mut [u32] {
        if page * PAGE >= self.front.len() && self.behind.page_mut(page).is_none() {
            self.make_page(page);
        }
        if page * PAGE < self.front.len() {
            return &mut self.front[page * PAGE..][..PAGE];
        }
        self.behind.page_mut(page).map_or(&mut [], |slots| slots)
    }

    /// Allocates a page: in the front, if at least half of the front is then in use. Moves `O(1)` pages per call, amortised.
    #[cold]
    #[inline(never)]
    fn make_page(&mut self, page: usize) {
        self.made += 1;
        if page <= self.made {
            self.reach(page);
        } else {
            self.behind.put(page, &[VACANT; PAGE]);
        }
        // By I2, this is the only other page that can be within the bound now.
        if self.behind.page_mut(self.made).is_some() {
            self.reach(self.made);
        }
    }

    /// Extends the front up to and including page `last`; pages that were beyond the front move into it.
    ///
    /// All new slots are vacant, so no lookup changes its result.
    fn reach(&mut self, last: usize) {
        self.make_room(last);
        for page in self.front.len() / PAGE..=last {
            self.front.extend(self.behind.take(page).unwrap_or([VACANT; PAGE]));
        }
    }

    /// Writes consecutive positions into `len` consecutive slots, page by page. The front grows at most once.
    ///
    /// For batches of new entities: their indices are consecutive, and so are the positions at the end of a storage.
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

    /// Reserves memory for a front up to and including page `last`.
    fn make_room(&mut self, last: usize) {
        let more = ((last + 1) * PAGE).saturating_sub(self.front.len());
        if self.front.capacity() - self.front.len() < more {
            // A large table grows by a quarter instead of doubling, since its length is that of all entities.
            self.front.reserve_exact(more.max(self.front.len() / 4).max(self.front.len().min(DOUBLED)));
        }
    }

    /// Writes a slot that is beyond the front. Not inlined, since nearly all slots are in the front.
    #[cold]
    #[inline(never)]
    fn set_behind(&mut self, index: u32, position: u32) {
        self.page_mut(index as usize / PAGE)[index as usize % PAGE] = position;
    }
}

/// Returns the length of the longest prefix in which each index is one greater than the previous one.
fn ascending(indices: &[u32]) -> usize {
    let follows = |pair: &[u32; 2]| pair[0].checked_add(1) == Some(pair[1]);
    let mut len = 1;
    if indices.array_windows().next().is_none_or(|pair| !follows(pair)) {
        return indices.len().min(len);
    }
    // Tests whole blocks, without a branch per index: indices of entities that were spawned together nearly always ascend.
    while let Some(block) = indices.get(len - 1..len + COMPARED)
        && block.array_windows().fold(true, |all, pair| all & follows(pair))
    {
        len += COMPARED;
    }
    len + indices[len - 1..].array_windows().take_while(|pair| follows(pair)).count()
}

/// The table of [`Slots`] for storages that can be borrowed in two parts: those of components that two queries of one system share.
///
/// Costs the same as [`Slots`], plus a subtraction per lookup.
#[derive(Debug, Default)]
pub struct SplitSlots(Slots);

clone_by_field! { [] SplitSlots { 0 } }

impl SlotTable for SplitSlots {
    const EMPTY: Self = Self(Slots::EMPTY);
    const SPLIT: bool = true;

    fn empty_index() -> &'static DenseIndex<Self> {
        static EMPTY: DenseIndex<SplitSlots> = SplitSlots::INDEX;
        &EMPTY
    }

    #[inline(always)]
    fn position_or_vacant(&self, index: u32) -> u32 {
        self.0.position_or_vacant(index)
    }

    #[inline]
    fn relocate(&mut self, index: u32, position: u32) {
        self.0.relocate(index, position);
    }

    #[inline]
    fn set(&mut self, index: u32, position: u32) {
        self.0.set(index, position);
    }

    fn set_all(&mut self, indices: &[u32], first: u32) {
        self.0.set_all(indices, first);
    }

    #[inline(always)]
    fn front_mut(&mut self) -> &mut [u32] {
        self.0.front_mut()
    }

    #[inline]
    fn take(&mut self, index: u32) -> Option<u32> {
        self.0.take(index)
    }

    fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    fn occupied(&self) -> usize {
        self.0.occupied()
    }

    #[inline]
    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Listed(index, len)
    }
}

impl SlotTable for Slots {
    const EMPTY: Self = Self::new();

    fn empty_index() -> &'static DenseIndex<Self> {
        static EMPTY: DenseIndex<Slots> = Slots::INDEX;
        &EMPTY
    }

    #[inline(always)]
    fn position_or_vacant(&self, index: u32) -> u32 {
        match self.front.get(index as usize) {
            Some(position) => *position,
            None => self.behind.position_or_vacant(index),
        }
    }

    #[inline]
    fn relocate(&mut self, index: u32, position: u32) {
        if let Some(slot) = self.slot_mut(index) {
            *slot = position;
        }
    }

    /// Writes a slot, whose page is allocated if necessary.
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

    #[inline(always)]
    fn front_mut(&mut self) -> &mut [u32] {
        &mut self.front
    }

    #[inline]
    fn take(&mut self, index: u32) -> Option<u32> {
        let position = core::mem::replace(self.slot_mut(index)?, VACANT);
        Some(position).filter(|position| *position != VACANT)
    }

    /// Frees all pages without an occupied slot. `O(slots)`.
    fn shrink_to_fit(&mut self) {
        let Self { front, mut behind, .. } = core::mem::take(self);
        let (chunks, _) = front.as_chunks::<PAGE>();
        let is_used = |slots: &[u32; PAGE]| slots.iter().any(|position| *position != VACANT);
        // Starts with the last page, so that the front is allocated once, at its final length.
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

    /// Returns the number of occupied slots. `O(slots)`.
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
