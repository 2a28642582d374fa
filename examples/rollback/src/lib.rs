//! Rollback: two processes play one game without waiting for each other. Each predicts the inputs of the other player, and returns to the
//! last confirmed frame after a wrong prediction. Sessions are those of [`ggrs`]; states, hashes and differences are those of the world.
//!
//! - [`game`]: the simulation.
//! - [`session`]: requests of a session, fulfilled by a world.
//! - [`socket`]: a network that loses and delays messages.
//! - [`play`]: a test of the simulation, and a match.

pub mod game;
pub mod play;
pub mod session;
pub mod socket;
