//! The bits in which the kernel records positions. Safe code, on which the kernel relies: a position has at most one bit, always the same
//! one; no other position has that bit, and it is never set again; and the default has no bits.
//!
//! A bit is set until its position was yielded. (For small amounts of memory, an allocator takes longer to zero it than filling it here
//! takes.)

use alloc::boxed::Box;
use core::fmt;

use super::DisjointMut;

/// In a private module, so that nothing outside `disjoint` implements it. Both implementations are in this file.
mod sealed {
    /// A bit for each position; or no bits at all.
    pub trait Bits: Default {
        /// Whether there are never any bits.
        const NONE: bool;

        /// Clears the bit of a position. Returns whether it was set; `None` if there is no such bit.
        fn take(&mut self, position: usize) -> Option<bool>;
    }
}

pub(super) use sealed::Bits;

/// No bits.
impl Bits for () {
    const NONE: bool = true;

    #[inline(always)]
    fn take(&mut self, _: usize) -> Option<bool> {
        None
    }
}

/// The bit of a position is in the word `position / 64`.
impl Bits for Box<[u64]> {
    const NONE: bool = false;

    #[inline(always)]
    fn take(&mut self, position: usize) -> Option<bool> {
        let (word, bit) = (self.get_mut(position / 64)?, 1 << (position % 64));
        let was_set = *word & bit != 0;
        *word &= !bit;
        Some(was_set)
    }
}

/// Calls a function without inlining it. If there are bits, a proof per step is rare, and is more code than everything else.
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
