//! Saves of earlier versions stay readable. Each file was written by the version that introduced its format.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Position(pub(crate) f32, pub(crate) f32);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Name(String);

#[derive(Debug, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct ChildOf(Entity);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hit(u8);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Phase {
    Menu,
    Play,
}

#[system]
fn hear(_hits: EventReader<'_, Hit>) {}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub(crate) struct Game;
    components: Position, Name;
    relations: ChildOf (tree, cascade);
    resources: u64 as Seed = 7;
    events: Hit;
    states: Phase = Phase::Menu;
    systems: hear;
}

/// The world that was saved.
fn game() -> Game {
    let mut game = Game::default();
    let gone = game.spawn(());
    let root = game.spawn((Position(1.5, -2.0), Name("root".into())));
    game.spawn((Position(0.25, 3.0), ChildOf(root)));
    game.despawn(gone).expect("the entity is alive");
    game.resources.seed = 11;
    game.events.hit.send(Hit(3));
    game.run();
    game.events.hit.send(Hit(4));
    game.states.phase.set(Phase::Play);
    game
}

/// The file with this name; with `UPDATE_EXPECT`, it is written first if it does not exist. A file that exists is never changed.
pub(crate) fn file(name: &str, save: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/golden").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() && !path.exists() {
        std::fs::write(&path, save()).expect("the file can be written");
    }
    std::fs::read(&path).expect("the file exists")
}

/// The saved world with commands, for the version that introduced commands in saves.
fn game_with_commands() -> Game {
    let mut game = game();
    let ship = game.spawner().spawn((Position(4.0, 5.0), Name("later".into())));
    game.commands().exchange::<Position, _>(ship, Name("then".into()));
    game.commands().spawn_batch([Position(6.0, 7.0), Position(8.0, 9.0)]);
    game
}

/// Reads the files of a world in each format.
fn in_each_format(name: &str, game: &Game) -> [Game; 3] {
    let json = file(&format!("{name}.json"), || serde_json::to_vec_pretty(game).expect("the world can be saved"));
    let ron = file(&format!("{name}.ron"), || {
        ron::ser::to_string_pretty(game, ron::ser::PrettyConfig::default()).expect("the world can be saved").into()
    });
    let postcard = file(&format!("{name}.postcard"), || postcard::to_allocvec(game).expect("the world can be saved"));
    [
        serde_json::from_slice(&json).expect("a save in JSON"),
        ron::de::from_bytes(&ron).expect("a save in RON"),
        postcard::from_bytes(&postcard).expect("a save in postcard"),
    ]
}

#[test]
fn saves_of_the_first_format_are_read() {
    for mut loaded in in_each_format("first", &game()) {
        loaded.check_invariants().expect("the world is consistent");
        let positions: Vec<_> =
            loaded.query::<(Entity, &Position)>().iter().map(|(own, position)| (own.to_bits(), position.0)).collect();
        assert_eq!(positions, [(1 << 32 | 1, 1.5), (1 << 32 | 2, 0.25)]);
        assert_eq!((loaded.resources.seed, loaded.events.hit.len(), *loaded.states.phase.get()), (11, 2, Phase::Menu));
        assert_eq!(
            postcard::to_allocvec(&loaded),
            postcard::to_allocvec(&game()),
            "the loaded world is saved like the original"
        );
        assert_eq!(loaded.spawn(()).to_bits(), 3 << 32, "the slot that was freed is used next");
    }
}

/// Asserts that the loaded world applies its commands like the saved one.
fn assert_continues(loaded: &mut Game, saved: &[u8]) {
    assert_eq!(postcard::to_allocvec(loaded).expect("the world can be saved"), saved);
    assert_eq!((loaded.len(), loaded.commands().len()), (2, 4));
    loaded.flush();
    loaded.check_invariants().expect("the world is consistent");
    assert_eq!((loaded.len(), loaded.query::<&Position>().iter().count()), (5, 4));
    let names: Vec<_> = loaded.query::<(Entity, &Name)>().iter().map(|(own, name)| (own.to_bits(), &*name.0)).collect();
    assert_eq!(names, [(1 << 32 | 1, "root"), (3 << 32, "then")]);
}

#[test]
fn saves_of_the_second_format_are_read() {
    let saved = game_with_commands();
    let bytes = postcard::to_allocvec(&saved).expect("the world can be saved");
    for mut loaded in in_each_format("second", &saved) {
        assert_continues(&mut loaded, &bytes);
    }
}

#[test]
fn saves_of_the_third_format_are_read_and_written_as_they_were() {
    let saved = game_with_commands();
    let bytes = postcard::to_allocvec(&saved).expect("the world can be saved");
    for mut loaded in in_each_format("third", &saved) {
        assert_continues(&mut loaded, &bytes);
    }
    assert_eq!(file("third.postcard", Vec::new), bytes, "the world has the same bytes as the file");
}
