//! An entity component system whose world is closed at compile time: one macro call names every component, resource and
//! system, and the compiler knows the rest.
//!
//! - [`ecs_world!`] declares a world; its documentation holds the grammar.
//! - [`ecs_components!`] declares a part of worlds, in any module or crate.
//! - [`system`] makes a type or a function a system; its documentation says what a system can take.
//! - [`EcsWorld`] lists what every world can do. Generated worlds have these methods without an import.
//! - [`Query`], [`Commands`], [`Spawner`], [`Bundle`], [`Join`] are what systems and games meet besides.
//! - Library code bounds a world with [`Has`] for each component ([`Holds`] is enough where none is borrowed as `&mut`),
//!   [`HasResource`] and [`HasEvents`] for the rest; systems of sets need none of these for their parameters.
//! - Which storage for which component, and which view for which system? Say nothing, or see `docs/STORAGES.md` in the repository.
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
    ActivePassiveView, Advice, BTreeMapSet, BitMask, Bundle, BundleColumns, ChangeError, ChangeErrorKind, ColumnMut,
    Commands, Component, Contiguous, DelayedView, DisjointError, EcsWorld, Entities, Entity, EntityColumn, EventCursor,
    EventIter, EventReader, Events, FixedStep, GeneratedWorld, GroupPriority, GroupView, Handles, Has, HasEvents,
    HasResource, HasState, HashMapSet, HashedArrayTree, Hint, Holds, InvariantError, Join, JoinIter, ListView,
    LiveEntities, LostStorage, LostTo, Managed, ManagedIter, Mask, Names, PackedArray, ParCommands, ParFetch, PartPlan,
    Plan, Query, QueryData, QueryItem, QueryIter, ReadQueryData, Remedy, ScanView, SchedulePlan, SingleError,
    SmallMask, Sortable, SparseSet, Spawner, State, Storage, StorageView, SystemPlan, TagSet, Tidied, UnequalColumns,
    VecStorage, ViewKind, ViewPlan,
};
pub use ecs_macros::{Bundle, condition, system};

/// What a game imports: `use ecs_world::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Bundle, Commands, EcsWorld, Entity, EventCursor, EventReader, Events, GeneratedWorld, Has, HasEvents,
        HasResource, HasState, Holds, Join, Query, Spawner, State, condition, ecs_components, ecs_world, system,
    };
}

/// What generated code names. Nothing here is for use by hand, and none of it is stable.
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

