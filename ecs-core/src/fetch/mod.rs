//! Fetches: what is read or written of one entity, from borrowed columns. Independent of the world.
//!
//! A [`Fetch`] is a type ([`Read`], [`Write`], [`Maybe`], [`Handle`], tuples of these, [`Named`] tuples); its *columns* are the storages
//! that items are fetched from. All iteration (queries, joins, loops of systems) is generic over a fetch, and finds items in one of four
//! ways, from the fastest to the slowest:
//!
//! | way | methods | needs |
//! |---|---|---|
//! | slices, in blocks of 8 or in a plain loop | `slice`, `run_at`, `each`, `blocks` | aligned columns, or a run |
//! | by positions, found for many steps at once | `item_at`, [`Places`] | a dense source |
//! | by lookup, items for one step | `step` | nothing |
//! | by lookup, items that may be kept | `scatter`, `next`; with runs: [`Stretch`] | a proof that no value is yielded twice |
//!
//! A *step* is a position in the sequence of entities (the [`Source`]); an *index* is that of the entity at a step.
//!
//! What happens to `world.query_mut::<(&mut Position, &Velocity)>()`:
//!
//! ```text
//! what the user writes      (&mut Position, &Velocity)                  query/data.rs
//! what it is fetched by     (Write<SparseSet<Position>>, Read<SparseSet<Velocity>>)
//! its columns               (LookupMut<'w, ..>, Lookup<'w, ..>)         borrowed from the world
//! the entities              Source: the shorter of both, or a view      query/fitting.rs
//! the loop                  Walk: slices, positions or lookups          view/walk.rs
//! an item                   (&mut Position, &Velocity)                  single.rs, tuples.rs
//! ```
//!
//! Only the last line is code of this folder. The four ways above are why a fetch has so many methods: each is one way to get the same
//! item, and a loop uses the fastest one that its columns allow. A new fetch implements all of them. What it cannot do is stated by
//! constants ([`SLICED`](Fetch::SLICED), [`REQUIRED`](Fetch::REQUIRED), [`BY_ENTITY`](Fetch::BY_ENTITY)), so that the loops that would need
//! it are not compiled.

/// The value of an `Option`; if there is none, the calling function returns `None`. Used instead of `?` in the methods that are compiled most
/// often: for `?`, rustc compiles two more functions per type of value.
macro_rules! some {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

mod above;
mod bands;
mod beside;
mod cut;
mod handle;
mod looked_up;
mod maybe;
mod mutable;
mod named;
mod parallel;
mod places;
mod single;
mod stretch;
mod tuples;
mod wide;
mod zip;

pub use above::ParBeside;
pub use bands::{BandMut, Banded};
pub use beside::{Beside, LookupBeside};
pub use cut::CutMut;
pub use handle::{Handle, Handles};
pub use looked_up::LookedUp;
pub use maybe::{Maybe, MaybeRun};
pub use mutable::{Mut, MutBlocks, MutRun, MutScattered, MutSlice, NotedMut, WriteMut, apart_noted, write_noted};
pub use named::{Build, Named};
pub use parallel::{ParFetch, SentLookup, SentLookupMut};
pub(crate) use places::{FOUND, KEPT};
pub use places::{Optional, Place, Places};
pub use single::{Read, Write};
pub use stretch::Stretch;
pub(crate) use stretch::{KnownOf, ValueOf};
pub use wide::Flat;

use core::marker::PhantomData;

use crate::sparse::Source;

/// Private, so that only this directory implements `Fetch`.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "fetches are implemented by the library alone",
        label = "`{Self}` cannot be a fetch"
    )]
    pub trait Sealed {}
}

