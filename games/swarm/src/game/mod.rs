//! The simulation: players, enemies that chase them, shots, experience. It does not depend on a window.
//!
//! Everything that a frame depends on is in the world, and inputs are data. So a frame that is simulated again ends in the same state:
//! after a rewind or a rollback, from a save, or from a recording.
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

mod components;
mod enemies;
mod grid;
mod input;
mod phases;
mod players;
mod random;
mod vector;

use ecs_world::{Saves, prelude::*};
use recording::Simulation;

pub use components::{
    Defeat, Enemy, Fading, Gem, Hit, Kind, Particle, Phase, Player, Position, Progress, Setup, Shot, Targets, UPGRADES,
    Velocity,
};
pub use grid::Grid;
pub use input::{Buttons, Inputs};
pub use random::Random;
pub use vector::Vector;

use enemies::{chase, come, fade, scatter, strike, travel, wound};
use grid::index;
use phases::{begin, clear, end, follow};
use players::{aim, attract, bite, choose, collect, fire, rise, steer};

/// Frames per second.
pub const PACE: u32 = 60;

/// Both coordinates of the arena are in `0.0..=ARENA`.
pub const ARENA: f32 = 4096.0;

ecs_world! {
    #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
    /// The state of a game.
    pub struct Game;
    components: Position, Velocity, Enemy, Player, Shot, Gem, Particle, Fading;
    resources: Inputs, Setup, Progress, Random = Random(1), #[transient] Grid, #[transient] Targets;
    events: Hit, Defeat;
    states: Phase = Phase::Title;
    systems:
        follow, choose, steer, aim, index, come, chase, attract, travel,
        fire, strike, wound, scatter, bite, collect, rise, fade, end;
    systems(on_exit = Phase::Title): begin;
    systems(on_enter = Phase::Title): clear;
    queries: (Position, Enemy), (Position, Player), (Position, Shot), (Position, Gem), (Position, Particle);
}

impl Simulation for Game {
    type Setup = Setup;
    type Input = [Buttons; 2];

    fn schema() -> u64 {
        Self::SCHEMA_HASH
    }

    fn start(setup: &Setup) -> Self {
        let mut game = Self::default();
        game.resources.setup = setup.clone();
        game
    }

    fn advance(&mut self, buttons: [Buttons; 2]) {
        self.resources.inputs.push(buttons);
        self.run();
    }

    fn hash(&self) -> u64 {
        self.state_hash()
    }
}

impl Game {
    /// The current phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        *self.states.phase.get()
    }
}
