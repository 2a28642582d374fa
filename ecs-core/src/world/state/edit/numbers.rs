//! Edits of sequences of numbers, and of lists of such sequences.
//!
//! Of the three forms that the head of `edit` describes, the shortest is written. The form by position suits sequences that grow at the end
//! or change in few places, such as lists after a `swap_remove`; the form as a set suits sorted sequences; the form from an empty sequence
//! suits those that have little in common with the old one. A form that could be the shortest is computed, which takes **O(numbers)** time,
//! or **O(numbers log numbers)** as a set.
//!
//! ```text
//! old 7 2 9 4     new 7 4 9            by position    00  03 01  01 08      3 numbers, of which one differs: after a gap of 1, 4
//!                                      from empty     02  03 00  0e 05 0a   3 numbers: 7, then -3 and +5
//! old 1 2 5 8     new 1 5 8            by position    00  03 02  01 0a  00 06
//!                                      as a set       01  01 02  00         one is removed, 2; none is added
//! ```
//!
//! A step `n` is written as `2n`, or as `-2n - 1` if it is negative: 4 as 8, and -3 as 5.

use alloc::vec;
use alloc::vec::Vec;

use super::super::bytes::{Bytes, CodeError, write_number};
use super::damaged;

/// Writes ascending numbers as gaps.
///
/// ```text
/// numbers    3 4 9
/// gaps       3 0 4      9 is 4 more than 5, the next number
/// ```
pub(super) struct Gaps(pub(super) u64);

impl Gaps {
    /// Appends the gap before a number, which must be greater than the previous one.
    pub(super) fn write(&mut self, number: usize, edit: &mut Vec<u8>) {
        write_number(edit, number as u64 - self.0);
        self.0 = number as u64 + 1;
    }

    /// Reads the next number. Fails if it is not below `below`.
    pub(super) fn read(&mut self, below: u64, edit: &mut Bytes<'_>) -> Result<usize, CodeError> {
        let number = self.0.checked_add(edit.number()?).filter(|number| *number < below);
        let number = number.ok_or_else(|| damaged("a position is behind the end"))?;
        self.0 = number + 1;
        usize::try_from(number).map_err(|_| damaged("a position is behind the end"))
    }
}

/// Writes numbers as steps: differences from the previous number, which is the field.
///
/// The sign of a step is its lowest bit, so that small steps in both directions are short.
struct Steps(u32);

impl Steps {
    pub(super) fn write(&mut self, number: u32, edit: &mut Vec<u8>) {
        let step = i64::from(number) - i64::from(self.0);
        write_number(edit, (step << 1 ^ step >> 63).cast_unsigned());
        self.0 = number;
    }

    /// Reads the next number.
    ///
    /// # Errors
    ///
    /// If it exceeds 32 bits.
    pub(super) fn read(&mut self, edit: &mut Bytes<'_>) -> Result<u32, CodeError> {
        let step = edit.number()?;
        let step = (step >> 1).cast_signed() ^ -(step & 1).cast_signed();
        let number = i64::from(self.0).checked_add(step).and_then(|number| u32::try_from(number).ok());
        self.0 = number.ok_or_else(|| damaged("a number is out of range"))?;
        Ok(self.0)
    }
}

/// Returns true if each number is greater than the previous one.
fn is_ascending(numbers: &[u32]) -> bool {
    numbers.windows(2).all(|pair| pair[0] < pair[1])
}

/// Appends the edit of a sequence, in the form that takes the fewest bytes.
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

/// Replaces what was written from `start` on by `other`, if that is shorter.
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

/// Appends the form by position. Numbers after the old end need no positions.
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

/// Reads the form by position.
///
/// # Errors
///
/// If a position exceeds the end, or numbers are missing.
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

/// Appends the form as a set. Both sequences must ascend.
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

/// Reads the form as a set.
///
/// # Errors
///
/// If the old numbers do not ascend, lack a removed number, or have an added one.
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

/// Appends the edits of the lists that differ. A list that did not exist before is edited from an empty one.
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

/// Reads `length` lists. The caller has already read data in proportion to `length`.
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
