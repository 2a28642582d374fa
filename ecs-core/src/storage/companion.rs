//! Companions: data that accompanies the values of a storage at the same positions, such as change marks.
//!
//! [`Accompanied`](super::Accompanied) wraps a storage of any kind and a [`Companion`]. It is a storage itself, and repeats each move of a
//! value (insertion, removal, swaps of groups, `sort_by`, `tidy`) in the companion. So structural changes, views and tidying need not know
//! companions, and a component without one keeps its plain storage: worlds without companions compile to the same code as before.
//!
//! Storage and companion are two fields, so that generated code can borrow one for reading and the other for writing: a system that reads
//! values does not conflict with another that writes their companion. Positions in both are those of one index (`read_own`, `write_own`).
//! Several companions of a component are combined in pairs.
//!
//! - **I1** A companion has as many entries as the storage has values, and the entry at a position belongs to the value there. This holds
//!   again before any user code can run, except the `Clone` and `Drop` of what the companion itself contains, which run before an insertion
//!   and after a removal.
//!
//! There are three kinds of companions:
//!
//! | companion | of | entry per position |
//! |---|---|---|
//! | `()` | a storage without a companion | none |
//! | [`ChangeMarks`](super::ChangeMarks) | a system that filters by changes | one bit |
//! | [`Registered`](super::Registered) | readers that are registered at run time | one bit per reader |
//!
//! Two companions are combined as a pair. [`Readers`] is a pair of marks with a type of its own, since writes are noted in both of its
//! halves ([`Note`]); of an ordinary pair, only one half has notes.

use alloc::string::String;

use super::{Marks, Note};
use crate::reuse::clone_by_field;

/// Private, so that only this crate implements companions.
///
/// `Sealed` is a supertrait of [`Companion`], [`Marks`] and [`Note`], so generated code can use them, but no other crate can implement
/// them.
pub(crate) mod private {
    #[diagnostic::on_unimplemented(
        message = "companions of storages are implemented by the library alone",
        label = "`{Self}` cannot be a companion"
    )]
    pub trait Sealed {}
}

/// How the positions of a storage change as values are inserted and removed.
///
/// ```text
/// removal of `b`, at position 1 of 4      entries before      entries after
/// Swapped                                 a b c d             a d c
/// Shifted                                 a b c d             a c d
/// Indexed                                 a b c d             a - c d
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Insertion appends; removal moves the last value to the free position.
    ///
    /// The layout of `sparse_set`, `hash_map` and `btree_map`.
    Swapped,
    /// Insertion and removal shift all later values.
    ///
    /// The layout of `packed`.
    Shifted,
    /// The position of a value is the index of its entity, with gaps: no value moves.
    ///
    /// The layout of `vec`, `hashed_array_tree` and `tag`. A companion also has entries for slots without a value.
    Indexed,
}

/// Data that accompanies the values of a storage at the same positions.
///
/// Each method repeats what the storage does. Calls before an insertion or a replacement receive the new value and may panic; nothing has
/// changed then. No other method may panic before it is done.
///
/// The calls for each change:
///
/// | change | calls |
/// |---|---|
/// | a value is inserted | `insert_at`, then the storage inserts it |
/// | a batch is appended | `extend`, then the storage appends it; `truncate` if `extend` panics |
/// | a value is replaced | `replace`, then the storage replaces it |
/// | a value is removed | the storage removes it, then `remove_at` |
/// | positions are swapped | the storage swaps them, then `swap` for each pair |
/// | all values are dropped | `clear`, then the storage clears itself |
pub trait Companion<T>: private::Sealed + 'static {
    /// The companion of an empty storage, which has allocated nothing.
    const EMPTY: Self;

    /// The marks in which writes to values are recorded.
    type Marks<'w>: Marks;

    /// Borrows the [marks](Marks) in which writes to values are recorded.
    fn marks(&self) -> Self::Marks<'_>;

    /// The object in which a [`Mut`](crate::Mut) records that it was written, if any.
    fn notes(&self) -> Option<&dyn Note> {
        None
    }

    /// Shortens the lifetime of borrowed marks.
    fn shorten_marks<'a, 'w: 'a>(marks: Self::Marks<'w>) -> Self::Marks<'a>;

    /// Makes this companion a copy of another and reuses its memory, like [`Clone::clone_from`], which pairs do not pass on. `positions` is
    /// the number of values of the storage, or of its positions if they are indexed.
    fn copy_from(&mut self, source: &Self, positions: usize)
    where
        T: Clone;

    /// A value is about to be inserted at a position.
    fn insert_at(&mut self, position: usize, value: &T, layout: Layout);

    /// Values are about to be appended, from position `first` on, to a storage that is [swapped](Layout::Swapped). If this panics, the
    /// caller removes the entries from there on with [`truncate`](Self::truncate).
    fn extend(&mut self, first: usize, values: &[T]) {
        for (position, value) in (first..).zip(values) {
            self.insert_at(position, value, Layout::Swapped);
        }
    }

    /// The value at a position is about to be replaced by `value`.
    fn replace(&mut self, _position: usize, _value: &T) {}

    /// The value at a position was removed. `last` was the position of the last value before, unless values are [indexed](Layout::Indexed).
    fn remove_at(&mut self, position: usize, last: usize, layout: Layout);

    /// The value that was inserted last, at this position, replaces the one that was removed last.
    ///
    /// This way, an exchange keeps the entry of a component that it both removes and inserts. Does nothing for companions whose entries do
    /// not tell a replaced value from a new one.
    fn was_replaced(&mut self, _position: usize) {}

    /// Number of systems whose marks [`each_reader`](Self::each_reader) visits.
    #[cfg(feature = "serde")]
    const READERS: usize = 0;
    /// Visits the marks of each system that reads changes, in the order of their declaration.
    #[cfg(feature = "serde")]
    fn each_reader(&self, _: &mut dyn FnMut(&dyn super::ReaderMarks)) {}

    /// The values at two positions were swapped.
    fn swap(&mut self, a: usize, b: usize);

    /// Removes the entries from a position on.
    fn truncate(&mut self, len: usize);

    /// All values are about to be removed.
    fn clear(&mut self) {
        self.truncate(0);
    }

    /// Reserves capacity for this many more entries.
    fn reserve(&mut self, additional: usize);

    /// Frees spare memory.
    fn shrink_to_fit(&mut self);

    /// Checks the invariants. `positions` is the number of values of the storage, or of its positions if they are indexed.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    fn check(&self, positions: usize, layout: Layout) -> Result<(), String>;
}

