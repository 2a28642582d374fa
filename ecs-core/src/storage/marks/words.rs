//! The borrowed words of one reader, through which values are marked while they are written, on one thread or on several.
//!
//! | `SHARED` | a mark is | used where |
//! |---|---|---|
//! | false | a load and a store | the storage is borrowed by one iteration, on one thread |
//! | true | a load, and an atomic `or` (if there is one) unless the bit is set | parts of a storage are, or may be, on several threads |

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::super::companion::private;
use super::{BITS, Marks, Note, bit};

/// The words of the marks of one reader. A reader of added values ignores writes.
///
/// It is a shared borrow: an iteration that writes values has the marks of all readers of the storage, and gives a copy of them to each
/// thread.
#[derive(Clone, Copy, Default, Debug)]
pub struct Words<'w, const ADDED: bool>(pub(super) &'w [AtomicUsize]);

impl<const ADDED: bool> private::Sealed for Words<'_, ADDED> {}

impl<const ADDED: bool> Marks for Words<'_, ADDED> {
    const ANY: bool = !ADDED;

    #[inline(always)]
    fn mark<const SHARED: bool>(self, position: usize) {
        self.mark_word::<SHARED>(position / BITS, bit(position));
    }

    #[inline]
    fn mark_range<const SHARED: bool>(self, positions: Range<usize>) {
        if !ADDED {
            mark_range::<SHARED>(self.0, positions);
        }
    }

    #[inline(always)]
    fn mark_word<const SHARED: bool>(self, word: usize, bits: usize) {
        if !ADDED && let Some(word) = self.0.get(word) {
            add::<SHARED>(word, bits);
        }
    }
}

impl<const ADDED: bool> Note for Words<'_, ADDED> {
    #[inline]
    fn note(&self, position: usize, shared: bool) {
        if shared {
            self.mark::<true>(position);
        } else {
            self.mark::<false>(position);
        }
    }

    /// ```text
    /// first 60, written 0b10_1001, words of 64 bits: positions 60, 63 and 65
    /// shifted by 60     word 0: bits 60 and 63     word 1: bit 1
    /// ```
    #[inline]
    fn note_many(&self, first: usize, written: u64) {
        let (mut word, shift) = (first / BITS, first % BITS);
        let mut rest = u128::from(written) << shift;
        while rest != 0 {
            let bits = rest as usize;
            // A word without a write is not touched.
            if bits != 0 {
                self.mark_word::<true>(word, bits);
            }
            (word, rest) = (word + 1, rest >> BITS);
        }
    }
}

/// Marks that were found and are removed after the found entities have been used.
///
/// In between, a query over the found entities may write values and so mark them again. These marks are removed as well: a reader is not
/// notified of its own writes.
#[derive(Debug)]
pub(crate) struct Marked<'w>(pub(super) &'w mut [AtomicUsize]);

impl Marked<'_> {
    /// Removes all marks, including those that were set in between. Runs in **O(positions / word)** time.
    pub(crate) fn unmark_all(self) {
        unmark_all(self.0);
    }
}

/// Sets each word to zero. The number of positions does not change.
pub(super) fn unmark_all(words: &mut [AtomicUsize]) {
    for word in words {
        *word.get_mut() = 0;
    }
}

/// Adds marks to a word.
///
/// A word that has all of these marks already is not written. So values that change in each run cost one load, and threads that mark values
/// of one word do not compete for its cache line. Relaxed ordering suffices: a reader drains its marks after the threads that set them were
/// joined.
#[inline(always)]
fn add<const SHARED: bool>(word: &AtomicUsize, bits: usize) {
    let old = word.load(Ordering::Relaxed);
    if old & bits == bits {
        return;
    }
    #[cfg(target_has_atomic = "ptr")]
    if SHARED {
        word.fetch_or(bits, Ordering::Relaxed);
        return;
    }
    // Also used for shared marks on targets without an atomic `or`: two cores that write values of one word at the same time may lose a
    // mark there, but this is no data race.
    word.store(old | bits, Ordering::Relaxed);
}

/// Marks a range of positions. Not inlined, so that there is one copy, however many systems write.
///
/// ```text
/// positions 62..130, words of 64 bits
/// word 0    bits 62 and 63        added
/// word 1    all bits              stored
/// word 2    bits 0 and 1          added
/// ```
///
/// The first and the last word may contain positions outside of the range, which may belong to another thread. The words between them
/// contain only positions of the range and are stored as a whole. A range that ends beyond the words is ignored. Runs in **O(words)** time.
#[inline(never)]
pub(super) fn mark_range<const SHARED: bool>(words: &[AtomicUsize], positions: Range<usize>) {
    let Range { start, end } = positions;
    if start >= end {
        return;
    }
    let (first, last) = (start / BITS, (end - 1) / BITS);
    let (from, to) = (usize::MAX << (start % BITS), usize::MAX >> (BITS - 1 - (end - 1) % BITS));
    let Some(words) = words.get(first..=last) else { return };
    match words {
        [] => {}
        [only] => add::<SHARED>(only, from & to),
        [first, inner @ .., last] => {
            add::<SHARED>(first, from);
            for word in inner {
                word.store(usize::MAX, Ordering::Relaxed);
            }
            add::<SHARED>(last, to);
        }
    }
}
