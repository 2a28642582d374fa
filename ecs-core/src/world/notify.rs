//! Notifications of views about structural changes, and of systems about views that defer changes.
//!
//! Generated code calls the functions with a parameter `V` once per view: it knows the number of each view, and from constants whether a
//! change can affect it, but not how the view is kept. A group reaches the storages that it owns through [`OwnedBy`], for which generated
//! code lists their components as types: there is no list of storages at run time.
//!
//! ```text
//! a structural change of one entity                       a batch
//!   before(view) for each concerned view, inner first       spawned(view) for each view that matches
//!   values and mask change (values that are removed, perhaps at the end)
//!   after(view) for each concerned view, outer first
//! sync: settle the views that deferred changes, then report to systems
//! ```
//!
//! Inner groups are left before outer ones, and entered after them, because an inner group is a part of the front of an outer one: an
//! entity must be in the outer group to be swapped into the inner one.

use crate::entity::Entity;
use crate::mask::BitMask;
use crate::view::sealed::Sealed;
use crate::view::{Owned, Transition, View};
use crate::world::{Core, EcsWorld, HasView, OwnedStorages as _, Token};

/// Settles the views that defer changes, and notifies systems of entities that entered and left.
pub(super) fn settle<W: EcsWorld>(world: &mut W) {
    if !W::SETTLING.is_empty() {
        settle_all(world);
        world.__report(Token::new());
    }
}

/// Settles the views that defer changes. Systems are notified at the next sync.
pub(crate) fn settle_all<W: EcsWorld>(world: &mut W) {
    let Core { views, entities, .. } = world.__core_mut(Token::new());
    for view in W::SETTLING {
        if let Some((view, aspect)) = W::__view_mut(views, *view) {
            view.settle(entities, &aspect);
        }
    }
}

/// Returns the next entity that left a view that defers changes, for callbacks of systems.
///
/// Generated code calls it in a loop until it returns `None`. A callback that panics has received its entity, so the next call continues
/// with the following one.
pub fn next_exited<W: HasView<V>, const V: usize>(world: &mut W, token: Token) -> Option<Entity> {
    W::view_mut(&mut world.__core_mut(token).views).reports()?.next_exited()
}

/// Returns the next entity that entered a view that defers changes, for callbacks of systems.
pub fn next_entered<W: HasView<V>, const V: usize>(world: &mut W, token: Token) -> Option<Entity> {
    W::view_mut(&mut world.__core_mut(token).views).reports()?.next_entered()
}

/// Notifies a view before an entity changes.
#[inline(always)]
pub fn before<W: HasView<V>, const V: usize>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    change: &Transition<W::Mask>,
) {
    W::view_mut(views).before(&mut OwnedBy::<W, V>(storages), change, &W::ASPECT);
}

/// Notifies a view after an entity changed.
#[inline(always)]
pub fn after<W: HasView<V>, const V: usize>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    change: &Transition<W::Mask>,
) {
    W::view_mut(views).after(&mut OwnedBy::<W, V>(storages), change, &W::ASPECT);
}

/// Notifies a view after entities with this mask were spawned together.
pub fn spawned<W: HasView<V>, const V: usize>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    entities: &[Entity],
    mask: &W::Mask,
) {
    if W::ASPECT.matches(mask) {
        W::view_mut(views).spawned(&mut OwnedBy::<W, V>(storages), entities);
    }
}

/// The storages that a view of a world owns, as the view uses them.
struct OwnedBy<'w, W: HasView<V>, const V: usize>(&'w mut W::Storages);

impl<W: HasView<V>, const V: usize> Sealed for OwnedBy<'_, W, V> {}

impl<W: HasView<V>, const V: usize> Owned for OwnedBy<'_, W, V> {
    #[inline(always)]
    fn enter(&mut self, entity: Entity, position: usize) {
        W::owned().enter(self.0, entity, position);
    }

    #[inline(always)]
    fn leave<M: BitMask>(&mut self, change: &Transition<M>, last: usize) {
        W::owned().leave(self.0, change, last);
    }

    #[inline(always)]
    fn have(&self, values: usize) -> bool {
        W::owned().have(self.0, values)
    }
}