/// A description of an item: which components of an entity are read or written.
///
/// Implementations differ in one thing only: how an item is found at a step. Methods are small and always inlined; loops are elsewhere.
pub trait Fetch: sealed::Sealed {
    /// The storages that items are fetched from, borrowed.
    type Columns<'w>;
    /// The item of one entity.
    type Item<'w>;
    /// The columns, while they yield items that may be kept.
    ///
    /// Created by [`scatter`](Self::scatter) and used by [`next`](Self::next). If values are written, it contains the proof that each is
    /// yielded once.
    type Scattered<'w>;
    /// The values of consecutive steps, adjacent in each column.
    type Slice<'w>;
    /// The values of a slice, in blocks of 8.
    type Blocks<'w>;
    /// One of these blocks: at most two references per column, so that LLVM knows that they do not overlap.
    type Block<'w>;
    /// The indices of the columns.
    ///
    /// They do not depend on the components, so that code that finds positions is compiled once per number of columns.
    type Places<'w>: Places<Room = Self::Room, Few = Self::Few> + 'w;
    /// Room for the positions of 128 steps in each column.
    type Room;
    /// Room for the positions of 32 steps, for items that may be kept.
    type Few;

    /// The same columns, borrowed for a shorter time.
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a>;

    /// Fetches the item of one entity, and marks the values that are written; `None` if a required component is missing (then some values
    /// may be marked). Costs a lookup per column. For all other methods, the caller marks values before they are used.
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>>;

    /// Prepares to fetch items that may be kept, at ascending steps of `source`.
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w>;

    /// Fetches the item at a step of the source, where the entity has this index. The item may be kept.
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>>;

    /// Fetches the item at a step of the source, where the entity has this index. The item ends with the step.
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>>;

    /// The indices of the columns, and which columns are aligned.
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w>;

    /// Fetches the item at one of the positions that were [found](Places::find), for the entity with this index. (If positions of other
    /// entities were found, it is an arbitrary item.)
    fn item_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        at: usize,
        index: u32,
    ) -> Option<Self::Item<'a>>;

    /// The shortest required column as a source: it contains all entities that can be fetched. If nothing is required: all live entities if
    /// a handle is fetched, and otherwise `None`.
    ///
    /// An iteration without a view follows it, so a query of a rare and a frequent component visits the rare one. Runs in **O(columns)**
    /// time.
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>>;

    /// Marks the column whose order is that of the source as aligned, and all others as not aligned.
    ///
    /// Compares addresses: a column is aligned if the source is the sequence of entities of its own index.
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>);

    /// Marks further columns as aligned: those that have the entities of the source in its order, if that is known, or can be found out by
    /// comparing at most `most` entities.
    ///
    /// Called before an iteration over all steps. Runs in **O(columns)** time if these orders were the last ones to be compared and did not
    /// change; otherwise in **O(entities)** per column, up to the first difference.
    fn compare(columns: &mut Self::Columns<'_>, source: Source<'_>, most: usize);

    /// The values of all steps as slices; `None` unless all columns are aligned.
    ///
    /// They are as long as the source, which is dense and has this number of steps. Runs in **O(columns)** time.
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>, steps: usize) -> Option<Self::Slice<'w>>;

    /// Whether iterations mark the values that they visit and write, since changes of these are tracked.
    const TRACKED: bool;

    /// Returns true if each column is aligned.
    fn all_aligned(columns: &Self::Columns<'_>) -> bool;

    /// Returns true if the entity at a step, which has this index, has all required components.
    ///
    /// Used to set marks before anything is fetched, so that entities that are not visited are not marked.
    fn finds(columns: &Self::Columns<'_>, step: usize, index: u32) -> bool;

    /// Marks the written values of the entity at a step, which has this index.
    fn mark(columns: &Self::Columns<'_>, step: usize, index: u32);

    /// Marks the written values at the first `steps` steps. All columns must be aligned.
    fn mark_first(columns: &Self::Columns<'_>, steps: usize);

    /// Whether there can be slices at all.
    ///
    /// False if a column has gaps or an optional value; then no loop over slices is compiled.
    const SLICED: bool;

    /// Number of required columns.
    ///
    /// If there are none, all live entities are visited.
    const REQUIRED: usize;

    /// Whether a required column is indexed by entity, so that steps without an entity have to be skipped.
    const BY_ENTITY: bool;

    /// The values of the entities of a run, the first of which is at the first position of `room`. `None` if the columns have no slices.
    /// (If the entities are not a run, the values are those of others.)
    fn run_at<'a>(columns: &'a mut Self::Columns<'_>, room: &Self::Room, indices: &'a [u32])
    -> Option<Self::Slice<'a>>;

    /// Whether loops note which values they write; then slices are larger than two words.
    const NOTED: bool = false;

    /// Size of the largest value of a slice, in bytes. It decides which loop is used.
    const WIDEST: usize = usize::MAX;

    /// Returns true if a slice has at least `len` values. Tested before a loop, so that LLVM knows it in the loop.
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool;

    /// Splits a slice into blocks and a rest of fewer than 8 values.
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>);

    /// The block with this number; blocks are visited in ascending order. (Panics if there is no such block.)
    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a>;

    /// The item at a lane of a block. (Panics if there is no such lane.)
    fn lane<'a>(block: &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a>;

    /// The item at a position of a slice. (Panics if there is no such position.)
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a>;

    /// Calls a function for each item of a slice of this length.
    #[inline(never)]
    fn each<S: for<'a> FnMut(Self::Item<'a>)>(mut slice: Self::Slice<'_>, len: usize, mut function: S) {
        for at in 0..len {
            function(Self::at(&mut slice, at));
        }
    }
}

