//! Owns sorting: the values of a component in an order of the user's, as far as groups leave them free.
//!
//! The groups that own a storage divide it: the innermost stands at the front, then what the next one has beside it, and so
//! on; what is in none comes last. To move a value across a border would let an entity leave a group or enter one, so each
//! segment is sorted by itself. The segment of a group moves in all storages that the group owns: each group inside owns
//! these too, and each one around them has the whole segment in its front.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;
use core::slice;

use crate::{Contiguous, Core, EcsWorld, Holds, Members, Sortable, Swaps, Token};

/// Positions that are sorted by themselves, and the storages in which the order is one.
struct Segment<'a> {
    positions: Range<usize>,
    owned: &'a [usize],
}

/// Sorts the values of a component, stably. The whole order is known before anything moves, so that a comparison may panic.
pub(super) fn sort_by<W, C: 'static>(world: &mut W, mut compare: impl FnMut(&C, &C) -> Ordering)
where
    W: Holds<C, Storage: Sortable>,
{
    let Core { storages, views, tidy, cached_at, .. } = world.__core_mut(Token::new());
    cached_at.forget();
    let (component, values) = (<W as Holds<C>>::ID, W::storage(storages).as_slice());
    let segments = segments::<W>(views, &component, values.len());
    let mut order: Vec<usize> = (0..values.len()).collect();
    for segment in &segments {
        order[segment.positions.clone()].sort_by(|a, b| compare(&values[*a], &values[*b]));
    }
    for segment in segments {
        let swaps = swaps(&mut order, segment.positions);
        for component in segment.owned {
            let Some(storage) = W::__storage(storages, *component) else { continue };
            storage.swap_all(swaps.as_slice());
        }
    }
    tidy.leave(component);
}

/// The segments of the storage of one component, by position.
fn segments<'a, W: EcsWorld>(views: &W::Views, component: &'a usize, len: usize) -> Vec<Segment<'a>> {
    // Views are numbered from the outermost; a view that is the whole storage has no end of its own.
    let groups = (0..W::VIEWS.len()).rev().filter(|view| W::VIEWS[*view].owned.contains(component));
    let groups = groups.filter_map(|view| match W::__view(views, view)?.0.members() {
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

/// The swaps that bring to each of these positions who stands where `order` says; as many as positions at most.
fn swaps(order: &mut [usize], positions: Range<usize>) -> Swaps {
    let mut swaps = Swaps::default();
    for first in positions {
        // Along the cycle: who stood at its first position wanders on, until the last one is theirs.
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
