//! Owns runs by stages: systems that are in nobody's way side by side, and their commands in the order of their declaration.

use super::run;
use crate::{Commands, Core, EcsWorld, Parts, RunSchedule, Token, trace_schedule};

/// The state of a world in parts, with queues for systems that cannot share one.
pub struct Queued<'w, W: EcsWorld, const N: usize> {
    /// All other parts.
    pub parts: Parts<'w, W>,
    /// The queues, in the order in which they are joined.
    pub queues: &'w mut [Commands<W>; N],
}

impl<W: EcsWorld> Core<W> {
    /// All parts at once, with so many queues.
    #[inline]
    pub fn queued<const N: usize>(&mut self, _: Token) -> Queued<'_, W, N> {
        if self.queued.len() < N {
            self.queued.resize_with(N, Commands::default);
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

/// Moves what waits in the queues of systems behind what waits in that of the world.
#[inline]
pub(super) fn join_queues<W: EcsWorld>(world: &mut W) {
    let Core { commands, queued, .. } = world.__core_mut(Token::new());
    for queue in queued {
        commands.append(queue);
    }
}

/// Runs a schedule by stages and applies what it commanded. Views that settle later are settled first.
pub fn run_stages<W: RunSchedule<S>, const S: usize>(world: &mut W) {
    let _traced = trace_schedule(W::NAME, W::SCHEDULE);
    join_queues(world);
    run::settle(world);
    world.__run_stages(Token::new());
    run::sync(world);
}
