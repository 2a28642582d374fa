//! Queries: a fetch, over the entities of a view or storage, through a filter.
//!
//! A [`Query`] is a [`Walk`] whose items are named by the user. `data` maps `&C`, `&mut C` and so on to fetches, `create` borrows the
//! columns, `fitting` chooses the view of an ad-hoc query, `iter` is its iterator, `lookup` finds one entity,
//! `read` has what only queries that read can do, `parallel` iterates on several threads.

mod create;
mod data;
mod fitting;
mod iter;
mod lookup;
mod others;
mod parallel;
mod parent_first;
mod read;
mod sources;

pub(crate) use create::{get_many, query, query_listed, query_mut};
pub use create::{query_found, query_of_view, query_over, query_view, query_view_mut};
pub(crate) use data::FetchOf;
pub use data::{
    BuildStruct, PlainQuery, QueryData, QueryItem, QueryKind, QueryStruct, ReadQueryData, ReadQueryKind, StructQuery,
};
pub use iter::QueryIter;
pub use others::QueryOthers;
pub use parent_first::QueryOther;

use crate::bundle::{Bundle, BundleKind};
use crate::fetch::Fetch;
use crate::mask::BitMask;
use crate::view::{Filter, Walk};
use crate::world::EcsWorld;

/// Rejects a query that borrows a component twice, when it is compiled for a world. Generated code evaluates it first, so that the error
/// points to the user's code.
pub struct CheckQuery<W, Q>(core::marker::PhantomData<(W, Q)>);

impl<W: EcsWorld, Q: QueryData<W>> CheckQuery<W, Q> {
    /// Cannot be evaluated for such a query.
    pub const OK: () = Q::Kind::ACCESS
        .distinct()
        .expect("this query borrows a component twice, at least once with `&mut`: ask for it once");
}

/// The columns of a query.
type Columns<'w, W, Q> = <FetchOf<W, Q> as Fetch>::Columns<'w>;

