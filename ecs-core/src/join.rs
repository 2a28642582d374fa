//! Owns joins of columns and the iterator over distinct entities that queries share with them.

use core::iter::FusedIterator;

use crate::{ColumnMut, EntityColumn, Fetch, Handle, Read, Source, Storage, Write};

/// Fetches at each step of a source where everything required is there.
pub(crate) struct Matches<'w, F: Fetch> {
    scattered: F::Scattered<'w>,
    source: Source<'w>,
    step: usize,
}

impl<'w, F: Fetch> Matches<'w, F> {
    #[inline]
    pub(crate) fn new(columns: F::Columns<'w>, source: Source<'w>) -> Self {
        Self { scattered: F::scatter(columns, source), source, step: 0 }
    }

    /// The next match among the entities that are kept.
    #[inline]
    pub(crate) fn next_if(&mut self, keep: impl Fn(u32) -> bool) -> Option<F::Item<'w>> {
        while self.step < self.source.steps() {
            let step = if F::BY_ENTITY { self.source.skip(self.step) } else { self.step };
            self.step = step + 1;
            let Some(index) = self.source.at(step).filter(|index| keep(*index)) else { continue };
            if let Some(item) = F::next(&mut self.scattered, step, index) {
                return Some(item);
            }
        }
        None
    }

    /// How many entities are found, where it takes no search: nothing came yet, and the source is the one required column,
    /// or all that live. For those who leave nobody out.
    #[inline]
    pub(crate) fn known(&self) -> Option<usize> {
        (F::REQUIRED <= 1 && self.step == 0).then(|| self.upper_bound())
    }

    #[inline]
    pub(crate) fn upper_bound(&self) -> usize {
        self.source.steps().saturating_sub(self.step).min(self.source.upper_bound())
    }
}

/// Private, so that what can be joined is implemented in this file alone.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "what can be joined is implemented by the library alone",
        label = "`{Self}` cannot be joined"
    )]
    pub trait Sealed {}
}

use sealed::Sealed;

/// Something that can be joined: `&column`, `&mut column`, `&entities`.
pub trait Joined<'a>: Sealed {
    /// What it yields.
    type Fetch: Fetch;
    /// The column; `None` if it was moved out.
    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>>;
}

impl<C, S> Sealed for &ColumnMut<'_, C, S> {}

impl<'a, S: Storage> Joined<'a> for &'a ColumnMut<'_, S::Value, S> {
    type Fetch = Read<S>;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        Some(crate::read(self.storage()?))
    }
}

impl<C, S> Sealed for &mut ColumnMut<'_, C, S> {}

impl<'a, S: Storage> Joined<'a> for &'a mut ColumnMut<'_, S::Value, S> {
    type Fetch = Write<S>;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        Some(crate::write(self.storage_mut()?))
    }
}

impl Sealed for &EntityColumn<'_> {}

impl<'a> Joined<'a> for &'a EntityColumn<'_> {
    type Fetch = Handle;

    fn columns(self) -> Option<<Self::Fetch as Fetch>::Columns<'a>> {
        Some(self.allocator)
    }
}

/// Tuples of columns that can be walked together.
///
/// (The `intersectionInvoke` of the simplest of the sources, as an iterator.)
pub trait Join<'a>: Sealed {
    /// What a step yields.
    type Fetch: Fetch;

    /// The entities that have a value in each column, in the order of the shortest column; with `&columns.entities`
    /// alone, by ascending index. Computes in **O(shortest column)**.
    fn join(self) -> JoinIter<'a, Self::Fetch>;
}

macro_rules! tuple_join {
    () => {};
    ($($J:ident $j:ident),+) => {
        impl<'a, $($J: Joined<'a>),+> Sealed for ($($J,)+) {}

        impl<'a, $($J: Joined<'a>),+> Join<'a> for ($($J,)+) {
            type Fetch = ($($J::Fetch,)+);

            fn join(self) -> JoinIter<'a, Self::Fetch> {
                let ($($j,)+) = self;
                let columns = (|| Some(($($j.columns()?,)+)))();
                JoinIter { matches: columns.and_then(narrowest) }
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_join);

/// Walks the shortest of the columns.
fn narrowest<F: Fetch>(columns: F::Columns<'_>) -> Option<Matches<'_, F>> {
    let source = F::narrow(&columns)?;
    Some(Matches::new(columns, source))
}

/// The iterator of a [`Join`].
pub struct JoinIter<'a, F: Fetch> {
    matches: Option<Matches<'a, F>>,
}

impl<'a, F: Fetch> Iterator for JoinIter<'a, F> {
    type Item = F::Item<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.matches.as_mut()?.next_if(|_| true)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.matches.as_ref().map_or(0, Matches::upper_bound)))
    }

    /// Computes in **O(1)** for one column that nothing was taken from yet; else in **O(shortest column)**.
    fn count(self) -> usize {
        let known = self.matches.as_ref().map_or(Some(0), Matches::known);
        known.unwrap_or_else(|| self.fold(0, |count, _| count + 1))
    }
}

impl<F: Fetch> FusedIterator for JoinIter<'_, F> {}

impl<F: Fetch> core::fmt::Debug for JoinIter<'_, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("JoinIter").finish_non_exhaustive()
    }
}
