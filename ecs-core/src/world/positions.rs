//! Decides when positions are cached: before a run, if nothing changed since the previous one.
//!
//! A game whose entities rarely change performs the same lookups in each frame. So before a schedule or system runs, each view that it
//! iterates compares the stamps of its order and of its storages with those of the previous time (`sparse/cache.rs`). If they are equal
//! twice in a row, the positions are worth caching. A world that changes in each frame pays one comparison per view and caches nothing.
//!
//! Which views are compared is a constant: those of systems that look something up. Groups that own all fetched components need no cache.
//!
//! The cost of the check is negligible: three numbers are compared per run, and if they differ, one version per column and view. A version
//! increases with each change of an index except appending, so it is enough to compare it, and no entity is visited. A cache is filled on
//! the second run without a change, not on the first, and only before a run whose systems iterate the view: a world that changes in every
//! frame never pays for positions that it would not use, whatever other schedules it runs. If changes happen every few runs, more runs
//! without a change are required (`sparse/cache.rs`).
//!
//! ```text
//! run 1    the stamps are new         they are noted                        values are looked up
//! run 2    the stamps are equal       positions are read and kept           cached positions are used
//! run 3    no change since run 2      no cache is compared                  cached positions are used
//! spawn an entity of the view
//! run 4    the stamps differ          the cache is emptied, as in run 1     values are looked up
//! ```

use crate::access::Mentions;
use crate::plan::ViewKind;
use crate::sparse::{Compared, PositionCache, Source};
use crate::view::Members;
use crate::world::follow::{self, Memory};
use crate::world::{Core, EcsWorld, Token};

/// The state of the world for which all caches of a run are final: the number of its changes (`Disorder`), the address of the storages, and
/// that of the list of views. (Sorting and tidying move values without counting as changes, so they reset it.) Also has the memory that
/// storages need to follow groups.
#[derive(Debug, Default)]
pub(crate) struct CachedAt {
    /// `None` if caches must be compared.
    state: Option<(u64, usize, usize)>,
    /// Number of runs since caches were last compared.
    runs: u32,
    /// Clones start without.
    memory: Memory,
}

impl CachedAt {
    /// Makes the next run compare all caches.
    pub(super) fn forget(&mut self) {
        self.state = None;
    }
}

/// Fills the caches of those of these views whose order and storages did not change since the last call with them, and empties the others.
/// Runs in **O(1)** time if nothing changed and all are filled; otherwise in **O(views)**, plus **O(entities)** for each cache that is
/// filled.
#[inline]
pub(super) fn refresh<W: EcsWorld>(world: &mut W, views: &'static [usize]) {
    if const { any_looks_up::<W>() } {
        let Core { storages, entities, cached_at, .. } = world.__core_mut(Token::new());
        let state = Some((entities.disorder.settle(), core::ptr::from_ref(storages).addr(), views.as_ptr().addr()));
        if cached_at.state == state {
            cached_at.runs = cached_at.runs.saturating_add(1);
        } else {
            cached_at.forget();
            let is_final = refresh_all(world, views);
            let cached_at = &mut world.__core_mut(Token::new()).cached_at;
            (cached_at.state, cached_at.runs) = (state.filter(|_| is_final), 0);
        }
    }
}

/// Compares the caches of these views. Returns true if all are final.
///
/// A cache is final if it is filled, or if there is nothing to cache. Runs in **O(views * columns)** time, plus that of filling.
#[inline(never)]
fn refresh_all<W: EcsWorld>(world: &mut W, views: &[usize]) -> bool {
    let mut all = true;
    for view in views.iter().copied() {
        if !looks_up::<W>(view) {
            continue;
        }
        let Core { views, .. } = world.__core_mut(Token::new());
        let Some((own, _)) = W::__view_mut(views, view) else { continue };
        let Some(mut cache) = own.cache_mut().map(core::mem::take) else { continue };
        all &= refresh_one(world, view, &mut cache) != Some(false);
        if let Some((own, _)) = W::__view_mut(&mut world.__core_mut(Token::new()).views, view)
            && let Some(own) = own.cache_mut()
        {
            *own = cache;
        }
    }
    all
}

