//! Queries that only read: they can be shared, iterated again, and asked for one entity.

use super::lookup::only;
use super::{FetchOf, Query, QueryData, QueryItem, QueryIter, ReadQueryData};
use crate::entity::Entity;
use crate::error::SingleError;
use crate::fetch::{Fetch, ReadFetch};
use crate::world::EcsWorld;

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    /// Returns another borrow of the query, to iterate it in several places at once. Only for queries that read.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2].map(Health));
    /// let all = world.query::<&Health>();
    /// let pairs = all.iter().flat_map(|one| all.share().into_iter().map(move |other| one.0 * other.0));
    /// assert_eq!(pairs.sum::<u32>(), 9);
    /// ```
    #[must_use]
    pub fn share(&self) -> Self
    where
        Q: ReadQueryData<W>,
    {
        Query { walk: self.walk.share(), views: self.views, selects: self.selects }
    }

    /// Iterates over the [`QueryItem`]s of all matches. Only for queries that read; otherwise use [`iter_mut`](Self::iter_mut).
    ///
    /// A step costs as much as in a zip of slices if the query iterates a group (or one storage), and as long as the storages hold the
    /// same entities in the same order; otherwise a lookup per component. `without`, `any`, and a `with` that no view implies,
    /// cost a test of a mask per step.
    ///
    /// The iterator makes one allocation, unless the query iterates a group (or one storage) without filters, or there is nothing to
    /// visit, or something that is fetched is an `Option` or in a storage that is not dense.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// let all = world.query::<&Health>();
    /// let most = all.iter().map(|health| health.0).max();
    /// assert_eq!((most, all.iter().count()), (Some(3), 3), "it can be iterated again");
    /// ```
    #[inline]
    pub fn iter(&self) -> QueryIter<'w, W, Q>
    where
        Q: ReadQueryData<W>,
    {
        self.share().into_iter()
    }

    /// Returns the item of one entity; `None` if it is dead or does not match. Runs in **O(1)** time. Only for queries that read;
    /// otherwise use [`get_mut`](Self::get_mut).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let [hero, wall] = [world.spawn(Health(5)), world.spawn(())];
    /// let all = world.query::<&Health>();
    /// assert_eq!((all.get(hero), all.get(wall)), (Some(&Health(5)), None));
    /// ```
    #[must_use]
    #[inline]
    pub fn get(&self, entity: Entity) -> Option<QueryItem<'w, W, Q>>
    where
        Q: ReadQueryData<W>,
    {
        FetchOf::<W, Q>::get(FetchOf::<W, Q>::share(&self.walk.columns), self.matching(entity)?)
    }

    /// Returns the only match. Only for queries that read; otherwise use [`single_mut`](Self::single_mut).
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
    pub fn single(&self) -> Result<QueryItem<'w, W, Q>, SingleError>
    where
        Q: ReadQueryData<W>,
    {
        only(self.iter())
    }
}

impl<'w, W: EcsWorld, Q: ReadQueryData<W>> IntoIterator for &Query<'w, W, Q> {
    type Item = QueryItem<'w, W, Q>;
    type IntoIter = QueryIter<'w, W, Q>;

    #[inline]
    fn into_iter(self) -> QueryIter<'w, W, Q> {
        self.iter()
    }
}
