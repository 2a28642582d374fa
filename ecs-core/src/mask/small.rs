//! Masks of fewer bits than a word, for worlds of few components: a cache line holds the masks of up to 64 entities.
//!
//! Three integers behind one generic type, so that the rest of the library has one name for them.
//!
//! - **I1** A mask has room for as many components as its integer has bits; a bit beyond is a bug in the caller.
//!
//! With 8 components, the masks of 100 000 entities take 100 kB, where words would take 800: a filter reads an eighth of the memory, and
//! 64 masks are tested in vectors of bytes.
//!
//! How a set is iterated: the lowest component is the number of trailing zeros, and `bits & (bits - 1)` removes it.
//!
//! ```text
//! {0, 2, 7}         1000_0101
//! pop_first -> 0    1000_0100
//! pop_first -> 2    1000_0000
//! pop_first -> 7    0000_0000      then None
//! ```

use core::fmt;

use super::{BitMask, sealed::Sealed};

/// A set of components, one bit each, in an integer `T`: the mask of worlds of at most 8 (`u8`), 16 (`u16`) or 32 (`u32`) components.
///
/// All operations run in **O(1)** time.
///
/// # Examples
///
/// ```
/// use ecs_world::{BitMask, SmallMask};
///
/// const MOVING: SmallMask<u8> = SmallMask::<u8>::of(&[0, 2]);
/// assert_eq!(size_of_val(&MOVING), 1);
/// assert!(MOVING.contains(2) && !MOVING.contains(1));
/// assert!(MOVING.union(SmallMask::<u8>::bit(7)).iter().eq([0, 2, 7]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SmallMask<T>(T);

macro_rules! small_mask {
    ($($word:ty),*) => {
        $(
            impl Sealed for SmallMask<$word> {}

            impl SmallMask<$word> {
                /// Creates the set of these components; usable in constants.
                ///
                /// # Panics
                ///
                /// If a component needs a bit that the mask does not have.
                ///
                /// # Examples
                ///
                /// ```
                /// # use ecs_world::SmallMask;
                /// const ENDS: SmallMask<u8> = SmallMask::<u8>::of(&[7, 0, 7]);
                /// assert_eq!(format!("{ENDS:?}"), "{0, 7}", "what is named twice is in once");
                /// ```
                #[must_use]
                #[track_caller]
                pub const fn of(mut components: &[usize]) -> Self {
                    let mut bits = 0;
                    while let [component, rest @ ..] = components {
                        assert!(*component < <$word>::BITS as usize, "the mask has no bit for this component");
                        bits |= 1 << *component;
                        components = rest;
                    }
                    Self(bits)
                }

                /// Iterates over the components of the set, ascending. Runs in **O(components)** time.
                ///
                /// # Examples
                ///
                /// ```
                /// # use ecs_world::{BitMask, SmallMask};
                /// assert!(SmallMask::<u16>::of(&[15, 2]).iter().eq([2, 15]));
                /// assert_eq!(SmallMask::<u16>::EMPTY.iter().next(), None);
                /// ```
                pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
                    let mut rest = *self;
                    core::iter::from_fn(move || rest.pop_first())
                }
            }

            impl BitMask for SmallMask<$word> {
                const EMPTY: Self = Self(0);

                #[inline(always)]
                fn bit(component: usize) -> Self {
                    Self(1 << component)
                }

                #[inline(always)]
                fn union(self, other: Self) -> Self {
                    Self(self.0 | other.0)
                }

                #[inline(always)]
                fn without(self, other: Self) -> Self {
                    Self(self.0 & !other.0)
                }

                #[inline(always)]
                fn contains_all(&self, other: &Self) -> bool {
                    other.0 & !self.0 == 0
                }

                #[inline(always)]
                fn intersects(&self, other: &Self) -> bool {
                    self.0 & other.0 != 0
                }

                #[inline(always)]
                fn contains(&self, component: usize) -> bool {
                    self.0 & 1 << component != 0
                }

                #[inline(always)]
                fn is_empty(&self) -> bool {
                    self.0 == 0
                }

                #[inline]
                fn first(&self) -> Option<usize> {
                    (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
                }

                #[inline]
                fn pop_first(&mut self) -> Option<usize> {
                    let first = self.first()?;
                    self.0 &= self.0 - 1;
                    Some(first)
                }

                #[inline(always)]
                fn folded(&self) -> u64 {
                    self.0.into()
                }

                #[inline]
                fn scattered(&self) -> usize {
                    self.0 as usize
                }
            }

            /// Prints the numbers of the components: `{0, 5}`.
            impl fmt::Debug for SmallMask<$word> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_set().entries(self.iter()).finish()
                }
            }
        )*
    };
}

small_mask!(u8, u16, u32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;
    use alloc::format;
    use alloc::vec::Vec;

    /// The components of a mask, tested one by one.
    fn components<M: BitMask>(mask: &M, bits: usize) -> Vec<usize> {
        (0..bits).filter(|component| mask.contains(*component)).collect()
    }

    /// Compares all pairs of sets of a few bits, at both ends of the mask, with masks of a word.
    fn agrees<M: BitMask>(of: impl Fn(&[usize]) -> M, bits: usize) {
        let edges = [0, 1, 2, bits / 2, bits - 2, bits - 1];
        let set = |number: usize| -> Vec<usize> {
            edges.iter().enumerate().filter(|(at, _)| number & 1 << at != 0).map(|(_, edge)| *edge).collect()
        };
        for pair in (0..64 * 64).step_by(if cfg!(miri) { 61 } else { 1 }) {
            let (one, other) = (set(pair / 64), set(pair % 64));
            let (own, expected) = ([of(&one), of(&other)], [Mask::<1>::of(&one), Mask::<1>::of(&other)]);
            assert_eq!(components(&own[0], bits), components(&expected[0], bits));
            assert_eq!(components(&own[0].union(own[1]), bits), components(&expected[0].union(expected[1]), bits));
            assert_eq!(components(&own[0].without(own[1]), bits), components(&expected[0].without(expected[1]), bits));
            assert_eq!(own[0].contains_all(&own[1]), expected[0].contains_all(&expected[1]));
            assert_eq!(own[0].intersects(&own[1]), expected[0].intersects(&expected[1]));
            assert_eq!((own[0] == own[1], own[0].is_empty()), (expected[0] == expected[1], expected[0].is_empty()));
            assert_eq!((own[0].first(), format!("{:?}", own[0])), (expected[0].first(), format!("{:?}", expected[0])));
            let mut rest = own[0];
            assert!(core::iter::from_fn(|| rest.pop_first()).eq(expected[0].iter()) && rest == M::EMPTY);
        }
        for component in 0..bits {
            assert_eq!((M::bit(component), M::bit(component).first()), (of(&[component]), Some(component)));
        }
    }

    #[test]
    fn masks_of_each_width_agree_with_masks_of_a_word() {
        agrees(SmallMask::<u8>::of, 8);
        agrees(SmallMask::<u16>::of, 16);
        agrees(SmallMask::<u32>::of, 32);
        assert!(SmallMask::<u8>::of(&[7, 0]).iter().eq([0, 7]));
        assert_eq!([size_of::<SmallMask<u8>>(), size_of::<SmallMask<u16>>(), size_of::<SmallMask<u32>>()], [1, 2, 4]);
    }

    #[test]
    #[should_panic(expected = "no bit for this component")]
    fn a_component_beyond_the_bits_is_refused() {
        let _ = SmallMask::<u8>::of(&[8]);
    }
}
