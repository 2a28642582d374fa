//! Differences between parts as bytes, and parts from them. Knows no world.
//!
//! Numbers are those of [`write_number`]: one byte below 128. *Gaps* are the distances between ascending numbers, less one.
//!
//! | edit of | is |
//! |---|---|
//! | numbers | how: 0 by position, 1 as a set, 2 by position from nothing. By position: the new length, the number of positions that differ, the gap and the value of each, and the values behind the old length; each value as the difference from the one before. As a set, if both ascend: the number and the gaps of what is removed, and of what is added |
//! | a column | bits: 1 if the entities differ, 2 if the unseen rows do; these edits; the size of rows plus one, or 0 if they differ; the number of rows that differ of entities that the column had, the gap and the bytes of each; the bytes of the others |
//! | lists | the number of lists that differ; the gap and the edit of each |
//! | the order of a relation | edits of nodes, sources and vacant nodes |
//! | a value | the new length, the number of runs of bytes that differ; the gap, the length and the bytes of each; the bytes behind the old length |
//!
//! - **I1** Reading an edit takes memory in proportion to the old part and the edit: no length is believed that its bytes do not bear out.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::bytes::{Bytes, CodeError, write_number};
use super::parts::{Column, Order, Part, Rows};

/// Number of equal bytes between two runs up to which they are one: a further run costs at least as much.
const JOINED: usize = 2;

/// Entities that a column lacks in a table of rows.
const NONE: u32 = u32::MAX;

fn damaged(what: &str) -> CodeError {
    CodeError(what.to_string())
}

/// Appends the difference between two parts of one kind.
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

/// Makes the new part of an old one.
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

/// Writes ascending numbers as gaps.
struct Gaps(u64);

impl Gaps {
    fn write(&mut self, number: usize, edit: &mut Vec<u8>) {
        write_number(edit, number as u64 - self.0);
        self.0 = number as u64 + 1;
    }

    /// The next number, if it is below a length.
    fn read(&mut self, below: usize, edit: &mut Bytes<'_>) -> Result<usize, CodeError> {
        let number = self.0.checked_add(edit.number()?).filter(|number| *number < below as u64);
        let number = number.ok_or_else(|| damaged("a position is behind the end"))?;
        self.0 = number + 1;
        usize::try_from(number).map_err(|_| damaged("a position is behind the end"))
    }
}

/// Writes numbers as differences from the one before.
struct Steps(u32);

impl Steps {
    fn write(&mut self, number: u32, edit: &mut Vec<u8>) {
        let step = i64::from(number) - i64::from(self.0);
        write_number(edit, (step << 1 ^ step >> 63).cast_unsigned());
        self.0 = number;
    }

    fn read(&mut self, edit: &mut Bytes<'_>) -> Result<u32, CodeError> {
        let step = edit.number()?;
        let step = (step >> 1).cast_signed() ^ -(step & 1).cast_signed();
        let number = i64::from(self.0).checked_add(step).and_then(|number| u32::try_from(number).ok());
        self.0 = number.ok_or_else(|| damaged("a number is out of range"))?;
        Ok(self.0)
    }
}

fn is_ascending(numbers: &[u32]) -> bool {
    numbers.windows(2).all(|pair| pair[0] < pair[1])
}

