//! Values that are known to be equal by a number, so that large ones are compared once.
//!
//! - **I1** Values with one number, other than 0 and 1, are equal: a change takes the number away, and a number is given to a value that has
//!   none, or to two that were compared.
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

use core::ops::Deref;

/// The number of values that were asked for, and have no other.
const ASKED: usize = 1;

/// A value, and the number that it shares with equal ones. A clone is equal, and has it, too.
#[derive(Debug, Default)]
pub(crate) struct Numbered<T> {
    value: T,
    number: Number,
}

impl<T> Numbered<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value, number: Number::new() }
    }

    /// The value, to be changed in any way (I1).
    #[inline(always)]
    pub(crate) fn change(&mut self) -> &mut T {
        self.number.forget();
        &mut self.value
    }

    /// Returns true if both are known to be equal. Runs in **O(1)** time.
    #[inline(always)]
    pub(crate) fn is_known_as(&self, other: &Self) -> bool {
        let number = self.number.get();
        number == other.number.get() && number > ASKED
    }

    /// Asks for the value: returns true if it was asked for before, since it changed.
    #[inline]
    pub(crate) fn is_asked_again(&self) -> bool {
        let was = self.number.get() >= ASKED;
        if !was {
            self.number.set(ASKED);
        }
        was
    }

    /// The number, if the value has one.
    #[inline]
    pub(crate) fn known_number(&self) -> Option<usize> {
        Some(self.number.get()).filter(|number| *number > ASKED)
    }

    /// The number; a new one if the value has none. `None` if all have been given, and on targets without atomics.
    #[inline]
    pub(crate) fn number(&self) -> Option<usize> {
        match self.number.get() {
            ..=ASKED => self.number.set_new(),
            number => Some(number),
        }
    }
}

impl<T: PartialEq> Numbered<T> {
    /// Compares both, and gives them one number if they are equal: the smaller one, so that all of many equal values come to have one, whichever
    /// pairs of them are compared.
    pub(crate) fn compare(&self, other: &Self) -> bool {
        let is_equal = self.value == other.value;
        let known = [self, other].into_iter().filter_map(Self::known_number).min();
        if is_equal && let Some(number) = known.or_else(|| self.number()) {
            self.number.set(number);
            other.number.set(number);
        }
        is_equal
    }
}

impl<T> Deref for Numbered<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

/// `clone_from` reuses the memory of the value.
impl<T: Clone> Clone for Numbered<T> {
    fn clone(&self) -> Self {
        let number = Number::new();
        number.set(self.number.get());
        Self { value: self.value.clone(), number }
    }

    fn clone_from(&mut self, source: &Self) {
        self.change().clone_from(source);
        self.number.set(source.number.get());
    }
}

#[cfg(target_has_atomic = "ptr")]
mod number {
    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::ASKED;

    /// The greatest number that was given.
    static GIVEN: AtomicUsize = AtomicUsize::new(ASKED);

    /// It is set while its value is borrowed to be read, also on several threads, and taken away while it is borrowed mutably: so no other
    /// memory has to be ordered with it.
    #[derive(Debug, Default)]
    pub(super) struct Number(AtomicUsize);

    impl Number {
        pub(super) const fn new() -> Self {
            Self(AtomicUsize::new(0))
        }

        #[inline(always)]
        pub(super) fn get(&self) -> usize {
            self.0.load(Ordering::Relaxed)
        }

        #[inline(always)]
        pub(super) fn set(&self, number: usize) {
            self.0.store(number, Ordering::Relaxed);
        }

        #[inline(always)]
        pub(super) fn forget(&mut self) {
            *self.0.get_mut() = 0;
        }

        /// A new number, or the one that another thread has set meanwhile.
        #[cold]
        pub(super) fn set_new(&self) -> Option<usize> {
            let next = |given: usize| given.checked_add(1);
            let new = GIVEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok().and_then(next)?;
            let none = |own| (own <= ASKED).then_some(new);
            Some(self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, none).map_or_else(|other| other, |_| new))
        }
    }
}

/// On targets without atomics nothing is known.
#[cfg(not(target_has_atomic = "ptr"))]
mod number {
    #[derive(Debug, Default)]
    pub(super) struct Number;

    impl Number {
        pub(super) const fn new() -> Self {
            Self
        }

        pub(super) fn get(&self) -> usize {
            0
        }

        pub(super) fn set(&self, _: usize) {}

        pub(super) fn forget(&mut self) {}

        pub(super) fn set_new(&self) -> Option<usize> {
            None
        }
    }
}

use number::Number;

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Numbered;

    fn of(values: &[u32]) -> Numbered<Vec<u32>> {
        Numbered::new(values.to_vec())
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
        assert_eq!([a.is_asked_again(), a.is_asked_again(), a.clone().is_asked_again()], [false, true, true]);
        assert!(!a.is_known_as(&a.clone()), "that is no number");
        a.change();
        assert_eq!([a.is_asked_again(), a.is_asked_again()], [false, true]);
        assert!(a.number().is_some_and(|number| number > 1) && a.is_asked_again());
    }

    #[test]
    fn clones_have_the_number_and_lose_it_alone() {
        let a = of(&[1, 2]);
        assert!(!a.is_known_as(&a.clone()), "none has none");
        assert!(a.number().is_some() && a.number() == a.number());
        let mut b = a.clone();
        assert!(a.is_known_as(&b));
        b.change().clear();
        assert!(!a.is_known_as(&b) && b.is_empty());
        b.clone_from(&a);
        assert!(a.is_known_as(&b) && *b == [1, 2]);
        b.clone_from(&of(&[3]));
        assert!(!a.is_known_as(&b), "overwritten by what has no number");
        assert_ne!(a.number(), b.number());
    }
}
