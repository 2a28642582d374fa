//! The methods that change structure: which entities exist, and which components each has.

use crate::bundle::{Bundle, BundleColumns};
use crate::entity::Entity;
use crate::error::{ChangeError, UnequalColumns};
use crate::world::{CheckBundle, CheckColumns, Entities, GeneratedWorld, change, despawn, exchange, remove, spawn};

/// Structural changes of a world: part of [`EcsWorld`](crate::EcsWorld), which documents what all methods have in common.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "if this is a call of a method: `{Self}` has no such method, and a method of worlds has this name",
    note = "methods of worlds and of `Commands` take the entity: `commands.insert(entity, Health(1))`, and `spawn` a tuple; a `Template` has `with` and `without`",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait WorldChanges: GeneratedWorld {
    /// Spawns an entity with a bundle: a component, a tuple of bundles, or a struct with `#[derive(Bundle)]`.
    ///
    /// Runs in amortised **O(components of the bundle + views that it enters)** time.
    ///
    /// # Panics
    ///
    /// If all 2^32 - 1 indices are in use or retired, or the target of a relation in the bundle is dead (see
    /// [`try_spawn`](Self::try_spawn)). Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
    /// ```
    #[track_caller]
    fn spawn<B: Bundle<Self>>(&mut self, bundle: B) -> Entity {
        let () = CheckBundle::<Self, B>::OK;
        change::spawn(self, bundle)
    }

    /// Spawns an entity with a bundle, unless the target of a relation in it is dead. For bundles without relations, this is the same as
    /// [`spawn`](Self::spawn), at the same cost.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the target of a relation is dead. Nothing changes then.
    ///
    /// # Panics
    ///
    /// If all 2^32 - 1 indices are in use or retired. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let parent = world.spawn(());
    /// assert!(world.try_spawn(ChildOf(parent)).is_ok());
    /// world.despawn(parent).unwrap();
    /// assert_eq!(world.try_spawn(ChildOf(parent)).unwrap_err().into_inner(), ChildOf(parent));
    /// ```
    #[track_caller]
    fn try_spawn<B: Bundle<Self>>(&mut self, bundle: B) -> Result<Entity, ChangeError<B>> {
        let () = CheckBundle::<Self, B>::OK;
        change::try_spawn(self, bundle)
    }

    /// Spawns an entity with a given handle: one of another world that this one mirrors, such as that of a server.
    ///
    /// The handle must be free: no entity with its index is alive, and none had its generation or a later one, so that a stale handle never
    /// becomes valid again. If the index is higher than all that the world has used, the indices between become free slots, as if an entity
    /// had lived in each: handles of the first generation at these are refused from then on, so spawn in ascending order of indices. Runs
    /// in **O(components + views + free slots)** time, plus that for new slots.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle is not free ([`NotFree`](crate::ChangeErrorKind::NotFree)), if more than 65 536 new
    /// indices would be needed, or if the target of a relation is dead. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let (mut server, mut client) = (World::default(), World::default());
    /// let ship = server.spawn(Position(1.0));
    /// client.spawn_at(ship, Position(1.0)).unwrap();
    /// assert_eq!(client.get::<Position>(ship), Some(&Position(1.0)));
    /// assert!(client.spawn_at(ship, Position(2.0)).is_err(), "it is alive");
    /// ```
    fn spawn_at<B: Bundle<Self>>(&mut self, entity: Entity, bundle: B) -> Result<(), ChangeError<B>> {
        let () = CheckBundle::<Self, B>::OK;
        change::spawn_at(self, entity, bundle)
    }

    /// Spawns an entity for each bundle of an iterator, and returns the handles in order.
    ///
    /// If the iterator panics, the entities spawned so far stay alive. The iterator cannot borrow the world: collect what it needs of a
    /// resource first, or use [`Commands::spawn_batch`](crate::Commands::spawn_batch) in a system, where resources and commands are
    /// separate. Runs in amortised **O(entities * (components + views))** time. Faster per entity than `spawn` if no system of the world
    /// has an `on_added` or `on_removed` that is called at once, and the bundle has no optional part.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does. Bundles before the refused one are spawned, as if the iterator had ended there.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ships = world.spawn_batch((0..3_u8).map(|n| Position(n.into())));
    /// assert_eq!(world.get::<Position>(ships[2]), Some(&Position(2.0)));
    /// ```
    #[track_caller]
    fn spawn_batch<I: IntoIterator<Item: Bundle<Self>>>(&mut self, bundles: I) -> Entities {
        let () = CheckBundle::<Self, I::Item>::OK;
        spawn::spawn_batch(self, bundles)
    }

    /// Spawns an entity for each row of columns (`(vec_of_a, vec_of_b)`), and returns the handles in order.
    ///
    /// Each storage grows once, so this is the fastest way to spawn many entities. Callbacks run after all rows are spawned. Runs in
    /// amortised **O(entities * (components + views that they enter))** time.
    ///
    /// # Errors
    ///
    /// [`UnequalColumns`] with the columns, if they differ in length. Nothing changes then.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let columns = (vec![Position(1.0), Position(2.0)], vec![Velocity(0.0)]);
    /// let refused = world.spawn_columns(columns).unwrap_err();
    /// assert_eq!(refused.columns.0.len(), 2);
    /// ```
    #[track_caller]
    fn spawn_columns<C: BundleColumns<Self>>(&mut self, columns: C) -> Result<Entities, UnequalColumns<C>> {
        let () = CheckColumns::<Self, C>::OK;
        spawn::spawn_columns(self, columns)
    }

    /// Reserves capacity for `additional` more entities with a bundle, except for its optional parts.
    ///
    /// Grows the masks, the arrays of dense storages and the slots of a `vec`. Tables of positions, chunks, presence bits and views may
    /// still grow later. Runs in **O(components of the bundle)** time, and moves the masks and values of what grows.
    ///
    /// # Panics
    ///
    /// If fewer than `additional` indices are left, or on capacity overflow. No entity changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// world.reserve::<(Position, Velocity)>(1_000);
    /// world.spawn((Position(1.0), Velocity(0.0)));
    /// assert_eq!(world.len(), 1);
    /// ```
    #[track_caller]
    fn reserve<B: Bundle<Self>>(&mut self, additional: usize) {
        let () = CheckBundle::<Self, B>::OK;
        spawn::reserve::<Self, B>(self, additional);
    }

    /// Despawns an entity and drops its components.
    ///
    /// The policy of each relation decides what happens to sources of the entity. With `cascade` they are despawned first, each before its
    /// own target; with `clear` they lose the relation first, in one transition each; with `keep` they keep a stale handle. If a callback
    /// or `Drop` panics, entities that were not despawned yet stay as they were.
    ///
    /// Runs in **O(components of the entity + views of the world)** time; views are tested in blocks of 8. Each source of a relation to the
    /// entity adds the cost of its own change, and if it has several targets, a search among these.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle refers to no live entity of this world. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.despawn(ship).is_ok());
    /// assert_eq!(world.despawn(ship).unwrap_err().kind, ecs_world::ChangeErrorKind::NoSuchEntity(ship));
    /// ```
    fn despawn(&mut self, entity: Entity) -> Result<(), ChangeError> {
        despawn::despawn(self, entity)
    }

    /// Despawns the entities that have all of a bundle, and returns their number: for example the entities of a level, or those that belong
    /// to a state that ends.
    ///
    /// They are despawned one after another, in the order of the storage with the fewest values among those of the bundle, with the same
    /// callbacks as by [`despawn`](Self::despawn). All entities have the empty bundle. Runs in
    /// **O(values of that storage + entities * (components + views))** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Enemy;
    /// # ecs_world! { components: Position, Enemy; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Position(0.0));
    /// world.spawn_batch((0..3_u8).map(|n| (Position(n.into()), Enemy)));
    /// assert_eq!(world.despawn_with::<(Position, Enemy)>(), 3);
    /// assert!(world.entities().eq([hero]));
    /// ```
    fn despawn_with<B: Bundle<Self>>(&mut self) -> usize {
        let () = CheckBundle::<Self, B>::OK;
        despawn::despawn_every::<Self, B>(self)
    }

    /// Despawns all entities, after `on_removed` of systems is called for each. Pending commands stay pending.
    ///
    /// Runs in **O(slots + values)** time.
    ///
    /// Capacity is kept, so spawning as many entities again allocates little. Handles from before the call stay stale.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.clear();
    /// assert!(world.is_empty() && !world.contains(ship));
    /// ```
    fn clear(&mut self) {
        despawn::clear(self);
    }

    /// Inserts a bundle into an entity; replaced values are dropped.
    ///
    /// Runs in amortised **O(components of the bundle + views that mention them)** time. A tree adds **O(depth of the target)** if the
    /// entity has sources; a relation with several targets adds **O(targets log targets)**, or **O(targets)** if it is removed.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle refers to no live entity of this world, or a relation in the bundle has a dead target
    /// or would form a cycle. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.insert(ship, (Velocity(2.0), Position(3.0)))?;
    /// world.despawn(ship)?;
    /// assert_eq!(world.insert(ship, Velocity(4.0)).unwrap_err().into_inner(), Velocity(4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn insert<B: Bundle<Self>>(&mut self, entity: Entity, bundle: B) -> Result<(), ChangeError<B>> {
        let () = CheckBundle::<Self, B>::OK;
        change::insert(self, entity, bundle, drop)
    }

    /// Inserts a bundle into an entity, and returns the replaced values: an `Option` per component.
    ///
    /// Same cost as [`insert`](Self::insert).
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle refers to no live entity of this world, or a relation in the bundle has a dead target
    /// or would form a cycle. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// let (position, velocity) = world.replace(ship, (Position(3.0), Velocity(2.0))).unwrap();
    /// assert_eq!((position, velocity), (Some(Position(1.0)), None));
    /// ```
    fn replace<B: Bundle<Self>>(&mut self, entity: Entity, bundle: B) -> Result<B::Replaced, ChangeError<B>> {
        let () = CheckBundle::<Self, B>::OK;
        change::insert(self, entity, bundle, core::convert::identity)
    }

    /// Removes a bundle from an entity: all of it, or nothing (`Ok(None)`) if the entity lacks a component of it that is not optional.
    ///
    /// Runs in **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle refers to no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.remove::<(Position, Velocity)>(ship), Ok(None));
    /// assert_eq!(world.remove::<Position>(ship), Ok(Some(Position(1.0))));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn remove<B: Bundle<Self>>(&mut self, entity: Entity) -> Result<Option<B>, ChangeError> {
        let () = CheckBundle::<Self, B>::OK;
        remove::remove(self, entity)
    }

    /// Removes those components of a bundle that an entity has, and returns them: an `Option` per component, as [`replace`](Self::replace)
    /// does. ([`remove`](Self::remove) removes all of a bundle or nothing.)
    ///
    /// This is one transition, however many components are removed, and none if the entity has none of them.
    ///
    /// Runs in **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle refers to no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32); #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((Some(Position(1.0)), None)));
    /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((None, None)));
    /// ```
    fn remove_any<B: Bundle<Self>>(&mut self, entity: Entity) -> Result<B::Replaced, ChangeError> {
        let () = CheckBundle::<Self, B>::OK;
        remove::remove_any::<Self, B>(self, entity)
    }

    /// Removes a bundle from an entity, inserts another one, and returns the removed one: `exchange::<(A, B), _>(entity, (C, D))`.
    ///
    /// This is one transition: the entity does not leave views that it matches before and after it, and callbacks run once, for the views
    /// that it leaves or enters in the end. A component in both bundles is replaced. Values that the inserted bundle replaces, and that are
    /// not removed, are dropped, as by [`insert`](Self::insert).
    ///
    /// Runs in **O(components of both bundles + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle refers to no live entity of this world, the entity lacks a component of the bundle to
    /// remove, or a relation to insert has a dead target or would form a cycle. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Walking(f32); #[derive(Debug, PartialEq, Clone)] struct Falling(f32);
    /// # ecs_world! { components: Walking, Falling; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Walking(1.0));
    /// assert_eq!(world.exchange::<Walking, _>(hero, Falling(9.81)), Ok(Walking(1.0)));
    /// let refused = world.exchange::<Walking, _>(hero, Falling(0.0)).unwrap_err();
    /// assert_eq!(refused.into_inner(), Falling(0.0));
    /// assert_eq!(world.get::<Falling>(hero), Some(&Falling(9.81)));
    /// ```
    fn exchange<Removed: Bundle<Self>, Inserted: Bundle<Self>>(
        &mut self,
        entity: Entity,
        bundle: Inserted,
    ) -> Result<Removed, ChangeError<Inserted>> {
        let () = CheckBundle::<Self, Removed>::OK;
        let () = CheckBundle::<Self, Inserted>::OK;
        exchange::exchange(self, entity, bundle)
    }
}

impl<W: GeneratedWorld> WorldChanges for W {}
