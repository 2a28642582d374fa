//! Owns the iterator behind queries and joins: distinct entities of a source, with what is fetched of each.
//!
//! It holds one run of items side by side. `next` takes from the run, and `refill`, out of line, says what comes behind it: a
//! group is one run; columns that happen to be in step are runs of a few hundred, as long as they are; what is left comes one
//! by one. `fold` chooses its loop once for all that is left.

use core::mem;
use core::slice;

use crate::{Source, Stretch};

/// As many entities are compared at once, to find out whether their values are side by side.
const WINDOW: usize = 256;

/// Which entities of a source are kept.
pub(crate) trait Keep {
    /// Whether all of them are.
    fn keeps_all(&self) -> bool;

    /// Whether the entity of this index is.
    fn keeps(&self, index: u32) -> bool;
}

/// Keeps all entities.
#[derive(Debug)]
pub(crate) struct KeepAll;

impl Keep for KeepAll {
    #[inline(always)]
    fn keeps_all(&self) -> bool {
        true
    }

    #[inline(always)]
    fn keeps(&self, _: u32) -> bool {
        true
    }
}

/// Fetches at each step of a source where everything required is there.
pub(crate) struct Matches<'w, F: Stretch, K> {
    run: F::Run<'w>,
    rest: Rest<'w, F>,
    source: Source<'w>,
    /// The next step of the source. (Not counted where all columns are aligned.)
    step: usize,
    keep: K,
}

/// What comes behind the run.
enum Rest<'w, F: Stretch> {
    Nothing,
    /// Items side by side with the indices of their entities, some of which are not kept.
    Filtered(F::Run<'w>, slice::Iter<'w, u32>),
    /// Columns that were in step so far, and the entities that are walked.
    Stretches(F::Cut<'w>, &'w [u32]),
    Scattered(F::Scattered<'w>),
}

impl<'w, F: Stretch, K: Keep> Matches<'w, F, K> {
    /// Whether there can be runs.
    const RUNS: bool = F::SLICED && F::REQUIRED > 0;

    #[inline]
    pub(crate) fn new(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let mut run = F::empty();
        let aligned =
            Self::RUNS && F::aligned(&columns).is_some() && F::slice(F::reborrow(&mut columns), source).is_some();
        let rest = match source.indices() {
            Some(indices) if aligned => {
                let all = F::slice(columns, source).map_or_else(F::empty, F::items);
                if keep.keeps_all() {
                    run = all;
                    Rest::Nothing
                } else {
                    Rest::Filtered(all, indices.iter())
                }
            }
            Some(indices) if Self::RUNS && keep.keeps_all() => Rest::Stretches(F::cut(columns), indices),
            _ => Rest::Scattered(F::scatter(columns, source)),
        };
        Self { run, rest, source, step: 0, keep }
    }

