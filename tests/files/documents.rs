//! Documents of templates: their meaning, and the messages about mistakes in them.

use ecs_world::prelude::*;
use ecs_world::{Templates, TemplatesError};

use crate::templates::{Armour, Flying, Game, Health, Kind, Name, Speed, Stats, seen};

const TOML: &str = r#"
    [Monster]
    Health = { current = 5, max = 5 }
    Armour = 1
    Speed = 1.5

    [Goblin]
    extends = "Monster"
    Name = "Goblin"
    Armour = 2

    [Bat]
    extends = ["Monster", "Winged"]
    without = "Armour"

    [Winged]
    Flying = {}
    Speed = 4.0
"#;

const RON: &str = r#"{
    "Monster": { "Health": (current: 5, max: 5), "Armour": (1), "Speed": (1.5) },
    "Goblin": { "extends": "Monster", "Name": ("Goblin"), "Armour": (2) },
    "Bat": { "extends": ["Monster", "Winged"], "without": "Armour" },
    "Winged": { "Flying": (), "Speed": (4.0) },
}"#;

const JSON: &str = r#"{
    "Monster": { "Health": { "current": 5, "max": 5 }, "Armour": 1, "Speed": 1.5 },
    "Goblin": { "extends": "Monster", "Name": "Goblin", "Armour": 2 },
    "Bat": { "extends": ["Monster", "Winged"], "without": ["Armour"] },
    "Winged": { "Flying": null, "Speed": 4.0 }
}"#;

type Loaded = Result<Templates<Game>, TemplatesError>;

fn toml(text: &str) -> Loaded {
    Templates::load("monsters.toml", toml::Deserializer::parse(text).expect("it is TOML"))
}

fn ron(text: &str) -> Loaded {
    Templates::load("monsters.ron", &mut ron::Deserializer::from_str(text).expect("it is RON"))
}

fn json(text: &str) -> Loaded {
    Templates::load("monsters.json", &mut serde_json::Deserializer::from_str(text))
}

/// The mistakes in a JSON document.
fn mistakes(text: &str) -> Vec<String> {
    let error = json(text).err().map(|error| error.to_string()).unwrap_or_default();
    error
        .lines()
        .map(|line| line.strip_prefix("monsters.json: ").expect("each line names the document").into())
        .collect()
}

