//! Lookup of one match of a query, by its handle or as the only one; and the number of matches.
//!
//! The handle is checked by the allocator; the entity by the columns that are fetched, the filter, and the view if it has fewer entities
//! than these. So a lookup costs the same whatever the query iterates.

use core::iter;

use super::{FetchOf, Query, QueryData, QueryItem, QueryKind, ReadQueryData};
use crate::entity::Entity;
use crate::error::SingleError;
use crate::fetch::Fetch;
use crate::join::TESTED;
use crate::mask::BitMask;
use crate::population::Masks;
use crate::sparse::Source;
use crate::view::{Filter, Walk};
use crate::world::EcsWorld;

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    /// Returns true if an entity matches: it is alive, has what `Q` requires and passes the filters. Works for all queries, since no values
    /// are borrowed. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Health, Frozen; }
    /// # let mut world = World::default();
    /// let [hero, wall] = [world.spawn(Health(5)), world.spawn(())];
    /// let all = world.query_mut::<&mut Health>().without::<Frozen>();
    /// assert!(all.contains(hero) && !all.contains(wall));
    /// ```
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.matching(entity).is_some_and(|index| {
            let mask = &self.walk.entities.masks()[index as usize];
            Q::Kind::ACCESS.is_met(&|component| mask.contains(component))
        })
    }

    /// Returns true if no entity matches. Works for all queries, since no values are borrowed.
    ///
    /// Runs in **O(1)** time if [`count`](Self::count) does; otherwise tests entities up to the first match.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Health, Frozen; }
    /// # let mut world = World::default();
    /// world.spawn((Health(5), Frozen));
    /// assert!(!world.query::<&Health>().is_empty());
    /// assert!(world.query_mut::<&mut Health>().without::<Frozen>().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self.known_count() {
            Some(count) => count == 0,
            None => self.found().next().is_none(),
        }
    }

    /// Returns the number of matches. Works for all queries, since no values are borrowed.
    ///
    /// Runs in **O(1)** time without filters if at most one component is required, or if the query iterates a group and fetches no
    /// `Option`; otherwise in **O(iterated entities)**: the mask of each is tested, even if iterations know that all match.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Health, Frozen; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// world.spawn((Health(5), Frozen));
    /// assert_eq!(world.query::<&Health>().count(), 4);
    /// assert_eq!(world.query_mut::<&mut Health>().without::<Frozen>().count(), 3);
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        if let Some(count) = self.known_count() {
            return count;
        }
        let Walk { source, entities, filter, .. } = &*self.walk;
        number_found(*source, entities.masks(), Q::Kind::ACCESS.required::<W::Mask>(), filter.as_ref())
    }

    /// The number of matches, if all entities that are iterated are known to match.
    fn known_count(&self) -> Option<usize> {
        let Walk { columns, source, filter, .. } = &*self.walk;
        let has_all = FetchOf::<W, Q>::REQUIRED <= 1 || FetchOf::<W, Q>::all_aligned(columns);
        if has_all && filter.is_none() { Some(source.upper_bound()) } else { None }
    }

    /// The indices of all matches.
    fn found(&self) -> impl Iterator<Item = u32> {
        let Walk { source, entities, filter, .. } = &*self.walk;
        found(*source, entities.masks(), Q::Kind::ACCESS.required::<W::Mask>(), filter.as_ref())
    }

    /// The index of an entity, if it is alive and matches, provided that it has what is fetched.
    #[inline]
    pub(super) fn matching(&self, entity: Entity) -> Option<u32> {
        let index = entity.index();
        if !self.walk.entities.allocator.contains(entity) {
            return None;
        }
        let is_any = !self.selects && self.walk.filter.is_none();
        (is_any || self.is_found(index)).then_some(index)
    }

    /// Returns true if a live entity passes the filter, and is in the iterated view if that may lack entities that have what is fetched.
    /// (Not inlined: most queries have neither, and then `get` is inlined.)
    #[inline(never)]
    fn is_found(&self, index: u32) -> bool {
        (!self.selects || self.walk.source.step_of(index).is_some()) && self.walk.keeps(index)
    }

    /// The index of an entity, if the query yields it. If the entity lacks a component, the others must not be marked.
    #[inline]
    fn writing(&self, entity: Entity) -> Option<u32> {
        let is_yielded = if const { FetchOf::<W, Q>::TRACKED } { self.contains(entity) } else { true };
        if is_yielded { self.matching(entity) } else { None }
    }

    /// Returns the item of one entity, to read and write; `None` if the entity is dead or does not match. Runs in **O(1)** time; in
    /// **O(log n)** if a component is in a `btree_map`.
    ///
    /// The item borrows the query, which has to be in a variable: `let mut all = world.query_mut::<&mut A>();`. In one expression,
    /// write [`into_get`](Self::into_get).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let [hero, wall] = [world.spawn(Health(5)), world.spawn(())];
    /// let mut all = world.query_mut::<&mut Health>();
    /// if let Some(health) = all.get_mut(hero) {
    ///     health.0 -= 1;
    /// }
    /// assert_eq!(all.get_mut(wall), None);
    /// assert_eq!(world.get::<Health>(hero), Some(&Health(4)));
    /// ```
    #[inline]
    pub fn get_mut(&mut self, entity: Entity) -> Option<QueryItem<'_, W, Q>> {
        let index = self.writing(entity)?;
        FetchOf::<W, Q>::get(FetchOf::<W, Q>::reborrow(&mut self.walk.columns), index)
    }

    /// Returns the item of one entity, as [`get_mut`](Self::get_mut) does, but consumes the query: the item borrows what the query
    /// borrowed, so it can outlive the query. `None` for a stale handle, too. Costs the same as [`get_mut`](Self::get_mut).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// let health = world.query_mut::<&mut Health>().into_get(hero).unwrap();
    /// health.0 -= 1;
    /// assert_eq!(world.get::<Health>(hero), Some(&Health(4)));
    /// ```
    #[must_use]
    #[inline]
    pub fn into_get(self, entity: Entity) -> Option<QueryItem<'w, W, Q>> {
        let index = self.writing(entity)?;
        FetchOf::<W, Q>::get(self.into_walk().columns, index)
    }

    /// Returns the only match. Only for queries that do not write; otherwise use [`single_mut`](Self::single_mut). Iteration ends at a
    /// second match: runs in **O(visited entities)** time.
    ///
    /// # Errors
    ///
    /// [`SingleError`] if there is none, or more than one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// let (entity, health) = world.query::<(Entity, &Health)>().single().unwrap();
    /// assert_eq!((entity, health.0), (hero, 5));
    /// ```
    #[inline]
    pub fn single(&self) -> Result<QueryItem<'w, W, Q>, SingleError>
    where
        Q: ReadQueryData<W>,
    {
        only(self.iter())
    }

    /// Returns the only match, to read and write. Iteration ends at a second match: runs in **O(visited entities)** time. Only this match
    /// counts as changed, and nothing does in case of an error.
    ///
    /// The item borrows the query, which has to be in a variable. In one expression, write [`into_single`](Self::into_single).
    ///
    /// # Errors
    ///
    /// [`SingleError`] if there is none, or more than one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// let mut all = world.query_mut::<&mut Health>();
    /// all.single_mut().unwrap().0 -= 1;
    /// assert_eq!(world.get::<Health>(hero), Some(&Health(4)));
    /// ```
    pub fn single_mut(&mut self) -> Result<QueryItem<'_, W, Q>, SingleError> {
        self.reborrow().into_single()
    }

    /// Returns the only match, as [`single_mut`](Self::single_mut) does and at its cost, but consumes the query: the item borrows what the
    /// query borrowed, so it can outlive the query.
    ///
    /// # Errors
    ///
    /// [`SingleError`] if there is none, or more than one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// let health = world.query_mut::<&mut Health>().into_single().unwrap();
    /// health.0 -= 1;
    /// assert_eq!(world.get::<Health>(hero), Some(&Health(4)));
    /// ```
    #[inline]
    pub fn into_single(self) -> Result<QueryItem<'w, W, Q>, SingleError> {
        if const { FetchOf::<W, Q>::TRACKED } {
            // Iteration would mark all matches as it begins.
            let index = only(self.found())?;
            return FetchOf::<W, Q>::get(self.into_walk().columns, index).ok_or(SingleError::None);
        }
        only(self.into_iter())
    }
}

