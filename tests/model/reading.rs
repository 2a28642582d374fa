//! Reading and writing values in place: lookups, queries, columns. All of them must find the same values as the model, in order.

use std::mem::ManuallyDrop;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use ecs_world::prelude::*;
use ecs_world::{DisjointError, SingleError, Tidied};

use super::executor::Executor;
use super::operations::{Fuse, Operation, Pick};
use super::reference::{Aspect, Reference, Waiting};
use super::shapes::values_of;
use super::world::{
    BESIDE, Big, Boxed, Counted, Frozen, GATHERED, LARGE, LAST, LATE, LAZY, LOOKED_AT, MIXED, NAMED, Other, PARTED,
    PILED, Plain, SCANNED, Tag, Value, WATCHED, Wide, World, ascends, burn, orders_of_links, orders_of_marks, unsort,
    views_of_marks,
};

pub(super) fn sorted(entities: impl IntoIterator<Item = Entity>) -> Vec<Entity> {
    let mut entities: Vec<_> = entities.into_iter().collect();
    entities.sort_unstable();
    entities
}

/// The expected result of `single` for these matches.
fn single_of<T>(matches: &[T]) -> Result<(), SingleError> {
    match matches.len() {
        0 => Err(SingleError::None),
        1 => Ok(()),
        _ => Err(SingleError::Many),
    }
}

/// Asserts that an ad-hoc query finds all matches, in the order of a required storage, or of a view that contains the matches.
fn assert_walks_an_order(found: &[Entity], reference: &Reference, parts: &[usize], aspect: Aspect) {
    let mut orders = reference.orders(parts).into_iter();
    assert!(orders.any(|order| found == reference.matching_of(&order, aspect)), "{found:?} of {parts:?}");
    assert_eq!(sorted(found.iter().copied()), reference.matching(aspect));
}

/// Asserts that a view is iterated in its order, or in any order if it is deferred or scanned.
fn assert_walks_the_view(found: &[Entity], reference: &Reference, aspect: Aspect) {
    match reference.kept(aspect) {
        Some(order) => assert_eq!(found, order),
        None => assert_eq!(sorted(found.iter().copied()), reference.matching(aspect)),
    }
}

/// Whether values of all these entities can be borrowed at once.
fn can_lend(reference: &Reference, entities: &[Entity], part: usize) -> bool {
    let distinct = (0..entities.len()).all(|at| !entities[..at].contains(&entities[at]));
    distinct && entities.iter().all(|entity| reference.number(*entity, part).is_some())
}

/// The handles in the items of an iterator, given the pattern of an item. A loop: as many chains of iterators would take long to compile.
macro_rules! handles {
    ($query:expr, $item:pat => $handle:ident) => {{
        let mut items = $query.into_iter();
        let mut handles = Vec::with_capacity(items.size_hint().0);
        while let Some($item) = items.next() {
            handles.push($handle);
        }
        handles
    }};
}

impl Executor {
    /// The orders of all storages.
    pub(super) fn orders(&mut self) -> Vec<Vec<Entity>> {
        let (marks, links) = (orders_of_marks(&mut self.world), orders_of_links(&mut self.world));
        let columns = self.world.columns();
        let mut storages = vec![
            columns.counted.entities().collect(),
            columns.tag.entities().collect(),
            columns.wide.entities().collect(),
            columns.big.entities().collect(),
            columns.boxed.entities().collect(),
            columns.plain.entities().collect(),
            columns.other.entities().collect(),
            columns.frozen.entities().collect(),
        ];
        storages.extend(marks.into_iter().chain(links));
        storages
    }

    /// The orders of all lists, and of some other views.
    fn lists(&mut self) -> Vec<(Aspect, Vec<Entity>)> {
        let mut lists = views_of_marks(&mut self.world);
        let world = &self.world;
        let own = handles!(world.query_boxed_plain_without_tag().iter(), (it, ..) => it);
        let named = handles!(world.query_plain_other_without_frozen_any_tag_wide().iter(), (it, ..) => it);
        lists.extend([((&[Plain::ID, Boxed::ID][..], &[Tag::ID][..], &[][..]), own), (NAMED, named)]);
        let managed = [
            (world.managed_watch(), WATCHED),
            (world.managed_look(), LOOKED_AT),
            (world.managed_gather(), GATHERED),
            (world.managed_pile(), PILED),
            (world.managed_part(), PARTED),
        ];
        lists.extend(managed.map(|(managed, aspect)| (aspect, managed.iter().collect())));
        lists
    }

