//! The world of lying values, operations on it, and the conditions that must hold afterwards.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

use crate::values::{ChildOf, Foreign, Liar, Likes, by_module, live, random, seed};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Keep {
    own: Liar<5>,
}

pub type Log = Liar<6>;

#[system]
impl Keep {
    fn run(&mut self, one: &mut Liar<0>, two: &Liar<1>) {
        *one.number = one.number.wrapping_add(*two.number + *self.own.number);
    }

    fn on_added(one: &Liar<0>, log: &mut Log) {
        *log.number = log.number.wrapping_add(*one.number);
    }

    fn on_removed(one: &Liar<0>, log: &mut Log) {
        *log.number = log.number.wrapping_add(*one.number);
    }
}

#[system]
fn hear(events: EventReader<'_, Liar<7>>, log: &mut Log) {
    *log.number = log.number.wrapping_add(events.into_iter().map(|event| *event.number).sum());
}

#[system(view = delayed)]
fn later(_: &Liar<1>, _: &Liar<2>) {}

ecs_world! {
    #[derive(Clone, Snapshot, Serialize, Deserialize)]
    pub struct World;
    components:
        #[handles] Liar<0> as One,
        #[storage(vec)] Liar<1> as Two,
        #[storage(hash_map)] Liar<2> as Three,
        #[double_buffered] Liar<3> as Doubled,
        #[transient] Liar<4> as Lost,
        #[saved(with = by_module)] Foreign;
    relations: ChildOf (tree, cascade), Likes (many, clear);
    resources: Log;
    events: Liar<7> as Heard;
    states: Liar<8> as Mood = Liar::new(1);
    systems: Keep, sync, hear, later;
    queries: (One, Lost), (Two, Foreign);
}

/// Number of attempts. Miri takes about a thousand times as long.
pub const ATTEMPTS: u32 = if cfg!(miri) { 1 } else { 400 };
/// Maximum number of changes of a world before an operation, and number of changes after it.
const CHANGES: u32 = if cfg!(miri) { 3 } else { 20 };
const FURTHER: u32 = if cfg!(miri) { 2 } else { 8 };

/// Changes a world without lies.
pub fn change(world: &mut World) {
    let all: Vec<_> = world.entities().collect();
    let any = |all: &[Entity]| all.get(random(1 + u32::try_from(all.len()).unwrap()) as usize).copied();
    let number = random(99);
    match (random(14), any(&all), any(&all)) {
        (0, ..) => drop(world.spawn((Liar::<0>::new(number), Liar::<1>::new(number)))),
        (1, ..) => drop(world.spawn((Liar::<1>::new(number), Liar::<2>::new(1), Liar::<4>::new(number)))),
        (2, one, _) => drop(world.spawn((Liar::<0>::with(number, one), Liar::<4>::new(number), Liar::<3>::new(7)))),
        (3, Some(one), Some(other)) => drop(world.insert(one, ChildOf(other))),
        (4, Some(one), Some(other)) => drop(world.insert(one, Likes([one, other].into_iter().collect()))),
        (5, Some(one), _) => drop(world.insert(one, (Foreign(Liar::new(number)), Liar::<2>::new(number)))),
        (6, Some(one), _) if all.len() > 4 => drop(world.despawn(one)),
        (7, Some(one), _) => drop(world.remove_any::<(Liar<0>, Foreign)>(one)),
        (8, ..) => world.events.heard.send(Liar::new(number)),
        (9, ..) => world.states.mood.set(Liar::new(number)),
        (10, ..) => world.commands().spawn((Liar::<0>::new(number), Foreign(Liar::new(2)))),
        (11, Some(one), _) => world.commands().insert(one, Liar::<1>::new(number)),
        (12, Some(one), _) => drop(world.get_mut::<Liar<0>>(one).map(|value| *value.number = number)),
        _ => world.run(),
    }
}

/// A world with values in each part; no pending command has a transient value.
pub fn world() -> World {
    let mut world = World::default();
    let root = world.spawn((Liar::<0>::new(1), Liar::<1>::new(2), Liar::<4>::new(3)));
    let child = world.spawn((Liar::<1>::new(4), Liar::<2>::new(5), Foreign(Liar::new(6)), ChildOf(root)));
    world.spawn((
        Liar::<3>::new(7),
        Liar::<0>::with(8, Some(root)),
        ChildOf(child),
        Likes([root].into_iter().collect()),
    ));
    let gone = world.spawn(Liar::<0>::new(9));
    world.despawn(gone).unwrap();
    world.events.heard.send(Liar::new(10));
    (0..random(CHANGES)).for_each(|_| change(&mut world));
    world
}

/// What a world reports if no value lies.
pub fn truth(world: &World) -> Vec<u8> {
    postcard::to_allocvec(world).unwrap()
}

/// Changes a world further, without lies: it must be and stay consistent.
pub fn assert_continues(world: &mut World, context: &str) {
    world.check_invariants().unwrap_or_else(|error| panic!("{context}: {error}"));
    (0..FURTHER).for_each(|_| change(world));
    world.flush();
    world.check_invariants().unwrap_or_else(|error| panic!("{context}, after further changes: {error}"));
}

/// Makes many attempts, each beside another world that must not change. Finally, all values must have been dropped.
pub fn attempts(attempt: impl Fn(&str)) {
    for number in 0..ATTEMPTS {
        seed(number);
        let live_before = live();
        let bystander = world();
        let before = truth(&bystander);
        attempt(&format!("attempt {number}"));
        assert_eq!(truth(&bystander), before, "attempt {number}: no other world changes");
        drop(bystander);
        assert_eq!(live(), live_before, "attempt {number}: each value is dropped once");
    }
}
