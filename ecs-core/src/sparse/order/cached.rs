//! Caches of an order, which are written while the order is borrowed for reading: an order that is not equal to it, and what its entities
//! have in common.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

use super::{Order, Summary};
use crate::numbered::Numbered;

/// The numbers of an order and of another one that is not equal to it. (If two threads write at the same time, the numbers may be of
/// different pairs: then an order is compared again, or considered different, and values are looked up.)
#[derive(Debug, Default)]
pub(super) struct UnequalOrders {
    of: AtomicUsize,
    other: AtomicUsize,
}

impl UnequalOrders {
    pub(super) const fn new() -> Self {
        Self { of: AtomicUsize::new(0), other: AtomicUsize::new(0) }
    }

    pub(super) fn is_known(&self, order: &Order, other: &Order) -> bool {
        let known = (self.of.load(Ordering::Relaxed), self.other.load(Ordering::Relaxed));
        order.known_number().zip(other.known_number()) == Some(known)
    }

    pub(super) fn note(&self, order: &Order, other: &Order) {
        if let Some((of, other)) = order.number().zip(other.number()) {
            self.of.store(of, Ordering::Relaxed);
            self.other.store(other, Ordering::Relaxed);
        }
    }
}

/// A clone starts empty and compares again.
impl Clone for UnequalOrders {
    fn clone(&self) -> Self {
        Self::new()
    }
}

/// The summary of an order, with the numbers of the order and of the masks for which it is valid. Written while both are borrowed for
/// reading, possibly by several threads, all of which write the same.
#[derive(Debug, Default)]
pub(super) struct CachedSummary {
    /// Written after `of_masks`, which is written after the summary. Read before both.
    of_order: AtomicUsize,
    of_masks: AtomicUsize,
    all: AtomicU64,
    some: AtomicU64,
    /// The number of the masks of the last iterations without a summary, and the number of entities as which these count in total. (If two
    /// threads write at the same time, this affects only when all entities are examined.)
    credit_for: AtomicUsize,
    credit: AtomicUsize,
}

impl CachedSummary {
    pub(super) const fn new() -> Self {
        Self {
            of_order: AtomicUsize::new(0),
            of_masks: AtomicUsize::new(0),
            all: AtomicU64::new(0),
            some: AtomicU64::new(0),
            credit_for: AtomicUsize::new(0),
            credit: AtomicUsize::new(0),
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
        let is_same = self.credit_for.load(Ordering::Relaxed) == masks;
        let before = if is_same { self.credit.load(Ordering::Relaxed) } else { 0 };
        let credit = before.saturating_add(most);
        if credit < indices.len() {
            self.credit_for.store(masks, Ordering::Relaxed);
            self.credit.store(credit, Ordering::Relaxed);
            return None;
        }
        let found = find(indices);
        // A concurrent clone must not combine the old numbers with the new bits.
        self.of_order.store(0, Ordering::Relaxed);
        fence(Ordering::Release);
        self.all.store(found.all, Ordering::Relaxed);
        self.some.store(found.some, Ordering::Relaxed);
        self.of_masks.store(masks, Ordering::Release);
        self.of_order.store(order, Ordering::Release);
        Some(found)
    }
}

/// A cloned order has the same number as the original, and equal masks have the same number in all worlds. A summary that is being written
/// is not cloned.
impl Clone for CachedSummary {
    fn clone(&self) -> Self {
        let key = || (self.of_order.load(Ordering::Acquire), self.of_masks.load(Ordering::Acquire));
        let (order, masks) = key();
        let (all, some) = (self.all.load(Ordering::Relaxed), self.some.load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        if key() != (order, masks) {
            return Self::new();
        }
        Self { of_order: order.into(), of_masks: masks.into(), all: all.into(), some: some.into(), ..Self::new() }
    }
}
