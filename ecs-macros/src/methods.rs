//! The methods that every world has, as forwarders to `EcsWorld` and its supertraits, so that games need not import them: with
//! the whole documentation, which editors show. Written from `ecs-core/src/world/methods/`; change these files, and then
//! `UPDATE_EXPECT=1 cargo test -p ecs-macros --lib methods`.

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::text;

/// Their names.
pub(crate) const NAMES: [&str; 71] = [
    "spawn",
    "try_spawn",
    "spawn_at",
    "spawn_batch",
    "spawn_columns",
    "reserve",
    "despawn",
    "despawn_with",
    "clear",
    "insert",
    "replace",
    "remove",
    "remove_any",
    "exchange",
    "spawn_template",
    "try_spawn_template",
    "spawn_templates",
    "clone_entity",
    "insert_template",
    "take",
    "clone_tree",
    "take_tree",
    "spawn_tree",
    "get",
    "get_mut",
    "past",
    "get_components",
    "get_disjoint_mut",
    "contains",
    "has",
    "mask",
    "component_names",
    "len",
    "is_empty",
    "entities",
    "owner_of",
    "sources",
    "tree",
    "query",
    "query_mut",
    "columns",
    "sort_by",
    "sort_by_key",
    "sort_parents_first",
    "sort_sources_by",
    "move_source_before",
    "unsort",
    "tidy",
    "tidy_within",
    "set_tidy_budget",
    "tidy_budget",
    "snapshot",
    "snapshot_into",
    "restore",
    "state_hash",
    "content_hash",
    "part_hashes",
    "first_difference",
    "diff",
    "apply",
    "new",
    "commands",
    "spawner",
    "reserve_entity",
    "flush",
    "dropped_commands",
    "system_times",
    "reset_system_times",
    "shrink_to_fit",
    "advice",
    "check_invariants",
];