/// The indices of the entities of a source that have what is required and pass a filter. The required components are one mask, and a dense
/// source is a slice, so that a step is a test of masks. Generic over the masks alone, so that it is not compiled for each query.
#[inline]
fn found<'a, M: BitMask>(
    source: Source<'a>,
    masks: &'a Masks<M>,
    required: M,
    filter: Option<&'a Filter<M>>,
) -> impl Iterator<Item = u32> + use<'a, M> {
    let dense = source.indices();
    let mut steps = 0..if dense.is_some() { 0 } else { source.steps() };
    let others = iter::from_fn(move || source.next_of(&mut steps, true).map(|step| source.at(step)));
    dense.unwrap_or_default().iter().copied().chain(others.flatten()).filter(move |index| {
        masks[*index as usize].contains_all(&required) && filter.is_none_or(|filter| filter.keeps(masks, *index))
    })
}

/// Number of the entities of a source that have what is required and pass a filter. Those of a dense source are tested 64 at a time. Not
/// inlined: one copy for all queries.
#[inline(never)]
pub(crate) fn number_found<M: BitMask>(
    source: Source<'_>,
    masks: &Masks<M>,
    required: M,
    filter: Option<&Filter<M>>,
) -> usize {
    let Some(indices) = source.indices() else { return found(source, masks, required, filter).count() };
    let mut filter = filter.cloned().unwrap_or_default();
    filter.with(required);
    let mut count = 0;
    for block in indices.chunks(TESTED) {
        count += filter.sift(masks, block).len();
    }
    count
}

#[inline]
fn only<T>(mut items: impl Iterator<Item = T>) -> Result<T, SingleError> {
    let first = items.next().ok_or(SingleError::None)?;
    if items.next().is_some() { Err(SingleError::Many) } else { Ok(first) }
}
