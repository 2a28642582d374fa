//! A small game to inspect: ships in fleets fly in circles, catch fire, sink and are replaced. It has no window; the page of the inspector
//! shows it.
//!
//! `cargo run --release -p ecs-inspector --example fleets` prints the address. Options after `--`: `--ships 100000` sets the number of
//! ships, `--port 8017` the port; `--read-only` forbids changes, `--frames 600` ends after 600 frames, and `--fast` does not wait between
//! frames.
#![allow(missing_docs, unreachable_pub, reason = "a program")]

use std::time::{Duration, Instant};

use ecs_inspector::{Inspector, Settings};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// Length of a frame.
const FRAME: Duration = Duration::from_micros(16_667);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position {
    x: f32,
    y: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Velocity {
    x: f32,
    y: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Health {
    current: f32,
    max: f32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Name(String);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Role {
    Scout,
    Freighter { cargo: u32 },
    Flagship,
}

/// A fire: takes health in each frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Burning {
    per_frame: f32,
}

/// The flagship that a ship follows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Relation)]
pub struct Follows(Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// How strongly ships are pulled to the centre.
    pull: f32,
    /// One ship out of this number catches fire in a frame, on average.
    fires: u32,
    /// The state of the random numbers.
    seed: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    lost: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lost {
    ship: Entity,
    x: f32,
    y: f32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Weather {
    #[default]
    Calm,
    Storm,
}

#[system]
fn steer(position: &Position, velocity: &mut Velocity, rules: &Rules) {
    velocity.x -= position.x * rules.pull;
    velocity.y -= position.y * rules.pull;
}

#[system]
fn fly(position: &mut Position, velocity: &Velocity) {
    position.x += velocity.x;
    position.y += velocity.y;
}

#[system(without(Burning))]
fn repair(health: &mut Health) {
    health.current = (health.current + 0.01).min(health.max);
}

#[system(without(Burning, Name))]
fn catch_fire(ship: Entity, _: &Health, rules: &mut Rules, commands: &mut Commands<Fleets>) {
    rules.seed = rules.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    if (rules.seed >> 33).is_multiple_of(u64::from(rules.fires.max(1))) {
        commands.insert(ship, Burning { per_frame: 0.5 });
    }
}

#[system]
fn burn(health: &mut Health, burning: &Burning) {
    health.current -= burning.per_frame;
}

#[system]
fn sink(ship: Entity, health: &Health, position: &Position, lost: &mut Events<Lost>, commands: &mut Commands<Fleets>) {
    if health.current <= 0.0 {
        lost.send(Lost { ship, x: position.x, y: position.y });
        commands.despawn(ship);
    }
}

#[system]
fn count(score: &mut Score, lost: EventReader<'_, Lost>, commands: &mut Commands<Fleets>) {
    for event in lost {
        score.lost += 1;
        // A new ship replaces it, farther out.
        commands.spawn(ship(event.x * 2.0, event.y * 2.0));
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize, Snapshot)]
    pub struct Fleets;
    components: Position, Velocity, Health, Name, Role, Burning;
    relations: Follows (tree, clear);
    resources: Rules = Rules { pull: 0.0002, fires: 20_000, seed: 1 }, Score;
    events: Lost;
    states: Weather;
    systems: steer, fly, repair, catch_fire, burn, sync, sink, count;
}

fn ship(x: f32, y: f32) -> (Position, Velocity, Health) {
    (Position { x, y }, Velocity { x: -y * 0.01, y: x * 0.01 }, Health { current: 100.0, max: 100.0 })
}

/// Spawns fleets of a flagship and 99 ships that follow it.
fn fill(fleets: &mut Fleets, ships: u32) {
    let mut flagship = None;
    for number in 0..ships {
        let angle = f64::from(number) * 2.399_963;
        let distance = 10.0 + f64::from(number % 1000) * 0.1;
        #[expect(clippy::cast_possible_truncation, reason = "a position needs no more precision")]
        let (x, y) = ((angle.cos() * distance) as f32, (angle.sin() * distance) as f32);
        let role = match number % 100 {
            0 => Role::Flagship,
            at if at % 3 == 0 => Role::Freighter { cargo: at * 10 },
            _ => Role::Scout,
        };
        let follows = flagship.filter(|_| role != Role::Flagship);
        let name = follows.is_none().then(|| Name(format!("Flagship {}", number / 100)));
        let own = fleets.spawn((ship(x, y), role, follows.map(Follows), name));
        flagship = follows.or(Some(own));
    }
}

/// Options of the command line.
struct Options {
    ships: u32,
    port: u16,
    frames: u64,
    is_editable: bool,
    is_fast: bool,
}

impl Options {
    fn read() -> Result<Self, String> {
        let mut options = Self { ships: 10_000, port: 0, frames: u64::MAX, is_editable: true, is_fast: false };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut number =
                || words.next().and_then(|number| number.parse::<u64>().ok()).ok_or(format!("{word} needs a number"));
            match word.as_str() {
                "--ships" => options.ships = number()?.try_into().map_err(|_| "too many ships")?,
                "--port" => options.port = number()?.try_into().map_err(|_| "there is no such port")?,
                "--frames" => options.frames = number()?,
                "--read-only" => options.is_editable = false,
                "--fast" => options.is_fast = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        Ok(options)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read()?;
    let mut fleets = Fleets::default();
    fill(&mut fleets, options.ships);
    let mut inspector = Inspector::attach(Settings::new().port(options.port).editable(options.is_editable))?;
    inspector.keep_history(300);
    println!("{} ships; inspect them at {}", fleets.len(), inspector.url().unwrap_or_default());
    let mut next = Instant::now();
    for _ in 0..options.frames {
        if inspector.answer(&mut fleets) {
            fleets.run();
        }
        next += FRAME;
        if !options.is_fast {
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
        }
    }
    println!("{} ships were lost", fleets.resources.score.lost);
    Ok(())
}
