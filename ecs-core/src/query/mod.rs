//! Queries: a fetch, over the entities of a view or storage, through a filter.
//!
//! A [`Query`] is a [`Walk`] whose items the user names. `data` maps `&C`, `&mut C` and so on to fetches, `create` borrows the columns,
//! `fitting` chooses the view of an ad-hoc query, `filters` restricts it, `iter` is its iterator, `lookup` finds one entity and counts all,
//! `parallel` iterates on several threads.

mod create;
mod data;
mod filters;
mod fitting;
mod iter;
mod lookup;
mod others;
mod parallel;
mod parent_first;
mod sources;

pub(crate) use create::{get_components, query, query_listed, query_mut};
pub use create::{query_found, query_of_view, query_over, query_view, query_view_mut};
pub(crate) use data::FetchOf;
pub use data::{
    BuildStruct, PlainQuery, QueryData, QueryItem, QueryKind, QueryStruct, ReadQueryData, ReadQueryKind, StructQuery,
};
pub use iter::QueryIter;
pub(crate) use lookup::number_found;
pub use others::QueryOthers;
pub use parent_first::QueryOther;

use core::mem::ManuallyDrop;

use crate::entity::Entity;
use crate::fetch::{Fetch, ReadFetch};
use crate::sparse::Source;
use crate::view::Walk;
use crate::world::EcsWorld;

/// Rejects a query that borrows a component twice, at least once to write, when it is compiled for a world. Generated code evaluates it
/// first, so that the error points to the user's code.
pub struct CheckQuery<W, Q>(core::marker::PhantomData<(W, Q)>);

impl<W: EcsWorld, Q: QueryData<W>> CheckQuery<W, Q> {
    /// Cannot be evaluated for such a query.
    pub const OK: () = {
        let end = "` twice, at least once with `&mut`: fetch it once";
        Q::Kind::ACCESS.expect_distinct(W::COMPONENTS, "this query borrows the component `", end);
    };
}

/// The columns of a query.
type Columns<'w, W, Q> = <FetchOf<W, Q> as Fetch>::Columns<'w>;

