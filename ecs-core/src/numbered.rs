//! Values that are known to be equal by a number, so that large ones are compared once.
//!
//! - **I1** Values with one number, other than 0 and 1, are equal: a number is given to a value that has none, or to two that were compared,
//!   and it is valid for one state of its value.
//!
//! In a world that changes in each frame, comparing would cost more than it saves: so a value that was asked for since it changed has the
//! number 1, and callers can wait until it is asked for again.
//!
//! Equality is transitive: whichever number a value is given last, and by whichever thread, is that of values that are equal to it. Each new
//! number is used once, so that worlds that are cloned, swapped or restored take theirs along.
//!
//! ```text
//!                        a            number    b            number
//! two equal changes      [ 3 0 ]      0         [ 3 0 ]      0
//! compared               [ 3 0 ]      7         [ 3 0 ]      7          from now on the numbers are
//! a change of b          [ 3 0 ]      7         [ 3 ]        0
//! ```
//!
//! A change does not write the number: it would be one more store for each component that is inserted. What a change writes anyway tells that
//! the number is outdated: the count of the changes of an index ([`CountedNumber`]), or the flag that masks changed ([`FlaggedNumber`]).

/// The number of values that were asked for, and have no other.
const ASKED: usize = 1;

/// A value whose states have numbers (I1).
pub(crate) trait Numbered {
    /// The number of the present state, 0 or [`ASKED`] if it has none.
    fn present(&self) -> usize;

    /// Gives a number to the present state.
    fn note(&self, number: usize);

    /// Returns true if both are known to be equal. Runs in **O(1)** time.
    #[inline(always)]
    fn is_known_as(&self, other: &Self) -> bool {
        let number = self.present();
        number == other.present() && number > ASKED
    }

    /// The number, if the value has one.
    #[inline]
    fn known_number(&self) -> Option<usize> {
        Some(self.present()).filter(|number| *number > ASKED)
    }

    /// The number; a new one if the value has none. `None` if all have been given, and on targets without atomics.
    #[inline]
    fn number(&self) -> Option<usize> {
        self.known_number().or_else(|| {
            let new = new_number()?;
            self.note(new);
            Some(new)
        })
    }

    /// Asks for the value: returns true if it was asked for before, since it changed.
    #[inline]
    fn is_asked_again(&self) -> bool {
        let was = self.present() >= ASKED;
        if !was {
            self.note(ASKED);
        }
        was
    }

    /// Compares both, and gives them one number if they are equal: the smaller one, so that all of many equal values come to have one, whichever
    /// pairs of them are compared.
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
}

#[cfg(target_has_atomic = "ptr")]
mod number {
    #[cfg(target_has_atomic = "64")]
    use core::sync::atomic::AtomicU64 as AtomicCount;
    use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

    use super::ASKED;
    #[cfg(not(target_has_atomic = "64"))]
    use super::halves::AtomicCount;

    /// The greatest number that was given.
    static GIVEN: AtomicUsize = AtomicUsize::new(ASKED);

    /// A number that no value has.
    #[cold]
    pub(super) fn new_number() -> Option<usize> {
        let next = |given: usize| given.checked_add(1);
        GIVEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok().and_then(next)
    }

    /// The number of a value whose changes are counted: valid for one count.
    ///
    /// It is written while the value is borrowed to be read, also on several threads: all of them write it for one count.
    #[derive(Debug, Default)]
    pub(crate) struct CountedNumber {
        number: AtomicUsize,
        /// Written after the number, and read before it.
        count: AtomicCount,
    }

    impl CountedNumber {
        pub(crate) const fn new() -> Self {
            Self { number: AtomicUsize::new(0), count: AtomicCount::new(0) }
        }

        /// The number for this count, or 0.
        #[inline(always)]
        pub(crate) fn of(&self, count: u64) -> usize {
            if self.count.load(Ordering::Acquire) == count { self.number.load(Ordering::Relaxed) } else { 0 }
        }

        #[inline(always)]
        pub(crate) fn note(&self, count: u64, number: usize) {
            self.number.store(number, Ordering::Relaxed);
            self.count.store(count, Ordering::Release);
        }
    }

    /// A flag that changes of a value set, and the number of the value, which is valid while another bit of the flag is not set.
    #[derive(Debug, Default)]
    pub(crate) struct FlaggedNumber {
        number: AtomicUsize,
        /// Its bits are taken away one by one: [`CHANGED`] while the value is borrowed mutably, and [`UNKNOWN`] while it is borrowed to be
        /// read, also on several threads. Written after the number, and read before it.
        flag: AtomicU8,
    }

