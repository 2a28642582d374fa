//! Sparse sets, slots and views that must stay inverse to each other.

use std::cell::RefCell;
use std::collections::BTreeSet;

use ecs_world::__private as k;
use ecs_world::prelude::*;

use super::components::{Position, Speed, Tag, panics};

ecs_world! {
    pub struct World;
    components: Position, Speed, Tag;
    queries: (Position, Speed), (Position, without(Tag));
    groups: (Position, Speed);
}

// 6: a value of an earlier generation stayed behind in the packed array when its slot was reused.
#[test]
fn no_value_of_an_earlier_owner_of_a_slot_stays_behind() {
    let mut world = World::default();
    for round in 0..50 {
        let entity = world.spawn((Position(round), Speed(round)));
        world.commands().despawn(entity);
        world.commands().spawn(Position(round + 1));
        world.flush();
        let columns = world.columns();
        assert_eq!((columns.position.as_slice(), columns.speed.len()), (&[Position(round + 1)][..], 0));
        world.check_invariants().unwrap();
        let successor = world.entities().next().unwrap();
        assert_eq!(successor.index(), entity.index());
        world.despawn(successor).unwrap();
    }
}

// 19: a loop that removed values while iterating by position skipped the value that was moved into the gap.
#[test]
fn what_is_moved_into_a_hole_is_not_skipped() {
    let mut world = World::default();
    world.spawn_batch((0..9).map(Position));
    while let Some(entity) = world.query::<(Entity, &Position)>().iter().map(|(entity, _)| entity).next() {
        assert!(matches!(world.remove::<Position>(entity), Ok(Some(_))));
        world.check_invariants().unwrap();
    }
    assert_eq!((world.len(), world.query::<&Position>().iter().count()), (9, 0));
}

// 19: slots were assigned wrongly when some in the middle of the free list were used.
#[test]
fn slots_that_were_freed_in_any_order_are_each_given_out_once() {
    let mut world = World::default();
    let entities = world.spawn_batch((0..8).map(Position));
    for at in [3, 0, 7, 4] {
        world.despawn(entities[at]).unwrap();
    }
    let reused: Vec<_> = (0..6).map(|_| world.spawn(Tag).index()).collect();
    assert_eq!(reused, [4, 7, 0, 3, 8, 9]);
    world.check_invariants().unwrap();
}

// 16, 19: values that an iterator had yielded before it panicked were in storages, but in no view.
#[test]
fn values_before_the_panic_of_an_iterator_are_in_all_views() {
    for yielded in 0..5 {
        let mut world = World::default();
        let entity = world.spawn((Position(9), Tag));
        let rows = (0..).map(|n| {
            assert!(n < yielded, "the iterator panics");
            (Speed(n), Position(n))
        });
        assert!(panics(|| world.spawn_batch(rows)));
        let found: Vec<_> = world.query_position_speed().iter().map(|(_, position, _)| position.0).collect();
        assert_eq!(found, (0..yielded).collect::<Vec<_>>());
        assert_eq!(world.query_position_without_tag().iter().count(), found.len());
        world.check_invariants().unwrap();
        world.insert(entity, Speed(9)).unwrap();
        world.check_invariants().unwrap();
        assert_eq!(world.query_position_speed().iter().count(), found.len() + 1);
    }
}

// 16: user code that panicked between two moves of one change left aligned storages in different orders.
#[test]
fn grouped_storages_stay_aligned() {
    let mut world = World::default();
    let entities = world.spawn_batch((0..12).map(|n| (Position(n), Speed(n))));
    for (at, entity) in entities.into_iter().enumerate() {
        match at % 4 {
            0 => drop(world.remove::<Speed>(entity)),
            1 => world.despawn(entity).unwrap(),
            2 => world.insert(entity, (Tag, Position(100))).unwrap(),
            _ => _ = world.spawn((Speed(50), Tag)),
        }
        world.check_invariants().unwrap();
        let (handles, positions, speeds) = world.query_position_speed().slices().unwrap();
        assert_eq!((handles.len(), positions.len()), (speeds.len(), speeds.len()));
        assert!(positions.iter().zip(speeds).all(|(position, speed)| position.0 == speed.0 || position.0 == 100));
    }
}

thread_local! {
    /// The storages of another world.
    static STOLEN: RefCell<Option<<World as GeneratedWorld>::Storages>> = const { RefCell::new(None) };
}

/// A system that swaps the storages of the world with those in `STOLEN`, which only hidden items make possible.
impl k::RunSystem<99> for World {
    fn __run_one(&mut self, token: k::Token) {
        let storages = k::parts(self.__core_mut(token), token).storages;
        STOLEN.with_borrow_mut(|stolen| std::mem::swap(storages, stolen.get_or_insert_default()));
    }
}

// 4: a trait that was safe to implement broke what unsafe code relied on.
#[test]
fn a_hidden_trait_that_is_implemented_by_hand_breaks_its_world_and_no_memory() {
    let (mut one, mut two) = (World::default(), World::default());
    one.spawn_batch((0..9).map(|n| (Position(n), Speed(n))));
    let entities = two.spawn_batch((0..5).map(|n| (Position(100 + n), Speed(n))));
    two.despawn(entities[1]).unwrap();
    k::run_system::<_, 99>(&mut one);
    k::run_system::<_, 99>(&mut two);
    k::run_system::<_, 99>(&mut one);
    let foreign = two.entities().next().unwrap();
    assert!(two.has::<Position>(foreign) && two.get::<Position>(foreign) != Some(&Position(100)));
    for mut world in [one, two] {
        assert!(world.check_invariants().is_err(), "the check finds that the values belong to other entities");
        let mut held: Vec<_> = world.query_mut::<(&mut Position, &mut Speed)>().into_iter().collect();
        distinct(held.iter_mut().map(|(position, speed)| (&raw const **position, &raw const **speed)));
        let mut addresses = Vec::new();
        // If a storage has an entity of another world, its handle is unknown in this one, which a debug assertion reports.
        let _ = panics(|| {
            for (_, position, speed) in world.query_position_speed_mut() {
                addresses.push((&raw const *position, &raw const *speed));
            }
        });
        distinct(addresses);
        let all: Vec<_> = world.entities().collect();
        for entity in all {
            let _ = panics(|| world.despawn(entity));
        }
        let _ = panics(|| world.clear());
    }
    STOLEN.set(None);
}

fn distinct<T: Ord>(all: impl IntoIterator<Item = T>) {
    let (all, mut seen) = (all.into_iter(), BTreeSet::new());
    all.for_each(|address| assert!(seen.insert(address), "no value is yielded twice"));
}
