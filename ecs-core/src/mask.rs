//! Masks: sets of components as bits. Uses no component types, only their numbers.
//!
//! The macro chooses the narrowest mask for the number of components of a world: [`SmallMask<u8>`](SmallMask), `u16` or `u32` for up to 8,
//! 16 and 32 components, and [`Mask<N>`](Mask) of `N` words of 64 bits beyond. Generic code uses both through [`BitMask`]. Requirements of
//! systems are masks that are constants, so a test of a requirement compiles to one or two instructions per word that is not zero.
//!
//! - **I1** A mask of `N` words has room for `64 * N` components; a bit beyond is a bug in the caller.
//!
//! The width decides the cost of a structural change and of a scan, since both read masks. A world of up to 32 components, as most are, has
//! masks of 1 to 4 bytes, up to 64 of which share a cache line; a world of 512 components has masks of 64 bytes, each of which is stored
//! once (`population/masks.rs`).

mod small;

pub use small::SmallMask;

use core::fmt;

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Mask<N> {}
}

/// The operations of masks that generic code uses. Implemented by [`Mask`] and [`SmallMask`] only.
///
/// Worlds have it as `GeneratedWorld::Mask`; `world.mask(entity)` returns one. It is sealed, since views and structural changes rely on
/// it. All operations run in **O(words)** time; a small mask counts as one word.
///
/// # Examples
///
/// ```
/// # use ecs_world::{BitMask, prelude::*};
/// # struct Health(u32);
/// # struct Armour(u32);
/// # ecs_world! { components: Health, Armour; }
/// # let mut world = World::default();
/// let knight = world.spawn((Health(5), Armour(1)));
/// let mut mask = world.mask(knight).unwrap();
/// assert!(mask.contains(0) && mask.contains(1) && !mask.is_empty());
/// assert_eq!((mask.pop_first(), mask.pop_first(), mask.pop_first()), (Some(0), Some(1), None));
/// ```
pub trait BitMask: sealed::Sealed + Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The empty set.
    const EMPTY: Self;
    /// The set of one component.
    ///
    /// # Panics
    ///
    /// If the mask has no bit for it. A [`SmallMask`] panics only if overflow checks are enabled; otherwise the result is another bit.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// assert_eq!(Mask::<2>::bit(127), Mask::of(&[127]));
    /// assert_eq!(SmallMask::<u8>::bit(7).first(), Some(7), "the last one of 8");
    /// ```
    #[must_use]
    #[track_caller]
    fn bit(component: usize) -> Self;
    /// The union of both sets.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// let (body, ghost) = (Mask::<2>::of(&[0, 1]), Mask::of(&[1, 64]));
    /// assert_eq!(body.union(ghost), Mask::of(&[0, 1, 64]));
    /// assert_eq!(body.union(Mask::EMPTY), body);
    /// ```
    #[must_use]
    fn union(self, other: Self) -> Self;
    /// The difference: the components of this set that are not in the other one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// let (body, ghost) = (Mask::<2>::of(&[0, 1]), Mask::of(&[1, 64]));
    /// assert_eq!((body.without(ghost), ghost.without(body)), (Mask::bit(0), Mask::bit(64)));
    /// assert!(body.without(body).is_empty());
    /// ```
    #[must_use]
    fn without(self, other: Self) -> Self;
    /// Returns true if every component of `other` is in this set; always, if `other` is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// let (body, ghost) = (SmallMask::<u8>::of(&[0, 1]), SmallMask::<u8>::of(&[1, 2]));
    /// assert!(!body.contains_all(&ghost) && body.contains_all(&body));
    /// assert!(SmallMask::<u8>::EMPTY.contains_all(&SmallMask::<u8>::EMPTY));
    /// ```
    fn contains_all(&self, other: &Self) -> bool;
    /// Returns true if the sets share a component; never, if one of them is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// let (body, ghost) = (SmallMask::<u8>::of(&[0, 1]), SmallMask::<u8>::of(&[1, 2]));
    /// assert!(body.intersects(&ghost) && !body.intersects(&SmallMask::<u8>::EMPTY));
    /// ```
    fn intersects(&self, other: &Self) -> bool;
    /// Returns true if a component is in the set.
    ///
    /// # Panics
    ///
    /// Under the same conditions as [`bit`](Self::bit).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask};
    /// assert!([1, 65].into_iter().all(|bit| Mask::<2>::of(&[1, 65]).contains(bit)) && !Mask::<2>::bit(65).contains(64));
    /// ```
    #[track_caller]
    fn contains(&self, component: usize) -> bool;
    /// Returns true if the set is empty: that of an entity without components.
    fn is_empty(&self) -> bool;
    /// The lowest component of the set; `None` if it is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// assert_eq!((Mask::<2>::of(&[70, 65]).first(), Mask::<2>::EMPTY.first()), (Some(65), None));
    /// ```
    fn first(&self) -> Option<usize>;
    /// Removes and returns the lowest component: how a set is iterated.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// let (mut rest, mut sum) = (Mask::<2>::of(&[3, 70]), 0);
    /// while let Some(component) = rest.pop_first() {
    ///     sum += component;
    /// }
    /// assert_eq!((sum, rest), (73, Mask::EMPTY));
    /// ```
    fn pop_first(&mut self) -> Option<usize>;
    /// A hash of the set, well distributed in its low bits. It has no seed, so that results do not depend on the process. The hash of a
    /// [`SmallMask`] is the set itself.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// assert_eq!(SmallMask::<u8>::of(&[0, 2]).scattered(), 0b101);
    /// assert_eq!(Mask::<1>::of(&[0]).scattered(), 0xab16_9eb8, "on each target");
    /// ```
    fn scattered(&self) -> usize;
    /// The components modulo 64, as bits: a summary of the set that may contain too much, but never too little.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask, SmallMask};
    /// assert_eq!(Mask::<2>::of(&[1, 65, 66]).folded(), 0b110, "65 is 1 here, and 66 is 2");
    /// ```
    fn folded(&self) -> u64;
}

