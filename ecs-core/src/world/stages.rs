//! Runs by stages: non-conflicting systems in parallel, with their commands in declared order.
//!
//! Each stage is an expression in generated code that borrows what its systems take, and runs them with `rayon::join`. This module has the
//! rest: the queues for commands, the sync at the end, and the choice between running by stages and in turn (`pace.rs`).
//!
//! Results do not depend on that choice, since systems of a stage do not conflict, and commands are joined in declared order.

use super::queues::join_queues;
use super::{notify, positions, run};
use crate::commands::Commands;
use crate::pace::{Clock, Measured, Pace, RunMode, Watch};
use crate::trace::trace_schedule;
use crate::world::{Core, EcsWorld, Parts, RunSchedule, Token};

/// The parts of a world, with a command queue for each system that cannot share one.
///
/// Systems of one stage cannot append to one queue at the same time, and the order of their commands must not depend on threads. So each of
/// them has a queue of its own, and the queues are joined in declared order.
pub struct Queued<'w, W: EcsWorld, const N: usize> {
    /// All other parts.
    pub parts: Parts<'w, W>,
    /// The queues, in the order in which they are joined.
    pub queues: &'w mut [Commands<W>; N],
}

impl<W: EcsWorld> Core<W> {
    /// Borrows all parts at once, with `N` queues.
    #[inline]
    pub fn queued<const N: usize>(&mut self, _: Token) -> Queued<'_, W, N> {
        if const { N > 0 } {
            while self.queued.len() < N {
                self.queued.push(Commands::default());
            }
        }
        let Self { storages, views, entities, commands, reserved, queued, .. } = self;
        let parts = Parts { storages, views, entities, commands, reserved };
        match queued.first_chunk_mut() {
            Some(queues) => Queued { parts, queues },
            None => unreachable!("there are {N} queues by now"),
        }
    }
}

impl<W: EcsWorld, const N: usize> core::fmt::Debug for Queued<'_, W, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Queued").finish_non_exhaustive()
    }
}

/// Joins the queues when it is dropped, even if a system panics, so that commands that are issued later follow those of the stage.
struct JoinQueues<'a, W: EcsWorld>(&'a mut W);

impl<W: EcsWorld> Drop for JoinQueues<'_, W> {
    fn drop(&mut self) {
        join_queues(self.0);
    }
}

/// Runs a schedule by stages and applies its commands. Views that defer changes are settled first.
pub fn run_stages<W: RunSchedule<S>, const S: usize>(world: &mut W) {
    run_watched::<W, S>(world, &mut Watch::default());
}

fn run_watched<W: RunSchedule<S>, const S: usize>(world: &mut W, watch: &mut Watch) {
    let _traced = trace_schedule(W::NAME, W::SCHEDULE);
    join_queues(world);
    notify::settle(world);
    positions::refresh(world, W::ITERATED);
    let joined = JoinQueues(world);
    joined.0.__run_stages(Token::new(), watch);
    drop(joined);
    run::sync(world);
    run::end_run::<W, S>(world);
}

/// Runs a schedule in turn or by stages, whichever takes less time; the result is the same. `enter` enters the thread pool for a run by
/// stages, if the world can be sent there.
///
/// The choice is made by measurements of earlier runs, which clones of the world do not have. With one thread, the schedule runs in turn;
/// without a clock, by stages.
pub fn run_in_measured_mode<W: RunSchedule<S>, const S: usize>(world: &mut W, enter: fn(&mut W, fn(&mut W))) {
    let (mode, measured) = if Clock::EXISTS { pace(world, S).next() } else { (RunMode::Staged, Measured::Nothing) };
    if (mode, measured) == (RunMode::Sequential, Measured::Nothing) || rayon::current_num_threads() == 1 {
        return run::run_schedule::<W, S>(world);
    }
    if measured == Measured::Nothing {
        return enter(world, run_stages::<W, S>);
    }
    let clock = Clock::start();
    match (mode, measured) {
        (RunMode::Sequential, _) => run::run_schedule::<W, S>(world),
        (RunMode::Staged, Measured::Jobs) => enter(world, run_measured::<W, S>),
        (RunMode::Staged, _) => enter(world, run_stages::<W, S>),
    }
    let took = clock.elapsed();
    pace(world, S).note(took);
}

/// Runs a schedule by stages, and measures the time that this saves.
fn run_measured<W: RunSchedule<S>, const S: usize>(world: &mut W) {
    let mut watch = Watch::started();
    run_watched::<W, S>(world, &mut watch);
    pace(world, S).save(watch.saved());
}

/// The pace of a schedule, by its number.
#[inline]
fn pace<W: EcsWorld>(world: &mut W, schedule: usize) -> &mut Pace {
    let paces = &mut world.__core_mut(Token::new()).paces;
    if paces.len() <= schedule {
        paces.resize_with(schedule + 1, Pace::default);
    }
    &mut paces[schedule]
}
