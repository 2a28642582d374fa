//! The simulation: two ships, ten thousand drones that escort them, and shots.
//!
//! Everything that a frame depends on is in the world: inputs, random numbers, unread events and pending commands. So a frame that is
//! simulated again ends in the same state; since values are integers, it does so on every machine.
#![allow(clippy::needless_pass_by_value, reason = "a system takes queries by value")]

use std::sync::atomic::{AtomicI32, Ordering};

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// Both coordinates of the field are in `0..FIELD`; an entity that leaves on one side enters on the other.
const FIELD: i32 = 1 << 16;
/// Number of frames that a shot flies.
const RANGE: u8 = 30;
/// Maximum distance at which a shot strikes a drone, in both coordinates.
const REACH: i32 = 250;
/// Number of frames between two waves of new drones.
const WAVES: u32 = 20;

/// A position on the field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

/// The change of the position in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Velocity {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// A ship that a player steers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ship {
    player: usize,
    /// Frames until it can fire again.
    reload: u8,
}

/// Number of frames that a shot has left.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Shot(u8);

/// Number of hits that destroy the drone.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Armour(u8);

/// The ship that a drone follows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Relation)]
pub struct Escorts(Entity);

/// The ship that fired a shot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Relation)]
pub struct FiredBy(Entity);

/// A drone that a shot struck.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Struck {
    drone: Entity,
    ship: Entity,
}

/// The buttons that a player holds down in a frame, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buttons(pub u8);

impl Buttons {
    const LEFT: u8 = 1;
    const RIGHT: u8 = 2;
    const UP: u8 = 4;
    const DOWN: u8 = 8;
    const FIRE: u8 = 16;

    /// Returns the buttons of a player that the program controls: it holds the same ones for some frames.
    #[must_use]
    pub fn of_robot(player: usize, frame: i32) -> Self {
        let mut random = Random(u64::from(frame.cast_unsigned() / 9) << 8 | player as u64);
        Self(u8::try_from(random.below(32)).unwrap_or_default())
    }

    /// Returns 1 if the first button is down, -1 if the second is, and 0 for none or both.
    fn axis(self, positive: u8, negative: u8) -> i32 {
        i32::from(self.0 & positive != 0) - i32::from(self.0 & negative != 0)
    }
}

/// Random numbers are state: a frame that is simulated again draws the same ones.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    fn below(&mut self, bound: i32) -> i32 {
        // SplitMix64: <https://prng.di.unimi.it/splitmix64.c>.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i32::try_from((mixed ^ (mixed >> 31)) % u64::from(bound.cast_unsigned())).unwrap_or_default()
    }

    fn position(&mut self) -> Position {
        Position { x: self.below(FIELD), y: self.below(FIELD) }
    }
}

/// Number of drones that each player has destroyed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score(pub [u32; 2]);

/// The buttons that both players hold down in this frame.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Inputs([Buttons; 2]);

/// True if a system makes a deliberate mistake, which rollback does not tolerate.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Faulty(bool);

#[system]
fn steer(ship: &Ship, velocity: &mut Velocity, inputs: &Inputs) {
    let buttons = inputs.0[ship.player];
    velocity.x = (velocity.x + 20 * buttons.axis(Buttons::RIGHT, Buttons::LEFT)).clamp(-400, 400);
    velocity.y = (velocity.y + 20 * buttons.axis(Buttons::DOWN, Buttons::UP)).clamp(-400, 400);
}

#[system]
fn fire(
    entity: Entity,
    ship: &mut Ship,
    position: &Position,
    velocity: &Velocity,
    inputs: &Inputs,
    commands: &mut Commands<Game>,
) {
    ship.reload = ship.reload.saturating_sub(1);
    if ship.reload == 0 && inputs.0[ship.player].0 & Buttons::FIRE != 0 {
        ship.reload = 5;
        let velocity = Velocity { x: velocity.x * 3, y: velocity.y * 3 };
        commands.spawn((*position, velocity, Shot(RANGE), FiredBy(entity)));
    }
}

/// Drones fly towards the ship that they escort, each with some random deviation.
#[system]
fn escort(
    position: &Position,
    velocity: &mut Velocity,
    escorts: &Escorts,
    ships: Query<'_, Game, (&Ship, &Position)>,
    random: &mut Random,
) {
    let Some((_, ship)) = ships.get(escorts.0) else { return };
    velocity.x = (velocity.x + (ship.x - position.x).signum() * 4 + random.below(9) - 4).clamp(-300, 300);
    velocity.y = (velocity.y + (ship.y - position.y).signum() * 4 + random.below(9) - 4).clamp(-300, 300);
}

