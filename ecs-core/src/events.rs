//! Events: values that systems send and any number of readers receive. Uses no world.
//!
//! There are two buffers, as in `bevy_ecs`: events are appended to the new one; ageing swaps the buffers and clears the one that is then
//! the new one. So an event is kept for one full run after its own, in whatever order sender and reader run, and nothing is moved or
//! allocated in steady state. Readers share the buffers; each has a cursor, the number of its next event.
//!
//! Numbers alone would not show whether a cursor belongs to these events: the field of a world can be replaced, taken, or restored from a
//! clone. So events have an identity, a *life*, which cursors store.
//!
//! What one reader receives of three events; `end` is the number of the next event:
//!
//! ```text
//!            old       new       first   end   cursor
//! send a, b  [ ]       [ a b ]   0       2     0
//! read       [ ]       [ a b ]   0       2     2        receives a and b
//! update     [ a b ]   [ ]       0       2     2
//! send c     [ a b ]   [ c ]     0       3     2
//! update     [ c ]     [ ]       2       3     2        a and b are dropped; a new cursor starts with c
//! read       [ c ]     [ ]       2       3     3        receives c
//! ```
//!
//! - **I1** The events that are kept have consecutive numbers, starting with `first` in `old`.
//! - **I2** Numbers and cursors of one `life` belong together. Creating `Events` starts a life. A clone continues it until an event is sent
//!   to the clone, which the original lacks; then the clone starts its own life, and stores the number up to which both agree. If a delta
//!   replaces some events by others, a new life starts in the same way. Nothing else depends on lives, and they are not printed.
//!
//! ```text
//! original           life 1   a b
//! its clone          life 1   a b      a cursor that read a and b of the original has read those of the clone
//! c sent to clone    life 2   a b c    former [(1, 2)]: a cursor of life 1 has read at most 2 of these, whatever it read since
//! ```

mod reader;
#[cfg(feature = "serde")]
mod saved;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

pub use reader::{EventIter, EventReader};
#[cfg(feature = "serde")]
pub(crate) use saved::{LoadEvents, SaveEvents, SavedEvents};

/// Events of one type, in the order in which they were sent.
///
/// An event is kept for one full `world.run()` after the one in which it was sent, so a reader that is reached in each run receives it,
/// whether it runs before or after the sender. `run()` ages events when it begins, and so does `world.update_events()`; other schedules,
/// and systems that are run alone, do not. After a `run()` that ended in a panic, the next one does not age events: as long as no run
/// completes, all events are kept. (A `run()` that a queued call makes within another one ages nothing, and counts as the end of a run.)
///
/// Sending runs in amortised **O(1)** time. It does not allocate once two earlier runs have sent as many events, since two buffers take
/// turns, as in `bevy_ecs`.
///
/// After events were replaced, or taken by `mem::take`, every reader receives all of the new ones.
///
/// # Examples
///
/// ```
/// use ecs_world::{EventCursor, Events};
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
    /// Events that aged once. The next update drops them.
    old: Vec<E>,
    /// Events that were sent since the last update.
    new: Vec<E>,
    /// The number of the first event in `old`; of the first in `new` if `old` is empty.
    first: u64,
    /// The identity that cursors are compared with (I2).
    life: usize,
    /// The former lives, each with the number at which the next one started. They are kept as long as events of theirs are.
    former: Vec<(usize, u64)>,
    /// Whether sending the next event starts a new life.
    is_clone: bool,
}

impl<E: Clone> Clone for Events<E> {
    fn clone(&self) -> Self {
        let (old, new, former) = (self.old.clone(), self.new.clone(), self.former.clone());
        Self { old, new, former, is_clone: true, ..*self }
    }

    /// Reuses memory. If a `Clone` panics, no events are left, and readers continue with the next event.
    fn clone_from(&mut self, source: &Self) {
        let Self { old, new, first, life, former, is_clone: _ } = source;
        let end = self.end();
        let own = Unfinished(self, end);
        own.0.old.clone_from(old);
        own.0.new.clone_from(new);
        own.0.former.clone_from(former);
        (own.0.first, own.0.life, own.0.is_clone) = (*first, *life, true);
        core::mem::forget(own);
    }
}

