//! Where values are: the indices of the columns of a fetch, without the components.
//!
//! Positions are found for many steps at once, by code that is generic over the kinds of indices only: one copy serves all fetches with the
//! same number of columns, and the loop of each system only reads values at positions.
//!
//! ```text
//! steps            s    s+1   s+2   ..              at most 128 at a time, or 32 of items that are kept
//! room of column A [ 4     5     9   .. ]           positions, found by `find`
//! room of column B [ 0     7     1   .. ]
//! the loop         item_at(columns, room, 0), item_at(.., 1), ..
//! ```
//!
//! A column fills its row in one of three ways: with the numbers of the steps if it is aligned, by a copy if its positions are cached, and
//! by a lookup per entity otherwise. An entity without a value gets a position at which no storage has a value, so the loop needs no second
//! test.
#![allow(clippy::unused_unit, clippy::extra_unused_lifetimes, reason = "the empty tuple fetches nothing")]
#![allow(non_snake_case, reason = "the cached positions and the room of an element are named as its type is")]

use crate::distinct::DistinctPositions;
use crate::sparse::{EntityIndex, PairCache, Positions, Source, VACANT};

mod optional;

/// Private, so that only this module implements `Places`.
mod sealed {
    pub trait Sealed {}
}

pub use optional::Optional;
use sealed::Sealed;

/// Maximum number of steps whose positions are found at once.
pub(crate) const FOUND: usize = 128;

/// Maximum number of steps whose positions are found at once for items that may be kept. Their positions are on the heap: with 128 of them,
/// the allocation for more than three columns would take longer.
pub(crate) const KEPT: usize = 32;

/// The indices of the columns of a fetch.
pub trait Places: Sealed + Copy + Send + Sync {
    /// Room for the positions of 128 steps in each column.
    type Room;
    /// Room for the positions of 32 steps in each column.
    type Few;
    /// Either of them, as a slice per column.
    type Rows<'a>;
    /// Cached positions by step; empty if positions are looked up.
    type Cached<'k>: Copy;
    /// Positions by step that are known before an iteration; `None` in an aligned column, where they are the steps.
    type Known<'k>: Copy;

    /// Room without positions.
    const ROOM: Self::Room;

    /// Room for few steps, without positions.
    const FEW: Self::Few;

    /// Whether values can be adjacent in all columns.
    const SLICED: bool;

    /// Whether a column can be one of two parts of a storage, so that some positions have no value in it.
    const SPLIT: bool;

    /// [`Room`](Self::Room) as slices.
    fn rows(room: &mut Self::Room) -> Self::Rows<'_>;

    /// [`Few`](Self::Few) as slices, without its first `from` steps.
    fn few_rows(room: &mut Self::Few, from: usize) -> Self::Rows<'_>;

    /// No cached positions.
    fn uncached<'k>() -> Self::Cached<'k>;

    /// The cached positions; `None` unless each column that needs lookups has some.
    ///
    /// If one of several columns has none, those of the others are not used: the loop that reads cached positions has no branch per column.
    fn cached(self, positions: &Positions) -> Option<Self::Cached<'_>>;

    /// The cached positions of the entities of an order; `None` unless there are some for each column that is not aligned. The others are
    /// requested if `requests` is true. Runs in **O(columns)** time.
    fn known<'k>(self, pairs: &'k PairCache, order: Source<'_>, requests: bool) -> Option<Self::Known<'k>>;

