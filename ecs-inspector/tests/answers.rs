//! Responses of an inspector without a server.
#![allow(missing_docs, unreachable_pub, reason = "the game here is for tests alone")]
#![allow(clippy::unwrap_used, dead_code, reason = "the functions here are parts of tests")]

mod common;

use common::{
    Cache, ChildOf, Frozen, Game, Gravity, Health, Kind, Mass, Name, Phase, Position, ask, editable, found, frame,
    look, refusal,
};
use ecs_inspector::{Inspector, MOST_ROWS, Request, Response, Settings};
use ecs_world::Entity;
use serde_json::{Value, json};

fn at(x: f32, y: f32) -> Position {
    Position { x, y }
}

fn pair(entity: Entity) -> Value {
    json!([entity.index(), entity.generation()])
}

#[test]
fn the_declaration_of_a_world_is_described() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let world = ask(&mut inspector, &mut game, json!({ "ask": "world" }));
    assert_eq!((&world["name"], &world["editable"], &world["history"]), (&json!("Game"), &json!(true), &json!(0)));
    let names: Vec<_> =
        world["components"].as_array().unwrap().iter().map(|own| own["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Position", "Health", "Name", "Kind", "Frozen", "Mass", "Cache", "ChildOf"]);
    assert_eq!(world["components"][6]["has_values"], false, "values of transient components are not shown");
    assert_eq!(
        (&world["components"][7]["is_tree"], &world["components"][0]["is_relation"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn entities_are_found_by_components_values_and_relations() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let ada = game.spawn((at(1.0, 2.0), Health(5), Name("Ada Red".into())));
    game.spawn((at(-3.0, 0.0), Health(9), Frozen, ChildOf(ada)));
    game.spawn((Kind::Freighter { load: u64::MAX }, ChildOf(ada)));
    game.spawn(Kind::Scout);
    let mut found = |search: &str| found(&mut inspector, &mut game, search);
    assert_eq!(found(""), [0, 1, 2, 3]);
    assert_eq!(found("Position"), [0, 1]);
    assert_eq!(found("Position !Frozen"), [0]);
    assert_eq!(found("#2"), [2]);
    assert_eq!((found("#2 #2"), found("#1 #2")), (vec![2], vec![]), "no entity has two indices");
    assert_eq!(found("Health<9"), [0]);
    assert_eq!(found("Health<=9 Position.x<0"), [1]);
    assert_eq!(found("Health!=5"), [1]);
    assert_eq!(found("Name=\"Ada Red\""), [0]);
    assert_eq!(found("Name~Red"), [0]);
    assert_eq!(found("Kind=Scout"), [3]);
    assert_eq!(found("Kind.Freighter.load=18446744073709551615"), [2]);
    assert_eq!(found(&format!("ChildOf={ada}")), [1, 2]);
    assert_eq!(found(&format!("ChildOf={ada} Frozen")), [1]);
    assert_eq!(found("Position Kind"), [0_u64; 0]);
}

#[test]
fn numbers_of_32_bits_are_found_as_they_are_written() {
    let (mut inspector, mut game) = (editable(), Game::default());
    for x in [0.1, 0.3] {
        game.spawn((at(x, 16_777_216.0), Mass(0.1)));
    }
    let mut found = |search: &str| found(&mut inspector, &mut game, search);
    assert_eq!((found("Position.x=0.1"), found("Position.x>0.1")), (vec![0], vec![1]));
    assert_eq!((found("Position.x<=0.3"), found("Position.x!=0.3")), (vec![0, 1], vec![0]));
    assert_eq!((found("Mass=0.1"), found("Position.y=16777216")), (vec![0, 1], vec![0, 1]));
}

#[test]
fn texts_that_look_like_numbers_or_bools_are_found() {
    let (mut inspector, mut game) = (editable(), Game::default());
    for name in ["42", "true", "4.5", "Ada"] {
        game.spawn((Health(42), Name(name.into())));
    }
    let mut found = |search: &str| found(&mut inspector, &mut game, search);
    assert_eq!((found("Name=42"), found("Name=true"), found("Name=\"4.5\"")), (vec![0], vec![1], vec![2]));
    assert_eq!((found("Name!=42"), found("Health=42")), (vec![1, 2, 3], vec![0, 1, 2, 3]));
}

#[test]
fn malformed_searches_are_refused() {
    let (mut inspector, mut game) = (editable(), Game::default());
    for (search, reason) in [
        ("Mas", "world `Game` has no component `Mas`"),
        ("!Speed", "world `Game` has no component `Speed`"),
        ("=5", "world `Game` has no component ``"),
        ("#x", "`#x` is no index: write `#12`"),
        ("Name=\"x", "a quotation mark is not closed"),
        ("Cache=1", "component `Cache` is transient: its values are not known"),
    ] {
        let request = json!({ "ask": "entities", "search": search, "limit": 10 });
        assert_eq!(refusal(&mut inspector, &mut game, request), reason);
    }
}

#[test]
fn entities_are_returned_in_pages() {
    let (mut inspector, mut game) = (editable(), Game::default());
    for health in 0..2500 {
        game.spawn((Health(health), at(0.0, 0.0)));
    }
    let mut page = |search: &str, offset: usize, limit: usize| {
        let request =
            json!({ "ask": "entities", "search": search, "offset": offset, "limit": limit, "columns": ["Health"] });
        let answer = ask(&mut inspector, &mut game, request);
        let rows = answer["rows"].as_array().unwrap().clone();
        let first = rows.first().map(|row| row["values"][0].as_u64().unwrap());
        (answer["found"].as_u64().unwrap(), rows.len(), first)
    };
    assert_eq!(page("", 0, 0), (2500, 0, None));
    assert_eq!(page("", 0, 1), (2500, 1, Some(0)));
    assert_eq!(page("", 2000, 100), (2500, 100, Some(2000)));
    assert_eq!(page("", 2499, 100), (2500, 1, Some(2499)));
    assert_eq!(page("", 2500, 100), (2500, 0, None));
    assert_eq!(page("", usize::MAX, usize::MAX), (2500, 0, None));
    assert_eq!(page("", 0, MOST_ROWS + 1), (2500, MOST_ROWS, Some(0)));
    assert_eq!(page("Health>=2000", 10, 5), (500, 5, Some(2010)));
}

#[test]
fn an_entity_is_shown_with_its_values_and_relations() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let ada = game.spawn((at(1.5, 2.0), Kind::Freighter { load: 3 }, Cache(1)));
    let child = game.spawn((ChildOf(ada), Mass(f64::NAN)));
    let shown = ask(&mut inspector, &mut game, json!({ "ask": "entity", "entity": pair(ada) }));
    assert_eq!(shown["components"][0]["value"], json!({ "x": 1.5, "y": 2.0 }));
    assert_eq!(shown["components"][1]["value"], json!({ "Freighter": { "load": 3 } }));
    assert_eq!((&shown["components"][2]["name"], &shown["components"][2]["value"]), (&json!("Cache"), &Value::Null));
    assert_eq!(shown["relations"], json!([{ "name": "ChildOf", "targets": [], "sources": 1 }]));
    let shown = ask(&mut inspector, &mut game, json!({ "ask": "entity", "entity": pair(child) }));
    assert_eq!(shown["relations"], json!([{ "name": "ChildOf", "targets": [pair(ada)], "sources": 0 }]));
    game.despawn(ada).unwrap();
    let reason = refusal(&mut inspector, &mut game, json!({ "ask": "entity", "entity": pair(ada) }));
    assert_eq!(reason, format!("no entity {ada} is alive"));
}

#[test]
fn a_tree_is_shown_level_by_level() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let root = game.spawn(());
    let children = [0, 1, 2].map(|_| game.spawn(ChildOf(root)));
    let grandchild = game.spawn(ChildOf(children[1]));
    game.spawn(());
    let mut level = |target: Option<Entity>, offset: usize| {
        let request = json!({ "ask": "tree", "relation": "ChildOf", "target": target, "offset": offset, "limit": 2 });
        let answer = ask(&mut inspector, &mut game, request);
        let nodes =
            answer["nodes"].as_array().unwrap().iter().map(|node| (node["entity"].clone(), node["sources"].clone()));
        (answer["found"].as_u64().unwrap(), nodes.collect::<Vec<_>>())
    };
    assert_eq!(level(None, 0), (1, vec![(pair(root), json!(3))]));
    assert_eq!(level(Some(root), 0), (3, vec![(pair(children[0]), json!(0)), (pair(children[1]), json!(1))]));
    assert_eq!(level(Some(root), 2), (3, vec![(pair(children[2]), json!(0))]));
    assert_eq!(level(Some(children[1]), 0), (1, vec![(pair(grandchild), json!(0))]));
    assert_eq!(level(Some(grandchild), 0), (0, vec![]));
    let request = json!({ "ask": "tree", "relation": "Health", "limit": 1 });
    assert_eq!(refusal(&mut inspector, &mut game, request), "component `Health` is no relation");
}

