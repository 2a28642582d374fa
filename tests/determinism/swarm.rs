//! Numbers that depend on the order of every addition: bodies that attract, collide, heat up, burn out and are replaced.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy)]
pub struct Position([f32; 2]);
#[derive(Debug, Clone, Copy)]
pub struct Velocity([f32; 2]);
#[derive(Debug, Clone, Copy)]
pub struct Mass(f32);
#[derive(Debug, Clone, Copy)]
pub struct Charge(f32);
#[derive(Debug, Clone, Copy)]
pub struct Heat(f32);
#[derive(Debug, Clone)]
pub struct Trail(Vec<f32>);
#[derive(Debug, Clone, Copy)]
pub struct Anchored;

#[derive(Debug, Clone, Copy)]
pub struct Bump {
    entity: Entity,
    force: f32,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Clock(u32);
#[derive(Debug, Clone, Copy, Default)]
pub struct Momentum([f32; 2]);
#[derive(Debug, Clone, Copy, Default)]
pub struct Energy(f32);
#[derive(Debug, Clone, Copy, Default)]
pub struct Warmth(f32);

const STEP: f32 = 1.0 / 32.0;

#[system]
pub fn tick(clock: &mut Clock) {
    clock.0 += 1;
}

/// Pulls all bodies to the position of the last one.
#[derive(Debug, Clone, Default)]
pub struct Attract {
    centre: [f32; 2],
}

#[system(without(Anchored))]
impl Attract {
    fn run(&mut self, velocity: &mut Velocity, position: &Position, mass: &Mass, clock: &Clock) {
        for axis in 0..2 {
            velocity.0[axis] += (self.centre[axis] - position.0[axis]) * STEP / mass.0;
            self.centre[axis] = self.centre[axis] * 0.9 + position.0[axis] * 0.1 + clock.0 as f32 * 1e-6;
        }
    }
}

#[system]
pub fn spread(charge: &mut Charge, heat: &Heat) {
    charge.0 = charge.0.mul_add(0.99, heat.0 * 0.01);
}

#[system]
pub fn drag(velocity: &mut Velocity) {
    velocity.0 = velocity.0.map(|speed| speed * 0.999);
}

#[system(without(Anchored))]
pub fn advance(position: &mut Position, velocity: &Velocity) {
    for axis in 0..2 {
        position.0[axis] += velocity.0[axis] * STEP;
    }
}

#[system]
pub fn bounce(entity: Entity, position: &mut Position, velocity: &mut Velocity, bumps: &mut Events<Bump>) {
    for axis in 0..2 {
        if position.0[axis].abs() > 4.0 {
            position.0[axis] = position.0[axis].clamp(-4.0, 4.0);
            velocity.0[axis] = -velocity.0[axis];
            bumps.send(Bump { entity, force: velocity.0[axis].abs() });
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Warm(EventCursor<Bump>);

#[system]
impl Warm {
    fn run(&mut self, bumps: &Events<Bump>, mut heats: Query<'_, World, &mut Heat>) {
        for Bump { entity, force } in bumps.read(&mut self.0) {
            if let Some(heat) = heats.get_mut(*entity) {
                heat.0 += force;
            }
        }
    }
}

#[system]
pub fn leave_trail(trail: &mut Trail, position: &Position) {
    trail.0.push(position.0[0]);
    let older = trail.0.len().saturating_sub(4);
    trail.0.drain(..older);
}

#[system]
pub fn sum_momentum(velocity: &Velocity, mass: &Mass, momentum: &mut Momentum) {
    for axis in 0..2 {
        momentum.0[axis] += velocity.0[axis] * mass.0;
    }
}

#[system]
pub fn sum_energy(velocity: &Velocity, mass: &Mass, energy: &mut Energy) {
    energy.0 = energy.0 * 0.99 + mass.0 * (velocity.0[0].powi(2) + velocity.0[1].powi(2));
}

#[system]
pub fn sum_warmth(heat: &Heat, warmth: &mut Warmth) {
    warmth.0 = warmth.0 * 0.999 + heat.0;
}

#[system]
pub fn anchor(entity: Entity, heat: &Heat, anchored: Option<&Anchored>, commands: &mut Commands<World>) {
    match anchored {
        None if heat.0 > 6.0 => commands.insert(entity, Anchored),
        Some(_) if heat.0 < 3.0 => commands.remove::<Anchored>(entity),
        _ => {}
    }
}

#[system]
pub fn burn(entity: Entity, mass: &mut Mass, commands: &mut Commands<World>) {
    mass.0 *= 0.99;
    if mass.0 < 0.6 {
        commands.despawn(entity);
        commands.spawn((Heat(mass.0), Trail(vec![mass.0])));
    }
}

#[derive(Debug, Clone, Default)]
pub struct Emit {
    last: Option<Entity>,
}

#[system]
impl Emit {
    fn run(&mut self, clock: &Clock, spawner: &mut Spawner<World>) {
        let angle = clock.0 as f32;
        let body = (Position([angle.sin(), angle.cos()]), Velocity([1.0, -0.5]), Mass(1.0 + angle * 0.01));
        let entity = spawner.spawn((body, Heat(0.0), Charge(angle)));
        if let Some(last) = self.last.replace(entity) {
            spawner.insert(last, Trail(vec![angle]));
        }
    }
}

#[system]
pub fn cool(heat: &mut Heat, charge: Option<&Charge>) {
    heat.0 = heat.0 * 0.98 + charge.map_or(0.0, |charge| charge.0 * 1e-3);
}

#[derive(Debug, Clone, Default)]
pub struct Census {
    last: usize,
    hash: u64,
}

#[system]
impl Census {
    fn run(&mut self, every_entity: Query<'_, World, (Entity, Option<&Trail>)>) {
        for (entity, trail) in &every_entity {
            let own = entity.to_bits() ^ trail.map_or(0, |trail| trail.0.len() as u64);
            self.hash = self.hash.rotate_left(5) ^ own;
        }
        self.last = every_entity.iter().count();
    }
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: Position, Velocity, Mass, Charge, Heat, #[storage(vec)] Trail, #[storage(tag)] Anchored;
    resources: Clock, Momentum, Energy, Warmth;
    events: Bump;
    systems:
        tick, Attract, spread, drag, advance, bounce, Warm, leave_trail, sum_momentum, sum_energy, sum_warmth, sync,
        anchor, burn, Emit, cool, Census;
}

pub fn new() -> World {
    let mut world = World::default();
    for n in 0..200_u16 {
        let n = f32::from(n);
        let entity = world.spawn((Position([n * 0.03 - 3.0, n * 0.01]), Velocity([n * 0.1, 2.0 - n * 0.05])));
        world.insert(entity, (Mass(1.0 + n * 0.005), Heat(n * 0.02))).expect("the entity is alive");
        if n as u16 % 3 == 0 {
            world.insert(entity, (Charge(n), Trail(vec![]))).expect("the entity is alive");
        }
    }
    world
}
