//! Reads the positions that ad-hoc queries requested into caches (`sparse/pairs.rs`): before a query that writes, and before a run.

use super::by_number::{StoragesByNumber, StoragesOf, ViewsByNumber, ViewsOf};
use super::{Core, EcsWorld, Token};
use crate::sparse::{PairCache, Source};
use crate::storage::ErasedMut;
use crate::view::Members;

/// Reads all positions that are due. Runs in **O(1)** time if there are none; otherwise in **O(components + views + entities)** per pair.
#[inline(always)]
pub(crate) fn refresh<W: EcsWorld>(world: &mut W) {
    if world.__core_mut(Token::new()).entities.pairs.are_due() {
        read(world);
    }
}

#[inline(never)]
fn read<W: EcsWorld>(world: &mut W) {
    let Core { storages, views, entities, .. } = world.__core_mut(Token::new());
    let (components, of) = (W::COMPONENTS.len(), W::VIEWS.len());
    read_all(&mut entities.pairs, (&mut StoragesOf::<W>(storages), components), (&ViewsOf::<W>(views), of));
}

/// Reads all positions that are due, of these numbers of storages and views. Compiled once, with this library.
fn read_all(
    pairs: &mut PairCache,
    (storages, components): (&mut dyn StoragesByNumber, usize),
    (views, of): (&dyn ViewsByNumber, usize),
) {
    pairs.read(|address, with| {
        let is_of = |source: Source<'_>| source.stamp().is_some_and(|stamp| stamp.index == address);
        for component in 0..components {
            if let Some(source) = storages.storage(component).map(ErasedMut::into_source)
                && is_of(source)
            {
                return with(source);
            }
        }
        for view in 0..of {
            if let Some(Members::Listed(list)) = views.members(view)
                && is_of(Source::all(list))
            {
                return with(Source::all(list));
            }
        }
    });
}