    /// The value changed, as far as the owner of the flag is concerned.
    const CHANGED: u8 = 1;
    /// The number is not that of the value.
    const UNKNOWN: u8 = 2;

    impl FlaggedNumber {
        /// Sets the flag. A plain store: changes call it often.
        #[inline(always)]
        pub(crate) fn change(&mut self) {
            *self.flag.get_mut() = CHANGED | UNKNOWN;
        }

        /// Forgets the number alone.
        #[inline]
        pub(crate) fn forget(&mut self) {
            *self.flag.get_mut() |= UNKNOWN;
        }

        #[inline]
        pub(crate) fn is_changed(&self) -> bool {
            self.flag.load(Ordering::Relaxed) & CHANGED != 0
        }

        /// Returns true if the flag was set since the last call.
        #[inline]
        pub(crate) fn take_changed(&mut self) -> bool {
            let was = self.is_changed();
            *self.flag.get_mut() &= !CHANGED;
            was
        }
    }

    impl super::Numbered for FlaggedNumber {
        #[inline(always)]
        fn present(&self) -> usize {
            if self.flag.load(Ordering::Acquire) & UNKNOWN == 0 { self.number.load(Ordering::Relaxed) } else { 0 }
        }

        fn note(&self, number: usize) {
            self.number.store(number, Ordering::Relaxed);
            // No other bit changes meanwhile.
            self.flag.store(self.flag.load(Ordering::Relaxed) & !UNKNOWN, Ordering::Release);
        }
    }

    /// The clone is of an equal value.
    impl Clone for FlaggedNumber {
        fn clone(&self) -> Self {
            let flag = self.flag.load(Ordering::Acquire);
            Self { number: AtomicUsize::new(self.number.load(Ordering::Relaxed)), flag: AtomicU8::new(flag) }
        }
    }
}

/// Counts on targets without 64-bit atomics, and in tests.
#[cfg(any(not(target_has_atomic = "64"), test))]
#[cfg(target_has_atomic = "ptr")]
mod halves {
    use core::sync::atomic::{AtomicU32, Ordering};

    /// A count in two halves. While the counted value is borrowed to be read, all threads write the same count. Read meanwhile, it is that one,
    /// that of before, or a mixture; and if a mixture equals what is written, the half that differs from before was read as it is written.
    #[derive(Debug, Default)]
    pub(super) struct AtomicCount {
        /// Written first, and read last.
        high: AtomicU32,
        low: AtomicU32,
    }

    impl AtomicCount {
        pub(super) const fn new(count: u64) -> Self {
            let (high, low) = halves(count);
            Self { high: AtomicU32::new(high), low: AtomicU32::new(low) }
        }

        pub(super) fn load(&self, ordering: Ordering) -> u64 {
            let low = self.low.load(ordering);
            u64::from(self.high.load(ordering)) << 32 | u64::from(low)
        }

        pub(super) fn store(&self, count: u64, ordering: Ordering) {
            let (high, low) = halves(count);
            self.high.store(high, ordering);
            self.low.store(low, ordering);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "that is a half")]
    const fn halves(count: u64) -> (u32, u32) {
        ((count >> 32) as u32, count as u32)
    }
}

/// On targets without such atomics no value has a number.
#[cfg(not(target_has_atomic = "ptr"))]
mod number {
    pub(super) fn new_number() -> Option<usize> {
        None
    }

    #[derive(Debug, Default)]
    pub(crate) struct CountedNumber;

    impl CountedNumber {
        pub(crate) const fn new() -> Self {
            Self
        }

        pub(crate) fn of(&self, _: u64) -> usize {
            0
        }

        pub(crate) fn note(&self, _: u64, _: usize) {}
    }

    #[derive(Debug, Clone, Default)]
    pub(crate) struct FlaggedNumber {
        is_changed: bool,
    }

    impl FlaggedNumber {
        #[inline(always)]
        pub(crate) fn change(&mut self) {
            self.is_changed = true;
        }

        pub(crate) fn forget(&mut self) {}

        pub(crate) fn is_changed(&self) -> bool {
            self.is_changed
        }

        pub(crate) fn take_changed(&mut self) -> bool {
            core::mem::take(&mut self.is_changed)
        }
    }

    impl super::Numbered for FlaggedNumber {
        fn present(&self) -> usize {
            0
        }

        fn note(&self, _: usize) {}
    }
}

use number::new_number;
pub(crate) use number::{CountedNumber, FlaggedNumber};

#[cfg(test)]
mod tests;
