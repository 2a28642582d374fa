//! A crowd that moves, warms its neighbours, multiplies and dies, in regions and in one world without any.
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use ecs_shards::{Ghost, GlobalId, Grid, Options, Outcome, ShardError, Simulation, run};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    pub x: u32,
    pub y: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Heat(pub u32);

/// The input of a step that all regions receive.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Now {
    pub step: u64,
    pub crowd: Crowd,
    /// The sum of all heat, one step late.
    pub warmth: u64,
}

/// Places and heat of all entities, as they were when the step began.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Around(Vec<(u32, u32, u32)>);

pub fn mix(one: u64, other: u64) -> u64 {
    let mixed = (one ^ other.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

fn below(number: u64, bound: u32) -> u32 {
    u32::try_from(number % u64::from(bound.max(1))).unwrap_or_default()
}

#[system]
fn look(around: &mut Around, all: Query<'_, World, (&Place, &Heat)>) {
    around.0.clear();
    around.0.extend(all.into_iter().map(|(place, heat)| (place.x, place.y, heat.0)));
}

#[system(without(Ghost))]
fn warm(place: &Place, heat: &mut Heat, around: &Around, now: &Now) {
    let reach = now.crowd.grid_reach;
    let near = around.0.iter().filter(|(x, y, _)| x.abs_diff(place.x) <= reach && y.abs_diff(place.y) <= reach);
    let warmth = near.fold(0, |sum: u32, (_, _, heat)| sum.wrapping_add(*heat));
    heat.0 = (warmth ^ (now.warmth as u32 & 1)) % 1_000;
}

#[system(without(Ghost))]
fn live(entity: Entity, id: &GlobalId, place: &mut Place, heat: &Heat, now: &Now, commands: &mut Commands<World>) {
    let (crowd, fate) = (now.crowd, mix(mix(id.0, now.step), now.crowd.seed));
    let (width, height) = (crowd.columns * crowd.side, crowd.rows * crowd.side);
    let stride = crowd.pace;
    place.x = (place.x + width + below(fate >> 8, 2 * stride + 1) - stride.min(width)) % width;
    place.y = (place.y + height + below(fate >> 24, 2 * stride + 1) - stride.min(height)) % height;
    match fate % 64 {
        0 => commands.despawn(entity),
        1 => commands.spawn((*place, Heat(heat.0 / 2 + 1), GlobalId(fate | 1 << 63))),
        _ => {}
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct World;
    components: Place, Heat, GlobalId, Ghost;
    resources: Now, Around;
    systems: look, warm, live;
}

/// The parameters of a simulation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Crowd {
    pub columns: u32,
    pub rows: u32,
    pub side: u32,
    pub grid_reach: u32,
    pub pace: u32,
    pub people: u64,
    pub seed: u64,
    /// A step in which a region panics.
    pub panics_in: u64,
    /// A step in which an entity leaves the map.
    pub strays_in: u64,
}

impl Crowd {
    pub const SMALL: Self = Self {
        columns: 4,
        rows: 2,
        side: 10,
        grid_reach: 3,
        pace: 4,
        people: 120,
        seed: 5,
        panics_in: 0,
        strays_in: 0,
    };

    /// Returns the parameters without the deliberate faults, which are neither parameters nor state.
    fn without_mistakes(&self) -> Self {
        Self { panics_in: 0, strays_in: 0, ..*self }
    }

    fn grid(&self) -> Grid {
        Grid { columns: self.columns, rows: self.rows, side: self.side, reach: self.grid_reach }
    }

    fn person(&self, number: u64) -> (Place, Heat, GlobalId) {
        let x = below(mix(number, self.seed), self.columns * self.side);
        let y = below(mix(number, self.seed + 1), self.rows * self.side);
        (Place { x, y }, Heat(below(mix(number, 7), 100)), GlobalId(number))
    }

    fn world(&self, region: Option<u32>) -> World {
        let mut world = World::default();
        world.resources.now.crowd = self.without_mistakes();
        for number in 0..self.people {
            let (place, heat, id) = self.person(number);
            if region.is_none_or(|region| region == self.region(&place)) {
                world.spawn((place, heat, id));
            }
        }
        world
    }

    /// Returns the crowd after each step, in one world without regions.
    pub fn without_regions(&self, steps: u64) -> Vec<State> {
        let mut world = self.world(None);
        let mut step = |step| {
            if step > 0 {
                self.run(&mut world, step);
            }
            let state = self.sum(&world, 0, step);
            self.set_total(&mut world, &state);
            state.sorted()
        };
        step(0);
        (1..=steps).map(step).collect()
    }
}

/// All entities that regions own: id, x, y, heat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State(pub Vec<(u64, u32, u32, u32)>);

impl State {
    pub fn sorted(&self) -> Self {
        let mut state = self.clone();
        state.0.sort_unstable();
        state
    }

    /// Returns true if each id has one owner.
    pub fn has_one_owner_each(&self) -> bool {
        let owners: BTreeMap<u64, u32> = self.0.iter().map(|(id, ..)| (*id, 0)).collect();
        owners.len() == self.0.len()
    }
}

impl Simulation for Crowd {
    type World = World;
    type Place = Place;
    type Group = ecs_world::Template<World>;
    type Seen = (Place, Heat);
    type Sum = State;

    const VERSION: &'static str = "1";

    fn parameters(&self) -> String {
        format!("{:?}", self.without_mistakes())
    }

    fn regions(&self) -> u32 {
        self.grid().regions()
    }

    fn start(&self, region: u32) -> World {
        self.world(Some(region))
    }

    fn run(&self, world: &mut World, step: u64) {
        assert!(step != self.panics_in, "the step for it");
        world.resources.now.step = step;
        world.run();
        if step == self.strays_in
            && let Some((entity, _)) = world.query::<(Entity, &Place)>().without::<Ghost>().iter().next()
            && let Some(place) = world.get_mut::<Place>(entity)
        {
            place.x = u32::MAX;
        }
    }

    fn region(&self, place: &Place) -> u32 {
        if place.x == u32::MAX { 99 } else { self.grid().region(place.x, place.y) }
    }

    fn near(&self, place: &Place, see: impl FnMut(u32)) {
        // Regions do not see around the edges of the map.
        self.grid().near(place.x, place.y, see);
    }

    fn inside(&self, region: u32) -> impl Fn(&Place) -> bool {
        // Only in some simulations, so that both cases are tested.
        let (inside, is_quick) = (self.grid().inside(region), self.seed.is_multiple_of(2));
        move |place| is_quick && inside(place.x, place.y)
    }

    fn visible(&self, world: &World, _: u32, see: impl FnMut(Entity)) -> bool {
        // Also only in some simulations.
        let is_known = self.seed.is_multiple_of(3);
        if is_known {
            world.query::<Entity>().without::<Ghost>().iter().for_each(see);
        }
        is_known
    }

    fn seen(&self, world: &World, entity: Entity) -> Option<(Place, Heat)> {
        world.get::<Place>(entity).copied().zip(world.get::<Heat>(entity).copied())
    }

    fn sum(&self, world: &World, _: u32, _: u64) -> State {
        let own = world.query::<(&GlobalId, &Place, &Heat)>().without::<Ghost>();
        State(own.iter().map(|(id, place, heat)| (id.0, place.x, place.y, heat.0)).collect())
    }

    fn add(&self, total: &mut State, part: State) {
        total.0.extend(part.0);
    }

    fn set_total(&self, world: &mut World, total: &State) {
        world.resources.now.warmth = total.0.iter().map(|(_, _, _, heat)| u64::from(*heat)).sum();
    }
}

/// Returns addresses with free ports of this machine.
pub fn hosts(count: usize) -> Vec<String> {
    let listeners: Vec<_> =
        (0..count).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free")).collect();
    listeners.iter().map(|own| own.local_addr().expect("the socket is bound").to_string()).collect()
}

/// Runs a simulation with several processes, which are threads here, each with its own options.
pub fn together<S: Simulation + Clone>(
    simulation: &S,
    options: &Options,
    processes: u32,
    change: impl Fn(&mut S, &mut Options, u32),
) -> Vec<Result<Outcome<S::Sum>, ShardError>> {
    let hosts = hosts(processes as usize);
    let started = (0..processes).map(|process| {
        let (mut own, mut options) =
            (simulation.clone(), Options { processes, process, hosts: hosts.clone(), ..options.clone() });
        change(&mut own, &mut options, process);
        thread::spawn(move || run(own, &options, |_| ()))
    });
    let started: Vec<_> = started.collect();
    started.into_iter().map(|process| process.join().expect("a run does not panic")).collect()
}
