//! Templates and trees of templates in formats of serde.

use ecs_world::prelude::*;
use ecs_world::{TemplateTree, Templates};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Health {
    pub(crate) current: u32,
    pub(crate) max: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Armour(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Name(pub(crate) String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Flying;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Speed(pub(crate) f32);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sprite(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct ChildOf(pub(crate) Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stats {
    pub(crate) base: Health,
    pub(crate) levels: Vec<Health>,
    pub(crate) guard: Option<Health>,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Kind {
    Plain,
    Wrapped(Health),
    Named { health: Health },
}

/// The templates of the game; part of its saves like any resource.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Bestiary(pub(crate) Templates<Game>);

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub(crate) struct Game;
    components:
        Health,
        #[storage(vec)] Armour,
        #[storage(hash_map)] Name,
        #[storage(tag)] Flying,
        #[double_buffered] Speed,
        #[transient] Sprite,
        Stats;
    relations: ChildOf (tree, cascade);
    resources: Bestiary;
}

fn goblin() -> Template<Game> {
    Template::new().with((Health { current: 4, max: 5 }, Armour(1), Name("Goblin".into()), Flying, Speed(1.5)))
}

/// The components of a template: those of an entity that is spawned with it.
pub(crate) fn seen(template: &Template<Game>) -> String {
    let mut game = Game::default();
    let own = game.spawn_template(template);
    game.check_invariants().expect("the world is consistent");
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        game.component_names(own),
        game.get::<Health>(own),
        game.get::<Armour>(own),
        game.get::<Name>(own),
        game.get::<Flying>(own),
        game.get::<Speed>(own),
        game.query::<&Past<Speed>>().iter().next().map(|past| past.0),
        game.get::<Stats>(own),
    )
}

/// Writes a value and reads it again, in each format.
fn copies<T: Serialize + DeserializeOwned>(value: &T) -> [T; 4] {
    let json = serde_json::to_string(value).expect("the value is serialised");
    let fields = serde_json::to_value(value).expect("the value is serialised");
    let ron = ron::to_string(value).expect("the value is serialised");
    let bytes = postcard::to_allocvec(value).expect("the value is serialised");
    [
        serde_json::from_str(&json).expect("the value is deserialised"),
        serde_json::from_value(fields).expect("the value is deserialised from an object"),
        ron::from_str(&ron).expect("the value is deserialised"),
        postcard::from_bytes(&bytes).expect("the value is deserialised"),
    ]
}

#[test]
fn a_template_is_read_as_it_was_written_in_each_format() {
    for template in [Template::new(), Template::new().with(Flying), Template::new().with((Flying, Armour(3))), goblin()]
    {
        for copy in copies(&template) {
            assert_eq!((seen(&copy), copy.mask()), (seen(&template), template.mask()));
        }
    }
    let json = serde_json::to_value(goblin()).expect("the value is serialised");
    let expected = json!({
        "Health": { "current": 4, "max": 5 }, "Armour": 1, "Name": "Goblin", "Flying": null, "Speed": 1.5
    });
    assert_eq!(json, expected);
}

#[test]
fn transient_components_of_templates_are_left_out_and_refused() {
    let template = goblin().with(Sprite(3));
    for copy in copies(&template) {
        assert!(!copy.has::<Sprite>() && copy.has::<Health>());
    }
    let refused =
        serde_json::from_value::<Template<Game>>(json!({ "Sprite": 3 })).expect_err("the component is transient");
    assert!(refused.to_string().contains("component `Sprite` is transient"), "{refused}");
}

#[test]
fn errors_name_components_that_are_unknown_duplicate_or_of_another_type() {
    let refusal = |text: &str| serde_json::from_str::<Template<Game>>(text).expect_err("invalid template").to_string();
    for (text, expected) in [
        (r#"{"Helth": {}}"#, "world `Game` has no component `Helth`: did you mean `Health`?"),
        (r#"{"Past<Speed>": 1.0}"#, "world `Game` has no component `Past<Speed>`"),
        (r#"{"Armour": 1, "Armour": 1}"#, "the template has the component `Armour` twice"),
        (r#"{"Armour": "thick"}"#, "component `Armour`: invalid type"),
        (r#"{"Health": {"current": 1}}"#, "component `Health`: missing field `max`"),
        ("[]", "expected a template: components of world `Game` by name"),
        ("null", "expected a template"),
    ] {
        let refused = refusal(text);
        assert!(refused.contains(expected), "{text}: {refused}");
    }
}

mod later {
    use super::{Armour, Health, Name};

    ecs_world::ecs_world! {
        #[derive(Serialize, Deserialize)]
        #[version(2)]
        #[removed("Name" = Name, "Flying")]
        pub(crate) struct Game;
        components: #[renamed("Armour")] Armour as Shell, Health;
    }
}

#[test]
fn templates_of_an_earlier_version_have_renamed_components_and_lack_removed_ones() {
    let template = Template::<Game>::new().with((Health { current: 4, max: 5 }, Armour(1), Name("Goblin".into())));
    let json = serde_json::to_string(&template.clone().with(Flying)).expect("the value is serialised");
    // A value of a removed component, without its type, can be skipped only if the format is self-describing.
    let bytes = postcard::to_allocvec(&template).expect("the value is serialised");
    let read: [Template<later::Game>; 2] = [
        serde_json::from_str(&json).expect("the value is deserialised"),
        postcard::from_bytes(&bytes).expect("the value is deserialised"),
    ];
    for template in read {
        let mut game = later::Game::default();
        let own = game.spawn_template(&template);
        assert_eq!(game.component_names(own), Some(vec!["Shell", "Health"]));
        assert_eq!(game.get::<Armour>(own), Some(&Armour(1)));
    }
    let load = |text: &str| Templates::<later::Game>::load("old.json", &mut serde_json::Deserializer::from_str(text));
    assert!(load(r#"{"A": {"Armour": 1}}"#).is_ok_and(|library| library["A"].has::<Armour>()));
    let refused = load(r#"{"A": {"Name": "old"}}"#).expect_err("the component was removed").to_string();
    assert_eq!(refused, "old.json: A.Name: component `Name` was removed from world `Game`");
}

#[test]
fn saves_have_the_templates_of_resources() {
    let mut game = Game::default();
    game.resources.bestiary.0.insert("Goblin", goblin());
    game.resources.bestiary.0.insert("Bat", Template::new().with(Flying));
    for copy in copies(&game) {
        let names: Vec<_> = copy.resources.bestiary.0.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Bat", "Goblin"]);
        assert_eq!(seen(&copy.resources.bestiary.0["Goblin"]), seen(&goblin()));
    }
}

#[test]
fn a_tree_that_was_written_and_read_is_spawned_in_another_world() {
    let mut game = Game::default();
    let (outside, root) = (game.spawn(()), game.spawn(Health { current: 1, max: 2 }));
    let child = game.spawn((Armour(7), ChildOf(root)));
    game.spawn((Armour(8), ChildOf(child)));
    let taken = game.take_tree::<ChildOf>(root).expect("the entity is alive");
    for tree in copies(&taken) {
        let mut other = Game::default();
        other.spawn(Name("here before".into()));
        let root = other.spawn_tree(tree.map_outside(|_| outside)).expect("the tree has no outside handles");
        other.check_invariants().expect("the world is consistent");
        let descendants: Vec<_> = other.tree::<ChildOf>().descendants(root).collect();
        let armour: Vec<_> = descendants.iter().map(|own| other.get::<Armour>(*own).cloned()).collect();
        assert_eq!(armour, [Some(Armour(7)), Some(Armour(8))]);
    }
}

#[test]
fn trees_of_templates_are_consistent_whatever_was_read() {
    let read = |value: Value| serde_json::from_value::<TemplateTree<Game, ChildOf>>(value);
    assert!(read(json!([[], [], false])).is_err_and(|error| error.to_string().contains("has a root")));
    // Handles that refer to the first two templates, in a cycle; to a template that does not exist; and to no template.
    let code = |number: u32| json!({ "ChildOf": [u32::MAX, 2 * number + 1] });
    for templates in
        [json!([code(1), code(0)]), json!([{}, code(2)]), json!([code(0)]), json!([{}, { "ChildOf": [9, 1] }])]
    {
        let tree = read(json!([templates, [], true])).expect("handles are checked later");
        let mut game = Game::default();
        assert!(game.spawn_tree(tree).is_err(), "{templates}");
        assert!(game.is_empty());
    }
}

#[test]
fn truncated_and_corrupted_templates_leave_worlds_consistent() {
    let mut game = Game::default();
    let root = game.spawn(Health { current: 1, max: 2 });
    game.spawn((Armour(7), ChildOf(root)));
    let tree = game.take_tree::<ChildOf>(root).expect("the entity is alive");
    let spawn = |bytes: &[u8]| {
        if let Ok(template) = postcard::from_bytes::<Template<Game>>(bytes) {
            let mut game = Game::default();
            let _ = game.try_spawn_template(&template);
            game.check_invariants().expect("the world is consistent");
        }
        if let Ok(tree) = postcard::from_bytes::<TemplateTree<Game, ChildOf>>(bytes) {
            let mut game = Game::default();
            drop(game.spawn_tree(tree));
            game.check_invariants().expect("the world is consistent");
        }
    };
    let template = postcard::to_allocvec(&goblin()).expect("the value is serialised");
    for end in 0..template.len() {
        assert!(postcard::from_bytes::<Template<Game>>(&template[..end]).is_err(), "{end} of {} bytes", template.len());
    }
    for saved in [template, postcard::to_allocvec(&tree).expect("the value is serialised")] {
        (0..=saved.len()).for_each(|end| spawn(&saved[..end]));
        for bit in 0..saved.len() * 8 {
            let mut flipped = saved.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            spawn(&flipped);
        }
    }
}
