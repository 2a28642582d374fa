//! Borrowed storages for fetches: values with the index that maps entities to them.
//!
//! A storage can be borrowed in two parts, the values before a position and those from there on (`Sortable::split`). Both have the whole
//! index, and neither has a value at the positions of the other. Only storages of components that two queries of one system share can be
//! split (`EntityIndex::SPLIT`): counting positions from the first value would take a fourth of the time of a loop of lookups.
//!
//! A fetch needs the position of each entity, and then the value there. If the source of the iteration is a group that owns the storage, or
//! the storage itself, the position is the step of the iteration: such a column is *aligned*, and nothing is looked up. Generated code
//! knows aligned columns from the plan; queries find them by comparing addresses.
//!
//! | | positions | `first` | values |
//! |---|---|---|---|
//! | a whole storage | `0..len` | 0 | all |
//! | the front part of a split one | `0..position` | 0 | those before `position` |
//! | the back part | `position..len` | `position` | those from `position` on |
//!
//! Positions are always those of the whole storage. The parts subtract `first` from them, but only if `EntityIndex::SPLIT` says that there
//! can be parts: for all other storages, this constant removes the subtraction.
//!
//! ```text
//! 5 values, split at position 3      front: first 0, 3 values      back: first 3, 2 values
//! position 1                         value 1                       1 - 3 wraps: beyond the end, `None`
//! position 4                         beyond the end, `None`        4 - 3: its value 1
//! ```

use core::ops::Range;

use super::{Marks, Sortable, Storage, Values, ValuesMut};
use crate::sparse::EntityIndex;

/// A column for reading: the values of a component, with their index.
///
/// It is `Copy`, as a shared borrow is: several columns and threads can read one storage.
pub struct Lookup<'w, S: Storage> {
    /// The index of the whole storage, even in a part of it.
    pub(crate) index: &'w S::Index,
    /// The values from `first` on, up to the end of the part.
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

    /// The value of the entity with this index. No generation is compared: the caller knows that the entity is alive, or asks the
    /// allocator.
    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w S::Value> {
        self.at(self.index.position_or_beyond(index)?)
    }

    /// The value at a position.
    ///
    /// `None` beyond the values, and for a position of the other part.
    #[inline(always)]
    pub(crate) fn at(self, position: usize) -> Option<&'w S::Value> {
        self.values.get(counted::<S>(position, self.first))
    }

    /// The values at these positions; `None` if the storage is not dense.
    #[inline(always)]
    pub(crate) fn run(self, positions: Range<usize>) -> Option<&'w [S::Value]> {
        self.values.slice(within::<S>(positions, self.first))
    }
}

