//! Saves of earlier versions of a declaration: entries that were renamed, added and removed.

use ecs_world::Load;
use ecs_world::prelude::*;
use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};

use crate::golden;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Dense(u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mana(String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hit(u8);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Phase {
    Menu,
    Play,
}

/// Receives each hit once.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ears {
    heard: u32,
}

#[system]
impl Ears {
    fn run(&mut self, hits: EventReader<'_, Hit>) {
        self.heard += u32::try_from(hits.into_iter().count()).expect("a small number");
    }
}

#[system(view = list)]
fn visit(_: &Dense, _: Option<&Mana>) {}

mod first {
    #[allow(clippy::wildcard_imports, reason = "the declaration names only some of these items")]
    use super::*;

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub(crate) struct Game;
        components: #[double_buffered] Dense, #[double_buffered] Mana, u8 as Level;
        resources: u64 as Seed = 7, u32 as Gold = 3;
        events: Hit, u8 as Noise;
        states: Phase = Phase::Menu, u8 as Stage = 1;
        systems: Ears, visit;
        queries: (Level, without(Mana)), (Level, Dense);
    }
}

mod later {
    use super::Hit as Blow;
    #[allow(clippy::wildcard_imports, reason = "the declaration names only some of these items")]
    use super::*;

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(3)]
        #[removed("Mana" = Mana, "Gold" = u32)]
        #[removed("Noise" = u8, "Stage" = u8)]
        pub(crate) struct Game;
        components:
            #[renamed("Dense")] #[double_buffered] Dense as Mass,
            #[renamed("Rank", "Level")] u8 as Tier,
            #[since(2)] #[double_buffered] u16 as Age;
        resources: #[renamed("Seed")] u64 as Chance = 8, #[since(3)] u32 as Wood = 5;
        events: #[renamed("Hit")] Hit as Blow, #[since(2)] u16 as Call;
        states: #[renamed("Phase")] Phase as Scene = Phase::Menu, #[since(3)] u16 as Act = 4;
        systems: #[renamed("Ears")] Ears2;
        queries: (Tier, Mass);
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    pub(crate) struct Ears2 {
        pub(super) heard: u32,
    }

    #[system]
    impl Ears2 {
        fn run(&mut self, hits: EventReader<'_, Blow>) {
            self.heard += u32::try_from(hits.into_iter().count()).expect("a small number");
        }
    }
}

fn first() -> first::Game {
    let mut game = first::Game::default();
    game.spawn((Dense(1), 2_u8));
    game.spawn((Dense(3), Mana("much".into())));
    game.spawn((Dense(4), 5_u8, Mana("little".into())));
    game.events.hit.send(Hit(1));
    game.events.noise.send(9);
    game.run();
    game.events.hit.send(Hit(2));
    game.states.phase.set(Phase::Play);
    game.resources.seed = 11;
    game.commands().spawn((6_u8, Mana("none".into()), Dense(7)));
    game
}

/// Worlds loaded from a save of the first version in each format.
fn loaded() -> [later::Game; 3] {
    let game = first();
    let [json, ron] = [serde_json::to_string(&game).ok(), ron::to_string(&game).ok()].map(|save| save.expect("a save"));
    let postcard = postcard::to_allocvec(&game).expect("a save");
    [
        serde_json::from_str(&json).expect("a save in JSON"),
        ron::from_str(&ron).expect("a save in RON"),
        postcard::from_bytes(&postcard).expect("a save in postcard"),
    ]
}

#[test]
fn renamed_entries_keep_their_values_new_ones_get_defaults_and_removed_ones_are_skipped() {
    for mut game in loaded() {
        game.check_invariants().expect("the world is consistent");
        let mut masses: Vec<_> =
            game.query::<(Entity, &Dense)>().iter().map(|(own, mass)| (own.index(), mass.0)).collect();
        masses.sort_unstable();
        assert_eq!(masses, [(0, 1), (1, 3), (2, 4)]);
        assert_eq!(game.query::<&u8>().iter().map(|tier| u32::from(*tier)).sum::<u32>(), 2 + 5);
        assert_eq!(game.query::<&u16>().iter().count(), 0);
        assert_eq!((game.resources.chance, game.resources.wood), (11, 5));
        assert_eq!((*game.states.scene.get(), *game.states.act.get()), (Phase::Menu, 4));
        assert_eq!(game.systems.ears2.heard, 1);
        game.run();
        assert_eq!(game.systems.ears2.heard, 2, "the cursor of the system is restored");
        assert_eq!((*game.states.scene.get(), game.len()), (Phase::Play, 4));
        assert!(game.query::<(&u8, &Dense)>().iter().any(|own| own == (&6, &Dense(7))));
        let again: later::Game = postcard::from_bytes(&postcard::to_allocvec(&game).expect("a save")).expect("a save");
        assert_eq!(postcard::to_allocvec(&again), postcard::to_allocvec(&game));
    }
}