/// Reports that a loop would visit more steps than there are values.
#[cold]
#[inline(never)]
fn too_short() -> ! {
    panic!("a slice is shorter than the iteration over it")
}

/// Number of entities per block: LLVM vectorises a block if the function allows it, on baseline x86-64 too. (Blocks of 4 are slower than no
/// blocks.)
pub(crate) const BLOCK: usize = 8;

/// Maximum size in bytes of values of several columns that are iterated in a plain loop: with blocks, LLVM would gather such values into
/// vectors across the lanes.
const PLAIN: usize = 8;

/// Maximum size in bytes of values of a single column that is iterated in a plain loop: a block of such values is smaller than a vector.
const PLAIN_ALONE: usize = 1;

/// Returns true if this many columns are iterated in a plain loop, given their widest value.
pub(crate) const fn is_plain(columns: usize, widest: usize) -> bool {
    widest <= if columns > 1 { PLAIN } else { PLAIN_ALONE }
}

/// Marks the written values of all entities of a source that are kept and have all required components, if changes of any of these values
/// are tracked.
///
/// Called once before an iteration, so that its loop has no code for marks. Runs in **O(steps / word)** time if all columns are aligned and
/// nothing is filtered; otherwise in **O(steps)**, with a lookup per column.
#[inline(always)]
pub(crate) fn mark_visited<F: Fetch, P: Fn(u32) -> bool>(
    columns: &F::Columns<'_>,
    source: Source<'_>,
    keeps_all: bool,
    keeps: P,
) {
    if let Some(mark) = Marking::<F, P>::MARK {
        mark(columns, source, keeps_all, keeps);
    }
}

/// The function that marks what an iteration visits.
struct Marking<F, P>(PhantomData<(F, P)>);

impl<F: Fetch, P: Fn(u32) -> bool> Marking<F, P> {
    /// A constant, so that nothing is compiled, or even visited by rustc, if no changes are tracked.
    const MARK: Option<Mark<F, P>> = if F::TRACKED { Some(mark_each::<F, P>) } else { None };
}

type Mark<F, P> = for<'c, 'w, 's> fn(&'c <F as Fetch>::Columns<'w>, Source<'s>, bool, P);

#[inline(never)]
fn mark_each<F: Fetch, P: Fn(u32) -> bool>(columns: &F::Columns<'_>, source: Source<'_>, keeps_all: bool, keeps: P) {
    let steps = source.steps();
    if keeps_all && F::SLICED && F::all_aligned(columns) {
        return F::mark_first(columns, steps);
    }
    let mut next = 0;
    while next < steps {
        let step = source.skip(next);
        next = step + 1;
        if let Some(index) = source.at(step)
            && keeps(index)
            && F::finds(columns, step, index)
        {
            F::mark(columns, step, index);
        }
    }
}

/// A fetch that only reads, whose columns can be shared.
///
/// Joins and queries that only read can therefore be iterated any number of times.
pub trait ReadFetch: Fetch {
    /// Another borrow of the same columns.
    ///
    /// It lives as long as the first one.
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w>;
}

#[cfg(test)]
mod tests;
