//! The components that these tests share, and the number of live counted values.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static TO_PANIC: Cell<Option<u32>> = const { Cell::new(None) };
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag;

/// Counts itself while it is alive, and panics when the value with the given number is dropped.
#[derive(Debug, PartialEq)]
pub struct Counted(pub u32);

impl Counted {
    pub fn new(number: u32) -> Self {
        LIVE.set(LIVE.get() + 1);
        Self(number)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        if TO_PANIC.get() == Some(self.0) {
            TO_PANIC.set(None);
            panic!("{} panics", self.0);
        }
    }
}

/// Number of live counted values on this thread.
pub fn live() -> i64 {
    LIVE.get()
}

/// Sets the next counted value with this number to panic when it is dropped.
pub fn let_panic(number: u32) {
    TO_PANIC.set(Some(number));
}

/// Returns true if `action` panics.
pub fn panics<R>(action: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(action)).is_err()
}
