//! `#[derive(Query)]`: structs of references that queries fetch, ad hoc, in systems and in library code.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

#[path = "common/components.rs"]
mod components;

use components::{Position, Velocity};
use ecs_world::prelude::*;
use ecs_world::{ChangeReader, QueryData, QueryItem};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Armor(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fuel(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag<T, const N: usize>(T);

#[derive(Debug, PartialEq, Query)]
pub struct Ship<'w> {
    entity: Entity,
    position: &'w mut Position,
    velocity: &'w Velocity,
    armor: Option<&'w Armor>,
}

/// In these structs, all fields are required, so that runs of values are slices: one writes, one only reads, one writes and marks.
#[derive(Query)]
struct Written<'w> {
    position: &'w mut Position,
    velocity: &'w Velocity,
}

#[derive(Query)]
struct ReadOnly<'w> {
    position: &'w Position,
    velocity: &'w Velocity,
}

#[derive(Query)]
struct Marked<'w> {
    position: &'w Position,
    fuel: &'w mut Fuel,
}

#[derive(Debug, Clone, Copy, PartialEq, Query)]
struct Seen<'a>(Entity, &'a Position, Option<&'a Velocity>);

#[derive(Query)]
struct Repair<'w> {
    armor: Option<&'w mut Armor>,
    r#type: &'w mut Velocity,
}

#[derive(Debug, PartialEq, Query)]
struct Tagged<'w, T, const N: usize>
where
    T: PartialEq,
{
    tag: &'w mut Tag<T, N>,
}

#[derive(Debug, PartialEq, Query)]
struct Named {
    entity: Entity,
}

#[derive(Debug, PartialEq, Query)]
struct Anything;

#[derive(Query)]
struct Bounded<'w, T>
where
    T: 'w,
{
    tag: &'w Tag<T, 2>,
}

#[system]
fn advance(ships: Query<'_, World, (Entity, &mut Position, &Velocity, Option<&Armor>)>) {
    for ship in ships.named::<Ship<'_>>() {
        ship.position.0 += ship.velocity.0;
    }
}

#[system]
fn advance_generic<W: Has<Position> + Has<Velocity>>(bodies: Query<'_, W, (Entity, &Position, Option<&Velocity>)>) {
    let seen = bodies.named::<Seen<'_>>();
    assert!(seen.iter().all(|Seen(entity, ..)| seen.contains(entity)));
}

ecs_world! {
    components: Position, Velocity, #[storage(vec)] Armor, Tag<u8, 2> as Pair;
    systems: advance, advance_generic::<World>;
    queries: (Position, Velocity);
}

fn filled(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = world.spawn_batch((0..count).map(Position)).into_vec();
    for (n, entity) in (0..count).zip(&entities) {
        if n % 2 == 0 {
            world.insert(*entity, Velocity(100)).unwrap();
        }
        if n % 3 == 0 {
            world.insert(*entity, Armor(n)).unwrap();
        }
    }
    (world, entities)
}

#[test]
fn a_struct_yields_what_the_tuple_of_its_fields_does() {
    for count in [0, 1, 2, 3, 7, 8, 9, 300] {
        let (mut world, _) = filled(count);
        let tuples: Vec<_> = {
            let found = world.query_mut::<(Entity, &mut Position, &Velocity, Option<&Armor>)>();
            found
                .into_iter()
                .map(|(entity, position, velocity, armor)| (entity, *position, *velocity, armor.copied()))
                .collect()
        };
        let parts = |ship: Ship<'_>| (ship.entity, *ship.position, *ship.velocity, ship.armor.copied());
        assert!(world.query_mut::<Ship<'_>>().into_iter().map(parts).eq(tuples.iter().copied()), "by an iterator");
        let mut each = vec![];
        world.query_mut::<Ship<'_>>().for_each(|ship| each.push(parts(ship)));
        assert_eq!(each, tuples, "by `for_each`");
        let mut next = vec![];
        for ship in world.query_mut::<Ship<'_>>() {
            next.push(parts(ship));
        }
        assert_eq!(next, tuples, "by a `for` loop");
        let folded = world.query_mut::<Ship<'_>>().fold(0, |sum, ship| sum + ship.position.0);
        assert_eq!(folded, tuples.iter().map(|tuple| tuple.1.0).sum::<u32>());
        let seen: Vec<_> = world.query::<Seen<'_>>().iter().collect();
        let expected = world.query::<(Entity, &Position, Option<&Velocity>)>();
        assert!(expected.iter().map(|(entity, position, velocity)| Seen(entity, position, velocity)).eq(seen));
    }
}

