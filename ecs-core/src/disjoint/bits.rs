//! The bits in which the kernel notes positions. Safe code, on which the kernel relies: a position has at most one bit, always the same,
//! which no other position has and which is never cleared; and the default has no bits.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

use super::DisjointMut;

/// In a private module, so that nothing outside `disjoint` implements it. Both implementations are in this file.
mod sealed {
    /// A bit for each position; or none at all.
    pub trait Bits: Default {
        /// Whether there is never a bit.
        const NONE: bool;

        /// Sets the bit of a position. Returns whether it was clear; `None` if there is no such bit.
        fn set(&mut self, position: usize) -> Option<bool>;
    }
}

pub(super) use sealed::Bits;

/// Number of words for which nothing is allocated.
const FEW: usize = 4;

/// A bit for each of some positions; by default of none.
#[derive(Default)]
pub struct Words {
    /// The words, unless there are more.
    few: [u64; FEW],
    /// How many of these are used.
    len: usize,
    /// All words, if they are more than [`FEW`].
    many: Box<[u64]>,
}

impl Words {
    /// A clear bit for each of so many positions. Allocates nothing for up to 256 of them.
    #[inline]
    pub(crate) fn of(positions: usize) -> Self {
        let words = positions.div_ceil(64);
        let many = if words > FEW { vec![0; words].into() } else { Box::default() };
        Self { few: [0; FEW], len: words.min(FEW), many }
    }
}

/// No bits.
impl Bits for () {
    const NONE: bool = true;

    #[inline(always)]
    fn set(&mut self, _: usize) -> Option<bool> {
        None
    }
}

/// The bit of a position is in the word `position / 64`.
impl Bits for Words {
    const NONE: bool = false;

    #[inline(always)]
    fn set(&mut self, position: usize) -> Option<bool> {
        let words = if self.many.is_empty() { &mut self.few[..self.len] } else { &mut self.many };
        let (word, bit) = (words.get_mut(position / 64)?, 1 << (position % 64));
        let was_clear = *word & bit == 0;
        *word |= bit;
        Some(was_clear)
    }
}

/// Calls a function that is not inlined. Where there are bits, a proof per step is rare, and is more code than all else.
#[cold]
#[inline(never)]
pub(super) fn out_of_line<T>(function: impl FnOnce() -> T) -> T {
    function()
}

impl<I, C, B> fmt::Debug for DisjointMut<'_, I, C, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DisjointMut").field("next", &self.next).field("end", &self.end).finish_non_exhaustive()
    }
}
