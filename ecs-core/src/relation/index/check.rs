//! Checks of the invariants of an index, for tests and for loading: a save whose index violates one is refused.
//!
//! They run in **O(nodes + edges)** time and change nothing. Each list is followed forwards with a bound on its length, so a circular list
//! is detected instead of followed forever.

use alloc::format;
use alloc::string::String;

use super::{NONE, Node, RelationIndex};
use crate::sparse::SlotTable;

impl RelationIndex {
    /// Checks the invariants; the error names the one that is violated.
    pub(crate) fn check(&self) -> Result<(), String> {
        let used = || (0..).zip(&self.nodes).filter_map(|(number, node)| Some((number, node, node.entity?)));
        let (mut edges, mut own) = (0, 0);
        for (number, node, entity) in used() {
            if self.node(entity) != Some(number) || node.edge == NONE && node.count == 0 {
                return Err(format!("{entity} is not found at its node, or has no edge"));
            }
            own += self.check_own(number, node)?;
            edges += self.check_edges(number, node)?;
        }
        if self.slots.occupied() != used().count() || own != self.len {
            return Err("slots or edges without a node".into());
        }
        if edges == self.len { Ok(()) } else { Err(format!("{edges} edges are linked, of {}", self.len)) }
    }

    /// Checks the edges of a node as a source (I3), and returns their number.
    ///
    /// Each edge must refer to the source and to the previous edge.
    fn check_own(&self, number: u32, node: &Node) -> Result<usize, String> {
        let (mut before, mut next, mut count) = (NONE, node.edge, 0);
        while let Some(edge) = self.edges.get(next as usize) {
            if edge.source != number || edge.previous_own != before || count > self.len {
                return Err(format!("edge {next} is not in the chain of its source"));
            }
            (before, next, count) = (next, edge.next_own, count + 1);
        }
        Ok(count)
    }

    /// Checks the edges to a node (I2), and returns their number.
    ///
    /// Each edge must refer to the target and to the previous edge, the last one must be `last`, and their number must be `count`.
    fn check_edges(&self, number: u32, node: &Node) -> Result<usize, String> {
        let (mut before, mut next, mut count) = (NONE, node.first, 0);
        while let Some(edge) = self.edges.get(next as usize) {
            let is_linked = edge.previous == before && edge.target == number;
            if !is_linked || self.entity_of(edge.source).is_none() || count > self.len {
                return Err(format!("edge {next} is not linked as its neighbours say"));
            }
            (before, next, count) = (next, edge.next, count + 1);
        }
        let is_whole = next == NONE && node.last == before && node.count as usize == count;
        if is_whole { Ok(count) } else { Err(format!("node {number} has not the edges that it counts")) }
    }

    /// Checks that no entity reaches itself by targets. Runs in **O(nodes)** time.
    ///
    /// Nodes that a walk from all roots does not reach are in a cycle or below one.
    pub(crate) fn check_tree(&self) -> Result<(), String> {
        let below = self.roots().map(|(root, _)| {
            core::iter::successors(self.after(root, root), |(node, _)| self.after(*node, root)).count()
        });
        let reached: usize = below.sum();
        if reached == self.len { Ok(()) } else { Err(format!("{} sources are in cycles", self.len - reached)) }
    }
}
