//! Owns events: values that systems send to whoever reads them; knows no world.
//!
//! - **I1** The events that are kept have consecutive numbers, the first of `old` being `first`.
//! - **I2** Numbers and cursors of one `life` belong together. `Events` begin one when they are made, also in the place of others
//!   that were taken away. A clone goes on with it until an event is sent to it, which the others will not have, and begins
//!   one of its own then, that remembers how far it was the same. Nothing else depends on it, and it is not printed.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// Events of one kind, in the order in which they were sent.
///
/// An event is kept for one full `world.run()` after the one in which it was sent, so that each reader meets it, whether it
/// runs before the sender or after: `run()` lets events age as it begins, and so does `world.update_events()`; no other
/// schedule, and no system that is run by itself. Sending is **O(1)** amortised, and allocates nothing once as many were
/// kept before. (The double buffer of `bevy_ecs`.)
///
/// Events that were taken out by `mem::take`, or replaced, leave others in their place, of which every reader meets all.
///
/// # Examples
///
/// ```
/// use ecs_core::{EventCursor, Events};
///
/// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
/// hits.send("asteroid");
/// hits.update();
/// hits.send("laser");
/// assert!(hits.read(&mut seen).eq(&["asteroid", "laser"]));
/// assert_eq!(hits.read(&mut seen).count(), 0);
/// hits.update();
/// assert!(hits.iter().eq(&["laser"]));
/// ```
pub struct Events<E> {
    old: Vec<E>,
    new: Vec<E>,
    first: u64,
    life: usize,
    /// The lives that this one continues, each up to the number at which another one began; as far as events of it are kept.
    former: Vec<(usize, u64)>,
    /// Whether the next event that is sent begins a life.
    is_clone: bool,
}

impl<E: Clone> Clone for Events<E> {
    fn clone(&self) -> Self {
        let (old, new, former) = (self.old.clone(), self.new.clone(), self.former.clone());
        Self { old, new, former, is_clone: true, ..*self }
    }
}

/// How far a reader is: each reader has its own, for instance in the state of a system.
///
/// A new one has read nothing, and so meets all events that are kept. A cursor belongs to the events that it read last: for
/// others it is a new one, also for those that stand in the place of the former.
pub struct EventCursor<E> {
    next: u64,
    /// That of the events that were read last; 0 where there are none.
    life: usize,
    events: PhantomData<fn(E)>,
}

impl<E> Default for EventCursor<E> {
    fn default() -> Self {
        Self { next: 0, life: 0, events: PhantomData }
    }
}

impl<E> Clone for EventCursor<E> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<E> fmt::Debug for EventCursor<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventCursor").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<E> Default for Events<E> {
    fn default() -> Self {
        Self { old: Vec::new(), new: Vec::new(), first: 0, life: new_life(), former: Vec::new(), is_clone: false }
    }
}

impl<E: fmt::Debug> fmt::Debug for Events<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { old, new, first, .. } = self;
        f.debug_struct("Events").field("old", old).field("new", new).field("first", first).finish()
    }
}

/// A number that no events of this process had before, and that is not 0.
#[cfg(target_has_atomic = "ptr")]
fn new_life() -> usize {
    use core::sync::atomic::{AtomicUsize, Ordering};
    static LIVES: AtomicUsize = AtomicUsize::new(0);
    LIVES.fetch_add(1, Ordering::Relaxed).wrapping_add(1).max(1)
}

/// Where numbers cannot be counted over threads, a cursor that is ahead is known to be one of others, and no other is.
#[cfg(not(target_has_atomic = "ptr"))]
fn new_life() -> usize {
    1
}

impl<E> Events<E> {
    /// Sends an event. Computes in **O(1)** amortised.
    #[inline]
    pub fn send(&mut self, event: E) {
        if self.is_clone {
            self.begin_life();
        }
        self.new.push(event);
    }

