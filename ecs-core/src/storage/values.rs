//! Borrowed values by position: slices, slices of `Option`s, chunks, or tags.
//!
//! | values | of | position | slices |
//! |---|---|---|---|
//! | `&[T]`, `&mut [T]` | dense storages | dense | yes |
//! | `&[Option<T>]`, `&mut [Option<T>]` | `vec` | the index of the entity | no |
//! | slices of chunks | `hashed_array_tree` | the index of the entity | no |
//! | `Tags`, `TagsMut` | `tag` | any | no |
//!
//! They are separate from the storage that lends them, since an iteration reads the index while it writes values: `parts_mut` borrows both
//! at once. Sealed, because the kernel relies on what `cells` returns.

use core::ops::Range;

use super::sealed::ValuesOf;
use crate::disjoint::{Cells, OptionCells, ValueCells};

/// The values of a storage, for reading.
///
/// It is `Copy`, and each method takes it by value, so the returned references live as long as the borrow of the storage.
pub trait Values<'w, T: 'static>: ValuesOf<T> + Copy + Default {
    /// A form of the values that can be sent to another thread, if the values are `Sync`.
    ///
    /// For all kinds of values it is `Self`. But code that is generic over the world knows the component and not its storage, so it cannot
    /// prove that `S::Values<'w>` is `Send`; a bound on each `Read<S>` would pass that requirement on to its callers. Here each kind of
    /// values proves it once, and `C: Sync` is the only bound that library code needs.
    type Sent: Copy + Send
    where
        T: Sync;

    /// Converts the values to that form. No value moves.
    fn sent(self) -> Self::Sent
    where
        T: Sync;

    /// Converts the sent form back, on the other thread.
    fn received(sent: Self::Sent) -> Self
    where
        T: Sync;

    /// The value at a position.
    fn get(self, position: usize) -> Option<&'w T>;

    /// The values at these positions; `None` if the storage is not dense.
    ///
    /// Also `None` if the range ends beyond the values. Runs in **O(1)** time.
    fn slice(self, positions: Range<usize>) -> Option<&'w [T]>;

    /// All values, in the order of the storage.
    ///
    /// Does not read the index: where slots can be empty, their `Option` is tested.
    fn each(self) -> impl Iterator<Item = &'w T>;
}

/// The values of a storage, for writing.
///
/// Each method consumes it, so that no two references that it returns can refer to one value. To get a value and keep the rest, callers
/// reborrow first (`Storage::reborrow`); the value then lives only as long as the reborrow.
pub trait ValuesMut<'w, T: 'static>: ValuesOf<T> + Default {
    /// The cells, from which the kernel yields one value after another.
    type Cells: Cells<'w, Value = T>;

    /// The value at a position.
    ///
    /// Runs in **O(1)** time. `None` beyond the values, and where a slot is empty.
    fn get(self, position: usize) -> Option<&'w mut T>;

    /// The values at these positions; `None` if the storage is not dense.
    fn slice(self, positions: Range<usize>) -> Option<&'w mut [T]>;

    /// All values, in the order of the storage.
    fn each(self) -> impl Iterator<Item = &'w mut T>;

    /// The values at several different positions; `None` if one of them has no value.
    ///
    /// For slices and chunks also `None` if two positions are equal, so callers need not check that; for tags, which have no positions, `N`
    /// different values. Runs in **O(N^2)** time for slices, where all pairs are compared, and in **O(N log N)** for chunks, where
    /// positions are sorted.
    fn disjoint<const N: usize>(self, positions: [usize; N]) -> Option<[&'w mut T; N]>;

    /// Converts the values to cells.
    ///
    /// Runs in **O(1)** time; for chunks in **O(chunks)**, since a table of them is allocated.
    fn cells(self) -> Self::Cells;

    /// All values as a slice; an empty one if the storage is not dense.
    fn into_slice(self) -> &'w mut [T] {
        &mut []
    }

    /// The cells of a slice from which a range was cut out: those before the range, and those after it, from this position on.
    fn cells_beside(_front: &'w mut [T], _back_start: usize, _back: &'w mut [T]) -> Self::Cells {
        Self::default().cells()
    }
}

/// Implements sending for values that are sent unchanged.
macro_rules! sent_as_it_is {
    () => {
        type Sent
            = Self
        where
            T: Sync;

        #[inline(always)]
        fn sent(self) -> Self
        where
            T: Sync,
        {
            self
        }

        #[inline(always)]
        fn received(sent: Self) -> Self
        where
            T: Sync,
        {
            sent
        }
    };
}

pub(super) use sent_as_it_is;

impl<T> ValuesOf<T> for &[T] {}

impl<'w, T: 'static> Values<'w, T> for &'w [T] {
    sent_as_it_is!();

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w T> {
        <[T]>::get(self, position)
    }

    #[inline(always)]
    fn slice(self, positions: Range<usize>) -> Option<&'w [T]> {
        <[T]>::get(self, positions)
    }

    fn each(self) -> impl Iterator<Item = &'w T> {
        self.iter()
    }
}

impl<T> ValuesOf<T> for &mut [T] {}

impl<'w, T: 'static> ValuesMut<'w, T> for &'w mut [T] {
    type Cells = ValueCells<'w, T>;

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w mut T> {
        self.get_mut(position)
    }

    #[inline(always)]
    fn slice(self, positions: Range<usize>) -> Option<&'w mut [T]> {
        self.get_mut(positions)
    }

    fn each(self) -> impl Iterator<Item = &'w mut T> {
        self.iter_mut()
    }

    fn disjoint<const N: usize>(self, positions: [usize; N]) -> Option<[&'w mut T; N]> {
        self.get_disjoint_mut(positions).ok()
    }

    #[inline(always)]
    fn cells(self) -> Self::Cells {
        ValueCells::new(self)
    }

    #[inline(always)]
    fn into_slice(self) -> &'w mut [T] {
        self
    }

    #[inline(always)]
    fn cells_beside(front: &'w mut [T], position: usize, back: &'w mut [T]) -> Self::Cells {
        ValueCells::beside(front, position, back)
    }
}

impl<T> ValuesOf<T> for &[Option<T>] {}

impl<'w, T: 'static> Values<'w, T> for &'w [Option<T>] {
    sent_as_it_is!();

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w T> {
        <[Option<T>]>::get(self, position)?.as_ref()
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w T> {
        self.iter().flatten()
    }
}

impl<T> ValuesOf<T> for &mut [Option<T>] {}

impl<'w, T: 'static> ValuesMut<'w, T> for &'w mut [Option<T>] {
    type Cells = OptionCells<'w, T>;

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w mut T> {
        self.get_mut(position)?.as_mut()
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w mut [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w mut T> {
        self.iter_mut().flatten()
    }

    fn disjoint<const N: usize>(self, positions: [usize; N]) -> Option<[&'w mut T; N]> {
        all(self.get_disjoint_mut(positions).ok()?.map(Option::as_mut))
    }

    #[inline(always)]
    fn cells(self) -> Self::Cells {
        OptionCells::new(self)
    }
}

/// All of these values, or `None` if one is missing.
///
/// Runs in **O(N)** time.
pub(super) fn all<T, const N: usize>(found: [Option<T>; N]) -> Option<[T; N]> {
    if found.iter().any(Option::is_none) {
        return None;
    }
    Some(found.map(|value| match value {
        Some(value) => value,
        None => unreachable!("none lacks"),
    }))
}
