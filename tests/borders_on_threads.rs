//! Numbers of things around every width in what schedules run and in what threads divide: systems, stages, commands, sets, steps, values in
//! runs, kept entities. With the feature `rayon`, the first runs of a schedule are in stages; without it, all is on one thread.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take queries by value")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "borders/blocks.rs"]
mod blocks;
#[path = "borders/commands.rs"]
mod commands;
#[path = "borders/conditions.rs"]
mod conditions;
#[path = "borders/despawns.rs"]
mod despawns;
#[path = "borders/filters_on_threads.rs"]
mod filters_on_threads;
#[path = "borders/nesting.rs"]
mod nesting;
#[path = "borders/optional.rs"]
mod optional;
#[path = "borders/runs.rs"]
mod runs;
#[path = "borders/sets.rs"]
mod sets;
#[path = "borders/several.rs"]
mod several;
#[path = "borders/slices.rs"]
mod slices;
#[path = "borders/steps.rs"]
mod steps;
