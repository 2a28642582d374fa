//! Tuples around the number of elements beyond which they are handled as two halves, in each way to iterate: 8, 9, 10, 15 and 16 elements,
//! of which the last but one is written and the last is optional. Bundles of 10 and 12 elements.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(clippy::many_single_char_names, reason = "elements of tuples are named as types of elements are")]
#![allow(clippy::too_many_lines, reason = "macros write each way to iterate for each number of elements")]

use std::num::NonZeroUsize;
use std::sync::Mutex;

use ecs_world::prelude::*;
use paste::paste;

/// A component for each number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct N<const AT: u32>(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

ecs_world! {
    pub struct World;
    components: N<0> as N0, N<1> as N1, N<2> as N2, N<3> as N3, N<4> as N4, N<5> as N5, N<6> as N6, N<7> as N7, N<8> as N8, N<9> as N9,
        N<10> as N10, N<11> as N11, N<12> as N12, N<13> as N13, N<14> as N14, N<15> as N15, N<16> as N16, N<17> as N17;
    relations: ChildOf (tree, cascade);
}

/// A world whose group owns 10 components.
mod grouped {
    use super::N;

    ecs_world::ecs_world! {
        pub struct Grouped;
        components: N<0> as N0, N<1> as N1, N<2> as N2, N<3> as N3, N<4> as N4, N<5> as N5, N<6> as N6, N<7> as N7, N<8> as N8,
            N<9> as N9;
        queries: (N0, N1, N2, N3, N4, N5, N6, N7, N8, N9);
    }
}

/// An entity and its values; `u32::MAX` for an optional one that it lacks.
type Row = (Entity, Vec<u32>);

/// Entities with all components, in one order.
fn equal_orders(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let mut entities = vec![];
    for at in 0..count {
        entities.push(world.spawn((
            (N::<0>(at), N::<1>(at + 1), N::<2>(at + 2), N::<3>(at + 3), N::<4>(at + 4), N::<5>(at + 5)),
            (N::<6>(at + 6), N::<7>(at + 7), N::<8>(at + 8), N::<9>(at + 9), N::<10>(at + 10), N::<11>(at + 11)),
            (
                N::<12>(at + 12),
                N::<13>(at + 13),
                N::<14>(at + 14),
                N::<15>(at + 15),
                N::<16>(at + 16),
                N::<17>(at + 17),
            ),
        )));
    }
    (world, entities)
}

/// Some entities lack components, of either half.
fn gaps(count: u32) -> (World, Vec<Entity>) {
    let (mut world, entities) = equal_orders(count);
    for entity in entities.iter().skip(70).step_by(7) {
        world.remove::<N<2>>(*entity).unwrap();
    }
    for entity in entities.iter().skip(50).step_by(5) {
        world.remove::<N<16>>(*entity).unwrap();
    }
    for entity in entities.iter().skip(30).step_by(3) {
        world.remove::<N<17>>(*entity).unwrap();
    }
    (world, entities)
}

/// The columns are in different orders, those of the second half too, and the entities are a tree.
fn different_orders(count: u32) -> (World, Vec<Entity>) {
    let (mut world, entities) = gaps(count);
    for entity in entities.iter().step_by(11) {
        let value = world.remove::<(N<1>, N<10>)>(*entity).unwrap().unwrap();
        world.insert(*entity, value).unwrap();
    }
    for entity in entities.iter().rev().step_by(13) {
        if let Some(value) = world.remove::<N<16>>(*entity).unwrap() {
            world.insert(*entity, value).unwrap();
        }
    }
    for (at, entity) in entities.iter().enumerate().skip(1) {
        world.insert(*entity, ChildOf(entities[at / 2])).unwrap();
    }
    (world, entities)
}

/// Compares rows in any order, and counts them.
fn assert_same(mut found: Vec<Row>, expected: &[Row], way: &str) {
    found.sort_unstable();
    assert_eq!(found, expected, "{way}");
}

