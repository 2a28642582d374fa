//! The agents. All numbers are integers, and each random number is a function of an agent and a step, so results do not depend on the world
//! of an agent.
#![allow(clippy::needless_pass_by_value, reason = "a system takes queries by value")]

use ecs_shards::{Ghost, GlobalId, Grid, Simulation};
use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// Number of regions in a row, and of rows.
const ROW: u16 = 8;
/// Number of regions.
const REGIONS: u32 = (ROW as u32) * (ROW as u32);
/// The side of a cell. Agents infect others in the same cell and in those around it.
const CELL: u16 = 4;
/// Steps of a day: each is ten minutes.
const DAY: u64 = 144;
/// Number of steps that an agent stays in place, unless it commutes.
const STAY: u64 = 16;
/// Maximum distance of agents from home or work, in both coordinates.
const STRAY: u16 = 9;
/// Steps after which an exposed agent is infectious.
const INCUBATION: u16 = 36;
/// Steps that an agent is infectious.
const ILLNESS: u16 = 144;
/// The chance to be infected by an infectious agent in a step, in parts of 65 536.
const CHANCE: u64 = 150;
/// Number of agents that are tested together.
const STRIDE: usize = 64;
/// Steps between two pictures.
pub const PICTURES: u64 = 50;
/// Side of a region in a picture, in pixels.
pub const TILES: u16 = 32;

/// The place of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// From the left.
    pub x: u16,
    /// From the top.
    pub y: u16,
}

/// The places where an agent lives and works.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Anchors {
    home: Place,
    work: Place,
}

/// The course of the illness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Health {
    /// Can be infected.
    Susceptible,
    /// Infected, and infectious after this number of steps.
    Exposed(u16),
    /// Infectious for this number of further steps.
    Infectious(u16),
    /// Cannot be infected again.
    Recovered,
}

/// The place of an infectious agent of another region. Ghosts have this component in place of those of agents, so that storages of agents
/// contain no ghosts, and systems need not exclude them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Source(Place);

/// The step, and the map.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Now {
    step: u64,
    region: u32,
    town: Town,
}

/// Number of infectious agents in and around each cell of the region.
#[derive(Debug, Clone, Default)]
pub struct Field {
    counts: Vec<u16>,
    /// The cells whose counts are not zero.
    touched: Vec<u32>,
}

/// Mixes two numbers.
fn random(one: u64, other: u64) -> u64 {
    // Twice the finalizer of SplitMix64: <https://prng.di.unimi.it/splitmix64.c>.
    let mixed = one.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns a random number below `bound`, from the 16 bits at `shift`.
fn below(random: u64, shift: u32, bound: u16) -> u16 {
    let bits = (random >> shift) & 0xffff;
    u16::try_from((bits * u64::from(bound)) >> 16).unwrap_or_default()
}

/// Counts infectious agents, including ghosts, in and around each cell.
#[system]
fn survey(field: &mut Field, now: &Now, own: Query<'_, Region, (&Place, &Health)>, others: Query<'_, Region, &Source>) {
    let area = now.town.field(now.region);
    field.clear(area.0);
    for (place, health) in own {
        if matches!(health, Health::Infectious(_)) {
            field.add(place, area);
        }
    }
    for Source(place) in others {
        field.add(place, area);
    }
}

impl Field {
    fn clear(&mut self, width: u16) {
        self.counts.resize(usize::from(width) * usize::from(width), 0);
        for cell in self.touched.drain(..) {
            self.counts[cell as usize] = 0;
        }
    }

    /// Adds an infectious agent.
    fn add(&mut self, place: &Place, (width, left, top): (u16, u16, u16)) {
        let (x, y) = ((place.x / CELL).wrapping_sub(left), (place.y / CELL).wrapping_sub(top));
        for y in [y.wrapping_sub(1), y, y.wrapping_add(1)] {
            for x in [x.wrapping_sub(1), x, x.wrapping_add(1)] {
                if x < width && y < width {
                    let cell = u32::from(y) * u32::from(width) + u32::from(x);
                    self.counts[cell as usize] += 1;
                    self.touched.push(cell);
                }
            }
        }
    }
}

#[system]
fn fall_ill(place: &Place, health: &mut Health, id: &GlobalId, field: &Field, now: &Now) {
    match health {
        Health::Recovered => {}
        Health::Exposed(0) => *health = Health::Infectious(ILLNESS),
        Health::Infectious(0) => *health = Health::Recovered,
        Health::Exposed(left) | Health::Infectious(left) => *left -= 1,
        Health::Susceptible => {
            let (width, left, top) = now.town.field(now.region);
            let (x, y) = (usize::from(place.x / CELL - left), usize::from(place.y / CELL - top));
            let near = u64::from(field.counts[y * usize::from(width) + x]);
            if near > 0 && random(id.0, now.step) & 0xffff < CHANCE * near {
                *health = Health::Exposed(INCUBATION);
            }
        }
    }
}

/// Agents leave for work in the morning, each at its own time, return in the evening, and stray a little in between.
#[system(with(Health))]
fn wander(place: &mut Place, anchors: &Anchors, id: &GlobalId, now: &Now) {
    let (time, own) = (now.step % DAY, random(id.0, 1) % 24);
    let (leaves, returns) = (42 + own, 102 + own);
    if time != leaves && time != returns && !(now.step + id.0).is_multiple_of(STAY) {
        return;
    }
    let anchor = if (leaves..returns).contains(&time) { anchors.work } else { anchors.home };
    let (mixed, limit) = (random(id.0, now.step ^ 1 << 63), now.town.side * ROW - 1);
    place.x = (anchor.x + below(mixed, 0, 2 * STRAY)).saturating_sub(STRAY).min(limit);
    place.y = (anchor.y + below(mixed, 16, 2 * STRAY)).saturating_sub(STRAY).min(limit);
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    /// The world of a region.
    pub struct Region;
    components: Place, Anchors, Health, Source, GlobalId, Ghost;
    resources: Now, #[transient] Field;
    systems: survey, fall_ill, wander;
    // The view of `wander`, to count all agents without testing their masks.
    queries: (Place, Anchors, Health, GlobalId);
}

/// The simulation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Town {
    agents: u64,
    /// The side of a region.
    side: u16,
}

