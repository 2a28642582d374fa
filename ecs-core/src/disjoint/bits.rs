//! The bits in which the kernel records positions. Safe code, on which the kernel relies: a position has at most one bit, always the same
//! one; no other position has that bit, and it is never set again; and the default has no bits.
//!
//! Of a list, the bits are those of its steps: each call takes the next one, whatever position is given.
//!
//! A bit is set until its position was yielded. (For small amounts of memory, an allocator takes longer to zero it than filling it here
//! takes.)

use alloc::boxed::Box;
use core::{fmt, hint};

use super::DisjointMut;
use crate::distinct::DistinctPositions;

/// In a private module, so that nothing outside `disjoint` implements it. All implementations are in this file.
mod sealed {
    /// There is no bit of a position.
    #[derive(Debug, PartialEq, Eq)]
    pub struct NoBit;

    /// A bit for each position; or no bits at all.
    pub trait Bits: Default {
        /// Whether there are never any bits.
        const NONE: bool;

        /// Clears the bit of this position, or of the next one of a list. Returns that position if its bit was set.
        fn take(&mut self, position: usize) -> Result<Option<usize>, NoBit>;
    }
}

pub(super) use sealed::{Bits, NoBit};

/// No bits.
impl Bits for () {
    const NONE: bool = true;

    #[inline(always)]
    fn take(&mut self, _: usize) -> Result<Option<usize>, NoBit> {
        Err(NoBit)
    }
}

/// The bit of a position is in the word `position / 64`.
impl Bits for Box<[u64]> {
    const NONE: bool = false;

    #[inline(always)]
    fn take(&mut self, position: usize) -> Result<Option<usize>, NoBit> {
        let Some(word) = self.get_mut(position / 64) else {
            hint::cold_path();
            return Err(NoBit);
        };
        let rest = *word & !(1 << (position % 64));
        // Compiled to one instruction less than a test of the bit; and the usual path has no jump.
        if rest == *word {
            hint::cold_path();
            return Ok(None);
        }
        *word = rest;
        Ok(Some(position))
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
    fn take(&mut self, position: usize) -> Result<Option<usize>, NoBit> {
        let Some(next) = position.checked_add(1).filter(|_| position >= self.next) else { return Ok(None) };
        self.next = next;
        Ok(Some(position))
    }
}

/// A bit for each step of a list, or for each step if there is no list. They are not stored: the bits of steps before the next one are
/// clear. Each call takes the next step, whatever position is given, and no two steps have one position.
#[derive(Debug)]
pub struct InSteps<'w> {
    /// `None` if each step is its own position.
    list: Option<&'w [u32]>,
    next: usize,
}

impl<'w> InSteps<'w> {
    /// A bit for each of the first positions of a list, or for each step. `None` if the list has fewer positions.
    #[inline(always)]
    pub(crate) fn of(list: Option<&'w DistinctPositions>, steps: usize) -> Option<Self> {
        let list = match list {
            Some(list) => Some(list.first(steps)?),
            None => None,
        };
        Some(Self { list, next: 0 })
    }
}

/// No bits.
impl Default for InSteps<'_> {
    #[inline(always)]
    fn default() -> Self {
        Self { list: Some(&[]), next: 0 }
    }
}

impl Bits for InSteps<'_> {
    const NONE: bool = false;

    #[inline(always)]
    fn take(&mut self, _: usize) -> Result<Option<usize>, NoBit> {
        let step = self.next;
        let Some(next) = step.checked_add(1) else { return Ok(None) };
        self.next = next;
        let Some(list) = self.list else { return Ok(Some(step)) };
        Ok(list.get(step).map(|position| *position as usize))
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
