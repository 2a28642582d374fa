//! The state of worlds as a whole: hashes, differences, deltas and replicas.

#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "../saves/changes.rs"]
mod changes;
#[path = "../saves/worlds.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod worlds;

mod deltas;
mod differences;
mod failing;
mod hashes;
mod odd;
mod outside;
mod relations;
mod replicas;
mod shapes;
