//! A world that is loaded is the one that was saved, and goes on as that does.

use ecs_world::prelude::*;

use crate::worlds::{
    ChildOf, Dense, Doubled, Flag, Game, Hashed, Hit, Indexed, Likes, Lost, Ordered, Packed, Phase, Slow, Tree, seen,
};

/// A sequence of pseudo-random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// Changes a world in one of many ways; which one follows from the numbers, and from the world.
pub(crate) fn change(game: &mut Game, random: &mut Random) {
    let all: Vec<_> = game.entities().collect();
    let value = u32::try_from(random.below(100)).expect("a small number");
    let one = (!all.is_empty()).then(|| all[random.below(all.len())]);
    let other = (!all.is_empty()).then(|| all[random.below(all.len())]);
    let what = random.below(20);
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
        _ => game.run(),
    }
}

/// A world after so many changes, with nothing pending.
pub(crate) fn world_after(changes: usize, random: &mut Random) -> Game {
    let mut game = Game::default();
    (0..changes).for_each(|_| change(&mut game, random));
    game.flush();
    game
}

fn by_json(game: &Game) -> Game {
    let save = serde_json::to_string(game).expect("nothing is pending");
    let loaded = serde_json::from_str(&save).expect("it was saved");
    assert_eq!(serde_json::to_string(&loaded).expect("nothing is pending"), save, "a second save is the same");
    loaded
}

fn by_ron(game: &Game) -> Game {
    let save = ron::to_string(game).expect("nothing is pending");
    let loaded = ron::from_str(&save).expect("it was saved");
    assert_eq!(ron::to_string(&loaded).expect("nothing is pending"), save, "a second save is the same");
    loaded
}

fn by_postcard(game: &Game) -> Game {
    let save = postcard::to_allocvec(game).expect("nothing is pending");
    let loaded = postcard::from_bytes(&save).expect("it was saved");
    assert_eq!(postcard::to_allocvec(&loaded).expect("nothing is pending"), save, "a second save is the same");
    loaded
}

/// Compares a loaded world with the saved one, also after they went on.
fn goes_on_alike(mut game: Game, mut loaded: Game, random: &Random) {
    for lost in game.query::<(Entity, &Lost)>().iter().map(|(entity, _)| entity).collect::<Vec<_>>() {
        game.remove::<Lost>(lost).expect("it is there");
    }
    let (mut one, mut other) = (Random(random.0), Random(random.0));
    for step in 0..40 {
        assert_eq!(seen(&mut game), seen(&mut loaded), "after {step} further changes");
        change(&mut game, &mut one);
        change(&mut loaded, &mut other);
    }
}

#[test]
fn an_empty_world_is_loaded_in_each_format() {
    for load in [by_json, by_ron, by_postcard] {
        goes_on_alike(Game::default(), load(&Game::default()), &Random(1));
    }
}

#[test]
fn a_loaded_world_goes_on_as_the_saved_one() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let changes = [0, 1, 2, 3, 10, 60, 200][random.below(7)];
        let game = world_after(changes, &mut random);
        let load = [by_json, by_ron, by_postcard][random.below(3)];
        let loaded = load(&game);
        goes_on_alike(game, loaded, &random);
    }
}

#[test]
fn what_is_transient_starts_as_in_a_new_world() {
    let mut game = Game::default();
    game.resources.window.0 = 3;
    let ship = game.spawn((Dense(1), Lost(2)));
    let loaded = by_json(&game);
    assert_eq!((loaded.get::<Dense>(ship), loaded.get::<Lost>(ship)), (Some(&Dense(1)), None));
    assert_eq!(loaded.resources.window.0, 0);
}

#[test]
fn pending_commands_are_refused() {
    let mut game = Game::default();
    game.commands().spawn(Dense(1));
    let error = serde_json::to_string(&game).expect_err("a save has no commands");
    assert!(error.to_string().contains("pending commands"), "{error}");
    game.flush();
    assert!(serde_json::to_string(&game).is_ok());
}

#[test]
fn deferred_changes_are_refused_until_they_are_settled() {
    let mut game = Game::default();
    game.spawn((Hashed(1), Ordered(2)));
    let error = serde_json::to_string(&game).expect_err("a view has not settled");
    assert!(error.to_string().contains("(Hashed, Ordered)"), "{error}");
    game.flush();
    assert!(serde_json::to_string(&game).is_ok());
}

#[test]
fn columns_of_any_length_are_loaded() {
    // Memory is reserved for 2^18 values of four bytes.
    for count in [0, 1, 2, 3, (1 << 18) - 1, 1 << 18, (1 << 18) + 1] {
        let mut game = Game::default();
        game.spawn_batch((0..count).map(Dense));
        let loaded = by_postcard(&game);
        assert!(loaded.query::<&Dense>().iter().map(|dense| dense.0).eq(0..count), "{count} values");
    }
}
