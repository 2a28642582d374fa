//! The naive world that the real one must agree with: a map from handle to numbers, and lists for what has an order.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ecs_world::{Entity, GeneratedWorld};

use super::links::Links;
use super::operations::Fuse;
use super::views::Views;
use super::world::{Call, Counted, Heard, MODELLED, Plain, Tag, Value, WATCHED, Wide, World};

/// Components per entity.
pub const COMPONENTS: usize = MODELLED;

/// What an entity has: a number per component.
pub type Values = [Option<u32>; COMPONENTS];

/// What an entity must have: all of some components, none of others, one of others still (if there are any).
pub type Aspect = (&'static [usize], &'static [usize], &'static [usize]);

/// User code panicked, as it was set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panicked;

/// The result of an operation in which user code may have panicked.
pub type Outcome<T> = Result<T, Panicked>;

/// A change that waits.
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

/// Of which entities a component changed, and got it, since systems that filter by that saw it.
#[derive(Debug, Clone, Default)]
pub struct News {
    pub(super) changed: BTreeSet<Entity>,
    pub(super) added: BTreeSet<Entity>,
    /// The entities that the two systems saw.
    pub seen: [Vec<Entity>; 2],
}

impl News {
    /// The component of an entity is inserted, overwritten, or removed.
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

    /// The component of an entity is written where it is.
    pub(super) fn write(&mut self, entity: Entity) {
        self.changed.insert(entity);
    }
}

/// The world as it must be.
#[derive(Debug, Clone, Default)]
pub struct Reference {
    pub entities: BTreeMap<Entity, Values>,
    /// The entities of each storage in their order.
    pub storages: [Vec<Entity>; COMPONENTS],
    pub(super) views: Views,
    /// The components that were sorted.
    pub(super) sorted: BTreeSet<usize>,
    /// Whether runs tidy, and whether tidying began and is not done.
    pub(super) tidies_at_runs: bool,
    pub(super) is_tidying: bool,
    /// The generation of each index that was ever given out, and the indices to give out again, last in, first out.
    generations: Vec<u64>,
    free: Vec<usize>,
    pub dead: Vec<Entity>,
    pub waiting: VecDeque<Waiting>,
    /// What waited and was put aside.
    pub aside: VecDeque<Waiting>,
    /// Number of reserved entities that are not alive yet, and the handles that the last system reserved.
    pub(super) reserved: usize,
    pub promised: Vec<Entity>,
    /// The events that are kept, each with its number, of which so many are old; how many were sent, and how many read.
    pub events: Vec<(u64, u32)>,
    pub(super) old_events: usize,
    /// Whether a run began and did not end.
    pub(super) is_running: bool,
    pub(super) sent: u64,
    pub(super) read: [u64; 2],
    /// The entities that the looking system saw.
    pub seen: Vec<Entity>,
    /// The entities that the lazy system saw.
    pub lazily_seen: Vec<Entity>,
    pub news: News,
    pub links: Links,
    /// The entity that was changed.
    pub touched: Vec<Entity>,
    /// Which user code is to panic, after how many calls that go well.
    pub fuse: Option<(Fuse, u8)>,
    pub heard: Vec<Heard>,
    pub dropped: u64,
}

/// Whether an entity is meant by an aspect.
pub(super) fn matches(values: &Values, (all, none, any): (&[usize], &[usize], &[usize])) -> bool {
    let has = |part: &usize| values[*part].is_some();
    all.iter().all(has) && !none.iter().any(has) && (any.is_empty() || any.iter().any(has))
}

/// Maintains the order of a list: insertion appends; removal swaps the last entity in.
pub(super) fn keep(order: &mut Vec<Entity>, entity: Entity, was_in: bool, is_in: bool) {
    if is_in && !was_in {
        order.push(entity);
    } else if was_in && !is_in {
        let at = order.iter().position(|other| *other == entity).expect("it was in");
        order.swap_remove(at);
    }
}

/// The number that callbacks get, if the watching system manages such an entity.
fn watched(values: Option<&Values>) -> Option<u32> {
    values.filter(|_| World::CALLBACKS).filter(|values| matches(values, WATCHED)).and_then(|values| values[Plain::ID])
}

/// How many of these have a value that counts.
fn counted<'a>(values: impl IntoIterator<Item = &'a Values>) -> usize {
    values.into_iter().filter(|values| values[Counted::ID].is_some()).count()
}

/// How many values that count wait.
fn counted_waiting(waiting: &VecDeque<Waiting>) -> usize {
    counted(waiting.iter().filter_map(|waiting| match waiting {
        Waiting::Spawn(values) | Waiting::Insert(_, values) | Waiting::Exchange(_, _, values) => Some(values),
        Waiting::Remove(..)
        | Waiting::RemoveAny(..)
        | Waiting::Despawn(_)
        | Waiting::Clone(_)
        | Waiting::Relate(..) => None,
    }))
}

impl Reference {
    /// User code of this sort is called: panics if it was set to.
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

