//! Iterations that visit one entity beside all others.
//!
//! `for_each_with` gives `&mut` to the components of one entity, and shared access to those of all others, which is what steering,
//! collisions and the like need. In safe code: the slices that are written are split at the visited entity, into what is before and what
//! is behind.

use core::borrow::Borrow;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::filter::Filter;
use super::walk::Walk;
use crate::entity::Entity;
use crate::fetch::Beside;
use crate::mask::BitMask;
use crate::population::Population;
use crate::source::Source;

/// All entities of a query but the one that [`Query::for_each_with`](crate::Query::for_each_with) visits, to read: what the query writes is
/// `&C` here.
///
/// # Examples
///
/// Each ship moves half the way to the nearest other one. What was visited before has moved already:
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
    /// Of what is written, without the values of the visited entity.
    columns: F::Others<'w>,
    /// That of the query: it contains the visited entity, too.
    source: Source<'w>,
    entities: &'w Population<M>,
    filter: Option<&'w Filter<M>>,
    /// The index of the entity that is visited.
    visited: u32,
}

impl<'w, M: BitMask, F: Beside> Others<'w, M, F> {
    /// Iterates over the other entities, in the order of the query. A step costs one lookup per component at most.
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

    /// The first one at this step or behind it; the step becomes the one behind that.
    fn next(&self, next: &mut usize) -> Option<F::Other<'w>> {
        loop {
            let step = self.source.skip(*next);
            if step >= self.source.steps() {
                return None;
            }
            *next = step + 1;
            let Some(index) = self.source.at(step).filter(|index| self.has(*index)) else { continue };
            if let Some(other) = F::other(&self.columns, step, index) {
                return Some(other);
            }
        }
    }

    /// Another entity; `None` if it is dead, does not match the query, or is the one that is visited. Runs in **O(1)** time.
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

    /// Whether an entity is among the others, as far as masks tell.
    #[inline]
    fn has(&self, index: u32) -> bool {
        index != self.visited && self.filter.is_none_or(|filter| filter.keeps(&self.entities.masks, index))
    }
}

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
    /// The next step of the source.
    next: usize,
    of: PhantomData<(F::Others<'w>, M)>,
}

impl<M, F: Beside, O> OthersIter<'_, M, F, O> {
    fn new(others: O) -> Self {
        Self { others, next: 0, of: PhantomData }
    }
}

impl<'w, M: BitMask, F: Beside, O: Borrow<Others<'w, M, F>>> Iterator for OthersIter<'w, M, F, O> {
    type Item = F::Other<'w>;

    #[inline]
    fn next(&mut self) -> Option<F::Other<'w>> {
        self.others.borrow().next(&mut self.next)
    }

    /// At most as many as the source has steps left.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.others.borrow().source.steps().saturating_sub(self.next)))
    }
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

impl<M: BitMask, F: Beside> Walk<'_, M, F> {
    /// Calls a function for each match, with all others.
    pub(crate) fn for_each_with<S>(mut self, mut function: S)
    where
        S: for<'a> FnMut(F::Item<'a>, Others<'a, M, F>),
    {
        self.mark();
        let (source, entities, mut next) = (self.source, self.entities, 0);
        loop {
            let step = source.skip(next);
            if step >= source.steps() {
                return;
            }
            next = step + 1;
            let Some(visited) = source.at(step).filter(|index| self.keeps(*index)) else { continue };
            let (item, columns) = F::beside(&mut self.columns, step, visited);
            if let Some(item) = item {
                function(item, Others { columns, source, entities, filter: self.filter.as_ref(), visited });
            }
        }
    }
}