#[test]
fn a_page_of_a_tree_is_bounded() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let root = game.spawn(());
    game.spawn_batch((0..=MOST_ROWS).map(|_| ChildOf(root)));
    for (limit, expected) in
        [(0, 0), (MOST_ROWS - 1, MOST_ROWS - 1), (MOST_ROWS + 1, MOST_ROWS), (usize::MAX, MOST_ROWS)]
    {
        let request = json!({ "ask": "tree", "relation": "ChildOf", "target": pair(root), "limit": limit });
        let answer = ask(&mut inspector, &mut game, request);
        let nodes = answer["nodes"].as_array().unwrap().len();
        assert_eq!((&answer["found"], nodes), (&json!(MOST_ROWS + 1), expected), "{limit}");
    }
}

#[test]
fn values_are_edited_as_a_whole_and_in_part() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let ship = game.spawn((at(1.0, 2.0), Health(5)));
    let set = json!({ "ask": "set", "entity": pair(ship), "component": "Position", "path": ["y"], "value": 7 });
    assert_eq!(ask(&mut inspector, &mut game, set)["is"], "done");
    let insert = json!({ "ask": "insert", "entity": pair(ship), "component": "Health", "value": 8 });
    assert_eq!(ask(&mut inspector, &mut game, insert)["is"], "done");
    assert_eq!((game.get::<Position>(ship), game.get::<Health>(ship)), (Some(&at(1.0, 7.0)), Some(&Health(8))));
    game.check_invariants().unwrap();
}

