//! Commands: in batches, appended, and dropped before they are applied; no allocation once as many commands were pending before.
#![allow(unsafe_code, reason = "an allocator that counts is written with `unsafe`")]

#[path = "common/components.rs"]
mod components;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use components::{Position, Velocity};
use ecs_world::prelude::*;

thread_local! {
    /// Allocations on this thread.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    /// Number of living values.
    static LIVE: Cell<i32> = const { Cell::new(0) };
    /// Number of drops before one panics; `None`: none panics.
    static DROPS: Cell<Option<u32>> = const { Cell::new(None) };
}

struct Counting;

// SAFETY: all calls are forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller fulfils the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller fulfils the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Counts its instances, and can be set to panic when it is dropped, but never during another panic.
#[derive(Debug)]
struct Counted;

impl Counted {
    fn new() -> Self {
        LIVE.set(LIVE.get() + 1);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        let left = DROPS.get();
        DROPS.set(left.and_then(|left| left.checked_sub(1)));
        assert!(left != Some(0) || std::thread::panicking(), "this drop panics");
    }
}

ecs_world! {
    struct World;
    components: Position, Velocity, Counted;
    queries: (Position, Velocity), (Counted);
}

fn positions(world: &World) -> Vec<u32> {
    world.query::<&Position>().iter().map(|position| position.0).collect()
}

#[test]
fn batches_are_equivalent_to_single_commands() {
    let mut worlds = [World::default(), World::default()];
    for (world, in_bulk) in worlds.iter_mut().zip([true, false]) {
        let existing = world.spawn_batch((0..10).map(Position)).into_vec();
        let (first, second) = existing.split_at(5);
        let commands = world.commands();
        if in_bulk {
            commands.spawn_batch((10..13).map(|n| (Position(n), Velocity(n))));
            commands.insert_batch(first.iter().map(|entity| (*entity, Velocity(entity.index()))));
            commands.remove_batch::<Position>(first[1..3].iter().copied());
            commands.despawn_batch(second.iter().copied().chain([second[0]]));
            commands.spawn(Position(99));
        } else {
            for n in 10..13 {
                commands.spawn((Position(n), Velocity(n)));
            }
            for entity in first {
                commands.insert(*entity, Velocity(entity.index()));
            }
            for entity in &first[1..3] {
                commands.remove::<Position>(*entity);
            }
            for entity in second.iter().chain([&second[0]]) {
                commands.despawn(*entity);
            }
            commands.spawn(Position(99));
        }
        assert_eq!(commands.len(), 3 + 5 + 2 + 6 + 1, "each change of a batch counts as a command");
        world.flush();
        world.check_invariants().unwrap();
        assert_eq!(world.dropped_commands(), 1, "the last despawn is of an entity that is already dead");
    }
    let [bulk, single] = worlds;
    assert!(bulk.entities().eq(single.entities()));
    assert_eq!(positions(&bulk), positions(&single));
    let moving = |world: &World| format!("{:?}", world.query_position_velocity().iter().collect::<Vec<_>>());
    assert_eq!(moving(&bulk), moving(&single));
}

#[test]
fn empty_batches_are_not_commands() {
    let mut world = World::default();
    world.commands().spawn_batch::<[Position; 0]>([]);
    world.commands().insert_batch::<Position>([]);
    world.commands().remove_batch::<Position>([]);
    world.commands().despawn_batch([]);
    assert!(world.commands().is_empty());
}

#[test]
fn commands_are_one_word() {
    assert_eq!(size_of::<Commands<World>>(), size_of::<usize>());
}

#[test]
fn commands_allocate_nothing_before_the_first_is_issued() {
    let before = ALLOCATIONS.get();
    let (mut own, mut other) = (Commands::<World>::default(), Commands::default());
    own.append(&mut other);
    own.clear();
    assert!(own.is_empty() && other.is_empty());
    assert_eq!(ALLOCATIONS.get() - before, 0);
    other.despawn(World::default().spawn(()));
    own.append(&mut other);
    assert_eq!((own.len(), other.len()), (1, 0));
}

