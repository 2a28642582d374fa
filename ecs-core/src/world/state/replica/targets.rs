//! Dead targets of relations that a replica inserts: entities that this world has despawned, but the other world has not.

use alloc::vec::Vec;

use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::world::relations::number_of;
use crate::world::{EcsWorld, Holds, Token};

/// While it exists, relations with the policy `keep` can be inserted with dead targets, as the other world may have them.
pub(super) struct AllowDead<'a, W: EcsWorld>(pub(super) &'a mut W);

impl<'a, W: EcsWorld> AllowDead<'a, W> {
    pub(super) fn of(world: &'a mut W) -> Self {
        world.__core_mut(Token::new()).targets.may_be_dead = true;
        Self(world)
    }
}

impl<W: EcsWorld> Drop for AllowDead<'_, W> {
    fn drop(&mut self) {
        self.0.__core_mut(Token::new()).targets.may_be_dead = false;
    }
}

/// Removes dead targets from a relation, unless its policy is `keep`: targets that this world despawned, but the other world did not.
/// Returns false if no target is left. (A relation with a single target keeps it here; its insertion is then refused.)
pub(super) fn leave_dead_out<W: Holds<C>, C: 'static>(world: &W, value: &mut C) -> bool {
    // A constant, so that nothing is compiled for components that are no relations.
    if const { number_of::<W>(<W as Holds<C>>::ID).is_none() } {
        return true;
    }
    let dead = dead_among(W::TARGETS(value), &world.__core(Token::new()).entities.allocator);
    if dead.is_empty() || const { is_kept::<W>(<W as Holds<C>>::ID) } {
        return true;
    }
    for target in dead {
        (W::REMOVE_TARGET)(value, target);
    }
    !W::TARGETS(value).is_empty()
}

/// Returns true if a component is a relation whose policy is `keep`.
const fn is_kept<W: EcsWorld>(component: usize) -> bool {
    match number_of::<W>(component) {
        Some(number) => W::RELATIONS[number].is_kept(),
        None => false,
    }
}

/// The targets that are dead.
fn dead_among(targets: &[Entity], living: &Allocator) -> Vec<Entity> {
    targets.iter().copied().filter(|target| !living.contains(*target)).collect()
}
