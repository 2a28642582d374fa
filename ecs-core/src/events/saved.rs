//! Events and the cursors of systems in formats of serde: the number of the first event, the events before the last update and those since,
//! and the number of the next event of each cursor, by the name of its system.
//!
//! Numbers are counted from the first event that was ever sent. So a system that has not run for some time reads exactly the same events
//! after loading. The *life* of events, which identifies their cursors, is not saved: loaded events start a new one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{EventCursor, Events};
use crate::codec::{Decoded, Encoded, LoadAs, MOST_EMPTY, SaveAs};

/// Events to save.
pub(crate) struct SaveEvents<'a, E, F> {
    pub(crate) events: &'a Events<E>,
    pub(crate) cursors: &'a [(&'static str, &'a EventCursor<E>)],
    pub(crate) format: PhantomData<F>,
}

impl<E, F: SaveAs<E>> Serialize for SaveEvents<'_, E, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Events { old, new, first, .. } = self.events;
        if too_many(old) || too_many(new) {
            return Err(S::Error::custom("a save has at most 2^24 events of a type without a size"));
        }
        let mut cursors = Vec::new();
        for (name, cursor) in self.cursors {
            cursors.push((*name, self.events.next_of(cursor).max(*first)));
        }
        (first, Sent::<E, F>(old, PhantomData), Sent::<E, F>(new, PhantomData), cursors).serialize(serializer)
    }
}

/// The events of one buffer, to save.
struct Sent<'a, E, F>(&'a [E], PhantomData<F>);

impl<E, F: SaveAs<E>> Serialize for Sent<'_, E, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.0.len()))?;
        for event in self.0 {
            all.serialize_element(&Encoded::<E, F>::new(event))?;
        }
        all.end()
    }
}

/// Events to load, in place of earlier ones. Cursors that the save lacks start before the first event; cursors of unknown systems in the
/// save are ignored.
pub(crate) struct LoadEvents<'a, 'c, E, F> {
    pub(crate) events: &'a mut Events<E>,
    /// The cursors, each with the present and former names of its system.
    pub(crate) cursors: &'a mut [(&'static [&'static str], &'c mut EventCursor<E>)],
    pub(crate) format: PhantomData<F>,
}

/// The part of events, and of the cursors of systems, that a save contains.
#[derive(Debug)]
pub(crate) struct SavedEvents<E> {
    /// Events that aged once.
    old: Vec<E>,
    /// Events that were sent since.
    new: Vec<E>,
    /// The number of the first event.
    first: u64,
    /// The number of the next event of each cursor.
    next: Vec<u64>,
}

impl<E, F> LoadEvents<'_, '_, E, F> {
    /// Passes the saved part to a function, which can replace it by that of another world. The events keep their life, unless they count as
    /// a clone and have further events now.
    pub(crate) fn lend_saved(self, to: &mut dyn FnMut(&mut SavedEvents<E>)) {
        let Self { events, cursors, format: _ } = self;
        let next = cursors.iter().map(|(_, cursor)| events.next_of(cursor)).collect();
        let end = events.end();
        let (old, new) = (core::mem::take(&mut events.old), core::mem::take(&mut events.new));
        let mut lent = SavedEvents { old, new, first: events.first, next };
        to(&mut lent);
        let SavedEvents { old, new, first, next } = lent;
        (events.old, events.new, events.first) = (old, new, first);
        if events.end() < end {
            // Cursors outside may have read events that are gone, so these events count as a clone of what they were, and so do their
            // former lives.
            let end = events.end();
            events.former.iter_mut().for_each(|(_, until)| *until = (*until).min(end));
            events.is_clone = true;
        }
        if events.is_clone && events.end() > end {
            // As if an event was sent to a clone: the new events are not those that cursors of the original may have read.
            events.former.push((events.life, end));
            (events.life, events.is_clone) = (super::new_life(), false);
        }
        // Cursors of the other former lives have read none of the events that are kept.
        events.former.retain(|(_, until)| *until > events.first);
        for ((_, cursor), next) in cursors.iter_mut().zip(next) {
            (cursor.next, cursor.life) = (next, events.life);
        }
    }

