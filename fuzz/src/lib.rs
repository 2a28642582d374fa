//! The fuzz targets. Each decides by its bytes what to do, so that the fuzzer can learn which bytes matter.
//!
//! Operations, and the reference with which the world must agree, are those of the model test. The pipeline is that of the macros, as
//! exported by the package `ecs-macros-internals`.
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
