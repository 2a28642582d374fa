//! Pending calls of functions. The only commands that are boxed, since their values can have any type.
//!
//! A call is a function pointer and a value instead of a closure. The value is `Clone`, so a clone of a world can have the same pending
//! calls; it is `Send + Sync`, so a world with pending calls can be sent to another thread.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The pending calls, first in, first out.
pub(super) struct Calls<W>(VecDeque<Box<dyn Call<W>>>);

/// A value is read only by its call, which consumes it, so no panic leaves one half-changed.
impl<W> UnwindSafe for Calls<W> {}
impl<W> RefUnwindSafe for Calls<W> {}

impl<W: 'static> Calls<W> {
    /// Allocates nothing; the list is allocated with the first call.
    pub(super) const EMPTY: Self = Self(VecDeque::new());

    pub(super) fn push<D: Clone + Send + Sync + 'static>(&mut self, function: fn(&mut W, D), data: D) {
        self.0.push_back(Box::new(FunctionCall { function, data }));
    }

    pub(super) fn pop(&mut self) -> Option<Box<dyn Call<W>>> {
        self.0.pop_front()
    }
}

impl<W: 'static> Clone for Calls<W> {
    fn clone(&self) -> Self {
        let mut clone = Self::EMPTY;
        clone.clone_from(self);
        clone
    }

    /// Reuses the list, but no box.
    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        self.0.reserve(source.0.len());
        for call in &source.0 {
            self.0.push_back(call.boxed());
        }
    }
}

/// A function and the value that it is called with.
///
/// Its type is known only where it is queued.
struct FunctionCall<W, D> {
    function: fn(&mut W, D),
    data: D,
}

/// A function and a value of any type.
pub(super) trait Call<W>: Send + Sync {
    /// Calls the function with the value, which is moved out of the box.
    fn call(self: Box<Self>, world: &mut W);
    /// Clones the value into a box of its own.
    fn boxed(&self) -> Box<dyn Call<W>>;
}

impl<W: 'static, D: Clone + Send + Sync + 'static> Call<W> for FunctionCall<W, D> {
    fn call(self: Box<Self>, world: &mut W) {
        let Self { function, data } = *self;
        function(world, data);
    }

    fn boxed(&self) -> Box<dyn Call<W>> {
        Box::new(Self { function: self.function, data: self.data.clone() })
    }
}