#[test]
fn values_that_a_struct_borrows_can_be_changed() {
    let (mut world, entities) = filled(300);
    for ship in world.query_mut::<Ship<'_>>().without::<Armor>() {
        assert_eq!(ship.armor, None);
        ship.position.0 += ship.velocity.0;
    }
    world.query_mut::<Ship<'_>>().par_for_each(|ship| ship.position.0 += 1_000);
    let expected = |n: u32| match (n % 2, n % 3) {
        (0, 0) => n + 1_000,
        (0, _) => n + 1_100,
        _ => n,
    };
    assert!((0..300).zip(&entities).all(|(n, entity)| world.get(*entity) == Some(&Position(expected(n)))));
    for repair in world.query_mut::<Repair<'_>>() {
        if let Some(armor) = repair.armor {
            armor.0 += 7;
            repair.r#type.0 = 0;
        }
    }
    assert_eq!(world.get::<Armor>(entities[6]), Some(&Armor(13)));
    assert_eq!((world.get(entities[6]), world.get(entities[2])), (Some(&Velocity(0)), Some(&Velocity(100))));
    world.check_invariants().unwrap();
}

/// Orders in which entities get a second component: that of the first one, with swapped neighbours, with gaps, in runs, reversed, and every
/// third only.
fn orders(count: usize) -> [Vec<usize>; 6] {
    let runs = (0..count).collect::<Vec<_>>().chunks(40).rev().flatten().copied().collect();
    let mut swapped: Vec<_> = (0..count).collect();
    (8..count).step_by(50).for_each(|n| swapped.swap(n - 1, n));
    let gaps = (0..count).filter(|n| n % 50 != 7).collect();
    [(0..count).collect(), swapped, gaps, runs, (0..count).rev().collect(), (0..count).step_by(3).collect()]
}

ecs_world! {
    /// No view orders the values of any component.
    pub struct Loose;
    components: Position, Velocity, Armor, #[tracked] Fuel;
}

/// Entities with positions in their own order, and with other components in the given order.
fn ordered(count: usize, order: &[usize]) -> (Loose, Vec<Entity>) {
    let mut world = Loose::default();
    let positions = (0..count).map(|n| Position(u32::try_from(n).unwrap()));
    let entities = world.spawn_batch(positions).into_vec();
    for n in order {
        world.insert(entities[*n], Velocity(1_000)).unwrap();
        world.insert(entities[*n], Fuel(0)).unwrap();
    }
    (world, entities)
}

#[test]
fn structs_that_write_change_what_the_tuples_of_their_fields_do_in_any_order_of_values() {
    type Tuple = (&'static mut Position, &'static Velocity);
    let advance = |written: Written<'_>| written.position.0 += written.velocity.0;
    for count in [0, 1, 2, 3, 7, 8, 9, 39, 40, 41, 700] {
        for order in orders(count) {
            let (mut world, entities) = ordered(count, &order);
            let (mut others, _) = ordered(count, &order);
            for way in 0..5 {
                let mut all = world.query_mut::<Written<'_>>();
                match way {
                    0 => all.into_iter().for_each(advance),
                    1 => all.for_each(advance),
                    2 => all.par_for_each(advance),
                    3 => {
                        let count = all.fold(0, |count, written| {
                            advance(written);
                            count + 1
                        });
                        assert_eq!(count, order.len());
                    }
                    _ => {
                        for written in all {
                            advance(written);
                        }
                    }
                }
                others.query_mut::<Tuple>().for_each(|(position, velocity)| position.0 += velocity.0);
                for entity in &entities {
                    let [position, other] = [&world, &others].map(|world| world.get::<Position>(*entity).copied());
                    assert_eq!(position, other, "{entity} of {count}, way {way}");
                }
            }
        }
    }
}

