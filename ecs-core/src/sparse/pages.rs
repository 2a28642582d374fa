//! Pages of slots, allocated on demand: the part of a table beyond its flat front.
//!
//! - **I1** Exactly one entry of `table` refers to each page of `array`: the entry of the page's owner. All other entries are [`NO_PAGE`].
//!
//! ```text
//! table   [ NO_PAGE ][ 1 ][ NO_PAGE ][ 0 ]       by page number: the position of the page in `array`
//! array   [ page 3 ][ page 1 ]                   1 024 slots each
//! owners  [   3    ][   1    ]                   the reverse map, to move the last page when one is freed
//!                                                after `take(3)`:
//! table   [ NO_PAGE ][ 0 ][ NO_PAGE ][ NO_PAGE ] page 1 was moved to the free position
//! array   [ page 1 ]                             owners [ 1 ]
//! ```

use alloc::vec::Vec;

use super::slots::VACANT;
use crate::reuse::clone_by_field;

/// Number of slots per page, which takes 4 KiB. A component of few entities takes memory only for the pages that contain their indices.
pub(super) const PAGE: usize = 1024;

/// Sentinel for "no page". There are fewer than 2^22 pages of 2^10 slots, so it is beyond the end of any array of pages.
const NO_PAGE: u32 = u32::MAX;

/// Pages of slots by page number: one array of pages in any order, and a table from page number to array position.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// The position of each page in `array`, or [`NO_PAGE`].
    table: Vec<u32>,
    /// Allocated pages, without gaps: the last one fills the gap of a freed one.
    array: Vec<[u32; PAGE]>,
    /// The page number of each page of `array`.
    owners: Vec<u32>,
}

clone_by_field! { [] Pages { table, array, owners } }

impl Pages {
    pub(super) const fn new() -> Self {
        Self { table: Vec::new(), array: Vec::new(), owners: Vec::new() }
    }

    /// Returns the position in the slot of `index`, or [`VACANT`] if its page is not allocated. `O(1)`.
    #[inline(always)]
    pub(super) fn position_or_vacant(&self, index: u32) -> u32 {
        let page = self.table.get(index as usize / PAGE).and_then(|at| self.array.get(*at as usize));
        page.map_or(VACANT, |slots| slots[index as usize % PAGE])
    }

    /// Returns the slot of an index, or `None` if its page is not allocated. `O(1)`.
    #[inline]
    pub(super) fn slot_mut(&mut self, index: u32) -> Option<&mut u32> {
        let slots = self.page_mut(index as usize / PAGE)?;
        Some(&mut slots[index as usize % PAGE])
    }

    /// Returns a page, or `None` if it is not allocated. `O(1)`.
    #[inline]
    pub(super) fn page_mut(&mut self, page: usize) -> Option<&mut [u32; PAGE]> {
        self.array.get_mut(*self.table.get(page)? as usize)
    }

    /// Inserts a page. A page with this number must not exist yet.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^22 pages of 2^10 slots")]
    pub(super) fn put(&mut self, page: usize, slots: &[u32; PAGE]) {
        debug_assert!(self.page_mut(page).is_none(), "page {page} exists already");
        if page >= self.table.len() {
            self.table.resize(page + 1, NO_PAGE);
        }
        self.table[page] = self.array.len() as u32;
        self.array.push(*slots);
        self.owners.push(page as u32);
    }

    /// Removes a page and returns its slots. The last page of the array moves into the gap. `O(slots per page)`.
    pub(super) fn take(&mut self, page: usize) -> Option<[u32; PAGE]> {
        let entry = self.table.get_mut(page)?;
        let at = core::mem::replace(entry, NO_PAGE);
        if at == NO_PAGE {
            return None;
        }
        let slots = self.array.swap_remove(at as usize);
        self.owners.swap_remove(at as usize);
        if let Some(moved) = self.owners.get(at as usize) {
            self.table[*moved as usize] = at;
        }
        Some(slots)
    }

    /// Iterates over the numbers of the allocated pages, in ascending order. `O(table)`.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.table.iter().enumerate().filter(|(_, at)| **at != NO_PAGE).map(|(page, _)| page)
    }

    /// Returns the slots of all pages, in no particular order.
    pub(super) fn slots(&self) -> &[u32] {
        self.array.as_flattened()
    }

    /// Frees unused memory.
    pub(super) fn shrink_to_fit(&mut self) {
        let beyond = self.numbers().last().map_or(0, |last| last + 1);
        self.table.truncate(beyond);
        self.table.shrink_to_fit();
        self.array.shrink_to_fit();
        self.owners.shrink_to_fit();
    }

    /// Returns the length of the table, the number of pages, and the capacity for pages.
    #[cfg(test)]
    pub(super) fn sizes(&self) -> [usize; 3] {
        [self.table.len(), self.array.len(), self.array.capacity()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_after_insertions_and_removals() {
        for count in [1, 2, 3, 64, 65] {
            let numbers: Vec<usize> = (0..count).map(|at| at * 3 + 1).collect();
            for taken in [0, 1, count / 2, count - 1].into_iter().filter(|at| *at < count) {
                let mut pages = Pages::new();
                for (page, mark) in numbers.iter().zip(0..) {
                    pages.put(*page, &[mark; PAGE]);
                }
                assert_eq!(pages.take(numbers[taken]).map(|slots| slots[PAGE - 1] as usize), Some(taken));
                assert!(pages.take(numbers[taken]).is_none() && pages.take(0).is_none() && pages.take(900).is_none());
                let left: Vec<usize> = numbers.iter().copied().filter(|page| *page != numbers[taken]).collect();
                assert!(pages.numbers().eq(left.iter().copied()));
                for (page, mark) in numbers.iter().zip(0..) {
                    let first = u32::try_from(page * PAGE).expect("a small number");
                    let expected = if mark as usize == taken { VACANT } else { mark };
                    assert_eq!(
                        (pages.position_or_vacant(first), pages.position_or_vacant(first + 1023)),
                        (expected, expected)
                    );
                    assert_eq!(
                        (pages.position_or_vacant(first - 1), pages.position_or_vacant(first + 1024)),
                        (VACANT, VACANT)
                    );
                    assert_eq!(pages.slot_mut(first).map(|slot| *slot), (expected != VACANT).then_some(mark));
                }
            }
        }
    }

    #[test]
    fn unused_entries_and_pages_are_freed() {
        let mut pages = Pages::new();
        for page in [9, 2, 40] {
            pages.put(page, &[7; PAGE]);
        }
        pages.take(40);
        pages.shrink_to_fit();
        assert_eq!((pages.sizes(), pages.slots().len()), ([10, 2, 2], 2 * PAGE));
        pages.take(2);
        pages.take(9);
        pages.shrink_to_fit();
        assert_eq!(pages.sizes(), [0, 0, 0]);
    }
}