    /// So many calls of user code, of which one may panic.
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
        Entity::from_bits(bits).expect("living generations are odd")
    }

    /// A slot gets its next owner.
    fn allot(&mut self) -> Entity {
        let entity = self.nth_next(0);
        if self.free.pop().is_none() {
            self.generations.push(0);
        }
        self.generations[entity.index() as usize] += 1;
        entity
    }

    /// Reserved entities become alive, without components.
    fn keep_promises(&mut self) -> Outcome<()> {
        while self.reserved > 0 {
            self.reserved -= 1;
            let entity = self.allot();
            self.change(entity, Some(Values::default()))?;
        }
        Ok(())
    }

    /// An entity is spawned; its handle is a function of earlier operations.
    pub fn spawn(&mut self, values: Values) -> Outcome<Entity> {
        self.keep_promises()?;
        let entity = self.allot();
        self.change_by(entity, Some(values), &values)?;
        Ok(entity)
    }

    /// Entities are spawned one after another, as an iterator yields them.
    pub fn spawn_batch(&mut self, rows: impl IntoIterator<Item = Values>) -> Outcome<Vec<Entity>> {
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

    /// Without callbacks, entities are spawned together; also those that an iterator yielded before it panicked.
    fn spawn_batch_at_once(&mut self, rows: impl IntoIterator<Item = Values>) -> Outcome<Vec<Entity>> {
        self.keep_promises()?;
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

    /// Entities with the same components are spawned.
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

    /// Entities are spawned at once, and callbacks run afterwards.
    pub fn spawn_columns(&mut self, rows: &[Values]) -> Outcome<Vec<Entity>> {
        self.keep_promises()?;
        let spawned = self.spawn_together(rows);
        for (entity, values) in spawned.iter().zip(rows) {
            self.hear_added(*entity, None, Some(values))?;
        }
        Ok(spawned)
    }

    /// Columns of unequal length are dropped: so many values that count.
    pub fn refuse_columns(&mut self, counted: u8) -> Outcome<()> {
        self.burn_each(Fuse::Drop, usize::from(counted))
    }

    /// An entity dies; whether it lived.
    pub fn despawn(&mut self, entity: Entity) -> Outcome<bool> {
        if !self.entities.contains_key(&entity) {
            return Ok(false);
        }
        self.keep_promises()?;
        self.despawn_sources(entity)?;
        self.despawn_alone(entity)?;
        Ok(true)
    }

    /// An entity dies, and none of its sources.
    pub(super) fn despawn_alone(&mut self, entity: Entity) -> Outcome<()> {
        let old = self.entities[&entity];
        self.change(entity, None)?;
        self.release(entity);
        self.burn_each(Fuse::Drop, counted([&old]))
    }

    /// Entities are spawned with clones of a template, which is dropped; all or none if a clone panics.
    pub fn spawn_template(&mut self, values: &Values, count: Option<usize>) -> Outcome<Vec<Entity>> {
        let own = counted([values]);
        self.keep_promises()?;
        let cloned = self.burn_each(Fuse::Clone, own * count.unwrap_or(1));
        let spawned = cloned.and_then(|()| match count {
            Some(count) => self.spawn_columns(&vec![*values; count]),
            None => self.spawn(*values).map(|entity| vec![entity]),
        })?;
        self.burn_each(Fuse::Drop, own)?;
        Ok(spawned)
    }

    /// An entity is spawned with clones of the components of another one.
    pub fn clone_entity(&mut self, entity: Entity) -> Outcome<Result<Entity, Entity>> {
        let Some(values) = self.entities.get(&entity).copied() else { return Ok(Err(entity)) };
        self.keep_promises()?;
        self.burn_each(Fuse::Clone, counted([&values]))?;
        self.links.given = self.links.targets(entity);
        self.spawn(values).map(Ok)
    }

    /// An entity dies, and its components are moved to another one.
    pub fn take_and_give(&mut self, entity: Entity, other: Entity) -> Outcome<Result<bool, Entity>> {
        if !self.entities.contains_key(&entity) {
            return Ok(Err(entity));
        }
        self.keep_promises()?;
        self.despawn_sources(entity)?;
        let (values, targets) = (self.entities[&entity], self.links.targets(entity));
        self.change(entity, None)?;
        self.release(entity);
        if self.entities.contains_key(&other) {
            if !self.accepts_all(other, &values, targets) {
                return self.burn_each(Fuse::Drop, counted([&values])).map(|()| Ok(false));
            }
            self.links.given = targets;
        }
        self.insert(other, &values).map(|replaced| Ok(replaced.is_some()))
    }

    fn release(&mut self, entity: Entity) {
        self.generations[entity.index() as usize] += 1;
        self.free.push(entity.index() as usize);
    }

    /// All entities die, by ascending index; afterwards the lowest index is given out first.
    pub fn clear(&mut self) -> Outcome<()> {
        self.keep_promises()?;
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
        self.burn_each(Fuse::Drop, counted(entities.iter().map(|(_, values)| values)))
    }

    /// One transition of one entity, with its callbacks.
    fn change(&mut self, entity: Entity, new: Option<Values>) -> Outcome<()> {
        self.change_by(entity, new, &Values::default())
    }

    /// The same, by values that it gets.
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

    /// What is between the callbacks of a transition.
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

    /// Inserts values into an entity; returns those it had, or `None` if it is dead. Other values are dropped.
    pub fn insert(&mut self, entity: Entity, values: &Values) -> Outcome<Option<Values>> {
        let Some(old) = self.entities.get(&entity).copied() else {
            self.burn_each(Fuse::Drop, counted([values]))?;
            return Ok(None);
        };
        let (mut new, mut replaced) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| values[*part].is_some()) {
            (new[part], replaced[part]) = (values[part], old[part]);
        }
        self.change_by(entity, Some(new), values)?;
        self.burn_each(Fuse::Drop, counted([&replaced]))?;
        Ok(Some(replaced))
    }

    /// An entity loses components: all that are named, or none. They are given back, and `drops` says whether to be dropped.
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
        self.burn_each(Fuse::Drop, if drops { counted([&taken]) } else { 0 })?;
        Ok(Ok(Some(taken)))
    }

    /// An entity loses those of some components that it has. They are given back, and dropped.
    pub fn remove_any(&mut self, entity: Entity, parts: &Values) -> Outcome<Result<Values, Entity>> {
        let Some(old) = self.entities.get(&entity).copied() else { return Ok(Err(entity)) };
        let (mut new, mut taken) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| parts[*part].is_some()) {
            (new[part], taken[part]) = (None, old[part]);
        }
        self.change(entity, Some(new))?;
        self.burn_each(Fuse::Drop, counted([&taken]))?;
        Ok(Ok(taken))
    }

    /// An entity loses components, all or none, and gets others in the same transition. Gives back what it lost; else the
    /// entity if it is gone, or nothing if it lacked something.
    pub fn exchange(
        &mut self,
        entity: Entity,
        lost: &Values,
        gained: &Values,
    ) -> Outcome<Result<Values, Option<Entity>>> {
        let old = self.entities.get(&entity).copied();
        let has_all = |old: &Values| (0..COMPONENTS).all(|part| lost[part].is_none() || old[part].is_some());
        let Some(old) = old.filter(has_all) else {
            self.burn_each(Fuse::Drop, counted([gained]))?;
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
        self.burn_each(Fuse::Drop, counted([&replaced, &taken]))?;
        Ok(Ok(taken))
    }

    /// Applies pending commands. One that panics has left the queue.
    pub fn flush(&mut self) -> Outcome<()> {
        self.keep_promises()?;
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

    /// Systems with views that defer changes get their callbacks.
    pub fn settle(&mut self) -> Outcome<()> {
        let told = self.views.settle(&self.entities);
        self.burn_each(Fuse::Late, told)
    }

    /// Changes are queued one after another, as an iterator yields them.
    pub fn wait_for_each(&mut self, changes: impl IntoIterator<Item = Waiting>) -> Outcome<()> {
        for change in changes {
            self.burn(Fuse::Item)?;
            self.waiting.push_back(change);
        }
        self.burn(Fuse::Item)
    }

    /// What waits is dropped.
    pub fn drop_commands(&mut self) -> Outcome<()> {
        let dropped = counted_waiting(&self.waiting);
        self.waiting.clear();
        self.burn_each(Fuse::Drop, dropped)
    }

    /// A clone takes the place of the world, which is dropped.
    pub fn replace_by_a_clone(&mut self) -> Outcome<()> {
        let values = self.counted_in_the_world();
        self.burn_each(Fuse::Clone, values)?;
        self.burn_each(Fuse::Drop, values)
    }

    /// A snapshot is taken, over one with so many counted values.
    pub fn save(&mut self, old: usize) -> Outcome<Self> {
        self.burn_each(Fuse::Clone, self.counted_in_the_world())?;
        self.burn_each(Fuse::Drop, old)?;
        Ok(self.clone())
    }

    /// The world is restored from a snapshot. If user code panics, it begins anew.
    pub fn restore(&mut self, save: &Self) -> Outcome<()> {
        let outcome = self.burn_each(Fuse::Clone, save.counted_in_the_world());
        let outcome = outcome.and_then(|()| self.burn_each(Fuse::Drop, self.counted_in_the_world()));
        let restored = if outcome.is_ok() { save.clone() } else { Self::default() };
        let Self { entities, aside, fuse, mut touched, .. } = std::mem::replace(self, restored);
        touched.extend(entities.keys());
        (self.aside, self.fuse, self.touched) = (aside, fuse, touched);
        outcome
    }

    /// How many counted values the world has: those of entities, those that wait, and those of events.
    pub fn counted_in_the_world(&self) -> usize {
        self.storages[Counted::ID].len() + counted_waiting(&self.waiting) + self.events.len()
    }

    /// How many counted values there must be: those of entities, those that wait, and those of events.
    pub fn counted(&self) -> i64 {
        let waiting = counted_waiting(&self.waiting) + counted_waiting(&self.aside) + self.events.len();
        i64::try_from(self.storages[Counted::ID].len() + waiting).expect("a world of a few dozen entities")
    }

    /// Keeps no more handles of the dead than are useful.
    pub fn forget_some(&mut self) {
        if self.dead.len() > 128 {
            self.dead.drain(..64);
        }
    }
}
