//! A save with a repeated entry is refused, and the message names the entry.

use crate::worlds::{ChildOf, Dense, Game};

/// The error of a save in which an entry is repeated at the beginning of its section.
fn refused(section: &str, name: &str) -> String {
    let mut game = Game::default();
    let root = game.spawn(Dense(1));
    game.spawn((Dense(2), ChildOf(root)));
    let save = serde_json::to_string(&game).expect("the world can be saved");
    let all: serde_json::Value = serde_json::from_str(&save).expect("the save is JSON");
    let (start, entry) = (format!(r#""{section}":{{"#), &all[section][name]);
    assert!(save.contains(&start) && !entry.is_null(), "{section}: {save}");
    let save = save.replacen(&start, &format!(r#"{start}"{name}":{entry},"#), 1);
    serde_json::from_str::<Game>(&save).err().map_or("it was loaded".into(), |error| error.to_string())
}

#[test]
fn a_repeated_entry_of_any_section_is_named() {
    let cases = [
        ("components", "Dense", "component"),
        ("relations", "ChildOf", "relation"),
        ("lists", "Hashed, Ordered", "list"),
        ("resources", "Log", "resource"),
        ("events", "Hit", "event"),
        ("states", "Phase", "state"),
        ("systems", "Count", "system"),
    ];
    for (section, name, word) in cases {
        let error = refused(section, name);
        assert!(error.starts_with(&format!("the save has the {word} `{name}` twice")), "{section}: {error}");
    }
}
