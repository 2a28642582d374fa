//! Templates: components composed at run time, spawned any number of times, and entities cloned and moved between worlds:
//! `cargo run --example templates`.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]

use std::collections::BTreeMap;

use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Health(u32);
#[derive(Debug, Clone, PartialEq)]
struct Armour(u32);
#[derive(Debug, Clone, PartialEq)]
struct Name(String);
#[derive(Debug, Clone)]
struct Flying;

/// What can be spawned, by name: a resource like any other.
#[derive(Debug, Default)]
struct Bestiary(BTreeMap<&'static str, Template<World>>);

/// Each queen lays an egg.
#[system]
fn breed(name: &Name, bestiary: &Bestiary, commands: &mut Commands<World>) {
    if name.0 == "Queen" {
        commands.spawn_template(&bestiary.0["bat"]);
    }
}

ecs_world! {
    components: Health, Armour, Name, Flying;
    resources: Bestiary;
    systems: breed;
    queries: (Health, Flying);
}

/// Templates extend others: what they contain themselves overrides what they inherit.
fn bestiary() -> Bestiary {
    let monster = Template::new().with((Health(5), Armour(1)));
    let goblin = Template::new().with((Name("Goblin".into()), Armour(2))).extended(&monster);
    let bat = Template::new().with((Name("Bat".into()), Flying)).extended(&monster).without::<Armour>();
    Bestiary([("goblin", goblin), ("bat", bat)].into())
}

fn main() {
    let mut world = World::default();
    let bestiary = bestiary();
    println!("{:#?}", bestiary.0);

    // The same template, any number of times: each entity has values of its own.
    let goblins = world.spawn_templates(&bestiary.0["goblin"], 3);
    world.get_mut::<Health>(goblins[0]).unwrap().0 = 1;
    assert_eq!(world.get::<Health>(goblins[1]), Some(&Health(5)));

    // One of a kind: a template that was changed.
    let queen = bestiary.0["bat"].clone().with((Name("Queen".into()), Health(50)));
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
}