/// The forwarders, for a world with these masks and columns.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders(k: &Ident, mask: &TokenStream, columns: &Ident) -> TokenStream {
    let names: &[(&str, &str)] = &[("k", &k.to_string()), ("mask", &mask.to_string()), ("columns", &columns.to_string())];
    [
        text::filled(names, r"
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
            /// ```text
            /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
            /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
            /// ```
            #[track_caller]
        "),
        quote! {
            pub fn spawn<B: #k::Bundle<Self>>(&mut self, bundle: B) -> #k::Entity {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::spawn::<B>(self, bundle)
            }
        },
        text::filled(names, r"
            /// Spawns an entity with a bundle, unless the target of a relation in it is dead. For bundles without relations, this is the same as
            /// [`spawn`](Self::spawn), at the same cost.
            ///
            /// # Errors
            ///
            /// `ChangeError` with the bundle, if the target of a relation is dead. Nothing changes then.
            ///
            /// # Panics
            ///
            /// If all 2^32 - 1 indices are in use or retired. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let parent = world.spawn(());
            /// assert!(world.try_spawn(ChildOf(parent)).is_ok());
            /// world.despawn(parent).unwrap();
            /// assert_eq!(world.try_spawn(ChildOf(parent)).unwrap_err().into_inner(), ChildOf(parent));
            /// ```
            #[track_caller]
        "),
        quote! {
            pub fn try_spawn<B: #k::Bundle<Self>>(
                &mut self,
                bundle: B,
            ) -> ::core::result::Result<#k::Entity, #k::ChangeError<B>> {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::try_spawn::<B>(self, bundle)
            }
        },
        text::filled(names, r#"
            /// Spawns an entity with a given handle: one of another world that this one mirrors, such as that of a server.
            ///
            /// The handle must be free: no entity with its index is alive, and none had its generation or a later one, so that a stale handle never
            /// becomes valid again. If the index is higher than all that the world has used, the indices between become free slots, as if an entity
            /// had lived in each: handles of the first generation at these are refused from then on, so spawn in ascending order of indices. Runs
            /// in **O(components + views + free slots)** time, plus that for new slots.
            ///
            /// # Errors
            ///
            /// `ChangeError` with the bundle, if the handle is not free (`NotFree`), if more than 65 536 new
            /// indices would be needed, or if the target of a relation is dead. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = server.spawn(Position(1.0));
            /// client.spawn_at(ship, Position(1.0)).unwrap();
            /// assert_eq!(client.get::<Position>(ship), Some(&Position(1.0)));
            /// assert!(client.spawn_at(ship, Position(2.0)).is_err(), "it is alive");
            /// ```
        "#),
        quote! {
            pub fn spawn_at<B: #k::Bundle<Self>>(
                &mut self,
                entity: #k::Entity,
                bundle: B,
            ) -> ::core::result::Result<(), #k::ChangeError<B>> {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::spawn_at::<B>(self, entity, bundle)
            }
        },
        text::filled(names, r"
            /// Spawns an entity for each bundle of an iterator, and returns the handles in order.
            ///
            /// If the iterator panics, the entities spawned so far stay alive. The iterator cannot borrow the world: collect what it needs of a
            /// resource first, or use `Commands::spawn_batch` in a system, where resources and commands are
            /// separate. Runs in amortised **O(entities * (components + views))** time. Faster per entity than `spawn` if no system of the world
            /// has an `on_added` or `on_removed` that is called at once, and the bundle has no optional part.
            ///
            /// # Panics
            ///
            /// As [`spawn`](Self::spawn) does. Bundles before the refused one are spawned, as if the iterator had ended there.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ships = world.spawn_batch((0..3_u8).map(|n| Position(n.into())));
            /// assert_eq!(world.get::<Position>(ships[2]), Some(&Position(2.0)));
            /// ```
            #[track_caller]
        "),
        quote! {
            pub fn spawn_batch<I: ::core::iter::IntoIterator<Item: #k::Bundle<Self>>>(
                &mut self,
                bundles: I,
            ) -> #k::Entities {
                let () = #k::CheckBundle::<Self, I::Item>::OK;
                #k::WorldChanges::spawn_batch::<I>(self, bundles)
            }
        },
        text::filled(names, r"
            /// Spawns an entity for each row of columns (`(vec_of_a, vec_of_b)`), and returns the handles in order.
            ///
            /// Each storage grows once, so this is the fastest way to spawn many entities. Callbacks run after all rows are spawned. Runs in
            /// amortised **O(entities * (components + views that they enter))** time.
            ///
            /// # Errors
            ///
            /// `UnequalColumns` with the columns, if they differ in length. Nothing changes then.
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
        "),
        quote! {
            pub fn spawn_columns<C: #k::BundleColumns<Self>>(
                &mut self,
                columns: C,
            ) -> ::core::result::Result<#k::Entities, #k::UnequalColumns<C>> {
                let () = #k::CheckColumns::<Self, C>::OK;
                #k::WorldChanges::spawn_columns::<C>(self, columns)
            }
        },
        text::filled(names, r"
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
            /// ```text
            /// world.reserve::<(Position, Velocity)>(1_000);
            /// world.spawn((Position(1.0), Velocity(0.0)));
            /// assert_eq!(world.len(), 1);
            /// ```
            #[track_caller]
        "),
        quote! {
            pub fn reserve<B: #k::Bundle<Self>>(
                &mut self,
                additional: ::core::primitive::usize,
            ) {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::reserve::<B>(self, additional)
            }
        },
        text::filled(names, r"
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
            /// `ChangeError` if the handle refers to no live entity of this world. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// assert!(world.despawn(ship).is_ok());
            /// assert_eq!(world.despawn(ship).unwrap_err().kind, ecs_world::ChangeErrorKind::NoSuchEntity(ship));
            /// ```
            pub fn despawn(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::result::Result<(), #k::ChangeError> {
                #k::WorldChanges::despawn(self, entity)
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
            /// ```text
            /// let hero = world.spawn(Position(0.0));
            /// world.spawn_batch((0..3_u8).map(|n| (Position(n.into()), Enemy)));
            /// assert_eq!(world.despawn_with::<(Position, Enemy)>(), 3);
            /// assert!(world.entities().eq([hero]));
            /// ```
        "),
        quote! {
            pub fn despawn_with<B: #k::Bundle<Self>>(&mut self) -> ::core::primitive::usize {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::despawn_with::<B>(self)
            }
        },
        text::filled(names, r"
            /// Despawns all entities, after `on_removed` of systems is called for each. Pending commands stay pending.
            ///
            /// Runs in **O(slots + values)** time.
            ///
            /// Capacity is kept, so spawning as many entities again allocates little. Handles from before the call stay stale.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// world.clear();
            /// assert!(world.is_empty() && !world.contains(ship));
            /// ```
            pub fn clear(&mut self) {
                #k::WorldChanges::clear(self)
            }
            /// Inserts a bundle into an entity; replaced values are dropped.
            ///
            /// Runs in amortised **O(components of the bundle + views that mention them)** time. A tree adds **O(depth of the target)** if the
            /// entity has sources; a relation with several targets adds **O(targets log targets)**, or **O(targets)** if it is removed.
            ///
            /// # Errors
            ///
            /// `ChangeError` with the bundle, if the handle refers to no live entity of this world, or a relation in the bundle has a dead target
            /// or would form a cycle. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// world.insert(ship, (Velocity(2.0), Position(3.0)))?;
            /// world.despawn(ship)?;
            /// assert_eq!(world.insert(ship, Velocity(4.0)).unwrap_err().into_inner(), Velocity(4.0));
            /// ```
            #[cfg_attr(not(debug_assertions), inline(always))]
        "),
        quote! {
            pub fn insert<B: #k::Bundle<Self>>(
                &mut self,
                entity: #k::Entity,
                bundle: B,
            ) -> ::core::result::Result<(), #k::ChangeError<B>> {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::insert::<B>(self, entity, bundle)
            }
        },
        text::filled(names, r"
            /// Inserts a bundle into an entity, and returns the replaced values: an `Option` per component.
            ///
            /// Same cost as [`insert`](Self::insert).
            ///
            /// # Errors
            ///
            /// `ChangeError` with the bundle, if the handle refers to no live entity of this world, or a relation in the bundle has a dead target
            /// or would form a cycle. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// let (position, velocity) = world.replace(ship, (Position(3.0), Velocity(2.0))).unwrap();
            /// assert_eq!((position, velocity), (Some(Position(1.0)), None));
            /// ```
        "),
        quote! {
            pub fn replace<B: #k::Bundle<Self>>(
                &mut self,
                entity: #k::Entity,
                bundle: B,
            ) -> ::core::result::Result<B::Replaced, #k::ChangeError<B>> {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::replace::<B>(self, entity, bundle)
            }
        },
        text::filled(names, r"
            /// Removes a bundle from an entity: all of it, or nothing (`Ok(None)`) if the entity lacks a component of it that is not optional.
            ///
            /// Runs in **O(components of the bundle + views that mention them)** time.
            ///
            /// # Errors
            ///
            /// `ChangeError` if the handle refers to no live entity of this world.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// assert_eq!(world.remove::<(Position, Velocity)>(ship), Ok(None));
            /// assert_eq!(world.remove::<Position>(ship), Ok(Some(Position(1.0))));
            /// ```
            #[cfg_attr(not(debug_assertions), inline(always))]
        "),
        quote! {
            pub fn remove<B: #k::Bundle<Self>>(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::result::Result<::core::option::Option<B>, #k::ChangeError> {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::remove::<B>(self, entity)
            }
        },
        text::filled(names, r"
            /// Removes those components of a bundle that an entity has, and returns them: an `Option` per component, as [`replace`](Self::replace)
            /// does. ([`remove`](Self::remove) removes all of a bundle or nothing.)
            ///
            /// This is one transition, however many components are removed, and none if the entity has none of them.
            ///
            /// Runs in **O(components of the bundle + views that mention them)** time.
            ///
            /// # Errors
            ///
            /// `ChangeError` if the handle refers to no live entity of this world.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((Some(Position(1.0)), None)));
            /// assert_eq!(world.remove_any::<(Position, Velocity)>(ship), Ok((None, None)));
            /// ```
        "),
        quote! {
            pub fn remove_any<B: #k::Bundle<Self>>(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::result::Result<B::Replaced, #k::ChangeError> {
                let () = #k::CheckBundle::<Self, B>::OK;
                #k::WorldChanges::remove_any::<B>(self, entity)
            }
        },
        text::filled(names, r"
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
            /// `ChangeError` with the bundle, if the handle refers to no live entity of this world, the entity lacks a component of the bundle to
            /// remove, or a relation to insert has a dead target or would form a cycle. Nothing changes then.
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
        "),
        quote! {
            pub fn exchange<Removed: #k::Bundle<Self>, Inserted: #k::Bundle<Self>>(
                &mut self,
                entity: #k::Entity,
                bundle: Inserted,
            ) -> ::core::result::Result<Removed, #k::ChangeError<Inserted>> {
                let () = #k::CheckBundle::<Self, Removed>::OK;
                let () = #k::CheckBundle::<Self, Inserted>::OK;
                #k::WorldChanges::exchange::<Removed, Inserted>(self, entity, bundle)
            }
        },
        text::filled(names, r#"
            /// Spawns an entity with clones of the components of a `Template`.
            ///
            /// This is one transition. If a `Clone` panics, nothing changes. Runs in **O(components of the world + views of the world)** time.
            ///
            /// Only worlds whose components are all `Clone` have this method; library code uses the bound `CloneEntities`.
            ///
            /// # Panics
            ///
            /// As [`spawn`](Self::spawn) does.
            ///
            /// # Examples
            ///
            /// ```text
            /// let template = Template::new().with((Position(1.0), Velocity(2.0)));
            /// let ship = world.spawn_template(&template);
            /// assert_eq!(world.get::<Velocity>(ship), Some(&Velocity(2.0)));
            /// ```
            #[track_caller]
            pub fn spawn_template(&mut self, template: &#k::Template<Self>) -> #k::Entity
            where
                for<'x> Self: #k::CloneComponents<'x>,
            {
                #k::WorldTemplates::spawn_template(self, template)
            }
            /// Spawns an entity with clones of the components of a `Template`, unless that breaks a rule of a relation.
            ///
            /// Otherwise the same as [`spawn_template`](Self::spawn_template). If the template was taken from another world, its relations refer to
            /// whichever entities have the handles of their targets here. This is no error: remove such relations with
            /// `without` first.
            ///
            /// # Errors
            ///
            /// `ChangeError` if the target of a relation is dead.
            ///
            /// # Panics
            ///
            /// If no index is left for the entity.
            ///
            /// # Examples
            ///
            /// ```text
            /// let parent = world.spawn(());
            /// let child = Template::new().with(ChildOf(parent));
            /// assert!(world.try_spawn_template(&child).is_ok());
            /// world.despawn(parent).unwrap();
            /// assert!(world.try_spawn_template(&child).is_err());
            /// ```
            #[track_caller]
            pub fn try_spawn_template(
                &mut self,
                template: &#k::Template<Self>,
            ) -> ::core::result::Result<#k::Entity, #k::ChangeError>
            where
                for<'x> Self: #k::CloneComponents<'x>,
            {
                #k::WorldTemplates::try_spawn_template(self, template)
            }
            /// Spawns `count` entities with clones of the components of a `Template`, and returns the handles in order.
            ///
            /// Each storage grows once. Callbacks run after all entities are spawned. If a `Clone` panics, nothing changes. Runs in
            /// **O(count * (components of the template + views))** time.
            ///
            /// # Panics
            ///
            /// As [`spawn`](Self::spawn) does.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ships = world.spawn_templates(&Template::new().with(Position(1.0)), 100);
            /// assert_eq!(world.get::<Position>(ships[99]), Some(&Position(1.0)));
            /// ```
            #[track_caller]
            pub fn spawn_templates(
                &mut self,
                template: &#k::Template<Self>,
                count: ::core::primitive::usize,
            ) -> #k::Entities
            where
                for<'x> Self: #k::CloneComponents<'x>,
            {
                #k::WorldTemplates::spawn_templates(self, template, count)
            }
            /// Spawns an entity with clones of all components of another one.
            ///
            /// This is one transition. If a `Clone` panics, nothing changes. Runs in **O(components of the world + views of the world)** time.
            ///
            /// # Errors
            ///
            /// `ChangeError` if the handle refers to no live entity of this world.
            ///
            /// # Panics
            ///
            /// As [`spawn`](Self::spawn) does.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// let twin = world.clone_entity(ship)?;
            /// world.despawn(ship)?;
            /// assert_eq!(world.get::<Position>(twin), Some(&Position(1.0)));
            /// ```
            #[track_caller]
            pub fn clone_entity(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::result::Result<#k::Entity, #k::ChangeError>
            where
                for<'x> Self: #k::CloneComponents<'x>,
            {
                #k::WorldTemplates::clone_entity(self, entity)
            }
            /// Inserts the components of a `Template` into an entity; replaced values are dropped. Clones nothing.
            ///
            /// This is one transition. Runs in **O(components of the world + views of the world)** time.
            ///
            /// # Errors
            ///
            /// `ChangeError` with the template, if the handle refers to no live entity of this world, or a relation of the template has a dead
            /// target or would form a cycle.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(());
            /// world.insert_template(ship, Template::new().with(Position(1.0)))?;
            /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
            /// ```
            pub fn insert_template(
                &mut self,
                entity: #k::Entity,
                template: #k::Template<Self>,
            ) -> ::core::result::Result<(), #k::ChangeError<#k::Template<Self>>> {
                #k::WorldTemplates::insert_template(self, entity, template)
            }
            /// Despawns an entity and returns its components as a `Template`; `None` if the handle refers to no live entity of this world. Clones
            /// nothing.
            ///
            /// This is the transition of a despawn. Sources of the entity in a relation are despawned or cleared as by
            /// [`despawn`](Self::despawn). Runs in **O(components of the world + views of the world)** time.
            ///
            /// The template keeps its handles. A relation of the entity to itself has a stale handle, and is refused when the template is spawned.
            /// In another world, relations refer to whichever entities have those handles there: remove them with `without`,
            /// or move the entity with `take_tree`.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// let taken = world.take(ship).unwrap();
            /// assert!(!world.contains(ship) && world.take(ship).is_none());
            /// assert_eq!(taken.get::<Position>(), Some(&Position(1.0)));
            /// ```
            #[must_use = "the components are dropped with the template; use `despawn` if they are not needed"]
            pub fn take(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::option::Option<#k::Template<Self>> {
                #k::WorldTemplates::take(self, entity)
            }
            /// Returns a component of an entity; `None` if the entity lacks it or is dead.
            ///
            /// Runs in **O(1)** time; in **O(log n)** for a `btree_map`.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
            /// world.despawn(ship).unwrap();
            /// assert_eq!(world.get::<Position>(ship), None);
            /// ```
            #[must_use]
            #[inline]
        "#),
        quote! {
            pub fn get<C: 'static>(&self, entity: #k::Entity) -> ::core::option::Option<&C>
            where
                Self: #k::Holds<C>,
            {
                #k::WorldAccess::get::<C>(self, entity)
            }
        },
        text::filled(names, r"
            /// Returns a mutable reference to a component of an entity; `None` if the entity lacks it or is dead. Same cost as [`get`](Self::get).
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// if let Some(position) = world.get_mut::<Position>(ship) {
            ///     position.0 += 1.0;
            /// }
            /// assert_eq!(world.get::<Position>(ship), Some(&Position(2.0)));
            /// ```
            #[must_use]
            #[inline]
        "),
        quote! {
            pub fn get_mut<C: 'static>(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::option::Option<&mut C>
            where
                Self: #k::Has<C>,
            {
                #k::WorldAccess::get_mut::<C>(self, entity)
            }
        },
        text::filled(names, r"
            /// Returns several components of an entity at once: `get_components::<(&mut A, &B)>`; `None` if it lacks one of them or is dead.
            ///
            /// Runs in **O(components)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn((Position(1.0), Velocity(2.0)));
            /// if let Some((position, velocity)) = world.get_components::<(&mut Position, &Velocity)>(ship) {
            ///     position.0 += velocity.0;
            /// }
            /// assert_eq!(world.get::<Position>(ship), Some(&Position(3.0)));
            /// ```
            #[must_use]
        "),
        quote! {
            pub fn get_components<Q: #k::QueryData<Self>>(
                &mut self,
                entity: #k::Entity,
            ) -> ::core::option::Option<#k::QueryItem<'_, Self, Q>> {
                let () = #k::CheckQuery::<Self, Q>::OK;
                #k::WorldAccess::get_components::<Q>(self, entity)
            }
        },
        text::filled(names, r"
            /// Returns mutable references to one component of several entities.
            ///
            /// Performs **O(N^2)** comparisons of handles, and **O(N)** lookups.
            ///
            /// # Errors
            ///
            /// `DisjointError` tells which handle is stale or given twice, or which entity lacks the component.
            ///
            /// # Examples
            ///
            /// ```text
            /// let [a, b] = [1.0, 2.0].map(|x| world.spawn(Position(x)));
            /// let [first, second] = world.get_disjoint_mut::<Position, 2>([a, b]).unwrap();
            /// std::mem::swap(first, second);
            /// assert_eq!(world.get::<Position>(a), Some(&Position(2.0)));
            /// ```
        "),
        quote! {
            pub fn get_disjoint_mut<C: 'static, const N: ::core::primitive::usize>(
                &mut self,
                entities: [#k::Entity; N],
            ) -> ::core::result::Result<[&mut C; N], #k::DisjointError>
            where
                Self: #k::Has<C>,
            {
                #k::WorldAccess::get_disjoint_mut::<C, { N }>(self, entities)
            }
        },
        text::filled(names, r#"
            /// Returns true if the handle refers to a live entity of this world. Runs in **O(1)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// assert!(world.contains(ship));
            /// world.despawn(ship).unwrap();
            /// let rock = world.spawn(Position(2.0));
            /// assert!(rock.index() == ship.index() && !world.contains(ship), "the slot is used again, the handle stays stale");
            /// ```
            #[must_use]
            #[inline]
            pub fn contains(&self, entity: #k::Entity) -> ::core::primitive::bool {
                #k::WorldAccess::contains(self, entity)
            }
            /// Returns true if an entity is alive and has a component. Tests its mask, in **O(1)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// assert!(world.has::<Position>(ship) && !world.has::<Velocity>(ship));
            /// ```
            #[must_use]
            #[inline]
        "#),
        quote! {
            pub fn has<C: 'static>(&self, entity: #k::Entity) -> ::core::primitive::bool
            where
                Self: #k::Holds<C>,
            {
                #k::WorldAccess::has::<C>(self, entity)
            }
        },
        text::filled(names, r#"
            /// Returns the components of an entity as a mask; `None` if it is dead. Runs in **O(1)** time.
            ///
            /// Entities with equal masks have the same components.
            ///
            /// # Examples
            ///
            /// ```text
            /// let [ship, wreck] = [world.spawn((Position(1.0), Velocity(2.0))), world.spawn(Position(3.0))];
            /// assert_ne!(world.mask(ship), world.mask(wreck));
            /// world.remove::<Velocity>(ship).unwrap();
            /// assert_eq!(world.mask(ship), world.mask(wreck));
            /// ```
            #[must_use]
            #[inline]
            pub fn mask(&self, entity: #k::Entity) -> ::core::option::Option<#mask> {
                #k::WorldAccess::mask(self, entity)
            }
            /// Returns the names of the components of an entity; `None` if it is dead. Allocates a vector. Runs in **O(components of the world)**
            /// time.
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
                #k::WorldAccess::component_names(self, entity)
            }
            /// Returns the number of live entities. Runs in **O(1)** time.
            #[must_use]
            pub fn len(&self) -> ::core::primitive::usize {
                #k::WorldAccess::len(self)
            }
            /// Returns true if no entity is alive. Runs in **O(1)** time.
            #[must_use]
            pub fn is_empty(&self) -> ::core::primitive::bool {
                #k::WorldAccess::is_empty(self)
            }
            /// Iterates over the live entities by ascending index. Runs in **O(slots)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ships = world.spawn_batch([1.0, 2.0].map(Position));
            /// assert!(world.entities().eq(ships));
            /// assert_eq!((world.entities().len(), world.len()), (2, 2));
            /// ```
            #[must_use]
            pub fn entities(&self) -> #k::LiveEntities<'_> {
                #k::WorldAccess::entities(self)
            }
            /// Returns the owner of a component, found by the address of the value; `None` if the value is not in this world, and always for
            /// zero-sized types. Runs in **O(1)** time; in **O(chunks)** for a `hashed_array_tree`.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// let position = world.get::<Position>(ship).unwrap();
            /// assert_eq!(world.owner_of(position), Some(ship));
            /// ```
            #[must_use]
        "#),
        quote! {
            pub fn owner_of<C: 'static>(
                &self,
                component: &C,
            ) -> ::core::option::Option<#k::Entity>
            where
                Self: #k::Holds<C>,
            {
                #k::WorldAccess::owner_of::<C>(self, component)
            }
        },
        text::filled(names, r#"
            /// Queries entities with certain components for reading: `query::<(Entity, &A, Option<&B>)>()`.
            ///
            /// Runs in **O(1)** time, without allocation; `Query` documents the costs of iteration. To look up many entities, make the query
            /// once; for one value, use [`get`](Self::get).
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
        "#),
        quote! {
            pub fn query<Q: #k::QueryData<Self> + #k::ReadQueryData<Self>>(
                &self,
            ) -> #k::Query<'_, Self, Q> {
                let () = #k::CheckQuery::<Self, Q>::OK;
                #k::WorldAccess::query::<Q>(self)
            }
        },
        text::filled(names, r"
            /// Queries entities with certain components for writing: `query_mut::<(&mut A, &B)>()`.
            ///
            /// The world is borrowed until the loop ends: copy what it needs of resources before, and collect entities to despawn them after it.
            /// Making the query settles delayed and active-passive views, even if nothing is iterated. Their callbacks run at the next sync point.
            /// It also reads the positions that earlier [iterations](Query::iter_mut) requested, in **O(entities)** time.
            ///
            /// To get one item in one expression, use `into_single` or `into_get`; `single_mut` and
            /// `get_mut` borrow the query, which must be in a variable then.
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
        "),
        quote! {
            pub fn query_mut<Q: #k::QueryData<Self>>(&mut self) -> #k::Query<'_, Self, Q> {
                let () = #k::CheckQuery::<Self, Q>::OK;
                #k::WorldAccess::query_mut::<Q>(self)
            }
        },
        text::filled(names, r"
            /// Borrows the values of all components at once, as columns that can be used separately and joined. Structural changes are impossible
            /// meanwhile. Runs in **O(components of the world)** time.
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
                #k::WorldAccess::columns(self)
            }
            /// Sorts the values of a component, and so the order in which they are visited. The sort is stable.
            ///
            /// **A group limits this**: a storage that a group owns is not sorted as a whole. `World::PLAN` lists the storages that groups divide,
            /// and the segments of each.
            ///
            /// The groups that own a storage divide it into segments: the entities of the innermost group, then the remaining ones of the next
            /// group, and so on, then all others. Each segment is sorted by itself, in all storages that its group owns. So a group that shares the
            /// storage with no other is visited in this order, and a storage that no group owns is sorted as a whole. Lists, and storages of other
            /// groups, are not sorted.
            ///
            /// Storages with a fixed order (`vec`, `packed`, `hashed_array_tree`, `tag`) cannot be sorted: a compile error.
            ///
            /// Later changes disturb the order: insertion appends; removal swaps the last value in; an entity that enters or leaves a group is
            /// swapped to its boundary in the storages that the group owns. Performs **O(n log n)** comparisons, and **O(n)** swaps per storage.
            ///
            /// [`tidy`](Self::tidy) keeps sorted storages in this order, until [`unsort`](Self::unsort).
            ///
            /// # Panics
            ///
            /// If the comparison panics, and perhaps if it is not a total order, as in `slice::sort_by`. Nothing has moved then. (If it is not a
            /// total order and does not panic, the values are in an unspecified order.)
            ///
            /// # Examples
            ///
            /// ```text
            /// world.spawn_batch([2.0, 3.0, 1.0].map(Position));
            /// world.sort_by::<Position>(|a, b| a.0.total_cmp(&b.0));
            /// assert_eq!(world.columns().position.as_slice(), [1.0, 2.0, 3.0].map(Position));
            /// ```
        "),
        quote! {
            pub fn sort_by<C: 'static>(
                &mut self,
                compare: impl ::core::ops::FnMut(&C, &C) -> ::core::cmp::Ordering,
            )
            where
                Self: #k::Holds<C, Storage: #k::Sortable>,
            {
                #k::WorldOrder::sort_by::<C>(self, compare)
            }
        },
        text::filled(names, r"
            /// Sorts the values of a component by a key; see [`sort_by`](Self::sort_by).
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
        "),
        quote! {
            pub fn sort_by_key<C: 'static, K: ::core::cmp::Ord>(
                &mut self,
                key: impl ::core::ops::FnMut(&C) -> K,
            )
            where
                Self: #k::Holds<C, Storage: #k::Sortable>,
            {
                #k::WorldOrder::sort_by_key::<C, K>(self, key)
            }
        },
        text::filled(names, r"
            /// Allows [`tidy`](Self::tidy) to move the values of a component again after [`sort_by`](Self::sort_by). Moves nothing itself. Runs in
            /// **O(1)** time.
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
        "),
        quote! {
            pub fn unsort<C: 'static>(&mut self)
            where
                Self: #k::Holds<C, Storage: #k::Sortable>,
            {
                #k::WorldOrder::unsort::<C>(self)
            }
        },
        text::filled(names, r#"
            /// Brings all storages and lists into one common order, so that iteration that looks up components finds adjacent values: as if
            /// entities were stored by archetype, until the next changes.
            ///
            /// Entities are ordered by class (those with the same components); classes by their lowest entity index, and the entities of a class by
            /// index. In a storage that groups own, each segment (the entities of the innermost group, then the remaining ones of the next group,
            /// and so on, then all others) is in this order by itself. The order depends only on which entities are alive and which components they
            /// have. Lists (`view = list` and `view = delayed`) are brought into it, too. Storages with a fixed order (`vec`, `packed`,
            /// `hashed_array_tree`, `tag`) stay as they are, so stable addresses stay valid. Storages that [`sort_by`](Self::sort_by) sorted stay
            /// as they are until [`unsort`](Self::unsort), and so do the segments of the groups that own them, in all storages of these groups. The
            /// report counts the components that were sorted.
            ///
            /// Only positions of values change: handles, pending commands and reserved entities stay valid, and no user code runs.
            /// [`World::PLAN`](Self::PLAN) and [`advice`](Self::advice) name the views that benefit; groups that own all that
            /// they require do not.
            ///
            /// If nothing changed since the last call, it runs in **O(1)** time; otherwise in **O(slots)**, and **O(values)** for storages of
            /// entities that changed, with one swap for each value that is out of position. 8 bytes per slot are kept for the next call;
            /// [`shrink_to_fit`](Self::shrink_to_fit) frees them.
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
                #k::WorldOrder::tidy(self)
            }
            /// Does the same as [`tidy`](Self::tidy) within a budget: a number of values and list entries to move. The next call continues where
            /// this one stopped, and after the last storage or list with the first one again.
            ///
            /// A value in a group moves together with those of the same entity in all storages of the group, so a call can exceed its budget by
            /// less than the number of these storages. A budget of 0 moves nothing, and reports whether everything is in order. The budget counts
            /// moves, not time, and the point where the next call continues is cloned with the world: the same calls lead to the same world.
            ///
            /// Finding values that are out of position costs as much as in `tidy`, however small the budget is. From a call whose budget does not
            /// suffice until a call that finishes, no storage follows a partial group.
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
                #k::WorldOrder::tidy_within(self, budget)
            }
            /// Sets the budget with which each later `run()` tidies at its end, as by [`tidy_within`](Self::tidy_within); `None` stops that. Other
            /// schedules and single systems do not tidy. The setting is cloned with the world. While there is a budget, no storage follows a
            /// partial group. Runs in **O(1)** time.
            ///
            /// A budget of fewer values than change their places between two runs costs its moves and gains little.
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
                #k::WorldOrder::set_tidy_budget(self, budget)
            }
            /// Returns the budget with which `run()` tidies; `None` if it does not. See [`set_tidy_budget`](Self::set_tidy_budget). Runs in
            /// **O(1)** time.
            #[must_use]
            pub fn tidy_budget(&self) -> ::core::option::Option<::core::primitive::usize> {
                #k::WorldOrder::tidy_budget(self)
            }
            /// Creates a world without entities; the same as `default()`.
            #[must_use]
            pub fn new() -> Self {
                <Self as #k::EcsWorld>::new()
            }
            /// Returns the queue of pending commands, to add further ones.
            ///
            /// Runs in **O(1)** time; with feature `rayon` in **O(systems)** time, since the queues of the systems of a stage are joined first.
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
            /// Returns a `Spawner`, as systems take it: commands that also spawn entities whose handles are known at once.
            ///
            /// The entities become alive at the next sync point, or before the world next spawns, despawns or clears. Until then no query finds
            /// them, [`contains`](Self::contains) returns false, and only commands accept their handles.
            ///
            /// Same cost as [`commands`](Self::commands).
            ///
            /// # Examples
            ///
            /// ```text
            /// let mut spawner = world.spawner();
            /// let first = spawner.spawn(Ship);
            /// let second = spawner.spawn((Ship, Leader(first)));
            /// assert!(!world.contains(first));
            /// world.flush();
            /// assert_eq!(world.get::<Leader>(second), Some(&Leader(first)));
            /// ```
            pub fn spawner(&mut self) -> #k::Spawner<'_, Self> {
                #k::EcsWorld::spawner(self)
            }
            /// Reserves an entity and returns its handle. Runs in **O(1)** time.
            ///
            /// The entity becomes alive, without components, at the next sync point ([`flush`](Self::flush), or the end of a run), or before the
            /// world next spawns, despawns or clears. Until then no query finds it, [`contains`](Self::contains) returns false, and
            /// only commands accept the handle.
            ///
            /// # Panics
            ///
            /// If no index is left, as [`spawn`](Self::spawn) does.
            ///
            /// # Examples
            ///
            /// ```text
            /// let [one, other] = [world.reserve_entity(), world.reserve_entity()];
            /// world.commands().insert(one, Twin(other));
            /// world.commands().insert(other, Twin(one));
            /// world.flush();
            /// assert_eq!(world.get::<Twin>(other), Some(&Twin(one)));
            /// ```
            #[track_caller]
            pub fn reserve_entity(&mut self) -> #k::Entity {
                #k::EcsWorld::reserve_entity(self)
            }
            /// Applies the pending commands, including those that callbacks issue meanwhile.
            ///
            /// Does not return if callbacks respond to each other's commands forever.
            ///
            /// This is a sync point: reserved entities become alive, and views that defer changes settle. Runs in
            /// **O(reserved entities + deferred changes + commands)** time, where a command costs as much as the equivalent method of the world.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// world.commands().despawn(ship);
            /// assert!(world.contains(ship));
            /// world.flush();
            /// assert!(!world.contains(ship));
            /// ```
            pub fn flush(&mut self) {
                #k::EcsWorld::flush(self)
            }
            /// Returns the number of commands that were dropped so far because their entity was dead, lacked a component that an
            /// `exchange` was to remove, or was to get a relation that the world refuses. Runs in **O(1)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// world.commands().despawn(ship);
            /// world.commands().insert(ship, Position(2.0));
            /// world.flush();
            /// assert_eq!(world.dropped_commands(), 1);
            /// ```
            #[must_use]
            pub fn dropped_commands(&self) -> ::core::primitive::u64 {
                #k::EcsWorld::dropped_commands(self)
            }
            /// Returns the time that each system took, in the order of [`World::PLAN`](Self::PLAN); nothing without feature `std` of the
            /// crate, or on a target without a clock, such as `wasm32-unknown-unknown`.
            ///
            /// With the feature, the clock is read twice per run of a system. Times are not part of the state: a clone starts without any. Each
            /// step of the iterator runs in **O(1)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// #[system]
            /// fn think() {}
            ///
            /// ecs_world! { systems: think; }
            ///
            /// let mut world = World::default();
            /// world.run();
            /// for time in world.system_times() {
            ///     assert_eq!((time.name, time.runs), ("think", 1));
            /// }
            /// ```
            pub fn system_times(&self) -> #k::SystemTimes<'_> {
                #k::EcsWorld::system_times(self)
            }
            /// Clears the times that systems took, for example at the end of a level or of a second. Runs in **O(systems)** time.
            pub fn reset_system_times(&mut self) {
                #k::EcsWorld::reset_system_times(self)
            }
            /// Frees spare memory. Runs in **O(slots)** time, and moves all values but those of hashed array trees.
            ///
            /// This frees the reserves of storages, masks and `tidy`, cached positions, and the pages of tables in which no entity has a value.
            pub fn shrink_to_fit(&mut self) {
                #k::EcsWorld::shrink_to_fit(self)
            }
            /// Compares [`PLAN`](Self::PLAN) with the present sizes. The advice lists views of at least 32 entities that lost storages to
            /// views with at most half as many entities or half as much work, with what to write in the declaration; and, unless everything is in
            /// order, the views that benefit from [`tidy`](Self::tidy); and the scans that an entry of `groups:` could keep. Call it
            /// when the world has realistic sizes.
            ///
            /// Runs in **O(slots + values + storages that views lost * views ^ 2)** time, and changes nothing. The size of a view is estimated as
            /// the number of values of its rarest required component. There is no advice for views that require a `#[rare]` component, for those
            /// that are declared to be lists or scans, or for ad-hoc queries, which the plan does not know.
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
            /// Checks that storages, masks, views and allocator are consistent; for tests. Runs in **O(slots * views + values)** time.
            ///
            /// # Errors
            ///
            /// `InvariantError` names the violated invariant: a bug in this library.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ships = world.spawn_batch([1.0, 2.0, 3.0].map(Position));
            /// world.despawn(ships[1]).unwrap();
            /// world.check_invariants().unwrap();
            /// ```
            pub fn check_invariants(
                &mut self,
            ) -> ::core::result::Result<(), #k::InvariantError> {
                #k::EcsWorld::check_invariants(self)
            }
        "#),
    ].into_iter().collect()
}

