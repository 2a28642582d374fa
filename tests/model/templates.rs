//! Executes operations on templates.

use super::executor::Executor;
use super::operations::Operation;
use super::reference::Waiting;
use super::world::gone;

impl Executor {
    /// Spawns and inserts templates, and uses entities as templates.
    pub(super) fn template(&mut self, operation: &Operation) {
        match *operation {
            Operation::SpawnTemplate(shape, number) => {
                let (acts, values) = Self::acts(shape, number);
                let spawned = self.act(&mut |world| {
                    let template = (acts.template)(number);
                    let spawned = world.spawn_template(&template);
                    drop(template);
                    vec![spawned]
                });
                assert_eq!(spawned, self.reference.spawn_template(&values, None));
            }
            Operation::SpawnTemplates(shape, count, number) => {
                let (count, (acts, values)) = (usize::from(count), Self::acts(shape, number));
                let spawned = self.act(&mut |world| {
                    let template = (acts.template)(number);
                    let spawned = world.spawn_templates(&template, count).into_vec();
                    // Dropped before the result is returned: if a local panics when it is dropped later, the compiler leaks the result.
                    drop(template);
                    spawned
                });
                assert_eq!(spawned, self.reference.spawn_template(&values, Some(count)));
            }
            Operation::InsertTemplate(pick, shape, number) => {
                let Some(entity) = self.pick(pick) else { return };
                let (acts, values) = Self::acts(shape, number);
                let given = self.act(&mut |world| {
                    let given = world.insert_template(entity, (acts.template)(number));
                    given.map_err(|error| gone(error.kind))
                });
                let expected = self.reference.insert(entity, &values);
                assert_eq!(given, expected.map(|replaced| replaced.map(drop).ok_or(entity)));
            }
            Operation::CloneEntity(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                let clone = self.act(&mut |world| world.clone_entity(entity).map_err(|error| gone(error.kind)));
                assert_eq!(clone, self.reference.clone_entity(entity));
            }
            Operation::TakeAndGive(pick, other) => {
                let (Some(entity), Some(other)) = (self.pick(pick), self.pick(other)) else { return };
                let given = self.act(&mut |world| {
                    world.take(entity).map(|taken| world.insert_template(other, taken).is_ok()).ok_or(entity)
                });
                assert_eq!(given, self.reference.take_and_give(entity, other));
            }
            _ => unreachable!("the executor handles all other operations"),
        }
    }

    /// Does so by commands.
    pub(super) fn command_template(&mut self, operation: &Operation) {
        match *operation {
            Operation::CommandSpawnTemplate(shape, number) => {
                let (acts, values) = Self::acts(shape, number);
                self.world.commands().spawn_template(&(acts.template)(number));
                self.reference.waiting.push_back(Waiting::Spawn(values));
            }
            Operation::CommandInsertTemplate(pick, shape, number) => {
                let Some(entity) = self.pick(pick) else { return };
                let (acts, values) = Self::acts(shape, number);
                self.world.commands().insert_template(entity, (acts.template)(number));
                self.reference.waiting.push_back(Waiting::Insert(entity, values));
            }
            Operation::CommandClone(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                self.world.commands().clone_entity(entity);
                self.reference.waiting.push_back(Waiting::Clone(entity));
            }
            _ => unreachable!("the executor handles all other operations"),
        }
    }
}
