//! Change detection compared with a naive reference: random operations on worlds with each storage and each kind of view, and the entities
//! that each reader must see.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are a part of this one test")]

#[path = "common/components.rs"]
mod components;

use std::collections::{BTreeMap, BTreeSet};

use components::Health;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Armour(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asleep;

/// The entities that a reader visited.
#[derive(Debug, Clone, Default)]
pub struct Visited(Vec<Entity>);

/// The entities that one reader must see: their health changed, or was added.
#[derive(Debug, Clone, Default)]
struct Noted {
    changed: BTreeSet<Entity>,
    added: BTreeSet<Entity>,
}

/// An entity of the reference: whether it has health and armour, and whether it is asleep.
#[derive(Debug, Clone, Copy, Default)]
struct Parts {
    health: bool,
    armour: bool,
    asleep: bool,
}

/// The reference: the components of each entity, and the entities that five readers must see.
#[derive(Debug, Clone, Default)]
struct Reference {
    entities: BTreeMap<Entity, Parts>,
    readers: [Noted; 5],
}

impl Reference {
    fn change(&mut self, entity: Entity) {
        for reader in &mut self.readers {
            reader.changed.insert(entity);
        }
    }

    fn add(&mut self, entity: Entity) {
        self.change(entity);
        for reader in &mut self.readers {
            reader.added.insert(entity);
        }
    }

    fn remove(&mut self, entity: Entity) {
        for reader in &mut self.readers {
            reader.changed.remove(&entity);
            reader.added.remove(&entity);
        }
    }

    /// Returns the entities that a reader visits; after that, it has seen all changes.
    fn visit(&mut self, reader: usize, added: bool, matches: impl Fn(Parts) -> bool) -> Vec<Entity> {
        let Noted { changed, added: new } = core::mem::take(&mut self.readers[reader]);
        let seen = if added { new } else { changed };
        seen.into_iter().filter(|entity| matches(self.entities[entity])).collect()
    }
}

fn sorted(Visited(entities): &mut Visited) -> Vec<Entity> {
    let mut entities = core::mem::take(entities);
    entities.sort();
    entities
}

/// Numbers that depend only on a seed.
struct Random(u32);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % end.max(1)
    }
}

