//! Bundles, queries, columns and systems of each number of components up to 16, and systems of more.
#![allow(missing_docs, unreachable_pub, reason = "the world here is made by a macro")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;
use paste::paste;

/// A component for each number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct N<const AT: u32>(pub u32);

/// What systems found.
#[derive(Debug, Default)]
pub struct Found(Vec<(u32, u32)>);

/// Declares systems of the given numbers of components, the first of which is written, and their world.
macro_rules! world {
    ([$($number:literal)*] $($name:ident [$($at:literal)*])*) => { paste! {
        $(
            #[system]
            #[allow(clippy::too_many_arguments, reason = "their number is what is tested")]
            fn $name(found: &mut Found, first: &mut N<0>, $([<n $at>]: &N<$at>),*) {
                first.0 += 1;
                let numbers: &[u32] = &[$([<n $at>].0),*];
                found.0.push((1 + u32::try_from(numbers.len()).unwrap(), numbers.iter().sum()));
            }
        )*

        ecs_world! {
            pub struct World;
            components: $(N<$number> as [<N $number>]),*;
            resources: Found;
            systems: $($name),*;
        }
    } };
}

world! {
    [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
    of_1 []
    of_2 [1]
    of_3 [1 2]
    of_8 [1 2 3 4 5 6 7]
    of_9 [1 2 3 4 5 6 7 8]
    of_10 [1 2 3 4 5 6 7 8 9]
    of_15 [1 2 3 4 5 6 7 8 9 10 11 12 13 14]
    of_16 [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
    of_17 [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16]
    of_33 [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
}

/// Calls a macro for each number of components, from zero.
macro_rules! for_each_number {
    ($then:ident $world:ident [$($at:literal)*]) => { $then! { $world $($at)* } };
    ($then:ident $world:ident [$($at:literal)*] $next:literal $($rest:literal)*) => {
        $then! { $world $($at)* }
        for_each_number! { $then $world [$($at)* $next] $($rest)* }
    };
}

/// Tests a bundle of the given components in each operation on bundles, queries and lookups.
macro_rules! goes_through {
    ($world:ident $($at:literal)*) => { paste! {{
        type Bundle = ($(N<$at>,)*);
        type Items<'w> = ($(&'w N<$at>,)*);
        const COUNT: usize = <[u32]>::len(&[$($at),*]);
        let others = $world.len();
        let entity = $world.spawn::<Bundle>(($(N($at),)*));
        // Tuples of more than twelve elements cannot be compared.
        let numbers = |items: Items<'_>| -> Vec<u32> {
            let ($([<n $at>],)*) = items;
            vec![$([<n $at>].0),*]
        };
        assert_eq!($world.mask(entity).map(|mask| mask.iter().count()), Some(COUNT));
        assert_eq!($world.query::<Items<'_>>().get(entity).map(numbers), Some(vec![$($at),*]));
        let same = |found, (it, _): (Entity, Items<'_>)| found + usize::from(it == entity);
        assert_eq!($world.query::<(Entity, Items<'_>)>().with::<Bundle>().iter().fold(0, same), 1);
        assert!(matches!($world.remove::<Bundle>(entity), Ok(Some(_))));
        assert_eq!($world.query::<Items<'_>>().get(entity).is_some(), COUNT == 0);
        // Not `unwrap`, which would compile the texts of an error for each bundle.
        assert!($world.insert::<Bundle>(entity, ($(N($at + 1),)*)).is_ok());
        let replaced: Result<<Bundle as ecs_world::Bundle<World>>::Replaced, _> =
            $world.replace::<Bundle>(entity, ($(N($at + 2),)*));
        assert!(replaced.is_ok());
        $world.commands().insert::<Bundle>(entity, ($(N($at + 3),)*));
        $world.commands().spawn::<Bundle>(($(N($at + 4),)*));
        $world.flush();
        $(assert_eq!($world.get::<N<$at>>(entity), Some(&N($at + 3)));)*
        assert_eq!($world.len(), others + 2);
        let batch = $world.spawn_batch([(($(N::<$at>($at),)*)), (($(N::<$at>($at + 1),)*))]);
        assert_eq!(batch.len(), 2);
        $(assert_eq!($world.get::<N<$at>>(batch[1]), Some(&N($at + 1)));)*
        $world.check_invariants().unwrap();
        $world.clear();
    }} };
}

#[test]
fn bundles_and_queries_have_0_to_16_components() {
    let mut world = World::default();
    for_each_number! { goes_through world [] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 }
}

/// A column of a component: a function with a loop, because a chain of iterators for each column would take long to compile.
fn column<const AT: u32>(rows: u32) -> Vec<N<AT>> {
    let mut column = vec![];
    for row in 0..rows {
        column.push(N(row + AT));
    }
    column
}

macro_rules! in_columns {
    ($world:ident) => {};
    ($world:ident $($at:literal)+) => {
        for rows in [0, 1, 2, 3, 17] {
            let columns = ($(column::<$at>(rows),)+);
            let Ok(spawned) = $world.spawn_columns(columns) else { panic!("the columns have one length") };
            assert_eq!(spawned.len(), rows as usize);
            for (entity, row) in spawned.iter().zip(0..) {
                $(assert_eq!($world.get::<N<$at>>(*entity), Some(&N(row + $at)));)+
            }
        }
        $world.check_invariants().unwrap();
    };
}

#[test]
fn columns_of_1_to_16_components_spawn_0_to_many_rows() {
    let mut world = World::default();
    for_each_number! { in_columns world [] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 }
}

/// What systems find in an entity with this number of components.
fn found_with(components: u32) -> Vec<(u32, u32)> {
    let systems = [1, 2, 3, 8, 9, 10, 15, 16, 17, 33].into_iter().filter(|count| *count <= components);
    systems.map(|count| (count, (0..count).sum())).collect()
}

#[test]
fn systems_take_more_components_than_a_tuple_holds() {
    let mut world = World::default();
    let entity = world.spawn(());
    macro_rules! insert {
        ($($at:literal)*) => { $(
            assert!(world.insert(entity, N::<$at>($at)).is_ok());
            world.run();
            let found = std::mem::take(&mut world.resources.found.0);
            assert_eq!(found, found_with($at + 1));
        )* };
    }
    insert! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 }
    assert_eq!(world.get::<N<0>>(entity), Some(&N(33 + 32 + 31 + 26 + 25 + 24 + 19 + 18 + 17 + 1)));
}
