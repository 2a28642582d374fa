//! `with(..)` of rare components: which entities are visited, and in which order, whichever storage is the shortest.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]
#![allow(clippy::cast_possible_truncation, reason = "the numbers here are small")]

use ecs_world::ViewKind;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plain;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mapped;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tagged;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Holed;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Written(u32);

/// What systems visited, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen(Vec<(&'static str, Entity)>);

#[system]
fn both(a: &mut A, b: &B) {
    a.0 += b.0;
}

#[system]
fn rewrite(written: &mut Written) {
    written.0 += 1;
}

macro_rules! systems {
    ($($name:ident: [$($filter:tt)*],)*) => {
        $(#[system($($filter)*)]
        fn $name(entity: Entity, a: &mut A, seen: &mut Seen) {
            a.0 += 1;
            seen.0.push((stringify!($name), entity));
        })*
    };
}
systems!(
    plain: [with(Plain)],
    mapped: [with(Mapped)],
    tagged: [with(Tagged)],
    holed: [with(Holed)],
    written: [with(Written)],
    two: [with(Plain, Mapped)],
    excluded: [with(Plain), without(Mapped)],
);

#[system(with(all: Plain))]
fn looped(mut all: Query<'_, World, (Entity, &mut A)>, seen: &mut Seen) {
    for (entity, a) in &mut all {
        a.0 += 1;
        seen.0.push(("looped", entity));
    }
    let mut again = vec![];
    all.for_each(|(entity, _)| again.push(("looped", entity)));
    assert!(seen.0.ends_with(&again), "a loop and `for_each` visit the same order");
}

#[system(parallel, with(Plain))]
fn divided(a: &mut A) {
    a.0 = a.0.wrapping_mul(3);
}

ecs_world! {
    components: A, B, Plain, #[storage(hash_map)] Mapped, #[storage(tag)] Tagged, #[storage(vec)] Holed, Written;
    resources: Seen;
    groups: (A, B);
    systems: both, plain, mapped, tagged, holed, written, two, excluded, looped, divided, rewrite;
}

/// Numbers of entities, and how many of them have the rare components.
const NUMBERS: [(usize, usize); 12] =
    [(0, 0), (1, 0), (1, 1), (2, 1), (3, 2), (3, 3), (64, 1), (65, 64), (100, 0), (100, 3), (100, 99), (100, 100)];

/// `count` entities with an A, the first `rare` of which have all rare components, inserted in reverse; and `others` without an A.
fn filled(count: usize, rare: usize, others: usize) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = world.spawn_batch((0..count as u32).map(|n| (A(n), B(1)))).into_vec();
    for entity in entities[..rare].iter().rev() {
        world.insert(*entity, (Plain, Mapped, Tagged, Holed, Written(0))).expect("the entity is alive");
    }
    for _ in 0..others {
        world.spawn((Plain, Mapped, Tagged, Holed, Written(0)));
    }
    (world, entities)
}

fn visited(seen: &Seen, system: &str) -> Vec<Entity> {
    seen.0.iter().filter(|(name, _)| *name == system).map(|(_, entity)| *entity).collect()
}

#[test]
fn these_views_are_scans() {
    for system in ["plain", "mapped", "tagged", "holed", "written", "two"] {
        let view = World::PLAN.views.iter().find(|view| view.systems.contains(&system)).expect("the system has a view");
        assert_eq!(view.kept, ViewKind::Scan, "{system}");
    }
    let reads = |system| World::PLAN.system(system).expect("the plan has the system").reads;
    assert_eq!(
        (reads("plain"), reads("looped")),
        (&["Plain"][..], &["Plain"][..]),
        "the system may iterate the storage of its filter"
    );
    assert!(reads("written").is_empty(), "a system does not iterate a storage that others write");
}

#[test]
fn systems_visit_the_rare_entities_in_the_order_of_the_shortest_storage() {
    for (count, rare) in NUMBERS {
        for others in [0, 1, 2, 3, 200] {
            let (mut world, entities) = filled(count, rare, others);
            world.run_sequential();
            let seen = std::mem::take(&mut world.resources.seen);
            let forwards = entities[..rare].to_vec();
            let backwards: Vec<_> = forwards.iter().rev().copied().collect();
            let is_shorter = rare + others < count;
            for system in ["plain", "mapped", "two", "looped"] {
                let expected = if is_shorter { &backwards } else { &forwards };
                assert_eq!(visited(&seen, system), *expected, "{system}, {rare} of {count}, and {others}");
            }
            for system in ["tagged", "holed", "written"] {
                assert_eq!(visited(&seen, system), forwards, "{system}, {rare} of {count}, and {others}");
            }
            assert!(visited(&seen, "excluded").is_empty());
            for (n, entity) in (0..).zip(&entities) {
                // `both` adds one; if the entity is rare, systems and the query add seven, and the sum is tripled.
                let expected = if n < rare as u32 { (n + 1 + 7) * 3 } else { n + 1 };
                assert_eq!(world.get::<A>(*entity), Some(&A(expected)), "{n}: {rare} of {count}, and {others}");
            }
            world.check_invariants().expect("the world is consistent");
        }
    }
}

#[test]
fn stages_visit_the_same_in_the_same_order() {
    for (count, rare) in NUMBERS {
        let (mut world, (mut other, _)) = (filled(count, rare, 1).0, filled(count, rare, 1));
        for _ in 0..4 {
            world.run();
            other.run_sequential();
        }
        assert_eq!(world.resources.seen, other.resources.seen, "{rare} of {count}");
        let values = |world: &World| world.query::<&A>().iter().copied().collect::<Vec<_>>();
        assert_eq!(values(&world), values(&other), "{rare} of {count}");
    }
}

