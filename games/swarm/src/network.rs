//! Two players in two processes: each predicts what the other one does, and goes back when it guessed wrong. The sessions are those of
//! `ggrs`; states and hashes are the world's.

mod duel;
mod socket;

pub use duel::{Duel, Ended, PREDICTION};
pub use socket::{Socket, address};
