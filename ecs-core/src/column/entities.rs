//! The column of handles, which reads the allocator.

use crate::allocator::Allocator;
use crate::entity::Entity;

/// The live entities of a world: the column of handles. Joined with other columns, it yields the handle of each entity.
///
/// It is the field `entities` of `world.columns()`, and `Copy`.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
/// # ecs_world! { components: Position; }
/// # let mut world = World::default();
/// let ship = world.spawn(Position(1.0));
/// let columns = world.columns();
/// let joined = (&columns.entities, &columns.position).join();
/// assert!(joined.eq([(ship, &Position(1.0))]));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct EntityColumn<'w> {
    /// It knows which indices are alive, and the generation of each.
    pub(crate) allocator: &'w Allocator,
}

impl<'w> EntityColumn<'w> {
    pub(crate) fn new(allocator: &'w Allocator) -> Self {
        Self { allocator }
    }

    /// Returns true if the handle refers to a live entity. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let [hero, gone] = [1, 2].map(|health| world.spawn(Health(health)));
    /// world.despawn(gone).unwrap();
    /// let living = world.columns().entities;
    /// assert!(living.contains(hero) && !living.contains(gone));
    /// ```
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.allocator.contains(entity)
    }

    /// Iterates over the live entities, as `Entity`, by ascending index. The whole iteration takes **O(slots)** time: free slots are
    /// skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let hero = world.spawn(Health(5));
    /// let wall = world.spawn(());
    /// assert!(world.columns().entities.iter().eq([hero, wall]));
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entity> + '_ {
        self.allocator.iter()
    }

    /// Number of live entities. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { }
    /// # let mut world = World::default();
    /// let rock = world.spawn(());
    /// assert_eq!(world.columns().entities.len(), 1);
    /// world.despawn(rock).unwrap();
    /// assert!(world.columns().entities.is_empty(), "free slots are not counted");
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.allocator.len()
    }

    /// Returns true if no entity is alive. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.allocator.is_empty()
    }
}
