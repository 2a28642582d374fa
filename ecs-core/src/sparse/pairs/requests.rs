//! Requests of positions, which are noted while a world is borrowed for reading.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};

use super::super::Stamp;
use super::super::cache::{FEW, MANY, PATIENCE};

/// Maximum number of refusals since a pair was last requested without a change, or used, for it to keep its place. (Pairs that are used in
/// turn, of which there are more than places, would otherwise drive each other out.)
const REFUSED: u32 = 64;

/// Whether any pair is due, and how often a pair was refused.
#[derive(Debug, Default)]
pub(super) struct Due {
    is_due: AtomicBool,
    /// Number of requests that found no place. It may wrap.
    refused: AtomicU32,
}

impl Due {
    pub(super) fn note(&self) {
        self.is_due.store(true, Relaxed);
    }

    #[inline(always)]
    pub(super) fn is_noted(&self) -> bool {
        self.is_due.load(Relaxed)
    }

    /// Notes that all that was due is read.
    pub(super) fn read(&mut self) {
        *self.is_due.get_mut() = false;
    }

    /// Notes the first request of a pair in the first place that is not used. If all are used, it is refused.
    #[cold]
    pub(super) fn claim<'r>(&self, mut places: impl Iterator<Item = &'r Request>, wanted: &Wanted) {
        let refused = self.refused.load(Relaxed);
        let is_unused = |place: &&Request| {
            place.order.load(Relaxed) == 0 || refused.wrapping_sub(place.used_at.load(Relaxed)) > REFUSED
        };
        match places.find(is_unused) {
            Some(place) => place.begin(wanted, self),
            None => self.refused.store(refused.wrapping_add(1), Relaxed),
        }
    }
}

/// The positions that an iteration wants: in a storage, at the first `steps` of an order.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) order: Stamp,
    pub(super) steps: usize,
    pub(super) storage: Stamp,
}

impl Wanted {
    /// A number that depends on the versions and lengths.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "if others have the same number, positions are read too early, which does no harm"
    )]
    fn state(&self) -> usize {
        let Self { order, storage, .. } = self;
        let parts = [order.version as usize, order.len, storage.version as usize, storage.len];
        parts.into_iter().fold(0, |state: usize, part| state.wrapping_mul(31).wrapping_add(part))
    }
}

/// A pair whose positions were requested.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// The addresses of both indices; 0 if no pair was requested.
    order: AtomicUsize,
    storage: AtomicUsize,
    /// The largest number of steps that was requested in this state: queries over all of an order and over its beginning share positions.
    steps: AtomicUsize,
    /// See [`Wanted::state`], at the last request.
    state: AtomicUsize,
    /// Number of requests in this state, beyond the first.
    repeated: AtomicU32,
    /// One more than the number of uses of cached positions since they were read, up to one more than [`MANY`]; 0 if none were read.
    uses: AtomicU32,
    /// The pair is due after more than this number of repeated requests.
    patience: AtomicU32,
    /// Number of refusals before this pair was last used, or requested without a change.
    used_at: AtomicU32,
}

impl Request {
    pub(super) fn is_of(&self, order: &Stamp, storage: &Stamp) -> bool {
        self.order.load(Relaxed) == order.index && self.storage.load(Relaxed) == storage.index
    }

    /// Notes a use of the cached positions.
    pub(super) fn use_cached(&self, due: &Due) {
        self.stay(due);
        let uses = self.uses.load(Relaxed);
        // Nothing is written after many uses, so that threads can share the cache line.
        if uses <= MANY {
            self.uses.store(uses + 1, Relaxed);
        }
    }

    /// Keeps the place of this pair.
    fn stay(&self, due: &Due) {
        let refused = due.refused.load(Relaxed);
        if self.used_at.load(Relaxed) != refused {
            self.used_at.store(refused, Relaxed);
        }
    }

    /// Begins with the first request of a pair.
    fn begin(&self, wanted: &Wanted, due: &Due) {
        self.order.store(wanted.order.index, Relaxed);
        self.storage.store(wanted.storage.index, Relaxed);
        self.steps.store(wanted.steps, Relaxed);
        self.state.store(wanted.state(), Relaxed);
        self.repeated.store(0, Relaxed);
        self.uses.store(0, Relaxed);
        self.patience.store(0, Relaxed);
        self.stay(due);
    }

    /// Notes a further request. Returns true if the pair is due.
    pub(super) fn repeat(&self, wanted: &Wanted, due: &Due) -> bool {
        let state = wanted.state();
        if self.state.load(Relaxed) == state {
            self.stay(due);
            self.steps.store(self.steps.load(Relaxed).max(wanted.steps), Relaxed);
            let repeated = self.repeated.load(Relaxed).saturating_add(1);
            self.repeated.store(repeated, Relaxed);
            return repeated > self.patience.load(Relaxed);
        }
        // A pair that changes each time does not keep its place.
        self.steps.store(wanted.steps, Relaxed);
        self.state.store(state, Relaxed);
        self.repeated.store(0, Relaxed);
        let patience = self.patience.load(Relaxed);
        let patience = match self.uses.load(Relaxed).checked_sub(1) {
            Some(..FEW) => (2 * patience + 1).min(PATIENCE),
            Some(MANY..) => 0,
            None | Some(_) => patience,
        };
        self.patience.store(patience, Relaxed);
        self.uses.store(0, Relaxed);
        false
    }

    /// The addresses of both indices and the number of steps, if the pair is due.
    pub(super) fn due(&mut self) -> Option<(usize, usize, usize)> {
        let is_due = *self.repeated.get_mut() > *self.patience.get_mut();
        is_due.then(|| (*self.order.get_mut(), *self.storage.get_mut(), *self.steps.get_mut()))
    }

    /// Ends what was due. If positions were not read, since a view keeps no entities at present, or the world does not know the index, they
    /// are due again after the longest wait.
    pub(super) fn end(&mut self, is_read: bool) {
        *self.repeated.get_mut() = 0;
        *self.uses.get_mut() = u32::from(is_read);
        if !is_read {
            *self.patience.get_mut() = PATIENCE;
        }
    }
}
