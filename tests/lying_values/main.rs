//! Values whose traits lie (`Serialize`, `Deserialize`, the functions of `#[saved(with = module)]`, `Clone`, `Drop`, `VisitHandles`,
//! `PartialEq`) in saves, hashes, differences, deltas, replicas, snapshots and templates: worlds stay consistent, nothing leaks, and no
//! other world changes. `.ci/miri` runs these tests, too.
// Calls of user code are counted on the thread of the test, so systems must not run on other threads.
#![cfg(not(feature = "rayon"))]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(missing_docs, unreachable_pub, reason = "the modules here are a part of this one test")]

mod loading;
mod relations;
mod snapshots;
mod states;
mod values;
mod worlds;
