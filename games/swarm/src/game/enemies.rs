//! Enemies: how they appear, move and are defeated.

use ecs_world::prelude::*;

use super::components::{
    Defeat, Enemy, Fading, Gem, Hit, Kind, Particle, Position, Progress, Setup, Shot, Targets, Velocity,
};
use super::grid::{CELL, Grid};
use super::random::Random;
use super::vector::{Vector, add, direction, scale, square, way};
use super::{ARENA, Game};

/// Number of frames of a wave.
const WAVE: u32 = 900;
/// Maximum number of enemies that appear in a frame.
const RUSH: usize = 24;
/// Distance from a player at which enemies appear, outside of the screen.
const HORIZON: f32 = 780.0;
/// Enemies push each other away below this distance.
const DISTANCE: f32 = 13.0;
/// Maximum number of neighbours that are considered, which bounds the cost of a crowd.
const NEIGHBOURS: usize = 32;
/// Strength with which enemies push each other.
const PUSH: f32 = 4.0;
/// Maximum speed of enemies.
const FASTEST: f32 = 5.0;
/// Distance within which a shot hits an enemy.
const REACH: f32 = 10.0;
/// Number of frames for which a gem lasts.
const LASTING: u16 = 1_800;
/// Number of sparks of a defeated enemy.
const SPARKS: u8 = 5;
/// Maximum number of sparks.
const MOST_SPARKS: usize = 2_000;

/// Number of enemies up to which a wave adds more, at most `crowd`. (In 64 bits, since a `usize` has 32 in a browser.)
fn enemy_limit(wave: u16, crowd: u32) -> usize {
    let limit = 200 + 100 * u64::from(wave).pow(2);
    u32::try_from(limit).map_or(crowd, |limit| limit.min(crowd)) as usize
}

/// A place at the horizon in a random direction, inside the arena.
fn horizon(around: Vector, random: &mut Random) -> Vector {
    let outside = add(around, scale(direction(random.place()), HORIZON));
    // A place beyond an edge of the arena is moved to the opposite side of the player.
    [0, 1].map(|axis| {
        if (0.0..=ARENA).contains(&outside[axis]) { outside[axis] } else { around[axis] * 2.0 - outside[axis] }
            .clamp(0.0, ARENA)
    })
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn come(
    enemies: Query<'_, Game, &Enemy>,
    targets: &Targets,
    setup: &Setup,
    progress: &mut Progress,
    random: &mut Random,
    commands: &mut Commands<Game>,
) {
    progress.wave = u16::try_from(1 + progress.frames / WAVE).unwrap_or(u16::MAX);
    let limit = enemy_limit(progress.wave, setup.crowd);
    let Some((middle, _)) = targets.way_from([0.0; 2]) else { return };
    for _ in enemies.iter().count()..limit.min(enemies.iter().count() + RUSH) {
        let kind = match random.below(10) {
            0..6 => Kind::Crawler,
            6..9 => Kind::Runner,
            _ => Kind::Brute,
        };
        let place = horizon(middle, random);
        commands.spawn((Position(place), Velocity([0.0; 2]), Enemy::new(kind, progress.wave)));
    }
}

/// Moves enemies to the nearest player, and away from each other.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn chase(
    entity: Entity,
    enemy: &Enemy,
    position: &Position,
    velocity: &mut Velocity,
    targets: &Targets,
    grid: &Grid,
) {
    let mut push = [0.0; 2];
    let near = grid.around(position.0, CELL / 2.0).take(NEIGHBOURS);
    for (other, place) in near.filter(|(other, _)| *other != entity) {
        let mut way = way(place, position.0);
        // Enemies at the same place separate, too.
        if square(way) == 0.0 {
            way[0] = if entity.index() < other.index() { 0.1 } else { -0.1 };
        }
        let length = square(way).sqrt();
        if length < DISTANCE {
            push = add(push, scale(way, (DISTANCE - length) / (DISTANCE * length)));
        }
    }
    let pull = targets.way_from(position.0).map_or([0.0; 2], |(way, _)| direction(way));
    let desired = add(scale(pull, enemy.speed()), scale(push, PUSH));
    let blended = add(scale(velocity.0, 0.6), scale(desired, 0.4));
    let speed = square(blended).sqrt();
    velocity.0 = if speed > FASTEST { scale(blended, FASTEST / speed) } else { blended };
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn travel(position: &mut Position, velocity: &Velocity) {
    position.0 = add(position.0, velocity.0).map(|axis| axis.clamp(0.0, ARENA));
}

/// A shot hits one enemy, at the position that the grid has for it.
#[system(run_if = in_state(Phase::Play))]
pub(super) fn strike(
    entity: Entity,
    shot: &Shot,
    position: &Position,
    grid: &Grid,
    hits: &mut Events<Hit>,
    commands: &mut Commands<Game>,
) {
    if let Some((enemy, _)) = grid.within(position.0, REACH).next() {
        hits.send(Hit { enemy, damage: shot.0 });
        commands.despawn(entity);
    }
}

#[system(run_if = all(in_state(Phase::Play), on_event(Hit)))]
pub(super) fn wound(
    hits: EventReader<'_, Hit>,
    mut enemies: Query<'_, Game, (&mut Enemy, &Position)>,
    progress: &mut Progress,
    defeats: &mut Events<Defeat>,
    commands: &mut Commands<Game>,
) {
    for hit in hits {
        let Some((enemy, position)) = enemies.get_mut(hit.enemy) else { continue };
        // A second shot of the same frame may hit an enemy that is already defeated.
        if enemy.health > 0 {
            enemy.health = enemy.health.saturating_sub(hit.damage);
            if enemy.health == 0 {
                progress.defeats += 1;
                defeats.send(Defeat { place: position.0, kind: enemy.kind });
                commands.despawn(hit.enemy);
            }
        }
    }
}

/// Defeated enemies leave a gem and sparks.
#[system(run_if = all(in_state(Phase::Play), on_event(Defeat)))]
pub(super) fn scatter(
    defeats: EventReader<'_, Defeat>,
    particles: Query<'_, Game, &Particle>,
    random: &mut Random,
    commands: &mut Commands<Game>,
) {
    let mut room = MOST_SPARKS.saturating_sub(particles.iter().count());
    for Defeat { place, kind } in defeats {
        let value = if *kind == Kind::Brute { 4 } else { 1 };
        commands.spawn((Position(*place), Velocity([0.0; 2]), Gem(value), Fading(LASTING)));
        for spark in 0..SPARKS.min(u8::try_from(room).unwrap_or(u8::MAX)) {
            room -= 1;
            let velocity = Velocity(scale(random.place(), 3.0));
            commands.spawn((Position(*place), velocity, Particle(*kind), Fading(20 + 3 * u16::from(spark))));
        }
    }
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn fade(entity: Entity, fading: &mut Fading, commands: &mut Commands<Game>) {
    fading.0 = fading.0.saturating_sub(1);
    if fading.0 == 0 {
        commands.despawn(entity);
    }
}

#[cfg(test)]
mod tests {
    use super::enemy_limit;

    #[test]
    fn the_limit_of_enemies_grows_with_each_wave_up_to_the_crowd() {
        assert_eq!([1, 2, 9].map(|wave| enemy_limit(wave, 10_000)), [300, 600, 8_300]);
        assert_eq!([10, 6_553, 6_554, u16::MAX].map(|wave| enemy_limit(wave, 10_000)), [10_000; 4]);
    }
}
