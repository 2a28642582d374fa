//! Executes operations on both worlds and compares them: structural changes here, reading in `reading`, what waits and
//! what runs in `running`.

use std::cell::RefCell;

use ecs_world::prelude::*;

use super::operations::{Operation, Pick};
use super::reference::{Reference, Values};
use super::shapes::{Noted, Parts, values_of, with_shape};
use super::world::{Big, Boxed, Counted, Frozen, Kit, Other, Plain, Tag, Value, Wide, World, live};

/// The real world beside the reference.
#[derive(Default)]
pub struct Executor {
    pub world: World,
    pub reference: Reference,
    /// The handles that this step is about.
    touched: RefCell<Vec<Entity>>,
    steps: u64,
}

impl Executor {
    /// Executes an operation on both worlds, and checks that they agree.
    pub fn step(&mut self, operation: &Operation) {
        self.execute(operation);
        self.steps += 1;
        self.world.check_invariants().unwrap_or_else(|error| panic!("{error} after {operation:?}"));
        assert_eq!(self.world.len(), self.reference.entities.len(), "entities after {operation:?}");
        assert_eq!(live(), self.reference.counted(), "counted values after {operation:?}");
        assert_eq!(self.world.systems.watch.heard, self.reference.heard, "callbacks of {operation:?}");
        assert_eq!(self.world.commands().len(), self.reference.waiting.len(), "commands after {operation:?}");
        assert_eq!(self.world.dropped_commands(), self.reference.dropped, "dropped commands after {operation:?}");
        for entity in self.touched.take() {
            self.compare_one(entity);
        }
        self.compare_later();
        self.world.systems.watch.heard.clear();
        self.reference.heard.clear();
        self.reference.forget_some();
        if self.steps.is_multiple_of(16) {
            self.compare();
        }
    }

    /// Systems whose views settle later heard of who came and went at syncs, each once, in some order.
    fn compare_later(&mut self) {
        let systems = &mut self.world.systems;
        let heard = [&mut systems.late.heard, &mut systems.lazy.heard];
        for (heard, expected) in heard.into_iter().zip(&mut self.reference.later) {
            heard.sort_unstable();
            expected.sort_unstable();
            assert_eq!(heard, expected);
            heard.clear();
            expected.clear();
        }
    }

    /// Compares all values of all entities, and all orders.
    pub fn compare(&mut self) {
        assert!(self.world.entities().eq(self.reference.entities.keys().copied()));
        for entity in self.reference.entities.keys().chain(&self.reference.dead) {
            self.compare_one(*entity);
        }
        self.compare_orders();
    }

    /// Compares what the worlds know of a handle.
    fn compare_one(&self, entity: Entity) {
        let expected = self.reference.entities.get(&entity).copied();
        assert_eq!(self.world.contains(entity), expected.is_some(), "{entity} lives");
        let parts = |values: Values| (0..values.len()).filter(|part| values[*part].is_some()).collect::<Vec<_>>();
        let mask = self.world.mask(entity).map(|mask| mask.iter().collect::<Vec<_>>());
        assert_eq!(mask, expected.map(parts), "the mask of {entity}");
        assert_eq!(self.values(entity), expected.unwrap_or_default(), "the values of {entity}");
    }

    fn values(&self, entity: Entity) -> Values {
        fn number<C: Value>(world: &World, entity: Entity) -> Option<u32>
        where
            World: Has<C>,
        {
            let value = world.get::<C>(entity);
            assert_eq!(world.has::<C>(entity), value.is_some());
            let owner = value.and_then(|value| world.owner_of(value));
            assert_eq!(
                owner,
                value.filter(|_| size_of::<C>() > 0).map(|_| entity),
                "a value with a size knows whose it is"
            );
            value.map(Value::number)
        }
        let world = &self.world;
        [
            number::<Counted>(world, entity),
            number::<Tag>(world, entity),
            number::<Wide>(world, entity),
            number::<Big>(world, entity),
            number::<Boxed>(world, entity),
            number::<Plain>(world, entity),
            number::<Other>(world, entity),
            number::<Frozen>(world, entity),
        ]
    }

    /// The handle that is meant; it will be compared after the step.
    pub fn pick(&self, pick: Pick) -> Option<Entity> {
        let (living, dead) = (&self.reference.entities, &self.reference.dead);
        let entity = match pick {
            Pick::Living(n) => living.keys().nth(n as usize % living.len().max(1)).copied(),
            Pick::Dead(n) => dead.get(n as usize % dead.len().max(1)).copied(),
            Pick::Forged(bits) => Entity::from_bits(bits),
        };
        self.touched.borrow_mut().extend(entity);
        entity
    }

    /// Takes over an entity that the world spawned: its handle is the one that the model foresees.
    pub fn born(&mut self, entity: Entity, values: Values) {
        assert_eq!(entity, self.reference.spawn(values), "the model foresees the handle");
        self.touched.get_mut().push(entity);
    }

