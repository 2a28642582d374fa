//! Messages about a save of another declaration: what differs, and what to write. Each suggestion is tested.
#![allow(clippy::trivially_copy_pass_by_ref, clippy::unused_self, reason = "systems take what they are called with")]

use ecs_world::Load;
use ecs_world::prelude::*;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Health(u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mana(u32);

#[system(changed(Health))]
fn notice(_: &Health) {}

/// A system with a state.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Graveyard {
    dead: u32,
}

#[system]
impl Graveyard {
    fn run(&mut self, _: &Health) {
        self.dead += 1;
    }
}

/// A system without one.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Priest;

#[system]
impl Priest {
    fn run(&self, _: &Health) {}
}

/// A state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) enum Mood {
    #[default]
    Calm,
}

/// Declares modules with the first version of the world and with later ones.
macro_rules! games {
    ($($module:ident: $(#[$attribute:meta])* { $($sections:tt)* })*) => {
        $(mod $module {
            #[allow(unused_imports, clippy::wildcard_imports, reason = "a declaration names only some of these items")]
            use super::*;

            ecs_world! {
                #[derive(Serialize, Deserialize)]
                $(#[$attribute])*
                pub(crate) struct Game;
                $($sections)*
            }
        })*
    };
}

games! {
    first: { components: Health, Mana; }
    swapped: { components: Mana, Health; }
    swapped_later: #[version(2)] { components: Mana, Health; }
    noticing: { components: Health, Mana; systems: notice; }
    noticing_later: #[version(2)] { components: Health, Mana; systems: notice; }
    buried: { components: Health, Mana; systems: Graveyard; }
    buried_untold: #[version(2)] { components: Health, Mana; systems: Graveyard; }
    buried_later: #[version(2)] { components: Health, Mana; systems: #[since(2)] Graveyard; }
    doubled: { components: #[double_buffered] Health, Mana; }
    doubled_later: #[version(2)] { components: #[double_buffered] Health, Mana; }
    blessed: { components: Health, Mana; systems: Priest; }
    blessed_later: #[version(2)] { components: Health, Mana; systems: Priest; }
    without_mana: { components: Health; }
    without_mana_later: #[version(2)] #[removed("Mana")] { components: Health; }
    transient_mana: { components: Health, #[transient] Mana; }
    transient_mana_later: #[version(2)] #[removed("Mana")] { components: Health, #[transient] Mana; }
    valued: { components: Health; resources: u64 as Seed; events: u32 as Hit; states: Mood; systems: Graveyard; }
    forgetful: {
        components: Health;
        resources: #[transient] u64 as Seed;
        events: u32 as Hit;
        states: Mood;
        systems: Graveyard;
    }
    thoughtless: {
        components: Health;
        resources: u64 as Seed;
        events: #[transient] u32 as Hit;
        states: Mood;
        systems: Graveyard;
    }
    moodless: {
        components: Health;
        resources: u64 as Seed;
        events: u32 as Hit;
        states: #[transient] Mood;
        systems: Graveyard;
    }
    unburied: {
        components: Health;
        resources: u64 as Seed;
        events: u32 as Hit;
        states: Mood;
        systems: #[transient] Graveyard;
    }
}

/// A save of the first version.
fn save() -> String {
    let mut game = first::Game::default();
    game.spawn((Health(3), Mana(4)));
    game.commands().spawn(Mana(5));
    serde_json::to_string(&game).expect("the world can be saved")
}

/// The message about the save.
fn refusal<W: DeserializeOwned>() -> String {
    refusal_of::<W>(&save())
}

fn refusal_of<W: DeserializeOwned>(save: &str) -> String {
    let error = serde_json::from_str::<W>(save).err().expect("the save is refused").to_string();
    error.split(" at line").next().unwrap_or_default().into()
}

fn is_loaded<W: DeserializeOwned>() -> bool {
    serde_json::from_str::<W>(&save()).is_ok()
}

#[test]
fn advice_names_orders_and_readers_of_changes_that_differ() {
    let expected = "the save is of world `Game`, version 1, with another declaration: an entry, its name, kind, type or place \
                    differs, or which systems have `changed(..)` or `added(..)`. Write `#[version(2)]` before `struct Game;` if the types \
                    read what the former ones wrote, or load it with a policy of `Load`";
    assert_eq!([refusal::<swapped::Game>(), refusal::<noticing::Game>()], [expected, expected]);
    assert!(is_loaded::<swapped_later::Game>() && is_loaded::<noticing_later::Game>());
    for load in [Load::new().default_missing(), Load::<swapped::Game>::new().skip_unknown()] {
        assert!(load.deserialize(&mut serde_json::Deserializer::from_str(&save())).is_ok());
    }
}

#[test]
fn advice_for_an_entry_that_a_save_lacks_names_since_and_the_version() {
    let policy = "or load it with `Load::new().default_missing()`, to let it start as in a new world";
    let missing = "the save, of version 1, has no system `Graveyard`, which world `Game` declares";
    assert_eq!(
        [refusal::<buried::Game>(), refusal::<buried_untold::Game>()],
        [
            format!("{missing}: write `#[since(2)]` before it and `#[version(2)]` before `struct Game;`, {policy}"),
            format!("{missing}: write `#[since(2)]` before it, {policy}"),
        ]
    );
    let past = "the save, of version 1, has no component `Past<Health>`, which world `Game` declares";
    assert_eq!(refusal::<doubled::Game>(), format!("{past}: write `#[version(2)]` before `struct Game;`, {policy}"));
    assert!(is_loaded::<buried_later::Game>() && is_loaded::<doubled_later::Game>());
}

#[test]
fn advice_for_a_save_of_a_later_version_names_only_the_policy() {
    let later = save().replace(r#""version":1"#, r#""version":3"#);
    let load = Load::<buried_later::Game>::new().skip_unknown();
    let error = load.deserialize(&mut serde_json::Deserializer::from_str(&later)).err().expect("the save is refused");
    let expected = "the save, of version 3, has no system `Graveyard`, which world `Game` declares: load it with \
                    `Load::new().default_missing()`, to let it start as in a new world";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn advice_for_an_entry_that_the_world_lacks_names_removed() {
    let advice = "which world `Game` does not declare: in a version after that of the save, write `#[removed(\"Mana\")]` before \
                  `struct Game;`, or `#[renamed(\"Mana\")]` before the entry that it became; or load it with \
                  `Load::new().skip_unknown()` to leave it out";
    assert_eq!(refusal::<without_mana::Game>(), format!("the save has the component `Mana`, {advice}"));
    let mut save: serde_json::Value = serde_json::from_str(&save()).expect("the save is JSON");
    save["components"].as_object_mut().expect("a map").remove("Mana");
    let error = serde_json::from_value::<without_mana::Game>(save)
        .err()
        .expect("a command inserts the removed component")
        .to_string();
    assert_eq!(error, format!("pending commands of the save have the component `Mana`, {advice}"));
    assert!(is_loaded::<without_mana_later::Game>());
}

#[test]
fn advice_says_that_an_entry_has_become_transient() {
    let advice = |name: &str| {
        format!(
            "which is `#[transient]` in world `Game`, so it is not loaded: in a version after that of the save, write \
             `#[removed(\"{name}\")]` before `struct Game;`, or `#[renamed(\"{name}\")]` before the entry that it became; or load it with \
             `Load::new().skip_unknown()` to leave it out"
        )
    };
    let mana = format!("the save has the component `Mana`, {}", advice("Mana"));
    assert_eq!(refusal::<transient_mana::Game>(), mana);
    assert!(is_loaded::<transient_mana_later::Game>());
    let save = serde_json::to_string(&valued::Game::default()).expect("the world can be saved");
    let refusals = [
        refusal_of::<forgetful::Game>(&save),
        refusal_of::<thoughtless::Game>(&save),
        refusal_of::<moodless::Game>(&save),
        refusal_of::<unburied::Game>(&save),
    ];
    let expected = [("resource", "Seed"), ("event", "Hit"), ("state", "Mood"), ("system", "Graveyard")];
    assert_eq!(refusals, expected.map(|(word, name)| format!("the save has the {word} `{name}`, {}", advice(name))));
}

#[test]
fn a_save_may_lack_a_system_without_fields() {
    let [json, postcard] = [is_loaded::<blessed_later::Game>(), {
        let game = first::Game::default();
        postcard::from_bytes::<blessed_later::Game>(&postcard::to_allocvec(&game).expect("a save")).is_ok()
    }];
    assert!(json && postcard);
    assert!(
        refusal::<blessed::Game>().contains("`#[version(2)]`"),
        "another declaration of the same version is refused"
    );
}
