//! The naive world that the real one must agree with: a map from handles to numbers, and lists for everything that has an order.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ecs_world::{Entity, GeneratedWorld};

use super::links::Links;
use super::operations::Fuse;
use super::views::Views;
use super::world::{Call, Counted, Heard, MODELLED, Plain, Tag, Value, WATCHED, Wide, World};

/// Number of components of the model.
pub const COMPONENTS: usize = MODELLED;

/// The components of an entity: a number for each one that it has.
pub type Values = [Option<u32>; COMPONENTS];

/// A requirement on entities: all of some components, none of others, and at least one of a third list (if it is not empty).
pub type Aspect = (&'static [usize], &'static [usize], &'static [usize]);

/// User code panicked as requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panicked;

/// The result of an operation in which user code may have panicked.
pub type Outcome<T> = Result<T, Panicked>;

/// A pending change.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "few wait")]
pub enum Waiting {
    Spawn(Values),
    Insert(Entity, Values),
    Remove(Entity, Values),
    RemoveAny(Entity, Values),
    Exchange(Entity, Values, Values),
    Despawn(Entity),
    Clone(Entity),
    /// A relation, by its number, and its target.
    Relate(Entity, usize, Entity),
}

/// The entities whose component changed or was added since the systems that filter by this visited it.
#[derive(Debug, Clone, Default)]
pub struct News {
    pub(super) changed: BTreeSet<Entity>,
    pub(super) added: BTreeSet<Entity>,
    /// The entities that the two systems visited.
    pub seen: [Vec<Entity>; 2],
}

impl News {
    /// Records that the component of an entity was inserted, overwritten or removed.
    fn note(&mut self, entity: Entity, old: Option<&Values>, new: Option<&Values>, is_written: bool) {
        let has = |values: Option<&Values>| values.is_some_and(|values| values[Wide::ID].is_some());
        match (has(old), has(new)) {
            (_, false) => {
                self.changed.remove(&entity);
                self.added.remove(&entity);
            }
            (false, true) => {
                self.changed.insert(entity);
                self.added.insert(entity);
            }
            (true, true) if is_written => drop(self.changed.insert(entity)),
            (true, true) => {}
        }
    }

    /// Records that the component of an entity was written in place.
    pub(super) fn write(&mut self, entity: Entity) {
        self.changed.insert(entity);
    }
}

/// The expected state of the world.
#[derive(Debug, Clone, Default)]
pub struct Reference {
    pub entities: BTreeMap<Entity, Values>,
    /// The entities of each storage in their order.
    pub storages: [Vec<Entity>; COMPONENTS],
    pub(super) views: Views,
    /// The components that were sorted.
    pub(super) sorted: BTreeSet<usize>,
    /// Whether runs tidy, and whether tidying began and is not finished.
    pub(super) tidies_at_runs: bool,
    pub(super) is_tidying: bool,
    /// The generation of each index that was ever used, and the free indices, the next one last.
    generations: Vec<u64>,
    free: Vec<usize>,
    pub dead: Vec<Entity>,
    pub waiting: VecDeque<Waiting>,
    /// The pending changes that were set aside.
    pub aside: VecDeque<Waiting>,
    /// Number of reserved entities that are not alive yet, and the handles that the last system reserved.
    pub(super) reserved: usize,
    pub reserved_entities: Vec<Entity>,
    /// The events that are kept, each with its number; how many of them are old; how many were sent, and how many read.
    pub events: Vec<(u64, u32)>,
    pub(super) old_events: usize,
    /// Whether a run began and did not finish.
    pub(super) is_running: bool,
    pub(super) sent: u64,
    pub(super) read: [u64; 2],
    /// The entities that the system `look` visited.
    pub seen: Vec<Entity>,
    /// The entities that the system `Lazy` visited.
    pub lazily_seen: Vec<Entity>,
    pub news: News,
    pub links: Links,
    /// The entities that were changed.
    pub touched: Vec<Entity>,
    /// The user code that is to panic, and the number of calls before that.
    pub fuse: Option<(Fuse, u8)>,
    pub heard: Vec<Heard>,
    pub dropped: u64,
}

/// Whether an entity with these values matches an aspect.
pub(super) fn matches(values: &Values, (all, none, any): (&[usize], &[usize], &[usize])) -> bool {
    let has = |part: &usize| values[*part].is_some();
    all.iter().all(has) && !none.iter().any(has) && (any.is_empty() || any.iter().any(has))
}

/// Maintains the order of a list: insertion appends; removal swaps the last entity in.
pub(super) fn keep(order: &mut Vec<Entity>, entity: Entity, was_in: bool, is_in: bool) {
    if is_in && !was_in {
        order.push(entity);
    } else if was_in && !is_in {
        let at = order.iter().position(|other| *other == entity).expect("the list has the entity");
        order.swap_remove(at);
    }
}

/// The number that callbacks of `Watch` get, if an entity with these values matches.
fn watched(values: Option<&Values>) -> Option<u32> {
    values.filter(|_| World::CALLBACKS).filter(|values| matches(values, WATCHED)).and_then(|values| values[Plain::ID])
}

/// Number of these entities that have a counted value.
fn counted(values: &[&Values]) -> usize {
    values.iter().filter(|values| values[Counted::ID].is_some()).count()
}

/// Number of pending changes that have a counted value.
fn counted_waiting(waiting: &VecDeque<Waiting>) -> usize {
    let counted = |waiting: &&Waiting| match waiting {
        Waiting::Spawn(values) | Waiting::Insert(_, values) | Waiting::Exchange(_, _, values) => counted(&[values]) > 0,
        Waiting::Remove(..)
        | Waiting::RemoveAny(..)
        | Waiting::Despawn(_)
        | Waiting::Clone(_)
        | Waiting::Relate(..) => false,
    };
    waiting.iter().filter(counted).count()
}

impl Reference {
    /// Counts a call of user code of this kind, which panics if requested.
    pub(super) fn burn(&mut self, fuse: Fuse) -> Outcome<()> {
        match &mut self.fuse {
            Some((own, 0)) if *own == fuse => {
                self.fuse = None;
                return Err(Panicked);
            }
            Some((own, left)) if *own == fuse => *left -= 1,
            _ => {}
        }
        Ok(())
    }

    /// Counts several calls of user code, one of which may panic.
    pub(super) fn burn_each(&mut self, fuse: Fuse, calls: usize) -> Outcome<()> {
        (0..calls).try_for_each(|_| self.burn(fuse))
    }

    /// The handle that is allocated after this many others.
    pub(super) fn nth_next(&self, ahead: usize) -> Entity {
        let (index, generation) = match self.free.len().checked_sub(ahead + 1) {
            Some(at) => (self.free[at], self.generations[self.free[at]] + 1),
            None => (self.generations.len() + ahead - self.free.len(), 1),
        };
        let bits = generation << 32 | u64::try_from(index).expect("an index has 32 bits");
        Entity::from_bits(bits).expect("generations of live entities are odd")
    }

    /// Allocates the next handle.
    fn allot(&mut self) -> Entity {
        let entity = self.nth_next(0);
        if self.free.pop().is_none() {
            self.generations.push(0);
        }
        self.generations[entity.index() as usize] += 1;
        entity
    }

    /// Makes reserved entities alive, without components.
    fn spawn_reserved(&mut self) -> Outcome<()> {
        while self.reserved > 0 {
            self.reserved -= 1;
            let entity = self.allot();
            self.change(entity, Some(Values::default()))?;
        }
        Ok(())
    }

    /// Spawns an entity; its handle depends only on earlier operations.
    pub fn spawn(&mut self, values: Values) -> Outcome<Entity> {
        self.spawn_reserved()?;
        let entity = self.allot();
        self.change_by(entity, Some(values), &values)?;
        Ok(entity)
    }

    /// Spawns entities one after another, as an iterator yields them.
    pub fn spawn_batch(&mut self, rows: Vec<Values>) -> Outcome<Vec<Entity>> {
        if !World::CALLBACKS {
            return self.spawn_batch_at_once(rows);
        }
        let mut spawned = vec![];
        for values in rows {
            self.burn(Fuse::Item)?;
            spawned.push(self.spawn(values)?);
        }
        self.burn(Fuse::Item)?;
        Ok(spawned)
    }

    /// Spawns entities at once, without callbacks; including those that an iterator yielded before it panicked.
    fn spawn_batch_at_once(&mut self, rows: Vec<Values>) -> Outcome<Vec<Entity>> {
        self.spawn_reserved()?;
        let (mut given, mut outcome) = (vec![], Ok(()));
        for values in rows {
            outcome = outcome.and_then(|()| self.burn(Fuse::Item));
            if outcome.is_ok() {
                given.push(values);
            }
        }
        outcome = outcome.and_then(|()| self.burn(Fuse::Item));
        let spawned = self.spawn_together(&given);
        outcome.map(|()| spawned)
    }

    /// Spawns entities with equal sets of components.
    fn spawn_together(&mut self, rows: &[Values]) -> Vec<Entity> {
        let spawned: Vec<_> = rows.iter().map(|_| self.allot()).collect();
        if let Some(values) = rows.first() {
            self.views.enter_together(&mut self.storages, &spawned, values);
        }
        for (entity, values) in spawned.iter().zip(rows) {
            self.news.note(*entity, None, Some(values), true);
        }
        self.entities.extend(spawned.iter().copied().zip(rows.iter().copied()));
        self.touched.extend(&spawned);
        spawned
    }

    /// Spawns entities at once; callbacks are called afterwards.
    pub fn spawn_columns(&mut self, rows: &[Values]) -> Outcome<Vec<Entity>> {
        self.spawn_reserved()?;
        let spawned = self.spawn_together(rows);
        for (entity, values) in spawned.iter().zip(rows) {
            self.hear_added(*entity, None, Some(values))?;
        }
        Ok(spawned)
    }

    /// Drops columns of unequal length, which have this number of counted values.
    pub fn refuse_columns(&mut self, counted: u8) -> Outcome<()> {
        self.burn_each(Fuse::Drop, usize::from(counted))
    }

    /// Despawns an entity; returns false if it is dead.
    pub fn despawn(&mut self, entity: Entity) -> Outcome<bool> {
        if !self.entities.contains_key(&entity) {
            return Ok(false);
        }
        self.spawn_reserved()?;
        self.despawn_sources(entity)?;
        self.despawn_alone(entity)?;
        Ok(true)
    }

    /// Despawns an entity, but none of its sources.
    pub(super) fn despawn_alone(&mut self, entity: Entity) -> Outcome<()> {
        let old = self.entities[&entity];
        self.change(entity, None)?;
        self.release(entity);
        self.burn_each(Fuse::Drop, counted(&[&old]))
    }

    /// Spawns entities with clones of a template, which is dropped; all of them, or none if a clone panics.
    pub fn spawn_template(&mut self, values: &Values, count: Option<usize>) -> Outcome<Vec<Entity>> {
        let own = counted(&[values]);
        self.spawn_reserved()?;
        let cloned = self.burn_each(Fuse::Clone, own * count.unwrap_or(1));
        let spawned = cloned.and_then(|()| match count {
            Some(count) => self.spawn_columns(&vec![*values; count]),
            None => self.spawn(*values).map(|entity| vec![entity]),
        })?;
        self.burn_each(Fuse::Drop, own)?;
        Ok(spawned)
    }

    /// Spawns an entity with clones of the components of another one.
    pub fn clone_entity(&mut self, entity: Entity) -> Outcome<Result<Entity, Entity>> {
        let Some(values) = self.entities.get(&entity).copied() else { return Ok(Err(entity)) };
        self.spawn_reserved()?;
        self.burn_each(Fuse::Clone, counted(&[&values]))?;
        self.links.given = self.links.targets(entity);
        self.spawn(values).map(Ok)
    }

    /// Despawns an entity, and moves its components to another one.
    pub fn take_and_give(&mut self, entity: Entity, other: Entity) -> Outcome<Result<bool, Entity>> {
        if !self.entities.contains_key(&entity) {
            return Ok(Err(entity));
        }
        self.spawn_reserved()?;
        self.despawn_sources(entity)?;
        let (values, targets) = (self.entities[&entity], self.links.targets(entity));
        self.change(entity, None)?;
        self.release(entity);
        if self.entities.contains_key(&other) {
            if !self.accepts_all(other, &values, targets) {
                return self.burn_each(Fuse::Drop, counted(&[&values])).map(|()| Ok(false));
            }
            self.links.given = targets;
        }
        self.insert(other, &values).map(|replaced| Ok(replaced.is_some()))
    }

    fn release(&mut self, entity: Entity) {
        self.generations[entity.index() as usize] += 1;
        self.free.push(entity.index() as usize);
    }

    /// Despawns all entities, in ascending order; afterwards the lowest index is used first.
    pub fn clear(&mut self) -> Outcome<()> {
        self.spawn_reserved()?;
        let entities: Vec<_> = self.entities.iter().map(|(entity, values)| (*entity, *values)).collect();
        for (entity, old) in &entities {
            self.hear_removed(*entity, Some(old), None)?;
        }
        for (entity, old) in &entities {
            self.news.note(*entity, Some(old), None, false);
            self.set(*entity, Some(old), None);
            self.release(*entity);
        }
        self.links = Links::default();
        self.free.sort_unstable_by(|a, b| b.cmp(a));
        self.burn_each(Fuse::Drop, entities.iter().map(|(_, values)| counted(&[values])).sum())
    }

    /// One transition of one entity, with its callbacks.
    fn change(&mut self, entity: Entity, new: Option<Values>) -> Outcome<()> {
        self.change_by(entity, new, &Values::default())
    }

    /// One transition of one entity, with its callbacks, by which it gets the values `by`.
    fn change_by(&mut self, entity: Entity, new: Option<Values>, by: &Values) -> Outcome<()> {
        let (old, given) = (self.entities.get(&entity).copied(), std::mem::take(&mut self.links.given));
        self.hear_removed(entity, old.as_ref(), new.as_ref())?;
        self.links.change(entity, new.as_ref(), by, given);
        self.news.note(entity, old.as_ref(), new.as_ref(), by[Wide::ID].is_some());
        self.set(entity, old.as_ref(), new);
        self.hear_added(entity, old.as_ref(), new.as_ref())?;
        match (watched(old.as_ref()), watched(new.as_ref())) {
            (Some(old), Some(new)) if by[Plain::ID].is_some() => {
                self.heard.push((Call::Replaced(old), entity, new));
                self.burn(Fuse::Added)
            }
            _ => Ok(()),
        }
    }

    fn hear_removed(&mut self, entity: Entity, old: Option<&Values>, new: Option<&Values>) -> Outcome<()> {
        if let (Some(plain), None) = (watched(old), watched(new)) {
            self.heard.push((Call::Removed, entity, plain));
            self.burn(Fuse::Removed)?;
        }
        Ok(())
    }

    fn hear_added(&mut self, entity: Entity, old: Option<&Values>, new: Option<&Values>) -> Outcome<()> {
        if let (None, Some(plain)) = (watched(old), watched(new)) {
            self.heard.push((Call::Added, entity, plain));
            self.burn(Fuse::Added)?;
            if plain % 16 == 3 {
                let mut tag = Values::default();
                tag[Tag::ID] = Some(0);
                self.waiting.push_back(Waiting::Insert(entity, tag));
            }
        }
        Ok(())
    }

    /// The part of a transition between its callbacks.
    fn set(&mut self, entity: Entity, old: Option<&Values>, new: Option<Values>) {
        self.touched.push(entity);
        self.views.keep_orders(&mut self.storages, entity, old, new.as_ref());
        if let Some(new) = new {
            self.entities.insert(entity, new);
        } else {
            self.entities.remove(&entity);
            self.dead.push(entity);
        }
    }

    /// Inserts values into an entity; returns the replaced values, or `None` if it is dead. Otherwise the values are dropped.
    pub fn insert(&mut self, entity: Entity, values: &Values) -> Outcome<Option<Values>> {
        let Some(old) = self.entities.get(&entity).copied() else {
            self.burn_each(Fuse::Drop, counted(&[values]))?;
            return Ok(None);
        };
        let (mut new, mut replaced) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| values[*part].is_some()) {
            (new[part], replaced[part]) = (values[part], old[part]);
        }
        self.change_by(entity, Some(new), values)?;
        self.burn_each(Fuse::Drop, counted(&[&replaced]))?;
        Ok(Some(replaced))
    }

    /// Removes components: all that are named, or none. Returns them; if `drops` is set, they are dropped.
    pub fn remove(&mut self, entity: Entity, parts: &Values, drops: bool) -> Outcome<Result<Option<Values>, Entity>> {
        let Some(old) = self.entities.get(&entity).copied() else { return Ok(Err(entity)) };
        let (mut new, mut taken) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| parts[*part].is_some()) {
            if old[part].is_none() {
                return Ok(Ok(None));
            }
            (new[part], taken[part]) = (None, old[part]);
        }
        self.change(entity, Some(new))?;
        self.burn_each(Fuse::Drop, if drops { counted(&[&taken]) } else { 0 })?;
        Ok(Ok(Some(taken)))
    }

    /// Removes those of the named components that the entity has. Returns them; they are dropped.
    pub fn remove_any(&mut self, entity: Entity, parts: &Values) -> Outcome<Result<Values, Entity>> {
        let Some(old) = self.entities.get(&entity).copied() else { return Ok(Err(entity)) };
        let (mut new, mut taken) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| parts[*part].is_some()) {
            (new[part], taken[part]) = (None, old[part]);
        }
        self.change(entity, Some(new))?;
        self.burn_each(Fuse::Drop, counted(&[&taken]))?;
        Ok(Ok(taken))
    }

    /// Removes components, all or none, and inserts others in the same transition. Returns the removed values; otherwise the entity if it
    /// is dead, or `None` if it lacked a component.
    pub fn exchange(
        &mut self,
        entity: Entity,
        lost: &Values,
        gained: &Values,
    ) -> Outcome<Result<Values, Option<Entity>>> {
        let old = self.entities.get(&entity).copied();
        let has_all = |old: &Values| (0..COMPONENTS).all(|part| lost[part].is_none() || old[part].is_some());
        let Some(old) = old.filter(has_all) else {
            self.burn_each(Fuse::Drop, counted(&[gained]))?;
            return Ok(Err(old.is_none().then_some(entity)));
        };
        let (mut new, mut taken, mut replaced) = (old, Values::default(), Values::default());
        for part in 0..COMPONENTS {
            if lost[part].is_some() {
                (new[part], taken[part]) = (None, old[part]);
            }
            if gained[part].is_some() {
                (replaced[part], new[part]) = (new[part], gained[part]);
            }
        }
        self.change_by(entity, Some(new), gained)?;
        self.burn_each(Fuse::Drop, counted(&[&replaced, &taken]))?;
        Ok(Ok(taken))
    }

    /// Applies pending commands. A command that panics is no longer in the queue.
    pub fn flush(&mut self) -> Outcome<()> {
        self.spawn_reserved()?;
        while let Some(waiting) = self.waiting.pop_front() {
            let found = match waiting {
                Waiting::Spawn(values) => self.spawn(values).map(|_| true),
                Waiting::Insert(entity, values) => self.insert(entity, &values).map(|replaced| replaced.is_some()),
                Waiting::Remove(entity, parts) => self.remove(entity, &parts, true).map(|taken| taken.is_ok()),
                Waiting::RemoveAny(entity, parts) => self.remove_any(entity, &parts).map(|taken| taken.is_ok()),
                Waiting::Exchange(entity, lost, gained) => {
                    self.exchange(entity, &lost, &gained).map(|taken| taken.is_ok())
                }
                Waiting::Despawn(entity) => self.despawn(entity),
                Waiting::Clone(entity) => self.clone_entity(entity).map(|clone| clone.is_ok()),
                Waiting::Relate(source, relation, target) => {
                    self.relate(source, relation, target).map(|done| done.is_ok())
                }
            };
            self.dropped += u64::from(!found?);
        }
        self.settle()
    }

    /// Calls the callbacks of systems with views that defer changes.
    pub fn settle(&mut self) -> Outcome<()> {
        let notifications = self.views.settle(&self.entities);
        self.burn_each(Fuse::Late, notifications)
    }

    /// Queues changes one after another, as an iterator yields them.
    pub fn wait_for_each(&mut self, changes: Vec<Waiting>) -> Outcome<()> {
        for change in changes {
            self.burn(Fuse::Item)?;
            self.waiting.push_back(change);
        }
        self.burn(Fuse::Item)
    }

    /// Drops pending commands.
    pub fn drop_commands(&mut self) -> Outcome<()> {
        let dropped = counted_waiting(&self.waiting);
        self.waiting.clear();
        self.burn_each(Fuse::Drop, dropped)
    }

    /// Replaces the world by a clone, and drops the world.
    pub fn replace_by_a_clone(&mut self) -> Outcome<()> {
        let values = self.counted_in_the_world();
        self.burn_each(Fuse::Clone, values)?;
        self.burn_each(Fuse::Drop, values)
    }

    /// Takes a snapshot, in place of one with `old` counted values.
    pub fn save(&mut self, old: usize) -> Outcome<Self> {
        self.burn_each(Fuse::Clone, self.counted_in_the_world())?;
        self.burn_each(Fuse::Drop, old)?;
        Ok(self.clone())
    }

    /// Restores the world from a snapshot. If user code panics, starts with an empty world.
    pub fn restore(&mut self, save: &Self) -> Outcome<()> {
        let outcome = self.burn_each(Fuse::Clone, save.counted_in_the_world());
        let outcome = outcome.and_then(|()| self.burn_each(Fuse::Drop, self.counted_in_the_world()));
        let restored = if outcome.is_ok() { save.clone() } else { Self::default() };
        let Self { entities, aside, fuse, mut touched, .. } = std::mem::replace(self, restored);
        touched.extend(entities.keys());
        (self.aside, self.fuse, self.touched) = (aside, fuse, touched);
        outcome
    }

    /// Number of counted values in the world: of entities, of pending commands, and of events.
    pub fn counted_in_the_world(&self) -> usize {
        self.storages[Counted::ID].len() + counted_waiting(&self.waiting) + self.events.len()
    }

    /// Number of counted values in total: of entities, of commands that are pending or set aside, and of events.
    pub fn counted(&self) -> i64 {
        let waiting = counted_waiting(&self.waiting) + counted_waiting(&self.aside) + self.events.len();
        i64::try_from(self.storages[Counted::ID].len() + waiting).expect("the number of values fits")
    }

    /// Limits the number of stale handles.
    pub fn forget_some(&mut self) {
        if self.dead.len() > 128 {
            self.dead.drain(..64);
        }
    }
}
