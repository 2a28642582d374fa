//! Table from entity index to position as a search tree.
//!
//! Takes memory in proportion to the number of entities, not of slots, without a hash function: lookups and changes cost `O(log len)`, and
//! no choice of indices makes them slower. The tests of `hash` compare it with an array.

use alloc::collections::BTreeMap;

use super::slots::{SlotTable, VACANT};
use super::{DenseIndex, Listed, Source};

/// Table of positions as a search tree: `O(log len)` per lookup and change.
#[derive(Debug, Default)]
pub struct TreeSlots(BTreeMap<u32, u32>);

/// `clone_from` reuses the nodes if both have the same keys; the standard library offers no other way.
impl Clone for TreeSlots {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        if !self.0.keys().eq(source.0.keys()) {
            self.0 = source.0.clone();
            return;
        }
        self.0.values_mut().zip(source.0.values()).for_each(|(own, position)| *own = *position);
    }
}

impl SlotTable for TreeSlots {
    const EMPTY: Self = Self(BTreeMap::new());

    fn empty_index() -> &'static DenseIndex<Self> {
        static EMPTY: DenseIndex<TreeSlots> = TreeSlots::INDEX;
        &EMPTY
    }

    fn position_or_vacant(&self, index: u32) -> u32 {
        self.0.get(&index).copied().unwrap_or(VACANT)
    }

    fn relocate(&mut self, index: u32, position: u32) {
        if let Some(own) = self.0.get_mut(&index) {
            *own = position;
        }
    }

    fn set(&mut self, index: u32, position: u32) {
        self.0.insert(index, position);
    }

    fn take(&mut self, index: u32) -> Option<u32> {
        self.0.remove(&index)
    }

    fn shrink_to_fit(&mut self) {}

    fn occupied(&self) -> usize {
        self.0.len()
    }

    fn source(index: &DenseIndex<Self>, len: usize) -> Source<'_> {
        Source::Listed(index as &dyn Listed, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overwritten_table_equals_its_source() {
        let of = |pairs: &[(u32, u32)]| TreeSlots(pairs.iter().copied().collect());
        let tables = [&[][..], &[(1, 0)], &[(1, 4), (2, 5)], &[(1, 6), (2, 3)], &[(1, 0), (9, 1)]];
        for (own, source) in tables.iter().flat_map(|own| tables.map(|source| (own, source))) {
            let mut table = of(own);
            table.clone_from(&of(source));
            assert_eq!(table.0, of(source).0, "overwriting {own:?}");
        }
    }
}
