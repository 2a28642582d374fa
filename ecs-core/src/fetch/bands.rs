//! Columns that threads write by position: each thread has a *band* of each of them, the values at a range of positions.
//!
//! If values are looked up, steps lead to positions in any order. If the steps are divided among threads, each position has to be checked
//! (`parallel.rs`), and all threads write to the same cache lines. If the positions are divided, neither is the case: a band is a slice
//! that `split_at_mut` cut off. Each thread passes over all steps, and visits those whose values are in its bands.
//!
//! ```text
//! one column is written       thread 1: band 1          thread 2: band 2
//! two columns are written     thread 1: bands 1 and 1   thread 2: bands 2 and 2,   then
//!                             thread 1: bands 1 and 2   thread 2: bands 2 and 1
//! ```
//!
//! Two threads never have the same band of a column. After n turns with n bands, each pair of bands has been with one thread: the rows of a
//! Latin square. Three columns would need a turn per pair, so a fetch that writes more than two columns has no bands; nor has one that
//! writes columns without slices.
//!
//! `nth` counts the columns that are written, from 0.
#![allow(non_snake_case, reason = "the room of an element, and the bands of a second tuple, are named as its type is")]

use core::mem;

use super::parallel::{ParFetch, SentLookup};
use super::{Build, FOUND, Fetch, Handle, Maybe, Named, Optional, Place, Read, Write, WriteMut};
use crate::allocator::Allocator;
use crate::parallel::{ParRead, ParWrite};
use crate::sparse::EntityIndex;
use crate::storage::{Lookup, Storage};

/// [`Banded::WRITTEN`] of a fetch that has no bands.
const NEVER: usize = usize::MAX;

/// A fetch from the bands of its columns.
///
/// Columns that are read are shared by all threads, so they have no bands: `cut` returns them whole, and `swap` does nothing.
///
/// Invariant of implementations: in each turn, an item is found in the bands of at most one thread; over all turns, in those of exactly
/// one.
pub trait Banded: Fetch {
    /// Number of columns that are written; `usize::MAX` if there are no bands.
    ///
    /// For a tuple it is the saturating sum: if one column has no bands, the tuple has none.
    const WRITTEN: usize = NEVER;

    /// Bands of the columns that are written, and the whole columns that are read.
    ///
    /// For a tuple, the tuple of those of its elements.
    type Bands<'w>: Send;

    /// The columns as one band each. `None` if a written column has no slice.
    #[must_use]
    fn bands(_columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        None
    }

    /// The same bands for a shorter time.
    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a>;

    /// Cuts off the first `len` values of the nth written column, or all if there are fewer. Columns that are read are in both results;
    /// other written columns stay as they are, and are empty in the returned bands.
    ///
    /// ```text
    /// (Write<A>, Read<B>, Write<C>), bands of 10 values, nth = 1, len = 4
    /// returned    A 0 values      B shared      C the first 4
    /// left        A 10 values     B shared      C the other 6
    /// ```
    fn cut<'w>(bands: &mut Self::Bands<'w>, nth: usize, len: usize) -> Self::Bands<'w>;

    /// Swaps the bands of the nth written column.
    fn swap<'w>(_one: &mut Self::Bands<'w>, _other: &mut Self::Bands<'w>, _nth: usize) {}

    /// Number of values in the band of the nth written column; 0 if there is no such column.
    #[must_use]
    fn len(_bands: &Self::Bands<'_>, _nth: usize) -> usize {
        0
    }

    /// The indices of the columns, to find positions.
    fn indices<'w>(bands: &Self::Bands<'w>) -> Self::Places<'w>;

    /// Returns true if none of the positions that were found is outside of its band.
    #[inline(always)]
    #[must_use]
    fn holds(_bands: &Self::Bands<'_>, _room: &Self::Room, _at: usize) -> bool {
        true
    }

    /// Fetches the item at one of the positions that were found; `None` if a value is missing or not in its band.
    ///
    /// `at` is the position within `room`, whose content is that of [`Fetch::Room`].
    #[inline(always)]
    #[must_use]
    fn find<'a>(
        _bands: &'a mut Self::Bands<'_>,
        _room: &Self::Room,
        _at: usize,
        _index: u32,
    ) -> Option<Self::Item<'a>> {
        None
    }
}

impl<S: Storage<Value: ParRead>> Banded for Read<S> {
    const WRITTEN: usize = 0;
    type Bands<'w> = SentLookup<'w, S>;

