//! Drops of values: all of them, each once, and with a world around them that is whole.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_world::prelude::*;

use super::components::{Counted, Position, let_panic, live, panics};

/// A resource that counts too.
#[derive(Debug, Clone)]
pub struct Kept(pub Counted);

/// A system whose state has a counted value.
#[derive(Debug, Clone)]
pub struct Keeper(pub Counted);

#[system]
impl Keeper {
    fn run(&self, _: &Counted) {}
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: Position, Counted;
    resources: Kept = Kept(Counted::new(1000));
    systems: Keeper = Keeper(Counted::new(2000));
}

fn world() -> (World, Vec<Entity>) {
    let mut world = World::default();
    assert_eq!((world.resources.kept.0.0, world.systems.keeper.0.0), (1000, 2000));
    let entities = world.spawn_batch((0..4).map(|n| (Counted::new(n), Position(n)))).into_vec();
    world.commands().spawn(Counted::new(100));
    (world, entities)
}

// 16: a panic in one `Drop` kept the rest of the world from being dropped, or dropped it twice.
#[test]
fn a_drop_that_panics_anywhere_in_a_world_leaves_the_rest_to_be_dropped_once() {
    for number in [0, 3, 100, 1000, 2000] {
        let (world, _) = world();
        assert_eq!(live(), 7);
        let_panic(number);
        assert!(panics(|| drop(world)), "{number}");
        assert_eq!(live(), 0, "{number}");
    }
}

// 16: a replaced value whose `Drop` panicked was dropped once more, since it was still in place.
#[test]
fn the_new_value_is_in_place_when_the_drop_of_the_old_one_panics() {
    let (mut world, entities) = world();
    let_panic(2);
    assert!(panics(|| world.insert(entities[2], (Position(7), Counted::new(20)))));
    assert_eq!((world.get::<Counted>(entities[2]).map(|counted| counted.0), live()), (Some(20), 7));
    assert_eq!(world.get::<Position>(entities[2]), Some(&Position(7)));
    let_panic(3);
    assert!(panics(|| drop(world.remove::<Counted>(entities[3]))));
    assert!(!world.has::<Counted>(entities[3]) && world.contains(entities[3]));
    let_panic(0);
    assert!(panics(|| world.despawn(entities[0])));
    assert!(!world.contains(entities[0]), "the entity is despawned although a drop panics");
    world.check_invariants().unwrap();
}

// 20: a clone into a world that was in use leaked its former contents.
#[test]
fn a_clone_into_a_world_drops_what_it_held() {
    let (mut world, entities) = world();
    let (other, _) = self::world();
    world.spawn(Counted::new(5));
    assert_eq!(live(), 15);
    world.clone_from(&other);
    assert_eq!((live(), world.len()), (14, 4));
    world.check_invariants().unwrap();
    drop(other);
    assert_eq!((live(), world.contains(entities[3])), (7, true));
    drop(world);
    assert_eq!(live(), 0);
}

// 20: reserving and releasing capacity dropped values, or leaked some.
#[test]
fn reserving_and_shrinking_neither_drops_nor_leaks_a_value() {
    let (mut world, entities) = world();
    for round in 0..20 {
        world.reserve::<(Counted, Position)>(round * 50);
        world.despawn(world.entities().last().unwrap()).unwrap();
        world.shrink_to_fit();
        world.spawn_batch((0..3).map(Counted::new));
        assert_eq!(live(), 7 + 2 * (i64::try_from(round).unwrap() + 1));
    }
    assert!(world.contains(entities[0]));
    world.clear();
    assert_eq!(live(), 3);
}

// 15: the values of a queue that was never flushed were not dropped.
#[test]
fn pending_values_are_dropped_with_their_queue() {
    let (mut world, entities) = world();
    world.commands().insert(entities[0], (Counted::new(8), Position(8)));
    let taken = std::mem::take(world.commands());
    assert_eq!((live(), taken.len()), (8, 2));
    drop(taken);
    assert_eq!(live(), 6);
    world.flush();
    assert_eq!(world.len(), 4);
    world.commands().spawn(Counted::new(9));
    drop(world);
    assert_eq!(live(), 0);
}

thread_local! {
    static HOUSE: RefCell<House> = RefCell::default();
    static REFUSED: Cell<u32> = const { Cell::new(0) };
}

/// Tries to borrow the world that it is in when it is dropped.
pub struct Guest;

impl Drop for Guest {
    fn drop(&mut self) {
        let is_refused = HOUSE.try_with(|house| house.try_borrow_mut().is_err()).unwrap_or(true);
        REFUSED.set(REFUSED.get() + u32::from(is_refused));
    }
}

ecs_world! {
    pub struct House;
    components: Guest, Rc<House> as Wing;
}

// 13: user code that ran in the middle of a change changed the same world, and freed what was in use.
#[test]
fn a_drop_cannot_reach_the_world_that_is_changing() {
    HOUSE.with_borrow_mut(|house| {
        let entities = house.spawn_batch([Guest, Guest, Guest]);
        house.despawn(entities[0]).unwrap();
        house.insert(entities[1], Guest).unwrap();
        house.clear();
    });
    assert_eq!(REFUSED.get(), 4);
}

// 16, 20: worlds within worlds were dropped by the wrong one.
#[test]
fn a_world_may_hold_another() {
    let (mut house, mut wing) = (House::default(), House::default());
    wing.spawn(Guest);
    let wing = Rc::new(wing);
    let entity = house.spawn(Rc::clone(&wing));
    house.spawn(wing);
    let before = REFUSED.get();
    house.despawn(entity).unwrap();
    house.check_invariants().unwrap();
    assert_eq!(REFUSED.get(), before);
    drop(house);
}
