//! Iteration, and what is changed, leaked or borrowed in the middle of it.

use std::collections::{BTreeMap, BTreeSet};

use ecs_world::prelude::*;

use super::components::{Position, Speed, Tag, panics};

/// Number of visits per entity.
#[derive(Debug, Default)]
pub struct Visits(pub BTreeMap<Entity, u32>);

/// Issues commands that despawn the visited or the next entity, remove a required component, or insert or spawn others.
#[derive(Debug, Default)]
pub struct Visit {
    pub mode: u32,
}

#[system]
impl Visit {
    fn run(
        &mut self,
        entity: Entity,
        position: &Position,
        _: &mut Speed,
        visits: &mut Visits,
        commands: &mut Commands<World>,
    ) {
        *visits.0.entry(entity).or_default() += 1;
        let next = Entity::from_bits(entity.to_bits() + 1).unwrap();
        match (self.mode + position.0) % 5 {
            0 => commands.despawn(entity),
            1 => commands.despawn(next),
            2 => commands.remove::<Position>(entity),
            3 => commands.insert(next, (Position(1), Speed(1))),
            _ => commands.spawn((*position, Speed(0))),
        }
    }
}

ecs_world! {
    pub struct World;
    components: Position, Speed, Tag;
    resources: Visits;
    systems: Visit;
    queries: (Position, Speed);
}

fn world(count: u32) -> World {
    let mut world = World::default();
    world.spawn_batch((0..count).map(|n| (Position(n), Speed(n))));
    world
}

// 14: entities were skipped, or visited twice, when others were spawned and despawned during iteration.
#[test]
fn each_entity_is_visited_once_whatever_is_commanded_meanwhile() {
    for mode in 0..5 {
        let mut world = world(40);
        world.systems.visit.mode = mode;
        for _ in 0..4 {
            let before: BTreeSet<_> = world.managed_visit().iter().collect();
            world.resources.visits.0.clear();
            world.run();
            let visits = &world.resources.visits.0;
            assert!(visits.values().all(|visits| *visits == 1));
            assert_eq!(visits.keys().copied().collect::<BTreeSet<_>>(), before);
            world.check_invariants().unwrap();
        }
    }
}

// 14, 16: the iteration after one that panicked started in the middle.
#[test]
fn a_walk_after_one_that_panicked_begins_at_the_beginning() {
    let mut world = world(5);
    assert!(panics(|| world.query_position_speed_mut().for_each(|(_, position, speed)| {
        speed.0 += 1;
        assert!(position.0 < 2, "the visit panics");
    })));
    let speeds: Vec<_> = world.query_position_speed().iter().map(|(.., speed)| speed.0).collect();
    assert_eq!(speeds, [1, 2, 3, 3, 4]);
}

// 19: what an iterator had not yielded yet was lost, or freed twice, when the iterator was leaked.
#[test]
#[expect(clippy::forget_non_drop, reason = "they take nothing because they have no `Drop`")]
fn a_leaked_iterator_takes_nothing_with_it() {
    let mut world = world(9);
    let mut iter = world.query_mut::<(Entity, &mut Position)>().into_iter();
    assert!(iter.nth(3).is_some());
    std::mem::forget(iter);
    let mut columns = world.columns();
    let mut joined = (&mut columns.position, &columns.speed).join();
    assert!(joined.next().is_some());
    std::mem::forget(joined);
    std::mem::forget(columns.speed.iter_mut());
    std::mem::forget(columns);
    let mut entities = world.spawn_batch([Tag, Tag, Tag]).into_iter();
    assert!(entities.next().is_some());
    std::mem::forget(entities);
    std::mem::forget(world.query_position_speed_mut());
    assert_eq!((world.len(), world.query_position_speed().iter().count(), world.columns().tag.len()), (12, 9, 3));
    world.check_invariants().unwrap();
}

// 18: positions beyond the length, but within the capacity, were taken for positions of values.
#[test]
fn unused_capacity_cannot_be_borrowed() {
    let mut world = World::default();
    world.reserve::<Position>(100);
    let entities = world.spawn_batch((0..10).map(Position)).into_vec();
    for entity in &entities[5..] {
        world.despawn(*entity).unwrap();
    }
    for at in 5..10 {
        assert!(world.get_disjoint_mut::<Position, 2>([entities[0], entities[at]]).is_err());
        assert!(world.columns().position.get_mut(entities[at]).is_none());
    }
    assert_eq!(world.columns().position.as_mut_slice().len(), 5);
}

// 18: two handles of one slot, or one handle twice, were two references to one value.
#[test]
fn no_choice_of_handles_borrows_a_value_twice() {
    let mut world = World::default();
    let gone = world.spawn(Position(0));
    world.despawn(gone).unwrap();
    let mut all = world.spawn_batch((0..3).map(Position)).into_vec();
    all.extend([gone, world.spawn(Tag), Entity::from_bits(1 << 32 | 0x3e8).unwrap()]);
    for (one, two, three) in (0..216).map(|n| (all[n / 36], all[n / 6 % 6], all[n % 6])) {
        let borrowed = world.get_disjoint_mut::<Position, 3>([one, two, three]).map(|all| all.map(|it| it.0));
        let distinct = BTreeSet::from([one, two, three]).len() == 3;
        let have_values = [one, two, three].iter().all(|entity| all[..3].contains(entity));
        assert_eq!(borrowed.is_ok(), distinct && have_values, "{one} {two} {three}");
    }
}

// 1, 18: columns of different worlds were joined, and one value was yielded for two entities.
#[test]
fn columns_of_two_worlds_may_be_joined_and_hand_no_value_out_twice() {
    let (mut one, mut two) = (world(9), world(5));
    let first = one.entities().next().unwrap();
    one.despawn(first).unwrap();
    let (mut own, mut foreign) = (one.columns(), two.columns());
    let pairs: Vec<_> = (&mut own.position, &mut foreign.speed, &foreign.entities).join().collect();
    let distinct: BTreeSet<_> = pairs.iter().map(|(position, ..)| &raw const **position).collect();
    assert_eq!((distinct.len(), pairs.len()), (4, 4));
    std::mem::swap(&mut own.position, &mut foreign.position);
    assert_eq!((own.position.len(), foreign.position.len()), (5, 8));
    one.check_invariants().unwrap();
    two.check_invariants().unwrap();
}

// 9: an empty batch never ended, or freed memory that it did not have.
#[test]
fn empty_batches_spawn_no_entity() {
    let mut world = world(2);
    assert!(world.spawn_batch(std::iter::empty::<(Position, Tag)>()).is_empty());
    assert!(world.spawn_batch(std::iter::empty::<()>()).is_empty());
    assert_eq!(world.spawn_batch([(), ()]).len(), 2);
    assert!(world.spawn_columns((Vec::<Tag>::new(), (Vec::<Speed>::with_capacity(8),))).unwrap().is_empty());
    assert_eq!(world.len(), 4);
    world.check_invariants().unwrap();
}