#[test]
fn structs_that_only_read_yield_what_the_tuples_of_their_fields_do_in_any_order_of_values() {
    for count in [0, 1, 2, 3, 7, 8, 9, 39, 40, 41, 700] {
        for order in orders(count) {
            let (world, _) = ordered(count, &order);
            let expected: Vec<_> =
                world.query::<(&Position, &Velocity)>().iter().map(|(one, two)| (*one, *two)).collect();
            let parts = |read: ReadOnly<'_>| (*read.position, *read.velocity);
            assert!(world.query::<ReadOnly<'_>>().iter().map(parts).eq(expected.iter().copied()), "{count} by a fold");
            let mut next = vec![];
            for read in world.query::<ReadOnly<'_>>() {
                next.push(parts(read));
            }
            assert_eq!(next, expected, "{count} by a loop");
            assert_eq!(next.len(), order.len());
        }
    }
}

#[test]
fn structs_mark_the_values_that_the_tuples_of_their_fields_do() {
    fn changed(world: &mut Loose, reader: &mut ChangeReader<Fuel>) -> Vec<(Entity, u32)> {
        let mut changed = vec![];
        reader.for_each(world, |entity, fuel| changed.push((entity, fuel.0)));
        changed
    }
    for count in [0, 1, 2, 3, 8, 9, 64, 65, 700] {
        for order in orders(count) {
            let [(mut world, _), (mut others, _)] = [(); 2].map(|()| ordered(count, &order));
            let mut reader = ChangeReader::<Fuel>::new(&mut world);
            let mut other = ChangeReader::<Fuel>::new(&mut others);
            for way in 0..3 {
                let mut all = world.query_mut::<Marked<'_>>().without::<Armor>();
                let burn = |marked: Marked<'_>| marked.fuel.0 += marked.position.0 + 1;
                match way {
                    0 => all.for_each(burn),
                    1 => all.par_for_each(burn),
                    _ => all.into_iter().for_each(burn),
                }
                others.query_mut::<(&Position, &mut Fuel)>().for_each(|(position, fuel)| fuel.0 += position.0 + 1);
                let changes = changed(&mut world, &mut reader);
                assert_eq!(changes.len(), order.len());
                assert_eq!(changes, changed(&mut others, &mut other), "{count} entities, way {way}");
            }
            reader.release(&mut world);
            other.release(&mut others);
        }
    }
}

#[test]
fn an_empty_tuple_in_a_query_changes_only_the_items() {
    for count in [0, 1, 2, 3, 8, 9, 700] {
        for order in orders(count) {
            let (mut world, _) = ordered(count, &order);
            let expected: Vec<_> = world.query::<(&Position, &Velocity)>().iter().map(|(one, _)| *one).collect();
            let read = world.query::<((), &Position, &Velocity)>();
            assert!(read.iter().map(|((), one, _)| *one).eq(expected.iter().copied()));
            let mut written = vec![];
            for ((), position, _) in world.query_mut::<((), &mut Position, &Velocity)>() {
                written.push(*position);
            }
            assert_eq!(written, expected);
            written.clear();
            world.query_mut::<((), &mut Position, &Velocity)>().for_each(|((), position, _)| written.push(*position));
            assert_eq!(written, expected);
        }
    }
}

