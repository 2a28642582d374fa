//! A loaded world is equal to the saved one, and continues in the same way.

use ecs_world::prelude::*;

use crate::changes::{Random, change, issue, world_after};
use crate::worlds::{ChildOf, Dense, Game, Hashed, Lost, Ordered, Slow, Tree, seen};

fn by_json(game: &Game) -> Game {
    let save = serde_json::to_string(game).expect("the world can be saved");
    let loaded = serde_json::from_str(&save).expect("the save can be loaded");
    assert_eq!(serde_json::to_string(&loaded).expect("the world can be saved"), save, "a second save is the same");
    loaded
}

fn by_ron(game: &Game) -> Game {
    let save = ron::to_string(game).expect("the world can be saved");
    let loaded = ron::from_str(&save).expect("the save can be loaded");
    assert_eq!(ron::to_string(&loaded).expect("the world can be saved"), save, "a second save is the same");
    loaded
}

fn by_postcard(game: &Game) -> Game {
    let save = postcard::to_allocvec(game).expect("the world can be saved");
    let loaded = postcard::from_bytes(&save).expect("the save can be loaded");
    assert_eq!(postcard::to_allocvec(&loaded).expect("the world can be saved"), save, "a second save is the same");
    loaded
}

/// Compares a loaded world with the saved one, also after further changes.
fn assert_continues_alike(mut game: Game, mut loaded: Game, random: &Random) {
    for lost in game.query::<(Entity, &Lost)>().iter().map(|(entity, _)| entity).collect::<Vec<_>>() {
        game.remove::<Lost>(lost).expect("the component is present");
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
        assert_continues_alike(Game::default(), load(&Game::default()), &Random(1));
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
        assert_continues_alike(game, loaded, &random);
    }
}

#[test]
fn transient_entries_start_as_in_a_new_world() {
    let mut game = Game::default();
    game.resources.window.0 = 3;
    let ship = game.spawn((Dense(1), Lost(2)));
    let loaded = by_json(&game);
    assert_eq!((loaded.get::<Dense>(ship), loaded.get::<Lost>(ship)), (Some(&Dense(1)), None));
    assert_eq!(loaded.resources.window.0, 0);
}

#[test]
fn pending_commands_are_applied_by_the_loaded_world_as_by_the_saved_one() {
    for (count, load) in
        [0, 1, 2, 3, 64].into_iter().flat_map(|count| [by_json, by_ron, by_postcard].map(|load| (count, load)))
    {
        let mut game = Game::default();
        let ships: Vec<_> = game.spawn_batch((0..4).map(|at| (Dense(at), Slow(at)))).into_iter().collect();
        game.run();
        for at in 0..count {
            issue(&mut game, 20 + at % 18, u32::try_from(at).expect("a small number"), Some((ships[at % 4], ships[0])));
        }
        let mut loaded = load(&game);
        assert_eq!(loaded.commands().len(), game.commands().len());
        game.flush();
        loaded.flush();
        assert_eq!(game.dropped_commands(), loaded.dropped_commands(), "{count} commands");
        assert_continues_alike(game, loaded, &Random(1));
    }
}

#[test]
fn values_that_loaded_commands_replace_are_reported_in_the_order_of_their_bundle() {
    for load in [by_json, by_ron, by_postcard] {
        let mut game = Game::default();
        let ship = game.spawn((Dense(1), Slow(2)));
        game.commands().insert(ship, (Slow(3), Dense(4)));
        game.commands().exchange::<(Slow, Dense), _>(ship, (Dense(5), Slow(6)));
        let mut loaded = load(&game);
        game.flush();
        loaded.flush();
        assert_eq!(game.resources.log.0, [1_002, 2_001, 1_003, 2_004]);
        assert_eq!(loaded.resources.log, game.resources.log);
    }
}

#[test]
fn a_reserved_handle_is_that_of_the_entity_that_the_loaded_world_spawns() {
    for count in [0, 1, 2, 3, 64] {
        let mut game = Game::default();
        let gone = [game.spawn(Dense(1)), game.spawn(Dense(2))];
        for entity in gone {
            game.despawn(entity).expect("the entity is alive");
        }
        let reserved: Vec<_> = (0..count).map(|_| game.spawner().reserve_entity()).collect();
        let mut loaded = by_postcard(&game);
        assert!(!reserved.iter().any(|entity| loaded.contains(*entity)));
        let next = loaded.spawn(());
        assert!(reserved.iter().all(|entity| loaded.contains(*entity)) && !reserved.contains(&next));
        assert_eq!(game.spawn(()), next);
    }
}

