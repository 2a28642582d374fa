//! Templates: components from a file or composed at run time, spawned any number of times, and entities cloned and moved between worlds:
//! `cargo run --example templates --features serde`. The templates are in `examples/templates.toml`.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]

use std::error::Error;

use ecs_world::Templates;
use ecs_world::prelude::*;
use serde::Deserialize;

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Health(u32);
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Armour(u32);
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Name(String);
#[derive(Debug, Clone, Deserialize)]
struct Flying;

/// Templates by name: a resource like any other.
#[derive(Debug, Default, Deserialize)]
struct Bestiary(Templates<World>);

/// Each queen lays an egg.
#[system]
fn breed(name: &Name, bestiary: &Bestiary, commands: &mut Commands<World>) {
    if name.0 == "Queen" {
        commands.spawn_template(&bestiary.0["Bat"]);
    }
}

ecs_world! {
    #[derive(Deserialize)]
    struct World;
    components: Health, Armour, Name, Flying;
    resources: Bestiary;
    systems: breed;
    queries: (Health, Flying);
}

/// Loads templates. The components of a template override those that it inherits. A mistake is reported with its path, and nothing is
/// loaded.
fn load(name: &str, document: &str) -> Result<Bestiary, Box<dyn Error>> {
    Ok(Bestiary(Templates::load(name, toml::Deserializer::parse(document)?)?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::default();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/templates.toml");
    let mut bestiary = load("templates.toml", &std::fs::read_to_string(file)?)?;
    println!("{:#?}", bestiary.0);
    let misspelt = load("more.toml", "[Orc]\nHelth = 7").unwrap_err();
    println!("{misspelt}");
    assert!(misspelt.to_string().ends_with("did you mean `Health`?"));

    // In code, from templates of the file.
    let chief = Template::new().with(Health(9)).extended(&bestiary.0["Goblin"]);
    bestiary.0.insert("Chief", chief);
    assert_eq!(bestiary.0["Chief"].get::<Armour>(), bestiary.0["Goblin"].get::<Armour>());

    // The same template, any number of times: each entity has values of its own.
    let goblins = world.spawn_templates(&bestiary.0["Goblin"], 3);
    world.get_mut::<Health>(goblins[0]).unwrap().0 = 1;
    assert_ne!(world.get::<Health>(goblins[1]), Some(&Health(1)));

    // A unique entity: from a modified copy of a template.
    let queen = bestiary.0["Bat"].clone().with((Name("Queen".into()), Health(50)));
    world.spawn_template(&queen);

    // In systems, by commands.
    world.resources.bestiary = bestiary;
    world.run();
    world.run();
    assert_eq!(world.query_health_flying().iter().count(), 3);

    // An entity as a template: cloned, or moved to another world.
    let twin = world.clone_entity(goblins[0]).unwrap();
    assert_eq!(world.get::<Health>(twin), Some(&Health(1)));
    let mut dungeon = World::default();
    let prisoner = dungeon.spawn(());
    dungeon.insert_template(prisoner, world.take(twin).unwrap()).unwrap();
    assert_eq!(dungeon.get::<Name>(prisoner), Some(&Name("Goblin".into())));

    let names: Vec<_> = world.query::<&Name>().iter().map(|name| name.0.as_str()).collect();
    println!("outside: {names:?}; in the dungeon: {}", dungeon.len());
    assert_eq!(names, ["Goblin", "Goblin", "Goblin", "Queen", "Bat", "Bat"]);
    Ok(())
}
