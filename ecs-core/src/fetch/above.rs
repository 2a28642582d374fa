//! Fetches whose slices of parents are read by several threads while those of children are written.
//!
//! ```text
//! a column in the order of the tree       | level 0 | level 1      | level 2        ...
//! cut where level 1 begins                  shared    divided among threads
//! then where level 2 begins                 shared -------------->   divided
//! ```
//!
//! Every thread reads all values before a level, and writes its own range of the level. So parents are shared, children are not, and slices
//! are split once per level and once per thread. A level that is not stored behind all of its parents is visited on one thread
//! ([`Beside`]).

use core::convert::Infallible;

use super::{Beside, Build, Handle, Handles, Maybe, Named, ParFetch, Read, Write};
use crate::parallel::{ParRead, ParWrite};
use crate::storage::{Contiguous, Storage};

/// A fetch whose slices can be read on several threads at once.
pub trait ParBeside: Beside + ParFetch {
    /// Slices to read.
    ///
    /// Values of components that are written are read through it, so such a component has to be `Sync` as well as `Send`.
    type Shared<'w>: Copy + Send + Sync;

    /// Borrows a slice to read.
    ///
    /// The borrow lasts while the level behind it is visited.
    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a>;

    /// Reads at a position of a slice; `None` if it is shorter.
    fn read_at<'a>(shared: &'a Self::Shared<'_>, at: usize) -> Option<Self::Other<'a>>;
}

impl<S: Storage<Value: ParRead>> ParBeside for Read<S> {
    type Shared<'w> = &'w [S::Value];

    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a> {
        slice
    }

    #[inline(always)]
    fn read_at<'a>(shared: &'a Self::Shared<'_>, at: usize) -> Option<Self::Other<'a>> {
        shared.get(at)
    }
}

impl<S: Contiguous<Value: ParRead + ParWrite>> ParBeside for Write<S> {
    type Shared<'w> = &'w [S::Value];

    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a> {
        slice
    }

    #[inline(always)]
    fn read_at<'a>(shared: &'a Self::Shared<'_>, at: usize) -> Option<Self::Other<'a>> {
        shared.get(at)
    }
}

/// Optional values have no slices.
impl<F: ParBeside> ParBeside for Maybe<F> {
    type Shared<'w> = Infallible;

    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a> {
        match *slice {}
    }

    fn read_at<'a>(shared: &'a Self::Shared<'_>, _: usize) -> Option<Self::Other<'a>> {
        match *shared {}
    }
}

impl ParBeside for Handle {
    type Shared<'w> = Handles<'w>;

    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a> {
        *slice
    }

    #[inline(always)]
    fn read_at<'a>(shared: &'a Self::Shared<'_>, at: usize) -> Option<Self::Other<'a>> {
        shared.get(at)
    }
}

impl<B: Build<F>, F: ParBeside> ParBeside for Named<B, F> {
    type Shared<'w> = F::Shared<'w>;

    fn shared<'a>(slice: &'a Self::Slice<'_>) -> Self::Shared<'a> {
        F::shared(slice)
    }

    #[inline(always)]
    fn read_at<'a>(shared: &'a Self::Shared<'_>, at: usize) -> Option<Self::Other<'a>> {
        F::read_at(shared, at)
    }
}

macro_rules! tuple_par_beside {
    ($($F:ident $f:ident),*) => {
        #[allow(clippy::unused_unit, clippy::unnecessary_wraps, reason = "the empty tuple fetches nothing")]
        impl<$($F: ParBeside),*> ParBeside for ($($F,)*) {
            type Shared<'w> = ($($F::Shared<'w>,)*);

            fn shared<'a>(($($f,)*): &'a Self::Slice<'_>) -> Self::Shared<'a> {
                ($($F::shared($f),)*)
            }

            #[inline(always)]
            fn read_at<'a>(($($f,)*): &'a Self::Shared<'_>, _at: usize) -> Option<Self::Other<'a>> {
                Some(($(some!($F::read_at($f, _at)),)*))
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_par_beside);
