//! Replicas: the entities of another world within a world that has entities of its own.
//!
//! A replica keeps an exact copy of the other world. Deltas are checked against this copy and applied to it. The changes of the copy are
//! then repeated in this world as structural changes, with the handles of this world, so callbacks, views and relations work as always.
//!
//! - **I1** `here` and `there` are inverse, and the keys of `here` are the live entities of the copy, unless a panic interrupted the last
//!   delta (`is_behind`): then the next one spawns all entities anew. In any case, `here` contains each entity that a delta has spawned.
//!
//! ```text
//!    other world (a server)                     this world (a client)
//!    entity 0v1  Health(3)   -- delta -->       copy: 0v1 Health(3)      exact: slots, orders, all parts
//!                                               world: 4v3 Health(3)     0v1 here is 4v3, and 4v3 there is 0v1
//!                                               world: 0v1 ..            an entity of its own
//! ```
//!
//! A delta is read completely, and refused if it is damaged, before the copy or the world changes. Then the copy changes as a whole, and
//! finally the world, step by step as its own code would change it: relations that change are removed, entities are despawned, entities are
//! spawned, and values are inserted, relations last.

mod changes;
mod targets;

use changes::{Changes, changes_of};
use targets::{AllowDead, leave_dead_out};

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::mem;

use super::delta::{self, Delta, DeltaError, Edited, damaged};
use super::parts::Part;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::change::settle_reserved;
use crate::world::saves::{LoadWorld, SaveWorld};
use crate::world::{EachComponent, EcsWorld, Holds, each};

/// Adds the entities of another world to a world, and keeps them up to date: for a client that also has entities of its own.
///
/// [`Replica::new`] starts from a world as `default()` returns it, so the first delta is the difference between the other world and a
/// default one. Each delta spawns, changes and despawns the entities of the other world, under handles of this world. Handles in relations
/// and in components with `#[handles]` are replaced; a handle that refers to no entity of the other world refers to none here. Resources,
/// events, states and systems of this world are not changed; those of the other world are in [`original`](Self::original).
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use ecs_world::Replica;
/// use ecs_world::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! {
///     #[derive(Clone, Serialize, Deserialize)]
///     pub struct Game;
///     components: Health;
/// }
///
/// let mut server = Game::default();
/// let hero = server.spawn(Health(3));
///
/// let (mut client, mut replica) = (Game::default(), Replica::new());
/// let own = client.spawn(Health(100));
/// replica.apply(&mut client, &server.diff(&Game::default()).unwrap()).unwrap();
///
/// let copy = replica.here(hero).unwrap();
/// assert_eq!(client.get::<Health>(copy), Some(&Health(3)));
/// assert_eq!(client.get::<Health>(own), Some(&Health(100)));
/// # }
/// ```
pub struct Replica<W> {
    /// The other world as of the last delta. The next delta is applied to it.
    copy: W,
    /// From handles of the other world to those of this one.
    here: BTreeMap<Entity, Entity>,
    /// The inverse of `here`.
    there: BTreeMap<Entity, Entity>,
    /// Whether a panic interrupted the last delta (I1).
    is_behind: bool,
}

// The bounds are on the methods, so that an error names the missing bound instead of reporting that there is no such method.
impl<W> Replica<W> {
    /// Creates a replica without entities.
    ///
    /// Runs in the time of `W::default()`, which creates the copy.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Replica, prelude::*};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// let replica = Replica::<Game>::new();
    /// assert!(replica.is_empty());
    /// assert_eq!(replica.original().state_hash(), Game::default().state_hash(), "the base of the first delta");
    /// ```
    #[must_use]
    pub fn new() -> Self
    where
        W: SaveWorld + LoadWorld,
    {
        Self { copy: W::default(), here: BTreeMap::new(), there: BTreeMap::new(), is_behind: false }
    }

    /// The other world as of the last delta. Its [hash](crate::WorldState::state_hash) must be the base of the next delta.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Replica, prelude::*};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// let mut server = Game::default();
    /// let hero = server.spawn(Health(3));
    /// let (mut client, mut replica) = (Game::default(), Replica::new());
    /// assert!(replica.is_empty());
    /// replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
    /// let here = replica.here(hero).unwrap();
    /// assert_eq!((replica.there(here), replica.len()), (Some(hero), 1));
    /// assert_eq!(replica.original().state_hash(), server.state_hash());
    /// # }
    /// ```
    #[must_use]
    pub fn original(&self) -> &W {
        &self.copy
    }