fn write_numbers(old: &[u32], new: &[u32], edit: &mut Vec<u8>) {
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

fn keep_shorter(start: usize, other: Vec<u8>, edit: &mut Vec<u8>) {
    if other.len() < edit.len() - start {
        edit.truncate(start);
        edit.extend(other);
    }
}

fn read_numbers(old: &[u32], edit: &mut Bytes<'_>) -> Result<Vec<u32>, CodeError> {
    match edit.take(1)? {
        [0] => read_positions(old, edit),
        [1] => read_set(old, edit),
        [2] => read_positions(&[], edit),
        _ => Err(damaged("an edit is of an unknown kind")),
    }
}

fn write_positions(old: &[u32], new: &[u32], edit: &mut Vec<u8>) {
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
        let at = gaps.read(new.len(), edit)?;
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

fn read_set(old: &[u32], edit: &mut Bytes<'_>) -> Result<Vec<u32>, CodeError> {
    if !is_ascending(old) {
        return Err(damaged("numbers do not ascend"));
    }
    let mut gaps = || {
        let (mut numbers, mut gaps) = (Vec::new(), Gaps(0));
        for _ in 0..edit.number()? {
            numbers.push(u32::try_from(gaps.read(NONE as usize, edit)?).unwrap_or(NONE));
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

fn write_lists(old: &[Vec<u32>], new: &[Vec<u32>], edit: &mut Vec<u8>) {
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
fn read_lists(old: &[Vec<u32>], length: usize, edit: &mut Bytes<'_>) -> Result<Vec<Vec<u32>>, CodeError> {
    let mut new = old.get(..length.min(old.len())).unwrap_or_default().to_vec();
    new.resize_with(length, Vec::new);
    let mut gaps = Gaps(0);
    for _ in 0..edit.number()? {
        let at = gaps.read(length, edit)?;
        new[at] = read_numbers(&new[at], edit)?;
    }
    Ok(new)
}

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

/// The row of each entity of a column, by index; `NONE` for others.
fn rows_of(entities: &[u32]) -> Vec<u32> {
    let slots = entities.iter().max().map_or(0, |last| *last as usize + 1);
    let mut rows = vec![NONE; slots];
    for (row, entity) in (0..).zip(entities) {
        rows[*entity as usize] = row;
    }
    rows
}

fn row_of(rows: &[u32], entity: u32) -> Option<usize> {
    rows.get(entity as usize).filter(|row| **row != NONE).map(|row| *row as usize)
}

/// The rows that differ in two columns of the same entities. Of rows of one size, 64 are compared at a time.
fn rows_that_differ(old: &Rows, new: &Rows) -> Vec<usize> {
    let mut differ = Vec::new();
    let size = old.size().filter(|size| new.size() == Some(*size));
    for first in (0..new.len()).step_by(64) {
        let end = new.len().min(first + 64);
        let is_same = size.is_some_and(|size| {
            let block = first * size..end * size;
            old.bytes.get(block.clone()) == new.bytes.get(block)
        });
        if !is_same {
            differ.extend((first..end).filter(|row| old.get(*row) != new.get(*row)));
        }
    }
    differ
}

fn write_column(old: &Column, new: &Column, edit: &mut Vec<u8>) {
    let (entities, unseen) = (old.entities != new.entities, old.unseen != new.unseen);
    edit.push(u8::from(entities) | u8::from(unseen) << 1);
    if entities {
        write_numbers(&old.entities, &new.entities, edit);
    }
    if unseen {
        write_lists(&old.unseen, &new.unseen, edit);
    }
    let (mut changed, mut added) = (Vec::new(), Vec::new());
    if entities {
        let table = rows_of(&old.entities);
        for (row, entity) in new.entities.iter().enumerate() {
            match row_of(&table, *entity) {
                Some(before) if old.rows.get(before) == new.rows.get(row) => {}
                Some(_) => changed.push(row),
                None => added.push(row),
            }
        }
    } else {
        changed = rows_that_differ(&old.rows, &new.rows);
    }
    let mut sizes = changed.iter().chain(&added).map(|row| new.rows.get(*row).len());
    let size = sizes.next().filter(|first| sizes.all(|size| size == *first));
    write_number(edit, size.map_or(0, |size| size as u64 + 1));
    write_number(edit, changed.len() as u64);
    let mut gaps = Gaps(0);
    let mut write_row = |row: usize, gaps: Option<&mut Gaps>| {
        let bytes = new.rows.get(row);
        if let Some(gaps) = gaps {
            gaps.write(row, edit);
        }
        if size.is_none() {
            write_number(edit, bytes.len() as u64);
        }
        edit.extend_from_slice(bytes);
    };
    for row in changed {
        write_row(row, Some(&mut gaps));
    }
    for row in added {
        write_row(row, None);
    }
}

fn read_column(old: &Column, edit: &mut Bytes<'_>) -> Result<Column, CodeError> {
    let [bits @ 0..=3] = edit.take(1)? else { return Err(damaged("an edit is of an unknown kind")) };
    let is_edited = |bit| bits & bit != 0;
    let entities = if is_edited(1) { read_numbers(&old.entities, edit)? } else { old.entities.clone() };
    let unseen = if is_edited(2) { read_lists(&old.unseen, old.unseen.len(), edit)? } else { old.unseen.clone() };
    let size = edit.number()?.checked_sub(1);
    let read_row = |edit: &mut Bytes<'_>| {
        let size = size.map_or_else(|| edit.number(), Ok)?;
        edit.take(usize::try_from(size).map_err(|_| damaged("a row is too long"))?).map(<[u8]>::to_vec)
    };
    let (mut changed, mut gaps) = (Vec::new(), Gaps(0));
    for _ in 0..edit.number()? {
        let row = gaps.read(entities.len(), edit)?;
        changed.push((row, read_row(edit)?));
    }
    // Each row is taken once, so that an entity that is listed often takes no more memory than one.
    let mut table = rows_of(&old.entities);
    let (mut rows, mut changed) = (Rows::default(), changed.into_iter().peekable());
    for (row, entity) in entities.iter().enumerate() {
        let before = table.get_mut(*entity as usize).map(|before| mem::replace(before, NONE));
        let before = before.filter(|before| *before != NONE);
        match (changed.next_if(|(changed, _)| *changed == row), before) {
            (Some((_, bytes)), _) => rows.push(&bytes),
            (None, Some(before)) => rows.push(old.rows.get(before as usize)),
            (None, None) => rows.push(&read_row(edit)?),
        }
    }
    Ok(Column { entities, rows, unseen })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence of pseudo-random numbers.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
        }
    }

    #[track_caller]
    fn leads_to(old: &Part, new: &Part) -> usize {
        let mut edit = Vec::new();
        write_part(old, new, &mut edit);
        let mut bytes = Bytes::new(&edit);
        assert_eq!(&read_part(old, &mut bytes).expect("it was written"), new);
        assert!(bytes.is_empty());
        for end in 0..edit.len() {
            assert!(read_part(old, &mut Bytes::new(&edit[..end])).is_err(), "{end} of {} bytes", edit.len());
        }
        edit.len()
    }

    #[test]
    fn numbers_come_back() {
        let mut random = Random(1);
        for length in [0, 1, 2, 3, 10, 100] {
            for other in [0, 1, 2, 3, 10, 100] {
                let [old, new] = [length, other].map(|length| (0..length).map(|_| random.below(u32::MAX)).collect());
                leads_to(&Part::Numbers(old), &Part::Numbers(new));
                let [old, new] = [length, other].map(|length| {
                    let mut numbers: Vec<_> = (0..length).map(|_| random.below(200)).collect();
                    numbers.sort_unstable();
                    numbers.dedup();
                    numbers
                });
                leads_to(&Part::Numbers(old), &Part::Numbers(new));
            }
        }
        leads_to(&Part::Numbers(vec![0, u32::MAX]), &Part::Numbers(vec![u32::MAX, 0, u32::MAX]));
    }

    #[test]
    fn few_changes_are_few_bytes() {
        let all: Vec<u32> = (0..1_000).collect();
        let without = |gone: u32| all.iter().copied().filter(|number| *number != gone).collect::<Vec<_>>();
        assert!(leads_to(&Part::Numbers(all.clone()), &Part::Numbers(without(500))) <= 6, "a set");
        let mut swapped = all.clone();
        swapped.swap_remove(500);
        assert!(leads_to(&Part::Numbers(all.clone()), &Part::Numbers(swapped)) <= 10, "positions");
        assert_eq!(leads_to(&Part::Numbers(all), &Part::Numbers(vec![])), 3, "nothing");
    }

    #[test]
    fn runs_of_bytes_are_joined() {
        let old = vec![0; 40];
        let length = |equal: usize| {
            let mut new = old.clone();
            (new[10], new[11 + equal]) = (1, 1);
            leads_to(&Part::Value(old.clone()), &Part::Value(new))
        };
        // A length, the number of runs, and for each its gap, its length and its bytes.
        assert_eq!([0, 1, 2, 3, 4, 5].map(length), [6, 7, 8, 8, 8, 8]);
        for length in [0, 1, 2, 3, 39, 40, 41, 200] {
            leads_to(&Part::Value(old.clone()), &Part::Value(vec![1; length]));
        }
    }

    fn column(rows: &[(u32, &[u8])]) -> Part {
        let mut column = Column { unseen: vec![vec![], vec![0]], ..Column::default() };
        for (entity, row) in rows {
            column.entities.push(*entity);
            column.rows.push(row);
        }
        Part::Column(column)
    }

    #[test]
    fn columns_come_back() {
        let old = column(&[(4, &[1, 1]), (2, &[2, 2]), (9, &[3, 3])]);
        leads_to(&old, &column(&[]));
        leads_to(&column(&[]), &old);
        leads_to(&old, &column(&[(4, &[1, 1]), (9, &[3, 3])]));
        leads_to(&old, &column(&[(9, &[3, 3]), (4, &[5, 5]), (2, &[2, 2]), (0, &[7, 7])]));
        leads_to(&old, &column(&[(9, &[3]), (4, &[]), (2, &[2, 2, 2])]));
        leads_to(&old, &column(&[(4, &[1, 1]), (2, &[2, 7]), (9, &[3, 3])]));
        leads_to(&old, &column(&[(4, &[1, 1]), (2, &[2, 2, 2]), (9, &[3])]));
        leads_to(&column(&[(4, &[]), (2, &[])]), &column(&[(4, &[]), (2, &[2])]));
        leads_to(&column(&[(1, &[])]), &column(&[(2, &[]), (1, &[])]));
    }

    #[test]
    fn changed_rows_are_found_wherever_they_are() {
        for count in [1, 2, 3, 63, 64, 65, 127, 128, 129, 200] {
            let rows: Vec<_> = (0..count).map(|entity| (entity, &[1_u8, 1][..])).collect();
            let old = column(&rows);
            for at in [0, 1, 2, 62, 63, 64, 65, 127, 128, count - 1].into_iter().filter(|at| *at < count) {
                for changed in [&[2_u8, 1][..], &[1, 2], &[1], &[1, 1, 1]] {
                    let mut rows = rows.clone();
                    rows[at as usize].1 = changed;
                    leads_to(&old, &column(&rows));
                    leads_to(&column(&rows), &old);
                }
            }
        }
    }

    #[test]
    fn lengths_that_the_bytes_do_not_bear_out_are_refused() {
        let mut long = vec![0];
        write_number(&mut long, u64::MAX);
        write_number(&mut long, 0);
        assert!(read_part(&Part::Numbers(vec![1, 2]), &mut Bytes::new(&long)).is_err());
        assert!(read_part(&Part::Value(vec![1, 2]), &mut Bytes::new(&long[1..])).is_err());
        // An entity that is listed often takes the row of its first listing once.
        let old = column(&[(4, &[1; 100])]);
        let mut edit = vec![1, 2];
        write_positions(&[], &[4; 50], &mut edit);
        edit.extend([0, 0]);
        assert!(read_part(&old, &mut Bytes::new(&edit)).is_err());
    }
}
