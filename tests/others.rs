//! `for_each_with`: queries that visit one entity beside all others.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(i64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass(i64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target(Entity);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asleep;

/// What a system recorded.
#[derive(Debug, Default)]
pub struct Noticed(Vec<(usize, i64)>);

#[system]
fn notice(mut bodies: Query<'_, World, (&mut Position, &Mass)>, noticed: &mut Noticed) {
    bodies.for_each_with(|(position, mass), others| {
        let masses: i64 = others.iter().map(|(_, mass)| mass.0).sum();
        position.0 += mass.0;
        noticed.0.push((others.iter().count(), masses));
    });
}

ecs_world! {
    components: Position, Mass, Target, Asleep;
    resources: Noticed;
    systems: notice;
    queries: (Position, without(Asleep));
}

mod stored {
    use super::*;

    ecs_world! {
        pub struct Stored;
        components: #[storage(packed)] Position, #[storage(hash_map)] Mass, #[storage(vec)] Target, #[storage(tag)] Asleep;
    }

    ecs_world! {
        pub struct Mapped;
        components: #[storage(btree_map)] Position, #[storage(hash_map)] Mass, #[storage(hashed_array_tree)] Target,
            #[storage(vec)] Asleep;
    }
}

/// Every second entity has a mass, and every third one sleeps.
fn fill<W: Has<Position> + Has<Mass> + Has<Target> + Has<Asleep>>(world: &mut W, count: i64) -> Vec<Entity> {
    let entities = world.spawn_batch((0..count).map(Position)).into_vec();
    for (n, entity) in entities.iter().enumerate().rev() {
        let n = i64::try_from(n).unwrap();
        if n % 2 == 0 {
            world.insert(*entity, Mass(n)).unwrap();
        }
        if n % 3 == 0 {
            world.insert(*entity, Asleep).unwrap();
        }
        if n % 5 == 0 {
            world.insert(*entity, Target(entities[0])).unwrap();
        }
    }
    entities
}

const COUNTS: [i64; 8] = [0, 1, 2, 3, 7, 8, 9, 100];

/// Replaces each position in turn by the sum of all others, and returns all positions by entity.
fn sums_of_others(order: &[Entity], all: &[(Entity, i64)]) -> Vec<(Entity, i64)> {
    let mut all = all.to_vec();
    for entity in order {
        let sum = all.iter().filter(|(other, _)| other != entity).map(|(_, position)| position).sum();
        all.iter_mut().find(|(other, _)| other == entity).unwrap().1 = sum;
    }
    all
}

macro_rules! each_sums_the_others {
    ($World:ty) => {
        // Sums double: fewer entities than bits.
        for count in [0, 1, 2, 3, 7, 8, 9, 40] {
            let mut world = <$World>::default();
            fill(&mut world, count);
            let all: Vec<_> =
                world.query::<(Entity, &Position)>().iter().map(|(it, position)| (it, position.0)).collect();
            let order: Vec<_> = all.iter().map(|(entity, _)| *entity).collect();
            let mut visited = vec![];
            world.query_mut::<(Entity, &mut Position)>().for_each_with(|(entity, position), others| {
                assert!(others.iter().all(|(other, _)| other != entity), "an entity is not among its others");
                position.0 = others.iter().map(|(_, position)| position.0).sum();
                visited.push(entity);
            });
            assert_eq!(visited, order);
            let found: Vec<_> =
                world.query::<(Entity, &Position)>().iter().map(|(it, position)| (it, position.0)).collect();
            assert_eq!(found, sums_of_others(&order, &all));
        }
    };
}

#[test]
fn each_entity_reads_what_is_written_of_the_others() {
    each_sums_the_others!(World);
    each_sums_the_others!(stored::Stored);
    each_sums_the_others!(stored::Mapped);
}

#[test]
fn a_loop_visits_the_others_whether_it_borrows_them_or_not() {
    let mut world = World::default();
    fill(&mut world, 7);
    let mut query = world.query_mut::<(Entity, &mut Position)>();
    query.for_each_with(|(entity, _), others| {
        let expected: Vec<_> = others.iter().collect();
        assert!(expected.len() == 6 && expected.iter().all(|(other, _)| *other != entity));
        let (mut borrowed, mut owned) = (vec![], vec![]);
        for other in &others {
            borrowed.push(other);
        }
        let mut iterator = others.into_iter();
        assert_eq!(iterator.size_hint(), (6, Some(6)), "one storage, whose values are read as slices");
        for other in &mut iterator {
            owned.push(other);
        }
        assert!(iterator.next().is_none(), "an exhausted iterator stays exhausted");
        assert_eq!(iterator.size_hint(), (0, Some(0)));
        assert_eq!([&borrowed, &owned], [&expected; 2]);
    });
}

/// Inserts a mass into each of these entities, in this order.
fn weigh<'e>(world: &mut World, all: impl IntoIterator<Item = &'e Entity>) {
    for entity in all {
        world.insert(*entity, Mass(entity.index().into())).unwrap();
    }
}