    /// Tidies storages and lists, completely or within a budget.
    pub(super) fn tidy(&mut self, operation: &Operation) {
        match *operation {
            Operation::Tidy => {
                let tidied = self.world.tidy();
                assert_eq!((tidied.done, tidied.left_alone), (true, self.reference.sorted.len()));
                assert_eq!(self.world.tidy(), Tidied { moved: 0, ..tidied });
                self.reference.tidy();
                self.reference.is_tidying = false;
            }
            Operation::TidyWithin(budget) => {
                let tidied = self.world.tidy_within(usize::from(budget));
                // Moving an entity of a group moves its values in up to four storages.
                let limit = if budget > 0 { usize::from(budget) + 3 } else { 0 };
                assert!(tidied.moved <= limit, "{tidied:?} within a budget of {budget}");
                let done = self.take_over_orders();
                assert!(done || !tidied.done, "{tidied:?}");
                let is_tidying = self.reference.is_tidying || budget > 0;
                self.reference.is_tidying = is_tidying && !tidied.done;
            }
            Operation::TidyAtRuns(budget) => {
                let budget = (budget > 0).then_some(usize::from(budget));
                self.world.set_tidy_budget(budget);
                self.reference.tidies_at_runs = budget.is_some();
                assert_eq!(self.world.tidy_budget(), budget);
            }
            _ => {
                unsort(&mut self.world);
                self.reference.sorted.clear();
            }
        }
    }

    /// The reference adopts the orders that a call within a budget left. Returns true if all are tidy.
    pub(super) fn take_over_orders(&mut self) -> bool {
        let (orders, lists) = (self.orders(), self.lists());
        self.reference.tidy_partly(orders, &lists)
    }

    /// Asserts that storages and views have the documented orders.
    pub(super) fn compare_orders(&mut self) {
        assert_eq!(self.orders(), self.reference.storages);
        let Self { world, reference, .. } = self;
        let managed = [
            (world.managed_watch(), WATCHED),
            (world.managed_mix(), MIXED),
            (world.managed_look(), LOOKED_AT),
            (world.managed_gather(), GATHERED),
            (world.managed_late(), LATE),
            (world.managed_again(), LATE),
            (world.managed_last(), LAST),
            (world.managed_lazy(), LAZY),
            (world.managed_pile(), PILED),
            (world.managed_part(), PARTED),
        ];
        for (managed, aspect) in managed {
            let found: Vec<_> = managed.iter().collect();
            assert_walks_the_view(&found, reference, aspect);
            assert_eq!((managed.len(), managed.is_empty()), (found.len(), found.is_empty()));
            assert!(found.iter().all(|entity| managed.contains(*entity)));
            assert!(!reference.dead.iter().any(|entity| managed.contains(*entity)));
        }
        for (aspect, found) in views_of_marks(world) {
            assert_walks_the_view(&found, reference, aspect);
        }
        self.compare_queries();
    }

    /// Asserts that named queries iterate their views, in whichever way these are kept.
    fn compare_queries(&mut self) {
        let Self { world, reference, .. } = self;
        let named = handles!(world.query_plain_other_without_frozen_any_tag_wide().iter(), (it, ..) => it);
        assert_walks_the_view(&named, reference, NAMED);
        let beside = handles!(world.query_other_with_tag_wide().iter(), (it, ..) => it);
        assert_eq!(sorted(beside), reference.matching(BESIDE), "a required component that is not fetched filters, too");
        let late = handles!(world.query_boxed_other().iter(), (it, ..) => it);
        assert_eq!(sorted(late), reference.matching(LATE), "a query that only reads is exact before the sync, too");
        let lazy = handles!(world.query_wide_without_frozen().iter(), (it, ..) => it);
        assert_eq!(sorted(lazy), reference.matching(LAZY), "with a filter, too");
        let lazy = handles!(world.query_wide_without_frozen_mut(), (it, ..) => it);
        assert_eq!(lazy, reference.matching(LAZY), "a query that writes settles first, by ascending index");
        for entity in lazy {
            reference.news.write(entity);
        }
        let scanned = handles!(world.query_counted_big_mut(), (it, ..) => it);
        assert_eq!(sorted(scanned), reference.matching(SCANNED));
        let large = handles!(world.query_big_boxed_mut(), (it, ..) => it);
        assert_walks_the_view(&large, reference, LARGE);
        let grouped = reference.is_group(LARGE);
        let slices = world.query_big_boxed().slices();
        assert_eq!(slices.is_some(), grouped, "a group that owns both components has slices");
        let Some((handles, bigs, boxes)) = slices else { return };
        assert!(handles.iter().eq(large.iter().copied()));
        for ((entity, big), boxed) in large.iter().zip(bigs).zip(boxes) {
            let numbers = [Big::ID, Boxed::ID].map(|part| reference.number(*entity, part));
            assert_eq!([Some(big.number()), Some(boxed.number())], numbers);
        }
    }

