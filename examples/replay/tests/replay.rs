//! A recording plays the same game again, from its start or from any frame.

use replay::{Recording, Refused, Tape, first_difference};
use rollback::game::Buttons;

const FRAMES: usize = 150;

fn inputs() -> Vec<[Buttons; 2]> {
    (0..).take(FRAMES).map(|frame| [0, 1].map(|player| Buttons::of_robot(player, frame))).collect()
}

fn recording() -> Recording {
    Recording::of(100, inputs())
}

#[test]
fn a_recording_is_played_to_the_same_hash() {
    let bytes = recording().to_bytes().expect("there is memory");
    let read = Recording::from_bytes(&bytes).expect("it was just written");
    assert_eq!(read, recording());
    let game = read.replay().expect("the game is deterministic");
    assert_eq!(game.state_hash(), read.hash());
}

#[test]
fn a_tape_goes_to_any_frame_from_any_other() {
    let mut forward = Tape::new(recording());
    let hashes: Vec<u64> = (0..=FRAMES)
        .map(|frame| {
            forward.seek(frame);
            forward.game().state_hash()
        })
        .collect();
    let mut tape = Tape::new(recording());
    for frame in [0, 1, 59, 60, 61, 0, 150, 149, 120, 119, 2, 60, 1_000, 1] {
        tape.seek(frame);
        assert_eq!(tape.frame(), frame.min(FRAMES));
        assert_eq!(tape.game().state_hash(), hashes[frame.min(FRAMES)], "frame {frame}");
    }
}

#[test]
fn the_first_frame_that_differs_is_found_wherever_it_is() {
    let one = recording();
    assert_eq!(first_difference(&one, &one), None);
    for frame in [0, 1, 2, 59, 60, 61, 148, 149] {
        let mut inputs = inputs();
        inputs[frame][1].0 ^= 2;
        let parting = first_difference(&one, &Recording::of(100, inputs)).expect("another button was pressed");
        assert_eq!(parting.frame, frame + 1, "{parting}");
    }
    let parting = first_difference(&one, &Recording::of(101, inputs())).expect("there is one drone more");
    assert_eq!(parting.frame, 0);
}

#[test]
fn what_ends_otherwise_or_is_no_recording_is_refused() {
    let bytes = recording().to_bytes().expect("there is memory");
    for end in 0..bytes.len() {
        assert!(matches!(Recording::from_bytes(&bytes[..end]), Err(Refused::Damaged(_))), "{end} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(Recording::from_bytes(&longer), Err(Refused::Damaged(_))));

    let mut other_hash = bytes.clone();
    // Not the last byte of the number, which has only one bit.
    let at = other_hash.len() - 2;
    other_hash[at] ^= 1;
    let error = Recording::from_bytes(&other_hash).expect("the hash is checked by playing").replay();
    assert!(matches!(error, Err(Refused::OtherEnd { .. })));

    let mut other_game = bytes;
    other_game[0] ^= 1;
    let error = Recording::from_bytes(&other_game).expect_err("its schema is another one");
    assert!(error.to_string().starts_with("the recording is of a game with schema"), "{error}");
}
