//! What the fuzz targets do with bytes. Each draws what it does from them, so that the fuzzer can learn which bytes matter.
//!
//! The operations are those of the model test, and so is the reference that the world must agree with; the pipeline is that of the
//! macros, as the package `ecs-macros-internals` exports it.
#![allow(missing_docs, dead_code, reason = "modules of others are taken whole")]

mod bytes;
mod handles;
mod planning;
mod relating;
mod saving;
mod worlds;

pub use handles::entity_bits;
pub use planning::planner;
pub use relating::relations;
pub use saving::{deltas, saves_json, saves_postcard, saves_ron, templates};
pub use worlds::{bundles_and_batches, commands, operations};
