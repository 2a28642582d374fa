//! Tidying: brings storages and lists into one common order, by swaps, within a budget.
//!
//! It works on *units*: the segment of each group without its inner groups, in all storages that the group owns; the rest of each storage;
//! each list. A unit is ordered by classes of equal masks (`population/classes.rs`); a segment has the classes that its group contains and
//! its inner groups do not. So no swap crosses the boundary of a group.
//!
//! - **I1** If nothing changed since all units were last in order (`in_order_at`), they are in order, except those with a component in
//!   `left_alone`.
//! - **I2** Components of entities that changed since then, modulo 64, are in `disordered`, or in the disorder of the population.
//!
//! No user code runs here. A swap moves an entity to its final position, and none away from one. So a call that stops when its budget is
//! used up leaves a consistent world, and the next one has less work.
//!
//! How a unit is brought into order:
//!
//! 1. `Classes` sorts all entities by mask, once per state of the world; each class is a list of ascending indices.
//! 2. The classes of the unit follow one another from its first position on, so the final position of each entity is known.
//! 3. The first storage of the unit is arranged: position by position, the entity that belongs there is swapped in. The swaps are
//!    recorded in batches of `BATCH`.
//! 4. The other storages of the same group repeat these swaps. They have the same entities at the same positions before, and so afterwards.
//!
//! The cost is one swap per entity that is out of position, and one read of the table of positions per entity of a changed unit (I2); units
//! without a changed component are skipped. A view or storage whose order is fixed refuses to be arranged, and is skipped, too.
//!
//! ```text
//! storages       Position [ e9 e2 e7 | e4 e1 ]         | is the boundary of the group (Position, Velocity)
//!                Velocity [ e9 e2 e7 | e5 ]
//! units          the group's segment, in both storages; the rest of Position; the rest of Velocity; each list
//! classes        {Position, Velocity}: e2 e9     {Position, Velocity, Asleep}: e7     {Position}: e1 e4     {Velocity}: e5
//! tidied         Position [ e2 e9 e7 | e1 e4 ]
//!                Velocity [ e2 e9 e7 | e5 ]
//! ```

mod work;

use work::Work;

use super::notify;
use crate::mask::BitMask;
use crate::population::{ByIndex, Classes, MemberKey};
use crate::sparse::Swaps;
use crate::world::{Core, EcsWorld, Token};

/// Maximum number of swaps in one storage before the other storages of the group repeat them.
///
/// The swaps of a batch fit into a buffer that is allocated once.
const BATCH: usize = 1_024;

/// The result of [`tidy`](crate::WorldOrder::tidy) and [`tidy_within`](crate::WorldOrder::tidy_within).
///
/// If `done` is true and `moved` is 0, everything was in order already. If `done` is false, the budget was used up: call again to continue.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..100).map(Health)).into_iter().collect();
/// world.remove::<Health>(all[0]).unwrap();
/// let first = world.tidy();
/// assert!(first.done && first.moved > 0, "the last value was at the first position");
/// assert_eq!(world.tidy().moved, 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tidied {
    /// Number of values and list entries that were moved to their positions.
    pub moved: usize,
    /// Whether everything is in order, except for components counted in `left_alone`.
    pub done: bool,
    /// Number of components that were sorted by the user, and whose storages keep that order.
    pub left_alone: usize,
}

/// The progress of tidying. The memory for sorting is not part of the state: clones start without it.
///
/// `disordered` and `in_order_at` determine what can be skipped, `next` where to continue, and `classes` is the order. A new world is in order.
pub(crate) struct Tidy<M> {
    /// The count of changes at which everything was in order.
    in_order_at: u64,
    disordered: u64,
    /// The components that were sorted, whose storages keep that order.
    pub(super) left_alone: M,
    /// The unit and the position at which the next call continues.
    pub(super) next: (usize, usize),
    classes: Classes<M>,
    /// The count of changes at which the classes were computed.
    classes_of: Option<u64>,
    /// A buffer for the swaps of a batch.
    swaps: Swaps,
}

impl<M: BitMask> Default for Tidy<M> {
    fn default() -> Self {
        Self {
            in_order_at: 0,
            disordered: 0,
            left_alone: M::EMPTY,
            next: (0, 0),
            classes: Classes::default(),
            classes_of: None,
            swaps: Swaps::default(),
        }
    }
}

impl<M: BitMask> Clone for Tidy<M> {
    fn clone(&self) -> Self {
        let Self { in_order_at, disordered, left_alone, next, .. } = *self;
        Self { in_order_at, disordered, left_alone, next, ..Self::default() }
    }

    /// Keeps the memory for sorting. The classes are outdated, even if the count of changes is the same.
    fn clone_from(&mut self, source: &Self) {
        let Self { in_order_at, disordered, left_alone, next, .. } = *source;
        (self.in_order_at, self.disordered, self.left_alone, self.next) = (in_order_at, disordered, left_alone, next);
        self.classes_of = None;
    }
}

impl<M: BitMask> Tidy<M> {
    /// Excludes a component whose order the user chose.
    pub(super) fn leave(&mut self, component: usize) {
        self.left_alone = self.left_alone.union(M::bit(component));
    }

    /// Includes a component again.
    fn take_back(&mut self, component: usize) {
        self.left_alone = self.left_alone.without(M::bit(component));
    }

