//! `ecs_world!`, with its whole documentation.

// What the links of the documentation name.
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
///     queries:    (Type, ..., [with(A, B)], [without(A, B)], [any(A, B)]), ... ;   // `with`: required, and not fetched
///     groups:     (Type, ..., [without(A, B)], [any(A, B)]), ... ;   // groups with the highest priority, but for `#[rare]`
///     include:    path::to::set [{ Type as Name, ... }], ... ;   // what `ecs_components!` declares; `..set` in `systems:`
/// }
/// ```
///
/// Sections are in any order, each at most once (`systems(name)` once per name), and may be empty or missing. `#[cfg]` on any entry of
/// a section, documentation, and `#[derive(Clone, Debug, Snapshot, Serialize, Deserialize)]` on the struct are supported. The name of an entry is the last
/// segment of its path, in snake case; `as Name` overrides it. Entries without an initial value start from `Default`, so
/// `World::default()` always exists.
///
/// Each entry of `queries:`, and the requirements of each system that runs per entity, generate `query_position_velocity()` and the
/// same with `_mut`. The name lists components and relations in the order of the declaration (those of included sets first), and so do the items,
/// after the entity: `(Velocity, Position)` generates the same methods. Filters follow, as in
/// `query_health_with_idle_without_asleep_any_fire_poison()`. For a system, the name begins with the components that it takes by
/// reference; if it takes none, with those that its `with(..)` requires, which it yields then. `cargo doc` of your crate lists all
/// methods of your world.
///
/// # Schedules
///
/// `world.run()` runs `systems:`, and `world.run_render()` runs `systems(render):`: its systems in this order, applying their
/// commands at each `sync` and at the end. A system that is listed in several schedules under one name is one system, with one
/// state; its initial state and its attributes are written at its first entry.
///
/// Unlike other schedules, `run()` first copies each [double-buffered component](#past-and-present) to its past, then ages events
/// (unless the last `run()` ended in a panic), and then applies requested transitions of [states](State).
/// `systems(on_exit = Phase::Menu)` and `systems(on_enter = Phase::Play)` run with such a transition, in this order; each is a
/// schedule of its own, and commands are applied at its end. [`FixedStep`] says how many runs a frame is worth.
///
/// `#[system(run_if = late)]` runs only if a [`condition`](macro@condition) of the section `conditions:` holds, which is evaluated
/// just before the system would run, also by `run_<system>()`. The system waits for systems that write what its condition reads, as if
/// it read that itself. `run_if = on_event(Hit)` holds if events were sent since the schedule last reached the system, and
/// [`EventReader<'_, Hit>`](EventReader) in a system or condition has these events. `run_if = any_with(Ship)` holds if some entity has
/// the component. The world keeps one cursor for each system and use. All conditions of a system are evaluated, and all its cursors
/// advance, whether it runs or not; if a condition panics, and the panic is caught, no cursor does, and the next run passes these
/// events again.
///
/// With the feature `rayon` these methods run non-conflicting systems in parallel, where that takes less time than to run
/// them in turn, as is measured now and then. The result is the same: `World::PLAN` lists what each system
/// accesses, and the stages. `run_sequential()` runs one system after another (one that is `parallel` still divides its entities over threads); `par_run()` exists for worlds whose contents can all be sent to other
/// threads, and is a compile error for others. The schedules of states always run in turn.
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
/// A group that owns only some of the storages that it requires is *partial*: it looks up the other components. Behind the values of
/// the group that owns their storage, these *follow* the first partial group that looks them up for a system, from 64 entities on: a
/// run that finds their order changed begins by making values of 64 consecutive entities adjacent, with at most a swap per 32 entities
/// and 64 more. If neither a view nor the storages in which it looks components up changed since the last run, systems use cached
/// positions, which take 4 bytes per entity and component that is looked up, from 64 entities on; `shrink_to_fit` frees them.
///
/// `#[system(view = list)]`, `#[view(list)]` on an entry of `systems:` or `queries:`, and `groups:` override the
/// default. A storage has one order, and groups receive storages by priority: entries of `groups:`, which own all that they require;
/// `view = group`; views of two or more components; those of one component and a filter; those that only query parameters request. Among
/// equals, views of more systems are first, then larger ones, then those requested first. A requested group that receives nothing is a
/// compile error, which names the groups that own its storages and what to write.
///
/// A parameter `Query<'_, World, (&mut A, &B)>` of a system requests a view, too, if it requires two or more components. It
/// shares the view of others if there is one; otherwise it becomes a group of the storages that no group owns, or only groups whose entities
/// are a part of its own, or which contain them; if there are none, it is a scan. It demotes no other view. `#[system(view(bodies) = none)]` opts out for the parameter
/// `bodies`; `view(bodies) = list`, `delayed` or `active_passive` requests a list.
///
/// `#[tracked]` on an entry of `components:` or `relations:` tracks its changes for each [`ChangeReader`], beside those that
/// `#[system(changed(..))]` asks for. A reader is what code that is no system has instead of a filter:
/// `reader.query::<_, (&A, &mut B)>(&mut world)`.
///
/// `#[handles]` on an entry of `components:` says that its values hold handles of entities, by [`VisitHandles`](trait@VisitHandles);
/// those that lead to entities that are cloned or moved together are replaced.
///
/// `#[rare]` on an entry of `components:` says that few entities have the component: views that require it receive storages after
/// all others, also as entries of `groups:` (but before those that only query parameters request), and own none that a group
/// without rare components owns. Other views without rare components, such as lists and those of one component, own no storage
/// and take none from them. [`world.advice()`](EcsWorld::advice) finds out where it is missing: it compares the plan with the
/// sizes at run time. `#[rare(false)]` overrides `#[rare]` of a set. Systems over lists and scans, too, read values as slices if
/// they are adjacent in all storages, as those of entities that were spawned together.
///
/// # Past and present
///
/// `#[double_buffered]` on an entry of `components:` keeps the [`Past`] of its values: what they were when `run()` started. Systems
/// and queries (parameters, and ad-hoc ones; not entries of `queries:`) read it as `&Past<Position>`, and
/// `world.past::<Position>(entity)` returns it. It is there exactly where the component is: a value that is inserted is its own past
/// until the next run; `replace`, `insert` over a value and `get_mut` leave the past, and so does an `exchange` of the component for
/// itself. No other schedule copies, nor does a system that is run by itself. Nothing lends a past as `&mut`.
///
/// Reading the past conflicts with nothing. So systems that write the present share a stage with those that read the past, and all
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
/// The component must be `Clone`. The copy is a `clone_from` per value, in **O(values)** time and without an allocation of the
/// library: as fast as a copy of memory where `Clone` is one. (A derived `Clone` allocates anew for each value that has memory of its
/// own; a `clone_from` by hand reuses it.) If a `Clone` panics, the values before it are copied, and the world is consistent. The past
/// has an index of its own: it costs as much memory as the component, and a structural change of the component costs 1.3 to 2 times as
/// much.
///
/// # Relations
///
/// An entry of `relations:` is a component that holds the handle of another entity, its *target*: a struct with
/// `#[derive(Relation)]`. It is inserted, removed and read as any component, and the world keeps an index of it:
/// `world.sources::<Targets>()` reads the sources of each target, in the order in which they got it. Nothing lends a relation as
/// `&mut`; to change the target, insert it again. In a `tree` no entity is above itself, and `world.tree::<ChildOf>()` reads parents,
/// children, ancestors and descendants. Systems take `Sources<'_, Targets>` and `Tree<'_, ChildOf>`. A relation with several targets, in
/// an [`EntitySet`], is declared as `many`.
///
/// | when a target is despawned | its sources |
/// |---|---|
/// | `cascade` | are despawned, too: each before its own target, with their callbacks |
/// | `clear` | lose the relation first, in one transition each; of several targets they lose this one, and the relation with the last |
/// | `keep` | keep a stale handle |
///
/// A bundle with a dead target, or one that would put an entity of a tree above itself, is refused as a whole: `insert`, `replace`,
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
/// `#[derive(Snapshot)]` on the struct requests the methods `snapshot()`, `snapshot_into(&mut snapshot)` and `restore(&snapshot)`. A
/// [`Snapshot`] has the whole state: entities with their generations and free slots, components in their order, views in any
/// condition, relations, resources, events and cursors, states and requested transitions, the fields of systems, pending commands,
/// reserved entities, and changes that systems have not seen. After a restore the same operations have the same results, bit for bit;
/// no callback runs. Everything in it must be `Clone`; what is not is reported at its entry. [`Timeline`] keeps the snapshots of the
/// last frames, for rollback and rewinding.
///
/// `#[transient]` before a component, resource, event, state or system leaves it out: a mesh, a window, a cache. It need not be
/// `Clone`, and a restore leaves it as it is: an entity that is alive in both states keeps its transient components, others lose
/// theirs. A view that mentions a transient component owns no storage of another one, since its order would depend on what snapshots
/// lack; such views are made anew by a restore, by ascending index. Relations cannot be transient.
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
/// With the feature `serde`, `#[derive(Serialize)]` on the struct requests that the world is written in any format of serde, and
/// `#[derive(Deserialize)]` that one is read. A loaded world continues as the saved one would have, with its pending commands,
/// reserved entities and changes that views have not settled; only functions that wait among commands, and clones, have to be applied
/// first, by `flush`, which saving says. Input that is no save of this world is refused with an error that names the place. Everything
/// in it must implement the same traits, except what is `#[transient]`, or is written and read by functions of yours:
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
/// `Load` reads saves of other declarations without these. `docs/SAVES.md` in the repository has examples
/// (*Earlier versions*), the form of a save, and what is guaranteed; the book has a chapter on saves.
///
/// Such worlds also have `state_hash()`, `part_hashes()`, `content_hash()` and `first_difference(&other)`, to compare states; see
/// `docs/STATE.md`.
///
/// # Storages
///
/// `#[storage(..)]` on an entry of `components:` or `relations:` says how its values are kept:
///
/// | storage | insert, remove | order of iteration | choose it for |
/// |---|---|---|---|
/// | [`sparse_set`](SparseSet), the default | O(1) | of insertion, until a removal; groups move values | all that systems iterate together |
/// | [`vec`](VecStorage) | O(1) | ascending | what nearly all entities have |
/// | [`packed`](PackedArray) | O(values) | ascending | what is hardly ever inserted or removed |
/// | [`hashed_array_tree(chunk = 64)`](HashedArrayTree) | O(1) | ascending | what must keep its address |
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
