//! The run time of `ecs-world`: what the code that `ecs_world!` writes is made of.
//!
//! Games do not depend on this crate but on its facade, `ecs-world`, which re-exports what a user names and hides the rest.
//! The modules are layered, and each knows only those before it:
//!
//! | layer | modules | knows |
//! |---|---|---|
//! | names | `entity`, `mask`, `access`, `plan`, `error`, `events`, `state`, `fixed_step`, `pace`, `parallel`, `stage`, `trace`, `tuples` | nothing |
//! | who is alive | `allocator`, `population` | handles and masks |
//! | who has what | `sparse`, `source` | entities, no component type |
//! | values | `disjoint`, `storage`, `column` | component types, no world |
//! | reading | `fetch`, `join` | columns, no world |
//! | order | `view` | aspects, sparse indices and fetches, no component type |
//! | world | `world`, `bundle`, `query`, `commands`, `spawner` | the traits that a generated world implements |
//!
//! `unsafe` stands in one file, `disjoint.rs`.
#![cfg_attr(not(test), no_std)]

extern crate alloc;
#[cfg(all(feature = "rayon", not(test)))]
extern crate std;

mod access;
mod allocator;
mod bundle;
mod column;
mod commands;
mod disjoint;
mod entity;
mod error;
mod events;
mod fetch;
mod fixed_step;
mod join;
mod mask;
#[cfg(feature = "rayon")]
mod pace;
mod parallel;
mod plan;
mod population;
mod query;
mod source;
mod sparse;
mod spawner;
#[cfg(feature = "rayon")]
mod stage;
mod state;
mod storage;
mod trace;
mod tuples;
mod view;
mod world;

pub use access::{Access, Concern, Mentions, ViewSet};
pub use allocator::{Allocator, LiveEntities, Reserved};
pub use bundle::{Bundle, BundleColumns, BundleKind, ComponentKind, IntoTuple, StructKind, TupleKind};
pub use column::{ColumnMut, EntityColumn, Lent, column};
pub use commands::{Commands, ParCommands, Queue};
pub use disjoint::{Cells, ChunkCells, DisjointMut, OptionCells, TagCells, ValueCells};
pub use entity::Entity;
pub use error::{ChangeError, ChangeErrorKind, DisjointError, InvariantError, SingleError, UnequalColumns};
pub use events::{EventCursor, EventIter, EventReader, Events};
pub use fetch::{
    Apart, CutMut, Fetch, Handle, Handles, Maybe, ParFetch, Read, ReadFetch, RestMut, SentLookup, SentLookupMut,
    Stretch, Write,
};
pub use fixed_step::FixedStep;
pub use join::{Join, JoinIter, Joined};
pub use mask::{BitMask, Mask, SmallMask};
#[cfg(feature = "rayon")]
pub use pace::Stopwatch;
pub use parallel::{ParRead, ParWrite};
pub use plan::{
    Advice, GroupPriority, Hint, LostStorage, LostTo, PartPlan, Plan, Remedy, SchedulePlan, SystemPlan, ViewKind,
    ViewPlan,
};
pub use population::Population;
pub use query::{
    CheckQuery, Query, QueryData, QueryItem, QueryIter, ReadQueryData, query_over, query_view, query_view_mut,
};
pub use source::Source;
pub use sparse::{
    DenseIndex, EntityIndex, HashSlots, Listed, PositionCache, Positions, Presence, PresenceIter, SlotTable, Slots,
    SparseIndex, Swaps, TreeSlots,
};
pub use spawner::Spawner;
#[cfg(feature = "rayon")]
pub use stage::{AnyStage, InTurn, Job, Run, SideBySide, Stage, job};
pub use state::State;
pub use storage::{
    BTreeMapSet, Contiguous, DenseSet, ErasedStorage, HashMapSet, HashedArrayTree, Lookup, LookupMut, PackedArray,
    Sortable, SparseSet, Storage, TagSet, Tags, TagsMut, Values, ValuesMut, VecStorage, read, write,
};
pub use trace::{Traced, trace_schedule, trace_stage, trace_system};
pub use view::{
    ActivePassiveView, Aspect, DelayedView, GroupView, ListView, Managed, ManagedIter, Members, Owned, Reports,
    ScanView, StorageView, Transition, View, Walk, call_one,
};
pub use world::{
    AnyView, AnyViewMut, Brings, ChangeState, CheckBundle, CheckColumns, Component, Concerned, Core, EcsWorld,
    Entities, GeneratedWorld, Has, HasEvents, HasResource, HasState, HasView, Holds, Imply, Markers, Names, Parts,
    RunSchedule, RunSystem, SameType, Tidied, Token, TwoSets, after, before, begin_run, drive, drive_parallel,
    drive_parallel_with, managed, next_gone, next_new, run_schedule, run_system, same_function, same_type, spawned,
    sync, update_state,
};
#[cfg(feature = "rayon")]
pub use world::{Queued, run_stages, run_where_it_pays};
