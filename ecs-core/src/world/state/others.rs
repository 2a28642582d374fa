//! Finding events of a new state that differ from those of the old state with the same numbers.
//!
//! A cursor outside the world identifies events by their numbers alone. If a delta leads to a state with other events, for instance because
//! a server was reset to an earlier state and then sent others, the cursor has not read these, although its number may be greater than
//! theirs.
//!
//! ```text
//! old state    1: a   2: b   3: c
//! new state    1: a   2: d   3: c    from 2 on: events after one that differs count as different, too
//! new state    2: b   3: c   4: e    none: events were dropped, and one was sent
//! new state    0: z   1: a           from 0 on: it is unknown whether the old state once had this event
//! ```

use alloc::vec::Vec;

use serde::Serialize;

use super::bytes::encode;
use super::parts::{Rows, first_value};
use crate::codec::{Encoded, SaveAs};
use crate::events::Events;
use crate::world::saves::{SaveWorld, ValueWriter};

/// The values with events that differ, by number, each with the number of its first event that does.
///
/// For values that changed, calls the `Serialize` of each event once. Runs in the time of these calls.
pub(super) fn other_events<W: SaveWorld>(old: &W, new: &W, is_changed: &[bool]) -> Vec<(usize, u64)> {
    let (first, mut others) = (first_value::<W>(), Vec::new());
    for value in 0..W::VALUES.len() {
        if is_changed.get(first + value) == Some(&true)
            && let (Some(old), Some(new)) = (old.__save_value(value, EachEvent), new.__save_value(value, EachEvent))
            && let Some(number) = first_other(&old, &new)
        {
            others.push((value, number));
        }
    }
    others
}

/// The number of the first event of `new` that differs from the event of `old` with this number.
fn first_other(old: &Sent, new: &Sent) -> Option<u64> {
    let mut numbers = new.first..new.end().min(old.end());
    numbers.find(|number| old.get(*number).is_none_or(|own| new.get(*number) != Some(own)))
}

/// The kept events of one type, as bytes.
struct Sent {
    /// The number of the first event.
    first: u64,
    rows: Rows,
}

impl Sent {
    fn end(&self) -> u64 {
        self.first + self.rows.len() as u64
    }

    /// The bytes of an event, if it is kept.
    fn get(&self, number: u64) -> Option<&[u8]> {
        let row = usize::try_from(number.checked_sub(self.first)?).ok()?;
        (row < self.rows.len()).then(|| self.rows.get(row))
    }
}

/// Writes events one by one.
struct EachEvent;

impl ValueWriter for EachEvent {
    type Output = Option<Sent>;

    fn value<T: Serialize>(self, _: &T) -> Option<Sent> {
        None
    }

    fn events<T: Serialize, E, F: SaveAs<E>>(self, _: &T, events: &Events<E>) -> Option<Sent> {
        let (mut rows, mut bytes) = (Rows::default(), Vec::new());
        for event in events.iter() {
            bytes.clear();
            // An event that cannot be written counts as one without bytes. Making the parts has already shown that all can be written.
            _ = encode(&Encoded::<E, F>::new(event), &mut bytes);
            rows.push(&bytes);
        }
        Some(Sent { first: events.first_number(), rows })
    }

    fn none(self) -> Option<Sent> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(first: u64, events: &str) -> Sent {
        let mut rows = Rows::default();
        events.bytes().for_each(|event| rows.push(&[event]));
        Sent { first, rows }
    }

    #[test]
    fn the_first_event_that_differs_from_the_old_one_with_its_number_is_found() {
        let cases = [
            ((0, "ab"), (0, "ab"), None),
            ((0, "ab"), (0, "abc"), None),
            ((0, "ab"), (0, "a"), None),
            ((0, "ab"), (1, "bc"), None),
            ((0, "ab"), (2, "cd"), None),
            ((0, "ab"), (9, "cd"), None),
            ((0, "ab"), (2, ""), None),
            ((2, "ab"), (0, ""), None),
            ((0, "ab"), (0, "ac"), Some(1)),
            ((0, "ab"), (0, "acd"), Some(1)),
            ((0, "abc"), (0, "c"), Some(0)),
            ((0, "abc"), (1, "cc"), Some(1)),
            ((2, "cd"), (1, "bcd"), Some(1)),
            ((2, ""), (0, "ab"), Some(0)),
            ((2, "cd"), (0, "z"), Some(0)),
        ];
        for (old, new, other) in cases {
            assert_eq!(first_other(&sent(old.0, old.1), &sent(new.0, new.1)), other, "from {old:?} to {new:?}");
        }
    }

    #[test]
    fn events_without_bytes_differ_only_in_their_numbers() {
        let of = |count: usize| {
            let mut rows = Rows::default();
            (0..count).for_each(|_| rows.push(&[]));
            Sent { first: 0, rows }
        };
        for (old, new) in [(0, 0), (0, 2), (1, 2), (2, 2), (2, 1)] {
            assert_eq!(first_other(&of(old), &of(new)), None);
        }
    }
}
