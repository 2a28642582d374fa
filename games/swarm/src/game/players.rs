//! Players: how they move, shoot, choose upgrades and collect experience.

use ecs_world::prelude::*;

use super::components::{Fading, Gem, Player, Position, Progress, Setup, Shot, Targets, Velocity};
use super::grid::Grid;
use super::input::{Buttons, Inputs};
use super::vector::{add, direction, scale, square, way};
use super::{ARENA, Game};

/// Distance within which players shoot at enemies.
const RANGE: f32 = 340.0;
/// Number of frames that a shot flies.
const FLIGHT: u16 = 50;
const SPEED_OF_SHOTS: f32 = 8.0;
/// Distance within which enemies bite.
const BITE: f32 = 13.0;
/// Distance within which gems are collected.
const TOUCH: f32 = 12.0;

#[system(run_if = in_state(Phase::Play))]
pub(super) fn steer(player: &Player, position: &mut Position, inputs: &Inputs) {
    if player.health > 0.0 {
        let step = scale(inputs.held(player.number).way(), player.speed());
        position.0 = add(position.0, step).map(|axis| axis.clamp(0.0, ARENA));
    }
}

/// Makes living players the targets of enemies and gems.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn aim(players: Query<'_, Game, (&Player, &Position)>, targets: &mut Targets) {
    targets.clear();
    for (player, position) in &players {
        if player.health > 0.0 {
            targets.push(position.0, player.reach());
        }
    }
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn choose(player: &mut Player, inputs: &Inputs) {
    let pressed = inputs.pressed(player.number);
    for upgrade in 0..player.upgrades.len() {
        if player.choices > 0 && pressed.holds(Buttons::upgrade(upgrade)) {
            player.choices -= 1;
            player.upgrades[upgrade] = player.upgrades[upgrade].saturating_add(1);
        }
    }
}

/// Shoots at the nearest enemy, with further shots to both sides.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn fire(player: &mut Player, position: &Position, grid: &Grid, commands: &mut Commands<Game>) {
    player.reload = player.reload.saturating_sub(1);
    if player.reload > 0 || player.health <= 0.0 {
        return;
    }
    let Some((_, enemy)) = grid.nearest(position.0, RANGE) else { return };
    player.reload = player.pause();
    let ahead = direction(way(position.0, enemy));
    let aside = [-ahead[1], ahead[0]];
    for number in 0..player.shots() {
        // 0, 1, -1, 2, -2 ..
        let side = f32::from(number.div_ceil(2)) * if number % 2 == 0 { -1.0 } else { 1.0 };
        let velocity = scale(direction(add(ahead, scale(aside, side * 0.16))), SPEED_OF_SHOTS);
        commands.spawn((Position(position.0), Velocity(velocity), Shot(player.damage()), Fading(FLIGHT)));
    }
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn bite(player: &mut Player, position: &Position, grid: &Grid, setup: &Setup) {
    if !setup.is_safe && player.health > 0.0 {
        let jaws = grid.within(position.0, BITE).take(8).fold(0.0, |jaws: f32, _| jaws + 1.0);
        player.health = (player.health - 0.15 * jaws).max(0.0);
    }
}

/// Moves gems towards a player within reach.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn attract(gem: &Gem, position: &Position, velocity: &mut Velocity, targets: &Targets) {
    let _: &Gem = gem;
    if let Some((way, reach)) = targets.way_from(position.0) {
        velocity.0 = if square(way) < reach * reach { scale(direction(way), 6.0) } else { [0.0; 2] };
    }
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn collect(
    entity: Entity,
    gem: &Gem,
    position: &Position,
    targets: &Targets,
    progress: &mut Progress,
    commands: &mut Commands<Game>,
) {
    if targets.way_from(position.0).is_some_and(|(way, _)| square(way) < TOUCH * TOUCH) {
        progress.experience += gem.0;
        commands.despawn(entity);
    }
}

/// A level gives each player a choice, and some health.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn rise(mut players: Query<'_, Game, &mut Player>, progress: &mut Progress) {
    while progress.experience >= progress.needed() {
        progress.experience -= progress.needed();
        progress.level += 1;
        players.for_each(|player| {
            player.choices = player.choices.saturating_add(1);
            if player.health > 0.0 {
                player.health = (player.health + 10.0).min(100.0);
            }
        });
    }
}
