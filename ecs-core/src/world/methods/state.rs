//! The state as a whole: hashes, differences and deltas.

use crate::world::state::{self, Delta, DeltaError, Difference, PartHashes};
use crate::world::{GeneratedWorld, LoadWorld, SaveWorld};

/// Hashes, differences and deltas of the state of a world, for worlds that are declared with `#[derive(Serialize)]`. Implemented for every
/// [`GeneratedWorld`].
///
/// They cover what saves have: entities, components, relations, resources, events, states, the fields of systems, and the order of all
/// these. Entries with `#[transient]` are left out. `docs/STATE.md` in the repository lists the guarantees.
pub trait WorldState: GeneratedWorld {
    /// Returns a hash of the whole state, to check whether two worlds are equal: two runs of a program, the peers of a game, a world and
    /// its restored copy.
    ///
    /// The hash has no seed: equal states have equal hashes on all platforms, and with any number of threads. The order of storages, views
    /// and free slots is part of the state, since the next run depends on it; [`content_hash`](Self::content_hash) leaves it out. Floats
    /// are hashed by their bits, and fields that serde skips are ignored. Collisions can be constructed. Different values can have equal
    /// hashes if their type is `untagged`, or a tuple struct that leaves fields out.
    ///
    /// Runs in **O(slots + values)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// use ecs_world::prelude::*;
    /// use serde::Serialize;
    ///
    /// #[derive(Serialize)]
    /// struct Position(f32);
    ///
    /// ecs_world! {
    ///     #[derive(Serialize)]
    ///     pub struct World;
    ///     components: Position;
    /// }
    ///
    /// let (mut one, mut other) = (World::default(), World::default());
    /// let ship = one.spawn(Position(1.0));
    /// other.spawn(Position(1.0));
    /// assert_eq!(one.state_hash(), other.state_hash());
    /// one.get_mut::<Position>(ship).unwrap().0 = 1.5;
    /// assert_ne!(one.state_hash(), other.state_hash());
    /// # }
    /// ```
    #[must_use]
    fn state_hash(&self) -> u64
    where
        Self: SaveWorld,
    {
        state::state_hash(self)
    }

    /// Returns a hash of the content of the world, whatever the order: live entities, the components of each, resources, events, states,
    /// the fields of systems, pending commands and the number of reserved entities. So two worlds that reached the same content in
    /// different ways have equal hashes, if the handles are equal. Events are hashed with their numbers (how many were sent before them),
    /// whether they are of this run or the last one, and the cursors of their readers.
    ///
    /// Left out are the order of storages, views, sources of relations and free slots, the changes that systems with `changed(..)` and
    /// `added(..)` have not seen, the progress and the budget of tidying, which storages are sorted, the number of dropped commands, and
    /// whether the last run panicked. Runs in **O(slots + values)** time.
    #[must_use]
    fn content_hash(&self) -> u64
    where
        Self: SaveWorld,
    {
        state::content_hash(self)
    }

    /// Returns a hash of each part of the state, in the order of the declaration, to find the parts in which two worlds with different
    /// [`state_hash`](Self::state_hash) differ. Runs in **O(slots + values)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::prelude::*;
    /// # #[derive(serde::Serialize)] struct Position(f32);
    /// # #[derive(serde::Serialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Serialize)] pub struct World; components: Position, Health; }
    /// let (mut one, mut other) = (World::default(), World::default());
    /// one.spawn((Position(0.0), Health(3)));
    /// other.spawn((Position(0.0), Health(4)));
    /// let (ours, theirs) = (one.part_hashes(), other.part_hashes());
    /// let (part, _) = ours.iter().zip(&theirs).find(|(own, other)| own != other).unwrap();
    /// assert_eq!((part.section(), part.name()), ("components", "Health"));
    /// # }
    /// ```
    #[must_use]
    fn part_hashes(&self) -> PartHashes
    where
        Self: SaveWorld,
    {
        state::part_hashes(self)
    }

    /// Returns the first difference of two worlds, in the order of the declaration; `None` if they have equal states. It names the part,
    /// the entity, and the values in both worlds, as text.
    ///
    /// Parts are compared by their hashes, so the result is `None` exactly if all hashes are equal, which is possible for different values,
    /// too: see [`state_hash`](Self::state_hash). Runs in **O(slots + values)** time, and **O(log values)** per value of the part that
    /// differs.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::prelude::*;
    /// # #[derive(serde::Serialize)] struct Position(f32);
    /// # #[derive(serde::Serialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Serialize)] pub struct World; components: Position, Health; }
    /// let (mut one, mut other) = (World::default(), World::default());
    /// let hero = one.spawn((Position(0.0), Health(3)));
    /// other.spawn((Position(0.0), Health(4)));
    /// let difference = one.first_difference(&other).unwrap();
    /// assert_eq!(difference.entity(), Some(hero));
    /// assert_eq!(difference.to_string(), "component `Health` of 0v1: Health(3) here, and Health(4) there");
    /// # }
    /// ```
    #[must_use]
    fn first_difference(&self, other: &Self) -> Option<Difference>
    where
        Self: SaveWorld,
    {
        state::first_difference(self, other)
    }

    /// Returns what changed from the state of `base` to that of this world. `apply`, which only worlds that can be loaded have, makes
    /// another world in the state of `base` equal to this one.
    ///
    /// All parts are compared. Types with `untagged`, `flatten` or `skip_serializing_if` of serde do not work in deltas: a delta can be
    /// empty although the states differ, or be refused by `apply`. Runs in **O(slots + values)** time; the size of the delta is that of
    /// what changed.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Unsaved`] if one of the worlds has something that cannot be saved, such as a pending function: call
    /// [`flush`](crate::EcsWorld::flush) before.
    fn diff(&self, base: &Self) -> Result<Delta<Self>, DeltaError>
    where
        Self: SaveWorld,
    {
        state::diff(self, base)
    }

    /// Applies a delta. Afterwards the world is equal to the one on which [`diff`](Self::diff) was called: in values, orders, and what the
    /// next run does.
    ///
    /// No callback is called. Transient entries stay as they are, but transient components of entities that are not alive in both states
    /// are dropped. A [`ChangeReader`](crate::ChangeReader) finds all values of a component changed if one of them changed or has another
    /// owner now. Runs in **O(slots + values)** time.
    ///
    /// # Errors
    ///
    /// [`DeltaError`] if the delta belongs to another declaration, starts from another state, or is damaged, or if the world has something
    /// that cannot be saved. The world does not change then.
    ///
    /// # Panics
    ///
    /// If the `Drop` of a value panics. The world is consistent then, and may have no entities, as after a restore that panics.
    fn apply(&mut self, delta: &Delta<Self>) -> Result<(), DeltaError>
    where
        Self: SaveWorld + LoadWorld,
    {
        state::apply(self, delta)
    }
}

impl<W: GeneratedWorld> WorldState for W {}
