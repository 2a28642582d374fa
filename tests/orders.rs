//! Storages in one order are compared only once, and what all entities of a storage have is looked up only once. If that changes later, the
//! next iteration notices it.
//!
//! Each test iterates, so that storages are compared, then changes one of them and iterates again. Values identify their entity, so an
//! iteration that wrongly assumed one order would yield values of two entities.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub struct A(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct B(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Mapped(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Tree(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered(u32);

/// A component that no entity has at first.
#[derive(Debug, Clone, PartialEq)]
pub struct Never;

/// The values that a system visited.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Visits(Vec<(u32, u32)>);

#[system(view = scan)]
fn scanned(visits: &mut Visits, a: &A, b: &B) {
    visits.0.push((a.0, b.0));
}

#[system(view = list)]
fn listed(visits: &mut Visits, a: &A, mapped: &Mapped) {
    visits.0.push((a.0, mapped.0));
}

#[system]
fn queried(visits: &mut Visits, mut all: Query<'_, World, (&B, &Tree)>) {
    all.for_each(|(b, tree)| visits.0.push((b.0, tree.0)));
}

ecs_world! {
    #[derive(Clone, Snapshot)]
    pub struct World;
    components: A, B, #[storage(hash_map)] Mapped, #[storage(btree_map)] Tree, #[storage(packed)] Ordered, Never;
    resources: Visits;
    systems: scanned, listed, queried;
}

/// `count` entities, each with one value in each storage.
fn filled(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = (0..count).map(|n| world.spawn((A(n), B(n), Mapped(n), Tree(n), Ordered(n)))).collect();
    (world, entities)
}

/// Iterates with each kind of filter, four times, so that what all entities of a storage have is known. Compares the results with `has`.
fn filter(world: &mut World, what: &str) {
    let with = |entity: &Entity, world: &World| world.has::<B>(*entity);
    let all: Vec<_> = world.query::<(Entity, &A)>().iter().map(|(entity, _)| entity).collect();
    let (having, lacking): (Vec<_>, Vec<_>) = all.into_iter().partition(|entity| with(entity, world));
    let entities =
        |query: Query<'_, World, (Entity, &A)>| query.into_iter().map(|(entity, _)| entity).collect::<Vec<_>>();
    let never: Vec<_> = having.iter().chain(&lacking).copied().filter(|entity| world.has::<Never>(*entity)).collect();
    for _ in 0..4 {
        assert_eq!(entities(world.query().with::<B>()), having, "{what}");
        assert_eq!(entities(world.query().without::<B>()), lacking, "{what}");
        let either = entities(world.query().any::<(B, Never)>());
        assert!(either.iter().all(|entity| having.contains(entity) || never.contains(entity)), "{what}");
        assert!(having.iter().chain(&never).all(|entity| either.contains(entity)), "{what}");
        assert_eq!(
            entities(world.query().any::<(A, B)>().without::<Never>()).len(),
            having.len() + lacking.len() - never.len(),
            "{what}"
        );
        assert_eq!(entities(world.query().with::<Never>()), never, "{what}");
        let (mut folded, mut counted) = (Vec::new(), 0);
        world.query_mut::<(Entity, &mut A)>().with::<B>().for_each(|(entity, _)| folded.push(entity));
        world.query_mut::<(Entity, Mut<A>)>().without::<B>().for_each(|_| counted += 1);
        assert_eq!((folded, counted), (having.clone(), lacking.len()), "{what}");
        let pairs = world.query::<(&A, Option<&B>)>().with::<B>().iter().filter(|(_, b)| b.is_some()).count();
        assert_eq!(pairs, having.len(), "{what}");
        let sum = world.query_mut::<&A>().without::<B>().par_fold(|| 0, |sum, _| sum + 1, |one, other| one + other);
        assert_eq!(sum, lacking.len(), "{what}");
    }
}

