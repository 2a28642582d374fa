//! Owns the views that need no upkeep: a storage as it is, and a search at each walk.

use super::sealed::Sealed;
use super::{Aspect, Members, Owned, Transition, View};
use crate::{BitMask, Entity, PositionCache};

/// All entities that have one component: the storage of that component is the view.
///
/// A change costs nothing, a step of a walk nothing but the value. The order is that of the storage.
#[derive(Debug, Clone, Default)]
pub struct StorageView;

/// A view that is found anew at each walk: the shortest storage that the aspect requires, testing masks.
///
/// A change costs nothing, a walk **O(shortest storage)**, with one lookup per component; a walk of a system **O(matches)**, without
/// lookups, where nothing changed since the last run and the view has no filters. The order is that of the storage. (The naive iteration of the dissertation, with masks.)
#[derive(Debug, Clone, Default)]
pub struct ScanView {
    cache: PositionCache,
}

macro_rules! without_upkeep {
    ($View:ty, $members:expr $(, $cache:ident)?) => {
        impl Sealed for $View {}

        impl<M: BitMask> View<M> for $View {
            #[inline(always)]
            fn before<O: Owned>(&mut self, _: &mut O, _: &Transition<M>, _: &Aspect<M>) {}

            #[inline(always)]
            fn after<O: Owned>(&mut self, _: &mut O, _: &Transition<M>, _: &Aspect<M>) {}

            fn spawned<O: Owned>(&mut self, _: &mut O, _: &[Entity]) {}

            fn clear(&mut self) {}

            $(
                fn cache(&self) -> Option<&PositionCache> {
                    Some(&self.$cache)
                }

                fn cache_mut(&mut self) -> Option<&mut PositionCache> {
                    Some(&mut self.$cache)
                }
            )?

            fn members(&self) -> Members<'_> {
                $members
            }
        }
    };
}

without_upkeep!(StorageView, Members::Whole);
without_upkeep!(ScanView, Members::NotKept, cache);
