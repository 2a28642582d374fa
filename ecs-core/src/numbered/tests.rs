use alloc::vec::Vec;

use core::sync::atomic::Ordering;

use super::halves::AtomicCount;
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
    assert!(!a.is_known_as(&b) && a.compare(&b) && a.is_known_as(&b), "equal again, but only known after a comparison");
}

#[test]
fn equality_is_known_transitively() {
    let [a, b, c, d] = [(); 4].map(|()| of(&[7]));
    assert!(a.compare(&b) && c.compare(&d) && !b.is_known_as(&c));
    assert!(b.compare(&c) && b.is_known_as(&c) && a.is_known_as(&c), "c has the number of a and b");
    assert!(
        !d.is_known_as(&c) && d.compare(&c) && d.is_known_as(&c) && c.is_known_as(&a),
        "the smaller number remains"
    );
}

#[test]
fn many_equal_values_end_up_with_one_number_whichever_pairs_are_compared() {
    let all: Vec<_> = (0..8).map(|_| of(&[7, 5])).collect();
    let pairs: Vec<_> = (0..8).map(|one| (one, (3 * one + 1) % 8)).collect();
    let mut left = 0;
    for _ in 0..8 {
        left = pairs.iter().filter(|(one, other)| !all[*one].is_known_as(&all[*other])).count();
        for (one, other) in pairs.iter().filter(|(one, other)| !all[*one].is_known_as(&all[*other])) {
            assert!(all[*one].compare(&all[*other]));
        }
    }
    assert_eq!(left, 0, "each pair is known to be equal in the end");
}

#[test]
fn a_value_that_was_requested_is_requested_again_until_it_changes() {
    let mut a = of(&[3]);
    assert_eq!([a.request_again(), a.request_again()], [false, true]);
    let b = of(&[3]);
    assert!(b.request_again() || !a.is_known_as(&b), "a request is not a number");
    a.change();
    assert_eq!([a.request_again(), a.request_again()], [false, true]);
    assert!(a.number().is_some_and(|number| number > 1) && a.request_again());
    assert_eq!(a.number(), a.number());
}

#[test]
fn a_number_is_valid_until_the_flag_is_set_again_even_if_the_flag_is_taken() {
    let mut flag = FlaggedNumber::default();
    assert!(!flag.is_changed() && flag.known_number().is_none());
    let first = flag.number();
    assert!(first.is_some() && flag.number() == first && !flag.is_changed());
    flag.change();
    assert!(flag.is_changed() && flag.known_number().is_none() && !flag.request_again());
    let second = flag.number();
    assert!(second.is_some() && second != first && flag.is_changed(), "the owner has not taken the flag yet");
    assert!(flag.take_changed() && !flag.take_changed() && flag.known_number() == second);
    flag.change();
    assert!(
        flag.take_changed() && flag.known_number().is_none(),
        "the number is outdated, even after the flag is taken"
    );
    let third = flag.number();
    flag.forget();
    assert!(third.is_some() && flag.known_number().is_none() && !flag.take_changed());
}

#[test]
fn a_count_in_halves_is_loaded_as_it_was_stored() {
    let count = AtomicCount::new(7);
    for next in [7, 0, 1, u64::from(u32::MAX), u64::from(u32::MAX) + 1, 1 << 33 | 5, u64::MAX] {
        assert!(next == 7 || count.load(Ordering::Acquire) != next);
        count.store(next, Ordering::Release);
        assert_eq!(count.load(Ordering::Acquire), next);
    }
}

#[test]
fn a_clone_has_the_number_and_the_flag_and_loses_them_independently() {
    let mut flag = FlaggedNumber::default();
    flag.change();
    let number = flag.number();
    let mut clone = flag.clone();
    assert!(clone.known_number() == number && clone.take_changed() && flag.is_changed());
    clone.forget();
    assert!(flag.known_number() == number && clone.known_number().is_none());
}