    #[cold]
    fn begin_life(&mut self) {
        self.former.push((self.life, self.end()));
        self.life = new_life();
        self.is_clone = false;
    }

    /// The number of the next event.
    fn end(&self) -> u64 {
        self.first + self.len() as u64
    }

    /// The first event that a cursor has not read.
    fn next_of(&self, cursor: &EventCursor<E>) -> u64 {
        if cursor.life == self.life {
            // Who is ahead of a clone read what came to the others.
            let is_known = cursor.next <= self.end() || self.is_clone;
            return if is_known { cursor.next.min(self.end()) } else { self.first };
        }
        let former = self.former.iter().find(|(life, _)| *life == cursor.life);
        former.map_or(self.first, |(_, until)| cursor.next.min(*until))
    }

    /// The events that this reader did not read yet, in the order in which they were sent. They count as read at once.
    ///
    /// What was dropped before the reader came is not met: a reader that runs less often than every `world.run()` misses
    /// events. A cursor that read other events before begins with the first that is kept here.
    pub fn read(&self, cursor: &mut EventCursor<E>) -> impl ExactSizeIterator<Item = &E> + use<'_, E> {
        self.unread(cursor)
    }

    fn unread(&self, cursor: &mut EventCursor<E>) -> EventIter<'_, E> {
        let end = self.end();
        let unread = end - self.next_of(cursor).max(self.first);
        cursor.next = end;
        cursor.life = self.life;
        // No more than are kept, so that it fits.
        let skipped = self.len() - usize::try_from(unread).unwrap_or_default();
        let (old, new) = match skipped.checked_sub(self.old.len()) {
            None => (&self.old[skipped..], &self.new[..]),
            Some(skipped) => (&[][..], &self.new[skipped..]),
        };
        EventIter { old: old.iter(), new: new.iter() }
    }

    /// All events that are kept, in the order in which they were sent.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &E> + use<'_, E> {
        EventIter { old: self.old.iter(), new: self.new.iter() }
    }

    /// How many events are kept. Computes in **O(1)**.
    #[must_use]
    pub fn len(&self) -> usize {
        self.old.len() + self.new.len()
    }

    /// Whether no event is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lets events age: those that aged before are dropped. Computes in **O(dropped)**.
    pub fn update(&mut self) {
        self.first += self.old.len() as u64;
        self.former.retain(|(_, until)| *until > self.first);
        core::mem::swap(&mut self.old, &mut self.new);
        self.new.clear();
    }

    /// Drops all events. Readers go on from here.
    pub fn clear(&mut self) {
        self.first += self.len() as u64;
        // Taken away first: a `Drop` of an old one may panic, and none may be left then (I1).
        let mut new = core::mem::take(&mut self.new);
        self.old.clear();
        new.clear();
        self.new = new;
    }
}

/// The events of one kind that were sent since the schedule last reached a system: a parameter of systems that run once, and of
/// conditions.
///
/// The world keeps a cursor for each system and use, and advances it whenever a schedule reaches the system, whether the system
/// runs or not: each event is met once, and what was sent before a system was skipped does not come up later. An event is kept
/// for one full `world.run()` after the one in which it was sent; a system that is reached less often misses events. The clone
/// of a world has clones of the cursors.
///
/// To keep events until they are wanted, take [`&Events<E>`](Events) and keep an [`EventCursor`] in the state of the system.
///
/// # Examples
///
/// ```
/// use ecs_core::{EventCursor, EventReader, Events};
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
    unread: EventIter<'w, E>,
}

impl<'w, E> EventReader<'w, E> {
    /// The events that a cursor has not read. They count as read at once. Runs in **O(1)** time.
    #[inline]
    pub fn new(events: &'w Events<E>, cursor: &mut EventCursor<E>) -> Self {
        Self { unread: events.unread(cursor) }
    }

    /// The events, in the order in which they were sent.
    #[must_use]
    pub fn iter(&self) -> EventIter<'w, E> {
        self.unread.clone()
    }

    /// Number of events. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.unread.len()
    }

    /// Returns true if no event was sent since. Runs in **O(1)** time.
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

