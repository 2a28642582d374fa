//! Owns what all generated worlds have in common: their traits, their state, their structural changes.

mod advice;
pub(crate) mod change;
mod core;
mod disjoint;
mod generated;
mod invariants;
mod methods;
mod parts;
mod positions;
mod run;
mod sets;
mod sort;
mod spawn;
#[cfg(feature = "rayon")]
mod stages;
mod tidy;

pub use self::core::{Core, Parts, Token};
pub use change::{CheckBundle, Concerned};
pub use generated::{AnyView, AnyViewMut, GeneratedWorld};
pub use methods::{EcsWorld, Names};
pub use parts::{
    ChangeState, Component, Has, HasEvents, HasResource, HasState, HasView, Holds, Imply, RunSchedule, RunSystem,
};
pub(crate) use run::settle_all;
pub use run::{
    after, before, begin_run, drive, drive_parallel, drive_parallel_with, managed, next_gone, next_new, run_schedule,
    run_system, spawned, sync, update_state,
};
pub use sets::{Brings, Markers, SameType, TwoSets, same_function, same_type};
pub use spawn::{CheckColumns, Entities};
#[cfg(feature = "rayon")]
pub use stages::{Queued, run_stages, run_where_it_pays};
pub use tidy::Tidied;
