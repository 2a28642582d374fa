//! Tower, step 1: a hero walks about a floor.
#![allow(dead_code, reason = "later steps use the rest")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

#[path = "../src/map.rs"]
mod map;
#[path = "../src/walk.rs"]
mod walk;

use ecs_world::prelude::*;

use map::{Glyph, Map};
use walk::{Blocks, Hero, Key, Wish};

ecs_world! {
    struct Tower;
    include: map::floor, walk::walking;
    systems: ..walking;
}

fn begin(seed: u64) -> Tower {
    let mut world = Tower::default();
    world.resources.random.0 = seed;
    world.resources.map = Map::dig(&mut world.resources.random, 5);
    let start = world.resources.map.rooms[0];
    world.spawn((Hero, start, Glyph { letter: '@', layer: 2 }, Wish::default(), Blocks));
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
    println!("{}", map::picture(&world));
    play(&mut world, "llll");
    println!("{}", map::picture(&world));
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::Place;

    fn hero(world: &Tower) -> Place {
        *world.query::<&Place>().with::<Hero>().single().expect("there is one hero")
    }

    #[test]
    fn the_hero_walks_as_far_as_the_wall() {
        let mut world = begin(1);
        let start = hero(&world);
        play(&mut world, "l");
        assert_eq!(hero(&world), Place { x: start.x + 1, ..start });
        play(&mut world, &"l".repeat(40));
        let end = hero(&world);
        assert!(world.resources.map.is_open(end));
        assert!(!world.resources.map.is_open(Place { x: end.x + 1, ..end }));
    }

    #[test]
    fn a_seed_digs_one_map_and_all_of_its_rooms_are_open() {
        let [a, b, c] = [7, 7, 8].map(|seed| map::picture(&begin(seed)));
        assert_eq!(a, b);
        assert_ne!(a, c);
        let map = begin(7).resources.map;
        assert!(map.rooms.len() == 5 && map.rooms.iter().all(|room| map.is_open(*room)));
    }
}
