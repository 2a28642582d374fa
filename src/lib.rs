//! An entity component system whose world is closed at compile time: one macro call names every component, resource and
//! system, and the compiler knows the rest.
//!
//! - [`ecs_world!`] declares a world; its documentation holds the grammar.
//! - [`system`] makes a type or a function a system; its documentation says what a system can take.
//! - [`EcsWorld`] lists what every world can do. Generated worlds have these methods without an import.
//! - [`Query`], [`Commands`], [`Spawner`], [`Bundle`], [`Join`] are what systems and games meet besides.
//! - [`Has`] is the one bound that library code needs.
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
#![no_std]

pub use ecs_core::{
    ActivePassiveView, BitMask, Bundle, BundleColumns, ColumnMut, Commands, Component, DelayedView, DisjointError,
    EcsWorld, Entities, Entity, EntityColumn, EventCursor, Events, FixedStep, GroupView, Handles, Has, HasResource,
    InvariantError, Join, JoinIter, ListView, LiveEntities, Managed, ManagedIter, Mask, Names, NoSuchEntity, Plan,
    Query, QueryData, QueryItem, QueryIter, ReadQueryData, ScanView, SingleError, Spawner, StorageView, UnequalColumns,
    ViewKind, ViewPlan,
};
pub use ecs_macros::{Bundle, system};

/// What a game imports: `use ecs_world::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Bundle, Commands, EcsWorld, Entity, Has, HasResource, Join, Query, Spawner, ecs_components, ecs_world, system,
    };
}

/// What generated code names. Nothing here is for use by hand, and none of it is stable.
#[doc(hidden)]
pub mod __private {
    pub use ecs_core::*;
    pub use ecs_macros::{__ecs_chunk, __ecs_finish, __ecs_set, __ecs_set_finish, __ecs_world, Decl, SetDecl};
}

/// Declares a world: its components, resources, systems and queries.
///
/// ```text
/// ecs_world! {
///     [attributes] [visibility] struct Name;       // `pub struct World;` when left out; `struct Name;` is private
///     components: ENTRY, ... ;                     // ENTRY = [attributes] Path [as Name]
///     resources:  ENTRY [= initial value], ... ;
///     systems:    ENTRY [= initial state], ... ;   // run by `world.run()`, in this order; `sync` may stand between two
///     queries:    (Type, ..., [without(A, B)], [any(A, B)]), ... ;
///     groups:     (Type, ..., [without(A, B)], [any(A, B)]), ... ;   // kept side by side before all others
/// }
/// ```
///
/// Sections come in any order, each at most once, and may be empty or missing. `#[cfg]`, documentation and
/// `#[derive(Clone, Debug)]` on the struct are honoured. The last segment of a path gives an entry its name, in snake case;
/// `as Name` overrides it. What has no initial value starts from `Default`, so `World::default()` always exists.
///
/// # Views
///
/// The entities of each distinct set of requirements are one view, which all systems and queries share that ask for them. How
/// it is kept is decided while compiling, and stands in `World::PLAN` and in the documentation of the world:
///
/// | view | a change costs | a walk reads | when |
/// |---|---|---|---|
/// | storage | nothing | the slice of the storage | one component is required, nothing else demanded |
/// | [`group`](GroupView) | a swap per owned storage | slices; looks up what it does not own | where no other group is in the way |
/// | [`list`](ListView) | a push or a swap | a list, looking components up | filters, where no group can be |
/// | [`scan`](ScanView) | nothing | the shortest storage, looking the others up | no filters, where no group can be |
/// | [`delayed`](DelayedView) | a note, once per entity and sync | a list | on demand: bursts of changes |
/// | [`active_passive`](ActivePassiveView) | a bit | a list by ascending index, made at syncs | on demand: heavy churn |
///
/// `#[system(view = list)]`, `#[view(list)]` on an entry of `systems:` or `queries:`, and `groups:` say what you want instead; a
/// group that cannot be is a compile error that names the one in its way. Systems over lists and scans take entities that stand
/// side by side in all storages, as those do that were spawned together, as slices too.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone)]
/// struct Health(u32);
/// #[derive(Debug, Clone)]
/// struct Poison(u32);
/// #[derive(Debug, Clone)]
/// struct Deadliness(u32);
///
/// /// Weakens who is poisoned, and lets go of who is dead.
/// #[system]
/// fn poison(entity: Entity, health: &mut Health, poison: &Poison, by: &Deadliness, commands: &mut Commands<Game>) {
///     health.0 = health.0.saturating_sub(poison.0 * by.0);
///     if health.0 == 0 {
///         commands.despawn(entity);
///     }
/// }
///
/// ecs_world! {
///     /// The world of a short story.
///     #[derive(Debug, Clone)]
///     pub struct Game;
///     components: Health, Poison;
///     resources: Deadliness = Deadliness(3);
///     systems: poison;
///     queries: (Health, without(Poison));
/// }
///
/// let mut game = Game::default();
/// let (sick, well) = (game.spawn((Health(5), Poison(2))), game.spawn(Health(5)));
/// game.run();
/// assert!(!game.contains(sick));
/// assert_eq!(game.query_health_without_poison().single().unwrap().0, well);
/// ```
#[macro_export]
macro_rules! ecs_world {
    ($($declaration:tt)*) => {
        $crate::__private::__ecs_world! { [$crate] { $($declaration)* } }
    };
}

/// Declares a set.
#[macro_export]
macro_rules! ecs_components {
    ($($declaration:tt)*) => {
        $crate::__private::__ecs_set! { [$crate] { $($declaration)* } }
    };
}

/// The code of the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