/// No companion.
impl private::Sealed for () {}

impl<T> Companion<T> for () {
    const EMPTY: Self = ();

    type Marks<'w> = ();

    #[inline(always)]
    fn marks(&self) {}
    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    fn copy_from(&mut self, (): &Self, _: usize) {}
    fn insert_at(&mut self, _: usize, _: &T, _: Layout) {}
    fn extend(&mut self, _: usize, _: &[T]) {}
    fn remove_at(&mut self, _: usize, _: usize, _: Layout) {}
    fn swap(&mut self, _: usize, _: usize) {}
    fn truncate(&mut self, _: usize) {}
    fn reserve(&mut self, _: usize) {}
    fn shrink_to_fit(&mut self) {}

    fn check(&self, _: usize, _: Layout) -> Result<(), String> {
        Ok(())
    }
}

/// Two companions, of which only the first may panic, and only one may have [notes](Companion::notes).
impl<A, B> private::Sealed for (A, B) {}

/// The marks of several readers, as nested pairs.
///
/// A write is noted in both halves. The macro nests them: a component with three readers has `Readers<A, Readers<B, C>>` or the like, so
/// the number of readers is part of its type.
#[derive(Debug)]
pub struct Readers<A, B>(pub A, pub B);

clone_by_field! { [A: Clone, B: Clone] Readers<A, B> { 0, 1 } }

impl<A, B> private::Sealed for Readers<A, B> {}

impl<A: Note, B: Note> Note for Readers<A, B> {
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

/// Implements [`Companion`] for a pair: each method calls that of both halves.
///
/// Removal and truncation call the second half first, and insertion the first half. If the first half panics when it is notified of a
/// value, the second one was not notified, and nothing has to be undone.
macro_rules! pair {
    ($make:expr; $notes:item) => {

        const EMPTY: Self = $make;

    $notes

    type Marks<'w> = (A::Marks<'w>, B::Marks<'w>);

    #[inline(always)]
    fn marks(&self) -> Self::Marks<'_> {
        (self.0.marks(), self.1.marks())
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((a, b): Self::Marks<'w>) -> Self::Marks<'a> {
        (A::shorten_marks(a), B::shorten_marks(b))
    }

    fn copy_from(&mut self, source: &Self, positions: usize)
    where
        T: Clone,
    {
        self.0.copy_from(&source.0, positions);
        self.1.copy_from(&source.1, positions);
    }

    fn insert_at(&mut self, position: usize, value: &T, layout: Layout) {
        self.0.insert_at(position, value, layout);
        self.1.insert_at(position, value, layout);
    }

    fn extend(&mut self, first: usize, values: &[T]) {
        self.0.extend(first, values);
        self.1.extend(first, values);
    }

    fn replace(&mut self, position: usize, value: &T) {
        self.0.replace(position, value);
        self.1.replace(position, value);
    }

    fn remove_at(&mut self, position: usize, last: usize, layout: Layout) {
        self.1.remove_at(position, last, layout);
        self.0.remove_at(position, last, layout);
    }

    fn was_replaced(&mut self, position: usize) {
        self.0.was_replaced(position);
        self.1.was_replaced(position);
    }

    #[cfg(feature = "serde")]
    const READERS: usize = A::READERS + B::READERS;

    #[cfg(feature = "serde")]
    fn each_reader(&self, visit: &mut dyn FnMut(&dyn super::ReaderMarks)) {
        self.0.each_reader(visit);
        self.1.each_reader(visit);
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
        self.1.swap(a, b);
    }

    fn truncate(&mut self, len: usize) {
        self.1.truncate(len);
        self.0.truncate(len);
    }

    fn clear(&mut self) {
        self.1.clear();
        self.0.clear();
    }

    fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
        self.1.reserve(additional);
    }

    fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
        self.1.shrink_to_fit();
    }

    fn check(&self, positions: usize, layout: Layout) -> Result<(), String> {
        self.0.check(positions, layout)?;
        self.1.check(positions, layout)
    }
    };
}

impl<T, A: Companion<T>, B: Companion<T>> Companion<T> for (A, B) {
    pair! {
        (A::EMPTY, B::EMPTY);
        #[inline(always)]
        fn notes(&self) -> Option<&dyn Note> {
            self.0.notes().or_else(|| self.1.notes())
        }
    }
}

impl<T, A: Companion<T> + Note, B: Companion<T> + Note> Companion<T> for Readers<A, B> {
    pair! {
        Readers(A::EMPTY, B::EMPTY);
        #[inline(always)]
        fn notes(&self) -> Option<&dyn Note> {
            if self.0.notes().is_some() || self.1.notes().is_some() { Some(self) } else { None }
        }
    }
}

/// Borrows the marks in which writes to values are recorded; for generated code.
#[inline]
pub fn marks<T, X: Companion<T>>(companion: &X) -> X::Marks<'_> {
    companion.marks()
}
