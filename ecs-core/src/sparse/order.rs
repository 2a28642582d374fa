//! The entities of an index by position: whether those of another index are the same, in the same order, and what all of them have.
//!
//! Storages whose components are inserted together stay in one order, and most frames change neither that nor any mask. So what an iteration
//! finds out about an order is kept until it changes: that another one is equal (`numbered.rs`), and the components that all of its entities
//! have, and that some have.
//!
//! - **I1** A summary is that of these entities under the masks with its number.
//!
//! ```text
//! storage    entities     masks                    all       some
//! A          [ 3 0 4 ]    {A B} {A} {A B}          {A}       {A B}       without C: each passes; with C: none; with B: each is tested
//! B          [ 3 4 ]      {A B} {A B}              {A B}     {A B}       with A: each passes
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use crate::numbered::Numbered;
use crate::reuse::clone_by_field;

/// The entities of an index by position.
#[derive(Debug, Default)]
pub struct Order {
    indices: Numbered<Vec<u32>>,
    /// An order that it was compared with, and that is another one.
    unlike: Unlike,
    summary: CachedSummary,
}

clone_by_field! { [] Order { summary, unlike, indices } }

/// The components that all of some entities have, and those that at least one has, as bits. Only of worlds of up to 64 components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) all: u64,
    pub(crate) some: u64,
}

impl Order {
    pub(super) const fn new() -> Self {
        Self { indices: Numbered::new(Vec::new()), unlike: Unlike::new(), summary: CachedSummary::new() }
    }

    /// The entities, to be changed in any way. All that is known of them is known of their number, which is taken away.
    #[inline(always)]
    pub(super) fn change(&mut self) -> &mut Vec<u32> {
        self.indices.change()
    }

    /// Returns true if both have the same entities in the same order, as far as is known, or can be found out by comparing `most` entities.
    /// False if there are none.
    ///
    /// Runs in **O(1)** time if this order was last compared with that one, and neither changed since, or if their lengths or ends differ;
    /// otherwise in **O(entities)**, up to the first difference, many at a time.
    #[inline]
    pub(crate) fn is_that_of(&self, other: &Self, most: usize) -> bool {
        let len = self.len();
        len == other.len()
            && (self.indices.is_known_as(&other.indices)
                || len <= most && self.first() == other.first() && self.last() == other.last() && self.compare(other))
    }

    /// Compares both at the end of an iteration of all entities, for later ones; if both are as they were at the end of another one.
    #[inline]
    pub(crate) fn compare_again(&self, other: &Self) {
        if self.len() == other.len() && self.indices.is_asked_again() & other.indices.is_asked_again() {
            self.is_that_of(other, usize::MAX);
        }
    }

    /// Out of line: an iteration calls it once after a change.
    #[inline(never)]
    fn compare(&self, other: &Self) -> bool {
        if self.is_empty() || self.unlike.is_known(&self.indices, &other.indices) {
            return false;
        }
        let is_equal = self.indices.compare(&other.indices);
        if !is_equal {
            self.unlike.note(&self.indices, &other.indices);
        }
        is_equal
    }

    /// What all entities and some entities have under the masks with this number; `find` looks at the masks of entities.
    ///
    /// `None` until it pays to look at all: when iterations that were told nothing, each of which counts as `most` entities, count as many as
    /// there are. Runs in **O(1)** time, and once, after that, in **O(entities)**.
    #[inline]
    pub(crate) fn summary(&self, masks: usize, most: usize, find: impl FnOnce(&[u32]) -> Summary) -> Option<Summary> {
        let key = (self.indices.number()?, masks);
        self.summary.get(key).or_else(|| self.summary.find(key, most, &self.indices, find))
    }
}

impl Deref for Order {
    type Target = [u32];

    #[inline(always)]
    fn deref(&self) -> &[u32] {
        &self.indices
    }
}

#[cfg(target_has_atomic = "64")]
mod cached {
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

    use super::Summary;
    use crate::numbered::Numbered;

    /// The numbers of an order and of another one that it is not equal to. (What two threads write of it at once may be of two others:
    /// then an order is compared again, or taken for another one, and values are looked up.)
    #[derive(Debug, Default)]
    pub(super) struct Unlike {
        of: AtomicUsize,
        other: AtomicUsize,
    }

    impl Unlike {
        pub(super) const fn new() -> Self {
            Self { of: AtomicUsize::new(0), other: AtomicUsize::new(0) }
        }

        pub(super) fn is_known(&self, order: &Numbered<Vec<u32>>, other: &Numbered<Vec<u32>>) -> bool {
            let known = (self.of.load(Ordering::Relaxed), self.other.load(Ordering::Relaxed));
            order.known_number().zip(other.known_number()) == Some(known)
        }

        pub(super) fn note(&self, order: &Numbered<Vec<u32>>, other: &Numbered<Vec<u32>>) {
            if let Some((of, other)) = order.number().zip(other.number()) {
                self.of.store(of, Ordering::Relaxed);
                self.other.store(other, Ordering::Relaxed);
            }
        }
    }

