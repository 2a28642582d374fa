//! Data that is no save of this world is refused, and what is loaded is consistent.

use serde_json::{Value, json};

use crate::changes::{Random, change, world_after};
use crate::worlds::{ChildOf, Dense, Doubled, Game, Hashed, Hit, Jump, Ordered, Slow, Tree};
use ecs_world::{EntitySet, Load};
use serde::de::DeserializeSeed;

fn small() -> Game {
    let mut game = Game::default();
    let root = game.spawn((Dense(1), Slow(2)));
    let child = game.spawn((Dense(3), ChildOf(root)));
    game.spawn((Dense(4), ChildOf(child)));
    let gone = game.spawn(());
    game.despawn(gone).expect("the entity is alive");
    game
}

fn saved() -> Value {
    serde_json::to_value(small()).expect("the world can be saved")
}

/// The error of loading a changed save.
fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut save = saved();
    change(&mut save);
    match serde_json::from_value::<Game>(save) {
        Ok(_) => "it was loaded".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_unchanged_save_is_loaded_whatever_the_order_of_its_fields() {
    // A `serde_json::Value` sorts fields by name.
    assert_eq!(refused(|_| ()), "it was loaded");
}

#[test]
fn entities_are_checked() {
    let cases: [(&str, Value, &str); 9] = [
        ("free", json!([]), "a slot with an even generation is not in `free`"),
        ("free", json!([3, 3]), "twice"),
        ("free", json!([0, 3]), "not free"),
        ("free", json!([4_000_000_000_u32]), "not free"),
        ("generations", json!([1, 1, 1, 0]), "not free"),
        ("generations", json!([2, 1, 1, 2]), "not in `free`"),
        ("generations", json!([1, 1, 1]), "not free"),
        ("generations", json!([1, 1]), "not free"),
        ("generations", json!([1, 1, -1, 2]), "invalid value"),
    ];
    for (field, value, expected) in cases {
        let error = refused(|save| save[field] = value);
        assert!(error.contains(expected), "{field}: {error}");
    }
}

#[test]
fn columns_are_checked_by_component_and_row() {
    let cases: [(Value, &str); 13] = [
        (
            json!(3),
            "invalid type: integer `3`, expected component `Dense`: its entities, their values, and the changes",
        ),
        (json!([[0, 1, 1], [1, 2, 3], [[]]]), "component `Dense`, row 2: 1v1 has a second value"),
        (json!([[0, 1, 3], [1, 2, 3], [[]]]), "component `Dense`, row 2: no entity with index 3 is alive"),
        (json!([[0, 4_294_967_295_u32], [1, 2], [[]]]), "row 1: no entity with index 4294967295"),
        (json!([[0, 1, 2], [1, 2]]), "component `Dense` has 2 values for 3 entities"),
        (json!([[0, 1], [1, 2, 3]]), "component `Dense` has more values than its 2 entities"),
        (json!([[0], ["one"]]), "component `Dense`, row 0: invalid type"),
        (json!([[0], [1]]), "component `Dense` has no changes"),
        (json!([[0, 1], [1, 2], []]), "component `Dense`: its changes that systems have not seen are damaged"),
        (json!([[0, 1], [1, 2], [[], []]]), "not seen are damaged"),
        (json!([[0, 1], [1, 2], [[2]]]), "not seen are damaged"),
        (json!([[0]]), "component `Dense` has no values"),
        (json!([]), "component `Dense` has no entities"),
    ];
    for (column, expected) in cases {
        let error = refused(|save| save["components"]["Dense"] = column);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_set_of_targets_is_read_without_duplicates() {
    let mut game = Game::default();
    let [first, one] = [game.spawn(()), game.spawn(())];
    let list = serde_json::to_string(&[one, first, one]).expect("handles can be saved");
    let set: EntitySet = serde_json::from_str(&list).expect("it is a list of handles");
    assert_eq!(set.as_slice(), [one, first]);
}

#[test]
fn runs_of_entities_are_as_long_as_there_are_slots() {
    // In this save, the slots are read first.
    let save = serde_json::to_string(&small()).expect("the world can be saved");
    let dense = r#""Dense":[[0,-2],"#;
    assert!(save.contains(dense), "{save}");
    let refused = |entities: &str| {
        let save = save.replace(dense, &format!(r#""Dense":[{entities},"#));
        serde_json::from_str::<Game>(&save).err().map_or("it was loaded".into(), |error| error.to_string())
    };
    assert_eq!(refused("[0,1,2]"), "it was loaded");
    assert_eq!(refused("[1,-1,0]"), "it was loaded");
    let cases = [
        ("[0,-3]", "component `Dense` has 3 values for 4 entities"),
        ("[0,-4]", "component `Dense` lists 5 entities, and no more than 4 can be alive in the save"),
        ("[0,-4294967295]", "lists 4294967296 entities, and no more than 4"),
        ("[1,-2]", "component `Dense`, row 2: no entity with index 3 is alive"),
        ("[0,-1,1]", "component `Dense`, row 2: 1v1 has a second value"),
        ("[2,0,-1,-1]", "component `Dense` has 3 values for 4 entities"),
        ("[-1]", "-1 is no number and no run"),
        ("[4294967296]", "4294967296 is no number and no run"),
    ];
    for (entities, expected) in cases {
        let error = refused(entities);
        assert!(error.contains(expected), "{entities}: {error}");
    }
}

#[test]
fn runs_that_are_read_before_the_slots_are_bounded_by_what_follows() {
    let many = vec![json!([0, -2]); 1_000];
    let cases: [(&str, Value, &str); 7] = [
        ("Dense", json!([[0, -2], [1, 2, 3], [[0, -2]]]), "it was loaded"),
        ("Dense", json!([[0, -2], [1, 2, 3], many]), "not seen are damaged"),
        ("Dense", json!([[0, -2], [1, 2, 3], [[0, -3]]]), "not seen are damaged"),
        ("Dense", json!([[0, -2], [1, 2, 3], [[0, -4_294_967_295_i64]]]), "not seen are damaged"),
        ("Dense", json!([[0, -4_294_967_294_i64], [1, 2, 3], [[]]]), "has 3 values for 4294967295 entities"),
        ("Dense", json!([[0, -4_294_967_295_i64], [1, 2, 3], [[]]]), "no more than 4294967295 can be alive"),
        ("Flag", json!([[0, -16_777_216], [], []]), "lists 16777217 entities, and no more than 16777216"),
    ];
    for (component, column, expected) in cases {
        let error = refused(|save| save["components"][component] = column);
        assert!(error.contains(expected), "{error}");
    }
    for (last, expected) in
        [(3, "it was loaded"), (4, "the list `Hashed, Ordered` has more entities than there are slots")]
    {
        let error = refused(|save| save["lists"] = json!({ "Hashed, Ordered": [0, -last] }));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn cycles_and_dead_targets_are_refused() {
    for targets in [json!([[1, 1], [0, 1]]), json!([[2, 1], [1, 1]]), json!([[1, 1], [1, 1]])] {
        // The sources are the entities 1 and 2.
        let error = refused(|save| save["components"]["ChildOf"] = json!([[1, 2], targets.clone(), []]));
        let is_cycle = targets != json!([[0, 1], [1, 1]]);
        assert!(!is_cycle || error.contains("in cycles"), "{targets}: {error}");
    }
    let error = refused(|save| save["components"]["ChildOf"] = json!([[1, 2], [[0, 1], [1, 2]], []]));
    assert!(error.contains("generations are odd"), "{error}");
    let error = refused(|save| save["components"]["ChildOf"] = json!([[1, 2], [[0, 1], [1, 3]], []]));
    assert!(error.contains("2v1 has the target 1v3, which has not been alive yet"), "{error}");
    let error = refused(|save| save["components"]["ChildOf"] = json!([[1, 2], [[0, 1], [3, 1]], []]));
    assert!(error.contains("is dead"), "{error}");
}

#[test]
fn orders_of_relations_are_checked() {
    let cases: [(Value, &str); 4] = [
        (json!([[[0, []], [0, []]], []]), "twice"),
        (json!([[[3, []]], []]), "dead"),
        (json!([[[null, []]], []]), "lacks a vacant place"),
        (json!([[[null, []]], [1]]), "not vacant"),
    ];
    for (order, expected) in cases {
        let error = refused(|save| save["relations"]["ChildOf"] = order);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn unknown_and_missing_entries_are_named() {
    let error = refused(|save| save["components"]["Wings"] = json!([[], []]));
    assert!(error.contains("component `Wings`, which world `Game` does not declare"), "{error}");
    let error = refused(|save| drop(save["components"].as_object_mut().expect("a map").remove("Dense")));
    assert!(error.contains("no component `Dense`"), "{error}");
    let error = refused(|save| drop(save["resources"].as_object_mut().expect("a map").remove("Log")));
    assert!(error.contains("no resource `Log`"), "{error}");
    let error = refused(|save| save["resources"]["Log"] = json!("none"));
    assert!(error.contains("resource `Log`: invalid type"), "{error}");
    let error = refused(|save| save["extra"] = json!(1));
    assert!(error.contains("`extra` is no field"), "{error}");
    let error = refused(|save| drop(save.as_object_mut().expect("a map").remove("free")));
    assert!(error.contains("missing field `free`"), "{error}");
    let error = refused(|save| save["format"] = json!(4));
    assert!(error.contains("format 4"), "{error}");
    let error = refused(|save| save["sorted"] = json!(["Dense", "Wings"]));
    assert!(error.contains("the save has sorted `Wings`, which is no component of `Game`"), "{error}");
    let error = refused(|save| save["sorted"] = json!(["Dense", "Slow", "Dense"]));
    assert!(error.contains("the save has sorted `Dense` twice"), "{error}");
    let error = refused(|save| save["schema"] = json!(2));
    assert!(error.contains("another declaration"), "{error}");
}

#[test]
fn pasts_are_those_of_the_present_values_in_their_order() {
    let mut game = Game::default();
    let all = [1, 2, 3].map(|value| game.spawn(Doubled(value)));
    game.run();
    game.get_mut::<Doubled>(all[1]).expect("the entity is alive").0 = 7;
    let mut save = serde_json::to_value(&game).expect("the world can be saved");
    let mut past = |entities: Value| {
        save["components"]["Past<Doubled>"][0] = entities;
        match serde_json::from_value::<Game>(save.clone()) {
            Ok(mut loaded) => {
                loaded.check_invariants().expect("the loaded world is consistent");
                "it was loaded".into()
            }
            Err(error) => error.to_string(),
        }
    };
    let other = "component `Past<Doubled>` lists its entities in another order than `Doubled`";
    let cases = [
        (json!([0, 1, 2]), "it was loaded"),
        (json!([0, -2]), "it was loaded"),
        (json!([1, 0, 2]), other),
        (json!([0, 2, 1]), other),
        (json!([0, 1, 1]), "has a second value"),
    ];
    for (entities, expected) in cases {
        let error: String = past(entities.clone());
        assert!(error.contains(expected), "{entities}: {error}");
    }
}

#[test]
fn cursors_are_limited_to_the_events_of_the_save() {
    for next in [0, 1, 2, 3, u64::MAX] {
        let mut game = small();
        for hit in [71, 72] {
            game.events.hit.send(Hit(hit));
        }
        let mut save = serde_json::to_value(&game).expect("the world can be saved");
        let cursors = &mut save["events"]["Hit"][3];
        assert_eq!(cursors[0][1], 0, "{cursors}");
        cursors[0][1] = next.into();
        let mut loaded = serde_json::from_value::<Game>(save).expect("wrong cursors are corrected");
        loaded.events.hit.send(Hit(77));
        loaded.run();
        let received = &loaded.resources.log.0;
        assert_eq!(received.iter().filter(|hit| **hit == 77).count(), 1, "from {next}: {received:?}");
        assert_eq!([received.contains(&71), received.contains(&72)], [next < 1, next < 2], "from {next}: {received:?}");
    }
}

#[test]
fn the_count_of_dropped_commands_continues_from_any_number() {
    for (before, after) in [(0, 1), (u64::MAX - 1, u64::MAX), (u64::MAX, u64::MAX)] {
        let mut save = saved();
        save["dropped_commands"] = before.into();
        let mut loaded = serde_json::from_value::<Game>(save).expect("the count is valid");
        let gone = loaded.spawn(());
        loaded.despawn(gone).expect("the entity is alive");
        loaded.commands().despawn(gone);
        loaded.flush();
        assert_eq!(loaded.dropped_commands(), after);
    }
}

#[test]
fn version_zero_is_refused() {
    assert_eq!(refused(|save| save["version"] = json!(1)), "it was loaded");
    let error = refused(|save| save["version"] = json!(0));
    assert!(error.contains("version 0 of world `Game`"), "{error}");
}

#[test]
fn reserved_entities_and_pending_commands_are_checked() {
    let error = refused(|save| save["reserved"] = json!([[3, 3], [4, 1]]));
    assert_eq!(error, "it was loaded");
    for reserved in [json!([[4, 1], [3, 3]]), json!([[3, 1]]), json!([[3, 3], [3, 3]]), json!([[0, 1]])] {
        let error = refused(|save| save["reserved"] = reserved);
        assert!(error.contains("is not one that is spawned next"), "{error}");
    }
    let cases: [(Value, &str); 27] = [
        (json!([]), "it was loaded"),
        (json!(3), "invalid type: integer `3`, expected queues of pending commands"),
        (json!([[[], 3]]), "invalid type: integer `3`, expected pending values by component"),
        (json!([[[["spawn", [], ["Dense"], [null]]], { "Dense": [7] }]]), "it was loaded"),
        (json!([[[["spawn", [], ["Dense"], [null]]], {}]]), "lack 1 values of `Dense`"),
        (json!([[[["spawn", [], ["Dense"], [null, null]]], { "Dense": [7] }]]), "2 pending values of `Dense`"),
        (json!([[[["spawn", [], ["Dense"], [null]]], { "Dense": [7, 8] }]]), "more values of `Dense` than changes"),
        (json!([[[], { "Dense": [7] }]]), "more values of `Dense` than changes"),
        (json!([[[["spawn", [], ["Dense"], [null]]], { "Dense": ["x"] }]]), "component `Dense`, value 0: invalid type"),
        (json!([[[["spawn", [], ["Dense", "Dense"], [null]]], { "Dense": [7] }]]), "`spawn` of the save is damaged"),
        (json!([[[["spawn", [["Dense", true]], [], [null]]], {}]]), "`spawn` of the save is damaged"),
        (json!([[[["spawn", [], [], [[0, 1]]]], {}]]), "`spawn` of the save is damaged"),
        (json!([[[["despawn", [], [], [null]]], {}]]), "`despawn` of the save is damaged"),
        (json!([[[["despawn", [], ["Flag"], [[0, 1]]]], { "Flag": [null] }]]), "`despawn` of the save is damaged"),
        (
            json!([[[["remove", [["Dense", false], ["Dense", true]], [], [[0, 1]]]], {}]]),
            "`remove` of the save is damaged",
        ),
        (json!([[[["jump", [], [], []]], {}]]), "`jump` is no operation"),
        (json!([[[[]], {}]]), "invalid length 0, expected an operation"),
        (json!([[[["spawn", [], []]], {}]]), "invalid length 3, expected an operation"),
        (json!([[[["remove", [["Dense"]], [], []]], {}]]), "expected a component, and whether the entity may lack it"),
        (json!([[[["spawn", [], "Dense", []]], {}]]), "invalid type: string \"Dense\", expected a list of names"),
        (
            json!([[[["spawn", [], ["Wings"], [null]]], {}]]),
            "the component `Wings`, which world `Game` does not declare",
        ),
        (json!([[[["spawn", [], ["Lost"], [null]]], { "Lost": [1] }]]), "the component `Lost`"),
        (json!([[[["insert", [], ["Dense"], [[9, 77]]]], { "Dense": [7] }]]), "it was loaded"),
        (json!([[[], {}], [[], {}], [[], {}]]), "at most two queues"),
        (json!([[[], {}], [[], {}]]), "it was loaded"),
        (json!([[[]]]), "have no values"),
        (json!([[]]), "have no changes"),
    ];
    for (commands, expected) in cases {
        let error = refused(|save| save["commands"] = commands.clone());
        assert!(error.contains(expected), "{commands}: {error}");
    }
}

#[test]
fn only_possible_deferred_changes_are_loaded() {
    let mut save = saved();
    save["deferred"] = json!({ "Hashed, Ordered": [[[0, 1], [0, 1], [77, 1]], [[2, 1], [3, 1]], [[1, 1]], [[0, 1]]],
        "Tree, Hashed": [[[0, 1], [3, 1], [77, 1]], [], [[1, 1]], [[0, 1]]] });
    let mut game = serde_json::from_value::<Game>(save).expect("wrong orders are corrected");
    game.check_invariants().expect("the world is consistent");
    game.flush();
    game.check_invariants().expect("the world is consistent");
}

#[test]
fn an_entity_that_an_outdated_list_lacks_is_in_it_after_loading() {
    let mut game = Game::default();
    game.spawn_batch((0..3).map(|at| (Hashed(at), Ordered(at))));
    game.flush();
    game.spawn((Hashed(9), Ordered(9)));
    let mut save = serde_json::to_value(&game).expect("the world can be saved");
    let list = save["deferred"]["Hashed, Ordered"][0].as_array_mut().expect("the order is saved as an array");
    assert_eq!(list.len(), 3, "the list lacks the last entity");
    list.remove(1);
    let mut game = serde_json::from_value::<Game>(save).expect("the list is completed");
    game.check_invariants().expect("the world is consistent");
    game.flush();
    game.check_invariants().expect("the world is consistent");
}

#[test]
fn a_slot_is_not_reported_for_a_later_entity_that_did_not_enter() {
    let mut game = Game::default();
    let former = game.spawn(());
    game.despawn(former).expect("the entity is alive");
    let present = game.spawn((Hashed(1), Ordered(2), Tree(3)));
    assert_eq!((present.index(), present.generation()), (former.index(), 3));
    game.run();
    let mut save = serde_json::to_value(&game).expect("the world can be saved");
    let gone = json!([null, [], [[former.index(), 1]], []]);
    save["deferred"] = json!({ "Hashed, Ordered": gone.clone(), "Tree, Hashed": gone });
    let mut game = serde_json::from_value::<Game>(save).expect("wrong orders are corrected");
    game.despawn(present).expect("the entity is alive");
    game.flush();
    game.check_invariants().expect("the world is consistent");
}

#[test]
fn a_policy_skips_unknown_entries_and_gives_missing_ones_their_defaults() {
    let mut save = saved();
    save["components"]["Wings"] = json!({ "any": ["thing"] });
    save["schema"] = json!(2);
    save["components"].as_object_mut().expect("a map").remove("Slow");
    assert!(Load::<Game>::new().skip_unknown().deserialize(save.clone()).is_err());
    assert!(Load::<Game>::new().default_missing().deserialize(save.clone()).is_err());
    let mut game = Load::<Game>::new()
        .skip_unknown()
        .default_missing()
        .deserialize(save)
        .expect("the policy permits these differences");
    game.check_invariants().expect("the world is consistent");
    assert_eq!((game.len(), game.query::<&Slow>().iter().count(), game.query::<&Dense>().iter().count()), (3, 0, 3));
}

#[test]
fn orders_that_do_not_fit_are_rebuilt() {
    let mut save = saved();
    save["components"]["Dense"] = json!([[2, 1, 0], [4, 3, 1], [[]]]);
    save["lists"] = json!({ "Hashed, Ordered": [2, 2, 77], "Unknown": [1] });
    let mut game = serde_json::from_value::<Game>(save).expect("wrong orders are corrected");
    game.check_invariants().expect("the world is consistent");
    assert_eq!(game.query::<&Dense>().iter().count(), 3);
}

#[test]
fn groups_keep_the_common_order_of_a_save_and_align_the_rest() {
    for count in [0, 1, 2, 3, 63, 64, 65, 129] {
        let mut game = Game::default();
        game.spawn_batch((0..count).map(|at| (Dense(at), Slow(at))));
        let mut save = serde_json::to_value(&game).expect("the world can be saved");
        save["components"]["Slow"][0] = (0..count).collect();
        for kept in 0..=count as usize {
            let mut save = save.clone();
            for list in [0, 1] {
                let column = save["components"]["Slow"][list].as_array_mut().expect("a list");
                column[kept..].reverse();
            }
            let mut loaded = serde_json::from_value::<Game>(save).expect("wrong orders are corrected");
            loaded.check_invariants().expect("the world is consistent");
            assert!(loaded.query::<(&Dense, &Slow)>().iter().all(|(dense, slow)| dense.0 == slow.0));
        }
    }
}

/// Loads bytes; returns false if they are refused. What is loaded must be consistent, and stay so when it changes.
fn loads_only_what_is_consistent(bytes: &[u8]) -> bool {
    let Ok(mut game) = postcard::from_bytes::<Game>(bytes) else { return false };
    game.check_invariants().expect("the loaded world is consistent");
    let mut random = Random(7);
    (0..5).for_each(|_| change(&mut game, &mut random));
    game.check_invariants().expect("the loaded world stays consistent");
    true
}

#[test]
fn a_save_that_is_cut_off_anywhere_is_refused() {
    let save = postcard::to_allocvec(&small()).expect("the world can be saved");
    assert!(loads_only_what_is_consistent(&save));
    for end in 0..save.len() {
        assert!(!loads_only_what_is_consistent(&save[..end]), "{end} of {} bytes", save.len());
    }
}

#[test]
fn no_flipped_bit_panics_or_loads_an_inconsistent_world() {
    let mut random = Random(3);
    for game in [small(), world_after(60, &mut random)] {
        let save = postcard::to_allocvec(&game).expect("the world can be saved");
        for bit in 0..save.len() * 8 {
            let mut flipped = save.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            loads_only_what_is_consistent(&flipped);
        }
    }
}

#[test]
fn lengths_beyond_the_input_take_no_memory() {
    let save = postcard::to_allocvec(&Game::default()).expect("the world can be saved");
    // In turn, each byte is replaced by the beginning of a length, or of a number, of 2^63.
    for at in 0..save.len() {
        let mut huge = save[..at].to_vec();
        huge.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]);
        huge.extend(&save[at + 1..]);
        loads_only_what_is_consistent(&huge);
    }
}

#[test]
fn events_without_a_size_are_saved_up_to_a_number() {
    for (count, is_saved) in [((1 << 24) - 1, true), (1 << 24, true), ((1 << 24) + 1, false)] {
        let mut game = Game::default();
        (0..count).for_each(|_| game.events.jump.send(Jump));
        let save = postcard::to_allocvec(&game);
        assert_eq!(save.is_ok(), is_saved, "{count} events");
        assert!(save.is_err() || save.is_ok_and(|save| loads_only_what_is_consistent(&save)));
    }
}
