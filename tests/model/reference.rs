//! The naive world that the real one must agree with: a map from handle to numbers, and lists for what has an order.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ecs_world::{EcsWorld, Entity, ViewKind};

use super::world::{Boxed, Counted, Heard, LATE, LAZY, Other, Plain, Tag, Value, WATCHED, World};

/// Components per entity.
pub const COMPONENTS: usize = 8;

/// What an entity has: a number per component.
pub type Values = [Option<u32>; COMPONENTS];

/// What an entity must have: all of some components, none of others, one of others still (if there are any).
pub type Aspect = (&'static [usize], &'static [usize], &'static [usize]);

impl Default for Reference {
    fn default() -> Self {
        Self {
            entities: BTreeMap::new(),
            storages: Default::default(),
            views: planned(),
            told: Default::default(),
            later: Default::default(),
            generations: vec![],
            free: vec![],
            dead: vec![],
            waiting: VecDeque::new(),
            heard: vec![],
            dropped: 0,
        }
    }
}

/// A change that waits.
#[derive(Debug, Clone)]
pub enum Waiting {
    Spawn(Values),
    Insert(Entity, Values),
    Remove(Entity, Values),
    Despawn(Entity),
}

/// A view as the plan says that it is kept: a list, or so many at the front of the owned storages.
#[derive(Debug)]
struct View {
    all: Vec<usize>,
    none: Vec<usize>,
    any: Vec<usize>,
    kept: ViewKind,
    owned: Vec<usize>,
    list: Vec<Entity>,
    len: usize,
}

/// The views of the plan, each after those around it.
fn planned() -> Vec<View> {
    let id = |name: &&str| World::COMPONENTS.iter().position(|own| own == name).expect("a plan names components");
    let ids = |names: &[&str]| names.iter().map(id).collect::<Vec<_>>();
    let views = World::PLAN.views.iter().map(|view| View {
        all: ids(view.all),
        none: ids(view.none),
        any: ids(view.any),
        kept: view.kept,
        owned: ids(view.owned),
        list: vec![],
        len: 0,
    });
    views.collect()
}

impl View {
    fn matches(&self, values: Option<&Values>) -> bool {
        values.is_some_and(|values| matches(values, (&self.all, &self.none, &self.any)))
    }

    /// Lets an entity change places with whoever stands at the end of the group, in each owned storage.
    fn bring(&self, storages: &mut [Vec<Entity>], entity: Entity) {
        for part in &self.owned {
            let at = storages[*part].iter().position(|other| *other == entity).expect("it has what is owned");
            storages[*part].swap(at, self.len);
        }
    }
}

/// The world as it must be.
#[derive(Debug)]
pub struct Reference {
    pub entities: BTreeMap<Entity, Values>,
    /// The entities of each storage in their order.
    pub storages: [Vec<Entity>; COMPONENTS],
    views: Vec<View>,
    /// Whom the systems that hear at syncs were told of, and what they hear next.
    told: [BTreeSet<Entity>; 2],
    pub later: [Vec<(bool, Entity)>; 2],
    /// The generation of each index that was ever given out, and the indices to give out again, last in, first out.
    generations: Vec<u64>,
    free: Vec<usize>,
    pub dead: Vec<Entity>,
    pub waiting: VecDeque<Waiting>,
    pub heard: Vec<Heard>,
    pub dropped: u64,
}

/// Whether an entity is meant by an aspect.
fn matches(values: &Values, (all, none, any): (&[usize], &[usize], &[usize])) -> bool {
    let has = |part: &usize| values[*part].is_some();
    all.iter().all(has) && !none.iter().any(has) && (any.is_empty() || any.iter().any(has))
}

/// Keeps the order of a list: who is new comes last; who goes leaves a hole that the last one fills.
fn keep(order: &mut Vec<Entity>, entity: Entity, was_in: bool, is_in: bool) {
    if is_in && !was_in {
        order.push(entity);
    } else if was_in && !is_in {
        let at = order.iter().position(|other| *other == entity).expect("it was in");
        order.swap_remove(at);
    }
}

/// The number that callbacks hear, if the watching system manages such an entity.
fn watched(values: Option<&Values>) -> Option<u32> {
    values.filter(|values| matches(values, WATCHED)).and_then(|values| values[Plain::ID])
}

impl Reference {
    /// An entity comes to life; its handle is a function of what happened before.
    pub fn spawn(&mut self, values: Values) -> Entity {
        let index = self.free.pop().unwrap_or_else(|| {
            self.generations.push(0);
            self.generations.len() - 1
        });
        self.generations[index] += 1;
        let bits = self.generations[index] << 32 | u64::try_from(index).expect("an index has 32 bits");
        let entity = Entity::from_bits(bits).expect("living generations are odd");
        self.change(entity, Some(values));
        entity
    }

    /// An entity dies; whether it lived.
    pub fn despawn(&mut self, entity: Entity) -> bool {
        let lives = self.entities.contains_key(&entity);
        if lives {
            self.change(entity, None);
            self.generations[entity.index() as usize] += 1;
            self.free.push(entity.index() as usize);
        }
        lives
    }

    /// All entities die, by ascending index; afterwards the lowest index is given out first.
    pub fn clear(&mut self) {
        let entities: Vec<_> = self.entities.keys().copied().collect();
        for entity in entities {
            self.despawn(entity);
        }
        self.free.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// One transition of one entity, with what callbacks hear of it.
    fn change(&mut self, entity: Entity, new: Option<Values>) {
        let old = self.entities.get(&entity).copied();
        let (before, after) = (watched(old.as_ref()), watched(new.as_ref()));
        if let (Some(plain), None) = (before, after) {
            self.heard.push((false, entity, plain));
        }
        self.keep_orders(entity, old.as_ref(), new.as_ref());
        if let Some(new) = new {
            self.entities.insert(entity, new);
        } else {
            self.entities.remove(&entity);
            self.dead.push(entity);
        }
        if let (None, Some(plain)) = (before, after) {
            self.heard.push((true, entity, plain));
            if plain % 16 == 3 {
                let mut tag = Values::default();
                tag[Tag::ID] = Some(0);
                self.waiting.push_back(Waiting::Insert(entity, tag));
            }
        }
    }

    /// Views are left, the inner before the outer; values go and come; views are entered, the outer before the inner.
    fn keep_orders(&mut self, entity: Entity, old: Option<&Values>, new: Option<&Values>) {
        let Self { storages, views, .. } = self;
        for view in views.iter_mut().rev().filter(|view| view.matches(old) && !view.matches(new)) {
            match view.kept {
                ViewKind::List => keep(&mut view.list, entity, true, false),
                ViewKind::Group => {
                    view.len -= 1;
                    view.bring(storages, entity);
                }
                _ => {}
            }
        }
        for (part, storage) in storages.iter_mut().enumerate() {
            let has = |values: Option<&Values>| values.is_some_and(|values| values[part].is_some());
            keep(storage, entity, has(old), has(new));
        }
        for view in views.iter_mut().filter(|view| view.matches(new) && !view.matches(old)) {
            match view.kept {
                ViewKind::List => view.list.push(entity),
                ViewKind::Group => {
                    view.bring(storages, entity);
                    view.len += 1;
                }
                _ => {}
            }
        }
    }

    /// Sorts a storage: what each group has beside those inside it, and the rest, each by itself in all owned storages.
    pub fn sort(&mut self, part: usize, key: impl Fn(u32) -> u32) {
        let Self { entities, storages, views, .. } = self;
        let sort = |order: &mut [Entity]| order.sort_by_key(|entity| entities[entity][part].map(&key));
        let mut start = 0;
        let groups = views.iter().rev().filter(|view| view.kept == ViewKind::Group && view.owned.contains(&part));
        for View { owned, len, .. } in groups {
            for other in owned {
                sort(&mut storages[*other][start..*len]);
            }
            start = *len;
        }
        sort(&mut storages[part][start..]);
    }

    /// The entities that a view keeps of an aspect, in their order; `None` if it keeps none, or settles later.
    pub fn kept(&self, (all, none, any): Aspect) -> Option<Vec<Entity>> {
        let sorted = |parts: &[usize]| parts.iter().copied().collect::<BTreeSet<_>>();
        let same = |own: &[usize], other: &[usize]| sorted(own) == sorted(other);
        let is_it = |view: &&View| same(&view.all, all) && same(&view.none, none) && same(&view.any, any);
        let view = self.views.iter().find(is_it)?;
        match view.kept {
            ViewKind::List => Some(view.list.clone()),
            ViewKind::Group => Some(self.storages[view.owned[0]][..view.len].to_vec()),
            ViewKind::Storage => Some(self.storages[view.all[0]].clone()),
            _ => None,
        }
    }

    /// The orders in which a query that requires some components may walk: those of storages, and of views that hold all.
    pub fn orders(&self, parts: &[usize]) -> Vec<Vec<Entity>> {
        let covers = |view: &&View| {
            let all = !view.all.is_empty() && view.all.iter().all(|part| parts.contains(part));
            all && view.none.is_empty() && (view.any.is_empty() || view.any.iter().any(|part| parts.contains(part)))
        };
        let views = self.views.iter().filter(covers).filter_map(|view| match view.kept {
            ViewKind::List => Some(view.list.clone()),
            ViewKind::Group => Some(self.storages[view.owned[0]][..view.len].to_vec()),
            _ => None,
        });
        views.chain(parts.iter().map(|part| self.storages[*part].clone())).collect()
    }

    /// A sync tells systems whose views settle later who came and went.
    pub fn settle(&mut self) {
        for (aspect, (told, later)) in [LATE, LAZY].into_iter().zip(self.told.iter_mut().zip(&mut self.later)) {
            let matching = self.entities.iter().filter(|(_, values)| matches(values, aspect));
            let now: BTreeSet<_> = matching.map(|(entity, _)| *entity).collect();
            later.extend(told.difference(&now).map(|entity| (false, *entity)));
            later.extend(now.difference(told).map(|entity| (true, *entity)));
            *told = now;
        }
    }

    /// An entity gets values; what it had of them.
    pub fn insert(&mut self, entity: Entity, values: &Values) -> Option<Values> {
        let old = *self.entities.get(&entity)?;
        let (mut new, mut replaced) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| values[*part].is_some()) {
            (new[part], replaced[part]) = (values[part], old[part]);
        }
        self.change(entity, Some(new));
        Some(replaced)
    }

    /// An entity loses components: all that are named, which are given back, or none.
    pub fn remove(&mut self, entity: Entity, parts: &Values) -> Result<Option<Values>, Entity> {
        let old = *self.entities.get(&entity).ok_or(entity)?;
        let (mut new, mut taken) = (old, Values::default());
        for part in (0..COMPONENTS).filter(|part| parts[*part].is_some()) {
            if old[part].is_none() {
                return Ok(None);
            }
            (new[part], taken[part]) = (None, old[part]);
        }
        self.change(entity, Some(new));
        Ok(Some(taken))
    }

    /// Applies what waits.
    pub fn flush(&mut self) {
        while let Some(waiting) = self.waiting.pop_front() {
            let found = match waiting {
                Waiting::Spawn(values) => {
                    self.spawn(values);
                    true
                }
                Waiting::Insert(entity, values) => self.insert(entity, &values).is_some(),
                Waiting::Remove(entity, parts) => self.remove(entity, &parts).is_ok(),
                Waiting::Despawn(entity) => self.despawn(entity),
            };
            self.dropped += u64::from(!found);
        }
        self.settle();
    }

    /// The watching system touches whom it manages.
    pub fn run_watch(&mut self) {
        for values in self.entities.values_mut().filter(|values| watched(Some(values)).is_some()) {
            let sum = values[Plain::ID].zip(values[Counted::ID]).map(|(plain, counted)| plain.wrapping_add(counted));
            values[Plain::ID] = sum;
        }
    }

    /// The mixing system touches all that are plain.
    pub fn run_mix(&mut self) {
        for values in self.entities.values_mut() {
            let other = values[Other::ID].unwrap_or(1);
            values[Plain::ID] = values[Plain::ID].map(|plain| plain.wrapping_mul(3).wrapping_add(other));
        }
    }

    /// The late system touches all that it manages.
    pub fn run_late(&mut self) {
        for values in self.entities.values_mut() {
            let sum = values[Boxed::ID].zip(values[Other::ID]).map(|(boxed, other)| boxed.wrapping_add(other));
            values[Boxed::ID] = sum.or(values[Boxed::ID]);
        }
    }

    /// Sets a number of an entity that has the component; whether it has.
    pub fn write(&mut self, entity: Entity, part: usize, number: u32) -> bool {
        let own = self.entities.get_mut(&entity).and_then(|values| values[part].as_mut());
        own.map(|own| *own = number).is_some()
    }

    /// A number of an entity.
    pub fn number(&self, entity: Entity, part: usize) -> Option<u32> {
        self.entities.get(&entity)?[part]
    }

    /// The entities that an aspect means, by ascending index.
    pub fn matching(&self, aspect: Aspect) -> Vec<Entity> {
        self.entities.iter().filter(|(_, values)| matches(values, aspect)).map(|(entity, _)| *entity).collect()
    }

    /// Those of a list that an aspect means, in the order of the list.
    pub fn matching_of(&self, order: &[Entity], aspect: Aspect) -> Vec<Entity> {
        order.iter().copied().filter(|entity| matches(&self.entities[entity], aspect)).collect()
    }

    /// How many counted values there must be: those of entities, and those that wait.
    pub fn counted(&self) -> i64 {
        let waiting = self.waiting.iter().filter(|waiting| match waiting {
            Waiting::Spawn(values) | Waiting::Insert(_, values) => values[Counted::ID].is_some(),
            Waiting::Remove(..) | Waiting::Despawn(_) => false,
        });
        let all = self.storages[Counted::ID].len() + waiting.count();
        i64::try_from(all).expect("a world of a few dozen entities")
    }

    /// Keeps no more handles of the dead than are useful.
    pub fn forget_some(&mut self) {
        if self.dead.len() > 512 {
            self.dead.drain(..256);
        }
    }
}
