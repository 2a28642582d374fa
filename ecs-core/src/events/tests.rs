//! Readers of events: each event is received once, in order, whatever events are taken, cloned or dropped.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::*;

fn read(events: &Events<u32>, cursor: &mut EventCursor<u32>) -> Vec<u32> {
    events.read(cursor).copied().collect()
}

#[test]
fn a_reader_receives_each_event_once_before_or_after_the_sender() {
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
    for expected in [3, 2, 1, 0] {
        assert_eq!((left.len(), left.size_hint()), (expected, (expected, Some(expected))));
        left.next();
    }
    drop(left);
    events.update();
    events.update();
    assert!(events.is_empty());
}

#[test]
fn a_late_reader_misses_only_dropped_events() {
    let (mut events, mut cursor) = (Events::default(), EventCursor::default());
    for event in 0..5 {
        events.update();
        events.send(event);
    }
    assert_eq!(read(&events, &mut cursor), [3, 4]);
    events.clear();
    events.send(5);
    assert_eq!(read(&events, &mut cursor), [5]);
    assert_eq!(read(&events, &mut cursor.clone()), [0_u32; 0]);
}

#[test]
fn events_that_replace_taken_ones_are_read_from_their_beginning() {
    for (before, after) in [(3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 9), (1, 5), (0, 2)] {
        for updates in 0..3 {
            let (mut events, mut cursor) = (Events::default(), EventCursor::default());
            (0..before).for_each(|event| events.send(event));
            (0..updates).for_each(|_| events.update());
            read(&events, &mut cursor);
            let mut taken = core::mem::take(&mut events);
            (10..10 + after).for_each(|event| events.send(event));
            let expected: Vec<_> = (10..10 + after).collect();
            assert_eq!(read(&events, &mut cursor), expected, "{before} before, {after} after, {updates} updates");
            assert_eq!(read(&events, &mut cursor), [0_u32; 0]);
            // Restored events have the former life again.
            taken.update();
            taken.send(7);
            events = taken;
            assert_eq!(read(&events, &mut cursor).last(), Some(&7));
            assert_eq!(read(&events, &mut cursor), [0_u32; 0]);
        }
    }
}

#[test]
fn a_reader_holds_each_event_once_and_no_later_ones() {
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
fn a_reader_continues_where_restored_events_continue() {
    let (mut events, mut cursor) = (Events::default(), EventCursor::default());
    (0..3).for_each(|event| events.send(event));
    assert_eq!(read(&events, &mut cursor), [0, 1, 2]);
    let taken = core::mem::take(&mut events);
    events = taken.clone();
    events.send(3);
    assert_eq!(read(&events, &mut cursor), [3]);
}

#[test]
fn a_cursor_that_is_ahead_reads_from_the_beginning() {
    let mut events = Events::default();
    let mut cursor = EventCursor { next: 2, life: events.life, events: PhantomData };
    events.send(1);
    assert_eq!(read(&events, &mut cursor), [1]);
    let text = alloc::format!("{events:?} {cursor:?}");
    assert_eq!(text, "Events { old: [], new: [1], first: 0 } EventCursor { next: 1, .. }");
}

#[test]
fn a_clone_that_is_sent_other_events_is_read_from_where_they_differ() {
    for shared in 0..4 {
        for (after, instead) in [(0, 1), (1, 1), (3, 1), (1, 3), (2, 0)] {
            let (mut events, mut cursor) = (Events::default(), EventCursor::default());
            (0..shared).for_each(|event| events.send(event));
            let mut saved = events.clone();
            (0..after).for_each(|event| events.send(10 + event));
            assert_eq!(read(&events, &mut cursor).last(), (0..shared).chain(10..10 + after).collect::<Vec<_>>().last());
            let mut late = cursor.clone();
            (0..instead).for_each(|event| saved.send(20 + event));
            let expected: Vec<_> = (20..20 + instead).collect();
            assert_eq!(read(&saved, &mut cursor), expected, "{shared} shared, then {after}, or {instead} in the clone");
            assert_eq!(read(&saved, &mut cursor), [0_u32; 0]);
            // Once more, from a clone of the clone, by a cursor that did not read in between.
            let mut again = saved.clone();
            again.send(30);
            let expected: Vec<_> = expected.into_iter().chain([30]).collect();
            assert_eq!(read(&again.clone(), &mut late.clone()), expected);
            again.update();
            assert_eq!(read(&again, &mut late), expected);
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