#[test]
fn an_edit_in_part_does_not_damage_what_a_page_cannot_hold() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let ship = game.spawn((Kind::Freighter { load: u64::MAX }, Mass(f64::INFINITY)));
    let set = json!({ "ask": "set", "entity": pair(ship), "component": "Kind", "path": ["Freighter", "load"], "value": u64::MAX - 1 });
    assert_eq!(ask(&mut inspector, &mut game, set)["is"], "done");
    assert_eq!(game.get::<Kind>(ship), Some(&Kind::Freighter { load: u64::MAX - 1 }));
}

#[test]
fn components_are_added_and_removed_and_entities_spawned_and_despawned() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let spawn = json!({ "ask": "spawn", "components": { "Position": { "x": 0.5, "y": 0 }, "Frozen": null } });
    let spawned = ask(&mut inspector, &mut game, spawn);
    let ship: Entity = serde_json::from_value(spawned["entity"].clone()).unwrap();
    assert_eq!(game.component_names(ship), Some(vec!["Position", "Frozen"]));
    game.insert(ship, Cache(3)).unwrap();
    for component in ["Frozen", "Cache"] {
        let remove = json!({ "ask": "remove", "entity": pair(ship), "component": component });
        assert_eq!(ask(&mut inspector, &mut game, remove)["is"], "done");
    }
    assert_eq!(game.component_names(ship), Some(vec!["Position"]));
    let child = game.spawn(());
    let insert = json!({ "ask": "insert", "entity": pair(child), "component": "ChildOf", "value": pair(ship) });
    assert_eq!(ask(&mut inspector, &mut game, insert)["is"], "done");
    assert_eq!(game.tree::<ChildOf>().parent(child), Some(ship));
    assert_eq!(ask(&mut inspector, &mut game, json!({ "ask": "despawn", "entity": pair(ship) }))["is"], "done");
    assert!(game.is_empty(), "its child is despawned with it");
    game.check_invariants().unwrap();
}

