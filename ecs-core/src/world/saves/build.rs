//! Building a world of what was read: each part is checked, and built on the one before. Slots, masks, owners of values, relations, views.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::read::{LoadWorld, Loading, Rows, word};
use super::{ColumnReader, Saves, find_removed, is_saved, present_name};
use crate::allocator::Allocator;
use crate::codec::LoadAs;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::relation::RelationIndex;
use crate::storage::{ErasedStorage, Storage};
use crate::view::{Members, Transition};
use crate::world::{Core, relations};

/// Gives the values of a column to their entities, and marks what systems have not seen: all of it, if the save is of another declaration.
struct AssignOwners<'a>(&'a [Entity], Option<&'a [Vec<u32>]>);

impl ColumnReader<'_> for AssignOwners<'_> {
    type Output = Result<(), &'static str>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output {
        let Self(owners, unseen) = self;
        storage.assign_owners(owners);
        unseen.map_or(Ok(()), |unseen| mark(storage, owners, unseen))
    }

    fn none(self) -> Self::Output {
        Err("there is no such column")
    }
}

/// Marks these rows for each system that reads changes, and no others.
pub(in crate::world) fn mark<S: Storage>(
    storage: &S,
    owners: &[Entity],
    unseen: &[Vec<u32>],
) -> Result<(), &'static str> {
    let source = storage.source();
    let (mut readers, mut is_right) = (unseen.iter(), true);
    storage.each_reader(&mut |marks| {
        let mut put = |row: usize, is_marked| match owners.get(row).and_then(|own| source.step_of(own.index())) {
            Some(at) => marks.put(at, is_marked),
            None => is_right = false,
        };
        (0..owners.len()).for_each(|row| put(row, false));
        match readers.next() {
            Some(rows) => rows.iter().for_each(|row| put(*row as usize, true)),
            None => is_right = false,
        }
    });
    let is_right = is_right && readers.next().is_none();
    if is_right { Ok(()) } else { Err("its changes that systems have not seen are damaged") }
}

impl<W: LoadWorld> Loading<W> {
    /// Builds the world of what was read (I1 of saves).
    pub(in crate::world) fn into_world(mut self) -> Result<W, String> {
        self.check_complete()?;
        let (generations, free) = (mem::take(&mut self.generations), mem::take(&mut self.free));
        let allocator = Allocator::of_saved(generations, free)
            .map_err(|error| format!("the entities of the save are damaged: {error}"))?;
        let slots = allocator.slots() as usize;
        let core = self.core();
        core.entities.allocator = allocator;
        core.entities.masks.resize(slots, W::Mask::EMPTY);
        core.entities.wear.note(u64::MAX);
        let (columns, mut owners) = (mem::take(&mut self.columns), Vec::new());
        for (column, rows) in columns.iter().enumerate() {
            if let Some(rows) = rows {
                self.give(column, rows, &mut owners)?;
            }
        }
        drop(owners);
        self.check_pasts(&columns)?;
        if !W::RELATIONS.is_empty() {
            self.relate(&columns)?;
        }
        self.fill_views();
        self.reserve()?;
        self.resume_tidying()?;
        self.resume_commands();
        Ok(self.world)
    }

    /// All that the world declares is there, or the policy says otherwise; and the save is of this declaration.
    fn check_complete(&self) -> Result<(), String> {
        let policy = self.policy;
        let (version, own) = (self.version, W::VERSION);
        if version > own && !policy.skips_unknown {
            return Err(format!(
                "the save is of version {version} of world `{}`, and this is version {own}: load it with a later version of the program",
                W::NAME
            ));
        }
        let is_expected = |section: &str, name: &str| {
            let since = W::SINCE.iter().find(|(own, entry, _)| *own == section && *entry == name);
            since.is_none_or(|(_, _, since)| version >= *since)
        };
        let missing = (0..W::COLUMNS.len()).filter(|column| self.columns[*column].is_none());
        let column = missing.map(|column| W::COLUMNS[column].0).find(|name| is_expected("components", name));
        let mut missing = (0..W::VALUES.len()).filter(|value| !self.values[*value]).map(|value| W::VALUES[value]);
        let value = missing.find(|(section, name)| is_expected(section, name));
        let column = column.map(|name| ("component", name));
        let value = value.map(|(section, name)| (word(section), name));
        if let Some((word, name)) = column.or(value).filter(|_| !policy.defaults_missing) {
            return Err(format!(
                "the save has no {word} `{name}`, which world `{}` declares: load it with \
                 `Load::new().default_missing()` to let it start as in a new world",
                W::NAME
            ));
        }
        if self.schema != W::SCHEMA_HASH && version >= own && !policy.defaults_missing && !policy.skips_unknown {
            return Err(format!(
                "the save is of a world with another declaration than `{}`, in which a type or a kind of entry differs: \
                 load it with a policy of `Load` if its types are the same",
                W::NAME
            ));
        }
        Ok(())
    }

