//! Fetches of more than 9 components of one entity while all others can be read: the items of the others are flat, too.

use core::ops::Range;

use super::{Flat, Halves};
use crate::fetch::{Beside, Fetch, ParBeside};
use crate::tuples::Wide;

/// Halves whose slices can be read on several threads at once.
pub trait ParHalves: ParBeside + for<'w> Halves<FlatSlice<'w>: Send> {
    /// Borrows slices to read. (Borrowed slices cannot be split into halves.)
    fn flat_shared<'a>(slice: &'a Self::FlatSlice<'_>) -> Self::Shared<'a>;
}

macro_rules! par_halves {
    ([$($A:ident $a:ident),*] [$($B:ident $b:ident),*]) => {
        impl<$($A: ParBeside,)* $($B: ParBeside),*> ParHalves for (($($A,)*), ($($B,)*)) {
            fn flat_shared<'a>(($($a,)* $($b,)*): &'a Self::FlatSlice<'_>) -> Self::Shared<'a> {
                (($($A::shared($a),)*), ($($B::shared($b),)*))
            }
        }
    };
}

crate::tuples::for_each_wide_arity!(par_halves);

impl<H: Halves + Beside<Reading: Halves>> Beside for Flat<H> {
    type Others<'w> = H::Others<'w>;
    type Other<'w> = <H::Reading as Halves>::FlatItem<'w>;
    type Reading = Flat<H::Reading>;

    #[inline(always)]
    fn beside<'a>(
        columns: &'a mut Self::Columns<'_>,
        step: usize,
        index: u32,
    ) -> (Option<Self::Item<'a>>, Self::Others<'a>) {
        let (item, others) = H::beside(columns, step, index);
        (item.map(Wide::unite), others)
    }

    #[inline(always)]
    fn known_aligned(columns: Self::Columns<'_>) -> Self::Columns<'_> {
        H::known_aligned(columns)
    }

    #[inline(always)]
    fn other<'w>(others: &Self::Others<'w>, step: usize, index: u32) -> Option<Self::Other<'w>> {
        H::other(others, step, index).map(Wide::unite)
    }

    #[inline(always)]
    fn other_slice<'w>(
        others: &Self::Others<'w>,
        steps: Range<usize>,
        indices: &'w [u32],
    ) -> Option<<Self::Reading as Fetch>::Slice<'w>> {
        H::other_slice(others, steps, indices).map(Wide::unite)
    }
}

impl<H: ParHalves + Beside<Reading: Halves>> ParBeside for Flat<H> {
    type Shared<'w> = H::Shared<'w>;

    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a> {
        H::flat_shared(slice)
    }

    #[inline(always)]
    fn read_at<'a>(shared: &'a Self::Shared<'_>, at: usize) -> Option<Self::Other<'a>> {
        H::read_at(shared, at).map(Wide::unite)
    }
}
