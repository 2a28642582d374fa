//! The kinds of storages: each behaves like the default one, in the order that it documents.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the worlds here are for this test alone")]

#[path = "common/components.rs"]
mod components;

use std::cell::Cell;
use std::rc::Rc;

use components::{Frozen, Position, Velocity};
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass(u32);

/// Adds one to the counter when it is dropped.
#[derive(Debug)]
pub struct Dropped(Rc<Cell<u32>>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

/// The items of an iterator. A loop, as in the functions below: adapters of each iterator of each storage would take long to compile.
fn listed<T>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list = vec![];
    for item in items {
        list.push(item);
    }
    list
}

/// The entities of the items of an iterator, in their order.
fn owners<T>(items: impl IntoIterator<Item = (Entity, T)>) -> Vec<Entity> {
    let mut list = vec![];
    for (entity, _) in items {
        list.push(entity);
    }
    list
}

fn sum<'a>(positions: impl IntoIterator<Item = &'a Position>) -> u32 {
    let mut sum = 0;
    for position in positions {
        sum += position.0;
    }
    sum
}

fn is_ascending(entities: &[Entity]) -> bool {
    entities.is_sorted_by_key(|entity| entity.index())
}

/// Order of a storage: by ascending index, or by insertion.
#[derive(PartialEq)]
enum Order {
    Ascending,
    Insertion,
}

