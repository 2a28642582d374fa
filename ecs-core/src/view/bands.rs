//! Iteration on several threads by position: each thread visits the steps whose values are in its bands (`fetch/bands.rs`).
//!
//! Steps are then not visited in their order, so this is for iterations whose results have no order. Each thread reads all steps, which
//! costs a lookup per step and column unless positions are cached; whether that pays is estimated first.
//!
//! ```text
//! for each 128 steps
//!     find the positions of their values
//!     select those in the bands of this thread
//!     fetch each of these that passes the filter, and call the function
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use super::parallel::Share;
use super::{Filter, Walk};
use crate::fetch::{Banded, FOUND, ParFetch, Places};
use crate::join::Steps;
use crate::mask::BitMask;
use crate::parallel::{CHECK, Divide, divided_singly, threads};
use crate::population::Population;
use crate::sparse::{PositionCache, Source};

/// Estimated nanoseconds to pass over a step whose position is cached, but not in a fast cache of the processor.
const PASSED: u64 = 2;

/// The rest of an iteration.
///
/// All threads share it: each reads all of these steps.
pub(super) struct Remaining<'w, M> {
    /// Dense: all steps are read from its list of indices.
    source: Source<'w>,
    /// Steps of its [order](Walk::order).
    steps: Range<usize>,
    /// Used instead of lookups, if its positions are those of this order.
    cache: Option<&'w PositionCache>,
    /// The masks, for the filter.
    entities: &'w Population<M>,
    /// Tested after the bands, since these leave few steps.
    filter: Option<Filter<M>>,
}

/// The part of the rest that one thread visits in one turn: the steps whose values are in these bands.
pub(super) struct InBands<'w, M, F: Banded> {
    /// One band per written column; no other thread has one of them in this turn.
    bands: F::Bands<'w>,
    remaining: &'w Remaining<'w, M>,
}

impl<M: BitMask, F: Banded> InBands<'_, M, F> {
    /// Calls a function for each match in the bands. Runs in **O(steps that are left)** time, however few of them are in the bands.
    pub(super) fn for_each(self, mut function: impl for<'a> FnMut(F::Item<'a>)) {
        let Self { mut bands, remaining } = self;
        let mut steps = Steps::none(F::indices(&bands));
        steps.begin(&remaining.source, remaining.steps.clone(), remaining.cache);
        let (mut room, mut kept) = (<F::Places<'_> as Places>::ROOM, [0; FOUND]);
        let mut first = remaining.steps.start;
        for indices in steps.rest().chunks(FOUND) {
            steps.find(first, indices, <F::Places<'_> as Places>::rows(&mut room));
            first += indices.len();
            // Without a branch, since it cannot be predicted which are kept.
            let mut len = 0;
            for at in 0..indices.len() {
                kept[len % FOUND] = at;
                len += usize::from(F::holds(&bands, &room, at));
            }
            for &at in &kept[..len] {
                if remaining.keeps(indices[at])
                    && let Some(item) = F::find(&mut bands, &room, at, indices[at])
                {
                    function(item);
                }
            }
        }
    }
}

impl<M: BitMask> Remaining<'_, M> {
    #[inline(always)]
    fn keeps(&self, index: u32) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps(self.entities.masks(), index))
    }
}

/// The bands of one turn, each of which one thread visits.
///
/// Within a turn no two threads have a band in common, so they need not wait for one another.
struct Turn<'a, 'w, F: Banded>(&'a mut [F::Bands<'w>]);

impl<F: Banded> Divide for Turn<'_, '_, F> {
    fn divide(self, len: usize) -> (Self, Self) {
        let (front, back) = self.0.split_at_mut(len.min(self.0.len()));
        (Self(front), Self(back))
    }
}

impl<M: BitMask, F: ParFetch> Walk<'_, M, F> {
    /// Visits these steps by bands, if that is possible and pays: on this thread they would take `alone` nanoseconds. Returns true if it
    /// did. The slots have no content, so no order is lost.
    ///
    /// ```text
    /// 2 written columns, 3 threads; each has one third of the first column, and in each turn another third of the second one:
    ///
    /// thread             0    1    2
    /// turn 1             0    1    2
    /// turn 2             1    2    0
    /// turn 3             2    0    1        each pair of thirds once, and no third twice in a turn
    /// ```
    pub(super) fn by_bands<T: Send, W>(
        &mut self,
        steps: Range<usize>,
        alone: u64,
        cache: Option<&PositionCache>,
        slots: &mut [T],
        work: &W,
        pays: &impl Fn(u64, u64) -> bool,
    ) -> bool
    where
        W: for<'a> Fn(Share<'a, M, F>, &mut T) + Sync,
    {
        let is_cached = |cache: &PositionCache| {
            cache
                .in_order(self.source)
                .is_some_and(|(positions, _)| F::places(&self.columns).cached(positions).is_some())
        };
        let cost = if cache.is_some_and(is_cached) { PASSED } else { CHECK };
        let number = threads().min(slots.len());
        // With two columns, each band of the first one is visited with each of the second.
        let turns = if F::WRITTEN == 1 { 1 } else { number };
        let passed = cost * (steps.len() * number * turns) as u64;
        if number < 2 || self.source.indices().is_none() || !pays(alone, alone.saturating_add(passed)) {
            return false;
        }
        let (source, entities, filter) = (self.source, self.entities, self.filter.clone());
        let Some(mut bands) = F::bands(F::reborrow(&mut self.columns)) else { return false };
        let remaining = &Remaining { source, steps, cache, entities, filter };
        let [one, other] = [0, 1].map(|nth| F::len(&bands, nth).div_ceil(number));
        let mut bands: Vec<_> = (0..number)
            .map(|_| {
                let mut pair = F::cut(&mut bands, 0, one);
                F::swap(&mut pair, &mut F::cut(&mut bands, 1, other), 1);
                pair
            })
            .collect();
        for _ in 0..turns {
            divided_singly(Turn::<F>(&mut bands), &mut slots[..number], &|Turn(bands), slot: &mut T| {
                for bands in bands {
                    work(Share::InBands(InBands { bands: F::shorten(bands), remaining }), slot);
                }
            });
            // Rotates the second bands, so that each is paired with each of the first ones in one of the turns.
            for at in 1..number {
                let [first, second] = &mut bands[at - 1..=at] else { continue };
                F::swap(first, second, 1);
            }
        }
        true
    }
}
