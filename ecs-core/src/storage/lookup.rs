//! Borrowed storages as fetches use them: values with the index that maps entities to them.
//!
//! A storage can be borrowed in two parts, the values before a position and those from there on (`Sortable::split`): both have the whole
//! index, and neither has a value at the positions of the other. Only storages of components that two queries of one system share can be
//! borrowed so (`EntityIndex::SPLIT`): counting positions from the first value would cost a fourth of the time of a loop of lookups.
//!
//! A fetch needs the position of each entity, and then the value there. If the view that is iterated is a group that owns the storage, or
//! the storage itself, the position is the step of the iteration: such a column is *aligned*, and nothing is looked up. Generated code
//! knows from the plan which columns are, and queries find out by comparing addresses.
//!
//! | | positions | `first` | values |
//! |---|---|---|---|
//! | a whole storage | `0..len` | 0 | all |
//! | the front part of a split one | `0..place` | 0 | those before `place` |
//! | the back part | `place..len` | `place` | those from `place` on |
//!
//! A position is always one of the whole storage. The parts subtract `first` from it, and only where
//! `EntityIndex::SPLIT` says that there can be parts: in all other storages the constant removes the
//! subtraction.
//!
//! ```text
//! 5 values, split at position 3      front: first 0, 3 values      back: first 3, 2 values
//! position 1                         value 1                       1 - 3 wraps: beyond the end, `None`
//! position 4                         beyond the end, `None`        4 - 3: its value 1
//! ```

use core::ops::Range;

use super::{Marks, Sortable, Storage, Values, ValuesMut};
use crate::sparse::EntityIndex;

/// A column to read: the values of a component, with their index.
///
/// It is `Copy`, as a shared borrow is: several columns and threads can read one storage.
pub struct Lookup<'w, S: Storage> {
    /// Of the whole storage, also in a part of it.
    pub(crate) index: &'w S::Index,
    /// Those from `first` on, up to the end of the part.
    pub(crate) values: S::Values<'w>,
    /// The position of the first value.
    ///
    /// Zero unless the storage is split.
    pub(crate) first: usize,
    /// Whether the value at each step of the iteration is at that position, so that nothing is looked up.
    pub(crate) aligned: bool,
}

impl<S: Storage> Clone for Lookup<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Storage> Copy for Lookup<'_, S> {}

/// An empty column.
impl<S: Storage> Default for Lookup<'_, S> {
    fn default() -> Self {
        Self { index: S::Index::empty_index(), values: Default::default(), first: 0, aligned: false }
    }
}

impl<S: Storage> core::fmt::Debug for Lookup<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lookup").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage> Lookup<'w, S> {
    /// Marks the column as aligned: the view that is iterated owns the storage. For generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    /// The value of the entity with this index, which is not compared with a generation: the caller
    /// knows that the entity is alive, or asks the allocator.
    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w S::Value> {
        self.at(self.index.place_of(index)?)
    }

    /// The value at a position.
    ///
    /// `None` beyond the values, and for a position of the other part.
    #[inline(always)]
    pub(crate) fn at(self, place: usize) -> Option<&'w S::Value> {
        self.values.get(counted::<S>(place, self.first))
    }

    /// The values at these positions; `None` if the storage is not dense.
    #[inline(always)]
    pub(crate) fn run(self, places: Range<usize>) -> Option<&'w [S::Value]> {
        self.values.slice(within::<S>(places, self.first))
    }
}

/// A column to write: the values of a component, with their index.
///
/// There is one per storage and iteration. It is lent to each step again, for an item that ends before the next one.
pub struct LookupMut<'w, S: Storage> {
    /// Shared while values are written: no position changes meanwhile.
    pub(crate) index: &'w S::Index,
    pub(crate) values: S::ValuesMut<'w>,
    /// The position of the first value.
    pub(crate) first: usize,
    /// Whether the value at each step of the iteration is at that position, so that nothing is looked up.
    pub(crate) aligned: bool,
    /// What values are marked in that are written.
    ///
    /// Empty if nothing reads changes, and in columns of [`Mut`](crate::Mut), which mark what is
    /// written.
    pub(crate) marks: S::Marks<'w>,
}

/// An empty column.
impl<S: Storage> Default for LookupMut<'_, S> {
    fn default() -> Self {
        Self {
            index: S::Index::empty_index(),
            values: Default::default(),
            first: 0,
            aligned: false,
            marks: Default::default(),
        }
    }
}

