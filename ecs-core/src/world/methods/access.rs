//! Methods that read and write values, and list entities and components. None of them changes structure.

use alloc::vec::Vec;

use crate::allocator::LiveEntities;
use crate::column::EntityColumn;
use crate::entity::Entity;
use crate::error::DisjointError;
use crate::mask::BitMask;
use crate::query::{self, CheckQuery, Query, QueryData, QueryItem, ReadQueryData};
use crate::relation::{Sources, Tree};
use crate::storage::{Past, Storage};
use crate::world::{
    Core, GeneratedWorld, Has, HasPast, HasRelation, HasTree, Holds, Reads, Token, get_disjoint, relations,
};

/// Names of components.
pub type Names = Vec<&'static str>;

/// Reads and writes entities and values of a world: part of [`EcsWorld`](crate::EcsWorld), which documents what all methods have in common.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "if this is a call of a method: `{Self}` has no such method, and a method of worlds has this name",
    note = "methods of worlds and of `Commands` take the entity: `commands.insert(entity, Health(1))`, and `spawn` a tuple; a `Template` has `with` and `without`",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait WorldAccess: GeneratedWorld {
    /// Returns a component of an entity; `None` if the entity lacks it or is dead.
    ///
    /// Runs in **O(1)** time; in **O(log n)** for a `btree_map`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; } let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
    /// world.despawn(ship).unwrap();
    /// assert_eq!(world.get::<Position>(ship), None);
    /// ```
    #[must_use]
    #[inline]
    fn get<C: 'static>(&self, entity: Entity) -> Option<&C>
    where
        Self: Holds<C>,
    {
        let core = self.__core(Token::new());
        Self::storage(&core.storages).value(entity, core.entities.handles())
    }

    /// Returns a mutable reference to a component of an entity; `None` if the entity lacks it or is dead. Same cost as [`get`](Self::get).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; } let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// if let Some(position) = world.get_mut::<Position>(ship) {
    ///     position.0 += 1.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(2.0)));
    /// ```
    #[must_use]
    #[inline]
    fn get_mut<C: 'static>(&mut self, entity: Entity) -> Option<&mut C>
    where
        Self: Has<C>,
    {
        let Core { storages, entities, .. } = self.__core_mut(Token::new());
        Self::storage_mut(storages).value_mut(entity, entities.handles())
    }

    /// Returns the past of a double-buffered component of an entity: its value when `run()` last started, or the one that it was inserted
    /// with since. `None` if the entity lacks the component or is dead. Same cost as [`get`](Self::get).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: #[double_buffered] Position; } let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.get_mut::<Position>(ship).unwrap().0 = 2.0;
    /// assert_eq!(world.past::<Position>(ship), Some(&Position(1.0)));
    /// world.run();
    /// assert_eq!(world.past::<Position>(ship), Some(&Position(2.0)));
    /// ```
    #[must_use]
    #[inline]
    fn past<C: 'static>(&self, entity: Entity) -> Option<&C>
    where
        Self: HasPast<C>,
    {
        let core = self.__core(Token::new());
        <Self as Reads<Past<C>>>::values(&core.storages).value(entity, core.entities.handles()).map(|past| &**past)
    }

    /// Returns several components of an entity at once: `get_components::<(&mut A, &B)>`; `None` if it lacks one of them or is dead.
    ///
    /// Runs in **O(components)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// if let Some((position, velocity)) = world.get_components::<(&mut Position, &Velocity)>(ship) {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
    /// ```
    #[must_use]
    fn get_components<Q: QueryData<Self>>(&mut self, entity: Entity) -> Option<QueryItem<'_, Self, Q>> {
        let () = CheckQuery::<Self, Q>::OK;
        query::get_components::<Self, Q>(self, entity)
    }

    /// Returns mutable references to one component of several entities.
    ///
    /// Performs **O(N^2)** comparisons of handles, and **O(N)** lookups.
    ///
    /// # Errors
    ///
    /// [`DisjointError`] tells which handle is stale or given twice, or which entity lacks the component.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let [a, b] = [1.0, 2.0].map(|x| world.spawn(Position(x)));
    /// let [first, second] = world.get_disjoint_mut::<Position, 2>([a, b]).unwrap();
    /// std::mem::swap(first, second);
    /// assert_eq!(world.get::<Position>(a), Some(&Position(2.0)));
    /// ```
    fn get_disjoint_mut<C: 'static, const N: usize>(
        &mut self,
        entities: [Entity; N],
    ) -> Result<[&mut C; N], DisjointError>
    where
        Self: Has<C>,
    {
        get_disjoint::get_disjoint_mut(self, entities)
    }

    /// Returns true if the handle refers to a live entity of this world. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; } let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.contains(ship));
    /// world.despawn(ship).unwrap();
    /// let rock = world.spawn(Position(2.0));
    /// assert!(rock.index() == ship.index() && !world.contains(ship), "the slot is used again, the handle stays stale");
    /// ```
    #[must_use]
    #[inline]
    fn contains(&self, entity: Entity) -> bool {
        self.__core(Token::new()).entities.allocator.contains(entity)
    }

    /// Returns true if an entity is alive and has a component. Tests its mask, in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.has::<Position>(ship) && !world.has::<Velocity>(ship));
    /// ```
    #[must_use]
    #[inline]
    fn has<C: 'static>(&self, entity: Entity) -> bool
    where
        Self: Holds<C>,
    {
        self.mask(entity).is_some_and(|mask| mask.contains(<Self as Holds<C>>::ID))
    }

    /// Returns the components of an entity as a mask; `None` if it is dead. Runs in **O(1)** time.
    ///
    /// Entities with equal masks have the same components.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let [ship, wreck] = [world.spawn((Position(1.0), Velocity(2.0))), world.spawn(Position(3.0))];
    /// assert_ne!(world.mask(ship), world.mask(wreck));
    /// world.remove::<Velocity>(ship).unwrap();
    /// assert_eq!(world.mask(ship), world.mask(wreck));
    /// ```
    #[must_use]
    #[inline]
    fn mask(&self, entity: Entity) -> Option<Self::Mask> {
        self.__core(Token::new()).entities.mask(entity)
    }

    /// Returns the names of the components of an entity; `None` if it is dead. Allocates a vector. Runs in **O(components of the world)**
    /// time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let ship = world.spawn((Velocity(2.0), Position(1.0)));
    /// assert_eq!(world.component_names(ship), Some(vec!["Position", "Velocity"]));
    /// ```
    #[must_use]
    fn component_names(&self, entity: Entity) -> Option<Names> {
        let mask = self.mask(entity)?;
        Some((0..).zip(Self::COMPONENTS).filter(|(id, _)| mask.contains(*id)).map(|(_, name)| *name).collect())
    }

    /// Returns the number of live entities. Runs in **O(1)** time.
    #[must_use]
    fn len(&self) -> usize {
        self.__core(Token::new()).entities.allocator.len()
    }

    /// Returns true if no entity is alive. Runs in **O(1)** time.
    #[must_use]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the live entities by ascending index. Runs in **O(slots)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; } let mut world = World::default();
    /// let ships = world.spawn_batch([1.0, 2.0].map(Position));
    /// assert!(world.entities().eq(ships));
    /// assert_eq!((world.entities().len(), world.len()), (2, 2));
    /// ```
    #[must_use]
    fn entities(&self) -> LiveEntities<'_> {
        self.__core(Token::new()).entities.allocator.iter()
    }

    /// Returns the owner of a component, found by the address of the value; `None` if the value is not in this world, and always for
    /// zero-sized types. Runs in **O(1)** time; in **O(chunks)** for a `hashed_array_tree`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// let position = world.get::<Position>(ship).unwrap();
    /// assert_eq!(world.owner_of(position), Some(ship));
    /// ```
    #[must_use]
    fn owner_of<C: 'static>(&self, component: &C) -> Option<Entity>
    where
        Self: Holds<C>,
    {
        let core = self.__core(Token::new());
        core.entities.handles().entity_at(Self::storage(&core.storages).owner_index(component)?)
    }

    /// Returns [`Sources`], which reads the sources of each target of a relation. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct Targets(Entity);
    /// # ecs_world! { relations: Targets (clear); } let mut world = World::default();
    /// let player = world.spawn(());
    /// let turret = world.spawn(Targets(player));
    /// assert!(world.sources::<Targets>().of(player).eq([turret]));
    /// world.despawn(player).unwrap();
    /// assert!(!world.has::<Targets>(turret));
    /// ```
    fn sources<R: 'static>(&self) -> Sources<'_, R>
    where
        Self: HasRelation<R>,
    {
        relations::sources::<Self, R>(&self.__core(Token::new()).entities)
    }

    /// Returns [`Tree`], which reads the parents and children of a relation that is a tree. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); } let mut world = World::default();
    /// let root = world.spawn(());
    /// let child = world.spawn(ChildOf(root));
    /// let grandchild = world.spawn(ChildOf(child));
    /// assert!(world.tree::<ChildOf>().descendants(root).eq([child, grandchild]));
    /// world.despawn(root).unwrap();
    /// assert!(world.is_empty());
    /// ```
    fn tree<R: 'static>(&self) -> Tree<'_, R>
    where
        Self: HasTree<R>,
    {
        relations::tree::<Self, R>(&self.__core(Token::new()).entities)
    }

    /// Queries entities with certain components for reading: `query::<(Entity, &A, Option<&B>)>()`.
    ///
    /// Runs in **O(1)** time, without allocation; [`Query`] documents the costs of iteration. To look up many entities, make the query
    /// once; for one value, use [`get`](Self::get).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// world.spawn((Position(1.0), Velocity(2.0)));
    /// world.spawn(Position(3.0));
    /// for (entity, position, velocity) in world.query::<(Entity, &Position, Option<&Velocity>)>() {
    ///     println!("{entity}: {position:?} {velocity:?}");
    /// }
    /// assert_eq!(world.query::<&Position>().without::<Velocity>().single(), Ok(&Position(3.0)));
    /// ```
    // (The first bound follows from the second. It is written out so that users get one error less if neither is met.)
    fn query<Q: QueryData<Self> + ReadQueryData<Self>>(&self) -> Query<'_, Self, Q> {
        let () = CheckQuery::<Self, Q>::OK;
        query::query(self)
    }

    /// Queries entities with certain components for writing: `query_mut::<(&mut A, &B)>()`.
    ///
    /// The world is borrowed until the loop ends: copy what it needs of resources before, and collect entities to despawn them after it.
    /// Making the query settles delayed and active-passive views, even if nothing is iterated. Their callbacks run at the next sync point.
    /// It also reads the positions that earlier [iterations](Query::iter_mut) requested, in **O(entities)** time.
    ///
    /// To get one item in one expression, use [`into_single`](Query::into_single) or [`into_get`](Query::into_get); `single_mut` and
    /// `get_mut` borrow the query, which must be in a variable then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
    /// ```
    fn query_mut<Q: QueryData<Self>>(&mut self) -> Query<'_, Self, Q> {
        let () = CheckQuery::<Self, Q>::OK;
        query::query_mut(self)
    }

    /// Borrows the values of all components at once, as columns that can be used separately and joined. Structural changes are impossible
    /// meanwhile. Runs in **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; } let mut world = World::default();
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// let mut columns = world.columns();
    /// for (position, velocity) in (&mut columns.position, &columns.velocity).join() {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(columns.position.get(ship), Some(&Position(3.0)));
    /// ```
    fn columns(&mut self) -> Self::Columns<'_> {
        let core = self.__core_mut(Token::new());
        Self::__columns(&mut core.storages, EntityColumn::new(core.entities.handles()))
    }
}

impl<W: GeneratedWorld> WorldAccess for W {}
