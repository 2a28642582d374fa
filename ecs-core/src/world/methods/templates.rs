//! Templates: spawning, inserting, cloning and taking entities whose components are known only at run time.

use crate::entity::Entity;
use crate::error::ChangeError;
use crate::template::{Template, TemplateTree};
use crate::world::{CloneComponents, Entities, GeneratedWorld, HasTree, moved_values, templates, transfers, trees};

/// Structural changes by templates, whose components are chosen at run time. Implemented for every [`GeneratedWorld`], and implied by
/// [`EcsWorld`](crate::EcsWorld).
pub trait WorldTemplates: GeneratedWorld {
    /// Spawns an entity with clones of the components of a [`Template`].
    ///
    /// This is one transition. If a `Clone` panics, nothing changes. Runs in **O(components of the world + views of the world)** time.
    ///
    /// Only worlds whose components are all `Clone` have this method; library code uses the bound [`CloneEntities`](crate::CloneEntities).
    ///
    /// # Panics
    ///
    /// As [`spawn`](crate::WorldChanges::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let template = Template::new().with((Position(1.0), Velocity(2.0)));
    /// let ship = world.spawn_template(&template);
    /// assert_eq!(world.get::<Velocity>(ship), Some(&Velocity(2.0)));
    /// ```
    #[track_caller]
    fn spawn_template(&mut self, template: &Template<Self>) -> Entity
    where
        for<'x> Self: CloneComponents<'x>,
    {
        templates::spawn(self, template)
    }

    /// Spawns an entity with clones of the components of a [`Template`], unless that breaks a rule of a relation.
    ///
    /// Otherwise the same as [`spawn_template`](Self::spawn_template). If the template was taken from another world, its relations refer to
    /// whichever entities have the handles of their targets here. This is no error: remove such relations with
    /// [`without`](Template::without) first.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the target of a relation is dead.
    ///
    /// # Panics
    ///
    /// If no index is left for the entity.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation, Clone)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let parent = world.spawn(());
    /// let child = Template::new().with(ChildOf(parent));
    /// assert!(world.try_spawn_template(&child).is_ok());
    /// world.despawn(parent).unwrap();
    /// assert!(world.try_spawn_template(&child).is_err());
    /// ```
    #[track_caller]
    fn try_spawn_template(&mut self, template: &Template<Self>) -> Result<Entity, ChangeError>
    where
        for<'x> Self: CloneComponents<'x>,
    {
        templates::try_spawn(self, template)
    }

    /// Spawns `count` entities with clones of the components of a [`Template`], and returns the handles in order.
    ///
    /// Each storage grows once. Callbacks run after all entities are spawned. If a `Clone` panics, nothing changes. Runs in
    /// **O(count * (components of the template + views))** time.
    ///
    /// # Panics
    ///
    /// As [`spawn`](crate::WorldChanges::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ships = world.spawn_templates(&Template::new().with(Position(1.0)), 100);
    /// assert_eq!(world.get::<Position>(ships[99]), Some(&Position(1.0)));
    /// ```
    #[track_caller]
    fn spawn_templates(&mut self, template: &Template<Self>, count: usize) -> Entities
    where
        for<'x> Self: CloneComponents<'x>,
    {
        templates::spawn_many(self, template, count)
    }

    /// Spawns an entity with clones of all components of another one.
    ///
    /// This is one transition. If a `Clone` panics, nothing changes. Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle refers to no live entity of this world.
    ///
    /// # Panics
    ///
    /// As [`spawn`](crate::WorldChanges::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// let twin = world.clone_entity(ship)?;
    /// world.despawn(ship)?;
    /// assert_eq!(world.get::<Position>(twin), Some(&Position(1.0)));
    /// # Ok::<(), ecs_world::ChangeError>(())
    /// ```
    #[track_caller]
    fn clone_entity(&mut self, entity: Entity) -> Result<Entity, ChangeError>
    where
        for<'x> Self: CloneComponents<'x>,
    {
        templates::clone_entity(self, entity)
    }

    /// Inserts the components of a [`Template`] into an entity; replaced values are dropped. Clones nothing.
    ///
    /// This is one transition. Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the template, if the handle refers to no live entity of this world, or a relation of the template has a dead
    /// target or would form a cycle.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(());
    /// world.insert_template(ship, Template::new().with(Position(1.0)))?;
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
    /// # Ok::<(), ecs_world::ChangeError<Template<World>>>(())
    /// ```
    fn insert_template(&mut self, entity: Entity, template: Template<Self>) -> Result<(), ChangeError<Template<Self>>> {
        moved_values::insert(self, entity, template)
    }

