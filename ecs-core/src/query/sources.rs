//! Queries over the sources of one target of a relation.

use super::{FetchOf, Query, QueryData, QueryItem, ReadQueryData};
use crate::entity::Entity;
use crate::fetch::{Fetch, ReadFetch};
use crate::world::{EcsWorld, HasRelation, sources};

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    /// Calls a function for each match that is a source of a target, such as the children of an entity, in the order of the sources.
    ///
    /// Runs in **O(sources)** time, with a lookup per source and component, whatever the query iterates. Allocates nothing. To visit
    /// entities that have any target, or none, filter by the relation as by any component: `with::<ChildOf>()`, or `without::<ChildOf>()`
    /// for roots.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Health; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let parent = world.spawn(Health(9));
    /// let child = world.spawn((Health(5), ChildOf(parent)));
    /// world.query_mut::<&mut Health>().for_each_source::<ChildOf>(parent, |health| health.0 -= 1);
    /// assert_eq!([parent, child].map(|entity| world.get::<Health>(entity).unwrap().0), [9, 4]);
    /// ```
    pub fn for_each_source<R: 'static>(&mut self, target: Entity, mut function: impl for<'a> FnMut(QueryItem<'a, W, Q>))
    where
        W: HasRelation<R>,
    {
        for source in sources::<W, R>(self.walk.entities).of(target) {
            if let Some(item) = self.get_mut(source) {
                function(item);
            }
        }
    }

    /// Iterates over the matches that are sources of a target, in the order of the sources. Only for queries that do not write; otherwise
    /// use [`for_each_source`](Self::for_each_source), at the same cost.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { components: Health; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let parent = world.spawn(());
    /// world.spawn_batch([1, 2].map(|health| (Health(health), ChildOf(parent))));
    /// let healths = world.query::<&Health>();
    /// assert!(healths.sources_of::<ChildOf>(parent).map(|health| health.0).eq([1, 2]));
    /// ```
    pub fn sources_of<R: 'static>(&self, target: Entity) -> impl Iterator<Item = QueryItem<'w, W, Q>>
    where
        W: HasRelation<R>,
        Q: ReadQueryData<W>,
    {
        let sources = sources::<W, R>(self.walk.entities).of(target);
        sources.filter_map(|source| {
            FetchOf::<W, Q>::get(FetchOf::<W, Q>::share(&self.walk.columns), self.matching(source)?)
        })
    }
}
