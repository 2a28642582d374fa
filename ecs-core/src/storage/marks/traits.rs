//! Traits that mark writes for any number of readers of a component: [`Marks`] as part of a type, and [`Note`] as a trait object.
//!
//! The readers of a component are nested pairs of [`ChangeMarks`](super::ChangeMarks), so both traits are implemented for one reader, for a
//! pair, and for none. Code that marks through `Marks` is compiled for each number of readers, and to nothing if there are none. A
//! [`Mut`](crate::Mut), whose type users write, has a pointer to a `Note`.

use core::ops::Range;

use super::super::companion::private;

/// The borrowed marks of all readers of a storage, in which writes are recorded. `()` if there are no readers.
///
/// `Copy`, since it is a borrow of atomic words. The default has no marks, for empty columns.
pub trait Marks: Copy + Default + Send + Sync + private::Sealed {
    /// Whether writes are marked at all.
    ///
    /// If false, callers need not compute the position of a value in order to mark it.
    const ANY: bool;
    /// Marks a position. `SHARED` is true if other threads may mark positions of the same word at the same time.
    fn mark<const SHARED: bool>(self, position: usize);
    /// Marks a range of positions, a word at a time.
    ///
    /// Runs in **O(positions / word)** time for each reader.
    fn mark_range<const SHARED: bool>(self, positions: Range<usize>);
    /// Marks several positions of one word.
    ///
    /// `word` is its first position divided by the number of bits of a word.
    fn mark_word<const SHARED: bool>(self, word: usize, bits: usize);
}

impl Marks for () {
    const ANY: bool = false;

    #[inline(always)]
    fn mark<const SHARED: bool>(self, _: usize) {}
    #[inline(always)]
    fn mark_range<const SHARED: bool>(self, _: Range<usize>) {}
    #[inline(always)]
    fn mark_word<const SHARED: bool>(self, _: usize, _: usize) {}
}

impl<A: Marks, B: Marks> Marks for (A, B) {
    const ANY: bool = A::ANY || B::ANY;

    #[inline(always)]
    fn mark<const SHARED: bool>(self, position: usize) {
        self.0.mark::<SHARED>(position);
        self.1.mark::<SHARED>(position);
    }

    #[inline(always)]
    fn mark_range<const SHARED: bool>(self, positions: Range<usize>) {
        self.0.mark_range::<SHARED>(positions.clone());
        self.1.mark_range::<SHARED>(positions);
    }

    #[inline(always)]
    fn mark_word<const SHARED: bool>(self, word: usize, bits: usize) {
        self.0.mark_word::<SHARED>(word, bits);
        self.1.mark_word::<SHARED>(word, bits);
    }
}

/// Records writes through a [`Mut`](crate::Mut), for any number of readers.
///
/// Called through `dyn`, by a pointer in each `Mut`: once per written value where items are kept, and once per 64 values in a loop over
/// slices.
pub trait Note: private::Sealed + Sync {
    /// Marks a position. `shared` is true if other threads may mark positions of the same word at the same time.
    fn note(&self, position: usize, shared: bool);
    /// Marks the positions `first + n` for each bit `n` that is set. Other threads may mark others at the same time.
    fn note_many(&self, first: usize, written: u64);
}

impl<A: Note, B: Note> Note for (A, B) {
    #[inline]
    fn note(&self, position: usize, shared: bool) {
        self.0.note(position, shared);
        self.1.note(position, shared);
    }

    #[inline]
    fn note_many(&self, first: usize, written: u64) {
        self.0.note_many(first, written);
        self.1.note_many(first, written);
    }
}

impl Note for () {
    fn note(&self, _: usize, _: bool) {}
    fn note_many(&self, _: usize, _: u64) {}
}
