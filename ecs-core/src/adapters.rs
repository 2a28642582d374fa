//! Adapters of iterators over items, `map`, `filter` and the like: `collect` is at least as fast as a loop that pushes, and `min_by_key`
//! keeps its item in registers in any profile.
//!
//! `Vec::from_iter` calls `next` in two places. The `next` of queries and joins has code for each kind of item, so LLVM inlines an adapter
//! around it in one place at most, unless it is forced to: each item would cost a call. The adapters here are always inlined; and if the
//! items are one run, `collect` and `min_by_key` iterate that run alone ([`Compacting`]). Adapters of the standard library would not
//! forward `collect` to what they adapt, so queries and joins have methods of the same names, which take precedence.
//!
//! They call functions as late as those of the standard library: a `collect` into a `Result` calls none after the first error.

mod operation;

pub use operation::{Cloning, Copying, Enumerating, FilterMapping, Filtering, Mapping, Operation};

use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;

mod sealed {
    pub trait Sealed {}
}

pub(crate) use sealed::Sealed;

/// An iterator that can be exchanged for a compact one, with less state, if its items are one run.
pub trait Compacting: Iterator + Sized + Sealed {
    /// Whether no function of the user is called for items that are skipped.
    const SKIPS: bool = true;

    /// Returns an iterator over the same items whose `next` and `size_hint` are small; `Err(self)` if there is none.
    fn compact(self) -> Result<impl Compacting<Item = Self::Item>, Self>;
}

/// The item with an extreme key: a new item replaces the one found so far if `replaces(old_key.cmp(&new_key))`.
///
/// Equal to `Iterator::min_by_key` (with `is_gt`) and `max_by_key` (with `is_le`), but an item and its key are moved one by one. The
/// standard library returns one of two pairs, which LLVM keeps in memory unless all of the loop is inlined; a loop with pairs in memory
/// takes five times as long.
#[inline]
pub(crate) fn extreme<I: Iterator, K: Ord>(
    iter: I,
    mut key: impl FnMut(&I::Item) -> K,
    replaces: impl Fn(Ordering) -> bool,
) -> Option<I::Item> {
    // Dropped before the function, as in the standard library.
    let mut iter = iter;
    let first = iter.next()?;
    let first_key = key(&first);
    let (_, found) = iter.fold((first_key, first), move |best, item| {
        let new = key(&item);
        let (found, old) = (best.1, best.0);
        // Bound again, as what was bound last is dropped first if `cmp` panics: new key, new item, old key, found item, as in the standard
        // library.
        let (item, new) = (item, new);
        let ordering = old.cmp(&new);
        let (chosen, other) =
            if replaces(ordering) { ((new, item), (old, found)) } else { ((old, found), (new, item)) };
        drop(other);
        chosen
    });
    Some(found)
}

/// The item with an extreme key, by the compact iterator if there is one.
#[inline]
pub(crate) fn compact_extreme<I: Compacting, K: Ord>(
    iter: I,
    key: impl FnMut(&I::Item) -> K,
    replaces: impl Fn(Ordering) -> bool,
) -> Option<I::Item> {
    match iter.compact() {
        Ok(compact) => extreme(compact, key, replaces),
        Err(items) => extreme(items, key, replaces),
    }
}

/// Methods of `Iterator`, for iterators of which there may be a compact one.
macro_rules! consumers {
    () => {
        #[inline]
        fn collect<B: FromIterator<Self::Item>>(self) -> B {
            match $crate::adapters::Compacting::compact(self) {
                Ok(compact) => B::from_iter(compact),
                Err(items) => B::from_iter(items),
            }
        }

        $crate::adapters::extremes!(compact_extreme);
    };
}

/// Methods of `Iterator`, for iterators whose `fold` is fast.
macro_rules! extremes {
    ($extreme:ident) => {
        #[inline]
        fn min_by_key<K: Ord, Key: FnMut(&Self::Item) -> K>(self, key: Key) -> Option<Self::Item> {
            $crate::adapters::$extreme(self, key, core::cmp::Ordering::is_gt)
        }

        #[inline]
        fn max_by_key<K: Ord, Key: FnMut(&Self::Item) -> K>(self, key: Key) -> Option<Self::Item> {
            $crate::adapters::$extreme(self, key, core::cmp::Ordering::is_le)
        }
    };
}

pub(crate) use {consumers, extremes};