#[test]
fn appended_commands_stay_between_those_before_and_after_them() {
    let mut world = World::default();
    let mut own = Commands::default();
    // More batches each time, so that the list of them is no longer in one piece.
    for batches in [1, 2, 3, 5, 9] {
        let (mut other, mut expected) = (Commands::default(), vec![]);
        for batch in 0..batches {
            own.spawn(Position(2 * batch));
            other.spawn(Position(2 * batch + 1));
            own.append(&mut other);
            expected.extend([2 * batch, 2 * batch + 1]);
            assert_eq!((own.len(), other.len()), (expected.len(), 0));
        }
        world.commands().append(&mut own);
        assert_eq!((world.commands().len(), own.len()), (expected.len(), 0));
        world.flush();
        let spawned: Vec<_> = world.query::<&Position>().iter().map(|position| position.0).collect();
        assert_eq!(spawned, expected);
        world.clear();
    }
}

#[test]
fn items_before_a_panic_of_the_iterator_are_recorded() {
    let mut world = World::default();
    let existing = world.spawn_batch((0..4).map(Position)).into_vec();
    let commands = world.commands();
    let stop = |n: u32| assert!(n < 2, "the iterator panics at item {n}");
    let numbers = || (0..4).inspect(|n| stop(*n));
    let caught = [
        catch_unwind(AssertUnwindSafe(|| commands.spawn_batch(numbers().map(|n| (Position(10 + n), Counted::new()))))),
        catch_unwind(AssertUnwindSafe(|| {
            commands.insert_batch(numbers().map(|n| (existing[n as usize], Velocity(n))));
        })),
        catch_unwind(AssertUnwindSafe(|| commands.despawn_batch(numbers().map(|n| existing[n as usize])))),
    ];
    assert!(caught.iter().all(Result::is_err));
    commands.spawn(Position(20));
    assert_eq!(commands.len(), 2 + 2 + 2 + 1);
    world.flush();
    world.check_invariants().unwrap();
    let mut left = positions(&world);
    left.sort_unstable();
    assert_eq!(left, [2, 3, 10, 11, 20]);
    drop(world);
    assert_eq!(LIVE.get(), 0);
}

#[test]
fn joined_commands_are_applied_in_the_order_of_joining() {
    let mut world = World::default();
    let mut others = [Commands::default(), Commands::default(), Commands::default()];
    world.commands().spawn(Position(0));
    others[0].spawn(Position(3));
    others[1].spawn_batch([Position(1), Position(2)]);
    let [first, second, empty] = &mut others;
    world.commands().append(second);
    world.commands().append(empty);
    world.commands().append(first);
    world.commands().spawn(Position(4));
    assert!(others.iter().all(Commands::is_empty));
    assert_eq!(world.commands().len(), 5);
    world.flush();
    assert_eq!(positions(&world), [0, 1, 2, 3, 4]);
}

/// One frame: commands of two appended queues, which insert and remove, and own ones, which despawn and spawn as many entities.
fn frame(world: &mut World, others: &mut [Commands<World>; 2], last: &mut Vec<Entity>) {
    let commands = world.commands();
    for (other, entity) in others.iter_mut().zip(&*last) {
        other.insert(*entity, Velocity(1));
        other.remove_batch::<Position>(last.iter().copied());
        commands.append(other);
    }
    commands.despawn_batch(last.drain(..));
    commands.spawn_batch((0..50).map(|n| (Position(n), Velocity(n))));
    (0..50).for_each(|n| commands.spawn(Position(n)));
    world.flush();
    last.extend(world.query::<Entity>().iter());
}

#[test]
fn nothing_is_allocated_in_steady_state() {
    let (mut world, mut others, mut last) = (World::default(), Default::default(), vec![]);
    for _ in 0..10 {
        frame(&mut world, &mut others, &mut last);
    }
    let before = ALLOCATIONS.get();
    for _ in 0..100 {
        frame(&mut world, &mut others, &mut last);
    }
    assert_eq!(ALLOCATIONS.get() - before, 0);
    assert_eq!(last.len(), 100);
}