    pub(super) fn write(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let plain = self.world.get_mut::<Plain>(entity);
        assert_eq!(plain.as_ref().map(|plain| plain.0), self.reference.number(entity, Plain::ID));
        if let Some(plain) = plain {
            plain.0 = number;
            self.reference.write(entity, Plain::ID, number);
        }
    }

    pub(super) fn write_several(&mut self, first: Pick, second: Pick, number: u32) {
        let (Some(first), Some(second)) = (self.pick(first), self.pick(second)) else { return };
        // Equal handles are as likely as different ones.
        let second = if number.is_multiple_of(2) { first } else { second };
        let has = |entity| self.reference.number(entity, Other::ID).is_some();
        let both = first != second && has(first) && has(second);
        let apart = self.world.get_disjoint_mut::<Other, 3>([first, second, first]);
        assert!(if both { matches!(apart, Err(DisjointError::Duplicate(0, 2))) } else { apart.is_err() }, "{apart:?}");
        self.write_disjoint::<Other, 2>([first, second], number);
        let Some(third) = self.pick(Pick::Living(number)) else { return };
        let three = [first, second, third];
        match number % 5 {
            0 => self.write_disjoint::<Counted, 3>(three, number),
            1 => self.write_disjoint::<Wide, 3>(three, number),
            2 => self.write_disjoint::<Big, 3>(three, number),
            3 => self.write_disjoint::<Boxed, 3>(three, number),
            _ => self.write_disjoint::<Plain, 3>(three, number),
        }
    }

    /// Borrows values of several entities at once if all of them exist, and writes each.
    fn write_disjoint<C: Value, const N: usize>(&mut self, entities: [Entity; N], number: u32)
    where
        World: Has<C>,
    {
        let found = self.world.get_disjoint_mut::<C, N>(entities);
        assert_eq!(found.is_ok(), can_lend(&self.reference, &entities, C::ID), "{entities:?}");
        let Ok(values) = found else { return };
        for (at, value) in values.iter().enumerate() {
            assert_eq!(Some(value.number()), self.reference.number(entities[at], C::ID));
        }
        for (at, value) in values.into_iter().enumerate() {
            *value = C::new(number ^ entities[at].index());
            self.reference.write(entities[at], C::ID, value.number());
        }
    }

    pub(super) fn write_many(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let many = self.world.get_components::<(&mut Plain, &Counted, Option<&mut Other>, Entity)>(entity);
        let [plain, counted, other] =
            [Plain::ID, Counted::ID, Other::ID].map(|part| self.reference.number(entity, part));
        let expected = plain.zip(counted).map(|(plain, counted)| (plain, counted, other, entity));
        let found = many.as_ref().map(|(plain, counted, other, entity)| {
            (plain.0, counted.number(), other.as_ref().map(|other| other.0), *entity)
        });
        assert_eq!(found, expected);
        let Some((plain, _, other, _)) = many else { return };
        plain.0 = number;
        self.reference.write(entity, Plain::ID, number);
        if let Some(other) = other {
            other.0 = number;
            self.reference.write(entity, Other::ID, number);
        }
    }

    /// Overwrites a counted value, which is dropped.
    pub(super) fn overwrite(&mut self, pick: Pick, number: u32) {
        let Some(entity) = self.pick(pick) else { return };
        let done = self.act(&mut |world| {
            let value = world.get_mut::<Counted>(entity);
            value.map(|value| *value = Counted::new(number)).is_some()
        });
        assert_eq!(done, self.reference.overwrite(entity, number));
    }

    /// Writes by a function that a query calls for each match, and which may panic.
    pub(super) fn write_each(&mut self, number: u32) {
        let done = self.act(&mut |world| {
            world.query_mut::<(Entity, &mut Plain)>().for_each(|(_, plain)| {
                burn(Fuse::Item);
                plain.0 ^= number;
            });
        });
        let order = self.reference.storages[Plain::ID].clone();
        assert_eq!(done, self.reference.write_each(&order, Plain::ID, |plain| plain ^ number));
    }

