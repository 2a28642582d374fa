//! The state of worlds as a whole: hashes and differences.

#[path = "../saves/worlds.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod worlds;

mod changes;
mod differences;
mod hashes;
