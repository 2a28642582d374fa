//! Sorting the values of a component in an order chosen by the user, as far as groups allow.
//!
//! The groups that own a storage divide it: the entities of the innermost group are at the front, then the remaining ones of the next
//! group, and so on; those in no group are last. Moving a value across a boundary would change the members of a group, so each segment is
//! sorted by itself. The segment of a group is permuted in all storages that the group owns: inner groups own these, too, and outer groups
//! contain the whole segment.
//!
//! The order is computed as a permutation of positions, by a stable sort of the positions with the user's comparison. Then the permutation
//! is split into cycles, and each cycle becomes a chain of swaps. So values move only by swaps, `O(n)` of them, and user code has ended
//! before the first one.
//!
//! ```text
//! storage of Position     | in (A, B, C) | in (A, B) alone | in A alone      | in no group |
//! segments                  0 .. 10        10 .. 25          25 .. 100         100 .. 140
//! permuted together         A, B, C        A, B              A                 the storage
//! ```
//!
//! `World::PLAN` lists the groups that limit a sort, since this can be unexpected: after `sort_by` the values of each segment ascend, but
//! not necessarily those of the whole storage.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;
use core::slice;

use crate::relation::{Levels, RelationIndex};
use crate::sparse::Swaps;
use crate::storage::{Contiguous, ErasedStorage, Sortable, StorageTasks as _};
use crate::view::Members;
use crate::world::{Core, EcsWorld, HasTree, Holds, Token};

/// A range of positions that is sorted by itself, and the storages that are permuted together.
struct Segment<'a> {
    /// Empty if all entities of the group are in its inner groups.
    positions: Range<usize>,
    /// The storages of the group; behind all groups, only that of the component.
    owned: &'a [usize],
}

/// Sorts the values of a component stably. The whole order is computed before anything moves, so a comparison may panic.
pub(super) fn sort_by<W, C: 'static>(world: &mut W, mut compare: impl FnMut(&C, &C) -> Ordering)
where
    W: Holds<C, Storage: Sortable>,
{
    sort_segments::<W, C>(world, |core: &Core<W>, order| {
        let values = W::storage(&core.storages).as_slice();
        order.sort_by(by_values(values, &mut compare));
    });
}

/// Compares positions by their values. Generic over the component and the comparison alone, so that the sort of the standard library is not
/// compiled again for each world.
fn by_values<C>(values: &[C], compare: &mut impl FnMut(&C, &C) -> Ordering) -> impl FnMut(&usize, &usize) -> Ordering {
    |a, b| compare(&values[*a], &values[*b])
}

/// Compares values by their keys; generic over the component and the key alone.
pub(super) fn by_key<C, K: Ord>(mut key: impl FnMut(&C) -> K) -> impl FnMut(&C, &C) -> Ordering {
    move |a, b| key(a).cmp(&key(b))
}

/// Sorts the values of a component so that those of parents are before those of their children, level by level.
pub(super) fn sort_parents_first<W, C: 'static, R: 'static>(world: &mut W)
where
    W: Holds<C, Storage: Sortable> + HasTree<R>,
{
    let entities = &world.__core(Token::new()).entities;
    let mut levels = Levels::default();
    levels.compute(entities.relations.get(W::RELATION).unwrap_or(&RelationIndex::EMPTY));
    // Entities without a parent have rank 0.
    let mut ranks = alloc::vec![0; entities.allocator.slots() as usize];
    for (rank, (source, _)) in (1..).zip(&levels.sources) {
        ranks[*source as usize] = rank;
    }
    sort_segments::<W, C>(world, |core: &Core<W>, order| {
        let owners = <W as Holds<C>>::storage(&core.storages).source();
        order.sort_by_key(|at| owners.at(*at).map_or(0_u32, |index| ranks[index as usize]));
    });
}

/// Sorts each segment of the storage of a component; `sort` sorts its positions.
fn sort_segments<W, C: 'static>(world: &mut W, mut sort: impl FnMut(&Core<W>, &mut [usize]))
where
    W: Holds<C, Storage: Sortable>,
{
    let core = world.__core_mut(Token::new());
    core.cached_at.forget();
    let (component, len) = (<W as Holds<C>>::ID, W::storage(&core.storages).as_slice().len());
    let segments = segments::<W>(&core.views, &component, len);
    let mut order: Vec<usize> = (0..len).collect();
    for segment in &segments {
        sort(core, &mut order[segment.positions.clone()]);
    }
    let Core { storages, tidy, .. } = core;
    for segment in segments {
        let swaps = swaps(&mut order, segment.positions);
        for component in segment.owned {
            let Some(mut storage) = W::__storage(storages, *component) else { continue };
            storage.swap_all(swaps.as_slice());
        }
    }
    tidy.leave(component);
}

/// The segments of the storage of one component, by position.
fn segments<'a, W: EcsWorld>(views: &W::Views, component: &'a usize, len: usize) -> Vec<Segment<'a>> {
    // Views are numbered from the outermost; a storage view has no boundary of its own.
    let groups = (0..W::VIEWS.len()).rev().filter(|view| W::VIEWS[*view].owned.contains(component));
    let groups = groups.filter_map(|view| match W::__view_alone(views, view)?.members() {
        Members::Prefix(end) => Some((end, W::VIEWS[view].owned)),
        _ => None,
    });
    let mut start = 0;
    let segments = groups.chain([(len, slice::from_ref(component))]).map(|(end, owned)| {
        let positions = start..end;
        start = end;
        Segment { positions, owned }
    });
    segments.collect()
}

/// The swaps that move to each of these positions the value at the position in `order`; at most one per position.
///
/// ```text
/// values [a b c d]   order [2 0 1 3]     c comes first, then a, then b; d stays
/// swap 0 and 2       [c b a d]
/// swap 2 and 1       [c a b d]           the cycle 0, 2, 1 is closed: two swaps for three positions
/// ```
fn swaps(order: &mut [usize], positions: Range<usize>) -> Swaps {
    let mut swaps = Swaps::default();
    for first in positions {
        // Follow a cycle of the permutation: the value of its first position moves on, to the last one.
        let mut at = first;
        loop {
            let from = core::mem::replace(&mut order[at], at);
            if from == first {
                break;
            }
            swaps.push(at, from);
            at = from;
        }
    }
    swaps
}
