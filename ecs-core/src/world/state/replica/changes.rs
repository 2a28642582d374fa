//! The changes from one state of another world to the next: the entities that died or are new, and the values of each component.
//!
//! ```text
//! before   0v1 Health(3)   1v1 Health(8)                 gone      1v1
//! after    0v1 Health(2)   1v3 Health(8)                 new       1v3
//!                                                        Health    set 0v1 and 1v3, of which 0v1 had another value
//! ```
//!
//! Both states are given as parts, in which values are bytes, so values are compared without their types. Only two kinds of values are
//! decoded: those that are inserted, and those that did not change but may refer to a new entity, for which this world had no handle
//! before.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::any::Any;

use super::super::bytes::CodeError;
use super::super::load::decode_rows;
use super::super::parts::{Column, FIRST_COLUMN, Part, Rows};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::saves::{LoadWorld, SaveWorld};
use crate::world::{EachComponent, EcsWorld, Holds, each};

/// The changes of the other world.
pub(super) struct Changes {
    /// The entities that were alive before and are not any more, as handles of the other world.
    pub(super) gone: Vec<Entity>,
    /// The entities that are alive now and were not before. If a slot was used again, its former entity is in `gone` and its present one in
    /// `new`.
    pub(super) new: Vec<Entity>,
    /// The changes of the columns that differ; of all columns if an entity is new, since any may refer to it.
    pub(super) columns: Vec<ColumnChange>,
}

/// The changes of one component.
pub(super) struct ColumnChange {
    pub(super) component: usize,
    /// The entities that lost the component and are alive in both states. Despawned entities lose all values anyway.
    pub(super) removed: Vec<Entity>,
    /// The entities into which a value is inserted.
    pub(super) set: Vec<Entity>,
    /// The values, in the order of `set`: a `Vec` of the component.
    pub(super) values: Option<Box<dyn Any>>,
    /// The entities of `set` that had a value before.
    pub(super) replaced: Vec<Entity>,
}

/// The live entity of each slot, from the part with the generations; `None` for slots with an even generation, which are free. Runs in
/// **O(slots)** time.
fn living(generations: Option<&Part>) -> Vec<Option<Entity>> {
    let Some(Part::Numbers(generations)) = generations else { return Vec::new() };
    (0..).zip(generations).map(|(index, generation)| Entity::new(index, *generation)).collect()
}

/// The changes from one state to another. `before` may be empty, for a state without entities.
///
/// Entities are compared by slot and generation, values in their encoded form. Pasts are ignored, since the world keeps its own. Runs in
/// **O(slots + values · log values)** time.
pub(super) fn changes_of<W: SaveWorld + LoadWorld>(before: &[Part], after: &[&Part]) -> Result<Changes, CodeError> {
    let (was, is) = (living(before.first()), living(after.first().copied()));
    let only = |from: &[Option<Entity>], other: &[Option<Entity>]| {
        let alive = from.iter().enumerate().filter(|(index, entity)| other.get(*index) != Some(entity));
        alive.filter_map(|(_, entity)| *entity).collect()
    };
    let (gone, new): (Vec<Entity>, Vec<Entity>) = (only(&was, &is), only(&is, &was));
    let (recycled, arrived) = (&new, new.iter().copied().collect());
    let (mut columns, none) = (Vec::new(), Column::default());
    for (column, (_, component)) in W::COLUMNS.iter().enumerate() {
        let is_past = W::COLUMNS[..column].iter().any(|(_, own)| own == component);
        let old = before.get(FIRST_COLUMN + column).and_then(as_column).unwrap_or(&none);
        let Some(new) = after.get(FIRST_COLUMN + column).copied().and_then(as_column) else { continue };
        // If a slot was used again, its new entity may have a value that equals the former one.
        if !is_past && (old != new || !recycled.is_empty()) {
            columns.push(column_change::<W>(column, *component, (old, &was), (new, &is), &arrived)?);
        }
    }
    Ok(Changes { gone, new, columns })
}