/// A world with values that are pending in all possible ways: in own commands and appended ones, one by one and in batches.
fn waiting() -> World {
    let mut world = World::default();
    let entity = world.spawn(Position(0));
    let mut other = Commands::default();
    other.spawn_batch((0..3).map(|_| Counted::new()));
    other.insert(entity, (Counted::new(), Velocity(1)));
    world.commands().spawn((Position(1), Counted::new()));
    world.commands().append(&mut other);
    world.commands().insert_batch([(entity, Counted::new())]);
    world
}

const WAITING: i32 = 6;

#[test]
fn pending_values_are_dropped_once_with_the_queue_or_with_the_world() {
    let mut cleared = waiting();
    assert_eq!(LIVE.get(), WAITING);
    cleared.commands().clear();
    assert_eq!((LIVE.get(), cleared.commands().len()), (0, 0));
    cleared.flush();
    assert_eq!(cleared.len(), 1);
    let dropped = waiting();
    drop(dropped);
    assert_eq!(LIVE.get(), 0);
    let mut replaced = waiting();
    *replaced.commands() = Commands::default();
    assert_eq!(LIVE.get(), 0);
    let mut applied = waiting();
    applied.flush();
    // One entity was given a value twice.
    assert_eq!(LIVE.get(), WAITING - 1);
    drop(applied);
    assert_eq!(LIVE.get(), 0);
}

#[test]
fn a_drop_that_panics_loses_no_other_pending_value() {
    for nth in 0..WAITING.unsigned_abs() {
        for by_clearing in [true, false] {
            let mut world = waiting();
            DROPS.set(Some(nth));
            let caught = catch_unwind(AssertUnwindSafe(|| {
                if by_clearing {
                    world.commands().clear();
                    return Some(world);
                }
                drop(world);
                None
            }));
            assert!(caught.is_err(), "drop {nth} panics");
            assert_eq!(LIVE.get(), 0, "after drop {nth}, clearing: {by_clearing}");
        }
    }
}

#[test]
fn a_panic_in_the_middle_of_a_batch_leaves_the_rest_for_the_next_sync() {
    let mut world = World::default();
    let entities = world.spawn_batch((0..4).map(|_| Counted::new())).into_vec();
    world.commands().insert_batch(entities.iter().map(|entity| (*entity, Counted::new())));
    world.commands().spawn(Position(1));
    DROPS.set(Some(1));
    assert!(catch_unwind(AssertUnwindSafe(|| world.flush())).is_err());
    world.check_invariants().unwrap();
    assert_eq!((world.commands().len(), LIVE.get()), (3, 6), "two of four were inserted");
    world.flush();
    assert_eq!((world.commands().len(), LIVE.get(), positions(&world)), (0, 4, vec![1]));
    drop(world);
    assert_eq!(LIVE.get(), 0);
}

mod calls {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    struct Gold(u32);

