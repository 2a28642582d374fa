//! The steps of an iteration over a dense source: runs of values that are adjacent in all columns, and the positions of other values.
//!
//! The bulk of the code (searching for runs, lookups, cached positions) is here, not inlined, and generic over the kinds of indices only.
//! The part that is generic over components and systems is one loop that reads values at given positions (`walk.rs`).
//!
//! For example, a list of 1 000 entities whose values are adjacent in all columns from step 300 to 799, and nowhere else, is divided as
//! follows:
//!
//! ```text
//! steps      0 .. 32 .. 96 .. 224 .. 480 ..         no run begins at 0: 32 entities one by one; nor at 32: 64, 128, 256 ..
//!            480                                    a run of 256 is compared, and found
//!            736                                    the rest of the run: 64 entities
//!            800 .. 832 .. 896 .. 1000              one by one again, beginning with 32
//! ```
//!
//! So a run is found late, but columns without runs cost few comparisons. With cached positions there is no search: runs were found when
//! the cache was filled, each from its first step.

use core::ops::Range;
use core::{mem, slice};

use crate::fetch::Places;
use crate::sparse::{CachedRun, PositionCache, Source};

/// Number of entities that are compared at once to find a run.
const RUN: usize = 256;

/// Minimum length of a run that is read as slices.
const LEAST: usize = 8;

/// Number of entities that are looked up one by one if no run begins. It doubles with each further failed attempt, up to `RUN`, so that a
/// column in a completely different order costs few comparisons.
const APART: usize = 32;

/// The steps of an iteration that were not visited yet.
pub(crate) struct Steps<'w, P: Places> {
    /// The indices of the columns, and which of them are aligned.
    places: P,
    /// The entities by step, up to the last one to visit.
    indices: &'w [u32],
    /// The next step.
    first: usize,
    /// Empty if nothing is cached; then positions are looked up.
    cached: P::Cached<'w>,
    /// The cached runs from the next step on; without any, runs are searched by comparison.
    runs: slice::Iter<'w, CachedRun>,
    /// Number of steps of the next cached run to skip.
    cut: usize,
    /// Number of steps to visit one by one before the next search for a run; and the number that followed the last search, 0 after a run.
    left: usize,
    apart: usize,
}

/// What is visited next: a run of this number of entities, with the position of the first; this number of entities one by one, with the
/// positions of all (if `FIND`); nothing.
pub(crate) enum Next {
    Run(usize),
    Apart(usize),
    End,
}

impl<'w, P: Places> Steps<'w, P> {
    /// All steps of a dense source, without cached positions.
    #[inline(always)]
    pub(super) fn uncached(places: P, source: Source<'w>) -> Self {
        Self::of(places, source.indices().unwrap_or_default(), 0)
    }

    /// These steps of a dense source, without cached positions.
    #[inline(always)]
    pub(crate) fn uncached_within(places: P, source: &Source<'w>, range: Range<usize>) -> Self {
        Self::of(places, listed(source, range.end), range.start)
    }

    /// No steps yet. [`begin`](Self::begin) fills them in place: a value that is returned in memory is copied, and processors wait for that
    /// as long as for ten loads.
    #[inline(always)]
    pub(crate) fn none(places: P) -> Self {
        Self::of(places, &[], 0)
    }

    /// Begins with these steps of a dense source, or of the entities that a scan found in it, if those are cached. Uses cached positions if
    /// they are current.
    ///
    /// Not inlined: one copy serves all systems with the same number of columns.
    #[inline(never)]
    pub(crate) fn begin(&mut self, source: &Source<'w>, range: Range<usize>, cache: Option<&'w PositionCache>) {
        self.begin_within(source, range, cache);
    }

    /// The entities of the first aligned column, see [`Places::aligned`].
    #[inline(always)]
    pub(crate) fn aligned(&self) -> Option<Source<'w>>
    where
        P: 'w,
    {
        self.places.aligned()
    }

