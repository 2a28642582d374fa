//! Worlds in files: saves are whole whenever the program ends; and values of the library in formats of serde.

mod documents;
mod kills;
mod saving;
mod templates;
mod values;

use std::path::{Path, PathBuf};

use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub(crate) struct Game;
    components: u64 as Turn;
}

/// A world of `count` entities, all with the same value.
pub(crate) fn game(turn: u64, count: usize) -> Game {
    let mut game = Game::default();
    game.spawn_batch((0..count).map(|_| turn));
    game
}

/// The value that all entities of a world have, and the number of entities.
pub(crate) fn turn(game: &mut Game) -> (u64, usize) {
    game.check_invariants().expect("the world is consistent");
    let mut turns = game.query::<&u64>().iter().copied().collect::<Vec<_>>();
    let count = turns.len();
    turns.dedup();
    assert!(turns.len() <= 1, "all parts are of one turn: {turns:?}");
    (turns.first().copied().unwrap_or_default(), count)
}

/// A folder that is removed when this value is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ecs-world-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the temporary folder can be created");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder exists");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