/// The entities of a world that have the components of `Q`, with an item for each.
///
/// `Q` is `Entity`, `&C`, `&mut C`, [`Mut<'_, C>`](crate::Mut), `&Past<C>` of a double-buffered component, `Option` of the latter four, a
/// tuple of these (up to 16), or a struct of these (except `Mut`) with `#[derive(Query)]`.
///
/// A query from `query_a_b()` iterates the view that the world keeps for it, in the view's order. A query from
/// [`query`](crate::WorldAccess::query) or [`query_mut`](crate::WorldAccess::query_mut) iterates the view of exactly what `Q` requires if
/// there is one; otherwise the smallest of the storages and views that contain all matches. A query that requires nothing iterates all
/// entities by ascending index. This choice never affects the set of items, only their order.
///
/// | way to iterate | a group, or one storage | other views |
/// |---|---|---|
/// | [`for_each`](Self::for_each), [`fold`](Self::fold) | slices in blocks | runs of slices, lookups between them |
/// | [`iter_mut`](Self::iter_mut), `for` | a zip of slices | runs, then lookups, and proofs that no value is yielded twice |
/// | [`slices`](Self::slices) | the slices themselves | `None` |
///
/// To visit pairs that are only read, nest loops over `&query`. To write, visit the entities with
/// [`for_each_with`](Self::for_each_with), which looks up others, or collect them and use [`get_mut`](Self::get_mut).
#[must_use = "a query does nothing unless it is used"]
pub struct Query<'w, W: EcsWorld, Q: QueryData<W>> {
    /// Nothing in it may have a destructor, as a test asserts: rustc would search all columns for one, for each kind of query.
    walk: ManuallyDrop<Walk<'w, W::Mask, FetchOf<W, Q>>>,
    views: &'w W::Views,
    /// Whether the source may lack entities that have everything that is fetched and pass the filter.
    selects: bool,
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    #[inline]
    fn new(walk: Walk<'w, W::Mask, FetchOf<W, Q>>, views: &'w W::Views, selects: bool) -> Self {
        let () = CheckQuery::<W, Q>::OK;
        Self { walk: ManuallyDrop::new(walk), views, selects }
    }

    #[inline]
    fn into_walk(self) -> Walk<'w, W::Mask, FetchOf<W, Q>> {
        ManuallyDrop::into_inner(self.walk)
    }

    /// Returns the same query, whose items are structs with `#[derive(Query)]` instead of tuples of their fields: for query parameters of
    /// systems, whose types have to be written out.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Position(f32);
    /// # struct Velocity(f32);
    /// #[derive(Query)]
    /// struct Body<'w> {
    ///     position: &'w mut Position,
    ///     velocity: &'w Velocity,
    /// }
    ///
    /// #[system]
    /// fn advance(bodies: Query<'_, World, (&mut Position, &Velocity)>) {
    ///     for body in bodies.named::<Body>() {
    ///         body.position.0 += body.velocity.0;
    ///     }
    /// }
    /// # ecs_world! { components: Position, Velocity; systems: advance; }
    /// # let mut world = World::default();
    /// # let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// # world.run();
    /// # assert_eq!(world.get::<Position>(ship).map(|position| position.0), Some(3.0));
    /// ```
    pub fn named<S>(self) -> Query<'w, W, S>
    where
        S: QueryStruct<W, Tuple: QueryData<W, Kind: QueryKind<W, S::Tuple, Fetch = FetchOf<W, Q>>>>,
        S: QueryData<W, Kind = StructQuery>,
    {
        let (views, selects) = (self.views, self.selects);
        let Walk { filter, entities, source, columns } = self.into_walk();
        Query { walk: ManuallyDrop::new(Walk { filter, entities, source, columns }), views, selects }
    }

    /// Iterates one of these storages, those of components that the filters require, if it has fewer entities. For generated code.
    #[doc(hidden)]
    pub fn among(self, sources: &[Source<'w>]) -> Self {
        let (views, selects) = (self.views, self.selects);
        Self { walk: ManuallyDrop::new(self.into_walk().among::<true>(sources)), views, selects }
    }

    /// Borrows the query for a shorter time, to iterate it again or to pass it on.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// fn heal(mut hurt: Query<'_, World, &mut Health>) {
    ///     hurt.for_each(|health| health.0 += 1);
    /// }
    ///
    /// world.spawn(Health(1));
    /// let mut all = world.query_mut::<&mut Health>();
    /// heal(all.reborrow());
    /// heal(all);
    /// assert_eq!(world.query::<&Health>().single(), Ok(&Health(3)));
    /// ```
    pub fn reborrow(&mut self) -> Query<'_, W, Q> {
        Query { walk: ManuallyDrop::new(self.walk.reborrow()), views: self.views, selects: self.selects }
    }

    /// Iterates over the matches, to read and write.
    ///
    /// A step costs as much as in a zip of slices if the query iterates a group (or one storage), and as long as the storages hold the same
    /// entities in the same order; otherwise it costs a lookup per component. An `Option` costs a lookup; the required values beside it are
    /// a zip of slices only if they are those of a group or of one storage, or in one order, and no filter drops any. `without`, `any`, and
    /// a `with` that no view implies, cost a test of a mask per step, unless they are known to keep all entities. If they keep less than
    /// half of 64 entities (less than an eighth if something is written), and these in short stretches, iteration continues without slices.
    ///
    /// Iterations share what they find out, until storages or masks change: that two storages are in one order (for more than 512 entities,
    /// `for_each` finds it out, or the second iterator at its end), and, with up to 64 components, that a filter keeps all entities or none
    /// (all masks are tested after two `for_each`, or after one iterator per 256 entities).
    ///
    /// If something is written, no filter drops entities, there are at least 32, and samples show that the storages are in different
    /// orders, positions are cached: two iterations over all matches request it (more after changes that came soon after the last time),
    /// and the next query that writes, or the next run, reads them. From then on, until a storage changes, a step looks nothing up and
    /// proves nothing. Caches take 4 bytes per entity and looked-up component, for up to eight pairs of an order and a component in another
    /// order; [`shrink_to_fit`](crate::EcsWorld::shrink_to_fit) frees them. There are none for queries with `Option` or with storages that
    /// are not dense, or that have more than 256 times as many values as there are entities to visit, for pasts of double-buffered
    /// components, and on targets without atomics.
    ///
    /// Without cached positions, a bit per value of each written component proves that no value is yielded twice. In queries with `Option`
    /// or with storages that are not dense, for up to 64 entities, and if a storage has more than 256 times as many values as there are
    /// entities to visit, the proof is two more lookups per step instead.
    ///
    /// The iterator makes at most one allocation, plus one for the bits of each written component. It makes none if at most 64 entities are
    /// visited, if positions are cached, if nothing is written and samples show that the storages are in different orders, if the query
    /// iterates a group (or one storage) without filters, if storages are known to be in one order and filters to keep all entities, or if
    /// at most 512 entities are in one order and all pass. If an `Option`, or a storage that is not dense, is fetched, it allocates only
    /// the table of chunks of each written `hashed_array_tree`. [`for_each`](Self::for_each) needs no such proof, and allocates nothing.
    ///
    /// If something reads changes of a component that `&mut` fetches, this call marks it on all matches, even if a loop ends early.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// let mut all = world.query_mut::<&mut Health>();
    /// for health in all.iter_mut().skip(1) {
    ///     health.0 = 0;
    /// }
    /// assert!(world.query::<&Health>().iter().eq([1, 0, 0].map(Health).iter()));
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> QueryIter<'_, W, Q> {
        self.reborrow().into_iter()
    }

    /// Calls a function for each match, with its [`QueryItem`]. This is the fastest way to iterate in most cases. Over a group it reads
    /// slices in blocks; otherwise a step costs at most one lookup per component. Allocates nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// let mut healed = 0;
    /// world.query_mut::<&mut Health>().for_each(|health| {
    ///     health.0 += 1;
    ///     healed += 1;
    /// });
    /// assert_eq!(healed, 3);
    /// ```
    #[inline]
    pub fn for_each(&mut self, function: impl for<'a> FnMut(QueryItem<'a, W, Q>)) {
        self.walk.reborrow().for_each::<false, true, _>(None, function);
    }

    /// Folds the [`QueryItem`]s of all matches into one value, in the order of [`for_each`](Self::for_each), and at its cost.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// assert_eq!(world.query::<&Health>().fold(0, |sum, health| sum + health.0), 6);
    /// ```
    pub fn fold<T>(&mut self, initial: T, mut function: impl for<'a> FnMut(T, QueryItem<'a, W, Q>) -> T) -> T {
        let mut folded = Some(initial);
        self.for_each(|item| {
            if let Some(value) = folded.take() {
                folded = Some(function(value, item));
            }
        });
        match folded {
            Some(folded) => folded,
            // `for_each` passes on a panic of the function, so there is a value here.
            None => unreachable!("a fold lost its value"),
        }
    }

    /// Returns the values as slices, and the handles for `Entity`: equal positions belong to one entity.
    ///
    /// `None` unless the query iterates a group (or one storage) without filters, which `World::PLAN` shows. Runs in **O(1)** time, or in
    /// **O(values / 64)** if something reads changes of a component that is fetched as `&mut`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; queries: (Position, Velocity); }
    /// # let mut world = World::default();
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// if let Some((_, positions, velocities)) = world.query_position_velocity_mut().slices() {
    ///     for (position, velocity) in positions.iter_mut().zip(velocities) {
    ///         position.0 += velocity.0;
    ///     }
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
    /// ```
    #[must_use]
    pub fn slices(self) -> Option<<FetchOf<W, Q> as Fetch>::Slice<'w>> {
        if self.walk.filter.is_none() && FetchOf::<W, Q>::all_aligned(&self.walk.columns) {
            self.walk.mark();
        }
        self.into_walk().slices()
    }

    /// Returns another borrow of the query, to iterate it in several places at once. Only for queries that do not write.
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
    pub fn share(&self) -> Self
    where
        Q: ReadQueryData<W>,
    {
        Query { walk: ManuallyDrop::new(self.walk.share()), views: self.views, selects: self.selects }
    }

    /// Iterates over the [`QueryItem`]s of all matches. Only for queries that do not write; otherwise use [`iter_mut`](Self::iter_mut).
    ///
    /// A step costs as much as in a zip of slices if the query iterates a group (or one storage), and as long as the storages hold the same
    /// entities in the same order; otherwise it costs a lookup per component. An `Option` costs a lookup; the required values beside it are
    /// a zip of slices only if they are those of a group or of one storage, or in one order, and no filter drops any. `without`, `any`, and
    /// a `with` that no view implies, cost a test of a mask per step, unless they are [known](Self::iter_mut) to keep all entities. The
    /// entities that they keep are still iterated as slices if they keep at least half of 64 entities, or if these are in stretches of
    /// eight or more on average.
    ///
    /// The iterator makes at most one allocation, and none where [`iter_mut`](Self::iter_mut) makes none, apart from its cached positions,
    /// which only queries that write use.
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

    /// Returns the item of one entity; `None` if it is dead or does not match. Only for queries that do not write; otherwise use
    /// [`get_mut`](Self::get_mut). Runs in **O(1)** time; in **O(log n)** if a component is in a `btree_map`.
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
}

impl<'w, W: EcsWorld, Q: QueryData<W>> IntoIterator for Query<'w, W, Q> {
    type Item = QueryItem<'w, W, Q>;
    type IntoIter = QueryIter<'w, W, Q>;

    #[inline]
    fn into_iter(self) -> QueryIter<'w, W, Q> {
        QueryIter::new(self)
    }
}

impl<'a, W: EcsWorld, Q: QueryData<W>> IntoIterator for &'a mut Query<'_, W, Q> {
    type Item = QueryItem<'a, W, Q>;
    type IntoIter = QueryIter<'a, W, Q>;

    #[inline]
    fn into_iter(self) -> QueryIter<'a, W, Q> {
        self.iter_mut()
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

impl<W: EcsWorld, Q: QueryData<W>> core::fmt::Debug for Query<'_, W, Q> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Query").field("at_most", &self.walk.source.upper_bound()).finish_non_exhaustive()
    }
}
