//! Two players in two processes: each predicts the other's inputs, and rolls back when a prediction was wrong. `ggrs` provides the
//! sessions, the world states and hashes.

mod duel;
mod socket;

pub use duel::{Duel, Ended, PREDICTION};
pub use socket::{Socket, address};
