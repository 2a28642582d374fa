//! Systems, queries and lookups in the naive world: the entities that they find, and the values that they write.

use ecs_world::Entity;

use super::operations::Fuse;
use super::reference::{Aspect, Outcome, Reference, Values, Waiting, matches};
use super::world::{
    Boxed, Counted, Frozen, GATHERED, LAZY, LOOKED_AT, MIXED, Other, PARTED, PILED, Plain, SIFTED, TOLD, Tag, VISITED,
    Value, Visit, WATCHED, Wide,
};

impl Reference {
    /// The system `Watch` writes the entities that match.
    pub fn run_watch(&mut self) -> Outcome<()> {
        for entity in self.kept(WATCHED).expect("the view has an order") {
            self.burn(Fuse::Run)?;
            let [plain, counted] = [Plain::ID, Counted::ID].map(|part| self.number(entity, part).unwrap_or_default());
            self.write(entity, Plain::ID, plain.wrapping_add(counted));
        }
        Ok(())
    }

    /// The system `mix` writes all plain values.
    pub fn run_mix(&mut self) -> Outcome<()> {
        for entity in self.kept(MIXED).expect("the view has an order") {
            self.burn(Fuse::Run)?;
            let (plain, other) = (self.number(entity, Plain::ID), self.number(entity, Other::ID).unwrap_or(1));
            self.write(entity, Plain::ID, plain.unwrap_or_default().wrapping_mul(3).wrapping_add(other));
        }
        Ok(())
    }

    /// The system `look` visits the entities that match.
    pub fn run_look(&mut self) -> Outcome<()> {
        for entity in self.kept(LOOKED_AT).expect("the view has an order") {
            self.burn(Fuse::Run)?;
            self.seen.push(entity);
        }
        Ok(())
    }

    /// The system `gather` visits the entities that match.
    pub fn run_gather(&mut self) -> Outcome<()> {
        for entity in self.kept(GATHERED).expect("the view has an order") {
            self.burn(Fuse::Run)?;
            self.seen.push(entity);
        }
        Ok(())
    }

    /// The system `Late` writes the entities that match.
    pub fn run_late(&mut self) {
        for values in self.entities.values_mut() {
            let sum = values[Boxed::ID].zip(values[Other::ID]).map(|(boxed, other)| boxed.wrapping_add(other));
            values[Boxed::ID] = sum.or(values[Boxed::ID]);
        }
    }

    /// The system `Lazy` visits the entities that match.
    pub fn run_lazy(&mut self) {
        self.lazily_seen = self.matching(LAZY);
    }

    /// The system `notice` visits entities whose component changed, in the order of the storage, and forgets each change.
    pub fn run_notice(&mut self) -> Outcome<()> {
        for entity in self.storages[Wide::ID].clone() {
            if self.news.changed.remove(&entity) {
                self.burn(Fuse::Run)?;
                self.news.seen[0].push(entity);
            }
        }
        Ok(())
    }

    /// The system `greet` visits entities to which the component was added; it also forgets those that its filter excludes.
    pub fn run_greet(&mut self) -> Outcome<()> {
        for entity in self.storages[Wide::ID].clone() {
            if self.news.added.remove(&entity) && self.number(entity, Frozen::ID).is_none() {
                self.burn(Fuse::Run)?;
                self.news.seen[1].push(entity);
            }
        }
        Ok(())
    }

    /// Runs the systems of three components after a sync. Returns the entities that each of them visits, with their numbers at that time.
    pub fn run_steadily(&mut self) -> Outcome<[Vec<Visit>; 4]> {
        self.settle()?;
        self.follow(&["spawn_later", "sift", "pile", "part", "tell"]);
        self.flush()?;
        let visits = [(SIFTED, 0), (PILED, 1), (PARTED, 2), (TOLD, 3)].map(|(aspect, system)| {
            let parts = VISITED[system];
            let order = self.kept(aspect).unwrap_or_else(|| self.matching(aspect));
            let numbers = |entity| (entity, parts.map(|part| self.number(entity, part)), self.number(entity, Tag::ID));
            let visits: Vec<_> = order.into_iter().map(numbers).collect();
            for (entity, numbers, _) in &visits {
                let [one, two, own] = numbers.map(Option::unwrap_or_default);
                self.write(*entity, parts[2], own.wrapping_add(one ^ two));
            }
            visits
        });
        self.flush()?;
        Ok(visits)
    }

