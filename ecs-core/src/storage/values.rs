//! Owns borrowed values as readers and writers see them: by the place that an index names.

use core::cell::Cell;
use core::ops::Range;

use crate::disjoint::Cells;

/// The values of a storage, to read.
pub trait Values<'w, T: 'static>: Copy + Default {
    /// The value at a place.
    fn get(self, place: usize) -> Option<&'w T>;

    /// The values at some places, where values stand side by side.
    fn slice(self, places: Range<usize>) -> Option<&'w [T]>;

    /// All values, in the order of the storage.
    fn each(self) -> impl Iterator<Item = &'w T>;
}

/// The values of a storage, to change.
pub trait ValuesMut<'w, T: 'static>: Default {
    /// The places, to hand values out of them one after another.
    type Cells: Cells<'w>;

    /// The value at a place.
    fn get(self, place: usize) -> Option<&'w mut T>;

    /// The values at some places, where values stand side by side.
    fn slice(self, places: Range<usize>) -> Option<&'w mut [T]>;

    /// All values, in the order of the storage.
    fn each(self) -> impl Iterator<Item = &'w mut T>;

    /// The values at these places, which differ.
    fn disjoint<const N: usize>(self, places: [usize; N]) -> Option<[&'w mut T; N]>;

    /// The places.
    fn cells(self) -> Self::Cells;

    /// The value that stands at a place.
    fn value(place: &'w mut <Self::Cells as Cells<'w>>::Place) -> Option<&'w mut T>;
}

impl<'w, T: 'static> Values<'w, T> for &'w [T] {
    #[inline(always)]
    fn get(self, place: usize) -> Option<&'w T> {
        <[T]>::get(self, place)
    }

    #[inline(always)]
    fn slice(self, places: Range<usize>) -> Option<&'w [T]> {
        <[T]>::get(self, places)
    }

    fn each(self) -> impl Iterator<Item = &'w T> {
        self.iter()
    }
}

impl<'w, T: 'static> ValuesMut<'w, T> for &'w mut [T] {
    type Cells = &'w [Cell<T>];

    #[inline(always)]
    fn get(self, place: usize) -> Option<&'w mut T> {
        self.get_mut(place)
    }

    #[inline(always)]
    fn slice(self, places: Range<usize>) -> Option<&'w mut [T]> {
        self.get_mut(places)
    }

    fn each(self) -> impl Iterator<Item = &'w mut T> {
        self.iter_mut()
    }

    fn disjoint<const N: usize>(self, places: [usize; N]) -> Option<[&'w mut T; N]> {
        self.get_disjoint_mut(places).ok()
    }

    #[inline(always)]
    fn cells(self) -> Self::Cells {
        Cell::from_mut(self).as_slice_of_cells()
    }

    #[inline(always)]
    fn value(place: &'w mut T) -> Option<&'w mut T> {
        Some(place)
    }
}

impl<'w, T: 'static> Values<'w, T> for &'w [Option<T>] {
    #[inline(always)]
    fn get(self, place: usize) -> Option<&'w T> {
        <[Option<T>]>::get(self, place)?.as_ref()
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w T> {
        self.iter().flatten()
    }
}

impl<'w, T: 'static> ValuesMut<'w, T> for &'w mut [Option<T>] {
    type Cells = &'w [Cell<Option<T>>];

    #[inline(always)]
    fn get(self, place: usize) -> Option<&'w mut T> {
        self.get_mut(place)?.as_mut()
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w mut [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w mut T> {
        self.iter_mut().flatten()
    }

    fn disjoint<const N: usize>(self, places: [usize; N]) -> Option<[&'w mut T; N]> {
        all(self.get_disjoint_mut(places).ok()?.map(Option::as_mut))
    }

    #[inline(always)]
    fn cells(self) -> Self::Cells {
        Cell::from_mut(self).as_slice_of_cells()
    }

    #[inline(always)]
    fn value(place: &'w mut Option<T>) -> Option<&'w mut T> {
        place.as_mut()
    }
}

/// All of these, if none lacks.
pub(super) fn all<T, const N: usize>(found: [Option<T>; N]) -> Option<[T; N]> {
    if found.iter().any(Option::is_none) {
        return None;
    }
    Some(found.map(|value| match value {
        Some(value) => value,
        None => unreachable!("none lacks"),
    }))
}
