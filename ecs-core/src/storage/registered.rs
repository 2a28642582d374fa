//! Marks of readers that are registered at run time, any number of them.
//!
//! - **I1** The marks of each reader have as many positions as the storage.
//!
//! A system that filters by changes is known to the macro, and its marks are part of the type of the storage. Code outside of the world,
//! such as an inspector or a renderer, is not: it registers a reader at run time (`#[tracked]`, [`ChangeReader`](crate::ChangeReader)),
//! whose marks are an element of a `Vec`. The marks themselves are the same; but a write costs a loop over the readers, and the component
//! is prepared for them even if there are none.
//!
//! - **I2** No two readers have the same number, even in different storages and worlds; but a clone of a world has the readers of its
//!   original. A reader that is used with any other world finds no marks there, in particular not those of another reader.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::companion::{Companion, Layout, Readers, private};
use super::marks::{ChangeMarks, Marks, Note};
use super::{Accompanied, Storage};
use crate::events::new_life;

/// The identity of a reader: a number that is unique among all storages, and a number that is unique within its storage. On targets without
/// atomic counters, only the second one tells readers apart.
///
/// The first number is taken from a counter of the process, the second one from the storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReaderId(usize, u64);

/// The marks of the readers of one component.
#[derive(Debug, Clone, Default)]
pub struct Registered {
    /// In order of registration, on which nothing depends. There are few, so they are searched one by one.
    readers: Vec<(ReaderId, ChangeMarks<false>)>,
    /// The number of the next reader.
    ///
    /// Never decreases: a released number is not used again.
    next: u64,
}

impl Registered {
    /// Adds a reader of a storage with this many positions.
    ///
    /// Nothing is marked for it: it reads only changes from now on. Runs in **O(positions / word)** time.
    pub(crate) fn register(&mut self, positions: usize) -> ReaderId {
        let number = ReaderId(new_life(), self.next);
        self.next += 1;
        self.readers.push((number, ChangeMarks::unmarked(positions)));
        number
    }

    /// Removes a reader, if it is registered here.
    ///
    /// Runs in **O(readers)** time.
    pub(crate) fn release(&mut self, number: ReaderId) {
        self.readers.retain(|(own, _)| *own != number);
    }

    /// The marks of a reader, if it is registered here.
    ///
    /// Runs in **O(readers)** time. `None` for a reader of another storage, and for one that was released.
    pub(crate) fn marks_of(&mut self, number: ReaderId) -> Option<&mut ChangeMarks<false>> {
        self.readers.iter_mut().find(|(own, _)| *own == number).map(|(_, marks)| marks)
    }

    fn each(&mut self) -> impl Iterator<Item = &mut ChangeMarks<false>> {
        self.readers.iter_mut().map(|(_, marks)| marks)
    }
}

impl private::Sealed for Registered {}

impl<T> Companion<T> for Registered {
    const EMPTY: Self = Self { readers: Vec::new(), next: 0 };

    type Marks<'w> = RegisteredMarks<'w>;

    #[inline(always)]
    fn marks(&self) -> RegisteredMarks<'_> {
        RegisteredMarks(&self.readers)
    }

    #[inline(always)]
    fn notes(&self) -> Option<&dyn Note> {
        Some(self)
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>(marks: RegisteredMarks<'w>) -> RegisteredMarks<'a> {
        marks
    }

    /// Readers belong to code outside of the world, which no snapshot contains: they stay, and all values are marked for them, since any of
    /// them may have changed.
    fn copy_from(&mut self, _: &Self, positions: usize) {
        self.each().for_each(|marks| marks.mark_all(positions));
    }

    fn insert_at(&mut self, position: usize, value: &T, layout: Layout) {
        self.each().for_each(|marks| marks.insert_at(position, value, layout));
    }

    fn extend(&mut self, first: usize, values: &[T]) {
        self.each().for_each(|marks| marks.extend(first, values));
    }

    fn replace(&mut self, position: usize, value: &T) {
        self.each().for_each(|marks| marks.replace(position, value));
    }

    fn remove_at(&mut self, position: usize, last: usize, layout: Layout) {
        self.each().for_each(|marks| Companion::<T>::remove_at(marks, position, last, layout));
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.each().for_each(|marks| Companion::<T>::swap(marks, a, b));
    }

    fn truncate(&mut self, len: usize) {
        self.each().for_each(|marks| Companion::<T>::truncate(marks, len));
    }

    fn reserve(&mut self, additional: usize) {
        self.each().for_each(|marks| Companion::<T>::reserve(marks, additional));
    }

    fn shrink_to_fit(&mut self) {
        self.each().for_each(Companion::<T>::shrink_to_fit);
        self.readers.shrink_to_fit();
    }

    fn check(&self, positions: usize, layout: Layout) -> Result<(), String> {
        self.readers.iter().try_for_each(|(_, marks)| Companion::<T>::check(marks, positions, layout))
    }
}

impl Note for Registered {
    #[inline]
    fn note(&self, position: usize, shared: bool) {
        self.readers.iter().for_each(|(_, marks)| marks.note(position, shared));
    }

    #[inline]
    fn note_many(&self, first: usize, written: u64) {
        self.readers.iter().for_each(|(_, marks)| marks.note_many(first, written));
    }
}

/// The borrowed marks of registered readers, in which writes to values are recorded.
///
/// Each operation is repeated for each reader: **O(readers)** times the cost of one.
#[derive(Clone, Copy, Default, Debug)]
pub struct RegisteredMarks<'w>(&'w [(ReaderId, ChangeMarks<false>)]);

