//! Executes operations on both worlds and compares them.

use ecs_world::prelude::*;

use super::operations::{Operation, Pick};
use super::reference::{Reference, Values, Waiting};
use super::world::{Big, Boxed, Counted, Frozen, Kit, Other, Plain, Tag, Value, Wide, World, live};

/// A set of components as a type: how it is made, and what it must be afterwards.
trait Parts: Bundle<World> {
    fn make(number: u32) -> Self;
    /// The numbers of its components.
    fn values(&self) -> Values;
}

/// The numbers that a bundle made of a number has, without making one.
fn values_of<B: Parts>(number: u32) -> Values {
    B::make(number).values()
}

macro_rules! parts {
    ($($B:ty: |$number:ident| $make:expr, |$own:pat_param| [$($part:expr),*];)*) => {
        $(impl Parts for $B {
            fn make($number: u32) -> Self { $make }
            fn values(&self) -> Values {
                #[allow(unused_mut, reason = "the empty bundle has no parts")]
                let mut values = Values::default();
                let $own = self;
                $(set(&mut values, $part);)*
                values
            }
        })*
    };
}

fn set<C: Value>(values: &mut Values, part: &C) {
    values[C::ID] = Some(part.number());
}

parts! {
    (): |_n| (), |()| [];
    Plain: |n| Plain::new(n), |plain| [plain];
    Frozen: |n| Frozen::new(n), |frozen| [frozen];
    Counted: |n| Counted::new(n), |counted| [counted];
    (Tag,): |n| (Tag::new(n),), |(tag,)| [tag];
    (Plain, Counted): |n| (Plain::new(n), Counted::new(n ^ 1)), |(plain, counted)| [plain, counted];
    (Counted, (Tag, Wide)): |n| (Counted::new(n), (Tag::new(n), Wide::new(n))), |(a, (b, c))| [a, b, c];
    (Big, Boxed, Plain): |n| (Big::new(n), Boxed::new(n), Plain::new(n)), |(a, b, c)| [a, b, c];
    (Other, Frozen): |n| (Other::new(n), Frozen::new(n)), |(a, b)| [a, b];
    (Wide, (Other, ())): |n| (Wide::new(n), (Other::new(n), ())), |(a, (b, ()))| [a, b];
    Kit: |n| Kit { plain: Plain::new(n), other: Other::new(n), counted: Counted::new(n) },
        |Kit { plain, other, counted }| [plain, other, counted];
}

/// Names the type of a shape.
macro_rules! with_shape {
    ($shape:expr, $B:ident => $body:expr) => {
        match $shape {
            0 => {
                type $B = ();
                $body
            }
            1 => {
                type $B = Plain;
                $body
            }
            2 => {
                type $B = Frozen;
                $body
            }
            3 => {
                type $B = Counted;
                $body
            }
            4 => {
                type $B = (Tag,);
                $body
            }
            5 => {
                type $B = (Plain, Counted);
                $body
            }
            6 => {
                type $B = (Counted, (Tag, Wide));
                $body
            }
            7 => {
                type $B = (Big, Boxed, Plain);
                $body
            }
            8 => {
                type $B = (Other, Frozen);
                $body
            }
            9 => {
                type $B = (Wide, (Other, ()));
                $body
            }
            _ => {
                type $B = Kit;
                $body
            }
        }
    };
}

/// The real world beside the reference.
#[derive(Default)]
pub struct Executor {
    pub world: World,
    pub reference: Reference,
    steps: u64,
}

impl Executor {
    /// Executes an operation on both worlds, and checks that they agree.
    pub fn step(&mut self, operation: &Operation) {
        self.execute(operation);
        self.steps += 1;
        self.world.check_invariants().unwrap_or_else(|error| panic!("{error} after {operation:?}"));
        assert_eq!(self.world.len(), self.reference.entities.len());
        assert_eq!(live(), self.reference.counted(), "counted values after {operation:?}");
        assert_eq!(self.world.systems.watch.heard, self.reference.heard, "callbacks of {operation:?}");
        assert_eq!(self.world.commands().len(), self.reference.waiting.len());
        assert_eq!(self.world.dropped_commands(), self.reference.dropped);
        self.world.systems.watch.heard.clear();
        self.reference.heard.clear();
        if self.steps.is_multiple_of(16) {
            self.compare();
        }
        if self.reference.dead.len() > 512 {
            self.reference.dead.drain(..256);
        }
    }