/// Declares a world: its components, resources, systems and queries.
///
/// ```text
/// ecs_world! {
///     [attributes] [visibility] struct Name;       // `pub struct World;` when left out; `struct Name;` is private
///     components: ENTRY, ... ;                     // ENTRY = [attributes] Path [as Name]; `#[storage(..)]`, `#[rare]`
///     resources:  ENTRY [= initial value], ... ;
///     events:     ENTRY, ... ;                     // `world.events.hit`, and `EventReader<'_, Hit>` in systems
///     states:     ENTRY [= initial value], ... ;   // `world.states.phase`, and `&State<Phase>` in systems
///     conditions: ENTRY, ... ;                     // `#[condition]` functions, for `#[system(run_if = ..)]`
///     systems:    ENTRY [= initial state], ... ;   // run by `world.run()`, in this order; `sync` may stand between two
///     systems(name): ENTRY, ... ;                  // a further schedule, run by `world.run_name()`
///     systems(on_enter = Phase::Play): ENTRY, ... ;   // run as the state changes; so is `on_exit`
///     queries:    (Type, ..., [with(A, B)], [without(A, B)], [any(A, B)]), ... ;   // `with`: required, and not fetched
///     groups:     (Type, ..., [without(A, B)], [any(A, B)]), ... ;   // kept side by side before all others
///     include:    path::to::set [{ Type as Name, ... }], ... ;   // what `ecs_components!` declares; `..set` in `systems:`
/// }
/// ```
///
/// Sections come in any order, each at most once (`systems(name)` once per name), and may be empty or missing. `#[cfg]`,
/// documentation and `#[derive(Clone, Debug)]` on the struct are honoured. The last segment of a path gives an entry its
/// name, in snake case; `as Name` overrides it. What has no initial value starts from `Default`, so `World::default()`
/// always exists.
///
/// An entry of `queries:`, and the requirements of each system that runs per entity, make `query_position_velocity()` and the same
/// with `_mut`. The name lists the components in the order of `components:` (those of included sets first), and so do the items,
/// after the entity: `(Velocity, Position)` makes no other methods. Filters follow, as in
/// `query_health_with_idle_without_asleep_any_fire_poison()`. For a system, the name begins with the components that it takes by
/// reference; one that takes none begins with those that its `with(..)` requires, and yields these. `cargo doc` of your crate lists
/// all methods of your world.
///
/// # Schedules
///
/// `systems:` is what `world.run()` runs, and each `systems(render):` what `world.run_render()` runs: its systems in this order,
/// with what they command applied at each `sync` and at the end. A system that stands in several schedules under one name is one
/// system, with one state; its initial state and its attributes stand where it stands first.
///
/// A `run()` begins with what no other schedule does: events age (unless the last `run()` ended in a panic), and then
/// [states](State) change that were asked to. `systems(on_exit = Phase::Menu)` and `systems(on_enter = Phase::Play)` run
/// with such a change, in this order; each is a schedule of its own, and commands are applied at its end. [`FixedStep`]
/// says how many runs a frame is worth.
///
/// `#[system(run_if = late)]` runs only if a [`condition`](macro@condition) of the section `conditions:` holds, which is
/// decided when the turn of the system comes: also a run by itself (`run_<system>()`) asks. The system waits for whoever
/// writes what its condition reads, as if it read that itself. `run_if = on_event(Hit)` holds if events were sent since
/// the schedule last reached the system, and [`EventReader<'_, Hit>`](EventReader) in a system or condition has these
/// events. The world keeps one cursor for each system and use. All conditions of a system are evaluated, and all its
/// cursors advance, whether it runs or not; if a condition panics, and the panic is caught, no cursor does, and the next
/// run passes these events again.
///
/// With the feature `rayon` these methods run non-conflicting systems in parallel, where that takes less time than to run
/// them in turn, as is measured now and then. It changes nothing of the result:
/// `World::PLAN` lists who touches what, and the stages. `run_sequential()` keeps to one thread; `par_run()` is there for worlds
/// whose contents can all go to other threads, and a compile error for others. The schedules of states always run in turn.
///
/// ```text
/// Stages of schedule run, each with systems that can run side by side:
///   1: advance, strike
///   2: drag (after advance: Velocity), count (after strike: Events<Hit>)
///   sync
///   3: reap
/// ```
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
/// Where neither a view nor what it looks up changed since the last run, systems walk by cached positions, which take 4 bytes per entity
/// and component that is looked up, from 64 entities on; `shrink_to_fit` frees them.
///
/// `#[system(view = list)]`, `#[view(list)]` on an entry of `systems:` or `queries:`, and `groups:` say what you want
/// instead. A storage has one order, and groups receive storages in this order: entries of `groups:`, which own all that
/// they require; `view = group`; views of two or more components; those of one component and a filter; those that query
/// parameters alone request. Among equals, views of more systems are before others, then larger ones, then those that are
/// asked for first. A requested group that receives nothing is a compile error, which names what owns its storages and
/// what to write.
///
/// A parameter `Query<'_, World, (&mut A, &B)>` of a system requests a view, too, if it requires two or more components.
/// It shares the view of others where there is one; else it receives the storages that no other view owns, as a group, or
/// has no view: no list is kept for it, and it demotes no other view. `#[system(view(bodies) = none)]` opts out for the
/// parameter `bodies`; `view(bodies) = list`, `delayed` or `active_passive` asks for a list.
///
/// `#[rare]` on an entry of `components:` says that few entities have the component: views that require it receive
/// storages after all others, and own none that a group without rare components owns. Other views without rare components,
/// such as lists and those of one component, own no storage and take none from them. [`world.advice()`](EcsWorld::advice)
/// finds out where that is missing: it compares the plan with the sizes at run time. `#[rare(false)]` takes back what a
/// set says. Systems over lists and scans take entities that are adjacent in all storages, as those are that were spawned
/// together, as slices too.
///
/// # Storages
///
/// `#[storage(..)]` on an entry of `components:` says how its values are kept:
///
/// | storage | come and go | order of a walk | choose it for |
/// |---|---|---|---|
/// | [`sparse_set`](SparseSet), the default | O(1) | as they came, until one goes | all that groups should keep side by side |
/// | [`vec`](VecStorage) | O(1) | ascending | what nearly all entities have |
/// | [`packed`](PackedArray) | O(values) | ascending | what hardly ever comes or goes |
/// | [`hashed_array_tree(chunk = 64)`](HashedArrayTree) | O(1) | ascending | what must keep its address |
/// | [`hash_map`](HashMapSet), [`btree_map`](BTreeMapSet) | O(1), O(log n) | as a sparse set | what very few entities have |
/// | [`tag`](TagSet) | O(1) | ascending | components without a size |
///
/// Whatever uses a component stays the same. Groups own sparse sets alone. `docs/STORAGES.md` in the repository helps to choose
/// a storage and a view: it has the costs in bytes, and what was measured.
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