    fn execute(&mut self, operation: &Operation) {
        match *operation {
            Operation::Spawn(shape, number) => with_shape!(shape, B => {
                let entity = self.world.spawn(B::make(number));
                self.born(entity, values_of::<B>(number));
            }),
            Operation::SpawnBatch(shape, count, number) => {
                with_shape!(shape, B => self.spawn_batch::<B>(count, number));
            }
            Operation::SpawnColumns(first, second, number) => self.spawn_columns(first, second, number),
            Operation::Despawn(pick) => self.despawn(pick),
            Operation::Clear => {
                self.world.clear();
                self.reference.clear();
            }
            Operation::Insert(pick, shape, number) => with_shape!(shape, B => self.insert::<B>(pick, number)),
            Operation::Replace(pick, shape, number) => with_shape!(shape, B => self.replace::<B>(pick, number)),
            Operation::Remove(pick, shape) => with_shape!(shape, B => self.remove::<B>(pick)),
            Operation::Clone => self.world = self.world.clone(),
            Operation::Reserve(count) => self.world.reserve::<(Kit, Wide)>(usize::from(count)),
            Operation::Shrink => self.world.shrink_to_fit(),
            Operation::Sort(part) => self.sort(part),
            Operation::Write(pick, number) => self.write(pick, number),
            Operation::WriteSeveral(first, second, number) => self.write_several(first, second, number),
            Operation::WriteMany(pick, number) => self.write_many(pick, number),
            Operation::Query => self.query(),
            Operation::QueryMut(number) => self.query_mut(number),
            Operation::Columns(number) => self.columns(number),
            _ => self.command_or_run(operation),
        }
    }

    fn spawn_batch<B: Parts>(&mut self, count: u8, number: u32) {
        let numbers = (0..u32::from(count)).map(|at| number.wrapping_add(at));
        let spawned = self.world.spawn_batch(numbers.clone().map(B::make));
        assert_eq!(spawned.len(), usize::from(count));
        for (entity, number) in spawned.into_iter().zip(numbers) {
            self.born(entity, values_of::<B>(number));
        }
    }

    fn spawn_columns(&mut self, first: u8, second: u8, number: u32) {
        let plain: Vec<_> = (0..u32::from(first)).map(Plain::new).collect();
        let counted: Vec<_> = (0..u32::from(second)).map(|at| Counted::new(at ^ number)).collect();
        match self.world.spawn_columns((plain, counted)) {
            Ok(spawned) => {
                assert_eq!((first, spawned.len()), (second, usize::from(first)));
                for (entity, at) in spawned.into_iter().zip(0..) {
                    let mut values = values_of::<Plain>(at);
                    values[Counted::ID] = Some(at ^ number);
                    self.born(entity, values);
                }
            }
            Err(error) => {
                let (plain, counted) = error.columns;
                assert_ne!(first, second);
                assert_eq!((plain.len(), counted.len()), (usize::from(first), usize::from(second)));
            }
        }
    }

    /// Sorts by a part of the numbers, so that there are equal ones.
    fn sort(&mut self, part: u8) {
        fn key<C: Value>(value: &C) -> u32 {
            value.number() % 8
        }
        let world = &mut self.world;
        match part {
            0 => world.sort_by_key(key::<Counted>),
            1 => world.sort_by_key(key::<Tag>),
            2 => world.sort_by_key(key::<Wide>),
            3 => world.sort_by_key(key::<Big>),
            4 => world.sort_by_key(key::<Boxed>),
            5 => world.sort_by_key(key::<Plain>),
            6 => world.sort_by_key(key::<Other>),
            _ => world.sort_by_key(key::<Frozen>),
        }
        self.reference.sort(usize::from(part), |number| number % 8);
    }

    fn despawn(&mut self, pick: Pick) {
        let Some(entity) = self.pick(pick) else { return };
        let done = self.world.despawn(entity);
        assert_eq!(done.map_err(|error| error.entity), self.reference.despawn(entity).then_some(()).ok_or(entity));
    }

    fn insert<B: Parts>(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let given = self.world.insert(entity, B::make(number));
        let given = given.map_err(|error| (error.entity, error.into_inner().values()));
        let values = values_of::<B>(number);
        let expected = self.reference.insert(entity, &values);
        assert_eq!(given, expected.map(drop).ok_or((entity, values)));
    }

    fn replace<B: Parts>(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let given = self.world.replace(entity, B::make(number)).map(|old| old.values());
        let given = given.map_err(|error| (error.entity, error.into_inner().values()));
        let values = values_of::<B>(number);
        assert_eq!(given, self.reference.insert(entity, &values).ok_or((entity, values)));
    }

    fn remove<B: Parts>(&mut self, pick: Pick) {
        let Some(entity) = self.pick(pick) else { return };
        let taken = self.world.remove::<B>(entity).map(|taken| taken.map(|bundle| bundle.values()));
        let taken = taken.map_err(|error| error.entity);
        assert_eq!(taken, self.reference.remove(entity, &values_of::<B>(0)));
    }
}