/// Removes all events when it is dropped, which happens if a `Clone` panics (I1). The next event has at least the stored number, so that no
/// reader is ahead of it.
struct Unfinished<'a, E>(&'a mut Events<E>, u64);

impl<E> Drop for Unfinished<'_, E> {
    fn drop(&mut self) {
        self.0.clear();
        self.0.first = self.0.first.max(self.1);
    }
}

/// The position of a reader in events of one type. Each reader has its own cursor, for instance in the state of a system.
///
/// The reader of a new cursor receives all events that are kept. A cursor belongs to the `Events` that it read last: with others, including
/// those that replaced them, it counts as new. It takes 16 bytes on 64-bit targets.
///
/// # Examples
///
/// ```
/// use ecs_world::{EventCursor, Events};
///
/// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
/// hits.send("asteroid");
/// assert_eq!(hits.read(&mut seen).count(), 1);
/// assert_eq!(hits.read(&mut seen).count(), 0, "this reader has read it");
/// assert_eq!(hits.read(&mut EventCursor::default()).count(), 1, "another reader has not");
/// ```
pub struct EventCursor<E> {
    /// The number of the first event that was not read yet.
    next: u64,
    /// The life of the events that were read last; 0 if none were read.
    life: usize,
    events: PhantomData<fn(E)>,
}

impl<E> EventCursor<E> {
    /// Marks all events that are kept as read. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::{EventCursor, Events};
    ///
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// seen.skip(&hits);
    /// hits.send("laser");
    /// assert!(hits.read(&mut seen).eq(&["laser"]));
    /// ```
    #[inline]
    pub fn skip(&mut self, events: &Events<E>) {
        (self.next, self.life) = (events.end(), events.life);
    }
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

/// A new number other than 0, which no events and no readers of changes in this process had before.
#[cfg(target_has_atomic = "ptr")]
pub(crate) fn new_life() -> usize {
    use core::sync::atomic::{AtomicUsize, Ordering};
    static LIVES: AtomicUsize = AtomicUsize::new(0);
    LIVES.fetch_add(1, Ordering::Relaxed).wrapping_add(1).max(1)
}

/// The same number for all: on targets without atomics, only cursors that are ahead are known to belong to other events.
#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) fn new_life() -> usize {
    1
}

impl<E> Events<E> {
    /// Sends an event. Runs in amortised **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, Events};
    /// let mut hits = Events::default();
    /// hits.send("asteroid");
    /// assert!(hits.iter().eq(&["asteroid"]));
    /// ```
    #[inline]
    pub fn send(&mut self, event: E) {
        if self.is_clone {
            self.begin_life();
        }
        self.new.push(event);
    }

    /// Starts a new life for a clone, before an event is sent to it (I2).
    #[cold]
    fn begin_life(&mut self) {
        self.former.push((self.life, self.end()));
        self.life = new_life();
        self.is_clone = false;
    }

    /// The number of the first event that is kept.
    #[cfg(feature = "serde")]
    pub(crate) fn first_number(&self) -> u64 {
        self.first
    }

    /// The number of the next event.
    fn end(&self) -> u64 {
        self.first + self.len() as u64
    }

    /// The number of the first event that a cursor has not read.
    fn next_of(&self, cursor: &EventCursor<E>) -> u64 {
        if cursor.life == self.life {
            // A cursor that is ahead of a clone has read events that were sent to the original.
            let is_known = cursor.next <= self.end() || self.is_clone;
            return if is_known { cursor.next.min(self.end()) } else { self.first };
        }
        let former = self.former.iter().find(|(life, _)| *life == cursor.life);
        former.map_or(self.first, |(_, until)| cursor.next.min(*until).min(self.end()))
    }

