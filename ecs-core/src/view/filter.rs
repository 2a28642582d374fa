//! Owns the filter of a walk, made at run time from masks that are constants.

use alloc::boxed::Box;

use super::Aspect;
use crate::BitMask;
use crate::population::Masks;

/// So many `any` of a query take no memory of their own.
const ANYS: usize = 4;

/// What an entity must have beside what a query fetches.
#[derive(Debug, Clone)]
pub(crate) struct Filter<M> {
    aspect: Aspect<M>,
    /// Those in use are the first `count`.
    anys: [M; ANYS],
    count: usize,
    /// The others.
    more: Box<[M]>,
}

impl<M: BitMask> Default for Filter<M> {
    fn default() -> Self {
        Self::of(&Aspect::new(M::EMPTY, M::EMPTY, M::EMPTY))
    }
}

impl<M: BitMask> Filter<M> {
    /// Keeps whom the aspect means.
    fn of(aspect: &Aspect<M>) -> Self {
        Self { aspect: *aspect, anys: [M::EMPTY; ANYS], count: 0, more: Box::default() }
    }

    /// What an aspect demands beside the components that are fetched; `None` if that is nothing.
    pub(crate) fn of_scan(aspect: &Aspect<M>, fetches_all: bool) -> Option<Self> {
        let more = !fetches_all || !aspect.none.is_empty() || !aspect.any.is_empty();
        more.then(|| Self::of(aspect))
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
        if let Some(any) = self.anys.get_mut(self.count) {
            *any = mask;
            self.count += 1;
        } else {
            let more = core::mem::take(&mut self.more);
            self.more = more.into_iter().chain([mask]).collect();
        }
    }

    /// Whether an entity is kept. What is rare is out of line and takes its parts by value, so that loops keep the rest in
    /// registers.
    #[inline(always)]
    pub(crate) fn keeps(&self, masks: &Masks<M>, index: u32) -> bool {
        masks.get(index as usize).is_some_and(|mask| {
            self.aspect.matches(mask) && (self.count == 0 || intersects_each(mask, self.anys, self.count, &self.more))
        })
    }
}

/// Whether a mask has at least one component of each of these.
#[inline(never)]
fn intersects_each<M: BitMask>(mask: &M, anys: [M; ANYS], count: usize, more: &[M]) -> bool {
    anys[..count].iter().chain(more).all(|any| mask.intersects(any))
}
