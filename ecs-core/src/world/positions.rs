//! Decides when positions are cached for views: before a run, if nothing changed since the previous one.
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
//!
//! The code is compiled once, with this library: it gets the views and the storages of a world as trait objects, and their declarations as
//! tables.

use crate::access::Mentions;
use crate::mask::BitMask;
use crate::plan::{ViewKind, ViewPlan};
use crate::sparse::{Compared, PairCache, PositionCache, Source};
use crate::view::Members;
use crate::world::by_number::{StoragesByNumber, StoragesOf, ViewsByNumber, ViewsOf};
use crate::world::follow::{self, Declared, Memory};
use crate::world::pairs;
use crate::world::tidy::Tidy;
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

/// Which storages are in order.
trait OrderRecord {
    fn leaves(&self, component: usize) -> bool;
    fn disturb(&mut self, component: usize);
}

impl<M: BitMask> OrderRecord for Tidy<M> {
    fn leaves(&self, component: usize) -> bool {
        Tidy::leaves(self, component)
    }

    fn disturb(&mut self, component: usize) {
        Tidy::disturb(self, component);
    }
}

/// The parts of a world that have to do with caches.
struct CacheParts<'w> {
    views: &'w mut dyn ViewsByNumber,
    storages: &'w mut dyn StoragesByNumber,
    record: &'w mut dyn OrderRecord,
    memory: &'w mut Memory,
    /// Number of runs since caches were last compared.
    runs: u32,
    /// Whether the world tidies itself at the end of its runs.
    is_tidied: bool,
    declared: Declared,
}

/// Fills the caches of those of these views whose order and storages did not change since the last call with them, and empties the others.
/// Runs in **O(1)** time if nothing changed and all are filled; otherwise in **O(views)**, plus **O(entities)** for each cache that is
/// filled.
#[inline]
pub(super) fn refresh<W: EcsWorld>(world: &mut W, views: &'static [usize]) {
    pairs::refresh(world);
    if const { any_looks_up::<W>() } {
        let Core { storages, entities, cached_at, .. } = world.__core_mut(Token::new());
        let state = Some((entities.disorder.settle(), core::ptr::from_ref(storages).addr(), views.as_ptr().addr()));
        if cached_at.state == state {
            cached_at.runs = cached_at.runs.saturating_add(1);
        } else {
            cached_at.forget();
            let is_final = refresh_of(world, views);
            let cached_at = &mut world.__core_mut(Token::new()).cached_at;
            (cached_at.state, cached_at.runs) = (state.filter(|_| is_final), 0);
        }
    }
}

/// Compares the caches of these views of a world.
#[inline(never)]
fn refresh_of<W: EcsWorld>(world: &mut W, views: &[usize]) -> bool {
    let declared = Declared {
        views: W::VIEWS,
        plans: W::PLAN.views,
        transient: W::TRANSIENT,
        follows: const { any_follows::<W>() },
    };
    let Core { storages, views: own, tidy, at_end, cached_at, .. } = world.__core_mut(Token::new());
    let mut parts = CacheParts {
        views: &mut ViewsOf::<W>(own),
        storages: &mut StoragesOf::<W>(storages),
        record: tidy,
        memory: &mut cached_at.memory,
        runs: cached_at.runs,
        is_tidied: at_end.is_some(),
        declared,
    };
    refresh_all(&mut parts, views)
}

/// Compares the caches of these views. Returns true if all are final.
///
/// A cache is final if it is filled, or if there is nothing to cache. Runs in **O(views * columns)** time, plus that of filling.
fn refresh_all(parts: &mut CacheParts<'_>, views: &[usize]) -> bool {
    let mut all = true;
    for view in views.iter().copied() {
        let Declared { plans, views, .. } = parts.declared;
        if !looks_up(&plans[view], &views[view]) {
            continue;
        }
        let Some(mut cache) = parts.views.cache(view).map(core::mem::take) else { continue };
        all &= parts.refresh_one(view, &mut cache) != Some(false);
        if let Some(own) = parts.views.cache(view) {
            *own = cache;
        }
    }
    all
}

