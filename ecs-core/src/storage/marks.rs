//! Change marks: one bit per position of a storage and reader, set if the value there was written or inserted since the reader last ran.
//!
//! Each reader has its own marks, a [`Companion`] of the storage: no counter wraps around, a reader misses no change however rarely it
//! runs, and two readers can run in parallel. Each write marks the value for all readers at once.
//!
//! - **I1** There are exactly as many words as the positions need, and no bit beyond the last position is set.
//!
//! Words are atomic, since several threads that iterate different parts of a storage can mark values of the same word
//! ([`Mut`](crate::Mut)). All other marks are set under a mutable borrow of the values, with plain loads and stores. No position depends on
//! a mark: what changes here behind a shared borrow is not used to find values.
//!
//! ```text
//! positions       0 1 2 3 ..              63 | 64 ..
//! values          a b c d
//! reader 1        1 0 0 1                    |          the bits of one word, lowest first
//! reader 2        0 0 1 1                    |
//! ```
//!
//! | operation | cost in words |
//! |---|---|
//! | mark one value | one load, and a store if it was not marked |
//! | mark all values of an iteration over slices | one store per word |
//! | visit the marked values | one load per word, and a step per mark |
//! | swap two values | two loads, and two stores if the bits differ |
//! | insert or remove in a [shifted](Layout::Shifted) storage | all words from that of the position on |

mod traits;
mod words;

use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

pub use traits::{Marks, Note};
pub(crate) use words::Marked;
pub use words::Words;

use words::{mark_range, unmark_all};

use super::companion::{Companion, Layout, private};
use crate::sparse::SparseIndex;

/// Positions per word.
///
/// A machine word, so that atomic operations on it exist wherever `AtomicUsize` does.
const BITS: usize = usize::BITS as usize;

/// The bit of a position in its word.
#[inline(always)]
const fn bit(position: usize) -> usize {
    1 << (position % BITS)
}

/// The marks of one reader: of changed values, or of added ones if `ADDED`, which are those inserted into an entity that had none.
#[derive(Default)]
pub struct ChangeMarks<const ADDED: bool> {
    /// One bit per position, lowest first (I1).
    words: Vec<AtomicUsize>,
    /// Number of positions.
    ///
    /// Equals the number of values; in a storage by entity index, it is an upper bound of the slots that were ever used.
    len: usize,
    /// Whether the last removed value had a mark.
    ///
    /// [`was_replaced`](Companion::was_replaced) restores the mark: a value that an exchange replaces is not new to a reader of added
    /// values.
    removed: bool,
    /// A buffer: the entities whose marks [`find`](Self::find) found last.
    ///
    /// Kept for its memory. Not cloned, since it is meaningless after the run in which it was filled.
    found: SparseIndex,
}

impl<const ADDED: bool> Clone for ChangeMarks<ADDED> {
    fn clone(&self) -> Self {
        let words = self.words.iter().map(|word| AtomicUsize::new(word.load(Ordering::Relaxed))).collect();
        Self { words, len: self.len, removed: self.removed, found: SparseIndex::new() }
    }

    /// Reuses memory.
    fn clone_from(&mut self, source: &Self) {
        self.words.resize_with(source.words.len(), AtomicUsize::default);
        for (own, word) in self.words.iter_mut().zip(&source.words) {
            *own.get_mut() = word.load(Ordering::Relaxed);
        }
        (self.len, self.removed) = (source.len, source.removed);
    }
}

/// Prints the marked positions: `{0, 17}`.
impl<const ADDED: bool> core::fmt::Debug for ChangeMarks<ADDED> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries((0..self.len).filter(|position| self.contains(*position))).finish()
    }
}

