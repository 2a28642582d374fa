//! The order of the sources of one target: moving one source, and rearranging all of them.
//!
//! No operation here changes which entities are linked. An edge is removed from the list of its target and inserted at another position, so
//! a source that is moved keeps its targets and their order.

use alloc::vec::Vec;

use super::{NONE, RelationIndex};
use crate::entity::Entity;

impl RelationIndex {
    /// Moves a source before another one, for each target that both have; returns false if they have none in common. Runs in **O(1)** time;
    /// if they have several targets, in that of the product of their numbers.
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

    /// Moves `edge` before `next` in the list of the node `target`, which must be the target of both. Does nothing if they are the same
    /// edge. Runs in **O(1)** time.
    fn move_edge_before(&mut self, edge: u32, next: u32, target: u32) {
        if edge != next {
            self.take_out(edge);
            // No other change passes `NONE` first, so this one is distinct from all others.
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

    /// Moves the edges to a target to the end of its list, one by one: if `order` has all of them, its sources are then in this order.
    /// Edges to other targets are skipped. Runs in **O(order)** time.
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
