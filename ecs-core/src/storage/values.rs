//! Owns borrowed values as readers and writers see them: by the place that an index names.

use core::ops::Range;

use super::sealed::ValuesOf;
use crate::disjoint::{Cells, OptionCells, ValueCells};

/// The values of a storage, to read.
pub trait Values<'w, T: 'static>: ValuesOf<T> + Copy + Default {
    /// The same, on the way to another thread.
    type Sent: Copy + Send
    where
        T: Sync;

    /// Makes them ready to be sent.
    fn send(self) -> Self::Sent
    where
        T: Sync;

    /// Takes what was sent.
    fn received(sent: Self::Sent) -> Self
    where
        T: Sync;

    /// The value at a place.
    fn get(self, place: usize) -> Option<&'w T>;

    /// The values at some places, where values stand side by side.
    fn slice(self, places: Range<usize>) -> Option<&'w [T]>;

    /// All values, in the order of the storage.
    fn each(self) -> impl Iterator<Item = &'w T>;
}

/// The values of a storage, to change.
pub trait ValuesMut<'w, T: 'static>: ValuesOf<T> + Default {
    /// The places, to hand values out of them one after another.
    type Cells: Cells<'w, Value = T>;

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

    /// The places of values side by side of which a range was cut off: those before it, and those from a place on.
    fn cells_beside(_front: &'w mut [T], _place: usize, _back: &'w mut [T]) -> Self::Cells {
        Self::default().cells()
    }
}

/// What can be sent as it is.
macro_rules! sent_as_it_is {
    () => {
        type Sent
            = Self
        where
            T: Sync;

        #[inline(always)]
        fn send(self) -> Self
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

impl<T> ValuesOf<T> for &mut [T] {}

impl<'w, T: 'static> ValuesMut<'w, T> for &'w mut [T] {
    type Cells = ValueCells<'w, T>;

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
        ValueCells::new(self)
    }

    #[inline(always)]
    fn cells_beside(front: &'w mut [T], place: usize, back: &'w mut [T]) -> Self::Cells {
        ValueCells::beside(front, place, back)
    }
}

impl<T> ValuesOf<T> for &[Option<T>] {}

impl<'w, T: 'static> Values<'w, T> for &'w [Option<T>] {
    sent_as_it_is!();

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

impl<T> ValuesOf<T> for &mut [Option<T>] {}

impl<'w, T: 'static> ValuesMut<'w, T> for &'w mut [Option<T>] {
    type Cells = OptionCells<'w, T>;

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
        OptionCells::new(self)
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
