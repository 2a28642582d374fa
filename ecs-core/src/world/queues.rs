//! The queues of systems that run in stages, each of which has commands of one system.

use crate::world::EcsWorld;
#[cfg(feature = "rayon")]
use crate::world::{Core, Token};

/// Appends the commands of systems in stages, each in a queue of its own, to the pending ones, in declared order. Such queues have commands
/// only after a stage, and at the beginning of a run only if a system panicked.
#[inline]
pub(super) fn join_queues<W: EcsWorld>(world: &mut W) {
    #[cfg(feature = "rayon")]
    {
        let Core { commands, queued, .. } = world.__core_mut(Token::new());
        for queue in queued {
            commands.join(queue);
        }
    }
    let _ = world;
}