/// Tests a query of `Entity`, `N<0>`, these components, `N<16>` and, if there is one, `N<17>`.
macro_rules! in_each_way {
    ($($at:literal)*) => { paste! {
        type Items<'w> = (Entity, &'w mut N<0>, $(&'w N<$at>,)* &'w mut N<16>, Option<&'w N<17>>);
        type Noted<'w> = (Entity, Mut<'w, N<0>>, $(&'w N<$at>,)* Mut<'w, N<16>>, Option<&'w N<17>>);
        type Read<'w> = (Entity, &'w N<0>, $(&'w N<$at>,)* &'w N<16>, Option<&'w N<17>>);

        fn read((entity, first, $([<n $at>],)* last, optional): Read<'_>) -> Row {
            (entity, vec![first.0, $([<n $at>].0,)* last.0, optional.map_or(u32::MAX, |value| value.0)])
        }

        /// Writes the same values.
        fn written((entity, first, $([<n $at>],)* last, optional): Items<'_>) -> Row {
            (first.0, last.0) = (first.0 + 1, last.0 - 1);
            let row = (entity, vec![first.0 - 1, $([<n $at>].0,)* last.0 + 1, optional.map_or(u32::MAX, |value| value.0)]);
            (first.0, last.0) = (first.0 - 1, last.0 + 1);
            row
        }

        fn expected(world: &World, entities: &[Entity]) -> Vec<Row> {
            let row = |entity: &Entity| {
                let mut values = vec![world.get::<N<0>>(*entity)?.0];
                $(values.push(world.get::<N<$at>>(*entity)?.0);)*
                values.push(world.get::<N<16>>(*entity)?.0);
                values.push(world.get::<N<17>>(*entity).map_or(u32::MAX, |value| value.0));
                Some((*entity, values))
            };
            let mut rows: Vec<Row> = entities.iter().filter_map(row).collect();
            rows.sort_unstable();
            rows
        }

        fn queries((mut world, entities): (World, Vec<Entity>)) {
            let expected = expected(&world, &entities);
            for _ in 0..3 {
                let mut found = vec![];
                for item in world.query_mut::<Items<'_>>() {
                    found.push(written(item));
                }
                assert_same(found, &expected, "for");
                assert_same(world.query_mut::<Items<'_>>().iter_mut().map(written).collect(), &expected, "iter_mut");
                let mut found = vec![];
                world.query_mut::<Items<'_>>().for_each(|item| found.push(written(item)));
                assert_same(found, &expected, "for_each");
                let mut found = vec![];
                world.query_mut::<Noted<'_>>().for_each(|(entity, mut first, $([<n $at>],)* mut last, optional)| {
                    found.push(written((entity, &mut *first, $([<n $at>],)* &mut *last, optional)));
                });
                assert_same(found, &expected, "for_each of `Mut`");
                let mut query = world.query_mut::<Items<'_>>();
                let found = entities.iter().filter_map(|entity| query.get_mut(*entity).map(written)).collect();
                assert_same(found, &expected, "get_mut");
                let shared = world.query::<Read<'_>>();
                assert_same(shared.iter().map(read).collect(), &expected, "iter");
                assert_same(shared.share().into_iter().map(read).collect(), &expected, "share");
                assert_same(entities.iter().filter_map(|entity| shared.get(*entity).map(read)).collect(), &expected, "get");
                assert_eq!(shared.count(), expected.len());
            }
        }

        fn threads((mut world, entities): (World, Vec<Entity>)) {
            let expected = expected(&world, &entities);
            for _ in 0..3 {
                let found = Mutex::new(vec![]);
                world.query_mut::<Items<'_>>().par_for_each(|item| found.lock().unwrap().push(written(item)));
                assert_same(found.into_inner().unwrap(), &expected, "par_for_each");
                let add = |sum: u64, (_, first, .., last, _): Items<'_>| sum + u64::from(first.0 + last.0);
                let sum = world.query_mut::<Items<'_>>().par_fold(|| 0, add, |one, other| one + other);
                let numbers = expected.iter().map(|row| row.1[0] + row.1[row.1.len() - 2]);
                assert_eq!(sum, numbers.map(u64::from).sum());
            }
        }

        fn beside((mut world, entities): (World, Vec<Entity>)) {
            let expected = expected(&world, &entities);
            let (mut found, mut read_beside) = (vec![], 0);
            world.query_mut::<Items<'_>>().for_each_with(|item, others| {
                let row = written(item);
                let other = &expected[(found.len() * 7 + 3) % expected.len()];
                let beside = others.get(other.0).map(read);
                assert_eq!(beside.as_ref(), (other.0 != row.0).then_some(other));
                read_beside += others.iter().map(read).filter(|other| expected.binary_search(other).is_ok()).count();
                found.push(row);
            });
            assert_eq!(read_beside, expected.len() * (expected.len() - 1));
            assert_same(found, &expected, "for_each_with");
            let order = &mut LevelOrder::default();
            let (mut found, mut parents) = (vec![], 0);
            let parent_of = |world: &World, entity| world.get::<ChildOf>(entity).map(|parent| parent.0);
            let of_tree: Vec<_> = entities.iter().map(|entity| (*entity, parent_of(&world, *entity))).collect();
            world.query_mut::<Items<'_>>().for_each_parent_first::<ChildOf>(order, |parent, item| {
                let row = written(item);
                if let Some(parent) = parent.map(read) {
                    assert!(expected.contains(&parent) && of_tree.contains(&(row.0, Some(parent.0))));
                    parents += 1;
                }
                found.push(row);
            });
            let is_expected = |entity: Entity| expected.iter().any(|row| row.0 == entity);
            let has_both = |(entity, parent): &&(Entity, Option<Entity>)| is_expected(*entity) && parent.is_some_and(is_expected);
            assert_eq!(parents, of_tree.iter().filter(has_both).count());
            assert_same(found, &expected, "for_each_parent_first");
            let found = Mutex::new(vec![]);
            world.query_mut::<Items<'_>>().par_for_each_parent_first::<ChildOf>(order, |_, item| {
                found.lock().unwrap().push(written(item));
            });
            assert_same(found.into_inner().unwrap(), &expected, "par_for_each_parent_first");
        }

        fn filters((mut world, entities): (World, Vec<Entity>)) {
            let all = expected(&world, &entities);
            for entity in entities.iter().step_by(4) {
                world.remove::<N<15>>(*entity).unwrap();
            }
            let (with, without): (Vec<_>, Vec<_>) = all.into_iter().partition(|row| world.has::<N<15>>(row.0));
            let found = world.query_mut::<Items<'_>>().with::<N<15>>().into_iter().map(written).collect();
            assert_same(found, &with, "with");
            let mut found = vec![];
            world.query_mut::<Items<'_>>().without::<N<15>>().for_each(|item| found.push(written(item)));
            assert_same(found, &without, "without");
        }

        fn joins((mut world, entities): (World, Vec<Entity>)) {
            let mut expected = expected(&world, &entities);
            expected.retain(|row| world.has::<N<17>>(row.0));
            let mut columns = world.columns();
            let joined = (
                &columns.entities, &mut columns.n0, $(&columns.[<n $at>],)* &mut columns.n16, &columns.n17,
            );
            let found = joined.join().map(|(entity, first, $([<n $at>],)* last, other)| {
                written((entity, first, $([<n $at>],)* last, Some(other)))
            });
            assert_same(found.collect(), &expected, "join");
            let joined = (&columns.entities, &columns.n0, $(&columns.[<n $at>],)* &columns.n16, &columns.n17).join();
            let found = joined.fold(vec![], |mut found, (entity, first, $([<n $at>],)* last, other)| {
                found.push(read((entity, first, $([<n $at>],)* last, Some(other))));
                found
            });
            assert_same(found, &expected, "fold of a join");
        }

        for filled in [equal_orders, gaps, different_orders] {
            queries(filled(150));
            threads(filled(if cfg!(miri) { 100 } else { 3_000 }));
            filters(filled(150));
            joins(filled(150));
            beside(filled(150));
        }
    } };
}

