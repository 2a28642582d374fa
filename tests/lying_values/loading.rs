//! Saves and templates, whose values lie while they are written and read.

use ecs_world::Templates;
use ecs_world::prelude::*;

use crate::values::{CLONING, DROPPING, Liar, READING, VISITING, WRITING, random, while_lying};
use crate::worlds::{ATTEMPTS, World, assert_continues, attempts, truth, world};

/// The number of a format. (Miri takes long for text formats.)
fn format() -> u32 {
    if cfg!(miri) { 0 } else { random(3) }
}

/// A save in one of three formats; `None` if it fails.
fn save(format: u32, world: &World) -> Option<Vec<u8>> {
    match format {
        0 => postcard::to_allocvec(world).ok(),
        1 => serde_json::to_vec(world).ok(),
        _ => ron::to_string(world).ok().map(String::into_bytes),
    }
}

fn load(format: u32, save: &[u8]) -> Option<World> {
    match format {
        0 => postcard::from_bytes(save).ok(),
        1 => serde_json::from_slice(save).ok(),
        _ => ron::de::from_bytes(save).ok(),
    }
}

#[test]
fn a_world_whose_values_lie_as_they_are_saved_does_not_change_and_its_save_loads_whole_or_not_at_all() {
    let loaded = std::cell::Cell::new(0);
    attempts(|context| {
        let mut world = world();
        let (before, format) = (truth(&world), format());
        let saved = while_lying(WRITING | DROPPING, || save(format, &world)).flatten();
        assert_eq!(truth(&world), before, "{context}");
        if let Some(mut other) = saved.and_then(|save| load(format, &save)) {
            loaded.set(loaded.get() + 1);
            assert_continues(&mut other, context);
        }
        assert_continues(&mut world, context);
    });
    assert!(cfg!(miri) || (1..ATTEMPTS).contains(&loaded.get()), "some saves are loaded, and some are not");
}

#[test]
fn a_world_is_loaded_whole_or_not_at_all_while_its_values_lie() {
    let loaded = std::cell::Cell::new(0);
    attempts(|context| {
        let format = format();
        let saved = save(format, &world()).unwrap();
        let read = while_lying(READING | DROPPING, || load(format, &saved));
        if let Some(mut other) = read.flatten() {
            loaded.set(loaded.get() + 1);
            assert_continues(&mut other, context);
        }
        assert!(load(format, &saved).is_some(), "{context}: the save is loaded without lies");
    });
    assert!(cfg!(miri) || (1..ATTEMPTS).contains(&loaded.get()), "some saves are loaded, and some are not");
}

#[test]
fn a_template_whose_values_lie_leaves_a_world_that_is_whole() {
    attempts(|context| {
        let mut world = world();
        let all: Vec<_> = world.entities().collect();
        let one = all[random(u32::try_from(all.len()).unwrap()) as usize];
        let template = Template::<World>::new().with((Liar::<0>::with(1, Some(one)), Liar::<2>::new(3)));
        while_lying(WRITING | READING | DROPPING, || {
            let text = serde_json::to_string(&template).ok()?;
            let read: Template<World> = serde_json::from_str(&text).ok()?;
            world.try_spawn_template(&read).ok()
        });
        world.check_invariants().unwrap_or_else(|error| panic!("{context}: {error}"));
        while_lying(CLONING | VISITING | DROPPING, || match random(4) {
            0 => drop(world.clone_entity(one)),
            1 => drop(world.clone_tree::<crate::values::ChildOf>(one)),
            2 => drop(world.take_tree::<crate::values::ChildOf>(one)),
            _ => drop(world.spawn_templates(&template, 3)),
        });
        drop(template);
        assert_continues(&mut world, context);
    });
}

#[test]
fn a_document_of_templates_that_lie_is_loaded_whole_or_not_at_all() {
    let document = r#"{"Orc": {"One": [1, null], "Foreign": [2, null]}, "Elf": {"extends": "Orc", "Two": [3, null]}}"#;
    attempts(|context| {
        let mut world = world();
        let mut library = Templates::<World>::default();
        let added = while_lying(READING | DROPPING, || {
            library.add("liars.json", &mut serde_json::Deserializer::from_str(document)).is_ok()
        });
        assert_eq!(library.iter().count(), if added == Some(true) { 2 } else { 0 }, "{context}");
        for (_, template) in library.iter() {
            world.spawn_template(template);
        }
        drop(library);
        assert_continues(&mut world, context);
    });
}