fn as_column(part: &Part) -> Option<&Column> {
    match part {
        Part::Column(column) => Some(column),
        _ => None,
    }
}

/// A column, and the live entities by index.
type Living<'a> = (&'a Column, &'a [Option<Entity>]);

/// The changes of one column. Rows are matched by entity, not by position, so reordering a storage is no change. Fails if a value cannot be
/// decoded.
fn column_change<W: LoadWorld>(
    column: usize,
    component: usize,
    (old, was): Living<'_>,
    (new, is): Living<'_>,
    arrived: &BTreeSet<Entity>,
) -> Result<ColumnChange, CodeError> {
    let of = |living: &[Option<Entity>], index: u32| living.get(index as usize).copied().flatten();
    let mut rows: BTreeMap<Entity, usize> = BTreeMap::new();
    for (row, index) in old.entities.iter().enumerate() {
        rows.extend(of(was, *index).map(|entity| (entity, row)));
    }
    let mut change =
        ColumnChange { component, removed: Vec::new(), set: Vec::new(), values: None, replaced: Vec::new() };
    let (mut set, mut same) = (Vec::new(), Vec::new());
    for (row, index) in new.entities.iter().enumerate() {
        let Some(entity) = of(is, *index) else { continue };
        let former = rows.remove(&entity);
        if former.is_some_and(|former| old.rows.get(former) == new.rows.get(row)) {
            same.push((row, entity));
            continue;
        }
        change.replaced.extend(former.map(|_| entity));
        change.set.push(entity);
        set.push(row);
    }
    // A value can contain a handle before its entity is alive, and thus before this world has a handle for it.
    let mut naming = Naming { column, rows: &new.rows, same: &same, arrived, found: Ok(Vec::new()) };
    if !same.is_empty() && !arrived.is_empty() {
        W::__each_component(&W::Mask::bit(component), &mut naming);
    }
    for (row, entity) in naming.found? {
        change.replaced.push(entity);
        change.set.push(entity);
        set.push(row);
    }
    change.removed.extend(rows.into_keys().filter(|entity| of(is, entity.index()) == Some(*entity)));
    change.values = decode_rows::<W>(column, &new.rows, &set)?;
    Ok(change)
}

/// Finds the values that refer to a new entity, among those that did not change.
struct Naming<'a> {
    column: usize,
    rows: &'a Rows,
    /// Row and entity of each value that did not change.
    same: &'a [(usize, Entity)],
    /// The new entities.
    arrived: &'a BTreeSet<Entity>,
    found: Result<Vec<(usize, Entity)>, CodeError>,
}

impl Naming<'_> {
    /// Decodes the values that did not change: a `Vec` of the component. Keeps an error.
    fn decode<W: LoadWorld>(&mut self) -> Option<Box<dyn Any>> {
        match decode_rows::<W>(self.column, self.rows, &rows_of(self.same)) {
            Ok(values) => values,
            Err(error) => {
                self.found = Err(error);
                None
            }
        }
    }

    /// Adds a value, by its row and entity.
    fn found(&mut self, own: (usize, Entity)) {
        if let Ok(found) = &mut self.found {
            found.push(own);
        }
    }
}

/// The rows of these values.
fn rows_of(values: &[(usize, Entity)]) -> Vec<usize> {
    values.iter().map(|(row, _)| *row).collect()
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Naming<'_> {}

impl<W: LoadWorld> EachComponent<W> for Naming<'_> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        // A constant, so that nothing is compiled for components without handles.
        if const { W::VISIT_HANDLES.is_none() } {
            return;
        }
        let (Some(visit), Some(values)) = (W::VISIT_HANDLES, self.decode::<W>()) else { return };
        let Ok(values) = values.downcast::<Vec<C>>() else { return };
        let mut same = self.same.iter();
        for mut value in *values {
            let Some(own) = same.next() else { break };
            let mut names = false;
            visit(&mut value, &mut |handle| names |= self.arrived.contains(handle));
            if names {
                self.found(*own);
            }
        }
    }
}