    /// Compares all values of all entities.
    pub fn compare(&self) {
        for (entity, values) in &self.reference.entities {
            assert_eq!(self.values(*entity), Some(*values), "{entity}");
        }
        for entity in &self.reference.dead {
            assert!(!self.world.contains(*entity) && self.world.mask(*entity).is_none(), "{entity} is dead");
        }
    }

    fn values(&self, entity: Entity) -> Option<Values> {
        fn number<C: Value>(world: &World, entity: Entity) -> Option<u32>
        where
            World: Has<C>,
        {
            let value = world.get::<C>(entity);
            assert_eq!(world.has::<C>(entity), value.is_some());
            let owner = value.and_then(|value| world.owner_of(value));
            assert_eq!(owner.is_some(), value.is_some() && size_of::<C>() > 0);
            assert!(owner.is_none_or(|owner| owner == entity), "a value knows its owner");
            value.map(Value::number)
        }
        let world = &self.world;
        world.contains(entity).then(|| {
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
        })
    }

    fn pick(&self, pick: Pick) -> Option<Entity> {
        let living = &self.reference.entities;
        match pick {
            Pick::Living(n) => living.keys().nth(n as usize % living.len().max(1)).copied(),
            Pick::Dead(n) => self.reference.dead.get(n as usize % self.reference.dead.len().max(1)).copied(),
            Pick::Forged(bits) => Entity::from_bits(bits),
        }
    }

    /// Takes over an entity that the world spawned: its handle is the one that the model foresees.
    fn born(&mut self, entity: Entity, values: Values) {
        assert_eq!(entity, self.reference.spawn(values));
    }

