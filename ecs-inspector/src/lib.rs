//! An inspector for worlds of [`ecs_world`]: look into a program while it runs, from a browser or from another thread.
//!
//! Between two frames the program calls [`Inspector::answer`], which answers what was asked since the last time. A page shows entities with
//! search, live values that can be edited, resources, events and states, systems with their times, stages, views, memory, plots of any
//! number; it pauses the program, steps, and steps back. Nothing is registered: a world that is declared with
//! `#[derive(Serialize, Deserialize)]` can be inspected, and one with `#[derive(Snapshot)]` can also go back.
//!
//! ```no_run
//! use ecs_inspector::{Inspector, Settings};
//! use ecs_world::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Position { x: f32, y: f32 }
//!
//! #[system]
//! fn fall(position: &mut Position) {
//!     position.y -= 0.1;
//! }
//!
//! ecs_world! {
//!     #[derive(Serialize, Deserialize, Snapshot)]
//!     pub struct World;
//!     components: Position;
//!     systems: fall;
//! }
//!
//! fn main() -> std::io::Result<()> {
//!     let mut world = World::default();
//!     world.spawn(Position { x: 0.0, y: 9.0 });
//!     let mut inspector = Inspector::attach(Settings::new().editable(true))?;
//!     inspector.keep_history(600);
//!     println!("inspect it at {}", inspector.url().unwrap_or_default());
//!     loop {
//!         if inspector.answer(&mut world) {
//!             world.run();
//!         }
//!         std::thread::sleep(std::time::Duration::from_millis(16));
//!     }
//! }
//! ```
//!
//! # Search
//!
//! A search consists of words, all of which must hold. `Position` is a component that entities have, `!Frozen` one that they lack, `#12` an
//! index. `Health.current<5` compares a part of a component: the path has names of fields and variants, and positions in lists, and is
//! left out for values that are a number, a text or a variant themselves (`Health<5`). The comparisons are `=`, `!=`, `<`, `<=`, `>`, `>=`
//! and `~`, which finds texts that contain another. An `f32` is compared with the nearest `f32`, so `Speed=0.1` finds it. `ChildOf=12v1`
//! finds the sources of an entity by a relation. Double quotes keep a text with spaces together: `Name="red ship"`.
//!
//! # Security
//!
//! The server listens on the loopback interface only. A request needs the token of this start in its path, 128 bits from the operating
//! system, and the address of the server as its `Host`; if it has an `Origin`, that must be the address, too. So neither another page
//! in the same browser nor a name that an attacker's server resolves to `127.0.0.1` reaches it. No header permits other origins. Nothing
//! can be changed unless [`Settings::editable`] says so. Heads, bodies, connections and waiting times are bounded. Whoever can read
//! the output of the program, or the memory of its processes, can read the token.
//!
//! # Costs
//!
//! While nothing is asked, [`Inspector::answer`] tests a channel, which takes some tens of nanoseconds. In the five seconds after a request
//! each frame is recorded: the times of systems, the numbers that are watched, and a snapshot if a history is kept. Answers take time
//! of the frame in which they are given: a page of 100 rows out of 100 000 entities takes less than a millisecond, a search by value
//! some milliseconds, an export of all of them some tenths of a second.
//!
//! # Limits
//!
//! Values are shown and edited as JSON. What JSON does not have (numbers that are not finite, 128 bits, keys of maps that are
//! structs) is shown as `null` or as an error, and a value with such a part cannot be edited beside it. Fields that a type does not
//! write, `#[serde(skip)]`, cannot be seen, and start anew with each edit of the value. A page in a browser shows whole
//! numbers beyond 2^53 rounded; since an edit replaces the edited part alone, it does not damage others. What is `#[transient]` is named
//! and not shown. Events are shown and cannot be sent.

mod answer;
mod edit;
mod export;
mod history;
mod inspector;
mod losses;
mod parts;
mod probe;
mod protocol;
mod record;
mod search;
mod server;

pub use answer::{MOST_COLUMNS, MOST_ROWS};
pub use export::MOST_EXPORTED;
pub use inspector::{Client, Inspector, Settings};
pub use protocol::{
    AccessInfo, ComponentInfo, EntityInfo, NamedValue, Node, Number, RelationInfo, Request, Response, Row,
    ScheduleInfo, Series, Status, StorageInfo, SystemInfo, Table, TableFormat, ViewInfo, WorldInfo,
};
#[doc(hidden)]
pub use server::parse_head;
