//! Running: commands, reserved entities, systems, syncs.

use ecs_world::prelude::*;

use super::acts::{Acts, ExchangeActs, Telling};
use super::executor::{Executor, numbers_from};
use super::operations::{Operation, Pick, Shape};
use super::reference::{Outcome, Waiting};
use super::shapes::values_of;
use super::world::{Counted, Other, Ping, Plain, Tag, Value, World};

/// The systems that an operation runs.
fn systems_of(operation: &Operation) -> &'static [&'static str] {
    const ALONE: [&[&str]; 8] =
        [&["Watch"], &["mix"], &["look"], &["Late"], &["gather"], &["Lazy"], &["notice"], &["greet"]];
    match *operation {
        Operation::RunOne(number) => ALONE[usize::from(number).min(7)],
        Operation::Run => {
            &["Watch", "mix", "look", "gather", "spawn_later", "Late", "Again", "Lazy", "Last", "notice", "greet"]
        }
        _ => &[],
    }
}

impl Executor {
    pub(super) fn command_or_run(&mut self, operation: &Operation) {
        match *operation {
            Operation::CommandSpawn(shape, number) => {
                let (acts, values) = Self::acts(shape, number);
                (acts.command_spawn)(&mut self.world, number);
                self.reference.waiting.push_back(Waiting::Spawn(values));
            }
            Operation::CommandSpawnTemplate(..) | Operation::CommandInsertTemplate(..) | Operation::CommandClone(_) => {
                self.command_template(operation);
            }
            Operation::CommandInsert(pick, shape, number) => self.command_insert(pick, shape, number),
            Operation::ReserveEntity => self.reserve_entity(),
            Operation::CommandRemove(pick, shape) => self.command_remove(pick, shape),
            Operation::CommandRemoveAny(pick, shape) => self.command_remove_any(pick, shape),
            Operation::CommandExchange(pick, exchange, number) => self.command_exchange(pick, exchange, number),
            Operation::CommandRelate(source, relation, target) => self.command_relate(source, relation, target),
            Operation::CommandDespawn(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                self.world.commands().despawn(entity);
                self.reference.waiting.push_back(Waiting::Despawn(entity));
            }
            Operation::CommandSpawnBatch(..)
            | Operation::CommandInsertBatch(..)
            | Operation::CommandRemoveBatch(..)
            | Operation::CommandDespawnBatch(_) => self.command_batch(operation),
            Operation::DropCommands => {
                let done = self.act(&mut |world| world.commands().clear());
                assert_eq!(done, self.reference.drop_commands());
            }
            Operation::SwapCommands => {
                std::mem::swap(self.world.commands(), &mut self.aside);
                std::mem::swap(&mut self.reference.waiting, &mut self.reference.aside);
            }
            Operation::AppendCommands => {
                self.world.commands().append(&mut self.aside);
                assert!(self.aside.is_empty());
                self.reference.waiting.append(&mut self.reference.aside);
            }
            Operation::AppendBatches(picks, number) => self.append_batches(&picks, number),
            Operation::Send(_) | Operation::ReadEvents(_) | Operation::AgeEvents | Operation::DropEvents => {
                self.event(operation);
            }
            _ => self.run(operation),
        }
    }

    /// Issues commands from an iterator.
    fn command_batch(&mut self, operation: &Operation) {
        match *operation {
            Operation::CommandSpawnBatch(shape, count, number, said) => {
                let numbers = numbers_from(number, count);
                let acts = Acts::on(shape);
                let done = self.act(&mut |world| (acts.command_spawn_batch)(world, &numbers, said));
                let changes = numbers.iter().map(|number| Waiting::Spawn((acts.values)(*number)));
                assert_eq!(done, self.reference.wait_for_each(changes.collect()));
            }
            Operation::CommandInsertBatch(picks, shape, number) => self.command_insert_batch(&picks, shape, number),
            Operation::CommandRemoveBatch(picks, shape) => {
                let entities = self.pick_all(&picks);
                let (acts, parts) = Self::acts(shape, 0);
                let done = self.act(&mut |world| (acts.command_remove_batch)(world, &entities));
                let changes = entities.iter().map(|entity| Waiting::Remove(*entity, parts));
                assert_eq!(done, self.reference.wait_for_each(changes.collect()));
            }
            Operation::CommandDespawnBatch(picks) => {
                let entities = self.pick_all(&picks);
                let done = self.act(&mut |world| world.commands().despawn_batch(Telling::of(&entities)));
                let changes = entities.iter().map(|entity| Waiting::Despawn(*entity));
                assert_eq!(done, self.reference.wait_for_each(changes.collect()));
            }
            _ => unreachable!("the executor handles all other operations"),
        }
    }

