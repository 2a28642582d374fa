//! Delayed views: lists that record changed entities and test them at the next sync point.
//!
//! - **I1** A live entity that is not recorded is in the list exactly if it matches the aspect.
//! - **I2** Listed and recorded entities are alive.
//!
//! The trade-off: a list tests an aspect at each change, a delayed list once per changed entity and sync. This pays if entities gain and
//! lose the same components many times between two syncs. While recorded changes are not settled, the list is not exact, so iteration
//! outside of systems falls back to the storages.
//!
//! ```text
//! between two syncs   entity 4 gains B, loses it, gains it again     one record
//!                     entity 6 is despawned                          removed at once, from list and records
//! at the sync         4 matches: it enters the list                  one test of a mask
//! ```

use alloc::format;
use alloc::string::String;

#[cfg(feature = "serde")]
use super::Deferred;
use super::handles::Handles;
use super::sealed::Sealed;
use super::{Aspect, Members, Owned, Reports, Transition, View};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::population::Population;
use crate::reuse::clone_by_field;
use crate::sparse::{PositionCache, Swaps};

/// A dense list of entities that settles at the next sync point: until then changed entities are recorded, each once.
///
/// A change costs **O(1)** and tests no aspect, however often one entity changes; iteration is that of a list. Despawned entities are
/// removed at once. Entities enter in the order of the records. With `REPORTS`, systems are notified of entities that entered and left.
/// (The dissertation's delayed lists.)
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # struct Position(u32);
/// # struct Burning;
/// # #[derive(Default)] struct Seen(usize);
/// #[system(view = delayed)]
/// fn count(_: &Position, _: &Burning, seen: &mut Seen) {
///     seen.0 += 1;
/// }
///
/// ecs_world! { components: Position, Burning; resources: Seen; systems: count; }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::Delayed);
/// let mut world = World::default();
/// let tree = world.spawn(Position(1));
/// for _ in 0..3 {
///     world.insert(tree, Burning).unwrap();
///     world.remove::<Burning>(tree).unwrap();
/// }
/// world.insert(tree, Burning).unwrap();
/// world.flush();
/// world.run();
/// assert_eq!(world.resources.seen.0, 1, "seven changes were one record, which was settled by `flush`");
/// ```
#[derive(Debug, Default)]
pub struct DelayedView<const REPORTS: bool> {
    /// The matching entities as of the last sync, except those that were despawned since.
    list: Handles,
    /// The entities that changed since. The view is exact if there are none.
    noted: Handles,
    /// Pending notifications of systems; empty unless the view reports.
    reports: Reports,
    cache: PositionCache,
}

clone_by_field! { [const REPORTS: bool] DelayedView<REPORTS> { list, noted, reports, cache } }

impl<const REPORTS: bool> DelayedView<REPORTS> {
    /// Records a changed entity; does nothing if it is recorded. Runs in **O(1)** time.
    ///
    /// Entities are tested in the order of `noted`, and so enter the list in this order.
    #[inline]
    fn note(&mut self, entity: Entity) {
        if !self.noted.contains(entity) {
            self.noted.push(entity);
        }
    }

    /// Removes an entity from the list, if it is there, and reports it.
    fn leave(&mut self, entity: Entity) {
        if self.list.swap_remove(entity) && REPORTS {
            self.reports.note_exited(entity);
        }
    }
}

impl<const REPORTS: bool> Sealed for DelayedView<REPORTS> {}