macro_rules! behaves {
    ($name:ident, $order:ident, $($storage:tt)*) => {
        mod $name {
            use super::*;

            #[derive(Default)]
            pub struct Drift {
                heard: Vec<(bool, Entity)>,
            }

            #[system(without(Frozen))]
            impl Drift {
                fn run(&mut self, position: &mut Position, velocity: &Velocity) {
                    position.0 += velocity.0;
                }

                fn on_added(&mut self, entity: Entity, _position: &Position) {
                    self.heard.push((true, entity));
                }

                fn on_removed(&mut self, entity: Entity, _velocity: &Velocity) {
                    self.heard.push((false, entity));
                }
            }

            #[system]
            fn weigh(mass: &mut Mass, position: Option<&Position>) {
                mass.0 += if position.is_some() { 10 } else { 1 };
            }

            ecs_world! {
                pub struct World;
                components:
                    #[storage($($storage)*)] Position, #[storage($($storage)*)] Velocity,
                    #[storage($($storage)*)] Mass, Frozen, #[storage($($storage)*)] Dropped;
                systems: Drift, weigh;
                queries: (Position, Velocity), (Mass), #[view(list)] (Position, Mass);
            }

            /// A world in which indices were freed in another order than they were assigned, so that insertion and index orders differ.
            fn shuffled() -> (World, Vec<Entity>) {
                let mut world = World::default();
                let first: Vec<_> = world.spawn_batch((0..200_u8).map(|n| Position(n.into()))).into_vec();
                for entity in first.iter().step_by(3) {
                    world.despawn(*entity).unwrap();
                }
                for entity in first.iter().rev().step_by(5) {
                    let _ = world.remove::<Position>(*entity);
                }
                for n in 200..300_u16 {
                    world.spawn((Velocity(u32::from(n)), Position(u32::from(n))));
                }
                world.check_invariants().unwrap();
                let all = listed(world.entities());
                (world, all)
            }

            #[test]
            fn values_are_found_replaced_and_taken() {
                let (mut world, entities) = shuffled();
                for (n, entity) in (0_u8..).zip(&entities[..100]) {
                    world.insert(*entity, Mass(n.into())).unwrap();
                }
                let (with_mass, without_mass) = (entities[7], entities[150]);
                assert_eq!((world.get::<Mass>(with_mass), world.get::<Mass>(without_mass)), (Some(&Mass(7)), None));
                assert_eq!(world.replace(with_mass, Mass(70)), Ok(Some(Mass(7))));
                world.get_mut::<Mass>(with_mass).unwrap().0 += 1;
                assert_eq!(world.owner_of(world.get::<Mass>(with_mass).unwrap()), Some(with_mass));
                assert_eq!(world.owner_of(&Mass(71)), None);
                assert_eq!(world.remove::<Mass>(with_mass), Ok(Some(Mass(71))));
                assert_eq!((world.has::<Mass>(with_mass), world.remove::<Mass>(with_mass)), (false, Ok(None)));
                world.check_invariants().unwrap();
            }

            #[test]
            fn a_stale_handle_does_not_find_the_next_entity_of_its_slot() {
                let mut world = World::default();
                let stale = world.spawn(Mass(1));
                world.despawn(stale).unwrap();
                let successor = world.spawn(Mass(2));
                assert_eq!(successor.index(), stale.index());
                assert_eq!((world.get::<Mass>(stale), world.get::<Mass>(successor)), (None, Some(&Mass(2))));
                assert!(world.get_mut::<Mass>(stale).is_none() && world.get_components::<&Mass>(stale).is_none());
                let mut columns = world.columns();
                assert_eq!((columns.mass.get(stale), columns.mass.get(successor)), (None, Some(&Mass(2))));
                assert!(columns.mass.get_mut(stale).is_none() && !columns.mass.contains(stale));
                assert!(world.get_disjoint_mut::<Mass, 2>([stale, successor]).is_err());
            }

            #[test]
            fn walks_go_in_the_order_that_is_documented() {
                let (mut world, _) = shuffled();
                let walked = owners(world.query::<(Entity, &Position)>().iter());
                assert_eq!(is_ascending(&walked), super::Order::$order == super::Order::Ascending);
                let mut columns = world.columns();
                assert_eq!(listed(columns.position.entities()), walked);
                assert_eq!(owners(columns.position.iter()), walked);
                assert_eq!(owners(columns.position.iter_mut()), walked);
                assert_eq!(columns.position.len(), walked.len());
                let managed = owners(world.query_mass().iter());
                assert_eq!(listed(world.managed_weigh().iter()), managed);
            }

            #[test]
            fn counts_agree_with_iteration_even_after_some_items_were_taken() {
                fn agree<I: Iterator>(what: &str, begin: impl Fn() -> I) {
                    for taken in [0, 1, 2, 3, 50] {
                        // A loop: there are more than a hundred iterators, and an adapter of each would take long to compile.
                        let rest = || {
                            let mut items = begin();
                            for _ in 0..taken {
                                if items.next().is_none() {
                                    break;
                                }
                            }
                            items
                        };
                        assert_eq!(rest().count(), rest().fold(0, |count, _| count + 1), "{what} after {taken} items");
                    }
                }
                let (mut world, entities) = shuffled();
                for entity in &entities[..20] {
                    world.insert(*entity, (Mass(1), Frozen)).unwrap();
                }
                agree("one", || world.query::<&Position>().iter());
                agree("one and its entity", || world.query::<(Entity, &Mass, Option<&Velocity>)>().iter());
                agree("two", || world.query::<(&Position, &Velocity)>().iter());
                agree("one of these", || world.query::<&Position>().any::<(Velocity, Frozen)>().iter());
                agree("all but these", || world.query::<Entity>().without::<Mass>().iter());
                agree("all", || world.query::<(Entity, Option<&Mass>)>().iter());
                agree("a view", || world.query_position_mass().iter());
                agree("a storage", || world.query_mass().iter());
                let columns = world.columns();
                agree("a column", || columns.position.iter());
                agree("entities of a column", || columns.mass.entities());
                agree("a column joined", || (&columns.mass, &columns.entities).join());
                agree("two columns joined", || (&columns.mass, &columns.position).join());
                agree("entities joined", || (&columns.entities,).join());
            }

            #[test]
            fn a_loop_over_references_yields_each_value_once() {
                let (mut world, _) = shuffled();
                let (before, len) = (sum(world.query::<&Position>()), world.query::<&Position>().iter().count());
                let held = listed(world.query_mut::<(&mut Position, Entity)>());
                assert_eq!(held.len(), len);
                for (position, _) in held {
                    position.0 += 1;
                }
                world.query_mut::<(&mut Position, Option<&Velocity>)>().for_each(|(position, _)| position.0 += 1);
                let held = listed(world.query_position_mass_mut());
                assert!(held.is_empty());
                let added = 2 * u32::try_from(len).unwrap();
                assert_eq!(sum(world.query::<&Position>()), before + added);
            }

            #[test]
            fn systems_run_over_views_and_get_callbacks() {
                let mut world = World::default();
                let [still, drifting, frozen] = [
                    world.spawn(Position(1)),
                    world.spawn((Position(2), Velocity(3))),
                    world.spawn((Position(4), Velocity(5), Frozen)),
                ];
                world.run();
                let positions = [still, drifting, frozen].map(|entity| world.get::<Position>(entity).unwrap().0);
                assert_eq!(positions, [1, 5, 4]);
                world.remove::<Frozen>(frozen).unwrap();
                world.despawn(drifting).unwrap();
                assert_eq!(world.systems.drift.heard, [(true, drifting), (true, frozen), (false, drifting)]);
                world.spawn_columns((vec![Mass(0); 3], vec![Position(0); 3])).unwrap();
                world.commands().spawn(Mass(0));
                world.flush();
                world.run();
                let masses = world.query_mass();
                let masses = listed(masses.iter());
                assert_eq!(masses.len(), 4);
                assert_eq!([0, 1, 2, 3].map(|at| masses[at].1.0), [10, 10, 10, 1]);
                world.check_invariants().unwrap();
            }

            #[test]
            fn columns_are_joined_and_several_values_borrowed_at_once() {
                let (mut world, entities) = shuffled();
                let [low, high, none] = [1, 130, 2].map(|at| entities[at]);
                world.insert(low, Mass(1)).unwrap();
                world.insert(high, (Mass(2), Velocity(1))).unwrap();
                let mut columns = world.columns();
                let joined = (&mut columns.mass, &columns.velocity, &columns.entities).join();
                let joined = listed(joined);
                assert_eq!(joined, [(&mut Mass(2), &Velocity(1), high)]);
                let [two, one] = world.get_disjoint_mut::<Mass, 2>([high, low]).unwrap();
                std::mem::swap(one, two);
                assert_eq!(world.get::<Mass>(low), Some(&Mass(2)));
                assert!(world.get_disjoint_mut::<Mass, 2>([low, none]).is_err());
                assert!(world.get_disjoint_mut::<Mass, 2>([low, low]).is_err());
            }

            #[test]
            fn each_value_is_dropped_once() {
                let drops = Rc::new(Cell::new(0));
                let new = || Dropped(Rc::clone(&drops));
                let mut world = World::default();
                let [first, second] = [world.spawn(new()), world.spawn(new())];
                world.insert(first, new()).unwrap();
                assert_eq!(drops.get(), 1, "the replaced value is dropped");
                world.despawn(second).unwrap();
                drop(world.remove::<Dropped>(first));
                assert_eq!(drops.get(), 3, "the despawned and the removed value are dropped");
                world.spawn_batch((0..5).map(|_| new()));
                world.shrink_to_fit();
                world.clear();
                assert_eq!(drops.get(), 8, "the cleared values are dropped");
                world.spawn_batch((0..2).map(|_| new()));
                drop(world);
                assert_eq!(drops.get(), 10, "the values of the dropped world are dropped");
            }

            #[test]
            fn a_batch_whose_iterator_panics_keeps_the_values_before() {
                let mut world = World::default();
                let numbers = (0..5).map(|n| if n == 3 { panic!("the iterator panics") } else { (Mass(n), Position(0)) });
                let spawned = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.spawn_batch(numbers)));
                assert!(spawned.is_err());
                assert!(world.query::<&Mass>().iter().map(|mass| mass.0).eq(0..3));
                world.check_invariants().unwrap();
            }
        }
    };
}