    /// Despawns an entity and returns its components as a [`Template`]; `None` if the handle refers to no live entity of this world. Clones
    /// nothing.
    ///
    /// This is the transition of a despawn. Sources of the entity in a relation are despawned or cleared as by
    /// [`despawn`](crate::WorldChanges::despawn). Runs in **O(components of the world + views of the world)** time.
    ///
    /// The template keeps its handles. A relation of the entity to itself has a stale handle, and is refused when the template is spawned.
    /// In another world, relations refer to whichever entities have those handles there: remove them with [`without`](Template::without),
    /// or move the entity with `take_tree`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// let taken = world.take(ship).unwrap();
    /// assert!(!world.contains(ship) && world.take(ship).is_none());
    /// assert_eq!(taken.get::<Position>(), Some(&Position(1.0)));
    /// ```
    #[must_use = "the components are dropped with the template; use `despawn` if they are not needed"]
    fn take(&mut self, entity: Entity) -> Option<Template<Self>> {
        transfers::take(self, entity)
    }

    /// Clones an entity and its descendants in a relation that is a tree, with all their components, and returns the clone of the entity.
    ///
    /// The clones have the shape of the original tree, and its order of siblings. Handles in relations, and in components with `#[handles]`
    /// (see [`VisitHandles`](crate::VisitHandles)), refer to the clone if they referred to an entity of the tree, and stay as they are
    /// otherwise; so the clone of the root has the parent of the root, as its last child. In other relations the clones are the last
    /// sources of their targets, in the order of the tree.
    ///
    /// Each clone is one spawn, parents before children; callbacks run afterwards, in that order, when all clones are alive. If a `Clone`
    /// or a `VisitHandles` panics, nothing changes. Runs in **O(n log n + n * (components + views of the world))** time for a tree of n
    /// entities.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle refers to no live entity of this world.
    ///
    /// # Panics
    ///
    /// If fewer indices are left than the tree has entities. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation, Clone)] struct ChildOf(Entity);
    /// # #[derive(Clone)] struct Ship;
    /// # ecs_world! { components: Ship; relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Ship);
    /// let mast = world.spawn(ChildOf(ship));
    /// world.spawn(ChildOf(mast));
    /// let twin = world.clone_tree::<ChildOf>(ship)?;
    /// assert_eq!(world.tree::<ChildOf>().descendants(twin).count(), 2);
    /// # Ok::<(), ecs_world::ChangeError>(())
    /// ```
    #[track_caller]
    fn clone_tree<R: 'static>(&mut self, root: Entity) -> Result<Entity, ChangeError>
    where
        Self: HasTree<R>,
        for<'x> Self: CloneComponents<'x>,
    {
        trees::clone_tree::<Self, R>(self, root)
    }

    /// Despawns an entity and its descendants in a relation that is a tree, and returns their components as a [`TemplateTree`]; `None` if
    /// the handle refers to no live entity of this world. Clones nothing.
    ///
    /// First, sources of these entities that are outside of the tree are despawned or cleared, as by
    /// [`despawn`](crate::WorldChanges::despawn). An entity of the tree that this despawns is not in the result; if it is the root, the
    /// result is `None`. Then the callbacks `on_removed` run, descendants before ancestors, while all of them are alive; if one panics,
    /// none is despawned. Runs in **O(n log n + n * (components + views of the world))** time for a tree of n entities.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let ship = world.spawn(());
    /// world.spawn(ChildOf(ship));
    /// let taken = world.take_tree::<ChildOf>(ship).unwrap();
    /// assert_eq!((taken.count(), world.len()), (2, 0));
    /// ```
    #[must_use = "the components are dropped with the tree; use `despawn` if they are not needed"]
    fn take_tree<R: 'static>(&mut self, root: Entity) -> Option<TemplateTree<Self, R>>
    where
        Self: HasTree<R>,
    {
        trees::take_tree::<Self, R>(self, root)
    }

    /// Spawns the entities of a [`TemplateTree`], and returns the root. Clones nothing; to spawn a tree several times, clone it first.
    ///
    /// Each is one spawn, parents before children; callbacks run afterwards, in that order, when all entities are alive. Runs in
    /// **O(n * (components + views of the world))** time for a tree of n entities.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the tree, if it has handles [`outside`](TemplateTree::outside) that were not mapped to entities of this world,
    /// or a relation has a dead target or would form a cycle.
    ///
    /// # Panics
    ///
    /// If fewer indices are left than the tree has entities. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let [mut world, mut other] = [World::default(), World::default()];
    /// let ship = world.spawn(());
    /// world.spawn(ChildOf(ship));
    /// let taken = world.take_tree::<ChildOf>(ship).unwrap();
    /// let ship = other.spawn_tree(taken)?;
    /// assert_eq!(other.tree::<ChildOf>().child_count(ship), 1);
    /// # Ok::<(), ecs_world::ChangeError<_>>(())
    /// ```
    #[track_caller]
    fn spawn_tree<R: 'static>(
        &mut self,
        tree: TemplateTree<Self, R>,
    ) -> Result<Entity, ChangeError<TemplateTree<Self, R>>>
    where
        Self: HasTree<R>,
    {
        trees::spawn_tree(self, tree)
    }
}

impl<W: GeneratedWorld> WorldTemplates for W {}