    /// Requests that the positions of the entities of an order are cached for each column that is not aligned.
    fn request(self, pairs: &PairCache, order: Source<'_>);

    /// Marks the column whose order is that of the source as aligned, and all others as not aligned.
    fn align(&mut self, source: Source<'_>);

    /// Marks further columns as aligned, as [`Fetch::compare`](super::Fetch::compare) does, without a limit on the number of entities.
    fn compare(&mut self, source: Source<'_>);

    /// Compares the order of the source with that of each column at the end of an iteration, so that later iterations know which orders are
    /// equal.
    ///
    /// Runs in **O(columns)** time at the end of the first iteration after a change, and if these orders were the last ones to be compared;
    /// otherwise in **O(entities)** per column, up to the first difference.
    fn compare_again(self, source: Source<'_>);

    /// Length of the run at these entities: the number of them, from the first one on, that are adjacent in each column, in this order.
    ///
    /// Each column compares no more entities than the columns before it have in common. Runs in **O(result)** time per column.
    fn run_len(self, indices: &[u32]) -> usize;

    /// Returns true if the value at each step is at that position in each column.
    fn all_aligned(self) -> bool;

    /// The entities of the first aligned column, by position. Optional values do not count.
    fn aligned<'w>(self) -> Option<Source<'w>>
    where
        Self: 'w;

    /// Returns true if the value of the entity with this index is the first one of each column.
    fn all_begin_with(self, index: u32) -> bool;

    /// Writes the positions of the values of these entities, which are at these steps. The rows must be large enough.
    fn find_some(self, steps: &[u32], indices: &[u32], rows: Self::Rows<'_>);

    /// Writes the positions of the values of these entities, the first of which is at the step `first`. The rows must be large enough.
    ///
    /// Runs in **O(entities)** time per column.
    fn find(self, cached: Self::Cached<'_>, first: usize, indices: &[u32], rows: Self::Rows<'_>);
}

/// The index of a column.
#[derive(Debug)]
pub struct Place<'w, I> {
    /// It maps each entity to its position.
    pub(super) index: &'w I,
    /// Whether the position of an entity is its step.
    pub(super) aligned: bool,
}

impl<I> Clone for Place<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Place<'_, I> {}

impl<I> Sealed for Place<'_, I> {}

impl<I: EntityIndex> Places for Place<'_, I> {
    type Room = [u32; FOUND];
    type Few = [u32; KEPT];
    type Rows<'a> = &'a mut [u32];
    type Cached<'k> = &'k [u32];
    type Known<'k> = Option<&'k DistinctPositions>;

    const ROOM: Self::Room = [VACANT; FOUND];
    const FEW: Self::Few = [VACANT; KEPT];
    const SLICED: bool = I::DENSE;
    const SPLIT: bool = I::SPLIT;

    #[inline(always)]
    fn rows(room: &mut Self::Room) -> Self::Rows<'_> {
        room
    }

    #[inline(always)]
    fn few_rows(room: &mut Self::Few, from: usize) -> Self::Rows<'_> {
        room.get_mut(from..).unwrap_or_default()
    }

    #[inline(always)]
    fn uncached<'k>() -> Self::Cached<'k> {
        &[]
    }

    #[inline(always)]
    fn cached(self, positions: &Positions) -> Option<Self::Cached<'_>> {
        if const { !I::DENSE } || self.aligned { Some(&[]) } else { positions.of(self.index.source()) }
    }

    #[inline(always)]
    fn known<'k>(self, pairs: &'k PairCache, order: Source<'_>, requests: bool) -> Option<Self::Known<'k>> {
        if self.aligned { Some(None) } else { pairs.of(order, self.index.source(), requests).map(Some) }
    }

    #[inline(always)]
    fn request(self, pairs: &PairCache, order: Source<'_>) {
        if !self.aligned {
            pairs.request(order, self.index.source());
        }
    }

    #[inline(always)]
    fn align(&mut self, source: Source<'_>) {
        self.aligned = self.index.is_source(source);
    }

    #[inline(always)]
    fn compare(&mut self, source: Source<'_>) {
        self.aligned = self.aligned || self.index.is_in_order_of(source, usize::MAX);
    }

    #[inline(always)]
    fn compare_again(self, source: Source<'_>) {
        if !self.aligned {
            self.index.compare_again(source);
        }
    }

    #[inline(always)]
    fn run_len(self, indices: &[u32]) -> usize {
        if self.aligned { indices.len() } else { self.index.run_len(indices) }
    }

    #[inline(always)]
    fn all_aligned(self) -> bool {
        self.aligned
    }

    #[inline(always)]
    fn aligned<'w>(self) -> Option<Source<'w>>
    where
        Self: 'w,
    {
        if self.aligned { Some(self.index.source()) } else { None }
    }

    #[inline(always)]
    fn all_begin_with(self, index: u32) -> bool {
        self.aligned || self.index.position_or_beyond(index) == Some(0)
    }

    /// Not inlined: one copy per kind of index.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer positions than entities, which are below 2^32"
    )]
    fn find_some(self, steps: &[u32], indices: &[u32], rows: Self::Rows<'_>) {
        if self.aligned {
            rows[..steps.len()].copy_from_slice(steps);
            return;
        }
        for (row, index) in rows.iter_mut().zip(indices) {
            *row = self.index.position_or_beyond(*index).map_or(VACANT, |position| position as u32);
        }
    }

    /// Not inlined: one copy per kind of index.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer positions than entities, which are below 2^32"
    )]
    fn find(self, cached: Self::Cached<'_>, first: usize, indices: &[u32], rows: Self::Rows<'_>) {
        if self.aligned {
            for (row, step) in rows[..indices.len()].iter_mut().zip(first as u32..) {
                *row = step;
            }
        } else if let Some(known) = cached.get(first..first + indices.len()) {
            rows[..known.len()].copy_from_slice(known);
        } else {
            for (row, index) in rows.iter_mut().zip(indices) {
                *row = self.index.position_or_beyond(*index).map_or(VACANT, |position| position as u32);
            }
        }
    }
}

