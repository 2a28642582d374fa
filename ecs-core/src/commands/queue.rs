//! Queues of pending values of one component.
//!
//! Commands of all types and entities share one queue per component. This works because commands are applied in the order in which they
//! were issued, so the values of the next command are always those at the front.
//!
//! A queue is used from both ends: systems append, and a sync removes from the front in the same order. Its memory is kept, so a program
//! with similar frames allocates nothing.
//!
//! ```text
//! push a, b, c     last [ a b c ]   first [ ]
//! pop -> a         last [ ]         first [ c b ]     reversed once, and popped from the end
//! push d           last [ d ]       first [ c b ]     the next ones are b, c, d
//! ```

use alloc::vec::Vec;

use super::lazy::Lazy;

/// The pending values of one component, first in, first out.
///
/// A world has one queue for each of its components, few of which are ever used: an unused queue is one word, and code to move and drop
/// values is compiled only for components that some command inserts.
#[derive(Debug)]
pub struct Queue<C>(Lazy<Stacks<C>>);

/// Values are pushed on one stack and popped from the other; when the latter is empty, the two are swapped and the full one is reversed.
/// Amortised **O(1)** per value; less code to drop than a ring buffer.
#[derive(Debug, Clone)]
struct Stacks<C> {
    /// The value that was pushed last is at the end.
    last: Vec<C>,
    /// The next value is at the end.
    first: Vec<C>,
}

impl<C> Default for Stacks<C> {
    fn default() -> Self {
        Self { last: Vec::new(), first: Vec::new() }
    }
}

/// `clone_from` reuses memory.
impl<C: Clone> Clone for Queue<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        match (self.0.get_mut(), source.0.get()) {
            (Some(own), Some(other)) => {
                own.last.clone_from(&other.last);
                own.first.clone_from(&other.first);
            }
            (Some(_), None) => self.clear(),
            (None, _) => self.0 = source.0.clone(),
        }
    }
}

/// Clears a stack when it is dropped, so also while a panic unwinds.
///
/// `Vec::clear` drops the remaining values if the `Drop` of one panics; this guard does the same for the other stack.
struct ClearedLast<'a, C>(&'a mut Vec<C>);

impl<C> Drop for ClearedLast<'_, C> {
    fn drop(&mut self) {
        self.0.clear();
    }
}

impl<C> Default for Queue<C> {
    #[inline]
    fn default() -> Self {
        Self(Lazy::default())
    }
}

impl<C> Queue<C> {
    /// Appends a value. The first one allocates the queue itself. Runs in amortised **O(1)** time.
    pub(crate) fn push_back(&mut self, value: C) {
        self.0.get_or_make().last.push(value);
    }

    /// Removes the value that was appended first. Runs in amortised **O(1)** time: each value is moved once when the stacks are swapped.
    pub(crate) fn pop_front(&mut self) -> Option<C> {
        if let Some(Stacks { last, first }) = self.0.get_mut() {
            if first.is_empty() {
                core::mem::swap(first, last);
                first.reverse();
            }
            first.pop()
        } else {
            None
        }
    }

    /// Returns true if no value is pending.
    pub(crate) fn is_empty(&self) -> bool {
        self.front().is_none()
    }

    /// Removes all values, also if the `Drop` of one panics. Keeps the memory.
    pub(crate) fn clear(&mut self) {
        if let Some(Stacks { last, first }) = self.0.get_mut() {
            let _cleared_last = ClearedLast(first);
            last.clear();
        }
    }

    /// Removes the value that was pushed last, if none was popped since.
    ///
    /// A value in the other stack is not found, so callers use it only right after they have appended.
    pub(crate) fn pop_back(&mut self) -> Option<C> {
        if let Some(stacks) = self.0.get_mut() { stacks.last.pop() } else { None }
    }

    /// The value that is popped next.
    pub(crate) fn front(&self) -> Option<&C> {
        match self.0.get() {
            Some(Stacks { first, last }) => {
                if let [.., next] = &first[..] {
                    Some(next)
                } else {
                    last.first()
                }
            }
            None => None,
        }
    }

