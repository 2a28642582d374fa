//! What waits and what runs: commands, promises, systems, syncs.

use super::executor::Executor;
use super::operations::{Operation, Pick, Shape};
use super::reference::{Values, Waiting};
use super::shapes::{Parts, values_of, with_shape};
use super::world::{Big, Boxed, Counted, Frozen, Kit, LAZY, LOOKED_AT, Other, Plain, Tag, Wide};

impl Executor {
    pub(super) fn command_or_run(&mut self, operation: &Operation) {
        match *operation {
            Operation::CommandSpawn(shape, number) => with_shape!(shape, B => {
                self.world.commands().spawn(B::make(number));
                self.reference.waiting.push_back(Waiting::Spawn(values_of::<B>(number)));
            }),
            Operation::CommandInsert(pick, shape, number) => self.command_insert(pick, shape, number),
            Operation::CommandRemove(pick, shape) => self.command_remove(pick, shape),
            Operation::CommandDespawn(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                self.world.commands().despawn(entity);
                self.reference.waiting.push_back(Waiting::Despawn(entity));
            }
            Operation::DropCommands => {
                self.world.commands().clear();
                self.reference.waiting.clear();
            }
            _ => {
                self.run(operation);
                self.reference.flush();
            }
        }
    }

    fn command_insert(&mut self, pick: Pick, shape: Shape, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let values = with_shape!(shape, B => {
            self.world.commands().insert(entity, B::make(number));
            values_of::<B>(number)
        });
        self.reference.waiting.push_back(Waiting::Insert(entity, values));
    }

    fn command_remove(&mut self, pick: Pick, shape: Shape) {
        let Some(entity) = self.pick(pick) else { return };
        let parts = with_shape!(shape, B => {
            self.world.commands().remove::<B>(entity);
            values_of::<B>(0)
        });
        self.reference.waiting.push_back(Waiting::Remove(entity, parts));
    }

    /// Runs systems, and syncs.
    fn run(&mut self, operation: &Operation) {
        if !matches!(operation, Operation::Flush) {
            self.reference.settle();
        }
        match *operation {
            Operation::RunWatch => {
                self.world.run_watch();
                self.reference.run_watch();
            }
            Operation::Run => {
                self.world.run();
                self.reference.run_watch();
                self.reference.run_mix();
                let seen = std::mem::take(&mut self.world.resources.seen.0);
                let managed = self.reference.kept(LOOKED_AT);
                assert_eq!(Some(seen), managed, "the looking system saw whom it manages, in order");
                self.reference.run_late();
                let seen = std::mem::take(&mut self.world.systems.lazy.seen);
                assert_eq!(
                    seen,
                    self.reference.matching(LAZY),
                    "the lazy system saw whom it manages, by ascending index"
                );
            }
            Operation::Promise(number) => self.promise(number),
            _ => self.world.flush(),
        }
    }

    /// Entities whose handles are known before they live get what was commanded for them.
    fn promise(&mut self, number: u32) {
        let numbers = [number, number.wrapping_add(1)];
        self.world.resources.wanted.numbers = numbers.to_vec();
        self.world.run_promise();
        let promised = std::mem::take(&mut self.world.resources.wanted.spawned);
        assert_eq!(promised.len(), numbers.len());
        for (entity, number) in promised.into_iter().zip(numbers) {
            self.born(entity, Values::default());
            for values in [values_of::<Plain>(number), values_of::<Counted>(number)] {
                self.reference.waiting.push_back(Waiting::Insert(entity, values));
            }
        }
    }
}
