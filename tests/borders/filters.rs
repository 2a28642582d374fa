//! Filters of queries: up to eight `any`, views with an `any` of three, and ad-hoc queries beside them.

use ecs_world::prelude::*;

/// One of the components of filters.
#[derive(Debug, Clone, PartialEq)]
pub struct Part<const N: usize>;

/// Inserts the components whose bits are in a set.
macro_rules! insert {
    ($world:ident $entity:ident $set:ident: $($N:literal)*) => {
        $(if $set & 1 << $N != 0 { $world.insert($entity, Part::<$N>).unwrap(); })*
    };
}

mod parts {
    use super::*;

    ecs_world! {
        #[derive(Debug)]
        pub struct World;
        components: Part<0> as P0, Part<1> as P1, Part<2> as P2, Part<3> as P3,
            Part<4> as P4, Part<5> as P5, Part<6> as P6, Part<7> as P7;
    }
}

/// One entity for each set of eight components; entity number `n` has the components whose bits `n` has.
fn one_of_each_set() -> (parts::World, Vec<Entity>) {
    let mut world = parts::World::default();
    let entities = (0..256_u32).map(|set| {
        let entity = world.spawn(());
        insert! { world entity set: 0 1 2 3 4 5 6 7 }
        entity
    });
    let entities = entities.collect();
    (world, entities)
}

/// The sets that contain a component of each of these masks.
fn with_any_of(masks: &[u32]) -> Vec<u32> {
    (0..256).filter(|set| masks.iter().all(|mask| set & mask != 0)).collect()
}

#[test]
fn each_of_up_to_four_any_filters_can_reject() {
    let (world, entities) = one_of_each_set();
    let numbers = |query: Query<'_, parts::World, Entity>| -> Vec<u32> {
        query.iter().map(|entity| (0..).zip(&entities).find(|(_, own)| **own == entity).unwrap().0).collect()
    };
    let all = || world.query::<Entity>();
    let pairs = [0b11, 0b1100, 0b11_0000, 0b1100_0000];
    let one = || all().any::<(Part<0>, Part<1>)>();
    let two = || one().any::<(Part<2>, Part<3>)>();
    let three = || two().any::<(Part<4>, Part<5>)>();
    let four = || three().any::<(Part<6>, Part<7>)>();
    let found = [all(), one(), two(), three(), four()].map(numbers);
    for (count, found) in found.iter().enumerate() {
        assert_eq!(*found, with_any_of(&pairs[..count]), "{count} `any` filters");
    }
    // Each filter is the only one that rejects some entity.
    for missing in 0..4 {
        let mut others = pairs.to_vec();
        others.remove(missing);
        let sets = with_any_of(&others).into_iter().filter(|set| !found[4].contains(set)).collect::<Vec<_>>();
        assert_eq!(sets.len(), 27, "without filter {missing}: 3 * 3 * 3 ways to have one or both of each other pair");
        for set in sets {
            let entity = entities[set as usize];
            assert_eq!(four().get(entity), None);
            assert_eq!((one().get(entity).is_some(), three().get(entity).is_some()), (missing != 0, missing == 3));
        }
    }
    let mut reversed = numbers(all().any::<(Part<6>, Part<7>)>().any::<(Part<4>, Part<5>)>());
    reversed.retain(|set| with_any_of(&pairs[..2]).contains(set));
    assert_eq!(reversed, found[4]);
}

/// A query with the first `$count` filters `any`, each over two neighbours in a circle of eight components: none implies another.
macro_rules! circle {
    ($query:expr, $count:expr) => {{
        let mut query = $query;
        circle!(query $count; 0 1, 1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 7 0);
        query
    }};
    ($query:ident $count:expr; $($one:literal $other:literal),*) => {
        $(if $one < $count { $query = $query.map(|query| query.any::<(Part<$one>, Part<$other>)>()); })*
    };
}

type Found<'w> = Query<'w, parts::World, Entity>;

/// The sets that contain a component of each of the first `count` pairs of neighbours.
fn in_circle(count: u32) -> Vec<u32> {
    let pairs: Vec<u32> = (0..count).map(|at| 1 << at | 1 << ((at + 1) % 8)).collect();
    with_any_of(&pairs)
}

