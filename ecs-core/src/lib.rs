//! The runtime of `ecs-world`: the generic code behind the worlds that `ecs_world!` generates.
//!
//! Games depend on the facade crate `ecs-world`, which re-exports the public items and hides the rest. The modules form layers, and each
//! layer uses only those before it:
//!
//! | layer | modules | uses |
//! |---|---|---|
//! | names | `entity`, `mask`, `access`, `adapters`, `codec`, `distinct`, `plan`, `error`, `events`, `state`, `fixed_step`, `named_fields`, `nearest`, `numbered`, `timer`, `times`, `pace`, `parallel`, `reuse`, `stage`, `trace`, `tuples`, `visit_handles` | nothing |
//! | live entities | `allocator` | handles |
//! | positions | `sparse`, `relation`, `population` | entities and masks, no component type |
//! | values | `disjoint`, `storage`, `column` | component types, no world |
//! | reading | `fetch`, `join` | columns, no world |
//! | order | `view` | aspects, sparse indices and fetches, no component type |
//! | world | `world`, `bundle`, `query`, `commands`, `spawner`, `template` | the traits that a generated world implements |
//! | compiled once | `instances` | what depends on no component |
//!
//! `unsafe` is in one file, `disjoint.rs`. Terms are defined in `docs/GLOSSARY.md` of the repository; the design is described in
//! `ARCHITECTURE.md`.
#![cfg_attr(not(test), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(all(any(feature = "rayon", feature = "std"), not(test)))]
extern crate std;

mod access;
mod adapters;
mod allocator;
mod bundle;
#[cfg(feature = "serde")]
mod codec;
mod column;
mod commands;
mod disjoint;
mod distinct;
mod entity;
mod error;
mod events;
mod fetch;
mod fixed_step;
mod instances;
mod join;
mod mask;
#[cfg(feature = "serde")]
mod named_fields;
#[cfg(feature = "serde")]
mod nearest;
mod numbered;
#[cfg(feature = "rayon")]
mod pace;
mod parallel;
mod plan;
mod population;
mod query;
mod relation;
mod reuse;
mod sparse;
mod spawner;
#[cfg(feature = "rayon")]
mod stage;
mod state;
mod storage;
mod template;
mod timer;
mod times;
mod trace;
mod tuples;
mod view;
mod visit_handles;
mod world;

