//! Iterations that visit one entity beside all others.
//!
//! `for_each_with` gives `&mut` to the components of one entity, and shared access to those of all others, which steering, collisions and
//! the like need. The code is safe: written slices are split at the visited entity, into the values before it and those after it.
//!
//! If the values of all columns are in the order of the source, which is found out once for all visited entities, the others are read as
//! two runs: one before the visited entity, and one after it. Otherwise each of them is looked up.

use core::borrow::Borrow;
use core::hint;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::filter::Filter;
use super::walk::Walk;
use crate::entity::Entity;
use crate::fetch::{Beside, Places, Stretch};
use crate::mask::BitMask;
use crate::population::Population;
use crate::sparse::Source;

/// All entities of a query except the one that [`Query::for_each_with`](crate::Query::for_each_with) visits, for reading: a component that
/// the query writes is `&C` here.
///
/// # Examples
///
/// Each ship moves half the way to the nearest other one. Ships that were visited earlier have moved already:
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Position(f32);
/// # ecs_world! { components: Position; }
/// # let mut world = World::default();
/// world.spawn_batch([0.0, 4.0, 12.0].map(Position));
/// world.query_mut::<&mut Position>().for_each_with(|own, others| {
///     let distances = others.iter().map(|other| other.0 - own.0);
///     own.0 += distances.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0) / 2.0;
/// });
/// assert!(world.query::<&Position>().iter().eq(&[2.0, 3.0, 7.5].map(Position)));
/// ```
pub struct Others<'w, M, F: Beside> {
    /// The columns; written ones lack the values of the visited entity.
    columns: F::Others<'w>,
    /// The source of the query, which also contains the visited entity.
    source: Source<'w>,
    entities: &'w Population<M>,
    filter: Option<&'w Filter<M>>,
    /// The index of the visited entity.
    visited: u32,
    /// The step of the visited entity.
    step: usize,
    /// The entities by step, if all columns are aligned, and all entities pass the filter.
    indices: Option<&'w [u32]>,
}

