//! Components, resources, events and states.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

use super::vector::Vector;

/// The position of an entity in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position(pub Vector);

/// The change of the position per frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Velocity(pub Vector);

/// Number of frames until the entity is despawned.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Fading(pub u16);

/// A player.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Player {
    /// 0 or 1.
    pub number: u8,
    /// Health, at most 100.
    pub health: f32,
    /// Number of frames until the next shot.
    pub reload: u8,
    /// Number of upgrades that the player may choose.
    pub choices: u8,
    /// How often each upgrade was chosen, in the order of [`UPGRADES`].
    pub upgrades: [u8; 5],
}

/// The names of the upgrades.
pub const UPGRADES: [&str; 5] = ["damage", "rate of fire", "more shots", "speed", "reach"];

impl Player {
    pub(super) fn new(number: u8) -> Self {
        Self { number, health: 100.0, reload: 0, choices: 0, upgrades: [0; 5] }
    }

    pub(super) fn damage(&self) -> u16 {
        1 + u16::from(self.upgrades[0])
    }

    /// Number of frames from one volley to the next.
    pub(super) fn pause(&self) -> u8 {
        24_u8.saturating_sub(self.upgrades[1].saturating_mul(3)).max(6)
    }

    /// Number of shots of a volley.
    pub(super) fn shots(&self) -> u8 {
        self.upgrades[2].saturating_add(1).min(7)
    }

    pub(super) fn speed(&self) -> f32 {
        2.6 + 0.35 * f32::from(self.upgrades[3])
    }

    /// Distance from which gems are attracted to the player.
    pub(super) fn reach(&self) -> f32 {
        70.0 + 35.0 * f32::from(self.upgrades[4])
    }
}

/// A kind of enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Average speed.
    Crawler,
    /// Fast and weak.
    Runner,
    /// Slow and strong.
    Brute,
}

/// An enemy.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Enemy {
    /// Its kind.
    pub kind: Kind,
    /// Damage that defeats it.
    pub health: u16,
}

impl Enemy {
    pub(super) fn new(kind: Kind, wave: u16) -> Self {
        let health = match kind {
            Kind::Crawler => 2 + wave / 3,
            Kind::Runner => 1 + wave / 4,
            Kind::Brute => wave.saturating_add(8),
        };
        Self { kind, health }
    }

    pub(super) fn speed(self) -> f32 {
        match self.kind {
            Kind::Crawler => 1.1,
            Kind::Runner => 1.9,
            Kind::Brute => 0.7,
        }
    }
}

/// A shot; the value is its damage.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Shot(pub u16);

/// A gem in the arena; the value is its experience.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Gem(pub u32);

/// A spark of an enemy of this kind.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Particle(pub Kind);

/// A shot hit an enemy.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Hit {
    pub(super) enemy: Entity,
    pub(super) damage: u16,
}

/// An enemy was defeated.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Defeat {
    pub(super) place: Vector,
    pub(super) kind: Kind,
}

/// The phase of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The title screen.
    #[default]
    Title,
    /// The game runs.
    Play,
    /// The game is paused.
    Pause,
    /// All players are defeated.
    Over,
}

/// The setup of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The seed of its random numbers.
    pub seed: u64,
    /// Number of players: 1 or 2.
    pub players: u8,
    /// Number of enemies at the start.
    pub enemies: u32,
    /// Maximum number of enemies.
    pub crowd: u32,
    /// Whether players cannot be hurt, as in measurements of time.
    pub is_safe: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { seed: 1, players: 1, enemies: 200, crowd: 10_000, is_safe: false }
    }
}

/// The progress of the players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Number of played frames.
    pub frames: u32,
    /// The wave, from 1 on.
    pub wave: u16,
    /// Number of defeated enemies.
    pub defeats: u32,
    /// Experience since the last level.
    pub experience: u32,
    /// The level, from 0 on.
    pub level: u16,
}

impl Progress {
    /// Experience needed for the next level.
    #[must_use]
    pub fn needed(&self) -> u32 {
        6 + 6 * u32::from(self.level)
    }
}

/// Positions of the living players, to which enemies and gems move.
#[derive(Debug, Clone, Default)]
pub struct Targets {
    places: [(Vector, f32); 2],
    count: usize,
}

impl Targets {
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a player's position and reach.
    pub(super) fn push(&mut self, place: Vector, reach: f32) {
        if let Some(slot) = self.places.get_mut(self.count) {
            *slot = (place, reach);
            self.count += 1;
        }
    }

    /// The vector to the nearest player, and the reach of that player.
    pub(super) fn way_from(&self, place: Vector) -> Option<(Vector, f32)> {
        use super::vector::{square, way};
        let ways = self.places[..self.count].iter().map(|(target, reach)| (way(place, *target), *reach));
        ways.min_by(|(one, _), (other, _)| square(*one).total_cmp(&square(*other)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Enemy, Kind, Player};

    #[test]
    fn enemies_of_any_wave_have_a_health() {
        let health = |wave| [Kind::Crawler, Kind::Runner, Kind::Brute].map(|kind| Enemy::new(kind, wave).health);
        assert_eq!(health(1), [2, 1, 9]);
        assert_eq!(health(u16::MAX - 8), [21_844, 16_382, u16::MAX]);
        assert_eq!(health(u16::MAX), [21_847, 16_384, u16::MAX]);
    }

    #[test]
    fn upgrades_that_were_chosen_too_often_have_no_further_effect() {
        let with = |upgrades| Player { upgrades: [upgrades; 5], ..Player::new(0) };
        assert_eq!([0, 1, 5].map(|upgrades| with(upgrades).pause()), [24, 21, 9]);
        assert_eq!([0, 1, 5].map(|upgrades| with(upgrades).shots()), [1, 2, 6]);
        for upgrades in [6, 85, 86, 254, 255] {
            assert_eq!((with(upgrades).pause(), with(upgrades).shots()), (6, 7), "{upgrades}");
        }
    }
}
