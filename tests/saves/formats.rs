//! Entries of types without the traits of serde are written and read by the functions of a module.

use ecs_world::prelude::*;

/// A library that does not depend on serde.
mod foreign {
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub(crate) struct Vec3 {
        pub(crate) x: f32,
        pub(crate) y: f32,
        pub(crate) z: f32,
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(crate) enum Light {
        Off,
        On,
    }

    pub(crate) const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
        Vec3 { x, y, z }
    }
}

/// Writes a vector as an array of three numbers.
mod as_array {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::foreign::{Vec3, vec3};

    pub(super) fn serialize<S: Serializer>(value: &Vec3, serializer: S) -> Result<S::Ok, S::Error> {
        [value.x, value.y, value.z].serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec3, D::Error> {
        let [x, y, z] = Deserialize::deserialize(deserializer)?;
        Ok(vec3(x, y, z))
    }
}

mod as_bool {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::foreign::Light;

    pub(super) fn serialize<S: Serializer>(value: &Light, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*value == Light::On)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Light, D::Error> {
        Ok(if bool::deserialize(deserializer)? { Light::On } else { Light::Off })
    }
}

mod as_number {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Walk;

    pub(super) fn serialize<S: Serializer>(value: &Walk, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(value.steps)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Walk, D::Error> {
        u32::deserialize(deserializer).map(|steps| Walk { steps })
    }
}

use foreign::{Light, Vec3, vec3};

#[derive(Debug, Default, PartialEq)]
struct Walk {
    steps: u32,
}

#[system]
impl Walk {
    fn run(&mut self, position: &mut Vec3) {
        self.steps += 1;
        position.x += 1.0;
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub(crate) struct Game;
    components: #[saved(with = as_array)] #[double_buffered] Vec3, #[saved(with = as_bool)] Light;
    resources: #[saved(with = as_array)] Vec3 as Wind = vec3(0.0, 1.0, 2.0);
    events: #[saved(with = self::as_bool)] Light as Flash;
    states: #[saved(with = as_bool)] Light as Lamp = Light::Off;
    systems: #[saved(with = as_number)] Walk;
}

#[test]
fn values_are_written_and_read_by_the_functions_of_their_module() {
    let mut game = Game::default();
    let ship = game.spawn((vec3(1.0, 2.0, 3.0), Light::On));
    game.run();
    game.resources.wind = vec3(4.0, 5.0, 6.0);
    game.events.flash.send(Light::On);
    game.states.lamp.set(Light::On);
    game.commands().spawn((vec3(7.0, 8.0, 9.0), Light::Off));
    let json = serde_json::to_string(&game).expect("the world can be saved");
    for text in [
        r#""Vec3":[[0],[[2.0,2.0,3.0]]"#,
        r#""Past<Vec3>":[[0],[[1.0,2.0,3.0]]"#,
        r#""Walk":1"#,
        r#""Lamp":[false,true,"#,
    ] {
        assert!(json.contains(text), "{json} has no {text}");
    }
    let ron = ron::to_string(&game).expect("the world can be saved");
    let postcard = postcard::to_allocvec(&game).expect("the world can be saved");
    let loaded: [Game; 3] = [
        serde_json::from_str(&json).expect("the save can be loaded"),
        ron::from_str(&ron).expect("the save can be loaded"),
        postcard::from_bytes(&postcard).expect("the save can be loaded"),
    ];
    for mut loaded in loaded {
        assert_eq!(postcard::to_allocvec(&loaded).expect("the world can be saved"), postcard);
        assert_eq!(loaded.get::<Vec3>(ship), Some(&vec3(2.0, 2.0, 3.0)));
        assert_eq!(loaded.past::<Vec3>(ship).copied(), Some(vec3(1.0, 2.0, 3.0)));
        assert_eq!((loaded.resources.wind, loaded.systems.walk.steps), (vec3(4.0, 5.0, 6.0), 1));
        loaded.flush();
        assert!(loaded.query::<(&Vec3, &Light)>().iter().any(|own| own == (&vec3(7.0, 8.0, 9.0), &Light::Off)));
    }
}

#[test]
fn an_error_of_a_module_names_the_row() {
    let mut game = Game::default();
    game.spawn_batch([Light::On, Light::Off]);
    let mut save = serde_json::to_value(&game).expect("the world can be saved");
    save["components"]["Light"][1][1] = serde_json::json!(7);
    let error = serde_json::from_value::<Game>(save).err().expect("7 is not a bool");
    assert!(error.to_string().contains("component `Light`, row 1: invalid type"), "{error}");
}

/// Names that are keywords, and deprecated entries: generated code of saves names both.
#[deny(deprecated)]
mod raw {
    #[allow(clippy::wildcard_imports, reason = "the declaration names only some of these items")]
    use super::*;

    ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub(crate) struct r#Match;
        components: #[saved(with = as_array)] Vec3 as r#Type, #[deprecated] u8 as Old;
        resources: #[saved(with = as_bool)] Light as r#Fn = Light::On, #[deprecated] u16 as Gone;
        systems: #[saved(with = as_number)] Walk as r#Do;
    }
}

#[test]
fn entries_with_raw_names_and_deprecated_ones_are_saved() {
    let mut game = raw::Match::default();
    game.spawn((vec3(1.0, 2.0, 3.0), 7_u8));
    game.run();
    let loaded: raw::Match = serde_json::from_str(&serde_json::to_string(&game).expect("a save")).expect("a save");
    assert_eq!(loaded.query::<(&Vec3, &u8)>().iter().next(), Some((&vec3(2.0, 2.0, 3.0), &7)));
    assert_eq!(loaded.systems.r#do.steps, 1);
}
