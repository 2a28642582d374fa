//! Counts the bytes that a game server sends to a client that sees what is near it: `cargo run --release -p ecs-shards --example clients`.
//!
//! For each client, the server keeps a world with what the client sees, and sends the delta since the last tick. A client applies it to a
//! world of its own by a `Replica`. Bytes depend on the seed alone; no time is measured.

use std::collections::BTreeMap;
use std::error::Error;

use ecs_world::Replica;
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// Side of the map. Clients see what is within `SIGHT` of one of the entities, in both coordinates.
const SIDE: u32 = 10_000;
const SIGHT: u32 = 250;
const TICKS: u32 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Place {
    x: u32,
    y: u32,
}
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Health(u16);

ecs_world! {
    #[derive(Clone, Serialize, Deserialize)]
    struct View;
    components: Place, Health;
}

struct Unit {
    place: Place,
    health: Health,
    /// Its speed in both directions; zero for most units.
    speed: [u32; 2],
}

fn random(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    u32::try_from(*seed >> 33).unwrap_or_default()
}

fn units(count: u32, moving: u32) -> Vec<Unit> {
    let mut random_seed = 9;
    let mut unit = |number: u32| {
        let place = Place { x: random(&mut random_seed) % SIDE, y: random(&mut random_seed) % SIDE };
        let velocity =
            if number % 100 < moving { [random(&mut random_seed) % 7, random(&mut random_seed) % 7] } else { [0, 0] };
        Unit { place, health: Health(100), speed: velocity }
    };
    (0..count).map(&mut unit).collect()
}

fn tick(units: &mut [Unit], tick: u32) {
    for (unit, number) in units.iter_mut().zip(0..) {
        let [x, y] = unit.speed;
        unit.place = Place { x: (unit.place.x + x) % SIDE, y: (unit.place.y + y) % SIDE };
        if (tick + number).is_multiple_of(100) {
            unit.health.0 -= 1;
        }
    }
}

/// Updates the view of a client to what it sees now.
fn update(view: &mut View, seen: &mut BTreeMap<usize, Entity>, units: &[Unit], center: Place) {
    let is_near = |unit: &Unit| unit.place.x.abs_diff(center.x) <= SIGHT && unit.place.y.abs_diff(center.y) <= SIGHT;
    seen.retain(|number, entity| {
        let stays = is_near(&units[*number]);
        if !stays {
            let _ = view.despawn(*entity);
        }
        stays
    });
    for (number, unit) in units.iter().enumerate().filter(|(_, unit)| is_near(unit)) {
        let entity = *seen.entry(number).or_insert_with(|| view.spawn((unit.place, unit.health)));
        if let Some((place, health)) = view.query_mut::<(&mut Place, &mut Health)>().into_get(entity) {
            (*place, *health) = (unit.place, unit.health);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("| entities in sight | of which move | bytes at first | bytes per tick | bytes of all that is in sight |");
    println!("|---:|---:|---:|---:|---:|");
    for count in [20_000, 80_000, 400_000] {
        for moving in [5, 20, 100] {
            let mut units = units(count, moving);
            let (mut view, mut seen) = (View::default(), BTreeMap::new());
            let (mut client, mut replica) = (View::default(), Replica::new());
            let (mut first, mut later, mut in_sight, mut whole) = (0, 0, 0, 0);
            for now in 0..=TICKS {
                tick(&mut units, now);
                let before = view.clone();
                update(&mut view, &mut seen, &units, units[0].place);
                let delta = view.diff(&before)?;
                let bytes = postcard::to_allocvec(&delta)?.len();
                replica.apply(&mut client, &delta)?;
                assert_eq!(replica.original().state_hash(), view.state_hash(), "the client has what the server sent");
                if now == 0 {
                    first = bytes;
                } else {
                    later += bytes;
                    in_sight += seen.len();
                    whole += postcard::to_allocvec(&view.diff(&View::default())?)?.len();
                }
            }
            let ticks = TICKS as usize;
            println!("| {} | {moving} % | {first} | {} | {} |", in_sight / ticks, later / ticks, whole / ticks);
        }
    }
    Ok(())
}
