//! Owns the filter of a walk, made at run time from masks that are constants.

use super::Aspect;
use crate::BitMask;

/// How many `any` one query may have.
const ANYS: usize = 4;

/// What an entity must have beside what a query fetches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filter<M> {
    all: M,
    none: M,
    /// That of an aspect; empty where it demands nothing.
    any: M,
    /// Those in use are the first `count`.
    anys: [M; ANYS],
    count: usize,
}

impl<M: BitMask> Default for Filter<M> {
    fn default() -> Self {
        Self { all: M::EMPTY, none: M::EMPTY, any: M::EMPTY, anys: [M::EMPTY; ANYS], count: 0 }
    }
}

impl<M: BitMask> Filter<M> {
    /// Keeps whom the aspect means.
    pub(crate) fn of(aspect: &Aspect<M>) -> Self {
        Self { all: aspect.all, none: aspect.none, any: aspect.any, ..Self::default() }
    }

    #[inline]
    pub(crate) fn with(&mut self, mask: M) {
        self.all = self.all.union(mask);
    }

    #[inline]
    pub(crate) fn without(&mut self, mask: M) {
        self.none = self.none.union(mask);
    }

    #[inline]
    #[track_caller]
    pub(crate) fn any(&mut self, mask: M) {
        assert!(self.count < ANYS, "a query takes at most {ANYS} `any`; more of them need a view of their own");
        self.anys[self.count] = mask;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn keeps(&self, masks: &[M], index: u32) -> bool {
        masks.get(index as usize).is_some_and(|mask| {
            mask.contains_all(&self.all)
                && !mask.intersects(&self.none)
                && (self.any.is_empty() || mask.intersects(&self.any))
                && self.anys[..self.count].iter().all(|any| mask.intersects(any))
        })
    }
}
