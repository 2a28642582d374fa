//! Buffered notifications of views that defer changes: the entities that entered and left since systems were last notified.
//!
//! - **I1** An entity is reported once per transition between two syncs; one that entered and left is not reported at all.
//!
//! A view that is up to date after each change needs no buffer: its callbacks run in the transition. A view that settles later buffers
//! notifications, and systems are notified at the sync, when all values are final. An entity that was despawned meanwhile is reported by
//! its former handle.
//!
//! ```text
//! between two syncs         entered   exited
//! 3 enters, 5 leaves        3         5
//! 3 leaves again            -         5          as if it had never entered
//! 5 enters again            -         -
//! 8 enters                  8         -          systems are notified of 8 alone
//! ```

#[cfg(feature = "serde")]
use super::Deferred;
use super::handles::Handles;
use crate::entity::Entity;
#[cfg(feature = "serde")]
use crate::mask::BitMask;
#[cfg(feature = "serde")]
use crate::population::Population;
use crate::reuse::clone_by_field;

/// Entities that entered a view or left it, in order, since systems were last notified.
#[derive(Debug, Default)]
pub struct Reports {
    /// Those that entered, and did not leave since.
    entered: Queue,
    /// Those that left, and did not enter since. No entity is in both.
    exited: Queue,
}

clone_by_field! { [] Reports { entered, exited } }

/// A queue of entities from which any can be removed.
#[derive(Debug, Default)]
struct Queue {
    /// In the order of arrival, until one is taken back: then the last one moves to its position.
    waiting: Handles,
    /// Number of entities that were popped, but are still in the list.
    done: usize,
}

clone_by_field! { [] Queue { waiting, done } }

impl Queue {
    /// Removes an entity that was not popped yet; returns true if there was one.
    ///
    /// Runs in **O(1)** time, amortised over popped entities.
    fn take_back(&mut self, entity: Entity) -> bool {
        self.forget_done();
        self.waiting.swap_remove(entity)
    }

    /// Appends an entity, which is not in the queue.
    fn push(&mut self, entity: Entity) {
        self.forget_done();
        self.waiting.push(entity);
    }

    /// The entities that were not popped.
    #[cfg(feature = "serde")]
    fn waiting(&self) -> alloc::vec::Vec<Entity> {
        self.waiting.iter().skip(self.done).collect()
    }

    /// Returns the next entity, and keeps the order, which a removal from the front of the list would not. Runs in **O(1)** time, and in
    /// **O(popped)** at the end.
    fn pop(&mut self) -> Option<Entity> {
        let next = self.waiting.at(self.done);
        self.done += 1;
        if next.is_none() {
            self.waiting.clear();
            self.done = 0;
        }
        next
    }

    /// Removes popped entities from the list. They stay in it until then, since nearly always all are popped.
    fn forget_done(&mut self) {
        while self.done > 0 {
            self.done -= 1;
            if let Some(entity) = self.waiting.at(self.done) {
                self.waiting.swap_remove(entity);
            }
        }
    }
}

impl Reports {
    /// Records an entity that entered. If a report that it left is pending, that is taken back instead: for systems, nothing happened.
    pub(super) fn note_entered(&mut self, entity: Entity) {
        if !self.exited.take_back(entity) {
            self.entered.push(entity);
        }
    }

    /// Records an entity that left. If a report that it entered is pending, that is taken back instead.
    pub(super) fn note_exited(&mut self, entity: Entity) {
        if !self.entered.take_back(entity) {
            self.exited.push(entity);
        }
    }

    /// The pending notifications.
    #[cfg(feature = "serde")]
    pub(super) fn deferred(&self) -> Deferred {
        Deferred { gone: self.exited.waiting(), new: self.entered.waiting(), ..Deferred::default() }
    }

    /// Restores pending notifications: of entities that entered and are in the view, and of entities that left and are not.
    ///
    /// Others of a save are left out: systems must not be notified of what cannot have happened.
    #[cfg(feature = "serde")]
    pub(super) fn defer<M: BitMask>(
        &mut self,
        deferred: &Deferred,
        living: &Population<M>,
        is_in: &dyn Fn(Entity) -> bool,
    ) {
        self.clear();
        self.entered.waiting.refill(&deferred.new, living, is_in);
        // A slot is reported by two handles only if its present entity entered since the former one left.
        let entered = &self.entered.waiting;
        let may_have_gone = |entity: Entity| {
            let now = living.allocator.entity_at(entity.index());
            !is_in(entity) && now.is_none_or(|now| !is_in(now) || entered.contains(now))
        };
        self.exited.waiting.refill(&deferred.gone, living, &may_have_gone);
    }

    /// Removes all entities; systems are not notified of them.
    pub(crate) fn clear(&mut self) {
        for queue in [&mut self.entered, &mut self.exited] {
            queue.waiting.clear();
            queue.done = 0;
        }
    }

    /// Removes and returns the next entity that left.
    pub fn next_exited(&mut self) -> Option<Entity> {
        self.exited.pop()
    }

    /// Removes and returns the next entity that entered.
    pub fn next_entered(&mut self) -> Option<Entity> {
        self.entered.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;
    use alloc::vec::Vec;

    fn entered(reports: &mut Reports) -> Vec<u32> {
        core::iter::from_fn(|| reports.next_entered()).map(Entity::index).collect()
    }

    #[test]
    fn an_entity_that_entered_and_left_is_not_reported() {
        let mut reports = Reports::default();
        for at in 0..3 {
            reports.note_entered(entity(at));
        }
        reports.note_exited(entity(0));
        assert_eq!((entered(&mut reports), reports.next_exited()), (Vec::from([2, 1]), None));
        reports.note_exited(entity(1));
        reports.note_entered(entity(1));
        assert_eq!((reports.next_entered(), reports.next_exited()), (None, None));
    }

    #[test]
    fn what_was_reported_is_not_taken_back() {
        let mut reports = Reports::default();
        reports.note_entered(entity(0));
        reports.note_entered(entity(1));
        assert_eq!(reports.next_entered(), Some(entity(0)));
        reports.note_exited(entity(0));
        assert_eq!(entered(&mut reports), [1]);
        assert_eq!((reports.next_exited(), reports.next_exited()), (Some(entity(0)), None));
    }
}
