//! The naive world that the real one must agree with: a map from handle to numbers.

use std::collections::{BTreeMap, VecDeque};

use ecs_world::Entity;

use super::world::Heard;

/// Components per entity.
pub const COMPONENTS: usize = 8;

/// What an entity has: a number per component.
pub type Values = [Option<u32>; COMPONENTS];

/// The place of the plain component, and of those that matter to the watching system.
const COUNTED: usize = 0;
const TAG: usize = 1;
const PLAIN: usize = 5;
const OTHER: usize = 6;
const FROZEN: usize = 7;

/// A change that waits.
#[derive(Debug, Clone)]
pub enum Waiting {
    Spawn(Values),
    Insert(Entity, Values),
    Remove(Entity, Values),
    Despawn(Entity),
}

/// The world as it must be.
#[derive(Debug, Default)]
pub struct Reference {
    pub entities: BTreeMap<Entity, Values>,
    /// The generation of each index that was ever given out, and the indices to give out again, last in, first out.
    generations: Vec<u64>,
    free: Vec<usize>,
    pub dead: Vec<Entity>,
    pub waiting: VecDeque<Waiting>,
    pub heard: Vec<Heard>,
    pub dropped: u64,
}

/// The number that callbacks hear, if the watching system manages such an entity.
fn watched(values: Option<&Values>) -> Option<u32> {
    let values = values?;
    values[COUNTED].and(values[PLAIN]).filter(|_| values[FROZEN].is_none())
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
        let old = self.entities.get(&entity);
        let (before, after) = (watched(old), watched(new.as_ref()));
        if let (Some(plain), None) = (before, after) {
            self.heard.push((false, entity, plain));
        }
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
                tag[TAG] = Some(0);
                self.waiting.push_back(Waiting::Insert(entity, tag));
            }
        }
    }

    /// An entity gets values; what it had of them.
    pub fn insert(&mut self, entity: Entity, values: &Values) -> Option<Values> {
        let old = *self.entities.get(&entity)?;
        let mut new = old;
        for (own, value) in new.iter_mut().zip(values).filter(|(_, value)| value.is_some()) {
            *own = *value;
        }
        self.change(entity, Some(new));
        Some(old)
    }

    /// An entity loses components: all that are named, or none.
    pub fn remove(&mut self, entity: Entity, parts: &Values) -> Option<bool> {
        let old = *self.entities.get(&entity)?;
        let has_all = old.iter().zip(parts).all(|(own, part)| part.is_none() || own.is_some());
        if has_all {
            let mut new = old;
            for (own, _) in new.iter_mut().zip(parts).filter(|(_, part)| part.is_some()) {
                *own = None;
            }
            self.change(entity, Some(new));
        }
        Some(has_all)
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
                Waiting::Remove(entity, parts) => self.remove(entity, &parts).is_some(),
                Waiting::Despawn(entity) => self.despawn(entity),
            };
            self.dropped += u64::from(!found);
        }
    }

    /// The watching system touches whom it manages.
    pub fn run_watch(&mut self) {
        for values in self.entities.values_mut().filter(|values| watched(Some(values)).is_some()) {
            values[PLAIN] = values[PLAIN].zip(values[COUNTED]).map(|(plain, counted)| plain.wrapping_add(counted));
        }
    }

    /// The mixing system touches all that are plain.
    pub fn run_mix(&mut self) {
        for values in self.entities.values_mut() {
            let other = values[OTHER].unwrap_or(1);
            values[PLAIN] = values[PLAIN].map(|plain| plain.wrapping_mul(3).wrapping_add(other));
        }
    }

    /// The entities that have all of some components, none of others, and one of others still.
    pub fn matching(&self, all: &[usize], none: &[usize], any: &[usize]) -> Vec<Entity> {
        let matches = |values: &Values| {
            all.iter().all(|part| values[*part].is_some())
                && none.iter().all(|part| values[*part].is_none())
                && (any.is_empty() || any.iter().any(|part| values[*part].is_some()))
        };
        self.entities.iter().filter(|(_, values)| matches(values)).map(|(entity, _)| *entity).collect()
    }

    /// How many counted values there must be: those of entities, and those that wait.
    pub fn counted(&self) -> i64 {
        let owned = self.entities.values().filter(|values| values[COUNTED].is_some()).count();
        let waiting = self.waiting.iter().filter(|waiting| match waiting {
            Waiting::Spawn(values) | Waiting::Insert(_, values) => values[COUNTED].is_some(),
            Waiting::Remove(..) | Waiting::Despawn(_) => false,
        });
        i64::try_from(owned + waiting.count()).expect("a world of a few dozen entities")
    }
}
