//! Active-passive views: a bit per slot, and a list that is made from the bits at sync points.
//!
//! - **I1** The bit of a slot is set exactly if its entity is alive and matches the aspect.
//! - **I2** Unless the view is dirty, the list contains these entities by ascending index.
//!
//! The trade-off: a change writes one bit and nothing else, and iteration visits entities by ascending index, which is also the order of
//! `vec`, `packed` and `hashed_array_tree` storages. After any number of changes, a sync rebuilds the list from all bits. So it suits views
//! that many entities enter and leave between two syncs, or none.
//!
//! ```text
//! bits between syncs   0 1 1 0 1 | 0 0 1 ..       an entity per bit; which ones changed is not recorded
//! list at the sync     [ 1 2 4 7 .. ]             made of all bits, if one of them changed
//! ```

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
use crate::sparse::{PositionCache, Presence};

/// One bit per slot, and a dense list that is rebuilt at the next sync point if a bit changed.
///
/// A change costs **O(1)** and writes one bit, a sync after changes **O(slots / 64 + matches)**; iteration is that of an ascending list, so
/// memory is read forwards. With `REPORTS`, systems are notified of entities that entered and left. (The dissertation's active and passive
/// entities.)
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # #[derive(Debug, PartialEq)] struct Position(u32);
/// # struct Awake;
/// # #[derive(Default)] struct Order(Vec<u32>);
/// #[system(view = active_passive)]
/// fn note(position: &Position, _: &Awake, order: &mut Order) {
///     order.0.push(position.0);
/// }
///
/// ecs_world! { components: Position, Awake; resources: Order; systems: note; }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::ActivePassive);
/// let mut world = World::default();
/// let all: Vec<_> = [0, 1, 2].map(|at| world.spawn(Position(at))).into();
/// for entity in all.into_iter().rev() {
///     world.insert(entity, Awake).unwrap();
/// }
/// world.flush();
/// world.run();
/// assert_eq!(world.resources.order.0, [0, 1, 2], "by ascending index, whatever the order of the changes");
/// ```
#[derive(Debug, Default)]
pub struct ActivePassiveView<const REPORTS: bool> {
    /// The matching entities at any time (I1).
    active: Presence,
    /// Whether a bit changed since the list was made (I2).
    dirty: bool,
    /// The matching entities as of the last sync; reports are the differences from it.
    list: Handles,
    reports: Reports,
    cache: PositionCache,
}

clone_by_field! { [const REPORTS: bool] ActivePassiveView<REPORTS> { active, dirty, list, reports, cache } }

impl<const REPORTS: bool> ActivePassiveView<REPORTS> {
    /// Sets the bit of an entity. Runs in **O(1)** time.
    ///
    /// The view becomes dirty even if the bit was set before; the next sync then finds no difference.
    #[inline]
    fn activate(&mut self, entity: Entity) {
        self.active.insert(entity.index());
        self.dirty = true;
    }

    /// Reports the differences between the list of the last sync and the bits.
    ///
    /// An entity that left and entered again between two syncs is in both, and is not reported. Runs in **O(list + matches)** time.
    fn report<M: BitMask>(&mut self, living: &Population<M>) {
        for entity in self.list.iter() {
            if !(self.active.contains(entity.index()) && living.allocator.contains(entity)) {
                self.reports.note_exited(entity);
            }
        }
        for index in &self.active {
            let entity = living.allocator.living(index);
            if !self.list.contains(entity) {
                self.reports.note_entered(entity);
            }
        }
    }
}

impl<const REPORTS: bool> Sealed for ActivePassiveView<REPORTS> {}

