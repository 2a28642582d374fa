//! The filter of an iteration: an aspect, and up to 7 further `any`. Masks are constants, but which of them are combined is known at run
//! time only.
//!
//! Several calls of `with` or `without` form a union of masks. Several `any` do not: an entity must have a component of each set. The first
//! set is part of the aspect; further ones are rare and kept separately, so that the common test stays short. A set that another one
//! implies (an entity with `A` or `B` has `A`, `B` or `C`) is left out.
//!
//! ```text
//! query.with::<(A, B)>().without::<C>().any::<(D, E)>().with::<F>().any::<(G, H)>()
//!
//! aspect   all = {A, B, F}   none = {C}   any = {D, E}       one test of three masks
//! anys     [{G, H}]                                          tested only for what passed the first test
//! ```

use super::Aspect;
use crate::join::{Passed, TESTED};
use crate::mask::BitMask;
use crate::population::{Masks, Population};
use crate::sparse::{Source, Summary};

/// Maximum number of `any` of a query besides the first, without implied ones. They are stored inline: if a filter had to be dropped, the
/// iterator that contains it would be kept in memory instead of registers.
const ANYS: usize = 7;

/// Components that entities must have or lack, besides what a query fetches.
#[derive(Debug, Clone)]
pub(crate) struct Filter<M> {
    /// All requirements of `with` and `without`, and the first `any`.
    aspect: Aspect<M>,
    /// The first `count` are used.
    anys: [M; ANYS],
    /// Number of further `any` that were given and not implied.
    count: usize,
}

impl<M: BitMask> Default for Filter<M> {
    fn default() -> Self {
        Self::of(&Aspect::new(M::EMPTY, M::EMPTY, M::EMPTY))
    }
}

impl<M: BitMask> Filter<M> {
    /// Creates the filter of an aspect.
    fn of(aspect: &Aspect<M>) -> Self {
        Self { aspect: *aspect, anys: [M::EMPTY; ANYS], count: 0 }
    }

    /// The filter of a scan: what an aspect requires besides the fetched components; `None` if there is nothing else.
    pub(crate) fn of_scan(aspect: &Aspect<M>, fetches_all: bool) -> Option<Self> {
        let more = !fetches_all || !aspect.none.is_empty() || !aspect.any.is_empty();
        more.then(|| Self::of(aspect))
    }

    /// The components that entities must have.
    pub(crate) fn required(&self) -> &M {
        &self.aspect.all
    }

    /// The filter without its required components, which all visited entities have; `None` if it requires nothing else.
    pub(crate) fn without_required(mut self) -> Option<Self> {
        self.aspect.all = M::EMPTY;
        let is_used = !self.aspect.none.is_empty() || !self.aspect.any.is_empty() || self.count > 0;
        is_used.then_some(self)
    }

    #[inline]
    pub(crate) fn with(&mut self, mask: M) {
        self.aspect.all = self.aspect.all.union(mask);
    }

    #[inline]
    pub(crate) fn without(&mut self, mask: M) {
        self.aspect.none = self.aspect.none.union(mask);
    }

    /// Also requires one of these components. An `any` that another one implies is left out.
    ///
    /// # Panics
    ///
    /// If there are more than `ANYS` besides the first, of which none implies another.
    #[track_caller]
    #[inline]
    pub(crate) fn any(&mut self, mask: M) {
        if self.aspect.any.is_empty() && self.count == 0 && !mask.is_empty() {
            self.aspect.any = mask;
        } else {
            self.any_more(mask);
        }
    }

