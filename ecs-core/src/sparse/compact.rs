//! Owns pages of slots that take less memory than one slot each: what [`Slots`](super::Slots) makes of pages at rest.
//!
//! - **I1** A vacant slot of an even page has the position [`VACANT`]; no entity stands there.
//! - **I2** The slots of a sparse page ascend.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::slots::{PAGE, Slot};

/// No position: there are fewer than 2^32 - 1 entities.
const VACANT: u32 = u32::MAX;

/// Up to so many slots are listed: a search among them takes six steps at most.
const LISTED: usize = 64;

/// A page of slots that was packed.
#[derive(Debug, Clone)]
pub(super) enum Page {
    /// The occupied slots alone: 12 bytes each.
    Sparse(Vec<(u16, Slot)>),
    /// All slots, whose generations differ by less than 256: 5 bytes each.
    Even(Box<Even>),
}

#[derive(Debug, Clone)]
pub(super) struct Even {
    lowest: u32,
    above: [u8; PAGE],
    positions: [u32; PAGE],
}

impl Page {
    /// Packs a page; `None` if its generations differ by too much.
    pub(super) fn pack(slots: &[Slot]) -> Option<Self> {
        let occupied = || slots.iter().zip(0..).filter(|(slot, _)| slot.generation != 0);
        if occupied().count() <= LISTED {
            return Some(Self::Sparse(occupied().map(|(slot, at)| (at, *slot)).collect()));
        }
        let lowest = occupied().map(|(slot, _)| slot.generation).min()?;
        let mut even = Box::new(Even { lowest, above: [0; PAGE], positions: [VACANT; PAGE] });
        occupied().try_for_each(|(slot, at)| even.set(usize::from(at), *slot))?;
        Some(Self::Even(even))
    }

    /// All slots of the page.
    pub(super) fn unpack(&self) -> impl Iterator<Item = Slot> {
        (0..PAGE).map(|at| self.get(at).unwrap_or_default())
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<Slot> {
        match self {
            Self::Sparse(listed) => Some(listed[find(listed, at).ok()?].1),
            Self::Even(even) if even.positions[at] == VACANT => None,
            Self::Even(even) => Some(Slot { position: even.positions[at], generation: even.generation(at) }),
        }
    }

    /// Writes a slot; `None` if the page is to be unpacked first.
    pub(super) fn set(&mut self, at: usize, slot: Slot) -> Option<()> {
        match self {
            Self::Even(even) => even.set(at, slot),
            Self::Sparse(listed) => {
                match find(listed, at) {
                    Ok(found) => listed[found].1 = slot,
                    Err(_) if listed.len() == LISTED => return None,
                    #[expect(clippy::cast_possible_truncation, reason = "a page has 2^10 slots")]
                    Err(place) => listed.insert(place, (at as u16, slot)),
                }
                Some(())
            }
        }
    }

    /// Gives the entity of an occupied slot another position.
    pub(super) fn relocate(&mut self, at: usize, position: u32) {
        match self {
            Self::Even(even) => even.positions[at] = position,
            Self::Sparse(listed) => {
                if let Ok(found) = find(listed, at) {
                    listed[found].1.position = position;
                }
            }
        }
    }

    pub(super) fn vacate(&mut self, at: usize) {
        match self {
            Self::Even(even) => even.positions[at] = VACANT,
            Self::Sparse(listed) => {
                if let Ok(found) = find(listed, at) {
                    listed.remove(found);
                }
            }
        }
    }

    pub(super) fn occupied(&self) -> usize {
        match self {
            Self::Sparse(listed) => listed.len(),
            Self::Even(even) => even.positions.iter().filter(|position| **position != VACANT).count(),
        }
    }
}

impl Even {
    #[inline]
    fn generation(&self, at: usize) -> u32 {
        self.lowest + u32::from(self.above[at])
    }

    fn set(&mut self, at: usize, slot: Slot) -> Option<()> {
        self.above[at] = u8::try_from(slot.generation.checked_sub(self.lowest)?).ok()?;
        self.positions[at] = slot.position;
        Some(())
    }
}

/// Where a slot stands in a list, or where it would be put.
fn find(listed: &[(u16, Slot)], at: usize) -> Result<usize, usize> {
    listed.binary_search_by_key(&at, |(own, _)| usize::from(*own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(occupied: usize, generation: impl Fn(u32) -> u32) -> Vec<Slot> {
        let slot = |at: u32| Slot { position: at * 2, generation: generation(at) };
        (0..1024).map(|at| if (at as usize) < occupied { slot(at) } else { Slot::default() }).collect()
    }

    #[test]
    fn a_sparse_page_takes_as_many_as_may_be_listed() {
        let slot = Slot { position: 9, generation: 1 };
        let mut page = Page::pack(&slots(LISTED - 1, |_| 1)).expect("few are listed");
        assert_eq!((page.set(1000, slot), page.occupied()), (Some(()), LISTED));
        assert_eq!((page.set(1001, slot), page.occupied()), (None, LISTED), "no more than that");
        assert_eq!(page.set(3, slot), Some(()), "but those who are there change");
        assert!([3, 1000].map(|at| page.get(at).map(|slot| slot.position)) == [Some(9); 2] && page.get(1001).is_none());
    }

    fn is_kept(slots: &[Slot]) -> bool {
        let pairs = |slot: Slot| (slot.generation, slot.position * u32::from(slot.generation != 0));
        let page = Page::pack(slots).unwrap();
        page.unpack().map(pairs).eq(slots.iter().copied().map(pairs))
    }

    #[test]
    fn packed_pages_hold_what_they_were_made_of() {
        for occupied in [0, 1, LISTED, LISTED + 1, PAGE] {
            assert!(is_kept(&slots(occupied, |_| 1)) && is_kept(&slots(occupied, |at| u32::MAX - at % 256)));
        }
    }

    #[test]
    fn a_page_whose_generations_are_far_apart_is_not_packed() {
        assert!(Page::pack(&slots(LISTED + 1, |at| 1 + at * 5)).is_none());
        assert!(is_kept(&slots(LISTED, |at| 1 + at * 1_000_000)));
    }

    #[test]
    fn what_does_not_fit_into_a_packed_page_is_refused() {
        let (mut listed, mut even) =
            (Page::pack(&slots(LISTED, |_| 9)).unwrap(), Page::pack(&slots(PAGE, |_| 9)).unwrap());
        let slot = |generation| Slot { position: 7, generation };
        assert!(listed.set(0, slot(1)).is_some() && listed.set(500, slot(1)).is_none());
        assert!(
            even.set(0, slot(9 + 255)).is_some()
                && even.set(1, slot(9 + 256)).is_none()
                && even.set(1, slot(7)).is_none()
        );
        assert_eq!((even.get(0).unwrap().generation, even.get(1).unwrap().position), (264, 2));
        for page in [&mut listed, &mut even] {
            let before = page.occupied();
            page.vacate(0);
            page.vacate(0);
            page.relocate(1, 99);
            assert_eq!((page.occupied(), page.get(0).is_none(), page.get(1).unwrap().position), (before - 1, true, 99));
        }
    }
}
