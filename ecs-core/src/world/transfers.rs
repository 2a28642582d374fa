//! Entities that leave a world with their values, and enter another: the basis of [`Transfer`](crate::Transfer) and `take`.
//!
//! Values are moved from storages to queues, one per component, and from queues to storages, without a `Clone`.
//!
//! ```text
//! world A                      Transfer                           world B
//! storages  --take_onto-->     a queue per component  --spawn_all-->  storages: column by column
//! masks                        a mask per entity                      entities are spawned, and rows assigned to them
//! ```
//!
//! Values in between are neither boxed one by one nor sorted.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::change::settle_reserved;
use super::each::{self, EachComponent};
use super::past;
use super::relations;
use super::rows::Rows;
use super::templates::Composing;
use super::transition::{Despawning, core, leave};
use crate::bundle::BundleKind;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::sparse::EntityIndex;
use crate::storage::Storage;
use crate::template::Template;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Entities, Holds, Token};

/// Despawns an entity and returns its components.
///
/// `None` if it is dead. Runs in **O(components of the world + views of the world)** time.
pub(super) fn take<W: EcsWorld>(world: &mut W, entity: Entity) -> Option<Template<W>> {
    let mut template = Template::new();
    template.take_from(world, entity).then_some(template)
}

/// Despawns an entity, appends its values to queues, and stores its mask in `taken`; returns false if it is dead.
///
/// This is a despawn except for the values: callbacks run, views are left, and relations of other entities to it are cleared or cascade.
///
/// The mask is stored before the pasts are dropped, so that it matches the queues even if that panics.
pub(crate) fn take_onto<W: EcsWorld>(
    world: &mut W,
    entity: Entity,
    taken: &mut W::Mask,
    values: &mut W::Queues,
) -> bool {
    if !core(world).entities.allocator.contains(entity) {
        return false;
    }
    settle_reserved(world);
    if const { !W::RELATIONS.is_empty() } {
        relations::despawn_sources(world, entity);
    }
    let Some(mask) = core(world).entities.mask(entity) else { return false };
    leave::<W, Despawning>(world, &Transition::despawned(entity, mask));
    let Core { storages, entities, .. } = core(world);
    entities.despawn(entity);
    if const { !W::RELATIONS.is_empty() } {
        relations::forget(&mut entities.relations, entity);
    }
    W::__each_component(&mask, &mut Take::<W> { storages, entity, values });
    *taken = mask;
    past::finish_all::<W>(storages, &mask);
    true
}

/// Reads the positions of the values of entities, to load them into the caches of the processor.
///
/// Independent loads overlap here, whereas a despawn would wait for each. Runs in **O(entities)** time per component.
pub(crate) fn look_up<W: EcsWorld>(world: &W, entities: &[Entity]) {
    let Core { storages, entities: population, .. } = world.__core(Token::new());
    let masks = entities.iter().filter_map(|entity| population.mask(*entity));
    let all = masks.fold(W::Mask::EMPTY, BitMask::union);
    if !all.is_empty() {
        W::__each_component(&all, &mut LookUp::<W> { storages, entities });
    }
}

/// Looks up the values of one component after another.
///
/// It only affects time: without it, the same entities are taken, but later.
struct LookUp<'a, W: EcsWorld> {
    storages: &'a W::Storages,
    entities: &'a [Entity],
}

impl<W: EcsWorld> each::sealed::Sealed<W> for LookUp<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for LookUp<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        let (index, _) = W::storage(self.storages).parts();
        let own = self.entities.iter().map(|entity| entity.index()).filter(|own| index.position_of(*own).is_some());
        let mut found = own.count();
        if const { <<W as Holds<C>>::Storage as Storage>::Index::DENSE } {
            // Removal moves the last values, or those at the end of a group.
            let all = index.source().steps();
            let last = (all.saturating_sub(2 * self.entities.len())..all).filter_map(|at| index.index_at(at));
            found += last.filter(|last| index.position_of(*last).is_some()).count();
        }
        // Prevents the loops from being optimised away.
        core::hint::black_box(found);
    }
}

/// Moves the values of one component after another from their storages to the ends of queues.
pub(super) struct Take<'a, W: EcsWorld> {
    pub(super) storages: &'a mut W::Storages,
    /// It may lack the component; then nothing is taken.
    pub(super) entity: Entity,
    /// Each value is appended to the queue of its component.
    pub(super) values: &'a mut W::Queues,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Take<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Take<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = C::Kind::take(self.storages, self.entity) {
            C::Kind::enqueue(value, self.values);
        }
    }
}

/// Spawns one entity per mask, with values from queues; `all` are the components in any of the masks. For worlds without callbacks,
/// relations and double-buffered components.
#[track_caller]
pub(crate) fn spawn_all<W: EcsWorld>(
    world: &mut W,
    masks: &mut VecDeque<W::Mask>,
    all: &W::Mask,
    values: &mut W::Queues,
) -> Entities {
    settle_reserved(world);
    let Core { storages, entities, views, targets, .. } = core(world);
    entities.allocator.expect_left(masks.len());
    let mut rows = Rows::new(storages, targets);
    if !all.is_empty() {
        W::__each_component(all, &mut Append::<W> { values, rows: &mut rows });
    }
    if masks.iter().all(|mask| mask == all) {
        let spawned = entities.spawn_many(masks.drain(..).len(), *all);
        rows.assign(&spawned);
        drop(rows);
        W::__spawned::<Composing>(storages, views, &spawned, all);
        return Entities::of(spawned);
    }
    let spawned: Vec<_> = masks.drain(..).map(|mask| (entities.spawn(mask), mask)).collect();
    rows.assign_each(&spawned);
    drop(rows);
    for (entity, mask) in &spawned {
        W::__after::<Composing>(storages, views, &Transition::spawned(*entity, *mask));
    }
    Entities::of(spawned.into_iter().map(|(entity, _)| entity).collect())
}

/// Appends all values of queues.
///
/// The values of each component are in the order of the masks, so they are assigned without a search.
struct Append<'a, 'w, W: EcsWorld> {
    values: &'a mut W::Queues,
    rows: &'a mut Rows<'w, W>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Append<'_, '_, W> {}

impl<W: EcsWorld> EachComponent<W> for Append<'_, '_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        while let Some(value) = W::queue(self.values).pop_front() {
            self.rows.push(value);
        }
    }
}