/// Those that only a world with relations has.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders_of_relations(k: &Ident) -> TokenStream {
    let names: &[(&str, &str)] = &[("k", &k.to_string())];
    [
        text::filled(names, r"
            /// Clones an entity and its descendants in a relation that is a tree, with all their components, and returns the clone of the entity.
            ///
            /// The clones have the shape of the original tree, and its order of siblings. Handles in relations, and in components with `#[handles]`
            /// (see `VisitHandles`), refer to the clone if they referred to an entity of the tree, and stay as they are
            /// otherwise; so the clone of the root has the parent of the root, as its last child. In other relations the clones are the last
            /// sources of their targets, in the order of the tree.
            ///
            /// Each clone is one spawn, parents before children; callbacks run afterwards, in that order, when all clones are alive. If a `Clone`
            /// or a `VisitHandles` panics, nothing changes. Runs in **O(n log n + n * (components + views of the world))** time for a tree of n
            /// entities.
            ///
            /// # Errors
            ///
            /// `ChangeError` if the handle refers to no live entity of this world.
            ///
            /// # Panics
            ///
            /// If fewer indices are left than the tree has entities. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Ship);
            /// let mast = world.spawn(ChildOf(ship));
            /// world.spawn(ChildOf(mast));
            /// let twin = world.clone_tree::<ChildOf>(ship)?;
            /// assert_eq!(world.tree::<ChildOf>().descendants(twin).count(), 2);
            /// ```
            #[track_caller]
        "),
        quote! {
            pub fn clone_tree<R: 'static>(
                &mut self,
                root: #k::Entity,
            ) -> ::core::result::Result<#k::Entity, #k::ChangeError>
            where
                Self: #k::HasTree<R>,
                for<'x> Self: #k::CloneComponents<'x>,
            {
                #k::WorldTemplates::clone_tree::<R>(self, root)
            }
        },
        text::filled(names, r#"
            /// Despawns an entity and its descendants in a relation that is a tree, and returns their components as a `TemplateTree`; `None` if
            /// the handle refers to no live entity of this world. Clones nothing.
            ///
            /// First, sources of these entities that are outside of the tree are despawned or cleared, as by
            /// [`despawn`](Self::despawn). An entity of the tree that this despawns is not in the result; if it is the root, the
            /// result is `None`. Then the callbacks `on_removed` run, descendants before ancestors, while all of them are alive; if one panics,
            /// none is despawned. Runs in **O(n log n + n * (components + views of the world))** time for a tree of n entities.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(());
            /// world.spawn(ChildOf(ship));
            /// let taken = world.take_tree::<ChildOf>(ship).unwrap();
            /// assert_eq!((taken.count(), world.len()), (2, 0));
            /// ```
            #[must_use = "the components are dropped with the tree; use `despawn` if they are not needed"]
        "#),
        quote! {
            pub fn take_tree<R: 'static>(
                &mut self,
                root: #k::Entity,
            ) -> ::core::option::Option<#k::TemplateTree<Self, R>>
            where
                Self: #k::HasTree<R>,
            {
                #k::WorldTemplates::take_tree::<R>(self, root)
            }
        },
        text::filled(names, r"
            /// Spawns the entities of a `TemplateTree`, and returns the root. Clones nothing; to spawn a tree several times, clone it first.
            ///
            /// Each is one spawn, parents before children; callbacks run afterwards, in that order, when all entities are alive. Runs in
            /// **O(n * (components + views of the world))** time for a tree of n entities.
            ///
            /// # Errors
            ///
            /// `ChangeError` with the tree, if it has handles `outside` that were not mapped to entities of this world,
            /// or a relation has a dead target or would form a cycle.
            ///
            /// # Panics
            ///
            /// If fewer indices are left than the tree has entities. Nothing changes then.
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(());
            /// world.spawn(ChildOf(ship));
            /// let taken = world.take_tree::<ChildOf>(ship).unwrap();
            /// let ship = other.spawn_tree(taken)?;
            /// assert_eq!(other.tree::<ChildOf>().child_count(ship), 1);
            /// ```
            #[track_caller]
        "),
        quote! {
            pub fn spawn_tree<R: 'static>(
                &mut self,
                tree: #k::TemplateTree<Self, R>,
            ) -> ::core::result::Result<
                #k::Entity,
                #k::ChangeError<#k::TemplateTree<Self, R>>,
            >
            where
                Self: #k::HasTree<R>,
            {
                #k::WorldTemplates::spawn_tree::<R>(self, tree)
            }
        },
        text::filled(names, r"
            /// Returns `Sources`, which reads the sources of each target of a relation. Runs in **O(1)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let player = world.spawn(());
            /// let turret = world.spawn(Targets(player));
            /// assert!(world.sources::<Targets>().of(player).eq([turret]));
            /// world.despawn(player).unwrap();
            /// assert!(!world.has::<Targets>(turret));
            /// ```
        "),
        quote! {
            pub fn sources<R: 'static>(&self) -> #k::Sources<'_, R>
            where
                Self: #k::HasRelation<R>,
            {
                #k::WorldAccess::sources::<R>(self)
            }
        },
        text::filled(names, r"
            /// Returns `Tree`, which reads the parents and children of a relation that is a tree. Runs in **O(1)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let root = world.spawn(());
            /// let child = world.spawn(ChildOf(root));
            /// let grandchild = world.spawn(ChildOf(child));
            /// assert!(world.tree::<ChildOf>().descendants(root).eq([child, grandchild]));
            /// world.despawn(root).unwrap();
            /// assert!(world.is_empty());
            /// ```
        "),
        quote! {
            pub fn tree<R: 'static>(&self) -> #k::Tree<'_, R>
            where
                Self: #k::HasTree<R>,
            {
                #k::WorldAccess::tree::<R>(self)
            }
        },
        text::filled(names, r#"
            /// Sorts the values of a component by a tree, those of parents before those of their children: first the values of entities without a
            /// parent, in their present order, then level by level, in the order of `LevelOrder`.
            /// `for_each_parent_first` then visits values in their order in memory.
            ///
            /// Groups limit this as they limit [`sort_by`](Self::sort_by), and [`tidy`](Self::tidy) keeps the storage in this order, too. Later
            /// changes disturb it. Runs in **O(slots + entities of the tree + n log n)** time, with **O(n)** swaps per storage; allocates 4 bytes
            /// per slot, 12 per entity with a parent, and 16 or more per value.
            ///
            /// # Examples
            ///
            /// ```text
            /// let [hand, arm, body] = ["hand", "arm", "body"].map(|name| world.spawn(Name(name)));
            /// world.insert(hand, ChildOf(arm)).unwrap();
            /// world.insert(arm, ChildOf(body)).unwrap();
            /// world.sort_parents_first::<Name, ChildOf>();
            /// assert_eq!(world.columns().name.as_slice(), ["body", "arm", "hand"].map(Name));
            /// ```
        "#),
        quote! {
            pub fn sort_parents_first<C: 'static, R: 'static>(&mut self)
            where
                Self: #k::Holds<C, Storage: #k::Sortable> + #k::HasTree<R>,
            {
                #k::WorldOrder::sort_parents_first::<C, R>(self)
            }
        },
        text::filled(names, r"
            /// Sorts the sources of a target of a relation, and so the order in which [`sources`](Self::sources) and
            /// [`tree`](Self::tree) visit them. The sort is stable; later sources are appended.
            ///
            /// Performs **O(n log n)** comparisons, and allocates a list of the sources.
            ///
            /// # Panics
            ///
            /// If the comparison panics, and perhaps if it is not a total order, as in `slice::sort_by`. Nothing has moved then. (If it is not a
            /// total order and does not panic, the sources are in an unspecified order.)
            ///
            /// # Examples
            ///
            /// ```text
            /// let parent = world.spawn(());
            /// let [front, back] = [2, 1].map(|layer| world.spawn((ChildOf(parent), Layer(layer))));
            /// let layer = |world: &World, entity| world.get::<Layer>(entity).map(|layer| layer.0);
            /// world.sort_sources_by::<ChildOf>(parent, |world, a, b| layer(world, a).cmp(&layer(world, b)));
            /// assert!(world.tree::<ChildOf>().children(parent).eq([back, front]));
            /// ```
        "),
        quote! {
            pub fn sort_sources_by<R: 'static>(
                &mut self,
                target: #k::Entity,
                compare: impl ::core::ops::FnMut(
                    &Self,
                    #k::Entity,
                    #k::Entity,
                ) -> ::core::cmp::Ordering,
            )
            where
                Self: #k::HasRelation<R>,
            {
                #k::WorldOrder::sort_sources_by::<R>(self, target, compare)
            }
        },
        text::filled(names, r"
            /// Moves a source of a relation before another source of the same target. Returns false, and moves nothing, if they have no target in
            /// common. Runs in **O(1)** time; for a relation that is `many`, in **O(n * m)** for the n targets of one and the m targets of the
            /// other.
            ///
            /// # Examples
            ///
            /// ```text
            /// let parent = world.spawn(());
            /// let [first, second] = [0, 1].map(|_| world.spawn(ChildOf(parent)));
            /// assert!(world.move_source_before::<ChildOf>(second, first));
            /// assert!(world.tree::<ChildOf>().children(parent).eq([second, first]));
            /// ```
        "),
        quote! {
            pub fn move_source_before<R: 'static>(
                &mut self,
                source: #k::Entity,
                sibling: #k::Entity,
            ) -> ::core::primitive::bool
            where
                Self: #k::HasRelation<R>,
            {
                #k::WorldOrder::move_source_before::<R>(self, source, sibling)
            }
        },
    ].into_iter().collect()
}

/// Those that only a world with double-buffered components has.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders_of_pasts(k: &Ident) -> TokenStream {
    let names: &[(&str, &str)] = &[("k", &k.to_string())];
    [
        text::filled(names, r"
            /// Returns the past of a double-buffered component of an entity: its value when `run()` last started, or the one that it was inserted
            /// with since. `None` if the entity lacks the component or is dead. Same cost as [`get`](Self::get).
            ///
            /// # Examples
            ///
            /// ```text
            /// let ship = world.spawn(Position(1.0));
            /// world.get_mut::<Position>(ship).unwrap().0 = 2.0;
            /// assert_eq!(world.past::<Position>(ship), Some(&Position(1.0)));
            /// world.run();
            /// assert_eq!(world.past::<Position>(ship), Some(&Position(2.0)));
            /// ```
            #[must_use]
            #[inline]
        "),
        quote! {
            pub fn past<C: 'static>(&self, entity: #k::Entity) -> ::core::option::Option<&C>
            where
                Self: #k::HasPast<C>,
            {
                #k::WorldAccess::past::<C>(self, entity)
            }
        },
    ].into_iter().collect()
}

/// Those that only a world with snapshots has.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders_of_snapshots(k: &Ident) -> TokenStream {
    let names: &[(&str, &str)] = &[("k", &k.to_string())];
    [
        text::filled(names, r#"
            /// Returns a copy of the state: entities, components, relations, resources, events, states, the fields of systems, pending commands,
            /// reserved entities, the order of all these, and the changes that systems have not seen yet.
            ///
            /// Entries with `#[transient]` are not in it. Runs in **O(slots + values)** time: each table, and each storage of values that are
            /// `Copy`, is copied as one block of memory. Values of other types are cloned one by one.
            ///
            /// [`snapshot_into`](Self::snapshot_into) reuses the memory of an earlier snapshot, and `Timeline` keeps the
            /// snapshots of the last frames. Library code uses the bound `Snapshots`.
            ///
            /// # Panics
            ///
            /// If a pending command has a value of a transient component, since it could not be repeated: call [`flush`](Self::flush)
            /// first.
            ///
            /// # Examples
            ///
            /// ```text
            /// #[derive(Debug, PartialEq, Clone)]
            /// struct Position(f32);
            ///
            /// ecs_world! {
            ///     #[derive(Snapshot)]
            ///     pub struct World;
            ///     components: Position;
            /// }
            ///
            /// let mut world = World::default();
            /// let ship = world.spawn(Position(1.0));
            /// let before = world.snapshot();
            /// world.despawn(ship).unwrap();
            /// world.restore(&before);
            /// assert_eq!(world.get::<Position>(ship), Some(&Position(1.0)));
            /// ```
            #[must_use]
            #[track_caller]
            pub fn snapshot(&self) -> #k::Snapshot<Self> {
                #k::WorldSnapshots::snapshot(self)
            }
            /// Replaces a snapshot with one of the present state, as [`snapshot`](Self::snapshot) makes it, and reuses the memory of the old one.
            /// Nothing is allocated if as much memory was needed before, except by types that allocate in their `clone_from`, for pending function
            /// calls, and for `btree_map` storages whose entities changed.
            ///
            /// # Panics
            ///
            /// As [`snapshot`](Self::snapshot) does. If a `Clone` panics, the snapshot is incomplete, and cannot be restored.
            ///
            /// # Examples
            ///
            /// ```text
            /// let mut last = world.snapshot();
            /// for x in [1.0, 2.0] {
            ///     world.spawn(Position(x));
            ///     world.snapshot_into(&mut last);
            /// }
            /// world.clear();
            /// world.restore(&last);
            /// assert_eq!(world.len(), 2);
            /// ```
            #[track_caller]
            pub fn snapshot_into(&self, snapshot: &mut #k::Snapshot<Self>) {
                #k::WorldSnapshots::snapshot_into(self, snapshot)
            }
            /// Restores the state of a snapshot, of this world or of another one of the same type. Afterwards the same operations have the same
            /// results: handles, orders and values.
            ///
            /// No callback of a system runs. Entries with `#[transient]` stay as they are: entities that are alive in both states keep their
            /// transient components, and others lose them. Replaced values are dropped. Memory is reused, as by
            /// [`snapshot_into`](Self::snapshot_into). Runs in **O(slots + values)** time, those of the world and of the snapshot.
            ///
            /// State outside of the world is not restored: an `EventCursor` can receive events of the snapshot again, and for
            /// each `ChangeReader` of the world all values may have changed.
            ///
            /// # Panics
            ///
            /// If the snapshot is incomplete. If a `Clone` or a `Drop` of a value panics, the world has no entities and no pending commands
            /// afterwards, as if it was cleared without callbacks; some resources, events, states and fields of systems are those of the snapshot,
            /// and others are not.
            ///
            /// # Examples
            ///
            /// ```text
            /// let start = world.snapshot();
            /// let first = world.spawn(Position(1.0));
            /// world.restore(&start);
            /// assert!(world.is_empty());
            /// assert_eq!(world.spawn(Position(1.0)), first, "the same operations return the same handles");
            /// ```
            #[track_caller]
            pub fn restore(&mut self, snapshot: &#k::Snapshot<Self>) {
                #k::WorldSnapshots::restore(self, snapshot)
            }
        "#),
    ].into_iter().collect()
}

/// Those that only a world with `#[derive(Serialize)]` has.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders_of_states(k: &Ident) -> TokenStream {
    let names: &[(&str, &str)] = &[("k", &k.to_string())];
    [
        text::filled(names, r#"
            /// Returns a hash of the whole state, to check whether two worlds are equal: two runs of a program, the peers of a game, a world and
            /// its restored copy.
            ///
            /// The hash has no seed: equal states have equal hashes on all platforms, and with any number of threads. The order of storages, views
            /// and free slots is part of the state, since the next run depends on it; [`content_hash`](Self::content_hash) leaves it out. Floats
            /// are hashed by their bits, and fields that serde skips are ignored. Collisions can be constructed. Different values can have equal
            /// hashes if their type is `untagged`, or a tuple struct that leaves fields out.
            ///
            /// Runs in **O(slots + values)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// use ecs_world::prelude::*;
            /// use serde::Serialize;
            ///
            /// #[derive(Serialize)]
            /// struct Position(f32);
            ///
            /// ecs_world! {
            ///     #[derive(Serialize)]
            ///     pub struct World;
            ///     components: Position;
            /// }
            ///
            /// let (mut one, mut other) = (World::default(), World::default());
            /// let ship = one.spawn(Position(1.0));
            /// other.spawn(Position(1.0));
            /// assert_eq!(one.state_hash(), other.state_hash());
            /// one.get_mut::<Position>(ship).unwrap().0 = 1.5;
            /// assert_ne!(one.state_hash(), other.state_hash());
            /// ```
            #[must_use]
            pub fn state_hash(&self) -> ::core::primitive::u64 {
                #k::WorldState::state_hash(self)
            }
            /// Returns a hash of the content of the world, whatever the order: live entities, the components of each, resources, events, states,
            /// the fields of systems, pending commands and the number of reserved entities. So two worlds that reached the same content in
            /// different ways have equal hashes, if the handles are equal. Events are hashed with their numbers (how many were sent before them),
            /// whether they are of this run or the last one, and the cursors of their readers.
            ///
            /// Left out are the order of storages, views, sources of relations and free slots, the changes that systems with `changed(..)` and
            /// `added(..)` have not seen, the progress and the budget of tidying, which storages are sorted, the number of dropped commands, and
            /// whether the last run panicked. Runs in **O(slots + values)** time.
            #[must_use]
            pub fn content_hash(&self) -> ::core::primitive::u64 {
                #k::WorldState::content_hash(self)
            }
            /// Returns a hash of each part of the state, in the order of the declaration, to find the parts in which two worlds with different
            /// [`state_hash`](Self::state_hash) differ. Runs in **O(slots + values)** time.
            ///
            /// # Examples
            ///
            /// ```text
            /// let (mut one, mut other) = (World::default(), World::default());
            /// one.spawn((Position(0.0), Health(3)));
            /// other.spawn((Position(0.0), Health(4)));
            /// let (ours, theirs) = (one.part_hashes(), other.part_hashes());
            /// let (part, _) = ours.iter().zip(&theirs).find(|(own, other)| own != other).unwrap();
            /// assert_eq!((part.section(), part.name()), ("components", "Health"));
            /// ```
            #[must_use]
            pub fn part_hashes(&self) -> #k::PartHashes {
                #k::WorldState::part_hashes(self)
            }
            /// Returns the first difference of two worlds, in the order of the declaration; `None` if they have equal states. It names the part,
            /// the entity, and the values in both worlds, as text.
            ///
            /// Parts are compared by their hashes, so the result is `None` exactly if all hashes are equal, which is possible for different values,
            /// too: see [`state_hash`](Self::state_hash). Runs in **O(slots + values)** time, and **O(log values)** per value of the part that
            /// differs.
            ///
            /// # Examples
            ///
            /// ```text
            /// let (mut one, mut other) = (World::default(), World::default());
            /// let hero = one.spawn((Position(0.0), Health(3)));
            /// other.spawn((Position(0.0), Health(4)));
            /// let difference = one.first_difference(&other).unwrap();
            /// assert_eq!(difference.entity(), Some(hero));
            /// assert_eq!(difference.to_string(), "component `Health` of 0v1: Health(3) here, and Health(4) there");
            /// ```
            #[must_use]
            pub fn first_difference(
                &self,
                other: &Self,
            ) -> ::core::option::Option<#k::Difference> {
                #k::WorldState::first_difference(self, other)
            }
            /// Returns what changed from the state of `base` to that of this world. `apply`, which only worlds that can be loaded have, makes
            /// another world in the state of `base` equal to this one.
            ///
            /// All parts are compared. Types with `untagged`, `flatten` or `skip_serializing_if` of serde do not work in deltas: a delta can be
            /// empty although the states differ, or be refused by `apply`. Runs in **O(slots + values)** time; the size of the delta is that of
            /// what changed.
            ///
            /// # Errors
            ///
            /// `DeltaError::Unsaved` if one of the worlds has something that cannot be saved, such as a pending function: call
            /// [`flush`](Self::flush) before.
            pub fn diff(
                &self,
                base: &Self,
            ) -> ::core::result::Result<#k::Delta<Self>, #k::DeltaError> {
                #k::WorldState::diff(self, base)
            }
        "#),
    ].into_iter().collect()
}

/// Those that only a world with `#[derive(Serialize, Deserialize)]` has.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn forwarders_of_deltas(k: &Ident) -> TokenStream {
    let names: &[(&str, &str)] = &[("k", &k.to_string())];
    [
        text::filled(names, r"
            /// Applies a delta. Afterwards the world is equal to the one on which [`diff`](Self::diff) was called: in values, orders, and what the
            /// next run does.
            ///
            /// No callback is called. Transient entries stay as they are, but transient components of entities that are not alive in both states
            /// are dropped. A `ChangeReader` finds all values of a component changed if one of them changed or has another
            /// owner now. Runs in **O(slots + values)** time.
            ///
            /// # Errors
            ///
            /// `DeltaError` if the delta belongs to another declaration, starts from another state, or is damaged, or if the world has something
            /// that cannot be saved. The world does not change then.
            ///
            /// # Panics
            ///
            /// If the `Drop` of a value panics. The world is consistent then, and may have no entities, as after a restore that panics.
            pub fn apply(
                &mut self,
                delta: &#k::Delta<Self>,
            ) -> ::core::result::Result<(), #k::DeltaError> {
                #k::WorldState::apply(self, delta)
            }
        "),
    ].into_iter().collect()
}
