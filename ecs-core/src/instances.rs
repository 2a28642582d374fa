//! Functions that depend on no component, compiled once, with this library.
//!
//! rustc compiles a generic function again in each crate that uses it, with two exceptions: if a dependency has the same instance, a
//! function that is never inlined is taken from there, and so is any function in a build without optimisation. Much of this library
//! depends only on the mask of a world and on the kinds of indices of columns: what finds positions, and what filters entities. These
//! are a few types in nearly all worlds, so the functions with these types, their *instances*, are named here. (A world of 64
//! components and 64 systems is compiled in 0.94 of the time.)
//!
//! | instances | for |
//! |---|---|
//! | masks | all worlds of up to 128 components |
//! | columns | up to three, with or without the entity, of the storage that components have by default |
//!
//! Other worlds and columns compile their own.

use alloc::vec::Vec;

use crate::fetch::{Place, Places};
use crate::join;
use crate::mask::{BitMask, Mask, SmallMask};
use crate::population::{Masks, Population};
use crate::query::number_found;
use crate::sparse::{DenseIndex, EntityIndex, Slots, SparseIndex};
use crate::view::{Filter, Members, intersects_each};
use crate::world::population;

/// A column of the default storage.
type Dense = Place<'static, DenseIndex<Slots>>;

/// The addresses of these functions, as the calling crate knows them: inlined, so that it is the caller who names them.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn instances() -> Vec<*const ()> {
    let mut all = Vec::new();
    all.extend(of_index());
    all.extend(of_mask::<SmallMask<u8>>());
    all.extend(of_mask::<SmallMask<u16>>());
    all.extend(of_mask::<SmallMask<u32>>());
    all.extend(of_mask::<Mask<1>>());
    all.extend(of_mask::<Mask<2>>());
    all.extend(of_places::<Dense>());
    all.extend(of_places::<(Dense,)>());
    all.extend(of_places::<(Dense, Dense)>());
    all.extend(of_places::<(Dense, Dense, Dense)>());
    all.extend(of_places::<((), Dense)>());
    all.extend(of_places::<((), Dense, Dense)>());
    all
}

/// The same addresses, as this library knows them. Not inlined: this is why the functions are compiled with it.
#[doc(hidden)]
#[inline(never)]
#[must_use]
pub fn compiled_instances() -> Vec<*const ()> {
    instances()
}

#[inline(always)]
fn of_index() -> [*const (); 13] {
    [
        SparseIndex::swap_remove_behind as *const (),
        SparseIndex::relocate_behind as *const (),
        SparseIndex::relocate_last as *const (),
        <SparseIndex as EntityIndex>::position_of_first as *const (),
        SparseIndex::run_len as *const (),
        SparseIndex::reserve as *const (),
        SparseIndex::clear as *const (),
        SparseIndex::extend as *const (),
        SparseIndex::append as *const (),
        SparseIndex::shrink_to_fit as *const (),
        SparseIndex::check as *const (),
        SparseIndex::swap_all as *const (),
        SparseIndex::arrange as *const (),
    ]
}

#[inline(always)]
fn of_mask<M: BitMask>() -> [*const (); 8] {
    [
        Filter::<M>::sift as *const (),
        Filter::<M>::keeps_each as *const (),
        Filter::<M>::decides as *const (),
        intersects_each::<M> as *const (),
        Masks::<M>::search as *const (),
        number_found::<M> as *const (),
        population::<M> as *const (),
        Population::<M>::check as *const (),
    ]
}

#[inline(always)]
fn of_places<P: Places + 'static>() -> impl Iterator<Item = *const ()> {
    join::instances::<P>().into_iter().chain([Members::begin::<P> as *const ()])
}
