//! The views of a world that is loaded: they are made from masks, in the orders of the save as far as these fit.
//!
//! Columns are loaded in their saved order, so the storages of a group are usually aligned already. The entities that are in position are
//! therefore counted first and adopted as they are, and only the others are moved. If a save was changed by hand, more of them are moved,
//! and nothing else is lost.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::super::read::{LoadWorld, Loading};
use super::super::{is_saved, list_name};
use crate::population::Population;
use crate::storage::ErasedMut;
use crate::view::{Aspect, Members, Transition};
use crate::world::{Core, EcsWorld};

impl<W: LoadWorld> Loading<W> {
    /// Adds the entities to the views: to a group in the order of the first storage that it owns; to a list in the order of the save,
    /// followed by the entities that are not in it, by ascending index. So orders that fit stay as they are.
    pub(super) fn fill_views(&mut self) -> Result<(), String> {
        let (lists, deferred) = (mem::take(&mut self.lists), mem::take(&mut self.deferred));
        let Core { storages, views, entities, .. } = self.core();
        for (view, list) in lists.iter().enumerate() {
            let Some((own, aspect)) = W::__view(views, view) else { continue };
            let slots = entities.allocator.slots();
            let (mut in_position, mut order) = (0, Vec::new());
            match own.members() {
                Members::Prefix(_) => {
                    let owned = W::VIEWS[view].owned;
                    in_position = already_in_position::<W>(storages, owned, entities, &aspect);
                    if let Some(lead) = owned.first().and_then(|lead| W::__storage(storages, *lead)) {
                        order = indices_from(lead, in_position).into_owned();
                    }
                }
                Members::Listed(_) => {
                    if let Some(list) = list.as_ref().filter(|_| is_saved::<W>(view)) {
                        let Some(listed) = list.list(slots as usize) else {
                            let name = list_name::<W>(view);
                            return Err(format!("the list `{name}` has more entities than there are slots"));
                        };
                        order = listed;
                    }
                    order.extend(0..slots);
                }
                Members::Whole | Members::NotKept => continue,
            }
            if let Some(own) = W::__view_alone_mut(views, view) {
                own.adopt(in_position);
            }
            let mut is_in = vec![false; if order.is_empty() { 0 } else { entities.masks().len() }];
            for index in order {
                let Some(entity) = entities.allocator.entity_at(index) else { continue };
                let mask = entities.masks()[index as usize];
                if aspect.matches(&mask) && !mem::replace(&mut is_in[index as usize], true) {
                    W::__enter(storages, views, view, &Transition::spawned(entity, mask));
                }
            }
            if let Some((own, aspect)) = W::__view_mut(views, view) {
                own.settle(entities, &aspect);
                if let Some(reports) = own.reports() {
                    reports.clear();
                }
                if let Some(deferred) = deferred[view].as_ref().filter(|_| is_saved::<W>(view)) {
                    own.defer(deferred, entities, &aspect);
                }
            }
        }
        Ok(())
    }
}

/// Number of matching entities that are first in all of these storages, in the same order.
///
/// Compares blocks of 64 entities, as only one storage is borrowed at a time. Runs in **O(result)** time per owned storage, rounded up to a
/// block.
fn already_in_position<W: EcsWorld>(
    storages: &mut W::Storages,
    owned: &[usize],
    entities: &Population<W::Mask>,
    aspect: &Aspect<W::Mask>,
) -> usize {
    let (mut in_position, mut block) = (0, Vec::new());
    let Some((lead, others)) = owned.split_first() else { return 0 };
    loop {
        block.clear();
        if let Some(lead) = W::__storage(storages, *lead) {
            block.extend(indices_from(lead, in_position).iter().take(64));
        }
        let mut fitting = entities.masks().select(&block, |mask| aspect.matches(mask)).trailing_ones() as usize;
        for component in others {
            fitting = match W::__storage(storages, *component) {
                Some(other) => in_common(&block[..fitting], &indices_from(other, in_position)),
                None => 0,
            };
        }
        in_position += fitting;
        if fitting < 64 {
            return in_position;
        }
    }
}

/// The entities of a storage from a position on, in its order; borrowed if the storage has a list of them.
fn indices_from(storage: ErasedMut<'_>, first: usize) -> Cow<'_, [u32]> {
    let source = storage.into_source();
    match source.indices() {
        Some(indices) => Cow::Borrowed(indices.get(first..).unwrap_or_default()),
        None => source.iter().skip(first).collect(),
    }
}

/// Length of the common prefix of two orders. If `order` is a prefix of `other`, one comparison of memory finds it.
fn in_common(order: &[u32], other: &[u32]) -> usize {
    if other.starts_with(order) {
        return order.len();
    }
    order.iter().zip(other).take_while(|(own, other)| own == other).count()
}