#[test]
fn each_of_up_to_eight_any_filters_can_reject() {
    let (world, entities) = one_of_each_set();
    let numbers = |query: Option<Found<'_>>| -> Vec<u32> {
        let mut found: Vec<u32> = query
            .unwrap()
            .iter()
            .map(|entity| (0..).zip(&entities).find(|(_, own)| **own == entity).unwrap().0)
            .collect();
        found.sort_unstable();
        found
    };
    for count in 0..=8 {
        assert_eq!(numbers(circle!(Some(world.query::<Entity>()), count)), in_circle(count), "{count} `any` filters");
        let wide = circle!(Some(world.query::<Entity>().any::<(Part<0>, Part<1>, Part<7>)>()), count);
        let expected: Vec<u32> = in_circle(count).into_iter().filter(|set| set & 0b1000_0011 != 0).collect();
        assert_eq!(numbers(wide), expected, "{count} `any` filters, the first of which implies an earlier one");
    }
    assert!((0..8).all(|count| in_circle(count).len() > in_circle(count + 1).len()), "each filter decides");
}

#[test]
fn up_to_eight_any_filters_reject_entities_of_blocks_too() {
    let (world, entities) = one_of_each_set();
    let number = |entity: Entity| (0..).zip(&entities).find(|(_, own)| **own == entity).unwrap().0;
    for count in 0..=8 {
        let query = || circle!(Some(world.query::<(Entity, &Part<0>)>()), count).unwrap();
        let (mut visited, mut folded) = (vec![], vec![]);
        query().for_each(|(entity, _)| visited.push(number(entity)));
        query().iter().for_each(|(entity, _)| folded.push(number(entity)));
        let taken: Vec<u32> = query().iter().map(|(entity, _)| number(entity)).collect();
        let expected: Vec<u32> = in_circle(count).into_iter().filter(|set| set & 1 != 0).collect();
        for mut found in [visited, folded, taken] {
            found.sort_unstable();
            assert_eq!(found, expected, "{count} `any` filters");
        }
    }
}

#[test]
fn an_implied_any_filter_needs_no_slot() {
    let (world, entities) = one_of_each_set();
    let full = || circle!(Some(world.query::<Entity>()), 8).unwrap();
    let count = |query: Found<'_>| query.iter().count();
    let all = count(full());
    assert_eq!(count(full().any::<(Part<0>, Part<1>)>().any::<(Part<3>, Part<4>, Part<0>)>()), all);
    // One component replaces two pairs, which frees the place for another pair.
    let narrow = full().any::<Part<0>>().any::<(Part<2>, Part<6>)>();
    let holds = |set: &u32| in_circle(8).contains(set) && set & 1 != 0 && set & 0b100_0100 != 0;
    let expected: Vec<Entity> = (0..256).filter(holds).map(|set| entities[set as usize]).collect();
    assert_eq!(narrow.iter().collect::<Vec<_>>(), expected);
    // No entity matches an `any` of no components, which implies all others.
    assert_eq!(count(full().any::<()>()), 0);
    assert_eq!(count(world.query::<Entity>().any::<()>().any::<Part<0>>().any::<()>()), 0);
}

#[test]
#[should_panic(expected = "a query has more than 8 `any` of which none implies another")]
fn a_ninth_any_filter_that_none_implies_is_refused() {
    let (world, _) = one_of_each_set();
    let full = circle!(Some(world.query::<Entity>()), 8).unwrap();
    let _ = full.any::<(Part<0>, Part<2>)>();
}

#[test]
fn any_filters_hold_beside_with_and_without() {
    let (world, entities) = one_of_each_set();
    let query = world.query::<(Entity, &Part<0>)>().with::<Part<1>>().without::<Part<2>>();
    let query = query.any::<(Part<3>, Part<4>, Part<5>)>().any::<Part<6>>();
    let mut found: Vec<_> = query.iter().map(|(entity, _)| entity).collect();
    found.sort_unstable();
    let holds = |set: &u32| set & 0b111 == 0b11 && set & 0b11_1000 != 0 && set & 0b100_0000 != 0;
    assert_eq!(found, (0..256).filter(holds).map(|set| entities[set as usize]).collect::<Vec<_>>());
}

/// Removes each component from an entity, or inserts it again.
macro_rules! toggle {
    ($world:ident $sets:ident $at:ident: $($N:literal)*) => { $(
        let (entity, set) = $sets[$at];
        let removed = $world.remove::<Part<$N>>(entity).unwrap().is_some();
        assert_eq!(removed, set & 1 << $N != 0);
        if !removed {
            $world.insert(entity, Part::<$N>).unwrap();
        }
        $sets[$at].1 ^= 1 << $N;
        assert_found(&mut $world, &$sets);
    )* };
}

