//! The simulation: each boid steers by the past of its neighbours, so that all boids see the same state, regardless of the order and the
//! thread in which they are visited.
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers are small"
)]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

use std::ops::RangeInclusive;

use ecs_world::{Saves, prelude::*};
use recording::Simulation;
use serde::{Deserialize, Serialize};

/// Steps per second.
pub const PACE: u32 = 30;

/// Boids within this distance steer by one another.
const SIGHT: f32 = 2.0;
/// Boids within this distance avoid one another.
const NEAR: f32 = 0.8;
/// Maximum number of neighbours that count, which bounds the cost of a dense flock.
const NEIGHBOURS: usize = 24;
/// Boids within this distance flee the hawk.
const FEAR: f32 = 12.0;
const STEP: f32 = 1.0 / PACE as f32;
const SPEED: f32 = 4.0;
const SPEED_OF_HAWK: f32 = 24.0;

/// The position of a boid.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position(pub [f32; 2]);

/// The velocity of a boid.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Velocity(pub [f32; 2]);

/// The field, which wraps around, and the hawk in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct Field {
    /// Cells of the grid per side.
    side: usize,
    hawk: [f32; 2],
}

/// A field as read from a save, which can have any side.
#[derive(Deserialize)]
struct Saved {
    side: usize,
    hawk: [f32; 2],
}

impl TryFrom<Saved> for Field {
    type Error = &'static str;

    fn try_from(Saved { side, hawk }: Saved) -> Result<Self, Self::Error> {
        if Self::SIDES.contains(&side) { Ok(Self { side, hawk }) } else { Err("no field has that many cells per side") }
    }
}

impl Field {
    /// At least 3, so that the cells around a cell are distinct; at most the side for the largest flock.
    const SIDES: RangeInclusive<usize> = 3..=41_448;

    /// Width of the field, which is also its height.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.side as f32 * SIGHT
    }

    /// Position of the hawk, which the player steers.
    #[must_use]
    pub fn hawk(&self) -> [f32; 2] {
        self.hawk
    }

    fn cell(&self, position: &Position) -> [usize; 2] {
        position.0.map(|x| (x / SIGHT) as usize % self.side)
    }

    /// The shortest vector from one place to another, around the edges.
    fn way(&self, from: [f32; 2], to: [f32; 2]) -> [f32; 2] {
        let width = self.width();
        [0, 1].map(|axis| {
            let straight: f32 = to[axis] - from[axis];
            if straight > width / 2.0 {
                straight - width
            } else if straight < -width / 2.0 {
                straight + width
            } else {
                straight
            }
        })
    }
}

/// The keys that the player holds down in a frame, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys(pub u8);

impl Keys {
    /// The hawk flies to the left.
    pub const LEFT: Self = Self(1);
    /// The hawk flies to the right.
    pub const RIGHT: Self = Self(2);
    /// The hawk flies upwards.
    pub const UP: Self = Self(4);
    /// The hawk flies downwards.
    pub const DOWN: Self = Self(8);

    /// The keys that the program holds down if there is no player.
    #[must_use]
    pub fn of_robot(frame: usize) -> Self {
        [Self::RIGHT, Self::UP, Self::LEFT, Self::DOWN, Self(0)][frame / 20 % 5]
    }

    fn axis(self, positive: Self, negative: Self) -> f32 {
        f32::from(u8::from(self.0 & positive.0 != 0)) - f32::from(u8::from(self.0 & negative.0 != 0))
    }
}

/// The boids by cell of a grid: those of cell `c` are `boids[starts[c]..starts[c + 1]]`. Rebuilt in each run.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    starts: Vec<usize>,
    boids: Vec<Entity>,
}

impl Grid {
    /// The boids in the cell of a position and in the surrounding cells.
    fn around(&self, field: &Field, position: &Position) -> impl Iterator<Item = Entity> {
        let ([column, row], side) = (field.cell(position), field.side);
        let around = move |at: usize| [at + side - 1, at, at + 1].map(|at| at % side);
        let cells = around(row).into_iter().flat_map(move |row| around(column).map(|column| row * side + column));
        cells.flat_map(|cell| &self.boids[self.starts[cell]..self.starts[cell + 1]]).copied()
    }
}

/// Sorts the boids into cells by their positions when the run started.
#[system]
fn sort(grid: &mut Grid, field: &Field, all: Query<'_, Flock, (Entity, &Past<Position>)>) {
    let Grid { starts, boids } = grid;
    let cell = |position: &Position| {
        let [column, row] = field.cell(position);
        row * field.side + column
    };
    starts.clear();
    starts.resize(field.side * field.side + 1, 0);
    // `starts` contains the number of boids of each cell, then its end, and finally its start.
    all.iter().for_each(|(_, past)| starts[cell(past)] += 1);
    let mut count = 0;
    for start in &mut *starts {
        count += *start;
        *start = count;
    }
    boids.clear();
    boids.extend(all.iter().map(|(boid, _)| boid));
    for (boid, past) in &all {
        let start = &mut starts[cell(past)];
        *start -= 1;
        boids[*start] = boid;
    }
}