type Arrange = fn(&mut World, &[Entity]);

/// How masses are arranged beside positions, which are in the order of the entities.
const ARRANGEMENTS: [(&str, Arrange); 6] = [
    ("in the same order", |world, all| weigh(world, all)),
    ("behind one of another entity", |world, all| {
        world.spawn(Mass(-1));
        weigh(world, all);
    }),
    ("before one of another entity", |world, all| {
        weigh(world, all);
        world.spawn(Mass(-1));
    }),
    ("in another order from the middle on", |world, all| {
        let (front, back) = all.split_at(all.len() / 2);
        weigh(world, front.iter().chain(back.iter().rev()));
    }),
    ("in the same order, and the last entity has none", |world, all| weigh(world, all.iter().rev().skip(1).rev())),
    ("in the same order, and the last entity sleeps", |world, all| {
        weigh(world, all);
        if let Some(last) = all.last() {
            world.insert(*last, Asleep).unwrap();
        }
    }),
];

/// Compares all ways to read the others with a list of what the query yields.
macro_rules! every_way_reads_the_same {
    ($world:expr, $($filter:tt)*) => {{
        let world: &mut World = $world;
        let query = world.query::<(Entity, &Position, &Mass)>()$($filter)*;
        let mut all: Vec<_> = query.iter().map(|(it, position, mass)| (it, position.0, mass.0)).collect();
        let mut at = 0;
        let mut query = world.query_mut::<(Entity, &mut Position, &Mass)>()$($filter)*;
        query.for_each_with(|(entity, position, _), others| {
            assert_eq!(entity, all[at].0);
            let expected: Vec<_> = all.iter().copied().filter(|other| other.0 != entity).collect();
            let read = |(it, position, mass): (Entity, &Position, &Mass)| (it, position.0, mass.0);
            for first in (0..=expected.len()).filter(|first| *first < 4 || first.abs_diff(at) < 3) {
                let mut iterator = others.iter();
                let mut found: Vec<_> = iterator.by_ref().take(first).map(read).collect();
                let (lower, upper) = iterator.size_hint();
                assert!((lower..=upper.unwrap()).contains(&(expected.len() - first)), "{lower}..={upper:?}");
                found = iterator.fold(found, |mut found, other| {
                    found.push(read(other));
                    found
                });
                assert_eq!(found, expected, "{first} one by one, and the rest by a fold");
                let mut rest = others.into_iter();
                assert_eq!(first.checked_sub(1).and_then(|nth| rest.nth(nth)).map(read), first.checked_sub(1).map(|nth| expected[nth]));
                assert_eq!(rest.count(), expected.len() - first);
            }
            position.0 += 1_000;
            all[at].1 += 1_000;
            at += 1;
        });
        assert_eq!(at, all.len());
        assert!(world.query::<&Position>().iter().filter(|position| position.0 >= 1_000).count() == at);
    }};
}

#[test]
fn every_way_to_read_the_others_yields_the_same() {
    for (arrangement, arrange) in ARRANGEMENTS {
        for count in COUNTS {
            println!("{count}: masses are {arrangement}");
            let arranged = || {
                let mut world = World::default();
                let entities = world.spawn_batch((0..count).map(Position)).into_vec();
                arrange(&mut world, &entities);
                world
            };
            every_way_reads_the_same!(&mut arranged(),);
            every_way_reads_the_same!(&mut arranged(), .without::<Asleep>());
        }
    }
}

#[test]
fn an_entity_is_not_among_its_others_where_nothing_is_written() {
    for count in COUNTS {
        let mut world = World::default();
        fill(&mut world, count);
        let all: Vec<_> = world.query::<(Entity, &Position)>().iter().map(|(entity, _)| entity).collect();
        world.query_mut::<(Entity, &Position)>().for_each_with(|(entity, _), others| {
            let expected = all.iter().copied().filter(|other| *other != entity);
            assert!(others.iter().map(|(other, _)| other).eq(expected));
        });
    }
}

#[test]
fn the_number_of_others_is_known_if_all_values_are_in_one_order() {
    for count in COUNTS {
        let mut world = stored::Stored::default();
        let entities = world.spawn_batch((0..count).map(Position)).into_vec();
        for entity in &entities {
            world.insert(*entity, Mass(1)).unwrap();
        }
        world.query_mut::<(&mut Position, &Mass)>().for_each_with(|_, others| {
            let mut others = others.iter();
            for left in (0..entities.len()).rev() {
                assert_eq!(others.size_hint(), (left, Some(left)));
                others.next();
            }
        });
    }
}

