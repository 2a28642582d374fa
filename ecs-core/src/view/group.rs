//! Groups: views whose entities are at the front of storages, in one order in all of them.
//!
//! ```text
//! Position  [ e3 e7 e1 | e2 e9 ]      e3, e7, e1 have both components: the group (Position, Velocity)
//! Velocity  [ e3 e7 e1 | e4 ]         entering is a swap with the first position at the boundary, in each storage
//! ```
//!
//! - **I1** The first `len` positions of each owned storage contain exactly the live entities that match the aspect.
//! - **I2** At each of these positions all owned storages contain the value of the same entity.
//!
//! When an entity loses a component of the group or is despawned, both hold again after its values were removed. A storage whose values are
//! all in the group is not touched before that: the removal moves its last value, which is also the last one of the group, to the free
//! position.
//!
//! ```text
//!                               Position           Velocity
//!                               e3 e7 | e9         e3 e7 | e4
//! insert Velocity into e9       e3 e7 | e9         e3 e7 | e4 e9      the value is appended
//!   it enters: position 2       e3 e7 e9 |         e3 e7 e9 | e4      swapped with the first one behind the boundary
//! remove Velocity from e3
//!   it leaves: last is 2        e9 e7 | e3         e9 e7 | e3 e4      swapped with the last one of the group
//!   the value is removed        e9 e7 | e3         e9 e7 | e4         the last value takes the free position
//! ```
//!
//! Groups that own a common storage are nested in it: the planner allows two groups to own one storage only if one aspect implies the
//! other. So an entity enters the outer group first and leaves the inner one first, and each swap stays within the front of all outer
//! groups.

use super::sealed::Sealed;
use super::{Aspect, Members, Transition, View};
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::reuse::clone_by_field;
use crate::sparse::PositionCache;

/// The storages that a group keeps in one order.
///
/// A group does not know its components: it determines which entity belongs at which position, and this trait moves the values in all of
/// its storages.
pub trait Owned: Sealed {
    /// Swaps the value of an entity that enters the group to `position`, the first one behind it, in each storage.
    fn enter(&mut self, entity: Entity, position: usize);

    /// Moves the value of the entity that changes to `last`, the last position of the group, in each storage. Values of components that it
    /// loses are removed next; one of these is not moved before if the removal has the same effect.
    fn leave<M: BitMask>(&mut self, change: &Transition<M>, last: usize);

    /// Returns true if each storage has this many values.
    fn have(&self, values: usize) -> bool;
}

impl Sealed for () {}

/// No storage.
impl Owned for () {
    fn enter(&mut self, _: Entity, _: usize) {}

    fn leave<M: BitMask>(&mut self, _: &Transition<M>, _: usize) {}

    fn have(&self, _: usize) -> bool {
        false
    }
}

/// The entities at the front of the owned storages, so that iteration is a zip of slices.
///
/// A change costs **O(owned storages)** swaps, a step of iteration only the access to the values. Entities are in the order in which they
/// entered, until one leaves and the last one is moved to its position, or one enters or leaves an inner group and is swapped to its
/// boundary; `sort_by` and `tidy` change the order, too. (The groups of `EnTT`, also nested and partial.)
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # #[derive(Debug, PartialEq)] struct Position(u32);
/// # #[derive(Debug, PartialEq)] struct Velocity(u32);
/// ecs_world! { components: Position, Velocity; groups: (Position, Velocity); }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::Group);
/// let mut world = World::default();
/// world.spawn(Position(1));
/// world.spawn((Position(2), Velocity(2)));
/// let columns = world.columns();
/// assert_eq!(columns.position.as_slice()[0], Position(2), "entities of the group are at the front");
/// assert_eq!(columns.velocity.as_slice(), [Velocity(2)]);
/// ```
#[derive(Debug, Default)]
pub struct GroupView {
    /// The boundary, which is common to all owned storages.
    len: usize,
    /// Cached positions in the storages that a partial group looks up.
    cache: PositionCache,
}

clone_by_field! { [] GroupView { len, cache } }

impl GroupView {
    /// The number of entities: owned storages have their values before this position, and those of other entities from there on. For
    /// generated code.
    #[doc(hidden)]
    #[must_use]
    pub fn boundary(&self) -> usize {
        self.len
    }
}

impl Sealed for GroupView {}

impl<M: BitMask> View<M> for GroupView {
    #[inline(always)]
    fn before<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.leaves(aspect) {
            self.len -= 1;
            owned.leave(change, self.len);
        }
    }

    #[inline(always)]
    fn after<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.enters(aspect) {
            owned.enter(change.entity(), self.len);
            self.len += 1;
        }
    }

    fn spawned<O: Owned>(&mut self, owned: &mut O, entities: &[Entity]) {
        // If all previous values of the storages are in the group, the appended ones are already in position.
        if owned.have(self.len + entities.len()) {
            self.len += entities.len();
            return;
        }
        for entity in entities {
            owned.enter(*entity, self.len);
            self.len += 1;
        }
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    #[cfg(feature = "serde")]
    fn adopt(&mut self, len: usize) {
        self.len = len;
    }

    fn cache(&self) -> Option<&PositionCache> {
        Some(&self.cache)
    }

    fn cache_mut(&mut self) -> Option<&mut PositionCache> {
        Some(&mut self.cache)
    }

    fn members(&self) -> Members<'_> {
        Members::Prefix(self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    #[test]
    fn a_group_has_a_boundary_and_caches_positions() {
        let mut group = GroupView::default();
        assert_eq!(group.boundary(), 0);
        #[cfg(feature = "serde")]
        for len in [3, 1, 0, 2] {
            View::<Mask<1>>::adopt(&mut group, len);
            assert_eq!(group.boundary(), len);
        }
        assert!(View::<Mask<1>>::cache(&group).is_some() && View::<Mask<1>>::cache_mut(&mut group).is_some());
    }
}
