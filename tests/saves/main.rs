//! Saves: worlds in formats of serde, and worlds from them.

mod hostile;
mod round_trips;
mod worlds;
