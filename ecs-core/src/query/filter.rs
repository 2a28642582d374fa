//! Owns the filter of an ad-hoc query, made at run time from masks that are constants.

use crate::BitMask;

/// How many `any` one query may have.
const ANYS: usize = 4;

/// What an entity must have beside what a query fetches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter<M> {
    all: M,
    none: M,
    /// Those in use are the first `count`.
    anys: [M; ANYS],
    count: usize,
}

impl<M: BitMask> Default for Filter<M> {
    fn default() -> Self {
        Self { all: M::EMPTY, none: M::EMPTY, anys: [M::EMPTY; ANYS], count: 0 }
    }
}

impl<M: BitMask> Filter<M> {
    #[inline]
    pub(super) fn with(&mut self, mask: M) {
        self.all = self.all.union(mask);
    }

    #[inline]
    pub(super) fn without(&mut self, mask: M) {
        self.none = self.none.union(mask);
    }

    #[inline]
    #[track_caller]
    pub(super) fn any(&mut self, mask: M) {
        assert!(self.count < ANYS, "a query takes at most {ANYS} `any`; more of them need a view of their own");
        self.anys[self.count] = mask;
        self.count += 1;
    }

    #[inline]
    pub(super) fn keeps(&self, masks: &[M], index: u32) -> bool {
        masks.get(index as usize).is_some_and(|mask| {
            mask.contains_all(&self.all)
                && !mask.intersects(&self.none)
                && self.anys[..self.count].iter().all(|any| mask.intersects(any))
        })
    }
}
