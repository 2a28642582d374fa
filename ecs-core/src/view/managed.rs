//! The entities that a system manages: a view as users see it.
//!
//! It is a source with an aspect. If the view keeps its entities, the source is exact, and nothing is tested; otherwise masks are tested at
//! each step. The world is borrowed shared, so no entity enters or leaves meanwhile.

use super::Members;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::population::Population;
use crate::sparse::Source;
use crate::view::Aspect;

/// The entities that a system manages, read-only: those of its view.
///
/// `world.managed_NAME()` returns it for the system `NAME`. It is `Copy`. To use handles after changes, collect them first.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Position(f32);
/// # struct Velocity(f32);
/// #[system]
/// fn advance(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
/// # ecs_world! { components: Position, Velocity; systems: advance; }
/// # let mut world = World::default();
/// let ship = world.spawn((Position(0.0), Velocity(1.0)));
/// let rock = world.spawn(Position(5.0));
/// assert!(world.managed_advance().contains(ship) && !world.managed_advance().contains(rock));
/// ```
#[derive(Clone, Copy)]
pub struct Managed<'w, M> {
    /// It contains each entity of the view.
    source: Source<'w>,
    entities: &'w Population<M>,
    /// The aspect to test, if the source contains other entities, too.
    filter: Option<Aspect<M>>,
}

impl<'w, M: BitMask> Managed<'w, M> {
    /// Creates it from a view; `front` is the source of a storage that the view owns, if any.
    pub(crate) fn new(
        members: Members<'w>,
        front: Option<Source<'w>>,
        entities: &'w Population<M>,
        aspect: &Aspect<M>,
    ) -> Self {
        let source = match members {
            Members::Prefix(len) => front.map(|own| own.first(len)),
            Members::Whole => front,
            Members::Listed(index) => Some(Source::all(index)),
            Members::NotKept => None,
        };
        let filter = source.is_none().then_some(*aspect);
        Self { source: source.unwrap_or(Source::Live(&entities.allocator)), entities, filter }
    }

    /// Number of entities. Runs in **O(1)** time; in **O(slots)** if the view is a scan, or has changes to settle.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[system]
    /// # fn heal(health: &mut Health) {
    /// #     health.0 += 1;
    /// # }
    /// # ecs_world! { components: Health; systems: heal; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2, 3].map(Health));
    /// assert_eq!(world.managed_heal().len(), 3);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        if self.filter.is_none() {
            return self.source.upper_bound();
        }
        (0..self.source.steps()).filter(|step| self.at(*step).is_some()).count()
    }

    /// Returns true if there is no entity. Costs at most as much as [`len`](Self::len).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if the system manages this entity. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[system]
    /// # fn heal(health: &mut Health) {
    /// #     health.0 += 1;
    /// # }
    /// # ecs_world! { components: Health; systems: heal; }
    /// # let mut world = World::default();
    /// let [hero, wall] = [world.spawn(Health(5)), world.spawn(())];
    /// assert!(world.managed_heal().contains(hero) && !world.managed_heal().contains(wall));
    /// ```
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.entities.allocator.contains(entity)
            && self.source.step_of(entity.index()).is_some()
            && self.keeps(entity.index())
    }

    /// Iterates over the entities in the order of the view. The system visits them in this order unless it filters by changes or fetches
    /// nothing that its group owns. If the view is a scan, or has changes to settle, the order is by ascending index. Costs as much as
    /// [`len`](Self::len), and **O(1)** per step.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[system]
    /// # fn heal(health: &mut Health) {
    /// #     health.0 += 1;
    /// # }
    /// # ecs_world! { components: Health; systems: heal; }
    /// # let mut world = World::default();
    /// let all: Vec<_> = world.spawn_batch([1, 2, 3].map(Health)).into_iter().collect();
    /// assert!(world.managed_heal().iter().eq(all));
    /// ```
    #[must_use]
    pub fn iter(&self) -> ManagedIter<'w, M> {
        ManagedIter { managed: *self, step: 0, left: self.len() }
    }

    /// The index of the entity at a step; `None` if the step is empty or the entity does not match.
    fn at(&self, step: usize) -> Option<u32> {
        self.source.at(step).filter(|index| self.keeps(*index))
    }

    fn keeps(&self, index: u32) -> bool {
        let matches =
            |aspect: &Aspect<M>| self.entities.masks().get(index as usize).is_some_and(|mask| aspect.matches(mask));
        self.filter.as_ref().is_none_or(matches)
    }
}

/// Prints the entities: `[3v1, 0v5]`.
impl<M: BitMask> core::fmt::Debug for Managed<'_, M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'w, M: BitMask> IntoIterator for Managed<'w, M> {
    type Item = Entity;
    type IntoIter = ManagedIter<'w, M>;

    fn into_iter(self) -> ManagedIter<'w, M> {
        self.iter()
    }
}

impl<'w, M: BitMask> IntoIterator for &Managed<'w, M> {
    type Item = Entity;
    type IntoIter = ManagedIter<'w, M>;

    fn into_iter(self) -> ManagedIter<'w, M> {
        self.iter()
    }
}

/// The iterator of [`Managed`].
///
/// Its length is exact. Dead entities are never yielded.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Health(u32);
/// # #[system]
/// # fn heal(health: &mut Health) {
/// #     health.0 += 1;
/// # }
/// # ecs_world! { components: Health; systems: heal; }
/// # let mut world = World::default();
/// let [knight, squire] = [5, 3].map(|health| world.spawn(Health(health)));
/// let mut managed = world.managed_heal().iter();
/// assert_eq!((managed.len(), managed.next()), (2, Some(knight)));
/// assert!(managed.clone().eq([squire]));
/// assert_eq!((managed.nth(1), managed.len()), (None, 0));
/// ```
#[derive(Clone)]
pub struct ManagedIter<'w, M> {
    /// A copy, so that the iterator can outlive the value that it was created from.
    managed: Managed<'w, M>,
    /// The next step of the source.
    step: usize,
    /// Number of entities that were not yielded yet; the source is not read beyond the last one.
    left: usize,
}

impl<M: BitMask> Iterator for ManagedIter<'_, M> {
    type Item = Entity;

    fn next(&mut self) -> Option<Entity> {
        while self.left > 0 && self.step < self.managed.source.steps() {
            let index = self.managed.at(self.step);
            self.step += 1;
            if let Some(index) = index {
                self.left -= 1;
                return self.managed.entities.allocator.entity_at(index);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn count(self) -> usize {
        self.left
    }
}

impl<M: BitMask> ExactSizeIterator for ManagedIter<'_, M> {}
impl<M: BitMask> core::iter::FusedIterator for ManagedIter<'_, M> {}

impl<M: BitMask> core::fmt::Debug for ManagedIter<'_, M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
