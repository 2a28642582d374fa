//! Where writes are marked, whatever the number of readers of a component is: [`Marks`] where it is part of a type, [`Note`] where it is not.
//!
//! The readers of a component are nested pairs of [`ChangeMarks`](super::ChangeMarks), so both traits are implemented for one reader, for a pair, and
//! for none. What marks through `Marks` is compiled for each number of readers, and not at all for none; a [`Mut`](crate::Mut), whose
//! type users write, has one pointer to a `Note`.

use core::ops::Range;

use super::super::companion::private;

/// Where what writes values marks them: the marks of all readers of a storage, borrowed. `()` if there are none.
///
/// `Copy`, since it is a borrow of atomic words; `Default` is a borrow of none, for empty columns.
pub trait Marks: Copy + Default + Send + Sync + private::Sealed {
    /// Whether there are any.
    ///
    /// False lets callers leave out the position of a value, which they may have to compute for this
    /// alone.
    const ANY: bool;
    /// Marks a position; `SHARED` if other threads may mark positions of the same word meanwhile.
    fn mark<const SHARED: bool>(self, position: usize);
    /// Marks a range of positions: a word at a time.
    ///
    /// Runs in **O(positions / word)** time for each reader.
    fn mark_range<const SHARED: bool>(self, positions: Range<usize>);
    /// Marks several positions of one word.
    ///
    /// The number of the word is that of its first position divided by the bits of a word.
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

/// What a [`Mut`](crate::Mut) notes writes in, whatever the number of readers is.
///
/// Called through `dyn`, by a pointer that each `Mut` has: once per value that is written where items
/// are kept, and once per 64 values in a loop over slices.
pub trait Note: private::Sealed + Sync {
    /// Marks a position; `shared` if other threads may mark positions of the same word meanwhile.
    fn note(&self, position: usize, shared: bool);
    /// Marks those of the 64 positions from `first` on whose bits are set. Other threads may mark others meanwhile.
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