impl<'w, M: BitMask, F: Beside> Others<'w, M, F> {
    /// Iterates over the other entities, in the order of the query.
    ///
    /// A step costs as much as in a zip of slices if all entities pass the filter, and the query iterates a group (or one storage), or the
    /// storages hold the same entities in the same order. Otherwise, and with an `Option` or a storage whose values are in chunks, it costs
    /// one lookup per component. Adapters that consume it (`for_each`, `sum`, `min_by_key`, ..) are faster than `for`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn(Health(3));
    /// world.query_mut::<&mut Health>().for_each_with(|_, others| assert_eq!(others.iter().count(), 0));
    /// world.spawn_batch([1, 2].map(Health));
    /// world.query_mut::<&mut Health>().for_each_with(|_, others| assert_eq!(others.iter().count(), 2));
    /// ```
    pub fn iter(&self) -> OthersIter<'w, M, F, &Self> {
        OthersIter::new(self)
    }

    /// Returns the next run from a step on, if there are runs, and sets the step to the one after the run.
    #[inline(always)]
    fn run(&self, next: &mut usize) -> Option<<F::Reading as Stretch>::Run<'w>> {
        let indices = self.indices?;
        if *next == self.step {
            *next += 1;
        }
        let steps = *next..if *next < self.step { self.step } else { indices.len() };
        let run = indices.get(steps.clone()).filter(|run| !run.is_empty())?;
        let slice = F::other_slice(&self.columns, steps.clone(), run)?;
        *next = steps.end;
        Some(F::Reading::run_of(slice, run.len()))
    }

    /// Converts a value of a run to an item.
    #[inline(always)]
    fn item(&self, value: <<F::Reading as Stretch>::Run<'w> as Iterator>::Item) -> F::Other<'w> {
        F::Reading::item(value, self.entities.allocator.generations())
    }

    /// Folds the others from a step on, each with a lookup per column.
    #[inline(always)]
    fn fold_apart<T>(&self, mut next: usize, mut folded: T, mut function: impl FnMut(T, F::Other<'w>) -> T) -> T {
        let Some(indices) = self.source.indices() else {
            while let Some((other, behind)) = self.search(next) {
                (folded, next) = (function(folded, other), behind);
            }
            return folded;
        };
        for (step, index) in indices.iter().enumerate().skip(next) {
            if self.has(*index)
                && let Some(other) = F::other(&self.columns, step, *index)
            {
                folded = function(folded, other);
            }
        }
        folded
    }

    /// Lower and upper bound of the number of others from a step on.
    fn bounds(&self, next: usize) -> (usize, usize) {
        let steps = self.source.steps().saturating_sub(next);
        if self.indices.is_none() {
            return (0, steps);
        }
        // All of them have the required components; the visited entity takes a step, too.
        let others = steps - usize::from(next <= self.step);
        (others, others)
    }

    /// Returns the first other entity from a step on, and the step after it. (Always inlined, and never given the address of a step, so
    /// that a loop keeps its iterator in registers.)
    #[inline(always)]
    fn search(&self, mut next: usize) -> Option<(F::Other<'w>, usize)> {
        loop {
            let step = self.source.skip(next);
            if step >= self.source.steps() {
                return None;
            }
            next = step + 1;
            let Some(index) = self.source.at(step).filter(|index| self.has(*index)) else { continue };
            if let Some(other) = F::other(&self.columns, step, index) {
                return Some((other, next));
            }
        }
    }

    /// Returns the item of another entity; `None` if it is dead, does not match the query, or is the visited one. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let [first, second] = [3, 5].map(|health| world.spawn(Health(health)));
    /// world.query_mut::<(Entity, &mut Health)>().for_each_with(|(entity, health), others| {
    ///     assert!(others.get(entity).is_none(), "the one that is visited is not among them");
    ///     health.0 += others.iter().map(|(_, other)| other.0).sum::<u32>();
    /// });
    /// assert_eq!([first, second].map(|entity| world.get::<Health>(entity).unwrap().0), [8, 13]);
    /// ```
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<F::Other<'w>> {
        let index = entity.index();
        if !self.entities.allocator.contains(entity) || !self.has(index) {
            return None;
        }
        F::other(&self.columns, self.source.step_of(index)?, index)
    }

    /// Returns true if an entity is not the visited one and passes the filter.
    #[inline]
    fn has(&self, index: u32) -> bool {
        index != self.visited && self.filter.is_none_or(|filter| filter.keeps(self.entities.masks(), index))
    }
}

impl<M, F: Beside> Clone for Others<'_, M, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, F: Beside> Copy for Others<'_, M, F> {}

impl<M, F: Beside> core::fmt::Debug for Others<'_, M, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Others").field("at_most", &self.source.upper_bound()).finish_non_exhaustive()
    }
}

/// An iterator over the [`Others`] of an entity, which it borrows or owns.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// world.spawn_batch([1, 2, 4].map(Health));
/// world.query_mut::<&mut Health>().for_each_with(|own, others| {
///     for other in others {
///         own.0 += other.0;
///     }
/// });
/// assert!(world.query::<&Health>().iter().map(|health| health.0).eq([7, 13, 24]));
/// ```
pub struct OthersIter<'w, M, F: Beside, O> {
    others: O,
    /// The rest of the run that was found last.
    run: <F::Reading as Stretch>::Run<'w>,
    /// The step of the source after that run.
    next: usize,
    of: PhantomData<(F::Others<'w>, M)>,
}

impl<M, F: Beside, O> OthersIter<'_, M, F, O> {
    fn new(others: O) -> Self {
        Self { others, run: F::Reading::empty(), next: 0, of: PhantomData }
    }
}

