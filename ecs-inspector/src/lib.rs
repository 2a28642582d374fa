//! An inspector for worlds of [`ecs_world`]: shows and edits a running program from a browser or from another thread.
//!
//! Between two frames, the program calls [`Inspector::answer`], which answers the requests that arrived since the last call. A web page
//! shows entities with a search, live values that can be edited, resources, events and states, systems with their times, stages, views,
//! memory, and plots of any number; it pauses the program, steps it, and steps back. Nothing needs to be registered: a world that is
//! declared with `#[derive(Serialize, Deserialize)]` can be inspected, and one with `#[derive(Snapshot)]` can also step back.
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
//! A search consists of terms, separated by spaces; an entity must match all of them. `Position` requires a component, `!Frozen` excludes
//! one, and `#12` selects an index. `Health.current<5` compares a part of a component: the path consists of names of fields and variants,
//! and positions in lists. It is omitted if the value itself is a number, a text or a variant (`Health<5`). The comparisons are `=`, `!=`,
//! `<`, `<=`, `>`, `>=` and `~`, which finds texts that contain another. An `f32` is compared with the nearest `f32`, so `Speed=0.1` finds
//! it. `ChildOf=12v1` finds the sources of an entity in a relation. Double quotes keep a text with spaces together: `Name="red ship"`.
//!
//! # Security
//!
//! The server listens on the loopback interface only. A request needs the token of this start in its path (128 bits from the operating
//! system) and the address of the server as its `Host`; its `Origin`, if it has one, must be that address, too. So neither another page in
//! the same browser nor a host name that an attacker resolves to `127.0.0.1` has access. No header permits other origins. Nothing can be
//! changed unless [`Settings::editable`] allows it. Heads, bodies, connections and waiting times are bounded. Anyone who can read the
//! output of the program, or the memory of its processes, can read the token.
//!
//! # Costs
//!
//! While there are no requests, [`Inspector::answer`] only polls a channel, which takes some tens of nanoseconds. For five seconds after a
//! request, each frame is recorded: the times of systems, the watched numbers, and a snapshot if a history is kept. Answers take time from
//! the frame in which they are given: a page of 100 rows out of 100 000 entities takes less than a millisecond, a search by value some
//! milliseconds, an export of all of them some tenths of a second.
//!
//! # Limits
//!
//! Values are shown and edited as JSON. What JSON cannot represent (numbers that are not finite, numbers of 128 bits, maps whose keys are
//! structs) is shown as `null` or as an error, and the other parts of such a value cannot be edited. Fields that a type does not write,
//! such as those with `#[serde(skip)]`, cannot be seen, and each edit of the value resets them. A page in a browser shows whole numbers
//! beyond 2^53 rounded; since an edit replaces only the edited part, it does not damage the others. `#[transient]` entries are listed
//! without values. Events are shown, but cannot be sent.

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
