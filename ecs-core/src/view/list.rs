//! Owns the packed list of the entities of one aspect, kept up to date on each change.
//!
//! - **I1** The list holds exactly the living entities that match its aspect.

use alloc::string::String;

use super::sealed::Sealed;
use super::{Aspect, Members, Owned, Transition, View};
use crate::{BitMask, Entity, PositionCache, SparseIndex, Swaps};

/// A packed list of entities with the position of each: the article's managed entities of a system, the dissertation's
/// subscriptions.
///
/// A change costs **O(1)**, a step of a walk one lookup per component, or a cached position where nothing changed since the last
/// run. The order is that of entering, until an entity
/// leaves and the last one takes its place, or `tidy` brings the list into the order of storages.
#[derive(Debug, Clone, Default)]
pub struct ListView {
    index: SparseIndex,
    cache: PositionCache,
}

impl Sealed for ListView {}

impl<M: BitMask> View<M> for ListView {
    #[inline(always)]
    fn before<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.leaves(aspect) {
            self.index.swap_remove(change.entity().index());
        }
    }

    #[inline(always)]
    fn after<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.enters(aspect) {
            self.index.push(change.entity().index());
        }
    }

    fn spawned<O: Owned>(&mut self, _: &mut O, entities: &[Entity]) {
        self.index.extend(entities);
    }

    fn clear(&mut self) {
        self.index.clear();
    }

    fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> Option<usize> {
        Some(self.index.arrange(first, order, swaps))
    }

    fn cache(&self) -> Option<&PositionCache> {
        Some(&self.cache)
    }

    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        Some(&mut self.cache)
    }

    fn members(&self) -> Members<'_> {
        Members::Listed(&self.index)
    }

    fn check(&self) -> Result<(), String> {
        self.index.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mask;

    #[test]
    fn the_check_looks_at_the_list() {
        assert!(View::<Mask<1>>::check(&ListView::default()).is_ok());
        let view = ListView { index: SparseIndex::from_raw(alloc::vec![4, 4], &[(4, 0)]), ..ListView::default() };
        assert!(View::<Mask<1>>::check(&view).is_err(), "one is listed twice");
    }
}
