//! `EcsWorld`: the methods of all worlds, in one trait per subject. `changes` and `templates` change structure, `access` reads and writes
//! values, `order` sorts, `snapshots` copies the whole state, `state` hashes and compares it; this file has the rest.
//!
//! Each method is declared only here: the inherent methods of worlds are generated from these files, including the checks at the beginning
//! of each body, so that errors of the checks point to the user's call. The rest of a body is one call of the module that does the work.

mod access;
mod changes;
mod order;
mod snapshots;
#[cfg(feature = "serde")]
mod state;
mod templates;

pub use access::{Names, WorldAccess};
pub use changes::WorldChanges;
pub use order::WorldOrder;
pub use snapshots::WorldSnapshots;
#[cfg(feature = "serde")]
pub use state::WorldState;
pub use templates::WorldTemplates;

use super::{advice, invariants, queues, run, spawn};
use crate::commands::Commands;
use crate::entity::Entity;
use crate::error::InvariantError;
use crate::plan::Advice;
use crate::spawner::Spawner;
use crate::times::SystemTimes;
use crate::world::{Core, GeneratedWorld, Token};

/// Methods of every world, whichever components it has. Implemented for every [`GeneratedWorld`].
///
/// | methods | trait |
/// |---|---|
/// | [`spawn`](WorldChanges::spawn), [`try_spawn`](WorldChanges::try_spawn), [`spawn_at`](WorldChanges::spawn_at), [`spawn_batch`](WorldChanges::spawn_batch), [`spawn_columns`](WorldChanges::spawn_columns), [`reserve`](WorldChanges::reserve), [`despawn`](WorldChanges::despawn), [`despawn_with`](WorldChanges::despawn_with), [`clear`](WorldChanges::clear), [`insert`](WorldChanges::insert), [`replace`](WorldChanges::replace), [`remove`](WorldChanges::remove), [`remove_any`](WorldChanges::remove_any), [`exchange`](WorldChanges::exchange) | [`WorldChanges`] |
/// | [`spawn_template`](WorldTemplates::spawn_template), [`try_spawn_template`](WorldTemplates::try_spawn_template), [`spawn_templates`](WorldTemplates::spawn_templates), [`clone_entity`](WorldTemplates::clone_entity), [`insert_template`](WorldTemplates::insert_template), [`take`](WorldTemplates::take); of whole trees [`clone_tree`](WorldTemplates::clone_tree), [`take_tree`](WorldTemplates::take_tree), [`spawn_tree`](WorldTemplates::spawn_tree) | [`WorldTemplates`] |
/// | [`get`](WorldAccess::get), [`get_mut`](WorldAccess::get_mut), [`past`](WorldAccess::past), [`get_components`](WorldAccess::get_components), [`get_disjoint_mut`](WorldAccess::get_disjoint_mut), [`contains`](WorldAccess::contains), [`has`](WorldAccess::has), [`mask`](WorldAccess::mask), [`component_names`](WorldAccess::component_names), [`len`](WorldAccess::len), [`is_empty`](WorldAccess::is_empty), [`entities`](WorldAccess::entities), [`owner_of`](WorldAccess::owner_of), [`sources`](WorldAccess::sources), [`tree`](WorldAccess::tree), [`query`](WorldAccess::query), [`query_mut`](WorldAccess::query_mut), [`columns`](WorldAccess::columns) | [`WorldAccess`] |
/// | [`sort_by`](WorldOrder::sort_by), [`sort_by_key`](WorldOrder::sort_by_key), [`sort_parents_first`](WorldOrder::sort_parents_first), [`unsort`](WorldOrder::unsort), [`sort_sources_by`](WorldOrder::sort_sources_by), [`move_source_before`](WorldOrder::move_source_before), [`tidy`](WorldOrder::tidy), [`tidy_within`](WorldOrder::tidy_within), [`set_tidy_budget`](WorldOrder::set_tidy_budget), [`tidy_budget`](WorldOrder::tidy_budget) | [`WorldOrder`] |
/// | [`snapshot`](WorldSnapshots::snapshot), [`snapshot_into`](WorldSnapshots::snapshot_into), [`restore`](WorldSnapshots::restore) | [`WorldSnapshots`] |
/// | `state_hash`, `content_hash`, `part_hashes`, `first_difference`, `diff`, `apply` | `WorldState`, with the feature `serde` |
/// | `save_to`, `load_from` | `WorldFiles`, with the feature `std` |
/// | commands and reserved entities, times of systems, memory, advice and checks | this one |
///
/// `run`, `run_sequential`, `par_run` (feature `rayon`), `update_events` and `update_states`, and the methods of schedules, systems and
/// declared queries belong to no trait: they are inherent methods of each generated world.
///
/// Library code that is generic over the world uses the bound [`Has`](crate::Has), which implies this trait and all others of the table
/// except `WorldState` and `WorldFiles`. Generated worlds have the methods of all of them except `WorldFiles` as inherent methods, so games
/// need not import any; `WorldFiles` is in the prelude.
///
/// Methods that take a handle refuse a stale one; those that also take values return these in that case. Changes call the callbacks
/// (`on_added`, `on_removed`, `on_replaced`) of systems before they return; for views that are `delayed` or `active_passive`, the first two
/// run at the next sync point.
///
/// Costs are those of the default storage. In a `packed` storage, inserting and removing a value takes **O(values)** time; in a
/// `btree_map`, all operations take **O(log values)** time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "if this is a call of a method: `{Self}` has no such method, and a method of worlds has this name",
    note = "methods of worlds and of `Commands` take the entity: `commands.insert(entity, Health(1))`, and `spawn` a tuple; a `Template` has `with` and `without`",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait EcsWorld: WorldChanges + WorldTemplates + WorldAccess + WorldOrder + WorldSnapshots {
    /// Creates a world without entities; the same as `default()`.
    #[must_use]
    fn new() -> Self {
        Self::default()
    }

    /// Returns the queue of pending commands, to add further ones.
    ///
    /// Runs in **O(1)** time; with feature `rayon` in **O(systems)** time, since the queues of the systems of a stage are joined first.
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
        queues::join_queues(self);
        &mut self.__core_mut(Token::new()).commands
    }

    /// Returns a [`Spawner`], as systems take it: commands that also spawn entities whose handles are known at once.
    ///
    /// The entities become alive at the next sync point, or before the world next spawns, despawns or clears. Until then no query finds
    /// them, [`contains`](crate::WorldAccess::contains) returns false, and only commands accept their handles.
    ///
    /// Same cost as [`commands`](Self::commands).
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
        queues::join_queues(self);
        let Core { entities, reserved, commands, .. } = self.__core_mut(Token::new());
        Spawner::new(entities, reserved, commands)
    }

    /// Reserves an entity and returns its handle. Runs in **O(1)** time.
    ///
    /// The entity becomes alive, without components, at the next sync point ([`flush`](Self::flush), or the end of a run), or before the
    /// world next spawns, despawns or clears. Until then no query finds it, [`contains`](crate::WorldAccess::contains) returns false, and
    /// only commands accept the handle.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`spawn`](crate::WorldChanges::spawn) does.
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
    /// Does not return if callbacks respond to each other's commands forever.
    ///
    /// This is a sync point: reserved entities become alive, and views that defer changes settle. Runs in
    /// **O(reserved entities + deferred changes + commands)** time, where a command costs as much as the equivalent method of the world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.commands().despawn(ship);
    /// assert!(world.contains(ship));
    /// world.flush();
    /// assert!(!world.contains(ship));
    /// ```
    fn flush(&mut self) {
        run::sync(self);
    }

    /// Returns the number of commands that were dropped so far because their entity was dead, lacked a component that an
    /// [`exchange`](Commands::exchange) was to remove, or was to get a relation that the world refuses. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ship = world.spawn(Position(1.0));
    /// world.commands().despawn(ship);
    /// world.commands().insert(ship, Position(2.0));
    /// world.flush();
    /// assert_eq!(world.dropped_commands(), 1);
    /// ```
    #[must_use]
    fn dropped_commands(&self) -> u64 {
        self.__core(Token::new()).dropped_commands
    }

    /// Returns the time that each system took, in the order of [`World::PLAN`](GeneratedWorld::PLAN); nothing without feature `std` of the
    /// crate, or on a target without a clock, such as `wasm32-unknown-unknown`.
    ///
    /// With the feature, the clock is read twice per run of a system. Times are not part of the state: a clone starts without any. Each
    /// step of the iterator runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
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
    fn system_times(&self) -> SystemTimes<'_> {
        SystemTimes::new(&self.__core(Token::new()).entities.times)
    }

    /// Clears the times that systems took, for example at the end of a level or of a second. Runs in **O(systems)** time.
    fn reset_system_times(&mut self) {
        self.__core_mut(Token::new()).entities.times.reset();
    }

    /// Frees spare memory. Runs in **O(slots)** time, and moves all values but those of hashed array trees.
    ///
    /// This frees the reserves of storages, masks and `tidy`, cached positions, and the pages of tables in which no entity has a value.
    fn shrink_to_fit(&mut self) {
        spawn::shrink_to_fit(self);
    }

    /// Compares [`PLAN`](GeneratedWorld::PLAN) with the present sizes. The advice lists views of at least 32 entities that lost storages to
    /// views with at most half as many entities or half as much work, with what to write in the declaration; and, unless everything is in
    /// order, the views that benefit from [`tidy`](crate::WorldOrder::tidy); and the scans that an entry of `groups:` could keep. Call it
    /// when the world has realistic sizes.
    ///
    /// Runs in **O(slots + values + storages that views lost * views ^ 2)** time, and changes nothing. The size of a view is estimated as
    /// the number of values of its rarest required component. There is no advice for views that require a `#[rare]` component, for those
    /// that are declared to be lists or scans, or for ad-hoc queries, which the plan does not know.
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

    /// Checks that storages, masks, views and allocator are consistent; for tests. Runs in **O(slots * views + values)** time.
    ///
    /// # Errors
    ///
    /// [`InvariantError`] names the violated invariant: a bug in this library.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// let ships = world.spawn_batch([1.0, 2.0, 3.0].map(Position));
    /// world.despawn(ships[1]).unwrap();
    /// world.check_invariants().unwrap();
    /// ```
    fn check_invariants(&mut self) -> Result<(), InvariantError> {
        invariants::check(self).map_err(InvariantError)
    }
}

impl<W: GeneratedWorld> EcsWorld for W {}
