//! Events in formats of serde, with the cursors of systems: the number of the first event, those of the last run and those since, and the
//! number of the next event of each cursor, by the name of its system.

use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{DeserializeSeed, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{EventCursor, Events};

/// Events to save.
pub(crate) struct SaveEvents<'a, E> {
    pub(crate) events: &'a Events<E>,
    pub(crate) cursors: &'a [(&'static str, &'a EventCursor<E>)],
}

impl<E: Serialize> Serialize for SaveEvents<'_, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Events { old, new, first, .. } = self.events;
        let cursors: Vec<_> =
            self.cursors.iter().map(|(name, cursor)| (*name, self.events.next_of(cursor).max(*first))).collect();
        (first, old, new, cursors).serialize(serializer)
    }
}

/// Events to load. Cursors that are not in the save start before the first event; those of unknown systems are left out.
pub(crate) struct LoadEvents<'a, 'c, E> {
    pub(crate) events: &'a mut Events<E>,
    pub(crate) cursors: &'a mut [(&'static str, &'c mut EventCursor<E>)],
}

impl<'de, E: Deserialize<'de>> DeserializeSeed<'de> for LoadEvents<'_, '_, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        type Saved<E> = (u64, Vec<E>, Vec<E>, Vec<(String, u64)>);
        let (first, old, new, cursors): Saved<E> = Deserialize::deserialize(deserializer)?;
        // No program sends so many events that they are counted beyond this; and so no sum overflows.
        if first > u64::MAX / 2 {
            return Err(D::Error::custom(format_args!("{first} is no number of an event")));
        }
        let loaded = Events { old, new, first, ..Events::default() };
        for (name, next) in cursors {
            if let Some((_, own)) = self.cursors.iter_mut().find(|(own, _)| *own == name) {
                (own.next, own.life) = (next.clamp(first, loaded.end()), loaded.life);
            }
        }
        *self.events = loaded;
        Ok(())
    }
}
