//! Movement. This library has no world of its own: it declares components and systems in sets, and its functions bound worlds by the
//! components that they need.

use ecs_world::prelude::*;

/// Position of a body, in metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Position {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}

/// Velocity of a body, in metres per second.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Velocity {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}

/// Marks a body that does not move, whatever its velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchored;

/// Time step and gravity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Physics {
    /// Seconds that pass in a run.
    pub step: f32,
    /// Gravity in metres per second squared, downwards.
    pub gravity: f32,
}

/// Moves bodies that have a velocity.
#[derive(Debug, Default, Clone)]
pub struct Advance {
    /// Number of steps, summed over all bodies.
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

/// Stops falling bodies on the ground, in any world with these three components.
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
    /// The components of bodies.
    pub set bodies;
    components: Position, Velocity, Anchored;
    queries: (Position, Velocity);
}

ecs_components! {
    /// The movement of bodies.
    pub set motion;
    include: bodies;
    resources: Physics = Physics { step: 0.5, gravity: 10.0 };
    systems: Advance, sync, land;
}

/// Spawns a moving body in any world that has positions and velocities.
pub fn throw<W: Has<Position> + Has<Velocity>>(world: &mut W, from: Position, velocity: Velocity) -> Entity {
    let entity = world.spawn(from);
    let thrown = world.insert(entity, velocity);
    debug_assert!(thrown.is_ok(), "the new entity is alive");
    entity
}

/// Returns the distance of an entity from a place; `None` if it has no position.
pub fn distance<W: Has<Position>>(world: &W, entity: Entity, place: Position) -> Option<f32> {
    let position = world.get::<Position>(entity)?;
    Some((position.x - place.x).hypot(position.y - place.y))
}

/// Returns the number of bodies that are faster than this.
pub fn count_faster<W: Has<Position> + Has<Velocity>>(world: &W, than: f32) -> usize {
    let mut bodies = 0;
    world.query::<&Velocity>().with::<Position>().for_each(|velocity| {
        bodies += usize::from(velocity.x.hypot(velocity.y) > than);
    });
    bodies
}