#[test]
fn refused_changes_of_entities_change_nothing_and_say_why() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let [ship, gone] = [game.spawn((at(1.0, 2.0), Mass(f64::NAN))), game.spawn(())];
    game.despawn(gone).unwrap();
    let before = game.state_hash();
    let (ship, gone) = (pair(ship), pair(gone));
    for (request, reason) in [
        (
            json!({ "ask": "insert", "entity": ship, "component": "Health", "value": -1 }),
            "component `Health`: invalid value: integer `-1`, expected u32",
        ),
        (
            json!({ "ask": "insert", "entity": ship, "component": "Wings", "value": 1 }),
            "world `Game` has no component `Wings`",
        ),
        (
            json!({ "ask": "insert", "entity": ship, "component": "Cache", "value": 1 }),
            "the world has no such component or entry, or it is transient",
        ),
        (json!({ "ask": "insert", "entity": gone, "component": "Health", "value": 1 }), "no entity 1v1 is alive"),
        (
            json!({ "ask": "insert", "entity": ship, "component": "ChildOf", "value": gone }),
            "no such entity is alive in this world",
        ),
        (
            json!({ "ask": "insert", "entity": ship, "component": "ChildOf", "value": ship }),
            "cannot be its own target in a tree",
        ),
        (
            json!({ "ask": "set", "entity": ship, "component": "Position", "path": ["z"], "value": 1 }),
            "there is no `z` at `z`",
        ),
        (
            json!({ "ask": "set", "entity": ship, "component": "Health", "path": [], "value": 1 }),
            "has no value of component `Health`",
        ),
        (
            json!({ "ask": "set", "entity": ship, "component": "Mass", "path": ["0"], "value": 1 }),
            "there is no `0` at `0`",
        ),
        (json!({ "ask": "remove", "entity": ship, "component": "Health" }), "lacks component `Health`"),
        (json!({ "ask": "remove", "entity": gone, "component": "Health" }), "no entity 1v1 is alive"),
        (json!({ "ask": "despawn", "entity": gone }), "no entity 1v1 is alive"),
    ] {
        let said = refusal(&mut inspector, &mut game, request);
        assert!(said.contains(reason), "{said}");
        assert_eq!(game.state_hash(), before, "{said}");
    }
    let spawn = json!({ "ask": "spawn", "components": { "Health": 1, "Position": 5 } });
    refusal(&mut inspector, &mut game, spawn);
    assert_eq!(game.len(), 1, "a refused spawn adds no entity");
    game.check_invariants().unwrap();
}

#[test]
fn refused_changes_of_values_change_nothing_and_say_why() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let before = game.state_hash();
    for (request, reason) in [
        (
            json!({ "ask": "set_value", "section": "resources", "name": "Wind", "path": [], "value": 1 }),
            "there is no `Wind` in `resources`",
        ),
        (
            json!({ "ask": "set_value", "section": "resources", "name": "Gravity", "path": [], "value": "much" }),
            "`Gravity`: invalid type",
        ),
        (
            json!({ "ask": "set_value", "section": "events", "name": "Hit", "path": [], "value": [] }),
            "events are shown, and cannot be changed",
        ),
        (json!({ "ask": "step_back", "frames": 1 }), "the program keeps no history"),
    ] {
        let said = refusal(&mut inspector, &mut game, request);
        assert!(said.contains(reason), "{said}");
        assert_eq!(game.state_hash(), before, "{said}");
    }
}

#[test]
fn an_inspector_is_read_only_unless_it_is_editable() {
    let (mut inspector, mut game) = (Inspector::<Game>::new(Settings::new()), Game::default());
    let ship = pair(game.spawn(Health(1)));
    let before = game.state_hash();
    for request in [
        json!({ "ask": "pause" }),
        json!({ "ask": "resume" }),
        json!({ "ask": "step", "frames": 1 }),
        json!({ "ask": "step_back", "frames": 1 }),
        json!({ "ask": "spawn" }),
        json!({ "ask": "despawn", "entity": ship }),
        json!({ "ask": "insert", "entity": ship, "component": "Health", "value": 2 }),
        json!({ "ask": "set", "entity": ship, "component": "Health", "path": [], "value": 2 }),
        json!({ "ask": "remove", "entity": ship, "component": "Health" }),
        json!({ "ask": "set_value", "section": "resources", "name": "Gravity", "path": [], "value": 2 }),
    ] {
        assert!(refusal(&mut inspector, &mut game, request).contains("read-only"));
    }
    assert_eq!(game.state_hash(), before);
    assert!(frame(&mut inspector, &mut game), "the game is not paused");
}

