//! Owns runs and syncs: when systems are called, and when what they command is done.

use super::tidy::AtEnd;
use super::{change, positions};
use crate::view::sealed::Sealed;
use crate::{
    ChangeState, Commands, Core, EcsWorld, Entity, Fetch, HasView, Managed, Owned, ParCommands, ParFetch, Population,
    RunSchedule, RunSystem, Token, Transition, View, ViewKind, Walk, trace_schedule,
};

/// Runs a schedule and applies what it commanded. Views that settle later are settled first.
pub fn run_schedule<W: RunSchedule<S>, const S: usize>(world: &mut W) {
    let _traced = trace_schedule(W::NAME, W::SCHEDULE);
    join_queues(world);
    settle(world);
    positions::refresh(world);
    world.__run_schedule(Token::new());
    sync(world);
    end_run::<W, S>(world);
}

/// Notes that `run()` begins. Returns true if the last one ended, so that events age: one that panicked did not pass them to all
/// readers.
pub fn begin_run<W: EcsWorld>(world: &mut W, token: Token) -> bool {
    !core::mem::replace(&mut world.__core_mut(token).is_running, true)
}

/// Notes that a schedule ended, if it is that of `run()`, which tidies then, if it was asked to.
pub(super) fn end_run<W: EcsWorld, const S: usize>(world: &mut W) {
    if S != 0 {
        return;
    }
    world.__core_mut(Token::new()).is_running = false;
    if let Some(AtEnd { budget, tidy }) = world.__core(Token::new()).at_end {
        tidy(world, budget);
    }
}

/// Runs one system and applies what it commanded. Views that settle later are settled first.
pub fn run_system<W: RunSystem<S>, const S: usize>(world: &mut W) {
    join_queues(world);
    settle(world);
    positions::refresh(world);
    world.__run_system(Token::new());
    sync(world);
}

/// Lets a state change, if it was asked to: exits the old one, and enters the new one.
pub fn update_state<W: ChangeState<V, S>, V, const S: usize>(world: &mut W) {
    let token = Token::new();
    let state = world.__state(token);
    let (entered, next) = (state.is_entered(), state.take_request(W::__is));
    if entered && next.is_none() {
        return;
    }
    if entered {
        world.__exit(token);
    }
    world.__state(token).change(next);
    world.__enter(token);
}

/// Brings promised entities to life, applies the waiting commands, those included that come up meanwhile, and settles the
/// views that settle later.
///
/// A command leaves the queue before it is applied: if user code panics, the rest stays for the next sync.
pub fn sync<W: EcsWorld>(world: &mut W) {
    join_queues(world);
    loop {
        change::settle_reserved(world);
        while let Some(command) = world.__core_mut(Token::new()).commands.pop() {
            if command(world).is_err() {
                world.__core_mut(Token::new()).dropped_commands += 1;
            }
        }
        settle(world);
        if world.__core_mut(Token::new()).commands.is_empty() {
            return;
        }
    }
}

/// Moves what systems of stages commanded, each in a queue of its own, behind what waits: in their declared order. There are
/// such queues only after a stage, and before a sync only where a system panicked.
#[inline]
pub(super) fn join_queues<W: EcsWorld>(world: &mut W) {
    #[cfg(feature = "rayon")]
    super::stages::join_queues(world);
    let _ = world;
}

/// Settles the views that settle later, and tells systems who came and went.
pub(super) fn settle<W: EcsWorld>(world: &mut W) {
    if !W::SETTLING.is_empty() {
        settle_all(world);
        world.__report(Token::new());
    }
}

/// Brings the views that settle later up to date. Systems hear of it at the next sync.
pub(crate) fn settle_all<W: EcsWorld>(world: &mut W) {
    let Core { views, entities, .. } = world.__core_mut(Token::new());
    for view in W::SETTLING {
        if let Some((view, aspect)) = W::__view_mut(views, *view) {
            view.settle(entities, &aspect);
        }
    }
}

/// The next entity that went from a view that settles later, which systems have to hear of.
pub fn next_gone<W: HasView<V>, const V: usize>(world: &mut W, token: Token) -> Option<Entity> {
    W::view_mut(&mut world.__core_mut(token).views).reports()?.next_gone()
}

/// The next entity that came to a view that settles later, which systems have to hear of.
pub fn next_new<W: HasView<V>, const V: usize>(world: &mut W, token: Token) -> Option<Entity> {
    W::view_mut(&mut world.__core_mut(token).views).reports()?.next_new()
}

