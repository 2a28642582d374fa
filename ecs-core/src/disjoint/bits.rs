//! The bits in which the kernel notes positions. Safe code, on which the kernel relies: a position has one bit, always the same, which no
//! other position has.

use alloc::boxed::Box;

/// Private, so that bits are implemented in this file alone.
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

/// No bits.
impl Bits for () {
    const NONE: bool = true;

    #[inline(always)]
    fn set(&mut self, _: usize) -> Option<bool> {
        None
    }
}

/// The bit of a position is in the word `position / 64`.
impl Bits for Box<[u64]> {
    const NONE: bool = false;

    #[inline(always)]
    fn set(&mut self, position: usize) -> Option<bool> {
        let (word, bit) = (self.get_mut(position / 64)?, 1 << (position % 64));
        let was_clear = *word & bit == 0;
        *word |= bit;
        Some(was_clear)
    }
}

/// Calls a function out of line: what is rarely needed where there are bits, and is more code than all else.
#[cold]
#[inline(never)]
pub(super) fn apart<T>(function: impl FnOnce() -> T) -> T {
    function()
}
