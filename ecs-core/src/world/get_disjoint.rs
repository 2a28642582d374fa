//! Borrowing one component of several entities at once, without `unsafe`: handles and positions are compared first.

use crate::entity::Entity;
use crate::error::DisjointError;
use crate::sparse::EntityIndex;
use crate::storage::{Storage, ValuesMut};
use crate::world::{Has, Token};

pub(super) fn get_disjoint_mut<W: Has<C>, C: 'static, const N: usize>(
    world: &mut W,
    entities: [Entity; N],
) -> Result<[&mut C; N], DisjointError> {
    let positions = positions::<W, C, N>(world, entities)?;
    let (_, values) = W::storage_mut(&mut world.__core_mut(Token::new()).storages).parts_mut();
    values.disjoint(positions).ok_or(DisjointError::Missing(0))
}

/// The positions of the values, all different; an error if one is missing or a handle is given twice.
fn positions<W: Has<C>, C: 'static, const N: usize>(
    world: &W,
    entities: [Entity; N],
) -> Result<[usize; N], DisjointError> {
    let core = world.__core(Token::new());
    let (index, _) = W::storage(&core.storages).parts();
    let mut positions = [0; N];
    for (at, entity) in entities.into_iter().enumerate() {
        if let Some(first) = entities[..at].iter().position(|earlier| *earlier == entity) {
            return Err(DisjointError::Duplicate(first, at));
        }
        let missing =
            || if world.contains(entity) { DisjointError::Missing(at) } else { DisjointError::NoSuchEntity(at) };
        positions[at] = index.position_in(entity, core.entities.handles()).ok_or_else(missing)?;
    }
    Ok(positions)
}