/// Iterates all pairs of storages in all ways, so that it is known which pairs are in one order. No item may have values of two entities.
fn iterate(world: &mut World, what: &str) {
    let expected = |world: &World| {
        let both = |entity: &Entity| world.has::<A>(*entity) && world.has::<B>(*entity);
        world.entities().filter(both).count()
    };
    let expected = expected(world);
    for _ in 0..2 {
        let (mut visited, mut pairs) = (0, Vec::new());
        for (a, b) in &world.query::<(&A, &B)>() {
            pairs.push((a.0, b.0));
            visited += 1;
        }
        for (a, b) in &mut world.query_mut::<(&mut A, &B)>() {
            pairs.push((a.0, b.0));
            visited += 1;
        }
        world.query::<(&A, &B)>().for_each(|(a, b)| {
            pairs.push((a.0, b.0));
            visited += 1;
        });
        world.query_mut::<(&A, &mut B)>().par_for_each(|(a, b)| assert_eq!(a.0, b.0, "{what}"));
        assert_eq!(visited, 3 * expected, "{what}");
        let mut optional = world.query::<(&A, Option<&B>, Option<&Mapped>)>();
        pairs.extend(optional.iter().filter_map(|(a, b, _)| Some((a.0, b?.0))));
        pairs.extend(optional.iter().filter_map(|(a, _, mapped)| Some((a.0, mapped?.0))));
        optional.for_each(|(a, b, _)| pairs.extend(b.map(|b| (a.0, b.0))));
        pairs.extend(world.query::<(&Mapped, &Tree)>().iter().map(|(mapped, tree)| (mapped.0, tree.0)));
        pairs.extend(world.query_mut::<(&mut Tree, &B)>().iter_mut().map(|(tree, b)| (tree.0, b.0)));
        pairs.extend(world.query::<(&Ordered, &A)>().iter().map(|(ordered, a)| (ordered.0, a.0)));
        pairs.extend(world.query_mut::<(Mut<A>, &B)>().iter_mut().map(|(a, b)| (a.0, b.0)));
        let columns = world.columns();
        pairs.extend((&columns.a, &columns.b).join().map(|(a, b)| (a.0, b.0)));
        world.run_sequential();
        pairs.append(&mut world.resources.visits.0);
        let wrong = pairs.iter().find(|(one, other)| one != other);
        assert_eq!(wrong, None, "{what}");
    }
    filter(world, what);
    world.check_invariants().expect("the world is consistent");
}

type Change = fn(&mut World, &[Entity]);

