//! Values that belong to the world and not to an entity: resources and the states of systems: `cargo run --example resources`.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Height(f32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Speed(f32);

/// A resource without an initial value starts from `Default`.
#[derive(Debug, Clone, Copy, Default)]
struct Time {
    step: f32,
    frame: u32,
}

/// A resource without a default gets its initial value in the declaration.
#[derive(Debug, Clone, Copy)]
struct Gravity(f32);

/// A function is a system without a state.
#[system]
fn tick(time: &mut Time) {
    time.frame += 1;
}

#[system]
fn fall(height: &mut Height, speed: &mut Speed, gravity: &Gravity, time: &Time) {
    speed.0 -= gravity.0 * time.step;
    height.0 += speed.0 * time.step;
}

/// A type is a system with a state, which the world owns.
#[derive(Debug)]
struct Bounce {
    elasticity: f32,
    bounces: u32,
}

#[system]
impl Bounce {
    fn run(&mut self, height: &mut Height, speed: &mut Speed) {
        if height.0 < 0.0 {
            height.0 = -height.0;
            speed.0 = -speed.0 * self.elasticity;
            self.bounces += 1;
        }
    }
}

ecs_world! {
    components: Height, Speed;
    resources: Time, Gravity = Gravity(9.81);
    systems: tick, fall, Bounce = Bounce { elasticity: 0.5, bounces: 0 };
}

/// Library code is generic over worlds that have this resource.
fn double_gravity<W: HasResource<Gravity>>(world: &mut W) {
    world.resource_mut().0 *= 2.0;
}

fn main() {
    let mut world = World::default();
    world.spawn((Height(1.0), Speed(0.0)));
    world.resources.time.step = 0.01;
    double_gravity(&mut world);
    assert!((world.resources.gravity.0 - 19.62).abs() < 1e-6);
    for _ in 0..200 {
        world.run();
    }
    let (frame, bounces) = (world.resources.time.frame, world.systems.bounce.bounces);
    println!("after {frame} frames the ball bounced {bounces} times");
    assert!(frame == 200 && bounces > 2);
    // Each system can also be run by itself.
    world.run_tick();
    assert_eq!(world.resources.time.frame, 201);
}
