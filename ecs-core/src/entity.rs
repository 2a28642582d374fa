//! Handles of entities. Uses no other module.
//!
//! A handle is an index and a generation. Every table of a world is addressed by the index alone; the generation tells whether the
//! handle still names the entity that it was created for. Half of all generations are reserved for free slots, so one comparison of
//! a slot's generation with that of a handle answers both "is the slot occupied?" and "by this entity?".
//!
//! ```text
//! slot 3          generation   3v1     3v3
//! spawned         1            alive   -
//! despawned       2            stale   -           even: no handle matches
//! spawned again   3            stale   alive
//! ```
//!
//! - **I1** The generation of a handle is odd, so never zero: live slots have odd generations and free ones even, and no
//!   handle, stale or forged, can match a free slot.

use core::fmt;
use core::num::NonZeroU32;

/// A handle to an entity: an index and the generation of that index, 8 bytes in all.
///
/// An index is reused after its entity is despawned, with the next generation, so a handle that is kept too long is recognised as stale
/// (the scheme of `EntityX`, after Artemis). `Option<Entity>` is 8 bytes too. Handles are copied, compared and hashed like two integers,
/// and ordered by index, then by generation.
///
/// A handle does not contain its world. A handle of another world, or one that was deserialised, is refused unless an entity with the
/// same index and generation is alive in this world; then it names that entity.
///
/// # Examples
///
/// ```
/// use ecs_world::Entity;
/// assert_eq!(size_of::<Option<Entity>>(), 8);
/// let entity = Entity::from_bits(1 << 32 | 3).unwrap();
/// assert_eq!(format!("{entity:?}"), "3v1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entity {
    /// Below 2^32 - 1 for entities; any value for a forged handle.
    index: u32,
    /// Odd (I1), so never zero: an `Option<Entity>` takes no more memory than a handle.
    generation: NonZeroU32,
}

impl Entity {
    /// A handle that no entity ever has, as the last index is not used. (Template trees encode positions by this index and lower
    /// generations.)
    #[cfg(feature = "serde")]
    pub(crate) const UNUSED: Self = Self { index: u32::MAX, generation: NonZeroU32::MAX };

    /// Creates a handle from its parts; `None` unless the generation is odd (I1). Runs in **O(1)** time.
    #[inline]
    pub(crate) const fn new(index: u32, generation: u32) -> Option<Self> {
        match NonZeroU32::new(generation) {
            Some(generation) if generation.get() % 2 == 1 => Some(Self { index, generation }),
            _ => None,
        }
    }

    /// Creates a handle with a generation that is known to be odd (I1). An even one would become the next odd one, so the function needs no
    /// branch and cannot panic.
    #[inline]
    pub(crate) fn of_generation(index: u32, generation: u32) -> Self {
        Self { index, generation: NonZeroU32::MIN | generation }
    }

    /// The index of the entity, which is also the number of its slot in all tables of the world.
    ///
    /// Two live entities of one world never share an index. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { }
    /// # let mut world = World::default();
    /// let [first, second] = [world.spawn(()), world.spawn(())];
    /// assert_eq!((first.index(), second.index()), (0, 1));
    /// world.despawn(first).unwrap();
    /// assert_eq!(world.spawn(()).index(), 0, "a free index is used before a new one");
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The generation: odd, and larger for later entities with the same index. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::Entity;
    ///
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { }
    /// # let mut world = World::default();
    /// let first = world.spawn(());
    /// world.despawn(first).unwrap();
    /// let second = world.spawn(());
    /// assert_eq!(first.index(), second.index());
    /// assert!(first.generation() < second.generation() && !world.contains(first));
    /// ```
    #[must_use]
    #[inline]
    pub const fn generation(self) -> u32 {
        self.generation.get()
    }

    /// Converts the handle to a number, for storage or transmission: the generation in the upper 32 bits, the index in the lower ones.
    ///
    /// The number is never 0. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::Entity;
    ///
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { }
    /// # let mut world = World::default();
    /// let entity = world.spawn(());
    /// let saved: u64 = entity.to_bits();
    /// assert_eq!(Entity::from_bits(saved), Some(entity));
    /// ```
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u64 {
        (self.generation.get() as u64) << 32 | self.index as u64
    }

    /// Converts a number from [`to_bits`](Self::to_bits) back to the handle; `None` if the number is not a handle.
    ///
    /// A forged handle is harmless: worlds that did not create it refuse it as stale, unless it equals one of theirs. Runs in **O(1)**
    /// time.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::Entity;
    /// let entity = Entity::from_bits(5 << 32 | 7).unwrap();
    /// assert_eq!((entity.index(), entity.generation()), (7, 5));
    /// assert_eq!(Entity::from_bits(entity.to_bits()), Some(entity));
    /// assert_eq!(Entity::from_bits(4 << 32 | 7), None, "even generations belong to free slots");
    /// ```
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves are taken apart on purpose")]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        Self::new(bits as u32, (bits >> 32) as u32)
    }
}

/// The number of [`to_bits`](Entity::to_bits). There is no `From<u64>` for a handle: not every number is one.
impl From<Entity> for u64 {
    #[inline]
    fn from(entity: Entity) -> Self {
        entity.to_bits()
    }
}

/// Prints `3v1`: index 3, generation 1.
impl fmt::Debug for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// Prints `3v1`: index 3, generation 1.
impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
mod saved;

/// The first entity of a slot, for tests.
#[cfg(test)]
pub(crate) fn entity(index: impl TryInto<u32>) -> Entity {
    let index = index.try_into().ok();
    index.and_then(|index| Entity::new(index, 1)).expect("an index has 32 bits, and generation 1 lives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_and_an_optional_one_take_eight_bytes() {
        assert_eq!(size_of::<Entity>(), 8);
        assert_eq!(size_of::<Option<Entity>>(), 8);
    }

    #[test]
    fn handles_are_restored_from_their_bits() {
        let entity = Entity::new(7, 5).unwrap();
        assert_eq!(Entity::from_bits(entity.to_bits()), Some(entity));
        assert_eq!(Entity::from_bits(u64::from(entity)), Some(entity));
    }

    #[test]
    fn no_handle_has_an_even_generation() {
        assert_eq!(Entity::from_bits(3), None);
        assert_eq!(Entity::from_bits(2 << 32 | 3), None);
        assert!(Entity::from_bits(u64::MAX).is_some());
    }
}
