//! Joins of columns, and the iterator that joins and queries share.
//!
//! Its items may be kept while iteration continues, as in a `for` loop. Iteration whose items end with their step (`for_each`, systems) is
//! simpler, and is in `view/walk.rs`. The parts, from the fastest to the slowest:
//!
//! | part | yields |
//! |---|---|
//! | `matches` | one run: a zip of slices, beside which optional values are looked up |
//! | `known` | items that are not adjacent, at cached positions, if something is written |
//! | `apart` | items that are not adjacent, each by lookups: at most 64, or only read |
//! | `later` | further runs, and values at positions that were found in advance |
//! | `finder` | these positions, for many entities at once |
//! | `compact` | one run, for `collect`, `min_by_key` and `max_by_key` |
//! | `direct` | each item by lookups: if a component is indexed by entity, nothing is required, or optional values are beside no run |

mod apart;
mod compact;
mod direct;
mod finder;
mod keep;
mod known;
mod later;
mod matches;
mod steps;

pub(crate) use compact::Compact;
pub(crate) use keep::{Keep, KeepAll, Passed, TESTED, kept_blocks};
pub(crate) use matches::Matches;
pub(crate) use steps::{Next, Steps, apart_after, run_len};

use core::iter::FusedIterator;

use crate::adapters::{self, Compacting};
use crate::column::{ColumnMut, EntityColumn, ReadColumn};
use crate::fetch::{Fetch, Flat, Handle, Places, Read, Stretch, Write, mark_visited};
use crate::storage::Storage;

/// Functions of this module that depend only on the kinds of indices; see `instances.rs`.
#[inline(always)]
pub(crate) fn instances<P: Places + 'static>() -> [*const (); 5] {
    [
        Steps::<P>::begin as *const (),
        Steps::<P>::next::<true> as *const (),
        Steps::<P>::next_to_keep as *const (),
        Steps::<P>::refuse as *const (),
        finder::find_first::<P> as *const (),
    ]
}

/// Maximum number of entities whose order is compared in all columns, and that are tested for the filter, before the first item is yielded.
/// (An iteration that ends at its first item pays for all of them, but saves an allocation that costs as much.)
pub(crate) const AT_ONCE: usize = 512;

/// Number of items that are looked up together at first. It becomes [`MORE`] times as large each time, so that a loop that ends early looks
/// up few items in vain.
const FIRST: usize = 8;

/// See [`FIRST`].
const MORE: usize = 4;

/// Private, so that only this file implements `Joined` and `Join`.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "what can be joined is implemented by the library alone",
        label = "`{Self}` cannot be joined"
    )]
    pub trait Sealed {}
}

use sealed::Sealed;

/// A column that can be joined: `&column`, `&mut column`, `&entities`.
pub trait Joined<'a>: Sealed {
    /// The fetch of its items.
    type Fetch: Stretch;
    /// The column; `None` if it was moved out.
    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>>;
}

impl<C, S> Sealed for &ColumnMut<'_, C, S> {}

impl<'a, S: Storage> Joined<'a> for &'a ColumnMut<'_, S::Value, S> {
    type Fetch = Read<S>;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        Some(crate::read(self.storage()?))
    }
}

impl<Column> Sealed for &ReadColumn<Column> {}

impl<'a, S: Storage> Joined<'a> for &'a ReadColumn<ColumnMut<'_, S::Value, S>> {
    type Fetch = Read<S>;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        (**self).columns()
    }
}

impl<C, S> Sealed for &mut ColumnMut<'_, C, S> {}

impl<'a, S: Storage> Joined<'a> for &'a mut ColumnMut<'_, S::Value, S> {
    type Fetch = Write<S>;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        Some(crate::write(self.storage_mut()?))
    }
}

impl Sealed for &EntityColumn<'_> {}

impl<'a> Joined<'a> for &'a EntityColumn<'_> {
    type Fetch = Handle;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        Some(self.allocator)
    }
}

