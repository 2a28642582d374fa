//! A recording replays the same game, from its start or from any frame.

use std::process::Command;

use recording::Refused;
use replay::{Recording, Tape, first_difference};
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
    let bytes = recording().to_bytes().expect("the recording can be written");
    let read = Recording::from_bytes(&bytes).expect("the recording can be read");
    assert_eq!(read.inputs(), recording().inputs());
    let ended = read.play().expect("the game is deterministic");
    assert_eq!(ended.game().state_hash(), read.hash());
}

#[test]
fn a_tape_goes_to_any_frame_from_any_other() {
    let recording = recording();
    let mut forward = Tape::new(&recording);
    let hashes: Vec<u64> = (0..=FRAMES)
        .map(|frame| {
            forward.seek(frame);
            forward.game().state_hash()
        })
        .collect();
    let mut tape = Tape::new(&recording);
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
        let difference = first_difference(&one, &Recording::of(100, inputs)).expect("another button was pressed");
        // Frames are counted from 1.
        assert_eq!(difference.frame, frame + 1, "{difference}");
    }
    let difference = first_difference(&one, &Recording::of(101, inputs())).expect("the other game has one drone more");
    assert_eq!(difference.frame, 0);
}

#[test]
fn the_frame_in_which_another_button_is_pressed_is_the_one_that_differs() {
    let run = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_replay")).args(arguments).output().expect("the program can be started");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let files = ["one", "other"].map(|name| std::env::temp_dir().join(format!("replay-{}-{name}", std::process::id())));
    let [one, other] = files.each_ref().map(|file| file.to_str().expect("the folder has a plain name"));
    assert!(run(&["record", one, "--frames", "9", "--drones", "9"]).0);
    for frame in ["1", "5", "9"] {
        assert!(run(&["record", other, "--frames", "9", "--drones", "9", "--press", frame]).0);
        let (_, said) = run(&["compare", one, other]);
        assert!(said.starts_with(&format!("frame {frame} is the first")), "{said}");
    }
    for frame in ["0", "10"] {
        assert!(!run(&["record", other, "--frames", "9", "--drones", "9", "--press", frame]).0, "{frame}");
    }
    for file in &files {
        std::fs::remove_file(file).expect("the file was written");
    }
}

#[test]
fn what_ends_otherwise_is_refused() {
    let ended = Recording::of(100, inputs()[1..].to_vec()).play().expect("the game is deterministic");
    let error = Recording::new(100, inputs(), &ended).play();
    assert!(matches!(error, Err(Refused::OtherEnd { .. })));
}
