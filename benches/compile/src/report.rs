//! Prints measurements as Markdown tables.

use std::{fs, io, path::Path};

use crate::clock::Time;
use crate::lab::Figures;
use crate::worlds::Size;

/// Prints the numbers of generated lines, which a test of the repository pins.
pub fn generated_lines() -> io::Result<()> {
    let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ecs-macros/snapshots/lines.md");
    println!("{}", fs::read_to_string(pinned)?);
    Ok(())
}

/// Prints the head of the table.
pub fn head() {
    println!("Seconds by the clock, and in parentheses those of all processors together.\n");
    println!("| world of | components | systems | first check | check after a change | release build |");
    println!("|---|--:|--:|--:|--:|--:|");
}

/// Prints the row of one world of one library.
pub fn row(library: &str, size: Size, figures: &Figures) {
    let times = [figures.first_check, figures.next_check, figures.release].map(cell);
    println!("| {library} | {} | {} | {} |", size.components, size.systems, times.join(" | "));
}

/// Prints the row of a world that a library cannot express.
pub fn refusal(library: &str, size: Size, why: &str) {
    println!("| {library} | {} | {} | {why} | | |", size.components, size.systems);
}

fn cell(time: Time) -> String {
    match time {
        Time::Took { wall, work: Some(work) } => format!("{wall:.2} ({work:.2})"),
        Time::Took { wall, work: None } => format!("{wall:.2}"),
        Time::DidNotFinish => "did not finish".into(),
        Time::Failed => "refused".into(),
    }
}
