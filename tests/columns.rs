//! Columns: the entities and values of each kind of storage.
#![allow(missing_docs, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;

macro_rules! components {
    ($($C:ident)*) => {
        $(
            #[derive(Debug, Clone, Copy, PartialEq)]
            struct $C(u8);
        )*
    };
}

components! { Plain Vector Hashed Ordered Packed Chunked }

#[derive(Debug, Clone, Copy, PartialEq)]
struct Tag;

ecs_world! {
    #[derive(Debug)]
    struct World;
    components:
        Plain, #[storage(vec)] Vector, #[storage(hash_map)] Hashed, #[storage(btree_map)] Ordered, #[storage(packed)] Packed,
        #[storage(hashed_array_tree(chunk = 2))] Chunked, #[storage(tag)] Tag;
}

fn all(n: u8) -> (Plain, Vector, Hashed, Ordered, Packed, Chunked, Tag) {
    (Plain(n), Vector(n), Hashed(n), Ordered(n), Packed(n), Chunked(n), Tag)
}

/// A world in which the first of seven entities has no component, and the fourth is dead.
fn world() -> (World, Vec<Entity>) {
    let mut world = World::default();
    let mut entities = vec![world.spawn(())];
    entities.extend((1..7).map(|n| world.spawn(all(n))));
    world.despawn(entities[3]).expect("the entity is alive");
    (world, entities)
}

macro_rules! each_column {
    ($columns:ident, $column:ident, $C:ident => $test:block) => {
        each_column!(@ $columns, $column, $C => $test; plain Plain, vector Vector, hashed Hashed, ordered Ordered, packed Packed, chunked Chunked)
    };
    (@ $columns:ident, $column:ident, $C:ident => $test:block; $($field:ident $Field:ident),*) => {
        $({
            use $Field as $C;
            let $column = &mut $columns.$field;
            $test
        })*
    };
}

#[test]
fn a_column_finds_values_only_of_entities_that_have_one() {
    let (mut world, entities) = world();
    let mut columns = world.columns();
    each_column!(columns, column, C => {
        for (n, entity) in (0_u8..).zip(&entities) {
            let expected = (n != 0 && n != 3).then_some(C(n));
            assert_eq!(column.get(*entity).copied(), expected);
            assert_eq!(column.contains(*entity), expected.is_some());
            assert_eq!(column.get_mut(*entity).map(|value| core::mem::replace(value, C(n + 10))), expected);
            assert_eq!(column.get(*entity).copied(), expected.map(|_| C(n + 10)), "the written value is read back");
        }
        assert_eq!((column.len(), column.is_empty()), (5, false));
    });
    assert!(
        columns.tag.contains(entities[1]) && !columns.tag.contains(entities[3]) && !columns.tag.contains(entities[0])
    );
    assert_eq!((columns.tag.len(), columns.tag.get_mut(entities[2])), (5, Some(&mut Tag)));
    let mut tagged = world.query_mut::<(&Tag, &mut Plain)>();
    assert_eq!((tagged.reborrow().into_iter().count(), tagged.iter_mut().count()), (5, 5));
    let mut columns = world.columns();
    each_column!(columns, column, C => {
        let moved = core::mem::take(column);
        assert!((column.len(), column.is_empty()) == (0, true) && column.get_mut(entities[1]).is_none());
        assert_eq!(column.get(entities[1]), None);
        assert_eq!(moved.get(entities[1]), Some(&C(11)), "the column that was moved out keeps its values");
    });
}

#[test]
fn a_column_prints_the_entity_of_each_value() {
    let (mut world, _) = world();
    let mut columns = world.columns();
    assert_eq!(
        format!("{:?}", columns.vector),
        "{1v1: Vector(1), 2v1: Vector(2), 4v1: Vector(4), 5v1: Vector(5), 6v1: Vector(6)}"
    );
    let _gone = core::mem::take(&mut columns.vector);
    assert_eq!(format!("{:?}", columns.vector), "{}");
}

#[test]
fn a_world_prints_the_values_of_each_storage() {
    let mut world = World::default();
    for n in 1..3 {
        world.spawn(all(n));
    }
    let values = "{0: C(1), 1: C(2)}";
    let columns = ["plain", "vector", "hashed", "ordered", "packed", "chunked"].map(|column| (column, values));
    let text = format!("{world:?}");
    for (column, values) in columns.into_iter().chain([("tag", "{0, 1}")]) {
        let name = format!("{}{}", column[..1].to_uppercase(), &column[1..]);
        let part = format!("{column}: {}", values.replace('C', &name));
        assert!(text.contains(&part), "{part} in {text}");
    }
}