#[test]
fn queries_of_8_elements_visit_what_matches() {
    in_each_way! { 1 2 3 4 }
}

#[test]
fn queries_of_9_elements_visit_what_matches() {
    in_each_way! { 1 2 3 4 5 }
}

#[test]
fn queries_of_10_elements_visit_what_matches() {
    in_each_way! { 1 2 3 4 5 6 }
}

#[test]
fn queries_of_15_elements_visit_what_matches() {
    in_each_way! { 1 2 3 4 5 6 7 8 9 10 11 }
}

#[test]
fn queries_of_16_elements_visit_what_matches() {
    in_each_way! { 1 2 3 4 5 6 7 8 9 10 11 12 }
}

#[test]
fn slices_of_10_elements_are_flat() {
    type Items<'w> =
        (&'w mut N<0>, &'w N<1>, &'w N<2>, &'w N<3>, &'w N<4>, &'w N<5>, &'w N<6>, &'w N<7>, &'w N<8>, &'w mut N<9>);
    let mut world = grouped::Grouped::default();
    for at in 0..100 {
        let first = (N::<0>(0), N::<1>(at), N::<2>(at), N::<3>(at), N::<4>(at));
        world.spawn((first, N::<5>(at), N::<6>(at), N::<7>(at), N::<8>(at), N::<9>(at)));
    }
    let (a, _, c, _, _, _, _, _, i, j): (&mut [N<0>], _, &[N<2>], _, _, _, _, _, &[N<8>], &mut [N<9>]) =
        world.query_mut::<Items<'_>>().slices().unwrap();
    for (((a, c), i), j) in a.iter_mut().zip(c).zip(i).zip(j) {
        (a.0, j.0) = (c.0 + i.0, j.0 + 1);
    }
    let sliced = world.query_mut::<Items<'_>>().par_slices(NonZeroUsize::new(16).unwrap(), |_, slices| {
        let (a, .., j) = slices;
        a.iter_mut().zip(j).for_each(|(a, j)| (a.0, j.0) = (a.0 + 1, j.0 + 1));
    });
    sliced.unwrap();
    world.query_mut::<Items<'_>>().for_each(|(a, b, .., j)| {
        assert_eq!((a.0, j.0), (b.0 * 2 + 1, b.0 + 2));
        a.0 -= 1;
    });
    assert!(world.query::<(&N<0>, &N<1>)>().iter().all(|(a, b)| a.0 == b.0 * 2));
}