    /// Gives the values of a column to these entities, and the component to their masks. `owners` is memory for their handles.
    fn give(
        &mut self,
        column: usize,
        Rows { entities: indices, unseen }: &Rows,
        owners: &mut Vec<Entity>,
    ) -> Result<(), String> {
        let is_of_this_declaration = self.schema == W::SCHEMA_HASH;
        let (name, component) = W::COLUMNS[column];
        let is_past = is_past::<W>(column);
        let Core { storages, entities, .. } = self.core();
        let mut is_listed = vec![false; if is_past { entities.masks.len() } else { 0 }];
        owners.clear();
        owners.reserve(indices.len());
        let bit = W::Mask::bit(component);
        for (row, index) in indices.iter().copied().enumerate() {
            let mask = entities.masks.get(index as usize).copied().unwrap_or(W::Mask::EMPTY);
            let has = mask.contains(component);
            let is_free = if is_past { has && !is_listed[index as usize] } else { !has };
            match entities.allocator.entity_at(index) {
                Some(entity) if is_free => owners.push(entity),
                entity => return Err(wrong_row(name, row, index, entity, is_past && !has)),
            }
            if is_past {
                is_listed[index as usize] = true;
            } else {
                entities.masks.set(index as usize, mask.union(bit));
            }
        }
        let unseen = is_of_this_declaration.then_some(&unseen[..]);
        W::__load_column(storages, column, AssignOwners(owners, unseen))
            .map_err(|error| format!("component `{name}`: {error}"))
    }

    /// Each value of a double-buffered component has its past.
    fn check_pasts(&self, columns: &[Option<Rows>]) -> Result<(), String> {
        let count = |column: usize| columns[column].as_ref().map_or(0, |rows| rows.entities.len());
        for past in (0..columns.len()).filter(|column| is_past::<W>(*column)) {
            let (name, component) = W::COLUMNS[past];
            let present = W::COLUMNS.iter().position(|(_, own)| *own == component).map_or(0, count);
            if count(past) != present {
                return Err(format!(
                    "component `{name}` has {} values, and there are {present} present ones",
                    count(past)
                ));
            }
        }
        Ok(())
    }

