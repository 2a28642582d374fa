//! A world whose values, systems and callbacks can be set to panic.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use ecs_world::prelude::*;

thread_local! {
    /// The numbers of live values, and the number of excess drops.
    static LIVE: RefCell<BTreeSet<u64>> = const { RefCell::new(BTreeSet::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
    static EXCESS_DROPS: Cell<u32> = const { Cell::new(0) };
    /// Number of drops, and of clones, that succeed before one panics; `None`: all.
    pub static DROPS: Cell<Option<u32>> = const { Cell::new(None) };
    pub static CLONES: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Counts down; returns `None` after zero.
fn count_down(left: Option<u32>) -> Option<u32> {
    left.and_then(|left| left.checked_sub(1))
}

/// Is registered under a number while it is alive, and can be set to panic when it is dropped or cloned.
///
/// It does not panic while another panic unwinds: that would abort the program.
#[derive(Debug)]
pub struct Fused<const N: usize>(u64);

impl<const N: usize> Fused<N> {
    pub fn new() -> Self {
        let number = NEXT.get();
        NEXT.set(number + 1);
        LIVE.with_borrow_mut(|live| live.insert(number));
        Self(number)
    }
}

impl<const N: usize> Clone for Fused<N> {
    fn clone(&self) -> Self {
        let left = CLONES.get();
        CLONES.set(count_down(left));
        assert!(left != Some(0), "a clone panics");
        Self::new()
    }
}

impl<const N: usize> Drop for Fused<N> {
    fn drop(&mut self) {
        let was_live = LIVE.with_borrow_mut(|live| live.remove(&self.0));
        EXCESS_DROPS.set(EXCESS_DROPS.get() + u32::from(!was_live));
        let left = DROPS.get();
        DROPS.set(count_down(left));
        assert!(left != Some(0) || std::thread::panicking(), "a drop panics");
    }
}

/// Asserts that all values that were ever created have been dropped, each once.
pub fn assert_all_dropped_once(context: &str) {
    assert_eq!(EXCESS_DROPS.get(), 0, "{context}: nothing is dropped twice");
    assert_eq!(LIVE.with_borrow(BTreeSet::len), 0, "{context}: every value is dropped");
}

/// Number of calls of each kind that succeed before one panics; `None`: all.
#[derive(Debug, Clone, Default)]
pub struct Armed {
    pub run: Option<u32>,
    pub on_added: Option<u32>,
    pub on_removed: Option<u32>,
}

/// Counts down a call, and panics if the count is zero.
fn go_off(left: &mut Option<u32>) {
    let goes_off = *left == Some(0);
    *left = count_down(*left);
    assert!(!goes_off, "a call panics");
}

#[derive(Debug, Clone, Default)]
pub struct Bomb;

#[system]
impl Bomb {
    fn run(&mut self, _: &Fused<0>, armed: &mut Armed, commands: &mut Commands<World>) {
        commands.spawn(Fused::<1>::new());
        go_off(&mut armed.run);
    }

    fn on_added(&mut self, armed: &mut Armed, commands: &mut Commands<World>) {
        commands.spawn(Fused::<2>::new());
        go_off(&mut armed.on_added);
    }

    fn on_removed(&mut self, armed: &mut Armed) {
        go_off(&mut armed.on_removed);
    }
}

/// Matches all live entities, so that even an entity without components gets a callback.
#[derive(Debug, Clone, Default)]
pub struct EveryEntity;

#[system]
impl EveryEntity {
    fn run(&self, _: Entity) {}

    fn on_added(&self, _: Entity, armed: &mut Armed) {
        go_off(&mut armed.on_added);
    }

    fn on_removed(&self, _: Entity, armed: &mut Armed) {
        go_off(&mut armed.on_removed);
    }
}

/// Matches an entity that loses a component, so that `on_added` is called.
#[derive(Debug, Clone, Default)]
pub struct Bereft;

#[system(without(Fused<0>))]
impl Bereft {
    fn run(&self, _: &Fused<1>) {}

    fn on_added(&self, _: &Fused<1>, armed: &mut Armed) {
        go_off(&mut armed.on_added);
    }
}

/// Reserves two entities, then panics if it is set to.
#[system]
fn reserve(armed: &mut Armed, spawner: &mut Spawner<World>) {
    let first = spawner.spawn(Fused::<0>::new());
    spawner.spawn(Fused::<1>::new());
    spawner.insert(first, Fused::<2>::new());
    go_off(&mut armed.run);
}

ecs_world! {
    #[derive(Clone, Debug)]
    pub struct World;
    components: Fused<0> as A, Fused<1> as B, Fused<2> as C;
    resources: Armed;
    systems: Bomb, EveryEntity, Bereft, reserve;
    queries: (A, B), (C, without(A)), (B, any(A, C));
}

pub type All = (Fused<0>, Fused<1>, Fused<2>);

pub fn all() -> All {
    (Fused::new(), Fused::new(), Fused::new())
}

/// A world of four entities that have all components.
pub fn four() -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = (0..4).map(|_| world.spawn(all())).collect();
    world.commands().clear();
    (world, entities)
}

/// Disarms all panics, and asserts that the world is whole and can be used, cleared and dropped without losing a value.
pub fn assert_consistent(mut world: World, context: &str) {
    DROPS.set(None);
    CLONES.set(None);
    world.resources.armed = Armed::default();
    let check = |world: &mut World| world.check_invariants().unwrap_or_else(|error| panic!("{context}: {error}"));
    check(&mut world);
    let entity = world.spawn(all());
    assert!(world.query::<(&Fused<0>, &Fused<1>, &Fused<2>)>().get(entity).is_some(), "{context}");
    assert!(world.query_a_b().get(entity).is_some() && world.managed_every_entity().contains(entity), "{context}");
    world.flush();
    check(&mut world);
    assert!(world.despawn(entity).is_ok(), "{context}");
    world.run();
    check(&mut world);
    world.clear();
    world.commands().clear();
    check(&mut world);
    assert!(world.is_empty() && world.query::<&Fused<0>>().iter().next().is_none(), "{context}");
    assert_all_dropped_once(context);
}
