//! Numbers, and how a change makes them outdated.

#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64 as AtomicCount;
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::REQUESTED;
#[cfg(not(target_has_atomic = "64"))]
use super::halves::AtomicCount;

/// The greatest number that was assigned.
static LAST_NUMBER: AtomicUsize = AtomicUsize::new(REQUESTED);

/// Returns a number that no value has.
#[cold]
pub(super) fn new_number() -> Option<usize> {
    let next = |given: usize| given.checked_add(1);
    LAST_NUMBER.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok().and_then(next)
}

/// The number of a value whose changes are counted: valid for one count.
///
/// It is written while the value is borrowed for reading, also on several threads, all of which write it for the same count.
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

/// A flag that is set by changes of a value, and the number of the value, which is valid while another bit of the flag is not set.
#[derive(Debug, Default)]
pub(crate) struct FlaggedNumber {
    number: AtomicUsize,
    /// Its bits are cleared one by one: [`CHANGED`] while the value is borrowed mutably, and [`UNKNOWN`] while it is borrowed for reading,
    /// also on several threads. Written after the number, and read before it.
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

/// The clone belongs to an equal value, so it keeps the number.
impl Clone for FlaggedNumber {
    fn clone(&self) -> Self {
        let flag = self.flag.load(Ordering::Acquire);
        Self { number: AtomicUsize::new(self.number.load(Ordering::Relaxed)), flag: AtomicU8::new(flag) }
    }
}
