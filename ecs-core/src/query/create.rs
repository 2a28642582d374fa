//! Creation of queries: the columns that they borrow, and the entities that they iterate.
//!
//! | query | columns from | entities |
//! |---|---|---|
//! | `world.query_a_b()` | the whole world | those of the view that the world keeps for it, which is settled first if the query writes |
//! | a parameter of a system | the columns that the system borrows | those of a fitting view, or of the shortest column |
//! | a parameter filtered by changes | the columns that the system borrows | those with changed values, of which a list is made first |
//! | `world.query::<..>()` | the whole world | those of a fitting view, or of the shortest column |
//!
//! Creating a query only reads views and lengths, so it takes **O(views that fit)** time and allocates nothing, apart from settling views,
//! and reading positions that earlier iterations requested, before an ad-hoc query that writes.

use super::fitting::FittingViews;
use super::{Columns, FetchOf, Query, QueryData, QueryItem, QueryKind, ReadQueryData, ReadQueryKind};
use crate::column::EntityColumn;
use crate::entity::Entity;
use crate::fetch::{Fetch, Places};
use crate::mask::BitMask;
use crate::population::Population;
use crate::sparse::{Source, SparseIndex};
use crate::view::{Members, View, Walk};
use crate::world::{Core, EcsWorld, HasView, Token, refresh_pairs, settle_all};

/// Creates a query that iterates a view that contains all matches, or the shortest column; for generated code.
#[inline]
pub fn query_over<'w, W: EcsWorld, Q: QueryData<W>>(
    columns: Columns<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    unfiltered(choose::<W, Q>(columns, views, entities), views, entities)
}

/// The columns of a query, and the entities that it iterates: those of a view that contains all matches, or of the shortest column.
type Chosen<'w, W, Q> = (Columns<'w, W, Q>, Source<'w>);

/// Chooses the entities that a query iterates, and marks columns in their order as aligned.
#[inline]
fn choose<'w, W: EcsWorld, Q: QueryData<W>>(
    mut columns: Columns<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Chosen<'w, W, Q> {
    if const { !FittingViews::<W, Q>::NONE } {
        let shortest = FetchOf::<W, Q>::narrow(&columns).map_or(usize::MAX, Source::upper_bound);
        // A fitting view requires nothing that the query does not, so there is nothing to filter.
        if let Some((view, members)) = FittingViews::<W, Q>::best(views, shortest) {
            let owned = W::VIEWS[view].owned;
            Q::Kind::align(&mut columns, is_in(owned));
            let source = members.source_apart(FetchOf::<W, Q>::places(&columns).aligned());
            return (columns, source);
        }
    }
    let Walk { columns, source, .. } = Walk::<_, FetchOf<W, Q>>::over(columns, entities);
    (columns, source)
}

/// Returns true if a component is in a list. Not inlined, because LLVM would unroll the loop for each column.
#[inline(never)]
fn is_one_of(components: &[usize], component: usize) -> bool {
    components.contains(&component)
}

/// Tests whether a component is in a list. One type for all queries, so that what takes it is compiled once for each storage.
#[inline(always)]
pub(super) fn is_in(components: &[usize]) -> impl Fn(usize) -> bool + Copy {
    move |component| is_one_of(components, component)
}

/// Creates a query without a filter. Inlined, so that callers that add no filter contain no code for filters.
#[inline(always)]
fn unfiltered<'w, W: EcsWorld, Q: QueryData<W>>(
    (columns, source): Chosen<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    Query::new(Walk { filter: None, entities, source, columns }, views, false)
}

/// Creates a query of the entities in `found` that have what it requires; for generated code.
#[inline]
pub fn query_found<'w, W: EcsWorld, Q: QueryData<W>>(
    found: &'w SparseIndex,
    columns: Columns<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    Query::new(Walk::of_members(Members::Listed(found), columns, entities), views, true)
}

/// Creates an ad-hoc query of the entities in `found` that have what it requires.
pub(crate) fn query_listed<'w, W: EcsWorld, Q: QueryData<W>>(
    world: &'w mut W,
    found: &'w SparseIndex,
) -> Query<'w, W, Q> {
    settle_all(world);
    let core = world.__core_mut(Token::new());
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    query_found(found, Q::Kind::columns(&mut columns, &core.entities), &core.views, &core.entities)
}

