//! Timelines: which frames they keep.

use ecs_world::{FrameError, Timeline};

use super::{Game, Position, positions};

fn frames(timeline: &Timeline<Game>) -> Vec<u64> {
    timeline.frames().collect()
}

/// A timeline in which frame `n` has `n` entities.
fn numbered(capacity: usize, numbers: impl IntoIterator<Item = u64>) -> Timeline<Game> {
    let mut timeline = Timeline::new(capacity);
    for number in numbers {
        let mut world = Game::default();
        world.spawn_batch((0..u32::try_from(number).unwrap()).map(Position));
        timeline.save(number, &world);
    }
    timeline
}

#[test]
fn a_timeline_has_the_last_frames() {
    for capacity in [1_u64, 2, 3, 8] {
        for last in [0, 1, 2, 3, 7, 8, 9, 20] {
            let timeline = numbered(usize::try_from(capacity).unwrap(), 0..=last);
            let first = (last + 1).saturating_sub(capacity);
            assert_eq!(frames(&timeline), (first..=last).collect::<Vec<_>>());
            assert_eq!((timeline.len() as u64, timeline.is_empty()), (last + 1 - first, false));
            let mut world = Game::default();
            for frame in 0..last + 2 {
                let loaded = timeline.load(frame, &mut world);
                assert_eq!(loaded.is_ok(), (first..=last).contains(&frame), "frame {frame} of {first} to {last}");
                assert_eq!(timeline.get(frame).map(ecs_world::Snapshot::len), loaded.ok().map(|()| world.len()));
                if let Err(error) = timeline.load(frame, &mut world) {
                    assert_eq!((error.frame(), error.range()), (frame, Some(first..=last)));
                } else {
                    assert_eq!(world.len() as u64, frame);
                    world.check_invariants().unwrap();
                }
            }
        }
    }
}

#[test]
fn the_error_for_a_missing_frame_names_the_frames_of_the_timeline() {
    let mut world = Game::default();
    let text = |error: FrameError| error.to_string();
    let empty = Timeline::<Game>::new(2);
    let error = empty.load(4, &mut world).unwrap_err();
    assert_eq!(error.range(), None);
    assert_eq!(text(error), "frame 4 is not in the timeline, which has no frames");
    let error = numbered(2, 5..=9).load(4, &mut world).unwrap_err();
    assert_eq!(text(error), "frame 4 is not in the timeline, which has frames from 8 to 9");
    let gap = numbered(3, [1, 5]).load(3, &mut world).unwrap_err();
    assert_eq!(text(gap), "frame 3 is not in the timeline, which has frames from 1 to 5");
}

#[test]
fn a_frame_that_is_saved_again_drops_later_ones() {
    let mut timeline = numbered(4, 0..=6);
    let world = Game::default();
    timeline.save(5, &world);
    assert_eq!(frames(&timeline), [3, 4, 5]);
    assert_eq!(timeline.get(5).map(ecs_world::Snapshot::len), Some(0));
    timeline.save(1, &world);
    assert_eq!(frames(&timeline), [1], "later frames belong to another history");
    timeline.save(u64::MAX, &world);
    assert_eq!(frames(&timeline), [1, u64::MAX]);
}

#[test]
fn later_frames_are_discarded() {
    let mut timeline = numbered(4, 0..=6);
    timeline.discard_after(6);
    assert_eq!(frames(&timeline), [3, 4, 5, 6]);
    timeline.discard_after(4);
    assert_eq!(frames(&timeline), [3, 4]);
    timeline.discard_after(0);
    assert!(timeline.is_empty());
    timeline.save(2, &Game::default());
    timeline.clear();
    assert_eq!((timeline.len(), timeline.capacity()), (0, 4));
    assert_eq!(format!("{timeline:?}"), "Timeline { frames: [], capacity: 4, .. }");
}

#[test]
#[should_panic(expected = "the capacity of a timeline must not be zero")]
fn a_timeline_without_room_is_refused() {
    let _ = Timeline::<Game>::new(0);
}

#[test]
fn a_world_that_is_rewound_repeats_itself() {
    let mut world = Game::default();
    let mut timeline = Timeline::new(8);
    let step = |world: &mut Game, frame: u64| {
        let ship = world.spawn(Position(u32::try_from(frame).unwrap()));
        if frame.is_multiple_of(3) {
            world.despawn(ship).unwrap();
        }
        world.run();
    };
    for frame in 0..20 {
        timeline.save(frame, &world);
        step(&mut world, frame);
    }
    let (expected, order) = (world.entities().collect::<Vec<_>>(), positions(&mut world));
    for back in 12..20 {
        timeline.load(back, &mut world).unwrap();
        for frame in back..20 {
            timeline.save(frame, &world);
            step(&mut world, frame);
        }
        assert!(world.entities().eq(expected.iter().copied()));
        assert_eq!(positions(&mut world), order);
    }
}
