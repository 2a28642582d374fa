//! An entity component system whose world is closed at compile time: one macro call names every component, resource and
//! system, and the compiler derives the rest.
//!
//! - [`ecs_world!`] declares a world; its documentation contains the grammar.
//! - [`ecs_components!`] declares a set: a part of worlds, in any module or crate.
//! - [`system`] turns a type or a function into a system; its documentation lists what a system can take.
//! - [`EcsWorld`] documents the methods that all worlds have. On generated worlds they need no import.
//! - [`Query`](struct@Query), [`Commands`], [`Spawner`], [`Bundle`], [`Template`] and [`Join`] are used in systems and games.
//! - Library code that is generic over worlds bounds them by [`Has`] for each component ([`Holds`] is enough without `&mut`, [`HasPast`]
//!   adds its past), [`HasRelation`] or [`HasTree`] for relations, [`HasResource`], [`HasEvents`] and [`HasState`] for the rest.
//! - Systems of sets that take components, resources, events, states, trees and sources need no bounds. Those that take a query, commands
//!   or a spawner are generic over the world: `Query<'_, W, &C>` needs `W: Holds<C>`, `Query<'_, W, &mut C>` `W: Has<C>`, and
//!   `&mut Commands<W>` or `&mut Spawner<W>` `W: EcsWorld`, with a bound for each component that they insert or remove.
//! - The folder `book` of the repository is a guide, with a chapter per subject and a tutorial.
//! - `docs/STORAGES.md` in the repository helps to choose storages and views; the defaults suit most worlds. `docs/GLOSSARY.md` defines
//!   terms.
//!
//! ```
//! use ecs_world::prelude::*;
//!
//! #[derive(Debug, PartialEq)]
//! struct Position(f32);
//! struct Velocity(f32);
//!
//! #[system]
//! fn advance(position: &mut Position, velocity: &Velocity) {
//!     position.0 += velocity.0;
//! }
//!
//! ecs_world! {
//!     components: Position, Velocity;
//!     systems: advance;
//! }
//!
//! let mut world = World::default();
//! let entity = world.spawn((Position(1.0), Velocity(2.0)));
//! world.run();
//! assert_eq!(world.get::<Position>(entity), Some(&Position(3.0)));
//! ```
//!
//! # Features
//!
//! None is enabled by default; without them the library needs `alloc` only, and no other crate at run time.
//!
//! | feature | what it adds |
//! |---|---|
//! | `rayon` | non-conflicting systems, `#[system(parallel)]` and `par_for_each` run on several threads; needs the standard library |
//! | `tracing` | a span of the crate `tracing` for each run of a schedule, a stage and a system |
//! | `std` | `world.system_times()`, and saves in files: `WorldFiles`; `wasm32-unknown-unknown` has neither a clock nor files, so no times are measured there, and saving returns an error |
//! | `serde` | worlds with `#[derive(Serialize, Deserialize)]` are saved and loaded in any format of serde; hashes of states, deltas, templates in files |
//! | `inspect` | values of worlds that derive `Serialize` and `Deserialize` are read and written one by one, by name: `Inspect`; implies `serde` |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod macros;

pub use ecs_core::{
    ActivePassiveView, Adapted, Advice, Ancestors, BTreeMapSet, BitMask, Bundle, BundleColumns, ChangeError,
    ChangeErrorKind, ChangeReader, CloneEntities, ColumnMut, Commands, Component, Contiguous, DelayedView, Descendants,
    DisjointError, EcsWorld, Entities, Entity, EntityColumn, EntitySet, EventCursor, EventIter, EventReader, Events,
    FixedStep, FrameError, GeneratedWorld, GroupPriority, GroupView, Handles, Has, HasEvents, HasPast, HasRelation,
    HasResource, HasState, HasTree, HashMapSet, HashedArrayTree, Hint, Holds, InvariantError, Join, JoinIter,
    LevelOrder, ListView, LiveEntities, LostStorage, LostTo, Managed, ManagedIter, Mask, Mut, MutSlice, Names, Others,
    OthersIter, PackedArray, ParCommands, ParFetch, PartPlan, Past, Plan, Query, QueryData, QueryItem, QueryIter,
    QueryOther, QueryOthers, ReadColumn, ReadQueryData, Relation, Remedy, RemovalCause, ScanView, SchedulePlan,
    SingleError, SmallMask, Snapshot, Snapshots, Sortable, Sources, SourcesIter, SparseSet, Spawner, State, Stopwatch,
    Storage, StorageView, SystemPlan, SystemTime, SystemTimes, TagSet, TargetsIter, Template, TemplateTree, Tidied,
    Timeline, Timer, Transfer, Tree, UnequalColumns, VecStorage, ViewKind, ViewPlan, VisitHandles, WorldAccess,
    WorldChanges, WorldOrder, WorldSnapshots, WorldTemplates,
};
#[cfg(feature = "serde")]
pub use ecs_core::{
    Delta, DeltaError, Difference, Load, LoadWorld, Numbered, PartHash, PartHashes, Replica, SaveWorld, Saves,
    TemplateMistake, Templates, TemplatesError, WorldState,
};
#[cfg(feature = "std")]
pub use ecs_core::{FileError, FileErrorKind, WorldFiles};
#[cfg(feature = "inspect")]
pub use ecs_core::{Inspect, InspectError, StorageSize};
pub use ecs_macros::{Bundle, Query, Relation, VisitHandles, condition, system};

/// Names that a game imports: `use ecs_world::prelude::*;`.
///
/// If two preludes with a common name are imported by `*`, that name is ambiguous: import it by name as well (`use ecs_world::Entity;`).
pub mod prelude {
    #[cfg(feature = "std")]
    pub use crate::WorldFiles;
    pub use crate::{
        Bundle, Commands, EcsWorld, Entity, EntitySet, EventCursor, EventReader, Events, GeneratedWorld, Has,
        HasEvents, HasPast, HasRelation, HasResource, HasState, HasTree, Holds, Join, LevelOrder, Mut, Past, Query,
        Relation, RemovalCause, Sources, Spawner, State, Template, Tree, VisitHandles, condition, ecs_components,
        ecs_world, system,
    };
    // For code that bounds a world by `GeneratedWorld` alone; `EcsWorld` and `Has` imply them.
    #[cfg(feature = "serde")]
    pub use crate::WorldState as _;
    pub use crate::{WorldAccess as _, WorldChanges as _, WorldOrder as _, WorldSnapshots as _, WorldTemplates as _};
}

/// Items that generated code refers to. They are not meant for direct use, and not stable.
#[doc(hidden)]
pub mod __private {
    pub use ecs_core::*;
    #[cfg(not(feature = "rayon"))]
    pub use ecs_macros::__ecs_finish;
    #[cfg(feature = "rayon")]
    pub use ecs_macros::__ecs_finish_by_stages as __ecs_finish;
    pub use ecs_macros::{
        __ecs_chunk, __ecs_set, __ecs_set_finish, __ecs_set_finish_checked, __ecs_world, Decl, SetDecl,
    };
}

/// Compiles and runs the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles and runs the code of the page on saves.
#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../docs/SAVES.md")]
struct Saving;

/// Compiles and runs the code of the page on states.
#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../docs/STATE.md")]
struct States;