    /// Adds an `any` that is not the first. Not inlined, since that is rare.
    #[cold]
    #[track_caller]
    #[inline(never)]
    fn any_more(&mut self, mask: M) {
        let first = Some(self.aspect.any).filter(|any| !any.is_empty());
        let anys = first.into_iter().chain(self.anys.into_iter().take(self.count));
        if anys.clone().any(|any| mask.contains_all(&any)) {
            return;
        }
        (self.aspect.any, self.count) = (M::EMPTY, 0);
        for any in anys.filter(|any| !any.contains_all(&mask)).chain([mask]) {
            // The first one is tested with the rest of the aspect. (An empty set would require nothing there; here no entity matches it.)
            if self.aspect.any.is_empty() && !any.is_empty() {
                self.aspect.any = any;
                continue;
            }
            assert!(self.count < ANYS, "a query has more than {} `any` of which none implies another", ANYS + 1);
            self.anys[self.count] = any;
            self.count += 1;
        }
    }

    /// Returns true if an entity passes the filter. The rare part is not inlined, and gets copies: with a pointer to any part of an
    /// iterator, LLVM would keep all of it in memory.
    #[inline(always)]
    pub(crate) fn keeps(&self, masks: &Masks<M>, index: u32) -> bool {
        masks.get(index as usize).is_some_and(|mask| {
            self.aspect.matches(mask) && (self.count == 0 || intersects_each(mask, self.anys, self.count))
        })
    }

    /// Returns the positions of the entities that pass, of these at most [`TESTED`].
    ///
    /// No branch depends on which entities pass, since that can seldom be predicted. Not inlined, so that LLVM knows that the loop around
    /// it writes to no mask.
    #[inline(never)]
    pub(crate) fn sift(&self, masks: &Masks<M>, indices: &[u32]) -> Passed {
        debug_assert!(indices.len() <= TESTED, "a block of {} entities", indices.len());
        let Aspect { all, none, any } = self.aspect;
        let passed = if any.is_empty() {
            masks.select(indices, |mask| mask.contains_all(&all) & !mask.intersects(&none))
        } else {
            masks.select(indices, |mask| mask.contains_all(&all) & !mask.intersects(&none) & mask.intersects(&any))
        };
        if self.count == 0 {
            return Passed(passed);
        }
        let kept = Passed(passed).filter(|at| self.meets_further(masks, indices[*at]));
        Passed(kept.fold(0, |kept, at| kept | 1 << at))
    }

    /// Returns true if all of these entities pass, without a branch per entity.
    #[inline(never)]
    pub(crate) fn keeps_each(&self, masks: &Masks<M>, indices: &[u32]) -> bool {
        let Aspect { all, none, any } = self.aspect;
        let passes = |mask: &M| mask.contains_all(&all) & !mask.intersects(&none);
        let all_pass = if any.is_empty() {
            masks.all(indices, passes)
        } else {
            masks.all(indices, |mask| passes(mask) & mask.intersects(&any))
        };
        all_pass && (self.count == 0 || indices.iter().all(|index| self.meets_further(masks, *index)))
    }

    /// Returns true if an entity has a component of each further `any`. (Without the copies of [`keeps`](Self::keeps).)
    fn meets_further(&self, masks: &Masks<M>, index: u32) -> bool {
        let further = &self.anys[..self.count];
        masks.get(index as usize).is_some_and(|mask| further.iter().all(|any| mask.intersects(any)))
    }
}

impl<M: BitMask> Filter<M> {
    /// Returns whether all entities of a source pass (`Some(true)`) or none (`Some(false)`), if that is known or pays to find out: each
    /// call that finds nothing counts as `most` entities, until these add up to the number of entities and the masks of all are looked at.
    ///
    /// Not inlined: one copy for all queries and systems.
    #[inline(never)]
    pub(crate) fn decides(&self, source: Source<'_>, entities: &Population<M>, most: usize) -> Option<bool> {
        let find = |indices: &[u32]| entities.masks().summary(indices);
        let found = source.order()?.summary(entities.number_of_masks()?, most, find)?;
        self.passes(found)
    }