/// Does something for each word, in a loop without an iterator: masks are compiled into every program, and an iterator is several
/// functions where it is not optimised away.
macro_rules! each {
    ($at:ident of $N:expr, $step:expr) => {
        let mut $at = 0;
        while $at < $N {
            $step;
            $at += 1;
        }
    };
}

/// The union (bitwise or) of the values of an expression for all words.
macro_rules! any {
    ($at:ident of $N:expr, $word:expr) => {{
        let mut any = 0;
        each!($at of $N, any |= $word);
        any
    }};
}

/// A set of components, one bit each, in `N` words of 64 bits.
///
/// All operations run in **O(N)** time. `N` is a constant, so loops over words are unrolled, and zero words of constant masks are
/// optimised away. (Masks of any width are suggested in the outlook of the article's second part.)
///
/// # Examples
///
/// ```
/// use ecs_world::{BitMask, Mask};
///
/// let (body, ghost) = (Mask::<2>::of(&[0, 70]), Mask::<2>::of(&[70, 100]));
/// assert!(body.intersects(&ghost) && !body.contains_all(&ghost));
/// assert_eq!(format!("{:?}", body.union(ghost)), "{0, 70, 100}");
/// ```
#[derive(Clone, Copy)]
pub struct Mask<const N: usize>([u64; N]);

/// Without a branch or a call per word, as wide masks are compared at each change.
impl<const N: usize> PartialEq for Mask<N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        any!(at of N, self.0[at] ^ other.0[at]) == 0
    }
}

impl<const N: usize> Eq for Mask<N> {}

impl<const N: usize> core::hash::Hash for Mask<N> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<const N: usize> Mask<N> {
    /// Creates the set of these components; usable in constants.
    ///
    /// # Panics
    ///
    /// If a component needs a word that the mask does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::{BitMask, Mask};
    ///
    /// const MOVED: Mask<2> = Mask::of(&[3, 70]);
    /// assert!(MOVED.iter().eq([3, 70]));
    /// assert_eq!(MOVED.without(Mask::bit(3)), Mask::bit(70));
    /// ```
    #[must_use]
    #[track_caller]
    pub const fn of(mut components: &[usize]) -> Self {
        let mut words = [0; N];
        while let [component, rest @ ..] = components {
            words[*component / 64] |= 1 << (*component % 64);
            components = rest;
        }
        Self(words)
    }

    /// Iterates over the components of the set, ascending. A step takes **O(N)** time: it searches for the first word that is not zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{BitMask, Mask};
    /// let mask = Mask::<2>::of(&[70, 3, 3]);
    /// assert_eq!(mask.iter().collect::<Vec<_>>(), [3, 70]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<N> {
        let mut rest = *self;
        core::iter::from_fn(move || rest.pop_first())
    }
}

impl<const N: usize> BitMask for Mask<N> {
    const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    fn bit(component: usize) -> Self {
        let mut words = [0; N];
        words[component / 64] = 1 << (component % 64);
        Self(words)
    }

    #[inline(always)]
    fn union(mut self, other: Self) -> Self {
        each!(at of N, self.0[at] |= other.0[at]);
        self
    }

    #[inline(always)]
    fn without(mut self, other: Self) -> Self {
        each!(at of N, self.0[at] &= !other.0[at]);
        self
    }

    // Without a branch per word, so that zero words of a constant are optimised away.
    #[inline(always)]
    fn contains_all(&self, other: &Self) -> bool {
        any!(at of N, other.0[at] & !self.0[at]) == 0
    }

    #[inline(always)]
    fn intersects(&self, other: &Self) -> bool {
        any!(at of N, self.0[at] & other.0[at]) != 0
    }

    #[inline(always)]
    fn contains(&self, component: usize) -> bool {
        self.0[component / 64] & 1 << (component % 64) != 0
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    #[inline]
    fn pop_first(&mut self) -> Option<usize> {
        let (at, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let component = at * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(component)
    }

    #[inline]
    fn scattered(&self) -> usize {
        // Multiplication carries bits upwards, and shifting brings them down again.
        let folded = self.0.iter().fold(0_u64, |sum, word| (sum.rotate_left(5) ^ word).wrapping_mul(SCATTER));
        ((folded ^ (folded >> 32)).wrapping_mul(SCATTER) >> 32) as usize
    }

    #[inline(always)]
    fn folded(&self) -> u64 {
        any!(at of N, self.0[at])
    }
}

/// The golden ratio as a fraction of 2^64: an odd number without a pattern.
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Prints the numbers of the components: `{0, 65}`.
impl<const N: usize> fmt::Debug for Mask<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests;