    /// The next item. All of it is inlined but what is rare, which takes the state by value: so a `for` loop keeps it in registers.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<F::Item<'w>> {
        loop {
            if Self::RUNS
                && let Some(item) = F::pop(&mut self.run)
            {
                return Some(item);
            }
            match &self.rest {
                Rest::Nothing => return None,
                Rest::Filtered(..) => return self.filtered(),
                Rest::Scattered(_) => return self.scattered(),
                Rest::Stretches(..) => self.run = self.stretch(),
            }
        }
    }

    /// The next item of those that are side by side and kept.
    #[inline(always)]
    fn filtered(&mut self) -> Option<F::Item<'w>> {
        let Rest::Filtered(items, indices) = &mut self.rest else { return None };
        for index in indices {
            let item = F::pop(items)?;
            if self.keep.keeps(*index) {
                return Some(item);
            }
        }
        None
    }

    /// Cuts off what is side by side next. Where that is nothing, the rest is scattered.
    #[inline(always)]
    fn stretch(&mut self) -> F::Run<'w> {
        let Rest::Stretches(cut, indices) = mem::replace(&mut self.rest, Rest::Nothing) else { return F::empty() };
        let run;
        (run, self.rest) = stretch::<F>(cut, indices, self.step, self.source);
        self.step += F::left(&run);
        run
    }

    /// The next item of those that are scattered.
    #[inline(always)]
    fn scattered(&mut self) -> Option<F::Item<'w>> {
        let Rest::Scattered(scattered) = &mut self.rest else { return None };
        while self.step < self.source.steps() {
            let step = if F::BY_ENTITY { self.source.skip(self.step) } else { self.step };
            self.step = step + 1;
            let Some(index) = self.source.at(step).filter(|index| self.keep.keeps(*index)) else { continue };
            if let Some(item) = F::next(scattered, step, index) {
                return Some(item);
            }
        }
        None
    }

    /// Folds what is left, with a loop that is chosen once.
    #[inline]
    pub(crate) fn fold<T, Each>(mut self, mut folded: T, mut function: Each) -> T
    where
        Each: FnMut(T, F::Item<'w>) -> T,
    {
        if Self::RUNS {
            loop {
                let run = mem::replace(&mut self.run, F::empty());
                folded = F::fold(run, folded, &mut function);
                if !matches!(self.rest, Rest::Stretches(..)) {
                    break;
                }
                self.run = self.stretch();
            }
            if let Rest::Filtered(mut items, indices) = self.rest {
                for index in indices {
                    if let Some(item) = F::pop(&mut items)
                        && self.keep.keeps(*index)
                    {
                        folded = function(folded, item);
                    }
                }
                return folded;
            }
        }
        let Rest::Scattered(mut scattered) = self.rest else { return folded };
        if !F::BY_ENTITY
            && let Some(indices) = self.source.indices()
        {
            for (index, step) in indices.iter().zip(0..).skip(self.step) {
                if self.keep.keeps(*index)
                    && let Some(item) = F::next(&mut scattered, step, *index)
                {
                    folded = function(folded, item);
                }
            }
            return folded;
        }
        self.rest = Rest::Scattered(scattered);
        while let Some(item) = self.scattered() {
            folded = function(folded, item);
        }
        folded
    }

    /// Skips what is side by side in **O(1)**.
    pub(crate) fn nth(&mut self, mut n: usize) -> Option<F::Item<'w>> {
        loop {
            let left = self.left();
            if n < left {
                F::advance(&mut self.run, n);
                return self.next();
            }
            n -= left;
            self.run = F::empty();
            let item = self.next()?;
            if n == 0 {
                return Some(item);
            }
            n -= 1;
        }
    }

    pub(crate) fn count(self) -> usize {
        match self.size_hint() {
            (known, Some(most)) if known == most => known,
            _ => self.fold(0, |count, _| count + 1),
        }
    }

    pub(crate) fn size_hint(&self) -> (usize, Option<usize>) {
        let (left, steps) = (self.left(), self.source.steps().saturating_sub(self.step));
        let behind = match &self.rest {
            Rest::Nothing => return (left, Some(left)),
            Rest::Filtered(_, indices) => indices.len(),
            Rest::Stretches(..) | Rest::Scattered(_) => steps.min(self.source.upper_bound()),
        };
        let most = left + behind;
        // Each step of an index is an entity, which has the one column that is required; elsewhere steps may be empty.
        let certain = self.source.indices().is_some() || self.step == 0;
        let is_exact = F::REQUIRED <= 1 && certain && self.keep.keeps_all();
        (if is_exact { most } else { left }, Some(most))
    }

    fn left(&self) -> usize {
        if Self::RUNS { F::left(&self.run) } else { 0 }
    }
}

/// Cuts off the next values that are side by side in all columns. The first difference ends that: what comes behind it is
/// scattered.
#[cold]
#[inline(never)]
fn stretch<'w, F: Stretch>(
    mut cut: F::Cut<'w>,
    indices: &'w [u32],
    step: usize,
    source: Source<'w>,
) -> (F::Run<'w>, Rest<'w, F>) {
    let behind = indices.get(step..).unwrap_or_default();
    let window = &behind[..behind.len().min(WINDOW)];
    let together = F::together(&cut, step, window);
    let run = if together > 0 { F::take(&mut cut, step, &window[..together]) } else { None };
    let rest = if window.is_empty() {
        Rest::Nothing
    } else if together < window.len() {
        Rest::Scattered(F::scatter_rest(cut, source))
    } else {
        Rest::Stretches(cut, indices)
    };
    (run.unwrap_or_else(F::empty), rest)
}
