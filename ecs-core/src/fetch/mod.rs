//! Owns how components of one entity are read together from borrowed columns; knows no world.
//!
//! A [`Fetch`] is a type that says what is wanted ([`Read`], [`Write`], [`Maybe`], [`Handle`], tuples of these); its
//! columns are what it is fetched from. Everything that iterates (queries, joins, system drivers) goes through it.

mod apart;
mod cut;
mod handle;
mod maybe;
mod parallel;
mod single;
mod stretch;
mod tuples;
mod zip;

pub use apart::Apart;
pub use cut::{CutMut, RestMut};
pub use handle::{Handle, Handles};
pub use maybe::Maybe;
pub use parallel::{ParFetch, SentLookup, SentLookupMut};
pub use single::{Read, Write};
pub use stretch::Stretch;

use crate::{Positions, Source};

/// Private, so that what can be fetched is implemented in this directory alone.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "fetches are implemented by the library alone",
        label = "`{Self}` cannot be a fetch"
    )]
    pub trait Sealed {}
}

/// Something that can be fetched for an entity, by the entity's index.
pub trait Fetch: sealed::Sealed {
    /// What it is fetched from.
    type Columns<'w>;
    /// What is fetched.
    type Item<'w>;
    /// The columns while values are handed out of them one after another and all kept.
    type Scattered<'w>;
    /// The values of all steps side by side, where the columns are aligned with what is walked.
    type Slice<'w>;
    /// The same in blocks of 8.
    type Blocks<'w>;
    /// Cached positions by step; none where positions are looked up.
    type Steps<'k>: Copy;

    /// The same columns, borrowed for a shorter time.
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a>;

    /// Fetches for one entity; `None` if something required is missing.
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>>;

    /// Prepares to fetch at the steps of `source`, which ascend.
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w>;

    /// Fetches at a step of the source, where the entity has this index.
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>>;

    /// Fetches at a step of the source, where the entity has this index, for a short time.
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>>;

    /// No cached positions.
    fn looked_up<'k>() -> Self::Steps<'k>;

    /// The cached positions; `None` unless there are some of each column in which positions are looked up.
    fn cached<'k>(columns: &Self::Columns<'_>, positions: &'k Positions) -> Option<Self::Steps<'k>>;

    /// The same as [`step`](Self::step), by cached positions where there are some.
    fn step_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        steps: Self::Steps<'_>,
        step: usize,
        index: u32,
    ) -> Option<Self::Item<'a>>;

    /// The shortest sequence of entities that has all that can be fetched; `None` if nothing is required.
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>>;

    /// Marks the column whose own order the source is as aligned.
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>);

    /// The entities of the first aligned column, by position.
    fn aligned<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>>;

    /// The values of all steps side by side; `None` unless all columns are aligned.
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Slice<'w>>;

    /// Whether there can be slices at all.
    const SLICED: bool;

    /// How many columns are required.
    const REQUIRED: usize;

    /// Whether there are required columns that are indexed by entity, so that some steps of a source may have to be skipped.
    const BY_ENTITY: bool;

    /// How many of these entities, from the first one on, are side by side in each column, in the same order.
    fn run_len(columns: &Self::Columns<'_>, indices: &[u32]) -> usize;

    /// The values of steps that [`run_len`](Self::run_len) found side by side, the first of which is `step`, by the indices of
    /// their entities. `None` where no values are side by side. (Values of other entities if these are no run.)
    fn run_at<'a>(columns: &'a mut Self::Columns<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>>;

    /// Number of bytes of the largest value of a slice. By it, a walk chooses its loop.
    const WIDEST: usize = usize::MAX;

    /// The first values of a slice: exactly so many, which LLVM then knows. (Panics if there are fewer.)
    fn head(slice: Self::Slice<'_>, len: usize) -> Self::Slice<'_>;

    /// Cuts a slice into blocks and a rest.
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>);

    /// What stands at a place of a block. (Panics if there is no such block or place.)
    fn lane<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize, lane: usize) -> Self::Item<'a>;

    /// What stands at a place of a slice. (Panics if there is no such place.)
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a>;

    /// Calls a function for all that stands in a slice of this length.
    #[inline(never)]
    fn each<S: for<'a> FnMut(Self::Item<'a>)>(mut slice: Self::Slice<'_>, len: usize, mut function: S) {
        for at in 0..len {
            function(Self::at(&mut slice, at));
        }
    }
}

/// How many entities a driver takes at once: LLVM makes one vector operation of a block where the function allows it, on
/// baseline x86-64 too. (Blocks of 4 are slower than none.)
pub(crate) const BLOCK: usize = 8;

/// Number of bytes up to which the values of several columns are taken in a plain loop: of blocks, LLVM would gather such values
/// into vectors across the lanes.
const PLAIN: usize = 8;

/// Number of bytes up to which the values of a single column are: a block of these is less than a vector.
const PLAIN_ALONE: usize = 1;

/// Whether so many columns are walked in a plain loop, given their widest value.
pub(crate) const fn is_plain(columns: usize, widest: usize) -> bool {
    widest <= if columns > 1 { PLAIN } else { PLAIN_ALONE }
}

/// A fetch that only reads, whose columns can be shared.
pub trait ReadFetch: Fetch {
    /// The same columns once more.
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w>;
}

#[cfg(test)]
mod tests;