    /// The values in the order in which they are popped.
    #[cfg(feature = "serde")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &C> {
        match self.0.get() {
            Some(Stacks { last, first }) => Waiting { first, last },
            None => Waiting { first: &[], last: &[] },
        }
    }

    /// The value that is popped next, to write.
    pub(crate) fn front_mut(&mut self) -> Option<&mut C> {
        match self.0.get_mut() {
            Some(Stacks { first, last }) => {
                if let [.., next] = &mut first[..] {
                    Some(next)
                } else {
                    last.first_mut()
                }
            }
            None => None,
        }
    }
}

/// The values of a queue, in the order in which they are popped. Two slices and one function, as it is compiled for each component.
#[cfg(feature = "serde")]
#[derive(Debug)]
struct Waiting<'q, C> {
    /// The next value is at the end.
    first: &'q [C],
    /// The values behind them, in order.
    last: &'q [C],
}

#[cfg(feature = "serde")]
impl<'q, C> Iterator for Waiting<'q, C> {
    type Item = &'q C;

    fn next(&mut self) -> Option<&'q C> {
        if let [first @ .., value] = self.first {
            self.first = first;
            return Some(value);
        }
        let [value, last @ ..] = self.last else { return None };
        self.last = last;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_popped_in_the_order_of_insertion_also_between_insertions() {
        let mut queue = Queue::default();
        assert_eq!(queue.pop_front(), None);
        (0..3).for_each(|value| queue.push_back(value));
        assert_eq!(queue.pop_front(), Some(0));
        queue.push_back(3);
        let rest: alloc::vec::Vec<_> = core::iter::from_fn(|| queue.pop_front()).collect();
        assert_eq!(rest, [1, 2, 3]);
    }

    #[test]
    fn the_front_is_what_is_popped_next_and_the_back_what_was_pushed_last() {
        let mut queue = Queue::default();
        assert!(queue.front().is_none() && queue.front_mut().is_none() && queue.pop_back().is_none());
        for count in [1, 2, 3, 64] {
            (0..count).for_each(|value| queue.push_back(value));
            assert_eq!(queue.pop_back(), Some(count - 1));
            queue.push_back(9);
            for value in (0..count - 1).chain([9]) {
                assert_eq!(queue.front(), Some(&value));
                assert_eq!(queue.front_mut().map(|front| *front), queue.pop_front());
            }
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn values_are_visited_in_the_order_in_which_they_are_popped() {
        for count in [0, 1, 2, 3, 64] {
            let mut queue = Queue::default();
            (0..count).for_each(|value| queue.push_back(value));
            let first = queue.pop_front();
            queue.push_back(count);
            let visited: Vec<_> = queue.iter().copied().collect();
            assert!(visited.iter().copied().eq(usize::from(first.is_some())..=count));
            assert!(core::iter::from_fn(|| queue.pop_front()).eq(visited));
        }
    }

    #[test]
    fn an_unused_queue_is_one_word() {
        assert_eq!(size_of::<Queue<[u64; 9]>>(), size_of::<usize>());
    }

    #[test]
    fn any_number_of_values_is_taken_in_order() {
        for count in [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 1_000] {
            let mut queue = Queue::default();
            (0..count).for_each(|value| queue.push_back(value));
            assert!(core::iter::from_fn(|| queue.pop_front()).eq(0..count), "{count} values");
        }
    }

    #[test]
    fn values_that_wait_are_dropped_with_their_queue_and_those_of_a_clone_with_the_clone() {
        for count in [0, 1, 2, 3, 64] {
            let value = alloc::rc::Rc::new(());
            let mut queue = Queue::default();
            (0..count).for_each(|_| queue.push_back(value.clone()));
            let taken = queue.pop_front();
            queue.push_back(value.clone());
            let waiting = count + 1 - usize::from(taken.is_some());
            let clone = queue.clone();
            assert_eq!(alloc::rc::Rc::strong_count(&value) - 1 - usize::from(taken.is_some()), 2 * waiting);
            drop(queue);
            assert_eq!(alloc::rc::Rc::strong_count(&value) - 1 - usize::from(taken.is_some()), waiting);
            drop(clone);
            assert_eq!(alloc::rc::Rc::strong_count(&value) - 1 - usize::from(taken.is_some()), 0);
        }
    }
}