impl RegisteredMarks<'_> {
    fn each(self, mut function: impl FnMut(super::Words<'_, false>)) {
        for (_, marks) in self.0 {
            function(Companion::<()>::marks(marks));
        }
    }
}

impl private::Sealed for RegisteredMarks<'_> {}

impl Marks for RegisteredMarks<'_> {
    const ANY: bool = true;

    #[inline]
    fn mark<const SHARED: bool>(self, position: usize) {
        self.each(|marks| marks.mark::<SHARED>(position));
    }

    #[inline]
    fn mark_range<const SHARED: bool>(self, positions: Range<usize>) {
        self.each(|marks| marks.mark_range::<SHARED>(positions.clone()));
    }

    #[inline]
    fn mark_word<const SHARED: bool>(self, word: usize, bits: usize) {
        self.each(|marks| marks.mark_word::<SHARED>(word, bits));
    }
}

impl Note for RegisteredMarks<'_> {
    fn note(&self, position: usize, shared: bool) {
        self.each(|marks| marks.note(position, shared));
    }

    fn note_many(&self, first: usize, written: u64) {
        self.each(|marks| marks.note_many(first, written));
    }
}

/// A companion that contains the marks of registered readers.
///
/// The macro makes the marks of registered readers the first of [`Readers`], so these implementations find them without a search.
pub trait HasRegistered: private::Sealed {
    /// The marks of registered readers.
    fn registered(&mut self) -> &mut Registered;
}

impl HasRegistered for Registered {
    fn registered(&mut self) -> &mut Registered {
        self
    }
}

impl<A: HasRegistered, B> HasRegistered for Readers<A, B> {
    fn registered(&mut self) -> &mut Registered {
        self.0.registered()
    }
}

/// Of an ordinary pair, they are the second half.
impl<A, B: HasRegistered> HasRegistered for (A, B) {
    fn registered(&mut self) -> &mut Registered {
        self.1.registered()
    }
}

/// A storage whose changes can be read by readers that are registered at run time.
#[diagnostic::on_unimplemented(
    message = "changes of this component are not tracked for readers that are registered at run time",
    label = "`#[tracked]` is missing at the component",
    note = "write `#[tracked]` at the component, in `components:` of the `ecs_world!` that declares it"
)]
pub trait TrackedStorage: Storage {
    /// The index, the values, and the marks.
    ///
    /// Borrowed separately, so that a reader can visit values while it removes their marks.
    #[doc(hidden)]
    fn registered(&mut self) -> (&Self::Index, Self::Values<'_>, &mut Registered);
}

#[diagnostic::do_not_recommend]
impl<S: Storage, X: Companion<S::Value> + HasRegistered> TrackedStorage for Accompanied<S, X> {
    fn registered(&mut self) -> (&S::Index, S::Values<'_>, &mut Registered) {
        let (index, values) = self.own.parts();
        (index, values, self.with.registered())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_compares_the_marks_of_each_reader_with_the_positions() {
        let mut readers = Registered::default();
        let check = |readers: &Registered| Companion::<u8>::check(readers, 3, Layout::Swapped);
        assert_eq!(check(&readers), Ok(()));
        readers.register(3);
        assert_eq!(check(&readers), Ok(()));
        readers.register(2);
        assert_eq!(check(&readers), Err("marks of 2 positions for 3 values".into()));
    }
}