    /// Writes in a loop over joined columns, which may panic.
    pub(super) fn write_joined(&mut self, number: u32) {
        let done = self.act(&mut |world| {
            let mut columns = world.columns();
            for (_, other) in (&columns.entities, &mut columns.other).join() {
                burn(Fuse::Item);
                other.0 = other.0.wrapping_add(number);
            }
        });
        let order = self.reference.storages[Other::ID].clone();
        assert_eq!(done, self.reference.write_each(&order, Other::ID, |other| other.wrapping_add(number)));
    }

    /// Writes and issues commands on several threads, with the same results in the same order as on one.
    pub(super) fn write_in_parallel(&mut self, number: u32) {
        let Self { world, reference, .. } = self;
        let mut commands = std::mem::take(world.commands());
        let mut query = world.query_mut::<(Entity, &mut Plain, Option<&Other>)>();
        query.par_for_each_with(&mut commands, |commands, (entity, plain, other)| {
            plain.0 = plain.0.wrapping_add(other.map_or(number, |other| other.0));
            if plain.0 % 4 == 1 {
                commands.insert(entity, Tag);
            }
        });
        let numbers = query.par_fold(
            Vec::new,
            |mut numbers, (_, plain, _)| {
                numbers.push(plain.0);
                numbers
            },
            |one, two| [one, two].concat(),
        );
        *world.commands() = commands;
        let order = reference.storages[Plain::ID].clone();
        for entity in &order {
            let [plain, other] = [Plain::ID, Other::ID].map(|part| reference.number(*entity, part));
            let plain = plain.unwrap_or_default().wrapping_add(other.unwrap_or(number));
            reference.write(*entity, Plain::ID, plain);
            if plain % 4 == 1 {
                reference.waiting.push_back(Waiting::Insert(*entity, values_of::<Tag>(0)));
            }
        }
        assert!(numbers.into_iter().map(Some).eq(order.iter().map(|entity| reference.number(*entity, Plain::ID))));
        self.visit_slices(number);
    }

    /// If there are slices, each chunk of them is visited once, with the position of its first value.
    fn visit_slices(&mut self, number: u32) {
        let Self { world, reference, .. } = self;
        let order = world.query_counted_plain().slices().map(|(handles, ..)| handles.iter().collect::<Vec<_>>());
        let size = NonZeroUsize::MIN.saturating_add(number as usize % 12);
        let visited = Mutex::new(vec![]);
        let sliced = world.query_counted_plain_mut().par_slices(size, |first, (handles, counted, plain)| {
            assert_eq!((plain.len(), counted.len()), (handles.len(), handles.len()));
            let entities: Vec<_> = handles.iter().collect();
            visited.lock().expect("no thread panicked").push((first, entities));
        });
        assert_eq!(sliced.is_some(), order.is_some());
        let mut visited = visited.into_inner().expect("no thread panicked");
        visited.sort_unstable();
        let order = order.unwrap_or_default();
        assert_eq!(order, reference.matching_of(&order, (&[Plain::ID, Counted::ID], &[], &[])));
        let chunks = order.chunks(size.get()).zip((0..).step_by(size.get()));
        assert!(chunks.map(|(chunk, first)| (first, chunk.to_vec())).eq(visited), "chunks of {size} of {order:?}");
    }

    /// Leaked iterators leave the world unchanged, after any number of steps. Not inlined, because `.ci/leaks-of-tests` names it.
    #[inline(never)]
    pub(super) fn leak_iterators(&mut self, at: u8) {
        fn leak<I: Iterator>(mut iterator: I, steps: u8) {
            let _ = iterator.by_ref().take(usize::from(steps)).count();
            let _ = ManuallyDrop::new(iterator);
        }
        leak(self.world.entities(), at);
        leak(self.world.managed_watch().iter(), at);
        leak(self.world.query::<(&Plain, Option<&Other>)>().into_iter(), at);
        leak(self.world.query_mut::<(&mut Plain, Option<&mut Counted>)>().without::<Tag>().into_iter(), at);
        leak(self.world.query_big_boxed_mut().into_iter(), at);
        let mut columns = self.world.columns();
        leak((&columns.entities, &mut columns.plain, &columns.other).join(), at);
        leak(columns.counted.iter_mut(), at);
        let _ = ManuallyDrop::new(columns);
    }

