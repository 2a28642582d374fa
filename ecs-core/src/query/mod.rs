//! Owns queries: what is asked of a world, over which entities, through which filter.

mod data;
mod filter;
mod iter;

pub use data::{QueryData, QueryItem, ReadQueryData};
pub use iter::QueryIter;

use filter::Filter;

use crate::world::{HasView, Token};
use crate::{
    Bundle, EcsWorld, Entity, EntityColumn, Fetch, Population, ReadFetch, SingleError, Source, bundle::BundleKind,
};

/// Refuses a query that borrows a component twice, when it is compiled for a world. Generated code asks first, so that the
/// error stands where the user does.
pub struct CheckQuery<W, Q>(core::marker::PhantomData<(W, Q)>);

impl<W: EcsWorld, Q: QueryData<W>> CheckQuery<W, Q> {
    /// Cannot be evaluated for such a query.
    pub const OK: () = assert!(
        !Q::ACCESS.aliases(),
        "this query borrows a component twice, at least once with `&mut`: ask for it once"
    );
}

/// The columns of a query.
type Columns<'w, W, Q> = <<Q as QueryData<W>>::Fetch as Fetch>::Columns<'w>;

/// The entities of a world that have what `Q` asks for.
///
/// `Q` is `Entity`, `&C`, `&mut C`, `Option` of the latter two, or a tuple of these (up to 16).
///
/// A query from `query_a_b()` walks the view that the world keeps for it, in the view's order. A query from
/// [`query`](EcsWorld::query) or [`query_mut`](EcsWorld::query_mut) walks the shortest storage that `Q` requires, in its
/// order, and looks the others up; one that requires nothing walks all entities by ascending index.
pub struct Query<'w, W: EcsWorld, Q: QueryData<W>> {
    columns: Columns<'w, W, Q>,
    source: Source<'w>,
    entities: &'w Population<W::Mask>,
    filter: Option<Filter<W::Mask>>,
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Query<'w, W, Q> {
    fn new(columns: Columns<'w, W, Q>, source: Source<'w>, entities: &'w Population<W::Mask>) -> Self {
        let () = CheckQuery::<W, Q>::OK;
        Self { columns, source, entities, filter: None }
    }

    /// Only entities that also have every component of `B`.
    #[must_use]
    pub fn with<B: Bundle<W>>(mut self) -> Self {
        self.filter.get_or_insert_default().with(B::Kind::mask());
        self
    }

    /// Only entities that have no component of `B`.
    #[must_use]
    pub fn without<B: Bundle<W>>(mut self) -> Self {
        self.filter.get_or_insert_default().without(B::Kind::mask());
        self
    }

    /// Only entities that have at least one component of `B`. Each further `any` must hold too.
    ///
    /// # Panics
    ///
    /// At the fifth `any` of one query.
    #[must_use]
    #[track_caller]
    pub fn any<B: Bundle<W>>(mut self) -> Self {
        self.filter.get_or_insert_default().any(B::Kind::mask());
        self
    }

    /// The same query once more, for a shorter time: to iterate it again, or to hand it on.
    pub fn reborrow(&mut self) -> Query<'_, W, Q> {
        Query {
            columns: Q::Fetch::reborrow(&mut self.columns),
            source: self.source,
            entities: self.entities,
            filter: self.filter,
        }
    }

    /// Iterates what is found, to change.
    pub fn iter_mut(&mut self) -> QueryIter<'_, W, Q> {
        self.reborrow().into_iter()
    }

    /// Calls a function for each match. As fast as a loop over views gets; prefer it to `for` where `Q` writes.
    pub fn for_each(&mut self, mut function: impl FnMut(QueryItem<'_, W, Q>)) {
        for step in 0..self.source.steps() {
            let Some(index) = self.source.at(step).filter(|index| self.keeps(*index)) else { continue };
            if let Some(item) = Q::Fetch::get(Q::Fetch::reborrow(&mut self.columns), index) {
                function(item);
            }
        }
    }

    /// What is asked for, of one entity; `None` if it is gone or does not match. Computes in **O(1)**.
    pub fn get_mut(&mut self, entity: Entity) -> Option<QueryItem<'_, W, Q>> {
        let index = self.matching(entity)?;
        Q::Fetch::get(Q::Fetch::reborrow(&mut self.columns), index)
    }

    /// The only match, to change.
    ///
    /// # Errors
    ///
    /// [`SingleError`] if there is none, or more than one.
    pub fn single_mut(&mut self) -> Result<QueryItem<'_, W, Q>, SingleError> {
        only(self.iter_mut())
    }

    fn keeps(&self, index: u32) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps(&self.entities.masks, index))
    }

    /// The index of an entity that lives, is in the source and passes the filter.
    fn matching(&self, entity: Entity) -> Option<u32> {
        let index = entity.index();
        let lives = self.entities.allocator.contains(entity);
        (lives && self.source.step_of(index).is_some() && self.keeps(index)).then_some(index)
    }
}

