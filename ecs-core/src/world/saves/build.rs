//! Building a world from a save that was read: slots, masks, owners of values, relations, views. Each part is checked and builds on the
//! ones before.
//!
//! | step | built from | error if |
//! |---|---|---|
//! | completeness | names, version | the save lacks an entry that it should have, or the declaration differs |
//! | slots | generations, free slots | they do not form a valid allocator |
//! | masks, owners of values | slots | a row names a dead entity, or an entity has two rows |
//! | pasts | owners | the entities or their order differ from those of the present values |
//! | relations | values, orders | a tree has a cycle, a target was never alive or must not be dead, or an order is invalid |
//! | views | masks, lists | a list has more entities than there are slots |
//! | reserved handles | slots | they are not the handles that are allocated next |
//! | tidying, commands | data that was checked when it was read | - |
//!
//! Each error message describes the problem in terms of the save, since a save may have been written by hand.

mod complete;
mod views;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::RangeInclusive;

use super::read::{LoadWorld, Loading, Rows};
use super::{ColumnReader, Runs, Saves, find_removed, present_name};
use crate::allocator::Allocator;
use crate::codec::LoadAs;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::population::Population;
use crate::relation::RelationIndex;
use crate::sparse::Source;
use crate::storage::{ReaderMarks, Storage};
use crate::world::{Core, Token, relations};

/// Assigns the values of a column to the live entities with these indices, and marks the values with changes that systems have not seen:
/// all values, if the save is of another declaration.
///
/// The values are already in the storage, in the order of the save.
struct AssignOwners<'a> {
    /// The indices of the entities, in the order of the values. The entities are distinct and alive.
    indices: Vec<u32>,
    living: &'a Allocator,
    /// `None` if the save is of another declaration, whose systems may be other ones.
    unseen: Option<&'a [Runs]>,
}

impl ColumnReader<'_> for AssignOwners<'_> {
    type Output = Result<(), &'static str>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output {
        let Self { indices, living, unseen } = self;
        let unseen = lists_for(S::READERS, unseen, indices.len())?;
        if const { S::READERS == 0 } || unseen.is_empty() {
            storage.assign_indices(indices, living);
            return Ok(());
        }
        let rows = indices.clone();
        storage.assign_indices(indices, living);
        mark(storage, &rows, &unseen)
    }

    fn none(self) -> Self::Output {
        Err("there is no such column")
    }
}

/// The rows that each of these readers has not seen; no list if `unseen` is `None`. There are at most `most` rows.
///
/// # Errors
///
/// If there are more or fewer lists than readers, or a list has more rows.
fn lists_for(readers: usize, unseen: Option<&[Runs]>, most: usize) -> Result<Vec<Vec<u32>>, &'static str> {
    let Some(unseen) = unseen else { return Ok(Vec::new()) };
    // Checked before the runs are expanded, since a run of a few bytes can have any length.
    if unseen.len() != readers {
        return Err(DAMAGED);
    }
    unseen.iter().map(|unseen| unseen.list(most).ok_or(DAMAGED)).collect()
}

/// The error message for unseen rows that do not exist.
///
/// It names neither row nor system, as these would not help to repair the save.
const DAMAGED: &str = "its changes that systems have not seen are damaged";

/// Marks these rows for each system that reads changes, and clears the marks of all other rows. `indices` contains the entity index of each
/// row.
///
/// # Errors
///
/// If there are more or fewer lists than readers, or a row does not exist. Runs in **O(values)** time per reader.
pub(in crate::world) fn mark<S: Storage>(
    storage: &S,
    indices: &[u32],
    unseen: &[Vec<u32>],
) -> Result<(), &'static str> {
    let (mut number, mut is_right) = (0, true);
    if const { S::READERS > 0 } {
        storage.each_reader(&mut |marks| {
            is_right &= mark_rows(storage.source(), indices, unseen.get(number), marks);
            number += 1;
        });
    }
    if is_right && number == unseen.len() { Ok(()) } else { Err(DAMAGED) }
}

/// Marks these rows for one system, and clears the marks of all other rows. Returns false if there is no list of rows, or if a row does not exist.
fn mark_rows(source: Source<'_>, indices: &[u32], unseen: Option<&Vec<u32>>, marks: &dyn ReaderMarks) -> bool {
    let mut is_right = true;
    let mut put = |row: usize, is_marked| match indices.get(row).and_then(|own| source.step_of(*own)) {
        Some(at) => marks.put(at, is_marked),
        None => is_right = false,
    };
    (0..indices.len()).for_each(|row| put(row, false));
    match unseen {
        Some(rows) => rows.iter().for_each(|row| put(*row as usize, true)),
        None => is_right = false,
    }
    is_right
}

