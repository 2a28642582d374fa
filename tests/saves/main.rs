//! Saves: worlds in formats of serde, and worlds from them.

mod golden;
mod hostile;
mod round_trips;
mod worlds;
