//! Entities in transit from one world to another: many templates, whose values are kept by component.
//!
//! - **I1** The queue of a component holds a value for each mask that has the component, in the order of the masks.
//!
//! ```text
//!                          masks         queue of A    queue of B
//! push (A 1, B 2)          {A, B}        1             2
//! push (A 3)               {A, B} {A}    1 3           2
//! pop                      {A}           3             -             the mask says which queues have a value of the first entity
//! ```

use alloc::collections::VecDeque;
use core::fmt;

use super::Template;
use super::moved::clear_values;
use super::values::move_values;
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::mask::BitMask;
use crate::world::change::settle_reserved;
use crate::world::transfers;
use crate::world::{EcsWorld, Entities, Token};

/// Entities that were taken out of worlds, first in, first out: like a [`Template`], but for many entities.
///
/// It consists of a mask per entity and one queue per component of the world, so an entity costs no allocation of its own. Transient
/// components are dropped, as in saves.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
/// use ecs_world::Transfer;
///
/// #[derive(Debug, PartialEq)] struct Health(u32);
/// #[derive(Debug, PartialEq)] struct Armour(u32);
///
/// ecs_world! { components: Health, Armour; }
///
/// let [mut here, mut there] = [World::default(), World::default()];
/// let fleet = [here.spawn((Health(1), Armour(2))), here.spawn(Health(3))];
/// let mut transfer = Transfer::new();
/// for ship in fleet {
///     assert!(transfer.take_from(&mut here, ship));
/// }
/// let arrived: Vec<_> = transfer.spawn_into(&mut there)?.into_iter().collect();
/// assert_eq!(there.get::<Health>(arrived[1]), Some(&Health(3)));
/// assert!(here.is_empty() && transfer.is_empty());
/// # Ok::<(), ecs_world::ChangeError>(())
/// ```
#[must_use = "a transfer does nothing until it is spawned"]
pub struct Transfer<W: EcsWorld> {
    /// The components of each entity, in the order of arrival.
    masks: VecDeque<W::Mask>,
    /// One queue per component, for all entities (I1).
    values: W::Queues,
}

impl<W: EcsWorld> Transfer<W> {
    /// Creates a transfer without entities. Runs in **O(components of the world)** time, without an allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Transfer, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let ship = world.spawn(());
    /// let mut transfer = Transfer::new();
    /// assert_eq!((transfer.len(), transfer.is_empty()), (0, true));
    /// transfer.take_from(&mut world, ship);
    /// assert_eq!((transfer.len(), transfer.is_empty()), (1, false), "an entity without components is one, too");
    /// ```
    pub fn new() -> Self {
        Self { masks: VecDeque::new(), values: W::Queues::default() }
    }

    /// Returns the number of entities. Runs in **O(1)** time.
    #[must_use]
    pub fn len(&self) -> usize {
        self.masks.len()
    }

    /// Returns true if there is no entity. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    /// Despawns an entity and appends its components; returns false if the handle names no live entity of the world. Otherwise the same as
    /// [`take`](crate::WorldTemplates::take). Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::Transfer;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Health(1));
    /// let mut transfer = Transfer::new();
    /// assert_eq!([ship, ship].map(|ship| transfer.take_from(&mut world, ship)), [true, false]);
    /// assert_eq!(transfer.len(), 1);
    /// ```
    pub fn take_from(&mut self, world: &mut W, entity: Entity) -> bool {
        if const { !W::DOUBLE_BUFFERED.is_empty() || !W::TRANSIENT.is_empty() } {
            // The `Drop` of values that stay behind may panic: the values taken before are then dropped with the template.
            let mut template = Template::new();
            let is_alive = template.take_from(world, entity);
            if is_alive {
                self.push(&mut template);
            }
            return is_alive;
        }
        let mut mask = W::Mask::EMPTY;
        let is_alive = transfers::take_onto(world, entity, &mut mask, &mut self.values);
        if is_alive {
            self.masks.push_back(mask);
        }
        is_alive
    }

    /// Looks up entities that are taken next, all of them before the first change, so that a processor waits for several cache misses at
    /// once if the world is too large for its caches. Changes nothing. Runs in **O(entities · components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::Transfer;
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let fleet = world.spawn_batch([1, 2, 3].map(Health)).into_vec();
    /// let mut transfer = Transfer::new();
    /// Transfer::look_up(&world, &fleet);
    /// assert!(fleet.iter().all(|ship| transfer.take_from(&mut world, *ship)));
    /// ```
    pub fn look_up(world: &W, entities: &[Entity]) {
        transfers::look_up(world, entities);
    }

    /// Appends an entity with the components of a template, which is left empty and keeps its memory. Runs in
    /// **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::Transfer;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let mut template = Template::<World>::new().with(Health(7));
    /// let mut transfer = Transfer::new();
    /// transfer.push(&mut template);
    /// assert!(template.is_empty() && transfer.pop(&mut template));
    /// assert_eq!(template.get::<Health>(), Some(&Health(7)));
    /// ```
    pub fn push(&mut self, template: &mut Template<W>) {
        let lost = transient::<W>(template.mask);
        let dropped = Template::<W>::dequeue(&mut template.values, lost);
        let mask = core::mem::replace(&mut template.mask, W::Mask::EMPTY).without(lost);
        move_values::<W>(&mut template.values, &mask, &mut self.values);
        self.masks.push_back(mask);
        drop(dropped);
    }

