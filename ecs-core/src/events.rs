//! Owns events: values that systems send to whoever reads them; knows no world.
//!
//! - **I1** The events that are kept have consecutive numbers, the first of `old` being `first`.
//! - **I2** Numbers and cursors of one `life` belong together. `Events` begin one when they are made, also in the place of others
//!   that were taken away. A clone goes on with it until an event is sent to it, which the others will not have, and begins
//!   one of its own then, that remembers how far it was the same. Nothing else depends on it, and it is not printed.

mod reader;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

pub use reader::{EventIter, EventReader};

/// Events of one kind, in the order in which they were sent.
///
/// An event is kept for one full `world.run()` after the one in which it was sent, so that each reader meets it, whether it
/// runs before the sender or after: `run()` lets events age as it begins, and so does `world.update_events()`; no other
/// schedule, and no system that is run by itself. After a `run()` that ended in a panic, the next one lets no event age: as long
/// as no run ends, all events are kept. Sending is **O(1)** amortised, and allocates nothing once as many were
/// kept before. (The double buffer of `bevy_ecs`.)
///
/// Events that were taken out by `mem::take`, or replaced, leave others in their place, of which every reader meets all.
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
/// others it is a new one, also for those that replaced the former.
pub struct EventCursor<E> {
    next: u64,
    /// That of the events that were read last; 0 where there are none.
    life: usize,
    events: PhantomData<fn(E)>,
}

impl<E> EventCursor<E> {
    /// Counts all events as read that are kept. Runs in **O(1)** time.
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
            // A cursor that is ahead of a clone read what was sent to the original.
            let is_known = cursor.next <= self.end() || self.is_clone;
            return if is_known { cursor.next.min(self.end()) } else { self.first };
        }
        let former = self.former.iter().find(|(life, _)| *life == cursor.life);
        former.map_or(self.first, |(_, until)| cursor.next.min(*until))
    }

    /// The events that this reader did not read yet, as `&E`, in the order in which they were sent. They count as read at once.
    ///
    /// What was dropped before the reader came is not met: a reader that runs less often than every `world.run()` misses
    /// events. A cursor that read other events before begins with the first that is kept here.
    pub fn read(&self, cursor: &mut EventCursor<E>) -> impl ExactSizeIterator<Item = &E> + use<'_, E> {
        EventReader::new(self, cursor).into_iter()
    }

    fn unread(&self, cursor: &EventCursor<E>) -> EventIter<'_, E> {
        let unread = self.end() - self.next_of(cursor).max(self.first);
        // No more than are kept, so that it fits.
        let skipped = self.len() - usize::try_from(unread).unwrap_or_default();
        let (old, new) = match skipped.checked_sub(self.old.len()) {
            None => (&self.old[skipped..], &self.new[..]),
            Some(skipped) => (&[][..], &self.new[skipped..]),
        };
        EventIter { old: old.iter(), new: new.iter() }
    }

    /// All events that are kept, as `&E`, in the order in which they were sent.
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
