//! Commands: deferred structural changes, applied at the next sync point.
//!
//! A command is an operation (`operation`: a pointer to a function of `apply`, with a description), a subject and a count; its values are
//! in typed queues, one per component. So no command is boxed, no value is type-erased, and a batch of a million entities is one command;
//! only the calls of [`Commands::queue`] are boxed (`call`), since their values can have any type. `batch` is a sequence of commands with
//! its queues; `pending` has the batches, removes changes and copies them; `lanes` joins the commands of several threads or systems by
//! moving whole batches; `queue` holds the values of one component; `lazy` is a value that is created when it is first written.
//!
//! [`Commands`] are lazy, so a program that issues no command compiles none of this: `pending` says how. The methods that issue commands
//! are here, those for many entities in `many`, and those with templates in `templates`. Those that take values are not inlined: most
//! loops issue few commands, and with the code of one inside, even a loop that issues none takes three times as long.

mod apply;
mod batch;
mod call;
mod lanes;
mod lazy;
mod many;
mod operation;
mod pending;
mod queue;
#[cfg(feature = "serde")]
mod saved;
mod templates;

#[cfg(feature = "serde")]
pub(crate) use operation::Kind;
pub use queue::Queue;
#[cfg(feature = "serde")]
pub(crate) use saved::{Changes, SavedBatch, Shape};

use batch::{Batch, Subject};
use lazy::Lazy;
use operation::{Exchange, Of, With};
use pending::Pending;

use crate::bundle::{Bundle, Plain, plain};
use crate::entity::Entity;
use crate::world::EcsWorld;
use crate::world::change::CheckBundle;

/// A world whose commands can be issued on several threads: one whose components are all `Send`.
///
/// # Examples
///
/// ```
/// # use ecs_world::{ParCommands, prelude::*};
/// # struct Health(u32);
/// # ecs_world! { components: Health; }
/// fn reap<W: ParCommands>(mut all: Query<'_, W, Entity>, commands: &mut Commands<W>) {
///     all.par_for_each_with(commands, |commands, entity| commands.despawn(entity));
/// }
/// # let mut world = World::default();
/// # world.spawn(Health(5));
/// let mut commands = Commands::default();
/// reap(world.query_mut::<Entity>(), &mut commands);
/// assert_eq!(commands.len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "a component of `{Self}` is not `Send`, and so commands of `{Self}` cannot be issued on several threads",
    label = "entities are divided over threads here",
    note = "make all components of `{Self}` `Send`, or leave the entities to one thread: without `parallel`"
)]
pub trait ParCommands: EcsWorld<Queues: Send> {}

#[diagnostic::do_not_recommend]
impl<W: EcsWorld<Queues: Send>> ParCommands for W {}

/// Structural changes to apply at the next sync point, for systems, which cannot change the world during iteration.
///
/// They are applied in the order in which they were issued: at `sync` in the list of systems, at the end of a run, and by
/// [`flush`](EcsWorld::flush). Commands that callbacks issue meanwhile are applied after them, in the same sync. A command for an entity
/// that is dead by then is dropped and [counted](EcsWorld::dropped_commands).
///
/// Issuing a command runs in amortised **O(1)** time, unless its method says otherwise. Values are kept in one queue per component, without
/// a box each. Issuing and applying commands allocates nothing once as many were pending at each of two earlier syncs (two queues take
/// turns), except for `queue`, `insert_template` and `despawn_with`. Pending values are dropped with the world.
///
/// If entities are divided over threads, each share of them issues into commands of its own, which are joined in the order of the entities:
/// so the commands are the same, in the same order, on any number of threads.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Health(u32);
/// #[system]
/// fn reap(entity: Entity, health: &Health, commands: &mut Commands<World>) {
///     if health.0 == 0 {
///         commands.despawn(entity);
///     }
/// }
///
/// ecs_world! { components: Health; systems: reap; }
///
/// let mut world = World::default();
/// world.spawn_batch([Health(0), Health(3)]);
/// world.run();
/// assert_eq!(world.len(), 1);
/// ```
pub struct Commands<W: EcsWorld> {
    /// Created by the first command, so that no other code names what it contains.
    pending: Lazy<Pending<W>>,
}

