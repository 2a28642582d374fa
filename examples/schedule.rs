//! A landing on the moon: fixed steps, several schedules, states, conditions, events: `cargo run --example schedule`.

use std::time::Duration;

use ecs_world::FixedStep;
use ecs_world::prelude::*;

/// The phase of the game. Systems read it as `&State<Phase>`, and request a transition through `&mut State<Phase>`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    Menu,
    Flight,
    Landed,
}

/// Height of the lander now and one step before, so that frames can be drawn between two steps.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Height {
    now: f32,
    before: f32,
}

/// Speed of the lander, upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Speed(f32);

#[derive(Debug, Clone, Copy, PartialEq)]
struct Touchdown {
    speed: f32,
}

/// Steps for which the engine can burn.
struct Fuel(u32);

/// True if the player pressed a key.
#[derive(Default)]
struct Start(bool);

/// Time from the last step to the frame, as a fraction of a step.
#[derive(Default)]
struct Ahead(f32);

/// Number of touchdowns that were judged.
#[derive(Default)]
struct Judged(u32);

/// Duration of a step in seconds.
const STEP: f32 = 0.1;

// Conditions: functions of resources, states and events. The world lists them, so the macro knows what they read.

#[condition]
fn pressed(start: &Start) -> bool {
    start.0
}

#[condition]
fn fuelled(fuel: &Fuel) -> bool {
    fuel.0 > 0
}

// Each of these runs only if its condition holds, which is evaluated just before. `in_state(..)` and `on_event(..)` are
// built in; the latter holds if events were sent since the schedule last reached the system.

#[system(run_if = all(in_state(Phase::Menu), pressed))]
fn begin(phase: &mut State<Phase>) {
    phase.set(Phase::Flight);
}

#[system(run_if = in_state(Phase::Flight))]
fn fall(height: &mut Height, speed: &mut Speed) {
    speed.0 -= 1.6 * STEP;
    height.before = height.now;
    height.now += speed.0 * STEP;
}

/// Brakes if the lander falls too fast for the remaining height.
#[system(run_if = all(in_state(Phase::Flight), fuelled))]
fn brake(height: &Height, speed: &mut Speed, fuel: &mut Fuel) {
    if -speed.0 > 1.0 + height.now * 0.3 && fuel.0 > 0 {
        speed.0 += 4.0 * STEP;
        fuel.0 -= 1;
    }
}

#[system(run_if = in_state(Phase::Flight))]
fn touch(height: &mut Height, speed: &Speed, touchdowns: &mut Events<Touchdown>) {
    if height.now <= 0.0 {
        height.now = 0.0;
        touchdowns.send(Touchdown { speed: -speed.0 });
    }
}

/// Runs once for each touchdown: an event is kept for two runs, and the reader skips those that the system has already received.
#[system(run_if = on_event(Touchdown))]
fn judge(touchdowns: EventReader<'_, Touchdown>, phase: &mut State<Phase>, judged: &mut Judged) {
    for Touchdown { speed } in touchdowns {
        println!("touchdown at {speed:.2} m/s: {}", if *speed < 2.0 { "well done" } else { "rather hard" });
        judged.0 += 1;
    }
    phase.set(Phase::Landed);
}

// These run with a state transition, which is applied when the next `run()` begins.

#[system]
fn launch(commands: &mut Commands<World>) {
    println!("the descent begins");
    commands.spawn((Height { now: 20.0, before: 20.0 }, Speed(0.0)));
}

#[system]
fn stop(height: &mut Height, speed: &mut Speed) {
    height.before = height.now;
    speed.0 = 0.0;
}

#[system]
fn report(fuel: &Fuel) {
    println!("fuel for {} steps is left", fuel.0);
}

/// Draws once per frame, at a height between those of two steps.
#[system]
fn draw(height: &Height, ahead: &Ahead) {
    let height = height.before + (height.now - height.before) * ahead.0;
    println!("{height:5.2} m");
}

ecs_world! {
    components: Height, Speed;
    resources: Fuel = Fuel(40), Start, Ahead, Judged;
    events: Touchdown;
    states: Phase = Phase::Menu;
    conditions: pressed, fuelled;
    systems: begin, brake, fall, touch, judge;
    systems(on_enter = Phase::Flight): launch;
    systems(on_exit = Phase::Flight): stop;
    systems(on_enter = Phase::Landed): report;
    systems(render): draw;
}

fn main() {
    let mut world = World::default();
    // At most 5 steps a frame: a machine that cannot keep up falls behind, but does not stop.
    let mut fixed = FixedStep::new(Duration::from_secs_f32(STEP), 5);
    let mut steps = 0;
    // Frames of different lengths: a real game would measure them.
    for frame in 0..70 {
        world.resources.start.0 = frame == 3;
        for _ in 0..fixed.advance(Duration::from_millis(100 + frame * 37 % 80)) {
            world.run();
            steps += 1;
        }
        world.resources.ahead.0 = fixed.fraction();
        world.run_render();
    }
    assert_eq!(world.states.phase.get(), &Phase::Landed);
    assert_eq!(world.resources.judged.0, 1, "each touchdown is met once");
    assert!(world.query::<(&Height, &Speed)>().iter().all(|(height, speed)| (height.now, speed.0) == (0.0, 0.0)));
    assert!(world.events.touchdown.is_empty(), "kept for one full run after its own, however many frames are drawn");
    println!("{steps} steps in 70 frames");
    println!("{}", World::PLAN);
}