    /// Returns whether all of the summarised entities pass, or none; `None` if some may pass and others not.
    ///
    /// Only for masks of up to 64 components, which are folded without loss.
    fn passes(&self, Summary { all, some }: Summary) -> Option<bool> {
        let (required, excluded) = (self.aspect.all.folded(), self.aspect.none.folded());
        let first = Some(self.aspect.any).filter(|any| !any.is_empty());
        let anys = || first.iter().chain(&self.anys[..self.count]).map(M::folded);
        if required & !all == 0 && excluded & some == 0 && anys().all(|any| any & all != 0) {
            return Some(true);
        }
        let is_failed = required & !some != 0 || excluded & all != 0 || anys().any(|any| any & some == 0);
        is_failed.then_some(false)
    }
}

/// Returns true if a mask has at least one component of each of these masks.
#[inline(never)]
pub(crate) fn intersects_each<M: BitMask>(mask: &M, anys: [M; ANYS], count: usize) -> bool {
    anys.iter().take(count).all(|any| mask.intersects(any))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::SmallMask;

    type Bits = SmallMask<u8>;

    /// The subset of three components with this number.
    fn subset(number: usize) -> Bits {
        (0..3).filter(|bit| number >> bit & 1 == 1).fold(Bits::EMPTY, |mask, bit| mask.union(Bits::bit(bit)))
    }

    #[test]
    fn blocks_pass_as_each_of_their_entities_does() {
        let mut masks = Masks::default();
        let all: Vec<u32> = (0..256).collect();
        let bits = |set: u32| {
            (0..8).filter(|bit| set >> bit & 1 == 1).fold(Bits::EMPTY, |mask, bit| mask.union(Bits::bit(bit)))
        };
        for set in &all {
            masks.set(*set as usize, bits(*set));
        }
        // Each `any` is two neighbours in a circle, so none implies another.
        for count in 0..=8 {
            let mut filter = Filter::default();
            (0..count).for_each(|at| filter.any(bits(1 << at | 1 << ((at + 1) % 8))));
            let mut kept = vec![];
            for block in all.chunks(TESTED) {
                let each = || block.iter().copied().filter(|set| filter.keeps(&masks, *set));
                assert!(filter.sift(&masks, block).map(|at| block[at]).eq(each()), "{count}: {block:?}");
                kept.extend(each());
            }
            assert!(filter.keeps_each(&masks, &kept));
            let dropped: Vec<u32> = all.iter().copied().filter(|set| !kept.contains(set)).collect();
            for dropped in dropped {
                kept.push(dropped);
                assert!(!filter.keeps_each(&masks, &kept), "{count}: {dropped:b}");
                kept.pop();
            }
        }
    }

    #[test]
    fn a_summary_agrees_with_each_mask() {
        let (mut passed, mut failed) = (0, 0);
        let (step, least) = if cfg!(miri) { (3, 10) } else { (1, 1_000) };
        let subsets = || (0..8).step_by(step).map(subset);
        for (all, none) in subsets().flat_map(|all| subsets().map(move |none| (all, none))) {
            for (any, second) in subsets().flat_map(|any| subsets().map(move |second| (any, second))) {
                let mut filter = Filter::of(&Aspect::new(all, none, any));
                filter.any(second);
                let mut masks = Masks::default();
                for (one, other) in subsets().flat_map(|one| subsets().map(move |other| (one, other))) {
                    masks.set(0, one);
                    masks.set(1, other);
                    let kept = [0, 1].map(|index| filter.keeps(&masks, index));
                    match filter.passes(masks.summary(&[0, 1])) {
                        Some(verdict) => assert_eq!(kept, [verdict; 2], "{filter:?} of {one:?} and {other:?}"),
                        // The summary of equal masks is exact.
                        None => assert_ne!(one, other, "{filter:?} of {one:?}"),
                    }
                    passed += usize::from(filter.passes(masks.summary(&[0, 1])) == Some(true));
                    failed += usize::from(filter.passes(masks.summary(&[0, 1])) == Some(false));
                }
            }
        }
        assert!(passed > least && failed > least, "{passed} passed and {failed} failed");
    }
}