#[test]
fn bundles_of_10_elements_are_replaced_element_by_element() {
    type Bundle = (N<0>, N<1>, N<2>, N<3>, N<4>, N<5>, N<6>, N<7>, N<8>, Option<N<9>>);
    let bundle = |by: u32| -> Bundle {
        (N(by), N(by), N(by), N(by), N(by), N(by), N(by), N(by), N(by), by.is_multiple_of(2).then_some(N(by)))
    };
    let mut world = World::default();
    let entity = world.spawn(bundle(1));
    assert!(!world.has::<N<9>>(entity));
    world.remove::<N<3>>(entity).unwrap();
    let Ok((first, _, _, fourth, .., ninth, last)) = world.replace(entity, bundle(2)) else {
        panic!("the entity exists")
    };
    assert_eq!((first, fourth, ninth, last), (Some(N(1)), None, Some(N(1)), None));
    assert_eq!((world.get(entity), world.get(entity)), (Some(&N::<3>(2)), Some(&N::<9>(2))));
    world.remove::<N<8>>(entity).unwrap();
    assert!(matches!(world.remove::<Bundle>(entity), Ok(None)), "one is missing");
    let Ok((.., eighth, ninth, last)) = world.remove_any::<Bundle>(entity) else { panic!("the entity exists") };
    assert_eq!((eighth, ninth, last), (Some(N::<7>(2)), None, Some(N::<9>(2))));
    assert_eq!(world.component_names(entity).unwrap().len(), 0);
    world.commands().insert(entity, bundle(4));
    world.flush();
    assert_eq!((world.get(entity), world.get(entity)), (Some(&N::<0>(4)), Some(&N::<9>(4))));
    world.check_invariants().unwrap();
}

#[test]
fn other_items_of_10_elements_of_a_group_are_those_of_one_entity() {
    type Items<'w> =
        (&'w mut N<0>, &'w N<1>, &'w N<2>, &'w N<3>, &'w N<4>, &'w N<5>, &'w N<6>, &'w N<7>, &'w N<8>, &'w mut N<9>);
    for count in [0, 1, 2, 3, 8, 9, 70] {
        let mut world = grouped::Grouped::default();
        for at in 0..count {
            let first = (N::<0>(at), N::<1>(at), N::<2>(at), N::<3>(at), N::<4>(at));
            world.spawn((first, N::<5>(at), N::<6>(at), N::<7>(at), N::<8>(at), N::<9>(at)));
        }
        let mut visited = 0;
        world.query_mut::<Items<'_>>().for_each_with(|(a, _, _, _, _, _, _, _, _, j), others| {
            let mut rest: Vec<_> = (0..count).filter(|at| *at != a.0).collect();
            for (first, b, .., i, last) in &others {
                assert_eq!([first.0, b.0, i.0], [last.0; 3], "all values are of one entity");
                rest.retain(|at| *at != last.0);
            }
            assert!(rest.is_empty() && a.0 == j.0);
            visited += 1;
        });
        assert_eq!(visited, count);
    }
}

