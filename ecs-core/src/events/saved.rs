//! Events in formats of serde, with the cursors of systems: the number of the first event, those of the last run and those since, and the
//! number of the next event of each cursor, by the name of its system.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::Error as _;
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
        if [old, new].into_iter().any(|events| too_many(events)) {
            return Err(S::Error::custom("a save has at most 2^24 events of a type without a size"));
        }
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
        type Saved<E> = (u64, Kept<E>, Kept<E>, Vec<(String, u64)>);
        let (first, Kept(old), Kept(new), cursors): Saved<E> = Deserialize::deserialize(deserializer)?;
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

/// Number of events without a size up to which they are saved: each may take no byte of input, so nothing else bounds a length.
const MOST_EMPTY: u32 = 1 << 24;

fn too_many<E>(events: &[E]) -> bool {
    size_of::<E>() == 0 && events.len() > MOST_EMPTY as usize
}

/// The events of a run.
struct Kept<E>(Vec<E>);

impl<'de, E: Deserialize<'de>> Deserialize<'de> for Kept<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(KeptVisitor(PhantomData)).map(Self)
    }
}

struct KeptVisitor<E>(PhantomData<E>);

impl<'de, E: Deserialize<'de>> Visitor<'de> for KeptVisitor<E> {
    type Value = Vec<E>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<Vec<E>, A::Error> {
        let mut kept = Vec::new();
        while let Some(event) = events.next_element()? {
            kept.push(event);
            if too_many(&kept) {
                return Err(A::Error::custom("a save has at most 2^24 events of a type without a size"));
            }
        }
        Ok(kept)
    }
}