    ecs_world! { #[derive(Clone)] struct Market; components: Gold; }

    fn double(market: &mut Market, entity: Entity) {
        if let Some(gold) = market.get_mut::<Gold>(entity) {
            gold.0 *= 2;
        }
    }

    #[test]
    fn a_queued_function_is_called_in_its_turn() {
        let mut market = Market::default();
        let rich = market.spawn(Gold(1));
        let commands = market.commands();
        commands.queue(double, rich);
        commands.insert(rich, Gold(5));
        commands.queue(double, rich);
        commands.queue(|market, (rich, by)| market.insert(rich, Gold(by)).unwrap(), (rich, 7));
        commands.queue(double, rich);
        assert_eq!((commands.len(), market.get::<Gold>(rich)), (5, Some(&Gold(1))));
        market.flush();
        assert_eq!(market.get::<Gold>(rich), Some(&Gold(14)));
    }

    #[test]
    fn commands_of_a_queued_function_are_applied_in_the_same_sync() {
        fn again(market: &mut Market, left: u32) {
            market.spawn(Gold(left));
            if left > 0 {
                market.commands().queue(again, left - 1);
            }
        }
        let mut market = Market::default();
        market.commands().queue(again, 3);
        market.flush();
        assert_eq!(market.query::<&Gold>().iter().map(|gold| gold.0).collect::<Vec<_>>(), [3, 2, 1, 0]);
    }

    #[test]
    fn an_entity_that_a_queued_function_reserves_is_alive_before_its_bundle_is_inserted() {
        for others in 0..3 {
            let mut market = Market::default();
            market.commands().queue(
                |market, ()| {
                    let [first, second] = [1, 2].map(|gold| market.spawner().spawn(Gold(gold)));
                    let mut spawner = market.spawner();
                    let third = spawner.reserve_entity();
                    spawner.insert(third, Gold(3));
                    assert!(![first, second, third].iter().any(|entity| market.contains(*entity)));
                },
                (),
            );
            (0..others).for_each(|_| market.commands().spawn(Gold(7)));
            market.flush();
            assert_eq!((market.len(), market.dropped_commands()), (3 + others, 0));
            let found: Vec<_> = market.query::<&Gold>().iter().map(|gold| gold.0).collect();
            assert!([1, 2, 3].iter().all(|gold| found.contains(gold)), "{found:?}");
            market.check_invariants().unwrap();
        }
    }

    #[test]
    fn a_queued_function_can_sync_the_world_itself() {
        let mut market = Market::default();
        market.commands().queue(
            |market, gold| {
                market.flush();
                assert_eq!(market.len(), 1, "the command that was recorded later is already applied");
                market.spawn(gold);
            },
            Gold(1),
        );
        market.commands().spawn(Gold(2));
        market.flush();
        assert_eq!(market.query::<&Gold>().iter().map(|gold| gold.0).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_queued_function_can_clear_the_commands_after_it() {
        let mut market = Market::default();
        market.commands().spawn(Gold(1));
        market.commands().queue(
            |market, ()| {
                market.commands().clear();
                market.commands().spawn(Gold(3));
            },
            (),
        );
        market.commands().queue(|market, ()| market.commands().clear(), ());
        market.commands().spawn(Gold(2));
        market.flush();
        assert_eq!(market.query::<&Gold>().iter().map(|gold| gold.0).collect::<Vec<_>>(), [1, 3]);
        market.commands().queue(|market, ()| market.commands().clear(), ());
        market.commands().spawn(Gold(4));
        market.flush();
        assert_eq!((market.len(), market.commands().len()), (2, 0));
    }

    #[test]
    fn values_of_queued_functions_are_dropped_and_cloned_with_the_world() {
        let mut market = Market::default();
        let value = Arc::new(());
        for _ in 0..3 {
            market.commands().queue(|market, _: Arc<()>| _ = market.spawn(Gold(1)), Arc::clone(&value));
        }
        let mut clone = market.clone();
        assert_eq!(Arc::strong_count(&value), 7);
        market.flush();
        assert_eq!((Arc::strong_count(&value), market.len(), clone.len()), (4, 3, 0));
        clone.flush();
        assert_eq!((Arc::strong_count(&value), clone.len()), (1, 3));
        market.commands().queue(|_, _: Arc<()>| {}, Arc::clone(&value));
        drop(market);
        assert_eq!(Arc::strong_count(&value), 1);
    }

    #[test]
    fn commands_after_a_queued_function_that_panics_remain() {
        let mut market = Market::default();
        market.commands().spawn(Gold(1));
        market.commands().queue(|_, ()| panic!("the market is closed"), ());
        market.commands().queue(|market, ()| _ = market.spawn(Gold(2)), ());
        assert!(catch_unwind(AssertUnwindSafe(|| market.flush())).is_err());
        assert_eq!((market.len(), market.commands().len()), (1, 1));
        market.flush();
        assert_eq!(market.len(), 2);
    }
}

mod despawns {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    struct A(u32);
    #[derive(Debug, Clone, PartialEq)]
    struct B(u32);
    #[derive(Debug, Clone, PartialEq, Relation)]
    struct ChildOf(Entity);

    #[derive(Debug, Default)]
    struct Gone(Vec<u32>);

    #[derive(Debug, Default)]
    struct Watching;

    #[system]
    impl Watching {
        fn run(_: &A) {}
        fn on_removed(a: &A, gone: &mut Gone) {
            gone.0.push(a.0);
        }
    }

    ecs_world! {
        struct Yard;
        components: A, #[storage(vec)] B;
        relations: ChildOf (tree, cascade);
        resources: Gone;
        systems: Watching;
    }

    #[test]
    fn all_entities_that_have_a_bundle_are_despawned_in_the_order_of_its_storage() {
        for count in [0_u32, 1, 2, 3, 64, 65] {
            let mut yard = Yard::default();
            let kept = yard.spawn(B(0));
            yard.spawn_batch((0..count).map(A));
            let both: Vec<_> = yard.spawn_batch((0..count).map(|n| (A(100 + n), B(n)))).into_vec();
            // The storage with more values has another order, which has no effect.
            yard.sort_by_key::<A, _>(|a| std::cmp::Reverse(a.0));
            assert_eq!(yard.despawn_with::<(A, B)>(), both.len());
            assert_eq!(yard.resources.gone.0, (100..100 + count).collect::<Vec<_>>());
            assert_eq!(yard.len(), 1 + count as usize);
            yard.commands().despawn_with::<A>();
            yard.flush();
            assert!(yard.entities().eq([kept]) && yard.resources.gone.0.len() == 2 * count as usize);
            yard.check_invariants().unwrap();
        }
    }

    #[test]
    fn despawn_with_ignores_optional_parts_and_an_empty_bundle_matches_all() {
        let mut yard = Yard::default();
        let first = yard.spawn(B(0));
        yard.spawn((A(1), B(1)));
        yard.spawn(A(2));
        assert_eq!(yard.despawn_with::<(A, Option<B>)>(), 2);
        assert!(yard.entities().eq([first]));
        yard.spawner().spawn(());
        assert_eq!((yard.despawn_with::<()>(), yard.is_empty()), (2, true));
        assert_eq!(yard.despawn_with::<Option<A>>(), 0);
    }

    #[test]
    fn an_entity_that_is_despawned_with_its_parent_counts_once() {
        let mut yard = Yard::default();
        let parent = yard.spawn(A(0));
        let child = yard.spawn((A(1), ChildOf(parent)));
        yard.spawn((A(2), ChildOf(child)));
        assert_eq!(yard.despawn_with::<A>(), 3);
        assert_eq!((yard.len(), &*yard.resources.gone.0), (0, &[2, 1, 0][..]));
        yard.check_invariants().unwrap();
    }
}

mod fragile {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use ecs_world::prelude::*;

    #[derive(Debug, PartialEq)]
    struct Fragile(bool);

    impl Clone for Fragile {
        fn clone(&self) -> Self {
            assert!(!self.0, "cloning this value panics");
            Self(false)
        }
    }

    ecs_world! { struct Shelf; components: Fragile; }

    #[test]
    fn a_template_that_panics_as_it_is_cloned_reserves_no_entity() {
        let mut shelf = Shelf::default();
        let (whole, broken) = (Template::new().with(Fragile(false)), Template::new().with(Fragile(true)));
        let mut spawner = shelf.spawner();
        let first = spawner.spawn_template(&whole);
        assert!(catch_unwind(AssertUnwindSafe(|| spawner.spawn_template(&broken))).is_err());
        let second = spawner.spawn_template(&whole);
        shelf.flush();
        assert!(shelf.entities().eq([first, second]) && shelf.query::<&Fragile>().iter().count() == 2);
    }
}
