//! The program as it runs on this machine, in its heap of fixed size; `.ci/microcontroller` runs it on an emulated chip.

use std::process::Command;

/// Returns the numbers in the line of output that starts with some words.
fn numbers(output: &str, start: &str) -> Vec<usize> {
    let line = output.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("{output}"));
    line.split(|symbol: char| !symbol.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn output() -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_microcontroller")).output().expect("the program can be started");
    assert!(run.status.success(), "{run:?}");
    String::from_utf8(run.stdout).expect("the output is text")
}

#[test]
fn a_world_in_steady_state_takes_no_more_of_the_heap() {
    let output = output();
    let [early, late, last] = ["100 steps: ", "1000 steps: ", "10000 steps: "].map(|start| numbers(&output, start));
    // Eight drops per step, each of which falls for 15 steps and becomes two sparks of 12.
    assert_eq!([early[0], late[0], last[0]], [8 * (15 + 2 * 12); 3], "{output}");
    assert_eq!([late[2], last[2]], [early[2]; 2], "{output}");
    assert_ne!(late[1], last[1], "the picture changes: {output}");
}

#[test]
fn a_new_world_allocates_nothing_of_its_own() {
    let output = output();
    let [start, new] = ["a heap of ", "a new world: "].map(|start| numbers(&output, start));
    // The buffer for printing is allocated by then.
    assert_eq!((start[0], new[0]), (32 * 1024, 0), "{output}");
    assert!(start[1] - new[2] < 2 * 1024, "{output}");
}
