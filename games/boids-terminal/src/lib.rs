//! A flock of boids, and a hawk that a player steers. The program shows it in a terminal.
//!
//! - [`flock`]: the simulation.
//! - [`threads`]: the threads that it runs on.
//! - [`session`]: a flock that is played, checked, recorded, saved and loaded.
//! - [`screen`]: what is drawn.
//! - [`play`]: the loop over frames, and the terminal.

pub mod flock;
pub mod play;
pub mod screen;
pub mod session;
pub mod threads;
