//! Values whose traits lie (`Serialize`, `Deserialize`, the functions of `#[saved(with = module)]`, `Clone`, `Drop`, `VisitHandles`,
//! `PartialEq`) in saves, hashes, differences, deltas, replicas, snapshots and templates: worlds stay whole, nothing leaks, and no other
//! world changes. `.ci/miri` runs it, too.
// What user code does is counted on the thread of the test, so that systems must not run on others.
#![cfg(not(feature = "rayon"))]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(missing_docs, unreachable_pub, reason = "the modules here are a part of this one test")]

mod loading;
mod relations;
mod snapshots;
mod states;
mod values;
mod worlds;