    /// The entity of this world that corresponds to one of the other world; `None` if the other world had no such entity at the last delta.
    /// If this world despawned the entity itself, the handle is stale. Runs in **O(log entities)** time.
    #[must_use]
    pub fn here(&self, there: Entity) -> Option<Entity> {
        self.here.get(&there).copied()
    }

    /// The entity of the other world that corresponds to one of this world; `None` for its own entities. Runs in **O(log entities)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Replica, prelude::*};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// # let (mut server, mut client, mut replica) = (Game::default(), Game::default(), Replica::new());
    /// let own = client.spawn(Health(100));
    /// let hero = server.spawn(Health(3));
    /// replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
    /// assert_eq!(replica.there(own), None);
    /// assert_eq!(replica.here(hero).and_then(|here| replica.there(here)), Some(hero));
    /// ```
    #[must_use]
    pub fn there(&self, here: Entity) -> Option<Entity> {
        self.there.get(&here).copied()
    }

    /// Number of entities of the other world, including those that this world despawned itself. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Replica, prelude::*};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// # let (mut server, mut client, mut replica) = (Game::default(), Game::default(), Replica::new());
    /// let hero = server.spawn(Health(3));
    /// replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
    /// client.despawn(replica.here(hero).unwrap()).unwrap();
    /// assert_eq!((client.len(), replica.len()), (0, 1), "the server still has it");
    /// assert!(!client.contains(replica.here(hero).unwrap()), "its handle is stale");
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.here.len()
    }

    /// Returns true if the other world has no entities. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Repeats the changes of the other world in this one: despawns, spawns, removals and insertions of components, with their callbacks.
    ///
    /// An entity that this world despawned itself is not spawned again, and relations whose policy is not `keep` leave it out as a target:
    /// a source that has no other target lacks the relation here. Relations that would close a cycle with links of this world are left out,
    /// too. Storages and the sources of relations are in the order in which changes arrive. The pasts of double-buffered components are
    /// those of this world. Runs in **O(slots + values)** time, of the other world, plus the time of the changes.
    ///
    /// # Errors
    ///
    /// Those of [`WorldState::apply`](crate::WorldState::apply). Neither the world nor the replica changes then.
    ///
    /// # Panics
    ///
    /// If code of the user panics. If a callback of this world panics, the next delta, which can be an empty one, despawns all entities of
    /// the other world and spawns them anew, under new handles. If the `Drop` of a former value of the copy panics, the copy is reset as
    /// well: [`original`](Self::original) is then a new world, from which the next delta has to start.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Replica, prelude::*};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// let (mut server, mut client, mut replica) = (Game::default(), Game::default(), Replica::new());
    /// let [hero, orc] = [3, 8].map(|health| server.spawn(Health(health)));
    /// replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
    /// let here = replica.here(hero).unwrap();
    ///
    /// server.insert(hero, Health(2)).unwrap();
    /// server.despawn(orc).unwrap();
    /// replica.apply(&mut client, &server.diff(replica.original()).unwrap()).unwrap();
    /// assert_eq!((client.get::<Health>(here), client.len()), (Some(&Health(2)), 1));
    /// assert_eq!(replica.here(orc), None);
    /// # }
    /// ```
    pub fn apply(&mut self, world: &mut W, delta: &Delta<W>) -> Result<(), DeltaError>
    where
        W: SaveWorld + LoadWorld,
    {
        let Edited { before, after } = delta::read(&self.copy, delta)?;
        let known = if self.is_behind { &[][..] } else { &before[..] };
        let changes = changes_of::<W>(known, &merged(&before, &after));
        let mut changes = changes.map_err(damaged)?;
        let restart = Restart(self);
        let finished = delta::finish(&mut restart.0.copy, delta, before, after);
        mem::forget(restart);
        finished?;
        if mem::replace(&mut self.is_behind, true) {
            changes.gone = self.here.keys().copied().collect();
        }
        self.repeat(world, changes);
        self.is_behind = false;
        Ok(())
    }

    /// Repeats changes in a world. Relations that change are removed first, so that an entity that moved is not despawned with its former
    /// parent, and no tree has a cycle meanwhile.
    fn repeat(&mut self, world: &mut W, Changes { gone, new, columns }: Changes)
    where
        W: SaveWorld + LoadWorld,
    {
        let is_relation = |component: usize| W::RELATIONS.iter().any(|relation| relation.component == component);
        let of = |component: usize| W::Mask::bit(component);
        for change in &columns {
            let replaced = if is_relation(change.component) { &change.replaced[..] } else { &[] };
            let entities = known(&self.here, &[&change.removed, replaced]);
            W::__each_component(&of(change.component), &mut Remove { world, entities: &entities });
        }
        for there in gone {
            if let Some(here) = self.here(there) {
                let _ = world.despawn(here);
                self.here.remove(&there);
                self.there.remove(&here);
            }
        }
        // Their handles are stored before callbacks are called, which may panic.
        for there in new {
            let here = world.reserve_entity();
            self.here.insert(there, here);
            self.there.insert(here, there);
        }
        settle_reserved(world);
        let (mut relations, mut others) = (Vec::new(), Vec::new());
        for change in columns {
            let last = if is_relation(change.component) { &mut relations } else { &mut others };
            last.push(change);
        }
        for changes in [others, relations] {
            for change in changes {
                let entities = all_known(&self.here, &change.set);
                let mut insert = Insert { world, entities, values: change.values, here: &self.here };
                W::__each_component(&of(change.component), &mut insert);
            }
        }
    }
}

