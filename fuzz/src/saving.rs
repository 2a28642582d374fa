//! Saves of a world with most kinds of storages, views and entries, and documents of templates. Whatever the bytes are, loading either
//! refuses them, or creates a consistent world, which is the same after it is saved and loaded again, and which can run.

use std::time::Duration;

use ecs_world::prelude::*;
use ecs_world::{Delta, FixedStep, Saves, Templates, Timer};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Dense(u32);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Slow {
    level: i8,
    name: String,
    near: Option<f32>,
}
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Indexed(u8);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Hashed(Vec<u16>);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Packed(Kind);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flag;
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Doubled(u32);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Cooldown(Timer);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
struct ChildOf(Entity);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
struct Likes(EntitySet);
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Hit(u8);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Kind {
    Plain,
    Wrapped(u8),
    Named { near: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Phase {
    Menu,
    Play,
}

#[derive(Debug, Serialize, Deserialize)]
struct Pace(FixedStep);

#[derive(Debug, Default, Serialize, Deserialize)]
struct Bestiary(Templates<Game>);

#[derive(Debug, Default, Serialize, Deserialize)]
struct Count(u32);

#[system]
impl Count {
    fn run(&mut self, dense: &mut Dense, _: &Slow) {
        self.0 = self.0.wrapping_add(1);
        dense.0 = dense.0.wrapping_mul(31).wrapping_add(self.0);
    }
}

#[system]
fn hear(hits: EventReader<'_, Hit>, count: &mut Heard) {
    count.0 = count.0.wrapping_add(hits.into_iter().map(|hit| u32::from(hit.0)).sum());
}

#[system(changed(Dense), view = delayed)]
fn watch(_: Entity, _: &Dense, _: &Hashed) {}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Heard(u32);

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components:
        Dense,
        Slow,
        #[storage(vec)] Indexed,
        #[storage(hash_map)] Hashed,
        #[storage(packed)] Packed,
        #[storage(tag)] Flag,
        #[double_buffered] Doubled,
        Cooldown;
    relations: ChildOf (tree, cascade), Likes (many, clear);
    resources: Pace = Pace(FixedStep::new(Duration::from_millis(10), 5)), Bestiary, Heard;
    events: Hit;
    states: Phase = Phase::Menu;
    systems: Count, sync, hear, watch;
    queries: (Dense, Slow, without(Flag));
}

/// Uses a world that was loaded.
fn use_loaded(mut game: Game) {
    game.check_invariants().expect("the loaded world is consistent");
    game.run();
    game.check_invariants().expect("the world stays consistent");
    let templates: Vec<_> = game.resources.bestiary.0.iter().map(|(_, template)| template.clone()).collect();
    for template in &templates {
        let _ = game.try_spawn_template(template);
    }
    let all: Vec<_> = game.entities().collect();
    for entity in all {
        let _ = game.remove::<Dense>(entity);
        let _ = game.despawn(entity);
    }
    game.spawn((Dense(1), Slow { level: 1, name: String::new(), near: None }));
    game.check_invariants().expect("the world stays consistent");
}

macro_rules! formats {
    ($($(#[$doc:meta])* $function:ident: $load:expr, $save:expr;)*) => {
        $($(#[$doc])*
        pub fn $function(bytes: &[u8]) {
            let (load, save): (fn(&[u8]) -> Option<Game>, fn(&Game) -> Option<Vec<u8>>) = ($load, $save);
            let Some(game) = load(bytes) else { return };
            if let Some(saved) = save(&game) {
                // Formats may write values that they cannot read, such as NaN in JSON.
                if let Some(again) = load(&saved) {
                    assert_eq!(save(&again), Some(saved), "a loaded world is saved as before");
                }
            }
            use_loaded(game);
        })*
    };
}

formats! {
    /// Loads a save in postcard.
    saves_postcard:
        |bytes| postcard::from_bytes(bytes).ok(),
        |game| postcard::to_allocvec(game).ok();
    /// Loads a save in JSON.
    saves_json:
        |bytes| serde_json::from_slice(bytes).ok(),
        |game| serde_json::to_vec(game).ok();
    /// Loads a save in RON.
    saves_ron:
        |bytes| ron::de::from_bytes(bytes).ok(),
        |game| ron::to_string(game).ok().map(String::into_bytes);
}

/// Loads a document of templates in each format.
pub fn templates(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let json = Templates::<Game>::load("fuzz.json", &mut serde_json::Deserializer::from_str(text));
    let ron = ron::Deserializer::from_str(text).map(|mut ron| Templates::<Game>::load("fuzz.ron", &mut ron));
    let toml = toml::Deserializer::parse(text).map(|toml| Templates::<Game>::load("fuzz.toml", toml));
    for loaded in [Some(json), ron.ok(), toml.ok()].into_iter().flatten() {
        match loaded {
            Ok(library) => {
                let mut game = Game::default();
                library.iter().for_each(|(_, template)| drop(game.spawn_templates(template, 2)));
                game.check_invariants().expect("the loaded world is consistent");
            }
            Err(error) => assert!(error.to_string().lines().count() >= 1 && !error.mistakes().is_empty()),
        }
    }
}

/// Creates a world with data in each part of its state.
fn game() -> Game {
    let mut game = Game::default();
    let gone = game.spawn(Flag);
    let root = game.spawn((Dense(1), Slow { level: -3, name: "root".into(), near: Some(0.5) }, Indexed(7)));
    let child = game.spawn((Dense(2), Hashed(vec![1, 2]), Packed(Kind::Named { near: true }), ChildOf(root)));
    game.spawn((Flag, Doubled(4), Cooldown(Timer::repeating(Duration::from_secs(2))), ChildOf(child)));
    game.spawn((Packed(Kind::Wrapped(9)), Likes([root, child].into_iter().collect())));
    game.despawn(gone).expect("the entity is alive");
    game.resources.bestiary.0.insert("Goblin", Template::new().with((Dense(5), Flag, Packed(Kind::Plain))));
    game.events.hit.send(Hit(3));
    game.run();
    game.events.hit.send(Hit(4));
    game.states.phase.set(Phase::Play);
    game
}
/// Creates the same world at a later time.
fn game_later() -> Game {
    let mut game = game();
    let all: Vec<_> = game.entities().collect();
    game.run();
    game.despawn(all[2]).expect("the entity is alive");
    game.spawn((Dense(9), Flag, ChildOf(all[1])));
    game.insert(all[0], (Packed(Kind::Plain), Hashed(vec![3]))).expect("the entity is alive");
    game.commands().spawn(Indexed(1));
    game
}

/// Applies a delta that consists of the bytes, after the hashes of a world and of its later state, so that the bytes are read.
pub fn deltas(bytes: &[u8]) {
    let (mut game, later) = (game(), game_later().state_hash());
    let before = game.state_hash();
    let sent = postcard::to_allocvec(&(Game::SCHEMA_HASH, before, later, bytes)).expect("the numbers can be written");
    let delta: Delta<Game> = postcard::from_bytes(&sent).expect("any bytes may be a delta");
    match game.apply(&delta) {
        Ok(()) => assert_eq!(game.state_hash(), later, "an applied delta leads to its target"),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(game.state_hash(), before, "a refused delta changes nothing");
        }
    }
    use_loaded(game);
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"Base": {"Dense": 1, "Slow": {"level": 1, "name": "x", "near": null}},
        "Orc": {"extends": ["Base", "Other"], "without": "Slow", "Hashed": [1, 2]},
        "Other": {"Packed": {"Named": {"near": true}}, "Flag": {}, "Cooldown": {"duration": {"secs": 1, "nanos": 0}}}}"#;

    const RON: &str = r#"{"Base": {"Dense": (1), "Slow": (level: 1, name: "x", near: Some(0.5))},
        "Orc": {"extends": ["Base", "Other"], "without": "Slow", "Hashed": ([1, 2])},
        "Other": {"Packed": (Named(near: true)), "Flag": ()}}"#;

    const TOML: &str = "[Base]\nDense = 1\nSlow = { level = 1, name = 'x' }\n\n[Orc]\nextends = ['Base', 'Other']\n\
        without = 'Slow'\nHashed = [1, 2]\n\n[Other]\nPacked = 'Plain'\nFlag = {}\n";

    /// Compares a seed with its file; with `UPDATE_EXPECT`, writes it. `.ci/fuzz` begins with this test.
    fn seed(target: &str, name: &str, bytes: Vec<u8>) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder can be created");
            std::fs::write(folder.join(name), &bytes).expect("the seed can be written");
        }
        assert!(std::fs::read(folder.join(name)).expect("the seed exists") == bytes, "{target}/{name}");
    }

    #[test]
    fn seeds_are_saves_and_documents() {
        let mut empty = Game::default();
        empty.run();
        for (name, game) in [("empty", empty), ("small", game())] {
            let (postcard, json) = (postcard::to_allocvec(&game), serde_json::to_vec(&game));
            let ron = ron::to_string(&game).map(String::into_bytes);
            let [postcard, json, ron] =
                [postcard.ok(), json.ok(), ron.ok()].map(|save| save.expect("the world can be saved"));
            assert!(postcard::from_bytes::<Game>(&postcard).is_ok());
            assert!(serde_json::from_slice::<Game>(&json).is_ok() && ron::de::from_bytes::<Game>(&ron).is_ok());
            saves_postcard(&postcard);
            saves_json(&json);
            saves_ron(&ron);
            seed("saves_postcard", name, postcard);
            seed("saves_json", name, json);
            seed("saves_ron", name, ron);
        }
        let edits: (u64, u64, u64, Vec<u8>) = {
            let delta = game_later().diff(&game()).expect("the worlds can be saved");
            postcard::from_bytes(&postcard::to_allocvec(&delta).expect("the delta can be written"))
                .expect("the delta can be read")
        };
        deltas(&edits.3);
        seed("deltas", "later", edits.3);
        for (name, document) in [("document.json", JSON), ("document.ron", RON), ("document.toml", TOML)] {
            templates(document.as_bytes());
            seed("templates", name, document.into());
        }
        assert!(Templates::<Game>::load("", &mut serde_json::Deserializer::from_str(JSON)).is_ok());
        assert!(
            Templates::<Game>::load("", &mut ron::Deserializer::from_str(RON).expect("the document is RON")).is_ok()
        );
        assert!(Templates::<Game>::load("", toml::Deserializer::parse(TOML).expect("the document is TOML")).is_ok());
    }
}
