//! Edits of columns. Rows are matched by entity, so that a row that only moved is not written again.
//!
//! ```text
//! old    4: 01 01   2: 02 02   9: 03 03
//! new    9: 03 03   4: 05 05                the row of 9 only moved, that of 4 has other bytes, that of 2 is removed
//!
//! edit   01                 the entities differ, the unseen rows do not
//!        02 02 00 12 09     the entities, from an empty list: 2 of them, 9, then -5
//!        03                 each row that follows has 2 bytes
//!        01  01 05 05       one row has changed: after a gap of 1, its bytes
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::super::bytes::{Bytes, CodeError, write_number};
use super::super::parts::{Column, Rows};
use super::damaged;
use super::numbers::{Gaps, read_lists, read_numbers, write_lists, write_numbers};

/// Sentinel in a table of rows: the column lacks the entity.
const NONE: u32 = u32::MAX;

/// The row of each entity of a column, by index; `NONE` for other entities.
///
/// Takes memory in proportion to the highest index. Runs in **O(entities + highest index)** time.
fn rows_of(entities: &[u32]) -> Vec<u32> {
    let slots = entities.iter().max().map_or(0, |last| *last as usize + 1);
    let mut rows = vec![NONE; slots];
    for (row, entity) in (0..).zip(entities) {
        rows[*entity as usize] = row;
    }
    rows
}

/// The row of an entity in a table of rows; `None` if the column lacks the entity.
fn row_of(rows: &[u32], entity: u32) -> Option<usize> {
    rows.get(entity as usize).filter(|row| **row != NONE).map(|row| *row as usize)
}

/// The rows that differ between two columns of the same entities.
///
/// If rows have one size, 64 of them are compared at a time by one comparison of memory, so a column in which little changed costs little
/// more than reading it. Runs in **O(bytes)** time.
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

/// Appends the edit of a column.
///
/// If the entities and their order are the same, rows are compared in place; otherwise each row is compared with the former row of its
/// entity.
pub(super) fn write_column(old: &Column, new: &Column, edit: &mut Vec<u8>) {
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

/// Applies an edit that [`write_column`] wrote.
///
/// # Errors
///
/// If the edit refers to a row that does not exist, or bytes are missing.
pub(super) fn read_column(old: &Column, edit: &mut Bytes<'_>) -> Result<Column, CodeError> {
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
        let row = gaps.read(entities.len() as u64, edit)?;
        changed.push((row, read_row(edit)?));
    }
    // Each old row is taken once, so that an entity that is listed many times does not multiply its memory.
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
