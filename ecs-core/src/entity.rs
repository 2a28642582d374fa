//! Owns the handle of an entity; knows nothing else.
//!
//! - **I1** The generation of a handle is odd, so never zero: live slots have odd generations and free ones even, and no
//!   handle, stale or forged, can match a free slot.

use core::fmt;
use core::num::NonZeroU32;

/// A handle to an entity: an index and the generation of that index, 8 bytes in all.
///
/// An index is used again after its entity was despawned, with the next generation; so a handle that was kept too long is
/// recognised as stale (the scheme of `EntityX`, after Artemis). `Option<Entity>` is 8 bytes too.
///
/// A handle does not say which world it is of. One of another world, or one from the wire, is refused unless an entity with the
/// same index and generation lives in the world that is asked; then it names that entity.
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
    index: u32,
    generation: NonZeroU32,
}

impl Entity {
    /// A handle from its parts; `None` unless the generation is odd (I1).
    #[inline]
    pub(crate) const fn new(index: u32, generation: u32) -> Option<Self> {
        match NonZeroU32::new(generation) {
            Some(generation) if generation.get() % 2 == 1 => Some(Self { index, generation }),
            _ => None,
        }
    }

    /// A handle of a generation that is known to be odd (I1): an even one is taken for the next.
    #[inline]
    pub(crate) fn of_generation(index: u32, generation: u32) -> Self {
        Self { index, generation: NonZeroU32::MIN | generation }
    }

    /// The slot of the entity. Two live entities never share one.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How often the slot changed hands: odd, and larger for a later entity of the same index.
    #[must_use]
    #[inline]
    pub const fn generation(self) -> u32 {
        self.generation.get()
    }

    /// The handle as a number, for the wire: the generation in the upper 32 bits, the index in the lower.
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u64 {
        (self.generation.get() as u64) << 32 | self.index as u64
    }

    /// The handle that [`to_bits`](Self::to_bits) made this number from; `None` for a number that no handle has.
    ///
    /// A forged handle does no harm: it is stale in every world that did not give it out.
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves are taken apart on purpose")]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        Self::new(bits as u32, (bits >> 32) as u32)
    }
}

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
    fn bits_make_the_round_trip() {
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
