//! The reason why an entity stops matching a view.

use crate::allocator::Allocator;
use crate::entity::Entity;

/// Why an entity stops matching a system: a parameter of `on_removed`.
///
/// If the view of the system settles later (`view = delayed` and `view = active_passive`), the cause is determined at the sync that reports
/// the removal: an entity that loses a component and is despawned before that sync is reported as despawned.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// struct Burning;
///
/// #[derive(Default)]
/// struct Fire { extinguished: u32, lost: u32 }
///
/// #[system]
/// impl Fire {
///     fn run(&mut self, _: &Burning) {}
///
///     fn on_removed(&mut self, cause: RemovalCause) {
///         match cause {
///             RemovalCause::Change => self.extinguished += 1,
///             RemovalCause::Despawn => self.lost += 1,
///         }
///     }
/// }
///
/// ecs_world! { components: Burning; systems: Fire; }
///
/// let mut world = World::default();
/// let entities = world.spawn_batch([Burning, Burning, Burning]);
/// world.remove::<Burning>(entities[0])?;
/// world.despawn(entities[1])?;
/// world.clear();
/// assert_eq!((world.systems.fire.extinguished, world.systems.fire.lost), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RemovalCause {
    /// The entity stays alive: it lost a component that the system requires, or gained one that it excludes.
    Change,
    /// The entity is despawned, by itself or with all others.
    Despawn,
}

impl RemovalCause {
    /// Returns the cause for an entity that stopped matching before this sync. For generated code.
    #[doc(hidden)]
    #[must_use]
    pub fn by_now(entities: &Allocator, entity: Entity) -> Self {
        if entities.contains(entity) { Self::Change } else { Self::Despawn }
    }
}
