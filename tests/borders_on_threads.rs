//! Numbers of steps, of values in runs and of kept entities around every width of what several threads divide. Without the feature `rayon`,
//! the same on one thread.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "borders/blocks.rs"]
mod blocks;
#[path = "borders/filters_on_threads.rs"]
mod filters_on_threads;
#[path = "borders/runs.rs"]
mod runs;
#[path = "borders/slices.rs"]
mod slices;