    /// The system `spawn_later` reserves entities, and issues commands for their components.
    pub fn run_spawn_later(&mut self, rows: &[[Values; 2]]) -> Outcome<()> {
        for values in rows {
            self.burn(Fuse::Run)?;
            let entity = self.reserve_entity();
            self.reserved_entities.push(entity);
            self.waiting.extend(values.map(|values| Waiting::Insert(entity, values)));
        }
        Ok(())
    }

    /// Reserves an entity, which becomes alive later.
    pub fn reserve_entity(&mut self) -> Entity {
        self.reserved += 1;
        self.nth_next(self.reserved - 1)
    }

    /// Sends an event.
    pub fn send(&mut self, number: u32) {
        self.events.push((self.sent, number));
        self.sent += 1;
    }

    /// The events that a reader has not read yet.
    pub fn read(&mut self, reader: usize) -> Vec<u32> {
        let from = std::mem::replace(&mut self.read[reader], self.sent);
        self.events.iter().filter(|(sent, _)| *sent >= from).map(|(_, number)| *number).collect()
    }

    /// Number of the first event of `later` whose number was already sent here, but for an event that differs or was dropped.
    #[cfg(feature = "serde")]
    pub fn first_other_event(&self, later: &Self) -> u64 {
        let others = later.events.iter().filter(|event| event.0 < self.sent && !self.events.contains(event));
        others.map(|(sent, _)| *sent).next().unwrap_or(u64::MAX)
    }

    /// Marks events as old, and drops those that already are.
    pub fn age_events(&mut self) -> Outcome<()> {
        let dropped = self.old_events;
        self.old_events = self.events.len() - dropped;
        self.events.drain(..dropped);
        self.burn_each(Fuse::Drop, dropped)
    }

    /// Drops all events.
    pub fn drop_events(&mut self) -> Outcome<()> {
        self.old_events = 0;
        let dropped = std::mem::take(&mut self.events);
        self.burn_each(Fuse::Drop, dropped.len())
    }

    /// Overwrites a value, which is dropped; returns whether there was one.
    pub fn overwrite(&mut self, entity: Entity, number: u32) -> Outcome<bool> {
        let found = self.write(entity, Counted::ID, number);
        self.burn_each(Fuse::Drop, usize::from(found))?;
        Ok(found)
    }

    /// Writes the numbers of a component one after another, in the given order.
    pub fn write_each(&mut self, order: &[Entity], part: usize, write: impl Fn(u32) -> u32) -> Outcome<()> {
        for entity in order {
            self.burn(Fuse::Item)?;
            let number = self.number(*entity, part).unwrap_or_default();
            self.write(*entity, part, write(number));
        }
        Ok(())
    }

    /// Sets a number of an entity if it has the component; returns whether it has.
    pub fn write(&mut self, entity: Entity, part: usize, number: u32) -> bool {
        let own = self.entities.get_mut(&entity).and_then(|values| values[part].as_mut());
        let is_there = own.map(|own| *own = number).is_some();
        if is_there && part == Wide::ID {
            self.news.write(entity);
        }
        is_there
    }

    /// A number of an entity.
    pub fn number(&self, entity: Entity, part: usize) -> Option<u32> {
        self.entities.get(&entity)?[part]
    }

    /// The entities that match an aspect, in ascending order.
    pub fn matching(&self, aspect: Aspect) -> Vec<Entity> {
        self.entities.iter().filter(|(_, values)| matches(values, aspect)).map(|(entity, _)| *entity).collect()
    }

    /// The entities of a list that match an aspect, in the order of the list.
    pub fn matching_of(&self, order: &[Entity], aspect: Aspect) -> Vec<Entity> {
        order.iter().copied().filter(|entity| matches(&self.entities[entity], aspect)).collect()
    }
}