#[test]
fn a_save_of_a_later_version_is_refused() {
    let game = later::Game::default();
    let mut save = serde_json::to_value(&game).expect("a save");
    save["version"] = serde_json::json!(4);
    let error = serde_json::from_value::<later::Game>(save.clone()).err().expect("the save is refused").to_string();
    assert!(error.contains("version 4 of world `Game`, and this is version 3"), "{error}");
    assert!(Load::<later::Game>::new().skip_unknown().deserialize(save).is_ok());
}

#[test]
fn missing_entries_of_a_version_are_refused_and_additional_ones_are_read() {
    let mut save = serde_json::to_value(later::Game::default()).expect("a save");
    for (version, is_loaded) in [(1, true), (2, true), (3, false)] {
        save["resources"].as_object_mut().expect("a map").remove("Wood");
        save["version"] = serde_json::json!(version);
        assert_eq!(serde_json::from_value::<later::Game>(save.clone()).is_ok(), is_loaded, "version {version}");
    }
    for (version, is_loaded) in [(1, true), (2, false)] {
        save["components"].as_object_mut().expect("a map").remove("Age");
        save["components"].as_object_mut().expect("a map").remove("Past<Age>");
        save["version"] = serde_json::json!(version);
        assert_eq!(serde_json::from_value::<later::Game>(save.clone()).is_ok(), is_loaded, "version {version}");
    }
    save["resources"]["Wood"] = serde_json::json!(77);
    save["version"] = serde_json::json!(1);
    assert_eq!(serde_json::from_value::<later::Game>(save.clone()).expect("a save").resources.wood, 77);
    save["resources"]["Seed"] = serde_json::json!(1);
    let error = serde_json::from_value::<later::Game>(save).err().expect("the save is refused").to_string();
    assert!(error.contains("twice"), "both names refer to one entry: {error}");
}

mod doubled {
    #[allow(clippy::wildcard_imports, reason = "the declaration names only some of these items")]
    use super::*;

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub(crate) struct Before;
        components: Dense, #[storage(hashed_array_tree)] Mana, #[storage(hash_map)] u8 as Level, #[storage(packed)] u16 as Age,
            #[rare] i8 as Luck;
        systems: visit;
    }

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub(crate) struct Same;
        components: #[double_buffered] Dense, Mana, u8 as Level, u16 as Age, i8 as Luck;
    }

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(2)]
        #[removed("Luck" = i8)]
        pub(crate) struct After;
        components: #[double_buffered] #[tracked] Dense, #[storage(hashed_array_tree)] #[double_buffered] Mana,
            #[storage(hash_map)] #[double_buffered] u8 as Level, #[storage(packed)] #[double_buffered] u16 as Age;
        systems: visit;
    }

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(3)]
        #[removed("Past<Dense>" = Dense, "Past<Mana>" = Mana, "Past<Level>" = u8)]
        #[removed("Past<Age>" = u16)]
        pub(crate) struct Again;
        components: Dense, Mana, u8 as Level, u16 as Age;
    }
}

fn before() -> doubled::Before {
    let mut game = doubled::Before::default();
    for number in 0..70_u8 {
        game.spawn((Dense(number.into()), Mana(number.to_string()), number));
        game.spawn((u16::from(number), number, 1_i8));
    }
    game.run();
    game
}

#[test]
fn pasts_of_components_that_were_not_double_buffered_are_their_present_values() {
    let game = before();
    let (json, postcard) =
        (serde_json::to_string(&game).expect("a save"), postcard::to_allocvec(&game).expect("a save"));
    let worlds: [doubled::After; 2] =
        [serde_json::from_str(&json).expect("a save"), postcard::from_bytes(&postcard).expect("a save")];
    for mut game in worlds {
        game.check_invariants().expect("the world is consistent");
        assert!(
            game.query::<(&Dense, &Past<Dense>)>()
                .iter()
                .map(|(now, past)| (now.0, past.0))
                .eq((0..70).map(|own| (own, own)))
        );
        assert_eq!(game.query::<(&Mana, &Past<Mana>)>().iter().filter(|(now, past)| *now == &***past).count(), 70);
        assert_eq!(game.query::<(&u8, &Past<u8>)>().iter().filter(|(now, past)| *now == &***past).count(), 140);
        assert_eq!(game.query::<(&u16, &Past<u16>)>().iter().filter(|(now, past)| *now == &***past).count(), 70);
        game.run();
        game.check_invariants().expect("the world is consistent");
        let back: doubled::Again =
            postcard::from_bytes(&postcard::to_allocvec(&game).expect("a save")).expect("a save");
        assert_eq!(
            back.query::<&u8>().iter().count(),
            140,
            "components that are no longer double-buffered are loaded without a past"
        );
    }
}

