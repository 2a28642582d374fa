//! Counts on targets without 64-bit atomics, and in tests.

use core::sync::atomic::{AtomicU32, Ordering};

/// A count in two halves. While the counted value is borrowed for reading, all threads that write the count write the same one. A
/// concurrent read returns this count, the previous one, or a mixture; and if a mixture equals the written count, each half that differs
/// from the previous count was read as written.
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
