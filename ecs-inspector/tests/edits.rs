//! Edits change what they specify, and nothing else.
#![allow(missing_docs, reason = "the game here is for tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use std::collections::HashSet;

use ecs_inspector::{Inspector, Request, Response, Settings};
use ecs_world::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Maybe {
    pub a: u32,
    pub angle: Option<f32>,
    pub unit: Option<()>,
    pub deep: Option<Option<u8>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tags {
    pub a: u32,
    pub tags: HashSet<u32>,
}

/// `b` is omitted if it is 0, and a missing `b` is read as 7.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lying {
    pub a: u32,
    #[serde(default = "seven", skip_serializing_if = "is_zero")]
    pub b: u32,
}

fn seven() -> u32 {
    7
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A number that is rounded whenever it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounded(pub f32);

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rounded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f32::deserialize(deserializer).map(|number| Self(number.round()))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair(pub Rounded, pub Rounded);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cached {
    pub a: u32,
    #[serde(skip)]
    pub cache: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reach {
    pub near: f32,
    pub far: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Health(pub u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Diary(pub Vec<String>);

#[derive(Debug, Clone, PartialEq)]
pub struct Sprite(pub u8);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Log(pub Vec<String>);

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    pub seen: u32,
}

#[system]
impl Watch {
    fn run(&mut self, _: &Health) {
        self.seen += 1;
    }

    fn on_added(&mut self, ship: Entity, log: &mut Log, commands: &mut Commands<Game>) {
        log.0.push(format!("added {ship}"));
        commands.spawn(Pair(Rounded(1.0), Rounded(2.0)));
    }

    fn on_removed(&mut self, ship: Entity, log: &mut Log) {
        log.0.push(format!("removed {ship}"));
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct Game;
    components: Maybe, Reach, Tags, Lying, Pair, Cached, Health, #[double_buffered] Diary, #[transient] Sprite;
    relations: ChildOf (tree, cascade);
    resources: Log = Log(vec![]), Maybe as Mood = Maybe::default();
    systems: Watch;
}

fn game() -> (Inspector<Game>, Game) {
    (Inspector::new(Settings::new().editable(true)), Game::default())
}

fn set(entity: Entity, component: &str, path: &[&str], value: Value) -> Request {
    let path = path.iter().map(|name| (*name).to_owned()).collect();
    Request::Set { entity, component: component.into(), path, value }
}

fn set_mood(path: &[&str], value: Value) -> Request {
    let path = path.iter().map(|name| (*name).to_owned()).collect();
    Request::SetValue { section: "resources".into(), name: "Mood".into(), path, value }
}

fn reason(response: Response) -> String {
    let Response::Refused { reason } = response else { panic!("the request is not refused: {response:?}") };
    reason
}

/// Values with a part beside `a` that JSON cannot represent.
fn lossy() -> [Maybe; 4] {
    let plain = Maybe { a: 1, angle: Some(0.5), unit: None, deep: Some(Some(3)) };
    [
        Maybe { angle: Some(f32::INFINITY), ..plain.clone() },
        Maybe { angle: Some(f32::NEG_INFINITY), ..plain.clone() },
        Maybe { unit: Some(()), ..plain.clone() },
        Maybe { deep: Some(None), ..plain },
    ]
}

#[test]
fn an_edit_that_would_lose_values_that_json_cannot_represent_is_refused() {
    for maybe in lossy() {
        let (mut inspector, mut game) = game();
        let ship = game.spawn(maybe.clone());
        let refusal = reason(inspector.respond(&mut game, set(ship, "Maybe", &["a"], json!(2))));
        assert!(refusal.starts_with("component `Maybe`: beside the edited part the value has "), "{refusal}");
        assert_eq!(game.get::<Maybe>(ship), Some(&maybe));
        game.resources.mood = maybe.clone();
        let refusal = reason(inspector.respond(&mut game, set_mood(&["a"], json!(2))));
        assert!(refusal.starts_with("`Mood`: beside the edited part the value has "), "{refusal}");
        assert_eq!(game.resources.mood, maybe);
    }
}

#[test]
fn values_that_json_cannot_represent_are_replaced_by_an_edit_of_the_part_or_of_the_whole() {
    let whole = json!({ "a": 1, "angle": 0.5, "unit": null, "deep": 3 });
    let repaired = Maybe { a: 1, angle: Some(0.5), unit: None, deep: Some(Some(3)) };
    for (maybe, part) in lossy().into_iter().zip(["angle", "angle", "unit", "deep"]) {
        for (path, value) in [(&[part][..], whole[part].clone()), (&[], whole.clone())] {
            let (mut inspector, mut game) = game();
            let ship = game.spawn(maybe.clone());
            assert_eq!(inspector.respond(&mut game, set(ship, "Maybe", path, value.clone())), Response::Done);
            assert_eq!(game.get::<Maybe>(ship), Some(&repaired));
            game.resources.mood = maybe.clone();
            assert_eq!(inspector.respond(&mut game, set_mood(path, value)), Response::Done);
            assert_eq!(game.resources.mood, repaired);
        }
    }
}

#[test]
fn an_edit_of_a_type_that_does_not_read_what_it_writes_is_refused() {
    let (mut inspector, mut game) = game();
    let ship = game.spawn((Lying { a: 1, b: 0 }, Pair(Rounded(0.25), Rounded(0.75))));
    for (component, path) in [("Lying", "a"), ("Pair", "0")] {
        let refusal = reason(inspector.respond(&mut game, set(ship, component, &[path], json!(2))));
        assert!(
            refusal.starts_with(&format!("component `{component}`: what is read is not what was written")),
            "{refusal}"
        );
    }
    assert_eq!(game.get::<Lying>(ship), Some(&Lying { a: 1, b: 0 }));
    assert_eq!(game.get::<Pair>(ship), Some(&Pair(Rounded(0.25), Rounded(0.75))));
    // If the rest is unchanged, the part itself may be read as something else, and may be omitted.
    game.insert(ship, (Lying { a: 1, b: 5 }, Pair(Rounded(0.25), Rounded(2.0)))).unwrap();
    assert_eq!(inspector.respond(&mut game, set(ship, "Pair", &["0"], json!(2.75))), Response::Done);
    assert_eq!(game.get::<Pair>(ship), Some(&Pair(Rounded(3.0), Rounded(2.0))));
    assert_eq!(inspector.respond(&mut game, set(ship, "Lying", &["b"], json!(0))), Response::Done);
    assert_eq!(game.get::<Lying>(ship), Some(&Lying { a: 1, b: 0 }));
}

#[test]
fn a_number_that_would_become_infinite_is_refused() {
    let (mut inspector, mut game) = game();
    let maybe = Maybe { a: 1, angle: Some(0.5), unit: None, deep: None };
    let ship = game.spawn((maybe.clone(), Reach { near: 1.0, far: 2.0 }));
    game.resources.mood = maybe.clone();
    let whole = json!({ "a": 1, "angle": -1e39, "unit": null, "deep": null });
    let component = || "Maybe".to_owned();
    for request in [
        set(ship, "Maybe", &["angle"], json!(1e39)),
        set(ship, "Maybe", &[], whole.clone()),
        set(ship, "Reach", &["near"], json!(3.5e38)),
        set_mood(&["angle"], json!(1e300)),
        set_mood(&[], whole.clone()),
        Request::Insert { entity: ship, component: component(), value: whole.clone() },
        Request::Spawn { components: [(component(), whole)].into_iter().collect() },
    ] {
        let refusal = reason(inspector.respond(&mut game, request));
        assert!(refusal.ends_with("`: a number beyond 3.4028235e38 does not fit, and would be infinite"), "{refusal}");
    }
    assert_eq!((game.get::<Maybe>(ship), &game.resources.mood, game.len()), (Some(&maybe), &maybe, 1));
    // Numbers up to the greatest `f32`, and any number in a field of 64 bits, fit.
    for (field, number) in [("near", 3.402_823_4e38), ("near", -3.402_823_5e38), ("far", 1e39), ("far", -1e300)] {
        assert_eq!(
            inspector.respond(&mut game, set(ship, "Reach", &[field], json!(number))),
            Response::Done,
            "{number}"
        );
    }
    assert_eq!(game.get::<Reach>(ship), Some(&Reach { near: -f32::MAX, far: -1e300 }));
}

#[test]
fn sets_are_the_same_in_another_order() {
    let (mut inspector, mut game) = game();
    let tags: HashSet<_> = (0..100).collect();
    let ship = game.spawn(Tags { a: 1, tags: tags.clone() });
    assert_eq!(inspector.respond(&mut game, set(ship, "Tags", &["a"], json!(2))), Response::Done);
    assert_eq!(game.get::<Tags>(ship), Some(&Tags { a: 2, tags }));
    assert_eq!(inspector.respond(&mut game, set(ship, "Tags", &["tags", "5"], json!(100))), Response::Done);
    let now = &game.get::<Tags>(ship).unwrap().tags;
    assert_eq!((now.len(), now.contains(&100)), (100, true));
}

/// Documented at `Request::Set`.
#[test]
fn fields_that_a_type_does_not_write_get_defaults() {
    let (mut inspector, mut game) = game();
    let ship = game.spawn(Cached { a: 1, cache: 42 });
    assert_eq!(inspector.respond(&mut game, set(ship, "Cached", &["a"], json!(2))), Response::Done);
    assert_eq!(game.get::<Cached>(ship), Some(&Cached { a: 2, cache: 0 }));
}

#[test]
fn a_refused_spawn_changes_nothing() {
    let (mut inspector, mut game) = game();
    let dead = game.spawn(());
    game.despawn(dead).unwrap();
    let before = serde_json::to_value(&game).unwrap();
    for (components, expected) in [
        (json!({ "Health": 1, "Zzz": 1 }), "world `Game` has no component `Zzz`"),
        (json!({ "Health": 1, "Sprite": 1 }), "component `Sprite` is transient"),
        (json!({ "Health": 1, "Pair": [1] }), "component `Pair`: invalid length 1"),
        (json!({ "Health": -1 }), "component `Health`: invalid value"),
        (json!({ "Health": 1, "ChildOf": dead }), "no such entity is alive"),
    ] {
        let Value::Object(components) = components else { panic!("the components are a map") };
        let reason = reason(inspector.respond(&mut game, Request::Spawn { components }));
        assert!(reason.contains(expected), "{reason}");
        assert_eq!(serde_json::to_value(&game).unwrap(), before, "{reason}");
    }
    assert_eq!(game.resources.log, Log(vec![]), "no callback ran");
    game.check_invariants().unwrap();
}

#[test]
fn a_spawn_is_one_transition_with_all_its_components() {
    let (mut inspector, mut game) = game();
    let parent = game.spawn(());
    let components = json!({ "Health": 1, "Diary": ["a"], "ChildOf": parent, "Pair": [1, 2] });
    let Value::Object(components) = components else { panic!("the components are a map") };
    let spawned = inspector.respond(&mut game, Request::Spawn { components });
    let Response::Spawned { entity } = spawned else { panic!("{spawned:?}") };
    assert_eq!(game.component_names(entity), Some(vec!["Pair", "Health", "Diary", "ChildOf"]));
    assert_eq!(game.past::<Diary>(entity), Some(&Diary(vec!["a".into()])));
    assert_eq!(game.tree::<ChildOf>().parent(entity), Some(parent));
    assert_eq!(game.resources.log, Log(vec![format!("added {entity}")]));
    game.check_invariants().unwrap();
}

#[test]
fn a_spawn_has_each_component_once() {
    let read = serde_json::from_str::<Request>;
    assert!(read(r#"{"ask": "spawn", "components": {"Health": 1, "Pair": [1, 1]}}"#).is_ok());
    assert!(read(r#"{"ask": "spawn"}"#).is_ok());
    for twice in [
        r#"{"ask": "spawn", "components": {"Health": 1, "Health": 2}}"#,
        r#"{"components": {"Health": 1, "Pair": [1, 1], "Health": 1}, "ask": "spawn"}"#,
    ] {
        let error = read(twice).unwrap_err().to_string();
        assert!(error.contains("the entity has the component `Health` twice"), "{error}");
    }
}
