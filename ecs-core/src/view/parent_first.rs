//! Iterations over a tree that visit parents before their children, which can read their parents.
//!
//! The code is safe, as in `others`: written columns are split at the visited entity, and the parent is read from one of the two sides. On
//! several threads they are split where a level begins: values before that position are read, and those of the level are divided. So a
//! level is divided only if its values are adjacent, in the order of the tree, and after those of all parents.
//!
//! Most trees are spawned from the root to the leaves, or were sorted by `sort_parents_first`. Then the next entity to visit is directly
//! after the last one, in the storage as well as in the order of the tree, and its parent is that of its sibling or the entity after that
//! one. `Guess` reads these two positions first. If both guesses are right, a step costs two comparisons of indices; each wrong one costs a
//! lookup.
//!
//! ```text
//! storage         r a b c d      r is the root, a and b are its children, c is below a, d below b
//! visit a         own 1: after 0               parent r: at 0, where the guess begins
//! visit b         own 2: after 1               parent r: at 0, as that of its sibling
//! visit c         own 3: after 2               parent a: at 1, after 0
//! visit d         own 4: after 3               parent b: at 2, after 1
//! ```

use core::ops::Range;

use super::walk::Walk;
use crate::fetch::{Beside, Fetch, ParBeside};
use crate::mask::BitMask;
use crate::parallel::{CHUNK, Divide, Trial, divided, pays, sample};
use crate::relation::Levels;
use crate::sparse::Source;

/// Finds the steps of entities that are probably in the order of the tree: by reading the list of entities instead of a lookup.
struct Guess<'w> {
    /// For the lookup if a guess is wrong.
    source: Source<'w>,
    /// The entities by step; empty if the source is not dense.
    indices: &'w [u32],
    /// The step of the last visited entity.
    own: usize,
    /// The step of its parent; 0 before the first entity with a parent.
    above: usize,
}

impl<'w> Guess<'w> {
    fn new(source: Source<'w>) -> Self {
        Self { source, indices: source.indices().unwrap_or_default(), own: 0, above: 0 }
    }

    /// Returns true if the entity with this index is at a step; false beyond the list, and if the source is not dense.
    #[inline(always)]
    fn is_at(&self, step: usize, index: u32) -> bool {
        self.indices.get(step).is_some_and(|own| *own == index)
    }

    /// Returns the step of the next entity: probably the one after the last.
    #[inline(always)]
    fn own(&mut self, index: u32) -> Option<usize> {
        let behind = self.own + 1;
        self.own = if self.is_at(behind, index) { behind } else { self.source.step_of(index)? };
        Some(self.own)
    }

    /// Returns the step of its parent: probably that of the last parent, or the one after it.
    #[inline(always)]
    fn above(&mut self, index: u32) -> Option<usize> {
        if !self.is_at(self.above, index) {
            let behind = self.above + 1;
            self.above = if self.is_at(behind, index) { behind } else { self.source.step_of(index)? };
        }
        Some(self.above)
    }
}

/// Roots are visited in the order of the source, before all others: they have no parents, so their order does not matter.
impl<M: BitMask, F: Beside> Walk<'_, M, F> {
    /// Calls a function for each match, parents before their children, with what is read of the parent, if the parent matches, too.
    pub(crate) fn for_each_parent_first<S>(mut self, levels: &Levels, mut function: S)
    where
        S: for<'a> FnMut(Option<F::Other<'a>>, F::Item<'a>),
    {
        self.mark();
        if self.reborrow().slices().is_some() {
            self.each_root(levels, &mut function);
            // The same loop, without tests whose results are known. (Only after the roots, since a struct to which a function got a pointer
            // is read again.)
            Self { columns: F::known_aligned(self.columns), filter: None, ..self }.each_of(&levels.sources, function);
        } else {
            self.each_root(levels, &mut function);
            self.each_of(&levels.sources, function);
        }
    }

    /// Calls a function for the matches among these entities, each with its parent, in this order.
    #[inline(always)]
    fn each_of<S>(self, sources: &[(u32, u32)], mut function: S)
    where
        S: for<'a> FnMut(Option<F::Other<'a>>, F::Item<'a>),
    {
        let Self { mut columns, source, entities, filter } = self;
        let keeps = |index: u32| filter.as_ref().is_none_or(|filter| filter.keeps(entities.masks(), index));
        let mut guess = Guess::new(source);
        for (index, parent) in sources {
            let Some(step) = guess.own(*index).filter(|_| keeps(*index)) else { continue };
            let (item, others) = F::beside(&mut columns, step, *index);
            if let Some(item) = item {
                let above = guess.above(*parent).filter(|_| keeps(*parent));
                function(above.and_then(|step| F::other(&others, step, *parent)), item);
            }
        }
    }

    /// Calls a function for each match without a parent, in the order of the source.
    fn each_root<S>(&mut self, levels: &Levels, function: &mut S)
    where
        S: for<'a> FnMut(Option<F::Other<'a>>, F::Item<'a>),
    {
        let (source, mut step) = (self.source, 0);
        let indices = source.indices();
        loop {
            step = match indices {
                Some(indices) => {
                    let left = indices.get(step..).unwrap_or_default();
                    let Some(more) = left.iter().position(|index| !levels.contains(*index)) else { return };
                    step + more
                }
                None => source.skip(step),
            };
            if step >= source.steps() {
                return;
            }
            if let Some(index) = source.at(step).filter(|index| !levels.contains(*index) && self.keeps(*index))
                && let Some(item) = <F as Fetch>::step(&mut self.columns, step, index)
            {
                function(None, item);
            }
            step += 1;
        }
    }
}