impl<const REPORTS: bool, M: BitMask> View<M> for ActivePassiveView<REPORTS> {
    #[inline]
    fn before<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.leaves(aspect) {
            self.active.remove(change.entity().index());
            self.dirty = true;
        }
    }

    #[inline]
    fn after<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.enters(aspect) {
            self.activate(change.entity());
        }
    }

    fn spawned<O: Owned>(&mut self, _: &mut O, entities: &[Entity]) {
        for entity in entities {
            self.activate(*entity);
        }
    }

    fn clear(&mut self) {
        self.active.clear();
        self.dirty = true;
    }

    fn reset(&mut self) {
        let Self { active, dirty, list, reports, cache: _ } = self;
        active.clear();
        *dirty = false;
        list.clear();
        reports.clear();
    }

    /// Runs in **O(1)** time if no bit changed. Otherwise the list is refilled, so entities that stayed get new positions: cached positions
    /// are valid only until then.
    fn settle(&mut self, living: &Population<M>, _: &Aspect<M>) {
        if !core::mem::take(&mut self.dirty) {
            return;
        }
        if REPORTS {
            self.report(living);
        }
        self.list.clear();
        for index in &self.active {
            self.list.push(living.allocator.living(index));
        }
    }

    #[cfg(feature = "serde")]
    fn deferred(&self) -> Deferred {
        Deferred { list: self.dirty.then(|| self.list.iter().collect()), ..self.reports.deferred() }
    }

    /// The bits are set already, since the entities of the save have entered. The save adds the list of the last sync, with which the bits
    /// are compared.
    #[cfg(feature = "serde")]
    fn defer(&mut self, deferred: &Deferred, living: &Population<M>, _: &Aspect<M>) {
        if let Some(list) = &deferred.list {
            self.dirty = true;
            self.list.refill(list, living, &|_| true);
        }
        if REPORTS {
            // If an entity left since, settling compares it with the list and takes its report back.
            self.reports.defer(deferred, living, &|entity| self.list.contains(entity));
        }
    }

    fn reports(&mut self) -> Option<&mut Reports> {
        Some(&mut self.reports)
    }

    fn cache(&self) -> Option<&PositionCache> {
        Some(&self.cache)
    }

    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        Some(&mut self.cache)
    }

    fn members(&self) -> Members<'_> {
        if self.dirty { Members::NotKept } else { Members::Listed(self.list.index()) }
    }

    fn check(&self) -> Result<(), String> {
        self.list.check()?;
        self.active.check()?;
        let listed = self.list.iter().map(Entity::index);
        if self.dirty || listed.eq(&self.active) {
            Ok(())
        } else {
            Err("active-passive view: the list is not that of the bits".into())
        }
    }

    fn check_deferred(&self, living: &Population<M>, aspect: &Aspect<M>) -> Result<(), String> {
        let is_matched = |entity: &Entity| living.mask(*entity).is_some_and(|mask| aspect.matches(&mask));
        if living.allocator.iter().filter(is_matched).map(Entity::index).eq(&self.active) {
            Ok(())
        } else {
            Err("active-passive view: the bits are not those of the entities that match".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    #[test]
    fn a_cleared_list_is_empty() {
        let counts: &[usize] =
            if cfg!(miri) { &[0, 1, 63, 64, 65, 129] } else { &[0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 1_000] };
        for &count in counts {
            let mut living = Population::<Mask<1>>::default();
            let entities = living.spawn_many(count, Mask::of(&[0]));
            let aspect = Aspect::new(Mask::of(&[0]), Mask::of(&[]), Mask::of(&[]));
            let mut view = ActivePassiveView::<true>::default();
            View::<Mask<1>>::spawned(&mut view, &mut (), &entities);
            View::settle(&mut view, &living, &aspect);
            assert_eq!(core::iter::from_fn(|| view.reports.next_entered()).count(), count);
            living.clear();
            View::<Mask<1>>::clear(&mut view);
            View::settle(&mut view, &living, &aspect);
            assert_eq!(core::iter::from_fn(|| view.reports.next_exited()).count(), count);
            assert!(view.list.is_empty(), "none of {count} is left");
        }
    }

    #[test]
    fn an_entity_that_reuses_a_slot_before_the_sync_enters_and_the_former_leaves() {
        let mut living = Population::<Mask<1>>::default();
        let aspect = Aspect::new(Mask::of(&[0]), Mask::of(&[]), Mask::of(&[]));
        let mut view = ActivePassiveView::<true>::default();
        let first = living.spawn(Mask::of(&[0]));
        view.activate(first);
        View::settle(&mut view, &living, &aspect);
        assert_eq!((view.reports.next_entered(), view.reports.next_entered()), (Some(first), None));
        living.despawn(first);
        let successor = living.spawn(Mask::of(&[0]));
        assert_eq!(successor.index(), first.index());
        view.activate(successor);
        View::settle(&mut view, &living, &aspect);
        assert_eq!((view.reports.next_exited(), view.reports.next_entered()), (Some(first), Some(successor)));
    }

    #[test]
    fn entities_of_all_words_of_bits_are_listed_whatever_their_order_of_insertion() {
        let mut living = Population::<Mask<1>>::default();
        let entities = living.spawn_many(300, Mask::of(&[0]));
        let aspect = Aspect::new(Mask::of(&[0]), Mask::of(&[]), Mask::of(&[]));
        let mut view = ActivePassiveView::<false>::default();
        for at in [200, 299, 63, 64, 0, 128] {
            view.activate(entities[at]);
            assert!(view.active.contains(200), "earlier entities stay when {at} is inserted");
        }
        assert_eq!(view.active.slots(), 320, "the view has no more words than its entities need");
        View::settle(&mut view, &living, &aspect);
        assert!(view.list.iter().map(Entity::index).eq([0, 63, 64, 128, 200, 299]));
        assert!(View::<Mask<1>>::check(&view).is_ok());
        view.list.push(entities[7]);
        assert!(View::<Mask<1>>::check(&view).is_err(), "7 is listed, but not active");
        view.dirty = true;
        assert!(View::<Mask<1>>::check(&view).is_ok(), "an outdated list is not checked");
        assert!(view.check_deferred(&living, &aspect).is_err(), "other entities match");
        for entity in &entities {
            view.activate(*entity);
        }
        assert!(view.check_deferred(&living, &aspect).is_ok());
        living.despawn(entities[3]);
        assert!(view.check_deferred(&living, &aspect).is_err(), "one active entity is dead");
    }
}
