//! A value that is made when it is first written, and one word before.
//!
//! A world has a queue of commands for each of its components, and few are ever used; many programs issue no command at all. Drop code for
//! all of them would be compiled into each part of a program that can drop a world. What drops a lazy value is a pointer to a function, which
//! only the code that makes the value names: so it is compiled only where something can make one.

use alloc::boxed::Box;
use core::mem::ManuallyDrop;

/// A value that is made when it is first written. Unused it is one word, and nothing is allocated.
#[derive(Debug, Clone)]
pub(super) struct Lazy<T>(Option<ManuallyDrop<Box<Made<T>>>>);

/// The value, and what drops it.
#[derive(Debug, Clone)]
struct Made<T> {
    /// Only [`Lazy::get_or_make`] names this function.
    discard: fn(ManuallyDrop<Box<Self>>),
    value: T,
}

/// Drops what was made. Out of line, so that it is not compiled with each function that can make a value.
#[inline(never)]
fn discard<T>(made: ManuallyDrop<Box<Made<T>>>) {
    drop(ManuallyDrop::into_inner(made));
}

impl<T> Lazy<T> {
    /// Returns the value. The first call makes it, in one allocation. Runs in **O(1)** time, and that of making it.
    #[inline]
    pub(super) fn get_or_make(&mut self) -> &mut T
    where
        T: Default,
    {
        let made = self
            .0
            .get_or_insert_with(|| ManuallyDrop::new(Box::new(Made { discard: discard::<T>, value: T::default() })));
        &mut made.value
    }

    /// Returns the value, if it was made. Runs in **O(1)** time.
    #[inline]
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|made| &made.value)
    }

    /// Returns the value to write, if it was made. Runs in **O(1)** time.
    #[inline]
    pub(super) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut().map(|made| &mut made.value)
    }
}

impl<T> Default for Lazy<T> {
    #[inline]
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Drop for Lazy<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(made) = self.0.take() {
            (made.discard)(made);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::rc::Rc;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_value_is_made_when_it_is_first_written_and_one_word_before() {
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
