//! The index of a relation: it leads from each target to its sources, in order, and from each source to its targets. Does not use
//! components.
//!
//! A *node* is an entity that is a source or a target, and an *edge* connects two nodes. The edges to one target form a doubly linked list,
//! in the order in which they were linked, so linking, unlinking and moving a sibling take constant time. A table of positions maps
//! entities to nodes, so that a relation between a few of many entities costs little.
//!
//! - **I1** The slot of an entity holds the number of its node, and each node has an edge.
//! - **I2** The edges to a node are linked from `first` to `last` and back; `count` is their number.
//! - **I3** The edges of a node as a source are linked, from `edge` on, in the order of its targets. Unless the relation is `many`, there
//!   is at most one.
//! - **I4** Vacant nodes and vacant edges are linked, beginning with the one that became vacant last, so the numbers of new ones depend on
//!   the operations alone.
//!
//! ```text
//! ChildOf: b -> a, c -> a, d -> c              nodes            edges
//!                                              0: a             0: b -> a   next 1
//!       a                                      1: b             1: c -> a   previous 0
//!      / \                                     2: c             2: d -> c
//!     b   c                                    3: d
//!         |                                    first and last edge to a: 0 and 1; to c: 2 and 2
//!         d                                    edge of b: 0, of c: 1, of d: 2
//! ```
//!
//! Children of `a` are read along `next`: `b`, then `c`. Cutting `c` from `a` relinks the neighbours of the edge and makes the edge vacant.
//! The node of `c` stays as long as `d` has an edge to it, and becomes vacant with its last edge.

mod check;
mod link;
mod order;
mod read;
#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;

#[cfg(feature = "serde")]
pub(crate) use saved::SavedOrder;

use crate::entity::Entity;
use crate::sparse::{SlotTable, Slots};

/// Sentinel for "no node" and "no edge".
const NONE: u32 = u32::MAX;

/// An entity that is a source or a target.
///
/// It refers to both ends of the list of its sources, so that both can be changed without a search.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// `None` if the node is vacant.
    entity: Option<Entity>,
    /// Its first edge as a source. In a vacant node: the next vacant one.
    edge: u32,
    /// The first edge to it; [`NONE`] if it has no sources.
    first: u32,
    /// The last edge to it.
    last: u32,
    /// Number of edges to it.
    count: u32,
}

/// A source and its target, by their nodes.
///
/// It is in two lists: the list of its target, and the chain of its source.
#[derive(Debug, Clone, Copy)]
struct Edge {
    /// The node of the source; [`NONE`] in a vacant edge.
    source: u32,
    /// The node of the target; [`NONE`] in a vacant edge.
    target: u32,
    /// The previous edge in the list of its target.
    previous: u32,
    /// The next edge in that list. In a vacant edge: the next vacant one.
    next: u32,
    /// The previous edge of the same source, in the order of the targets in its value.
    previous_own: u32,
    /// The next edge of the same source.
    next_own: u32,
}

impl Edge {
    const VACANT: Self =
        Self { source: NONE, target: NONE, previous: NONE, next: NONE, previous_own: NONE, next_own: NONE };
}

/// The sources and targets of one relation. See the head of the module.
#[derive(Debug)]
pub(crate) struct RelationIndex {
    /// The number of the node of each entity index.
    slots: Slots,
    /// The nodes by number. Vacant nodes stay, so that the numbers of others do not change.
    nodes: Vec<Node>,
    /// The edges by number, including vacant ones.
    edges: Vec<Edge>,
    /// The node that became vacant last, or [`NONE`]; the others follow by their `edge` (I4).
    vacant_node: u32,
    /// The edge that became vacant last, or [`NONE`]; the others follow by their `next` (I4).
    vacant_edge: u32,
    /// Number of edges.
    len: usize,
    /// A hash of all changes so far, in order: two indices with equal histories have the same edges in the same order.
    history: u64,
    /// Reused memory for cascades: that of the first relation of a world is used for all relations. Not cloned.
    pub(crate) doomed: Doomed,
}

/// The entities that a cascade despawns: memory that is reused.
#[derive(Debug, Default)]
pub(crate) struct Doomed {
    /// The entities, in the order in which they are despawned.
    pub(crate) all: Vec<Entity>,
    /// The stack of the traversal: entities, each with whether its sources were visited.
    pub(crate) left: Vec<(Entity, bool)>,
    /// A bit per slot: whether its entity was visited.
    pub(crate) seen: Vec<u64>,
}

