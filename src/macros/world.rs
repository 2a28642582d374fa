//! `ecs_world!`, with its documentation.

// For the links of the documentation.
#[cfg(doc)]
use crate::*;

/// Declares a world: its components, resources, systems and queries.
///
/// ```text
/// ecs_world! {
///     [attributes] [visibility] struct Name;       // `pub struct World;` when left out; `struct Name;` is private
///     components: ENTRY, ... ;                     // ENTRY = [attributes] Path [as Name]; `#[storage(..)]`, `#[rare]`, `#[tracked]`, `#[handles]`, `#[double_buffered]`, `#[transient]`, `#[cfg(..)]`
///     relations:  ENTRY ([tree | many,] POLICY), ... ;    // components with targets; POLICY = `cascade`, `clear` or `keep`
///     resources:  ENTRY [= initial value], ... ;
///     events:     ENTRY, ... ;                     // `world.events.hit`, and `EventReader<'_, Hit>` in systems
///     states:     ENTRY [= initial value], ... ;   // `world.states.phase`, and `&State<Phase>` in systems
///     conditions: ENTRY, ... ;                     // `#[condition]` functions, for `#[system(run_if = ..)]`
///     systems:    ENTRY [= initial state], ... ;   // run by `world.run()`, in this order; `sync` is allowed between two
///     systems(name): ENTRY, ... ;                  // a further schedule, run by `world.run_name()`
///     systems(on_enter = Phase::Play): ENTRY, ... ;   // run with the state transition; also `on_exit`
///     queries:    (Type, ..., [with(A, B)], [without(A, B)], [any(A, B)]), ... ;   // `with`: required, but not fetched
///     groups:     (Type, ..., [without(A, B)], [any(A, B)]), ... ;   // groups with the highest priority, except for `#[rare]`
///     include:    path::to::set [{ Type as Name, ... }], ... ;   // what `ecs_components!` declares; `..set` in `systems:`
/// }
/// ```
///
/// Sections can be in any order, each at most once (`systems(name)` once per name), and may be empty or missing. `#[cfg]` on any entry of a
/// section, documentation, and `#[derive(Clone, Debug, Snapshot, Serialize, Deserialize)]` on the struct are supported. The name of an
/// entry is the last segment of its path, in snake case; `as Name` overrides it. Entries without an initial value start from `Default`, so
/// `World::default()` always exists.
///
/// Each entry of `queries:`, and the requirements of each system that runs per entity, generate two methods, such as
/// `query_position_velocity()` and `query_position_velocity_mut()`. The name lists components and relations in the order of the declaration
/// (those of included sets first), and items have the same order, after the entity: `(Velocity, Position)` generates the same methods.
/// Filters follow, as in `query_health_with_idle_without_asleep_any_fire_poison()`. For a system, the name begins with the components that
/// it takes by reference; if it takes none, with those that its `with(..)` requires, which the query then yields. `cargo doc` of your crate
/// lists all methods of your world.
///
/// # Schedules
///
/// `world.run()` runs `systems:`, and `world.run_render()` runs `systems(render):`. Systems run in the order of the list; their commands
/// are applied at each `sync` and at the end. A system that is listed in several schedules under one name is one system, with one state;
/// its initial state and its attributes are written at its first entry.
///
/// Unlike other schedules, `run()` first copies each [double-buffered component](#past-and-present) to its past, then ages events (unless
/// the last `run()` ended in a panic), and then applies requested transitions of [states](State). `systems(on_exit = Phase::Menu)` and
/// `systems(on_enter = Phase::Play)` run with such a transition, in this order; each is a schedule of its own, and commands are applied at
/// its end. [`FixedStep`] computes how many runs are due in a frame.
///
/// A system with `#[system(run_if = late)]` runs only if `late`, a [`condition`](macro@condition) of the section `conditions:`, holds. It
/// is evaluated just before the system would run, also by `run_<system>()`. The system waits for systems that write what its condition
/// reads, as if it read that itself. `run_if = on_event(Hit)` holds if events were sent since the schedule last reached the system, and
/// [`EventReader<'_, Hit>`](EventReader) in a system or condition yields these events. `run_if = any_with(Ship)` holds if any entity has
/// the component. The world keeps one cursor for each system and use. All conditions of a system are evaluated, and all its cursors
/// advance, whether it runs or not. If a condition panics and the panic is caught, no cursor advances, and the next run yields these events
/// again.
///
/// With the feature `rayon`, these methods run non-conflicting systems in parallel if that takes less time than running them one after
/// another, which is measured from time to time. The result is the same. `World::PLAN` lists what each system accesses, and the stages.
/// `run_sequential()` runs one system after another (one that is `parallel` still divides its entities over threads). `par_run()` is for
/// worlds whose contents can all be sent to other threads, and a compile error for others. Schedules of states always run their systems one
/// after another.
///
/// ```text
/// Stages of schedule run, each with systems that can run in parallel:
///   1: advance, strike
///   2: drag (after advance: Velocity), count (after strike: Events<Hit>)
///   sync
///   3: reap
/// ```
///
/// # Views
///
/// The entities that match one distinct set of requirements are a view, which is shared by all systems and queries with these
/// requirements. How it is kept is decided at compile time, and shown by `World::PLAN` and in the documentation of the world:
///
/// | view | a change costs | iteration reads | when |
/// |---|---|---|---|
/// | storage | nothing | the slice of the storage | one component is required, without filters |
/// | [`group`](GroupView) | a swap per owned storage | slices; looks up what it does not own | unless other groups own the storages |
/// | [`list`](ListView) | a push or a swap | a list, looking components up | filters, and no group is possible; or no component is required |
/// | [`scan`](ScanView) | nothing | the smallest storage, looking the others up | no filters, and no group is possible |
/// | [`delayed`](DelayedView) | a record, once per entity and sync | a list | on demand: bursts of changes |
/// | [`active_passive`](ActivePassiveView) | a bit | a list by ascending index, made at syncs | on demand: heavy churn |
///
/// A group that owns only some of the storages that it requires is *partial*: it looks up the other components. Looked-up values *follow*
/// the first partial group that looks them up for a system, if it has at least 64 entities; they stay behind the values of the group that
/// owns their storage. If their order changed, a run begins by making the values of each 64 consecutive entities adjacent, with at most one
/// swap per 32 entities and 64 more. Over a view of at least 64 entities, systems use cached positions if neither the view nor the storages
/// in which it looks components up changed since the last run. They take 4 bytes per entity and looked-up component; `shrink_to_fit` frees
/// them.
///
/// `#[system(view = list)]`, `#[view(list)]` on an entry of `systems:` or `queries:`, and `groups:` override the default. A storage has one
/// order, and groups receive storages by priority: entries of `groups:`, which own all that they require; `view = group`; views of two or
/// more components; those of one component and a filter; those that only query parameters request. Among equals, views of more systems are
/// first, then larger ones, then those requested first. A requested group that receives no storage is a compile error, which names the
/// groups that own its storages and says what to write.
///
/// A parameter `Query<'_, World, (&mut A, &B)>` of a system requests a view, too, if it requires two or more components. It shares an
/// existing view with the same requirements. Otherwise it becomes a group of the storages that are unowned, or owned only by groups whose
/// entities are all among its own, or include them all; if there are none, it is a scan. It never demotes another view.
/// `#[system(view(bodies) = none)]` opts out for the parameter `bodies`; `view(bodies) = list`, `delayed` or `active_passive` requests a
/// list.
///
/// `#[tracked]` on an entry of `components:` or `relations:` tracks its changes for each [`ChangeReader`], in addition to those that
/// `#[system(changed(..))]` requires. Code outside of systems uses a reader in place of the filter:
/// `reader.query::<_, (&A, &mut B)>(&mut world)`.
///
/// `#[handles]` on an entry of `components:` declares that its values contain handles of entities, which
/// [`VisitHandles`](trait@VisitHandles) finds. When entities are cloned or moved together, the handles among them are replaced.
///
/// `#[rare]` on an entry of `components:` declares that few entities have the component. Views that require it receive storages after all
/// others, even as entries of `groups:` (but before those that only query parameters request), and own none that a group without rare
/// components owns. Other views without rare components, such as lists and those of one component, own no storage and take none from them.
/// [`world.advice()`](EcsWorld::advice) reports where it is missing, by comparing the plan with the sizes at run time. `#[rare(false)]`
/// overrides `#[rare]` of a set. Systems over lists and scans also read values as slices where these are adjacent in all storages, such as
/// those of entities that were spawned together.
///
/// # Past and present
///
/// `#[double_buffered]` on an entry of `components:` keeps the [`Past`] of its values: the values as they were when `run()` started.
/// Systems and queries (parameters, and ad-hoc ones; not entries of `queries:`) read it as `&Past<Position>`, and
/// `world.past::<Position>(entity)` returns it. An entity has a past exactly if it has the component. An inserted value is its own past
/// until the next run. `replace`, `insert` over a value, `get_mut` and an `exchange` of the component for itself do not change the past.
/// Other schedules, and systems that are run alone, copy nothing. A past is never borrowed as `&mut`.
///
/// Reading the past conflicts with no system. So systems that write the present share a stage with those that read the past, and all
/// entities see the same state of their neighbours, in whatever order they are visited:
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Position(f32);
///
/// #[system(parallel)]
/// fn gather(position: &mut Position, own: &Past<Position>, all: Query<'_, World, &Past<Position>>) {
///     let (count, sum) = all.iter().fold((0.0, 0.0), |(count, sum), other| (count + 1.0, sum + other.0));
///     position.0 = (own.0 + sum / count) / 2.0;
/// }
///
/// ecs_world! {
///     components: #[double_buffered] Position;
///     systems: gather;
/// }
///
/// let mut world = World::default();
/// let all = world.spawn_batch([0.0, 4.0, 8.0].map(Position));
/// world.run();
/// assert!(world.query::<&Position>().iter().map(|position| position.0).eq([2.0, 4.0, 6.0]));
/// assert_eq!(world.past::<Position>(all[0]), Some(&Position(0.0)));
/// ```
///
/// The component must be `Clone`. Each value is copied by `clone_from`, in **O(values)** time and without an allocation by the library: as
/// fast as a memory copy if `Clone` is one. (A derived `Clone` allocates again for each value that owns memory; a hand-written `clone_from`
/// can reuse the memory.) If a `Clone` panics, the values before it have been copied, and the world is consistent. The past has an index of
/// its own: it costs as much memory as the component, and a structural change of the component costs 1.3 to 2 times as much.
///
/// # Relations
///
/// An entry of `relations:` is a component that holds the handle of another entity, its *target*: a struct with `#[derive(Relation)]`. It
/// is inserted, removed and read like any component, and the world keeps an index of it: `world.sources::<Targets>()` reads the sources of
/// each target, in the order in which they were linked to it. A relation is never borrowed as `&mut`; to change the target, insert it
/// again. In a `tree`, no entity is its own ancestor, and `world.tree::<ChildOf>()` reads parents, children, ancestors and descendants.
/// Systems take `Sources<'_, Targets>` and `Tree<'_, ChildOf>`. A relation with several targets, in an [`EntitySet`], is declared as
/// `many`.
///
/// | when a target is despawned | its sources |
/// |---|---|
/// | `cascade` | are despawned, too: each before its own target, with their callbacks |
/// | `clear` | lose the relation first, in one transition each; with several targets, only this one, and the relation with the last |
/// | `keep` | keep a stale handle |
///
/// A bundle with a dead target, or one that would make an entity of a tree its own ancestor, is refused as a whole: `insert`, `replace`,
/// `exchange` and `try_spawn` return it in a [`ChangeError`] that names both entities; `spawn` and its batches panic; commands are dropped
/// and [counted](EcsWorld::dropped_commands).
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Relation)]
/// struct ChildOf(Entity);
///
/// #[derive(Relation)]
/// struct Targets(Entity);
///
/// ecs_world! { relations: ChildOf (tree, cascade), Targets (clear); }
///
/// let mut world = World::default();
/// let tank = world.spawn(());
/// let turret = world.spawn(ChildOf(tank));
/// let enemy = world.spawn(Targets(turret));
/// assert!(world.insert(tank, ChildOf(turret)).is_err());
/// world.despawn(tank).unwrap();
/// assert!(!world.contains(turret) && !world.has::<Targets>(enemy));
/// ```
///
/// # Snapshots
///
/// `#[derive(Snapshot)]` on the struct generates the methods `snapshot()`, `snapshot_into(&mut snapshot)` and `restore(&snapshot)`. A
/// [`Snapshot`] contains the whole state: entities with their generations and free slots, components in their order, views (even unsettled
/// ones), relations, resources, events and cursors, states and requested transitions, the fields of systems, pending commands, reserved
/// entities, and changes that systems have not seen. After a restore the same operations have the same results, bit for bit; no callback
/// runs. Everything in it must be `Clone`; a type that is not is reported at its entry. [`Timeline`] keeps the snapshots of the last
/// frames, for rollback and rewinding.
///
/// `#[transient]` before a component, resource, event, state or system excludes it from snapshots, for example a mesh, a window or a cache.
/// It need not be `Clone`, and a restore leaves it as it is: an entity that is alive in both states keeps its transient components, others
/// lose theirs. A view that mentions a transient component owns no storage of a component that is not transient, since its order would
/// depend on values that snapshots lack. A restore rebuilds such views, in ascending order. Relations cannot be transient.
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Debug, Clone, PartialEq)]
/// struct Position(f32);
///
/// ecs_world! {
///     #[derive(Snapshot)]
///     pub struct Game;
///     components: Position;
/// }
///
/// let mut game = Game::default();
/// let ship = game.spawn(Position(1.0));
/// let before = game.snapshot();
/// game.despawn(ship).unwrap();
/// game.restore(&before);
/// assert_eq!(game.get::<Position>(ship), Some(&Position(1.0)));
/// ```
///
/// # Saves
///
/// With the feature `serde`, `#[derive(Serialize)]` on the struct makes it possible to write the world in any format of serde, and
/// `#[derive(Deserialize)]` to read it. A loaded world continues as the saved one would have, with its pending commands, reserved entities
/// and changes that views have not settled. Only commands that are function calls or clones must be applied first, by `flush`; otherwise
/// saving returns an error that says so. Input that is not a save of this world is refused with an error that names the place. All contents
/// must implement the same traits, except those that are `#[transient]` or are written and read by functions of yours:
/// `#[saved(with = module)]` before an entry names a module with `serialize` and `deserialize`.
///
/// A save of another declaration is refused, unless the world says what changed:
///
/// | attribute | before | says |
/// |---|---|---|
/// | `#[version(2)]` | the struct | this is a later declaration, and saves of earlier ones are read |
/// | `#[since(2)]` | an entry | earlier saves lack it: it starts as in a new world |
/// | `#[renamed("Old")]` | an entry | earlier saves have it by this name |
/// | `#[removed("Old" = Type)]` | the struct | earlier saves have it, and it is left out; the type is for formats that do not describe themselves |
///
/// `Load` reads saves of other declarations without these attributes. `docs/SAVES.md` in the repository has examples (*Earlier versions*),
/// and describes the form of a save and the guarantees; the book has a chapter on saves.
///
/// Such worlds also have `state_hash()`, `part_hashes()`, `content_hash()` and `first_difference(&other)`, to compare states; see
/// `docs/STATE.md`.
///
/// # Storages
///
/// `#[storage(..)]` on an entry of `components:` or `relations:` selects the storage of its values:
///
/// | storage | insert, remove | order of iteration | choose it for |
/// |---|---|---|---|
/// | [`sparse_set`](SparseSet), the default | O(1) | of insertion, until a removal; groups move values | what systems iterate together |
/// | [`vec`](VecStorage) | O(1) | ascending | what nearly all entities have |
/// | [`packed`](PackedArray) | O(values) | ascending | what is hardly ever inserted or removed |
/// | [`hashed_array_tree(chunk = 64)`](HashedArrayTree) | O(1) | ascending | values that must keep their address |
/// | [`hash_map`](HashMapSet), [`btree_map`](BTreeMapSet) | O(1), O(log n) | as a sparse set | what very few entities have |
/// | [`tag`](TagSet) | O(1) | ascending | components without a size |
///
/// Code that uses a component does not depend on its storage. Groups own sparse sets only. `docs/STORAGES.md` in the repository
/// helps to choose a storage and a view: it lists bytes and measured times.
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
/// /// Damages poisoned entities and despawns dead ones.
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
