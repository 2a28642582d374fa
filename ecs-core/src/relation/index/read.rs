//! Reading an index: nodes and edges by their numbers, for iterators.
//!
//! Iterators keep the number of an edge, not a reference, and read the next number from the edge. Numbers of nodes and edges are valid
//! until the next change, which the borrow of the index prevents.

use super::{NONE, RelationIndex};
use crate::entity::Entity;

impl RelationIndex {
    /// The first and the last edge to a target, and their number.
    pub(in crate::relation) fn edges_to(&self, target: Entity) -> (u32, u32, usize) {
        let node = self.node(target).map(|node| &self.nodes[node as usize]);
        node.map_or((NONE, NONE, 0), |node| (node.first, node.last, node.count as usize))
    }

    /// The source of an edge, and the edges before and after it.
    pub(in crate::relation) fn edge(&self, edge: u32) -> Option<(Entity, u32, u32)> {
        let edge = self.edges.get(edge as usize)?;
        Some((self.entity_of(edge.source)?, edge.previous, edge.next))
    }

    /// The node of an entity, for [`target_of`](Self::target_of) and [`after`](Self::after).
    pub(in crate::relation) fn position(&self, entity: Entity) -> Option<u32> {
        self.node(entity)
    }

    /// The nodes that are not sources, and their entities, by number of the node. Runs in **O(nodes)** time.
    pub(in crate::relation) fn roots(&self) -> impl Iterator<Item = (u32, Entity)> {
        let nodes = (0..).zip(&self.nodes).filter(|(_, node)| node.edge == NONE);
        nodes.filter_map(|(number, node)| Some((number, node.entity?)))
    }

    /// Calls a function for each source of a node, in order, with its node and the index of its entity.
    #[inline]
    pub(in crate::relation) fn each_source(&self, node: u32, mut function: impl FnMut(u32, u32)) {
        let mut next = self.nodes[node as usize].first;
        while let Some(edge) = self.edges.get(next as usize) {
            function(edge.source, self.index_of(edge.source));
            next = edge.next;
        }
    }

    /// The index of the entity of a node that is not vacant.
    #[inline]
    pub(in crate::relation) fn index_of(&self, node: u32) -> u32 {
        self.entity_of(node).map_or(NONE, Entity::index)
    }

    /// The target of an edge, and the next edge of the same source.
    pub(in crate::relation) fn own_edge(&self, edge: u32) -> Option<(Entity, u32)> {
        let edge = self.edges.get(edge as usize)?;
        Some((self.entity_of(edge.target)?, edge.next_own))
    }

    /// The node of the first target of a node, and its entity.
    pub(in crate::relation) fn target_of(&self, node: u32) -> Option<(u32, Entity)> {
        let target = self.parent(node)?;
        Some((target, self.entity_of(target)?))
    }

    /// The node after this one, depth first and targets before their sources, among those that reach `root`.
    ///
    /// It is the first source of this node, or else the next source of the nearest target that has one. Walking `n` nodes takes **O(n)**
    /// steps in total, and no stack.
    pub(in crate::relation) fn after(&self, node: u32, root: u32) -> Option<(u32, Entity)> {
        let mut edge = self.nodes[node as usize].first;
        let mut from = node;
        while edge == NONE && from != root {
            let own = self.edges.get(self.nodes[from as usize].edge as usize)?;
            (edge, from) = (own.next, own.target);
        }
        let next = self.edges.get(edge as usize)?.source;
        Some((next, self.entity_of(next)?))
    }
}
