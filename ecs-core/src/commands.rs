//! Owns changes that wait for the next sync: which, to whom, and the values that they bring.
//!
//! - **I1** The values wait in one queue per component, in the order of the commands that bring them; so a command finds
//!   its own at the front when its turn comes. Nothing is boxed, and nothing is dropped twice or leaked.

mod queue;

use alloc::collections::VecDeque;

pub use queue::Queue;

use crate::bundle::BundleKind;
use crate::world::change;
use crate::{Bundle, EcsWorld, Entity};

/// Structural changes to make at the next sync: for systems, which cannot change the world while it is walked.
///
/// They are applied at `sync` in the list of systems, at the end of a run, and by
/// [`flush`](EcsWorld::flush); in the order in which they were issued. Those that are issued meanwhile, by callbacks, follow
/// in the same sync. A command on an entity that is gone by then is dropped and
/// [counted](EcsWorld::dropped_commands).
pub struct Commands<W: EcsWorld> {
    waiting: VecDeque<Command<W>>,
    queues: W::Queues,
}

/// One change that waits: what to do, and to whom.
struct Command<W> {
    apply: fn(&mut W, Option<Entity>) -> Applied,
    entity: Option<Entity>,
}

/// What became of a command: `Err` if its entity is gone.
type Applied = Result<(), crate::NoSuchEntity>;

impl<W> Clone for Command<W> {
    fn clone(&self) -> Self {
        Self { apply: self.apply, entity: self.entity }
    }
}

impl<W: EcsWorld> Commands<W> {
    /// Spawns an entity with a bundle, at the next sync. For the handle at once there is [`Spawner`](crate::Spawner).
    pub fn spawn<B: Bundle<W>>(&mut self, bundle: B) {
        let () = change::CheckBundle::<W, B>::OK;
        B::Kind::enqueue(bundle, &mut self.queues);
        self.push(None, apply_spawn::<W, B>);
    }

    /// Despawns an entity at the next sync.
    pub fn despawn(&mut self, entity: Entity) {
        self.push(Some(entity), |world, entity| entity.map_or(Ok(()), |entity| world.despawn(entity)));
    }

    /// Gives a bundle to an entity at the next sync.
    pub fn insert<B: Bundle<W>>(&mut self, entity: Entity, bundle: B) {
        let () = change::CheckBundle::<W, B>::OK;
        B::Kind::enqueue(bundle, &mut self.queues);
        self.push(Some(entity), apply_insert::<W, B>);
    }

    /// Removes a bundle from an entity and drops it, at the next sync; nothing happens unless the entity has all of it.
    pub fn remove<B: Bundle<W>>(&mut self, entity: Entity) {
        self.push(Some(entity), |world, entity| entity.map_or(Ok(()), |entity| world.remove::<B>(entity).map(drop)));
    }

    /// How many commands wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether no command waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Drops all that waits, values included.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn push(&mut self, entity: Option<Entity>, apply: fn(&mut W, Option<Entity>) -> Applied) {
        if canary!(command_lost) && self.waiting.len() == 2 {
            return;
        }
        self.waiting.push_back(Command { apply, entity });
    }

    /// Moves the commands of another queue, and the values that they bring, behind those that wait here. Both keep their
    /// memory.
    #[cfg(feature = "rayon")]
    pub(crate) fn append(&mut self, more: &mut Self) {
        if !more.is_empty() {
            self.waiting.append(&mut more.waiting);
            W::__append(&mut self.queues, &mut more.queues);
        }
    }

    /// Takes the command whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<impl FnOnce(&mut W) -> Applied + use<W>> {
        let Command { apply, entity } = self.waiting.pop_front()?;
        Some(move |world: &mut W| apply(world, entity))
    }

    /// The values that wait.
    pub(crate) fn queues(&mut self) -> &mut W::Queues {
        &mut self.queues
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it is one of the functions that a command points to")]
fn apply_spawn<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    if let Some(bundle) = B::Kind::dequeue(change::queues(world)) {
        world.spawn(bundle);
    }
    Ok(())
}

fn apply_insert<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(bundle), Some(entity)) = (B::Kind::dequeue(change::queues(world)), entity) else { return Ok(()) };
    world.insert(entity, bundle).map_err(|error| crate::NoSuchEntity { entity: error.entity, value: () })
}

impl<W: EcsWorld> Default for Commands<W> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), queues: W::Queues::default() }
    }
}

impl<W: EcsWorld> Clone for Commands<W>
where
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        Self { waiting: self.waiting.clone(), queues: self.queues.clone() }
    }
}

impl<W: EcsWorld> core::fmt::Debug for Commands<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Commands").field("waiting", &self.len()).finish_non_exhaustive()
    }
}
