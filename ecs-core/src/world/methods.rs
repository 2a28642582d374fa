//! `EcsWorld`: the methods of all worlds. Each method is declared only here: the inherent methods of worlds are generated from this file,
//! with the checks at the beginning of each body, so that errors of these point to the user's call.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{advice, change, get_disjoint, invariants, run, sort, spawn, tidy};
use crate::allocator::LiveEntities;
use crate::bundle::{Bundle, BundleColumns};
use crate::column::EntityColumn;
use crate::commands::Commands;
use crate::entity::Entity;
use crate::error::{ChangeError, DisjointError, InvariantError, UnequalColumns};
use crate::mask::BitMask;
use crate::plan::Advice;
use crate::query::{self, CheckQuery, Query, QueryData, QueryItem, ReadQueryData};
use crate::spawner::Spawner;
use crate::storage::{Sortable, Storage};
use crate::world::{CheckBundle, CheckColumns, Core, Entities, GeneratedWorld, Has, Holds, Tidied, Token};

/// The names of components.
pub type Names = Vec<&'static str>;

/// The methods of a world, whichever components it has. Implemented for every [`GeneratedWorld`].
///
/// Library code that is generic over the world bounds it with [`Has`], which implies this trait. Generated worlds have the
/// same methods inherently, so games need not import it.
///
/// Methods that take a handle refuse a stale one, and methods that take values return them in that case. Changes call the callbacks
/// (`on_added`, `on_removed`) of systems whose views an entity enters or leaves, before they return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait EcsWorld: GeneratedWorld {
    /// Creates a world without entities; the same as `default()`.
    #[must_use]
    fn new() -> Self {
        Self::default()
    }

    /// Spawns an entity with a bundle: a component, a tuple of bundles, or a struct with `#[derive(Bundle)]`.
    ///
    /// Runs in amortised **O(components of the bundle + views that it enters)** time.
    ///
    /// # Panics
    ///
    /// If all 2^32 - 1 indices are alive or retired. Nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
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

    /// Spawns an entity for each bundle of an iterator, and returns the handles in order.
    ///
    /// If the iterator panics, the entities spawned before stay alive. The iterator cannot borrow the world: collect what it needs of a
    /// resource first, or use [`Commands::spawn_batch`] in a system, where resources and commands are separate. Runs in amortised
    /// **O(entities * (components + views))** time; faster per entity than `spawn` if no callback is affected.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
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
    /// Each storage grows once, so this is the fastest way to spawn many entities. Callbacks run after all rows were spawned.
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
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
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

    /// Reserves capacity for this many more entities with a bundle.
    ///
    /// # Panics
    ///
    /// If fewer indices are left, or on capacity overflow. No entity changes then.
    #[track_caller]
    fn reserve<B: Bundle<Self>>(&mut self, additional: usize) {
        let () = CheckBundle::<Self, B>::OK;
        spawn::reserve::<Self, B>(self, additional);
    }

    /// Despawns an entity and drops its components.
    ///
    /// Runs in **O(components of the entity + views of the world)** time; views are tested in blocks of 8.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle names no live entity of this world; nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert!(world.despawn(ship).is_ok());
    /// assert_eq!(world.despawn(ship).unwrap_err().kind, ecs_world::ChangeErrorKind::NoSuchEntity(ship));
    /// ```
    fn despawn(&mut self, entity: Entity) -> Result<(), ChangeError> {
        change::despawn(self, entity)
    }

    /// Despawns all entities, after `on_removed` of systems was called for each. Pending commands stay pending.
    ///
    /// Runs in **O(slots + values)** time.
    fn clear(&mut self) {
        change::clear(self);
    }

    /// Inserts a bundle into an entity; values that it had are dropped.
    ///
    /// Runs in amortised **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle names no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.insert(ship, (Velocity(2.0), Position(3.0)))?;
    /// world.despawn(ship)?;
    /// assert_eq!(world.insert(ship, Velocity(4.0)).unwrap_err().into_inner(), Velocity(4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn insert<B: Bundle<Self>>(&mut self, entity: Entity, bundle: B) -> Result<(), ChangeError<B>> {
        let () = CheckBundle::<Self, B>::OK;
        change::replace(self, entity, bundle).map(drop)
    }

    /// Inserts a bundle into an entity, and returns the values that it had: an `Option` per component.
    ///
    /// Costs as [`insert`](Self::insert).
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle names no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// let (position, velocity) = world.replace(ship, (Position(3.0), Velocity(2.0))).unwrap();
    /// assert_eq!((position, velocity), (Some(Position(1.0)), None));
    /// ```
    fn replace<B: Bundle<Self>>(&mut self, entity: Entity, bundle: B) -> Result<B::Replaced, ChangeError<B>> {
        let () = CheckBundle::<Self, B>::OK;
        change::replace(self, entity, bundle)
    }

    /// Removes a bundle from an entity: all of it, or nothing (`Ok(None)`) if the entity lacks one of its components.
    ///
    /// Runs in **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle names no live entity of this world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.remove::<(Position, Velocity)>(ship), Ok(None));
    /// assert_eq!(world.remove::<Position>(ship), Ok(Some(Position(1.0))));
    /// ```
    fn remove<B: Bundle<Self>>(&mut self, entity: Entity) -> Result<Option<B>, ChangeError> {
        let () = CheckBundle::<Self, B>::OK;
        change::remove(self, entity)
    }

    /// Removes those components of a bundle that an entity has, and returns them: an `Option` per component, as by
    /// [`replace`](Self::replace). [`remove`](Self::remove) removes all of a bundle or nothing.
    ///
    /// It is one transition, however many components are removed, and none if the entity has none of them.
    ///
    /// Runs in **O(components of the bundle + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the handle names no living entity of this world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((Some(Position(1.0)), None)));
    /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((None, None)));
    /// ```
    fn remove_any<B: Bundle<Self>>(&mut self, entity: Entity) -> Result<B::Replaced, ChangeError> {
        let () = CheckBundle::<Self, B>::OK;
        change::remove_any::<Self, B>(self, entity)
    }

    /// Removes a bundle from an entity, inserts another one, and returns what was removed: `exchange::<(A, B), _>(entity, (C, D))`.
    ///
    /// It is one transition: views that the entity matches before and after it are not left, and callbacks run once, for the
    /// views that it leaves or enters in the end. A component in both bundles is replaced. Values that the entity had of the
    /// inserted bundle, and that are not removed, are dropped, as by [`insert`](Self::insert).
    ///
    /// Runs in **O(components of both bundles + views that mention them)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the bundle, if the handle names no live entity of this world, or the entity lacks a component
    /// of the bundle to remove; nothing changes then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Walking(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Falling(f32);
    /// # ecs_world! { components: Walking, Falling; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Walking(1.0));
    /// assert_eq!(world.exchange::<Walking, _>(hero, Falling(9.81)), Ok(Walking(1.0)));
    /// let refused = world.exchange::<Walking, _>(hero, Falling(0.0)).unwrap_err();
    /// assert_eq!(refused.into_inner(), Falling(0.0));
    /// assert_eq!(world.get::<Falling>(hero), Some(&Falling(9.81)));
    /// ```
    fn exchange<R: Bundle<Self>, B: Bundle<Self>>(&mut self, entity: Entity, bundle: B) -> Result<R, ChangeError<B>> {
        let () = CheckBundle::<Self, R>::OK;
        let () = CheckBundle::<Self, B>::OK;
        change::exchange(self, entity, bundle)
    }

    /// Returns a component of an entity; `None` if the entity lacks it or is dead.
    ///
    /// Runs in **O(1)** time; in **O(log n)** for a `btree_map`.
    #[must_use]
    #[inline]
    fn get<C: 'static>(&self, entity: Entity) -> Option<&C>
    where
        Self: Holds<C>,
    {
        let core = self.__core(Token::new());
        Self::storage(&core.storages).value(entity, core.entities.handles())
    }

    /// Returns a component of an entity to write; `None` if the entity lacks it or is dead. Costs as [`get`](Self::get).
    #[must_use]
    #[inline]
    fn get_mut<C: 'static>(&mut self, entity: Entity) -> Option<&mut C>
    where
        Self: Has<C>,
    {
        let Core { storages, entities, .. } = self.__core_mut(Token::new());
        Self::storage_mut(storages).value_mut(entity, entities.handles())
    }

    /// Returns several components of an entity at once: `get_many::<(&mut A, &B)>`; `None` if it lacks one of them or is dead.
    ///
    /// Runs in **O(components)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
    /// if let Some((position, velocity)) = world.get_many::<(&mut Position, &Velocity)>(ship) {
    ///     position.0 += velocity.0;
    /// }
    /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
    /// ```
    #[must_use]
    fn get_many<Q: QueryData<Self>>(&mut self, entity: Entity) -> Option<QueryItem<'_, Self, Q>> {
        let () = CheckQuery::<Self, Q>::OK;
        query::get_many::<Self, Q>(self, entity)
    }

    /// Returns one component of several entities at once, to write.
    ///
    /// Runs in **O(N^2)** comparisons of handles, and **O(N)** lookups.
    ///
    /// # Errors
    ///
    /// [`DisjointError`] names the handle that is stale or given twice, or whose entity lacks the component.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
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

    /// Returns true if the handle names a live entity of this world. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    fn contains(&self, entity: Entity) -> bool {
        self.__core(Token::new()).entities.allocator.contains(entity)
    }

    /// Returns true if an entity is alive and has a component. Runs in **O(1)** time: a test of its mask.
    #[must_use]
    #[inline]
    fn has<C: 'static>(&self, entity: Entity) -> bool
    where
        Self: Holds<C>,
    {
        self.mask(entity).is_some_and(|mask| mask.contains(<Self as Holds<C>>::ID))
    }

    /// Returns the components of an entity as a mask; `None` if it is dead. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    fn mask(&self, entity: Entity) -> Option<Self::Mask> {
        self.__core(Token::new()).entities.mask(entity)
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
    #[must_use]
    fn entities(&self) -> LiveEntities<'_> {
        self.__core(Token::new()).entities.allocator.iter()
    }

    /// Returns the entity that has this component, by the address of the value; `None` for a value that is not in this world, and always
    /// for zero-sized types. Runs in **O(1)** time; in **O(chunks)** for a `hashed_array_tree`, and in **O(log n)** for a `btree_map`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
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

    /// Queries entities with certain components, to read them: `query::<(Entity, &A, Option<&B>)>()`.
    ///
    /// Runs in **O(1)** time, without allocation; [`Query`] documents the costs of iteration.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// world.spawn((Position(1.0), Velocity(2.0)));
    /// world.spawn(Position(3.0));
    /// for (entity, position, velocity) in world.query::<(Entity, &Position, Option<&Velocity>)>() {
    ///     println!("{entity}: {position:?} {velocity:?}");
    /// }
    /// assert_eq!(world.query::<&Position>().without::<Velocity>().single(), Ok(&Position(3.0)));
    /// ```
    fn query<Q: ReadQueryData<Self>>(&self) -> Query<'_, Self, Q> {
        let () = CheckQuery::<Self, Q>::OK;
        query::query(self)
    }

    /// Queries entities with certain components, to write them: `query_mut::<(&mut A, &B)>()`.
    ///
    /// For one item in one expression, write [`into_single`](Query::into_single) or [`into_get`](Query::into_get); `single_mut` and
    /// `get_mut` borrow the query, which has to be in a variable then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
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

    /// Borrows the values of all components at once, as columns that can be used separately and joined. There are no structural changes
    /// meanwhile. Runs in **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
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

    /// Sorts the values of a component, and with them the order in which they are visited. Equal ones keep their order.
    ///
    /// **A group limits this**: a storage that a group owns is not sorted as a whole. `World::PLAN` lists the storages that groups
    /// divide, and the parts of each.
    ///
    /// The groups that own the storage divide it into segments: the entities of the innermost group, then the further ones of the next
    /// group, and so on, then the rest. Each segment is sorted by itself, in all storages that its group owns; so a group that shares the
    /// storage with no other is visited in this order, and a storage that no group owns is sorted as a whole. Lists, and storages of
    /// other groups, are not sorted.
    ///
    /// Storages with a fixed order (`vec`, `packed`, `hashed_array_tree`) cannot be sorted: a compile error.
    ///
    /// Later changes disturb the order: insertion appends; removal swaps the last value in. Runs in **O(n log n)** comparisons, and
    /// **O(n)** swaps per storage.
    ///
    /// [`tidy`](Self::tidy) keeps sorted storages in this order, until [`unsort`](Self::unsort).
    ///
    /// # Panics
    ///
    /// If the comparison panics or is not a total order. Nothing has moved then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// world.spawn_batch([2.0, 3.0, 1.0].map(Position));
    /// world.sort_by::<Position>(|a, b| a.0.total_cmp(&b.0));
    /// assert_eq!(world.columns().position.as_slice(), [1.0, 2.0, 3.0].map(Position));
    /// ```
    fn sort_by<C: 'static>(&mut self, compare: impl FnMut(&C, &C) -> Ordering)
    where
        Self: Holds<C, Storage: Sortable>,
    {
        sort::sort_by(self, compare);
    }

    /// Sorts the values of a component by a key; see [`sort_by`](Self::sort_by).
    ///
    /// # Panics
    ///
    /// As [`sort_by`](Self::sort_by) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use std::cmp::Reverse;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([2, 3, 1].map(Health));
    /// world.sort_by_key::<Health, _>(|health| Reverse(health.0));
    /// assert_eq!(world.columns().health.as_slice(), [3, 2, 1].map(Health));
    /// ```
    fn sort_by_key<C: 'static, K: Ord>(&mut self, mut key: impl FnMut(&C) -> K)
    where
        Self: Holds<C, Storage: Sortable>,
    {
        sort::sort_by(self, |a: &C, b| key(a).cmp(&key(b)));
    }

    /// Allows [`tidy`](Self::tidy) to move the values of a component again after [`sort_by`](Self::sort_by). Moves nothing now. Runs in
    /// **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([3, 1, 2].map(Health));
    /// world.sort_by_key::<Health, _>(|health| health.0);
    /// assert_eq!(world.tidy().left_alone, 1);
    /// world.unsort::<Health>();
    /// world.tidy();
    /// assert_eq!(world.columns().health.as_slice(), [3, 1, 2].map(Health));
    /// ```
    fn unsort<C: 'static>(&mut self)
    where
        Self: Holds<C, Storage: Sortable>,
    {
        tidy::unsort(self, <Self as Holds<C>>::ID);
    }

    /// Brings all storages and lists into one common order, so that iteration which looks components up finds adjacent values: as if
    /// entities were stored by archetypes, until the next changes.
    ///
    /// The order is that of classes of entities with the same components, by their entities with the lowest indices, and within a
    /// class by ascending index. In a storage that groups own, each segment (the entities of the innermost group, then the further ones
    /// of the next group, and so on, then the rest) is in this order by itself. It depends only on which entities are alive and which
    /// components they have. Lists (`view = list` and `view = delayed`) are brought into it, too. Storages with a fixed order (`vec`,
    /// `packed`, `hashed_array_tree`, `tag`) stay as they are, so stable addresses stay valid; and so do storages sorted by
    /// [`sort_by`](Self::sort_by), with all storages of the groups that own them, until [`unsort`](Self::unsort). The report counts the
    /// components that were sorted.
    ///
    /// Only positions of values change: handles, pending commands and reserved entities stay valid, and no user code runs.
    /// [`World::PLAN`](GeneratedWorld::PLAN) and [`advice`](Self::advice) name the views that benefit; groups that own all that they
    /// require do not.
    ///
    /// If nothing changed since the last call, it runs in **O(1)** time; otherwise in **O(slots)**, and **O(values)** for storages of
    /// entities that changed, with one swap for each value that is out of position. Memory of 8 bytes per slot is kept for the next call;
    /// [`shrink_to_fit`](Self::shrink_to_fit) frees it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(u32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let entities = world.spawn_batch([0, 1, 2].map(Position));
    /// for n in [2, 0, 1] {
    ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
    /// }
    /// let tidied = world.tidy();
    /// assert!(tidied.done && tidied.moved > 0);
    /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2].map(Velocity));
    /// assert_eq!(world.tidy().moved, 0);
    /// ```
    fn tidy(&mut self) -> Tidied {
        tidy::tidy_within(self, usize::MAX)
    }

    /// The same as [`tidy`](Self::tidy) within a budget: a number of values and list entries to move. The next call continues where this
    /// one ended, round and round.
    ///
    /// A value in a group moves together with those of the same entity in all storages of the group; so a call exceeds its budget by
    /// less than the number of these storages. A budget of 0 moves nothing, and reports whether all is in order. The budget
    /// counts moves, not time, and the point where the next call continues is cloned with the world: the same calls leave the same world.
    ///
    /// Finding values that are out of position costs as much as in `tidy`, however small the budget is.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(u32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let entities = world.spawn_batch([0, 1, 2, 3].map(Position));
    /// for n in [3, 2, 1, 0] {
    ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
    /// }
    /// assert!(!world.tidy_within(1).done);
    /// assert!(world.tidy_within(1).done);
    /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2, 3].map(Velocity));
    /// ```
    fn tidy_within(&mut self, budget: usize) -> Tidied {
        tidy::tidy_within(self, budget)
    }

    /// Makes each later `run()` end with [`tidy_within`](Self::tidy_within) this budget; `None` stops that. Other schedules and single
    /// systems do not tidy. The setting is cloned with the world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(u32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let entities = world.spawn_batch([0, 1, 2].map(Position));
    /// world.despawn(entities[0]).unwrap();
    /// assert_eq!(world.columns().position.as_slice(), [2, 1].map(Position));
    /// world.set_tidy_budget(Some(1_000));
    /// world.run();
    /// assert_eq!(world.columns().position.as_slice(), [1, 2].map(Position));
    /// assert_eq!(world.tidy_budget(), Some(1_000));
    /// ```
    fn set_tidy_budget(&mut self, budget: Option<usize>) {
        tidy::set_budget(self, budget);
    }

    /// Returns the budget within which `run()` tidies; `None` if it does not. See [`set_tidy_budget`](Self::set_tidy_budget).
    #[must_use]
    fn tidy_budget(&self) -> Option<usize> {
        self.__core(Token::new()).at_end.map(|at_end| at_end.budget)
    }

    /// Returns the pending commands, to issue further ones.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.commands().insert(ship, Velocity(2.0));
    /// assert!(!world.has::<Velocity>(ship));
    /// world.flush();
    /// assert!(world.has::<Velocity>(ship));
    /// ```
    fn commands(&mut self) -> &mut Commands<Self> {
        run::join_queues(self);
        &mut self.__core_mut(Token::new()).commands
    }

    /// A [`Spawner`], as systems take it: commands that also spawn entities whose handles are known at once.
    ///
    /// The entities become alive at the next sync point, or before the world next spawns, despawns or clears. Until then no query finds
    /// them, [`contains`](Self::contains) returns false, and only commands accept their handles.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Leader(Entity);
    /// # #[derive(Debug, PartialEq, Clone)] struct Ship;
    /// # ecs_world! { components: Leader, Ship; }
    /// # let mut world = World::default();
    /// let mut spawner = world.spawner();
    /// let first = spawner.spawn(Ship);
    /// let second = spawner.spawn((Ship, Leader(first)));
    /// assert!(!world.contains(first));
    /// world.flush();
    /// assert_eq!(world.get::<Leader>(second), Some(&Leader(first)));
    /// ```
    fn spawner(&mut self) -> Spawner<'_, Self> {
        run::join_queues(self);
        let Core { entities, reserved, commands, .. } = self.__core_mut(Token::new());
        Spawner::new(entities, reserved, commands)
    }

    /// Reserves an entity and returns its handle. Runs in **O(1)** time.
    ///
    /// The entity becomes alive, without components, at the next sync point ([`flush`](Self::flush), or the end of a run), or before the
    /// world next spawns, despawns or clears. Until then no query finds it, [`contains`](Self::contains) returns false, and only commands
    /// accept the handle.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`spawn`](Self::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Twin(Entity);
    /// # ecs_world! { components: Twin; }
    /// # let mut world = World::default();
    /// let [one, other] = [world.reserve_entity(), world.reserve_entity()];
    /// world.commands().insert(one, Twin(other));
    /// world.commands().insert(other, Twin(one));
    /// world.flush();
    /// assert_eq!(world.get::<Twin>(other), Some(&Twin(one)));
    /// ```
    #[track_caller]
    fn reserve_entity(&mut self) -> Entity {
        let Core { entities, reserved, .. } = self.__core_mut(Token::new());
        reserved.next(&entities.allocator)
    }

    /// Applies the pending commands, including those that callbacks issue meanwhile.
    ///
    /// It does not return if callbacks respond to each other's commands forever.
    fn flush(&mut self) {
        run::sync(self);
    }

    /// Returns the number of commands that were dropped so far since their entity was dead, or lacked what an
    /// [`exchange`](Commands::exchange) was to remove.
    #[must_use]
    fn dropped_commands(&self) -> u64 {
        self.__core(Token::new()).dropped_commands
    }

    /// Frees spare memory. Runs in **O(slots)** time, and moves all values but those of hashed array trees.
    ///
    /// This frees what storages, masks and `tidy` reserved, and the pages of tables in which no entity has a value.
    fn shrink_to_fit(&mut self) {
        spawn::shrink_to_fit(self);
    }

    /// Compares [`PLAN`](GeneratedWorld::PLAN) with the sizes at this time: which views of at least 32 entities lost storages to
    /// views of at most half as many, and what to write in the declaration; and which views benefit from [`tidy`](Self::tidy),
    /// unless all is in order. Call it when the world has realistic sizes.
    ///
    /// Runs in **O(slots + values + storages that views lost * views ^ 2)** time, and changes nothing. The size of a view is estimated
    /// by the number of values of the rarest component that it requires. Views that require a `#[rare]` component, and those
    /// that are declared to be lists or scans, get no advice.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Position(f32);
    /// # struct Velocity(f32);
    /// # struct Ship;
    /// #[system]
    /// fn steer(_: &Ship, position: &mut Position) {
    ///     position.0 += 1.0;
    /// }
    ///
    /// #[system]
    /// fn advance(position: &mut Position, velocity: &Velocity) {
    ///     position.0 += velocity.0;
    /// }
    ///
    /// ecs_world! { components: Position, Velocity, #[rare] Ship; systems: steer, advance; }
    ///
    /// let mut world = World::default();
    /// world.spawn((Position(0.0), Ship));
    /// world.spawn_batch((0..100_u8).map(|n| (Position(n.into()), Velocity(1.0))));
    /// // Without `#[rare]`, the view of `steer` would own the positions, and the advice would say so.
    /// assert!(world.advice().is_empty(), "{}", world.advice());
    /// ```
    #[must_use]
    fn advice(&self) -> Advice {
        advice::advice(self)
    }

    /// Checks that storages, masks, views and allocator agree; for tests. Runs in **O(slots * views + values)** time.
    ///
    /// # Errors
    ///
    /// [`InvariantError`] names the violated invariant: a bug in this library.
    fn check_invariants(&mut self) -> Result<(), InvariantError> {
        invariants::check(self).map_err(InvariantError)
    }

    /// Returns the names of the components of an entity; `None` if it is dead. Allocates a vector.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; }
    /// # let mut world = World::default();
    /// let ship = world.spawn((Velocity(2.0), Position(1.0)));
    /// assert_eq!(world.component_names(ship), Some(vec!["Position", "Velocity"]));
    /// ```
    #[must_use]
    fn component_names(&self, entity: Entity) -> Option<Names> {
        let mask = self.mask(entity)?;
        Some((0..).zip(Self::COMPONENTS).filter(|(id, _)| mask.contains(*id)).map(|(_, name)| *name).collect())
    }
}

impl<W: GeneratedWorld> EcsWorld for W {}