    /// Iterates over the events that a cursor has not read, as `&E`, in the order in which they were sent, and marks them as read.
    ///
    /// Dropped events are not received: the second `world.run()` after an event was sent drops it when it begins. A cursor that belongs to
    /// other events starts with the first event that is kept here. Runs in **O(1)** time, plus **O(1)** per event.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, Events};
    /// let (mut hits, mut first, mut second) = (Events::default(), EventCursor::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// assert!(hits.read(&mut first).eq(&["asteroid"]));
    /// assert!(hits.read(&mut first).next().is_none(), "each cursor passes an event once");
    /// assert!(hits.read(&mut second).eq(&["asteroid"]));
    /// ```
    pub fn read(
        &self,
        cursor: &mut EventCursor<E>,
    ) -> impl DoubleEndedIterator<Item = &E> + ExactSizeIterator + FusedIterator + use<'_, E> {
        EventReader::new(self, cursor).into_iter()
    }

    /// The unread part of both buffers.
    ///
    /// ```text
    /// old [ a b ]   new [ c ]   first = 4: a is 4, b is 5, c is 6, and the end is 7
    /// cursor at 4 or before     skipped 0   a b   c
    /// cursor at 5               skipped 1   b     c
    /// cursor at 6               skipped 2         c
    /// cursor at 7               skipped 3
    /// ```
    fn unread(&self, cursor: &EventCursor<E>) -> EventIter<'_, E> {
        let unread = self.end() - self.next_of(cursor).max(self.first);
        // It is at most the number of kept events, so it fits.
        let skipped = self.len() - usize::try_from(unread).unwrap_or_default();
        let (old, new) = match skipped.checked_sub(self.old.len()) {
            None => (&self.old[skipped..], &self.new[..]),
            Some(skipped) => (&[][..], &self.new[skipped..]),
        };
        EventIter { old: old.iter(), new: new.iter() }
    }

    /// Iterates over all events that are kept, as `&E`, in the order in which they were sent. No cursor advances. Runs in **O(1)** time,
    /// plus **O(1)** per event.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::Events;
    /// let mut hits = Events::default();
    /// assert!(hits.is_empty());
    /// hits.send("asteroid");
    /// hits.send("laser");
    /// assert_eq!(hits.len(), 2);
    /// assert!(hits.iter().eq(&["asteroid", "laser"]));
    /// for hit in &hits {
    ///     assert!(hit.len() > 4);
    /// }
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &E> + ExactSizeIterator + FusedIterator + use<'_, E> {
        self.all()
    }

    fn all(&self) -> EventIter<'_, E> {
        EventIter { old: self.old.iter(), new: self.new.iter() }
    }

    /// Number of events that are kept. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, Events};
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// assert_eq!(hits.read(&mut seen).len(), 1);
    /// assert_eq!((hits.len(), hits.is_empty()), (1, false), "reading removes nothing");
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.old.len() + self.new.len()
    }

    /// Returns true if no event is kept. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Ages events: drops those that have aged before. `world.run()` calls it through `update_events()`, for all events of a world. Runs in
    /// **O(dropped)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, Events};
    /// let mut hits = Events::default();
    /// hits.send("asteroid");
    /// hits.update();
    /// hits.send("laser");
    /// assert_eq!(hits.len(), 2);
    /// hits.update();
    /// assert!(hits.iter().eq(&["laser"]), "events are kept for one update");
    /// ```
    pub fn update(&mut self) {
        self.first += self.old.len() as u64;
        self.former.retain(|(_, until)| *until > self.first);
        core::mem::swap(&mut self.old, &mut self.new);
        self.new.clear();
    }

    /// Drops all events, even if the `Drop` of one panics. Readers continue with the next event. Runs in **O(events)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EventCursor, Events};
    /// let (mut hits, mut seen) = (Events::default(), EventCursor::default());
    /// hits.send("asteroid");
    /// hits.clear();
    /// hits.send("laser");
    /// assert!(hits.read(&mut seen).eq(&["laser"]));
    /// ```
    pub fn clear(&mut self) {
        self.first += self.len() as u64;
        // Taken first, since the `Drop` of an old event may panic, and then no event may be left (I1).
        let mut new = core::mem::take(&mut self.new);
        self.old.clear();
        new.clear();
        self.new = new;
    }
}