    /// Compares queries that read.
    pub(super) fn query(&mut self) {
        let Self { world, reference, .. } = self;
        let world: &World = world;
        let plain = handles!(world.query::<(&Plain, Entity)>().without::<Frozen>().iter(), (_, it) => it);
        assert_eq!(plain, reference.matching_of(&reference.storages[Plain::ID], (&[], &[Frozen::ID], &[])));
        let mut filtered = vec![];
        let mut query = world.query::<(&Plain, Entity)>().without::<Frozen>().any::<(Tag, Wide)>();
        query.for_each(|(_, entity)| filtered.push(entity));
        let aspect: Aspect = (&[], &[Frozen::ID], &[Tag::ID, Wide::ID]);
        assert_eq!(filtered, reference.matching_of(&reference.storages[Plain::ID], aspect), "by `for_each`, too");
        let mut looked_up = world.query::<(&Plain, Option<&Other>)>().iter();
        let mut left = reference.storages[Plain::ID].len();
        while looked_up.next().is_some() {
            left -= 1;
            let (lower, upper) = looked_up.size_hint();
            // A storage by index has gaps, so that the number of remaining values is not exact there.
            let is_exact = lower == left && upper == Some(left);
            let holds = lower <= left && upper.is_some_and(|upper| left <= upper);
            assert!(is_exact || (ascends(Plain::ID) && holds), "{left} in {lower} to {upper:?}, looked up");
        }
        let mut left = reference.storages[Plain::ID].len();
        let mut plain = world.query::<&Plain>().iter();
        loop {
            let (lower, upper) = plain.size_hint();
            let holds = lower <= left && upper.is_some_and(|upper| left <= upper);
            assert!(
                ascends(Plain::ID) && holds || (lower, upper) == (left, Some(left)),
                "{left} in {lower} to {upper:?}"
            );
            if plain.next().is_none() {
                break;
            }
            left -= 1;
        }
        let selected = world.query::<Entity>().with::<(Other,)>().any::<(Tag, Wide)>().any::<(Plain, Boxed)>();
        let either = reference.matching((&[], &[], &[Plain::ID, Boxed::ID]));
        let expected = reference.matching((&[Other::ID], &[], &[Tag::ID, Wide::ID]));
        let expected: Vec<_> = expected.into_iter().filter(|entity| either.contains(entity)).collect();
        assert_eq!(selected.iter().collect::<Vec<_>>(), expected, "queries of all entities are ascending");
        assert_eq!(selected.single().map(drop), single_of(&expected));
        assert_any_filters_decide(world, reference);
        let pairs: Vec<_> = world.query::<(Entity, &Counted, Option<&Tag>, &Wide)>().into_iter().collect();
        let found: Vec<_> = pairs.iter().map(|(entity, ..)| *entity).collect();
        assert_walks_an_order(&found, reference, &[Counted::ID, Wide::ID], (&[Counted::ID, Wide::ID], &[], &[]));
        for (entity, counted, tag, wide) in pairs {
            let found = [Some(counted.number()), tag.map(Value::number), Some(wide.number())];
            assert_eq!(found, [Counted::ID, Tag::ID, Wide::ID].map(|part| reference.number(entity, part)));
        }
        let (named, expected) = (world.query_plain_other_without_frozen_any_tag_wide(), reference.matching(NAMED));
        assert_eq!(named.single().map(drop), single_of(&expected));
        for entity in reference.entities.keys().chain(&reference.dead) {
            let found = named.get(*entity).map(|(it, plain, other)| (it, Some(plain.0), Some(other.0)));
            let numbers = (*entity, reference.number(*entity, Plain::ID), reference.number(*entity, Other::ID));
            assert_eq!(found, expected.contains(entity).then_some(numbers));
        }
    }

