//! Linking and cutting edges: the steps of which every change of an index consists.
//!
//! An edge is in two lists, the list of its target and the chain of its source, and each step changes one of them. Between steps, an edge
//! may be in only one; the caller restores I2 and I3 before it returns. No step calls code of the user, so none can be interrupted. All
//! steps run in **O(1)** time, amortised if they allocate nodes or edges.
//!
//! ```text
//!                        a.first                          a.last
//! list of target a       edge 0 <--previous next--> edge 1 <--> edge 4
//!                           |                          |
//! chain of its source    b.edge: 0 <-> 3            c.edge: 1          previous_own, next_own: the targets of b are a, then others
//!
//! cut_edge(1)            edge 0 <--> edge 4         the node of c has no edge left, and becomes vacant
//! ```

use super::{Edge, NONE, Node, RelationIndex};
use crate::entity::Entity;
use crate::sparse::SlotTable;

impl RelationIndex {
    /// Removes an edge, and then its nodes if they have no other edge. Does nothing if there is no edge with this number.
    pub(super) fn cut_edge(&mut self, edge: u32) {
        let Some(&Edge { source, target, .. }) = self.edges.get(edge as usize) else { return };
        self.take_out(edge);
        self.take_out_own(edge);
        self.edges[edge as usize] = Edge { next: self.vacant_edge, ..Edge::VACANT };
        self.vacant_edge = edge;
        self.len -= 1;
        self.free_if_bare(source);
        self.free_if_bare(target);
        if self.len == 0 {
            self.begin_anew();
        }
    }

    /// Resets an index without edges, so that it equals a new one, whatever was linked before. All of its nodes are vacant, and no slot
    /// refers to one.
    pub(super) fn begin_anew(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        (self.vacant_node, self.vacant_edge, self.history) = (NONE, NONE, 0);
    }

    /// Removes an edge from the list of its target.
    pub(super) fn take_out(&mut self, edge: u32) {
        let Edge { target, previous, next, .. } = self.edges[edge as usize];
        self.note(edge, NONE);
        match self.edges.get_mut(previous as usize) {
            Some(before) => before.next = next,
            None => self.nodes[target as usize].first = next,
        }
        match self.edges.get_mut(next as usize) {
            Some(after) => after.previous = previous,
            None => self.nodes[target as usize].last = previous,
        }
        self.nodes[target as usize].count -= 1;
    }

    /// Removes an edge from the chain of its source.
    pub(super) fn take_out_own(&mut self, edge: u32) {
        let Edge { source, previous_own, next_own, .. } = self.edges[edge as usize];
        match self.edges.get_mut(previous_own as usize) {
            Some(before) => before.next_own = next_own,
            None => self.nodes[source as usize].edge = next_own,
        }
        if let Some(after) = self.edges.get_mut(next_own as usize) {
            after.previous_own = previous_own;
        }
    }

    /// Inserts an edge that is in no chain into the chain of its source: after the edge `behind`, or first if that is [`NONE`].
    pub(super) fn append_own(&mut self, edge: u32, behind: u32) {
        let source = self.edges[edge as usize].source;
        let next = match self.edges.get_mut(behind as usize) {
            Some(before) => core::mem::replace(&mut before.next_own, edge),
            None => core::mem::replace(&mut self.nodes[source as usize].edge, edge),
        };
        if let Some(after) = self.edges.get_mut(next as usize) {
            after.previous_own = edge;
        }
        let own = &mut self.edges[edge as usize];
        (own.previous_own, own.next_own) = (behind, next);
    }

    /// Appends an edge that is in no list to the list of a target. The sources of a target are in the order of these calls.
    pub(super) fn append(&mut self, edge: u32, target: u32) {
        self.note(self.edges[edge as usize].source, target);
        let node = &mut self.nodes[target as usize];
        let last = core::mem::replace(&mut node.last, edge);
        node.count += 1;
        match self.edges.get_mut(last as usize) {
            Some(last) => last.next = edge,
            None => node.first = edge,
        }
        let own = &mut self.edges[edge as usize];
        (own.target, own.previous, own.next) = (target, last, NONE);
    }

    /// Adds an edge at the end of the list of its target, and in no chain. Reuses the edge that became vacant last, if there is one.
    pub(super) fn new_edge(&mut self, source: Entity, target: Entity) -> u32 {
        let (source, target) = (self.node_or_new(source), self.node_or_new(target));
        let new = Edge { source, ..Edge::VACANT };
        let edge = self.vacant_edge;
        let edge = if let Some(vacant) = self.edges.get_mut(edge as usize) {
            self.vacant_edge = vacant.next;
            *vacant = new;
            edge
        } else {
            self.edges.push(new);
            last_of(&self.edges)
        };
        self.len += 1;
        self.append(edge, target);
        edge
    }

    /// Returns the node of an entity; adds one if it has none.
    pub(super) fn node_or_new(&mut self, entity: Entity) -> u32 {
        if let Some(node) = self.node(entity) {
            return node;
        }
        let new = Node { entity: Some(entity), edge: NONE, first: NONE, last: NONE, count: 0 };
        let node = self.vacant_node;
        let node = if let Some(vacant) = self.nodes.get_mut(node as usize) {
            self.vacant_node = vacant.edge;
            *vacant = new;
            node
        } else {
            self.nodes.push(new);
            last_of(&self.nodes)
        };
        self.slots.set(entity.index(), node);
        self.note(entity.index(), node);
        node
    }

    /// Makes a node vacant if it has no edges.
    pub(super) fn free_if_bare(&mut self, node: u32) {
        let Node { entity: Some(entity), edge: NONE, count: 0, .. } = self.nodes[node as usize] else { return };
        self.slots.take(entity.index());
        self.nodes[node as usize] = Node { entity: None, edge: self.vacant_node, first: NONE, last: NONE, count: 0 };
        self.vacant_node = node;
    }
}

/// The number of the last element of a list, which must not be empty.
fn last_of<T>(list: &[T]) -> u32 {
    u32::try_from(list.len() - 1).unwrap_or(NONE)
}
