//! Spawning within systems, with handles that are usable at once.
//!
//! A spawner *reserves* handles: it counts ahead in the allocator without changing it, so systems can read the population in the meantime.
//! The counter is the only shared state, so two systems with a spawner conflict.

use core::ops::{Deref, DerefMut};

use crate::allocator::Reserved;
use crate::bundle::{Bundle, plain};
use crate::commands::Commands;
use crate::entity::Entity;
use crate::population::Population;
use crate::template::Template;
use crate::world::change::CheckBundle;
use crate::world::{CloneComponents, EcsWorld};

/// [`Commands`] that can also spawn entities whose handles are usable at once: in systems, and outside of them with [`EcsWorld::spawner`].
///
/// The entity becomes alive at the next sync, before any command is applied, and then gets its bundle. Until then no query finds it, and
/// its handle is rejected. (If a panic prevented the sync and was caught, the entity becomes alive before the world next spawns or despawns
/// an entity.) A system takes either `&mut Commands` or `&mut Spawner`, which has all methods of `Commands`. The lifetime can be written or
/// left out: `&mut Spawner<World>` and `&mut Spawner<'_, World>` are the same type, and the lint group `rust_2018_idioms` requires the
/// latter.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Tower;
/// # struct Gun { tower: Entity }
/// #[system]
/// fn build(spawner: &mut Spawner<'_, World>) {
///     let tower = spawner.spawn(Tower);
///     spawner.spawn(Gun { tower });
/// }
///
/// ecs_world! { components: Tower, Gun; systems: build; }
///
/// let mut world = World::default();
/// world.run();
/// let tower = world.query::<&Gun>().single().unwrap().tower;
/// assert!(world.has::<Tower>(tower));
/// ```
#[derive(Debug)]
pub struct Spawner<'w, W: EcsWorld> {
    /// Determines the next handles, whose entities are not alive before the next sync.
    entities: &'w Population<W::Mask>,
    /// Counts the reserved handles.
    reserved: &'w mut Reserved,
    commands: &'w mut Commands<W>,
}

impl<'w, W: EcsWorld> Spawner<'w, W> {
    /// Creates a spawner; for generated code.
    #[doc(hidden)]
    pub fn new(entities: &'w Population<W::Mask>, reserved: &'w mut Reserved, commands: &'w mut Commands<W>) -> Self {
        Self { entities, reserved, commands }
    }

    /// Reserves an entity and returns its handle. It becomes alive, without components, at the next sync point. Runs in **O(1)** time.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`EcsWorld::spawn`](crate::WorldChanges::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Tower;
    /// # ecs_world! { components: Tower; }
    /// # let mut world = World::default();
    /// let mut spawner = world.spawner();
    /// let tower = spawner.reserve_entity();
    /// spawner.insert(tower, Tower);
    /// assert!(!world.contains(tower), "it becomes alive at the next sync");
    /// world.flush();
    /// assert!(world.has::<Tower>(tower));
    /// ```
    #[track_caller]
    pub fn reserve_entity(&mut self) -> Entity {
        self.reserved.next(&self.entities.allocator)
    }

    /// Spawns an entity with a bundle at the next sync, and returns its handle at once. Runs in amortised **O(1)** time.
    ///
    /// If a relation of the bundle has a dead target at that time, the entity has no components: its handle was returned already, and later
    /// commands may insert others. The bundle counts as one [dropped command](EcsWorld::dropped_commands). Where a target may die in the
    /// same run and the handle is not needed, use [`Commands::spawn`], which leaves no such entity.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`EcsWorld::spawn`](crate::WorldChanges::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Tower;
    /// # ecs_world! { components: Tower; }
    /// # let mut world = World::default();
    /// let tower = world.spawner().spawn(Tower);
    /// world.flush();
    /// assert!(world.has::<Tower>(tower));
    /// ```
    #[track_caller]
    pub fn spawn<B: Bundle<W>>(&mut self, bundle: B) -> Entity {
        let () = CheckBundle::<W, B>::OK;
        // Converted first: if the conversion panics, nothing is reserved.
        let plain = plain::<W, B>(bundle);
        let entity = self.reserve_entity();
        self.commands.insert_plain::<B>(entity, plain);
        entity
    }

    /// Spawns an entity with clones of the components of a template at the next sync, and returns its handle at once. The components are
    /// cloned immediately. Runs in **O(components of the world)** time, plus that of the clones.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`EcsWorld::spawn`](crate::WorldChanges::spawn) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, Clone, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let goblin = Template::<World>::new().with(Health(5));
    /// let mut spawner = world.spawner();
    /// let [first, second] = [0, 1].map(|_| spawner.spawn_template(&goblin));
    /// world.flush();
    /// assert_eq!((world.get::<Health>(first), world.get::<Health>(second)), (Some(&Health(5)), Some(&Health(5))));
    /// ```
    #[track_caller]
    pub fn spawn_template(&mut self, template: &Template<W>) -> Entity
    where
        W: for<'x> CloneComponents<'x>,
    {
        // Cloned first: if a `Clone` panics, nothing is reserved.
        let entity = self.entities.allocator.nth_next(self.reserved.count);
        self.commands.insert_clone(entity, template);
        self.reserve_entity()
    }
}

impl<W: EcsWorld> Deref for Spawner<'_, W> {
    type Target = Commands<W>;

    fn deref(&self) -> &Commands<W> {
        self.commands
    }
}

impl<W: EcsWorld> DerefMut for Spawner<'_, W> {
    fn deref_mut(&mut self) -> &mut Commands<W> {
        self.commands
    }
}
