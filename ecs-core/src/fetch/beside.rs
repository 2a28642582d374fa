//! Fetches of one entity while all others can be read.
//!
//! `split_at_mut` divides a written storage into the values before that of the entity, this value, and the values behind it, so that no
//! value is written and read at the same time.
//!
//! ```text
//! values     [ front ........ ][ the one that is visited ][ back ........ ]
//!             &[C]              &mut C                     &[C]
//! ```
//!
//! The split costs two bounds tests per visited entity. Columns that are only read are shared, not split. A lookup of another entity
//! compares its position with the length of `front` to find the side; the visited entity itself is on neither side, and is not found.
//!
//! ```text
//! values a b c d e, of which c at position 2 is visited      front [a b]   back [d e]
//! position 1      before 2      front[1]: b
//! position 4      behind by 2   back[2 - 1]: e
//! position 2      behind by 0   none
//! ```
//!
//! Storages whose values are in chunks, or have gaps, cannot be split in this way, so writing them is not `Beside`. The error message of
//! the trait lists the storages that can be split.

use core::ops::Range;

use super::maybe::Never;
use super::{Build, Fetch, Handle, Handles, Maybe, Named, Read, Stretch, Write};
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::sparse::EntityIndex;
use crate::storage::{Contiguous, Lookup, Storage};

/// A fetch of one entity during which the others can be read.
#[diagnostic::on_unimplemented(
    message = "what this query fetches cannot be fetched beside other entities that are read",
    label = "one of the fetches does not leave other entities to be read",
    note = "write a component as `&mut C`, not as `Mut<'_, C>`, and keep it in a storage whose values are adjacent: `sparse_set`, `packed`, \
            `hash_map` or `btree_map`"
)]
pub trait Beside: Fetch {
    /// The columns from which the others are read.
    ///
    /// They contain all values but the one that is lent as `&mut`.
    type Others<'w>: Copy;
    /// The item that is read of another entity.
    ///
    /// It has `&C` in place of `&mut C`.
    type Other<'w>;
    /// The fetch of the others: `Read` in place of `Write`.
    ///
    /// Its runs are slices of others that are adjacent.
    type Reading: Stretch + for<'w> Fetch<Item<'w> = Self::Other<'w>>;

    /// Fetches the item at a step of the source, where the entity has this index (`None` if a required component is missing). Also returns
    /// the columns from which the others are read.
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        step: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>);

    /// Marks columns that are known to be aligned, so that a loop over them does not test it.
    ///
    /// The caller has determined that all of them are aligned; otherwise values of other entities would be read.
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_>;

    /// Reads the item at a step of the source, where the entity has this index; `None` if a required component is missing.
    ///
    /// Also `None` for the entity that is visited, if it is written. Runs in **O(columns)** time.
    fn other<'w>(others: &Self::Others<'w>, step: usize, index: u32) -> Option<Self::Other<'w>>;

    /// The values at these steps, where the entities have these indices, as slices; `None` unless all columns are aligned and have slices.
    ///
    /// The visited entity must not be among them.
    fn other_slice<'w>(
        others: &Self::Others<'w>,
        steps: Range<usize>,
        indices: &'w [u32],
    ) -> Option<<Self::Reading as Fetch>::Slice<'w>>;
}

impl<S: Storage> Beside for Read<S> {
    type Others<'w> = Lookup<'w, S>;
    type Other<'w> = &'w S::Value;
    type Reading = Self;

    #[inline(always)]
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        step: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
        let others = Self::reborrow(columns);
        (Self::other(&others, step, index), others)
    }

    #[inline(always)]
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_> {
        columns.aligned()
    }

    #[inline(always)]
    fn other<'w>(others: &Self::Others<'w>, step: usize, index: u32) -> Option<Self::Other<'w>> {
        if others.aligned { others.at(step) } else { others.get(index) }
    }

    #[inline(always)]
    fn other_slice<'w>(others: &Self::Others<'w>, steps: Range<usize>, _: &'w [u32]) -> Option<&'w [S::Value]> {
        if others.aligned { others.run(steps) } else { None }
    }
}

/// All values of a storage but one, to read.
///
/// `front` and `back` are shared borrows for as long as the value between them is borrowed as `&mut`.
pub struct LookupBeside<'w, S: Storage> {
    /// The index of the whole storage: positions are those before the split.
    index: &'w S::Index,
    /// The values before the one that is left out; all of them if none is.
    front: &'w [S::Value],
    /// The values behind it.
    back: &'w [S::Value],
    /// The position of the first value in `front`.
    first: usize,
    /// Whether steps are positions, so that nothing is looked up.
    aligned: bool,
}

impl<S: Storage> Clone for LookupBeside<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Storage> Copy for LookupBeside<'_, S> {}

impl<S: Storage> core::fmt::Debug for LookupBeside<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LookupBeside").field("index", self.index).finish_non_exhaustive()
    }
}

/// The visited value is excluded by its position, so an entity whose handle a value contains can be looked up without comparing
/// handles.
impl<S: Contiguous> Beside for Write<S> {
    type Others<'w> = LookupBeside<'w, S>;
    type Other<'w> = &'w S::Value;
    type Reading = Read<S>;

