//! Saves: worlds in formats of serde, and worlds from them.

mod advice;
mod changes;
mod conditions;
mod formats;
mod golden;
mod hostile;
mod numbered;
mod repeated;
mod round_trips;
mod versions;
mod worlds;
