//! Filters of queries: views with an `any` of three, ad-hoc queries beside them, and filters over blocks of any size.

use ecs_world::prelude::*;

use super::any::Part;

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
