//! The state as a whole: hashes, differences and deltas.

use crate::world::state::{self, Delta, DeltaError, Difference, PartHashes};
use crate::world::{GeneratedWorld, LoadWorld, SaveWorld};

/// Hashes of the state of a world, differences between two, and deltas, for worlds that are declared with `#[derive(Serialize)]`. Implemented for every [`GeneratedWorld`].
///
/// All of it looks at what saves have: entities, components, relations, resources, events, states, the fields of systems, and the order of
/// all of it. What is declared with `#[transient]` is left out. `docs/STATE.md` in the repository says what is guaranteed.
pub trait WorldState: GeneratedWorld {
    /// Returns a hash of the whole state, to find out whether two worlds are equal: two runs of a program, the peers of a game, a world
    /// and its restored copy.
    ///
    /// It has no seed: equal states have equal hashes on all platforms, and with any number of threads. The order of storages, views and
    /// free slots is part of the state, since the next run depends on it; [`content_hash`](Self::content_hash) leaves it out. Floats count
    /// by their bits, and fields that serde skips do not count. Collisions can be constructed; and a tuple struct that leaves fields out, or a
    /// type that is `untagged`, can have equal hashes for different values.
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

    /// Returns a hash of what the world has, whatever the order: live entities, the components of each, resources, events, states, the
    /// fields of systems, pending commands and the number of reserved entities. So two worlds that reached the same content in different
    /// ways have equal hashes, if the handles are equal. Events count with their numbers (how many were sent before them), with whether they
    /// are of this run or the last one, and with how far their readers are.
    ///
    /// Left out are the order of storages, views, sources of relations and free slots, what systems with `changed(..)` and `added(..)`
    /// have not seen, the progress and the budget of tidying, which storages are sorted, the number of dropped commands, and whether the last
    /// run panicked. Runs in **O(slots + values)** time.
    #[must_use]
    fn content_hash(&self) -> u64
    where
        Self: SaveWorld,
    {
        state::content_hash(self)
    }

    /// Returns a hash of each part of the state, in the order of the declaration: which of two worlds differ in
    /// [`state_hash`](Self::state_hash), and where. Runs in **O(slots + values)** time.
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

    /// Returns where two worlds differ first, in the order of the declaration; `None` if they have equal states. It names the part, the
    /// entity, and what both worlds have, as text.
    ///
    /// Parts are compared by their hashes; so this finds nothing exactly if the parts have equal hashes, which those of different
    /// values can have, too: see [`state_hash`](Self::state_hash). Runs in **O(slots + values)** time,
    /// and **O(log values)** per value of the part that differs.
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

    /// Returns what changed from the state of `base` to this one, to bring another world with the state of `base` into this one:
    /// `apply`, which only worlds that are saved have.
    ///
    /// All parts are compared. Types with `untagged`, `flatten` or `skip_serializing_if` of serde do not work in deltas: one can be empty
    /// though the states differ, or refused by `apply`. Runs in **O(slots + values)** time; the delta is as large as what changed.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Unsaved`] if one of the worlds has something that no save has, such as a pending function: call
    /// [`flush`](crate::EcsWorld::flush) before.
    fn diff(&self, base: &Self) -> Result<Delta<Self>, DeltaError>
    where
        Self: SaveWorld,
    {
        state::diff(self, base)
    }

    /// Brings the world into the state that a delta leads to. Afterwards the world is equal to the one of which
    /// [`diff`](Self::diff) was called: values, orders, and what the next run does.
    ///
    /// No callback is called. Transient entries stay as they are; of entities that are not alive in both states, they are dropped. A
    /// [`ChangeReader`](crate::ChangeReader) finds all values of a component changed if one of them did, or is that of
    /// another entity. Runs in **O(slots + values)** time.
    ///
    /// # Errors
    ///
    /// [`DeltaError`] if the delta is of another declaration, starts from another state, or is damaged, or if the world has something that
    /// no save has. The world does not change then.
    ///
    /// # Panics
    ///
    /// If a `Drop` of a value panics. The world is consistent then, and may have no entities, as after a restore that panics.
    fn apply(&mut self, delta: &Delta<Self>) -> Result<(), DeltaError>
    where
        Self: SaveWorld + LoadWorld,
    {
        state::apply(self, delta)
    }
}

impl<W: GeneratedWorld> WorldState for W {}
