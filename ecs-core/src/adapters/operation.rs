//! What each adapter does with an item.
//!
//! These are types of their own, not closures: of the type of a closure that a function returns, the compiler must assume that it has a
//! destructor, and the borrow of an adapter in a condition would last to the end of the statement.

use core::fmt;

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "what adapters do is implemented by the library alone",
        label = "`{Self}` is no adapter of this library"
    )]
    pub trait Sealed {}
}

use sealed::Sealed;

/// What an adapter does with an item.
pub trait Operation<T>: Sealed {
    /// What is yielded instead of the item.
    type Output;

    /// Whether each item yields one: the lower bound of the adapted iterator holds.
    const EXACT: bool;

    /// Whether skipped items need no call of `apply`: it calls no function of the user.
    const SKIPS: bool = false;

    /// What is yielded, or `None` if the item is dropped.
    fn apply(&mut self, item: T) -> Option<Self::Output>;

    /// Notes that a number of items are skipped.
    #[inline(always)]
    fn skip(&mut self, _: usize) {}
}

/// Yields what a function makes of an item.
pub struct Mapping<F>(pub(crate) F);

impl<T, B, F: FnMut(T) -> B> Operation<T> for Mapping<F> {
    type Output = B;

    const EXACT: bool = true;

    #[inline(always)]
    fn apply(&mut self, item: T) -> Option<B> {
        Some(self.0(item))
    }
}

/// Drops the items of which a predicate returns false.
pub struct Filtering<P>(pub(crate) P);

impl<T, P: FnMut(&T) -> bool> Operation<T> for Filtering<P> {
    type Output = T;

    const EXACT: bool = false;

    #[inline(always)]
    fn apply(&mut self, item: T) -> Option<T> {
        if self.0(&item) { Some(item) } else { None }
    }
}

/// Yields what a function makes of an item, if it makes something of it.
pub struct FilterMapping<F>(pub(crate) F);

impl<T, B, F: FnMut(T) -> Option<B>> Operation<T> for FilterMapping<F> {
    type Output = B;

    const EXACT: bool = false;

    #[inline(always)]
    fn apply(&mut self, item: T) -> Option<B> {
        self.0(item)
    }
}

/// Yields each item with its number; holds the number of the next one.
pub struct Enumerating(pub(crate) usize);

impl<T> Operation<T> for Enumerating {
    type Output = (usize, T);

    const EXACT: bool = true;
    const SKIPS: bool = true;

    #[inline(always)]
    fn apply(&mut self, item: T) -> Option<(usize, T)> {
        let number = self.0;
        self.0 += 1;
        Some((number, item))
    }

    #[inline(always)]
    fn skip(&mut self, items: usize) {
        self.0 += items;
    }
}

/// Yields a copy of what an item refers to.
pub struct Copying;

impl<T: Copy> Operation<&T> for Copying {
    type Output = T;

    const EXACT: bool = true;
    const SKIPS: bool = true;

    #[inline(always)]
    fn apply(&mut self, item: &T) -> Option<T> {
        Some(*item)
    }
}

/// Yields a clone of what an item refers to.
pub struct Cloning;

impl<T: Clone> Operation<&T> for Cloning {
    type Output = T;

    const EXACT: bool = true;

    #[inline(always)]
    fn apply(&mut self, item: &T) -> Option<T> {
        Some(item.clone())
    }
}

/// Seals an operation, and implements `Debug` without what cannot be printed.
macro_rules! operation {
    ($([$($generics:tt)*] $Type:ty: $name:literal;)*) => {$(
        impl<$($generics)*> Sealed for $Type {}

        impl<$($generics)*> fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($name)
            }
        }
    )*};
}

operation! {
    [F] Mapping<F>: "Mapping";
    [P] Filtering<P>: "Filtering";
    [F] FilterMapping<F>: "FilterMapping";
    [] Enumerating: "Enumerating";
    [] Copying: "Copying";
    [] Cloning: "Cloning";
}
