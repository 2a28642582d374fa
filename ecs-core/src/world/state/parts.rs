//! A state as parts of numbers and bytes, which deltas compare and change. The parts are those of a save.
//!
//! The edits of deltas ([`edit`](super::edit)) only handle numbers and bytes. Parts are in a fixed order, so each is identified by its
//! number, and two worlds of one declaration have the same parts.
//!
//! | number | part |
//! |---|---|
//! | 0, 1 | generations; free slots |
//! | then one per column | entities, rows of bytes, unseen rows |
//! | one per relation | its order |
//! | one per view | its list, empty if it has none |
//! | one per value | its bytes |
//! | one per view | its deferred changes, empty if there are none |
//! | the last three | reserved handles, pending commands, the rest |

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use serde::Serialize;

use super::bytes::{CodeError, encode};
use super::{Rest, Visitor, visit};
use crate::codec::{Encoded, SaveAs};
use crate::relation::SavedOrder;
use crate::storage::{Storage, Values};
use crate::view::Deferred;
use crate::world::saves::{ColumnWriter, SaveCommands, SaveWorld, reserved, unseen};
use crate::world::{Core, Token};

/// A part of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Generations, free slots, or the list of a view.
    Numbers(Vec<u32>),
    /// The values of a component, or of its past.
    Column(Column),
    /// The order of a relation.
    Order(Order),
    /// A value, or state that belongs to no entry.
    Value(Vec<u8>),
}

/// The entities of a column, their values, and the rows that each system has not seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Column {
    /// The index of the entity of each row.
    pub(super) entities: Vec<u32>,
    /// The bytes of each row, in the same order.
    pub(super) rows: Rows,
    /// The rows that a system has not seen, ascending; a list per system that reads changes of the component.
    pub(super) unseen: Vec<Vec<u32>>,
}

/// The bytes of the values of a column.
///
/// Values of most types are encoded with one size. Only if the sizes differ, the end of each row is stored.
///
/// ```text
/// push "ab"   bytes ab        len 1   size 2   ends
/// push "cd"   bytes abcd      len 2   size 2   ends
/// push "e"    bytes abcde     len 3   size 2   ends 2 4 5      the first row of another size
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) bytes: Vec<u8>,
    /// Number of rows. It cannot be computed if the size of rows is zero.
    len: usize,
    /// The size of the first row.
    size: usize,
    /// The end of each row; empty while all rows have the size of the first.
    ends: Vec<usize>,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The size of each row, if all rows have the same size.
    pub(super) fn size(&self) -> Option<usize> {
        self.ends.is_empty().then_some(self.size)
    }

    /// The bytes of a row; empty if there is no such row. Runs in **O(1)** time.
    pub(super) fn get(&self, row: usize) -> &[u8] {
        let bytes = if self.ends.is_empty() {
            let start = row.checked_mul(self.size).filter(|_| row < self.len);
            start.and_then(|start| self.bytes.get(start..)?.get(..self.size))
        } else {
            let start = row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
            self.ends.get(row).and_then(|end| self.bytes.get(start..*end))
        };
        bytes.unwrap_or_default()
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: &[u8]) {
        self.bytes.extend_from_slice(row);
        self.end_row();
    }

    /// Makes a row of the bytes that were appended since the last row.
    ///
    /// At the first row of another size, the ends of all rows before it are stored: **O(rows)**, once.
    fn end_row(&mut self) {
        let end = self.bytes.len();
        if self.len == 0 {
            self.size = end;
        }
        if self.ends.is_empty() && end != (self.len + 1) * self.size {
            self.ends.extend((1..=self.len).map(|row| row * self.size));
        }
        self.len += 1;
        // Not empty once a row has had another size than the first.
        if !self.ends.is_empty() {
            self.ends.push(end);
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        (self.len, self.size) = (0, 0);
    }
}