impl<W: LoadWorld> Loading<W> {
    /// Builds the world from what was read (I1 of saves).
    ///
    /// # Errors
    ///
    /// If the save is damaged or does not fit the declaration. The world is then dropped, with everything that was read.
    pub(in crate::world) fn into_world(mut self) -> Result<W, String> {
        self.check_complete()?;
        let (generations, free) = (mem::take(&mut self.generations), mem::take(&mut self.free));
        let allocator = Allocator::of_saved(generations, free)
            .map_err(|error| format!("the entities of the save are damaged: {error}"))?;
        self.core().entities.load(allocator);
        let columns = mem::take(&mut self.columns);
        for (column, rows) in columns.iter().enumerate() {
            if let Some(rows) = rows {
                self.give(column, rows)?;
            }
        }
        Self::check_pasts(&columns)?;
        self.make_pasts(&columns);
        if !W::RELATIONS.is_empty() {
            self.relate(&columns)?;
        }
        self.fill_views()?;
        self.reserve()?;
        self.resume_tidying();
        self.resume_commands();
        Ok(self.world)
    }

    /// Assigns the values of a column to its entities, and adds the component to their masks.
    ///
    /// # Errors
    ///
    /// If a row belongs to an entity that is not alive, or that already has a value.
    ///
    /// Masks are written run by run, each in a few passes over adjacent slots, so a column whose entities were spawned together takes a few
    /// simple loops. Runs in **O(values)** time.
    fn give(&mut self, column: usize, rows: &Rows) -> Result<(), String> {
        let is_of_this_declaration = self.schema == W::SCHEMA_HASH;
        let (name, component) = W::COLUMNS[column];
        let Core { storages, entities, .. } = self.core();
        if is_past::<W>(column) {
            check_past(name, component, &rows.entities, entities)?;
        } else {
            let mut row = 0;
            for run in rows.entities.ranges() {
                if !entities.give(run.clone(), component) {
                    return Err(wrong_row(name, component, entities, row, run));
                }
                row += run.count();
            }
        }
        // The entities are distinct, so there are no more of them than slots.
        let indices = rows.entities.list(entities.masks().len()).unwrap_or_default();
        let unseen = is_of_this_declaration.then_some(&rows.unseen[..]);
        W::__load_column(storages, column, AssignOwners { indices, living: &entities.allocator, unseen })
            .map_err(|error| format!("component `{name}`: {error}"))
    }

    /// Creates the pasts of components that were not double-buffered when the world was saved: they equal the present values, like those of
    /// new values.
    ///
    /// If a component was double-buffered, the save has all of its pasts. Runs in **O(values)** time per component that was not.
    fn make_pasts(&mut self, columns: &[Option<Rows>]) {
        for (past, rows) in columns.iter().enumerate() {
            if rows.is_none() && is_past::<W>(past) {
                self.world.__make_past(past, Token::new());
            }
        }
    }

    /// Checks that each value of a double-buffered component has its past at the same position.
    ///
    /// Runs are compared, so no entity is looked up. Runs in **O(runs)** time per past.
    fn check_pasts(columns: &[Option<Rows>]) -> Result<(), String> {
        for (past, rows) in columns.iter().enumerate() {
            if rows.is_some() && is_past::<W>(past) {
                check_same(W::COLUMNS, columns, past)?;
            }
        }
        Ok(())
    }

    /// Links the sources of relations to their targets, in the order of the save.
    ///
    /// Makes three passes over the relations: nodes in the order of the save, edges from the values, then the order of the sources. Runs in
    /// **O(nodes + edges)** time, plus the time to check each index.
    fn relate(&mut self, columns: &[Option<Rows>]) -> Result<(), String> {
        let orders = mem::take(&mut self.relations);
        let core = self.core();
        for (number, order) in orders.iter().enumerate() {
            let Some(order) = order else { continue };
            let of = |error| format!("relation `{}`: {error}", W::COMPONENTS[W::RELATIONS[number].component]);
            core.entities.relations[number] = RelationIndex::of_saved(order, &core.entities.allocator).map_err(of)?;
        }
        for (number, relating) in W::RELATIONS.iter().enumerate() {
            let column = W::COLUMNS.iter().position(|(_, component)| *component == relating.component);
            let Some(rows) = column.and_then(|column| columns[column].as_ref()) else { continue };
            for index in rows.entities.iter() {
                if let Some(source) = core.entities.allocator.entity_at(index) {
                    relations::link_loaded(core, number, source).map_err(|target| {
                        let name = W::COMPONENTS[relating.component];
                        format!("relation `{name}`: {source} has the target {target}, which has not been alive yet")
                    })?;
                }
            }
        }
        for (number, order) in orders.iter().enumerate() {
            let Some(order) = order else { continue };
            core.entities.relations[number].arrange_saved(order, &core.entities.allocator);
        }
        relations::check(core).map_err(|error| format!("the relations of the save are damaged: {error}"))
    }

    /// Reserves the handles that were reserved in the saved world.
    ///
    /// They must be the handles that the allocator, which is complete by now, allocates next; otherwise the save is damaged.
    fn reserve(&mut self) -> Result<(), String> {
        let reserved = mem::take(&mut self.reserved);
        let Core { entities, reserved: count, .. } = self.core();
        for entity in reserved {
            let is_left = (count.count as usize) < entities.allocator.left();
            if !is_left || count.next(&entities.allocator) != entity {
                return Err(format!("the reserved entity {entity} is not one that is spawned next"));
            }
        }
        Ok(())
    }

