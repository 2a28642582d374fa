//! Saves: a game is saved to a file, quit, loaded and continued, and a save of an earlier version is loaded by the present one:
//! `cargo run --example saves --features serde,std`. With `-- FILE`, each start continues the game in that file for a week.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]

use std::error::Error;
use std::io::ErrorKind;
use std::path::Path;

use ecs_world::FileErrorKind;
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Name(String);
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Coins(u32);
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Relation)]
struct WorksFor(Entity);

#[derive(Debug, Default, Serialize, Deserialize)]
struct Calendar {
    day: u32,
}

/// Contents of the screen, which are not part of the saved state.
#[derive(Debug, Default)]
struct Screen(String);

#[system]
fn dawn(calendar: &mut Calendar, screen: &mut Screen) {
    calendar.day += 1;
    screen.0 = format!("day {}", calendar.day);
}

/// Pays each worker.
#[system]
fn earn(coins: &mut Coins, _: &WorksFor) {
    coins.0 += 3;
}

/// The owner of the shop hires a worker every third day.
#[system(without(WorksFor))]
fn hire(owner: Entity, _: &Coins, calendar: &Calendar, commands: &mut Commands<Game>) {
    if calendar.day.is_multiple_of(3) {
        commands.spawn((Name(format!("hired on day {}", calendar.day)), Coins(0), WorksFor(owner)));
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[version(2)]
    struct Game;
    components: Name, #[renamed("Money")] Coins;
    relations: #[since(2)] WorksFor (clear);
    resources: #[since(2)] Calendar, #[transient] Screen;
    systems: dawn, earn, hire;
}

/// The first version of the game, which had neither workers nor days, and called coins money.
mod first {
    use super::{Coins, Name};

    ecs_world::ecs_world! {
        #[derive(Serialize)]
        pub(crate) struct Game;
        components: Name, Coins as Money;
    }
}

fn new_game() -> Game {
    let mut game = Game::default();
    game.spawn((Name("Ada".into()), Coins(10)));
    game
}

/// Loads the game from a file; creates a new one if there is no such file.
fn load(path: &Path) -> Result<Game, Box<dyn Error>> {
    match Game::load_from(path, |bytes| serde_json::from_slice(bytes)) {
        Ok(game) => Ok(game),
        Err(error) => match &error.kind {
            FileErrorKind::Io(missing) if missing.kind() == ErrorKind::NotFound => Ok(new_game()),
            _ => Err(error.into()),
        },
    }
}

/// Continues the game for a week and saves it, as one start of the program does.
fn play(path: &Path) -> Result<Game, Box<dyn Error>> {
    let mut game = load(path)?;
    (0..7).for_each(|_| game.run());
    game.save_to(path, |game, file| serde_json::to_writer_pretty(file, game))?;
    let coins: u32 = game.query::<&Coins>().iter().map(|coins| coins.0).sum();
    println!("{}: {} people have {coins} coins; saved to {}", game.resources.screen.0, game.len(), path.display());
    Ok(game)
}

/// Loads a save of the first version: entries that it lacks start as in a new game.
fn migrate() -> Result<Game, Box<dyn Error>> {
    let mut old = first::Game::default();
    old.spawn((Name("Grace".into()), Coins(100)));
    Ok(serde_json::from_str(&serde_json::to_string(&old)?)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(path) = std::env::args_os().nth(1) {
        play(Path::new(&path))?;
        return Ok(());
    }
    let path = std::env::temp_dir().join(format!("ecs-world-example-{}.json", std::process::id()));
    play(&path)?;
    let continued = play(&path)?;
    std::fs::remove_file(&path)?;

    // A game that was quit and loaded continues like one that was not.
    let mut at_once = new_game();
    (0..14).for_each(|_| at_once.run());
    assert_eq!(serde_json::to_string(&continued)?, serde_json::to_string(&at_once)?);

    let mut migrated = migrate()?;
    (0..7).for_each(|_| migrated.run());
    println!("migrated: {}, {} people", migrated.resources.screen.0, migrated.len());
    assert_eq!((migrated.resources.calendar.day, migrated.len()), (7, 3));
    Ok(())
}
