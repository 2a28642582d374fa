//! A world with each kind of storage, view, companion and relation, which is saved and restored at random points.

use std::fmt::Write as _;

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct B(String);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Packed(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chunked(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hashed(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Treed(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag;
#[derive(Relation, Debug, Clone, Copy, PartialEq)]
pub struct ChildOf(Entity);
#[derive(Relation, Debug, Clone, PartialEq)]
pub struct Likes(EntitySet);

#[derive(Debug, Clone, PartialEq)]
pub struct Said(Entity);

#[derive(Debug, Clone, Default)]
pub struct Log(String);

macro_rules! watchers {
    ($($Name:ident: $view:ident $Required:ident without $Other:ident),*) => {
        $(
            #[derive(Debug, Clone, Default)]
            pub struct $Name(u32);

            #[system(view = $view, without($Other))]
            impl $Name {
                fn run(&mut self, entity: Entity, a: &mut A, _: &$Required) {
                    self.0 = self.0.wrapping_mul(31).wrapping_add(entity.index()) ^ a.0;
                    a.0 = a.0.wrapping_mul(5).wrapping_add(self.0);
                }

                fn on_added(&mut self, entity: Entity, log: &mut Log) {
                    writeln!(log.0, "{} +{entity:?}", stringify!($Name)).unwrap();
                }

                fn on_removed(&mut self, entity: Entity, log: &mut Log, said: &mut Events<Said>) {
                    writeln!(log.0, "{} -{entity:?}", stringify!($Name)).unwrap();
                    said.send(Said(entity));
                }
            }
        )*
    };
}
watchers!(
    Listed: list B without Slot, Late: delayed B without Packed, Swapped: active_passive B without Chunked,
    Scanned: scan Hashed without Tag
);

#[derive(Debug, Clone, Default)]
pub struct Changed(u64);

#[system(changed(A))]
impl Changed {
    fn run(&mut self, entity: Entity, a: &A) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(entity.index() ^ a.0));
    }
}

#[derive(Debug, Clone, Default)]
pub struct Added(u64);

#[system(added(Slot))]
impl Added {
    fn run(&mut self, entity: Entity, slot: &Slot) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(entity.index() ^ slot.0));
    }
}

#[derive(Debug, Clone, Default)]
pub struct Reader(Vec<Entity>);

#[system]
impl Reader {
    fn run(&mut self, said: EventReader<'_, Said>) {
        self.0.extend(said.iter().map(|said| said.0));
        let surplus = self.0.len().saturating_sub(20);
        self.0.drain(..surplus);
    }
}

#[system]
fn group(a: &mut A, past: &Past<A>, packed: &Packed, hashed: &Hashed) {
    a.0 ^= packed.0 ^ hashed.0 ^ past.0;
}

ecs_world! {
    #[derive(Snapshot, Debug)]
    pub struct World;
    components: #[tracked] #[double_buffered] A, B, #[storage(vec)] Slot, #[storage(packed)] Packed, #[storage(hashed_array_tree(chunk = 4))] Chunked,
        #[storage(hash_map)] Hashed, #[storage(btree_map)] Treed, #[storage(tag)] Tag;
    relations: ChildOf (tree, cascade), Likes (many, clear);
    resources: Log;
    events: Said;
    systems: Listed, Late, Swapped, Scanned, Changed, Added, Reader, group;
    queries: (A, B), (A, B, without(Tag));
}

/// Pseudo-random numbers.
#[derive(Clone)]
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn entity(&mut self, world: &World) -> Option<Entity> {
        if world.is_empty() { None } else { world.entities().nth(self.below(world.len())) }
    }
}

/// Performs a random operation.
fn operate(world: &mut World, numbers: &mut Numbers) {
    let n = u32::try_from(numbers.below(1_000)).unwrap();
    let Some(entity) = numbers.entity(world) else {
        world.spawn((A(n), B(n.to_string())));
        return;
    };
    match numbers.below(22) {
        0 => drop(world.spawn((A(n), B(n.to_string())))),
        1 => drop(world.spawn_batch((0..n % 20).map(|n| (A(n), Hashed(n), Packed(n))))),
        2 => drop(world.insert(entity, (Slot(n), Chunked(n)))),
        3 => drop(world.insert(entity, (Packed(n), Treed(n)))),
        4 => drop(world.insert(entity, Tag)),
        5 => drop(world.insert(entity, (B(n.to_string()), Hashed(n)))),
        6 => drop(world.remove_any::<(B, Tag)>(entity)),
        7 => drop(world.remove_any::<(Slot, Packed, Chunked)>(entity)),
        8 => drop(world.remove_any::<(A, Hashed, Treed)>(entity)),
        9 | 10 => drop(world.despawn(entity)),
        11 => {
            if let Some(parent) = numbers.entity(world) {
                let _ = world.insert(entity, ChildOf(parent));
            }
        }
        12 => {
            let targets: Vec<_> = (0..3).filter_map(|_| numbers.entity(world)).collect();
            let _ = world.insert(entity, Likes(targets.into_iter().collect()));
        }
        13 => world.commands().spawn((A(n), Tag)),
        14 => world.commands().despawn(entity),
        15 => {
            let reserved = world.reserve_entity();
            world.commands().insert(reserved, (A(n), Slot(n)));
        }
        16 => world.commands().insert_batch([(entity, Treed(n)), (entity, Treed(n + 1))]),
        17 => world.flush(),
        18 => drop(world.tidy_within(numbers.below(30))),
        19 => world.sort_by_key::<B, _>(|b| b.0.clone()),
        20 => drop(world.get_mut::<A>(entity).map(|a| a.0 ^= 1)),
        _ => world.run(),
    }
}

/// All visible state of a world, in its orders.
fn seen(world: &mut World) -> String {
    let mut text = format!("{:?} {:?}\n", world, world.events.said);
    for (entity, a, b) in world.query_a_b() {
        writeln!(text, "{entity:?} {a:?} {b:?}").unwrap();
    }
    for (entity, _, _) in world.query_a_b_without_tag() {
        writeln!(text, "{entity:?}").unwrap();
    }
    let all: Vec<_> = world.entities().collect();
    for entity in all {
        let (tree, likes) = (world.tree::<ChildOf>(), world.sources::<Likes>());
        writeln!(
            text,
            "{entity:?} {:?} {:?} {:?}",
            world.component_names(entity),
            tree.children(entity).collect::<Vec<_>>(),
            likes.of(entity).collect::<Vec<_>>()
        )
        .unwrap();
    }
    text
}

#[test]
fn a_restored_world_continues_as_the_original_did() {
    for seed in 0..12 {
        let mut numbers = Numbers(seed);
        let (mut world, mut other) = (World::default(), World::default());
        let mut snapshot = world.snapshot();
        for _ in 0..6 {
            (0..numbers.below(60)).for_each(|_| operate(&mut world, &mut numbers));
            world.snapshot_into(&mut snapshot);
            let before = seen(&mut world);
            let steps = 1 + numbers.below(40);
            let again = numbers.clone();
            let course: Vec<_> = (0..steps)
                .map(|_| {
                    operate(&mut world, &mut numbers);
                    seen(&mut world)
                })
                .collect();
            // Restores the same world, and another one that is in a different state.
            for restored in [&mut world, &mut other] {
                restored.restore(&snapshot);
                restored.check_invariants().unwrap();
                assert_eq!(seen(restored), before, "seed {seed}");
                let mut numbers = again.clone();
                for expected in &course {
                    operate(restored, &mut numbers);
                    assert_eq!(seen(restored), *expected, "seed {seed}");
                }
                restored.check_invariants().unwrap();
            }
        }
    }
}