#[test]
fn a_save_of_the_same_version_without_pasts_needs_a_policy() {
    let save = serde_json::to_string(&before()).expect("a save");
    let load = |policy: Load<doubled::Same>| policy.deserialize(&mut serde_json::Deserializer::from_str(&save));
    let error = load(Load::new()).err().expect("the save is refused").to_string();
    assert!(error.contains("no component `Past<Dense>`") && error.contains("default_missing()"), "{error}");
    let game = load(Load::new().default_missing()).expect("a save");
    assert!(game.query::<&Past<Dense>>().iter().map(|past| past.0).eq(0..70));
}

/// Entries that became transient, and a relation that became a component.
mod changed {
    #[allow(clippy::wildcard_imports, reason = "the declaration names only some of these items")]
    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
    pub(crate) struct AimsAt(pub(crate) Entity);

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, VisitHandles)]
    pub(crate) struct Aim(pub(crate) Entity);

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub(crate) struct Before;
        components: Dense, Mana;
        relations: AimsAt (clear);
        resources: u64 as Seed = 7;
        states: u8 as Stage = 1;
    }

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(2)]
        #[removed("Mana" = Mana, "Seed" = u64)]
        pub(crate) struct After;
        components: Dense, #[transient] Mana, #[renamed("AimsAt")] #[handles] Aim;
        resources: #[transient] u64 as Seed = 9;
        states: u8 as Stage = 1;
    }
}

#[test]
fn entries_that_became_transient_and_relations_that_became_components_are_read() {
    use changed::{After, Aim, AimsAt, Before};
    let mut game = Before::default();
    let target = game.spawn((Dense(1), Mana("much".into())));
    let source = game.spawn((Dense(2), AimsAt(target)));
    let worlds: [After; 2] = [
        serde_json::from_str(&serde_json::to_string(&game).expect("a save")).expect("a save in JSON"),
        postcard::from_bytes(&postcard::to_allocvec(&game).expect("a save")).expect("a save in postcard"),
    ];
    for mut game in worlds {
        game.check_invariants().expect("the world is consistent");
        assert_eq!((game.len(), game.resources.seed, game.query::<&Mana>().iter().count()), (2, 9, 0));
        assert_eq!(game.get::<Aim>(source), Some(&Aim(target)));
    }
}

#[test]
fn a_relation_to_an_entity_that_was_never_alive_is_refused() {
    use changed::{AimsAt, Before};
    mod plain {
        #[allow(clippy::wildcard_imports, reason = "the declaration names only some of these items")]
        use super::*;

        ecs_world! {
            #[derive(Serialize, Deserialize)]
            pub(crate) struct Earlier;
            components: changed::Aim as AimsAt;
        }

        ecs_world! {
            #[derive(Serialize, Deserialize)]
            #[version(2)]
            pub(crate) struct Kept;
            relations: changed::AimsAt (keep);
        }
    }
    let mut game = Before::default();
    let target = game.spawn(());
    game.spawn(AimsAt(target));
    assert!(postcard::from_bytes::<Before>(&postcard::to_allocvec(&game).expect("a save")).is_ok());
    let mut earlier = plain::Earlier::default();
    let dead = earlier.spawn(());
    earlier.spawn(changed::Aim(dead));
    earlier.despawn(dead).expect("the entity is alive");
    let kept =
        |game: &plain::Earlier| serde_json::from_str::<plain::Kept>(&serde_json::to_string(game).expect("a save"));
    assert!(kept(&earlier).is_ok_and(|mut game| game.check_invariants().is_ok()), "the target was alive");
    earlier.spawn(());
    let later = earlier.reserve_entity();
    earlier.spawn(changed::Aim(Entity::from_bits(later.to_bits() + (1 << 33)).expect("a handle")));
    let error = kept(&earlier).err().expect("the save is refused").to_string();
    assert!(error.contains("has not been alive yet"), "{error}");
}

mod untyped {
    ecs_world::ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(2)]
        #[removed("Position", "Name", "ChildOf", "Hit", "Phase")]
        pub(crate) struct Game;
        resources: u64 as Seed = 7;
    }
}

mod typed {
    use crate::golden;

    ecs_world::ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(2)]
        #[removed("Name" = golden::Name, "ChildOf" = golden::ChildOf, "Hit" = golden::Hit, "Phase" = golden::Phase)]
        pub(crate) struct Game;
        components: #[renamed("Position")] golden::Position as Place;
        resources: #[renamed("Seed")] u64 as Chance = 8;
    }
}

