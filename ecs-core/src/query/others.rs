//! Queries that visit each entity while all others can be read.

use super::{FetchOf, Query, QueryData, QueryItem, QueryKind};
use crate::fetch::Beside;
use crate::view::Others;
use crate::world::EcsWorld;

/// The other matches, which [`for_each_with`](Query::for_each_with) passes beside each item.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
/// # struct Target(Entity);
/// # ecs_world! { components: Health, Target; }
/// # let mut world = World::default();
/// let hero = world.spawn(Health(5));
/// let turret = world.spawn((Health(9), Target(hero)));
/// world.query_mut::<(&mut Health, Option<&Target>)>().for_each_with(|(health, target), others| {
///     if let Some((other, _)) = target.and_then(|target| others.get(target.0)) {
///         health.0 -= other.0;
///     }
/// });
/// assert_eq!(world.get::<Health>(turret), Some(&Health(4)));
/// ```
pub type QueryOthers<'w, W, Q> = Others<'w, <W as crate::world::GeneratedWorld>::Mask, FetchOf<W, Q>>;

impl<W: EcsWorld, Q: QueryData<W>> Query<'_, W, Q> {
    /// Calls a function for each match, with all other matches to read ([`Others`]), including the components that the query writes. Values
    /// that the function wrote for earlier entities are visible to later ones.
    ///
    /// A component that is written must be in a storage with contiguous values (`sparse_set`, `packed`, `hash_map`, `btree_map`); otherwise
    /// this does not compile. A step costs as much as a lookup per component. Allocates nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone, Copy)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone, Copy)] struct Target(Entity);
    /// # ecs_world! { components: Position, Target; }
    /// # let mut world = World::default();
    /// let leader = world.spawn(Position(8.0));
    /// let follower = world.spawn((Position(0.0), Target(leader)));
    /// world.query_mut::<(&mut Position, Option<&Target>)>().for_each_with(|(position, target), others| {
    ///     if let Some((goal, _)) = target.and_then(|target| others.get(target.0)) {
    ///         position.0 += (goal.0 - position.0) / 2.0;
    ///     }
    /// });
    /// assert_eq!(world.get::<Position>(follower), Some(&Position(4.0)));
    /// ```
    pub fn for_each_with(&mut self, function: impl for<'a> FnMut(QueryItem<'a, W, Q>, QueryOthers<'a, W, Q>))
    where
        Q: QueryData<W, Kind: QueryKind<W, Q, Fetch: Beside>>,
    {
        self.walk.reborrow().for_each_with(function);
    }
}