macro_rules! others_match_the_query {
    ($World:ty) => {
        for count in COUNTS {
            let mut world = <$World>::default();
            let entities = fill(&mut world, count);
            let gone = world.spawn((Position(1_000), Mass(1_000)));
            world.despawn(gone).unwrap();
            let matching: Vec<_> =
                world.query::<(Entity, &Position, &Mass)>().without::<Asleep>().iter().map(|it| it.0).collect();
            let mut visited = vec![];
            let mut query =
                world.query_mut::<(Entity, &mut Position, &mut Mass, Option<&Target>)>().without::<Asleep>();
            query.for_each_with(|(entity, position, mass, target), others| {
                let expected: Vec<_> = matching.iter().copied().filter(|other| *other != entity).collect();
                let mut found: Vec<_> = others.iter().map(|(other, ..)| other).collect();
                found.sort_unstable();
                let mut sorted = expected.clone();
                sorted.sort_unstable();
                assert_eq!(found, sorted);
                for other in entities.iter().copied().chain([gone]) {
                    let read = others.get(other);
                    assert_eq!(read.is_some(), expected.contains(&other));
                    if let Some((handle, _, _, target)) = read {
                        assert_eq!((handle, target.is_some()), (other, (other.index() % 5) == 0));
                    }
                }
                assert_eq!(target.is_some(), entity.index() % 5 == 0);
                position.0 += mass.0;
                mass.0 = 0;
                visited.push(entity);
            });
            visited.sort_unstable();
            let mut sorted = matching.clone();
            sorted.sort_unstable();
            assert_eq!(visited, sorted);
            for (n, entity) in (0..count).zip(&entities) {
                let moved = if matching.contains(entity) { 2 * n } else { n };
                assert_eq!(world.get::<Position>(*entity), Some(&Position(moved)));
            }
            world.check_invariants().unwrap();
        }
    };
}

#[test]
fn the_others_are_those_that_match_the_query() {
    others_match_the_query!(World);
    others_match_the_query!(stored::Stored);
    others_match_the_query!(stored::Mapped);
}

#[test]
fn optional_components_are_written_on_the_entities_that_have_them() {
    for count in COUNTS {
        let mut world = World::default();
        let entities = fill(&mut world, count);
        let mut sums = vec![];
        world.query_mut::<(Entity, Option<&mut Mass>)>().for_each_with(|(entity, mass), others| {
            let masses: i64 = others.iter().filter_map(|(_, mass)| mass).map(|mass| mass.0).sum();
            sums.push((entity, masses));
            if let Some(mass) = mass {
                mass.0 = 0;
            }
        });
        let mut left: i64 = (0..count).filter(|n| n % 2 == 0).sum();
        for (n, (entity, masses)) in (0..count).zip(&sums) {
            assert_eq!(*entity, entities[usize::try_from(n).unwrap()], "all entities by ascending index");
            left -= if n % 2 == 0 { n } else { 0 };
            assert_eq!(*masses, left);
        }
        assert_eq!(sums.len(), entities.len());
    }
}

#[test]
fn a_generated_query_visits_entities_beside_the_others() {
    for count in COUNTS {
        let mut world = World::default();
        fill(&mut world, count);
        let awake = (0..count).filter(|n| n % 3 != 0).count();
        let mut counts = vec![];
        world.query_position_without_asleep_mut().for_each_with(|(_, position), others| {
            counts.push(others.iter().count());
            position.0 = -1;
        });
        assert_eq!(counts, vec![awake.saturating_sub(1); awake]);
        assert_eq!(world.query::<&Position>().iter().filter(|position| position.0 == -1).count(), awake);
    }
}

#[test]
fn a_query_parameter_visits_entities_beside_the_others() {
    for count in COUNTS {
        let mut world = World::default();
        fill(&mut world, count);
        world.run();
        let masses: Vec<_> = (0..count).filter(|n| n % 2 == 0).collect();
        let sum: i64 = masses.iter().sum();
        let mut noticed = std::mem::take(&mut world.resources.noticed.0);
        noticed.sort_unstable();
        let mut expected: Vec<_> = masses.iter().map(|mass| (masses.len() - 1, sum - mass)).collect();
        expected.sort_unstable();
        assert_eq!(noticed, expected);
    }
}

#[derive(Query)]
struct Body<'w> {
    position: &'w mut Position,
    mass: &'w Mass,
}

/// Library code is generic over the world. (Its bounds do not name storages either; they have to if it writes beside the others.)
fn heaviest<W: Has<Mass>>(world: &mut W) -> usize {
    let mut heaviest = 0;
    world.query_mut::<&Mass>().for_each_with(|mass, others| {
        heaviest += usize::from(others.iter().all(|other| other.0 < mass.0));
    });
    heaviest
}

#[test]
fn structs_and_library_code_visit_entities_beside_the_others() {
    let mut world = World::default();
    fill(&mut world, 9);
    world.query_mut::<Body<'_>>().for_each_with(|body, others| {
        body.position.0 = body.mass.0 + others.iter().map(|(_, mass)| mass.0).sum::<i64>();
    });
    assert!(world.query::<(&Position, &Mass)>().iter().all(|(position, _)| position.0 == 20));
    assert_eq!(heaviest(&mut world), 1);
}
