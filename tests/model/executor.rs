//! Executes operations on both worlds and compares them: structural changes here, reads in `reading`, commands and runs in `running`.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use ecs_world::BitMask;
use ecs_world::prelude::*;

use super::acts::{Acts, ExchangeActs};
use super::operations::{Fuse, Operation, Pick, Said, Shape};
use super::reference::{Outcome, Panicked, Reference, Values};
use super::saving::Save;
use super::shapes::{Noted, values_of};
use super::world::{
    Big, Boxed, Counted, Frozen, Kit, LINKED, MARKS, Other, PARTS, Ping, Plain, Tag, Value, Wide, World, gone, held_by,
    live, mark, marks_of, number_of, sort, spawn_marked, survive, unmark, write_off,
};

/// The real world beside the reference.
pub struct Executor {
    pub world: World,
    pub reference: Reference,
    /// The commands that were set aside.
    pub(super) aside: Commands<World>,
    /// The readers of events, each with its own position.
    pub(super) readers: [EventCursor<Ping>; 2],
    /// The states that were saved.
    pub(super) saves: [Option<Box<Save>>; 2],
    /// Handles of another world.
    foreign: Vec<Entity>,
    /// The handles that this step affects.
    touched: RefCell<Vec<Entity>>,
    /// The user code that is to panic in this step.
    pub(super) fuse: Option<(Fuse, u8)>,
    steps: u64,
    /// Number of operations between two checks of all invariants. Touched entities are compared after each operation.
    pub pace: u64,
}

impl Default for Executor {
    fn default() -> Self {
        let mut other = World::default();
        let mut foreign = other.spawn_batch((0..48).map(Plain)).into_vec();
        for entity in foreign.iter_mut().step_by(3) {
            other.despawn(*entity).expect("the entity is alive in the other world");
            *entity = other.spawn(());
        }
        Self {
            world: World::default(),
            reference: Reference::default(),
            aside: Commands::default(),
            readers: Default::default(),
            saves: [None, None],
            foreign,
            touched: RefCell::default(),
            fuse: None,
            steps: 0,
            pace: 1,
        }
    }
}

impl Executor {
    /// Executes an operation on both worlds, and checks that they agree. Returns true if user code panicked as requested.
    pub fn step(&mut self, operation: &Operation) -> bool {
        let (fuse, own) = match operation {
            Operation::Panicking(fuse, after, own) => (Some((*fuse, *after)), &**own),
            _ => (None, operation),
        };
        (self.fuse, self.reference.fuse) = (fuse, fuse);
        self.execute(own);
        let panicked = fuse.is_some() && self.reference.fuse.take().is_none();
        self.steps += 1;
        if self.steps.is_multiple_of(self.pace) {
            let saved: usize = self.saves.iter().flatten().map(|save| save.counted()).sum();
            let counted = self.reference.counted() + i64::try_from(saved).expect("the number fits");
            assert_eq!(live(), counted, "counted values after {operation:?}");
            self.world.check_invariants().unwrap_or_else(|error| panic!("{error} after {operation:?}"));
        }
        assert_eq!(self.world.len(), self.reference.entities.len(), "entities after {operation:?}");
        assert_eq!(self.world.systems.watch.heard, self.reference.heard, "callbacks of {operation:?}");
        assert_eq!(self.world.commands().len(), self.reference.waiting.len(), "commands after {operation:?}");
        assert_eq!(self.world.dropped_commands(), self.reference.dropped, "dropped commands after {operation:?}");
        let touched = self.touched.take();
        for entity in std::mem::take(&mut self.reference.touched).into_iter().chain(touched) {
            self.compare_one(entity);
        }
        self.compare_later(panicked && matches!(fuse, Some((Fuse::Late, _))));
        self.world.systems.watch.heard.clear();
        self.reference.heard.clear();
        self.reference.forget_some();
        if self.steps.is_multiple_of(self.pace.saturating_mul(4).max(16)) {
            self.compare();
        }
        panicked
    }