/// Changes of the order of A or B; one of them leaves the values at both ends in place.
const CHANGES: [(&str, Change); 22] = [
    ("nothing", |_, _| {}),
    ("remove the first", |world, all| _ = world.remove::<B>(all[0]).expect("the entity is alive")),
    ("remove the last", |world, all| _ = world.remove::<A>(all[all.len() - 1]).expect("the entity is alive")),
    ("move to the end", |world, all| {
        let b =
            world.remove::<B>(all[all.len() / 2]).expect("the entity is alive").expect("the entity has the component");
        world.insert(all[all.len() / 2], b).expect("the entity is alive");
    }),
    ("move in a map", |world, all| {
        let mapped =
            world.remove::<Mapped>(all[0]).expect("the entity is alive").expect("the entity has the component");
        world.insert(all[0], mapped).expect("the entity is alive");
    }),
    ("move in a tree", |world, all| {
        let tree = world.remove::<Tree>(all[0]).expect("the entity is alive").expect("the entity has the component");
        world.insert(all[0], tree).expect("the entity is alive");
    }),
    ("move in ascending order", |world, all| {
        let ordered =
            world.remove::<Ordered>(all[0]).expect("the entity is alive").expect("the entity has the component");
        world.insert(all[0], ordered).expect("the entity is alive");
    }),
    ("swap in the middle", |world, all| {
        // The values at both ends stay in place.
        let key = |n: u32| {
            if n == 1 {
                2
            } else if n == 2 {
                1
            } else {
                n
            }
        };
        if all.len() > 3 {
            world.sort_by_key::<A, _>(|a| key(a.0));
        }
    }),
    ("reverse", |world, _| world.sort_by::<B>(|one, other| other.0.cmp(&one.0))),
    ("reverse both", |world, _| {
        world.sort_by::<A>(|one, other| other.0.cmp(&one.0));
        world.sort_by::<B>(|one, other| other.0.cmp(&one.0));
    }),
    ("spawn with one", |world, _| _ = world.spawn(A(1_000_000))),
    ("spawn one of each", |world, _| {
        world.spawn(A(1_000_000));
        world.spawn(B(1_000_001));
    }),
    ("spawn a batch of each", |world, _| {
        world.spawn_batch((0..3).map(|n| A(1_000_000 + n)));
        world.spawn_batch((0..3).map(|n| B(2_000_000 + n)));
    }),
    ("spawn a column of each", |world, _| {
        world.spawn_columns((vec![A(1_000_000)],)).expect("the columns are equally long");
        world.spawn_columns((vec![B(2_000_000)],)).expect("the columns are equally long");
    }),
    ("despawn", |world, all| world.despawn(all[all.len() / 3]).expect("the entity is alive")),
    ("clear and fill in two orders", |world, all| {
        let count = u32::try_from(all.len()).expect("a small number");
        world.clear();
        let all: Vec<_> = (0..count).map(|n| world.spawn(A(n))).collect();
        for (n, entity) in (0..count).zip(&all).rev() {
            world.insert(*entity, B(n)).expect("the entity is alive");
        }
    }),
    ("another world", |world, all| {
        let (mut other, _) = filled(u32::try_from(all.len()).expect("a small number"));
        other.sort_by::<A>(|one, other| other.0.cmp(&one.0));
        std::mem::swap(world, &mut other);
    }),
    ("overwritten by another world", |world, all| {
        let (mut other, _) = filled(u32::try_from(all.len()).expect("a small number"));
        other.sort_by::<A>(|one, other| other.0.cmp(&one.0));
        iterate(&mut other, "another");
        world.clone_from(&other);
    }),
    ("restore", |world, all| {
        let before = world.snapshot();
        world.sort_by::<A>(|one, other| other.0.cmp(&one.0));
        iterate(world, "before it is restored");
        let b = world.remove::<B>(all[0]).expect("the entity is alive");
        assert!(b.is_some());
        world.restore(&before);
    }),
    ("restore another order", |world, _| {
        world.sort_by::<A>(|one, other| other.0.cmp(&one.0));
        let before = world.snapshot();
        world.sort_by::<A>(|one, other| one.0.cmp(&other.0));
        iterate(world, "before it is restored");
        world.restore(&before);
    }),
    ("gain what no entity had", |world, all| world.insert(all[all.len() - 1], Never).expect("the entity is alive")),
    ("tidy", |world, all| {
        world.sort_by::<A>(|one, other| other.0.cmp(&one.0));
        world.remove::<B>(all[0]).expect("the entity is alive");
        world.tidy();
    }),
];

#[test]
fn each_change_of_an_order_is_seen() {
    for count in [1, 2, 3, 4, 63, 64, 65, 511, 512, 513, 1_100] {
        for (what, change) in CHANGES {
            let (mut world, entities) = filled(count);
            iterate(&mut world, what);
            change(&mut world, &entities);
            iterate(&mut world, &format!("{what}, {count}"));
        }
    }
}

#[test]
fn each_change_after_another_is_seen() {
    for (first, change) in CHANGES {
        for (second, again) in CHANGES {
            let (mut world, entities) = filled(70);
            iterate(&mut world, first);
            change(&mut world, &entities);
            iterate(&mut world, first);
            if entities.iter().all(|entity| world.has::<A>(*entity) && world.has::<B>(*entity)) {
                again(&mut world, &entities);
                iterate(&mut world, &format!("{first}, {second}"));
            }
        }
    }
}

