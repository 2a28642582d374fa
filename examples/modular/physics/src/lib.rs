//! Movement. This library has no world of its own: it declares components and systems in sets, and bounds worlds by what it needs.

use ecs_world::prelude::*;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Position {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}

/// How fast something moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Velocity {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}

/// What does not move, whatever its velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchored;

/// How much time passes in a run, and what pulls meanwhile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Physics {
    /// Seconds.
    pub step: f32,
    /// Metres per square second, downwards.
    pub gravity: f32,
}

/// Moves what has a velocity.
#[derive(Debug, Default, Clone)]
pub struct Advance {
    /// How many steps of how many bodies were taken.
    pub steps: u32,
}

#[system(without(Anchored))]
impl Advance {
    fn run(&mut self, position: &mut Position, velocity: &mut Velocity, physics: &Physics) {
        velocity.y -= physics.gravity * physics.step;
        position.x += velocity.x * physics.step;
        position.y += velocity.y * physics.step;
        self.steps += 1;
    }
}

/// Stops falling bodies on the ground, in any world that has these three.
#[system]
pub fn land<W: Has<Position> + Has<Velocity> + Has<Anchored>>(
    mut bodies: Query<'_, W, (Entity, &mut Position, &Velocity)>,
    commands: &mut Commands<W>,
) {
    bodies.for_each(|(entity, position, velocity)| {
        if position.y < 0.0 && velocity.y < 0.0 {
            position.y = 0.0;
            commands.insert(entity, Anchored);
        }
    });
}

/// Slows moving bodies. It is in no set: worlds list it as `physics::drag`.
#[system(export)]
pub fn drag(velocity: &mut Velocity) {
    velocity.x *= 0.5;
}

ecs_components! {
    /// What bodies are made of.
    pub set bodies;
    components: Position, Velocity, Anchored;
    queries: (Position, Velocity);
}

ecs_components! {
    /// How bodies move.
    pub set motion;
    include: bodies;
    resources: Physics = Physics { step: 0.5, gravity: 10.0 };
    systems: Advance, sync, land;
}

/// Throws something into any world that has positions and velocities.
pub fn throw<W: Has<Position> + Has<Velocity>>(world: &mut W, from: Position, velocity: Velocity) -> Entity {
    let entity = world.spawn(from);
    let thrown = world.insert(entity, velocity);
    debug_assert!(thrown.is_ok(), "it was spawned just now");
    entity
}

/// How far something is from a place; `None` if it is nowhere.
pub fn distance<W: Has<Position>>(world: &W, entity: Entity, place: Position) -> Option<f32> {
    let position = world.get::<Position>(entity)?;
    Some((position.x - place.x).hypot(position.y - place.y))
}

/// How many bodies are faster than this.
pub fn count_faster<W: Has<Position> + Has<Velocity>>(world: &W, than: f32) -> usize {
    let mut bodies = 0;
    world.query::<&Velocity>().with::<Position>().for_each(|velocity| {
        bodies += usize::from(velocity.x.hypot(velocity.y) > than);
    });
    bodies
}
