//! The order of the sources of one target: moving one, and rearranging all.
//!
//! No operation here changes which entities are linked. An edge is taken out of the list of its target
//! and put in elsewhere, so a source that is moved keeps its targets and their order.

use alloc::vec::Vec;

use super::{NONE, RelationIndex};
use crate::entity::Entity;

impl RelationIndex {
    /// Moves a source before another one of the same target, of each that they have in common; `false` if that is none. Runs in **O(1)**
    /// time; if they have several targets, in the product of their numbers.
    pub(crate) fn move_before(&mut self, source: Entity, sibling: Entity) -> bool {
        let (mut moved, mut edge) = (false, self.own_edges(source).next());
        while let Some(own) = edge {
            let target = self.edges[own as usize].target;
            let next = self.own_edges(sibling).find(|other| self.edges[*other as usize].target == target);
            if let Some(next) = next {
                self.move_edge_before(own, next, target);
                moved = true;
            }
            edge = Some(self.edges[own as usize].next_own).filter(|edge| *edge != NONE);
        }
        moved
    }

    /// Moves an edge within the list of the node `target`, to which both are edges. Nothing happens if they are one edge. Runs in
    /// **O(1)** time.
    fn move_edge_before(&mut self, edge: u32, next: u32, target: u32) {
        if edge != next {
            self.take_out(edge);
            // As no other change notes `NONE` first, this is told apart from all of them.
            self.note(NONE, next);
            let previous = core::mem::replace(&mut self.edges[next as usize].previous, edge);
            let own = &mut self.edges[edge as usize];
            (own.previous, own.next) = (previous, next);
            let node = &mut self.nodes[target as usize];
            node.count += 1;
            match self.edges.get_mut(previous as usize) {
                Some(before) => before.next = edge,
                None => node.first = edge,
            }
        }
    }

    /// The sources of a target in their order, each with its edge, for [`arrange`](Self::arrange). Runs in **O(sources)** time.
    pub(crate) fn sources_with_edges(&self, target: Entity) -> Vec<(Entity, u32)> {
        let first = Some(self.edges_to(target).0);
        let edges = core::iter::successors(first, |edge| self.edge(*edge).map(|(_, _, next)| next));
        edges.map_while(|edge| Some((self.edge(edge)?.0, edge))).collect()
    }

    /// Appends edges to a target in this order: all of them, so that its sources are in it. Other edges are skipped. Runs in **O(order)**
    /// time.
    pub(crate) fn arrange(&mut self, target: Entity, order: impl IntoIterator<Item = u32>) {
        let Some(target) = self.node(target) else { return };
        for edge in order {
            if self.edges.get(edge as usize).is_some_and(|own| own.target == target) {
                self.take_out(edge);
                self.append(edge, target);
            }
        }
    }
}
