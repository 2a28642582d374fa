//! The first difference between two worlds names the part, the entity, and the values of both worlds.

use ecs_world::prelude::*;

use crate::changes::{Random, change, world_after};
use crate::worlds::{ChildOf, Dense, Flag, Game, Hashed, Hit, Ordered, Phase, Slow};

/// The first difference between a game and a clone that is changed.
fn difference(edit: impl FnOnce(&mut Game, &[Entity])) -> String {
    let mut game = Game::default();
    let all: Vec<_> = game.spawn_batch((0..4).map(|at| (Dense(at), Slow(at)))).into_iter().collect();
    for child in [1, 2] {
        game.insert(all[child], ChildOf(all[0])).unwrap();
    }
    game.flush();
    let mut other = game.clone();
    edit(&mut other, &all);
    let difference = game.first_difference(&other).expect("the worlds differ").to_string();
    let reversed = other.first_difference(&game).expect("the worlds differ");
    assert_ne!(reversed.here(), reversed.there(), "{reversed}");
    difference
}

#[test]
fn worlds_with_equal_states_have_no_difference() {
    for seed in 0..20 {
        let mut random = Random(seed);
        let game = world_after(60, &mut random);
        assert_eq!(game.first_difference(&game.clone()), None, "seed {seed}");
    }
}

#[test]
fn worlds_with_different_states_have_a_difference() {
    for seed in 0..40 {
        let mut random = Random(seed);
        let mut game = world_after(20, &mut random);
        for _ in 0..20 {
            let before = game.clone();
            change(&mut game, &mut random);
            let difference = before.first_difference(&game);
            assert_eq!(difference.is_some(), before.state_hash() != game.state_hash(), "seed {seed}");
            let Some(difference) = difference else { continue };
            let shown = difference.to_string();
            assert_ne!((difference.here(), difference.there()), (None, None), "seed {seed}: {shown}");
            assert_ne!(difference.here(), difference.there(), "seed {seed}: {shown}");
        }
    }
}

#[test]
fn values_are_named_with_their_entity() {
    assert_eq!(
        difference(|game, all| game.get_mut::<Dense>(all[3]).unwrap().0 = 9),
        "component `Dense` of 3v1: Dense(3) here, and Dense(9) there"
    );
    assert_eq!(
        difference(|game, all| game.insert(all[2], Flag).unwrap()),
        "component `Flag` of 2v1: nothing here, and Flag there"
    );
    assert_eq!(
        difference(|game, all| _ = game.remove::<Slow>(all[1])),
        "component `Slow` of 1v1: Slow(1) here, and nothing there"
    );
    assert_eq!(
        difference(|game, all| game.insert(all[2], ChildOf(all[3])).unwrap()),
        "component `ChildOf` of 2v1: ChildOf((0, 1)) here, and ChildOf((3, 1)) there"
    );
}

#[test]
fn entities_come_first() {
    assert_eq!(
        difference(|game, all| game.despawn(all[3]).unwrap()),
        "entities of 3v1: 3v1 here, and a free slot 3 of generation 2 there"
    );
    assert_eq!(
        difference(|game, _| drop(game.spawn_batch([Dense(7)]))),
        "entities of 4v1: nothing here, and 4v1 there"
    );
}

#[test]
fn orders_are_named_with_their_positions() {
    let sorted = difference(|game, _| game.sort_by_key::<Slow, _>(|slow| u32::MAX - slow.0));
    assert!(sorted.contains("in its order: entity 0 at position 0 here, and entity 3 at position 0 there"), "{sorted}");
    let moved = difference(|game, all| assert!(game.move_source_before::<ChildOf>(all[2], all[1])));
    assert!(moved.starts_with("relation `ChildOf`, in its order: "), "{moved}");
}

#[test]
fn parts_without_entities_are_named_by_their_entries() {
    assert_eq!(difference(|game, _| game.resources.log.0.push(5)), "resource `Log`: Log([]) here, and Log([5]) there");
    assert_eq!(
        difference(|game, _| game.systems.count.runs = 2),
        "system `Count`: Count { runs: 0 } here, and Count { runs: 2 } there"
    );
    assert!(difference(|game, _| game.events.hit.send(Hit(5))).contains("[Hit(5)]"));
    assert!(difference(|game, _| game.states.phase.set(Phase::Play)).contains("Some(Play)"));
    let commands = difference(|game, _| game.commands().spawn(Dense(7)));
    assert!(commands.starts_with("pending commands: ") && commands.contains("Dense(7)"), "{commands}");
    assert!(difference(|game, _| game.set_tidy_budget(Some(3))).starts_with("rest of the state: "));
}

#[test]
fn long_values_are_cut_around_the_difference() {
    let mut game = Game::default();
    game.resources.log.0 = (0..10_000).collect();
    let mut other = game.clone();
    other.resources.log.0[5_000] = 0;
    let difference = game.first_difference(&other).unwrap().to_string();
    assert!(difference.contains("4999, 5000, 5001") && difference.contains("4999, 0, 5001"), "{difference}");
    assert!(difference.len() < 300, "{difference}");
}

#[test]
fn deferred_changes_of_one_world_are_named() {
    let mut game = Game::default();
    let entity = game.spawn((Hashed(1), Ordered(1)));
    game.flush();
    let mut other = game.clone();
    other.insert(entity, Hashed(1)).unwrap();
    other.remove::<Ordered>(entity).unwrap();
    other.insert(entity, Ordered(1)).unwrap();
    let difference = game.first_difference(&other).unwrap();
    assert_eq!((difference.section(), difference.name()), ("deferred", "Hashed, Ordered"), "{difference}");
    let reversed = other.first_difference(&game).expect("the worlds differ in the other direction, too");
    assert_eq!((reversed.section(), reversed.name()), ("deferred", "Hashed, Ordered"), "{reversed}");
    assert_eq!((reversed.here(), reversed.there()), (difference.there(), difference.here()));
}

#[test]
fn of_two_orders_that_differ_the_first_one_in_the_declaration_is_named() {
    let orders = difference(|game, all| {
        game.sort_by_key::<Slow, _>(|slow| u32::MAX - slow.0);
        assert!(game.move_source_before::<ChildOf>(all[2], all[1]));
    });
    assert!(orders.starts_with("component `Dense`, in its order: "), "{orders}");
}
