//! The methods that every world has, as forwarders to `EcsWorld`, so that games need not import the trait: with the whole
//! documentation, which editors show. Written from `ecs-core/src/world/methods.rs`; change that file, and then
//! `UPDATE_EXPECT=1 cargo test -p ecs-macros --lib methods`.

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Their names.
pub(crate) const NAMES: [&str; 39] = [
    "new",
    "spawn",
    "spawn_batch",
    "spawn_columns",
    "reserve",
    "despawn",
    "clear",
    "insert",
    "replace",
    "remove",
    "exchange",
    "get",
    "get_mut",
    "get_many",
    "get_disjoint_mut",
    "contains",
    "has",
    "mask",
    "len",
    "is_empty",
    "entities",
    "owner_of",
    "query",
    "query_mut",
    "columns",
    "sort_by",
    "sort_by_key",
    "unsort",
    "tidy",
    "tidy_within",
    "set_tidy_budget",
    "tidy_budget",
    "commands",
    "flush",
    "dropped_commands",
    "shrink_to_fit",
    "advice",
    "check_invariants",
    "component_names",
];

/// The forwarders, for a world with these masks and columns.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders(k: &TokenStream, mask: &TokenStream, columns: &Ident) -> TokenStream {
    quote! {
        /// A world without entities; the same as `default()`.
        #[must_use]
        pub fn new() -> Self {
            <Self as #k::EcsWorld>::new()
        }
        /// Spawns an entity with a bundle: a component, a tuple of bundles, or a struct with `#[derive(Bundle)]`.
        ///
        /// Computes in **O(components of the bundle + views that it enters)**, amortised.
        ///
        /// # Panics
        ///
        /// If all 2^32 - 1 indices are alive or retired; nothing changes then.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
        /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
        /// ```
        #[track_caller]
        pub fn spawn<B: #k::Bundle<Self>>(&mut self, bundle: B) -> #k::Entity {
            let () = #k::CheckBundle::<Self, B>::OK;
            #k::EcsWorld::spawn::<B>(self, bundle)
        }
        /// Spawns an entity for each bundle of an iterator, and gives the handles in order.
        ///
        /// If the iterator panics, the entities spawned so far live on. The iterator cannot borrow the world: collect what it needs of a
        /// resource first, or use `Commands::spawn_batch` in a system, where resources and commands are apart.
        ///
        /// # Panics
        ///
        /// As [`spawn`](Self::spawn) does.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ships = world.spawn_batch((0..3_u8).map(|n| Position(n.into())));
        /// assert_eq!(world.get::<Position>(ships[2]), Some(&Position(2.0)));
        /// ```
        #[track_caller]
        pub fn spawn_batch<I: ::core::iter::IntoIterator<Item: #k::Bundle<Self>>>(
            &mut self,
            bundles: I,
        ) -> #k::Entities {
            let () = #k::CheckBundle::<Self, I::Item>::OK;
            #k::EcsWorld::spawn_batch::<I>(self, bundles)
        }
        /// Spawns an entity for each row of some columns (`(vec_of_a, vec_of_b)`), and gives the handles in order.
        ///
        /// Each storage grows once, so this is the fastest way to spawn many entities.
        ///
        /// # Errors
        ///
        /// `UnequalColumns`, with the columns in it, if they differ in length; nothing changes then.
        ///
        /// # Panics
        ///
        /// As [`spawn`](Self::spawn) does.
        ///
        /// # Examples
        ///
        /// ```text
        /// let columns = (vec![Position(1.0), Position(2.0)], vec![Velocity(0.0)]);
        /// let refused = world.spawn_columns(columns).unwrap_err();
        /// assert_eq!(refused.columns.0.len(), 2);
        /// ```
        #[track_caller]
        pub fn spawn_columns<C: #k::BundleColumns<Self>>(
            &mut self,
            columns: C,
        ) -> ::core::result::Result<#k::Entities, #k::UnequalColumns<C>> {
            let () = #k::CheckColumns::<Self, C>::OK;
            #k::EcsWorld::spawn_columns::<C>(self, columns)
        }
        /// Makes room for this many more entities with a bundle.
        ///
        /// # Panics
        ///
        /// If fewer indices are left, or on capacity overflow; no entity changes then.
        #[track_caller]
        pub fn reserve<B: #k::Bundle<Self>>(
            &mut self,
            additional: ::core::primitive::usize,
        ) {
            let () = #k::CheckBundle::<Self, B>::OK;
            #k::EcsWorld::reserve::<B>(self, additional)
        }
        /// Despawns an entity and drops what it has.
        ///
        /// Computes in **O(its components + views of the world)**.
        ///
        /// # Errors
        ///
        /// `ChangeError` if the handle names no living entity of this world; nothing changes then.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn(Position(1.0));
        /// assert!(world.despawn(ship).is_ok());
        /// assert_eq!(world.despawn(ship).unwrap_err().kind, ChangeErrorKind::NoSuchEntity(ship));
        /// ```
        pub fn despawn(
            &mut self,
            entity: #k::Entity,
        ) -> ::core::result::Result<(), #k::ChangeError> {
            #k::EcsWorld::despawn(self, entity)
        }
        /// Despawns all entities; systems hear of it through `on_removed`. Commands that wait go on waiting.
        ///
        /// Computes in **O(slots + values)**.
        pub fn clear(&mut self) {
            #k::EcsWorld::clear(self)
        }
        /// Gives an entity a bundle; values that it had are dropped.
        ///
        /// # Errors
        ///
        /// `ChangeError`, with the bundle in it, if the handle names no living entity of this world.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn(Position(1.0));
        /// world.insert(ship, (Velocity(2.0), Position(3.0)))?;
        /// world.despawn(ship)?;
        /// assert_eq!(world.insert(ship, Velocity(4.0)).unwrap_err().into_inner(), Velocity(4.0));
        /// ```
        pub fn insert<B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
            bundle: B,
        ) -> ::core::result::Result<(), #k::ChangeError<B>> {
            let () = #k::CheckBundle::<Self, B>::OK;
            #k::EcsWorld::insert::<B>(self, entity, bundle)
        }
        /// Gives an entity a bundle, and returns the values that it had: an `Option` per component.
        ///
        /// # Errors
        ///
        /// `ChangeError`, with the bundle in it, if the handle names no living entity of this world.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn(Position(1.0));
        /// let (position, velocity) = world.replace(ship, (Position(3.0), Velocity(2.0))).unwrap();
        /// assert_eq!((position, velocity), (Some(Position(1.0)), None));
        /// ```
        pub fn replace<B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
            bundle: B,
        ) -> ::core::result::Result<B::Replaced, #k::ChangeError<B>> {
            let () = #k::CheckBundle::<Self, B>::OK;
            #k::EcsWorld::replace::<B>(self, entity, bundle)
        }
        /// Takes a bundle from an entity: all of it, or nothing (`Ok(None)`) if one of its components is missing.
        ///
        /// # Errors
        ///
        /// `ChangeError` if the handle names no living entity of this world.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn(Position(1.0));
        /// assert_eq!(world.remove::<(Position, Velocity)>(ship), Ok(None));
        /// assert_eq!(world.remove::<Position>(ship), Ok(Some(Position(1.0))));
        /// ```
        pub fn remove<B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
        ) -> ::core::result::Result<::core::option::Option<B>, #k::ChangeError> {
            let () = #k::CheckBundle::<Self, B>::OK;
            #k::EcsWorld::remove::<B>(self, entity)
        }
        /// Removes a bundle from an entity, inserts another one, and returns what was removed: `exchange::<(A, B), _>(entity, (C, D))`.
        ///
        /// It is one transition: views that the entity satisfies before and after it are not left, and callbacks run once, for the
        /// views that it leaves or enters in the end. A component in both bundles is replaced. Values of the inserted bundle that
        /// the entity had and that are not removed are dropped, as by [`insert`](Self::insert).
        ///
        /// Runs in **O(components of both bundles + views that mention them)**.
        ///
        /// # Errors
        ///
        /// `ChangeError`, with the bundle in it, if the handle names no living entity of this world, or the entity lacks a component
        /// of the bundle to remove; nothing changes then.
        ///
        /// # Examples
        ///
        /// ```text
        /// let hero = world.spawn(Walking(1.0));
        /// assert_eq!(world.exchange::<Walking, _>(hero, Falling(9.81)), Ok(Walking(1.0)));
        /// let refused = world.exchange::<Walking, _>(hero, Falling(0.0)).unwrap_err();
        /// assert_eq!(refused.into_inner(), Falling(0.0));
        /// assert_eq!(world.get::<Falling>(hero), Some(&Falling(9.81)));
        /// ```
        pub fn exchange<R: #k::Bundle<Self>, B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
            bundle: B,
        ) -> ::core::result::Result<R, #k::ChangeError<B>> {
            let () = #k::CheckBundle::<Self, R>::OK;
            let () = #k::CheckBundle::<Self, B>::OK;
            #k::EcsWorld::exchange::<R, B>(self, entity, bundle)
        }
        /// A component of an entity; `None` if it has none, or if the handle names no living entity of this world. Computes in **O(1)**.
        #[must_use]
        #[inline]
        pub fn get<C: 'static>(&self, entity: #k::Entity) -> ::core::option::Option<&C>
        where
            Self: #k::Holds<C>,
        {
            #k::EcsWorld::get::<C>(self, entity)
        }
        /// A component of an entity, to change; `None` as for [`get`](Self::get). Computes in **O(1)**.
        #[must_use]
        #[inline]
        pub fn get_mut<C: 'static>(
            &mut self,
            entity: #k::Entity,
        ) -> ::core::option::Option<&mut C>
        where
            Self: #k::Has<C>,
        {
            #k::EcsWorld::get_mut::<C>(self, entity)
        }
        /// Several components of an entity at once: `get_many::<(&mut A, &B)>`; `None` if one of them is missing.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
        /// if let Some((position, velocity)) = world.get_many::<(&mut Position, &Velocity)>(ship) {
        ///     position.0 += velocity.0;
        /// }
        /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
        /// ```
        #[must_use]
        pub fn get_many<Q: #k::QueryData<Self>>(
            &mut self,
            entity: #k::Entity,
        ) -> ::core::option::Option<#k::QueryItem<'_, Self, Q>> {
            let () = #k::CheckQuery::<Self, Q>::OK;
            #k::EcsWorld::get_many::<Q>(self, entity)
        }
        /// One component of several entities at once, to change.
        ///
        /// # Errors
        ///
        /// `DisjointError` says which handle is stale, lacks the component, or is given twice.
        ///
        /// # Examples
        ///
        /// ```text
        /// let [a, b] = [1.0, 2.0].map(|x| world.spawn(Position(x)));
        /// let [first, second] = world.get_disjoint_mut::<Position, 2>([a, b]).unwrap();
        /// std::mem::swap(first, second);
        /// assert_eq!(world.get::<Position>(a), Some(&Position(2.0)));
        /// ```
        pub fn get_disjoint_mut<C: 'static, const N: ::core::primitive::usize>(
            &mut self,
            entities: [#k::Entity; N],
        ) -> ::core::result::Result<[&mut C; N], #k::DisjointError>
        where
            Self: #k::Has<C>,
        {
            #k::EcsWorld::get_disjoint_mut::<C, { N }>(self, entities)
        }
        /// Whether the handle names a living entity of this world. Computes in **O(1)**.
        #[must_use]
        #[inline]
        pub fn contains(&self, entity: #k::Entity) -> ::core::primitive::bool {
            #k::EcsWorld::contains(self, entity)
        }
        /// Whether an entity lives and has a component. Computes in **O(1)**.
        #[must_use]
        #[inline]
        pub fn has<C: 'static>(&self, entity: #k::Entity) -> ::core::primitive::bool
        where
            Self: #k::Holds<C>,
        {
            #k::EcsWorld::has::<C>(self, entity)
        }
        /// What an entity has, as a set; `None` if the handle names no living entity of this world. Computes in **O(1)**.
        #[must_use]
        #[inline]
        pub fn mask(&self, entity: #k::Entity) -> ::core::option::Option<#mask> {
            #k::EcsWorld::mask(self, entity)
        }
        /// How many entities live. Computes in **O(1)**.
        #[must_use]
        pub fn len(&self) -> ::core::primitive::usize {
            #k::EcsWorld::len(self)
        }
        /// Whether no entity lives.
        #[must_use]
        pub fn is_empty(&self) -> ::core::primitive::bool {
            #k::EcsWorld::is_empty(self)
        }
        /// The living entities by ascending index.
        #[must_use]
        pub fn entities(&self) -> #k::LiveEntities<'_> {
            #k::EcsWorld::entities(self)
        }
        /// The entity that has this component, by its address; `None` for a value that is not of this world, and always for
        /// zero-sized types. Computes in **O(1)**; in **O(chunks)** where the component is in a
        /// `hashed_array_tree`, and in **O(log n)** in a `btree_map`.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn(Position(1.0));
        /// let position = world.get::<Position>(ship).unwrap();
        /// assert_eq!(world.owner_of(position), Some(ship));
        /// ```
        #[must_use]
        pub fn owner_of<C: 'static>(
            &self,
            component: &C,
        ) -> ::core::option::Option<#k::Entity>
        where
            Self: #k::Holds<C>,
        {
            #k::EcsWorld::owner_of::<C>(self, component)
        }
        /// Asks for entities with certain components, to read them: `query::<(Entity, &A, Option<&B>)>()`.
        ///
        /// # Examples
        ///
        /// ```text
        /// world.spawn((Position(1.0), Velocity(2.0)));
        /// world.spawn(Position(3.0));
        /// for (entity, position, velocity) in world.query::<(Entity, &Position, Option<&Velocity>)>() {
        ///     println!("{entity}: {position:?} {velocity:?}");
        /// }
        /// assert_eq!(world.query::<&Position>().without::<Velocity>().single(), Ok(&Position(3.0)));
        /// ```
        pub fn query<Q: #k::ReadQueryData<Self>>(&self) -> #k::Query<'_, Self, Q> {
            let () = #k::CheckQuery::<Self, Q>::OK;
            #k::EcsWorld::query::<Q>(self)
        }
        /// Asks for entities with certain components, to change them: `query_mut::<(&mut A, &B)>()`.
        ///
        /// For one item in one expression, write `into_single` or `into_get`; `single_mut` and
        /// `get_mut` borrow the query, which has to be in a variable then.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
        /// for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
        ///     position.0 += velocity.0;
        /// }
        /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
        /// ```
        pub fn query_mut<Q: #k::QueryData<Self>>(&mut self) -> #k::Query<'_, Self, Q> {
            let () = #k::CheckQuery::<Self, Q>::OK;
            #k::EcsWorld::query_mut::<Q>(self)
        }
        /// The values of each component, to borrow apart and to join; entities and components cannot come or go meanwhile.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
        /// let mut columns = world.columns();
        /// for (position, velocity) in (&mut columns.position, &columns.velocity).join() {
        ///     position.0 += velocity.0;
        /// }
        /// assert_eq!(columns.position.get(ship), Some(&Position(3.0)));
        /// ```
        pub fn columns(&mut self) -> #columns<'_> {
            #k::EcsWorld::columns(self)
        }
        /// Sorts the values of a component, and with them the order in which they are visited. Equal ones keep their order.
        ///
        /// **A group limits this**: a storage that a group owns is not sorted as a whole. `World::PLAN` lists the storages that groups
        /// divide, and the parts of each.
        ///
        /// The groups that own the storage divide it into segments: the entities of the innermost group, then those that the
        /// next one has beside them, and so on, then the rest. Each segment is sorted by itself, in all storages that its group
        /// owns; so a group that no other shares the storage with is visited in this order, and a storage that no group owns is
        /// sorted as a whole. Views that hold a list, and storages of other groups, do not follow.
        ///
        /// Storages that have an order of their own (`vec`, `packed`, `hashed_array_tree`) cannot be sorted: a compile error.
        ///
        /// A later change undoes it: who comes stands last, and the last one takes the place of who goes. Computes in
        /// **O(n log n)** comparisons, and **O(n)** swaps per storage.
        ///
        /// [`tidy`](Self::tidy) leaves what is sorted in this order, until [`unsort`](Self::unsort).
        ///
        /// # Panics
        ///
        /// If the comparison does, or is no total order; nothing moved then.
        ///
        /// # Examples
        ///
        /// ```text
        /// world.spawn_batch([2.0, 3.0, 1.0].map(Position));
        /// world.sort_by::<Position>(|a, b| a.0.total_cmp(&b.0));
        /// assert_eq!(world.columns().position.as_slice(), [1.0, 2.0, 3.0].map(Position));
        /// ```
        pub fn sort_by<C: 'static>(
            &mut self,
            compare: impl ::core::ops::FnMut(&C, &C) -> ::core::cmp::Ordering,
        )
        where
            Self: #k::Holds<C, Storage: #k::Sortable>,
        {
            #k::EcsWorld::sort_by::<C>(self, compare)
        }
        /// Sorts the values of a component by what is asked of each; see [`sort_by`](Self::sort_by).
        ///
        /// # Panics
        ///
        /// As [`sort_by`](Self::sort_by) does.
        ///
        /// # Examples
        ///
        /// ```text
        /// world.spawn_batch([2, 3, 1].map(Health));
        /// world.sort_by_key::<Health, _>(|health| Reverse(health.0));
        /// assert_eq!(world.columns().health.as_slice(), [3, 2, 1].map(Health));
        /// ```
        pub fn sort_by_key<C: 'static, K: ::core::cmp::Ord>(
            &mut self,
            key: impl ::core::ops::FnMut(&C) -> K,
        )
        where
            Self: #k::Holds<C, Storage: #k::Sortable>,
        {
            #k::EcsWorld::sort_by_key::<C, K>(self, key)
        }
        /// Lets [`tidy`](Self::tidy) move the values of a component again that were sorted by [`sort_by`](Self::sort_by). Nothing moves
        /// now. Computes in **O(1)**.
        ///
        /// # Examples
        ///
        /// ```text
        /// world.spawn_batch([3, 1, 2].map(Health));
        /// world.sort_by_key::<Health, _>(|health| health.0);
        /// assert_eq!(world.tidy().left_alone, 1);
        /// world.unsort::<Health>();
        /// world.tidy();
        /// assert_eq!(world.columns().health.as_slice(), [3, 1, 2].map(Health));
        /// ```
        pub fn unsort<C: 'static>(&mut self)
        where
            Self: #k::Holds<C, Storage: #k::Sortable>,
        {
            #k::EcsWorld::unsort::<C>(self)
        }
        /// Brings all storages and lists into one common order, so that walks which look components up find them side by side: as if
        /// entities were kept by archetypes, until the next changes.
        ///
        /// The order is that of classes of entities with the same components, by their entities with the lowest indices, and within a
        /// class by ascending index. In a storage that groups own, each segment (the entities of the innermost group, then those that
        /// the next one has beside them, and so on, then the rest) is in this order by itself. It depends on nothing but which entities
        /// live and what they have. Lists (`view = list` and `view = delayed`) follow as well. Storages with an order of their own
        /// (`vec`, `packed`, `hashed_array_tree`, `tag`) stay as they are, so that promised addresses hold; and so does what
        /// [`sort_by`](Self::sort_by) sorted, with all storages of the groups that own it, until [`unsort`](Self::unsort). The report
        /// counts the components that were sorted.
        ///
        /// Values change their places and nothing else: handles, pending commands and promised entities stay what they are, and no code
        /// of yours runs. [`World::PLAN`](Self::PLAN) and [`advice`](Self::advice) name the views that gain; walks over groups that own
        /// all they need do not.
        ///
        /// If nothing changed since the last time, it is done in **O(1)**. Else it computes in **O(slots)**, and in **O(values)** for
        /// storages of entities that changed, with one swap for each value that is out of place. Memory of 8 bytes per slot is kept for
        /// the next time; [`shrink_to_fit`](Self::shrink_to_fit) frees it.
        ///
        /// # Examples
        ///
        /// ```text
        /// let entities = world.spawn_batch([0, 1, 2].map(Position));
        /// for n in [2, 0, 1] {
        ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
        /// }
        /// let tidied = world.tidy();
        /// assert!(tidied.done && tidied.moved > 0);
        /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2].map(Velocity));
        /// assert_eq!(world.tidy().moved, 0);
        /// ```
        pub fn tidy(&mut self) -> #k::Tidied {
            #k::EcsWorld::tidy(self)
        }
        /// The same as [`tidy`](Self::tidy), but ends when the budget is used up: a number of values and list entries to bring to their
        /// places. The next call goes on from there, and around.
        ///
        /// A value in a group moves together with those of the same entity in all storages of the group; so a call exceeds its budget by
        /// less than the number of these storages. A budget of 0 moves nothing, and says whether all is in order. The budget counts
        /// moves and never time, and where a call goes on is cloned with the world: the same calls leave the same world.
        ///
        /// To find out what is out of place costs what it does in `tidy`, however small the budget is.
        ///
        /// # Examples
        ///
        /// ```text
        /// let entities = world.spawn_batch([0, 1, 2, 3].map(Position));
        /// for n in [3, 2, 1, 0] {
        ///     world.insert(entities[n as usize], Velocity(n)).unwrap();
        /// }
        /// assert!(!world.tidy_within(1).done);
        /// assert!(world.tidy_within(1).done);
        /// assert_eq!(world.columns().velocity.as_slice(), [0, 1, 2, 3].map(Velocity));
        /// ```
        pub fn tidy_within(&mut self, budget: ::core::primitive::usize) -> #k::Tidied {
            #k::EcsWorld::tidy_within(self, budget)
        }
        /// Has each `run()` from now on end with [`tidy_within`](Self::tidy_within) this budget; with `None`, no more. Other schedules
        /// and single systems do not tidy. The setting is cloned with the world.
        ///
        /// # Examples
        ///
        /// ```text
        /// let entities = world.spawn_batch([0, 1, 2].map(Position));
        /// world.despawn(entities[0]).unwrap();
        /// assert_eq!(world.columns().position.as_slice(), [2, 1].map(Position));
        /// world.set_tidy_budget(Some(1_000));
        /// world.run();
        /// assert_eq!(world.columns().position.as_slice(), [1, 2].map(Position));
        /// assert_eq!(world.tidy_budget(), Some(1_000));
        /// ```
        pub fn set_tidy_budget(
            &mut self,
            budget: ::core::option::Option<::core::primitive::usize>,
        ) {
            #k::EcsWorld::set_tidy_budget(self, budget)
        }
        /// The budget within which `run()` tidies; `None` if it does not. See [`set_tidy_budget`](Self::set_tidy_budget).
        #[must_use]
        pub fn tidy_budget(&self) -> ::core::option::Option<::core::primitive::usize> {
            #k::EcsWorld::tidy_budget(self)
        }
        /// The commands that wait for the next sync, to add to them.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn(Position(1.0));
        /// world.commands().insert(ship, Velocity(2.0));
        /// assert!(!world.has::<Velocity>(ship));
        /// world.flush();
        /// assert!(world.has::<Velocity>(ship));
        /// ```
        pub fn commands(&mut self) -> &mut #k::Commands<Self> {
            #k::EcsWorld::commands(self)
        }
        /// Applies the commands that wait, those included that callbacks issue meanwhile.
        ///
        /// Callbacks that answer each other's commands for ever keep this from returning.
        pub fn flush(&mut self) {
            #k::EcsWorld::flush(self)
        }
        /// Number of commands that were dropped so far since their entity was gone, or lacked what an
        /// `exchange` was to remove.
        #[must_use]
        pub fn dropped_commands(&self) -> ::core::primitive::u64 {
            #k::EcsWorld::dropped_commands(self)
        }
        /// Gives spare memory back. Computes in **O(slots)**, and moves all values but those of hashed array trees.
        ///
        /// This frees what storages, masks and `tidy` reserved, and the pages of tables in which no entity has a value.
        pub fn shrink_to_fit(&mut self) {
            #k::EcsWorld::shrink_to_fit(self)
        }
        /// Compares [`PLAN`](Self::PLAN) with the sizes at this time: which views of at least 32 entities lost storages to views of at most
        /// half as many, and what to write in the declaration; and which views gain from [`tidy`](Self::tidy), unless all is in order. Call it
        /// when the world has the sizes that matter.
        ///
        /// Runs in **O(slots + values + storages that views lost * views ^ 2)** time, and changes nothing. The size of a view is estimated
        /// by the number of values of the rarest component that it requires. Views that require a `#[rare]` component, and those
        /// that are declared to be lists or scans, get no advice.
        ///
        /// # Examples
        ///
        /// ```text
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
        pub fn advice(&self) -> #k::Advice {
            #k::EcsWorld::advice(self)
        }
        /// Checks that storages, masks, views and allocator agree; for tests. Computes in **O(everything)**.
        ///
        /// # Errors
        ///
        /// `InvariantError` says what does not: a bug in this library.
        pub fn check_invariants(
            &mut self,
        ) -> ::core::result::Result<(), #k::InvariantError> {
            #k::EcsWorld::check_invariants(self)
        }
        /// What an entity has, by name; `None` if the handle names no living entity of this world.
        ///
        /// # Examples
        ///
        /// ```text
        /// let ship = world.spawn((Velocity(2.0), Position(1.0)));
        /// assert_eq!(world.component_names(ship), Some(vec!["Position", "Velocity"]));
        /// ```
        #[must_use]
        pub fn component_names(
            &self,
            entity: #k::Entity,
        ) -> ::core::option::Option<#k::Names> {
            #k::EcsWorld::component_names(self, entity)
        }
    }
}
