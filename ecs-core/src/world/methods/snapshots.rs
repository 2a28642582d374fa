//! Snapshots: copies of the whole state of a world, and restoring them.

use crate::world::{GeneratedWorld, Snapshot, Snapshots, snapshots};

/// Snapshots of the state of a world, for worlds that are declared with `#[derive(Snapshot)]`. Implemented for every [`GeneratedWorld`],
/// and implied by [`EcsWorld`](crate::EcsWorld).
pub trait WorldSnapshots: GeneratedWorld {
    /// Returns a copy of the state: entities, components, relations, resources, events, states, the fields of systems, pending commands,
    /// reserved entities, the order of all these, and the changes that systems have not seen yet.
    ///
    /// Entries with `#[transient]` are not in it. Runs in **O(slots + values)** time: each table, and each storage of values that are
    /// `Copy`, is copied as one block of memory. Values of other types are cloned one by one.
    ///
    /// [`snapshot_into`](Self::snapshot_into) reuses the memory of an earlier snapshot, and [`Timeline`](crate::Timeline) keeps the
    /// snapshots of the last frames. Library code uses the bound [`Snapshots`](crate::Snapshots).
    ///
    /// # Panics
    ///
    /// If a pending command has a value of a transient component, since it could not be repeated: call [`flush`](crate::EcsWorld::flush)
    /// first.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
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
    fn snapshot(&self) -> Snapshot<Self>
    where
        Self: Snapshots,
    {
        let mut snapshot = Snapshot::empty();
        snapshots::save(self, &mut snapshot);
        snapshot
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
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! {
    /// #     #[derive(Snapshot)]
    /// #     pub struct World;
    /// #     components: Position;
    /// # }
    /// # let mut world = World::default();
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
    fn snapshot_into(&self, snapshot: &mut Snapshot<Self>)
    where
        Self: Snapshots,
    {
        snapshots::save(self, snapshot);
    }

    /// Restores the state of a snapshot, of this world or of another one of the same type. Afterwards the same operations have the same
    /// results: handles, orders and values.
    ///
    /// No callback of a system runs. Entries with `#[transient]` stay as they are: entities that are alive in both states keep their
    /// transient components, and others lose them. Replaced values are dropped. Memory is reused, as by
    /// [`snapshot_into`](Self::snapshot_into). Runs in **O(slots + values)** time, those of the world and of the snapshot.
    ///
    /// State outside of the world is not restored: an [`EventCursor`](crate::EventCursor) can receive events of the snapshot again, and for
    /// each [`ChangeReader`](crate::ChangeReader) of the world all values may have changed.
    ///
    /// # Panics
    ///
    /// If the snapshot is incomplete. If a `Clone` or a `Drop` of a value panics, the world has no entities and no pending commands
    /// afterwards, as if it was cleared without callbacks; some resources, events, states and fields of systems are those of the snapshot,
    /// and others are not.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
    /// # ecs_world! {
    /// #     #[derive(Snapshot)]
    /// #     pub struct World;
    /// #     components: Position;
    /// # }
    /// # let mut world = World::default();
    /// let start = world.snapshot();
    /// let first = world.spawn(Position(1.0));
    /// world.restore(&start);
    /// assert!(world.is_empty());
    /// assert_eq!(world.spawn(Position(1.0)), first, "the same operations return the same handles");
    /// ```
    #[track_caller]
    fn restore(&mut self, snapshot: &Snapshot<Self>)
    where
        Self: Snapshots,
    {
        snapshots::restore(self, snapshot);
    }
}

impl<W: GeneratedWorld> WorldSnapshots for W {}
