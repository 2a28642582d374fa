//! One simulation over many threads and processes: a world per *region*, and entities that move between regions. The engine is
//! [`timely`] dataflow, which passes messages between threads and processes alike.
//!
//! A program implements [`Simulation`] and calls [`run`]. Regions are fixed by the program; each worker (a thread of one of the processes)
//! runs some of the regions. One worker in one process is the default: no network, no configuration, the same code.
//!
//! # A step
//!
//! 1. The world of each region runs ([`Simulation::run`]).
//! 2. Entities whose place is in another region are taken out of the world ([`Group`]), in the order of these regions and, within one, of
//!    their [`GlobalId`]s. What neighbouring regions can see of an entity ([`Simulation::seen`]) is sent to those for which it is new or
//!    has changed.
//! 3. Workers exchange messages, and wait for each other.
//! 4. Sums of the regions are added in the order of regions.
//! 5. Each region applies what others sent it: ghosts are despawned, then arriving entities are spawned, then ghosts are spawned or
//!    updated, each in the order of the regions that sent them, and of global ids within one. Then its world receives the total.
//!
//! Steps 4 and 5 concern all regions. A worker performs step 5 for a region just before it runs that region the next time, so that the
//! region is in the cache.
//!
//! So the state of a region after a step depends only on the program and its parameters: it is the same, bit by bit, with any number of
//! workers, in threads or in processes, with or without balancing, and in a resumed run.
//!
//! # What is exact, and what is one step late
//!
//! - At the end of a step, each entity with a [`GlobalId`] is owned by exactly one region, the one that contains its place, or the place of
//!   its root ([`Group`]).
//! - At the end of a step, ghosts have the values that their entities have at that time. While a region runs the next step, its own
//!   entities change and ghosts do not: a system that reads neighbours sees ghosts as they were at the end of the last step. If it runs
//!   before systems that change these values, it sees what it would see in one large world.
//! - Totals are those of the end of the last step.
//! - Handles are valid in one world only. An entity that moves gets a new one, callbacks `on_removed` run in the region that it leaves and
//!   `on_added` where it arrives, and transient components are lost. Relations within the group that moves are kept, and others are cut,
//!   see [`Group`].
//!
//! # Faults
//!
//! Each fault ends the run in all processes with a [`ShardError`]: a process is missing after a time limit, was killed, or has another
//! program, world or parameters. [`Options::checkpoint`] saves all regions every few steps, and [`Options::resume`] continues from the last
//! complete checkpoint to the same final state. The network must be private: processes trust all data that arrives on their connections.
//!
//! # Examples
//!
//! Balls that roll along a line of four regions:
//!
//! ```
//! use ecs_shards::{Ghost, GlobalId, Options, Simulation, run};
//! use ecs_world::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
//! struct Place(u32);
//!
//! #[system(without(Ghost))]
//! fn roll(place: &mut Place) {
//!     place.0 = (place.0 + 3) % 40;
//! }
//!
//! ecs_world! {
//!     #[derive(Serialize, Deserialize)]
//!     struct Line;
//!     components: Place, GlobalId, Ghost;
//!     systems: roll;
//! }
//!
//! struct Balls;
//!
//! impl Simulation for Balls {
//!     type World = Line;
//!     type Place = Place;
//!     type Group = ecs_world::Template<Line>;
//!     type Seen = ();
//!     type Sum = u64;
//!
//!     fn parameters(&self) -> String {
//!         String::new()
//!     }
//!     fn regions(&self) -> u32 {
//!         4
//!     }
//!     fn start(&self, region: u32) -> Line {
//!         let mut line = Line::default();
//!         line.spawn((Place(10 * region), GlobalId(u64::from(region))));
//!         line
//!     }
//!     fn run(&self, line: &mut Line, _: u64) {
//!         line.run();
//!     }
//!     fn region(&self, place: &Place) -> u32 {
//!         place.0 / 10
//!     }
//!     fn sum(&self, line: &Line, _: u32, _: u64) -> u64 {
//!         line.len() as u64
//!     }
//!     fn add(&self, total: &mut u64, part: u64) {
//!         *total += part;
//!     }
//! }
//!
//! let outcome = run(Balls, &Options { steps: 20, ..Options::default() }, |_| ())?;
//! let on_two_threads = run(Balls, &Options { steps: 20, threads: 2, ..Options::default() }, |_| ())?;
//! assert_eq!((outcome.total, outcome.hash), (4, on_two_threads.hash));
//! # Ok::<(), ecs_shards::ShardError>(())
//! ```
#![forbid(unsafe_code)]

mod arrivals;
mod balance;
mod checkpoint;
mod components;
mod error;
mod exchange;
mod grid;
mod group;
mod message;
mod options;
mod outside;
mod region;
mod run;
mod simulation;
mod start;
mod worker;

pub use balance::{Balance, Measure};
pub use components::{Ghost, GlobalId};
pub use error::{ShardError, ShardErrorKind};
pub use grid::Grid;
pub use group::{Group, Travellers};
pub use message::Counts;
pub use options::Options;
pub use run::{Outcome, Report, run};
pub use simulation::Simulation;
