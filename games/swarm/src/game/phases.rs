//! States: title, play, pause, game over.

use ecs_world::prelude::*;

use super::components::{Enemy, Kind, Phase, Player, Position, Progress, Setup, Velocity};
use super::input::{Buttons, Inputs};
use super::random::Random;
use super::vector::{add, scale, square, way};
use super::{ARENA, Game};

/// Minimum distance of enemies from the middle at the start.
const CLEARING: f32 = 350.0;

/// Requests state transitions for the buttons that change the phase.
#[system]
pub(super) fn follow(inputs: &Inputs, phase: &mut State<Phase>) {
    let (start, pause) = (inputs.is_pressed(Buttons::START), inputs.is_pressed(Buttons::PAUSE));
    let next = match *phase.get() {
        Phase::Title if start => Phase::Play,
        Phase::Play if pause => Phase::Pause,
        Phase::Pause if pause || start => Phase::Play,
        Phase::Over if start => Phase::Title,
        _ => return,
    };
    phase.set(next);
}

/// Spawns players in the middle, and enemies around them.
#[system]
pub(super) fn begin(setup: &Setup, random: &mut Random, progress: &mut Progress, commands: &mut Commands<Game>) {
    *progress = Progress { wave: 1, ..Progress::default() };
    random.0 = setup.seed;
    let middle = [ARENA / 2.0; 2];
    for number in 0..setup.players.min(2) {
        let place = add(middle, [f32::from(number) * 40.0, 0.0]);
        commands.spawn((Position(place), Velocity([0.0; 2]), Player::new(number)));
    }
    for number in 0..setup.enemies.min(setup.crowd) {
        let place = loop {
            let place = add(middle, scale(random.place(), ARENA / 2.0));
            if square(way(place, middle)) > CLEARING * CLEARING {
                break place;
            }
        };
        let kind = [Kind::Crawler, Kind::Crawler, Kind::Runner, Kind::Brute][number as usize % 4];
        commands.spawn((Position(place), Velocity([0.0; 2]), Enemy::new(kind, 1)));
    }
}

/// Empties the arena before the next game.
#[system]
pub(super) fn clear(all: Query<'_, Game, (Entity, &Position)>, commands: &mut Commands<Game>) {
    all.iter().for_each(|(entity, _)| commands.despawn(entity));
}

/// Ends the game when no player is left.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn end(players: Query<'_, Game, &Player>, progress: &mut Progress, phase: &mut State<Phase>) {
    progress.frames += 1;
    if players.iter().all(|player| player.health <= 0.0) {
        phase.set(Phase::Over);
    }
}
