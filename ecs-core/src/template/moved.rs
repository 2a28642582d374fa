//! Templates through which entities are moved, one after another: the memory of one is reused for the next.

use super::Template;
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::mask::BitMask;
use crate::world::moved_values;
use crate::world::transfers;
use crate::world::{EachComponent, EcsWorld, Holds, each};

impl<W: EcsWorld> Template<W> {
    /// Drops all components, and keeps their memory. Runs in **O(components of the template)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let mut template = Template::<World>::new().with(Health(1));
    /// template.clear();
    /// assert!(template.is_empty() && template.get::<Health>().is_none());
    /// ```
    pub fn clear(&mut self) {
        clear_values::<W>(&mut self.values, core::mem::replace(&mut self.mask, W::Mask::EMPTY));
    }

    /// Despawns an entity and moves its components into the template, which drops those that it had. Returns false, and leaves the template
    /// empty, if the handle names no live entity of the world.
    ///
    /// Otherwise the same as [`take`](crate::WorldTemplates::take), which allocates per component: this allocates only for components that
    /// the template never had. Runs in **O(components of the world + views of the world)** time.
    ///
    /// If the `Drop` of the past of a double-buffered component panics, the components are in the template, and the entity is despawned.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let [mut here, mut there] = [World::default(), World::default()];
    /// let fleet: Vec<_> = here.spawn_batch([1, 2, 3].map(Health)).into_iter().collect();
    /// let mut template = Template::new();
    /// for ship in fleet {
    ///     assert!(template.take_from(&mut here, ship));
    ///     template.spawn_into(&mut there).unwrap();
    /// }
    /// assert_eq!((here.len(), there.query::<&Health>().fold(0, |sum, health| sum + health.0)), (0, 6));
    /// ```
    pub fn take_from(&mut self, world: &mut W, entity: Entity) -> bool {
        self.clear();
        transfers::take_onto(world, entity, &mut self.mask, &mut self.values)
    }

    /// Spawns an entity with the components, and empties the template, which keeps the memory. Clones nothing.
    ///
    /// It is one transition. Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the target of a relation is dead. The template then keeps its components.
    ///
    /// # Panics
    ///
    /// If no index is left for the entity. The template then keeps its components, as it does if a `Clone` of a double-buffered component
    /// or `Relation::targets` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let mut template = Template::new().with(Health(5));
    /// let ship = template.spawn_into(&mut world)?;
    /// assert_eq!(world.get::<Health>(ship), Some(&Health(5)));
    /// assert!(template.is_empty());
    /// # Ok::<(), ecs_world::ChangeError>(())
    /// ```
    #[track_caller]
    pub fn spawn_into(&mut self, world: &mut W) -> Result<Entity, ChangeError> {
        moved_values::spawn_moved(world, self)
    }
}

/// Drops the values of the queues of these components, and keeps their memory.
pub(super) fn clear_values<W: EcsWorld>(queues: &mut W::Queues, components: W::Mask) {
    ClearRest::<W> { queues, rest: components }.clear();
}

/// Drops the values of queues. If a `Drop` panics, the remaining ones are dropped while it unwinds: values that no mask has would be given
/// to the next entity.
struct ClearRest<'a, W: EcsWorld> {
    queues: &'a mut W::Queues,
    /// The components whose queues are not cleared yet; each leaves the mask before its values are dropped.
    rest: W::Mask,
}

impl<W: EcsWorld> ClearRest<'_, W> {
    fn clear(&mut self) {
        let rest = self.rest;
        if !rest.is_empty() {
            W::__each_component(&rest, self);
        }
    }
}

impl<W: EcsWorld> Drop for ClearRest<'_, W> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl<W: EcsWorld> each::sealed::Sealed<W> for ClearRest<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for ClearRest<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        self.rest = self.rest.without(W::Mask::bit(W::ID));
        W::queue(self.queues).clear();
    }
}