/// The parts after a delta.
fn merged<'a>(before: &'a [Part], after: &'a [Option<Part>]) -> Vec<&'a Part> {
    before.iter().zip(after).map(|(before, after)| after.as_ref().unwrap_or(before)).collect()
}

/// The handles in this world of those entities that have one.
fn known(here: &BTreeMap<Entity, Entity>, there: &[&[Entity]]) -> Vec<Entity> {
    there.iter().copied().flatten().filter_map(|there| here.get(there).copied()).collect()
}

/// The handle in this world of each entity; `None` if it has none.
fn all_known(here: &BTreeMap<Entity, Entity>, there: &[Entity]) -> Vec<Option<Entity>> {
    there.iter().map(|there| here.get(there).copied()).collect()
}

impl<W: SaveWorld + LoadWorld> Default for Replica<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W> fmt::Debug for Replica<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replica").field("entities", &self.here.len()).finish_non_exhaustive()
    }
}

/// Resets a replica when it is dropped, which happens if user code panics while the state of the copy is replaced.
struct Restart<'a, W: LoadWorld>(&'a mut Replica<W>);

impl<W: LoadWorld> Drop for Restart<'_, W> {
    #[cold]
    fn drop(&mut self) {
        self.0.is_behind = true;
        self.0.copy = W::default();
    }
}

/// Removes a component from entities.
struct Remove<'a, W> {
    /// The world of the replica, not the copy.
    world: &'a mut W,
    /// Handles of this world. Entities that are dead or lack the component are skipped.
    entities: &'a [Entity],
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Remove<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Remove<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        for entity in self.entities {
            let _ = self.world.remove_any::<C>(*entity);
        }
    }
}

/// Inserts values of one component. Entities that this world despawned are skipped.
struct Insert<'a, W> {
    /// The world of the replica, not the copy.
    world: &'a mut W,
    /// The entity of each value; `None` if it has no handle in this world.
    entities: Vec<Option<Entity>>,
    /// A `Vec` of the component, in the order of `entities`. It is taken when the type of the component is known.
    values: Option<Box<dyn Any>>,
    /// The map that replaces handles in values. A handle without an entry becomes [`Entity::UNUSED`].
    here: &'a BTreeMap<Entity, Entity>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Insert<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Insert<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        let Some(values) = self.values.take() else { return };
        let Ok(values) = values.downcast::<Vec<C>>() else { return };
        let mut entities = mem::take(&mut self.entities).into_iter();
        for mut value in *values {
            let Some(entity) = entities.next() else { break };
            if const { W::VISIT_HANDLES.is_some() }
                && let Some(visit) = W::VISIT_HANDLES
            {
                visit(&mut value, &mut |handle| *handle = self.here.get(handle).copied().unwrap_or(Entity::UNUSED));
            }
            if let Some(entity) = entity
                && leave_dead_out::<W, C>(self.world, &mut value)
            {
                let world = AllowDead::of(self.world);
                let _ = world.0.insert(entity, value);
            }
        }
    }
}
