//! What the fuzz targets do with bytes. Each draws what it does from them, so that the fuzzer can learn which bytes matter.
//!
//! The operations are those of the model test, and so is the reference that the world must agree with; the planner is the one
//! of the macros, taken file by file, since a crate of macros exports nothing else.
#![allow(missing_docs, dead_code, reason = "modules of others are taken whole")]

extern crate proc_macro;

mod bytes;
mod handles;
mod planning;
mod worlds;

#[path = "../../ecs-macros/src/aspect.rs"]
mod aspect;
#[path = "../../ecs-macros/src/bundle.rs"]
mod bundle;
#[path = "../../ecs-macros/src/carrier.rs"]
mod carrier;
#[path = "../../ecs-macros/src/chain.rs"]
mod chain;
#[path = "../../ecs-macros/src/check/mod.rs"]
mod check;
#[path = "../../ecs-macros/src/circle.rs"]
mod circle;
#[path = "../../ecs-macros/src/expand/mod.rs"]
mod expand;
#[path = "../../ecs-macros/src/lower/mod.rs"]
mod lower;
#[path = "../../ecs-macros/src/messages/mod.rs"]
mod messages;
#[path = "../../ecs-macros/src/methods.rs"]
mod methods;
#[path = "../../ecs-macros/src/model/mod.rs"]
mod model;
#[path = "../../ecs-macros/src/names.rs"]
mod names;
#[path = "../../ecs-macros/src/parse/mod.rs"]
mod parse;
#[path = "../../ecs-macros/src/plan/mod.rs"]
mod plan;
#[path = "../../ecs-macros/src/planner.rs"]
mod planner;
#[path = "../../ecs-macros/src/query.rs"]
mod query;
#[path = "../../ecs-macros/src/report.rs"]
mod report;
#[path = "../../ecs-macros/src/system/mod.rs"]
mod system;
#[path = "../../ecs-macros/src/tuples.rs"]
mod tuples;
#[path = "../../ecs-macros/src/vocabulary/mod.rs"]
mod vocabulary;

pub use handles::entity_bits;
pub use planning::planner;
pub use worlds::{bundles_and_batches, commands, operations};
