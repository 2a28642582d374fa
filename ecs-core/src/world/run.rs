//! Runs of schedules and systems, sync points, and state transitions: when systems run, and when their commands are applied.
//!
//! A run settles views that defer changes, fills caches of positions, calls the systems in order, and syncs. A panic in a system leaves the
//! world consistent: what the system changed stays, earlier commands stay pending, and the next run starts from the beginning.
//!
//! No state says how far a run is in a schedule: schedules are code, and a schedule that runs another one (as state transitions do) is a
//! call.

use super::notify::settle;
use super::queues::join_queues;
use super::tidy::AtEnd;
use super::{change, positions};
use crate::commands::Commands;
use crate::mask::BitMask;
use crate::population::Population;
use crate::trace::{TracedSystem, trace_schedule, trace_system};
use crate::world::{ChangeState, EcsWorld, Token};

/// A world with the system number `S`.
pub trait RunSystem<const S: usize>: EcsWorld {
    /// Runs the system. Its commands stay pending.
    fn __run_one(&mut self, token: Token);
}

/// A world with the schedule number `S`.
pub trait RunSchedule<const S: usize>: EcsWorld {
    /// The name of the schedule in traces.
    const SCHEDULE: &'static str;
    /// The views that the systems of the schedule iterate, in ascending order.
    const ITERATED: &'static [usize];
    /// Runs the systems of the schedule. Commands after the last `sync` stay pending.
    fn __run_listed(&mut self, token: Token);
    /// Runs the systems of the schedule by stages: non-conflicting systems in parallel. Their commands stay pending.
    #[cfg(feature = "rayon")]
    fn __run_stages(&mut self, token: Token, _: &mut crate::pace::Watch) {
        self.__run_listed(token);
    }
}

/// Runs a schedule and applies its commands. Views that defer changes are settled first.
pub fn run_schedule<W: RunSchedule<S>, const S: usize>(world: &mut W) {
    let _traced = trace_schedule(W::NAME, W::SCHEDULE);
    join_queues(world);
    settle(world);
    positions::refresh(world, W::ITERATED);
    world.__run_listed(Token::new());
    sync(world);
    end_run::<W, S>(world);
}

/// Records that `run()` begins. Returns true if the last one ended, so that events age: one that panicked did not deliver them to all
/// readers.
pub fn begin_run<W: EcsWorld>(world: &mut W, token: Token) -> bool {
    !core::mem::replace(&mut world.__core_mut(token).is_running, true)
}

/// Records that a schedule ended, if it is that of `run()`; then tidies if a budget is set.
pub(super) fn end_run<W: EcsWorld, const S: usize>(world: &mut W) {
    if S != 0 {
        return;
    }
    world.__core_mut(Token::new()).is_running = false;
    if let Some(AtEnd { budget, tidy }) = world.__core(Token::new()).at_end {
        tidy(world, budget);
    }
}

/// Enters the span of a run of a system, and measures its time; for generated code.
#[inline]
pub fn traced<'w, M: BitMask>(entities: &'w Population<M>, number: usize, name: &'static str) -> TracedSystem<'w> {
    trace_system(entities.times(), number, name)
}

/// Runs one system. Its commands stay pending.
///
/// Not inlined, while `__run_one` is inlined into it: rustc optimises this with other functions of this module, on one processor, and the
/// user's modules on others. A method of the world would be optimised with the module that declares the world, which takes the longest
/// anyway.
#[inline(never)]
pub fn run_one<W: RunSystem<S>, const S: usize>(world: &mut W, token: Token) {
    world.__run_one(token);
}

/// Runs one system and applies its commands. Views that defer changes are settled first.
pub fn run_system<W: RunSystem<S>, const S: usize>(world: &mut W) {
    join_queues(world);
    settle(world);
    // A system that is implemented by hand has no entry, and needs none: positions that are not cached are looked up.
    positions::refresh(world, W::ITERATED_BY.get(S).copied().unwrap_or_default());
    run_one::<W, S>(world, Token::new());
    sync(world);
}

/// Applies the requested transition of a state, if any: exits the old value, and enters the new one. The first call only enters a value.
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

/// A sync point: makes reserved entities alive, applies pending commands, including those that are issued meanwhile, and settles the views
/// that defer changes.
///
/// A command is removed from the queue before it is applied: if user code panics, the others stay for the next sync.
pub fn sync<W: EcsWorld>(world: &mut W) {
    join_queues(world);
    loop {
        change::settle_reserved(world);
        Commands::apply_all(world);
        settle(world);
        if world.__core_mut(Token::new()).commands.is_empty() {
            return;
        }
    }
}
