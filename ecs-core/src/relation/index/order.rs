//! The order of the sources of one target: moving one, and rearranging all.

use super::{NONE, RelationIndex};
use crate::entity::Entity;

impl RelationIndex {
    /// Moves a source before another one of the same target; `false` if they have no target in common. Runs in **O(1)** time.
    pub(crate) fn move_before(&mut self, source: Entity, sibling: Entity) -> bool {
        let (Some((edge, target)), Some((next, other))) = (self.edge_of(source), self.edge_of(sibling)) else {
            return false;
        };
        if edge != next && target == other {
            self.take_out(edge);
            self.note(edge, next);
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
        target == other
    }

    /// Appends sources of a target in this order: all of them, so that they are in it. Others are skipped. Runs in **O(order)** time.
    pub(crate) fn arrange(&mut self, target: Entity, order: &[Entity]) {
        let Some(target) = self.node(target) else { return };
        for source in order {
            if let Some((edge, own)) = self.edge_of(*source)
                && own == target
            {
                self.take_out(edge);
                self.append(edge, target);
            }
        }
    }

    /// The edge of a source, and the node of its target.
    fn edge_of(&self, source: Entity) -> Option<(u32, u32)> {
        let edge = self.nodes[self.node(source)? as usize].edge;
        let target = self.edges.get(edge as usize).filter(|_| edge != NONE)?.target;
        Some((edge, target))
    }
}