    /// Appends the saved queues of commands to the pending ones, in their order.
    fn resume_commands(&mut self) {
        let commands = mem::take(&mut self.commands);
        let core = self.core();
        for batch in commands {
            batch.append_to(&mut core.commands);
        }
    }

    /// Lets tidying continue where the saved world would have continued.
    ///
    /// Only that position and the components that the user had sorted are taken from the save. Whether storages are in order is not:
    /// tidying finds out by visiting them again.
    fn resume_tidying(&mut self) {
        let sorted = mem::take(&mut self.sorted);
        let (unit, position) = self.tidy_next;
        let tidy = &mut self.core().tidy;
        for (component, is_sorted) in sorted.iter().enumerate() {
            if *is_sorted {
                tidy.leave(component);
            }
        }
        if let (Ok(unit), Ok(position)) = (usize::try_from(unit), usize::try_from(position))
            && unit < W::VIEWS.len() + W::COMPONENTS.len()
        {
            tidy.next = (unit, position);
        }
    }

    /// Records that the user had sorted a component.
    ///
    /// # Errors
    ///
    /// If the component was recorded before, or if the world has no such component and the policy does not skip it.
    pub(in crate::world) fn note_sorted(&mut self, name: &str) -> Result<(), String> {
        let present = present_name::<W>("components", name);
        match W::COMPONENTS.iter().position(|own| *own == present) {
            Some(component) if mem::replace(&mut self.sorted[component], true) => {
                return Err(format!("the save has sorted `{name}` twice"));
            }
            Some(_) => {}
            None if self.policy.skips_unknown || find_removed::<W>("components", name).is_some() => {}
            None => return Err(format!("the save has sorted `{name}`, which is no component of `{}`", W::NAME)),
        }
        Ok(())
    }
}

/// Checks that each entity with a past has a present value, and no second past.
///
/// Runs in **O(slots + values)** time: a flag per slot detects entities that are listed twice.
fn check_past<M: BitMask>(
    name: &str,
    component: usize,
    indices: &Runs,
    entities: &Population<M>,
) -> Result<(), String> {
    let mut is_listed = vec![false; entities.masks().len()];
    for (row, index) in indices.iter().enumerate() {
        let has_present = entities.masks().get(index as usize).is_some_and(|mask| mask.contains(component));
        if has_present && !mem::replace(&mut is_listed[index as usize], true) {
            continue;
        }
        return Err(match entities.allocator.entity_at(index) {
            Some(entity) if !has_present => {
                format!("component `{name}`, row {row}: {entity} has a past and no present")
            }
            entity => wrong_entity(name, row, index, entity),
        });
    }
    Ok(())
}

/// The error for the first invalid row of a run whose first row has this number.
#[cold]
fn wrong_row<M: BitMask>(
    name: &str,
    component: usize,
    entities: &Population<M>,
    first: usize,
    run: RangeInclusive<u32>,
) -> String {
    let has = |index: u32| entities.masks().get(index as usize).is_some_and(|mask| mask.contains(component));
    let is_wrong = |index: u32| entities.allocator.entity_at(index).is_none() || has(index);
    let (row, index) = (first..).zip(run).find(|(_, index)| is_wrong(*index)).unwrap_or((first, 0));
    wrong_entity(name, row, index, entities.allocator.entity_at(index))
}

/// The error for a row whose entity is dead (`None`) or already has a value.
fn wrong_entity(name: &str, row: usize, index: u32, entity: Option<Entity>) -> String {
    match entity {
        None => format!("component `{name}`, row {row}: no entity with index {index} is alive in the save"),
        Some(entity) => format!("component `{name}`, row {row}: {entity} has a second value"),
    }
}

/// Returns true if a column holds the pasts of a component: it is the second column with the number of that component.
fn is_past<W: Saves>(column: usize) -> bool {
    present_of(W::COLUMNS, column) < column
}

/// The first column with the component of a column: that of the present values.
fn present_of(columns: &[(&'static str, usize)], column: usize) -> usize {
    columns.iter().position(|(_, own)| *own == columns[column].1).unwrap_or(column)
}

/// Checks that the pasts of a component belong to the entities of the present values, in the same order.
fn check_same(names: &[(&'static str, usize)], columns: &[Option<Rows>], past: usize) -> Result<(), String> {
    let entities = |column: usize| columns[column].as_ref().map(|rows| &rows.entities);
    let count = |column: usize| entities(column).map_or(0, Runs::count);
    let present = present_of(names, past);
    let (name, of, is) = (names[past].0, count(past), count(present));
    if of != is {
        return Err(format!("component `{name}` has {of} values, and there are {is} present ones"));
    }
    if entities(past) != entities(present) {
        let present = names[present].0;
        return Err(format!("component `{name}` lists its entities in another order than `{present}`"));
    }
    Ok(())
}