/// An adapted iterator of a query or a join: what `map`, `filter`, `filter_map`, `enumerate`, `copied` and `cloned` return.
///
/// It is used like the adapters of the standard library, and calls functions as late and as often. Only its cost differs: each item costs
/// about as much as in a `for` loop, also where `next` is called in several places, as by `peekable` and `collect`. If the items are one
/// run (a group, one storage, or storages that are known to be in one order, and no filter of the query drops some), and no adapter drops
/// any, `collect` allocates a `Vec` once; otherwise it costs up to a third more than a loop that pushes. Behind an adapter without such a
/// method, such as `zip`, `collect` is that of the standard library.
///
/// The type of what an adapter does cannot be named. To return an adapted iterator, write `impl Iterator<Item = ..>`; to store it, use a
/// type parameter, or `Iterator::map(query.iter(), ..)`, which is the one of the standard library.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone, Copy)] struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// let all = world.spawn_batch([0, 4, 0].map(Health));
/// let dead: Vec<Entity> = world
///     .query::<(Entity, &Health)>()
///     .iter()
///     .filter(|(_, health)| health.0 == 0)
///     .map(|(entity, _)| entity)
///     .collect();
/// assert_eq!(dead, [all[0], all[2]]);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Adapted<I, O> {
    iter: I,
    operation: O,
}

impl<I, O> Adapted<I, O> {
    #[inline(always)]
    pub(crate) fn new(iter: I, operation: O) -> Self {
        Self { iter, operation }
    }
}

impl<I: Compacting, O: Operation<I::Item>> Iterator for Adapted<I, O> {
    type Item = O::Output;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let item = self.operation.apply(self.iter.next()?);
            if item.is_some() {
                return item;
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        (if O::EXACT { least } else { 0 }, most)
    }

    #[inline]
    fn fold<A, Each: FnMut(A, Self::Item) -> A>(self, initial: A, mut function: Each) -> A {
        let Self { iter, mut operation } = self;
        iter.fold(initial, move |folded, item| match operation.apply(item) {
            Some(item) => function(folded, item),
            None => folded,
        })
    }

    /// Number of items. Calls the functions of all adapters; behind `copied` and `enumerate` alone it costs as much as that of a query.
    #[inline]
    fn count(self) -> usize {
        if const { O::SKIPS } { self.iter.count() } else { self.fold(0, |count, _| count + 1) }
    }

    /// Skips `n` items and returns the next one; behind `copied` and `enumerate` alone at the cost of that of a query.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        if const { O::SKIPS } {
            let item = self.iter.nth(n)?;
            self.operation.skip(n);
            return self.operation.apply(item);
        }
        // One call, so that it can be inlined.
        let mut left = n;
        loop {
            let item = self.next()?;
            if left == 0 {
                return Some(item);
            }
            left -= 1;
        }
    }

    /// The last item. Calls the functions of all adapters; behind `copied` and `enumerate` alone it costs as much as that of a query if the
    /// number of items is known.
    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        match self.size_hint() {
            (known, Some(most)) if Self::SKIPS && known == most => self.nth(known.checked_sub(1)?),
            _ => self.fold(None, |_, item| Some(item)),
        }
    }

    consumers!();
}

impl<I: Compacting + FusedIterator, O: Operation<I::Item>> FusedIterator for Adapted<I, O> {}

impl<I, O> Sealed for Adapted<I, O> {}

impl<I: Compacting, O: Operation<I::Item>> Compacting for Adapted<I, O> {
    const SKIPS: bool = I::SKIPS && O::SKIPS;

    #[inline(always)]
    fn compact(self) -> Result<impl Compacting<Item = O::Output>, Self> {
        let Self { iter, operation } = self;
        match iter.compact() {
            Ok(iter) => Ok(Adapted { iter, operation }),
            Err(iter) => Err(Self { iter, operation }),
        }
    }
}

impl<I: fmt::Debug, O: fmt::Debug> fmt::Debug for Adapted<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adapted").field("iter", &self.iter).field("operation", &self.operation).finish()
    }
}

