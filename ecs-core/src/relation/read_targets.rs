//! Targets of values, which are read before a structural change inserts the values.
//!
//! `Relation::targets` is code of the user: it can panic, and it can return something else at the next call. So it is called before
//! anything changes, and the copy of its result is linked after the change.
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
    /// Whether relations with the policy `keep` may be inserted with a dead target.
    pub(crate) may_be_dead: bool,
}

/// The targets that were read for one relation. Values are read in the order in which they will be linked, so no sources are stored.
#[derive(Debug, Default)]
struct OfRelation {
    /// The targets of all values, one value after the other.
    targets: Vec<Entity>,
    /// The end of the targets of each value.
    ends: Vec<usize>,
    /// Number of values that were linked.
    linked: usize,
}

impl ReadTargets {
    /// Removes the targets of an earlier change, which may have been refused or have panicked.
    ///
    /// Runs in **O(relations)** time, as handles have no `Drop`.
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

    /// Returns the targets of the next value and counts it as linked; `None` if all values were linked.
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
        // Twice, so that memory is reused.
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
