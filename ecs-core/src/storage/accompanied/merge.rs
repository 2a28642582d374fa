//! The moves with which a storage in ascending order merges a batch, to be repeated in the companion.
//!
//! ```text
//!                      entities       entries
//! before               2 5 9          a b c
//! appended: 7 3        2 5 9 7 3      a b c d e
//! merged               2 3 5 7 9      a e b d c       origins 0 4 1 3 2
//! ```

use alloc::vec::Vec;

use crate::entity::Entity;
use crate::sparse::EntityIndex as _;
use crate::storage::Storage;
use crate::storage::companion::Companion;

/// For each position in the merged storage, the position that its entry has when the batch has been appended.
pub(super) struct Merge(Vec<u32>);

impl Merge {
    /// The merge of a batch into a storage, or `None` if its entities ascend and come after all others, so that nothing moves.
    ///
    /// Runs in **O(n log n)** time for all n values, in **O(n)** if the batch ascends, and in **O(batch)** if nothing moves.
    pub(super) fn of<S: Storage>(storage: &S, entities: &[Entity]) -> Option<Self> {
        let is_last = entities.first().is_none_or(|first| storage.next_position(*first) == storage.values());
        if is_last && entities.is_sorted_by_key(|entity| entity.index()) {
            return None;
        }
        Some(Self::sorted(storage.parts().0.iter_indices().collect(), entities))
    }

    /// The merge of a batch into the owners of a storage.
    fn sorted(owners: Vec<u32>, entities: &[Entity]) -> Self {
        let indices = owners.into_iter().chain(entities.iter().map(|entity| entity.index()));
        let mut owners: Vec<(u32, u32)> = indices.zip(0..).collect();
        // A stable sort, since it detects the two parts that ascend.
        owners.sort_by_key(|(index, _)| *index);
        Self(owners.into_iter().map(|(_, origin)| origin).collect())
    }

    /// Moves each entry to its position, along the cycles of the permutation. Runs in **O(entries)** time.
    pub(super) fn repeat<T, X: Companion<T>>(self, with: &mut X) {
        let Self(mut origins) = self;
        for start in 0..origins.len() {
            let mut position = start;
            // The origin of an entry that is in position is its own position.
            loop {
                let origin = core::mem::replace(&mut origins[position], to_u32(position)) as usize;
                if origin == start {
                    break;
                }
                with.swap(position, origin);
                position = origin;
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are no more positions than entities, which are below 2^32")]
fn to_u32(position: usize) -> u32 {
    position as u32
}