impl CacheParts<'_> {
    /// Compares one cache, and fills it if nothing changed. Returns false if it is not filled, and `None` if there is nothing to cache.
    fn refresh_one(&mut self, view: usize, cache: &mut PositionCache) -> Option<bool> {
        let Self { views, storages, record, memory, runs, is_tidied, declared } = self;
        let (members, mentions) = (views.members(view)?, &declared.views[view]);
        let first = match members {
            Members::Listed(_) => None,
            Members::Prefix(_) | Members::Whole => mentions.owned.first().copied(),
            Members::NotKept => Some(shortest(*storages, mentions)?),
        };
        let mut comparison = cache.compare(order(*storages, members, first)?)?;
        for (number, component) in mentions.all.iter().enumerate() {
            let is_owned = mentions.owned.contains(component);
            comparison.column(number, storages.storage(*component)?.into_source(), is_owned);
            if declared.follows && follow::leads(declared, view, *component) {
                let is_free = !*is_tidied && record.leaves(*component);
                let boundary = || follow::boundary(declared.views, *component, |view| views.members(view));
                comparison.boundary(number, is_free.then(boundary));
            }
        }
        let positions = match comparison.end(*runs) {
            Compared::Changed(positions) => {
                for (number, component) in mentions.all.iter().enumerate() {
                    if positions.followed(number).is_none() {
                        continue;
                    }
                    positions.list(number, order(*storages, members, first)?);
                    let Some((order, boundary)) = positions.followed(number) else { continue };
                    if follow::follow(order, &mut storages.storage(*component)?, boundary, memory) {
                        record.disturb(*component);
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
            positions.list(number, order(*storages, members, first)?);
            positions.look_up(number, storages.storage(*component)?.into_source());
        }
        if matches!(members, Members::NotKept) {
            positions.keep_found(order(*storages, members, first)?);
        }
        positions.finish();
        Some(true)
    }
}

/// The entities of a view in order; of groups and scans, those of the storage of a component.
fn order<'w>(
    storages: &'w mut dyn StoragesByNumber,
    members: Members<'w>,
    component: Option<usize>,
) -> Option<Source<'w>> {
    match members {
        Members::Listed(index) => Some(Source::all(index)),
        Members::Prefix(len) => Some(storages.storage(component?)?.into_source().first(len)),
        Members::Whole | Members::NotKept => Some(storages.storage(component?)?.into_source()),
    }
}

/// The component that a scan iterates: that of the smallest storage, the last among equals. `None` if a required storage is indexed by
/// entity, since such storages have no stamps. (A system that iterates another one among equals finds nothing in the cache.)
fn shortest(storages: &mut dyn StoragesByNumber, mentions: &Mentions) -> Option<usize> {
    let mut shortest = None;
    for component in mentions.all {
        let source = storages.storage(*component)?.into_source();
        source.stamp()?;
        if shortest.is_none_or(|(_, steps)| source.steps() <= steps) {
            shortest = Some((*component, source.steps()));
        }
    }
    shortest.map(|(component, _)| component)
}

/// Returns true if systems iterate a view in an order for which positions can be cached.
const fn looks_up(plan: &ViewPlan, mentions: &Mentions) -> bool {
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
        if looks_up(&W::PLAN.views[view], &W::VIEWS[view]) {
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
        let plan = &W::PLAN.views[view];
        if looks_up(plan, &W::VIEWS[view]) && matches!(plan.kept, ViewKind::Group) {
            return true;
        }
        view += 1;
    }
    false
}

/// Empties all caches and frees their memory.
pub(super) fn free<W: EcsWorld>(world: &mut W) {
    let Core { views, entities, cached_at, .. } = world.__core_mut(Token::new());
    *cached_at = CachedAt::default();
    entities.pairs = PairCache::default();
    for view in 0..W::VIEWS.len() {
        if let Some(view) = W::__view_alone_mut(views, view)
            && let Some(cache) = view.cache_mut()
        {
            cache.free();
        }
    }
}
