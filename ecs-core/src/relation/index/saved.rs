//! The order of an index, for saves: the nodes, the sources of each node, and the vacant nodes, all in order.
//!
//! Targets are not part of it, since they are in the values of the relation. A loaded index is linked by these values, and only its order
//! is taken from the save. A wrong order can be refused and cannot break an invariant.

use alloc::vec::Vec;

use super::{NONE, Node, RelationIndex};
use crate::allocator::Allocator;
use crate::sparse::SlotTable;

/// For each node the index of its entity (`None` if vacant) and those of its sources; then the vacant nodes, beginning with the one that is
/// used next.
pub(crate) type SavedOrder = (Vec<(Option<u32>, Vec<u32>)>, Vec<u32>);

impl RelationIndex {
    /// The order of the index. Runs in **O(nodes + edges)** time.
    pub(crate) fn saved_order(&self) -> SavedOrder {
        let nodes = self.nodes.iter().map(|node| {
            let sources = node.entity.into_iter().flat_map(|entity| self.sources(entity));
            (node.entity.map(crate::Entity::index), sources.map(crate::Entity::index).collect())
        });
        let vacant = core::iter::successors(Some(self.vacant_node), |node| Some(self.nodes.get(*node as usize)?.edge));
        (nodes.collect(), vacant.take_while(|node| *node != NONE).collect())
    }

    /// Creates an index without edges, with nodes in this order. Its edges must then be linked and [arranged](Self::arrange_saved).
    ///
    /// Nodes have the numbers of the save, so nodes that are added later get the same numbers as in the saved world. Runs in **O(nodes)**
    /// time.
    ///
    /// # Errors
    ///
    /// If the order is not valid; the message says why.
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
                // As for a node that is linked: indices of one shape differ by their entities.
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

    /// Arranges the sources of each node in the order of a save, and frees nodes without edges. Runs in **O(nodes + edges + order)** time;
    /// a source that occurs several times in the order counts each time.
    ///
    /// ```text
    /// edges to a: 0 from b, 3 from c       edge_of b: 0, c: 3
    /// edges to d: 1 from b                 edge_of b: 1, c: 3, which leads to another target and is skipped
    /// ```
    pub(crate) fn arrange_saved(&mut self, (order, _): &SavedOrder, living: &Allocator) {
        // For each node, its edge to the target that is being arranged. Searching the edges of each source would take **O(targets)** time
        // each.
        let mut edge_of = alloc::vec![NONE; self.nodes.len()];
        for (entity, sources) in order {
            let Some(entity) = entity.and_then(|entity| living.entity_at(entity)) else { continue };
            // Backwards, so that the first of two edges between the same nodes is used; only a wrong `Relation` leads to such edges.
            let mut last = self.edges_to(entity).1;
            while let Some(edge) = self.edges.get(last as usize) {
                edge_of[edge.source as usize] = last;
                last = edge.previous;
            }
            let sources = sources.iter().filter_map(|source| self.node(living.entity_at(*source)?));
            let edges: Vec<_> = sources.map(|node| edge_of[node as usize]).collect();
            self.arrange(entity, edges);
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

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::entity::Entity;

    /// An index in which each source has all targets, and `above` has all sources as targets.
    fn linked(sources: &[Entity], targets: &[Entity], above: Entity) -> RelationIndex {
        let mut index = RelationIndex::default();
        for source in sources {
            index.set_all(*source, targets.iter().copied());
        }
        index.set_all(above, sources.iter().copied());
        index
    }

    /// The order of an index, with the sources of each target changed by a function.
    fn with_sources(index: &RelationIndex, mut change: impl FnMut(usize, &mut Vec<u32>)) -> SavedOrder {
        let (mut order, vacant) = index.saved_order();
        order.iter_mut().enumerate().for_each(|(node, (_, sources))| change(node, sources));
        (order, vacant)
    }

    #[test]
    fn a_saved_order_is_restored_without_searching_the_targets_of_a_source() {
        for count in [1, 2, 3, 100] {
            let mut living = Allocator::default();
            let (sources, targets, above) = (living.spawn_many(3), living.spawn_many(count), living.spawn());
            let mut index = linked(&sources, &targets, above);
            let order = with_sources(&index, |node, sources| {
                let by = node % sources.len().max(1);
                sources.rotate_left(by);
            });
            // The edges of a source cannot be found through its node.
            let nodes: Vec<_> = sources.iter().filter_map(|source| index.node(*source)).collect();
            let firsts: Vec<_> =
                nodes.iter().map(|node| core::mem::replace(&mut index.nodes[*node as usize].edge, NONE)).collect();
            index.arrange_saved(&order, &living);
            nodes.iter().zip(firsts).for_each(|(node, first)| index.nodes[*node as usize].edge = first);
            assert_eq!(index.saved_order(), order);
            index.check().expect("the index is consistent");
            for source in &sources {
                let own: Vec<_> = index.own_edges(*source).filter_map(|edge| index.own_edge(edge)).collect();
                assert!(own.iter().map(|(target, _)| target).eq(&targets), "targets keep their order");
            }
        }
    }

    #[test]
    fn a_forged_order_with_repeated_and_foreign_sources_breaks_nothing() {
        let mut living = Allocator::default();
        let (sources, targets, above) = (living.spawn_many(3), living.spawn_many(4), living.spawn());
        let [a, b, c] = [0, 1, 2].map(|at: usize| sources[at].index());
        let other = targets[0].index();
        for (forged, expected) in [
            (vec![a, b, c, a, b, a], [c, b, a]),
            (vec![b, b, b], [a, c, b]),
            (vec![other, c, 1_000, above.index(), a], [b, c, a]),
            (vec![], [a, b, c]),
        ] {
            let mut index = linked(&sources, &targets, above);
            let is_target = |node: usize| index.nodes[node].entity.is_some_and(|entity| targets.contains(&entity));
            let order = with_sources(&index, |node, sources| {
                if is_target(node) {
                    sources.clone_from(&forged);
                }
            });
            index.arrange_saved(&order, &living);
            index.check().expect("the index is consistent");
            for target in &targets {
                assert!(index.sources(*target).map(Entity::index).eq(expected), "{forged:?}");
            }
        }
    }
}
