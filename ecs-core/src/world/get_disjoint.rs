//! Borrowing one component of several entities at once, without `unsafe`: handles and positions are compared first.
//!
//! Several `&mut` can be lent at once if the positions of their values differ. Different handles of live entities have different indices,
//! and so different positions. So comparing the handles suffices, in `O(N^2)` time, which is less than a set costs for the few handles of a
//! call. The storage checks the positions again when it splits its values (`ValuesMut::disjoint`).

use crate::entity::Entity;
use crate::error::DisjointError;
use crate::sparse::EntityIndex;
use crate::storage::{Marks, Storage, ValuesMut};
use crate::world::{Has, Token};

/// Borrows the component of each of these entities.
///
/// # Errors
///
/// [`DisjointError`] for the first handle that is stale, given twice, or of an entity without the component.
pub(super) fn get_disjoint_mut<W: Has<C>, C: 'static, const N: usize>(
    world: &mut W,
    entities: [Entity; N],
) -> Result<[&mut C; N], DisjointError> {
    let positions = positions::<W, C, N>(world, entities)?;
    let (_, values, marks) = W::storage_mut(&mut world.__core_mut(Token::new()).storages).written_parts();
    let values = values.disjoint(positions).ok_or(DisjointError::Missing(0))?;
    for position in positions {
        marks.mark::<false>(position);
    }
    Ok(values)
}

/// The positions of the values, all different; an error if a value is missing or a handle is given twice.
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