#[test]
fn single_items_are_structs_too() {
    let (mut world, entities) = filled(1);
    let entity = entities[0];
    let mut ships = world.query_mut::<Ship<'_>>();
    ships.single_mut().unwrap().position.0 = 5;
    assert!(ships.contains(entity));
    ships.get_mut(entity).unwrap().position.0 += 1;
    assert_eq!(ships.into_get(entity).map(|ship| ship.position.0), Some(6));
    assert_eq!(world.query::<Seen<'_>>().get(entity), Some(Seen(entity, &Position(6), Some(&Velocity(100)))));
    assert_eq!(world.get_components::<Ship<'_>>(entity).map(|ship| ship.velocity.0), Some(100));
    assert_eq!(world.query::<Named>().single(), Ok(Named { entity }));
    assert_eq!(world.query::<Anything>().single(), Ok(Anything));
}

#[test]
fn a_struct_may_have_type_parameters() {
    let mut world = World::default();
    let entity = world.spawn(Tag::<u8, 2>(3));
    for tagged in world.query_mut::<Tagged<'_, u8, 2>>() {
        tagged.tag.0 += 1;
    }
    assert_eq!(world.get::<Tag<u8, 2>>(entity), Some(&Tag(4)));
    assert_eq!(world.query::<Bounded<'_, u8>>().single().map(|bounded| bounded.tag.0), Ok(4));
}

#[test]
fn the_query_of_a_system_yields_structs() {
    let (mut world, entities) = filled(3);
    world.run();
    let positions = entities.iter().map(|entity| world.get::<Position>(*entity).unwrap().0);
    assert!(positions.eq([100, 1, 102]));
}

#[test]
fn a_named_query_yields_structs_and_keeps_its_filters() {
    #[derive(Query)]
    struct Body<'w> {
        _entity: Entity,
        position: &'w mut Position,
        velocity: &'w mut Velocity,
    }
    let (mut world, entities) = filled(5);
    let bodies = world.query_position_velocity_mut().without::<Armor>().named::<Body<'_>>();
    bodies.into_iter().for_each(|body| body.position.0 += body.velocity.0);
    let slices = world.query_position_velocity_mut().named::<Body<'_>>().slices();
    assert_eq!(slices.map(|(_, positions, _)| positions.len()), Some(3), "there is a slice for each field");
    let positions = entities.iter().map(|entity| world.get::<Position>(*entity).unwrap().0);
    assert!(positions.eq([0, 1, 102, 3, 104]));
}

/// Library code is generic over the world.
fn total<W: Has<Position> + Has<Velocity>>(world: &W) -> u32 {
    world.query::<Seen<'_>>().iter().map(|seen| seen.1.0).sum()
}

/// Generic over the query as well.
fn count<W: EcsWorld, Q: QueryData<W>>(world: &mut W, keep: impl Fn(QueryItem<'_, W, Q>) -> bool) -> usize {
    world.query_mut::<Q>().fold(0, |count, item| count + usize::from(keep(item)))
}

#[test]
fn library_code_queries_structs() {
    let (mut world, _) = filled(5);
    assert_eq!(total(&world), 10);
    assert_eq!(count::<World, Ship<'_>>(&mut world, |ship| ship.armor.is_some()), 1);
    assert_eq!(count::<World, Seen<'_>>(&mut world, |seen| seen.2.is_none()), 2);
}

mod large {
    use super::*;

    macro_rules! large {
        ($($C:ident $c:ident $number:literal),*) => {
            $(#[derive(Debug, PartialEq)] pub struct $C(pub u8);)*

            #[derive(Query)]
            pub struct All<'w> {
                $($c: &'w $C,)*
            }

            impl All<'_> {
                pub fn numbers(&self) -> Vec<u8> {
                    vec![$(self.$c.0),*]
                }
            }

            ecs_world! {
                pub struct Large;
                components: $($C),*;
            }

            pub fn filled() -> Large {
                let mut world = Large::default();
                let entity = world.spawn(());
                $(world.insert(entity, $C($number)).unwrap();)*
                world
            }
        };
    }

    large! {
        A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9, K k 10, L l 11, M m 12, N n 13, O o 14, P p 15,
        Q q 16, R r 17
    }
}

#[test]
fn a_struct_of_more_fields_than_a_tuple_holds_is_nested() {
    let world = large::filled();
    let all = world.query::<large::All<'_>>().single().unwrap();
    assert!(all.numbers().into_iter().eq(0..18));
}

#[test]
fn values_that_a_struct_does_not_yield_are_not_marked() {
    let mut world = Loose::default();
    let [_, whole] = [world.spawn(Fuel(1)), world.spawn((Position(5), Fuel(2)))];
    world.spawn_batch([Position(1), Position(2)]);
    let mut reader = ChangeReader::<Fuel>::new(&mut world);
    world.query_mut::<Marked<'_>>().for_each(|Marked { position, fuel }| fuel.0 += position.0);
    let mut changed = vec![];
    reader.for_each(&mut world, |entity, fuel| changed.push((entity, fuel.0)));
    assert_eq!(changed, [(whole, 7)]);
}