impl Doomed {
    const EMPTY: Self = Self { all: Vec::new(), left: Vec::new(), seen: Vec::new() };
}

impl Default for RelationIndex {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Clone for RelationIndex {
    fn clone(&self) -> Self {
        let mut clone = Self::EMPTY;
        clone.clone_from(self);
        clone
    }

    /// Reuses the memory of `self`.
    fn clone_from(&mut self, source: &Self) {
        let Self { slots, nodes, edges, vacant_node, vacant_edge, len, history, doomed: _ } = source;
        self.slots.clone_from(slots);
        self.nodes.clone_from(nodes);
        self.edges.clone_from(edges);
        (self.vacant_node, self.vacant_edge) = (*vacant_node, *vacant_edge);
        (self.len, self.history) = (*len, *history);
    }
}

impl RelationIndex {
    /// An empty index. Allocates nothing.
    pub(crate) const EMPTY: Self = Self {
        slots: Slots::new(),
        nodes: Vec::new(),
        edges: Vec::new(),
        vacant_node: NONE,
        vacant_edge: NONE,
        len: 0,
        history: 0,
        doomed: Doomed::EMPTY,
    };

    /// Number of edges. Unless the relation is `many`, this is the number of sources.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// A hash of all changes so far.
    #[inline]
    pub(super) fn history(&self) -> u64 {
        self.history
    }

    /// Adds a change to the history: multiplies two words and combines the halves of the product by exclusive or.
    ///
    /// The result is never zero, which is the history of an empty index.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    fn note(&mut self, what: u32, subject: u32) {
        let change = u64::from(what) << 32 | u64::from(subject);
        let mixed = u128::from(self.history ^ 0x9e37_79b9_7f4a_7c15) * u128::from(change ^ 0xbf58_476d_1ce4_e5b9);
        let (low, high) = (mixed as u64, (mixed >> 64) as u64);
        self.history = (low ^ high).wrapping_add(1) | 1;
    }

    /// The node of an entity; `None` also for a stale handle of a slot whose present entity has a node. Runs in **O(1)** time.
    #[inline]
    fn node(&self, entity: Entity) -> Option<u32> {
        let number = self.slots.get(entity.index())?;
        (self.nodes.get(number as usize)?.entity == Some(entity)).then_some(number)
    }

    fn entity_of(&self, node: u32) -> Option<Entity> {
        self.nodes.get(node as usize)?.entity
    }

    /// The target of a source; the first of several. Runs in **O(1)** time.
    #[inline]
    pub(crate) fn target(&self, source: Entity) -> Option<Entity> {
        self.entity_of(self.parent(self.node(source)?)?)
    }

    /// The node of the first target of a node.
    #[inline]
    fn parent(&self, node: u32) -> Option<u32> {
        let edge = self.nodes.get(node as usize)?.edge;
        Some(self.edges.get(edge as usize)?.target)
    }

    /// Number of sources of a target. Runs in **O(1)** time.
    #[inline]
    pub(crate) fn count(&self, target: Entity) -> usize {
        self.node(target).map_or(0, |node| self.nodes[node as usize].count as usize)
    }

    /// Returns true if `target` is `entity`, or can be reached from it by following targets. Runs in **O(depth of `entity`)** time; in
    /// **O(1)** if `target` has no sources.
    pub(crate) fn reaches(&self, entity: Entity, target: Entity) -> bool {
        if entity == target {
            return true;
        }
        let Some(sought) = self.node(target).filter(|node| self.nodes[*node as usize].count > 0) else { return false };
        self.chain(entity).any(|node| node == sought)
    }

    /// The nodes of the target of an entity, of its target, and so on.
    ///
    /// Ends only if there is no cycle, which holds in a `tree`.
    fn chain(&self, entity: Entity) -> impl Iterator<Item = u32> {
        core::iter::successors(self.node(entity).and_then(|node| self.parent(node)), |node| self.parent(*node))
    }

    /// Sets the only target of a source, or removes it. If the target does not change, the source keeps its position among its siblings;
    /// otherwise, it is appended to the sources of the new target. Runs in amortised **O(1)** time.
    pub(crate) fn set(&mut self, source: Entity, target: Option<Entity>) {
        if self.target(source) == target {
            return;
        }
        let Some(target) = target else { return self.unlink(source) };
        let edge = self.first_own(source);
        let Some(before) = self.edges.get(edge as usize).map(|edge| edge.target) else {
            let edge = self.new_edge(source, target);
            return self.append_own(edge, NONE);
        };
        let target = self.node_or_new(target);
        self.take_out(edge);
        self.append(edge, target);
        self.free_if_bare(before);
    }

