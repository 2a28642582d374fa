//! Sets of entity indices as one bit per slot, iterated in ascending order.
//!
//! - **I1** `count` is the number of bits that are set.
//!
//! ```text
//! words   [ 0b0010_0101 ][ 0 ][ 0b1000_0000 ]     64 slots each, 8 in this diagram
//! iter    0, 2, 5, 23                             by `trailing_zeros`; empty words are skipped
//! ```
//!
//! Used by storages by index, tags and active-passive views. Insertion and removal change one bit and move nothing. The order is always
//! ascending: it depends only on the content of the set, not on its history.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter::FusedIterator;

use super::EntityIndex;
use super::Source;
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::reuse::clone_by_field;

const BITS: usize = u64::BITS as usize;

/// A set of entity indices as one bit per slot: which entities have a component.
///
/// The position of an entity is its index. Iteration tests 64 slots at once: `O(slots / 64 + len)`. Takes one bit of memory per slot, up to
/// the highest index that was ever in the set.
///
/// It orders entities without sorting them, at a cost that does not depend on their number. If few entities are spread over many slots, a
/// list is faster to iterate.
///
/// # Examples
///
/// The set of a storage by index, observed through a query: entities are visited by ascending index, in whichever order they got the
/// component.
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Debug, PartialEq)]
/// struct Flag(u8);
///
/// ecs_world! { components: #[storage(vec)] Flag; }
///
/// let mut world = World::default();
/// let [first, second] = [0, 1].map(|_| world.spawn(()));
/// world.insert(second, Flag(2)).unwrap();
/// world.insert(first, Flag(1)).unwrap();
/// assert!(world.query::<&Flag>().iter().eq([&Flag(1), &Flag(2)]));
/// ```
#[derive(Debug, Default)]
pub struct Presence {
    /// Word `n` has the bits of the slots from `64 * n` on. The last word can be zero, since removal does not shorten the list.
    words: Vec<u64>,
    /// Updated when bits change, so that `len` need not read the words (I1).
    count: usize,
}

clone_by_field! { [] Presence { words, count } }

impl Presence {
    /// Returns an empty set. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new(), count: 0 }
    }

    /// Returns the number of entities. `O(1)`.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if the set is empty. `O(1)`.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns an upper bound of the slots in use, a multiple of 64.
    #[inline]
    pub(crate) fn slots(&self) -> usize {
        self.words.len() * BITS
    }

    /// Returns true if the set contains an index. `O(1)`.
    #[must_use]
    #[inline]
    pub fn contains(&self, index: u32) -> bool {
        self.words.get(index as usize / BITS).is_some_and(|word| word & bit(index) != 0)
    }

    /// Inserts an index and returns true if it is new. Amortised `O(1)`.
    #[inline]
    pub fn insert(&mut self, index: u32) -> bool {
        let at = index as usize / BITS;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        let is_new = self.words[at] & bit(index) == 0;
        self.words[at] |= bit(index);
        self.count += usize::from(is_new);
        is_new
    }

    /// Removes an index and returns true if it was in the set. `O(1)`.
    #[inline]
    pub fn remove(&mut self, index: u32) -> bool {
        let was_in = self.contains(index);
        if was_in {
            self.words[index as usize / BITS] &= !bit(index);
            self.count -= 1;
        }
        was_in
    }

    /// Returns the first index in the set that is at least `slot`; if there is none, a number that is at least [`slots`](Self::slots).
    /// `O(1)` where entities are dense.
    #[inline]
    pub(crate) fn next_from(&self, slot: usize) -> usize {
        let mut at = slot / BITS;
        let Some(first) = self.words.get(at) else { return slot };
        let mut word = first & (u64::MAX << (slot % BITS));
        while word == 0 {
            at += 1;
            let Some(next) = self.words.get(at) else { return self.slots() };
            word = *next;
        }
        at * BITS + word.trailing_zeros() as usize
    }

    /// Returns true if the set contains none of `slots` indices from `first` on, all of which must be in one word. `O(1)`.
    #[inline]
    pub(crate) fn is_vacant(&self, first: usize, slots: usize) -> bool {
        debug_assert!((1..=BITS - first % BITS).contains(&slots), "all are in one word");
        let bits = u64::MAX >> (BITS - slots) << (first % BITS);
        self.words.get(first / BITS).is_none_or(|word| word & bits == 0)
    }

    /// Iterates over the indices in ascending order. `O(1)` per step where entities are dense. Ends after the last index, without reading
    /// the empty words after it.
    #[must_use]
    pub fn iter(&self) -> PresenceIter<'_> {
        PresenceIter { words: &self.words, next: 0, rest: 0, left: self.count }
    }

    /// Removes all entities. `O(1)`. Keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.count = 0;
    }

    /// Frees unused memory after the highest index in the set.
    ///
    /// `O(slots / 64)` if words are dropped or moved.
    pub fn shrink_to_fit(&mut self) {
        while let Some(&0) = self.words.last() {
            self.words.pop();
        }
        self.words.shrink_to_fit();
    }

    /// Checks the invariant at the top of this module. `O(slots / 64)`.
    ///
    /// # Errors
    ///
    /// If the invariant is broken.
    pub(crate) fn check(&self) -> Result<(), String> {
        let bits: usize = self.words.iter().map(|word| word.count_ones() as usize).sum();
        if bits == self.count { Ok(()) } else { Err("presence: the count is not that of the bits".into()) }
    }
}