    /// Compares queries that write.
    pub(super) fn query_mut(&mut self, number: u32) {
        let Self { world, reference, .. } = self;
        let mut query = world.query_mut::<(Entity, &mut Plain, Option<&mut Other>)>();
        let mut found = vec![];
        query.for_each(|(entity, plain, other)| {
            plain.0 ^= number;
            found.push((entity, plain.0, other.map(|other| other.0)));
        });
        assert!(found.iter().map(|(entity, ..)| entity).eq(&reference.storages[Plain::ID]));
        for (entity, plain, other) in found {
            let old = reference.number(entity, Plain::ID);
            assert_eq!((Some(plain ^ number), other), (old, reference.number(entity, Other::ID)));
            reference.write(entity, Plain::ID, plain);
        }
        let held: Vec<_> = query.reborrow().without::<Tag>().into_iter().collect();
        let expected = reference.matching_of(&reference.storages[Plain::ID], (&[], &[Tag::ID], &[]));
        assert!(held.iter().map(|(entity, ..)| entity).eq(&expected), "an iterator yields each entity once");
        for (entity, plain, other) in held {
            plain.0 = plain.0.wrapping_add(1);
            reference.write(entity, Plain::ID, plain.0);
            if let Some(other) = other {
                other.0 ^= plain.0;
                reference.write(entity, Other::ID, other.0);
            }
        }
        for entity in reference.entities.keys().chain(&reference.dead) {
            let is_found = query.contains(*entity);
            let plain = query.get_mut(*entity).map(|(_, plain, _)| plain.0);
            assert_eq!(plain.is_some(), is_found);
            assert_eq!(plain, reference.number(*entity, Plain::ID));
        }
        let folded =
            world.query_mut::<(&Counted, &mut Plain)>().fold(0_u64, |sum, (_, plain)| sum + u64::from(plain.0));
        let both = reference.matching((&[Counted::ID, Plain::ID], &[], &[]));
        let sum: u64 = both.iter().filter_map(|entity| reference.number(*entity, Plain::ID)).map(u64::from).sum();
        assert_eq!(folded, sum);
        let single = world.query_big_boxed_mut().single_mut().map(drop);
        assert_eq!(single, single_of(&reference.matching(LARGE)));
        for (entity, counted, plain) in &mut world.query_counted_plain_without_frozen_mut() {
            let numbers = [Counted::ID, Plain::ID].map(|part| reference.number(entity, part));
            assert_eq!([Some(counted.number()), Some(plain.number())], numbers);
        }
    }

    /// Compares joined columns, and writes them.
    pub(super) fn columns(&mut self, number: u32) {
        let Self { world, reference, .. } = self;
        let mut columns = world.columns();
        assert!(columns.entities.iter().eq(reference.entities.keys().copied()));
        assert!((&columns.entities,).join().map(|(entity,)| entity).eq(reference.entities.keys().copied()));
        let mut joined = vec![];
        for (entity, plain, other) in (&columns.entities, &mut columns.plain, &columns.other).join() {
            plain.0 ^= other.0;
            joined.push(entity);
            reference.write(entity, Plain::ID, plain.0);
        }
        let aspect: Aspect = (&[Plain::ID, Other::ID], &[], &[]);
        assert_walks_an_order(&joined, reference, &[Plain::ID, Other::ID], aspect);
        assert_eq!(sorted(joined), reference.matching(aspect));
        for (entity, other) in columns.other.iter_mut() {
            other.0 = other.0.wrapping_mul(5).wrapping_add(number);
            reference.write(entity, Other::ID, other.0);
        }
        for (entity, plain) in columns.plain.iter_mut() {
            plain.0 ^= number;
            reference.write(entity, Plain::ID, plain.0);
        }
        for (entity, big) in columns.big.iter() {
            assert_eq!(Some(big.number()), reference.number(entity, Big::ID));
            assert_eq!(columns.boxed.get(entity).map(Value::number), reference.number(entity, Boxed::ID));
            assert_eq!(columns.frozen.contains(entity), reference.number(entity, Frozen::ID).is_some());
        }
        assert_eq!(columns.tag.len(), reference.storages[Tag::ID].len());
        assert_eq!(columns.wide.is_empty(), reference.storages[Wide::ID].is_empty());
    }
}

/// Asserts that queries with several `any` yield the entities that match each of them.
fn assert_any_filters_decide(world: &World, reference: &Reference) {
    let four = world.query::<Entity>().any::<(Tag, Wide)>().any::<(Counted, Big)>().any::<(Plain, Frozen)>();
    let one_of = |parts: &[usize], entity: Entity| parts.iter().any(|part| reference.number(entity, *part).is_some());
    let expected = reference.entities.keys().copied().filter(|entity| {
        let pairs = [[Tag::ID, Wide::ID], [Counted::ID, Big::ID], [Plain::ID, Frozen::ID], [Boxed::ID, Other::ID]];
        pairs.iter().all(|pair| one_of(pair, *entity))
    });
    assert!(four.any::<(Boxed, Other)>().iter().eq(expected), "four filters, each of which can reject an entity");
    let shared = world.query::<Entity>().any::<(Tag, Wide)>().any::<(Wide, Counted)>();
    let expected = reference
        .entities
        .keys()
        .copied()
        .filter(|entity| [[Tag::ID, Wide::ID], [Wide::ID, Counted::ID]].iter().all(|pair| one_of(pair, *entity)));
    assert!(shared.iter().eq(expected), "two filters that share a component");
}
