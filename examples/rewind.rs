//! Rewinding: a small deterministic game that keeps its last frames, goes back, and arrives at the same state again.
//!
//! Run it with `cargo run --example rewind`.

use ecs_world::Timeline;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy)]
struct Position {
    x: i64,
    y: i64,
}

#[derive(Debug, Clone, Copy)]
struct Velocity {
    x: i64,
    y: i64,
}

/// Number of frames until the rocket bursts.
#[derive(Debug, Clone, Copy)]
struct Fuse(u32);

/// Random numbers are state, too: a world that is rewound repeats them.
#[derive(Debug, Clone)]
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % bound
    }

    fn around_zero(&mut self) -> i64 {
        self.below(19).cast_signed() - 9
    }
}

/// The input of the player in a frame.
#[derive(Debug, Clone, Default)]
struct Input {
    rockets: u64,
}

#[derive(Debug, Clone)]
struct Burst(Position);

#[system]
fn launch(input: &Input, random: &mut Random, commands: &mut Commands<Game>) {
    for _ in 0..input.rockets {
        let velocity = Velocity { x: random.around_zero(), y: 40 };
        let fuse = Fuse(10 + u32::try_from(random.below(10)).unwrap_or_default());
        commands.spawn((Position { x: 0, y: 0 }, velocity, fuse));
    }
}

#[system]
fn fly(position: &mut Position, velocity: &mut Velocity) {
    velocity.y -= 1;
    position.x += velocity.x;
    position.y += velocity.y;
}

#[system]
fn burn(
    entity: Entity,
    fuse: &mut Fuse,
    position: &Position,
    bursts: &mut Events<Burst>,
    commands: &mut Commands<Game>,
) {
    fuse.0 -= 1;
    if fuse.0 == 0 {
        bursts.send(Burst(*position));
        commands.despawn(entity);
    }
}

/// Each burst leaves sparks, which fall until they reach the ground.
#[system]
fn sparkle(bursts: EventReader<'_, Burst>, random: &mut Random, commands: &mut Commands<Game>) {
    for Burst(position) in bursts {
        for _ in 0..20 {
            commands.spawn((*position, Velocity { x: random.around_zero(), y: random.around_zero() }));
        }
    }
}

#[system(without(Fuse))]
fn land(entity: Entity, position: &Position, commands: &mut Commands<Game>) {
    if position.y < 0 {
        commands.despawn(entity);
    }
}

ecs_world! {
    #[derive(Snapshot)]
    struct Game;
    components: Position, Velocity, Fuse;
    resources: Input, Random = Random(7);
    events: Burst;
    systems: launch, fly, burn, sparkle, sync, land;
}

/// Runs one frame with its input.
fn step(game: &mut Game, frame: u64, rockets: u64) {
    game.resources.input.rockets = if frame.is_multiple_of(4) { rockets } else { 0 };
    game.run();
}

/// Returns a hash of all positions, in the order of iteration.
fn checksum(game: &Game) -> u64 {
    let mix = |hash: u64, value: i64| (hash ^ value.cast_unsigned()).wrapping_mul(0x0100_0000_01b3);
    game.query_position_velocity().iter().fold(0xcbf2_9ce4_8422_2325, |hash, (entity, position, _)| {
        [i64::from(entity.index()), position.x, position.y].into_iter().fold(hash, mix)
    })
}

fn main() {
    let mut game = Game::default();
    let mut timeline = Timeline::new(60);
    for frame in 0..100 {
        timeline.save(frame, &game);
        step(&mut game, frame, 3);
    }
    let expected = checksum(&game);
    println!("frame 100: {} entities, checksum {expected:016x}", game.len());

    // Back by 50 frames, then the same inputs again: they lead to the same handles, orders and values.
    timeline.load(50, &mut game).expect("the last 60 frames are there");
    println!("frame  50: {} entities", game.len());
    for frame in 50..100 {
        timeline.save(frame, &game);
        step(&mut game, frame, 3);
    }
    println!("frame 100: {} entities, checksum {:016x}", game.len(), checksum(&game));
    assert_eq!(checksum(&game), expected);

    // Back by 20 frames, with other inputs from then on.
    timeline.load(80, &mut game).expect("the last 60 frames are there");
    timeline.discard_after(80);
    for frame in 80..100 {
        step(&mut game, frame, 5);
    }
    println!("with more rockets since frame 80: {} entities, checksum {:016x}", game.len(), checksum(&game));
    assert_ne!(checksum(&game), expected);

    let error = timeline.load(90, &mut game).expect_err("the frame was discarded");
    println!("{error}");
}