/// Creates an ad-hoc query to read.
#[inline]
pub(crate) fn query<W: EcsWorld, Q: ReadQueryData<W>>(world: &W) -> Query<'_, W, Q> {
    let core = world.__core(Token::new());
    unfiltered(choose_shared::<W, Q>(core), &core.views, &core.entities)
}

/// Chooses the entities of a query that only reads. A separate function, so that LLVM can compile it once for several callers while each
/// creates the query itself. (With one caller it is inlined: a value that is returned in memory would be read again at once.)
#[inline]
fn choose_shared<W: EcsWorld, Q: ReadQueryData<W>>(core: &Core<W>) -> Chosen<'_, W, Q> {
    choose::<W, Q>(Q::Kind::shared(core), &core.views, &core.entities)
}

/// Creates an ad-hoc query to write.
#[inline]
pub(crate) fn query_mut<W: EcsWorld, Q: QueryData<W>>(world: &mut W) -> Query<'_, W, Q> {
    settle_all(world);
    refresh_pairs(world);
    let Core { storages, views, entities, .. } = world.__core_mut(Token::new());
    unfiltered(choose_own::<W, Q>(storages, views, entities), views, entities)
}

/// Chooses the entities of a query that writes. Separate for the same reason as `choose_shared`.
#[inline]
fn choose_own<'w, W: EcsWorld, Q: QueryData<W>>(
    storages: &'w mut W::Storages,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Chosen<'w, W, Q> {
    let mut columns = W::__columns(storages, EntityColumn::new(entities.handles()));
    choose::<W, Q>(Q::Kind::columns(&mut columns, entities), views, entities)
}

/// Fetches the item of one entity.
pub(crate) fn get_components<W: EcsWorld, Q: QueryData<W>>(
    world: &mut W,
    entity: Entity,
) -> Option<QueryItem<'_, W, Q>> {
    let core = world.__core_mut(Token::new());
    let mut lives = core.entities.allocator.contains(entity);
    if const { FetchOf::<W, Q>::TRACKED } && lives {
        // If the entity lacks a component, the others must not be marked.
        let mask = &core.entities.masks()[entity.index() as usize];
        lives = Q::Kind::ACCESS.is_met(&|component| mask.contains(component));
    }
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    let columns = Q::Kind::columns(&mut columns, &core.entities);
    lives.then(|| FetchOf::<W, Q>::get(columns, entity.index()))?
}

/// Creates a query over a view, to read; for generated code.
#[inline]
pub fn query_view<W: HasView<V>, Q: ReadQueryData<W>, const V: usize>(world: &W) -> Query<'_, W, Q> {
    let core = world.__core(Token::new());
    query_of_view::<W, Q, V>(Q::Kind::shared(core), &core.views, &core.entities)
}

/// Creates a query over a view, to write; for generated code. The view is settled first.
#[inline]
pub fn query_view_mut<W: HasView<V>, Q: QueryData<W>, const V: usize>(world: &mut W) -> Query<'_, W, Q> {
    let core = world.__core_mut(Token::new());
    W::view_mut(&mut core.views).settle(&core.entities, &W::ASPECT);
    refresh_pairs(world);
    let core = world.__core_mut(Token::new());
    let mut columns = W::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()));
    query_of_view::<W, Q, V>(Q::Kind::columns(&mut columns, &core.entities), &core.views, &core.entities)
}

/// Creates a query of exactly the entities of a view; for generated code.
#[inline(always)]
pub fn query_of_view<'w, W: HasView<V>, Q: QueryData<W>, const V: usize>(
    mut columns: Columns<'w, W, Q>,
    views: &'w W::Views,
    entities: &'w Population<W::Mask>,
) -> Query<'w, W, Q> {
    Q::Kind::align(&mut columns, |component| W::VIEWS[V].owned.contains(&component));
    let fetches_all = const { W::VIEWS[V].is_required_by(&Q::Kind::ACCESS) };
    let selects = const { !W::VIEWS[V].covers(&Q::Kind::ACCESS) };
    let walk = Walk::of_view(W::view(views).members(), columns, entities, &W::ASPECT, fetches_all);
    Query::new(walk, views, selects)
}