    /// Starts a new life before the events from this number on are replaced by others, which cursors of the former life have not read.
    pub(crate) fn begin_life_from(self, number: u64) {
        let Events { former, life, is_clone, .. } = self.events;
        for (_, until) in former.iter_mut() {
            *until = (*until).min(number);
        }
        former.push((*life, number));
        (*life, *is_clone) = (super::new_life(), false);
    }
}

impl<'de, E, F: LoadAs<E>> DeserializeSeed<'de> for LoadEvents<'_, '_, E, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        type Saved<E, F> = (u64, Kept<E, F>, Kept<E, F>, Vec<(String, u64)>);
        let (first, Kept(old, _), Kept(new, _), cursors): Saved<E, F> = Deserialize::deserialize(deserializer)?;
        // No program sends that many events, and with this limit no sum overflows.
        if first > u64::MAX / 2 {
            return Err(D::Error::custom(format_args!("{first} is no number of an event")));
        }
        // A new life: cursors outside the save have read none of these events.
        let loaded = Events { old, new, first, life: super::new_life(), former: Vec::new(), is_clone: false };
        // A system and its condition may both read events of this type: their cursors have the same name, and are in a fixed order.
        let mut rest: Vec<_> = self.cursors.iter_mut().collect();
        for (name, next) in cursors {
            if let Some(at) = rest.iter().position(|(own, _)| own.contains(&&*name)) {
                let (_, own) = rest.remove(at);
                (own.next, own.life) = (next.clamp(first, loaded.end()), loaded.life);
            }
        }
        *self.events = loaded;
        Ok(())
    }
}

/// Returns true if there are more events without a size than a save may have, as such events may take no input.
fn too_many<E>(events: &[E]) -> bool {
    size_of::<E>() == 0 && events.len() > MOST_EMPTY as usize
}

/// The events of one buffer, which are read one by one, so that an announced length reserves no memory.
struct Kept<E, F>(Vec<E>, PhantomData<F>);

impl<'de, E, F: LoadAs<E>> Deserialize<'de> for Kept<E, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(KeptVisitor::<E, F>(PhantomData)).map(|events| Self(events, PhantomData))
    }
}

struct KeptVisitor<E, F>(PhantomData<(E, F)>);

impl<'de, E, F: LoadAs<E>> Visitor<'de> for KeptVisitor<E, F> {
    type Value = Vec<E>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<Vec<E>, A::Error> {
        let mut kept = Vec::new();
        while let Some(Decoded { value, .. }) = events.next_element::<Decoded<E, F>>()? {
            kept.push(value);
            if too_many(&kept) {
                return Err(A::Error::custom("a save has at most 2^24 events of a type without a size"));
            }
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::BySerde;

    fn load(events: &mut Events<u32>) -> LoadEvents<'_, 'static, u32, BySerde> {
        LoadEvents { events, cursors: &mut [], format: PhantomData }
    }

    #[test]
    fn former_lives_are_dropped_with_their_last_event() {
        let mut events = Events::default();
        for number in 0..100_u32 {
            load(&mut events).begin_life_from(0);
            load(&mut events).lend_saved(&mut |lent| (lent.old, lent.new) = (Vec::new(), Vec::from([number])));
            assert_eq!(events.former.len(), 0, "nothing is before the first event");
        }
        let mut cursor = EventCursor::default();
        for end in 2..5 {
            assert_eq!(events.read(&mut cursor).count(), 1);
            events.send(end);
            load(&mut events).begin_life_from(u64::from(end) - 1);
        }
        assert_eq!(events.former.len(), 3, "a cursor of each life has read some of what is kept");
        assert_eq!(events.read(&mut cursor).count(), 1);
    }
}