    /// Begins with all steps of a dense source, and marks columns in its order as aligned.
    #[inline(always)]
    pub(crate) fn begin_compared(&mut self, source: &Source<'w>, cache: Option<&'w PositionCache>) {
        self.places.compare(*source);
        self.begin_within(source, 0..source.steps(), cache);
    }

    #[inline(always)]
    fn begin_within(&mut self, source: &Source<'w>, range: Range<usize>, cache: Option<&'w PositionCache>) {
        self.indices = listed(source, range.end);
        self.first = range.start;
        if let Some(cache) = cache {
            self.take(cache, source, range.end);
        }
    }

    /// The steps of these entities from `first` on.
    #[inline(always)]
    fn of(places: P, indices: &'w [u32], first: usize) -> Self {
        Self { places, indices, first, cached: P::uncached(), runs: [].iter(), cut: 0, left: 0, apart: 0 }
    }

    /// Uses cached positions if they are current.
    #[inline(never)]
    fn take(&mut self, cache: &'w PositionCache, source: &Source<'w>, end: usize) {
        let Some((positions, runs)) = cache.in_order(*source) else { return };
        let Some(found) = positions.found() else {
            if let Some(cached) = self.places.cached(positions) {
                (self.cached, self.runs) = (cached, runs.iter());
                self.pass_over(self.first);
            }
            return;
        };
        // A scan found fewer entities than there are in the column that it iterated, so that column is not in this order.
        let mut places = self.places;
        places.align(Source::empty());
        if let Some(cached) = places.cached(positions) {
            (self.places, self.cached, self.runs) = (places, cached, runs.iter());
            self.indices = &found[..found.len().min(end)];
            self.pass_over(self.first);
        }
    }

    /// Skips the cached runs before a step. Runs in **O(runs)** time.
    ///
    /// ```text
    /// runs of 5, 8 and 20 steps, from step 9 on      5 are skipped, and 4 of the 8: cut = 4, and the first run has 4 steps
    /// ```
    fn pass_over(&mut self, step: usize) {
        self.cut = step;
        while let Some(run) = self.runs.as_slice().first()
            && self.cut >= run.len as usize
        {
            self.cut -= run.len as usize;
            self.runs.next();
        }
    }