/// A part of a level, whose values are slices.
struct Part<'w, F: Fetch> {
    /// The values of these entities, in the same order.
    slices: F::Slice<'w>,
    /// Each entity with its parent, by index.
    sources: &'w [(u32, u32)],
}

impl<F: ParBeside> Divide for Part<'_, F> {
    fn divide(self, steps: usize) -> (Self, Self) {
        let steps = steps.min(self.sources.len());
        let (slices, behind) = F::split_slice(self.slices, steps);
        let (sources, further) = self.sources.split_at(steps);
        (Self { slices, sources }, Self { slices: behind, sources: further })
    }
}

impl<F: ParBeside> Part<'_, F> {
    /// Calls a function for each entity, with its parent, which is before the level.
    fn for_each<S>(mut self, source: Source<'_>, above: &F::Shared<'_>, function: &S)
    where
        S: for<'a> Fn(Option<F::Other<'a>>, F::Item<'a>),
    {
        let mut guess = Guess::new(source);
        for (at, (_, parent)) in self.sources.iter().enumerate() {
            let parent = guess.above(*parent).and_then(|step| F::read_at(above, step));
            function(parent, F::at(&mut self.slices, at));
        }
    }
}

impl<M: BitMask, F: ParBeside> Walk<'_, M, F> {
    /// Does the same as [`for_each_parent_first`](Self::for_each_parent_first), on several threads for each level that is in order, if that
    /// takes less time.
    pub(crate) fn par_for_each_parent_first<S>(mut self, levels: &Levels, function: &S)
    where
        S: for<'a> Fn(Option<F::Other<'a>>, F::Item<'a>) + Sync,
    {
        if self.reborrow().slices().is_none() {
            return self.for_each_parent_first(levels, function);
        }
        self.mark();
        self.each_root(levels, &mut |parent: Option<F::Other<'_>>, item: F::Item<'_>| function(parent, item));
        let mut first = 0;
        // The first step after all parents of the next level, if that is known.
        let mut behind = None;
        for end in &levels.ends {
            let sources = &levels.sources[first..*end];
            let steps = self.in_order(sources, behind);
            behind = steps.as_ref().map(|steps| steps.end);
            match steps {
                Some(steps) if sources.len() > CHUNK => self.par_level(sources, steps, function),
                _ => self.reborrow().each_of(sources, function),
            }
            first = *end;
        }
    }

    /// Returns the steps of a level, if they are consecutive, in the order of the level, and after those of all parents.
    fn in_order(&self, sources: &[(u32, u32)], behind: Option<usize>) -> Option<Range<usize>> {
        let first = self.source.step_of(sources.first()?.0)?;
        let steps = first..first + sources.len();
        let indices = self.source.indices()?.get(steps.clone())?;
        let is_above = |parent: u32| self.source.step_of(parent).is_none_or(|step| step < first);
        let is_behind = match behind {
            Some(behind) => behind <= first,
            None => sources.iter().all(|(_, parent)| is_above(*parent)),
        };
        (is_behind && indices.iter().eq(sources.iter().map(|(source, _)| source))).then_some(steps)
    }

    /// Calls a function for each entity of a level that is in order. The first sample runs on this thread, and is measured.
    fn par_level<S>(&mut self, sources: &[(u32, u32)], steps: Range<usize>, function: &S)
    where
        S: for<'a> Fn(Option<F::Other<'a>>, F::Item<'a>) + Sync,
    {
        let source = self.source;
        let Some(slices) = self.reborrow().slices() else { return };
        let (front, rest) = F::split_slice(slices, steps.start);
        let (slices, _) = F::split_slice(rest, steps.len());
        let (above, all) = (&F::shared(&front), Part::<F> { slices, sources });
        let sampled = sample(sources.len());
        let (tried, rest) = all.divide(sampled);
        let trial = Trial::start();
        tried.for_each(source, above, function);
        let left = rest.sources.len();
        let estimated = trial.estimate(sampled, left);
        if left == 0 || !pays(estimated, estimated) {
            return rest.for_each(source, above, function);
        }
        let mut pieces = alloc::vec![(); left.div_ceil(sampled)];
        divided(rest, sampled, &mut pieces, &|part: Part<'_, F>, (): &mut ()| part.for_each(source, above, function));
    }
}