#[test]
fn resources_states_events_and_systems_are_shown_and_edited() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let ship = game.spawn(Health(9));
    game.run();
    let shown = ask(&mut inspector, &mut game, json!({ "ask": "values" }));
    let value = |section: &str| {
        let values = shown["values"].as_array().unwrap();
        values.iter().find(|value| value["section"] == section).unwrap()["value"].clone()
    };
    assert_eq!(value("resources"), json!(1.0));
    assert_eq!(value("events"), json!({ "first": 0, "last_run": [], "since": [{ "ship": pair(ship), "points": 1 }] }));
    assert_eq!(value("states"), json!({ "current": "Title", "requested": null, "entered": true }));
    assert_eq!(value("systems"), json!({ "points": 1 }));
    for request in [
        json!({ "ask": "set_value", "section": "resources", "name": "Gravity", "path": [], "value": 3 }),
        json!({ "ask": "set_value", "section": "states", "name": "Phase", "path": ["requested"], "value": "Play" }),
        json!({ "ask": "set_value", "section": "systems", "name": "Decay", "path": ["points"], "value": 4 }),
    ] {
        assert_eq!(ask(&mut inspector, &mut game, request)["is"], "done");
    }
    game.run();
    assert_eq!((&game.resources.gravity, game.states.phase.get()), (&Gravity(3.0), &Phase::Play));
    assert_eq!(game.get::<Health>(ship), Some(&Health(4)));
}

#[test]
fn systems_stages_views_and_memory_are_shown() {
    let (mut inspector, mut game) = (editable(), Game::default());
    game.spawn_batch((0..3).map(|health| (Health(health), at(0.0, 0.0))));
    game.spawn((Health(1), Frozen));
    look(&mut inspector, &mut game);
    frame(&mut inspector, &mut game);
    let systems = ask(&mut inspector, &mut game, json!({ "ask": "systems" }));
    assert_eq!((&systems["systems"][0]["name"], &systems["systems"][0]["runs"]), (&json!("fall"), &json!(2)));
    assert_eq!(systems["systems"][0]["recent"].as_array().unwrap().len(), 1, "only complete runs are listed");
    let schedules = ask(&mut inspector, &mut game, json!({ "ask": "schedules" }));
    assert_eq!(schedules["schedules"][0]["parts"][0], json!([["fall", "Decay"]]));
    assert_eq!(schedules["systems"][0]["writes"], json!(["Position"]));
    let views = ask(&mut inspector, &mut game, json!({ "ask": "views" }));
    let lens: Vec<_> =
        views["views"].as_array().unwrap().iter().map(|view| (view["all"].clone(), view["len"].clone())).collect();
    assert!(
        lens.contains(&(json!(["Position"]), json!(3))) && lens.contains(&(json!(["Health"]), json!(3))),
        "{lens:?}"
    );
    let memory = ask(&mut inspector, &mut game, json!({ "ask": "memory" }));
    let position = json!({ "name": "Position", "storage": "DenseSet", "len": 3, "value_bytes": 8, "values_bytes": 24 });
    assert_eq!(memory["storages"][0], position);
    assert_eq!((&memory["storages"][4]["len"], &memory["storages"][4]["values_bytes"]), (&json!(1), &json!(0)));
}

#[test]
fn a_paused_program_runs_the_requested_steps() {
    let (mut inspector, mut game) = (editable(), Game::default());
    game.spawn(Health(100));
    let mut run = |request: Value, frames: usize| {
        assert_eq!(ask(&mut inspector, &mut game, request)["is"], "done");
        (0..frames).filter(|_| frame(&mut inspector, &mut game)).count()
    };
    assert_eq!(run(json!({ "ask": "pause" }), 3), 0);
    assert_eq!(run(json!({ "ask": "step", "frames": 0 }), 3), 0);
    assert_eq!(run(json!({ "ask": "step", "frames": 1 }), 3), 1);
    assert_eq!(run(json!({ "ask": "step", "frames": 2 }), 3), 2);
    assert_eq!(run(json!({ "ask": "step", "frames": 3 }), 3), 3);
    assert_eq!(run(json!({ "ask": "resume" }), 5), 5);
}

