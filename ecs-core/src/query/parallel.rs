//! Queries on several threads.

use core::num::NonZeroUsize;

use super::{FetchOf, Query, QueryData, QueryItem, QueryKind};
use crate::commands::{Commands, ParCommands};
use crate::fetch::{Fetch, ParFetch};
use crate::world::EcsWorld;

/// With the feature `rayon` these methods divide the entities among the threads of the current pool; without it they run on the calling
/// thread. The bounds on types are the same, so enabling the feature breaks no code.
///
/// The calling thread first performs a small part of the steps and measures the time. The rest is divided only if that is faster, since
/// handing work to other threads takes microseconds. The results are the same on any number of threads.
///
/// All kinds of views can be divided. A group, and any other view in the order of its storages, is divided as slices. In other views,
/// threads divide the values of one or two written components: each thread passes over all entities (**O(entities)**, times the number of
/// threads if two are written) and visits those whose values it has. Steps are divided instead, with a check per step and written
/// component, if more than two components are written, if one of them is written by [`Mut`](crate::Mut) or its storage has no slices, and
/// by all methods whose result has an order.
///
/// If the function panics, the panic is propagated after all threads have finished; as in any loop, some entities were visited.
impl<W: EcsWorld, Q: QueryData<W, Kind: QueryKind<W, Q, Fetch: ParFetch>>> Query<'_, W, Q> {
    /// Calls a function for each match, on several threads. Runs in **O(visited entities)** time over all threads.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; queries: (Position, Velocity); }
    /// # let mut world = World::default();
    /// world.spawn_batch((0..1_000_u16).map(|x| (Position(0.0), Velocity(x.into()))));
    /// world.query_position_velocity_mut().par_for_each(|(_, position, velocity)| position.0 += velocity.0);
    /// assert!(world.query_position_velocity().iter().all(|(_, position, velocity)| position.0 == velocity.0));
    /// ```
    pub fn par_for_each(&mut self, function: impl for<'a> Fn(QueryItem<'a, W, Q>) + Sync) {
        let walk = self.walk.reborrow();
        let lanes = walk.lanes();
        walk.par_for_each(None, &mut alloc::vec![(); lanes], |(), item| function(item));
    }

    /// Calls a function for each match, on several threads, with commands, which are queued in the order of the entities, as if one thread
    /// had recorded them. Costs as much as [`par_for_each`](Self::par_for_each), and joins the queues of all threads at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// #[system]
    /// fn reap(mut all: Query<'_, World, (Entity, &Health)>, commands: &mut Commands<World>) {
    ///     all.par_for_each_with(commands, |commands, (entity, health)| {
    ///         if health.0 == 0 {
    ///             commands.despawn(entity);
    ///         }
    ///     });
    /// }
    /// # ecs_world! { components: Health; systems: reap; }
    /// # let mut world = World::default();
    /// # world.spawn_batch([Health(0), Health(1)]);
    /// # world.run();
    /// # assert_eq!(world.len(), 1);
    /// ```
    pub fn par_for_each_with(
        &mut self,
        commands: &mut Commands<W>,
        function: impl for<'a> Fn(&mut Commands<W>, QueryItem<'a, W, Q>) + Sync,
    ) where
        W: ParCommands,
    {
        let walk = self.walk.reborrow();
        commands.in_lanes(walk.lanes(), |lanes| walk.par_for_each(None, lanes, |lane, item| function(lane, item)));
    }

    /// Folds all matches into one value, on several threads: each chunk of 64 steps by itself, starting from `identity`, and then the
    /// values of the chunks in order. The chunks do not depend on the threads, so neither does the result, even for floating-point numbers.
    /// Allocates one value per chunk. Runs in **O(visited entities)** time over all threads.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Mass(f64);
    /// # ecs_world! { components: Mass; queries: (Mass); }
    /// # let mut world = World::default();
    /// world.spawn_batch((1..=1_000).map(|mass| Mass(mass.into())));
    /// let total = world.query_mut::<&Mass>().par_fold(|| 0.0, |sum, mass| sum + mass.0, |a, b| a + b);
    /// assert_eq!(total, 500_500.0);
    /// ```
    pub fn par_fold<T: Send>(
        &mut self,
        identity: impl Fn() -> T + Sync,
        fold: impl for<'a> Fn(T, QueryItem<'a, W, Q>) -> T + Sync,
        reduce: impl FnMut(T, T) -> T,
    ) -> T {
        self.walk.reborrow().par_fold(&identity, fold).reduce(reduce).unwrap_or_else(identity)
    }

    /// Calls a function for slices of `size` matches each, on several threads, with the position of their first match; the last
    /// ones may be shorter.
    ///
    /// Returns `None`, without a call, unless the query iterates a group (or one storage) without filters, as with
    /// [`slices`](Self::slices). Runs in **O(slices)** time over all threads, plus the time of the calls.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use std::num::NonZeroUsize;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; queries: (Position, Velocity); }
    /// # let mut world = World::default();
    /// world.spawn_batch((0..1_000_u16).map(|x| (Position(0.0), Velocity(x.into()))));
    /// let size = NonZeroUsize::new(256).unwrap();
    /// world
    ///     .query_position_velocity_mut()
    ///     .par_slices(size, |_, (_, positions, velocities)| {
    ///         for (position, velocity) in positions.iter_mut().zip(velocities) {
    ///             position.0 += velocity.0;
    ///         }
    ///     })
    ///     .expect("a group owns both");
    /// assert!(world.query_position_velocity().iter().all(|(_, position, velocity)| position.0 == velocity.0));
    /// ```
    #[must_use = "it says whether there were slices"]
    pub fn par_slices(
        self,
        size: NonZeroUsize,
        function: impl for<'a> Fn(usize, <FetchOf<W, Q> as Fetch>::Slice<'a>) + Sync,
    ) -> Option<()> {
        self.into_walk().par_slices(size.get(), function)
    }
}
