//! Edits of sequences of numbers, and of lists of such sequences.
//!
//! There are three forms, as the head of `edit` says, and the shortest one is written. By position
//! suits what grows at its end or changes in few places, as lists do after a `swap_remove`; as a set,
//! what is sorted; from nothing, what has little in common with its former self. All of them are
//! computed, which costs **O(numbers)** each, and **O(numbers log numbers)** as a set.
//!
//! ```text
//! old 7 2 9 4     new 7 4 9            by position    00  03 01  01 08      3 numbers, of which one differs: behind a gap of 1, 4
//!                                      from nothing   02  03 00  0e 05 0a   3 numbers: 7, then -3 and +5
//! old 1 2 5 8     new 1 5 8            by position    00  03 02  01 0a  00 06
//!                                      as a set       01  01 02  00         one is removed, 2; none is added
//! ```
//!
//! A step is written twice as large, or twice as large less one if it is negative: 4 is 8, and -3 is 5.

use alloc::vec;
use alloc::vec::Vec;

use super::super::bytes::{Bytes, CodeError, write_number};
use super::damaged;

/// Writes ascending numbers as gaps.
///
/// ```text
/// numbers    3 4 9
/// gaps       3 0 4      9 is 4 behind the 5 that would come next
/// ```
pub(super) struct Gaps(pub(super) u64);

impl Gaps {
    /// The numbers of one sequence ascend.
    pub(super) fn write(&mut self, number: usize, edit: &mut Vec<u8>) {
        write_number(edit, number as u64 - self.0);
        self.0 = number as u64 + 1;
    }

    /// The next number, if it is below a length.
    pub(super) fn read(&mut self, below: u64, edit: &mut Bytes<'_>) -> Result<usize, CodeError> {
        let number = self.0.checked_add(edit.number()?).filter(|number| *number < below);
        let number = number.ok_or_else(|| damaged("a position is behind the end"))?;
        self.0 = number + 1;
        usize::try_from(number).map_err(|_| damaged("a position is behind the end"))
    }
}

/// Writes numbers as differences from the one before.
///
/// The number is the one before. A step is written with its sign in the lowest bit, so that small steps
/// in both directions are short.
struct Steps(u32);

impl Steps {
    pub(super) fn write(&mut self, number: u32, edit: &mut Vec<u8>) {
        let step = i64::from(number) - i64::from(self.0);
        write_number(edit, (step << 1 ^ step >> 63).cast_unsigned());
        self.0 = number;
    }

    /// # Errors
    ///
    /// If the number is not one of 32 bits.
    pub(super) fn read(&mut self, edit: &mut Bytes<'_>) -> Result<u32, CodeError> {
        let step = edit.number()?;
        let step = (step >> 1).cast_signed() ^ -(step & 1).cast_signed();
        let number = i64::from(self.0).checked_add(step).and_then(|number| u32::try_from(number).ok());
        self.0 = number.ok_or_else(|| damaged("a number is out of range"))?;
        Ok(self.0)
    }
}

/// Returns true if each number is greater than the one before.
fn is_ascending(numbers: &[u32]) -> bool {
    numbers.windows(2).all(|pair| pair[0] < pair[1])
}

/// Writes the form that takes the fewest bytes.
pub(super) fn write_numbers(old: &[u32], new: &[u32], edit: &mut Vec<u8>) {
    let start = edit.len();
    edit.push(0);
    write_positions(old, new, edit);
    if !old.is_empty() && is_ascending(old) && is_ascending(new) {
        let mut set = vec![1];
        write_set(old, new, &mut set);
        keep_shorter(start, set, edit);
    }
    if !old.is_empty() && new.len() < edit.len() - start {
        let mut whole = vec![2];
        write_positions(&[], new, &mut whole);
        keep_shorter(start, whole, edit);
    }
}

/// Replaces what was written from `start` on, if the other form is shorter.
fn keep_shorter(start: usize, other: Vec<u8>, edit: &mut Vec<u8>) {
    if other.len() < edit.len() - start {
        edit.truncate(start);
        edit.extend(other);
    }
}

pub(super) fn read_numbers(old: &[u32], edit: &mut Bytes<'_>) -> Result<Vec<u32>, CodeError> {
    match edit.take(1)? {
        [0] => read_positions(old, edit),
        [1] => read_set(old, edit),
        [2] => read_positions(&[], edit),
        _ => Err(damaged("an edit is of an unknown kind")),
    }
}