    /// Returns true if the storage of a component may be brought into the order of a group: the user did not sort it, and tidying does not
    /// continue in the next call.
    pub(super) fn leaves(&self, component: usize) -> bool {
        self.next == (0, 0) && !self.left_alone.contains(component)
    }

    /// Records that values of a component were moved.
    pub(super) fn disturb(&mut self, component: usize) {
        self.disordered |= M::bit(component).folded();
        self.in_order_at = u64::MAX;
    }

    /// Returns true if nothing changed since everything was in order.
    pub(super) fn is_in_order(&self, changes: u64) -> bool {
        self.in_order_at == changes
    }

    /// Frees the memory for sorting.
    pub(super) fn shrink_to_fit(&mut self) {
        self.classes = Classes::default();
        self.classes_of = None;
        self.swaps = Swaps::default();
    }

    /// The report of a call that moved this many values.
    fn report(&self, moved: usize, done: bool) -> Tidied {
        let (mut rest, mut left_alone) = (self.left_alone, 0);
        while rest.pop_first().is_some() {
            left_alone += 1;
        }
        Tidied { moved, done, left_alone }
    }
}

/// Tidying at the end of `run()`, if a budget is set.
///
/// It is part of the state: a save has the budget, so that a loaded world tidies as the saved one would have.
pub(crate) struct AtEnd<W> {
    /// Maximum number of moves per run.
    pub(super) budget: usize,
    /// A function pointer, so that tidying is compiled only for worlds that set a budget.
    pub(super) tidy: fn(&mut W, usize) -> Tidied,
}

impl<W> Clone for AtEnd<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for AtEnd<W> {}

/// Includes a component again that the user had sorted.
pub(super) fn unsort<W: EcsWorld>(world: &mut W, component: usize) {
    let Core { entities, tidy, .. } = world.__core_mut(Token::new());
    tidy.take_back(component);
    entities.disorder.note(W::Mask::bit(component).folded());
}

/// Sets the budget with which `run()` tidies, or removes it.
pub(super) fn set_budget<W: EcsWorld>(world: &mut W, budget: Option<usize>) {
    let at_end = budget.map(|budget| AtEnd { budget, tidy: tidy_within::<W> as fn(&mut W, usize) -> Tidied });
    let core = world.__core_mut(Token::new());
    core.at_end = at_end;
    // Whether storages follow groups depends on the budget.
    core.cached_at.forget();
}

/// Brings storages and lists into order, within a budget of moves.
pub(super) fn tidy_within<W: EcsWorld>(world: &mut W, budget: usize) -> Tidied {
    let Core { entities, tidy, .. } = world.__core_mut(Token::new());
    if tidy.is_in_order(entities.disorder.settled()) {
        return tidy.report(0, true);
    }
    if !W::SETTLING.is_empty() {
        notify::settle_all(world);
    }
    within(world, budget, &ByIndex)
}

/// Brings storages and lists into order, within a budget of moves, with the members of each class ordered by a key.
fn within<W: EcsWorld, K: MemberKey>(world: &mut W, budget: usize, key: &K) -> Tidied {
    let Core { storages, views, entities, tidy, cached_at, .. } = world.__core_mut(Token::new());
    cached_at.forget();
    tidy.disordered |= core::mem::take(&mut entities.disorder.components);
    let changes = entities.disorder.settle();
    if !K::BY_INDEX || tidy.classes_of != Some(changes) {
        tidy.classes.sort(entities, transient::<W>(), key);
        tidy.classes_of = K::BY_INDEX.then_some(changes);
    }
    let Tidy { classes, swaps, disordered, left_alone, next, .. } = tidy;
    let mut work = Work::<W> {
        storages,
        views,
        classes,
        swaps,
        disordered: *disordered,
        left_alone: *left_alone,
        budget,
        moved: 0,
    };
    let stopped = work.all_from(*next);
    let moved = work.moved;
    if budget > 0 || stopped.is_none() {
        // The place (0, 0) means that tidying is complete.
        *next = stopped.map_or((0, 0), |at| at.max((0, 1)));
    }
    if stopped.is_none() {
        (*disordered, tidy.in_order_at) = (0, changes);
    }
    tidy.report(moved, stopped.is_none())
}

/// Checks that everything is in order, if the state says so. Moves nothing.
pub(super) fn check<W: EcsWorld>(world: &mut W) -> Result<(), &'static str> {
    let Core { storages, views, entities, tidy, .. } = world.__core_mut(Token::new());
    if !tidy.is_in_order(entities.disorder.settled()) {
        return Ok(());
    }
    let (mut classes, mut swaps) = (Classes::default(), Swaps::default());
    classes.sort(entities, transient::<W>(), &ByIndex);
    let (classes, swaps, left_alone) = (&classes, &mut swaps, tidy.left_alone);
    let mut work = Work::<W> { storages, views, classes, swaps, disordered: u64::MAX, left_alone, budget: 0, moved: 0 };
    if work.all_from((0, 0)).is_none() { Ok(()) } else { Err("storages or lists are not in order") }
}

/// The components that do not affect the order, so that a world restored without them gets the same order; `None` if there are none. Their
/// own storages, and views that mention them, are left as they are.
pub(super) fn transient<W: EcsWorld>() -> Option<W::Mask> {
    let all = || W::TRANSIENT.iter().fold(W::Mask::EMPTY, |mask, component| mask.union(W::Mask::bit(*component)));
    (!W::TRANSIENT.is_empty()).then(all)
}