    /// A clone compares again.
    impl Clone for Unlike {
        fn clone(&self) -> Self {
            Self::new()
        }
    }

    /// What was found out about the entities of an order, by the numbers of the order and of the masks. It is written while both are borrowed
    /// to be read, also on several threads, and so by all of them in the same way.
    #[derive(Debug, Default)]
    pub(super) struct CachedSummary {
        /// Written after `of_masks`, and that after the summary; read before it.
        of_order: AtomicUsize,
        of_masks: AtomicUsize,
        all: AtomicU64,
        some: AtomicU64,
        /// The number of the masks of the last iterations that were told nothing, and as how many entities these count. (What two threads
        /// write of it at once decides only when all entities are looked at.)
        waiting_for: AtomicUsize,
        waited: AtomicUsize,
    }

    impl CachedSummary {
        pub(super) const fn new() -> Self {
            Self {
                of_order: AtomicUsize::new(0),
                of_masks: AtomicUsize::new(0),
                all: AtomicU64::new(0),
                some: AtomicU64::new(0),
                waiting_for: AtomicUsize::new(0),
                waited: AtomicUsize::new(0),
            }
        }

        #[inline]
        pub(super) fn get(&self, (order, masks): (usize, usize)) -> Option<Summary> {
            if self.of_order.load(Ordering::Acquire) != order || self.of_masks.load(Ordering::Acquire) != masks {
                return None;
            }
            Some(Summary { all: self.all.load(Ordering::Relaxed), some: self.some.load(Ordering::Relaxed) })
        }

        #[inline(never)]
        pub(super) fn find(
            &self,
            (order, masks): (usize, usize),
            most: usize,
            indices: &[u32],
            find: impl FnOnce(&[u32]) -> Summary,
        ) -> Option<Summary> {
            let is_same = self.waiting_for.load(Ordering::Relaxed) == masks;
            let before = if is_same { self.waited.load(Ordering::Relaxed) } else { 0 };
            let waited = before.saturating_add(most);
            if waited < indices.len() {
                self.waiting_for.store(masks, Ordering::Relaxed);
                self.waited.store(waited, Ordering::Relaxed);
                return None;
            }
            let found = find(indices);
            self.all.store(found.all, Ordering::Relaxed);
            self.some.store(found.some, Ordering::Relaxed);
            self.of_masks.store(masks, Ordering::Release);
            self.of_order.store(order, Ordering::Release);
            Some(found)
        }
    }

    /// The clone of an order has its number, and those of masks are those of equal masks in all worlds.
    impl Clone for CachedSummary {
        fn clone(&self) -> Self {
            let own = Self::new();
            let (order, masks) = (self.of_order.load(Ordering::Acquire), self.of_masks.load(Ordering::Acquire));
            own.all.store(self.all.load(Ordering::Relaxed), Ordering::Relaxed);
            own.some.store(self.some.load(Ordering::Relaxed), Ordering::Relaxed);
            own.of_masks.store(masks, Ordering::Relaxed);
            own.of_order.store(order, Ordering::Relaxed);
            own
        }
    }
}

/// On targets without such atomics each filter is tested, and orders that differ are compared each time.
#[cfg(not(target_has_atomic = "64"))]
mod cached {
    use alloc::vec::Vec;

    use super::Summary;
    use crate::numbered::Numbered;

    #[derive(Debug, Clone, Default)]
    pub(super) struct Unlike;

    impl Unlike {
        pub(super) const fn new() -> Self {
            Self
        }

        pub(super) fn is_known(&self, _: &Numbered<Vec<u32>>, _: &Numbered<Vec<u32>>) -> bool {
            false
        }

        pub(super) fn note(&self, _: &Numbered<Vec<u32>>, _: &Numbered<Vec<u32>>) {}
    }

    #[derive(Debug, Clone, Default)]
    pub(super) struct CachedSummary;

    impl CachedSummary {
        pub(super) const fn new() -> Self {
            Self
        }

        pub(super) fn get(&self, _: (usize, usize)) -> Option<Summary> {
            None
        }

        pub(super) fn find(
            &self,
            _: (usize, usize),
            _: usize,
            _: &[u32],
            _: impl FnOnce(&[u32]) -> Summary,
        ) -> Option<Summary> {
            None
        }
    }
}