#[test]
fn kept_saves_of_an_old_declaration_are_loaded_by_the_new_one() {
    for name in ["first", "second", "third"] {
        let file = |format: &str| golden::file(&format!("{name}.{format}"), Vec::new);
        let worlds: [typed::Game; 3] = [
            serde_json::from_slice(&file("json")).expect("a save in JSON"),
            ron::de::from_bytes(&file("ron")).expect("a save in RON"),
            postcard::from_bytes(&file("postcard")).expect("a save in postcard"),
        ];
        for mut game in worlds {
            game.check_invariants().expect("the world is consistent");
            assert_eq!((game.resources.chance, game.query::<&golden::Position>().iter().count()), (11, 2));
            let pending = game.commands().len();
            assert_eq!(pending, if name == "first" { 0 } else { 4 });
            game.flush();
            assert_eq!(
                game.query::<&golden::Position>().iter().count(),
                2 + pending / 2,
                "one of the four commands removes it again"
            );
        }
    }
}

mod of_sections {
    ecs_world::ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(2)]
        #[removed(resources: "Health", "Fuel" = u64)]
        #[removed(events: "Fuel" = u8)]
        pub(crate) struct Game;
        components: u32 as Health;
    }

    /// The first version.
    pub(crate) mod first {
        ecs_world::ecs_world! {
            #[derive(Serialize, Deserialize)]
            pub(crate) struct Game;
            components: u32 as Health;
            resources: u64 as Fuel = 1 << 40;
            events: u8 as Fuel;
        }
    }
}

#[test]
fn entries_of_one_section_are_removed_and_those_of_others_with_the_same_name_are_not() {
    let mut game = of_sections::first::Game::default();
    let ship = game.spawn(3_u32);
    game.events.fuel.send(7);
    let save = postcard::to_allocvec(&game).expect("a save");
    let loaded: of_sections::Game = postcard::from_bytes(&save).expect("each entry is read with its own type");
    assert_eq!(loaded.get::<u32>(ship), Some(&3));
    let mut save = serde_json::to_value(&game).expect("a save");
    save["resources"]["Health"] = serde_json::json!(1);
    assert!(serde_json::from_value::<of_sections::Game>(save.clone()).is_ok(), "the resource was removed");
    save["events"]["Health"] = serde_json::json!([0, [], [], []]);
    let error =
        serde_json::from_value::<of_sections::Game>(save.clone()).err().expect("the save is refused").to_string();
    assert!(error.contains("the event `Health`, which world `Game` does not declare"), "{error}");
    save["events"].as_object_mut().expect("a map").remove("Health");
    save["components"]["Fuel"] = serde_json::json!([[], [], []]);
    let error = serde_json::from_value::<of_sections::Game>(save).err().expect("the save is refused").to_string();
    assert!(error.contains("the component `Fuel`, which world `Game` does not declare"), "{error}");
}

#[test]
fn entries_that_were_removed_without_a_type_are_skipped_in_self_describing_formats() {
    let file = |format: &str| golden::file(&format!("first.{format}"), Vec::new);
    let json: untyped::Game = serde_json::from_slice(&file("json")).expect("a save in JSON");
    let ron: untyped::Game = ron::de::from_bytes(&file("ron")).expect("a save in RON");
    assert_eq!((json.resources.seed, ron.resources.seed), (11, 11));
    assert!(postcard::from_bytes::<untyped::Game>(&file("postcard")).is_err());
}

#[test]
fn lists_of_removed_components_are_skipped() {
    let mut save: serde_json::Value =
        serde_json::from_slice(&golden::file("first.json", Vec::new)).expect("a save in JSON");
    save["lists"] = serde_json::json!({ "Name": [0, 1], "Position": [1, 0] });
    let mut game: typed::Game = serde_json::from_str(&save.to_string()).expect("the list is skipped");
    game.check_invariants().expect("the world is consistent");
    assert_eq!(game.resources.chance, 11);
}

#[test]
fn despawning_all_that_have_a_removed_component_despawns_none() {
    let mut former = first::Game::default();
    let all = [former.spawn(Dense(1)), former.spawn((Dense(2), Mana("all".into()))), former.spawn(())];
    former.commands().despawn_with::<Mana>();
    former.commands().despawn_with::<(Dense, Mana)>();
    former.commands().despawn_with::<(u8, Option<Mana>)>();
    let save = serde_json::to_string(&former).expect("the world can be saved");
    let mut game: later::Game = serde_json::from_str(&save).expect("a save of an earlier version is loaded");
    game.flush();
    assert!(all.iter().all(|entity| game.contains(*entity)), "no entity has the removed component");
    game.check_invariants().expect("the world is consistent");
}
