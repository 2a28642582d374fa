//! What changed from one state of another world to the next: the entities that are gone and new, and the values of each component.
//!
//! ```text
//! before   0v1 Health(3)   1v1 Health(8)                 gone      1v1
//! after    0v1 Health(2)   1v3 Health(8)                 new       1v3
//!                                                        Health    set 0v1 and 1v3, of which 0v1 had another value
//! ```
//!
//! Both states are given as parts, in which values are bytes. So values are compared without their types, and only those that are inserted
//! are decoded; and those that did not change, but may name an entity that is new, for which this world has had no handle.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::any::Any;
use core::marker::PhantomData;

use super::super::bytes::CodeError;
use super::super::load::decode_rows;
use super::super::parts::{Column, FIRST_COLUMN, Part, Rows};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::saves::{LoadWorld, SaveWorld};
use crate::world::{EachComponent, EcsWorld, Holds, each};

/// What changed in the other world.
pub(super) struct Changes {
    /// Alive before, and not after: handles of the other world.
    pub(super) gone: Vec<Entity>,
    /// Alive after, and not before. If a slot is used again, its former entity is gone, and its present one is new.
    pub(super) new: Vec<Entity>,
    /// Those that differ; all, if an entity is new, since any may name it.
    pub(super) columns: Vec<ColumnChange>,
}

/// What changed of one component.
pub(super) struct ColumnChange {
    pub(super) component: usize,
    /// Alive in both states: those that are gone lose all their values anyway.
    pub(super) removed: Vec<Entity>,
    /// The entities that got a value, and the values: a `Vec` of the component.
    pub(super) set: Vec<Entity>,
    pub(super) values: Option<Box<dyn Any>>,
    /// Those of them that had another one.
    pub(super) replaced: Vec<Entity>,
}

/// The live entities of a part, by index.
///
/// Runs in **O(slots)** time; an even generation is that of a free slot, and yields none.
fn living(generations: Option<&Part>) -> Vec<Option<Entity>> {
    let Some(Part::Numbers(generations)) = generations else { return Vec::new() };
    (0..).zip(generations).map(|(index, generation)| Entity::new(index, *generation)).collect()
}

/// What changed from one state to another; the first one can have no parts.
///
/// Entities are compared by slot and generation, columns value by value in their encoded form: nothing is decoded but what is
/// inserted. Pasts are left out, since the world keeps its own. Runs in **O(slots + values · log values)** time.
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
        // A slot that is used again has a new entity, which may have an equal value.
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

/// Rows are matched by entity and not by position, so a storage that was only reordered changes nothing. Fails if a value cannot be
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
    // A handle can be in a value before its entity is alive, and so before there is one here for it.
    let mut naming =
        Naming::<W> { column, rows: &new.rows, same: &same, arrived, found: Ok(Vec::new()), world: PhantomData };
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

/// Finds the values that name an entity that has arrived, among those of rows that did not change.
struct Naming<'a, W> {
    column: usize,
    rows: &'a Rows,
    /// Row and entity of each value that did not change.
    same: &'a [(usize, Entity)],
    /// What was not alive before, and may be named by what did not change.
    arrived: &'a BTreeSet<Entity>,
    found: Result<Vec<(usize, Entity)>, CodeError>,
    world: PhantomData<fn(W)>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Naming<'_, W> {}

impl<W: LoadWorld> EachComponent<W> for Naming<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        let Some(visit) = W::VISIT_HANDLES else { return };
        let rows: Vec<_> = self.same.iter().map(|(row, _)| *row).collect();
        self.found = decode_rows::<W>(self.column, self.rows, &rows).map(|values| {
            let values = values.and_then(|values| values.downcast::<Vec<C>>().ok());
            let values = self.same.iter().zip(values.into_iter().flat_map(|values| *values));
            let naming = values.filter_map(|(own, mut value)| {
                let mut names = false;
                visit(&mut value, &mut |handle| names |= self.arrived.contains(handle));
                names.then_some(*own)
            });
            naming.collect()
        });
    }
}