    /// Links the sources of relations to their targets, and brings them into the order of the save.
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
            for index in &rows.entities {
                if let Some(source) = core.entities.allocator.entity_at(*index) {
                    relations::link_loaded(core, number, source);
                }
            }
        }
        for (number, order) in orders.iter().enumerate() {
            let Some(order) = order else { continue };
            core.entities.relations[number].arrange_saved(order, &core.entities.allocator);
        }
        relations::check(core).map_err(|error| format!("the relations of the save are damaged: {error}"))
    }

    /// Adds the entities to the views: to a group in the order of the first storage that it owns, to a list in the order of the save, and
    /// those that are not in it by ascending index. So orders that fit stay as they are.
    fn fill_views(&mut self) {
        let (lists, deferred) = (mem::take(&mut self.lists), mem::take(&mut self.deferred));
        let Core { storages, views, entities, .. } = self.core();
        for (view, list) in lists.iter().enumerate() {
            let Some((own, aspect)) = W::__view(views, view) else { continue };
            let all = 0..entities.allocator.slots();
            let mut in_position = 0;
            let order: Vec<u32> = match own.members() {
                Members::Prefix(_) => {
                    let mut owned = W::VIEWS[view].owned.iter();
                    let lead = owned.next().and_then(|component| W::__storage(storages, *component));
                    let order: Vec<u32> = lead.map(|lead| lead.source().iter().collect()).unwrap_or_default();
                    let matches =
                        |index: &&u32| entities.masks.get(**index as usize).is_some_and(|own| aspect.matches(own));
                    in_position = order.iter().take_while(matches).count();
                    for component in owned {
                        let other =
                            W::__storage(storages, *component).map(|other| in_common(&order[..in_position], other));
                        in_position = other.unwrap_or_default();
                    }
                    order
                }
                Members::Listed(_) => {
                    let saved = list.as_deref().filter(|_| is_saved::<W>(view)).unwrap_or_default();
                    saved.iter().copied().chain(all).collect()
                }
                Members::Whole | Members::NotKept => continue,
            };
            if let Some((own, _)) = W::__view_mut(views, view) {
                own.adopt(in_position);
            }
            let mut is_in = vec![false; if in_position < order.len() { entities.masks.len() } else { 0 }];
            for index in order.into_iter().skip(in_position) {
                let Some(entity) = entities.allocator.entity_at(index) else { continue };
                let mask = entities.masks[index as usize];
                if aspect.matches(&mask) && !mem::replace(&mut is_in[index as usize], true) {
                    W::__enter(storages, views, view, &Transition::spawned(entity, mask));
                }
            }
            if let Some((own, aspect)) = W::__view_mut(views, view) {
                own.settle(entities, &aspect);
                if let Some(reports) = own.reports() {
                    reports.clear();
                }
                if let Some(deferred) = deferred[view].as_ref().filter(|_| is_saved::<W>(view)) {
                    own.defer(deferred, entities, &aspect);
                }
            }
        }
    }

    /// Reserves the handles that were reserved: those that are allocated next.
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

    /// The first commands are pending, others are those of a stage that a panic ended.
    fn resume_commands(&mut self) {
        let commands = mem::take(&mut self.commands);
        let core = self.core();
        for (number, batch) in commands.into_iter().enumerate() {
            #[cfg(feature = "rayon")]
            if number > 0 {
                core.queued.resize_with(core.queued.len().max(1), crate::commands::Commands::default);
                batch.append_to(&mut core.queued[0]);
                continue;
            }
            let _ = number;
            batch.append_to(&mut core.commands);
        }
    }

    /// Continues to tidy where the saved world would have. That all is in order is not believed.
    fn resume_tidying(&mut self) -> Result<(), String> {
        let sorted = mem::take(&mut self.sorted);
        let (unit, position) = self.tidy_next;
        let (skips_unknown, units) = (self.policy.skips_unknown, W::VIEWS.len() + W::COMPONENTS.len());
        let tidy = &mut self.core().tidy;
        for name in &sorted {
            let present = present_name::<W>("components", name);
            match W::COMPONENTS.iter().position(|own| *own == present) {
                Some(component) => tidy.leave(component),
                None if skips_unknown || find_removed::<W>(name).is_some() => {}
                None => return Err(format!("the save has sorted `{name}`, which is no component of `{}`", W::NAME)),
            }
        }
        let unit = usize::try_from(unit).ok().filter(|unit| *unit < units);
        if let (Some(unit), Ok(position)) = (unit, usize::try_from(position)) {
            tidy.next = (unit, position);
        }
        Ok(())
    }
}

/// What is wrong with a row. Out of line, and by value, so that the loop over rows keeps everything in registers.
#[cold]
#[inline(never)]
fn wrong_row(name: &str, row: usize, index: u32, entity: Option<Entity>, lacks_present: bool) -> String {
    match entity {
        None => format!("component `{name}`, row {row}: no entity with index {index} is alive in the save"),
        Some(entity) if lacks_present => {
            format!("component `{name}`, row {row}: {entity} has a past and no present")
        }
        Some(entity) => format!("component `{name}`, row {row}: {entity} has a second value"),
    }
}

/// The number of entities that are first in a storage in this order.
fn in_common(order: &[u32], storage: &dyn ErasedStorage) -> usize {
    order.iter().zip(storage.source().iter()).take_while(|(own, other)| **own == *other).count()
}

/// Whether a column has the past of a component: the second one of it.
fn is_past<W: Saves>(column: usize) -> bool {
    W::COLUMNS[..column].iter().any(|(_, component)| *component == W::COLUMNS[column].1)
}