/// The order of a relation: the entity and the sources of each node, and the vacant nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// The index of the entity of each node plus one, or 0 if the node is vacant.
    pub(super) nodes: Vec<u32>,
    /// The sources of each node, in the order in which they were linked.
    pub(super) sources: Vec<Vec<u32>>,
    /// The numbers of the vacant nodes.
    pub(super) vacant: Vec<u32>,
}

impl Order {
    /// Converts an order to numbers.
    ///
    /// ```text
    /// saved      [(Some(3), [5, 6]), (None, [])]   vacant [1]
    /// numbers    nodes [4, 0]    sources [[5, 6], []]    vacant [1]
    /// ```
    fn of((nodes, vacant): &SavedOrder) -> Self {
        // There are fewer than 2^32 slots, so no index is `u32::MAX`.
        let entities = nodes.iter().map(|(entity, _)| entity.map_or(0, |index| index.saturating_add(1)));
        let sources = nodes.iter().map(|(_, sources)| sources.clone());
        Self { nodes: entities.collect(), sources: sources.collect(), vacant: vacant.clone() }
    }

    /// The inverse of [`of`](Self::of). Whether the order is valid is checked when an index is made from it.
    pub(super) fn into_saved(self) -> SavedOrder {
        let entities = self.nodes.into_iter().map(|node| node.checked_sub(1));
        (entities.zip(self.sources).collect(), self.vacant)
    }
}

/// The parts before the columns.
const ENTITIES: [&str; 2] = ["generations", "free slots"];

/// The number of the first column among the parts.
pub(super) const FIRST_COLUMN: usize = ENTITIES.len();

/// The number of the first value among the parts.
pub(super) fn first_value<W: SaveWorld>() -> usize {
    FIRST_COLUMN + W::COLUMNS.len() + W::RELATIONS.len() + W::VIEWS.len()
}

/// The number of the pending commands among the parts.
pub(super) fn number_of_commands<W: SaveWorld>() -> usize {
    // After the values, there are the deferred changes of each view, and the reserved handles.
    first_value::<W>() + W::VALUES.len() + W::VIEWS.len() + 1
}

/// The parts of a world, in the order of the table at the head of this module.
///
/// # Errors
///
/// If the world has something that cannot be saved, or a value refuses to be serialised.
pub(super) fn parts_of<W: SaveWorld>(world: &W) -> Result<Vec<Part>, CodeError> {
    record(world, true)
}

/// The parts of a world with empty columns, which [`record_column`] fills one by one.
///
/// # Errors
///
/// The errors of [`parts_of`], except those of columns.
pub(super) fn parts_without_columns<W: SaveWorld>(world: &W) -> Result<Vec<Part>, CodeError> {
    record(world, false)
}

/// Replaces a part by the one of a column, and reuses its memory.
///
/// # Errors
///
/// If a value refuses to be serialised.
pub(super) fn record_column<W: SaveWorld>(world: &W, column: usize, part: &mut Part) -> Result<(), CodeError> {
    let Part::Column(own) = part else { return Ok(()) };
    W::__save_column(&world.__core(Token::new()).storages, column, RecordColumn(own))
        .map_err(|CodeError(error)| CodeError(format!("{}: {error}", W::COLUMNS[column].0)))
}

/// Writes a column into an existing one, whose memory it reuses.
struct RecordColumn<'a>(&'a mut Column);

impl ColumnWriter for RecordColumn<'_> {
    type Output = Result<(), CodeError>;

    fn column<S: Storage, F: SaveAs<S::Value>>(self, storage: &S) -> Self::Output {
        let Column { entities, rows, unseen: unseen_rows } = self.0;
        entities.clear();
        storage.source().add_to(entities);
        rows.clear();
        rows.bytes.reserve(storage.values() * size_of::<S::Value>());
        for value in storage.parts().1.each() {
            encode(&Encoded::<_, F>::new(value), &mut rows.bytes)?;
            rows.end_row();
        }
        *unseen_rows = unseen(storage);
        Ok(())
    }

    fn none(self) -> Self::Output {
        Ok(())
    }
}