#[system]
fn hunt(field: &mut Field, keys: &Keys) {
    let width = field.width();
    let way = [keys.axis(Keys::RIGHT, Keys::LEFT), keys.axis(Keys::UP, Keys::DOWN)];
    for (at, way) in field.hawk.iter_mut().zip(way) {
        *at = (*at + way * SPEED_OF_HAWK * STEP).rem_euclid(width);
    }
}

fn length([x, y]: [f32; 2]) -> f32 {
    (x * x + y * y).sqrt()
}

/// Sums over the neighbours of a boid.
#[derive(Default)]
struct Company {
    count: f32,
    centre: [f32; 2],
    heading: [f32; 2],
    apart: [f32; 2],
}

impl Company {
    fn add(&mut self, way: [f32; 2], heading: [f32; 2]) {
        self.count += 1.0;
        let push = (NEAR - length(way)).max(0.0);
        for axis in 0..2 {
            self.centre[axis] += way[axis];
            self.heading[axis] += heading[axis];
            self.apart[axis] -= way[axis] * push;
        }
    }

    fn turn(&self, velocity: &mut [f32; 2]) {
        if self.count > 0.0 {
            for (axis, speed) in velocity.iter_mut().enumerate() {
                let (cohesion, alignment) = (self.centre[axis] / self.count, self.heading[axis] / self.count - *speed);
                *speed += STEP * (cohesion + 2.0 * alignment + 40.0 * self.apart[axis]);
            }
        }
    }
}

/// Steers by the past of neighbours, while `advance` writes the present of all boids.
#[system(parallel)]
fn steer(
    boid: Entity,
    velocity: &mut Velocity,
    position: &Past<Position>,
    heading: &Past<Velocity>,
    grid: &Grid,
    field: &Field,
    others: Query<'_, Flock, (&Past<Position>, &Past<Velocity>)>,
) {
    let others = grid.around(field, position).filter(|other| *other != boid).filter_map(|other| others.get(other));
    let others = others.map(|(place, heading)| (field.way(position.0, place.0), heading));
    let mut company = Company::default();
    for (way, heading) in others.filter(|(way, _)| length(*way) < SIGHT).take(NEIGHBOURS) {
        company.add(way, heading.0);
    }
    velocity.0 = heading.0;
    company.turn(&mut velocity.0);
    let way = field.way(field.hawk, position.0);
    let fear = (FEAR - length(way)).max(0.0);
    for (speed, way) in velocity.0.iter_mut().zip(way) {
        *speed += STEP * fear * way;
    }
    let fast = length(velocity.0).max(0.001);
    velocity.0 = velocity.0.map(|axis| axis * SPEED / fast);
}

#[system]
fn advance(position: &mut Position, velocity: &Past<Velocity>, field: &Field) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis = (*axis + speed * STEP).rem_euclid(field.width());
    }
}

ecs_world! {
    #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
    /// The flock, and everything else that the next step depends on.
    pub struct Flock;
    components: #[double_buffered] Position, #[double_buffered] Velocity;
    resources: Field = Field { side: 3, hawk: [0.0; 2] }, Keys, #[transient] Grid;
    systems: sort, hunt, steer, advance;
}

impl Simulation for Flock {
    type Setup = u32;
    type Input = Keys;

    fn schema() -> u64 {
        Self::SCHEMA_HASH
    }

    /// Creates a number of boids, at places that depend only on this number.
    fn start(boids: &u32) -> Self {
        let mut flock = Self::default();
        flock.resources.field.side = ((*boids as f32 / 2.5).sqrt() as usize).max(3);
        let (width, mut seed) = (flock.resources.field.width(), 1_u32);
        flock.resources.field.hawk = [width / 2.0; 2];
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        let bundles = (0..*boids).map(|_| {
            let position = Position([random() * width * 0.999, random() * width * 0.999]);
            (position, Velocity([random() - 0.5, random() - 0.5].map(|axis| axis * SPEED)))
        });
        flock.spawn_batch(bundles);
        flock
    }

    fn advance(&mut self, keys: Keys) {
        self.resources.keys = keys;
        self.run();
    }

    fn hash(&self) -> u64 {
        self.state_hash()
    }
}

/// How far the boids fly in one direction: 1 if all do, 0 without boids.
#[must_use]
pub fn order(flock: &Flock) -> f32 {
    let mut sum = [0.0; 2];
    for velocity in flock.query::<&Velocity>() {
        sum = [sum[0] + velocity.0[0], sum[1] + velocity.0[1]];
    }
    length(sum) / (flock.len().max(1) as f32 * SPEED)
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn fields_of_a_side_that_no_flock_has_are_refused() {
        let read = |side| {
            let bytes = postcard::to_allocvec(&Field { side, hawk: [1.0; 2] }).expect("the field can be written");
            postcard::from_bytes(&bytes).map(|field: Field| field.side).ok()
        };
        assert_eq!([3, 41_448].map(read), [Some(3), Some(41_448)]);
        assert_eq!([0, 1, 2, 41_449].map(read), [None; 4]);
    }
}
