//! Cached positions for ad-hoc queries: those of the entities of one order in another storage.
//!
//! Any query may iterate any storage or view, so these caches belong to *pairs* of an order and a storage, whatever query looks up.
//!
//! - **I1** An iteration that looked up the positions of all entities of an order in a storage *requests* this pair; one over at most 64
//!   entities does when it begins. A pair that was requested twice without a change in between is *due*: its positions are read when the
//!   world is borrowed mutably next, by a query or a run.
//! - **I2** Positions are used only if the stamps of both indices are those with which they were read; see [`Stamp`].
//!
//! ```text
//! iteration   the pair                                    positions
//! 1           is requested                                looked up
//! 2           is requested again: it is due               looked up
//! 3           was read before                             those of the cache
//! a value was moved since
//! 4           is requested, since its stamps differ       looked up
//! ```
//!
//! If cached positions were outdated after few uses, more requests without a change are required, as in `cache.rs`.
//!
//! Requests are noted while the world is borrowed for reading, possibly by several threads. Races between them affect only what is cached,
//! never which positions are used: positions are written together with their stamps, while the world is borrowed mutably.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::{Source, Stamp};
use crate::distinct::DistinctPositions;

#[cfg(target_has_atomic = "ptr")]
mod requests;
#[cfg(not(target_has_atomic = "ptr"))]
#[path = "pairs/none.rs"]
mod requests;

use requests::{Due, Request, Wanted};

/// Maximum number of pairs.
const PAIRS: usize = 8;

/// Minimum number of entities for which positions are cached.
pub(crate) const LEAST: usize = 32;

/// Maximum number of values in the storage per entity. Beyond it, reading the positions could take longer than looking them up.
const SPARSE: usize = 256;

/// The cached positions of a world, by pair of an order and a storage.
#[derive(Debug, Default)]
pub struct PairCache {
    pairs: [Pair; PAIRS],
    due: Due,
}

#[derive(Debug, Default)]
struct Pair {
    request: Request,
    cached: Option<Box<Cached>>,
}

/// Positions in a storage, in the order of another one, with the stamps of both when they were read.
#[derive(Debug)]
struct Cached {
    order: Stamp,
    storage: Stamp,
    positions: DistinctPositions,
}

impl Pair {
    /// The positions, if they are those of the indices with these stamps (I2), and there are enough.
    fn positions(&self, Wanted { order, steps, storage }: &Wanted) -> Option<&DistinctPositions> {
        let cached = self.cached.as_ref().filter(|cached| (&cached.order, &cached.storage) == (order, storage))?;
        Some(&cached.positions).filter(|positions| positions.first(*steps).is_some())
    }
}

/// Clones start without cached positions. `clone_from` keeps those of `self` and their memory: they are outdated as soon as an index is
/// overwritten, which then has a new version.
impl Clone for PairCache {
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl PairCache {
    /// The cached positions in a storage, by step of an order; `None` if there are none. Then they are requested at once if `requests` is
    /// true. Runs in **O(1)** time.
    #[inline(never)]
    pub(crate) fn of(&self, order: Source<'_>, storage: Source<'_>, requests: bool) -> Option<&DistinctPositions> {
        let wanted = wanted(order, storage)?;
        let pair = self.pair(&wanted);
        if let Some(pair) = pair
            && let Some(positions) = pair.positions(&wanted)
        {
            pair.request.use_cached(&self.due);
            return Some(positions);
        }
        if requests {
            self.note(pair, &wanted);
        }
        None
    }

    /// Requests the positions in a storage, by step of an order, for later iterations. Runs in **O(1)** time.
    #[inline(never)]
    pub(crate) fn request(&self, order: Source<'_>, storage: Source<'_>) {
        let Some(wanted) = wanted(order, storage) else { return };
        let pair = self.pair(&wanted);
        // They are cached already if another column of the same query lacks its positions.
        if pair.is_none_or(|pair| pair.positions(&wanted).is_none()) {
            self.note(pair, &wanted);
        }
    }

    /// Notes a request of positions that are not cached.
    fn note(&self, pair: Option<&Pair>, wanted: &Wanted) {
        if wanted.storage.len > wanted.steps.saturating_mul(SPARSE) {
            return;
        }
        match pair {
            Some(pair) if pair.request.repeat(wanted, &self.due) => self.due.note(),
            Some(_) => {}
            None => self.due.claim(self.pairs.iter().map(|pair| &pair.request), wanted),
        }
    }

    /// The pair of these indices, if it was requested.
    fn pair(&self, wanted: &Wanted) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.request.is_of(&wanted.order, &wanted.storage))
    }

    /// Whether the positions of a pair are to be read into the cache.
    #[inline(always)]
    pub(crate) fn are_due(&self) -> bool {
        self.due.is_noted()
    }

    /// Reads the positions of all pairs that are due. `with` calls a function with the source that has this address, if there is one. Runs
    /// in **O(entities)** time per pair.
    pub(crate) fn read(&mut self, mut with: impl FnMut(usize, &mut dyn FnMut(Source<'_>))) {
        self.due.read();
        for Pair { request, cached } in &mut self.pairs {
            // A pair that lost its place.
            if cached.as_ref().is_some_and(|cached| !request.is_of(&cached.order, &cached.storage)) {
                *cached = None;
            }
            let Some((order_at, storage_at, steps)) = request.due() else { continue };
            let mut positions = cached.take().map(|cached| cached.positions).unwrap_or_default();
            // The order is copied, as both cannot be borrowed at once; but only if there is the storage.
            let (mut is_there, mut own, mut entities) = (false, None, Vec::new());
            with(storage_at, &mut |_| is_there = true);
            if is_there {
                with(order_at, &mut |order| {
                    own = order.stamp();
                    entities.extend(order.indices().unwrap_or_default().iter().take(steps));
                });
            }
            with(storage_at, &mut |source| {
                if let Some((order, storage)) = own.zip(source.stamp()) {
                    positions.replace(storage.len, entities.iter().map(|entity| source.step_of(*entity)));
                    *cached = Some(Box::new(Cached { order, storage, positions: mem::take(&mut positions) }));
                }
            });
            request.end(cached.is_some());
        }
    }
}

/// What an iteration over an order wants; `None` if a source has no stamp.
fn wanted(order: Source<'_>, storage: Source<'_>) -> Option<Wanted> {
    Some(Wanted { order: order.stamp()?, steps: order.steps(), storage: storage.stamp()? })
}

#[cfg(test)]
mod tests;