/// Statistics of a step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Agents that can be infected.
    pub susceptible: u64,
    /// Infected agents that are not infectious yet.
    pub exposed: u64,
    /// Agents that infect others.
    pub infectious: u64,
    /// Agents that were infectious.
    pub recovered: u64,
    /// Pictures of all regions, or one of the whole map, in steps that have them: red, green and blue of each pixel, row by row.
    pub pictures: Vec<(u32, Vec<u8>)>,
}

impl Town {
    /// Creates a town with a number of agents. Its size is such that there is one agent per cell.
    ///
    /// # Errors
    ///
    /// If the town would be too large.
    pub fn new(agents: u64) -> Result<Self, String> {
        let cells = agents.div_ceil(REGIONS.into()).isqrt().max(8);
        match u16::try_from(cells).ok().and_then(|cells| cells.checked_mul(CELL)) {
            Some(side) if side <= 4096 => Ok(Self { agents, side }),
            _ => Err(format!("{agents} agents are too many: 67 million fit")),
        }
    }

    fn grid(&self) -> Grid {
        let side = u32::from(self.side);
        Grid { columns: ROW.into(), rows: ROW.into(), side, reach: CELL.into() }
    }

    /// Returns the field of a region: its width in cells, and the number of cells to the left of it and above.
    fn field(&self, region: u32) -> (u16, u16, u16) {
        let cells = self.side / CELL;
        let column = u16::try_from(region % u32::from(ROW)).unwrap_or_default();
        let row = u16::try_from(region / u32::from(ROW)).unwrap_or_default();
        if region == WHOLE { (cells * ROW, 0, 0) } else { (cells, column * cells, row * cells) }
    }

    /// Returns the agents that live in a region.
    fn agents(&self, region: u32) -> impl Iterator<Item = (Place, Anchors, Health, GlobalId)> {
        let (cells, left, top) = self.field(region);
        let (side, whole) = (cells * CELL, self.side * ROW);
        (u64::from(region)..self.agents).step_by(REGIONS as usize).map(move |id| {
            let (mixed, more) = (random(id, 2), random(id, 3));
            let home = Place { x: left * CELL + below(mixed, 0, side), y: top * CELL + below(mixed, 16, side) };
            // One of ten works anywhere.
            let work = if mixed >> 32 & 0xffff < 6_554 {
                Place { x: below(more, 0, whole), y: below(more, 16, whole) }
            } else {
                let near = |home: u16, shift| (home + below(more, shift, 101)).saturating_sub(50).min(whole - 1);
                Place { x: near(home.x, 0), y: near(home.y, 16) }
            };
            let health =
                if random(id, 4).is_multiple_of(500) { Health::Exposed(INCUBATION) } else { Health::Susceptible };
            (home, Anchors { home, work }, health, GlobalId(id))
        })
    }

    /// Creates the whole town in one world, without regions.
    #[must_use]
    pub fn whole(&self) -> Region {
        let mut world = Region::default();
        world.resources.now = Now { step: 0, region: WHOLE, town: *self };
        for region in 0..REGIONS {
            world.spawn_batch(self.agents(region));
        }
        world
    }

    fn count(world: &Region) -> Statistics {
        let mut counts = Statistics::default();
        world.query_place_anchors_health_global_id().for_each(|(_, _, _, health, _)| {
            *match health {
                Health::Susceptible => &mut counts.susceptible,
                Health::Exposed(_) => &mut counts.exposed,
                Health::Infectious(_) => &mut counts.infectious,
                Health::Recovered => &mut counts.recovered,
            } += 1;
        });
        counts
    }

