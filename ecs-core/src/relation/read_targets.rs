//! Targets that were read from values before a structural change inserts them.
//!
//! `Relation::targets` is code of the user: it can panic, and say something else at the next call. So it is called once per value, before
//! anything changes, and what is linked after the change is this copy.
//!
//! ```text
//! push [a b], push [], push [c]     targets [a b c]   ends [2 2 3]   linked 0
//! next, next                        [a b], then []                   linked 2
//! next, next                        [c], then `None`                 linked 3
//! ```

use alloc::vec::Vec;

use crate::entity::Entity;

/// The targets of values that are about to be inserted: by relation, in the order of the entities that get the values.
///
/// The memory is reused, so a change allocates only if it has more targets than any before.
#[derive(Debug, Default)]
pub(crate) struct ReadTargets {
    relations: Vec<OfRelation>,
    /// Whether relations that keep a dead target may also get one.
    pub(crate) may_be_dead: bool,
}

/// Values are read in the order in which they will be linked, so no entity is kept with them.
#[derive(Debug, Default)]
struct OfRelation {
    /// Those of one value after those of the other.
    targets: Vec<Entity>,
    /// Where the targets of each value end.
    ends: Vec<usize>,
    /// Number of values that were linked.
    linked: usize,
}

impl ReadTargets {
    /// Forgets what another change has read, which may have been refused, or have ended in a panic.
    ///
    /// Runs in **O(relations)** time; handles have no `Drop`.
    #[inline]
    pub(crate) fn clear(&mut self) {
        for relation in &mut self.relations {
            relation.targets.clear();
            relation.ends.clear();
            relation.linked = 0;
        }
    }

    /// Appends the targets of a value.
    pub(crate) fn push(&mut self, relation: usize, targets: &[Entity]) {
        if self.relations.len() <= relation {
            self.relations.resize_with(relation + 1, OfRelation::default);
        }
        let own = &mut self.relations[relation];
        own.targets.extend_from_slice(targets);
        own.ends.push(own.targets.len());
    }

    /// The targets of the value that was not linked yet; `None` if all were.
    pub(crate) fn next(&mut self, relation: usize) -> Option<&[Entity]> {
        let OfRelation { targets, ends, linked } = self.relations.get_mut(relation)?;
        let end = *ends.get(*linked)?;
        let start = linked.checked_sub(1).map_or(0, |last| ends[last]);
        *linked += 1;
        Some(&targets[start..end])
    }

    /// Frees the memory.
    pub(crate) fn free(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;

    #[test]
    fn targets_are_returned_by_relation_and_value_in_order() {
        let mut read = ReadTargets::default();
        assert_eq!(read.next(0), None);
        let all: Vec<_> = (0..4).map(entity).collect();
        // Twice, so that memory is used again.
        for _ in 0..2 {
            read.clear();
            for count in [0, 1, 2, 3, 0] {
                read.push(2, &all[..count]);
            }
            read.push(0, &all[3..]);
            for count in [0, 1, 2, 3, 0] {
                assert_eq!(read.next(2), Some(&all[..count]));
            }
            for relation in [1, 2, 3] {
                assert_eq!(read.next(relation), None);
            }
            assert_eq!(read.next(0), Some(&all[3..]));
        }
        read.push(0, &all[..1]);
        read.free();
        assert_eq!(read.next(0), None);
    }
}
