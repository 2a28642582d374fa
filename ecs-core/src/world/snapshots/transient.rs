//! Keeping `#[transient]` components, which are not in snapshots and deltas, when the state of a world is replaced.
//!
//! Their storages are not changed, except that values of entities that are dead in the restored state are dropped. The restored masks lack
//! the bits of transient components, so these are set from the storages. Then the views that mention a transient component are rebuilt from
//! the masks.
//!
//! ```text
//!                         slot 0                     slot 1
//! snapshot                0v1 {Position}             1v1 {Position}
//! world before            0v1 {Position, Sprite}     1v3 {Sprite}         #[transient] Sprite
//! discard_transient                                  the Sprite is dropped: 1v3 is dead in the snapshot
//! masks restored          0v1 {Position}             1v1 {Position}
//! add_transient           0v1 {Position, Sprite}     1v1 {Position}
//! ```

use crate::mask::BitMask;
use crate::population::Population;
use crate::storage::ErasedStorage as _;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, GeneratedWorld, Snapshots};

/// Checks that no pending command has a value of a transient component. A snapshot would lack the value, so the command could not be
/// repeated.
///
/// # Panics
///
/// If there is such a command; the message names the component.
#[track_caller]
pub(super) fn expect_no_pending_transient<W: Snapshots>(core: &Core<W>) {
    if W::TRANSIENT.is_empty() {
        return;
    }
    let mut found = None;
    let mut find = |queues: &W::Queues| {
        if found.is_none() {
            found = W::__pending_transient(queues);
        }
    };
    core.commands.each_queues(&mut find);
    #[cfg(feature = "rayon")]
    for commands in &core.queued {
        commands.each_queues(&mut find);
    }
    if let Some(component) = found {
        pending_transient(W::COMPONENTS[component]);
    }
}

/// Panics with the name of the component. Not inlined, because it is rarely called.
#[cold]
#[inline(never)]
#[track_caller]
fn pending_transient(component: &str) -> ! {
    panic!(
        "a pending command has a value of the transient component `{component}`: flush the commands before the snapshot"
    )
}

/// Drops the transient components of entities that are dead in the restored state.
///
/// Handles are compared: if a slot has another entity in the restored state, its entity here counts as dead. Runs in **O(slots)** time.
pub(in crate::world) fn discard_transient<W: EcsWorld>(core: &mut Core<W>, restored: &Population<W::Mask>) {
    let Core { storages, entities, .. } = core;
    for (index, mask) in (0..).zip(entities.masks().iter()) {
        let Some(entity) = entities.allocator.entity_at(index) else { continue };
        if restored.allocator.contains(entity) {
            continue;
        }
        for component in W::TRANSIENT.iter().filter(|component| mask.contains(**component)) {
            if let Some(mut storage) = W::__storage(storages, *component) {
                storage.discard(entity);
            }
        }
    }
}

/// Adds an entity to the views that it matches.
type EnterViews<'a, W> = &'a mut dyn FnMut(
    &mut <W as GeneratedWorld>::Storages,
    &mut <W as GeneratedWorld>::Views,
    &Transition<<W as GeneratedWorld>::Mask>,
);

/// Adds the remaining transient components to the restored masks, and rebuilds the views that mention one. Views that defer changes settle,
/// without reports.
///
/// Runs in **O(slots + transient values)** time, plus that of the views.
pub(in crate::world) fn add_transient<W: EcsWorld>(core: &mut Core<W>, enter: EnterViews<'_, W>) {
    let Core { storages, views, entities, .. } = core;
    for component in W::TRANSIENT {
        let Some(storage) = W::__storage(storages, *component) else { continue };
        for index in storage.into_source().iter() {
            entities.restore(index, *component);
        }
    }
    let mentioning = || (0..W::VIEWS.len()).filter(|view| W::VIEWS[*view].any_of(W::TRANSIENT));
    for view in mentioning() {
        if let Some(view) = W::__view_alone_mut(views, view) {
            view.reset();
        }
    }
    for (index, mask) in (0..).zip(entities.masks().iter()) {
        if let Some(entity) = entities.allocator.entity_at(index) {
            enter(storages, views, &Transition::spawned(entity, *mask));
        }
    }
    for view in mentioning() {
        if let Some((view, aspect)) = W::__view_mut(views, view) {
            view.settle(entities, &aspect);
            if let Some(reports) = view.reports() {
                reports.clear();
            }
        }
    }
}