behaves!(sparse_set, Insertion, sparse_set);
behaves!(vec, Ascending, vec);
behaves!(packed, Ascending, packed);
behaves!(hashed_array_tree, Ascending, hashed_array_tree(chunk = 16));
behaves!(chunks_of_one, Ascending, hashed_array_tree(chunk = 1));
behaves!(chunks_of_a_word, Ascending, hashed_array_tree(chunk = 64));
behaves!(chunks_of_two_words, Ascending, hashed_array_tree(chunk = 128));
behaves!(large_chunks, Ascending, hashed_array_tree(chunk = 256));
behaves!(the_largest_chunks, Ascending, hashed_array_tree(chunk = 65_536));
behaves!(hash_map, Insertion, hash_map);
behaves!(btree_map, Insertion, btree_map);

#[test]
fn a_plan_says_why_there_is_no_group() {
    let plan = vec::World::PLAN.to_string();
    assert!(plan.contains("Position is in a vec, which no group can own"), "{plan}");
}

mod tagged {
    use super::*;

    #[system]
    fn thaw(_frozen: &mut Frozen, mass: &mut Mass) {
        mass.0 += 1;
    }

    ecs_world! {
        #[derive(Debug, Clone)]
        pub struct World;
        components: Mass, #[storage(tag)] Frozen;
        systems: thaw;
        queries: (Frozen), (Mass, without(Frozen));
    }
}