    fn bands(columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        Some(SentLookup::of(columns))
    }

    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
        let Lookup { index, values, first, aligned } = bands.received();
        SentLookup::of(Lookup { index, values: S::shorten(values), first, aligned })
    }

    fn cut<'w>(bands: &mut Self::Bands<'w>, _: usize, _: usize) -> Self::Bands<'w> {
        Self::split_front(bands, 0)
    }

    fn indices<'w>(bands: &Self::Bands<'w>) -> Self::Places<'w> {
        Self::places(&bands.received())
    }

    #[inline(always)]
    fn find<'a>(bands: &'a mut Self::Bands<'_>, room: &Self::Room, at: usize, _: u32) -> Option<Self::Item<'a>> {
        bands.received().at(room[at % FOUND] as usize)
    }
}

/// The values at a range of positions of a storage.
///
/// A thread that writes its band writes memory that no other thread can access: `values` is the part of the column that `split_at_mut` cut
/// off for it. The index is shared, as all threads look up the same entities.
pub struct BandMut<'w, S: Storage> {
    /// The index of all values, in whichever band they are.
    index: &'w S::Index,
    /// Whether steps are positions in the column from which the band was cut off.
    aligned: bool,
    /// The position of the first value.
    first: usize,
    values: &'w mut [S::Value],
}

impl<S: Storage> core::fmt::Debug for BandMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BandMut").field("first", &self.first).field("len", &self.values.len()).finish_non_exhaustive()
    }
}

impl<S: Storage> BandMut<'_, S> {
    /// Cuts off the first `len` values, or all if there are fewer.
    fn cut(&mut self, len: usize) -> Self {
        let len = len.min(self.values.len());
        let (values, rest) = mem::take(&mut self.values).split_at_mut(len);
        let front = Self { values, ..*self };
        (self.first, self.values) = (self.first + len, rest);
        front
    }
}

impl<S: Storage<Value: ParWrite>> Banded for Write<S> {
    const WRITTEN: usize = 1;
    type Bands<'w> = BandMut<'w, S>;

    fn bands(columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        let (index, aligned) = (columns.index, columns.aligned);
        // A part of a storage has fewer values than its index has entities, so it has no slice of that length.
        let values = columns.run(0..index.source().indices()?.len())?;
        Some(BandMut { index, aligned, first: 0, values })
    }

    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
        BandMut { values: bands.values, ..*bands }
    }

    fn cut<'w>(bands: &mut Self::Bands<'w>, nth: usize, len: usize) -> Self::Bands<'w> {
        bands.cut(if nth == 0 { len } else { 0 })
    }

    fn swap<'w>(one: &mut Self::Bands<'w>, other: &mut Self::Bands<'w>, nth: usize) {
        if nth == 0 {
            mem::swap(one, other);
        }
    }

    fn len(bands: &Self::Bands<'_>, nth: usize) -> usize {
        if nth == 0 { bands.values.len() } else { 0 }
    }

    fn indices<'w>(bands: &Self::Bands<'w>) -> Self::Places<'w> {
        Place { index: bands.index, aligned: bands.aligned }
    }

    #[inline(always)]
    fn holds(bands: &Self::Bands<'_>, room: &Self::Room, at: usize) -> bool {
        (room[at % FOUND] as usize).wrapping_sub(bands.first) < bands.values.len()
    }

    #[inline(always)]
    fn find<'a>(bands: &'a mut Self::Bands<'_>, room: &Self::Room, at: usize, _: u32) -> Option<Self::Item<'a>> {
        bands.values.get_mut((room[at % FOUND] as usize).wrapping_sub(bands.first))
    }
}

/// Values that are marked as they are written have no bands.
impl<S: Storage<Value: ParWrite>> Banded for WriteMut<S> {
    type Bands<'w> = ();

    fn shorten<'a>((): &'a mut Self::Bands<'_>) -> Self::Bands<'a> {}

    fn cut<'w>((): &mut Self::Bands<'w>, _: usize, _: usize) -> Self::Bands<'w> {}

    fn indices<'w>((): &Self::Bands<'w>) -> Self::Places<'w> {
        Place { index: S::Index::empty_index(), aligned: false }
    }
}

/// An entity without a value would be in no band, or in each of them, so only values that are read can be optional.
impl<F: Banded> Banded for Maybe<F> {
    const WRITTEN: usize = if F::WRITTEN == 0 { 0 } else { NEVER };
    type Bands<'w> = F::Bands<'w>;

    fn bands(columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        F::bands(columns)
    }

    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
        F::shorten(bands)
    }

    fn cut<'w>(bands: &mut Self::Bands<'w>, nth: usize, len: usize) -> Self::Bands<'w> {
        F::cut(bands, nth, len)
    }

    fn indices<'w>(bands: &Self::Bands<'w>) -> Self::Places<'w> {
        Optional(F::indices(bands))
    }

    #[inline(always)]
    fn find<'a>(bands: &'a mut Self::Bands<'_>, room: &Self::Room, at: usize, index: u32) -> Option<Self::Item<'a>> {
        Some(F::find(bands, room, at, index))
    }
}

