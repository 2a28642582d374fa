//! Tower, step 4: floors, and an end.
#![allow(dead_code, reason = "later steps use the rest")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

#[path = "../src/fight.rs"]
mod fight;
#[path = "../src/game.rs"]
mod game;
#[path = "../src/map.rs"]
mod map;
#[path = "../src/minds.rs"]
mod minds;
#[path = "../src/things.rs"]
mod things;
#[path = "../src/walk.rs"]
mod walk;

use walk::Key;

fn main() {
    let mut world = game::begin(1);
    for key in "llll<".chars().filter_map(Key::of) {
        world.resources.key = key;
        world.run();
    }
    print!("{}", game::screen(&world));
}

#[cfg(test)]
mod tests {
    use super::*;
    use ecs_world::prelude::*;
    use game::{Phase, Stairs, Tower};
    use map::Place;
    use walk::Hero;

    /// Puts the hero on the stairs, and climbs.
    fn climb(world: &mut Tower) {
        let stairs = *world.query::<&Place>().with::<Stairs>().single().expect("each floor has stairs");
        *world.query_mut::<&mut Place>().with::<Hero>().into_single().expect("there is one hero") = stairs;
        world.resources.key = Key::Climb;
        world.run();
    }

    #[test]
    fn five_floors_lead_to_the_top() {
        let mut world = game::begin(1);
        for floor in 0..5 {
            assert_eq!(world.resources.floor.0, floor);
            climb(&mut world);
        }
        world.run();
        assert!(world.states.phase == Phase::Won);
    }

    #[test]
    fn a_climb_leaves_the_floor_behind_but_not_what_is_carried() {
        let mut world = game::begin(1);
        let hero = world.query::<(Entity, &Hero)>().single().expect("there is one hero").0;
        let carried = world.spawn((things::Potion(3), things::CarriedBy(hero)));
        let left: Vec<_> = world.query::<Entity>().with::<Place>().without::<Hero>().iter().collect();
        climb(&mut world);
        assert!(world.contains(hero) && world.contains(carried));
        assert!(left.iter().all(|entity| !world.contains(*entity)));
    }

    #[test]
    fn a_hero_without_health_ends_the_game() {
        let mut world = game::begin(1);
        world.query_mut::<&mut fight::Health>().with::<Hero>().into_single().expect("there is one hero").now = 0;
        world.run();
        world.run();
        assert!(world.states.phase == Phase::Fallen);
    }
}
