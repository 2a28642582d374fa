//! The filter of an iteration: an aspect, and any number of further `any`. Masks are constants, but which are used is known at run time.
//!
//! `with` and `without` of several calls are unions of masks. Several `any` are not: an entity must have one of each set. The first is
//! part of the aspect; further ones are rare, and are kept apart, so that the common test stays short.
//!
//! ```text
//! query.with::<(A, B)>().without::<C>().any::<(D, E)>().with::<F>().any::<(G, H)>()
//!
//! aspect   all = {A, B, F}   none = {C}   any = {D, E}       one test of three masks
//! anys     [{G, H}]                                          tested only for what passed the first test
//! ```

use alloc::boxed::Box;

use super::Aspect;
use crate::join::{Passed, TESTED};
use crate::mask::BitMask;
use crate::population::Masks;

/// Number of `any` of a query, besides the first, that are stored inline; more allocate.
const ANYS: usize = 3;

/// What entities must have or lack besides what a query fetches.
#[derive(Debug)]
pub(crate) struct Filter<M> {
    aspect: Aspect<M>,
    /// The first `count` are used.
    anys: [M; ANYS],
    count: usize,
    /// The others.
    more: Box<[M]>,
}

impl<M: Copy> Clone for Filter<M> {
    /// Out of line: each query without a filter that is iterated would have a copy of it.
    #[inline(never)]
    fn clone(&self) -> Self {
        Self { aspect: self.aspect, anys: self.anys, count: self.count, more: self.more.clone() }
    }
}

impl<M: BitMask> Default for Filter<M> {
    fn default() -> Self {
        Self::of(&Aspect::new(M::EMPTY, M::EMPTY, M::EMPTY))
    }
}

impl<M: BitMask> Filter<M> {
    /// Creates the filter of an aspect.
    fn of(aspect: &Aspect<M>) -> Self {
        Self { aspect: *aspect, anys: [M::EMPTY; ANYS], count: 0, more: Box::default() }
    }

    /// The filter of a scan: what an aspect requires besides the fetched components; `None` if that is nothing.
    pub(crate) fn of_scan(aspect: &Aspect<M>, fetches_all: bool) -> Option<Self> {
        let more = !fetches_all || !aspect.none.is_empty() || !aspect.any.is_empty();
        more.then(|| Self::of(aspect))
    }

    /// The components that entities must have.
    pub(crate) fn required(&self) -> &M {
        &self.aspect.all
    }

    /// The same filter, where all entities that are visited have these components; `None` if it demands nothing else.
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

    #[inline]
    pub(crate) fn any(&mut self, mask: M) {
        // The first one is tested with the rest of the aspect. (An empty set demands nothing there; here no entity matches.)
        if self.aspect.any.is_empty() && !mask.is_empty() {
            self.aspect.any = mask;
        } else if let Some(any) = self.anys.get_mut(self.count) {
            *any = mask;
            self.count += 1;
        } else {
            let more = core::mem::take(&mut self.more);
            self.more = more.into_iter().chain([mask]).collect();
        }
    }

    /// Returns true if an entity passes the filter. The rare part is out of line and takes its arguments by value, so that loops keep the
    /// rest in registers.
    #[inline(always)]
    pub(crate) fn keeps(&self, masks: &Masks<M>, index: u32) -> bool {
        masks.get(index as usize).is_some_and(|mask| {
            self.aspect.matches(mask) && (self.count == 0 || intersects_each(mask, self.anys, self.count, &self.more))
        })
    }

    /// The positions of the entities that are kept, of these of at most [`TESTED`].
    ///
    /// Which entities are kept can seldom be predicted, so that no branch depends on it. Out of line, so that LLVM knows that the loop
    /// around it writes to no mask.
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
        let kept = Passed(passed).filter(|at| self.keeps(masks, indices[*at]));
        Passed(kept.fold(0, |kept, at| kept | 1 << at))
    }

    /// Returns true if all of these entities are kept, without a branch per entity.
    #[inline(never)]
    pub(crate) fn keeps_each(&self, masks: &Masks<M>, indices: &[u32]) -> bool {
        let Aspect { all, none, any } = self.aspect;
        let passes = |mask: &M| mask.contains_all(&all) & !mask.intersects(&none);
        let all_pass = if any.is_empty() {
            masks.all(indices, passes)
        } else {
            masks.all(indices, |mask| passes(mask) & mask.intersects(&any))
        };
        all_pass && (self.count == 0 || indices.iter().all(|index| self.keeps(masks, *index)))
    }
}

/// Returns true if a mask has at least one component of each of these masks.
#[inline(never)]
fn intersects_each<M: BitMask>(mask: &M, anys: [M; ANYS], count: usize, more: &[M]) -> bool {
    anys[..count].iter().chain(more).all(|any| mask.intersects(any))
}