#[test]
fn clones_know_what_their_originals_know_and_change_alone() {
    let (mut world, entities) = filled(600);
    iterate(&mut world, "before");
    let mut clone = world.clone();
    let b = clone.remove::<B>(entities[1]).expect("the entity is alive").expect("the entity has the component");
    clone.insert(entities[1], b).expect("the entity is alive");
    iterate(&mut clone, "the clone");
    iterate(&mut world, "the original");
    world.clone_from(&clone);
    iterate(&mut world, "overwritten");
}

#[test]
fn an_iteration_that_ends_early_changes_nothing() {
    let (mut world, _) = filled(1_100);
    for taken in [0, 1, 2, 255, 256, 257, 1_099, 1_100] {
        assert_eq!(world.query::<(&A, &B)>().iter().take(taken).filter(|(a, b)| a.0 == b.0).count(), taken);
        assert_eq!(world.query_mut::<(&mut A, &B)>().iter_mut().take(taken).filter(|(a, b)| a.0 == b.0).count(), taken);
    }
    iterate(&mut world, "after");
}

mod in_the_middle {
    //! A scan that requires a component without fetching it; an entity gains this component in the middle of a run.

    use super::{A, B, Never, Visits};
    use ecs_world::prelude::*;

    /// The entity that gains it in the next run.
    #[derive(Debug, Clone, Default)]
    pub struct Due(pub Option<Entity>);

    #[system]
    fn give(due: &mut Due, commands: &mut Commands<World>) {
        if let Some(entity) = due.0.take() {
            commands.insert(entity, Never);
        }
    }

    macro_rules! scans {
        ($($name:ident)*) => {
            $(
                #[system(view = scan, with(Never))]
                fn $name(visits: &mut Visits, a: &A, b: &B) {
                    visits.0.push((a.0, b.0));
                }
            )*
        };
    }
    scans! { first second third fourth }

    ecs_world! {
        #[derive(Clone)]
        pub struct World;
        components: A, B, Never;
        resources: Due, Visits;
        systems: give, sync, first, second, third, fourth;
    }
}

#[test]
fn a_scan_visits_an_entity_that_starts_to_match_in_the_middle_of_a_run() {
    for count in [3, 10, 100, 600] {
        let mut world = in_the_middle::World::default();
        let all: Vec<_> = (0..count).map(|n| world.spawn((A(n), Never))).collect();
        for (n, entity) in (0..count).zip(&all).rev() {
            world.insert(*entity, B(n)).expect("the entity is alive");
        }
        world.spawn_batch((0..=count / 2).map(|n| B(1_000_000 + n)));
        world.spawn_batch((0..count).map(|_| Never));
        let last = all[all.len() - 1];
        world.remove::<Never>(last).expect("the entity is alive");
        for due in [None, None, None, None, Some(last), None] {
            world.resources.due.0 = due;
            world.run_sequential();
            let visits = std::mem::take(&mut world.resources.visits.0);
            let each = if world.has::<Never>(last) { count } else { count - 1 };
            assert_eq!(visits.len(), 4 * each as usize, "{count}, {due:?}");
            assert!(visits.iter().all(|(a, b)| a == b), "{count}, {due:?}");
        }
    }
}

#[test]
fn a_fold_has_one_identity_per_chunk_even_if_no_entity_passes() {
    for count in [0, 1, 63, 64, 65, 1_100] {
        let (world, _) = filled(count);
        let fold = |world: &World| {
            world.query::<&A>().with::<Never>().par_fold(|| 1, |sum: u32, _| sum + 1_000, |one, other| one + other)
        };
        let first = fold(&world);
        for _ in 0..4 {
            assert_eq!(fold(&world), first, "{count}");
        }
        assert_eq!(first, count.div_ceil(64).max(1), "{count}");
    }
}
