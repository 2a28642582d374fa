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

    /// The number; a new one if the value has none. `None` if all have been given, and on targets without 64-bit atomics.
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

#[cfg(target_has_atomic = "64")]
mod number {
    use core::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

    use super::ASKED;

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
        count: AtomicU64,
    }

    impl CountedNumber {
        pub(crate) const fn new() -> Self {
            Self { number: AtomicUsize::new(0), count: AtomicU64::new(0) }
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

/// On targets without such atomics no value has a number.
#[cfg(not(target_has_atomic = "64"))]
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
mod tests {
    use alloc::vec::Vec;

    use super::{CountedNumber, FlaggedNumber, Numbered};

    /// Values with a number that is valid for a count of their changes.
    #[derive(Debug, Default)]
    struct Values {
        all: Vec<u32>,
        changes: u64,
        number: CountedNumber,
    }

    fn of(values: &[u32]) -> Values {
        Values { all: values.to_vec(), ..Values::default() }
    }

    impl Values {
        fn change(&mut self) -> &mut Vec<u32> {
            self.changes += 1;
            &mut self.all
        }
    }

    impl PartialEq for Values {
        fn eq(&self, other: &Self) -> bool {
            self.all == other.all
        }
    }

    impl Numbered for Values {
        fn present(&self) -> usize {
            self.number.of(self.changes)
        }

        fn note(&self, number: usize) {
            self.number.note(self.changes, number);
        }
    }

    #[test]
    fn equal_values_are_known_after_they_were_compared_until_one_changes() {
        let (mut a, b, c) = (of(&[3, 0]), of(&[3, 0]), of(&[3]));
        assert!(!a.is_known_as(&b) && !c.compare(&a) && !c.is_known_as(&a), "nothing is known yet");
        assert!(a.compare(&b) && a.is_known_as(&b) && b.is_known_as(&a));
        a.change().push(1);
        assert!(!a.is_known_as(&b) && !a.compare(&b));
        assert_eq!(a.change().pop(), Some(1));
        assert!(!a.is_known_as(&b) && a.compare(&b) && a.is_known_as(&b), "equal again, but compared first");
    }

    #[test]
    fn what_equals_one_of_two_is_known_as_that_one() {
        let [a, b, c, d] = [(); 4].map(|()| of(&[7]));
        assert!(a.compare(&b) && c.compare(&d) && !b.is_known_as(&c));
        assert!(b.compare(&c) && b.is_known_as(&c) && a.is_known_as(&c), "c has the number of a and b");
        assert!(
            !d.is_known_as(&c) && d.compare(&c) && d.is_known_as(&c) && c.is_known_as(&a),
            "which is the smaller one"
        );
    }

    #[test]
    fn all_of_many_equal_values_come_to_have_one_number_whichever_pairs_are_compared() {
        let all: Vec<_> = (0..8).map(|_| of(&[7, 5])).collect();
        let pairs: Vec<_> = (0..8).map(|one| (one, (3 * one + 1) % 8)).collect();
        let mut left = 0;
        for _ in 0..8 {
            left = pairs.iter().filter(|(one, other)| !all[*one].is_known_as(&all[*other])).count();
            for (one, other) in pairs.iter().filter(|(one, other)| !all[*one].is_known_as(&all[*other])) {
                assert!(all[*one].compare(&all[*other]));
            }
        }
        assert_eq!(left, 0, "nothing is compared again and again");
    }

    #[test]
    fn a_value_is_asked_again_until_it_changes() {
        let mut a = of(&[3]);
        assert_eq!([a.is_asked_again(), a.is_asked_again()], [false, true]);
        let b = of(&[3]);
        assert!(b.is_asked_again() || !a.is_known_as(&b), "to be asked is no number");
        a.change();
        assert_eq!([a.is_asked_again(), a.is_asked_again()], [false, true]);
        assert!(a.number().is_some_and(|number| number > 1) && a.is_asked_again());
        assert_eq!(a.number(), a.number());
    }

    #[test]
    fn a_number_is_valid_while_the_flag_is_not_set_and_outlives_that_the_flag_is_taken() {
        let mut flag = FlaggedNumber::default();
        assert!(!flag.is_changed() && flag.known_number().is_none());
        let first = flag.number();
        assert!(first.is_some() && flag.number() == first && !flag.is_changed());
        flag.change();
        assert!(flag.is_changed() && flag.known_number().is_none() && !flag.is_asked_again());
        let second = flag.number();
        assert!(second.is_some() && second != first && flag.is_changed(), "the owner was not told yet");
        assert!(flag.take_changed() && !flag.take_changed() && flag.known_number() == second);
        flag.change();
        assert!(flag.take_changed() && flag.known_number().is_none(), "nor is it a number that the owner was told");
        let third = flag.number();
        flag.forget();
        assert!(third.is_some() && flag.known_number().is_none() && !flag.take_changed());
    }

    #[test]
    fn a_clone_has_the_number_and_the_flag_and_loses_them_alone() {
        let mut flag = FlaggedNumber::default();
        flag.change();
        let number = flag.number();
        let mut clone = flag.clone();
        assert!(clone.known_number() == number && clone.take_changed() && flag.is_changed());
        clone.forget();
        assert!(flag.known_number() == number && clone.known_number().is_none());
    }
}
