//! The game: a tower of five floors, with a world that consists of all parts.

use ecs_world::prelude::*;

use crate::fight::{self, Health, Name, Strength};
use crate::map::{self, Glyph, Map, Place};
use crate::minds::{self, Mind};
use crate::things::{self, Potion};
use crate::walk::{self, Blocks, Hero, Key, Wish};

#[derive(Debug, Clone)]
pub(crate) struct Stairs;

/// The floor on which the hero is, from 0.
#[derive(Debug, Clone, Default)]
pub(crate) struct Floor(pub(crate) usize);

const FLOORS: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Climbing,
    Fallen,
    Won,
}

#[system(with(Hero), with(stairs: Stairs))]
fn climb(here: &Place, health: &Health, key: &Key, stairs: Query<'_, Tower, &Place>, commands: &mut Commands<Tower>) {
    if *key == Key::Climb && health.now > 0 && stairs.iter().any(|place| place == here) {
        commands.queue(next_floor, ());
    }
}

#[system(run_if = on_event(Defeat))]
fn lose(phase: &mut State<Phase>) {
    phase.set(Phase::Fallen);
}

ecs_world! {
    /// All that a game consists of.
    #[derive(Debug, Snapshot)]
    pub(crate) struct Tower;
    include: map::floor, walk::walking, fight::fighting, minds::thinking, things::carrying;
    components: #[rare] Stairs;
    resources: Floor;
    states: Phase = Phase::Climbing;
    systems: fight::turn_page, ..thinking, ..walking, ..fighting, ..carrying, climb, lose;
}

/// Leaves everything behind that has a place, but the hero, and furnishes another floor.
fn next_floor(world: &mut Tower, (): ()) {
    world.resources.floor.0 += 1;
    if world.resources.floor.0 == FLOORS {
        world.states.phase.set(Phase::Won);
        return;
    }
    let left: Vec<_> = world.query::<Entity>().with::<Place>().without::<Hero>().iter().collect();
    world.commands().despawn_batch(left);
    furnish(world);
}

/// Digs a floor, and puts the hero into its first room, stairs into its last one, and others between.
fn furnish(world: &mut Tower) {
    let map = Map::dig(&mut world.resources.random, 5);
    for place in world.query_mut::<&mut Place>().with::<Hero>() {
        *place = map.rooms[0];
    }
    let stairs = *map.rooms.last().unwrap_or(&map.rooms[0]);
    world.commands().spawn((Stairs, stairs, Glyph { letter: '<', layer: 0 }));
    for (room, place) in map.rooms.iter().enumerate().skip(1) {
        // Beside the centre: two rooms may have the same one.
        let beside = Place { x: place.x - 1, ..*place };
        if room % 2 == 1 {
            world.commands().spawn((Name("potion"), Potion(8), beside, Glyph { letter: '!', layer: 1 }));
        }
        let is_strong = room <= world.resources.floor.0;
        let orc = (creature("the orc", 'o', *place, 9, 3), Mind { sight: 8 });
        let rat = (creature("the rat", 'r', *place, 4, 1), Mind { sight: 5 });
        world.commands().spawn(if is_strong { orc } else { rat });
    }
    world.resources.map = map;
}

/// What walks and fights.
#[derive(Bundle)]
struct Creature {
    name: Name,
    place: Place,
    glyph: Glyph,
    health: Health,
    strength: Strength,
    wish: Wish,
    blocks: Blocks,
}

fn creature(name: &'static str, letter: char, place: Place, health: i32, strength: i32) -> Creature {
    Creature {
        name: Name(name),
        place,
        glyph: Glyph { letter, layer: 2 },
        health: Health { now: health, most: health },
        strength: Strength(strength),
        wish: Wish::default(),
        blocks: Blocks,
    }
}

/// A new game.
pub(crate) fn begin(seed: u64) -> Tower {
    let mut world = Tower::default();
    world.resources.random.0 = seed;
    world.spawn((Hero, creature("the hero", '@', Place::default(), 20, 3)));
    furnish(&mut world);
    world.flush();
    world
}

/// The whole screen.
pub(crate) fn screen(world: &Tower) -> String {
    let floor = map::picture(world);
    let health = world.query::<&Health>().with::<Hero>().single().map_or(0, |health| health.now);
    let end = match world.states.phase.requested().unwrap_or(world.states.phase.get()) {
        Phase::Climbing => "",
        Phase::Fallen => "You fell.\n",
        Phase::Won => "You reached the top!\n",
    };
    let number = FLOORS.min(world.resources.floor.0 + 1);
    format!("{floor}floor {number}, health {health}. {}\n{end}", world.resources.journal.0.join(" "))
}
