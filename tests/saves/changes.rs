//! Random changes of the world with everything.

use ecs_world::prelude::*;

use crate::worlds::{
    ChildOf, Dense, Doubled, Flag, Game, Hashed, Hit, Indexed, Likes, Lost, Ordered, Packed, Phase, Slow, Tree,
};

/// A sequence of pseudo-random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// Changes a world in one of many ways, which depends on the numbers and on the world.
pub(crate) fn change(game: &mut Game, random: &mut Random) {
    let all: Vec<_> = game.entities().collect();
    let value = u32::try_from(random.below(100)).expect("a small number");
    let one = (!all.is_empty()).then(|| all[random.below(all.len())]);
    let other = (!all.is_empty()).then(|| all[random.below(all.len())]);
    let what = random.below(42);
    if (22..).contains(&what) {
        return issue(game, what - 2, value, one.zip(other));
    }
    match (what, one, other) {
        (0, ..) => drop(game.spawn((Dense(value), Slow(value)))),
        (1, ..) => drop(game.spawn((Indexed(value), Packed(value), Hashed(value), Ordered(value)))),
        (2, ..) => drop(game.spawn((Tree(value), Hashed(value), Flag, Doubled(value)))),
        (3, ..) => drop(game.spawn_batch((0..3).map(|at| (Dense(value + at), Doubled(at), Lost(at))))),
        (4, Some(one), _) => drop(game.despawn(one)),
        (5, Some(one), _) => drop(game.insert(one, (Slow(value), Packed(value)))),
        (6, Some(one), _) => drop(game.insert(one, (Dense(value), Flag))),
        (7, Some(one), _) => drop(game.insert(one, (Indexed(value), Hashed(value)))),
        (8, Some(one), _) => drop(game.remove::<Dense>(one)),
        (9, Some(one), _) => drop(game.remove::<Flag>(one)),
        (10, Some(one), _) => drop(game.remove::<Hashed>(one)),
        (11 | 12, Some(one), Some(other)) => drop(game.insert(one, ChildOf(other))),
        (13, Some(one), Some(other)) => {
            let mut likes = game.get::<Likes>(one).map(|likes| likes.0.clone()).unwrap_or_default();
            likes.insert(other);
            drop(game.insert(one, Likes(likes)));
        }
        (14, Some(one), _) => drop(game.remove::<ChildOf>(one)),
        (15, ..) => game.states.phase.set(if value < 50 { Phase::Menu } else { Phase::Play }),
        (16, ..) => game.events.hit.send(Hit(value)),
        (17, ..) => drop(game.tidy_within(3)),
        (18, ..) => game.sort_by_key::<Slow, _>(|slow| slow.0),
        (19, ..) => game.resources.log.0.push(value),
        (20, Some(one), _) => drop(game.get_mut::<Dense>(one).map(|dense| dense.0 = value)),
        _ => game.run(),
    }
}

/// Issues commands of every kind, most of them for entities that are alive now.
pub(crate) fn issue(game: &mut Game, what: usize, value: u32, alive: Option<(Entity, Entity)>) {
    match (what, alive) {
        (20, _) => game.commands().spawn((Dense(value), Slow(value))),
        (21, _) => {
            let flags = (0..3_u32).map(|at| (Hashed(at), Ordered(value), (at > 0).then_some(Flag)));
            game.commands().spawn_batch(flags);
        }
        (22, Some((one, _))) => game.commands().insert(one, (Slow(value), Dense(value))),
        (23, Some((one, other))) => {
            game.commands()
                .insert_batch([one, other].map(|own| (own, ((own == one).then_some(Packed(value)), Dense(1)))));
        }
        (24, Some((one, _))) => {
            game.commands().exchange::<(Slow, Option<Flag>, Dense), _>(one, (Slow(value), Hashed(value), Dense(3)));
        }
        (25, Some((one, _))) => game.commands().remove::<(Hashed, Option<Ordered>)>(one),
        (26, Some((one, other))) => game.commands().remove_any_batch::<(Dense, Doubled)>([one, other]),
        (27, Some((one, _))) => game.commands().despawn(one),
        (28, _) if value < 10 => game.commands().despawn_with::<(Flag, Option<Tree>)>(),
        (29, _) => drop(game.spawner().spawn((Dense(value), Doubled(value)))),
        (30, Some((one, other))) => game.commands().insert(one, (Dense(value), ChildOf(other))),
        (31, Some((one, other))) => {
            let child = game.spawner().spawn(ChildOf(one));
            game.commands().insert(other, Likes([child, one].into_iter().collect()));
        }
        (32, _) => game.commands().spawn_templates(&Template::new().with((Slow(value), Flag, Dense(value))), 2),
        (33, Some((one, _))) => game.commands().insert_template(one, Template::new().with((Slow(value), Dense(value)))),
        (34, _) => game.commands().spawn((Dense(value), Lost(value))),
        (35, Some((one, other))) => game.commands().despawn_batch([one, other]),
        (36, Some((one, _))) => game.commands().remove::<ChildOf>(one),
        (37, _) => drop(game.spawner().reserve_entity()),
        (38, _) => game.flush(),
        _ => game.run(),
    }
}

/// A world after `changes` random changes, with its pending commands.
pub(crate) fn world_after(changes: usize, random: &mut Random) -> Game {
    let mut game = Game::default();
    (0..changes).for_each(|_| change(&mut game, random));
    game
}
