//! The bits in which the kernel records positions. Safe code, on which the kernel relies: a position has at most one bit, always the same
//! one; no other position has that bit, and it is never set again; and the default has no bits.
//!
//! A bit is set until its position was yielded. (For small amounts of memory, an allocator takes longer to zero it than filling it here
//! takes.)

use alloc::boxed::Box;
use core::{fmt, hint};

use super::DisjointMut;

/// In a private module, so that nothing outside `disjoint` implements it. All implementations are in this file.
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
        let Some(word) = self.get_mut(position / 64) else {
            hint::cold_path();
            return None;
        };
        let rest = *word & !(1 << (position % 64));
        // Compiled to one instruction less than a test of the bit; and the usual path has no jump.
        if rest == *word {
            hint::cold_path();
            return Some(false);
        }
        *word = rest;
        Some(true)
    }
}

/// A bit for each position, not stored as such: those of all positions before the next one are clear. So positions are taken in ascending
/// order, and those that were passed over are never taken.
#[derive(Debug)]
pub struct Ascending {
    next: usize,
}

impl Ascending {
    /// A bit for each position.
    #[inline(always)]
    pub(crate) fn all() -> Self {
        Self { next: 0 }
    }
}

/// No bits: the highest position is never taken.
impl Default for Ascending {
    #[inline(always)]
    fn default() -> Self {
        Self { next: usize::MAX }
    }
}

impl Bits for Ascending {
    const NONE: bool = false;

    #[inline(always)]
    fn take(&mut self, position: usize) -> Option<bool> {
        let Some(next) = position.checked_add(1).filter(|_| position >= self.next) else { return Some(false) };
        self.next = next;
        Some(true)
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