    /// Performs an action on the world, in which user code panics if this step requests it.
    pub(super) fn act<R>(&mut self, action: &mut dyn FnMut(&mut World) -> R) -> Outcome<R> {
        survive(self.fuse.take(), &mut || action(&mut self.world))
    }

    /// Asserts that each system with a deferred view got its callbacks at syncs, each once, in any order.
    fn compare_later(&mut self, interrupted: bool) {
        let systems = &mut self.world.systems;
        let (late, again) = (&mut systems.late.heard, &mut systems.again.heard);
        if interrupted && again.len() < late.len() {
            // The second of two systems with one view gets no callback for the entity at which the first panicked.
            again.extend(late.last());
        }
        let heard = [late, again, &mut systems.lazy.heard, &mut systems.last.heard];
        if interrupted {
            self.reference.views.interrupt(heard.each_ref().map(|heard| heard.as_slice()));
        }
        for (heard, expected) in heard.into_iter().zip(&mut self.reference.views.later) {
            heard.sort_unstable();
            expected.sort_unstable();
            assert_eq!(heard, expected);
            heard.clear();
            expected.clear();
        }
    }

    /// Checks all invariants, and compares all values of all entities and all orders.
    pub fn compare(&mut self) {
        self.world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
        assert!(self.world.entities().eq(self.reference.entities.keys().copied()));
        for entity in self.reference.entities.keys().chain(&self.reference.dead) {
            self.compare_one(*entity);
        }
        self.compare_links();
        self.compare_orders();
    }

    /// Compares both worlds at one handle.
    fn compare_one(&self, entity: Entity) {
        let expected = self.reference.entities.get(&entity).copied();
        assert_eq!(self.world.contains(entity), expected.is_some(), "whether {entity} is alive");
        let parts = |values: Values| (0..values.len()).filter(|part| values[*part].is_some()).collect::<Vec<_>>();
        let mask = self.world.mask(entity).map(|mask| mask.iter().collect::<Vec<_>>());
        let numbers = expected.map(|values| {
            let mut numbers: Vec<_> = parts(values).into_iter().map(number_of).collect();
            numbers.sort_unstable();
            numbers
        });
        assert_eq!(mask, numbers, "the mask of {entity}");
        if let (Some(mask), Some(values)) = (self.world.mask(entity), expected) {
            let agrees = |part: usize| mask.contains(number_of(part)) == values[part].is_some();
            assert!((0..values.len()).all(agrees), "the mask of {entity}, bit by bit");
        }
        let names = numbers.map(|numbers| numbers.into_iter().map(|number| World::COMPONENTS[number]).collect());
        assert_eq!(self.world.component_names(entity), names, "the names of the components of {entity}");
        assert_eq!(self.values(entity), expected.unwrap_or_default(), "the values of {entity}");
    }

    fn values(&self, entity: Entity) -> Values {
        fn number<C: Value>(world: &World, entity: Entity) -> Option<u32>
        where
            World: Has<C>,
        {
            let value = world.get::<C>(entity);
            assert_eq!(world.has::<C>(entity), value.is_some());
            if let Some(value) = value {
                let owner = if size_of::<C>() > 0 { Some(entity) } else { None };
                assert_eq!(world.owner_of(value), owner, "the owner of a value with a size is its entity");
                Some(value.number())
            } else {
                None
            }
        }
        let world = &self.world;
        let mut values = Values::default();
        values[PARTS..LINKED].copy_from_slice(&marks_of(world, entity));
        let links: Vec<_> = held_by(world, entity).into_iter().map(|it| it.map(Entity::index)).collect();
        values[LINKED..].copy_from_slice(&links);
        values[..PARTS].copy_from_slice(&[
            number::<Counted>(world, entity),
            number::<Tag>(world, entity),
            number::<Wide>(world, entity),
            number::<Big>(world, entity),
            number::<Boxed>(world, entity),
            number::<Plain>(world, entity),
            number::<Other>(world, entity),
            number::<Frozen>(world, entity),
        ]);
        values
    }

