//! The state of a world that users cannot access: storages, masks, views, pending commands.
//!
//! - **I1** A component's storage contains a value for an entity exactly if the entity's mask has the component.
//! - **I2** A view contains exactly the live entities whose masks match its aspect.
//!
//! Only this crate can create a [`Token`], and a world lends its `Core` only for one. So code that implements no hidden trait gets no
//! `&mut` to a storage, two of which it could swap. Code that does implement one (`RunSystem`, `Holds`, ..) gets what generated code gets,
//! tokens included, and can break I1 and I2 of its own world; no `unsafe` relies on them.
//!
//! Resources, events, states and the values of systems are not here: they are fields of the generated struct. Generated code borrows those
//! and the parts of a `Core` separately, so that a system can have its resources, its columns and its commands at once.

use super::positions::CachedAt;
use super::tidy::{AtEnd, Tidy};
use crate::allocator::Reserved;
use crate::commands::Commands;
use crate::mask::BitMask;
use crate::plan::SystemPlan;
use crate::population::Population;
use crate::relation::ReadTargets;
use crate::world::EcsWorld;

/// The key to the state of a world. Only `ecs-core` creates it.
///
/// It has no size, so passing it costs nothing; it only proves that the caller got it from this crate.
#[derive(Debug, Clone, Copy)]
pub struct Token(());

impl Token {
    pub(crate) const fn new() -> Self {
        Self(())
    }
}

/// The state of a world without its systems and resources.
///
/// `Clone` copies all that a run depends on, without what only affects time: caches, paces and spare memory.
pub struct Core<W: EcsWorld> {
    /// The values: one storage per component (I1).
    pub(crate) storages: W::Storages,
    /// The views that the world keeps for systems and queries (I2).
    pub(crate) views: W::Views,
    /// The live entities, their masks and the indices of relations.
    pub(crate) entities: Population<W::Mask>,
    /// Recorded commands that were not applied yet. Each sync point applies all of them.
    pub(crate) commands: Commands<W>,
    /// Handles that were returned already, and become alive before anything else is spawned.
    pub(crate) reserved: Reserved,
    /// Number of commands that were dropped when they were applied.
    pub(crate) dropped_commands: u64,
    /// The targets that a change about to begin will link: memory that is reused. Clones start without.
    pub(crate) targets: ReadTargets,
    /// Whether a `run()` has begun and not ended: it still runs, or it panicked.
    pub(crate) is_running: bool,
    /// What is known to be in order, and where tidying continues next.
    pub(crate) tidy: Tidy<W::Mask>,
    /// The state for which positions are cached. It affects only time, so clones start without.
    pub(crate) cached_at: CachedAt,
    /// The budget with which `run()` tidies, if one is set.
    pub(crate) at_end: Option<AtEnd<W>>,
    /// The commands of systems in stages, one queue per system; joined in declared order at the next sync.
    #[cfg(feature = "rayon")]
    pub(crate) queued: alloc::vec::Vec<Commands<W>>,
    /// The pace of each schedule, by its number. It affects only time, so clones start without.
    #[cfg(feature = "rayon")]
    pub(crate) paces: alloc::vec::Vec<crate::pace::Pace>,
}

/// The parts of the state of a world, borrowed separately; for generated code.
///
/// Views and entities are shared, since systems never change structure: they record changes in `commands`.
pub struct Parts<'w, W: EcsWorld> {
    /// The storages.
    pub storages: &'w mut W::Storages,
    /// The views.
    pub views: &'w W::Views,
    /// Live entities and their masks.
    pub entities: &'w Population<W::Mask>,
    /// The pending commands.
    pub commands: &'w mut Commands<W>,
    /// The reserved entities.
    pub reserved: &'w mut Reserved,
}

/// Borrows all parts at once; for generated code. (rustc takes longer to check the call of a method.)
#[inline]
pub fn parts<W: EcsWorld>(core: &mut Core<W>, _: Token) -> Parts<'_, W> {
    let Core { storages, views, entities, commands, reserved, .. } = core;
    Parts { storages, views, entities, commands, reserved }
}

/// Creates an empty population with this many relations, for these systems.
#[inline(never)]
pub(crate) fn population<M: BitMask>(relations: usize, systems: &[SystemPlan]) -> Population<M> {
    Population::of_world(relations, &mut systems.iter().map(|system| system.name))
}

impl<W: EcsWorld> Default for Core<W> {
    fn default() -> Self {
        Self {
            entities: population(W::RELATIONS.len(), W::PLAN.systems),
            commands: Commands::default(),
            reserved: Reserved::default(),
            dropped_commands: 0,
            targets: ReadTargets::default(),
            is_running: false,
            tidy: Tidy::default(),
            cached_at: CachedAt::default(),
            at_end: None,
            #[cfg(feature = "rayon")]
            queued: alloc::vec::Vec::new(),
            #[cfg(feature = "rayon")]
            paces: alloc::vec::Vec::new(),
            // The storages last: no call that may panic follows, so the code that drops all of them is not compiled here once more.
            views: W::Views::default(),
            storages: W::Storages::default(),
        }
    }
}

impl<W: EcsWorld> Clone for Core<W>
where
    W::Storages: Clone,
    W::Views: Clone,
    W::Queues: Clone,
{
    fn clone(&self) -> Self {
        Self {
            entities: self.entities.clone(),
            commands: self.commands.clone(),
            reserved: self.reserved.clone(),
            dropped_commands: self.dropped_commands,
            targets: ReadTargets::default(),
            is_running: self.is_running,
            tidy: self.tidy.clone(),
            cached_at: CachedAt::default(),
            at_end: self.at_end,
            // Empty between two runs: the queues of a stage are joined when it ends, even if a system panics.
            #[cfg(feature = "rayon")]
            queued: alloc::vec::Vec::new(),
            #[cfg(feature = "rayon")]
            paces: alloc::vec::Vec::new(),
            // The storages last, as in `default`.
            views: self.views.clone(),
            storages: self.storages.clone(),
        }
    }
}

impl<W: EcsWorld> core::fmt::Debug for Core<W>
where
    W::Storages: core::fmt::Debug,
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Core")
            .field("entities", &self.entities.allocator.len())
            .field("storages", &self.storages)
            .field("commands", &self.commands)
            .finish_non_exhaustive()
    }
}

impl<W: EcsWorld> core::fmt::Debug for Parts<'_, W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Parts").finish_non_exhaustive()
    }
}