    /// The entities of all steps: those of the source, or those that a scan found among them.
    pub(crate) fn order(self) -> &'w [u32] {
        self.indices
    }

    /// The next run; or, if none begins here, the next entities, at most `most`. With `FIND`, their positions are written to `room`, which
    /// must be large enough.
    #[inline(never)]
    pub(crate) fn next<const FIND: bool>(&mut self, room: &mut P::Room, most: usize) -> Next {
        self.advance::<FIND>(Some(P::rows(room)), most)
    }

    /// The next run, or the next entities, without their positions.
    #[inline(never)]
    pub(super) fn next_to_keep(&mut self) -> Next {
        self.advance::<false>(None, usize::MAX)
    }

    #[inline(always)]
    fn advance<const FIND: bool>(&mut self, rows: Option<P::Rows<'_>>, most: usize) -> Next {
        let Some(rest @ [_, ..]) = self.indices.get(self.first..) else { return Next::End };
        if self.left == 0
            && let len @ 1.. = self.run_len(rest)
        {
            if let Some(rows) = rows {
                self.places.find(self.cached, self.first, &rest[..1], rows);
            }
            self.first += len;
            return Next::Run(len);
        }
        let some = &rest[..rest.len().min(self.left).min(most)];
        if FIND && let Some(rows) = rows {
            self.places.find(self.cached, self.first, some, rows);
        }
        self.first += some.len();
        self.left -= some.len();
        Next::Apart(some.len())
    }

    /// The length of the run that begins at the next step, if it is cached or found by a comparison. Otherwise returns 0 and sets the
    /// number of steps to visit one by one.
    #[inline(always)]
    fn run_len(&mut self, rest: &[u32]) -> usize {
        if let Some(run) = self.runs.next() {
            let len = rest.len().min(run.len as usize - mem::take(&mut self.cut));
            if P::SLICED && run.is_slice {
                return len;
            }
            self.left = len;
        } else {
            let len = if P::SLICED { run_len(rest, self.apart, |some| self.places.run_len(some)) } else { 0 };
            if len > 0 {
                self.apart = 0;
                return len;
            }
            self.apart = apart_after(self.apart);
            self.left = self.apart;
        }
        0
    }

    /// The next step, and the entities from there on.
    pub(super) fn ahead(&self) -> (usize, &'w [u32]) {
        (self.first, self.rest())
    }

    /// Skips `len` steps.
    pub(super) fn pass(&mut self, len: usize) {
        self.first += len;
    }

    /// Skips all further steps, and returns them.
    #[inline(always)]
    pub(super) fn take_all(&mut self) -> Range<usize> {
        mem::replace(&mut self.first, self.indices.len())..self.indices.len()
    }

    /// Visits all further steps one by one.
    pub(super) fn search_no_runs(&mut self) {
        self.left = usize::MAX;
    }

    /// The entities of the steps that were not visited yet.
    pub(crate) fn rest(&self) -> &'w [u32] {
        self.indices.get(self.first..).unwrap_or_default()
    }

    /// Number of steps that were not visited yet.
    pub(super) fn len(&self) -> usize {
        self.indices.len().saturating_sub(self.first)
    }

    /// Writes the positions of these entities, the first of which is at the step `first`.
    pub(crate) fn find(&self, first: usize, indices: &[u32], rows: P::Rows<'_>) {
        self.places.find(self.cached, first, indices, rows);
    }

    /// Writes the positions of these entities, which are at these steps.
    pub(super) fn find_some(&self, steps: &[u32], indices: &[u32], rows: P::Rows<'_>) {
        self.places.find_some(steps, indices, rows);
    }

    /// The entities of these steps.
    pub(super) fn between(&self, steps: Range<usize>) -> &'w [u32] {
        self.indices.get(steps).unwrap_or_default()
    }

    /// The index of the entity at a step.
    #[inline(always)]
    pub(super) fn entity(&self, step: usize) -> &'w u32 {
        self.indices.get(step).unwrap_or(&u32::MAX)
    }

    /// Visits the entities of the last run one by one: their values are not in one slice after all.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(&mut self, len: usize) {
        self.first -= len;
        self.left = len;
    }

    /// The step of the first, and the indices, of the last `len` entities that [`next`](Self::next) returned.
    #[inline(always)]
    pub(crate) fn last(&self, len: usize) -> (usize, &'w [u32]) {
        let first = self.first - len;
        (first, self.indices.get(first..self.first).unwrap_or_default())
    }
}

/// The entities of a dense source up to a step. Not inlined: the kind of source is tested once per iteration.
#[inline(never)]
fn listed<'w>(source: &Source<'w>, end: usize) -> &'w [u32] {
    source.indices().and_then(|indices| indices.get(..end)).unwrap_or_default()
}

/// Length of the run at these entities; 0 if it is shorter than the minimum. If the previous entities were apart, only a few are compared
/// at first.
#[inline(always)]
pub(crate) fn run_len(rest: &[u32], apart: usize, compare: impl Fn(&[u32]) -> usize) -> usize {
    let least = rest.len().min(LEAST);
    let mut most = if apart > 0 { LEAST } else { RUN };
    // One call, so that there is one copy of the comparison.
    loop {
        let len = compare(rest.get(..most).unwrap_or(rest));
        if len < least {
            return 0;
        }
        if most == RUN {
            return len;
        }
        most = RUN;
    }
}

/// Number of entities to look up one by one before the next attempt, given the number after the previous attempt: 32, 64, 128, and 256 from
/// then on.
#[inline(always)]
pub(crate) fn apart_after(apart: usize) -> usize {
    (2 * apart).clamp(APART, RUN)
}

#[cfg(test)]
mod tests;
