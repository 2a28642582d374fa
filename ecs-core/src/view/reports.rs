//! Owns what a view that settles later has still to tell to systems: who came, who went.
//!
//! - **I1** An entity is reported once per transition between two syncs; one that came and went is not reported at all.

use super::handles::Handles;
use crate::Entity;

/// Entities that came to a view and went from it, in that order, since systems heard of it last.
#[derive(Debug, Clone, Default)]
pub struct Reports {
    came: Queue,
    went: Queue,
}

/// Entities in the order in which they were put in, of which any can be taken out.
#[derive(Debug, Clone, Default)]
struct Queue {
    waiting: Handles,
    /// How many of those that wait were handed out.
    done: usize,
}

impl Queue {
    /// Takes an entity out that was not handed out yet; whether it was in.
    fn take_back(&mut self, entity: Entity) -> bool {
        self.forget_done();
        self.waiting.swap_remove(entity)
    }

    fn push(&mut self, entity: Entity) {
        self.forget_done();
        self.waiting.push(entity);
    }

    fn pop(&mut self) -> Option<Entity> {
        let next = self.waiting.at(self.done);
        self.done += 1;
        if next.is_none() {
            self.waiting.clear();
            self.done = 0;
        }
        next
    }

    /// Those handed out are left in while others are: nearly always all are.
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
    pub(super) fn came(&mut self, entity: Entity) {
        if !self.went.take_back(entity) {
            self.came.push(entity);
        }
    }

    pub(super) fn went(&mut self, entity: Entity) {
        if !self.came.take_back(entity) {
            self.went.push(entity);
        }
    }

    /// The next entity that went, each once.
    pub fn next_gone(&mut self) -> Option<Entity> {
        self.went.pop()
    }

    /// The next entity that came, each once.
    pub fn next_new(&mut self) -> Option<Entity> {
        self.came.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;
    use alloc::vec::Vec;

    fn new(reports: &mut Reports) -> Vec<u32> {
        core::iter::from_fn(|| reports.next_new()).map(Entity::index).collect()
    }

    #[test]
    fn an_entity_that_entered_and_left_is_not_reported() {
        let mut reports = Reports::default();
        for at in 0..3 {
            reports.came(entity(at));
        }
        reports.went(entity(0));
        assert_eq!((new(&mut reports), reports.next_gone()), (Vec::from([2, 1]), None));
        reports.went(entity(1));
        reports.came(entity(1));
        assert_eq!((reports.next_new(), reports.next_gone()), (None, None));
    }

    #[test]
    fn what_was_reported_is_not_taken_back() {
        let mut reports = Reports::default();
        reports.came(entity(0));
        reports.came(entity(1));
        assert_eq!(reports.next_new(), Some(entity(0)));
        reports.went(entity(0));
        assert_eq!(new(&mut reports), [1]);
        assert_eq!((reports.next_gone(), reports.next_gone()), (Some(entity(0)), None));
    }
}
