//! Lists: views that keep a dense list of their entities, up to date after each change.
//!
//! - **I1** The list contains exactly the live entities that match its aspect.
//!
//! The trade-off: each change tests the aspect of the list and moves at most one entry; in return, iteration visits exactly the matching
//! entities, however many others have the same components.
//!
//! ```text
//! spawn (A, B)       the entity enters: appended                     [ 7 3 9 5 ]
//! remove B of 3      it leaves: the last one moves to its position   [ 7 5 9 ]
//! remove A of 8      it was not in the list, and is not looked for   [ 7 5 9 ]
//! ```

use alloc::string::String;

use super::sealed::Sealed;
use super::{Aspect, Members, Owned, Transition, View};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::reuse::clone_by_field;
use crate::sparse::{PositionCache, SparseIndex, Swaps};

/// A dense list of entities with the position of each: the article's managed entities of a system, the dissertation's subscriptions.
///
/// A change costs **O(1)**, a step of iteration one lookup per component, or a cached position if nothing changed since the last run.
/// Entities are in the order in which they entered, until one leaves and the last one is moved to its position, or `tidy` brings the list
/// into the order of storages. Memory: 4 bytes per entity, and 4 per slot of each page that is used.
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # #[derive(Debug, PartialEq)] struct Position(u32);
/// # struct Velocity(u32);
/// ecs_world! { components: Position, Velocity; queries: #[view(list)] (Position, Velocity); }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::List);
/// let mut world = World::default();
/// let all: Vec<_> = [0, 1, 2].map(|at| world.spawn((Position(at), Velocity(1)))).into();
/// world.remove::<Velocity>(all[0]).unwrap();
/// let order: Vec<_> = world.query::<(&Position, &Velocity)>().iter().map(|(position, _)| position.0).collect();
/// assert_eq!(order, [2, 1], "the last entity has taken the position of the one that left");
/// ```
#[derive(Debug, Default)]
pub struct ListView {
    /// The entities in the order of iteration (I1).
    index: SparseIndex,
    cache: PositionCache,
}

clone_by_field! { [] ListView { index, cache } }

impl Sealed for ListView {}

impl<M: BitMask> View<M> for ListView {
    #[inline(always)]
    fn before<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.leaves(aspect) {
            self.index.swap_remove(change.entity().index());
        }
    }

    #[inline(always)]
    fn after<O: Owned>(&mut self, _: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.enters(aspect) {
            self.index.push(change.entity().index());
        }
    }

    fn spawned<O: Owned>(&mut self, _: &mut O, entities: &[Entity]) {
        self.index.extend(entities);
    }

    fn clear(&mut self) {
        self.index.clear();
    }

    fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> Option<usize> {
        Some(self.index.arrange(first, order, swaps))
    }

    fn cache(&self) -> Option<&PositionCache> {
        Some(&self.cache)
    }

    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        Some(&mut self.cache)
    }

    fn members(&self) -> Members<'_> {
        Members::Listed(&self.index)
    }

    fn check(&self) -> Result<(), String> {
        self.index.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    #[test]
    fn the_check_covers_the_list() {
        assert!(View::<Mask<1>>::check(&ListView::default()).is_ok());
        let view = ListView { index: SparseIndex::from_raw(alloc::vec![4, 4], &[(4, 0)]), ..ListView::default() };
        assert!(View::<Mask<1>>::check(&view).is_err(), "an entity is listed twice");
    }
}
