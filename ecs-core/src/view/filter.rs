//! Owns the filter of a walk, made at run time from masks that are constants.

use alloc::vec::Vec;

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
    more: Vec<M>,
}

impl<M: BitMask> Default for Filter<M> {
    fn default() -> Self {
        Self::of(&Aspect::new(M::EMPTY, M::EMPTY, M::EMPTY))
    }
}

impl<M: BitMask> Filter<M> {
    /// Keeps whom the aspect means.
    fn of(aspect: &Aspect<M>) -> Self {
        Self { aspect: *aspect, anys: [M::EMPTY; ANYS], count: 0, more: Vec::new() }
    }

    /// What an aspect demands beside the components that it requires; `None` if that is nothing.
    pub(crate) fn beyond_required(aspect: &Aspect<M>) -> Option<Self> {
        let more = !aspect.none.is_empty() || !aspect.any.is_empty();
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
            self.more.push(mask);
        }
    }

    #[inline]
    pub(crate) fn keeps(&self, masks: &Masks<M>, index: u32) -> bool {
        masks.get(index as usize).is_some_and(|mask| {
            self.aspect.matches(mask)
                && self.anys[..self.count].iter().all(|any| mask.intersects(any))
                && self.more.iter().all(|any| mask.intersects(any))
        })
    }
}