    /// Draws the agents of a region or the whole map as pixels, coloured by their health.
    fn picture(&self, world: &Region, region: u32) -> Vec<u8> {
        let (cells, left, top) = self.field(region);
        let side = usize::from(cells * CELL);
        let tiles = usize::from(TILES) * side / usize::from(self.side);
        let mut counts = vec![[0_u32; 3]; tiles * tiles];
        for (place, health) in &world.query::<(&Place, &Health)>() {
            let (x, y) =
                (usize::from(place.x.saturating_sub(left * CELL)), usize::from(place.y.saturating_sub(top * CELL)));
            let tile = (y * tiles / side).min(tiles - 1) * tiles + (x * tiles / side).min(tiles - 1);
            counts[tile][match health {
                Health::Exposed(_) | Health::Infectious(_) => 0,
                Health::Recovered => 1,
                Health::Susceptible => 2,
            }] += 1;
        }
        counts
            .into_iter()
            .flat_map(|tile| {
                let total = tile.iter().sum::<u32>().max(1);
                tile.map(|count| u8::try_from(count * 255 / total).unwrap_or(u8::MAX))
            })
            .collect()
    }
}

/// The number of a region that is the whole map.
const WHOLE: u32 = REGIONS;

impl Simulation for Town {
    type World = Region;
    type Place = Place;
    type Group = ecs_world::Template<Region>;
    type Seen = Source;
    type Sum = Statistics;

    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn parameters(&self) -> String {
        format!("{} agents", self.agents)
    }

    fn regions(&self) -> u32 {
        REGIONS
    }

    fn start(&self, region: u32) -> Region {
        let mut world = Region::default();
        world.resources.now = Now { step: 0, region, town: *self };
        world.spawn_batch(self.agents(region));
        world
    }

    fn run(&self, world: &mut Region, step: u64) {
        world.resources.now.step = step;
        world.run();
    }

    fn region(&self, place: &Place) -> u32 {
        self.grid().region(place.x.into(), place.y.into())
    }

    fn near(&self, place: &Place, see: impl FnMut(u32)) {
        self.grid().near(place.x.into(), place.y.into(), see);
    }

    fn inside(&self, region: u32) -> impl Fn(&Place) -> bool {
        let inside = self.grid().inside(region);
        move |place| inside(place.x.into(), place.y.into())
    }

    fn within(&self, region: u32) -> impl Fn(&Place) -> bool {
        let within = self.grid().within(region);
        move |place| within(place.x.into(), place.y.into())
    }

    fn visible(&self, world: &Region, region: u32, mut see: impl FnMut(Entity)) -> bool {
        let all = world.query_place_anchors_health_global_id();
        let Some((agents, places, _, health, _)) = all.slices() else { return false };
        let (inside, is_infectious) = (self.inside(region), |health: &Health| matches!(health, Health::Infectious(_)));
        let mut add = |first: usize, chunk: &[Health]| {
            for (at, health) in (first..).zip(chunk) {
                if is_infectious(health) && !inside(&places[at]) {
                    agents.get(at).into_iter().for_each(&mut see);
                }
            }
        };
        let (chunks, rest) = health.as_chunks::<STRIDE>();
        for (first, chunk) in (0..).step_by(STRIDE).zip(chunks) {
            // One branch for several agents, since few of them are infectious.
            if chunk.iter().fold(0, |any, health| any | u32::from(is_infectious(health))) > 0 {
                add(first, chunk);
            }
        }
        add(health.len() - rest.len(), rest);
        true
    }

    /// Other regions only need the places of infectious agents. The remaining duration is left out, since it would change, and be sent, in
    /// each step.
    fn seen(&self, world: &Region, agent: Entity) -> Option<Source> {
        let is_infectious = matches!(world.get::<Health>(agent)?, Health::Infectious(_));
        is_infectious.then_some(Source(*world.get::<Place>(agent)?))
    }

    fn sum(&self, world: &Region, region: u32, step: u64) -> Statistics {
        let mut counts = Self::count(world);
        if step.is_multiple_of(PICTURES) {
            counts.pictures.push((region % REGIONS, self.picture(world, region)));
        }
        counts
    }

    fn add(&self, total: &mut Statistics, part: Statistics) {
        total.susceptible += part.susceptible;
        total.exposed += part.exposed;
        total.infectious += part.infectious;
        total.recovered += part.recovered;
        total.pictures.extend(part.pictures);
    }
}

/// Runs the whole town in one world without regions, for comparison, and observes the statistics after each step.
pub fn in_one_world(town: &Town, steps: u64, mut observe: impl FnMut(u64, &Statistics)) {
    let mut world = town.whole();
    for step in 1..=steps {
        town.run(&mut world, step);
        observe(step, &town.sum(&world, WHOLE, step));
    }
}
