//! The views and storages of a world by number, as trait objects: for code that is compiled once, with this library.

use crate::sparse::PositionCache;
use crate::storage::ErasedMut;
use crate::view::Members;
use crate::world::EcsWorld;

/// The views of a world, by number.
pub(super) trait ViewsByNumber {
    fn members(&self, view: usize) -> Option<Members<'_>>;
    fn cache(&mut self, view: usize) -> Option<&mut PositionCache>;
}

/// The storages of a world, by number of the component.
pub(super) trait StoragesByNumber {
    fn storage(&mut self, component: usize) -> Option<ErasedMut<'_>>;
}

pub(super) struct ViewsOf<'w, W: EcsWorld>(pub(super) &'w mut W::Views);

pub(super) struct StoragesOf<'w, W: EcsWorld>(pub(super) &'w mut W::Storages);

impl<W: EcsWorld> ViewsByNumber for ViewsOf<'_, W> {
    fn members(&self, view: usize) -> Option<Members<'_>> {
        W::__view_alone(self.0, view).map(|view| view.members())
    }

    fn cache(&mut self, view: usize) -> Option<&mut PositionCache> {
        W::__view_alone_mut(self.0, view).and_then(|view| view.cache_mut())
    }
}

impl<W: EcsWorld> StoragesByNumber for StoragesOf<'_, W> {
    fn storage(&mut self, component: usize) -> Option<ErasedMut<'_>> {
        W::__storage(self.0, component)
    }
}