#[test]
fn the_world_goes_back_frame_by_frame_and_runs_again() {
    let (mut inspector, mut game) = (editable(), Game::default());
    inspector.keep_history(4);
    let ship = game.spawn((Health(100), Cache(7)));
    look(&mut inspector, &mut game);
    for _ in 0..5 {
        frame(&mut inspector, &mut game);
    }
    let after = game.state_hash();
    assert_eq!(game.get::<Health>(ship), Some(&Health(94)));
    let back = |frames: u64| json!({ "ask": "step_back", "frames": frames });
    assert_eq!(ask(&mut inspector, &mut game, json!({ "ask": "status" }))["back"], 4);
    assert!(refusal(&mut inspector, &mut game, back(5)).contains("does not reach back 5 frames"));
    assert!(refusal(&mut inspector, &mut game, back(u64::MAX)).contains("does not reach back"));
    for (frames, health) in [(0, 94), (1, 95), (2, 97), (1, 98)] {
        assert_eq!(ask(&mut inspector, &mut game, back(frames))["is"], "done");
        assert_eq!(game.get::<Health>(ship), Some(&Health(health)));
        assert!(!frame(&mut inspector, &mut game), "the game is paused");
    }
    assert_eq!(game.get::<Cache>(ship), Some(&Cache(7)), "transient components stay");
    ask(&mut inspector, &mut game, json!({ "ask": "step", "frames": 4 }));
    for _ in 0..4 {
        assert!(frame(&mut inspector, &mut game));
    }
    assert_eq!(game.state_hash(), after, "the game ends in the same state again");
}

#[test]
fn numbers_are_sampled_in_each_frame() {
    let (mut inspector, mut game) = (editable(), Game::default());
    inspector.keep_history(10);
    let ship = game.spawn((Health(50), at(0.0, 0.0)));
    for number in [
        json!({ "of": "component", "entity": pair(ship), "component": "Health", "path": [] }),
        json!({ "of": "component", "entity": pair(ship), "component": "Position", "path": ["y"] }),
        json!({ "of": "value", "section": "systems", "name": "Decay", "path": ["points"] }),
        json!({ "of": "entities" }),
        json!({ "of": "count", "component": "Health" }),
        json!({ "of": "system", "name": "fall" }),
        json!({ "of": "frame" }),
        json!({ "of": "entities" }),
    ] {
        assert_eq!(ask(&mut inspector, &mut game, json!({ "ask": "watch", "number": number }))["is"], "watching");
    }
    look(&mut inspector, &mut game);
    frame(&mut inspector, &mut game);
    frame(&mut inspector, &mut game);
    let series = ask(&mut inspector, &mut game, json!({ "ask": "samples" }))["series"].clone();
    assert_eq!(series.as_array().unwrap().len(), 7, "a number that is watched twice is sampled once");
    assert_eq!(series[0]["points"], json!([[0, 50.0], [1, 49.0], [2, 48.0]]));
    assert_eq!(series[1]["points"], json!([[0, 0.0], [1, -1.0], [2, -2.0]]));
    assert_eq!(series[2]["points"], json!([[0, 1.0], [1, 1.0], [2, 1.0]]));
    assert_eq!(series[4]["points"], json!([[0, 1.0], [1, 1.0], [2, 1.0]]));
    assert_eq!((series[5]["points"].as_array().unwrap().len(), series[6]["points"].as_array().unwrap().len()), (3, 2));
    let since = ask(&mut inspector, &mut game, json!({ "ask": "samples", "since": 2 }))["series"].clone();
    assert_eq!(since[0]["points"], json!([[2, 48.0]]));
    ask(&mut inspector, &mut game, json!({ "ask": "step_back", "frames": 2 }));
    let back = ask(&mut inspector, &mut game, json!({ "ask": "samples" }))["series"].clone();
    assert_eq!(back[0]["points"], json!([[0, 50.0]]), "samples of frames that are undone are dropped");
    ask(&mut inspector, &mut game, json!({ "ask": "unwatch", "id": series[0]["id"] }));
    assert_eq!(ask(&mut inspector, &mut game, json!({ "ask": "samples" }))["series"].as_array().unwrap().len(), 6);
}

#[test]
fn numbers_that_are_not_finite_are_not_sampled() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let ship = game.spawn(Mass(0.0));
    let number = json!({ "of": "component", "entity": pair(ship), "component": "Mass", "path": [] });
    ask(&mut inspector, &mut game, json!({ "ask": "watch", "number": number }));
    for mass in [f64::NAN, 1.0, f64::INFINITY, f64::NEG_INFINITY, 2.0] {
        game.insert(ship, Mass(mass)).unwrap();
        look(&mut inspector, &mut game);
    }
    let series = ask(&mut inspector, &mut game, json!({ "ask": "samples" }))["series"].clone();
    assert_eq!(series[0]["points"], json!([[1, 1.0], [4, 2.0]]));
}

