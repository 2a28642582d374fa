//! A value that is created when it is first written, and takes one word before.
//!
//! A world has commands, and these a queue for each of its components, few of which are ever used; many programs issue no command at all.
//! Drop code for all of them would be compiled into each part of a program that can drop a world. So a lazy value is dropped by a function
//! pointer that only the code that creates the value names: drop code is compiled only where a value can be created. A value can refer to
//! further functions that its `Default` names, as pending commands do.

use alloc::boxed::Box;
use core::mem::ManuallyDrop;

/// A value that is created when it is first written. Before that it is one word, without an allocation.
#[derive(Debug)]
pub(super) struct Lazy<T>(Option<ManuallyDrop<Box<Contents<T>>>>);

/// The value, and the function that drops it.
#[derive(Debug)]
struct Contents<T> {
    /// Only [`make`] names this function.
    discard: fn(ManuallyDrop<Box<Self>>),
    value: T,
}

/// Drops a created value. Not inlined, so that it is not compiled with each function that can create one.
#[inline(never)]
fn discard<T>(contents: ManuallyDrop<Box<Contents<T>>>) {
    let _ = ManuallyDrop::into_inner(contents);
}

/// Creates the contents. Not inlined, as most calls find them created.
#[cold]
#[inline(never)]
fn make<T: Default>(none: &mut Option<ManuallyDrop<Box<Contents<T>>>>) -> &mut ManuallyDrop<Box<Contents<T>>> {
    none.insert(ManuallyDrop::new(Box::new(Contents { discard: discard::<T>, value: T::default() })))
}

impl<T> Lazy<T> {
    /// Returns the value. The first call creates it, in one allocation. Runs in **O(1)** time, plus that of creating it.
    #[inline]
    pub(super) fn get_or_make(&mut self) -> &mut T
    where
        T: Default,
    {
        let contents = match &mut self.0 {
            Some(contents) => contents,
            none => make(none),
        };
        &mut contents.value
    }

    /// Returns the value, if it was created. Runs in **O(1)** time.
    #[inline]
    pub(super) fn get(&self) -> Option<&T> {
        if let Some(contents) = &self.0 { Some(&contents.value) } else { None }
    }

    /// Returns the value to write, if it was created. Runs in **O(1)** time.
    #[inline]
    pub(super) fn get_mut(&mut self) -> Option<&mut T> {
        if let Some(contents) = &mut self.0 { Some(&mut contents.value) } else { None }
    }
}

impl<T> Default for Lazy<T> {
    #[inline]
    fn default() -> Self {
        Self(None)
    }
}

/// Not derived: that would compile six functions of the standard library for each component. Not inlined: a world clones a queue per
/// component, and LLVM would compile all of them as one function.
impl<T: Clone> Clone for Lazy<T> {
    #[inline(never)]
    fn clone(&self) -> Self {
        let Some(contents) = &self.0 else { return Self(None) };
        let (discard, value) = (contents.discard, contents.value.clone());
        Self(Some(ManuallyDrop::new(Box::new(Contents { discard, value }))))
    }
}

impl<T> Drop for Lazy<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(contents) = self.0.take() {
            (contents.discard)(contents);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::rc::Rc;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_value_is_made_when_it_is_first_written_and_takes_one_word_before() {
        let mut lazy = Lazy::<Vec<u64>>::default();
        assert_eq!(size_of_val(&lazy), size_of::<usize>());
        assert!(lazy.get().is_none() && lazy.get_mut().is_none());
        lazy.get_or_make().push(1);
        lazy.get_or_make().push(2);
        assert_eq!(lazy.get(), Some(&[1, 2].into()));
    }

    #[test]
    fn a_value_and_its_clones_are_dropped_once_each() {
        let value = Rc::new(());
        let (mut lazy, mut copy) = (Lazy::<Option<Rc<()>>>::default(), Lazy::default());
        for made in [false, true, true] {
            if made {
                *lazy.get_or_make() = Some(value.clone());
            }
            copy.clone_from(&lazy);
            let clone = copy.clone();
            assert_eq!(Rc::strong_count(&value), 1 + 3 * usize::from(made));
            drop(clone);
        }
        copy.clone_from(&Lazy::default());
        assert!(copy.get().is_none());
        drop((lazy, copy));
        assert_eq!(Rc::strong_count(&value), 1);
    }
}
