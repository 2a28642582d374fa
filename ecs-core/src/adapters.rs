//! Adapters of iterators over items, `map`, `filter` and the like: `collect` is as fast as a loop that pushes, and `min_by_key` keeps its
//! item in registers in any profile.
//!
//! `Vec::from_iter` calls `next` in two places. The one of queries and joins has a path for each kind of item, so it is too large for LLVM
//! to inline it twice: each item would cost a call, and the iterator would be in memory. So `collect` hands over another iterator, whose
//! `next` is small ([`Compacting`]). The adapters of the standard library do not forward `collect` to what they adapt: queries and joins
//! have methods of the same names, which take precedence.
//!
//! They are as lazy as those of the standard library: a `collect` into a `Result` calls no function after the first error.

mod step;

pub use step::{Cloning, Copying, Counting, Filtering, FilteringMap, Mapping, Step};

use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;

mod sealed {
    pub trait Sealed {}
}

pub(crate) use sealed::Sealed;

/// An iterator of which there is another one, with the same items, whose `next` is small enough to be inlined in several places.
pub trait Compacting: Iterator + Sized + Sealed {
    /// The same items, for a consumer that calls `next` until there are none.
    fn compact(self) -> impl Compacting<Item = Self::Item>;
}

/// The item whose key is last in an order: one with a further key replaces the former one if `replaces` says so of old and new.
///
/// As in `Iterator`, but an item and its key are moved one by one: std returns one of two pairs, which LLVM keeps in memory unless it
/// inlines all of the loop, and then it takes five times as long.
#[inline]
pub(crate) fn extreme<I: Iterator, K: Ord>(
    mut iter: I,
    mut key: impl FnMut(&I::Item) -> K,
    replaces: impl Fn(Ordering) -> bool,
) -> Option<I::Item> {
    let first = iter.next()?;
    let first_key = key(&first);
    let (found, _) = iter.fold((first, first_key), move |(found, old), item| {
        let new = key(&item);
        if replaces(old.cmp(&new)) { (item, new) } else { (found, old) }
    });
    Some(found)
}

/// Methods of `Iterator`, for iterators of which there is a compact one and whose `fold` is fast.
macro_rules! consumers {
    () => {
        #[inline]
        fn collect<B: FromIterator<Self::Item>>(self) -> B {
            B::from_iter($crate::adapters::Compacting::compact(self))
        }

        #[inline]
        fn min_by_key<K: Ord, Key: FnMut(&Self::Item) -> K>(self, key: Key) -> Option<Self::Item> {
            $crate::adapters::extreme(self, key, core::cmp::Ordering::is_gt)
        }

        #[inline]
        fn max_by_key<K: Ord, Key: FnMut(&Self::Item) -> K>(self, key: Key) -> Option<Self::Item> {
            $crate::adapters::extreme(self, key, core::cmp::Ordering::is_le)
        }
    };
}

pub(crate) use consumers;

/// An adapted iterator of a query or a join: what `map`, `filter`, `filter_map`, `enumerate`, `copied` and `cloned` return.
///
/// It is used like the adapters of the standard library, and is as lazy. `collect` is faster: where the values are slices, each item costs
/// as much as in a loop that pushes it. Otherwise it keeps what all items refer to in memory of its own, until they are collected. (Behind
/// other adapters, such as `zip`, it is that of the standard library.)
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
pub struct Adapted<I, S> {
    iter: I,
    step: S,
}

impl<I, S> Adapted<I, S> {
    #[inline(always)]
    pub(crate) fn new(iter: I, step: S) -> Self {
        Self { iter, step }
    }
}

impl<I: Compacting, S: Step<I::Item>> Iterator for Adapted<I, S> {
    type Item = S::Output;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let item = self.step.take(self.iter.next()?);
            if item.is_some() {
                return item;
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        (if S::EXACT { least } else { 0 }, most)
    }

    #[inline]
    fn fold<A, Each: FnMut(A, Self::Item) -> A>(self, initial: A, mut function: Each) -> A {
        let Self { iter, mut step } = self;
        iter.fold(initial, move |folded, item| match step.take(item) {
            Some(item) => function(folded, item),
            None => folded,
        })
    }

    consumers!();
}

impl<I: Compacting + FusedIterator, S: Step<I::Item>> FusedIterator for Adapted<I, S> {}

impl<I, S> Sealed for Adapted<I, S> {}

impl<I: Compacting, S: Step<I::Item>> Compacting for Adapted<I, S> {
    #[inline(always)]
    fn compact(self) -> impl Compacting<Item = S::Output> {
        Adapted { iter: self.iter.compact(), step: self.step }
    }
}

impl<I: fmt::Debug, S> fmt::Debug for Adapted<I, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adapted").field("iter", &self.iter).finish_non_exhaustive()
    }
}

/// Implements the methods of an iterator that adapt it. They precede those of `Iterator`, and do the same.
macro_rules! adapters {
    ([$($generics:tt)*] $Iter:ty) => {
        impl<$($generics)*> $Iter {
            /// Returns what a function makes of each item, as [`Iterator::map`] does. [`Adapted`](crate::Adapted) says what differs.
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

            /// Returns the items of which a predicate returns true, as [`Iterator::filter`] does. [`Adapted`](crate::Adapted) says what
            /// differs. (`with` and `without` of a query are faster, if components say what to keep.)
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

            /// Returns what a function makes of each item, unless that is `None`, as [`Iterator::filter_map`] does.
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
            ) -> $crate::Adapted<Self, $crate::FilteringMap<Function>>
            where
                Self: Iterator,
            {
                $crate::Adapted::new(self, $crate::FilteringMap(function))
            }

            /// Returns each item behind its number, from 0 on, as [`Iterator::enumerate`] does. [`Adapted`](crate::Adapted) says what
            /// differs.
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
            pub fn enumerate(self) -> $crate::Adapted<Self, $crate::Counting>
            where
                Self: Iterator,
            {
                $crate::Adapted::new(self, $crate::Counting(0))
            }

            /// Returns copies of the values that the items refer to, as [`Iterator::copied`] does. [`Adapted`](crate::Adapted) says what
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

            /// Returns clones of the values that the items refer to, as [`Iterator::cloned`] does. [`Adapted`](crate::Adapted) says what
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

adapters!([I, S] Adapted<I, S>);
