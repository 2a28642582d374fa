//! Owns the values that wait of one component, in the order in which they came.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// The waiting values of one component, first in, first out.
///
/// A world has one for each of its components, and few are ever used: an unused one is a word, and code is made for those
/// alone that some command can fill.
#[derive(Debug, Clone)]
pub struct Queue<C>(Option<Box<Stacks<C>>>);

/// Values are pushed on one stack, taken from the other, and turned over in between: **O(1)** amortised, and nothing to be
/// dropped but two vectors.
#[derive(Debug, Clone)]
struct Stacks<C> {
    last: Vec<C>,
    /// The value whose turn is next is at the end.
    first: Vec<C>,
}

impl<C> Default for Queue<C> {
    #[inline]
    fn default() -> Self {
        Self(None)
    }
}

impl<C> Queue<C> {
    pub(crate) fn push_back(&mut self, value: C) {
        let stacks = self.0.get_or_insert_with(|| Box::new(Stacks { last: Vec::new(), first: Vec::new() }));
        stacks.last.push(value);
    }

    /// Moves the values of another queue behind those that wait here. Both keep their memory.
    pub fn append(&mut self, more: &mut Self) {
        let Some(more) = &mut more.0 else { return };
        let stacks = self.0.get_or_insert_with(|| Box::new(Stacks { last: Vec::new(), first: Vec::new() }));
        stacks.last.extend(more.first.drain(..).rev());
        stacks.last.append(&mut more.last);
    }

    pub(crate) fn pop_front(&mut self) -> Option<C> {
        let Stacks { last, first } = &mut **self.0.as_mut()?;
        if first.is_empty() {
            core::mem::swap(first, last);
            first.reverse();
        }
        first.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_in_the_order_in_which_they_came_also_in_turns() {
        let mut queue = Queue::default();
        assert_eq!(queue.pop_front(), None);
        (0..3).for_each(|value| queue.push_back(value));
        assert_eq!(queue.pop_front(), Some(0));
        queue.push_back(3);
        let rest: alloc::vec::Vec<_> = core::iter::from_fn(|| queue.pop_front()).collect();
        assert_eq!(rest, [1, 2, 3]);
    }

    #[test]
    fn what_is_appended_comes_after_what_waits_in_its_order() {
        let (mut queue, mut more) = (Queue::default(), Queue::default());
        (0..4).for_each(|value| queue.push_back(value));
        (4..9).for_each(|value| more.push_back(value));
        assert_eq!((queue.pop_front(), more.pop_front()), (Some(0), Some(4)));
        more.push_back(9);
        queue.append(&mut more);
        queue.append(&mut Queue::default());
        assert_eq!(more.pop_front(), None);
        let rest: alloc::vec::Vec<_> = core::iter::from_fn(|| queue.pop_front()).collect();
        assert_eq!(rest, [1, 2, 3, 5, 6, 7, 8, 9]);
    }
}
