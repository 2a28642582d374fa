//! Up to eight `any` of a query.

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

mod viewed {
    use super::*;

    ecs_world! {
        components: Part<0> as P0, Part<1> as P1;
        groups: (P0, P1);
        queries: (P0, P1);
    }
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
    // Those with a component meet two of the filters, so two components are fetched, one after the other.
    macro_rules! check {
        ($part:literal, $count:ident) => {
            let query = || circle!(Some(world.query::<(Entity, &Part<$part>)>()), $count).unwrap();
            let (mut visited, mut folded) = (vec![], vec![]);
            query().for_each(|(entity, _)| visited.push(number(entity)));
            query().iter().for_each(|(entity, _)| folded.push(number(entity)));
            let taken: Vec<u32> = query().iter().map(|(entity, _)| number(entity)).collect();
            let expected: Vec<u32> = in_circle($count).into_iter().filter(|set| set >> $part & 1 == 1).collect();
            for mut found in [visited, folded, taken] {
                found.sort_unstable();
                assert_eq!(found, expected, "{} `any` filters", $count);
            }
        };
    }
    for count in 0..=8 {
        check!(0, count);
        check!(3, count);
    }
}

#[test]
fn an_empty_any_filter_before_one_that_a_view_implies_matches_nothing() {
    let mut world = viewed::World::default();
    world.spawn((Part::<0>, Part::<1>));
    assert_eq!(world.query::<&Part<0>>().any::<()>().with::<Part<1>>().iter().count(), 0);
    assert_eq!(world.query::<&Part<0>>().with::<Part<1>>().any::<()>().iter().count(), 0);
    assert_eq!(world.query::<&Part<0>>().with::<Part<1>>().iter().count(), 1);
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
