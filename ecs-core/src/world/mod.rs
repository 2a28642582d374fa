//! Worlds: their traits, their state, structural changes and runs, generic over what `ecs_world!` generates.
//!
//! | module | content |
//! |---|---|
//! | `methods` | the methods of worlds, for users: one trait per subject |
//! | `generated`, `parts`, `sets` | the traits that generated code implements |
//! | `data` | the state of a world |
//! | `change`, `exchange`, `remove`, `despawn`, `spawn`, `get_disjoint` | structural changes, despawns, batches, disjoint borrows |
//! | `templates`, `rows`, `moved_values`, `transfers` | templates: clones, values without an owner yet, values that are moved to an entity, entities that leave and arrive |
//! | `trees` | clones of trees of a relation, and trees that move between worlds |
//! | `transition`, `notify_table` | the notification of views and callbacks about a structural change; the same in worlds of many views |
//! | `each` | components as a list of types |
//! | `snapshots`, `timeline` | copies of the whole state, and restoring them; copies of the last frames |
//! | `saves`, `recorded` | the whole state in formats of serde, and worlds from it; the commands in it |
//! | `state` | hashes of the whole state, differences and deltas |
//! | `files` | saves in files |
//! | `inspect` | single values by name |
//! | `run`, `stages`, `queues`, `drive`, `found`, `notify` | schedules and syncs, stages, their commands, loops of systems, loops over changes, notifications |
//! | `changes` | readers of changes |
//! | `sort`, `tidy` | orders of storages |
//! | `past` | the past of double-buffered components, in structural changes and when a run starts |
//! | `relations` | what relations refuse, link and despawn in structural changes |
//! | `positions`, `pairs`, `follow` | when positions are cached, for views and for ad-hoc queries; storages that follow partial groups |
//! | `by_number` | views and storages by number, for code that is compiled once |
//! | `advice`, `invariants` | comparison with the plan, checks |

mod advice;
mod by_number;
pub(crate) mod change;
mod changes;
mod data;
mod despawn;
mod drive;
pub(crate) mod each;
pub(crate) mod exchange;
#[cfg(feature = "std")]
mod files;
mod follow;
mod found;
mod generated;
mod get_disjoint;
#[cfg(feature = "inspect")]
mod inspect;
mod invariants;
mod methods;
pub(crate) mod moved_values;
mod notify;
mod notify_table;
mod owned;
mod pairs;
mod parts;
mod past;
mod positions;
mod queues;
#[cfg(feature = "serde")]
pub(crate) mod recorded;
pub(crate) mod relations;
pub(crate) mod remove;
mod rows;
mod run;
#[cfg(feature = "serde")]
mod saves;
mod sets;
mod snapshots;
mod sort;
mod spawn;
#[cfg(feature = "rayon")]
mod stages;
#[cfg(feature = "serde")]
mod state;
mod templates;
mod tidy;
mod timeline;
pub(crate) mod transfers;
mod transition;
mod trees;

pub use change::CheckBundle;
pub use changes::ChangeReader;
pub(crate) use data::population;
pub use data::{Core, Parts, Token, parts};
pub use drive::{
    drive, drive_among, drive_listed, drive_parallel, drive_parallel_with, drive_searched, managed, source_of,
};
pub use each::{
    CloneComponent, CloneComponents, CloneEntities, CloneList, ComponentList, EachClone, EachComponent, List,
};
#[cfg(feature = "std")]
pub use files::{FileError, FileErrorKind, WorldFiles};
pub use found::{ChangeFilter, Changes, Found, changes, drive_changed, drive_found, drive_found_with, found};
pub use generated::{AnyView, AnyViewMut, GeneratedWorld};
#[cfg(feature = "inspect")]
pub use inspect::{Inspect, InspectError, StorageSize};
#[cfg(feature = "serde")]
pub use methods::WorldState;
pub use methods::{EcsWorld, Names, WorldAccess, WorldChanges, WorldOrder, WorldSnapshots, WorldTemplates};
pub(crate) use notify::settle_all;
pub use notify::{after, before, next_entered, next_exited, spawned};
pub(crate) use notify_table::aspects;
pub use notify_table::{Notify, notify_after, notify_before, notify_spawned};
pub use owned::{IsStorage, OwnedStorages, Owns, OwnsBoth};
pub(crate) use pairs::refresh as refresh_pairs;
pub use parts::{
    ChangeState, Component, Has, HasEvents, HasRelation, HasResource, HasState, HasTree, HasView, Holds, Imply,
    lend_read_column,
};
pub use past::{CloneForPast, HasPast, KeepsPast, Reads, keep_past};
pub use relations::{OnDespawn, Relating, sources, tree};
pub use run::{RunSchedule, RunSystem, begin_run, run_one, run_schedule, run_system, sync, traced, update_state};
#[cfg(feature = "serde")]
pub use saves::{
    ColumnReader, ColumnWriter, InSaves, Load, LoadWorld, OutOfSaves, QueueReader, QueueWriter, RemovedReader,
    SaveWorld, Saves, ValueReader, ValueSeed, ValueWriter, load_column, load_column_as, load_events, load_events_as,
    load_queue, load_queue_as, load_state, load_state_as, load_value, load_value_as, load_world, make_past,
    save_column, save_column_as, save_events, save_events_as, save_queue, save_queue_as, save_state, save_state_as,
    save_value, save_value_as, save_world, skip_removed,
};
#[cfg(feature = "serde")]
pub(crate) use saves::{find_removed, numbers, present_name};
pub use sets::{Brings, Markers, SameType, TwoSets, same_function, same_type};
pub use snapshots::{
    InSnapshots, Saved, Snapshot, Snapshots, copy_past, discard_pending, is_pending, save_component, saved,
    saved_events, saved_state,
};
pub use spawn::{CheckColumns, Entities};
#[cfg(feature = "rayon")]
pub use stages::{Queued, run_in_measured_mode, run_stages};
#[cfg(feature = "serde")]
pub use state::{Delta, DeltaError, Difference, PartHash, PartHashes, Replica};
pub use tidy::Tidied;
pub use timeline::Timeline;
pub use transition::Concerned;