/// Declares a set: components, resources, systems and queries that worlds [include](ecs_world!), in any module or crate.
///
/// ```text
/// ecs_components! {
///     [attributes] [visibility] set name;          // `pub set` is there for other crates; `set` for this module
///     components: ENTRY, ... ;                     // sections as in `ecs_world!`, but `groups:` and further schedules
///     resources:  ENTRY [= initial value], ... ;
///     systems:    ENTRY [= initial state], ... ;   // one list; `..set` of an included set and `sync` may be in it
///     queries:    (Type, ..., [with(A, B)], [without(A, B)], [any(A, B)]), ... ;
///     include:    path::to::set [{ Type as Name, ... }], ... ;   // a set may include sets
/// }
/// ```
///
/// A set is a module and a macro of one name. The module holds what the set brings under the name that it has there, as an alias
/// (`physics::Position`); the macro is how worlds read the set: write its path into their `include:`, wherever it leads.
///
/// **Whole.** What the systems of a set take must be in the set, or in a set that it includes; so a set that compiles can
/// be included. (Only where a `Query` alone names a type parameter, as in `Query<'_, W, &Gen<T>>`, a world that has both
/// `Gen<u8>` and `Gen<u16>` cannot tell which one is meant.) Values, signatures and `#[cfg]` mean what they mean where the
/// set is declared. Types and functions are as public as the set, since worlds hold and call them; they may stand in
/// private modules. Types may be named through private imports, and functions not. A resource may have neither `Default`
/// nor an initial value here; then each world says what it starts from.
///
/// **Storages.** `#[storage(..)]` on a component of a set is what worlds keep it in. A set that says nothing leaves that to others;
/// an entry in the `components:` of what includes the set has the last word; where it says nothing, two sets may not differ.
/// `#[rare]` and `#[rare(false)]` follow the same rules.
///
/// **Order.** Components, resources and queries of sets come before those of the world, in the order of `include:`; those of a
/// set that a set includes come before its own.
///
/// **Schedules.** The systems of a set run where `..set` is in `systems:` or in `systems(name):` of the world, and nowhere without it.
/// `..set` is what the set itself has in its `systems:`; systems of a set that it includes are among them only if it says `..other`
/// there. A world that names a set in `..set` has the set in its own `include:`. A set cannot say in which schedule its systems run:
/// what belongs to another schedule is a set of its own, as in `pub set bedtime; include: labour; systems: go_to_bed;`, which a game
/// runs by `systems(on_enter = Daytime::Night): ..bedtime;`.
///
/// **One name, one thing.** A component or resource that comes twice under one name, by several sets or by a set and the world
/// itself, is one, at its first place; if its types differ, that is an error. The world's own entry may give a resource of a set
/// another initial value. Different things of one name are told apart with `include: path::set { Name as OtherName }`. A system
/// that comes by two ways runs once, where it comes first.
///
/// # Errors
///
/// What is wrong with a set is reported where it is declared; what is wrong with an `include:`, there. ``cannot find macro
/// `physics` `` at an entry of `include:` means that no set of this name is in scope there: perhaps only its module is, or the
/// set is not `pub`. So it is with sets that include each other in a circle; where their names show it, a further error says
/// so. ``conflicting implementations of trait `Holds<..>` `` at an entry means that an entry before it is the same type under
/// another name: rename or remove one of them. Two copies of a set, from two sources of one package and version, are refused, since
/// their systems cannot be told apart. A set cannot be declared in the body of a
/// function, since its module could not see what stands there (``unresolved import `super` ``).
///
/// # Examples
///
/// ```
/// mod physics {
///     use ecs_world::prelude::*;
///
///     #[derive(Debug, PartialEq)]
///     pub struct Position(pub f32);
///     #[derive(Debug)]
///     pub struct Velocity(pub f32);
///     #[derive(Debug)]
///     pub struct Step(pub f32);
///
///     #[system]
///     pub fn advance(position: &mut Position, velocity: &Velocity, step: &Step) {
///         position.0 += velocity.0 * step.0;
///     }
///
///     /// Library code knows no world: it asks for what it needs.
///     pub fn launch<W: Has<Position> + Has<Velocity>>(world: &mut W, speed: f32) -> Entity {
///         world.spawn((Position(0.0), Velocity(speed)))
///     }
///
///     ecs_components! {
///         /// What moves.
///         pub set motion;
///         components: Position, Velocity;
///         resources: Step = Step(0.5);
///         systems: advance;
///     }
/// }
///
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, PartialEq)]
/// struct Height(f32);
///
/// /// Runs after the systems of the set.
/// #[system]
/// fn climb(height: &mut Height, place: &physics::Position) {
///     height.0 = place.0 * 2.0;
/// }
///
/// ecs_world! {
///     include: physics::motion { Position as Place };
///     components: Height;
///     systems: ..motion, climb;
///     queries: (Place, Height);
/// }
///
/// fn main() {
///     let mut world = World::default();
///     let entity = physics::launch(&mut world, 8.0);
///     world.insert(entity, Height(0.0)).unwrap();
///     world.run();
///     let (_, place, height) = world.query_place_height().single().unwrap();
///     assert_eq!((place, height), (&physics::Position(4.0), &Height(8.0)));
/// }
/// ```
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
