//! Tower, step 2: rats come nearer, and fight.
#![allow(dead_code, reason = "later steps use the rest")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

#[path = "../src/fight.rs"]
mod fight;
#[path = "../src/map.rs"]
mod map;
#[path = "../src/minds.rs"]
mod minds;
#[path = "../src/walk.rs"]
mod walk;

use ecs_world::prelude::*;

use fight::{Health, Name, Strength};
use map::{Glyph, Map};
use minds::Mind;
use walk::{Blocks, Hero, Key, Wish};

ecs_world! {
    struct Tower;
    include: map::floor, walk::walking, fight::fighting, minds::thinking;
    systems: fight::turn_page, ..thinking, ..walking, ..fighting;
}

/// What heroes and rats have in common.
fn body(name: &'static str, letter: char, health: i32) -> impl Bundle<Tower> {
    let health = Health { now: health, most: health };
    (Name(name), Glyph { letter, layer: 2 }, health, Strength(2), Wish::default(), Blocks)
}

fn begin(seed: u64) -> Tower {
    let mut world = Tower::default();
    world.resources.random.0 = seed;
    world.resources.map = Map::dig(&mut world.resources.random, 5);
    let rooms = world.resources.map.rooms.clone();
    world.spawn((Hero, rooms[0], body("the hero", '@', 20)));
    for room in &rooms[1..] {
        world.spawn((Mind { sight: 20 }, *room, body("the rat", 'r', 4)));
    }
    world
}

fn play(world: &mut Tower, keys: &str) {
    for key in keys.chars().filter_map(Key::of) {
        world.resources.key = key;
        world.run();
    }
}

fn main() {
    let mut world = begin(1);
    for _ in 0..6 {
        play(&mut world, ".");
        println!("{}{}\n", map::picture(&world), world.resources.journal.0.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::Place;

    /// A corridor with the hero to the left, and a rat to the right.
    fn duel() -> (Tower, Entity, Entity) {
        let mut world = begin(1);
        world.clear();
        let left = world.resources.map.rooms[0];
        let right = Place { x: left.x + 1, ..left };
        let hero = world.spawn((Hero, left, body("the hero", '@', 20)));
        let rat = world.spawn((Mind { sight: 20 }, right, body("the rat", 'r', 4)));
        (world, hero, rat)
    }

    #[test]
    fn whoever_walks_into_an_enemy_strikes_it() {
        let (mut world, hero, rat) = duel();
        play(&mut world, "l");
        assert_eq!(world.get::<Health>(hero), Some(&Health { now: 18, most: 20 }));
        assert_eq!(world.get::<Health>(rat), Some(&Health { now: 2, most: 4 }));
        play(&mut world, "l");
        assert!(!world.contains(rat));
        assert!(world.resources.journal.0.contains(&"the rat dies.".to_owned()));
    }

    #[test]
    fn monsters_come_nearer_and_do_not_fight_each_other() {
        let mut world = begin(1);
        play(&mut world, &".".repeat(60));
        let health: Vec<_> = world.query::<&Health>().without::<Hero>().iter().map(|health| health.now).collect();
        assert_eq!(health, [4; 4]);
        let hero = world.query::<&Health>().with::<Hero>().single().expect("there is one hero");
        assert!(hero.now < 20, "they found the hero");
    }
}