    /// Sets the targets of a source, in this order. For targets that it already has, the source keeps its position among their sources; for
    /// new targets, it is appended. Runs in **O(targets)** time if only the last targets differ, and in **O(targets log targets)**
    /// otherwise.
    ///
    /// ```text
    /// set_all(b, [a, d, e]), where b has the targets a, c, d by the edges 0, 1, 2
    /// a is known        chain 0 1 2      kept; the edges to other targets are looked up by node: c by 1, d by 2
    /// d is known        chain 0 2 1      moved in the chain of b, but not among the sources of d
    /// e is new          chain 0 2 3 1    a new edge, the last one of the sources of e
    /// c is left over    chain 0 2 3      its edge is cut
    /// ```
    pub(crate) fn set_all(&mut self, source: Entity, targets: impl Iterator<Item = Entity>) {
        let mut targets = targets.peekable();
        // Edges up to the first that differs stay as they are.
        let (mut kept, mut next) = (NONE, self.first_own(source));
        while let Some(edge) = self.edges.get(next as usize)
            && targets.next_if(|target| self.entity_of(edge.target) == Some(*target)).is_some()
        {
            (kept, next) = (next, edge.next_own);
        }
        let mut others = Vec::new();
        while let Some(edge) = self.edges.get(next as usize) {
            others.push((edge.target, next));
            next = edge.next_own;
        }
        others.sort_unstable();
        // The chain of the source is rebuilt from here on. Its node stays as long as it has an old or a new edge.
        for target in targets {
            let known = self.node(target).and_then(|node| others.binary_search_by_key(&node, |other| other.0).ok());
            let edge = match known {
                // If a target occurs twice, which only a wrong `Relation` returns, the second occurrence gets a separate edge.
                Some(at) if others[at].1 != NONE => {
                    let edge = core::mem::replace(&mut others[at].1, NONE);
                    self.take_out_own(edge);
                    edge
                }
                _ => self.new_edge(source, target),
            };
            self.append_own(edge, kept);
            kept = edge;
        }
        for (_, edge) in others {
            self.cut_edge(edge);
        }
    }

    /// Removes one of several targets of a source, if it has that target. Runs in **O(targets)** time.
    pub(crate) fn unlink_from(&mut self, source: Entity, target: Entity) {
        let edge =
            self.own_edges(source).find(|edge| self.entity_of(self.edges[*edge as usize].target) == Some(target));
        if let Some(edge) = edge {
            self.cut_edge(edge);
        }
    }

    /// The first edge of an entity as a source, or [`NONE`].
    pub(super) fn first_own(&self, source: Entity) -> u32 {
        self.node(source).map_or(NONE, |node| self.nodes[node as usize].edge)
    }

    /// The edges of an entity as a source.
    pub(super) fn own_edges(&self, source: Entity) -> impl Iterator<Item = u32> {
        core::iter::successors(Some(self.first_own(source)), |edge| Some(self.edges.get(*edge as usize)?.next_own))
            .take_while(|edge| *edge != NONE)
    }

    /// Removes an entity: its own edges, and those of its sources. Runs in **O(sources + targets)** time.
    pub(crate) fn remove(&mut self, entity: Entity) {
        while let Some(node) = self.node(entity) {
            let Node { first, edge, .. } = self.nodes[node as usize];
            // The last edge frees the node.
            self.cut_edge(if first == NONE { edge } else { first });
        }
    }

    /// Removes all nodes and edges, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        for node in &self.nodes {
            if let Some(entity) = node.entity {
                self.slots.take(entity.index());
            }
        }
        self.nodes.clear();
        self.edges.clear();
        (self.vacant_node, self.vacant_edge) = (NONE, NONE);
        (self.len, self.history) = (0, 0);
    }

    /// Frees spare memory. Runs in **O(slots)** time.
    pub(crate) fn shrink_to_fit(&mut self) {
        if self.len == 0 {
            *self = Self::EMPTY;
            return;
        }
        self.slots.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.edges.shrink_to_fit();
        self.doomed = Doomed::EMPTY;
    }

    /// Removes the first edge of a source, if there is one.
    fn unlink(&mut self, source: Entity) {
        if let Some(node) = self.node(source) {
            self.cut_edge(self.nodes[node as usize].edge);
        }
    }
}

#[cfg(test)]
mod tests;