    /// Moves the first entity into a template, which drops the components that it had. Returns false, and leaves the template empty, if
    /// there is no entity. Runs in **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Transfer, prelude::*};
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let (mut transfer, mut template) = (Transfer::<World>::new(), Template::new());
    /// for health in [1, 2] {
    ///     transfer.push(&mut Template::new().with(Health(health)));
    /// }
    /// assert!(transfer.pop(&mut template) && template.get::<Health>() == Some(&Health(1)));
    /// assert!(transfer.pop(&mut template) && template.get::<Health>() == Some(&Health(2)));
    /// assert!(!transfer.pop(&mut template) && template.is_empty());
    /// ```
    pub fn pop(&mut self, template: &mut Template<W>) -> bool {
        template.clear();
        let Some(mask) = self.masks.pop_front() else { return false };
        move_values::<W>(&mut self.values, &mask, &mut template.values);
        template.mask = mask;
        true
    }

    /// Spawns all entities in order, and empties the transfer, which keeps the memory. Clones nothing.
    ///
    /// Each is a transition of its own. Values are appended together if no system has callbacks, and the world has neither relations nor
    /// double-buffered components. Runs in **O(entities · (components + views))** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the target of a relation is dead. That entity and those after it then stay in the transfer; those before it were
    /// spawned.
    ///
    /// # Panics
    ///
    /// If no index is left for an entity. That entity and those after it then stay in the transfer; in a world without callbacks, relations
    /// and double-buffered components, all of them stay, as it counts first. An entity also stays if a `Clone` of a double-buffered
    /// component or `Relation::targets` panics.
    ///
    /// # Examples
    ///
    /// Entities that are refused can be repaired, or spawned elsewhere:
    ///
    /// ```
    /// # use ecs_world::{Transfer, prelude::*};
    /// # #[derive(Debug, Relation)] struct Guards(Entity);
    /// # ecs_world! { relations: Guards (clear); }
    /// # let [mut here, mut there] = [World::default(), World::default()];
    /// let [rock, gate] = [0, 1].map(|_| here.spawn(()));
    /// let guard = here.spawn(Guards(gate));
    /// let mut transfer = Transfer::new();
    /// assert!(transfer.take_from(&mut here, rock) && transfer.take_from(&mut here, guard));
    /// assert!(transfer.spawn_into(&mut there).is_err(), "there is no gate");
    /// assert_eq!((there.len(), transfer.len()), (1, 1));
    /// assert_eq!(transfer.spawn_into(&mut here).map(|spawned| spawned.len()), Ok(1));
    /// ```
    #[track_caller]
    pub fn spawn_into(&mut self, world: &mut W) -> Result<Entities, ChangeError> {
        if const { !W::CALLBACKS && W::RELATIONS.is_empty() && W::DOUBLE_BUFFERED.is_empty() } {
            let all = union::<W>(&self.masks);
            return Ok(transfers::spawn_all(world, &mut self.masks, &all, &mut self.values));
        }
        let mut spawned = alloc::vec::Vec::with_capacity(self.len());
        let mut moving = Moving { transfer: self, template: Template::new() };
        loop {
            // What can panic before an entity is spawned runs before it is popped, as an entity without components would not be put back.
            settle_reserved(world);
            if !moving.transfer.is_empty() {
                world.__core_mut(Token::new()).entities.allocator.expect_left(1);
            }
            if !moving.transfer.pop(&mut moving.template) {
                break;
            }
            spawned.push(moving.template.spawn_into(world)?);
        }
        Ok(Entities::of(spawned))
    }

    /// Inserts the components of a template before all others.
    fn put_back(&mut self, template: &mut Template<W>) {
        let mut rest = core::mem::take(self);
        self.push(template);
        while rest.pop(template) {
            self.push(template);
        }
    }

    /// Drops all entities, and keeps the memory. Runs in **O(entities + components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Transfer, prelude::*};
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let mut transfer = Transfer::<World>::new();
    /// transfer.push(&mut Template::new().with(Health(7)));
    /// assert_eq!(transfer.len(), 1);
    /// transfer.clear();
    /// assert!(transfer.is_empty());
    /// ```
    pub fn clear(&mut self) {
        let all = union::<W>(&self.masks);
        self.masks.clear();
        clear_values::<W>(&mut self.values, all);
    }
}

/// An entity that was popped to be spawned. If it is not spawned, also because of a panic, it is put back.
struct Moving<'a, W: EcsWorld> {
    transfer: &'a mut Transfer<W>,
    /// The popped entity; empty once it is spawned.
    template: Template<W>,
}

impl<W: EcsWorld> Drop for Moving<'_, W> {
    fn drop(&mut self) {
        if !self.template.is_empty() {
            self.transfer.put_back(&mut self.template);
        }
    }
}

/// The components that are in any of these masks.
fn union<W: EcsWorld>(masks: &VecDeque<W::Mask>) -> W::Mask {
    masks.iter().fold(W::Mask::EMPTY, |all, mask| all.union(*mask))
}

/// The transient components of a mask.
fn transient<W: EcsWorld>(mask: W::Mask) -> W::Mask {
    let own = W::TRANSIENT.iter().filter(|component| mask.contains(**component));
    own.fold(W::Mask::EMPTY, |all, component| all.union(W::Mask::bit(*component)))
}

impl<W: EcsWorld> Default for Transfer<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: EcsWorld> fmt::Debug for Transfer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transfer").field("entities", &self.len()).finish_non_exhaustive()
    }
}