impl<S: Storage> core::fmt::Debug for LookupMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LookupMut").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage> LookupMut<'w, S> {
    /// Marks the column as aligned: the view that is iterated owns the storage. For generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    /// The value of the entity with this index. It is not marked: iterations mark what they visit as a
    /// whole.
    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w mut S::Value> {
        let place = self.index.place_of(index)?;
        self.at(place)
    }

    /// The value of the entity with this index, which is marked.
    #[inline]
    pub(crate) fn get_marked(self, index: u32) -> Option<&'w mut S::Value> {
        let (place, marks) = (self.index.place_of(index)?, self.marks);
        let value = self.at(place)?;
        mark::<S>(marks, place);
        Some(value)
    }

    /// Marks the value at a position.
    #[inline(always)]
    pub(crate) fn mark(&self, place: usize) {
        mark::<S>(self.marks, place);
    }

    /// Marks the values at the first positions.
    ///
    /// For an iteration that visits all values of an aligned column. Runs in **O(len / word)** time per
    /// reader. A back part marks from its first value on.
    #[inline(always)]
    pub(crate) fn mark_first(&self, len: usize) {
        if const { S::Index::SPLIT } {
            self.marks.mark_range::<true>(self.first..len);
        } else {
            self.marks.mark_range::<false>(0..len);
        }
    }

    /// The value at a position.
    ///
    /// `None` beyond the values, and for a position of the other part. Marks nothing.
    #[inline(always)]
    pub(crate) fn at(self, place: usize) -> Option<&'w mut S::Value> {
        self.values.get(counted::<S>(place, self.first))
    }

    /// The values at these positions; `None` if the storage is not dense.
    #[inline(always)]
    pub(crate) fn run(self, places: Range<usize>) -> Option<&'w mut [S::Value]> {
        self.values.slice(within::<S>(places, self.first))
    }

    /// The cells of the values by position.
    ///
    /// They have positions of the whole storage. A back part has no cells before its first value.
    #[inline(always)]
    pub(crate) fn cells(self) -> <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::Cells {
        if const { !S::Index::SPLIT } || self.first == 0 {
            return self.values.cells();
        }
        <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::cells_beside(&mut [], self.first, self.values.into_slice())
    }

    /// The same column, for a shorter time.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> LookupMut<'_, S> {
        LookupMut {
            index: self.index,
            values: S::reborrow(&mut self.values),
            first: self.first,
            aligned: self.aligned,
            marks: S::shorten_marks(self.marks),
        }
    }

    /// The position of the first value, and all values as a slice; an empty one if the storage is not dense.
    #[inline(always)]
    pub(crate) fn into_slice(self) -> (usize, &'w mut [S::Value]) {
        (if const { S::Index::SPLIT } { self.first } else { 0 }, self.values.into_slice())
    }

    /// The same column, as that of another storage with such an index and such values.
    ///
    /// How [`Accompanied`](super::Accompanied) lends the columns of the storage in it as its own.
    pub(super) fn of_storage<Other>(self, marks: Other::Marks<'w>) -> LookupMut<'w, Other>
    where
        Other: for<'a> Storage<Value = S::Value, Index = S::Index, ValuesMut<'a> = S::ValuesMut<'a>>,
    {
        LookupMut { index: self.index, values: self.values, first: self.first, aligned: self.aligned, marks }
    }

    /// The values of a storage, which are not marked.
    #[inline(always)]
    pub(crate) fn unmarked(index: &'w S::Index, values: S::ValuesMut<'w>) -> Self {
        Self::new(index, values, 0, Default::default())
    }

    /// The values of a storage from a position on.
    #[inline(always)]
    pub(super) fn new(index: &'w S::Index, values: S::ValuesMut<'w>, first: usize, marks: S::Marks<'w>) -> Self {
        Self { index, values, first, aligned: false, marks }
    }
}

impl<'w, S: Sortable> LookupMut<'w, S> {
    /// The same column, to read. For generated code.
    #[doc(hidden)]
    #[must_use]
    pub fn to_read(self) -> Lookup<'w, S> {
        Lookup { index: self.index, values: S::values_to_read(self.values), first: self.first, aligned: self.aligned }
    }
}

/// Marks a value. The two parts of a split storage may be on two threads, and share a word.
///
/// All other storages are borrowed by one column at a time, so an ordinary store does.
#[inline(always)]
fn mark<S: Storage>(marks: S::Marks<'_>, place: usize) {
    if const { S::Index::SPLIT } {
        marks.mark::<true>(place);
    } else {
        marks.mark::<false>(place);
    }
}

/// A position, counted from the first value. One before it wraps to one beyond the last.
#[inline(always)]
fn counted<S: Storage>(place: usize, first: usize) -> usize {
    if const { S::Index::SPLIT } { place.wrapping_sub(first) } else { place }
}

/// These positions, counted from the first value. Beyond all values if they begin before it.
#[inline(always)]
fn within<S: Storage>(places: Range<usize>, first: usize) -> Range<usize> {
    if const { !S::Index::SPLIT } || first == 0 {
        return places;
    }
    match (places.start.checked_sub(first), places.end.checked_sub(first)) {
        (Some(start), Some(end)) => start..end,
        _ => usize::MAX..usize::MAX,
    }
}