/// Compares one cache, and fills it if nothing changed. Returns false if it is not filled, and `None` if there is nothing to cache.
fn refresh_one<W: EcsWorld>(world: &mut W, view: usize, cache: &mut PositionCache) -> Option<bool> {
    let Core { storages, views, tidy, at_end, cached_at, .. } = world.__core_mut(Token::new());
    let (members, mentions) = (W::__view(views, view)?.0.members(), &W::VIEWS[view]);
    let first = match members {
        Members::Listed(_) => None,
        Members::Prefix(_) | Members::Whole => mentions.owned.first().copied(),
        Members::NotKept => Some(shortest::<W>(storages, mentions)?),
    };
    let mut comparison = cache.compare(order::<W>(storages, members, first)?)?;
    for (number, component) in mentions.all.iter().enumerate() {
        let is_owned = mentions.owned.contains(component);
        comparison.column(number, W::__storage(storages, *component)?.into_source(), is_owned);
        if const { any_follows::<W>() } && follow::leads::<W>(view, *component) {
            let is_free = at_end.is_none() && tidy.leaves(*component);
            comparison.boundary(number, is_free.then(|| follow::boundary::<W>(views, *component)));
        }
    }
    let positions = match comparison.end(cached_at.runs) {
        Compared::Changed(positions) => {
            if const { any_follows::<W>() } {
                for (number, component) in mentions.all.iter().enumerate() {
                    if positions.followed(number).is_none() {
                        continue;
                    }
                    positions.list(number, order::<W>(storages, members, first)?);
                    let Some((order, boundary)) = positions.followed(number) else { continue };
                    if follow::follow(order, &mut W::__storage(storages, *component)?, boundary, &mut cached_at.memory)
                    {
                        tidy.disturb(*component);
                    }
                }
            }
            return Some(false);
        }
        Compared::Filled => return Some(true),
        Compared::Waiting => return Some(false),
        Compared::Unchanged(positions) => positions,
    };
    for (number, component) in mentions.all.iter().enumerate() {
        if mentions.owned.contains(component) {
            continue;
        }
        positions.list(number, order::<W>(storages, members, first)?);
        positions.look_up(number, W::__storage(storages, *component)?.into_source());
    }
    if matches!(members, Members::NotKept) {
        positions.keep_found(order::<W>(storages, members, first)?);
    }
    positions.finish();
    Some(true)
}

/// The entities of a view in order; of groups and scans, those of the storage of a component.
fn order<'w, W: EcsWorld>(
    storages: &'w mut W::Storages,
    members: Members<'w>,
    component: Option<usize>,
) -> Option<Source<'w>> {
    match members {
        Members::Listed(index) => Some(Source::all(index)),
        Members::Prefix(len) => Some(W::__storage(storages, component?)?.into_source().first(len)),
        Members::Whole | Members::NotKept => Some(W::__storage(storages, component?)?.into_source()),
    }
}

/// The component that a scan iterates: that of the smallest storage, the last among equals. `None` if a required storage is indexed by
/// entity, since such storages have no stamps. (A system that iterates another one among equals finds nothing in the cache.)
fn shortest<W: EcsWorld>(storages: &mut W::Storages, mentions: &Mentions) -> Option<usize> {
    let mut shortest = None;
    for component in mentions.all {
        let source = W::__storage(storages, *component)?.into_source();
        source.stamp()?;
        if shortest.is_none_or(|(_, steps)| source.steps() <= steps) {
            shortest = Some((*component, source.steps()));
        }
    }
    shortest.map(|(component, _)| component)
}

/// Returns true if systems iterate a view in an order for which positions can be cached.
const fn looks_up<W: EcsWorld>(view: usize) -> bool {
    let (plan, mentions) = (&W::PLAN.views[view], &W::VIEWS[view]);
    let is_cached = match plan.kept {
        ViewKind::Group | ViewKind::List | ViewKind::Delayed | ViewKind::ActivePassive => true,
        // The matches of a filter can change without a change of the fetched storages.
        ViewKind::Scan => mentions.none.is_empty() && mentions.any.is_empty() && mentions.all.len() > 1,
        ViewKind::Storage => false,
    };
    is_cached && !plan.systems.is_empty() && mentions.owned.len() < mentions.all.len()
}

/// A constant, so that worlds without such a view compile none of this.
const fn any_looks_up<W: EcsWorld>() -> bool {
    let mut view = 0;
    while view < W::VIEWS.len() {
        if looks_up::<W>(view) {
            return true;
        }
        view += 1;
    }
    false
}

/// Returns true if there may be a partial group that a storage follows.
const fn any_follows<W: EcsWorld>() -> bool {
    let mut view = 0;
    while view < W::VIEWS.len() {
        if looks_up::<W>(view) && matches!(W::PLAN.views[view].kept, ViewKind::Group) {
            return true;
        }
        view += 1;
    }
    false
}

/// Empties all caches and frees their memory.
pub(super) fn free<W: EcsWorld>(world: &mut W) {
    let Core { views, cached_at, .. } = world.__core_mut(Token::new());
    *cached_at = CachedAt::default();
    for view in 0..W::VIEWS.len() {
        if let Some((view, _)) = W::__view_mut(views, view)
            && let Some(cache) = view.cache_mut()
        {
            cache.free();
        }
    }
}
