//! The order of an index, for saves: its nodes in their order, the sources of each in theirs, and the vacant nodes.
//!
//! Targets are not part of it, since the values of the relation have them. So what is loaded is linked by these, and only its order is
//! taken from the save: a wrong one can be refused, and cannot break an invariant.

use alloc::vec::Vec;

use super::{NONE, Node, RelationIndex};
use crate::allocator::Allocator;
use crate::sparse::SlotTable;

/// The index of the entity of each node with those of its sources, `None` for a vacant one; and the vacant nodes, the next one first.
pub(crate) type SavedOrder = (Vec<(Option<u32>, Vec<u32>)>, Vec<u32>);

impl RelationIndex {
    /// The order of the index.
    ///
    /// Runs in **O(nodes + edges)** time.
    pub(crate) fn saved_order(&self) -> SavedOrder {
        let nodes = self.nodes.iter().map(|node| {
            let sources = node.entity.into_iter().flat_map(|entity| self.sources(entity));
            (node.entity.map(crate::Entity::index), sources.map(crate::Entity::index).collect())
        });
        let vacant = core::iter::successors(Some(self.vacant_node), |node| Some(self.nodes.get(*node as usize)?.edge));
        (nodes.collect(), vacant.take_while(|node| *node != NONE).collect())
    }

    /// An index without edges, with nodes in this order. It must be linked and [arranged](Self::arrange_saved).
    ///
    /// # Errors
    ///
    /// What is wrong with the order.
    ///
    /// Runs in **O(nodes)** time. Numbers of nodes are those of the save, so what is linked later gets
    /// the same ones as in the world that was saved.
    pub(crate) fn of_saved((order, vacant): &SavedOrder, living: &Allocator) -> Result<Self, &'static str> {
        let mut index = Self::EMPTY;
        for (number, (entity, _)) in (0..).zip(order) {
            let entity = match entity {
                None => None,
                Some(entity) => Some(living.entity_at(*entity).ok_or("its order has an entity that is dead")?),
            };
            if let Some(entity) = entity {
                if index.node(entity).is_some() {
                    return Err("its order has an entity twice");
                }
                index.slots.set(entity.index(), number);
                // As of a node that is linked: what is of one shape differs by its entities.
                index.note(entity.index(), number);
            }
            index.nodes.push(Node { entity, edge: NONE, first: NONE, last: NONE, count: 0 });
        }
        if index.nodes.len() >= NONE as usize {
            return Err("its order has too many entities");
        }
        let mut is_listed = alloc::vec![false; index.nodes.len()];
        for node in vacant.iter().rev() {
            let Some(own) = index.nodes.get_mut(*node as usize).filter(|own| own.entity.is_none()) else {
                return Err("its order has a vacant place that is not vacant");
            };
            if core::mem::replace(&mut is_listed[*node as usize], true) {
                return Err("its order has a vacant place twice");
            }
            own.edge = index.vacant_node;
            index.vacant_node = *node;
        }
        if index.nodes.iter().filter(|node| node.entity.is_none()).count() != vacant.len() {
            return Err("its order lacks a vacant place");
        }
        Ok(index)
    }

    /// Brings the sources of each node into the order of a save, and frees nodes without edges. Runs in **O(edges)** time, times the
    /// targets per source.
    pub(crate) fn arrange_saved(&mut self, (order, _): &SavedOrder, living: &Allocator) {
        for (entity, sources) in order {
            let Some(entity) = entity.and_then(|entity| living.entity_at(entity)) else { continue };
            let sources: Vec<_> = sources.iter().filter_map(|source| living.entity_at(*source)).collect();
            self.arrange(entity, &sources);
        }
        for (entity, _) in order {
            let entity = entity.and_then(|entity| living.entity_at(entity));
            if let Some(node) = entity.and_then(|entity| self.node(entity)) {
                self.free_if_bare(node);
            }
        }
        if self.len == 0 {
            self.begin_anew();
        }
    }
}
