//! An epidemic: agents that live at home, work near it or elsewhere, and infect others nearby. The map is divided into 64 regions, each a
//! world of its own.
//!
//! - [`town`]: the agents, and the simulation.
//! - [`output`]: statistics, pictures and a plot.

pub mod output;
pub mod town;