/// Tuples of columns that can be iterated together. (Like `intersectionInvoke` of the simplest of the sources, but as an iterator.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Health(u32);
/// # struct Poison(u32);
/// # ecs_world! { components: Health, Poison; }
/// # let mut world = World::default();
/// let sick = world.spawn((Health(5), Poison(2)));
/// world.spawn(Health(5));
/// let mut columns = world.columns();
/// for (entity, health, poison) in (&columns.entities, &mut columns.health, &columns.poison).join() {
///     assert_eq!(entity, sick);
///     health.0 -= poison.0;
/// }
/// assert_eq!(columns.health.iter().map(|(_, health)| health.0).sum::<u32>(), 8);
/// ```
pub trait Join<'a>: Sealed {
    /// The fetch of its items.
    type Fetch: Stretch;

    /// Iterates over the entities that have a value in each column, in the order of the shortest column; with `&columns.entities` alone, by
    /// ascending index. Runs in **O(shortest column)** time.
    ///
    /// The columns should be those of one world. Columns of different worlds are joined by index and yield no value twice, but the handles
    /// that `&columns.entities` yields beside them may be dead, and debug builds may panic at the index of a dead one.
    ///
    /// As long as the columns hold the same entities in the same order, a step needs no lookup, as in a zip of slices. From the first
    /// difference on, it costs a lookup per column. A bit per value of each written column proves that no value is yielded twice. If a
    /// storage is not dense, at most 64 entities are visited, or a column has more than 256 times as many values as there are entities to
    /// visit, the proof is two more lookups per step instead.
    ///
    /// The iterator makes at most one allocation, plus one for the bits of each written column. It makes none if there is only one column,
    /// if all columns are known to be in one order, if nothing is written and samples show that the columns are in different orders, if at
    /// most 64 entities are visited, or at most 512 that all columns have in one order. If a column is in a storage that is not dense, it
    /// allocates only the table of chunks of each written `hashed_array_tree`. Consuming adapters (`for_each`, `sum`, `min_by_key`, ..) are
    /// faster than `for`.
    ///
    /// If something reads changes of a written component, this call marks all values that will be visited, even if a loop ends early.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # struct Poison(u32);
    /// # ecs_world! { components: Health, Poison; }
    /// # let mut world = World::default();
    /// let all = world.spawn_batch([3, 2, 1].map(Health));
    /// for entity in [all[2], all[0]] {
    ///     world.insert(entity, Poison(1)).unwrap();
    /// }
    /// let columns = world.columns();
    /// let joined = (&columns.entities, &columns.health, &columns.poison).join();
    /// assert!(joined.map(|(entity, ..)| entity).eq([all[2], all[0]]), "in the order of the poison");
    /// ```
    fn join(self) -> JoinIter<'a, Self::Fetch>;
}

/// Several columns to join.
///
/// A trait of its own, since a tuple of more than 9 columns is compiled faster if the columns of its halves are moved out separately.
trait Several<'a> {
    type Fetch: Stretch;
    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>>;
}

/// The columns of both halves of a tuple; the second ones are moved out only if the first ones are all there.
#[inline]
fn both<'a, A: Several<'a>, B: Several<'a>>(first: A, second: B) -> Option<(Columns<'a, A>, Columns<'a, B>)> {
    Some((first.columns()?, second.columns()?))
}

type Columns<'a, S> = <<S as Several<'a>>::Fetch as Fetch>::Columns<'a>;

macro_rules! tuple_join {
    () => {};
    ($($J:ident $j:ident),+) => {
        impl<'a, $($J: Joined<'a>),+> Several<'a> for ($($J,)+) {
            type Fetch = ($($J::Fetch,)+);

            #[inline]
            fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
                let ($($j,)+) = self;
                Some(($($j.columns()?,)+))
            }
        }

        impl<'a, $($J: Joined<'a>),+> Sealed for ($($J,)+) {}

        impl<'a, $($J: Joined<'a>),+> Join<'a> for ($($J,)+) {
            type Fetch = ($($J::Fetch,)+);

            #[inline]
            fn join(self) -> JoinIter<'a, Self::Fetch> {
                joined(self.columns())
            }
        }
    };
}