use cached::{CachedSummary, Unlike};

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Order, Summary};

    fn of(indices: &[u32]) -> Order {
        let mut order = Order::new();
        order.change().extend(indices);
        order
    }

    #[test]
    fn orders_are_compared_up_to_a_number_of_entities_and_known_afterwards() {
        for len in [1, 2, 3, 512, 513] {
            let indices: Vec<u32> = (0..len).rev().collect();
            let (own, other, most) = (of(&indices), of(&indices), indices.len());
            assert!(!own.is_that_of(&other, most - 1), "not compared, and so not known");
            assert!(own.is_that_of(&other, most) && own.is_that_of(&other, 0), "{len}");
            assert!(own.clone().is_that_of(&other, 0) && other.is_that_of(&own.clone(), 0));
        }
    }

    #[test]
    fn an_order_that_differs_anywhere_or_changes_is_another_one() {
        for len in [1, 2, 3, 4, 64, 65] {
            let indices: Vec<u32> = (0..len).collect();
            for differs in 0..indices.len() {
                let (own, mut other) = (of(&indices), of(&indices));
                assert!(own.is_that_of(&other, usize::MAX));
                other.change()[differs] = 1_000;
                assert!(
                    !own.is_that_of(&other, usize::MAX) && !other.is_that_of(&own, usize::MAX),
                    "{differs} of {len}"
                );
                other.change()[differs] = indices[differs];
                assert!(!own.is_that_of(&other, 0) && own.is_that_of(&other, usize::MAX), "equal again");
                other.change().pop();
                assert!(!own.is_that_of(&other, usize::MAX), "shorter");
            }
        }
        assert!(!Order::new().is_that_of(&Order::new(), usize::MAX), "nothing has no order");
    }

    #[test]
    fn orders_are_compared_at_the_end_of_the_second_iteration_after_a_change() {
        let (mut own, other) = (of(&[2, 0, 1]), of(&[2, 0, 1]));
        for _ in 0..2 {
            own.compare_again(&other);
            assert!(!own.is_that_of(&other, 0), "the next iteration may find another order");
            own.compare_again(&other);
            assert!(own.is_that_of(&other, 0));
            own.change().swap(0, 1);
            own.compare_again(&other);
            own.compare_again(&other);
            assert!(!own.is_that_of(&other, 0), "they differ");
            own.change().swap(0, 1);
        }
        own.change().push(3);
        own.compare_again(&other);
        own.compare_again(&other);
        assert!(!own.is_that_of(&other, usize::MAX), "as many are missing");
    }

    #[test]
    fn an_order_is_compared_anew_after_it_was_compared_with_another_one() {
        let (mut own, [mut other, third]) = (of(&[1, 2, 3, 4]), [[1, 3, 2, 4], [1, 2, 3, 4]].map(|order| of(&order)));
        for _ in 0..3 {
            assert!(!own.is_that_of(&other, 4) && !own.is_that_of(&other, 4) && own.is_that_of(&third, 4));
        }
        other.change().swap(1, 2);
        assert!(own.is_that_of(&other, 4), "the other one changed");
        other.change().swap(1, 2);
        assert!(!own.is_that_of(&other, 4));
        own.change().swap(1, 2);
        assert!(own.is_that_of(&other, 4) && !own.is_that_of(&third, 4), "this one changed");
        assert!(own.clone().is_that_of(&other, 0));
    }

    /// What iterations of so many entities each are told, and how often all entities were looked at.
    fn told(order: &Order, masks: usize, most: &[usize]) -> (Vec<bool>, usize) {
        let mut looks = 0;
        let mut told = Vec::new();
        for most in most {
            let found = order.summary(masks, *most, |indices| {
                looks += 1;
                Summary { all: indices.len() as u64, some: masks as u64 }
            });
            assert!(found.is_none_or(|found| found == Summary { all: order.len() as u64, some: masks as u64 }));
            told.push(found.is_some());
        }
        (told, looks)
    }

    #[test]
    fn entities_are_looked_at_once_iterations_have_looked_at_as_many() {
        let order = of(&[0, 1, 2, 3, 4, 5]);
        assert_eq!(told(&order, 7, &[3, 2, 1, 0]), ([false, false, true, true].into(), 1));
        assert_eq!(told(&order, 7, &[0, 0]), ([true, true].into(), 0), "found before");
        assert_eq!(told(&order, 9, &[5, 0, 6, 0]), ([false, false, true, true].into(), 1), "of other masks anew");
        assert_eq!(told(&of(&[1]), 7, &[0, 1, 0]), ([false, true, true].into(), 1));
        assert_eq!(told(&Order::new(), 7, &[0]), ([true].into(), 1), "of none at once");
    }

    #[test]
    fn a_change_of_the_order_or_of_the_masks_makes_a_summary_outdated() {
        let mut order = of(&[0, 1]);
        assert_eq!(told(&order, 7, &[2]), ([true].into(), 1));
        order.change().push(2);
        assert_eq!(told(&order, 7, &[0, 3, 0]), ([false, true, true].into(), 1), "another order");
        assert_eq!(told(&order, 8, &[0, 3, 0]), ([false, true, true].into(), 1), "other masks");
        let mut clone = order.clone();
        assert_eq!(told(&clone, 8, &[0]), ([true].into(), 0), "a clone has it");
        clone.change().pop();
        assert_eq!(told(&clone, 8, &[0]), ([false].into(), 0));
        clone.clone_from(&order);
        assert_eq!(told(&clone, 8, &[0]), ([true].into(), 0), "and what is overwritten by it");
        clone.clone_from(&of(&[0, 1, 2]));
        assert_eq!(told(&clone, 8, &[0]), ([false].into(), 0));
    }
}