/// Records all parts of a world. Returns the first error, with the name of its part.
fn record<W: SaveWorld>(world: &W, has_columns: bool) -> Result<Vec<Part>, CodeError> {
    let mut recorder = Recorder {
        has_columns,
        parts: Vec::new(),
        lists: vec![Vec::new(); W::VIEWS.len()],
        deferred: vec![Vec::new(); W::VIEWS.len()],
        error: None,
    };
    visit(world, &mut recorder);
    match recorder.error {
        Some((part, CodeError(error))) => Err(CodeError(part + ": " + &error)),
        None => Ok(recorder.parts),
    }
}

/// Collects the parts of a world.
///
/// The list and the deferred changes of a view are visited together, but lists and deferred changes are separate groups of parts. So both
/// are collected first.
struct Recorder {
    /// False if columns are recorded later, one by one, so that only one of them is in memory at a time.
    has_columns: bool,
    parts: Vec<Part>,
    /// The list of each view; empty if it has none.
    lists: Vec<Vec<u32>>,
    /// The encoded deferred changes of each view; empty if there are none.
    deferred: Vec<Vec<u8>>,
    /// The first error, with the name of its part.
    error: Option<(String, CodeError)>,
}

impl Recorder {
    /// Adds the lists, which come before the values.
    fn finish_views(&mut self) {
        self.parts.extend(mem::take(&mut self.lists).into_iter().map(Part::Numbers));
    }

    /// Appends the bytes of a value. Keeps the error, if it is the first one.
    fn encode<T: Serialize + ?Sized>(&mut self, name: &str, value: &T, bytes: &mut Vec<u8>) {
        if let Err(error) = encode(value, bytes) {
            self.error.get_or_insert((name.into(), error));
        }
    }
}

impl<W: SaveWorld> Visitor<W> for Recorder {
    fn entities(&mut self, core: &Core<W>) {
        let allocator = &core.entities.allocator;
        self.parts.push(Part::Numbers(allocator.generations().into()));
        self.parts.push(Part::Numbers(allocator.free_slots().into()));
    }

    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, column: usize, storage: &S) {
        let mut own = Column::default();
        if self.has_columns
            && let Err(error) = RecordColumn(&mut own).column::<S, F>(storage)
        {
            self.error.get_or_insert((W::COLUMNS[column].0.into(), error));
        }
        self.parts.push(Part::Column(own));
    }

    fn relation(&mut self, _: usize, order: &SavedOrder) {
        self.parts.push(Part::Order(Order::of(order)));
    }

    fn list(&mut self, view: usize, list: &[u32]) {
        self.lists[view] = list.into();
    }

    fn deferred(&mut self, view: usize, deferred: &Deferred) {
        let (Deferred { list, noted, gone, new }, mut bytes) = (deferred, Vec::new());
        self.encode("views", &(list, noted, gone, new), &mut bytes);
        self.deferred[view] = bytes;
    }

    fn value<T: Serialize>(&mut self, value: usize, it: &T) {
        if value == 0 {
            self.finish_views();
        }
        let mut bytes = Vec::new();
        self.encode(W::VALUES[value].1, it, &mut bytes);
        self.parts.push(Part::Value(bytes));
    }

    fn commands(&mut self, core: &Core<W>) {
        self.finish_views();
        let deferred = mem::take(&mut self.deferred);
        self.parts.extend(deferred.into_iter().map(Part::Value));
        let (mut bytes, mut pending) = (Vec::new(), Vec::new());
        self.encode("reserved", &reserved(core), &mut bytes);
        match SaveCommands::new(core) {
            Ok(commands) => self.encode("commands", &commands, &mut pending),
            Err(error) => _ = self.error.get_or_insert(("commands".into(), CodeError(error))),
        }
        self.parts.extend([bytes, pending].map(Part::Value));
    }

    fn rest(&mut self, rest: &Rest) {
        let mut bytes = Vec::new();
        self.encode("rest", rest, &mut bytes);
        self.parts.push(Part::Value(bytes));
    }
}
