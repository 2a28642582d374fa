//! Owns queries: what is asked of a world, over which entities, through which filter.

mod data;
mod fitting;
mod iter;
mod parallel;

pub use data::{QueryData, QueryItem, ReadQueryData};
pub use iter::QueryIter;

use fitting::Fitting;

use crate::bundle::BundleKind;
use crate::world::{HasView, Token, settle_all};
use crate::{Bundle, EcsWorld, Entity, EntityColumn, Fetch, Population, ReadFetch, SingleError, Source, View, Walk};

/// Refuses a query that borrows a component twice, when it is compiled for a world. Generated code asks first, so that the
/// error stands where the user does.
pub struct CheckQuery<W, Q>(core::marker::PhantomData<(W, Q)>);

impl<W: EcsWorld, Q: QueryData<W>> CheckQuery<W, Q> {
    /// Cannot be evaluated for such a query.
    pub const OK: () =
        Q::ACCESS.distinct().expect("this query borrows a component twice, at least once with `&mut`: ask for it once");
}

/// The columns of a query.
type Columns<'w, W, Q> = <<Q as QueryData<W>>::Fetch as Fetch>::Columns<'w>;

/// The entities of a world that have what `Q` asks for.
///
/// `Q` is `Entity`, `&C`, `&mut C`, `Option` of the latter two, or a tuple of these (up to 16).
///
/// A query from `query_a_b()` walks the view that the world keeps for it, in the view's order. A query from
/// [`query`](EcsWorld::query) or [`query_mut`](EcsWorld::query_mut) walks the view of exactly what `Q` requires where
/// there is one; else the shortest of the storages and views that hold all of it. One that requires nothing walks all
/// entities by ascending index. What is found never depends on it, the order does.
pub struct Query<'w, W: EcsWorld, Q: QueryData<W>> {
    walk: Walk<'w, W::Mask, Q::Fetch>,
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    #[inline]
    fn new(walk: Walk<'w, W::Mask, Q::Fetch>) -> Self {
        let () = CheckQuery::<W, Q>::OK;
        Self { walk }
    }

    /// Only entities that also have every component of `B`, which is not fetched. Costs a test of a mask per entity visited.
    #[must_use]
    pub fn with<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().with(B::Kind::mask());
        self
    }

    /// Only entities that have no component of `B`.
    #[must_use]
    pub fn without<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().without(B::Kind::mask());
        self
    }

    /// Only entities that have at least one component of `B`. Each further `any` must hold too; more than four of one query
    /// allocate.
    #[must_use]
    pub fn any<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().any(B::Kind::mask());
        self
    }

    /// The same query once more, for a shorter time: to iterate it again, or to hand it on.
    pub fn reborrow(&mut self) -> Query<'_, W, Q> {
        Query { walk: self.walk.reborrow() }
    }

    /// Iterates what is found, to change.
    ///
    /// A step costs what it does in a zip of slices where a group (or a storage alone) stands behind the query, and as long as
    /// the storages hold the same entities in the same order. Elsewhere it costs a lookup per component. For each that is written,
    /// a table with a reference to each value is allocated; or a step costs two more lookups, which prove that no value comes
    /// twice: in queries with `Option` or with storages that are not packed, and where a storage has more than four times as
    /// many values as there are entities to visit.
    ///
    /// The iterator makes one allocation of its own, unless a group (or a storage alone) without filters stands behind the query,
    /// or there is nothing to visit, or something that is fetched is an `Option` or in a storage that is not packed.
    /// [`for_each`](Self::for_each) does without these lookups, and allocates nothing.
    #[inline]
    pub fn iter_mut(&mut self) -> QueryIter<'_, W, Q> {
        self.reborrow().into_iter()
    }

    /// Calls a function for each match, with what `Q` asks for ([`QueryItem`]), in blocks of slices where a group stands behind the query; elsewhere a step costs one
    /// lookup per component at most. Nothing is faster.
    pub fn for_each(&mut self, function: impl for<'a> FnMut(QueryItem<'a, W, Q>)) {
        self.walk.reborrow().for_each::<false, _>(None, function);
    }

    /// Folds all matches into one value, with what `Q` asks for of each ([`QueryItem`]), as fast as [`for_each`](Self::for_each) walks.
    pub fn fold<T>(&mut self, initial: T, mut function: impl for<'a> FnMut(T, QueryItem<'a, W, Q>) -> T) -> T {
        let mut folded = Some(initial);
        self.for_each(|item| {
            if let Some(value) = folded.take() {
                folded = Some(function(value, item));
            }
        });
        match folded {
            Some(folded) => folded,
            // `for_each` passes a panic of the function on, so that there is a value here.
            None => unreachable!("a fold lost its value"),
        }
    }

    /// The values as slices, with the handles where `Entity` is asked for: position for position of one entity.
    ///
    /// `None` unless a group (or a storage alone) stands behind the query and nothing is filtered: `World::PLAN` tells.
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
    pub fn slices(self) -> Option<<Q::Fetch as Fetch>::Slice<'w>> {
        self.walk.slices()
    }

    /// What is asked for, of one entity, to change; `None` if it is gone or does not match. Runs in **O(1)** time.
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
    pub fn get_mut(&mut self, entity: Entity) -> Option<QueryItem<'_, W, Q>> {
        self.reborrow().into_get(entity)
    }

    /// The same as [`get_mut`](Self::get_mut), by value: the item borrows what the query borrows, and so can be kept where the query
    /// is not.
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
    pub fn into_get(self, entity: Entity) -> Option<QueryItem<'w, W, Q>> {
        let index = self.walk.matching(entity)?;
        Q::Fetch::get(self.walk.columns, index)
    }

    /// The only match, to change.
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

    /// The same as [`single_mut`](Self::single_mut), by value: the item borrows what the query borrows, and so can be kept where the
    /// query is not.
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
    pub fn into_single(self) -> Result<QueryItem<'w, W, Q>, SingleError> {
        only(self.into_iter())
    }

    /// The same query once more: to walk it at several places at once. Only for what reads.
    #[must_use]
    pub fn share(&self) -> Self
    where
        Q: ReadQueryData<W>,
    {
        Query { walk: self.walk.share() }
    }

    /// Iterates what is found: items as `Q` asks for them ([`QueryItem`]). Only for what reads; else write
    /// [`iter_mut`](Self::iter_mut).
    ///
    /// A step costs what it does in a zip of slices where a group (or a storage alone) stands behind the
    /// query, and as long as the storages hold the same entities in the same order; elsewhere a lookup per component. `with`,
    /// `without` and `any` cost a test of a mask per step.
    ///
    /// It makes one allocation, unless a group (or a storage alone) without filters stands behind the query, or there is
    /// nothing to visit, or something that is fetched is an `Option` or in a storage that is not packed.
    #[inline]
    pub fn iter(&self) -> QueryIter<'w, W, Q>
    where
        Q: ReadQueryData<W>,
    {
        self.share().into_iter()
    }

    /// What is asked for, of one entity; `None` if it is gone or does not match. Runs in **O(1)** time. Only for what reads; else
    /// write [`get_mut`](Self::get_mut).
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<QueryItem<'w, W, Q>>
    where
        Q: ReadQueryData<W>,
    {
        Q::Fetch::get(Q::Fetch::share(&self.walk.columns), self.walk.matching(entity)?)
    }

    /// The only match. Only for what reads; else write [`single_mut`](Self::single_mut).
    ///
    /// # Errors
    ///
    /// [`SingleError`] if there is none, or more than one.
    pub fn single(&self) -> Result<QueryItem<'w, W, Q>, SingleError>
    where
        Q: ReadQueryData<W>,
    {
        only(self.iter())
    }
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Result<T, SingleError> {
    let first = items.next().ok_or(SingleError::None)?;
    if items.next().is_some() { Err(SingleError::Many) } else { Ok(first) }
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

/// A query over these columns: a view that fits, or the shortest column; for generated code.
#[inline]
pub fn query_over<'w, W: EcsWorld, Q: QueryData<W>>(
    mut columns: Columns<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    if const { Fitting::<W, Q>::NONE } {
        return Query::new(Walk::over(columns, entities));
    }
    let shortest = Q::Fetch::narrow(&columns).map_or(usize::MAX, Source::upper_bound);
    // What a fitting view demands beside what is asked for is nothing, so that there is nothing to filter.
    Query::new(match Fitting::<W, Q>::best(views, shortest) {
        None => Walk::over(columns, entities),
        Some((view, members)) => {
            Q::align(&mut columns, W::VIEWS[view].owned);
            Walk::of_members(members, columns, entities)
        }
    })
}