/// Numbers behind the old end need no positions.
pub(super) fn write_positions(old: &[u32], new: &[u32], edit: &mut Vec<u8>) {
    let differ = || (0..old.len().min(new.len())).filter(|at| old[*at] != new[*at]);
    let (mut gaps, mut steps) = (Gaps(0), Steps(0));
    write_number(edit, new.len() as u64);
    write_number(edit, differ().count() as u64);
    for at in differ() {
        gaps.write(at, edit);
        steps.write(new[at], edit);
    }
    for number in new.get(old.len()..).unwrap_or_default() {
        steps.write(*number, edit);
    }
}

/// # Errors
///
/// If a position is behind the end, or numbers are missing.
fn read_positions(old: &[u32], edit: &mut Bytes<'_>) -> Result<Vec<u32>, CodeError> {
    let length = edit.length()?;
    let behind = length.saturating_sub(old.len());
    if behind > edit.len() {
        return Err(damaged("there are fewer numbers than announced"));
    }
    let mut new = Vec::with_capacity(length);
    new.extend_from_slice(&old[..length.min(old.len())]);
    let (mut gaps, mut steps) = (Gaps(0), Steps(0));
    for _ in 0..edit.number()? {
        let at = gaps.read(new.len() as u64, edit)?;
        new[at] = steps.read(edit)?;
    }
    for _ in 0..behind {
        new.push(steps.read(edit)?);
    }
    Ok(new)
}

/// Both ascend.
fn write_set(old: &[u32], new: &[u32], edit: &mut Vec<u8>) {
    for (from, without) in [(old, new), (new, old)] {
        let only = || from.iter().filter(|number| without.binary_search(number).is_err());
        write_number(edit, only().count() as u64);
        let mut gaps = Gaps(0);
        for number in only() {
            gaps.write(*number as usize, edit);
        }
    }
}

/// # Errors
///
/// If the old numbers do not ascend, or lack what is removed, or have what is added.
fn read_set(old: &[u32], edit: &mut Bytes<'_>) -> Result<Vec<u32>, CodeError> {
    if !is_ascending(old) {
        return Err(damaged("numbers do not ascend"));
    }
    let mut gaps = || {
        let (mut numbers, mut gaps) = (Vec::new(), Gaps(0));
        for _ in 0..edit.number()? {
            numbers.push(u32::try_from(gaps.read(1 << 32, edit)?).unwrap_or(u32::MAX));
        }
        Ok(numbers)
    };
    let (removed, added): (Vec<u32>, Vec<u32>) = (gaps()?, gaps()?);
    let mut new = Vec::with_capacity(old.len() + added.len());
    let (mut removed, mut added) = (removed.into_iter().peekable(), added.into_iter().peekable());
    for number in old {
        while let Some(next) = added.next_if(|next| next < number) {
            new.push(next);
        }
        if removed.next_if_eq(number).is_none() {
            new.push(*number);
        }
    }
    new.extend(added);
    if removed.peek().is_some() || !is_ascending(&new) {
        return Err(damaged("a set lacks what is removed, or has what is added"));
    }
    Ok(new)
}

/// A list that was not there before is edited from an empty one.
pub(super) fn write_lists(old: &[Vec<u32>], new: &[Vec<u32>], edit: &mut Vec<u8>) {
    let of_old = |at: usize| old.get(at).map_or(&[][..], Vec::as_slice);
    let differ = || (0..new.len()).filter(|at| of_old(*at) != new[*at]);
    write_number(edit, differ().count() as u64);
    let mut gaps = Gaps(0);
    for at in differ() {
        gaps.write(at, edit);
        write_numbers(of_old(at), &new[at], edit);
    }
}

/// Reads so many lists, which the numbers that were read before bear out.
pub(super) fn read_lists(old: &[Vec<u32>], length: usize, edit: &mut Bytes<'_>) -> Result<Vec<Vec<u32>>, CodeError> {
    let mut new = old.get(..length.min(old.len())).unwrap_or_default().to_vec();
    new.resize_with(length, Vec::new);
    let mut gaps = Gaps(0);
    for _ in 0..edit.number()? {
        let at = gaps.read(length as u64, edit)?;
        new[at] = read_numbers(&new[at], edit)?;
    }
    Ok(new)
}
