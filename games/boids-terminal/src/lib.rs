//! A flock of boids, and a hawk that a player steers, in a terminal.
//!
//! - [`flock`]: the simulation.
//! - [`threads`]: the threads that run it.
//! - [`session`]: a running flock, which is checked, recorded, saved and loaded.
//! - [`screen`]: draws the flock.
//! - [`play`]: the loop over frames, and the terminal.

pub mod flock;
pub mod play;
pub mod screen;
pub mod session;
pub mod threads;