    /// Resolves a `Pick` to a handle, which is compared after the step.
    pub fn pick(&self, pick: Pick) -> Option<Entity> {
        let (living, dead) = (&self.reference.entities, &self.reference.dead);
        let entity = match pick {
            Pick::Living(n) => living.keys().nth(n as usize % living.len().max(1)).copied(),
            Pick::Dead(n) => dead.get(n as usize % dead.len().max(1)).copied(),
            Pick::Foreign(n) => Some(self.foreign[n as usize % self.foreign.len()]),
            Pick::Forged(bits) => Entity::from_bits(bits),
        };
        self.touched.borrow_mut().extend(entity);
        entity
    }

    fn execute(&mut self, operation: &Operation) {
        match *operation {
            Operation::Spawn(shape, number) => {
                let (acts, values) = Self::acts(shape, number);
                let spawned = self.act(&mut |world| (acts.spawn)(world, number));
                assert_eq!(spawned, self.reference.spawn(values), "the model predicts the handle");
            }
            Operation::SpawnBatch(shape, count, number, said) => self.spawn_batch(shape, count, number, said),
            Operation::SpawnColumns(first, second, number) => self.spawn_columns(first, second, number),
            Operation::Despawn(pick) => self.despawn(pick),
            Operation::Clear => assert_eq!(self.act(&mut World::clear), self.reference.clear()),
            Operation::Insert(pick, shape, number) => self.insert(pick, shape, number),
            Operation::Replace(pick, shape, number) => self.replace(pick, shape, number),
            Operation::Remove(pick, shape) => self.remove(pick, shape),
            Operation::RemoveAny(pick, shape) => self.remove_any(pick, shape),
            Operation::Exchange(pick, exchange, number) => self.exchange(pick, exchange, number),
            Operation::SpawnTemplate(..)
            | Operation::SpawnTemplates(..)
            | Operation::InsertTemplate(..)
            | Operation::CloneEntity(_)
            | Operation::TakeAndGive(..) => self.template(operation),
            Operation::SpawnMarked(mark, number) => self.spawn_marked(mark, number),
            Operation::Mark(pick, mark, number) => self.mark(pick, mark, number),
            Operation::Unmark(pick, mark) => self.unmark(pick, mark),
            Operation::Relate(source, relation, target) => self.relate(source, relation, target),
            Operation::Unrelate(source, relation) => self.unrelate(source, relation),
            Operation::Clone => {
                let done = self.act(&mut |world| *world = world.clone());
                assert_eq!(done, self.reference.replace_by_a_clone());
            }
            Operation::Save(slot) => self.save(usize::from(slot)),
            Operation::Restore(slot) => self.restore(usize::from(slot)),
            Operation::GoAndReturn(slot) => self.go_and_return(usize::from(slot)),
            Operation::Reserve(count) => self.world.reserve::<(Kit, Wide)>(usize::from(count)),
            Operation::Shrink => self.world.shrink_to_fit(),
            Operation::Sort(part) => self.sort(usize::from(part)),
            Operation::Tidy | Operation::TidyWithin(_) | Operation::TidyAtRuns(_) | Operation::Unsort => {
                self.tidy(operation);
            }
            Operation::Write(pick, number) => self.write(pick, number),
            Operation::WriteSeveral(first, second, number) => self.write_several(first, second, number),
            Operation::WriteMany(pick, number) => self.write_many(pick, number),
            Operation::Overwrite(pick, number) => self.overwrite(pick, number),
            Operation::WriteEach(number) => self.write_each(number),
            Operation::WriteJoined(number) => self.write_joined(number),
            Operation::WriteInParallel(number) => self.write_in_parallel(number),
            Operation::LeakIterators(at) => self.leak_iterators(at),
            Operation::LeakTaken(pick) => self.leak_taken(pick),
            Operation::Query => self.query(),
            Operation::QueryMut(number) => self.query_mut(number),
            Operation::Columns(number) => self.columns(number),
            Operation::Walk(number) => self.walk(number),
            Operation::RunSteadily(number) => self.run_steadily(number),
            _ => self.command_or_run(operation),
        }
    }