#[test]
fn a_tag_is_found_walked_and_taken_like_any_component() {
    let mut world = tagged::World::default();
    let all = world.spawn_batch((0..200).map(Mass)).into_vec();
    for entity in all.iter().rev().step_by(2) {
        world.insert(*entity, Frozen).unwrap();
        assert_eq!(world.replace(*entity, Frozen), Ok(Some(Frozen)));
    }
    world.run();
    let frozen: Vec<_> = world.query_frozen().iter().map(|(entity, _)| entity).collect();
    assert!(frozen.iter().eq(all.iter().skip(1).step_by(2)));
    assert_eq!(world.query_mut::<&mut Frozen>().into_iter().count(), 100);
    assert_eq!(world.query_mass_without_frozen().iter().count(), 100);
    assert!(world.get_disjoint_mut::<Frozen, 2>([all[1], all[3]]).is_ok());
    assert!(world.get_disjoint_mut::<Frozen, 2>([all[1], all[2]]).is_err());
    assert_eq!(world.owner_of(world.get::<Frozen>(all[1]).unwrap()), None, "a value without a size has no address");
    assert_eq!(world.get::<Mass>(all[1]), Some(&Mass(2)));
    assert_eq!((world.remove::<Frozen>(all[1]), world.remove::<Frozen>(all[1])), (Ok(Some(Frozen)), Ok(None)));
    world.spawn_columns((vec![Frozen; 3], vec![Mass(0); 3])).unwrap();
    world.spawn_batch([Frozen; 4]);
    let cloned = world.clone();
    world.despawn(all[3]).unwrap();
    world.check_invariants().unwrap();
    assert_eq!((cloned.query_frozen().iter().count(), world.columns().frozen.len()), (106, 105));
    world.clear();
    assert!(world.query::<&Frozen>().iter().next().is_none());
    world.check_invariants().unwrap();
}

#[test]
fn a_sorted_component_may_be_behind_a_map() {
    let mut world = hash_map::World::default();
    world.spawn_batch([3, 1, 2].map(Mass));
    world.sort_by_key(|mass: &Mass| mass.0);
    assert_eq!(world.columns().mass.as_slice(), [1, 2, 3].map(Mass));
    world.check_invariants().unwrap();
}

#[test]
fn packed_values_are_adjacent_by_ascending_index() {
    let mut world = packed::World::default();
    let all = world.spawn_batch((0..6).map(Mass)).into_vec();
    world.despawn(all[1]).unwrap();
    world.remove::<Mass>(all[4]).unwrap();
    world.spawn(Mass(10));
    world.insert(all[4], Mass(40)).unwrap();
    assert_eq!(world.columns().mass.as_slice(), [0, 10, 2, 3, 40, 5].map(Mass));
    world.despawn(all[0]).unwrap();
    world.despawn(all[2]).unwrap();
    world.spawn_batch([20, 30, 60].map(Mass));
    let (handles, masses) = world.query_mass().slices().unwrap();
    assert!(handles.iter().is_sorted_by_key(Entity::index));
    assert_eq!(masses, [30, 10, 20, 3, 40, 5, 60].map(Mass));
    world.check_invariants().unwrap();
}