impl<const ADDED: bool> ChangeMarks<ADDED> {
    /// Returns true if a position is marked. Runs in **O(1)** time.
    #[inline]
    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words.get(position / BITS).is_some_and(|word| word.load(Ordering::Relaxed) & bit(position) != 0)
    }

    /// Sets or removes the mark of a position; does nothing beyond the end. Runs in **O(1)** time, without an atomic operation, since the
    /// borrow is exclusive.
    #[inline]
    fn set(&mut self, position: usize, is_marked: bool) {
        if let Some(word) = self.words.get_mut(position / BITS) {
            let word = word.get_mut();
            *word = if is_marked { *word | bit(position) } else { *word & !bit(position) };
        }
    }

    /// Removes the mark of a position. Runs in **O(1)** time.
    pub(crate) fn unmark(&mut self, position: usize) {
        self.set(position, false);
    }

    /// Creates marks for `len` positions, none of which is marked.
    pub(crate) fn unmarked(len: usize) -> Self {
        let mut marks = Self::default();
        marks.grow(len);
        marks
    }

    /// Adds positions up to `len`, which are not marked.
    ///
    /// Does nothing if there are as many already. Runs in **O(new words)** time, amortised like a `Vec`.
    fn grow(&mut self, len: usize) {
        self.len = self.len.max(len);
        self.words.resize_with(self.len.div_ceil(BITS), AtomicUsize::default);
    }

    /// Removes the marks in ascending order of positions, and calls a function for each marked position below `end`. Words without a mark
    /// cost one load: **O(marks + positions / word)**.
    ///
    /// Each mark is removed before its call, so that a call that panics leaves the marks of later positions.
    #[inline]
    pub(crate) fn drain(&mut self, end: usize, mut function: impl FnMut(usize)) {
        for (number, word) in self.words.iter_mut().enumerate().take(end.div_ceil(BITS)) {
            let word = word.get_mut();
            while *word != 0 {
                let position = number * BITS + word.trailing_zeros() as usize;
                *word &= *word - 1;
                if position < end {
                    function(position);
                }
            }
        }
    }

    /// Replaces the marks by those of this many positions, all of which are marked. Runs in **O(positions / word)** time.
    pub(crate) fn mark_all(&mut self, positions: usize) {
        self.words.clear();
        self.len = 0;
        self.grow(positions);
        mark_range::<false>(&self.words, 0..positions);
    }

    /// Removes all marks. Runs in **O(positions / word)** time.
    pub(crate) fn unmark_all(&mut self) {
        unmark_all(&mut self.words);
    }

    /// Lists the entities of the marked positions in ascending order of positions; positions for which the function returns `None` are left
    /// out. Also returns the marks, which are kept. Runs in **O(marks + positions / word)** time, and allocates only if more entities are
    /// found than ever before.
    pub(crate) fn find(&mut self, mut entity_at: impl FnMut(usize) -> Option<u32>) -> (&SparseIndex, Marked<'_>) {
        self.found.clear();
        for (number, word) in self.words.iter_mut().enumerate() {
            let mut rest = *word.get_mut();
            while rest != 0 {
                let position = number * BITS + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if let Some(index) = entity_at(position) {
                    self.found.push(index);
                }
            }
        }
        (&self.found, Marked(&mut self.words))
    }
}

impl<const ADDED: bool> private::Sealed for ChangeMarks<ADDED> {}

/// The marks of one system that reads changes, for saves.
///
/// A save contains, for each reader, the rows that the reader has not seen yet, and loading marks exactly these. Used as a trait object,
/// not as a type parameter: saves do not know how many readers a component has.
#[cfg(feature = "serde")]
pub trait ReaderMarks: private::Sealed {
    /// Returns true if a position is marked.
    ///
    /// Runs in **O(1)** time. False beyond the end.
    fn is_marked(&self, position: usize) -> bool;
    /// Marks a position that has a value, or removes its mark.
    ///
    /// Runs in **O(1)** time. Not for concurrent use: it loads the word and stores it.
    fn put(&self, position: usize, is_marked: bool);
}

#[cfg(feature = "serde")]
impl<const ADDED: bool> ReaderMarks for ChangeMarks<ADDED> {
    fn is_marked(&self, position: usize) -> bool {
        self.contains(position)
    }

    fn put(&self, position: usize, is_marked: bool) {
        if let Some(word) = self.words.get(position / BITS) {
            let before = word.load(Ordering::Relaxed);
            let after = if is_marked { before | bit(position) } else { before & !bit(position) };
            word.store(after, Ordering::Relaxed);
        }
    }
}

impl<T, const ADDED: bool> Companion<T> for ChangeMarks<ADDED> {
    const EMPTY: Self = Self { words: Vec::new(), len: 0, removed: false, found: SparseIndex::new() };

    type Marks<'w> = Words<'w, ADDED>;

