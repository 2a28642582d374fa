//! Measures what the inspector costs a program of 100 000 entities: `cargo run --release -p ecs-inspector --example cost`.
#![allow(missing_docs, unreachable_pub, reason = "a program")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ecs_inspector::{Inspector, Request, Settings, Table, TableFormat};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Position {
    x: f32,
    y: f32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Velocity {
    x: f32,
    y: f32,
}

#[system]
fn fly(position: &mut Position, velocity: &Velocity) {
    position.x += velocity.x;
    position.y += velocity.y;
}

ecs_world! {
    #[derive(Serialize, Deserialize, Snapshot)]
    pub struct Sky;
    components: Position, Velocity;
    systems: fly;
}

/// The shortest of several runs.
fn shortest(runs: u32, mut what: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        what();
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sky = Sky::default();
    for number in 0..100_000_u32 {
        let x = f32::from(u16::try_from(number % 1000)?);
        sky.spawn((Position { x, y: 0.0 }, Velocity { x: 1.0, y: 0.5 }));
    }
    let mut inspector = Inspector::attach(Settings::new())?;
    let frame = shortest(200, || sky.run());
    println!("a frame of the program: {frame:?}");
    let calls = 100_000;
    let idle = shortest(20, || (0..calls).for_each(|_| _ = black_box(inspector.answer(&mut sky)))) / calls;
    println!(
        "answer, no client connected: {idle:?}, {:.4} % of the frame",
        idle.as_secs_f64() / frame.as_secs_f64() * 100.0
    );

    let entities = |search: &str, offset| {
        let columns = vec!["Position".to_owned(), "Velocity".to_owned()];
        Request::Entities { search: search.to_owned(), offset, limit: 100, columns }
    };
    let table = Table::Entities { search: String::new(), columns: vec!["Position".to_owned(), "Velocity".to_owned()] };
    for (name, request) in [
        ("status", Request::Status),
        ("first page of all entities", entities("", 0)),
        ("last page of all entities", entities("", 99_900)),
        ("search by component", entities("Position !Velocity", 0)),
        ("search by value", entities("Position.x<10", 0)),
        ("views", Request::Views),
        ("export of all entities as CSV", Request::Export { table, format: TableFormat::Csv }),
    ] {
        let time = shortest(20, || drop(black_box(inspector.respond(&mut sky, request.clone()))));
        println!("{name}: {time:?}");
    }
    Ok(())
}