    #[inline(always)]
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        step: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
        let (table, aligned) = (columns.index, columns.aligned);
        let position = if aligned { Some(step) } else { table.position_or_beyond(index) };
        let (first, values) = Self::reborrow(columns).into_slice();
        let Some(position) =
            position.and_then(|position| position.checked_sub(first)).filter(|position| *position < values.len())
        else {
            return (None, LookupBeside { index: table, front: values, back: &[], first, aligned });
        };
        let (front, rest) = values.split_at_mut(position);
        match rest.split_first_mut() {
            Some((value, back)) => (Some(value), LookupBeside { index: table, front, back, first, aligned }),
            None => (None, LookupBeside { index: table, front, back: &[], first, aligned }),
        }
    }

    #[inline(always)]
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_> {
        columns.aligned()
    }

    #[inline(always)]
    fn other<'w>(others: &Self::Others<'w>, step: usize, index: u32) -> Option<Self::Other<'w>> {
        let position = if others.aligned { step } else { others.index.position_or_beyond(index)? };
        let position = position.checked_sub(others.first)?;
        match position.checked_sub(others.front.len()) {
            None => others.front.get(position),
            Some(behind) => others.back.get(behind.checked_sub(1)?),
        }
    }

    #[inline(always)]
    fn other_slice<'w>(others: &Self::Others<'w>, steps: Range<usize>, _: &'w [u32]) -> Option<&'w [S::Value]> {
        if !others.aligned {
            return None;
        }
        let positions = steps.start.checked_sub(others.first)?..steps.end.checked_sub(others.first)?;
        if positions.end <= others.front.len() {
            return others.front.get(positions);
        }
        // Behind the value that is left out; a range that contains it has no slice.
        let behind = others.front.len() + 1;
        others.back.get(positions.start.checked_sub(behind)?..positions.end - behind)
    }
}

impl<F: Beside> Beside for Maybe<F> {
    type Others<'w> = F::Others<'w>;
    type Other<'w> = Option<F::Other<'w>>;
    type Reading = Maybe<F::Reading>;

    #[inline(always)]
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        step: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
        let (item, others) = F::beside(columns, step, index);
        (Some(item), others)
    }

    #[inline(always)]
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_> {
        F::known_aligned(columns)
    }

    #[inline(always)]
    fn other<'w>(others: &Self::Others<'w>, step: usize, index: u32) -> Option<Self::Other<'w>> {
        Some(F::other(others, step, index))
    }

    fn other_slice<'w>(_: &Self::Others<'w>, _: Range<usize>, _: &'w [u32]) -> Option<Never> {
        None
    }
}

impl Beside for Handle {
    type Others<'w> = &'w Allocator;
    type Other<'w> = Entity;
    type Reading = Self;

    #[inline(always)]
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        _: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
        (Some(columns.living(index)), columns)
    }

    #[inline(always)]
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_> {
        columns
    }

    #[inline(always)]
    fn other<'w>(others: &Self::Others<'w>, _: usize, index: u32) -> Option<Self::Other<'w>> {
        Some(others.living(index))
    }

    #[inline(always)]
    fn other_slice<'w>(others: &Self::Others<'w>, _: Range<usize>, indices: &'w [u32]) -> Option<Handles<'w>> {
        Some(Handles { indices, generations: others.generations() })
    }
}

/// The others stay tuples, since the fields of a struct may be `&mut`.
impl<B: Build<F>, F: Beside> Beside for Named<B, F> {
    type Others<'w> = F::Others<'w>;
    type Other<'w> = F::Other<'w>;
    type Reading = F::Reading;

    #[inline(always)]
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        step: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
        let (item, others) = F::beside(columns, step, index);
        (item.map(B::build), others)
    }

    #[inline(always)]
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_> {
        F::known_aligned(columns)
    }

    #[inline(always)]
    fn other<'w>(others: &Self::Others<'w>, step: usize, index: u32) -> Option<Self::Other<'w>> {
        F::other(others, step, index)
    }

    #[inline(always)]
    fn other_slice<'w>(
        others: &Self::Others<'w>,
        steps: Range<usize>,
        indices: &'w [u32],
    ) -> Option<<Self::Reading as Fetch>::Slice<'w>> {
        F::other_slice(others, steps, indices)
    }
}

macro_rules! tuple_beside {
    ($($F:ident $f:ident),*) => {
        #[allow(clippy::unused_unit, clippy::unnecessary_wraps, reason = "the empty tuple fetches nothing")]
        impl<$($F: Beside),*> Beside for ($($F,)*) {
            type Others<'w> = ($($F::Others<'w>,)*);
            type Other<'w> = ($($F::Other<'w>,)*);
            type Reading = ($($F::Reading,)*);

            #[inline(always)]
            fn beside<'a>(
                ($($f,)*): &'a mut Self::Columns<'_>,
                _step: usize,
                _index: u32,
            ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
                fn all<$($F),*>(($($f,)*): ($(Option<$F>,)*)) -> Option<($($F,)*)> {
                    Some(($($f?,)*))
                }
                $(let $f = $F::beside($f, _step, _index);)*
                (all(($($f.0,)*)), ($($f.1,)*))
            }

            #[inline(always)]
            fn known_aligned(($($f,)*): Self::Columns<'_>) -> Self::Columns<'_> {
                ($($F::known_aligned($f),)*)
            }

            #[inline(always)]
            fn other<'w>(($($f,)*): &Self::Others<'w>, _step: usize, _index: u32) -> Option<Self::Other<'w>> {
                Some(($($F::other($f, _step, _index)?,)*))
            }

            #[inline(always)]
            fn other_slice<'w>(
                ($($f,)*): &Self::Others<'w>,
                _steps: Range<usize>,
                _indices: &'w [u32],
            ) -> Option<<Self::Reading as Fetch>::Slice<'w>> {
                Some(($($F::other_slice($f, _steps.clone(), _indices)?,)*))
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_beside);