/// The deliberate mistake: a number that is not in the world, so that a rollback does not restore it.
#[system(with(Escorts))]
fn drift(entity: Entity, velocity: &mut Velocity, faulty: &Faulty) {
    static CALLS: AtomicI32 = AtomicI32::new(0);
    if faulty.0 && entity.index() == 777 {
        velocity.x += CALLS.fetch_add(1, Ordering::Relaxed) % 2;
    }
}

#[system]
fn travel(position: &mut Position, velocity: &Velocity) {
    position.x = (position.x + velocity.x).rem_euclid(FIELD);
    position.y = (position.y + velocity.y).rem_euclid(FIELD);
}

#[system]
fn burn(entity: Entity, shot: &mut Shot, commands: &mut Commands<Game>) {
    shot.0 -= 1;
    if shot.0 == 0 {
        commands.despawn(entity);
    }
}

/// Drones that escort the ship that fired are spared.
#[system]
fn strike(
    shot: &Shot,
    position: &Position,
    fired_by: &FiredBy,
    mut drones: Query<'_, Game, (Entity, &Position, &Escorts)>,
    struck: &mut Events<Struck>,
) {
    let _: &Shot = shot;
    let ship = fired_by.0;
    drones.for_each(|(drone, at, escorts)| {
        let is_near = (at.x - position.x).abs() <= REACH && (at.y - position.y).abs() <= REACH;
        if is_near && escorts.0 != ship {
            struck.send(Struck { drone, ship });
        }
    });
}

/// Drones that were struck in the last frame lose armour now: events are state that outlives a frame.
#[system]
fn wear(
    struck: EventReader<'_, Struck>,
    mut armour: Query<'_, Game, &mut Armour>,
    ships: Query<'_, Game, &Ship>,
    score: &mut Score,
    commands: &mut Commands<Game>,
) {
    for Struck { drone, ship } in struck {
        let Some(armour) = armour.get_mut(*drone) else { continue };
        // A second shot of the same frame may strike a drone that is already destroyed.
        if armour.0 > 0 {
            armour.0 -= 1;
            if armour.0 == 0 {
                commands.despawn(*drone);
                if let Some(ship) = ships.get(*ship) {
                    score.0[ship.player] += 1;
                }
            }
        }
    }
}

/// Counts frames in its own field.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Clock {
    frames: u32,
}

#[system]
impl Clock {
    fn run(&mut self, waves: &mut Waves) {
        self.frames += 1;
        waves.0 = self.frames.is_multiple_of(WAVES);
    }
}

/// True if a wave of drones is spawned after this frame.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Waves(bool);

ecs_world! {
    #[derive(Debug, Snapshot, Serialize, Deserialize)]
    /// The state of a match.
    pub struct Game;
    components: Position, Velocity, Ship, Shot, Armour;
    relations: Escorts (clear), FiredBy (clear);
    resources: Inputs, Random = Random(1), Score, Waves, Faulty;
    events: Struck;
    systems: wear, steer, fire, escort, travel, drift, burn, sync, strike, Clock;
}

/// Creates a match with a number of drones; with `faulty`, one of its systems is not deterministic.
#[must_use]
pub fn start(drones: usize, faulty: bool) -> Game {
    let mut game = Game::default();
    game.resources.faulty.0 = faulty;
    let mut random = Random(42);
    let ships =
        [0, 1].map(|player| game.spawn((random.position(), Velocity { x: 0, y: 0 }, Ship { player, reload: 0 })));
    for drone in 0..drones {
        let escorts = Escorts(ships[drone % 2]);
        game.spawn((random.position(), Velocity { x: 0, y: 0 }, Armour(2), escorts));
    }
    game
}

/// Simulates one frame.
///
/// New drones are requested after it, and spawned when the next one begins: pending commands are part of the state, too.
pub fn advance(game: &mut Game, inputs: [Buttons; 2]) {
    game.resources.inputs = Inputs(inputs);
    game.run();
    if game.resources.waves.0 {
        let ships: Vec<_> = game.query::<(Entity, &Ship)>().iter().map(|(ship, _)| ship).collect();
        for ship in ships {
            let position = game.resources.random.position();
            game.commands().spawn((position, Velocity { x: 0, y: 0 }, Armour(2), Escorts(ship)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Armour, Entity, Ship, Struck, start};

    #[test]
    fn a_drone_that_two_shots_of_a_frame_destroy_counts_once() {
        let mut game = start(0, false);
        let ship = game.query::<(Entity, &Ship)>().iter().next().expect("the match has two ships").0;
        let drone = game.spawn(Armour(1));
        for _ in 0..2 {
            game.events.struck.send(Struck { drone, ship });
        }
        game.run_wear();
        assert_eq!((game.resources.score.0, game.contains(drone)), ([1, 0], false));
    }
}