macro_rules! wide_join {
    ([$($A:ident $a:ident),*] [$($B:ident $b:ident),*]) => {
        impl<'a, $($A: Joined<'a>,)* $($B: Joined<'a>),*> Sealed for ($($A,)* $($B,)*) {}

        impl<'a, $($A: Joined<'a>,)* $($B: Joined<'a>),*> Join<'a> for ($($A,)* $($B,)*) {
            type Fetch = Flat<(($($A::Fetch,)*), ($($B::Fetch,)*))>;

            #[inline]
            fn join(self) -> JoinIter<'a, Self::Fetch> {
                let ($($a,)* $($b,)*) = self;
                joined(both(($($a,)*), ($($b,)*)))
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_join, wide_join);

/// Iterates the columns, if there are all.
#[inline]
fn joined<F: Stretch>(columns: Option<F::Columns<'_>>) -> JoinIter<'_, F> {
    JoinIter { matches: columns.map_or_else(Matches::nothing, narrowest) }
}

/// Iterates the shortest of the columns.
#[inline]
fn narrowest<F: Stretch>(mut columns: F::Columns<'_>) -> Matches<'_, F, KeepAll> {
    let Some(source) = F::narrow(&columns) else { return Matches::nothing() };
    F::align(&mut columns, source);
    F::compare(&mut columns, source, AT_ONCE);
    if const { F::TRACKED } {
        mark_visited::<F, _>(&columns, source, true, |_| true);
    }
    Matches::new(columns, source, KeepAll, None)
}

/// The iterator of a [`Join`].
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
/// # #[derive(Debug, PartialEq, Clone)] struct Armour(u32);
/// # ecs_world! { components: Health, Armour; }
/// # let mut world = World::default();
/// world.spawn_batch((0..3).map(|n| (Health(n), Armour(10 * n))));
/// let columns = world.columns();
/// let mut joined = (&columns.health, &columns.armour).join();
/// assert_eq!(joined.nth(1), Some((&Health(1), &Armour(10))));
/// assert_eq!(joined.count(), 1);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct JoinIter<'a, F: Stretch> {
    /// Not an `Option`: with one, a loop would keep the run in memory instead of in registers.
    matches: Matches<'a, F, KeepAll>,
}

impl<'a, F: Stretch> Iterator for JoinIter<'a, F> {
    type Item = F::Item<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.matches.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.matches.size_hint()
    }

    /// Runs in **O(1)** time if the values of all columns are one run, or, before the first item, if there is only one column; otherwise in
    /// **O(shortest column)**.
    #[inline]
    fn count(self) -> usize {
        self.matches.count()
    }

    /// Runs in **O(1)** time over one run; otherwise it finds each item.
    fn last(self) -> Option<Self::Item> {
        self.matches.last()
    }

    /// Skips each run in **O(1)** time.
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.matches.nth(n)
    }

    #[inline]
    fn fold<T, Each: FnMut(T, Self::Item) -> T>(self, initial: T, function: Each) -> T {
        self.matches.fold(initial, function)
    }

    adapters::consumers!();
}

impl<F: Stretch> FusedIterator for JoinIter<'_, F> {}

impl<F: Stretch> adapters::Sealed for JoinIter<'_, F> {}

impl<'a, F: Stretch> Compacting for JoinIter<'a, F> {
    #[inline(always)]
    fn compact(self) -> Result<impl Compacting<Item = F::Item<'a>>, Self> {
        Compact::new(self.matches).map_err(|matches| Self { matches })
    }
}

adapters::adapters!(['a, F: Stretch] JoinIter<'a, F>);

impl<F: Stretch> core::fmt::Debug for JoinIter<'_, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("JoinIter").finish_non_exhaustive()
    }
}
