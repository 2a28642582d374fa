//! Numbers of things around every width in the code: 0, 1, 2, 3, one below a width, the width, one above, and many. The table of boundaries
//! in `docs/RELIABILITY.md` says which width is tested where.
//!
//! Widths of what systems and threads do are in `borders_on_threads`, numbers of elements in `tuples`, and of views in `disjoint_views`.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "borders/batches.rs"]
mod batches;
#[path = "borders/blocks.rs"]
mod blocks;
#[path = "borders/any.rs"]
#[macro_use]
mod any;
#[path = "borders/filters.rs"]
mod filters;
#[path = "borders/notified_views.rs"]
mod notified_views;