impl<W: EcsWorld> Commands<W> {
    /// Spawns an entity with a bundle, at the next sync. [`Spawner`](crate::Spawner) returns the handle at once.
    ///
    /// If a relation of the bundle has a dead target by then, nothing is spawned, which counts as one [dropped
    /// command](EcsWorld::dropped_commands).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! { components: Position; }
    /// # let mut world = World::default();
    /// world.commands().spawn(Position(1.0));
    /// assert!(world.is_empty());
    /// world.flush();
    /// assert_eq!(world.len(), 1);
    /// ```
    #[inline(never)]
    pub fn spawn<B: Bundle<W>>(&mut self, bundle: B) {
        let () = CheckBundle::<W, B>::OK;
        let last = self.last();
        last.enqueue::<B>(plain::<W, B>(bundle));
        last.push(With::<W, B>::SPAWN, Subject::None, 1);
    }

    /// Despawns an entity at the next sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// world.commands().despawn(hero);
    /// assert!(world.contains(hero));
    /// world.flush();
    /// assert!(!world.contains(hero));
    /// ```
    pub fn despawn(&mut self, entity: Entity) {
        self.last().push(Of::DESPAWN, Subject::One(entity), 1);
    }

    /// Inserts a bundle into an entity at the next sync.
    ///
    /// Values that the entity has are replaced, as by [`insert`](crate::WorldChanges::insert) of the world. If the entity is dead by then,
    /// or a relation of the bundle is refused, the bundle is dropped, which counts as one [dropped command](EcsWorld::dropped_commands).
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
    /// world.commands().insert(ship, (Velocity(2.0), Position(3.0)));
    /// world.flush();
    /// assert_eq!(world.query::<(&Position, &Velocity)>().single(), Ok((&Position(3.0), &Velocity(2.0))));
    /// ```
    pub fn insert<B: Bundle<W>>(&mut self, entity: Entity, bundle: B) {
        let () = CheckBundle::<W, B>::OK;
        self.insert_plain::<B>(entity, plain::<W, B>(bundle));
    }

    /// Inserts a bundle without its structs into an entity at the next sync.
    #[inline(never)]
    pub(crate) fn insert_plain<B: Bundle<W>>(&mut self, entity: Entity, plain: Plain<W, B>) {
        let last = self.last();
        last.enqueue::<B>(plain);
        last.push(With::<W, B>::INSERT, Subject::One(entity), 1);
    }

    /// Removes the bundle `Removed` from an entity, drops it, and inserts another one, in one transition at the next sync. If the entity
    /// then lacks a component of `Removed`, nothing is removed, and the other bundle is dropped; the command is
    /// [counted](EcsWorld::dropped_commands) as dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Walking;
    /// # #[derive(Debug, PartialEq, Clone)] struct Falling;
    /// # ecs_world! { components: Walking, Falling; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Walking);
    /// world.commands().exchange::<Walking, _>(hero, Falling);
    /// world.flush();
    /// assert!(world.has::<Falling>(hero) && !world.has::<Walking>(hero));
    /// ```
    #[inline(never)]
    pub fn exchange<Removed: Bundle<W>, Inserted: Bundle<W>>(&mut self, entity: Entity, bundle: Inserted) {
        let () = CheckBundle::<W, Removed>::OK;
        let () = CheckBundle::<W, Inserted>::OK;
        let last = self.last();
        last.enqueue::<Inserted>(plain::<W, Inserted>(bundle));
        last.push(Exchange::<W, Removed, Inserted>::OPERATION, Subject::One(entity), 1);
    }

    /// Removes a bundle from an entity and drops it, at the next sync; nothing happens unless the entity has all of it.
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
    /// world.commands().remove::<(Position, Velocity)>(ship);
    /// world.flush();
    /// assert!(world.has::<Position>(ship), "it had no velocity, so nothing was removed");
    /// ```
    pub fn remove<B: Bundle<W>>(&mut self, entity: Entity) {
        let () = CheckBundle::<W, B>::OK;
        self.last().push(With::<W, B>::REMOVE, Subject::One(entity), 1);
    }