    fn execute(&mut self, operation: &Operation) {
        match *operation {
            Operation::Spawn(shape, number) => with_shape!(shape, B => {
                let entity = self.world.spawn(B::make(number));
                self.born(entity, values_of::<B>(number));
            }),
            Operation::SpawnBatch(count, number) => {
                let numbers = (0..u32::from(count)).map(|at| number.wrapping_add(at));
                let spawned = self.world.spawn_batch(numbers.clone().map(Kit::make));
                for (entity, number) in spawned.into_iter().zip(numbers) {
                    self.born(entity, values_of::<Kit>(number));
                }
            }
            Operation::SpawnColumns(first, second, number) => self.spawn_columns(first, second, number),
            Operation::Despawn(pick) => self.despawn(pick),
            Operation::Clear => self.clear(),
            Operation::Insert(pick, shape, number) => with_shape!(shape, B => self.insert::<B>(pick, number)),
            Operation::Replace(pick, shape, number) => with_shape!(shape, B => self.replace::<B>(pick, number)),
            Operation::Remove(pick, shape) => with_shape!(shape, B => self.remove::<B>(pick)),
            Operation::Write(pick, number) => self.write(pick, number),
            Operation::WriteSeveral(first, second, number) => self.write_several(first, second, number),
            Operation::WriteMany(pick, number) => self.write_many(pick, number),
            Operation::Run | Operation::RunWatch | Operation::Flush | Operation::Promise(_) => self.run(operation),
            Operation::Query => self.query(),
            Operation::Columns => self.columns(),
            Operation::Reserve(count) => self.world.reserve::<Kit>(usize::from(count)),
            Operation::Shrink => self.world.shrink_to_fit(),
            _ => self.command(operation),
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
                assert_ne!(first, second);
                assert_eq!((error.columns.0.len(), error.columns.1.len()), (usize::from(first), usize::from(second)));
            }
        }
    }

    fn despawn(&mut self, pick: Pick) {
        let Some(entity) = self.pick(pick) else { return };
        assert_eq!(self.world.despawn(entity).is_ok(), self.reference.despawn(entity));
    }

    fn clear(&mut self) {
        self.world.clear();
        self.reference.clear();
    }

    fn insert<B: Parts>(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let given = self.world.insert(entity, B::make(number));
        let expected = self.reference.insert(entity, &values_of::<B>(number));
        assert_eq!(given.is_ok(), expected.is_some());
        if let Err(error) = given {
            assert_eq!((error.entity, error.into_inner().values()), (entity, values_of::<B>(number)));
        }
    }

    fn replace<B: Parts>(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let given = self.world.replace(entity, B::make(number));
        let expected = self.reference.insert(entity, &values_of::<B>(number));
        assert_eq!(given.is_ok(), expected.is_some());
    }

    fn remove<B: Parts>(&mut self, pick: Pick) {
        let Some(entity) = self.pick(pick) else { return };
        let parts = values_of::<B>(0);
        let had = self.reference.entities.get(&entity).copied();
        let taken = self.world.remove::<B>(entity);
        match self.reference.remove(entity, &parts) {
            None => assert!(taken.is_err()),
            Some(whole) => {
                let taken = taken.expect("the entity lives").map(|bundle| bundle.values());
                let expected = had.filter(|_| whole).map(|had| {
                    let mut index = 0;
                    had.map(|number| {
                        index += 1;
                        number.filter(|_| parts[index - 1].is_some())
                    })
                });
                assert_eq!(taken, expected);
            }
        }
    }

    fn write(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let plain = self.world.get_mut::<Plain>(entity);
        let own = self.reference.entities.get_mut(&entity).and_then(|values| values[Plain::ID].as_mut());
        assert_eq!(plain.as_ref().map(|plain| plain.0), own.as_deref().copied());
        if let (Some(plain), Some(own)) = (plain, own) {
            (plain.0, *own) = (number, number);
        }
    }

    fn write_several(&mut self, first: Pick, second: Pick, number: u32) {
        let (Some(first), Some(second)) = (self.pick(first), self.pick(second)) else { return };
        let has = |entity| self.reference.entities.get(&entity).is_some_and(|values| values[Other::ID].is_some());
        let expected = first != second && has(first) && has(second);
        let others = self.world.get_disjoint_mut::<Other, 2>([first, second]);
        assert_eq!(others.is_ok(), expected, "{others:?}");
        if let Ok(others) = others {
            for (other, entity) in others.into_iter().zip([first, second]) {
                other.0 = number;
                self.reference.entities.entry(entity).and_modify(|values| values[Other::ID] = Some(number));
            }
        }
    }

    fn write_many(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let many = self.world.get_many::<(&mut Plain, &Counted, Option<&mut Other>, Entity)>(entity);
        let own = self.reference.entities.get_mut(&entity);
        let own = own.filter(|values| values[Plain::ID].is_some() && values[Counted::ID].is_some());
        assert_eq!(many.is_some(), own.is_some());
        let (Some((plain, counted, other, handle)), Some(own)) = (many, own) else { return };
        assert_eq!((handle, Some(counted.number())), (entity, own[Counted::ID]));
        (plain.0, own[Plain::ID]) = (number, Some(number));
        assert_eq!(other.is_some(), own[Other::ID].is_some());
        if let Some(other) = other {
            (other.0, own[Other::ID]) = (number, Some(number));
        }
    }

    fn command(&mut self, operation: &Operation) {
        let waiting = match *operation {
            Operation::CommandSpawn(number) => {
                self.world.commands().spawn(Kit::make(number));
                Waiting::Spawn(values_of::<Kit>(number))
            }
            Operation::CommandInsert(pick, shape, number) => {
                let Some(entity) = self.pick(pick) else { return };
                with_shape!(shape, B => {
                    self.world.commands().insert(entity, B::make(number));
                    Waiting::Insert(entity, values_of::<B>(number))
                })
            }
            Operation::CommandRemove(pick, shape) => {
                let Some(entity) = self.pick(pick) else { return };
                with_shape!(shape, B => {
                    self.world.commands().remove::<B>(entity);
                    Waiting::Remove(entity, values_of::<B>(0))
                })
            }
            Operation::CommandDespawn(pick) => {
                let Some(entity) = self.pick(pick) else { return };
                self.world.commands().despawn(entity);
                Waiting::Despawn(entity)
            }
            _ => {
                self.world.commands().clear();
                self.reference.waiting.clear();
                return;
            }
        };
        self.reference.waiting.push_back(waiting);
    }

    /// Runs systems, and syncs.
    fn run(&mut self, operation: &Operation) {
        match *operation {
            Operation::RunWatch => {
                self.world.run_watch();
                self.reference.run_watch();
            }
            Operation::Run => {
                self.world.run();
                self.reference.run_watch();
                self.reference.run_mix();
                self.compare_seen();
            }
            Operation::Promise(number) => self.promise(number),
            _ => self.world.flush(),
        }
        self.reference.flush();
    }

    /// The looking system saw whom it manages, each once.
    fn compare_seen(&mut self) {
        let mut seen = std::mem::take(&mut self.world.resources.seen.0);
        seen.sort_unstable();
        assert_eq!(seen, self.reference.matching(&[], &[Frozen::ID], &[Tag::ID, Wide::ID]));
    }

    /// Entities whose handles are known before they live get what was commanded for them.
    fn promise(&mut self, number: u32) {
        let numbers = [number, number.wrapping_add(1)];
        self.world.resources.wanted.numbers = numbers.to_vec();
        self.world.run_promise();
        let promised = std::mem::take(&mut self.world.resources.wanted.spawned);
        for (entity, number) in promised.into_iter().zip(numbers) {
            self.born(entity, Values::default());
            for values in [values_of::<Plain>(number), values_of::<Counted>(number)] {
                self.reference.waiting.push_back(Waiting::Insert(entity, values));
            }
        }
    }

    /// Queries of all forms find what the model finds.
    fn query(&mut self) {
        let sorted = |mut entities: Vec<Entity>| {
            entities.sort_unstable();
            entities
        };
        let (world, reference) = (&mut self.world, &self.reference);
        let plain = world.query::<(Entity, &Plain)>().without::<Frozen>().iter().map(|(entity, _)| entity).collect();
        assert_eq!(sorted(plain), reference.matching(&[Plain::ID], &[Frozen::ID], &[]));
        let some = world.query::<Entity>().with::<Other>().any::<(Tag, Wide)>().any::<(Plain, Boxed)>();
        let expected: Vec<_> = reference.matching(&[Other::ID], &[], &[Tag::ID, Wide::ID]);
        let either = reference.matching(&[], &[], &[Plain::ID, Boxed::ID]);
        let expected: Vec<_> = expected.into_iter().filter(|entity| either.contains(entity)).collect();
        assert_eq!(some.iter().collect::<Vec<_>>(), expected, "all entities are walked by ascending index");
        let mut found = vec![];
        world.query_mut::<(Entity, &mut Big, Option<&mut Boxed>)>().for_each(|(entity, big, boxed)| {
            assert_eq!(big.number(), reference.entities[&entity][Big::ID].unwrap_or_default());
            assert_eq!(boxed.map(|boxed| boxed.number()), reference.entities[&entity][Boxed::ID]);
            found.push(entity);
        });
        assert_eq!(sorted(found), reference.matching(&[Big::ID], &[], &[]));
        let aspect = (&[Plain::ID, Other::ID], &[Frozen::ID], &[Tag::ID, Wide::ID]);
        let expected = reference.matching(aspect.0, aspect.1, aspect.2);
        let named = world.query_plain_other_without_frozen_any_tag_wide();
        assert_eq!(sorted(named.iter().map(|(entity, ..)| entity).collect()), expected);
        assert_eq!(named.single().is_ok(), expected.len() == 1);
        for entity in reference.entities.keys().chain(&reference.dead) {
            assert_eq!(named.get(*entity).is_some(), expected.contains(entity));
        }
        let watched = reference.matching(&[Plain::ID, Counted::ID], &[Frozen::ID], &[]);
        assert_eq!(sorted(world.managed_watch().iter().collect()), watched);
        assert!(watched.iter().all(|entity| world.managed_watch().contains(*entity)));
        let both = world.query_big_boxed_mut().into_iter().map(|(entity, big, boxed)| {
            assert_eq!(Some(big.number()), reference.entities[&entity][Big::ID]);
            assert_eq!(Some(boxed.number()), reference.entities[&entity][Boxed::ID]);
            entity
        });
        assert_eq!(sorted(both.collect()), reference.matching(&[Big::ID, Boxed::ID], &[], &[]));
    }

    /// Joined columns hold what the model holds, and can be written.
    fn columns(&mut self) {
        let mut columns = self.world.columns();
        assert_eq!(columns.entities.iter().collect::<Vec<_>>(), self.reference.matching(&[], &[], &[]));
        let mut joined = vec![];
        for (entity, plain, other) in (&columns.entities, &mut columns.plain, &columns.other).join() {
            plain.0 ^= other.0;
            joined.push(entity);
        }
        joined.sort_unstable();
        assert_eq!(joined, self.reference.matching(&[Plain::ID, Other::ID], &[], &[]));
        for entity in joined {
            let values = self.reference.entities.get_mut(&entity).expect("it was joined");
            values[Plain::ID] = values[Plain::ID].zip(values[Other::ID]).map(|(plain, other)| plain ^ other);
        }
        assert_eq!(columns.tag.len(), self.reference.matching(&[Tag::ID], &[], &[]).len());
    }
}