macro_rules! world {
    ($test:ident, [$($storage:tt)*], [$($view:tt)*]) => {
        mod $test {
            use super::*;

            #[derive(Debug, Clone, Default)]
            pub struct All(Visited);
            #[system($($view)* changed(Health))]
            impl All {
                fn run(&mut self, entity: Entity, _health: &Health) {
                    self.0.0.push(entity);
                }
            }
            #[derive(Debug, Clone, Default)]
            pub struct Awake(Visited);
            #[system($($view)* changed(Health), without(Asleep))]
            impl Awake {
                fn run(&mut self, entity: Entity, _health: &Health, _armour: &Armour) {
                    self.0.0.push(entity);
                }
            }
            #[derive(Debug, Clone, Default)]
            pub struct New(Visited);
            #[system($($view)* added(Health), with(Armour, Health))]
            impl New {
                fn run(&mut self, entity: Entity, _asleep: Option<&Asleep>) {
                    self.0.0.push(entity);
                }
            }
            /// Writes the component that it filters by; all other readers see that.
            #[derive(Debug, Clone, Default)]
            pub struct Heal(Visited);
            #[system($($view)* changed(Health))]
            impl Heal {
                fn run(&mut self, entity: Entity, health: &mut Health, _armour: Option<&mut Armour>) {
                    self.0.0.push(entity);
                    health.0 += 1;
                }
            }
            /// Filters a query by the component that it writes through it; all other readers see that.
            #[derive(Debug, Clone, Default)]
            pub struct Wake(Visited);
            #[system(changed(awake: Health), without(awake: Asleep))]
            impl Wake {
                fn run(&mut self, mut awake: Query<'_, World, (Entity, &mut Health, Option<&Armour>)>) {
                    awake.for_each(|(entity, health, armour)| {
                        self.0.0.push(entity);
                        health.0 += armour.map_or(0, |armour| armour.0);
                    });
                }
            }
            #[system($($view)*)]
            fn wear(health: &mut Health, armour: &Armour) {
                health.0 += armour.0;
            }
            /// Writes every third value.
            #[system]
            fn mend(mut health: Mut<'_, Health>) {
                if health.0 % 3 == 0 {
                    health.0 += 3;
                }
            }

            ecs_world! {
                #[derive(Clone, Snapshot)]
                struct World;
                components: $($storage)* Health, Armour, Asleep;
                systems: All, Awake, New, Heal, Wake, wear, mend;
            }

            #[test]
            fn readers_see_what_changed() {
                for seed in 1..10 {
                    run(seed);
                }
            }

            fn run(seed: u32) {
                let (mut world, mut reference, mut random) = (World::default(), Reference::default(), Random(seed));
                let (mut snapshot, mut saved) = (world.snapshot(), reference.clone());
                for operation in 0..250 {
                    let all: Vec<Entity> = reference.entities.keys().copied().collect();
                    let subject = all.get(random.below(u32::try_from(all.len()).unwrap()) as usize).copied();
                    match (random.below(17), subject) {
                        (10, _) => {
                            world.run_wear();
                            for entity in all {
                                let Parts { health, armour, .. } = reference.entities[&entity];
                                if health && armour {
                                    reference.change(entity);
                                }
                            }
                        }
                        (11, _) => {
                            for (entity, _) in world.query::<(Entity, &Health)>().iter().filter(|(_, it)| it.0 % 3 == 0) {
                                reference.change(entity);
                            }
                            world.run_mend();
                            _ = world.tidy();
                        }
                        (12, _) if operation % 3 == 0 => {
                            world.shrink_to_fit();
                            world = world.clone();
                        }
                        (12, _) if operation % 3 == 1 => {
                            world.snapshot_into(&mut snapshot);
                            saved = reference.clone();
                        }
                        (12, _) => {
                            world.restore(&snapshot);
                            reference = saved.clone();
                        }
                        (reader @ 13..=16, _) => {
                            let [seen, expected] = visit(&mut world, &mut reference, reader - 13);
                            assert_eq!(seen, expected, "seed {seed}, operation {operation}");
                        }
                        (0..=2, _) => spawn(&mut world, &mut reference, &mut random),
                        (number, Some(entity)) => change(&mut world, &mut reference, number, entity),
                        _ => {}
                    }
                    world.check_invariants().unwrap();
                }
            }

            fn spawn(world: &mut World, reference: &mut Reference, random: &mut Random) {
                let (armour, asleep) = (random.below(2) == 0, random.below(3) == 0);
                let entity = world.spawn((Health(1), armour.then_some(Armour(2)), asleep.then_some(Asleep)));
                reference.entities.insert(entity, Parts { health: true, armour, asleep });
                reference.add(entity);
                for entity in world.spawn_batch((0..random.below(20)).map(Health)) {
                    reference.entities.insert(entity, Parts { health: true, ..Parts::default() });
                    reference.add(entity);
                }
            }

            fn change(world: &mut World, reference: &mut Reference, number: u32, entity: Entity) {
                let parts = reference.entities.get_mut(&entity).unwrap();
                match number {
                    3 => {
                        world.despawn(entity).unwrap();
                        reference.entities.remove(&entity);
                        reference.remove(entity);
                    }
                    4 => {
                        world.remove::<Health>(entity).unwrap();
                        parts.health = false;
                        reference.remove(entity);
                    }
                    5 | 6 => {
                        world.insert(entity, (Health(3), Armour(1))).unwrap();
                        parts.armour = true;
                        if core::mem::replace(&mut parts.health, true) {
                            reference.change(entity);
                        } else {
                            reference.add(entity);
                        }
                    }
                    7 => {
                        if world.exchange::<Health, _>(entity, (Health(7), Asleep)).is_ok() {
                            parts.asleep = true;
                            reference.change(entity);
                        }
                    }
                    8 => {
                        _ = world.remove_any::<(Armour, Asleep)>(entity).unwrap();
                        (parts.armour, parts.asleep) = (false, false);
                    }
                    _ => {
                        if let Some(health) = world.get_mut::<Health>(entity) {
                            health.0 += 1;
                            reference.change(entity);
                        }
                    }
                }
            }

            /// The entities that one reader visits, and those that it must visit.
            fn visit(world: &mut World, reference: &mut Reference, reader: u32) -> [Vec<Entity>; 2] {
                match reader {
                    0 => {
                        let expected = reference.visit(3, false, |parts| parts.health);
                        world.run_heal();
                        for entity in &expected {
                            let kept = core::mem::take(&mut reference.readers[3]);
                            reference.change(*entity);
                            reference.readers[3] = kept;
                        }
                        [sorted(&mut world.systems.heal.0), expected]
                    }
                    1 => {
                        let expected = reference.visit(4, false, |parts| parts.health && !parts.asleep);
                        world.run_wake();
                        for entity in &expected {
                            let kept = core::mem::take(&mut reference.readers[4]);
                            reference.change(*entity);
                            reference.readers[4] = kept;
                        }
                        [sorted(&mut world.systems.wake.0), expected]
                    }
                    2 => {
                        let expected = reference.visit(2, true, |parts| parts.armour);
                        world.run_new();
                        [sorted(&mut world.systems.new.0), expected]
                    }
                    _ => {
                        let all = reference.visit(0, false, |parts| parts.health);
                        let awake = reference.visit(1, false, |parts| parts.armour && !parts.asleep);
                        world.run_all();
                        world.run_awake();
                        let seen = [sorted(&mut world.systems.all.0), sorted(&mut world.systems.awake.0)];
                        [seen.concat(), [all, awake].concat()]
                    }
                }
            }
        }
    };
}

world!(planned, [], []);
world!(lists, [], [view = list,]);
world!(scans, [], [view = scan,]);
world!(delayed, [], [view = delayed,]);
world!(active_passive, [], [view = active_passive,]);
world!(vec, [#[storage(vec)]], []);
world!(packed, [#[storage(packed)]], []);
world!(chunks, [#[storage(hashed_array_tree(chunk = 4))]], []);
world!(hash_map, [#[storage(hash_map)]], []);
world!(btree_map, [#[storage(btree_map)]], []);