/// Bundles and queries of components that are tracked, double-buffered, observed or related.
mod noted {
    use std::cell::RefCell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::ChildOf;
    use ecs_world::ChangeReader;
    use ecs_world::prelude::*;

    thread_local! {
        static DROPPED: RefCell<Vec<u32>> = const { RefCell::new(vec![]) };
    }

    /// A number of which no clone can be made.
    const UNIQUE: u32 = 99;

    /// Records that it was dropped.
    #[derive(Debug, PartialEq)]
    pub struct Counted(pub u32);

    impl Clone for Counted {
        fn clone(&self) -> Self {
            assert_ne!(self.0, UNIQUE, "it is unique");
            Self(self.0)
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            DROPPED.with_borrow_mut(|dropped| dropped.push(self.0));
        }
    }

    /// Too large for a plain loop.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct V<const AT: u32>(pub [u32; 3]);

    /// The values before and after each replacement.
    #[derive(Debug, Default)]
    pub struct Story(Vec<(u32, u32)>);

    #[derive(Debug, Default)]
    pub struct Watch;

    #[system]
    impl Watch {
        fn run(&mut self, _: &V<2>) {}

        fn on_replaced(&mut self, old: &V<2>, new: &V<2>, story: &mut Story) {
            story.0.push((old.0[0], new.0[0]));
        }
    }

    ecs_world! {
        components: #[tracked] V<0> as V0, V<1> as V1, V<2> as V2, V<3> as V3, V<4> as V4, V<5> as V5, V<6> as V6, V<7> as V7,
            V<8> as V8, V<9> as V9, V<10> as V10, #[double_buffered] Counted;
        relations: ChildOf (tree, cascade);
        resources: Story;
        systems: Watch;
    }

    type First = (V<0>, V<1>, V<2>, V<3>, V<4>, V<5>, V<6>, V<7>);
    type Ten = (V<0>, V<1>, V<2>, V<3>, V<4>, V<5>, V<6>, V<7>, V<8>, V<9>);

    fn ten(n: u32) -> Ten {
        let v = [n; 3];
        (V(v), V(v), V(v), V(v), V(v), V(v), V(v), V(v), V(v), V(v))
    }

    fn eight(n: u32) -> First {
        let (a, b, c, d, e, f, g, h, ..) = ten(n);
        (a, b, c, d, e, f, g, h)
    }

