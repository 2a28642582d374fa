//! Rain on a display of lamps: drops fall, and splash into sparks, which fade. It uses no standard library, integers only, and no
//! randomness that a run could not repeat.
#![no_std]

extern crate alloc;

use alloc::vec::Vec;

use ecs_world::prelude::*;

/// Number of lamps of the display from left to right.
pub const WIDTH: u8 = 64;
/// Number of lamps of the display from top to bottom.
pub const HEIGHT: u8 = 16;
/// Number of drops that appear in each step.
pub const DROPS_PER_STEP: u8 = 8;
/// Number of steps that a spark lasts.
const LIFE_OF_SPARKS: u8 = 12;

/// The position of a lamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// From left to right.
    pub x: u8,
    /// From top to bottom.
    pub y: u8,
}

/// Marks an entity that falls by one lamp in each step.
#[derive(Debug, Clone, Copy)]
pub struct Raindrop;

/// Fades.
#[derive(Debug, Clone, Copy)]
pub struct Spark {
    left: u8,
    to_the_right: bool,
}

/// Determines where the next drops appear.
#[derive(Debug)]
pub struct Cloud {
    state: u32,
}

impl Cloud {
    /// Returns the next column, by a linear congruential generator, of which the upper bits are the most random ones.
    fn column(&mut self) -> u8 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.state >> 24) as u8 % WIDTH
    }
}

/// Spawns drops at the top.
#[system]
pub fn rain(cloud: &mut Cloud, commands: &mut Commands<World>) {
    for _ in 0..DROPS_PER_STEP {
        commands.spawn((Place { x: cloud.column(), y: 0 }, Raindrop));
    }
}

/// Moves drops down; at the bottom, they splash into sparks.
#[system(with(Raindrop))]
pub fn fall(entity: Entity, place: &mut Place, commands: &mut Commands<World>) {
    place.y += 1;
    if place.y == HEIGHT - 1 {
        commands.despawn(entity);
        for to_the_right in [false, true] {
            commands.spawn((*place, Spark { left: LIFE_OF_SPARKS, to_the_right }));
        }
    }
}

/// Moves sparks to their side and upwards, then down, and despawns them in the end.
#[system]
pub fn fade(entity: Entity, place: &mut Place, spark: &mut Spark, commands: &mut Commands<World>) {
    place.x = if spark.to_the_right { (place.x + 1) % WIDTH } else { (place.x + WIDTH - 1) % WIDTH };
    let rises = spark.left > LIFE_OF_SPARKS / 2;
    place.y = if rises { place.y - 1 } else { (place.y + 1).min(HEIGHT - 1) };
    spark.left -= 1;
    if spark.left == 0 {
        commands.despawn(entity);
    }
}

ecs_world! {
    components: Place, #[storage(tag)] Raindrop, Spark;
    resources: Cloud = Cloud { state: 1 };
    systems: rain, fall, fade;
}

/// Returns a checksum of the places of everything on the display.
#[must_use]
pub fn picture(world: &World) -> u32 {
    let places = world.query::<&Place>();
    places.iter().fold(0, |sum, place| sum + (u32::from(place.y) + 1) * (u32::from(place.x) + 1))
}

/// Returns the size in bytes of the largest block that the allocator can still provide.
///
/// It is found by requesting blocks, which works with any allocator, and takes gaps between blocks into account.
#[must_use]
pub fn largest_free_block() -> usize {
    let is_free = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    let (mut free, mut taken) = (0, 1 << 20);
    while taken - free > 1 {
        let middle = usize::midpoint(free, taken);
        if is_free(middle) { free = middle } else { taken = middle }
    }
    free
}
