//! Readers of events in systems and conditions: the events that one cursor has not read.

use super::{EventCursor, Events};

/// The events of one type that were sent since a schedule last reached the system: a parameter of systems that run once, and of conditions.
///
/// The world keeps a cursor for each such parameter, and advances it whenever a schedule reaches the system, whether the system runs or
/// not: each event is received at most once, and events from before a skipped run are not received later. An event is kept for one full
/// `world.run()` after the one in which it was sent, so a system that every second run reaches receives all events that systems of `run()`
/// send; one that is reached less often misses some. Clones of a world have clones of the cursors.
///
/// If a condition panics and the panic is caught, the system does not count as reached: its cursors do not advance, and the next run passes
/// these events again. A system that panics has received its events. A run that panicked does not count as a full run: the next `run()`
/// drops no events.
///
/// To read events later, take [`&Events<E>`](Events) and keep an [`EventCursor`] in the state of the system.
///
/// # Examples
///
/// ```
/// use ecs_world::{EventCursor, EventReader, Events};
///
/// /// A system that runs once; `world.run()` passes the reader.
/// fn count(hits: EventReader<'_, &str>) -> usize {
///     hits.into_iter().filter(|hit| hit.starts_with('a')).count()
/// }
///
/// let (mut hits, mut cursor) = (Events::default(), EventCursor::default());
/// hits.send("asteroid");
/// hits.send("laser");
/// assert_eq!(count(EventReader::new(&hits, &mut cursor)), 1);
/// assert_eq!(count(EventReader::new(&hits, &mut cursor)), 0);
/// ```
#[derive(Debug)]
pub struct EventReader<'w, E> {
    /// The events, as an iterator, which is cloned to iterate.
    unread: EventIter<'w, E>,
}

impl<'w, E> EventReader<'w, E> {
    /// Creates a reader of the events that a cursor has not read, and advances the cursor. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, EventReader, Events};
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// let reader = EventReader::new(&hits, &mut seen);
    /// assert_eq!(EventReader::new(&hits, &mut seen).len(), 0, "the cursor is behind it already");
    /// assert_eq!(reader.len(), 1, "and the first reader still has it");
    /// ```
    #[inline]
    pub fn new(events: &'w Events<E>, cursor: &mut EventCursor<E>) -> Self {
        let reader = Self::peek(events, cursor);
        cursor.skip(events);
        reader
    }

    /// Creates a reader of the events that a cursor has not read, without advancing it. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, EventReader, Events};
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// assert_eq!(EventReader::peek(&hits, &seen).len(), 1);
    /// assert_eq!(EventReader::new(&hits, &mut seen).len(), 1);
    /// assert!(EventReader::peek(&hits, &seen).is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn peek(events: &'w Events<E>, cursor: &EventCursor<E>) -> Self {
        Self { unread: events.unread(cursor) }
    }

    /// Iterates over the events, in the order in which they were sent. Can be called any number of times.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, EventReader, Events};
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send(2);
    /// hits.send(3);
    /// let reader = EventReader::new(&hits, &mut seen);
    /// assert_eq!((reader.iter().sum::<u32>(), reader.iter().max()), (5, Some(&3)));
    /// ```
    #[must_use]
    pub fn iter(&self) -> EventIter<'w, E> {
        self.unread.clone()
    }

    /// Number of events of the reader. Iterating does not remove events. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, EventReader, Events};
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// let reader = EventReader::new(&hits, &mut seen);
    /// assert_eq!(reader.iter().count(), 1);
    /// assert_eq!((reader.len(), reader.is_empty()), (1, false));
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.unread.len()
    }

    /// Returns true if there are no unread events. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<E> Clone for EventReader<'_, E> {
    fn clone(&self) -> Self {
        Self { unread: self.unread.clone() }
    }
}

impl<'w, E> IntoIterator for EventReader<'w, E> {
    type Item = &'w E;
    type IntoIter = EventIter<'w, E>;

    fn into_iter(self) -> EventIter<'w, E> {
        self.unread
    }
}

/// Iterates over all events that are kept, as [`iter`](Events::iter) does.
impl<'a, E> IntoIterator for &'a Events<E> {
    type Item = &'a E;
    type IntoIter = EventIter<'a, E>;

    fn into_iter(self) -> EventIter<'a, E> {
        self.all()
    }
}

impl<'w, E> IntoIterator for &EventReader<'w, E> {
    type Item = &'w E;
    type IntoIter = EventIter<'w, E>;

    fn into_iter(self) -> EventIter<'w, E> {
        self.unread.clone()
    }
}

/// An iterator over events: two slices, one after the other. Unlike `Chain`, it has an exact length.
///
/// # Examples
///
/// ```
/// use ecs_world::{EventCursor, Events};
///
/// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
/// hits.send(3);
/// hits.send(5);
/// let mut unread = hits.read(&mut seen);
/// assert_eq!((unread.len(), unread.next(), unread.len()), (2, Some(&3), 1));
/// ```
#[derive(Debug)]
pub struct EventIter<'a, E> {
    /// The remaining events that aged once, which are yielded first.
    pub(super) old: core::slice::Iter<'a, E>,
    /// The remaining events that were sent since.
    pub(super) new: core::slice::Iter<'a, E>,
}

impl<E> Clone for EventIter<'_, E> {
    fn clone(&self) -> Self {
        Self { old: self.old.clone(), new: self.new.clone() }
    }
}

impl<'a, E> Iterator for EventIter<'a, E> {
    type Item = &'a E;

    fn next(&mut self) -> Option<&'a E> {
        self.old.next().or_else(|| self.new.next())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.old.len() + self.new.len();
        (left, Some(left))
    }

    /// Folds each slice in a loop of its own.
    #[inline]
    fn fold<T, Each: FnMut(T, &'a E) -> T>(self, initial: T, mut function: Each) -> T {
        let folded = self.old.fold(initial, &mut function);
        self.new.fold(folded, function)
    }

    /// Runs in **O(1)** time.
    fn nth(&mut self, n: usize) -> Option<&'a E> {
        let old = self.old.len();
        self.old.nth(n).or_else(|| self.new.nth(n - old))
    }

    /// Runs in **O(1)** time.
    fn count(self) -> usize {
        self.len()
    }

    /// Runs in **O(1)** time.
    fn last(mut self) -> Option<&'a E> {
        self.next_back()
    }
}

/// Begins with the event that was sent last.
impl<'a, E> DoubleEndedIterator for EventIter<'a, E> {
    fn next_back(&mut self) -> Option<&'a E> {
        self.new.next_back().or_else(|| self.old.next_back())
    }
}

impl<E> ExactSizeIterator for EventIter<'_, E> {}
impl<E> core::iter::FusedIterator for EventIter<'_, E> {}