    #[test]
    fn each_visited_value_of_10_elements_is_marked_and_no_other() {
        type Items<'w> = (
            &'w mut V<0>,
            &'w V<1>,
            &'w V<2>,
            &'w V<3>,
            &'w V<4>,
            &'w V<5>,
            &'w V<6>,
            &'w V<7>,
            &'w V<8>,
            &'w mut V<9>,
        );
        for count in [0, 1, 2, 3, 7, 8, 9, 20, 65] {
            let mut world = World::default();
            let all = world.spawn_batch((0..count).map(ten)).into_vec();
            for entity in all.iter().step_by(3) {
                world.insert(*entity, V::<10>([0; 3])).unwrap();
            }
            let mut reader = ChangeReader::<V<0>>::new(&mut world);
            for way in 0..6 {
                let mut visited = vec![];
                let note = |(a, .., j): Items<'_>| {
                    assert_eq!(a.0, j.0, "both values are of one entity");
                    visited.push(a.0[0]);
                };
                match way {
                    0 => world.query_mut::<Items<'_>>().for_each(note),
                    1 => world.query_mut::<Items<'_>>().with::<V<10>>().for_each(note),
                    2 => world.query_mut::<Items<'_>>().without::<V<10>>().for_each(note),
                    3 => world.query_mut::<Items<'_>>().into_iter().for_each(note),
                    4 => world.query_mut::<Items<'_>>().with::<V<10>>().into_iter().for_each(note),
                    _ => world.query_mut::<Items<'_>>().into_iter().take(3).for_each(note),
                }
                let is_chosen = |n: &u32| match way {
                    1 | 4 => n.is_multiple_of(3),
                    2 => !n.is_multiple_of(3),
                    5 => *n < 3,
                    _ => true,
                };
                visited.sort_unstable();
                assert_eq!(visited, (0..count).filter(is_chosen).collect::<Vec<_>>(), "{count} in way {way}");
                let mut marked = vec![];
                reader.for_each(&mut world, |_, value| marked.push(value.0[0]));
                marked.sort_unstable();
                // An iterator marks what it may yield, as a loop may end anywhere.
                assert!(visited.iter().all(|n| marked.contains(n)), "{count} in way {way}: {marked:?}");
                assert!(way > 2 || marked == visited, "{count} in way {way}: {marked:?}");
            }
            reader.release(&mut world);
        }
    }

    #[test]
    fn a_relation_in_a_bundle_of_12_elements_is_linked() {
        let mut world = World::default();
        let parent = world.spawn(());
        let bundle = |n| {
            let (a, b, c, d, e, f, g, h, i, j) = ten(n);
            (a, b, c, d, e, f, g, h, i, j, V::<10>([n; 3]), ChildOf(parent))
        };
        let spawned = world.spawn(bundle(1));
        let inserted = world.spawn(());
        world.insert(inserted, bundle(2)).unwrap();
        let mut children: Vec<_> = world.sources::<ChildOf>().of(parent).collect();
        children.sort_unstable();
        assert_eq!(children, [spawned, inserted]);
        world.check_invariants().unwrap();
        world.despawn(parent).unwrap();
        assert!(!world.contains(spawned) && !world.contains(inserted));
        world.check_invariants().unwrap();
    }

    #[test]
    fn replacements_by_bundles_of_10_elements_are_reported() {
        let mut world = World::default();
        let entity = world.spawn(ten(1));
        world.insert(entity, ten(2)).unwrap();
        assert_eq!(world.resources.story.0, [(1, 2)]);
        let (a, b, c, d, e, f, g, h, i, j) = ten(3);
        let other = (a, b, c, d, e, f, g, h, i, j, V::<10>([3; 3]), Counted(3));
        world.exchange::<Ten, _>(entity, other).unwrap();
        assert_eq!(world.resources.story.0, [(1, 2), (2, 3)]);
        world.check_invariants().unwrap();
    }

    /// The values that are dropped by each kind of change, with bundles that this function makes.
    fn drops<B: Bundle<World>>(bundle: impl Fn(u32) -> B) -> Vec<Vec<u32>> {
        let mut world = World::default();
        let mut drops = vec![];
        let entity = world.spawn(bundle(1));
        drops.push(DROPPED.take());
        world.insert(entity, bundle(2)).unwrap();
        drops.push(DROPPED.take());
        world.run_sequential();
        drops.push(DROPPED.take());
        world.insert(entity, bundle(3)).unwrap();
        drops.push(DROPPED.take());
        drop(world.remove::<Counted>(entity));
        drops.push(DROPPED.take());
        world.insert(entity, bundle(4)).unwrap();
        drops.push(DROPPED.take());
        drop(world.replace(entity, bundle(5)));
        drops.push(DROPPED.take());
        world.exchange::<Counted, _>(entity, bundle(6)).map(drop).unwrap();
        drops.push(DROPPED.take());
        world.spawn_batch([7, 8].map(&bundle));
        drops.push(DROPPED.take());
        world.commands().insert(entity, bundle(9));
        world.flush();
        drops.push(DROPPED.take());
        drop(world.remove::<B>(entity));
        drops.push(DROPPED.take());
        world.check_invariants().unwrap();
        drop(world);
        drops.push(DROPPED.take());
        drops
    }

    #[test]
    fn a_clone_that_panics_leaves_an_entity_as_it_was_before_a_bundle_of_10_elements() {
        let mut world = World::default();
        let entity = world.spawn(());
        let (a, b, c, d, e, f, g, h) = eight(UNIQUE);
        let bundle = (a, b, c, d, e, f, g, h, V::<8>([UNIQUE; 3]), Counted(UNIQUE));
        let inserted = catch_unwind(AssertUnwindSafe(|| world.insert(entity, bundle).is_ok()));
        assert!(inserted.is_err());
        assert_eq!(world.component_names(entity).unwrap().len(), 0);
        world.check_invariants().unwrap();
    }

    #[test]
    fn values_of_a_bundle_of_10_elements_are_dropped_as_those_of_nested_ones() {
        let nested = drops(|n| (eight(n), (V::<8>([n; 3]), Counted(n))));
        let flat = drops(|n| {
            let (a, b, c, d, e, f, g, h) = eight(n);
            (a, b, c, d, e, f, g, h, V::<8>([n; 3]), Counted(n))
        });
        assert_eq!(nested, flat);
        assert!(flat.iter().filter(|dropped| !dropped.is_empty()).count() > 5, "{flat:?}");
    }
}