/// The entities that a query yields. A loop, because there are a hundred of them, and as many chains of iterators would take long to compile.
macro_rules! entities {
    ($item:pat => $entity:expr, $query:expr) => {{
        let mut entities: Vec<Entity> = vec![];
        for $item in $query {
            entities.push($entity);
        }
        entities
    }};
}

/// The results of a query that reads and of one that writes, with their set of required components.
macro_rules! look {
    ($found:ident, $need:expr, $read:expr, $write:expr) => {
        let (read, write) = ($read, $write);
        $found.extend([("read", $need, read), ("write", $need, write)]);
    };
}

macro_rules! pairs {
    ($world:ident $found:ident $need:literal: $First:ty; $($second:literal: $Second:ty),*) => { $(
        look! {
            $found,
            1 << $need | 1 << $second,
            entities!((entity, ..) => entity, $world.query::<(Entity, &$First, &$Second)>().iter()),
            entities!((_, entity, _) => entity, $world.query_mut::<(&mut $Second, Entity, &$First)>().iter_mut())
        }
    )* };
}

/// Views that require `A` and one of three components, kept in each way.
macro_rules! any_of_three {
    ($($kind:ident)*) => {$(
        mod $kind {
            use super::*;

            ecs_world! {
                #[derive(Debug)]
                pub struct World;
                components: Part<0> as A, Part<1> as B, Part<2> as C, Part<3> as D, Part<4> as E;
                queries: #[view($kind)] (A, any(B, C, D));
            }

            /// The results of the view, and of each query that requires one or two components.
            fn found(world: &mut World) -> Vec<(&'static str, u32, Vec<Entity>)> {
                let mut found = vec![];
                pairs! { world found 0: Part<0>; 1: Part<1>, 2: Part<2>, 3: Part<3>, 4: Part<4> }
                pairs! { world found 1: Part<1>; 2: Part<2>, 3: Part<3>, 4: Part<4> }
                look! {
                    found,
                    1,
                    entities!((_, entity, _) => entity, world.query::<(&Part<0>, Entity, Option<&Part<1>>)>().iter()),
                    entities!((entity, _) => entity, world.query_mut::<(Entity, &mut Part<0>)>().iter_mut())
                }
                look! {
                    found,
                    1 << 0 | 1 << 3 | 1 << 4,
                    entities!(it => it.1, world.query::<(&Part<3>, Entity, &Part<0>, &Part<4>)>().iter()),
                    entities!(it => it.1, world.query_mut::<(&Part<4>, Entity, &mut Part<0>, &Part<3>)>().iter_mut())
                }
                found
            }

            fn assert_found(world: &mut World, sets: &[(Entity, u32)]) {
                world.check_invariants().unwrap();
                let matching = |holds: &dyn Fn(u32) -> bool| -> Vec<Entity> {
                    sets.iter().filter(|(_, set)| holds(*set)).map(|(entity, _)| *entity).collect()
                };
                let in_view = matching(&|set| set & 1 != 0 && set & 0b1110 != 0);
                let mut read = entities!((entity, _) => entity, world.query_a_any_b_c_d().iter());
                let mut write = entities!((entity, _) => entity, world.query_a_any_b_c_d_mut());
                read.sort_unstable();
                write.sort_unstable();
                assert_eq!((&read, &write), (&in_view, &in_view));
                for (how, need, mut found) in found(world) {
                    found.sort_unstable();
                    assert_eq!(found, matching(&|set| set & need == need), "{how} {need:b}");
                }
            }

            #[test]
            fn adhoc_queries_beside_a_view_with_any_of_three_find_all() {
                let mut world = World::default();
                assert_found(&mut world, &[]);
                let mut sets = vec![];
                for set in 0..32_u32 {
                    let entity = world.spawn(());
                    insert! { world entity set: 4 3 2 1 0 }
                    sets.push((entity, set));
                    assert_found(&mut world, &sets);
                }
                // Removes and reinserts each component of each entity.
                for at in 0..sets.len() {
                    toggle! { world sets at: 0 1 2 3 4 }
                }
                // Spawns in each way, into the view and outside of it.
                let both = (Part::<0>, Part::<3>);
                for (set, entity) in [
                    (0b11, world.spawn((Part::<0>, Part::<1>))),
                    (0b101, world.spawn((Part::<0>, Part::<2>))),
                    (0b1001, world.spawn(both)),
                    (0b1_0001, world.spawn((Part::<0>, Part::<4>))),
                    (0b1110, world.spawn((Part::<1>, Part::<2>, Part::<3>))),
                ] {
                    sets.push((entity, set));
                }
                assert_found(&mut world, &sets);
                while let Some((entity, _)) = sets.pop() {
                    world.despawn(entity).unwrap();
                    assert_found(&mut world, &sets);
                }
            }
        }
    )*};
}

