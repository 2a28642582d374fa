//! Edits: differences between two parts, written as bytes and applied to the old part. Uses no world.
//!
//! Numbers are written by [`write_number`]: one byte if below 128. A *gap* is the distance between two ascending numbers, minus one.
//!
//! - The edit of numbers begins with its form: 0 by position, 1 as a set, 2 by position from an empty sequence. By position: the new
//!   length, the number of positions that differ, the gap and the value of each, and the values after the old length; each value as the
//!   difference from the previous one. As a set, if both sequences ascend: the number and the gaps of the removed values, then those of the
//!   added ones.
//! - The edit of a column: bits, 1 if the entities differ and 2 if the unseen rows do; the edits of these; the size of the rows that follow
//!   plus one, or 0 if their sizes differ (each row is then preceded by its length) or there are none; the number of changed rows of
//!   entities that the column had, the gap and the bytes of each; the bytes of the rows of new entities.
//! - The edit of lists: the number of lists that differ; the gap and the edit of each.
//! - The edit of the order of a relation: the edits of nodes, sources and vacant nodes.
//! - The edit of a value: the new length, the number of runs of bytes that differ; the gap, the length and the bytes of each; the bytes
//!   after the old length.
//!
//! - **I1** Reading an edit takes memory in proportion to the old part and the edit: no memory is reserved for a length that exceeds the
//!   bytes of the edit.

mod columns;
mod numbers;
#[cfg(test)]
mod tests;

use alloc::string::ToString;
use alloc::vec::Vec;

use columns::{read_column, write_column};
use numbers::{read_lists, read_numbers, write_lists, write_numbers};

use super::bytes::{Bytes, CodeError, write_number};
use super::parts::{Order, Part};

/// Maximum number of equal bytes between two runs that are joined into one.
///
/// A separate run would cost as much: its gap and its length take at least one byte each.
const JOINED: usize = 2;

/// The error for an edit that [`write_part`] cannot have written.
fn damaged(what: &str) -> CodeError {
    CodeError(what.to_string())
}

/// Appends the difference between two parts of one kind.
///
/// Runs in **O(part)** time; in **O(part log part)** if numbers are compared as sets.
pub(super) fn write_part(old: &Part, new: &Part, edit: &mut Vec<u8>) {
    match (old, new) {
        (Part::Numbers(old), Part::Numbers(new)) => write_numbers(old, new, edit),
        (Part::Column(old), Part::Column(new)) => write_column(old, new, edit),
        (Part::Order(old), Part::Order(new)) => {
            write_numbers(&old.nodes, &new.nodes, edit);
            write_lists(&old.sources, &new.sources, edit);
            write_numbers(&old.vacant, &new.vacant, edit);
        }
        (Part::Value(old), Part::Value(new)) => write_bytes(old, new, edit),
        _ => debug_assert!(false, "two worlds of one type have the same parts"),
    }
}

/// Applies an edit to an old part and returns the new one.
///
/// Reads exactly the bytes that [`write_part`] appended.
///
/// # Errors
///
/// If the edit does not lead to a valid part, or ends early.
pub(super) fn read_part(old: &Part, edit: &mut Bytes<'_>) -> Result<Part, CodeError> {
    Ok(match old {
        Part::Numbers(old) => Part::Numbers(read_numbers(old, edit)?),
        Part::Column(old) => Part::Column(read_column(old, edit)?),
        Part::Order(old) => {
            let nodes = read_numbers(&old.nodes, edit)?;
            let sources = read_lists(&old.sources, nodes.len(), edit)?;
            Part::Order(Order { nodes, sources, vacant: read_numbers(&old.vacant, edit)? })
        }
        Part::Value(old) => Part::Value(read_bytes(old, edit)?),
    })
}

/// Writes the runs of bytes that differ, and the bytes after the old end.
///
/// ```text
/// old    00 00 00 00 00 00
/// new    01 00 00 01 00 00 07 08     two bytes between those that differ are equal: one run
/// edit   08 01  00 04 01 00 00 01  07 08
///        |  |   |  |               after the old end
///        |  |   |  4 bytes
///        |  |   after a gap of 0
///        8 bytes, in which one run differs
/// ```
fn write_bytes(old: &[u8], new: &[u8], edit: &mut Vec<u8>) {
    let both = old.len().min(new.len());
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in (0..both).filter(|at| old[*at] != new[*at]) {
        match runs.last_mut() {
            Some((_, end)) if at - *end <= JOINED => *end = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    write_number(edit, new.len() as u64);
    write_number(edit, runs.len() as u64);
    let mut done = 0;
    for (start, end) in runs {
        write_number(edit, (start - done) as u64);
        write_number(edit, (end - start) as u64);
        edit.extend_from_slice(&new[start..end]);
        done = end;
    }
    edit.extend_from_slice(&new[both..]);
}

/// Applies an edit that [`write_bytes`] wrote.
///
/// # Errors
///
/// If a run exceeds the end of the value, or bytes are missing.
fn read_bytes(old: &[u8], edit: &mut Bytes<'_>) -> Result<Vec<u8>, CodeError> {
    let length = edit.length()?;
    let behind = length.saturating_sub(old.len());
    if behind > edit.len() {
        return Err(damaged("there are fewer bytes than announced"));
    }
    let mut new = old[..length.min(old.len())].to_vec();
    let mut done = 0_usize;
    for _ in 0..edit.number()? {
        let start = done.checked_add(edit.length()?);
        let count = edit.length()?;
        let run = start.and_then(|start| new.get_mut(start..)?.get_mut(..count));
        let run = run.ok_or_else(|| damaged("a position is behind the end"))?;
        run.copy_from_slice(edit.take(count)?);
        done = start.unwrap_or(done) + count;
    }
    new.extend_from_slice(edit.take(behind)?);
    Ok(new)
}