impl<const REPORTS: bool, M: BitMask> View<M> for DelayedView<REPORTS> {
    #[inline]
    fn before<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.is_despawn() {
            self.noted.swap_remove(change.entity());
            self.leave(change.entity());
        } else if change.differs_in(aspect) {
            // `after` is not called for a change by which entities can only leave.
            self.note(change.entity());
        }
    }

    #[inline]
    fn after<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        // Of new entities, only matching ones are recorded, as for entities that are spawned together, so that both result in equal states.
        let matters = if change.is_spawn() { change.enters(aspect) } else { change.differs_in(aspect) };
        if matters && !change.is_despawn() {
            self.note(change.entity());
        }
    }

    fn spawned<O: Owned>(&mut self, _: &mut O, entities: &[Entity]) {
        for entity in entities {
            self.note(*entity);
        }
    }

    /// All entities are about to be despawned together, so each leaves, and is reported if the view reports. Runs in **O(list)** time.
    fn clear(&mut self) {
        self.noted.clear();
        while let Some(last) = self.list.len().checked_sub(1).and_then(|last| self.list.at(last)) {
            self.leave(last);
        }
    }

    fn reset(&mut self) {
        let Self { list, noted, reports, cache: _ } = self;
        list.clear();
        noted.clear();
        reports.clear();
    }

    /// Runs in **O(recorded entities)** time.
    fn settle(&mut self, living: &Population<M>, aspect: &Aspect<M>) {
        for at in 0..self.noted.len() {
            let Some(entity) = self.noted.at(at) else { continue };
            let matches = living.mask(entity).is_some_and(|mask| aspect.matches(&mask));
            if !matches {
                self.leave(entity);
            } else if !self.list.contains(entity) {
                self.list.push(entity);
                if REPORTS {
                    self.reports.note_entered(entity);
                }
            }
        }
        self.noted.clear();
    }

    #[cfg(feature = "serde")]
    fn deferred(&self) -> Deferred {
        let list = (!self.noted.is_empty()).then(|| self.list.iter().collect());
        Deferred { list, noted: self.noted.iter().collect(), ..self.reports.deferred() }
    }

    /// An entity that is in the list without matching, or matches without being in the list, stays so only if it is recorded (I1).
    ///
    /// Whatever a save contains, each entity that is not recorded is then in the list exactly if it matches; for these, the list of the
    /// save is only an order.
    #[cfg(feature = "serde")]
    fn defer(&mut self, deferred: &Deferred, living: &Population<M>, aspect: &Aspect<M>) {
        let matches = |entity| living.mask(entity).is_some_and(|mask| aspect.matches(&mask));
        self.noted.refill(&deferred.noted, living, &|entity| living.allocator.contains(entity));
        if let Some(list) = &deferred.list {
            let settled = core::mem::take(&mut self.list);
            let noted = &self.noted;
            let is_wanted = |entity| living.allocator.contains(entity) && (noted.contains(entity) || matches(entity));
            self.list.refill(list, living, &is_wanted);
            for entity in settled.iter().filter(|entity| !noted.contains(*entity)) {
                if !self.list.contains(entity) {
                    self.list.push(entity);
                }
            }
        }
        if REPORTS {
            // An entity that no longer matches is recorded, and its report is taken back when the view settles.
            self.reports.defer(deferred, living, &|entity| self.list.contains(entity));
        }
    }

    fn reports(&mut self) -> Option<&mut Reports> {
        Some(&mut self.reports)
    }

    fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> Option<usize> {
        self.noted.is_empty().then(|| self.list.arrange(first, order, swaps))
    }

    fn cache(&self) -> Option<&PositionCache> {
        Some(&self.cache)
    }

    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        Some(&mut self.cache)
    }

    /// While changes are recorded, the list is not exact, so it is not returned.
    fn members(&self) -> Members<'_> {
        if self.noted.is_empty() { Members::Listed(self.list.index()) } else { Members::NotKept }
    }

    fn check(&self) -> Result<(), String> {
        self.list.check()?;
        self.noted.check()
    }

    fn check_deferred(&self, living: &Population<M>, aspect: &Aspect<M>) -> Result<(), String> {
        if let Some(dead) = self.noted.iter().chain(self.list.iter()).find(|entity| !living.allocator.contains(*entity))
        {
            return Err(format!("delayed view: it knows {dead}, which is dead"));
        }
        let is_matched = |entity: &Entity| living.mask(*entity).is_some_and(|mask| aspect.matches(&mask));
        let settled = living.allocator.iter().filter(|entity| !self.noted.contains(*entity));
        match settled.into_iter().find(|entity| self.list.contains(*entity) != is_matched(entity)) {
            Some(entity) => Err(format!("delayed view: {entity} changed, and was not recorded")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;
    use crate::sparse::SparseIndex;

    #[test]
    fn a_cleared_delayed_list_drops_its_records_and_its_entities() {
        for count in [0, 1, 2, 3, 63, 64, 65, 1_000].into_iter().take(if cfg!(miri) { 7 } else { 8 }) {
            let mut living = Population::<Mask<1>>::default();
            let entities = living.spawn_many(count, Mask::of(&[0]));
            let aspect = Aspect::new(Mask::of(&[0]), Mask::of(&[]), Mask::of(&[]));
            let mut view = DelayedView::<true>::default();
            View::<Mask<1>>::spawned(&mut view, &mut (), &entities);
            View::settle(&mut view, &living, &aspect);
            assert_eq!(core::iter::from_fn(|| view.reports.next_entered()).count(), count);
            assert_eq!(view.list.len(), count);
            View::<Mask<1>>::clear(&mut view);
            assert_eq!(core::iter::from_fn(|| view.reports.next_exited()).count(), count);
            assert!(view.list.is_empty(), "none of {count} is left");
        }
    }

    #[test]
    fn entities_spawned_one_by_one_are_noted_like_a_batch() {
        let aspect = Aspect::new(Mask::<1>::of(&[0]), Mask::of(&[1]), Mask::of(&[]));
        for (mask, matches) in [(Mask::of(&[0]), true), (Mask::of(&[0, 2]), true), (Mask::of(&[0, 1]), false)] {
            let mut living = Population::<Mask<1>>::default();
            let entities = living.spawn_many(3, mask);
            let [mut alone, mut together] = [(); 2].map(|()| DelayedView::<true>::default());
            for entity in &entities {
                View::after(&mut alone, &mut (), &Transition::spawned(*entity, mask), &aspect);
            }
            if matches {
                View::<Mask<1>>::spawned(&mut together, &mut (), &entities);
            }
            assert!(alone.noted.iter().eq(together.noted.iter()));
            let lost = Transition::changed(entities[0], mask, Mask::of(&[2]), mask);
            View::after(&mut alone, &mut (), &lost, &aspect);
            assert!(alone.noted.contains(entities[0]), "a change is noted, even if the entity does not match");
        }
    }

    #[test]
    fn the_check_covers_the_list_and_the_noted_entities() {
        let entity = |index| Entity::new(index, 1).expect("generation 1 is odd");
        let broken = || Handles::from_raw(SparseIndex::from_raw(alloc::vec![4, 4], &[(4, 0)]), alloc::vec![1, 1]);
        let mut view = DelayedView::<true>::default();
        view.note(entity(4));
        view.note(entity(4));
        assert!(View::<Mask<1>>::check(&view).is_ok() && view.noted.len() == 1);
        let noted = core::mem::replace(&mut view.noted, broken());
        assert!(View::<Mask<1>>::check(&view).is_err(), "an entity is noted twice");
        (view.noted, view.list) = (noted, broken());
        assert!(View::<Mask<1>>::check(&view).is_err(), "an entity is listed twice");
    }

    #[test]
    fn the_check_finds_dead_entities_and_changes_that_were_not_recorded() {
        let mut living = Population::<Mask<1>>::default();
        let aspect = Aspect::new(Mask::of(&[0]), Mask::of(&[]), Mask::of(&[]));
        let [one, two, three] = [Mask::of(&[0]), Mask::of(&[0]), Mask::of(&[1])].map(|mask| living.spawn(mask));
        let mut view = DelayedView::<true>::default();
        view.note(one);
        assert!(view.check_deferred(&living, &aspect).is_err(), "another entity matches, too");
        view.note(two);
        assert!(view.check_deferred(&living, &aspect).is_ok());
        view.settle(&living, &aspect);
        assert!(view.check_deferred(&living, &aspect).is_ok());
        living.set_mask(two, Mask::of(&[1]));
        assert!(view.check_deferred(&living, &aspect).is_err(), "an entity is listed that does not match");
        view.note(two);
        view.note(three);
        assert!(view.check_deferred(&living, &aspect).is_ok());
        living.despawn(three);
        assert!(view.check_deferred(&living, &aspect).is_err(), "a dead entity is recorded");
        view.noted.swap_remove(three);
        living.despawn(one);
        assert!(view.check_deferred(&living, &aspect).is_err(), "a dead entity is listed");
    }
}
