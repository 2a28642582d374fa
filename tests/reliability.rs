//! Faults of other libraries that must not happen here: a test per fault, named after it. The number in a comment is the row of
//! `docs/RELIABILITY.md`, which also says where else a fault is ruled out.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "reliability/commands.rs"]
mod commands;
#[path = "reliability/components.rs"]
mod components;
#[path = "reliability/drops.rs"]
mod drops;
#[path = "reliability/events.rs"]
mod events;
#[path = "reliability/handles.rs"]
mod handles;
#[path = "reliability/kinds.rs"]
mod kinds;
#[path = "reliability/limits.rs"]
mod limits;
#[path = "reliability/page.rs"]
mod page;
#[path = "reliability/queries.rs"]
mod queries;
#[path = "reliability/sparse_sets.rs"]
mod sparse_sets;