#[test]
fn a_queued_function_and_a_pending_clone_are_refused() {
    let mut game = Game::default();
    game.commands().queue(|game: &mut Game, value: u32| game.resources.log.0.push(value), 3);
    let error = serde_json::to_string(&game).expect_err("a queued function cannot be saved");
    assert!(error.to_string().contains("a function queued with `commands.queue`"), "{error}");
    assert!(error.to_string().contains("call `flush` before saving"), "{error}");
    game.flush();
    assert!(serde_json::to_string(&game).is_ok());
    let ship = game.spawn(Dense(1));
    game.commands().clone_entity(ship);
    let error = serde_json::to_string(&game).expect_err("a pending clone cannot be saved");
    assert!(error.to_string().contains("`commands.clone_entity`"), "{error}");
}

#[test]
fn deferred_changes_are_settled_by_the_loaded_world_as_by_the_saved_one() {
    for (count, load) in
        [0, 1, 2, 3, 64].into_iter().flat_map(|count| [by_json, by_ron, by_postcard].map(|load| (count, load)))
    {
        let mut game = Game::default();
        let settled: Vec<_> =
            game.spawn_batch((0..4).map(|at| (Hashed(at), Ordered(at), Tree(at)))).into_iter().collect();
        game.flush();
        game.remove::<Hashed>(settled[1]).expect("the entity is alive");
        game.despawn(settled[2]).expect("the entity is alive");
        game.spawn_batch((0..count).map(|at| (Hashed(at), Ordered(at), Tree(at))));
        let mut loaded = load(&game);
        game.flush();
        loaded.flush();
        assert_eq!(loaded.resources.log, game.resources.log, "callbacks report the same changes");
        assert_continues_alike(game, loaded, &Random(1));
    }
}

#[test]
fn columns_of_any_length_are_loaded() {
    // 2^18 values of four bytes take as much memory as is reserved for larger values at once.
    for count in [0, 1, 2, 3, (1 << 18) - 1, 1 << 18, (1 << 18) + 1] {
        let mut game = Game::default();
        game.spawn_batch((0..count).map(Dense));
        let loaded = by_postcard(&game);
        assert!(loaded.query::<&Dense>().iter().map(|dense| dense.0).eq(0..count), "{count} values");
    }
}

/// Memory for any number of values of up to 16 bytes is reserved at once.
mod sizes {
    ecs_world::ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub(crate) struct Sizes;
        components: [u8; 15] as Below, [u8; 16] as At, [u8; 17] as Above;
    }
}

#[test]
fn columns_of_values_of_any_size_are_loaded() {
    // Memory for at most 61 680 values of 17 bytes is reserved at once.
    for count in [0, 1, 2, 3, 61_680, 61_681, 61_682] {
        let mut saved = sizes::Sizes::default();
        saved.spawn_batch((0..count).map(|_| ([1_u8; 15], [2_u8; 16], [3_u8; 17])));
        let save = postcard::to_allocvec(&saved).expect("the world can be saved");
        let loaded: sizes::Sizes = postcard::from_bytes(&save).expect("the save can be loaded");
        assert_eq!((loaded.len(), loaded.query::<(&[u8; 15], &[u8; 16], &[u8; 17])>().iter().count()), (count, count));
    }
}

#[test]
fn an_order_of_levels_is_not_taken_for_that_of_a_loaded_tree_of_the_same_shape() {
    let load = |spare: usize| {
        let mut game = Game::default();
        let all: Vec<_> = (0..4).map(|number| game.spawn(Dense(number))).collect();
        let (root, child) = (all[spare], all[spare + 1]);
        game.insert(child, ChildOf(root)).expect("the entity is alive");
        (by_json(&game), child)
    };
    let visited = |game: &mut Game, order: &mut LevelOrder| {
        let mut visited = vec![];
        let mut parents_first = game.query_mut::<(Entity, &Dense)>();
        parents_first.for_each_parent_first::<ChildOf>(order, |parent, (entity, _)| {
            visited.push((parent.map(|(entity, _)| entity), entity));
        });
        visited
    };
    let mut order = LevelOrder::default();
    for spare in [0, 1, 2, 0] {
        let (mut game, child) = load(spare);
        assert_eq!(
            visited(&mut game, &mut order).last().map(|(_, entity)| *entity),
            Some(child),
            "{spare} entities before the root"
        );
        let expected = visited(&mut game, &mut LevelOrder::default());
        assert_eq!(visited(&mut game, &mut order), expected, "{spare} entities before the root");
    }
}