pub use access::{Access, Aspects, Concern, MentionedBy, Mentions, ViewSet};
pub use adapters::{Adapted, Cloning, Copying, Enumerating, FilterMapping, Filtering, Mapping, Operation};
pub use allocator::{Allocator, LiveEntities, Reserved};
pub use bundle::{
    BothStorages, Bundle, BundleColumns, BundleKind, ChangedIn, ComponentKind, IntoTuple, OptionKind, OwnStorage,
    StructKind, TupleKind,
};
#[cfg(feature = "serde")]
pub use codec::{BySerde, Decoded, Encoded, LoadAs, SaveAs};
pub use column::{ColumnMut, EntityColumn, ReadColumn, column, read_column};
pub use commands::{Commands, ParCommands, Queue};
pub use disjoint::{Cells, ChunkCells, DisjointMut, OptionCells, TagCells, ValueCells};
pub use entity::Entity;
pub use error::{ChangeError, ChangeErrorKind, DisjointError, FrameError, InvariantError, SingleError, UnequalColumns};
pub use events::{EventCursor, EventIter, EventReader, Events};
pub use fetch::{
    BandMut, Banded, Beside, Build, CutMut, Fetch, Flat, Handle, Handles, LookedUp, LookupBeside, Maybe, MaybeRun, Mut,
    MutBlocks, MutRun, MutScattered, MutSlice, Named, NotedMut, Optional, ParBeside, ParFetch, Place, Places, Read,
    ReadFetch, SentLookup, SentLookupMut, Stretch, Write, WriteMut, apart_noted, write_noted,
};
pub use fixed_step::FixedStep;
pub use instances::{compiled_instances, instances};
pub use join::{Join, JoinIter, Joined};
pub use mask::{BitMask, Mask, SmallMask};
#[cfg(feature = "rayon")]
pub use pace::Watch;
pub use parallel::{ParRead, ParWrite};
pub use plan::{
    Advice, GroupPriority, Hint, LostStorage, LostTo, PartPlan, Plan, Remedy, SchedulePlan, SystemPlan, ViewKind,
    ViewPlan,
};
pub use population::Population;
pub use query::{
    BuildStruct, CheckQuery, PlainQuery, Query, QueryData, QueryItem, QueryIter, QueryKind, QueryOther, QueryOthers,
    QueryStruct, ReadQueryData, ReadQueryKind, StructQuery, query_found, query_of_view, query_over, query_view,
    query_view_mut,
};
pub use relation::{
    Ancestors, Descendants, EntitySet, LevelOrder, ListedAsComponent, NoRelation, Relation, Sources, SourcesIter,
    TargetsIter, Tree, Unrelated,
};
pub use sparse::{
    DenseIndex, EntityIndex, HashSlots, Listed, PairCache, PositionCache, Positions, Presence, PresenceIter, SlotTable,
    Slots, Source, SparseIndex, SplitSlots, Swaps, TreeSlots,
};
pub use spawner::Spawner;
#[cfg(feature = "rayon")]
pub use stage::{AnyStage, InParallel, InTurn, Job, Run, Stage, job};
pub use state::State;
pub use storage::{
    Accompanied, BTreeMapSet, Buffered, ChangeMarks, Companion, Contiguous, DenseSet, Erase, ErasedMut, ErasedStorage,
    ErasedValues, Grouped, HasRegistered, HashMapSet, HashedArrayTree, Layout, Lookup, LookupMut, Marks, Note,
    PackedArray, Past, Readers, Registered, RegisteredMarks, Sortable, SparseSet, SplitSet, Storage,
    StorageMaintenance, StorageTasks, TagSet, Tags, TagsMut, Task, TrackedStorage, Values, ValuesMut, VecStorage,
    VisitStorage, Words, apart, indexed, marks, read, read_aligned, read_own, write, write_aligned, write_own,
};
#[cfg(feature = "serde")]
pub use storage::{PastAs, ReaderMarks};
#[cfg(feature = "serde")]
pub use template::{Numbered, TemplateMistake, Templates, TemplatesError};
pub use template::{Template, TemplateTree, Transfer};
pub use timer::{Stopwatch, Timer};
pub use times::{SystemTime, SystemTimes, Times};
pub use trace::{Traced, TracedSystem, trace_schedule, trace_stage};
#[cfg(feature = "serde")]
pub use view::Deferred;
pub use view::{
    ActivePassiveView, Aspect, DelayedView, GroupView, ListView, Managed, ManagedIter, Members, Others, OthersIter,
    Owned, RemovalCause, Reports, ScanView, StorageView, Transition, View, Walk, call_one,
};
pub use visit_handles::VisitHandles;
pub use world::{
    AnyView, AnyViewMut, Brings, ChangeFilter, ChangeReader, ChangeState, Changes, CheckBundle, CheckColumns,
    CloneComponent, CloneComponents, CloneEntities, CloneForPast, CloneList, Component, ComponentList, Concerned, Core,
    EachClone, EachComponent, EcsWorld, Entities, Found, GeneratedWorld, Has, HasEvents, HasPast, HasRelation,
    HasResource, HasState, HasTree, HasView, Holds, Imply, InSnapshots, IsStorage, KeepsPast, List, Markers, Names,
    Notify, OnDespawn, OwnedStorages, Owns, OwnsBoth, Parts, Reads, Relating, RunSchedule, RunSystem, SameType, Saved,
    Snapshot, Snapshots, Tidied, Timeline, Token, TwoSets, WorldAccess, WorldChanges, WorldOrder, WorldSnapshots,
    WorldTemplates, after, before, begin_run, changes, copy_past, discard_pending, drive, drive_among, drive_changed,
    drive_found, drive_found_with, drive_listed, drive_parallel, drive_parallel_with, drive_searched, found,
    is_pending, keep_past, lend_read_column, managed, next_entered, next_exited, notify_after, notify_before,
    notify_spawned, parts, run_one, run_schedule, run_system, same_function, same_type, save_component, saved,
    saved_events, saved_state, source_of, sources, spawned, sync, traced, tree, update_state,
};
#[cfg(feature = "serde")]
pub use world::{
    ColumnReader, ColumnWriter, Delta, DeltaError, Difference, InSaves, Load, LoadWorld, OutOfSaves, PartHash,
    PartHashes, QueueReader, QueueWriter, RemovedReader, Replica, SaveWorld, Saves, ValueReader, ValueSeed,
    ValueWriter, WorldState, load_column, load_column_as, load_events, load_events_as, load_queue, load_queue_as,
    load_state, load_state_as, load_value, load_value_as, load_world, make_past, save_column, save_column_as,
    save_events, save_events_as, save_queue, save_queue_as, save_state, save_state_as, save_value, save_value_as,
    save_world, skip_removed,
};
#[cfg(feature = "std")]
pub use world::{FileError, FileErrorKind, WorldFiles};
#[cfg(feature = "inspect")]
pub use world::{Inspect, InspectError, StorageSize};
#[cfg(feature = "rayon")]
pub use world::{Queued, run_in_measured_mode, run_stages};

/// `serde`, for generated code.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

/// Expands to its items, which need serde: a macro cannot read the features of the crate that uses it.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_serde {
    ($($item:item)*) => { $($item)* };
}

/// Reports that the feature `serde` is missing.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_serde {
    ($($item:item)*) => {
        ::core::compile_error!("saves need the feature `serde` of ecs-world: enable it in Cargo.toml, `ecs-world = { .., features = [\"serde\"] }`");
    };
}