impl<'w, W: EcsWorld, Q: ReadQueryData<W>> Query<'w, W, Q> {
    fn share(&self) -> Query<'w, W, Q> {
        Query {
            columns: Q::Fetch::share(&self.columns),
            source: self.source,
            entities: self.entities,
            filter: self.filter,
        }
    }

    /// Iterates what is found.
    pub fn iter(&self) -> QueryIter<'w, W, Q> {
        self.share().into_iter()
    }

    /// What is asked for, of one entity; `None` if it is gone or does not match. Computes in **O(1)**.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<QueryItem<'w, W, Q>> {
        Q::Fetch::get(Q::Fetch::share(&self.columns), self.matching(entity)?)
    }

    /// The only match.
    ///
    /// # Errors
    ///
    /// [`SingleError`] if there is none, or more than one.
    pub fn single(&self) -> Result<QueryItem<'w, W, Q>, SingleError> {
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

    fn into_iter(self) -> QueryIter<'w, W, Q> {
        QueryIter::new(self)
    }
}

impl<'a, W: EcsWorld, Q: QueryData<W>> IntoIterator for &'a mut Query<'_, W, Q> {
    type Item = QueryItem<'a, W, Q>;
    type IntoIter = QueryIter<'a, W, Q>;

    fn into_iter(self) -> QueryIter<'a, W, Q> {
        self.iter_mut()
    }
}

impl<'w, W: EcsWorld, Q: ReadQueryData<W>> IntoIterator for &Query<'w, W, Q> {
    type Item = QueryItem<'w, W, Q>;
    type IntoIter = QueryIter<'w, W, Q>;

    fn into_iter(self) -> QueryIter<'w, W, Q> {
        self.iter()
    }
}

impl<W: EcsWorld, Q: QueryData<W>> core::fmt::Debug for Query<'_, W, Q> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Query").field("at_most", &self.source.upper_bound()).finish_non_exhaustive()
    }
}

/// A query over the shortest of these columns; for generated code.
pub fn query_over<'w, W: EcsWorld, Q: QueryData<W>>(
    columns: Columns<'w, W, Q>,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    let source = Q::Fetch::narrow(&columns).unwrap_or(Source::Live(&entities.allocator));
    Query::new(columns, source, entities)
}

/// An ad-hoc query to read.
pub(crate) fn query<W: EcsWorld, Q: ReadQueryData<W>>(world: &W) -> Query<'_, W, Q> {
    let core = world.__core(Token::new());
    query_over(Q::shared(core), &core.entities)
}

/// An ad-hoc query to write.
pub(crate) fn query_mut<W: EcsWorld, Q: QueryData<W>>(world: &mut W) -> Query<'_, W, Q> {
    let core = world.__core_mut(Token::new());
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    query_over(Q::columns(&mut columns, &core.entities), &core.entities)
}

/// What is asked for, of one entity.
pub(crate) fn get_many<W: EcsWorld, Q: QueryData<W>>(world: &mut W, entity: Entity) -> Option<QueryItem<'_, W, Q>> {
    let () = CheckQuery::<W, Q>::OK;
    let core = world.__core_mut(Token::new());
    let lives = core.entities.allocator.contains(entity);
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    let columns = Q::columns(&mut columns, &core.entities);
    lives.then(|| Q::Fetch::get(columns, entity.index()))?
}

/// A query over a view, to read; for generated code.
pub fn query_view<W: HasView<V>, Q: ReadQueryData<W>, const V: usize>(world: &W) -> Query<'_, W, Q> {
    let core = world.__core(Token::new());
    Query::new(Q::shared(core), Source::Index(W::view(&core.views).index()), &core.entities)
}

/// A query over a view, to write; for generated code.
pub fn query_view_mut<W: HasView<V>, Q: QueryData<W>, const V: usize>(world: &mut W) -> Query<'_, W, Q> {
    let core = world.__core_mut(Token::new());
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    let source = Source::Index(W::view(&core.views).index());
    Query::new(Q::columns(&mut columns, &core.entities), source, &core.entities)
}
