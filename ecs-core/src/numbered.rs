//! Numbers by which values are known to be equal, so that large ones are compared once.
//!
//! - **I1** Values with the same number, other than 0 and 1, are equal: a number is assigned to a value that has none, or to two that were
//!   found equal, and it is valid for one state of its value.
//!
//! In a world that changes in each frame, comparing would cost more than it saves. So a value that was requested since it changed has the
//! number 1, and callers can wait until it is requested again.
//!
//! Equality is transitive: whichever number a value gets last, and from whichever thread, all values with this number are equal to it. Each
//! number is assigned only once, so that worlds keep theirs when they are cloned, swapped or restored.
//!
//! ```text
//!                        a            number    b            number
//! two equal changes      [ 3 0 ]      0         [ 3 0 ]      0
//! compared               [ 3 0 ]      7         [ 3 0 ]      7          from now on the numbers are
//! a change of b          [ 3 0 ]      7         [ 3 ]        0
//! ```
//!
//! A change does not write the number, which would be one more store for each inserted component. Something that a change writes anyway
//! tells that the number is outdated: the count of the changes of an index ([`CountedNumber`]), or the flag that masks changed
//! ([`FlaggedNumber`]).

#[cfg(any(not(target_has_atomic = "64"), test))]
#[cfg(target_has_atomic = "ptr")]
mod halves;
#[cfg(target_has_atomic = "ptr")]
mod number;
#[cfg(not(target_has_atomic = "ptr"))]
#[path = "numbered/none.rs"]
mod number;

use number::new_number;
pub(crate) use number::{CountedNumber, FlaggedNumber};

/// The number of values that were requested and have no other number.
const REQUESTED: usize = 1;

/// A value whose states have numbers (I1).
pub(crate) trait Numbered {
    /// Returns true if both are known to be equal. Runs in **O(1)** time.
    #[inline(always)]
    fn is_known_as(&self, other: &Self) -> bool {
        let number = self.present();
        number == other.present() && number > REQUESTED
    }

    /// The number, if the value has one.
    #[inline]
    fn known_number(&self) -> Option<usize> {
        Some(self.present()).filter(|number| *number > REQUESTED)
    }

    /// The number; a new one if the value has none. `None` if all were assigned, and on targets without atomics.
    #[inline]
    fn number(&self) -> Option<usize> {
        self.known_number().or_else(|| {
            let new = new_number()?;
            self.note(new);
            Some(new)
        })
    }

    /// Requests the value; returns true if it was requested before, since it changed.
    #[inline]
    fn request_again(&self) -> bool {
        let was = self.present() >= REQUESTED;
        if !was {
            self.note(REQUESTED);
        }
        was
    }

    /// Compares both, and assigns one number to them if they are equal: the smaller one, so that many equal values end up with the same
    /// number, whichever pairs of them are compared.
    fn compare(&self, other: &Self) -> bool
    where
        Self: PartialEq,
    {
        let is_equal = self == other;
        if is_equal {
            let number = match (self.known_number(), other.known_number()) {
                (Some(own), Some(other)) => Some(own.min(other)),
                (Some(known), None) | (None, Some(known)) => Some(known),
                (None, None) => new_number(),
            };
            if let Some(number) = number {
                self.note(number);
                other.note(number);
            }
        }
        is_equal
    }

    /// The number of the present state, 0 or [`REQUESTED`] if it has none.
    fn present(&self) -> usize;

    /// Assigns a number to the present state.
    fn note(&self, number: usize);
}

#[cfg(test)]
mod tests;