/// The entities of a world that have the components of `Q`, with an item for each.
///
/// `Q` is `Entity`, `&C`, `&mut C`, [`Mut<'_, C>`](crate::Mut), `&Past<C>` of a double-buffered component, `Option` of the latter four, a
/// tuple of these (up to 16), or a struct of these (but `Mut`) with `#[derive(Query)]`.
///
/// A query from `query_a_b()` iterates the view that the world keeps for it, in the view's order. A query from
/// [`query`](crate::WorldAccess::query) or [`query_mut`](crate::WorldAccess::query_mut) iterates the view of exactly what `Q` requires if there is one;
/// otherwise the smallest of the storages and views that contain all matches. A query that requires nothing iterates all entities by
/// ascending index. The set of items never depends on that choice, their order does.
///
/// | way to iterate | a group, or one storage | other views |
/// |---|---|---|
/// | [`for_each`](Self::for_each), [`fold`](Self::fold) | slices in blocks | runs of slices, lookups between them |
/// | [`iter_mut`](Self::iter_mut), `for` | a zip of slices | runs, then lookups with a proof that no value is yielded twice |
/// | [`slices`](Self::slices) | the slices themselves | `None` |
pub struct Query<'w, W: EcsWorld, Q: QueryData<W>> {
    walk: Walk<'w, W::Mask, FetchOf<W, Q>>,
    views: &'w W::Views,
    /// Whether the source may lack entities that have all that is fetched and pass the filter.
    selects: bool,
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    #[inline]
    fn new(walk: Walk<'w, W::Mask, FetchOf<W, Q>>, views: &'w W::Views, selects: bool) -> Self {
        let () = CheckQuery::<W, Q>::OK;
        Self { walk, views, selects }
    }

    /// Restricts the query to entities that also have every component of `B`, without fetching it.
    ///
    /// Costs nothing if the world keeps a view of exactly these entities, which is iterated then, or if the query fetches `B`. Otherwise
    /// the query iterates the smallest of the views that contain all matches, if that is smaller than what it iterated before, and tests
    /// a mask per visited entity.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Health, Frozen; }
    /// # let mut world = World::default();
    /// let hero = world.spawn((Health(5), Frozen));
    /// world.spawn(Health(3));
    /// let frozen = world.query::<(Entity, &Health)>().with::<Frozen>();
    /// assert!(frozen.iter().eq([(hero, &Health(5))]));
    /// ```
    #[must_use]
    pub fn with<B: Bundle<W>>(mut self) -> Self {
        let mut mask = B::Kind::mask();
        while let Some(component) = mask.pop_first() {
            if !Q::Kind::ACCESS.requires(component) {
                self.walk.filter.get_or_insert_default().with(B::Kind::mask());
                return if const { W::VIEWS.is_empty() } || self.selects { self } else { self.narrowed() };
            }
        }
        self
    }

    /// Continues with the view of exactly what is required by now, or with a smaller one that contains all matches.
    fn narrowed(mut self) -> Self {
        let (Some(filter), most) = (&self.walk.filter, self.walk.source.upper_bound()) else { return self };
        let found = fitting::narrower::<W>(self.views, &Q::Kind::ACCESS, filter.required(), most);
        if let Some((view, members, is_exact)) = found {
            let Walk { mut columns, entities, filter, .. } = self.walk;
            Q::Kind::align(&mut columns, W::VIEWS[view].owned);
            self.walk = Walk::of_members(members, columns, entities);
            self.walk.filter = if is_exact { filter.and_then(Filter::without_required) } else { filter };
            self.selects = is_exact;
        }
        self
    }

    /// Restricts the query to entities that have no component of `B`. Costs a test of a mask per visited entity.
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
    /// world.spawn(Health(3));
    /// let mut moving = world.query_mut::<&mut Health>().without::<Frozen>();
    /// moving.for_each(|health| health.0 -= 1);
    /// assert!(world.query::<&Health>().without::<Frozen>().iter().eq([&Health(2)]));
    /// ```
    #[must_use]
    pub fn without<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().without(B::Kind::mask());
        self
    }

    /// Restricts the query to entities that have at least one component of `B`. Each further `any` must hold, too.
    ///
    /// One that another one implies, such as `any::<(A, B, C)>` beside `any::<(A, B)>`, is left out.
    ///
    /// # Panics
    ///
    /// If there are more than eight of which none implies another.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Fire;
    /// # struct Ice;
    /// # struct Water;
    /// # ecs_world! { components: Fire, Ice, Water; }
    /// # let mut world = World::default();
    /// let all = [world.spawn(Fire), world.spawn((Ice, Fire)), world.spawn(Water)];
    /// assert!(world.query::<Entity>().any::<(Fire, Ice)>().iter().eq([all[0], all[1]]));
    /// assert!(world.query::<Entity>().any::<(Fire, Ice)>().any::<(Ice, Water)>().iter().eq([all[1]]));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn any<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().any(B::Kind::mask());
        self
    }

    /// The same query, whose items are structs with `#[derive(Query)]` instead of tuples of their fields: for the query parameters of
    /// systems, whose types are written out.
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
    #[must_use]
    pub fn named<S>(self) -> Query<'w, W, S>
    where
        S: QueryStruct<W, Tuple: QueryData<W, Kind: QueryKind<W, S::Tuple, Fetch = FetchOf<W, Q>>>>,
        S: QueryData<W, Kind = StructQuery>,
    {
        let Walk { columns, source, entities, filter } = self.walk;
        Query { walk: Walk { columns, source, entities, filter }, views: self.views, selects: self.selects }
    }

    /// Borrows the query for a shorter time: to iterate it again, or to pass it on.
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
        Query { walk: self.walk.reborrow(), views: self.views, selects: self.selects }
    }

    /// Iterates over the matches, to read and write.
    ///
    /// A step costs as much as in a zip of slices if the query iterates a group (or one storage), and as long as the storages hold the
    /// same entities in the same order. Otherwise it costs a lookup per component. For each component that is written, a table with a
    /// reference to each value is allocated; or a step costs two more lookups, which prove that no value is yielded twice: in queries
    /// with `Option` or with storages that are not dense, and if a storage has more than four times as many values as there are entities
    /// to visit.
    ///
    /// The iterator makes one allocation of its own, unless the query iterates a group (or one storage) without filters, or there is
    /// nothing to visit, or something that is fetched is an `Option` or in a storage that is not dense.
    /// [`for_each`](Self::for_each) does without these lookups, and allocates nothing.
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

    /// Calls a function for each match, with its [`QueryItem`]: in most cases the fastest way to iterate. Over a group it reads slices in
    /// blocks; otherwise a step costs at most one lookup per component. Allocates nothing.
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
    pub fn for_each(&mut self, function: impl for<'a> FnMut(QueryItem<'a, W, Q>)) {
        self.walk.reborrow().for_each::<false, true, _>(None, function);
    }

    /// Folds the [`QueryItem`]s of all matches into one value, in the order of [`for_each`](Self::for_each).
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

    /// Returns the values as slices, with the handles for `Entity`: equal positions belong to one entity.
    ///
    /// `None` unless the query iterates a group (or one storage) without filters: `World::PLAN` says so. Runs in **O(1)** time.
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
        self.walk.slices()
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

impl<W: EcsWorld, Q: QueryData<W>> core::fmt::Debug for Query<'_, W, Q> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Query").field("at_most", &self.walk.source.upper_bound()).finish_non_exhaustive()
    }
}