    /// The operations on the bundle of a shape, and its values if it is created from a number.
    pub(super) fn acts(shape: Shape, number: u32) -> (Acts, Values) {
        let acts = Acts::on(shape);
        (acts, (acts.values)(number))
    }

    fn spawn_batch(&mut self, shape: Shape, count: u8, number: u32, said: Said) {
        let (acts, numbers) = (Acts::on(shape), numbers_from(number, count));
        let spawned = self.act(&mut |world| (acts.spawn_batch)(world, &numbers, said));
        assert_eq!(spawned, self.reference.spawn_batch(all_values(&numbers, acts.values)));
    }

    fn spawn_columns(&mut self, first: u8, second: u8, number: u32) {
        if number.is_multiple_of(4) {
            return self.spawn_three_columns(first, second, number);
        }
        let outcome = self.act(&mut |world| match world
            .spawn_columns((column::<Plain>(first, 0), column::<Counted>(second, number)))
        {
            Ok(spawned) => Ok(spawned.into_vec()),
            Err(error) => Err((error.columns.0.len(), error.columns.1.len())),
        });
        let expected = if first == second {
            self.reference.spawn_columns(&rows(&[Plain::ID], first, number)).map(Ok)
        } else {
            self.reference.refuse_columns(second).map(|()| Err((usize::from(first), usize::from(second))))
        };
        assert_eq!(outcome, expected);
    }

    /// Spawns three columns, of which the third can have another length.
    fn spawn_three_columns(&mut self, first: u8, second: u8, number: u32) {
        let third = first + u8::from(number.is_multiple_of(8));
        let outcome = self.act(&mut |world| {
            let (plain, other) = (column::<Plain>(first, 0), column::<Other>(third, 0));
            match world.spawn_columns((plain, column::<Counted>(second, number), other)) {
                Ok(spawned) => Ok(spawned.into_vec()),
                Err(_refused) => Err(()),
            }
        });
        let expected = if first == second && first == third {
            self.reference.spawn_columns(&rows(&[Plain::ID, Other::ID], first, number)).map(Ok)
        } else {
            self.reference.refuse_columns(second).map(|()| Err(()))
        };
        assert_eq!(outcome, expected);
    }

    fn sort(&mut self, part: usize) {
        match self.act(&mut |world| sort(world, part)) {
            Ok(true) => self.reference.sort(part, |number| number % 8),
            Ok(false) => {}
            // The sort panicked before it moved a value. The number of comparisons depends on the standard library.
            Err(Panicked) => self.reference.fuse = None,
        }
    }

    fn despawn(&mut self, pick: Pick) {
        let Some(entity) = self.pick(pick) else { return };
        let done = self.act(&mut |world| world.despawn(entity).map_err(|error| gone(error.kind)));
        assert_eq!(done, self.reference.despawn(entity).map(|lived| lived.then_some(()).ok_or(entity)));
    }