impl<'w, M: BitMask, F: Beside, O: Borrow<Others<'w, M, F>>> Iterator for OthersIter<'w, M, F, O> {
    type Item = F::Other<'w>;

    #[inline(always)]
    fn next(&mut self) -> Option<F::Other<'w>> {
        loop {
            let others = self.others.borrow();
            if let Some(value) = self.run.next() {
                return Some(others.item(value));
            }
            hint::cold_path();
            if let Some(run) = others.run(&mut self.next) {
                self.run = run;
                continue;
            }
            let (other, next) = others.search(self.next).unzip();
            self.next = next.unwrap_or(others.source.steps());
            return other;
        }
    }

    /// Exact if the others are read by runs; otherwise the upper bound is the number of steps that the source has left.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let ((least, most), run) = (self.others.borrow().bounds(self.next), self.run.len());
        (run + least, Some(run + most))
    }

    /// Chooses its loop once per run.
    #[inline]
    fn fold<T, Each: FnMut(T, Self::Item) -> T>(self, mut folded: T, mut function: Each) -> T {
        let Self { others, mut run, mut next, .. } = self;
        let others = others.borrow();
        loop {
            folded = run.fold(folded, |folded, value| function(folded, others.item(value)));
            match others.run(&mut next) {
                Some(more) => run = more,
                None => return others.fold_apart(next, folded, function),
            }
        }
    }

    /// Runs in **O(1)** time if the others are read by runs.
    fn count(self) -> usize {
        match self.size_hint() {
            (least, Some(most)) if least == most => least,
            _ => self.fold(0, |count, _| count + 1),
        }
    }

    crate::adapters::extremes!(extreme);
}

impl<'w, M: BitMask, F: Beside, O: Borrow<Others<'w, M, F>>> FusedIterator for OthersIter<'w, M, F, O> {}

impl<'w, M: BitMask, F: Beside> IntoIterator for Others<'w, M, F> {
    type Item = F::Other<'w>;
    type IntoIter = OthersIter<'w, M, F, Self>;

    fn into_iter(self) -> OthersIter<'w, M, F, Self> {
        OthersIter::new(self)
    }
}

impl<'a, 'w, M: BitMask, F: Beside> IntoIterator for &'a Others<'w, M, F> {
    type Item = F::Other<'w>;
    type IntoIter = OthersIter<'w, M, F, &'a Others<'w, M, F>>;

    fn into_iter(self) -> OthersIter<'w, M, F, &'a Others<'w, M, F>> {
        self.iter()
    }
}

impl<M, F: Beside, O> core::fmt::Debug for OthersIter<'_, M, F, O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("OthersIter").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<'w, M: BitMask, F: Beside> Walk<'w, M, F> {
    /// Calls a function for each match, together with all others.
    pub(crate) fn for_each_with<S>(mut self, mut function: S)
    where
        S: for<'a> FnMut(F::Item<'a>, Others<'a, M, F>),
    {
        self.mark();
        let (source, entities, mut next) = (self.source, self.entities, 0);
        let indices = self.whole();
        if indices.is_some() {
            self.columns = F::known_aligned(self.columns);
            self.filter = None;
        }
        loop {
            let step = source.skip(next);
            if step >= source.steps() {
                return;
            }
            next = step + 1;
            let Some(visited) = source.at(step).filter(|index| self.keeps(*index)) else { continue };
            let (item, columns) = F::beside(&mut self.columns, step, visited);
            if let Some(item) = item {
                function(
                    item,
                    Others { columns, source, entities, filter: self.filter.as_ref(), visited, step, indices },
                );
            }
        }
    }

    /// Returns the entities by step, if in all columns the position of each value is its step, and all entities pass the filter. Runs in
    /// **O(steps)** time.
    fn whole(&mut self) -> Option<&'w [u32]> {
        let indices = self.source.indices()?;
        if self.reborrow().slices().is_some() {
            return Some(indices);
        }
        let (first, places) = (*indices.first()?, F::places(&self.columns));
        // A column may be a part of a storage, which has no values at some positions.
        let aligned = const { F::SLICED && !<F::Places<'static> as Places>::SPLIT };
        let passes = |filter: &Filter<M>| filter.keeps_each(self.entities.masks(), indices);
        (aligned
            && places.all_begin_with(first)
            && places.run_len(indices) == indices.len()
            && self.filter.as_ref().is_none_or(passes))
        .then_some(indices)
    }
}
