//! Rollback: two processes play one game without waiting for each other. Each predicts what the other player does, and goes back to the
//! last frame that it knows when it guessed wrong. The sessions are those of [`ggrs`]; states, hashes and differences are the world's.
//!
//! - [`game`]: the simulation.
//! - [`session`]: what a session asks for, fulfilled by a world.
//! - [`socket`]: a network that loses and delays messages.
//! - [`play`]: a test of the simulation, and a match.

pub mod game;
pub mod play;
pub mod session;
pub mod socket;