impl<'w, E> IntoIterator for &EventReader<'w, E> {
    type Item = &'w E;
    type IntoIter = EventIter<'w, E>;

    fn into_iter(self) -> EventIter<'w, E> {
        self.unread.clone()
    }
}

/// An iterator over events: two slices one after the other; unlike a chain, it knows its length.
#[derive(Debug)]
pub struct EventIter<'a, E> {
    old: core::slice::Iter<'a, E>,
    new: core::slice::Iter<'a, E>,
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
}

impl<E> ExactSizeIterator for EventIter<'_, E> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(events: &Events<u32>, cursor: &mut EventCursor<u32>) -> Vec<u32> {
        events.read(cursor).copied().collect()
    }

    #[test]
    fn a_reader_meets_each_event_once_whether_it_comes_before_the_sender_or_after() {
        let mut events = Events::default();
        let (mut before, mut after) = (EventCursor::default(), EventCursor::default());
        for run in 0..4 {
            events.update();
            assert_eq!(
                read(&events, &mut before),
                if run == 0 { Vec::new() } else { Vec::from([run * 2 - 2, run * 2 - 1]) }
            );
            events.send(run * 2);
            events.send(run * 2 + 1);
            assert_eq!(read(&events, &mut after), [run * 2, run * 2 + 1]);
        }
    }

    #[test]
    fn an_event_is_kept_for_one_full_run_after_the_one_in_which_it_was_sent() {
        let mut events = Events::default();
        events.update();
        events.send(7);
        events.update();
        assert!(events.iter().eq(&[7]));
        events.send(8);
        events.send(9);
        let mut left = events.iter();
        for known in [3, 2, 1, 0] {
            assert_eq!((left.len(), left.size_hint()), (known, (known, Some(known))));
            left.next();
        }
        drop(left);
        events.update();
        events.update();
        assert!(events.is_empty());
    }

    #[test]
    fn a_reader_that_comes_late_misses_what_was_dropped_and_nothing_else() {
        let (mut events, mut cursor) = (Events::default(), EventCursor::default());
        for event in 0..5 {
            events.update();
            events.send(event);
        }
        assert_eq!(read(&events, &mut cursor), [3, 4]);
        events.clear();
        events.send(5);
        assert_eq!(read(&events, &mut cursor), [5]);
        assert_eq!(read(&events, &mut cursor.clone()), []);
    }

    #[test]
    fn what_is_in_the_place_of_events_that_were_taken_is_read_from_its_beginning() {
        for (before, behind) in [(3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 9), (1, 5), (0, 2)] {
            for updates in 0..3 {
                let (mut events, mut cursor) = (Events::default(), EventCursor::default());
                (0..before).for_each(|event| events.send(event));
                (0..updates).for_each(|_| events.update());
                read(&events, &mut cursor);
                let mut taken = core::mem::take(&mut events);
                (10..10 + behind).for_each(|event| events.send(event));
                let expected: Vec<_> = (10..10 + behind).collect();
                assert_eq!(read(&events, &mut cursor), expected, "{before} before, {behind} behind, {updates} updates");
                assert_eq!(read(&events, &mut cursor), []);
                // Those that come back are others again.
                taken.update();
                taken.send(7);
                events = taken;
                assert_eq!(read(&events, &mut cursor).last(), Some(&7));
                assert_eq!(read(&events, &mut cursor), []);
            }
        }
    }

    #[test]
    fn a_reader_holds_each_event_once_and_nothing_of_what_comes_later() {
        let (mut events, mut cursor) = (Events::default(), EventCursor::default());
        let mut next = 0;
        for count in [0, 1, 2, 3, 100, 0, 1] {
            events.update();
            let sent: Vec<_> = (next..next + count).collect();
            for event in &sent {
                events.send(*event);
            }
            next += count;
            let reader = EventReader::new(&events, &mut cursor);
            assert_eq!((reader.len(), reader.is_empty()), (sent.len(), count == 0));
            assert!(reader.iter().eq(&sent) && reader.clone().into_iter().eq(&sent) && (&reader).into_iter().eq(&sent));
            assert!(EventReader::new(&events, &mut cursor).is_empty());
        }
    }

    #[test]
    fn a_reader_that_saw_nothing_meanwhile_goes_on_where_events_come_back() {
        let (mut events, mut cursor) = (Events::default(), EventCursor::default());
        (0..3).for_each(|event| events.send(event));
        assert_eq!(read(&events, &mut cursor), [0, 1, 2]);
        let taken = core::mem::take(&mut events);
        events = taken.clone();
        events.send(3);
        assert_eq!(read(&events, &mut cursor), [3]);
    }

    #[test]
    fn a_cursor_that_is_ahead_is_one_of_others() {
        let mut events = Events::default();
        let mut cursor = EventCursor { next: 2, life: events.life, events: PhantomData };
        events.send(1);
        assert_eq!(read(&events, &mut cursor), [1]);
        let text = alloc::format!("{events:?} {cursor:?}");
        assert_eq!(text, "Events { old: [], new: [1], first: 0 } EventCursor { next: 1, .. }");
    }

    #[test]
    fn a_clone_that_is_sent_others_is_read_from_where_they_differ() {
        for shared in 0..4 {
            for (after, instead) in [(0, 1), (1, 1), (3, 1), (1, 3), (2, 0)] {
                let (mut events, mut cursor) = (Events::default(), EventCursor::default());
                (0..shared).for_each(|event| events.send(event));
                let mut saved = events.clone();
                (0..after).for_each(|event| events.send(10 + event));
                assert_eq!(
                    read(&events, &mut cursor).last(),
                    (0..shared).chain(10..10 + after).collect::<Vec<_>>().last()
                );
                let mut behind = cursor.clone();
                (0..instead).for_each(|event| saved.send(20 + event));
                let expected: Vec<_> = (20..20 + instead).collect();
                assert_eq!(read(&saved, &mut cursor), expected, "{shared} shared, {after} then");
                assert_eq!(read(&saved, &mut cursor), []);
                // Once more, from a clone of the clone, by a cursor that did not read between.
                let mut again = saved.clone();
                again.send(30);
                let expected: Vec<_> = expected.into_iter().chain([30]).collect();
                assert_eq!(read(&again.clone(), &mut behind.clone()), expected);
                again.update();
                assert_eq!(read(&again, &mut behind), expected);
            }
        }
    }

    #[test]
    fn a_life_is_forgotten_with_its_events() {
        let mut events = Events::default();
        for event in 0..100 {
            events = events.clone();
            events.send(event);
            events.update();
            assert!(events.former.len() <= 2, "{}", events.former.len());
        }
    }

    #[test]
    fn a_reader_holds_events_of_both_ages() {
        let (mut events, mut cursor) = (Events::default(), EventCursor::default());
        events.send(1);
        events.update();
        events.send(2);
        events.send(3);
        assert!(EventReader::new(&events, &mut cursor.clone()).iter().eq(&[1, 2, 3]));
        events.update();
        assert!(EventReader::new(&events, &mut cursor).iter().eq(&[2, 3]), "the first was dropped");
        events.clear();
        events.send(4);
        assert!(EventReader::new(&events, &mut cursor).iter().eq(&[4]));
    }

    #[test]
    fn nothing_is_allocated_in_steady_state() {
        let mut events = Events::default();
        let mut capacities = Vec::new();
        for _ in 0..10 {
            events.update();
            (0..100).for_each(|event| events.send(event));
            capacities.push(events.old.capacity() + events.new.capacity());
        }
        assert!(capacities[1..].windows(2).all(|pair| pair[0] == pair[1]), "{capacities:?}");
    }
}