/// An ad-hoc query to read.
pub(crate) fn query<W: EcsWorld, Q: ReadQueryData<W>>(world: &W) -> Query<'_, W, Q> {
    let core = world.__core(Token::new());
    query_over(Q::shared(core), &core.views, &core.entities)
}

/// An ad-hoc query to write.
pub(crate) fn query_mut<W: EcsWorld, Q: QueryData<W>>(world: &mut W) -> Query<'_, W, Q> {
    settle_all(world);
    let core = world.__core_mut(Token::new());
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    query_over(Q::columns(&mut columns, &core.entities), &core.views, &core.entities)
}

/// What is asked for, of one entity.
pub(crate) fn get_many<W: EcsWorld, Q: QueryData<W>>(world: &mut W, entity: Entity) -> Option<QueryItem<'_, W, Q>> {
    let core = world.__core_mut(Token::new());
    let lives = core.entities.allocator.contains(entity);
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    let columns = Q::columns(&mut columns, &core.entities);
    lives.then(|| Q::Fetch::get(columns, entity.index()))?
}

/// A query over a view, to read; for generated code.
#[inline]
pub fn query_view<W: HasView<V>, Q: ReadQueryData<W>, const V: usize>(world: &W) -> Query<'_, W, Q> {
    let core = world.__core(Token::new());
    over_view::<W, Q, V>(Q::shared(core), &core.views, &core.entities)
}

/// A query over a view, to write; for generated code. The view is settled first.
#[inline]
pub fn query_view_mut<W: HasView<V>, Q: QueryData<W>, const V: usize>(world: &mut W) -> Query<'_, W, Q> {
    let core = world.__core_mut(Token::new());
    W::view_mut(&mut core.views).settle(&core.entities, &W::ASPECT);
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    over_view::<W, Q, V>(Q::columns(&mut columns, &core.entities), &core.views, &core.entities)
}

#[inline(always)]
fn over_view<'w, W: HasView<V>, Q: QueryData<W>, const V: usize>(
    mut columns: Columns<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    Q::align(&mut columns, W::VIEWS[V].owned);
    let fetches_all = const { W::VIEWS[V].is_required_by(&Q::ACCESS) };
    Query::new(Walk::of_view(W::view(views).members(), columns, entities, &W::ASPECT, fetches_all))
}