/// Calls a system for each entity of its view, in the order of the view. `ALL` says whether the system fetches all components
/// that the view requires: the others are those of `with(..)`.
#[inline(always)]
pub fn drive<'w, W: HasView<V>, F: Fetch, S: for<'a> FnMut(F::Item<'a>), const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    // Of the loops that a walk can be, only those are compiled that this view can take: rustc leaves out what a constant
    // condition excludes before LLVM sees it.
    if const { knows_entities::<W, V>(ALL) || is_sliced::<W, F, V>() } {
        let walk = Walk::<_, F>::of_kept(view.kept(), columns, entities);
        if const { is_sliced::<W, F, V>() } {
            walk.each_aligned(system);
        } else {
            walk.each_listed(view.cache(), system);
        }
    } else {
        Walk::<_, F>::of_view(view.kept(), columns, entities, &W::ASPECT, ALL)
            .for_each::<true, _>(view.cache(), system);
    }
}

/// Whether a view always knows its entities. What a group owns may be what is not fetched.
const fn knows_entities<W: HasView<V>, const V: usize>(fetches_all: bool) -> bool {
    let kept = W::PLAN.views[V].kept;
    matches!(kept, ViewKind::List) || fetches_all && matches!(kept, ViewKind::Group)
}

/// Whether a view owns all that is fetched, so that the values of a walk stand side by side.
const fn is_sliced<W: HasView<V>, F: Fetch, const V: usize>() -> bool {
    let owns_all = W::VIEWS[V].owned.len() == W::VIEWS[V].all.len();
    matches!(W::PLAN.views[V].kept, ViewKind::Group | ViewKind::Storage) && F::SLICED && owns_all
}

/// Calls a system for the entities of its view, divided over threads.
#[inline(always)]
pub fn drive_parallel<
    'w,
    W: HasView<V>,
    F: ParFetch,
    S: for<'a> Fn(F::Item<'a>) + Sync,
    const V: usize,
    const ALL: bool,
>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    system: S,
) {
    let walk = Walk::<_, F>::of_view(view.kept(), columns, entities, &W::ASPECT, ALL);
    let lanes = walk.lanes();
    walk.par_for_each(&mut alloc::vec![(); lanes], |(), item| system(item));
}

/// Calls a system with commands for the entities of its view, divided over threads.
#[inline(always)]
pub fn drive_parallel_with<'w, W: HasView<V> + ParCommands, F: ParFetch, S, const V: usize, const ALL: bool>(
    view: &'w W::View,
    columns: F::Columns<'w>,
    entities: &'w Population<W::Mask>,
    commands: &mut Commands<W>,
    system: S,
) where
    S: for<'a> Fn(&mut Commands<W>, F::Item<'a>) + Sync,
{
    let walk = Walk::<_, F>::of_view(view.kept(), columns, entities, &W::ASPECT, ALL);
    commands.in_lanes(walk.lanes(), |lanes| walk.par_for_each(lanes, system));
}

/// The entities of a view.
pub fn managed<W: HasView<V>, const V: usize>(world: &W) -> Managed<'_, W::Mask> {
    let Core { storages, views, entities, .. } = world.__core(Token::new());
    Managed::new(W::view(views).kept(), W::front(storages), entities, &W::ASPECT)
}

/// Lets a view know that an entity is about to change.
#[inline(always)]
pub fn before<W: HasView<V>, const V: usize>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    change: &Transition<W::Mask>,
) {
    W::view_mut(views).before(&mut OwnedBy::<W, V>(storages), change, &W::ASPECT);
}

/// Lets a view know that an entity changed.
#[inline(always)]
pub fn after<W: HasView<V>, const V: usize>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    change: &Transition<W::Mask>,
) {
    W::view_mut(views).after(&mut OwnedBy::<W, V>(storages), change, &W::ASPECT);
}

/// Lets a view know that entities with this mask were spawned together.
pub fn spawned<W: HasView<V>, const V: usize>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    entities: &[Entity],
    mask: &W::Mask,
) {
    if W::ASPECT.matches(mask) {
        W::view_mut(views).spawned(&mut OwnedBy::<W, V>(storages), entities);
    }
}

/// The storages that a view of a world owns.
struct OwnedBy<'w, W: HasView<V>, const V: usize>(&'w mut W::Storages);

impl<W: HasView<V>, const V: usize> Sealed for OwnedBy<'_, W, V> {}

impl<W: HasView<V>, const V: usize> Owned for OwnedBy<'_, W, V> {
    #[inline(always)]
    fn bring(&mut self, entity: Entity, position: usize) {
        W::bring(self.0, entity, position);
    }

    #[inline(always)]
    fn position(&self, entity: Entity) -> Option<usize> {
        W::front(self.0).and_then(|own| own.step_of(entity.index()))
    }

    #[inline(always)]
    fn swap(&mut self, a: usize, b: usize) {
        W::swap(self.0, a, b);
    }

    #[inline(always)]
    fn have(&self, values: usize) -> bool {
        W::owned_have(self.0, values)
    }
}