macro_rules! tuple_places {
    ($($F:ident $f:ident),*) => {
        impl<$($F: Places),*> Sealed for ($($F,)*) {}

        impl<$($F: Places),*> Places for ($($F,)*) {
            type Room = ($($F::Room,)*);
            type Few = ($($F::Few,)*);
            type Rows<'a> = ($($F::Rows<'a>,)*);
            type Cached<'k> = ($($F::Cached<'k>,)*);
            type Known<'k> = ($($F::Known<'k>,)*);

            const ROOM: Self::Room = ($($F::ROOM,)*);
            const FEW: Self::Few = ($($F::FEW,)*);
            const SLICED: bool = true $(&& $F::SLICED)*;
            const SPLIT: bool = false $(|| $F::SPLIT)*;

            #[inline(always)]
            fn rows(($($f,)*): &mut Self::Room) -> Self::Rows<'_> {
                ($($F::rows($f),)*)
            }

            #[inline(always)]
            fn few_rows(($($f,)*): &mut Self::Few, _from: usize) -> Self::Rows<'_> {
                ($($F::few_rows($f, _from),)*)
            }

            #[inline(always)]
            fn uncached<'k>() -> Self::Cached<'k> {
                ($($F::uncached(),)*)
            }

            #[inline(always)]
            fn cached(self, _positions: &Positions) -> Option<Self::Cached<'_>> {
                let ($($f,)*) = self;
                Some(($($f.cached(_positions)?,)*))
            }

            #[inline(always)]
            fn known<'k>(
                self,
                _pairs: &'k PairCache,
                _order: Source<'_>,
                _requests: bool,
            ) -> Option<Self::Known<'k>> {
                let ($($f,)*) = self;
                // All are requested, even if the first one is not cached.
                $(let $f = $f.known(_pairs, _order, _requests);)*
                Some(($($f?,)*))
            }

            #[inline(always)]
            fn request(self, _pairs: &PairCache, _order: Source<'_>) {
                let ($($f,)*) = self;
                $($f.request(_pairs, _order);)*
            }

            #[inline(always)]
            fn align(&mut self, _source: Source<'_>) {
                let ($($f,)*) = self;
                $($f.align(_source);)*
            }

            #[inline(always)]
            fn compare(&mut self, _source: Source<'_>) {
                let ($($f,)*) = self;
                $($f.compare(_source);)*
            }

            #[inline(always)]
            fn compare_again(self, _source: Source<'_>) {
                let ($($f,)*) = self;
                $($f.compare_again(_source);)*
            }

            #[inline(always)]
            fn run_len(self, indices: &[u32]) -> usize {
                let ($($f,)*) = self;
                let len = indices.len();
                $(let len = if len == 0 { 0 } else { $f.run_len(&indices[..len]) };)*
                len
            }

            #[inline(always)]
            fn all_aligned(self) -> bool {
                let ($($f,)*) = self;
                true $(&& $f.all_aligned())*
            }

            #[inline(always)]
            fn aligned<'w>(self) -> Option<Source<'w>>
            where
                Self: 'w,
            {
                let ($($f,)*) = self;
                $(if let Some(source) = $f.aligned() {
                    return Some(source);
                })*
                None
            }

            #[inline(always)]
            fn all_begin_with(self, _index: u32) -> bool {
                let ($($f,)*) = self;
                true $(&& $f.all_begin_with(_index))*
            }

            #[inline(always)]
            fn find_some(self, _steps: &[u32], _indices: &[u32], ($($F,)*): Self::Rows<'_>) {
                let ($($f,)*) = self;
                $($f.find_some(_steps, _indices, $F);)*
            }

            #[inline(always)]
            fn find(self, ($($F,)*): Self::Cached<'_>, _first: usize, _indices: &[u32], _rows: Self::Rows<'_>) {
                let ($($f,)*) = self;
                $(let $f = ($f, $F);)*
                let ($($F,)*) = _rows;
                $($f.0.find($f.1, _first, _indices, $F);)*
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_places);