#[test]
fn the_column_of_entities_contains_live_entities() {
    let (mut world, entities) = world();
    assert!(!world.is_empty() && world.len() == 6 && World::default().is_empty());
    let columns = world.columns();
    assert!(columns.entities.contains(entities[0]) && !columns.entities.contains(entities[3]));
    assert_eq!((columns.entities.len(), columns.entities.is_empty(), columns.entities.iter().len()), (6, false, 6));
    let mut empty = World::default();
    assert_eq!((empty.columns().entities.len(), empty.columns().entities.is_empty()), (0, true));
}

#[test]
fn values_that_are_packed_can_be_written_as_a_slice_in_the_order_of_their_entities() {
    let (mut world, entities) = world();
    let mut columns = world.columns();
    for value in columns.plain.as_mut_slice() {
        value.0 *= 2;
    }
    let order: Vec<_> = columns.plain.entities().collect();
    assert_eq!(order, [1, 2, 6, 4, 5].map(|n: usize| entities[n]), "the last value fills the gap");
    assert_eq!(columns.plain.as_slice(), [2, 4, 12, 8, 10].map(Plain));
    columns.packed.as_mut_slice().reverse();
    assert_eq!(columns.packed.as_slice(), [6, 5, 4, 2, 1].map(Packed));
    assert_eq!(columns.packed.get(entities[1]), Some(&Packed(6)), "the entities stay where they are");
    let gone = core::mem::take(&mut columns.plain);
    assert!(
        columns.plain.as_slice().is_empty() && columns.plain.as_mut_slice().is_empty() && gone.as_slice().len() == 5
    );
}

/// Borrows the values of any three entities at once.
macro_rules! borrow_any_three {
    ($world:ident, $entities:ident; $($C:ident)*) => {
        for three in (0..8 * 8 * 8).map(|n| [n % 8, n / 8 % 8, n / 64]) {
            let handles = three.map(|n: usize| $entities[n]);
            let distinct = three[0] != three[1] && three[0] != three[2] && three[1] != three[2];
            let allowed = distinct && three.iter().all(|n| ![0, 3].contains(n));
            $(
                let found = $world.get_disjoint_mut::<$C, 3>(handles);
                assert_eq!(found.is_ok(), allowed, "{three:?}");
                if let Ok(mut values) = found {
                    assert!(three.iter().zip(&values).all(|(n, value)| usize::from(value.0) == *n), "{three:?}: {values:?}");
                    for value in &mut values {
                        value.0 ^= 64;
                    }
                    for value in &mut values {
                        value.0 ^= 64;
                    }
                }
            )*
        }
    };
}

#[test]
fn values_of_any_three_entities_in_any_storage_can_be_borrowed_at_once_in_any_order() {
    let (mut world, mut entities) = world();
    entities.push(world.spawn(all(7)));
    let others: Vec<_> = (0..40).map(|_| world.spawn(())).collect();
    entities.push(world.spawn(all(8)));
    assert!(world.get::<Chunked>(others[0]).is_none());
    entities.remove(5);
    for (n, entity) in (0_u8..).zip(&entities) {
        if let Ok([plain]) = world.get_disjoint_mut::<Plain, 1>([*entity]) {
            plain.0 = n;
        }
        world.query_mut::<(&Plain, &mut Vector, &mut Hashed, &mut Ordered, &mut Packed, &mut Chunked)>().for_each(
            |(plain, vector, hashed, tree, packed, chunked)| {
                (vector.0, hashed.0, tree.0, packed.0, chunked.0) = (plain.0, plain.0, plain.0, plain.0, plain.0);
            },
        );
    }
    borrow_any_three!(world, entities; Plain Vector Hashed Ordered Packed Chunked);
}

/// A bundle without values.
#[derive(Debug, Bundle)]
struct Nothing;

/// Two values as one bundle, spawned together with others.
#[derive(Debug, Bundle)]
struct Pair {
    plain: Plain,
    vector: Vector,
}

#[test]
fn a_batch_of_structs_without_callbacks_fills_the_columns_of_all_fields() {
    let (mut world, _) = world();
    let pairs = (10..13).map(|n| (Pair { plain: Plain(n), vector: Vector(n + 10) }, Ordered(n)));
    let spawned = world.spawn_batch(pairs);
    world.check_invariants().expect("the world is consistent");
    let columns = world.columns();
    for (n, entity) in (10..13).zip(spawned.iter()) {
        assert_eq!(columns.plain.get(*entity), Some(&Plain(n)));
        assert_eq!(
            (columns.vector.get(*entity), columns.ordered.get(*entity)),
            (Some(&Vector(n + 10)), Some(&Ordered(n)))
        );
        assert!(!columns.hashed.contains(*entity));
    }
    assert_eq!((columns.plain.len(), columns.vector.len()), (8, 8));
    assert_eq!(world.spawn_batch([Nothing, Nothing]).len(), 2);
}