any_of_three! { list group delayed active_passive scan }

/// The numbers that a query yields, by each way to iterate it. Functions, because one copy of each chain of iterators for each filter would
/// take long to compile.
mod numbers {
    use crate::blocks::{Number, Other, Rare, World};
    use ecs_world::prelude::*;

    pub fn of_a_loop(query: Query<'_, World, &Number>) -> Vec<usize> {
        let mut numbers = vec![];
        for number in query {
            numbers.push(number.0);
        }
        numbers
    }

    pub fn of_items(query: &Query<'_, World, &Number>) -> Vec<usize> {
        let numbers: Vec<_> = query.iter().map(|number| number.0).collect();
        assert_eq!(query.count(), numbers.len());
        numbers
    }

    pub fn beside_an_option(query: &Query<'_, World, (&Number, Option<&Rare>)>) -> Vec<usize> {
        let numbers: Vec<_> = query.iter().map(|(number, _)| number.0).collect();
        assert_eq!(query.count(), numbers.len());
        numbers
    }

    pub fn of_a_loop_that_writes(query: Query<'_, World, (&Number, &mut Other)>) -> Vec<usize> {
        let mut numbers = vec![];
        for (number, other) in query {
            assert_eq!(number.0, other.0);
            numbers.push(other.0);
        }
        numbers
    }

    pub fn by_for_each(mut query: Query<'_, World, (&mut Other, &Number)>) -> Vec<usize> {
        let mut numbers = vec![];
        query.for_each(|(other, _)| numbers.push(other.0));
        numbers
    }

    pub fn by_fold_after_one(query: Query<'_, World, (&mut Number, &Other)>) -> Vec<usize> {
        let mut iter = query.into_iter();
        let first: Vec<_> = iter.next().map(|(number, _)| number.0).into_iter().collect();
        iter.fold(first, |all, (number, _)| [all, vec![number.0]].concat())
    }
}

/// The results of a query with a filter, iterated in each way.
macro_rules! ways {
    ($world:ident $($filter:tt)*) => {{
        let mut found = [
            numbers::of_a_loop($world.query::<&Number>()$($filter)*),
            numbers::of_items(&$world.query::<&Number>()$($filter)*),
            numbers::beside_an_option(&$world.query::<(&Number, Option<&Rare>)>()$($filter)*),
            numbers::of_a_loop_that_writes($world.query_mut::<(&Number, &mut Other)>()$($filter)*),
            numbers::by_for_each($world.query_mut::<(&mut Other, &Number)>()$($filter)*),
            numbers::by_fold_after_one($world.query_mut::<(&mut Number, &Other)>()$($filter)*),
        ];
        for numbers in &mut found {
            numbers.sort_unstable();
        }
        found
    }};
}

#[test]
fn filters_keep_the_same_of_blocks_of_any_size_however_they_are_iterated() {
    use crate::blocks::{Chosen, LENS, Number, Other, PATTERNS, Rare, filled};
    for len in LENS {
        for (pattern, is_chosen) in PATTERNS.iter().enumerate() {
            for order in [1, 7] {
                let mut world = filled(len, order, is_chosen);
                let chosen: Vec<_> = (0..len).filter(|at| is_chosen(*at, len)).collect();
                let others: Vec<_> = (0..len).filter(|at| !is_chosen(*at, len)).collect();
                let what = format!("pattern {pattern} of {len}, in steps of {order}");
                for (way, found) in ways!(world.with::<Chosen>()).iter().enumerate() {
                    assert_eq!(*found, chosen, "with, in way {way}, {what}");
                }
                for (way, found) in ways!(world.without::<Chosen>()).iter().enumerate() {
                    assert_eq!(*found, others, "without, in way {way}, {what}");
                }
                for (way, found) in ways!(world.any::<(Chosen, Rare)>()).iter().enumerate() {
                    assert_eq!(*found, chosen, "any, in way {way}, {what}");
                }
                let twice = ways!(world.any::<(Chosen, Rare)>().any::<(Number, Rare)>().any::<(Other, Chosen)>());
                for (way, found) in twice.iter().enumerate() {
                    assert_eq!(*found, chosen, "several `any`, in way {way}, {what}");
                }
                assert!(ways!(world.any::<()>()).iter().all(Vec::is_empty), "an empty `any` matches no entity, {what}");
            }
        }
    }
}