    #[inline(always)]
    fn marks(&self) -> Words<'_, ADDED> {
        Words(&self.words)
    }

    #[inline(always)]
    fn notes(&self) -> Option<&dyn Note> {
        if ADDED { None } else { Some(self) }
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>(marks: Words<'w, ADDED>) -> Words<'a, ADDED> {
        marks
    }

    fn copy_from(&mut self, source: &Self, _: usize) {
        self.clone_from(source);
    }

    fn insert_at(&mut self, position: usize, _: &T, layout: Layout) {
        if layout == Layout::Shifted {
            self.grow(self.len + 1);
            self.shift_up(position);
        } else {
            self.grow(position + 1);
        }
        self.set(position, true);
    }

    fn extend(&mut self, first: usize, values: &[T]) {
        let end = first + values.len();
        self.grow(end);
        mark_range::<false>(&self.words, first..end);
    }

    fn replace(&mut self, position: usize, _: &T) {
        if !ADDED {
            self.set(position, true);
        }
    }

    fn remove_at(&mut self, position: usize, last: usize, layout: Layout) {
        self.removed = self.contains(position);
        match layout {
            Layout::Swapped => {
                self.set(position, self.contains(last));
                Companion::<T>::truncate(self, last);
            }
            Layout::Shifted => {
                self.shift_down(position);
                Companion::<T>::truncate(self, last);
            }
            Layout::Indexed => self.set(position, false),
        }
    }

    fn was_replaced(&mut self, position: usize) {
        if ADDED {
            self.set(position, self.removed);
        }
    }

    #[cfg(feature = "serde")]
    const READERS: usize = 1;

    #[cfg(feature = "serde")]
    fn each_reader(&self, visit: &mut dyn FnMut(&dyn ReaderMarks)) {
        visit(self);
    }

    #[inline]
    fn swap(&mut self, a: usize, b: usize) {
        let [of_a, of_b] = [a, b].map(|position| self.contains(position));
        if of_a != of_b {
            self.set(a, of_b);
            self.set(b, of_a);
        }
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.words.truncate(self.len.div_ceil(BITS));
        if let (Some(last), rest @ 1..) = (self.words.last_mut(), self.len % BITS) {
            *last.get_mut() &= bit(rest) - 1;
        }
    }

    fn reserve(&mut self, additional: usize) {
        let words = self.len.saturating_add(additional).div_ceil(BITS);
        self.words.reserve(words.saturating_sub(self.words.len()));
    }

    fn shrink_to_fit(&mut self) {
        self.words.shrink_to_fit();
        // Its versions begin anew. The world frees all cached positions afterwards, so none is taken for those of another list.
        self.found = SparseIndex::new();
    }

    fn check(&self, positions: usize, layout: Layout) -> Result<(), String> {
        if self.len != positions && layout != Layout::Indexed {
            return Err(alloc::format!("marks of {} positions for {positions} values", self.len));
        }
        let beyond = self.words.last().filter(|_| !self.len.is_multiple_of(BITS));
        let is_clean = beyond.is_none_or(|last| last.load(Ordering::Relaxed) >> (self.len % BITS) == 0);
        let is_counted = self.words.len() == self.len.div_ceil(BITS);
        if is_clean && is_counted { Ok(()) } else { Err("marks beyond the last value".into()) }
    }
}

impl<const ADDED: bool> ChangeMarks<ADDED> {
    /// Moves each mark from `position` on to the next position; the last mark is lost.
    ///
    /// Called when a value is inserted at `position` and all later ones move. Afterwards `position` itself is not marked. Runs in
    /// **O(later words)** time: one shift per word, whose highest bit is carried to the next one.
    fn shift_up(&mut self, position: usize) {
        let Some(words) = self.words.get_mut(position / BITS..) else { return };
        let below = bit(position) - 1;
        let mut carried = 0;
        for (number, word) in words.iter_mut().enumerate() {
            let word = word.get_mut();
            let (kept, moved) = if number == 0 { (*word & below, *word & !below) } else { (0, *word) };
            (*word, carried) = (kept | moved << 1 | carried, *word >> (BITS - 1));
        }
    }

    /// Moves each mark after `position` to the previous position.
    ///
    /// Called when the value at `position` was removed, whose mark is removed as well. Runs in **O(later words)** time.
    fn shift_down(&mut self, position: usize) {
        let Some(words) = self.words.get_mut(position / BITS..) else { return };
        let below = bit(position) - 1;
        for number in 0..words.len() {
            let next = words.get_mut(number + 1).map_or(0, |word| *word.get_mut() & 1);
            let word = words[number].get_mut();
            let (kept, moved) = if number == 0 { (*word & below, *word >> 1 & !below) } else { (0, *word >> 1) };
            *word = kept | moved | next << (BITS - 1);
        }
    }
}

impl<const ADDED: bool> Note for ChangeMarks<ADDED> {
    #[inline]
    fn note(&self, position: usize, shared: bool) {
        Words::<ADDED>(&self.words).note(position, shared);
    }

    #[inline]
    fn note_many(&self, first: usize, written: u64) {
        Words::<ADDED>(&self.words).note_many(first, written);
    }
}

#[cfg(test)]
mod tests;