/// The bit of an index in its word.
fn bit(index: u32) -> u64 {
    1 << (index as usize % BITS)
}

impl<'a> IntoIterator for &'a Presence {
    type Item = u32;
    type IntoIter = PresenceIter<'a>;

    fn into_iter(self) -> PresenceIter<'a> {
        self.iter()
    }
}

/// Iterator over the indices in a [`Presence`], in ascending order.
///
/// A step shifts nothing, and branches once per word: the lowest bit is found by counting zeros and cleared by a subtraction. The exact
/// length is known.
#[derive(Debug, Clone)]
pub struct PresenceIter<'a> {
    words: &'a [u64],
    /// Number of the next word.
    next: usize,
    /// The bits of the word before `next` that were not visited yet.
    rest: u64,
    /// Number of indices that are left.
    left: usize,
}

impl Iterator for PresenceIter<'_> {
    type Item = u32;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        while self.rest == 0 {
            self.rest = *self.words.get(self.next)?;
            self.next += 1;
        }
        let slot = (self.next - 1) * BITS + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(slot as u32)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    /// Returns the number of indices that are left. `O(1)`.
    fn count(self) -> usize {
        self.left
    }
}

impl ExactSizeIterator for PresenceIter<'_> {}
impl FusedIterator for PresenceIter<'_> {}

/// The position of an entity is its index, so a lookup tests one bit. By design no entities count as adjacent, so there are no runs.
impl EntityIndex for Presence {
    const DENSE: bool = false;