/// A column for writing: the values of a component, with their index.
///
/// There is one per storage and iteration. It is reborrowed for each step, whose item ends before the next one.
pub struct LookupMut<'w, S: Storage> {
    /// Borrowed shared while values are written: no position changes in the meantime.
    pub(crate) index: &'w S::Index,
    pub(crate) values: S::ValuesMut<'w>,
    /// The position of the first value.
    pub(crate) first: usize,
    /// Whether the value at each step of the iteration is at that position, so that nothing is looked up.
    pub(crate) aligned: bool,
    /// The marks in which writes to values are recorded.
    ///
    /// Empty if nothing reads changes, and in columns of [`Mut`](crate::Mut), which records writes itself.
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

    /// The value of the entity with this index. It is not marked: iterations mark all values that they visit at once.
    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w mut S::Value> {
        let position = self.index.position_or_beyond(index)?;
        self.at(position)
    }

    /// Marks and returns the value of the entity with this index.
    #[inline]
    pub(crate) fn get_marked(self, index: u32) -> Option<&'w mut S::Value> {
        let (position, marks) = (self.index.position_or_beyond(index)?, self.marks);
        let value = self.at(position)?;
        mark::<S>(marks, position);
        Some(value)
    }

    /// Marks the value at a position.
    #[inline(always)]
    pub(crate) fn mark(&self, position: usize) {
        mark::<S>(self.marks, position);
    }

    /// Marks the values at the first `len` positions.
    ///
    /// For an iteration that visits all values of an aligned column. Runs in **O(len / word)** time per reader. A back part marks values
    /// only from its first one on.
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
    pub(crate) fn at(self, position: usize) -> Option<&'w mut S::Value> {
        self.values.get(counted::<S>(position, self.first))
    }

    /// The values at these positions; `None` if the storage is not dense.
    #[inline(always)]
    pub(crate) fn run(self, positions: Range<usize>) -> Option<&'w mut [S::Value]> {
        self.values.slice(within::<S>(positions, self.first))
    }

    /// The cells of the values by position.
    ///
    /// Positions are those of the whole storage. A back part has no cells before its first value.
    #[inline(always)]
    pub(crate) fn cells(self) -> <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::Cells {
        if const { !S::Index::SPLIT } || self.first == 0 {
            return self.values.cells();
        }
        <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::cells_beside(&mut [], self.first, self.values.into_slice())
    }

    /// The value at a position, lent for a shorter time.
    #[inline(always)]
    pub(crate) fn lend_at(&mut self, position: usize) -> Option<&mut S::Value> {
        S::reborrow(&mut self.values).get(counted::<S>(position, self.first))
    }

    /// The values at these positions, lent for a shorter time.
    #[inline(always)]
    pub(crate) fn lend_run(&mut self, positions: Range<usize>) -> Option<&mut [S::Value]> {
        S::reborrow(&mut self.values).slice(within::<S>(positions, self.first))
    }

    /// Reborrows the column, with a shorter lifetime.
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

    /// Converts the column to that of another storage with the same types of index and values.
    ///
    /// [`Accompanied`](super::Accompanied) lends the columns of its storage this way.
    pub(super) fn of_storage<Other>(self, marks: Other::Marks<'w>) -> LookupMut<'w, Other>
    where
        Other: for<'a> Storage<Value = S::Value, Index = S::Index, ValuesMut<'a> = S::ValuesMut<'a>>,
    {
        LookupMut { index: self.index, values: self.values, first: self.first, aligned: self.aligned, marks }
    }

    /// A column of a whole storage that marks no values.
    #[inline(always)]
    pub(crate) fn unmarked(index: &'w S::Index, values: S::ValuesMut<'w>) -> Self {
        Self::new(index, values, 0, Default::default())
    }

    /// A column of the values of a storage from position `first` on.
    #[inline(always)]
    pub(super) fn new(index: &'w S::Index, values: S::ValuesMut<'w>, first: usize, marks: S::Marks<'w>) -> Self {
        Self { index, values, first, aligned: false, marks }
    }
}

impl<'w, S: Sortable> LookupMut<'w, S> {
    /// Converts the column into one for reading. For generated code.
    #[doc(hidden)]
    #[must_use]
    pub fn to_read(self) -> Lookup<'w, S> {
        Lookup { index: self.index, values: S::values_to_read(self.values), first: self.first, aligned: self.aligned }
    }
}

/// Marks a value, atomically if the storage can be split: its two parts may be on two threads and share a word.
///
/// All other storages are borrowed by one column at a time, so an ordinary store suffices.
#[inline(always)]
fn mark<S: Storage>(marks: S::Marks<'_>, position: usize) {
    if const { S::Index::SPLIT } {
        marks.mark::<true>(position);
    } else {
        marks.mark::<false>(position);
    }
}

/// Borrows a storage that a view owns for reading, in the order of the view; for generated code.
#[inline]
pub fn read_aligned<S: Storage>(storage: &S) -> Lookup<'_, S> {
    super::read(storage).aligned()
}

/// Borrows a storage that a view owns for writing, in the order of the view; for generated code.
#[inline]
pub fn write_aligned<S: Storage>(storage: &mut S) -> LookupMut<'_, S> {
    super::write(storage).aligned()
}

/// The position relative to the first value. A position before that one wraps, and so is beyond the end.
#[inline(always)]
fn counted<S: Storage>(position: usize, first: usize) -> usize {
    if const { S::Index::SPLIT } { position.wrapping_sub(first) } else { position }
}

/// The positions relative to the first value; beyond all values if they begin before that one.
#[inline(always)]
fn within<S: Storage>(positions: Range<usize>, first: usize) -> Range<usize> {
    if const { !S::Index::SPLIT } || first == 0 {
        return positions;
    }
    match (positions.start.checked_sub(first), positions.end.checked_sub(first)) {
        (Some(start), Some(end)) => start..end,
        _ => usize::MAX..usize::MAX,
    }
}