    /// Sends, reads, ages and drops events.
    fn event(&mut self, operation: &Operation) {
        match *operation {
            Operation::Send(number) => {
                self.world.events.ping.send(Ping(Counted::new(number)));
                self.reference.send(number);
            }
            Operation::ReadEvents(reader) => {
                let reader = usize::from(reader);
                let read: Vec<_> =
                    self.world.events.ping.read(&mut self.readers[reader]).map(|it| it.0.number()).collect();
                assert_eq!(read, self.reference.read(reader), "each reader receives each event once, in order");
            }
            Operation::AgeEvents => assert_eq!(self.act(&mut World::update_events), self.reference.age_events()),
            _ => assert_eq!(self.act(&mut |world| world.events.ping.clear()), self.reference.drop_events()),
        }
        let events = self.world.events.ping.iter().map(|ping| ping.0.number());
        assert!(events.eq(self.reference.events.iter().map(|(_, number)| *number)), "the events that are kept");
    }

    fn command_insert(&mut self, pick: Pick, shape: Shape, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, values) = Self::acts(shape, number);
        (acts.command_insert)(&mut self.world, entity, number);
        self.reference.waiting.push_back(Waiting::Insert(entity, values));
    }

    fn pick_all(&self, picks: &[Pick]) -> Vec<Entity> {
        picks.iter().filter_map(|pick| self.pick(*pick)).collect()
    }

    fn command_insert_batch(&mut self, picks: &[Pick], shape: Shape, number: u32) {
        let entities = self.pick_all(picks);
        let (acts, values) = Self::acts(shape, number);
        let numbered: Vec<_> = entities.iter().map(|entity| (*entity, number)).collect();
        let done = self.act(&mut |world| (acts.command_insert_batch)(world, &numbered));
        let changes = entities.iter().map(|entity| Waiting::Insert(*entity, values));
        assert_eq!(done, self.reference.wait_for_each(changes.collect()));
    }

    fn command_remove(&mut self, pick: Pick, shape: Shape) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, parts) = Self::acts(shape, 0);
        (acts.command_remove)(&mut self.world, entity);
        self.reference.waiting.push_back(Waiting::Remove(entity, parts));
    }

    fn reserve_entity(&mut self) {
        assert_eq!(self.world.reserve_entity(), self.reference.reserve_entity(), "the model predicts the handle");
    }

    fn command_remove_any(&mut self, pick: Pick, shape: Shape) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, parts) = Self::acts(shape, 0);
        (acts.command_remove_any)(&mut self.world, entity);
        self.reference.waiting.push_back(Waiting::RemoveAny(entity, parts));
    }

    /// Appends commands that consist of three batches, once for each handle.
    fn append_batches(&mut self, picks: &[Pick], number: u32) {
        for entity in self.pick_all(picks) {
            let [mut all, mut second, mut third] = [(); 3].map(|()| Commands::default());
            all.insert(entity, Plain::new(number));
            second.remove::<Tag>(entity);
            third.insert(entity, Counted::new(number));
            all.append(&mut second);
            all.append(&mut third);
            all.insert(entity, Other::new(number));
            self.world.commands().append(&mut all);
            assert!(all.is_empty());
            let waiting = &mut self.reference.waiting;
            waiting.push_back(Waiting::Insert(entity, values_of::<Plain>(number)));
            waiting.push_back(Waiting::Remove(entity, values_of::<Tag>(0)));
            waiting.push_back(Waiting::Insert(entity, values_of::<Counted>(number)));
            waiting.push_back(Waiting::Insert(entity, values_of::<Other>(number)));
        }
        if number.is_multiple_of(4) {
            let clone = self.world.commands().clone();
            *self.world.commands() = clone;
        }
    }

    fn command_exchange(&mut self, pick: Pick, exchange: u8, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let acts = ExchangeActs::on(exchange);
        (acts.command_exchange)(&mut self.world, entity, number);
        let (lost, gained) = (acts.values[0](0), acts.values[1](number));
        self.reference.waiting.push_back(Waiting::Exchange(entity, lost, gained));
    }

    /// Runs systems, and syncs.
    fn run(&mut self, operation: &Operation) {
        // A single system runs twice in a row, so that the second run uses cached positions if the first one changed nothing.
        let times = if matches!(operation, Operation::RunOne(_)) && self.fuse.is_none() { 2 } else { 1 };
        let _ = (0..times).try_for_each(|_| self.run_once(operation));
    }

    fn run_once(&mut self, operation: &Operation) -> Outcome<()> {
        let run = &mut |world: &mut World| match *operation {
            Operation::RunOne(0) => world.run_watch(),
            Operation::RunOne(1) => world.run_mix(),
            Operation::RunOne(2) => world.run_look(),
            Operation::RunOne(3) => world.run_late(),
            Operation::RunOne(4) => world.run_gather(),
            Operation::RunOne(5) => world.run_lazy(),
            Operation::RunOne(6) => world.run_notice(),
            Operation::RunOne(_) => world.run_greet(),
            Operation::Run => world.run(),
            _ => world.flush(),
        };
        if let Operation::SpawnLater(number) = *operation {
            self.spawn_later(number);
            return Ok(());
        }
        let done = self.act(run);
        assert_eq!(done, self.run_reference(operation));
        if matches!(operation, Operation::Run) && done.is_ok() && self.world.tidy_budget().is_some() {
            self.take_over_orders();
            self.reference.is_tidying = !self.world.tidy_within(0).done;
        }
        let seen = std::mem::take(&mut self.world.resources.seen.0);
        assert_eq!(seen, std::mem::take(&mut self.reference.seen), "the system `look` visited its entities, in order");
        let seen = std::mem::take(&mut self.world.systems.lazy.seen);
        let lazy = std::mem::take(&mut self.reference.lazily_seen);
        assert_eq!(seen, lazy, "the lazy system visited its entities, by ascending index");
        let news = std::mem::take(&mut self.world.resources.news);
        let seen = std::mem::take(&mut self.reference.news.seen);
        assert_eq!([news.changed, news.added], seen, "systems visited changed and added values, in order");
        done
    }

    fn run_reference(&mut self, operation: &Operation) -> Outcome<()> {
        let reference = &mut self.reference;
        if !matches!(operation, Operation::Flush) {
            reference.settle()?;
            reference.follow(systems_of(operation));
        }
        match *operation {
            Operation::RunOne(0) => reference.run_watch()?,
            Operation::RunOne(1) => reference.run_mix()?,
            Operation::RunOne(2) => reference.run_look()?,
            Operation::RunOne(3) => reference.run_late(),
            Operation::RunOne(4) => reference.run_gather()?,
            Operation::RunOne(5) => reference.run_lazy(),
            Operation::RunOne(6) => reference.run_notice()?,
            Operation::RunOne(_) => reference.run_greet()?,
            Operation::Run => {
                // Events do not age if the last run ended in a panic.
                if !std::mem::replace(&mut reference.is_running, true) {
                    reference.age_events()?;
                }
                reference.run_watch()?;
                reference.run_mix()?;
                reference.run_look()?;
                reference.run_gather()?;
                reference.run_late();
                reference.run_lazy();
                reference.run_notice()?;
                reference.run_greet()?;
            }
            _ => {}
        }
        reference.flush()?;
        reference.is_running &= !matches!(operation, Operation::Run);
        Ok(())
    }

    /// Reserves entities; the commands for their handles apply once they are alive.
    fn spawn_later(&mut self, number: u32) {
        let numbers: Vec<_> = (0..=number % 5).map(|at| number.wrapping_add(at)).collect();
        self.world.resources.wanted.numbers.clone_from(&numbers);
        let done = self.act(&mut World::run_spawn_later);
        let row = |number: &u32| [values_of::<Plain>(*number), values_of::<Counted>(*number)];
        let rows: Vec<_> = numbers.iter().map(row).collect();
        let expected = self.reference.settle().and_then(|()| {
            self.reference.follow(&["spawn_later"]);
            self.reference.run_spawn_later(&rows)
        });
        let expected = expected.and_then(|()| self.reference.flush());
        assert_eq!(done, expected);
        // If a panic occurred before the system ran, the request is still there.
        self.world.resources.wanted.numbers.clear();
        let reserved_entities = std::mem::take(&mut self.world.resources.wanted.spawned);
        assert_eq!(
            reserved_entities,
            std::mem::take(&mut self.reference.reserved_entities),
            "the model predicts the handles"
        );
    }
}
