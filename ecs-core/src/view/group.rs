//! Owns groups: views whose entities stand at the front of storages, in one order in all of them.
//!
//! - **I1** The first `len` positions of each owned storage hold exactly the living entities that match the aspect.
//! - **I2** At each of these positions all owned storages hold the value of one entity.
//!
//! Both hold again when the values of a despawned entity are removed: where the whole of each storage is in the group, that
//! alone keeps them.
//!
//! Groups that own a common storage are nested in it: the planner lets two own one only if one aspect implies the other. So
//! an entity enters the outer group first and leaves the inner one first, and each swap stays within the front of all
//! groups around it.

use super::sealed::Sealed;
use super::{Aspect, Members, Transition, View};
use crate::{BitMask, Entity, PositionCache};

/// The storages that a group keeps in one order.
pub trait Owned: Sealed {
    /// Lets the entity stand at a position of each storage, and who stood there where the entity did.
    fn bring(&mut self, entity: Entity, position: usize);

    /// Where the entity stands in the first storage.
    fn position(&self, entity: Entity) -> Option<usize>;

    /// Lets those who stand at two positions change places, in each storage.
    fn swap(&mut self, a: usize, b: usize);

    /// Whether each storage has this many values.
    fn have(&self, values: usize) -> bool;
}

impl Sealed for () {}

/// Nothing is owned.
impl Owned for () {
    fn bring(&mut self, _: Entity, _: usize) {}

    fn position(&self, _: Entity) -> Option<usize> {
        None
    }

    fn swap(&mut self, _: usize, _: usize) {}

    fn have(&self, _: usize) -> bool {
        false
    }
}

/// The entities at the front of the owned storages, so that a walk is a zip of slices.
///
/// A change costs **O(owned storages)** swaps, a step of a walk nothing but the values. The order is that of entering,
/// until an entity leaves and the last one of the group takes its place. (`EnTT`'s groups, also nested and partial.)
#[derive(Debug, Clone, Default)]
pub struct GroupView {
    len: usize,
    cache: PositionCache,
}

impl Sealed for GroupView {}

impl<M: BitMask> View<M> for GroupView {
    #[inline(always)]
    fn before<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.leaves(aspect) {
            // Where all that the storages hold is in the group, removal moves the last value to where the entity was.
            let in_place = change.is_despawn() && owned.have(self.len);
            self.len -= 1;
            // By I2 it stands at one position in all storages.
            if !in_place && let Some(position) = owned.position(change.entity()).filter(|at| *at != self.len) {
                owned.swap(position, self.len);
            }
        }
    }

    #[inline(always)]
    fn after<O: Owned>(&mut self, owned: &mut O, change: &Transition<M>, aspect: &Aspect<M>) {
        if change.enters(aspect) {
            owned.bring(change.entity(), self.len);
            self.len += 1;
        }
    }

    fn spawned<O: Owned>(&mut self, owned: &mut O, entities: &[Entity]) {
        // Where all that the storages held is in the group, what came behind is in place already.
        if owned.have(self.len + entities.len()) {
            self.len += entities.len();
            return;
        }
        for entity in entities {
            owned.bring(*entity, self.len);
            self.len += 1;
        }
    }

    fn clear(&mut self) {
        self.len = 0;
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