    /// Removes those components of a bundle that an entity has, and drops them, at the next sync.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Burning;
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Burning, Frozen; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Frozen);
    /// world.commands().remove_any::<(Burning, Frozen)>(hero);
    /// world.flush();
    /// assert!(!world.has::<Frozen>(hero));
    /// ```
    pub fn remove_any<B: Bundle<W>>(&mut self, entity: Entity) {
        let () = CheckBundle::<W, B>::OK;
        self.last().push(With::<W, B>::REMOVE_ANY, Subject::One(entity), 1);
    }

    /// Calls a function with the world and a value at the next sync, in order with the other commands: for what no other command does, such
    /// as changes that depend on the state of the world by then.
    ///
    /// It takes a function and a value instead of a closure, so that pending commands can be cloned with their world. The value is boxed. A
    /// call counts as one change. If the function panics, the commands after it stay pending.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Gold(u32);
    /// #[system]
    /// fn trade(buyer: Entity, gold: &Gold, commands: &mut Commands<World>) {
    ///     commands.queue(pay, (buyer, gold.0 / 2));
    /// }
    ///
    /// fn pay(world: &mut World, (buyer, price): (Entity, u32)) {
    ///     if let Some(gold) = world.get_mut::<Gold>(buyer) {
    ///         gold.0 -= price;
    ///     }
    ///     world.spawn(Gold(price));
    /// }
    ///
    /// ecs_world! { components: Gold; systems: trade; }
    ///
    /// let mut world = World::default();
    /// let buyer = world.spawn(Gold(10));
    /// world.run();
    /// assert_eq!((world.get::<Gold>(buyer), world.len()), (Some(&Gold(5)), 2));
    /// ```
    pub fn queue<D: Clone + Send + Sync + 'static>(&mut self, function: fn(&mut W, D), data: D) {
        let last = self.last();
        last.calls.push(function, data);
        last.push(Of::CALL, Subject::None, 1);
    }

    /// At the next sync, despawns the entities that then have all of a bundle, as [`despawn_with`](crate::WorldChanges::despawn_with) of
    /// the world does. Counts as one change.
    ///
    /// # Examples
    ///
    /// Entities that belong to a state are despawned when it ends:
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// #[derive(Debug, PartialEq)]
    /// enum Phase { Menu, Play }
    ///
    /// struct OfThisGame;
    ///
    /// #[system]
    /// fn leave(commands: &mut Commands<World>) {
    ///     commands.despawn_with::<OfThisGame>();
    /// }
    ///
    /// ecs_world! {
    ///     components: OfThisGame;
    ///     states: Phase = Phase::Play;
    ///     systems(on_exit = Phase::Play): leave;
    /// }
    ///
    /// let mut world = World::default();
    /// world.spawn_batch([OfThisGame, OfThisGame]);
    /// world.run();
    /// world.states.phase.set(Phase::Menu);
    /// world.run();
    /// assert!(world.is_empty());
    /// ```
    pub fn despawn_with<B: Bundle<W>>(&mut self) {
        let () = CheckBundle::<W, B>::OK;
        self.last().push(With::<W, B>::DESPAWN, Subject::None, 1);
    }

    /// Number of pending changes; each change of a batch counts. Runs in **O(batches)** time; each parallel system creates some batches.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.commands().spawn(Health(5));
    /// assert_eq!(world.commands().len(), 1);
    /// world.flush();
    /// assert!(world.commands().is_empty());
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        if let Some(pending) = self.pending.get() { (pending.functions.len)(pending) } else { 0 }
    }

    /// Returns true if no change is pending. Runs in **O(batches)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { }
    /// # let mut world = World::default();
    /// world.commands().despawn_batch([]);
    /// assert!(world.commands().is_empty(), "a batch of nothing is no command");
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Drops all pending changes with their values.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// world.commands().despawn(hero);
    /// world.commands().clear();
    /// world.flush();
    /// assert!(world.contains(hero));
    /// ```
    ///
    /// Also frees their memory. Runs in **O(pending changes)** time. Entities that a [`Spawner`](crate::Spawner) reserved still become
    /// alive at the next sync, without components.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl<W: EcsWorld> Default for Commands<W> {
    fn default() -> Self {
        Self { pending: Lazy::default() }
    }
}

impl<W: EcsWorld> core::fmt::Debug for Commands<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Commands").field("pending", &self.len()).finish_non_exhaustive()
    }
}