/// Handles are created from the generations, which all threads read.
impl Banded for Handle {
    const WRITTEN: usize = 0;
    type Bands<'w> = &'w Allocator;

    fn bands(columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        Some(columns)
    }

    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
        bands
    }

    fn cut<'w>(bands: &mut Self::Bands<'w>, _: usize, _: usize) -> Self::Bands<'w> {
        bands
    }

    fn indices<'w>(_: &Self::Bands<'w>) -> Self::Places<'w> {}

    #[inline(always)]
    fn find<'a>(bands: &'a mut Self::Bands<'_>, (): &Self::Room, _: usize, index: u32) -> Option<Self::Item<'a>> {
        Some(bands.living(index))
    }
}

macro_rules! tuple_banded {
    ($($F:ident $f:ident),*) => {
        #[allow(clippy::unused_unit, clippy::extra_unused_lifetimes, reason = "the empty tuple fetches nothing")]
        impl<$($F: Banded),*> Banded for ($($F,)*) {
            const WRITTEN: usize = 0_usize$(.saturating_add($F::WRITTEN))*;
            type Bands<'w> = ($($F::Bands<'w>,)*);

            fn bands(($($f,)*): Self::Columns<'_>) -> Option<Self::Bands<'_>> {
                Some(($($F::bands($f)?,)*))
            }

            fn shorten<'a>(($($f,)*): &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
                ($($F::shorten($f),)*)
            }

            fn cut<'w>(($($f,)*): &mut Self::Bands<'w>, _nth: usize, _len: usize) -> Self::Bands<'w> {
                $(let ($f, _nth) = ($F::cut($f, _nth, _len), _nth.wrapping_sub($F::WRITTEN));)*
                ($($f,)*)
            }

            fn swap<'w>(
                ($($f,)*): &mut Self::Bands<'w>,
                ($($F,)*): &mut Self::Bands<'w>,
                _nth: usize,
            ) {
                $(let ((), _nth) = ($F::swap($f, $F, _nth), _nth.wrapping_sub($F::WRITTEN));)*
            }

            fn len(($($f,)*): &Self::Bands<'_>, _nth: usize) -> usize {
                let _len = 0;
                $(let (_len, _nth) = (_len + $F::len($f, _nth), _nth.wrapping_sub($F::WRITTEN));)*
                _len
            }

            fn indices<'w>(($($f,)*): &Self::Bands<'w>) -> Self::Places<'w> {
                ($($F::indices($f),)*)
            }

            #[inline(always)]
            fn holds(($($f,)*): &Self::Bands<'_>, ($($F,)*): &Self::Room, _at: usize) -> bool {
                true $(& $F::holds($f, $F, _at))*
            }

            #[inline(always)]
            fn find<'a>(
                ($($f,)*): &'a mut Self::Bands<'_>,
                ($($F,)*): &Self::Room,
                _at: usize,
                _index: u32,
            ) -> Option<Self::Item<'a>> {
                Some(($($F::find($f, $F, _at, _index)?,)*))
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_banded);

/// The bands of the tuple of its fields.
impl<B: Build<F>, F: Banded> Banded for Named<B, F> {
    const WRITTEN: usize = F::WRITTEN;
    type Bands<'w> = F::Bands<'w>;

    fn bands(columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        F::bands(columns)
    }

    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
        F::shorten(bands)
    }

    fn cut<'w>(bands: &mut Self::Bands<'w>, nth: usize, len: usize) -> Self::Bands<'w> {
        F::cut(bands, nth, len)
    }

    fn swap<'w>(one: &mut Self::Bands<'w>, other: &mut Self::Bands<'w>, nth: usize) {
        F::swap(one, other, nth);
    }

    fn len(bands: &Self::Bands<'_>, nth: usize) -> usize {
        F::len(bands, nth)
    }

    fn indices<'w>(bands: &Self::Bands<'w>) -> Self::Places<'w> {
        F::indices(bands)
    }

    #[inline(always)]
    fn holds(bands: &Self::Bands<'_>, room: &Self::Room, at: usize) -> bool {
        F::holds(bands, room, at)
    }

    #[inline(always)]
    fn find<'a>(bands: &'a mut Self::Bands<'_>, room: &Self::Room, at: usize, index: u32) -> Option<Self::Item<'a>> {
        F::find(bands, room, at, index).map(B::build)
    }
}