/// Implements the methods of an iterator that adapt it. They precede those of `Iterator`, and do the same.
macro_rules! adapters {
    ([$($generics:tt)*] $Iter:ty) => {
        impl<$($generics)*> $Iter {
            /// Returns an iterator over what a function makes of each item, like [`Iterator::map`]. [`Adapted`](crate::Adapted) says what
            /// differs.
            ///
            /// # Examples
            ///
            /// ```
            /// # use ecs_world::prelude::*;
            /// # struct Health(u32);
            /// # ecs_world! { components: Health; }
            /// # let mut world = World::default();
            /// world.spawn_batch([1, 5].map(Health));
            /// let doubled: Vec<u32> = world.query::<&Health>().iter().map(|health| 2 * health.0).collect();
            /// assert_eq!(doubled, [2, 10]);
            /// ```
            #[inline]
            pub fn map<T, Function: FnMut(<Self as Iterator>::Item) -> T>(
                self,
                function: Function,
            ) -> $crate::Adapted<Self, $crate::Mapping<Function>>
            where
                Self: Iterator,
            {
                $crate::Adapted::new(self, $crate::Mapping(function))
            }

            /// Returns an iterator over the items of which a predicate returns true, like [`Iterator::filter`]. `with` and `without` of a
            /// query are faster, if components say what to keep. [`Adapted`](crate::Adapted) says what differs.
            ///
            /// # Examples
            ///
            /// ```
            /// # use ecs_world::prelude::*;
            /// # #[derive(Debug, PartialEq)] struct Health(u32);
            /// # ecs_world! { components: Health; }
            /// # let mut world = World::default();
            /// world.spawn_batch([1, 5].map(Health));
            /// let strong: Vec<&Health> = world.query::<&Health>().iter().filter(|health| health.0 > 2).collect();
            /// assert_eq!(strong, [&Health(5)]);
            /// ```
            #[inline]
            pub fn filter<Predicate: FnMut(&<Self as Iterator>::Item) -> bool>(
                self,
                predicate: Predicate,
            ) -> $crate::Adapted<Self, $crate::Filtering<Predicate>>
            where
                Self: Iterator,
            {
                $crate::Adapted::new(self, $crate::Filtering(predicate))
            }

            /// Returns an iterator over what a function makes of each item, unless that is `None`, like [`Iterator::filter_map`].
            /// [`Adapted`](crate::Adapted) says what differs.
            ///
            /// # Examples
            ///
            /// ```
            /// # use ecs_world::prelude::*;
            /// # struct Health(u32);
            /// # ecs_world! { components: Health; }
            /// # let mut world = World::default();
            /// world.spawn_batch([1, 5].map(Health));
            /// let above: Vec<u32> = world.query::<&Health>().iter().filter_map(|health| health.0.checked_sub(2)).collect();
            /// assert_eq!(above, [3]);
            /// ```
            #[inline]
            pub fn filter_map<T, Function: FnMut(<Self as Iterator>::Item) -> Option<T>>(
                self,
                function: Function,
            ) -> $crate::Adapted<Self, $crate::FilterMapping<Function>>
            where
                Self: Iterator,
            {
                $crate::Adapted::new(self, $crate::FilterMapping(function))
            }

            /// Returns an iterator over pairs of a number, from 0 on, and an item, like [`Iterator::enumerate`].
            /// [`Adapted`](crate::Adapted) says what differs.
            ///
            /// # Examples
            ///
            /// ```
            /// # use ecs_world::prelude::*;
            /// # #[derive(Debug, PartialEq)] struct Health(u32);
            /// # ecs_world! { components: Health; }
            /// # let mut world = World::default();
            /// world.spawn_batch([1, 5].map(Health));
            /// let numbered: Vec<(usize, &Health)> = world.query::<&Health>().iter().enumerate().collect();
            /// assert_eq!(numbered, [(0, &Health(1)), (1, &Health(5))]);
            /// ```
            #[inline]
            pub fn enumerate(self) -> $crate::Adapted<Self, $crate::Enumerating>
            where
                Self: Iterator,
            {
                $crate::Adapted::new(self, $crate::Enumerating(0))
            }

            /// Returns an iterator over copies of what the items refer to, like [`Iterator::copied`]. [`Adapted`](crate::Adapted) says what
            /// differs.
            ///
            /// # Examples
            ///
            /// ```
            /// # use ecs_world::prelude::*;
            /// # #[derive(Debug, PartialEq, Clone, Copy)] struct Health(u32);
            /// # ecs_world! { components: Health; }
            /// # let mut world = World::default();
            /// world.spawn_batch([1, 5].map(Health));
            /// let copies: Vec<Health> = world.query::<&Health>().iter().copied().collect();
            /// assert_eq!(copies, [1, 5].map(Health));
            /// ```
            #[inline]
            pub fn copied<'t, T: Copy + 't>(self) -> $crate::Adapted<Self, $crate::Copying>
            where
                Self: Iterator<Item = &'t T>,
            {
                $crate::Adapted::new(self, $crate::Copying)
            }

            /// Returns an iterator over clones of what the items refer to, like [`Iterator::cloned`]. [`Adapted`](crate::Adapted) says what
            /// differs.
            ///
            /// # Examples
            ///
            /// ```
            /// # use ecs_world::prelude::*;
            /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
            /// # ecs_world! { components: Health; }
            /// # let mut world = World::default();
            /// world.spawn_batch([1, 5].map(Health));
            /// let clones: Vec<Health> = world.query::<&Health>().iter().cloned().collect();
            /// assert_eq!(clones, [1, 5].map(Health));
            /// ```
            #[inline]
            pub fn cloned<'t, T: Clone + 't>(self) -> $crate::Adapted<Self, $crate::Cloning>
            where
                Self: Iterator<Item = &'t T>,
            {
                $crate::Adapted::new(self, $crate::Cloning)
            }
        }
    };
}

pub(crate) use adapters;

adapters!([I, O] Adapted<I, O>);
