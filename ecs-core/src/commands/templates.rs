//! Commands that spawn and insert templates, and clone entities.
//!
//! The values of a template are in the same queues as those of bundles; its mask, in `held`, says in which.
//!
//! ```text
//! spawn_template(&goblin)      goblin has Health(5) and Armour(2)
//!
//! held      [ .. {Health, Armour} ]      read first, at the sync
//! Health    [ .. 5 ]                     a clone of each value
//! Armour    [ .. 2 ]
//! ```

use core::marker::PhantomData;

use super::batch::{Applied, Dropped, Subject};
use super::operation::{Inserted, Kind, Operation};
use super::{Batch, Commands};
use crate::entity::Entity;
use crate::template::Template;
use crate::world::change;
use crate::world::moved_values::{insert_waiting, spawn_waiting};
use crate::world::{CloneComponents, EcsWorld, HasTree};

impl<W: EcsWorld> Commands<W> {
    /// Spawns an entity with clones of the components of a template, at the next sync. The clones are made now; if one panics, no
    /// command is issued.
    ///
    /// Runs in **O(components of the world)** time, plus that of the clones.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let goblin = Template::new().with(Health(5));
    /// world.commands().spawn_template(&goblin);
    /// world.flush();
    /// assert_eq!(world.query::<&Health>().single(), Ok(&Health(5)));
    /// ```
    pub fn spawn_template(&mut self, template: &Template<W>)
    where
        W: for<'x> CloneComponents<'x>,
    {
        let last = self.last();
        last.enqueue_clone(template);
        last.push(OfTemplate::SPAWN, Subject::None, 1);
    }

    /// Spawns `count` entities with clones of the components of a template, at the next sync. The clones are made now; if one panics, only
    /// the entities before it are spawned.
    ///
    /// Runs in **O(entities * components of the world)** time, plus that of the clones.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let goblin = Template::new().with(Health(5));
    /// world.commands().spawn_templates(&goblin, 3);
    /// world.flush();
    /// assert_eq!(world.query::<&Health>().iter().count(), 3);
    /// ```
    pub fn spawn_templates(&mut self, template: &Template<W>, count: usize)
    where
        W: for<'x> CloneComponents<'x>,
    {
        let mut growing = self.last().grow(OfTemplate::SPAWN, Subject::None);
        for _ in 0..count {
            growing.batch().enqueue_clone(template);
            growing.next();
        }
    }

    /// Inserts the components of a template into an entity, at the next sync. If the entity, or a target of a relation among them, is dead
    /// by then, they are dropped, and the command is [counted](EcsWorld::dropped_commands). Runs in **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let [one, other] = [world.spawn(()), world.spawn(Health(3))];
    /// let taken = world.take(other).unwrap();
    /// world.commands().insert_template(one, taken);
    /// world.flush();
    /// assert_eq!(world.get::<Health>(one), Some(&Health(3)));
    /// ```
    pub fn insert_template(&mut self, entity: Entity, template: Template<W>) {
        let last = self.last();
        last.enqueue_template(template);
        last.push(OfTemplate::INSERT, Subject::One(entity), 1);
    }

    /// Inserts clones of the components of a template into an entity, at the next sync.
    pub(crate) fn insert_clone(&mut self, entity: Entity, template: &Template<W>)
    where
        W: for<'x> CloneComponents<'x>,
    {
        let last = self.last();
        last.enqueue_clone(template);
        last.push(OfTemplate::INSERT, Subject::One(entity), 1);
    }

    /// Clones an entity at the next sync, with the components that it has then. If it is dead by then, nothing is spawned, and the command
    /// is [counted](EcsWorld::dropped_commands). Runs in **O(1)** time; the clones are made at the sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// world.commands().clone_entity(hero);
    /// world.flush();
    /// assert!(world.query::<&Health>().iter().eq([&Health(5), &Health(5)]));
    /// ```
    pub fn clone_entity(&mut self, entity: Entity)
    where
        W: for<'x> CloneComponents<'x>,
    {
        self.last().push(Cloning::<W>::ENTITY, Subject::One(entity), 1);
    }

    /// Clones an entity and its descendants in a tree at the next sync, as they are then; a dead root is counted as a [dropped
    /// command](EcsWorld::dropped_commands). Runs in **O(1)** time; the clones are made at the sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation, Clone)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let ship = world.spawn(());
    /// world.spawn(ChildOf(ship));
    /// world.commands().clone_tree::<ChildOf>(ship);
    /// world.flush();
    /// assert_eq!(world.len(), 4);
    /// ```
    pub fn clone_tree<R: 'static>(&mut self, root: Entity)
    where
        W: HasTree<R> + for<'x> CloneComponents<'x>,
    {
        self.last().push(CloningTree::<W, R>::OPERATION, Subject::One(root), 1);
    }

    /// The queues, with the values of the change that was popped last at their front (I2 of `pending`).
    pub(crate) fn queues(&mut self) -> &mut W::Queues {
        self.first().queues.get_or_make()
    }

    fn held(&mut self) -> Option<W::Mask> {
        self.first().held.pop_front()
    }
}

impl<W: EcsWorld> Batch<W> {
    fn enqueue_template(&mut self, template: Template<W>) {
        self.held.push_back(template.mask());
        template.enqueue(self.queues.get_or_make());
    }

    fn enqueue_clone(&mut self, template: &Template<W>)
    where
        W: for<'x> CloneComponents<'x>,
    {
        template.clone_into(template.mask(), self.queues.get_or_make());
        self.held.push_back(template.mask());
    }
}

/// The operations with a template.
struct OfTemplate<W>(PhantomData<W>);

impl<W: EcsWorld> OfTemplate<W> {
    const SPAWN: &'static Operation<W> =
        &Operation::new(apply_spawn_template, Kind::Spawn).inserting(Inserted::Template);
    const INSERT: &'static Operation<W> =
        &Operation::new(apply_insert_template, Kind::Insert).inserting(Inserted::Template);
}

/// The operation that clones an entity.
struct Cloning<W>(PhantomData<W>);

impl<W: for<'x> CloneComponents<'x>> Cloning<W> {
    const ENTITY: &'static Operation<W> = &Operation::new(apply_clone_entity, Kind::CloneEntity);
}

/// The operation that clones a tree.
struct CloningTree<W, R>(PhantomData<(W, R)>);

impl<W: HasTree<R> + for<'x> CloneComponents<'x>, R: 'static> CloningTree<W, R> {
    const OPERATION: &'static Operation<W> = &Operation::new(apply_clone_tree::<W, R>, Kind::CloneTree);
}

fn apply_spawn_template<W: EcsWorld>(world: &mut W, _: Option<Entity>) -> Applied {
    let Some(mask) = change::commands(world).held() else { return Ok(()) };
    spawn_waiting(world, mask).map_err(Dropped::from)
}

fn apply_insert_template<W: EcsWorld>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(mask), Some(entity)) = (change::commands(world).held(), entity) else { return Ok(()) };
    insert_waiting(world, entity, mask, &[]).map_err(Dropped::from)
}

fn apply_clone_entity<W: for<'x> CloneComponents<'x>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| world.clone_entity(entity).map(drop).map_err(Dropped::from))
}

fn apply_clone_tree<W: HasTree<R> + for<'x> CloneComponents<'x>, R: 'static>(
    world: &mut W,
    root: Option<Entity>,
) -> Applied {
    root.map_or(Ok(()), |root| world.clone_tree::<R>(root).map(drop).map_err(Dropped::from))
}