#[test]
fn ad_hoc_queries_find_the_same_entities_whatever_they_iterate() {
    for (count, rare) in NUMBERS {
        for others in [0, 1, 2, 3, 200] {
            let (mut world, entities) = filled(count, rare, others);
            let sorted = |mut found: Vec<Entity>| {
                found.sort_unstable();
                found
            };
            macro_rules! assert_found {
                ($($filter:tt)*) => {{
                    let query = world.query::<(Entity, &A)>()$($filter)*;
                    let mut found: Vec<_> = query.iter().map(|(entity, _)| entity).collect();
                    assert_eq!(sorted(found.clone()), entities[..rare], "{rare} of {count}, and {others}");
                    assert!(query.share().iter().map(|it| it.0).eq(found.iter().copied()));
                    assert!(entities.iter().all(|it| query.contains(*it) == found.contains(it)));
                    let found_first = query.iter().next().map(|it| it.0);
                    assert_eq!(found_first, found.first().copied());
                    let mut query = world.query_mut::<(Entity, &mut A)>()$($filter)*;
                    found.clear();
                    query.for_each(|(entity, _)| found.push(entity));
                    assert_eq!(sorted(found), entities[..rare]);
                }};
            }
            assert_found!(.with::<Plain>());
            assert_found!(.with::<Mapped>());
            assert_found!(.with::<Tagged>());
            assert_found!(.with::<(Holed, Plain)>());
            assert_found!(.with::<B>().with::<Plain>());
            assert_found!(.with::<(Tagged, Option<Mapped>)>());
            assert_eq!(world.query::<&A>().with::<Plain>().without::<Mapped>().iter().count(), 0);
        }
    }
}

/// A world whose systems record the values that they read, and write some of them.
mod valued {
    use ecs_world::prelude::*;

    use super::{A, Plain};

    /// What systems read, in order.
    #[derive(Debug, Clone, Default, PartialEq)]
    pub struct Found(pub Vec<(&'static str, Entity, u32)>);

    #[system(with(Plain), view = scan)]
    fn read_one(entity: Entity, a: &A, found: &mut Found) {
        found.0.push(("read one", entity, a.0));
    }

    #[system(with(Plain), view = scan)]
    fn write_one(entity: Entity, a: &mut A, found: &mut Found) {
        found.0.push(("write one", entity, a.0));
        a.0 += 1_000;
    }

    #[system(with(all: Plain))]
    fn read_in_a_loop(all: Query<'_, Valued, (Entity, &A)>, found: &mut Found) {
        for (entity, a) in &all {
            found.0.push(("read in a loop", entity, a.0));
        }
    }

    #[system(with(all: Plain))]
    fn read_each(mut all: Query<'_, Valued, (Entity, &A)>, found: &mut Found) {
        all.for_each(|(entity, a)| found.0.push(("read each", entity, a.0)));
    }

    #[system(with(all: Plain))]
    fn write_in_a_loop(mut all: Query<'_, Valued, (Entity, &mut A)>, found: &mut Found) {
        for (entity, a) in &mut all {
            found.0.push(("write in a loop", entity, a.0));
            a.0 += 1_000;
        }
    }

    #[system(with(all: Plain))]
    fn write_each(mut all: Query<'_, Valued, (Entity, &mut A)>, found: &mut Found) {
        all.for_each(|(entity, a)| {
            found.0.push(("write each", entity, a.0));
            a.0 += 1_000;
        });
    }

    ecs_world! {
        pub struct Valued;
        components: A, Plain;
        resources: Found;
        systems: read_one, write_one, read_in_a_loop, read_each, write_in_a_loop, write_each;
    }
}

#[test]
fn systems_read_and_write_the_values_of_the_rare_entities_wherever_these_are() {
    let systems = [
        ("read one", 0),
        ("write one", 0),
        ("read in a loop", 1_000),
        ("read each", 1_000),
        ("write in a loop", 1_000),
        ("write each", 2_000),
    ];
    let cases: [(u32, Vec<usize>); 12] = [
        (0, vec![]),
        (1, vec![]),
        (2, vec![1]),
        (3, vec![2]),
        (3, vec![2, 1]),
        (4, vec![3, 1, 2]),
        (65, vec![64]),
        (65, (1..65).collect()),
        (66, (1..66).collect()),
        (100, vec![50, 51, 7]),
        (300, (1..300).rev().step_by(3).collect()),
        (300, (150..250).chain([7, 299]).collect()),
    ];
    for (count, rare) in cases {
        let mut world = valued::Valued::default();
        let entities = world.spawn_batch((0..count).map(A)).into_vec();
        for n in &rare {
            world.insert(entities[*n], Plain).expect("the entity is alive");
        }
        world.run_sequential();
        let found = std::mem::take(&mut world.resources.found.0);
        for (system, written) in systems {
            let own = found.iter().filter(|(name, ..)| *name == system);
            let expected = rare.iter().map(|n| (entities[*n], *n as u32 + written));
            assert!(own.map(|(_, entity, a)| (*entity, *a)).eq(expected), "{system}, {rare:?} of {count}: {found:?}");
        }
        for (n, entity) in entities.iter().enumerate() {
            let written = if rare.contains(&n) { 3_000 } else { 0 };
            assert_eq!(world.get::<A>(*entity), Some(&A(n as u32 + written)), "{n}, {rare:?} of {count}");
        }
        world.check_invariants().expect("the world is consistent");
    }
}
