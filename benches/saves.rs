//! Cost of saves, compared with plain `Vec`s in the same format: `cargo bench --bench saves --features serde`.
//!
//! Ratios of interleaved rounds. A million entities with two components (200 000 in RON) are written and read in postcard, JSON and RON,
//! and so are two `Vec`s with the same values. A save also contains a generation per entity, and the entities of the values; loading also
//! checks these, and builds tables, masks and views from them. Entities in the order of their indices are written as one run; in a second
//! world they are in random order, and each one is written.
#![allow(missing_docs, reason = "worlds are generated in modules of this one bench")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Seed(u64);
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Position([f32; 3]);

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct World;
    components: Seed, Position;
    queries: (Seed, Position);
}

/// The same values without a world.
type Plain = (Vec<Seed>, Vec<Position>);

/// Pseudo-random values, so that numbers have as many digits as they usually have.
fn values(count: usize) -> Plain {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state
    };
    #[expect(clippy::cast_precision_loss, reason = "any numbers will do")]
    let position = |bits: u64| Position([(bits >> 40) as f32 / 64.0, (bits >> 50) as f32 / 8.0, (bits >> 60) as f32]);
    (0..count).map(|_| (Seed(next() >> 24), position(next()))).unzip()
}

fn timed<T>(function: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(function());
    (start.elapsed(), result)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A format: its name, and functions that write and read worlds and `Vec`s.
struct Format {
    name: &'static str,
    write: fn(&World) -> Vec<u8>,
    read: fn(&[u8]) -> World,
    write_plain: fn(&Plain) -> Vec<u8>,
    read_plain: fn(&[u8]) -> Plain,
}

macro_rules! format {
    ($name:literal, $write:expr, $read:expr) => {
        Format {
            name: $name,
            write: |world| $write(world).expect("the values can be written"),
            read: |bytes| $read(bytes).expect("the values can be read"),
            write_plain: |plain| $write(plain).expect("the values can be written"),
            read_plain: |bytes| $read(bytes).expect("the values can be read"),
        }
    };
}

fn to_ron<T: Serialize>(value: &T) -> ron::Result<Vec<u8>> {
    ron::to_string(value).map(String::into_bytes)
}

fn compare(
    Format { name, write, read, write_plain, read_plain }: &Format,
    order: &str,
    sort: fn(&mut World),
    count: usize,
    rounds: usize,
) {
    let plain = values(count);
    let mut world = World::default();
    world.spawn_batch(plain.0.iter().copied().zip(plain.1.iter().copied()));
    sort(&mut world);
    let rounds = (0..rounds).map(|_| {
        // Nothing that another measurement allocated is alive meanwhile: otherwise the first one would reuse the memory of the previous
        // round.
        let plainly_written = timed(|| write_plain(&plain)).0;
        let written = timed(|| write(&world)).0;
        let bytes = write_plain(&plain);
        let plainly_read = timed(|| read_plain(&bytes)).0;
        let saved = write(&world);
        let loaded = timed(|| read(&saved)).0;
        let times = [plainly_written, written, plainly_read, loaded].map(|time| time.as_secs_f64() * 1e3);
        (times, [bytes.len(), saved.len()])
    });
    let rounds: Vec<_> = rounds.collect();
    let time = |at: usize| median(rounds.iter().map(|(times, _)| times[at]).collect());
    let ratio = |at: usize| median(rounds.iter().map(|(times, _)| times[at + 1] / times[at]).collect());
    let [plain_bytes, saved_bytes] = rounds[0].1;
    println!("{name}, {count} entities, {order}: {plain_bytes} bytes of `Vec`s, {saved_bytes} of a save");
    println!("  written {:7.1} ms, `Vec`s {:7.1}: {:.2}", time(1), time(0), ratio(0));
    println!("  read    {:7.1} ms, `Vec`s {:7.1}: {:.2}", time(3), time(2), ratio(2));
}

fn stay(_: &mut World) {}

fn shuffle(world: &mut World) {
    world.sort_by_key::<Seed, _>(|seed| seed.0);
}

fn main() {
    for (order, sort) in [("in order", stay as fn(&mut World)), ("in random order", shuffle)] {
        compare(&format!("postcard", postcard::to_allocvec, postcard::from_bytes), order, sort, 1_000_000, 15);
        compare(&format!("JSON", serde_json::to_vec, serde_json::from_slice), order, sort, 1_000_000, 5);
        compare(&format!("RON", to_ron, ron::de::from_bytes), order, sort, 200_000, 5);
    }
}
