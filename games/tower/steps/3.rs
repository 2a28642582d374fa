//! Tower, step 3: potions, which lie on the floor, or are carried.
#![allow(dead_code, reason = "later steps use the rest")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

#[path = "../src/fight.rs"]
mod fight;
#[path = "../src/map.rs"]
mod map;
#[path = "../src/things.rs"]
mod things;
#[path = "../src/walk.rs"]
mod walk;

use ecs_world::prelude::*;

use fight::{Health, Name, Strength};
use map::{Glyph, Map, Place};
use things::Potion;
use walk::{Blocks, Hero, Key, Wish};

ecs_world! {
    struct Tower;
    include: map::floor, walk::walking, fight::fighting, things::carrying;
    systems: fight::turn_page, ..walking, ..fighting, ..carrying;
}

fn begin(seed: u64) -> (Tower, Entity) {
    let mut world = Tower::default();
    world.resources.random.0 = seed;
    world.resources.map = Map::dig(&mut world.resources.random, 5);
    let place = world.resources.map.rooms[0];
    let beside = Place { x: place.x + 1, ..place };
    let hero = (Hero, place, Glyph { letter: '@', layer: 2 }, Name("the hero"), Strength(2), Wish::default(), Blocks);
    let hero = world.spawn((hero, Health { now: 5, most: 20 }));
    world.spawn((Potion(8), Name("potion"), beside, Glyph { letter: '!', layer: 1 }));
    (world, hero)
}

fn play(world: &mut Tower, keys: &str) {
    for key in keys.chars().filter_map(Key::of) {
        world.resources.key = key;
        world.run();
    }
}

fn main() {
    let (mut world, _) = begin(1);
    for keys in ["l", "q", "q"] {
        play(&mut world, keys);
        println!("{}{}\n", map::picture(&world), world.resources.journal.0.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use things::CarriedBy;

    #[test]
    fn a_thing_is_carried_after_a_walk_to_its_place() {
        let (mut world, hero) = begin(1);
        play(&mut world, "l");
        let potion = world.sources::<CarriedBy>().of(hero).next().expect("it is carried");
        assert!(world.has::<Potion>(potion) && !world.has::<Place>(potion));
    }

    #[test]
    fn a_potion_heals_once() {
        let (mut world, hero) = begin(1);
        play(&mut world, "q");
        assert_eq!(world.resources.journal.0, ["You have nothing to drink."]);
        play(&mut world, "lqq");
        assert_eq!(world.get::<Health>(hero), Some(&Health { now: 13, most: 20 }));
        assert_eq!(world.query::<&Potion>().iter().count(), 0);
    }

    #[test]
    fn who_has_fallen_drinks_no_more() {
        let (mut world, hero) = begin(1);
        play(&mut world, "l");
        world.get_mut::<Health>(hero).expect("it is alive").now = 0;
        play(&mut world, "q");
        assert_eq!(world.get::<Health>(hero), Some(&Health { now: 0, most: 20 }));
        assert_eq!(world.query::<&Potion>().iter().count(), 1);
    }

    #[test]
    fn a_thing_is_left_behind_if_its_bearer_is_despawned() {
        let (mut world, hero) = begin(1);
        play(&mut world, "l");
        world.despawn(hero).expect("it was alive");
        let potion = world.query::<(Entity, &Potion)>().single().expect("it is there").0;
        assert!(!world.has::<CarriedBy>(potion));
    }
}