    pub(super) fn insert(&mut self, pick: Pick, shape: Shape, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, values) = Self::acts(shape, number);
        let given = self.act(&mut |world| (acts.insert)(world, entity, number));
        let expected = self.reference.insert(entity, &values);
        assert_eq!(given, expected.map(|replaced| replaced.map(drop).ok_or((entity, values))));
    }

    fn replace(&mut self, pick: Pick, shape: Shape, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, values) = Self::acts(shape, number);
        let given = self.act(&mut |world| (acts.replace)(world, entity, number));
        assert_eq!(given, self.reference.insert(entity, &values).map(|old| old.ok_or((entity, values))));
    }

    pub(super) fn remove(&mut self, pick: Pick, shape: Shape) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, parts) = Self::acts(shape, 0);
        let taken = self.act(&mut |world| (acts.remove)(world, entity));
        assert_eq!(taken, self.reference.remove(entity, &parts, true));
    }

    fn remove_any(&mut self, pick: Pick, shape: Shape) {
        let Some(entity) = self.pick(pick) else { return };
        let (acts, parts) = Self::acts(shape, 0);
        let taken = self.act(&mut |world| (acts.remove_any)(world, entity));
        assert_eq!(taken, self.reference.remove_any(entity, &parts));
    }

    fn exchange(&mut self, pick: Pick, exchange: u8, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let acts = ExchangeActs::on(exchange);
        let taken = self.act(&mut |world| (acts.exchange)(world, entity, number));
        let [lost, gained] = [acts.values[0](0), acts.values[1](number)];
        let expected = self.reference.exchange(entity, &lost, &gained);
        assert_eq!(taken, expected.map(|taken| taken.map_err(|gone| (gone, gained))));
    }

    /// The number of a mark, and the values of an entity that has only this mark; `None` in a world without marks.
    fn marked(mark: u8, number: u32) -> Option<(usize, Values)> {
        let mark = usize::from(mark).checked_rem(MARKS)?;
        let mut values = Values::default();
        values[PARTS + mark] = Some(number);
        Some((mark, values))
    }

    fn spawn_marked(&mut self, mark: u8, number: u32) {
        let Some((mark, values)) = Self::marked(mark, number) else { return };
        let spawned = self.act(&mut |world| spawn_marked(world, mark, number));
        assert_eq!(spawned, self.reference.spawn(values).map(Some));
    }

    fn mark(&mut self, pick: Pick, number_of_mark: u8, number: u32) {
        let Some((at, values)) = Self::marked(number_of_mark, number) else { return };
        let Some(entity) = self.pick(pick) else { return };
        let done = self.act(&mut |world| mark(world, entity, at, number));
        assert_eq!(done, self.reference.insert(entity, &values).map(|old| old.map(drop).ok_or(entity)));
    }

    fn unmark(&mut self, pick: Pick, mark: u8) {
        let Some((mark, values)) = Self::marked(mark, 0) else { return };
        let Some(entity) = self.pick(pick) else { return };
        let done = self.act(&mut |world| unmark(world, entity, mark));
        let expected = self.reference.remove(entity, &values, true);
        assert_eq!(done, expected.map(|taken| taken.map(|taken| taken.is_some())));
    }

    /// Leaks a value that was removed.
    fn leak_taken(&mut self, pick: Pick) {
        let Some(entity) = self.pick(pick) else { return };
        let taken = self.act(&mut |world| {
            let taken = world.remove::<Counted>(entity).map_err(|error| gone(error.kind));
            taken.map(|taken| taken.map(|value| ManuallyDrop::new(value).values()))
        });
        write_off(i64::from(matches!(taken, Ok(Ok(Some(_))))));
        assert_eq!(taken, self.reference.remove(entity, &values_of::<Counted>(0), false));
    }
}

/// The numbers of the bundles of a batch.
pub(super) fn numbers_from(first: u32, count: u8) -> Vec<u32> {
    (0..u32::from(count)).map(|at| first.wrapping_add(at)).collect()
}

/// The values of bundles that are created from numbers.
fn all_values(numbers: &[u32], values_of: fn(u32) -> Values) -> Vec<Values> {
    numbers.iter().map(|number| values_of(*number)).collect()
}

/// A column of values that are created from numbers from 0 on, each of which is combined with another one.
fn column<C: Value>(count: u8, other: u32) -> Vec<C> {
    let mut column = vec![];
    for number in 0..u32::from(count) {
        column.push(C::new(number ^ other));
    }
    column
}

/// The expected values of columns, the last of which is that of the counted values.
fn rows(parts: &[usize], count: u8, other: u32) -> Vec<Values> {
    let row = |number| {
        let mut values = Values::default();
        for part in parts {
            values[*part] = Some(number);
        }
        values[Counted::ID] = Some(number ^ other);
        values
    };
    (0..u32::from(count)).map(row).collect()
}