    fn empty_index() -> &'static Self {
        static EMPTY: Presence = Presence::new();
        &EMPTY
    }

    #[inline]
    fn position_in(&self, entity: Entity, living: &Allocator) -> Option<usize> {
        // A bit holds no generation.
        if living.contains(entity) { self.position_of(entity.index()) } else { None }
    }

    #[inline]
    fn position_of(&self, index: u32) -> Option<usize> {
        self.contains(index).then_some(index as usize)
    }

    #[inline]
    fn index_at(&self, position: usize) -> Option<u32> {
        u32::try_from(position).ok().filter(|index| self.contains(*index))
    }

    #[inline]
    fn source(&self) -> Source<'_> {
        Source::Ascending(self)
    }

    #[inline]
    fn is_source(&self, source: Source<'_>) -> bool {
        matches!(source, Source::Ascending(presence) if core::ptr::eq(presence, self))
    }

    fn iter_indices(&self) -> impl Iterator<Item = u32> {
        self.iter()
    }

    #[inline(always)]
    fn run_len(&self, _: &[u32]) -> usize {
        0
    }

    fn common(&self, _: usize, _: &[u32]) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_iterated_in_ascending_order_across_words() {
        let mut presence = Presence::new();
        let slots = [4096, 0, 63, 64, 700, 127];
        assert!(slots.iter().all(|slot| presence.insert(*slot)) && !presence.insert(64));
        assert!(presence.iter().eq([0, 63, 64, 127, 700, 4096]));
        assert!(presence.remove(63) && !presence.remove(63) && !presence.remove(9999));
        let visited = core::iter::successors(Some(presence.next_from(0)), |slot| Some(presence.next_from(slot + 1)));
        assert!(visited.take_while(|slot| *slot < presence.slots()).eq([0, 64, 127, 700, 4096]));
        presence.check().unwrap();
        let mut left = presence.iter();
        for expected in [5, 4, 3, 2, 1, 0, 0] {
            assert_eq!(
                (left.len(), left.size_hint(), left.clone().count()),
                (expected, (expected, Some(expected)), expected)
            );
            left.next();
        }
    }

    #[test]
    fn a_part_of_a_word_is_vacant_if_it_has_no_bit() {
        let mut presence = Presence::new();
        presence.insert(63);
        presence.insert(66);
        assert_eq!([0, 64, 128].map(|first| presence.is_vacant(first, 64)), [false, false, true]);
        assert_eq!([0, 32, 64, 96, 999].map(|first| presence.is_vacant(first, 25)), [true, true, false, true, true]);
        assert_eq!([62, 63, 64, 66, 67].map(|slot| presence.is_vacant(slot, 1)), [true, false, true, false, true]);
    }

    #[test]
    fn a_presence_agrees_with_an_array_of_flags() {
        let (mut presence, mut expected) = (Presence::new(), [false; 300]);
        let mut number: u32 = 7;
        for _ in 0..if cfg!(miri) { 100 } else { 3_000 } {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let slot = number >> 16 & 0xff;
            let was_present = core::mem::replace(&mut expected[slot as usize], number >> 30 != 0);
            if number >> 30 == 0 {
                assert_eq!(presence.remove(slot), was_present);
            } else {
                assert_eq!(presence.insert(slot), !was_present);
            }
        }
        let slots: Vec<u32> = (0..300).filter(|slot| expected[*slot as usize]).collect();
        assert!(presence.iter().eq(slots.iter().copied()) && (&presence).into_iter().eq(presence.iter_indices()));
        assert_eq!((presence.len(), presence.is_empty(), presence.slots()), (slots.len(), false, 256));
        for slot in 0..300 {
            let is_present = expected[slot as usize];
            assert_eq!(presence.contains(slot), is_present);
            let next = slots.iter().find(|other| **other >= slot).map_or(256.max(slot as usize), |next| *next as usize);
            assert_eq!(presence.next_from(slot as usize), next, "from {slot}");
            assert_eq!(EntityIndex::position_of(&presence, slot), is_present.then_some(slot as usize));
            assert_eq!(presence.index_at(slot as usize), is_present.then_some(slot));
        }
        assert_eq!((presence.index_at(usize::MAX), presence.run_len(&slots)), (None, 0));
        assert!(presence.is_source(presence.source()) && !presence.is_source(Presence::empty_index().source()));
        presence.check().unwrap();
        presence.count += 1;
        assert!(presence.check().is_err());
    }

    #[test]
    fn only_live_entities_have_a_position() {
        let (mut presence, mut living) = (Presence::new(), Allocator::default());
        let first = living.spawn();
        presence.insert(first.index());
        assert_eq!(presence.position_in(first, &living), Some(0));
        living.despawn(first);
        let second = living.spawn();
        assert_eq!([first, second].map(|entity| presence.position_in(entity, &living)), [None, Some(0)]);
    }

    #[test]
    fn unused_words_are_freed() {
        let mut presence = Presence::new();
        presence.insert(5);
        presence.insert(100_000);
        presence.remove(100_000);
        presence.shrink_to_fit();
        assert_eq!((presence.slots(), presence.len(), presence.contains(5)), (64, 1, true));
        assert_eq!(presence.words.capacity(), 1);
        presence.clear();
        assert!(presence.is_empty() && presence.next_from(0) == 0);
    }
}
