//! Queries that visit the parents of a tree before their children.

use super::{FetchOf, Query, QueryData, QueryItem, QueryKind};
use crate::fetch::{Beside, ParBeside};
use crate::relation::LevelOrder;
use crate::world::{EcsWorld, HasTree, tree};

/// The item of the parent, which [`for_each_parent_first`](Query::for_each_parent_first) passes: it has `&C` in place of `&mut C`.
pub type QueryOther<'w, W, Q> = <FetchOf<W, Q> as Beside>::Other<'w>;

impl<W: EcsWorld, Q: QueryData<W>> Query<'_, W, Q> {
    /// Calls a function for each match, parents of a tree before their children, with the item of the parent: for positions relative to it,
    /// and other inherited values.
    ///
    /// The parent is `None` if the entity has none, or if its parent does not match the query. So a query that is filtered, for example by
    /// changes, misses parents that do not pass; visit all entities instead, and skip some inside the function. Matches without a parent
    /// are visited first, in the order of the query; then all others, level by level, in the order of [`LevelOrder`]. The order is brought
    /// up to date first, which takes **O(1)** time if the tree did not change, and **O(entities of the tree)** otherwise.
    ///
    /// A step costs a lookup of the entity and of its parent, and one per component unless the query iterates a group (or one storage).
    /// After [`sort_parents_first`](crate::WorldOrder::sort_parents_first), values are visited in the order in which they are stored.
    /// Allocates nothing, unless the order grows.
    ///
    /// A component that is written must be in a storage with contiguous values (`sparse_set`, `packed`, `hash_map`, `btree_map`); otherwise
    /// this does not compile. It is written as `&mut C`, not as [`Mut`](crate::Mut), so that each visited value counts as changed. To react
    /// only to transforms that moved, write a separate component in this query, and copy it with `Mut::set_if_neq` in a second system.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::prelude::*;
    ///
    /// #[derive(Relation)]
    /// struct ChildOf(Entity);
    /// struct Local(f32);
    /// #[derive(Debug, PartialEq)]
    /// struct Global(f32);
    ///
    /// #[derive(Default)]
    /// struct Propagate {
    ///     order: LevelOrder,
    /// }
    ///
    /// #[system]
    /// impl Propagate {
    ///     fn run(&mut self, mut transforms: Query<'_, World, (&mut Global, &Local)>) {
    ///         transforms.for_each_parent_first::<ChildOf>(&mut self.order, |parent, (global, local)| {
    ///             global.0 = parent.map_or(0.0, |(global, _)| global.0) + local.0;
    ///         });
    ///     }
    /// }
    ///
    /// ecs_world! { components: Local, Global; relations: ChildOf (tree, cascade); systems: Propagate; }
    ///
    /// let mut world = World::default();
    /// let tank = world.spawn((Local(10.0), Global(0.0)));
    /// let turret = world.spawn((Local(1.0), Global(0.0), ChildOf(tank)));
    /// let barrel = world.spawn((Local(0.5), Global(0.0), ChildOf(turret)));
    /// world.run();
    /// assert_eq!(world.get(barrel), Some(&Global(11.5)));
    /// ```
    pub fn for_each_parent_first<R: 'static>(
        &mut self,
        order: &mut LevelOrder,
        function: impl for<'a> FnMut(Option<QueryOther<'a, W, Q>>, QueryItem<'a, W, Q>),
    ) where
        W: HasTree<R>,
        Q: QueryData<W, Kind: QueryKind<W, Q, Fetch: Beside>>,
    {
        order.update(tree::<W, R>(self.walk.entities));
        self.walk.reborrow().for_each_parent_first(&order.levels, function);
    }

    /// Calls a function for each match, parents before their children, as [`for_each_parent_first`](Self::for_each_parent_first) does, but
    /// on several threads: a level whose values are adjacent, in the order of the tree and behind those of all parents, is divided if that
    /// takes less time. The result is the same on any number of threads, and in any order of the values.
    ///
    /// In queries that iterate a group (or one storage) without filters, values are in this order after
    /// [`sort_parents_first`](crate::WorldOrder::sort_parents_first), or if they were spawned in it. All other levels are visited on the
    /// calling thread. Threads write one level at a time and wait for one another at its end, so a tree with few entities per level gains
    /// nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # #[derive(Debug, PartialEq)] struct Depth(u32);
    /// # ecs_world! { components: Depth; relations: ChildOf (tree, cascade); queries: (Depth); }
    /// # let mut world = World::default();
    /// let root = world.spawn(Depth(0));
    /// let child = world.spawn((Depth(0), ChildOf(root)));
    /// let mut order = LevelOrder::default();
    /// world.query_mut::<&mut Depth>().par_for_each_parent_first::<ChildOf>(&mut order, |parent, depth| {
    ///     depth.0 = parent.map_or(0, |parent| parent.0 + 1);
    /// });
    /// assert_eq!(world.get(child), Some(&Depth(1)));
    /// ```
    pub fn par_for_each_parent_first<R: 'static>(
        &mut self,
        order: &mut LevelOrder,
        function: impl for<'a> Fn(Option<QueryOther<'a, W, Q>>, QueryItem<'a, W, Q>) + Sync,
    ) where
        W: HasTree<R>,
        Q: QueryData<W, Kind: QueryKind<W, Q, Fetch: ParBeside>>,
    {
        order.update(tree::<W, R>(self.walk.entities));
        self.walk.reborrow().par_for_each_parent_first(&order.levels, &function);
    }
}
