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
pub trait Step<T>: Sealed {
    /// What is yielded instead of the item.
    type Output;

    /// Whether no item is dropped, so that memory for a collection is allocated once.
    const EXACT: bool;

    /// What is yielded, or `None` if the item is dropped.
    fn take(&mut self, item: T) -> Option<Self::Output>;
}

/// Yields what a function makes of an item.
pub struct Mapping<F>(pub(crate) F);

impl<T, B, F: FnMut(T) -> B> Step<T> for Mapping<F> {
    type Output = B;

    const EXACT: bool = true;

    #[inline(always)]
    fn take(&mut self, item: T) -> Option<B> {
        Some(self.0(item))
    }
}

/// Drops the items of which a predicate returns false.
pub struct Filtering<P>(pub(crate) P);

impl<T, P: FnMut(&T) -> bool> Step<T> for Filtering<P> {
    type Output = T;

    const EXACT: bool = false;

    #[inline(always)]
    fn take(&mut self, item: T) -> Option<T> {
        if self.0(&item) { Some(item) } else { None }
    }
}

/// Yields what a function makes of an item, if it makes something of it.
pub struct FilteringMap<F>(pub(crate) F);

impl<T, B, F: FnMut(T) -> Option<B>> Step<T> for FilteringMap<F> {
    type Output = B;

    const EXACT: bool = false;

    #[inline(always)]
    fn take(&mut self, item: T) -> Option<B> {
        self.0(item)
    }
}

/// Yields each item behind its number: the next one is held.
#[derive(Debug)]
pub struct Counting(pub(crate) usize);

impl<T> Step<T> for Counting {
    type Output = (usize, T);

    const EXACT: bool = true;

    #[inline(always)]
    fn take(&mut self, item: T) -> Option<(usize, T)> {
        let number = self.0;
        self.0 += 1;
        Some((number, item))
    }
}

/// Yields a copy of what an item refers to.
#[derive(Debug)]
pub struct Copying;

impl<T: Copy> Step<&T> for Copying {
    type Output = T;

    const EXACT: bool = true;

    #[inline(always)]
    fn take(&mut self, item: &T) -> Option<T> {
        Some(*item)
    }
}

/// Yields a clone of what an item refers to.
#[derive(Debug)]
pub struct Cloning;

impl<T: Clone> Step<&T> for Cloning {
    type Output = T;

    const EXACT: bool = true;

    #[inline(always)]
    fn take(&mut self, item: &T) -> Option<T> {
        Some(item.clone())
    }
}

impl<F> Sealed for Mapping<F> {}
impl<P> Sealed for Filtering<P> {}
impl<F> Sealed for FilteringMap<F> {}
impl Sealed for Counting {}
impl Sealed for Copying {}
impl Sealed for Cloning {}

/// Implements `Debug` without what cannot be printed.
macro_rules! debug {
    ($($Step:ident)*) => {$(
        impl<F> fmt::Debug for $Step<F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Step)).finish_non_exhaustive()
            }
        }
    )*};
}

debug!(Mapping Filtering FilteringMap);
