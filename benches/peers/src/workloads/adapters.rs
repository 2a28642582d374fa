//! Iterator adapters: each of 300 fighters finds the closest one of another team, by `filter` and `min_by_key`.

use ecs_world::prelude::*;

use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const FIGHTERS: usize = 300;

/// A place on a board.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Place(i32, i32);
/// The team of a fighter.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Team(u8);
/// Number of the closest fighter of another team.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Closest(u32);
/// Number of the fighter itself.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Number(u32);

type Fighter = (Place, Team, Closest, Number);

/// Runs the contest of this file.
pub fn run(contest: &mut Contest) {
    contest.run("closest of others, adapters", Size { units: FIGHTERS * FIGHTERS, steps: 1 }, || {
        let fighters = fighters();
        vec![
            Contestant::new(Library::Vec, fighters.clone()),
            Contestant::new(Library::EcsWorld, Arena::filled(&fighters)),
            Contestant::new(Library::Hecs, HecsArena::filled(&fighters)),
            Contestant::new(Library::Bevy, BevyArena::filled(&fighters)),
        ]
    });
}

fn fighters() -> Vec<Fighter> {
    let mut random = Random(5);
    let mut axis = || i32::try_from(random.below(1_000)).unwrap_or(0);
    (0..FIGHTERS as u32).map(|n| (Place(axis(), axis()), Team((n % 7) as u8), Closest(0), Number(n))).collect()
}

/// Sort key, which is least for the closest fighter; the number makes the order total.
fn key(own: Place, other: Place, number: Number) -> (i32, u32) {
    ((own.0 - other.0).pow(2) + (own.1 - other.1).pow(2), number.0)
}

fn sum_up(sum: &mut Checksum, closest: Closest, number: Number) {
    sum.count(u64::from(closest.0) << 32 | u64::from(number.0));
}

impl Workload for Vec<Fighter> {
    fn step(&mut self) {
        for at in 0..self.len() {
            let (place, team, ..) = self[at];
            let others = self.iter().filter(|other| other.1.0 != team.0);
            let found = others.min_by_key(|other| key(place, other.0, other.3)).map(|other| other.3.0);
            self[at].2 = Closest(found.unwrap_or(u32::MAX));
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        for fighter in self.iter() {
            sum_up(sum, fighter.2, fighter.3);
        }
    }
}

ecs_world! {
    struct Arena;
    components: Place, Team, Closest, Number;
}

impl Arena {
    fn filled(fighters: &[Fighter]) -> Self {
        let mut world = Self::default();
        world.spawn_batch(fighters.iter().copied());
        world
    }
}

impl Workload for Arena {
    fn step(&mut self) {
        let own: Vec<_> =
            self.query::<(Entity, &Place, &Team)>().iter().map(|(at, place, team)| (at, *place, *team)).collect();
        for (entity, place, team) in own {
            let found = {
                let others = self.query::<(&Place, &Team, &Number)>().with::<Closest>();
                let others = others.iter().filter(|(_, other, _)| other.0 != team.0);
                others.min_by_key(|(other, _, number)| key(place, **other, **number)).map(|(.., number)| number.0)
            };
            self.get_mut::<Closest>(entity).unwrap().0 = found.unwrap_or(u32::MAX);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.query::<(&Closest, &Number)>().iter().for_each(|(closest, number)| sum_up(sum, *closest, *number));
    }
}

struct HecsArena(hecs::World);

impl HecsArena {
    fn filled(fighters: &[Fighter]) -> Self {
        let mut world = hecs::World::new();
        world.spawn_batch(fighters.iter().copied());
        Self(world)
    }
}

impl Workload for HecsArena {
    fn step(&mut self) {
        let own: Vec<_> = self
            .0
            .query_mut::<(hecs::Entity, &Place, &Team)>()
            .into_iter()
            .map(|(at, place, team)| (at, *place, *team))
            .collect();
        for (entity, place, team) in own {
            let found = {
                let mut others = self.0.query::<(&Place, &Team, &Number)>().with::<&Closest>();
                let others = others.iter().filter(|(_, other, _)| other.0 != team.0);
                others.min_by_key(|(other, _, number)| key(place, **other, **number)).map(|(.., number)| number.0)
            };
            self.0.query_one_mut::<&mut Closest>(entity).unwrap().0 = found.unwrap_or(u32::MAX);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        let all = self.0.query_mut::<(&Closest, &Number)>();
        all.into_iter().for_each(|(closest, number)| sum_up(sum, *closest, *number));
    }
}

struct BevyArena {
    world: bevy_ecs::world::World,
    find: bevy_ecs::system::SystemId,
}

impl BevyArena {
    fn filled(fighters: &[Fighter]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        world.spawn_batch(fighters.to_vec());
        Self { find: world.register_system(find), world }
    }
}

fn find(
    own: bevy_ecs::system::Query<(bevy_ecs::entity::Entity, &Place, &Team)>,
    others: bevy_ecs::system::Query<(&Place, &Team, &Number), bevy_ecs::query::With<Closest>>,
    mut closest: bevy_ecs::system::Query<&mut Closest>,
) {
    for (entity, place, team) in &own {
        let others = others.iter().filter(|(_, other, _)| other.0 != team.0);
        let found = others.min_by_key(|(other, _, number)| key(*place, **other, **number)).map(|(.., number)| number.0);
        closest.get_mut(entity).unwrap().0 = found.unwrap_or(u32::MAX);
    }
}

impl Workload for BevyArena {
    fn step(&mut self) {
        self.world.run_system(self.find).unwrap();
    }

    fn check(&mut self, sum: &mut Checksum) {
        let all = &mut self.world.query::<(&Closest, &Number)>();
        all.iter(&self.world).for_each(|(closest, number)| sum_up(sum, *closest, *number));
    }
}