/// Asserts that there is exactly one mistake, and returns it.
fn mistake(text: &str) -> String {
    let all = mistakes(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.concat()
}

#[test]
fn documents_mean_the_same_in_each_format() {
    let full = Health { current: 5, max: 5 };
    let monster = Template::new().with((full.clone(), Armour(1), Speed(1.5)));
    let goblin = Template::new().with((full.clone(), Armour(2), Speed(1.5), Name("Goblin".into())));
    let bat = Template::new().with((full, Speed(4.0), Flying));
    let winged = Template::new().with((Speed(4.0), Flying));
    for library in [toml(TOML), ron(RON), json(JSON)] {
        let library = library.expect("the document is valid");
        let expected = [("Bat", &bat), ("Goblin", &goblin), ("Monster", &monster), ("Winged", &winged)];
        let all: Vec<_> = library.iter().map(|(name, template)| (name, seen(template))).collect();
        assert_eq!(all, expected.map(|(name, template)| (name, seen(template))));
        assert_eq!((library.len(), library.is_empty()), (4, false));
    }
}

#[test]
fn a_unit_is_read_from_an_empty_map_or_the_unit_of_the_format() {
    for library in [
        toml("[A]\nFlying = {}"),
        json(r#"{"A": {"Flying": {}}}"#),
        json(r#"{"A": {"Flying": null}}"#),
        json(r#"{"A": {"Flying": []}}"#),
        ron(r#"{"A": {"Flying": ()}}"#),
        ron(r#"{"A": {"Flying": {}}}"#),
        ron(r#"{"A": {"Flying": Flying}}"#),
    ] {
        assert!(library.is_ok_and(|library| library["A"].has::<Flying>()));
    }
    let wrong = mistake(r#"{"A": {"Flying": {"high": true}}}"#);
    assert!(wrong.starts_with("A.Flying: invalid type: map, expected unit struct Flying, written as `{}`"), "{wrong}");
    assert!(mistake(r#"{"A": {"Flying": 1}}"#).starts_with("A.Flying: invalid type: integer `1`"));
}

#[test]
fn values_of_all_shapes_are_read() {
    let health = |n| Health { current: n, max: n };
    let stats = |kind| Stats { base: health(1), levels: vec![health(2), health(3)], guard: Some(health(4)), kind };
    let json_of = |kind: &str| {
        format!(
            r#"{{"A": {{"Stats": {{"base": {{"current": 1, "max": 1}}, "kind": {kind}, "guard": {{"max": 4, "current": 4}},
            "levels": [{{"current": 2, "max": 2}}, {{"current": 3, "max": 3}}]}}}}}}"#
        )
    };
    for (kind, text) in [
        (Kind::Plain, r#""Plain""#),
        (Kind::Wrapped(health(5)), r#"{"Wrapped": {"current": 5, "max": 5}}"#),
        (Kind::Named { health: health(6) }, r#"{"Named": {"health": {"current": 6, "max": 6}}}"#),
    ] {
        let library = json(&json_of(text)).expect("the document is valid");
        assert_eq!(library["A"].get::<Stats>(), Some(&stats(kind)));
    }
    let ron_text = r#"{"A": {"Stats": (base: (current: 1, max: 1), levels: [(current: 2, max: 2), (current: 3, max: 3)],
        guard: Some((current: 4, max: 4)), kind: Named(health: (current: 6, max: 6)))}}"#;
    let library = ron(ron_text).expect("the document is valid");
    assert_eq!(library["A"].get::<Stats>(), Some(&stats(Kind::Named { health: health(6) })));
}

#[test]
fn each_mistake_is_reported_with_its_path_and_the_nearest_name() {
    for (text, expected) in [
        (
            r#"{"A": {"Helth": {"any": ["thing"]}}}"#,
            "A.Helth: world `Game` has no component `Helth`: did you mean `Health`?",
        ),
        (r#"{"A": {"Wings": 1}}"#, "A.Wings: world `Game` has no component `Wings`"),
        (r#"{"A": {"Sprite": 1}}"#, "A.Sprite: component `Sprite` is transient: it is neither saved nor loaded"),
        (
            r#"{"A": {"ChildOf": [0, 1]}}"#,
            "A.ChildOf: `ChildOf` is a relation, and a document knows no entities: insert it after spawning",
        ),
        (r#"{"A": {"Armour": 1, "Armour": 2}}"#, "A.Armour: the template has the component `Armour` twice"),
        (r#"{"A": {}, "A": {}}"#, "A: the document has this template twice"),
        (r#"{"A": {"extend": "A"}}"#, "A.extend: world `Game` has no component `extend`: did you mean `extends`?"),
        (
            r#"{"A": {"Without": "Armour"}}"#,
            "A.Without: world `Game` has no component `Without`: did you mean `without`?",
        ),
        (r#"{"A": {"extends": "B"}, "Monster": {}}"#, "A.extends: there is no template `B`"),
        (
            r#"{"A": {"extends": ["Monster", "Monstre"]}, "Monster": {}}"#,
            "A.extends: there is no template `Monstre`: did you mean `Monster`?",
        ),
        (r#"{"A": {"extends": [], "extends": []}}"#, "A.extends: the template has `extends` twice"),
        (r#"{"A": {"without": "Armor"}}"#, "A.without: world `Game` has no component `Armor`: did you mean `Armour`?"),
        (
            r#"{"A": {"without": "Armour", "Armour": 1}}"#,
            "A.without: the template has the component `Armour`, which it leaves out",
        ),
        (
            r#"{"A": {"Health": {"current": 1, "max": 2, "curent": 3}}}"#,
            "A.Health.curent: unknown field: did you mean `current`?",
        ),
        (r#"{"A": {"Health": {"current": 1, "max": 2, "cost": 3}}}"#, "A.Health.cost: unknown field"),
    ] {
        assert_eq!(mistake(text), expected, "{text}");
    }
}

#[test]
fn values_of_other_types_are_reported_with_the_path_to_the_field() {
    let stats = |base: &str, levels: &str, guard: &str, kind: &str| {
        let health = r#"{"current": 1, "max": 1}"#;
        let [base, guard] = [base, guard].map(|own| if own.is_empty() { health } else { own });
        mistakes(&format!(
            r#"{{"A": {{"Stats": {{"base": {base}, "levels": [{health}{levels}], "guard": {guard}, "kind": {kind}}}}}}}"#
        ))
        .concat()
    };
    for (found, path) in [
        (mistake(r#"{"A": {"Armour": "thick"}}"#), "A.Armour: invalid type: string \"thick\", expected u32"),
        (mistake(r#"{"A": {"Health": {"current": "all", "max": 2}}}"#), "A.Health.current: invalid type"),
        (mistake(r#"{"A": {"Health": {"current": 1}}}"#), "A.Health: missing field `max`"),
        (
            mistake(r#"{"A": {"extends": 1}}"#),
            "A.extends: invalid type: integer `1`, expected a name, or a list of names",
        ),
        (mistake(r#"{"A": 1}"#), "A: invalid type: integer `1`, expected a template: a map of components"),
        (mistake("[]"), "invalid type: sequence, expected a map of templates by name, for world `Game`"),
        (stats(r#"{"current": -1, "max": 1}"#, "", "", "\"Plain\""), "A.Stats.base.current: invalid value"),
        (stats("", r#", {"current": 1, "max": []}"#, "", "\"Plain\""), "A.Stats.levels.1.max: invalid type"),
        (stats("", "", r#"{"current": 1, "max": 1, "least": 1}"#, "\"Plain\""), "A.Stats.guard.least: unknown field"),
        (
            stats("", "", "", r#"{"Named": {"health": {"current": 1, "max": {}}}}"#),
            "A.Stats.kind.health.max: invalid type",
        ),
        (
            stats("", "", "", r#"{"Wrapped": {"current": 1, "max": 1, "mx": 1}}"#),
            "A.Stats.kind.mx: unknown field: did you mean `max`?",
        ),
        (stats("", "", "", r#""Plane""#), "A.Stats.kind: unknown variant `Plane`"),
        (stats("", "", "", r#"{"Plain": 1}"#), "A.Stats.kind: invalid type: integer `1`, expected unit"),
    ] {
        assert!(found.starts_with(path), "{path}: {found}");
    }
}

#[test]
fn mistakes_are_reported_in_each_format() {
    let expected = "A.Health.curent: unknown field: did you mean `current`?";
    for (error, document) in [
        (toml("[A.Health]\ncurrent = 1\nmax = 1\ncurent = 1").err(), "monsters.toml"),
        (ron(r#"{"A": {"Health": (current: 1, max: 1, curent: 1)}}"#).err(), "monsters.ron"),
        (json(r#"{"A": {"Health": {"current": 1, "max": 1, "curent": 1}}}"#).err(), "monsters.json"),
    ] {
        let error = error.expect("a field is misspelt");
        assert_eq!((error.to_string(), error.document()), (format!("{document}: {expected}"), document));
    }
    for (error, field) in [
        (toml("[A.Health]\ncurrent = 1\nmax = \"all\"").err(), "max"),
        (ron(r#"{"A": {"Health": (current: 1, max: "all")}}"#).err(), "max"),
    ] {
        let error = error.expect("a type is wrong").to_string();
        assert!(error.contains(&format!(": A.Health.{field}: ")), "{error}");
    }
    // Invalid JSON is detected when it is read.
    assert!(mistakes(r#"{"A": {"Armour": 1}"#).concat().contains("EOF"));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let found = mistakes(
        r#"{"A": {"extends": "B", "Wings": 1, "Health": {"current": 1, "max": 1, "mx": 1}}, "B": {"extends": "C"},
            "C": {"extends": ["A", "D"]}, "A": {}}"#,
    );
    let expected = [
        "A.Wings: world `Game` has no component `Wings`",
        "A.Health.mx: unknown field: did you mean `max`?",
        "A: the document has this template twice",
        "C.extends: there is no template `D`",
        "C.extends: `A` extends itself: A -> B -> C -> A",
    ];
    assert_eq!(found, expected);
    let error = json(r#"{"A": {"Wings": 1, "extends": "B"}}"#).expect_err("the document has two mistakes");
    let paths: Vec<_> = error.mistakes().iter().map(|mistake| mistake.path.as_str()).collect();
    assert_eq!(paths, ["A.Wings", "A.extends"]);
}

#[test]
fn no_more_than_64_mistakes_are_listed() {
    for (count, lines, last) in
        [(63, 63, "A.Z62"), (64, 64, "A.Z63"), (65, 65, "and 1 more"), (1_000, 65, "and 936 more")]
    {
        let unknown: Vec<_> = (0..count).map(|at| format!(r#""Z{at}": 1"#)).collect();
        let found = mistakes(&format!(r#"{{"A": {{{}}}}}"#, unknown.join(", ")));
        assert_eq!(found.len(), lines);
        assert!(found.last().is_some_and(|line| line.starts_with(last)), "{found:?}");
    }
    // Up to 64 fields of one value are listed.
    for (count, noted) in [(0, 0), (1, 1), (2, 2), (3, 3), (63, 63), (64, 64), (65, 64)] {
        let unknown: String =
            (0..count).flat_map(|at| [r#", "Z"#.to_owned(), at.to_string(), r#"": 1"#.to_owned()]).collect();
        let found = mistakes(&format!(r#"{{"A": {{"Health": {{"current": 1, "max": 1{unknown}}}}}}}"#));
        assert_eq!(found.len(), noted, "{count}");
    }
}

#[test]
fn cycles_of_any_length_are_found_and_chains_are_not_cycles() {
    for count in [1, 2, 3, 14, 15, 16, 17, 100] {
        let link = |at: usize| format!(r#""T{at}": {{"extends": "T{}"}}"#, (at + 1) % count);
        let cycle: Vec<_> = (0..count).map(link).collect();
        let found = mistake(&format!("{{{}}}", cycle.join(", ")));
        assert!(found.contains("`T0` extends itself: T0 -> "), "{count}: {found}");
        assert!(found.ends_with("-> T0") && found.len() < 200, "{found}");
        // The first name is listed twice; up to 16 names are listed.
        let names = if count < 16 { count + 1 } else { 16 };
        assert_eq!(found.split("itself: ").nth(1).map(|names| names.matches('T').count()), Some(names), "{found}");
        assert_eq!(found.contains(" -> .. -> "), count > 15, "{found}");
    }
    for count in [1, 2, 3, 10_000] {
        let link = |at: usize| format!(r#""T{at}": {{"extends": ["T{}"]}}"#, at + 1);
        let chain: Vec<_> = (0..count).map(link).collect();
        let library = json(&format!(r#"{{{}, "T{count}": {{"Armour": 3}}}}"#, chain.join(", ")))
            .expect("the chain is not a cycle");
        assert_eq!(library["T0"].get::<Armour>(), Some(&Armour(3)));
    }
    // A diamond is not a cycle; of equal components, that of the last base is used.
    let library = json(
        r#"{"A": {"Armour": 1}, "B": {"extends": "A", "Armour": 2}, "C": {"extends": "A"},
            "D": {"extends": ["B", "C"]}, "E": {"extends": ["C", "B"]}, "F": {"extends": ["B", "B"]}, "G": {"extends": []}}"#,
    )
    .expect("the chain is not a cycle");
    let armour = |name| library[name].get::<Armour>().map(|own| own.0);
    assert_eq!(["D", "E", "F", "G"].map(armour), [Some(1), Some(2), Some(2), None]);
}

#[test]
fn documents_extend_templates_of_the_library_and_refused_ones_leave_it_unchanged() {
    let mut library = json(r#"{"A": {"Armour": 1}}"#).expect("the document is valid");
    library.insert("B", Template::new().with(Flying));
    let mut add = |text: &str| {
        library.add("more.json", &mut serde_json::Deserializer::from_str(text)).map_err(|error| error.to_string())
    };
    assert_eq!(add(r#"{"C": {"extends": ["A", "B"]}}"#), Ok(()));
    let before = |library: &Templates<Game>| format!("{library:?}");
    let known = before(&library);
    let mut add = |text: &str| {
        library.add("more.json", &mut serde_json::Deserializer::from_str(text)).map_err(|error| error.to_string())
    };
    assert_eq!(
        add(r#"{"D": {}, "A": {}}"#),
        Err("more.json: A: the library has a template of this name from another document".into())
    );
    assert!(add(r#"{"D": {}, "E": {"extends": "F"}}"#).is_err());
    assert!(add(r#"{"D": {}, "E": {"Armour": "thick"}}"#).is_err());
    assert!(add(r#"{"D": {}"#).is_err());
    assert_eq!(before(&library), known);
    assert!(library["C"].has::<Flying>() && library["C"].has::<Armour>() && library.get("D").is_none());
}

#[test]
#[should_panic(expected = "the library has no template `Gobln`: did you mean `Goblin`?")]
fn a_missing_template_is_reported_with_the_nearest_name() {
    let library = json(JSON).expect("the document is valid");
    let _ = &library["Gobln"];
}

#[test]
fn empty_documents_are_libraries_without_templates() {
    for library in [toml(""), ron("{}"), json("{}")] {
        assert!(library.is_ok_and(|library| library.is_empty()));
    }
}

/// Loads bytes; if that succeeds, all templates can be spawned.
fn loads_or_is_refused(load: fn(&[u8]) -> Option<Loaded>, bytes: &[u8]) {
    match load(bytes) {
        Some(Ok(library)) => library.iter().for_each(|(_, template)| drop(seen(template))),
        Some(Err(error)) => assert!(!error.mistakes().is_empty() && !error.to_string().is_empty()),
        None => {}
    }
}

#[test]
fn truncated_and_corrupted_documents_are_refused_or_loaded_whole() {
    fn text(bytes: &[u8]) -> Option<&str> {
        std::str::from_utf8(bytes).ok()
    }
    let of_json: fn(&[u8]) -> _ =
        |bytes| Some(Templates::load("monsters.json", &mut serde_json::Deserializer::from_slice(bytes)));
    let of_ron: fn(&[u8]) -> _ = |bytes| {
        let mut ron = ron::Deserializer::from_bytes(bytes).ok()?;
        Some(Templates::load("monsters.ron", &mut ron))
    };
    let of_toml: fn(&[u8]) -> _ =
        |bytes| Some(Templates::load("monsters.toml", toml::Deserializer::parse(text(bytes)?).ok()?));
    for (load, document) in [(of_json, JSON), (of_ron, RON), (of_toml, TOML)] {
        for end in 0..document.len() {
            loads_or_is_refused(load, &document.as_bytes()[..end]);
        }
        for bit in 0..document.len() * 8 {
            let mut flipped = document.as_bytes().to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            loads_or_is_refused(load, &flipped);
        }
    }
    for end in 0..JSON.len() {
        assert!(
            of_json(&JSON.as_bytes()[..end]).is_some_and(|loaded| loaded.is_err()),
            "{end} of {} bytes",
            JSON.len()
        );
    }
}
