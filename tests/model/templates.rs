//! Executes operations on templates.

use ecs_world::prelude::*;

use super::executor::Executor;
use super::operations::Operation;
use super::reference::Waiting;
use super::shapes::{Parts, values_of, with_shape};
use super::world::{Big, Boxed, Counted, Frozen, Kit, Other, Plain, Tag, Wide, World, gone};

/// A template of a bundle that is created from a number.
fn template<B: Parts>(number: u32) -> Template<World> {
    Template::new().with(B::make(number))
}

impl Executor {
    /// Spawns and inserts templates, and uses entities as templates.
    pub(super) fn template(&mut self, operation: &Operation) {
        match *operation {
            Operation::SpawnTemplate(shape, number) => with_shape!(shape, B => {
                let spawned = self.act(|world| {
                    let template = template::<B>(number);
                    let spawned = world.spawn_template(&template);
                    drop(template);
                    vec![spawned]
                });
                assert_eq!(spawned, self.reference.spawn_template(&values_of::<B>(number), None));
            }),
            Operation::SpawnTemplates(shape, count, number) => with_shape!(shape, B => {
                let count = usize::from(count);
                let spawned = self.act(|world| {
                    let template = template::<B>(number);
                    let spawned = world.spawn_templates(&template, count).into_vec();
                    // Dropped before the result is returned: if a local panics when it is dropped later, the compiler leaks the result.
                    drop(template);
                    spawned
                });
                assert_eq!(spawned, self.reference.spawn_template(&values_of::<B>(number), Some(count)));
            }),
            Operation::InsertTemplate(pick, shape, number) => with_shape!(shape, B => {
                let Some(entity) = self.pick(pick) else { return };
                let given = self.act(|world| {
                    world.insert_template(entity, template::<B>(number)).map_err(|error| gone(&error))
                });
                let expected = self.reference.insert(entity, &values_of::<B>(number));
                assert_eq!(given, expected.map(|replaced| replaced.map(drop).ok_or(entity)));
            }),
            Operation::CloneEntity(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                let clone = self.act(|world| world.clone_entity(entity).map_err(|error| gone(&error)));
                assert_eq!(clone, self.reference.clone_entity(entity));
            }
            Operation::TakeAndGive(pick, other) => {
                let (Some(entity), Some(other)) = (self.pick(pick), self.pick(other)) else { return };
                let given = self.act(|world| {
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
            Operation::CommandSpawnTemplate(shape, number) => with_shape!(shape, B => {
                self.world.commands().spawn_template(&template::<B>(number));
                self.reference.waiting.push_back(Waiting::Spawn(values_of::<B>(number)));
            }),
            Operation::CommandInsertTemplate(pick, shape, number) => with_shape!(shape, B => {
                let Some(entity) = self.pick(pick) else { return };
                self.world.commands().insert_template(entity, template::<B>(number));
                self.reference.waiting.push_back(Waiting::Insert(entity, values_of::<B>(number)));
            }),
            Operation::CommandClone(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                self.world.commands().clone_entity(entity);
                self.reference.waiting.push_back(Waiting::Clone(entity));
            }
            _ => unreachable!("the executor handles all other operations"),
        }
    }
}
