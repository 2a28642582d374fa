//! Owns spawning with a handle that is usable at once, from within systems.

use core::ops::{Deref, DerefMut};

use crate::{Bundle, Commands, EcsWorld, Entity, Population, Reserved};

/// [`Commands`] that can also spawn entities whose handles are usable at once.
///
/// The entity comes to life at the next sync, before any command is applied, and then gets its bundle; until then no query
/// finds it, and its handle is refused. (If a panic kept the run from its sync, and was caught, the entity comes to life
/// before the world itself next spawns or despawns one.) A system takes either `&mut Commands` or `&mut Spawner`, which can do all that `Commands` can.
#[derive(Debug)]
pub struct Spawner<'w, W: EcsWorld> {
    entities: &'w Population<W::Mask>,
    reserved: &'w mut Reserved,
    commands: &'w mut Commands<W>,
}

impl<'w, W: EcsWorld> Spawner<'w, W> {
    /// For generated code.
    #[doc(hidden)]
    pub fn new(entities: &'w Population<W::Mask>, reserved: &'w mut Reserved, commands: &'w mut Commands<W>) -> Self {
        Self { entities, reserved, commands }
    }

    /// Spawns an entity with a bundle at the next sync, and gives its handle now. Computes in **O(1)**.
    ///
    /// # Panics
    ///
    /// If no index is left, as [`EcsWorld::spawn`] does.
    #[track_caller]
    pub fn spawn<B: Bundle<W>>(&mut self, bundle: B) -> Entity {
        let entity = self.entities.allocator.nth_next(self.reserved.count);
        self.reserved.count += 1;
        self.commands.insert(entity, bundle);
        entity
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