#[test]
fn unknown_numbers_are_refused_and_the_count_of_sampled_ones_is_limited() {
    let (mut inspector, mut game) = (editable(), Game::default());
    let mut watch =
        |number: Value| ask(&mut inspector, &mut game, json!({ "ask": "watch", "number": number }))["is"].clone();
    for wrong in [
        json!({ "of": "count", "component": "Wings" }),
        json!({ "of": "system", "name": "fly" }),
        json!({ "of": "value", "section": "events", "name": "Hit", "path": [] }),
        json!({ "of": "value", "section": "resources", "name": "Wind", "path": [] }),
    ] {
        assert_eq!(watch(wrong), "refused");
    }
    let health = |index: u32| json!({ "of": "component", "entity": [index, 1], "component": "Health", "path": [] });
    assert!((0..32).all(|index| watch(health(index)) == "watching"));
    assert_eq!(watch(health(32)), "refused");
}

#[test]
fn tables_are_exported_as_text() {
    let (mut inspector, mut game) = (editable(), Game::default());
    game.spawn((Health(5), Name("a, \"b\"".into())));
    game.spawn((Health(6), Kind::Freighter { load: 1 }));
    let mut export = |table: Value, format: &str| {
        let answer = ask(&mut inspector, &mut game, json!({ "ask": "export", "table": table, "format": format }));
        answer["text"].as_str().unwrap().to_owned()
    };
    let entities = json!({ "of": "entities", "search": "Health", "columns": ["Health", "Name", "Kind"] });
    let csv =
        "entity,Health,Name,Kind\r\n0v1,5,\"a, \"\"b\"\"\",\r\n1v1,6,,\"{\"\"Freighter\"\":{\"\"load\"\":1}}\"\r\n";
    assert_eq!(export(entities.clone(), "csv"), csv);
    let json: Value = serde_json::from_str(&export(entities, "json")).unwrap();
    assert_eq!(json[0], json!({ "entity": "0v1", "Health": 5, "Name": "a, \"b\"", "Kind": null }));
    assert!(
        export(json!({ "of": "memory" }), "csv")
            .starts_with("name,storage,len,value_bytes,values_bytes\r\nPosition,DenseSet,0,8,0\r\n")
    );
    assert!(export(json!({ "of": "systems" }), "csv").starts_with("name,runs,last,longest,total\r\nfall,0,0,0,0\r\n"));
    assert_eq!(export(json!({ "of": "samples" }), "csv"), "id,number,frame,value\r\n");
}

#[test]
fn other_threads_are_answered_between_frames() {
    let (mut inspector, mut game) = (editable(), Game::default());
    game.spawn(Health(3));
    let client = inspector.client();
    let asking = std::thread::spawn(move || {
        let answers =
            client.ask(vec![Request::Status, Request::Pause, Request::Status]).expect("the request is queued");
        answers.recv().expect("the inspector answers")
    });
    while frame(&mut inspector, &mut game) {
        std::thread::yield_now();
    }
    let answers = asking.join().unwrap();
    let [Response::Status(before), Response::Done, Response::Status(after)] = answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!((before.entities, before.paused, after.paused), (1, false, true));
}

#[test]
fn requests_are_refused_if_the_queue_is_full_or_the_inspector_is_dropped() {
    let inspector = editable();
    let client = inspector.client();
    let waiting: Vec<_> = (0..64).map(|_| client.ask(vec![Request::Status])).collect();
    assert!(waiting.iter().all(Option::is_some));
    assert!(client.ask(vec![Request::Status]).is_none());
    drop(inspector);
    assert!(client.ask(vec![Request::Status]).is_none());
}

#[test]
fn requests_with_unknown_fields_are_refused() {
    for wrong in [
        json!({ "ask": "fly" }),
        json!({ "ask": "entities" }),
        json!({ "ask": "step", "frames": -1 }),
        json!({ "ask": "entity", "entity": [0, 2] }),
        json!({ "ask": "despawn", "entity": [0, 1], "all": true }),
    ] {
        assert!(serde_json::from_value::<Request>(wrong.clone()).is_err(), "{wrong}");
    }
}
