//! The order of a tree in which parents are before their children, level by level.
//!
//! It is a value of the user, and recomputed only if the tree changed since. An index knows what was done to it by a *history*: a hash of
//! all links and cuts so far, in order. So an order cannot be taken for that of another tree (a clone that went another way, say), which
//! addresses or counts of changes would allow.
//!
//! ```text
//!       a           d            roots, not part of the order
//!      / \          |
//!     b   c         e            sources  [b a] [c a] [e d] [f c]     an entity and its parent, by index
//!         |                      ends               3     4           where each level ends
//!         f                      nodes     b     c     e     f        to read the sources of the next level from
//! ```
//!
//! Two levels are thus two ranges of one array, and the entities of a level never depend on one another: what visits a level can divide it
//! over threads, and only the borders between levels have to be waited for.

use alloc::vec::Vec;
use core::fmt;

use super::Tree;
use super::index::RelationIndex;

/// The entities of a tree, parents before their children: what
/// [`for_each_parent_first`](crate::Query::for_each_parent_first) follows.
///
/// It is computed when it is used first, and again when it is used after the tree changed, in **O(entities of the tree)** time; its memory
/// is reused. So keep one per tree, where it lives as long as the tree: in the value of a system, or in a resource. (Used for several trees
/// in turn, it is computed each time.)
///
/// The order is that of levels: the children of all roots, then the children of these, and so on; children of one parent in their order.
/// Entities without a parent are not part of it.
///
/// It is computed from the tree and is not saved: as a field of a system in a world with `#[derive(Serialize)]` it needs `#[serde(skip)]`.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Relation)]
/// struct ChildOf(Entity);
///
/// ecs_world! { relations: ChildOf (tree, cascade); }
///
/// let mut world = World::default();
/// let root = world.spawn(());
/// let arm = world.spawn(ChildOf(root));
/// world.spawn(ChildOf(arm));
///
/// let mut order = LevelOrder::default();
/// order.update(world.tree::<ChildOf>());
/// assert_eq!((order.len(), order.levels()), (2, 2));
/// ```
#[derive(Clone, Default)]
pub struct LevelOrder {
    /// The history of the index of which this is the order; that of an empty one at first.
    history: u64,
    /// The order, as of that history.
    pub(crate) levels: Levels,
}

/// The order of a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Levels {
    /// The index of each source, and of its target, level by level.
    pub(crate) sources: Vec<(u32, u32)>,
    /// Where each level ends.
    pub(crate) ends: Vec<usize>,
    /// A bit per slot: whether the entity there is a source.
    ///
    /// An iteration in which roots take part asks it for each entity of its view.
    is_source: Vec<u64>,
    /// The nodes of the sources, in the same order.
    ///
    /// Only used by `compute`; kept for its memory.
    nodes: Vec<u32>,
}

impl Levels {
    /// Returns true if the entity with this index has a parent.
    #[inline(always)]
    pub(crate) fn contains(&self, index: u32) -> bool {
        self.is_source.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Computes the order of a tree.
    ///
    /// Level by level, from the roots on: those of a level are found by reading the sources of the
    /// level before it. Runs in **O(nodes + edges)** time, and reuses the memory of the order before.
    ///
    /// ```text
    /// the tree at the head of the module               nodes      ends
    /// sources of the roots, a and d                    b c e      -
    /// b c e are a level; the source of c is appended   b c e f    3
    /// f is a level, and has no source                  b c e f    3 4
    /// ```
    pub(crate) fn compute(&mut self, index: &RelationIndex) {
        let Self { sources, ends, is_source, nodes } = self;
        sources.clear();
        ends.clear();
        is_source.clear();
        nodes.clear();
        let mut largest = 0;
        let mut push = |nodes: &mut Vec<u32>, node: u32, target: u32| {
            index.each_source(node, |source, entity| {
                nodes.push(source);
                largest = largest.max(entity);
                sources.push((entity, target));
            });
        };
        for (node, root) in index.roots() {
            push(nodes, node, root.index());
        }
        let mut next = 0;
        while next < nodes.len() {
            let end = nodes.len();
            ends.push(end);
            while next < end {
                let node = nodes[next];
                push(nodes, node, index.index_of(node));
                next += 1;
            }
        }
        is_source.resize(if sources.is_empty() { 0 } else { largest as usize / 64 + 1 }, 0);
        for (source, _) in sources {
            is_source[*source as usize / 64] |= 1 << (*source % 64);
        }
    }
}

impl fmt::Debug for LevelOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LevelOrder").field("len", &self.len()).field("levels", &self.levels()).finish_non_exhaustive()
    }
}

impl LevelOrder {
    /// Brings the order up to date with a tree. Runs in **O(1)** time if that did not change since the last call; otherwise in
    /// **O(entities of the tree)**, and allocates only if it grows.
    ///
    /// The iteration of parents before children calls it by itself.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let child = world.spawn(ChildOf(root));
    /// world.spawn(ChildOf(child));
    /// let mut order = LevelOrder::default();
    /// assert!(order.is_empty());
    /// order.update(world.tree::<ChildOf>());
    /// assert_eq!((order.len(), order.levels()), (2, 2));
    /// ```
    pub fn update<R>(&mut self, tree: Tree<'_, R>) {
        let index = tree.index();
        if self.history != index.history() {
            self.levels.compute(index);
            self.history = index.history();
        }
    }

    /// Number of entities with a parent. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{LevelOrder, prelude::*};
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// world.spawn_batch([ChildOf(root), ChildOf(root)]);
    /// let mut order = LevelOrder::default();
    /// assert_eq!((order.len(), order.levels()), (0, 0), "it is empty until it is updated");
    /// order.update(world.tree::<ChildOf>());
    /// assert_eq!((order.len(), order.levels()), (2, 1), "the root itself is not counted");
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.levels.sources.len()
    }

    /// Returns true if no entity has a parent. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.levels.sources.is_empty()
    }

    /// Number of levels below the roots: the largest depth. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{LevelOrder, prelude::*};
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let mut leaf = world.spawn(());
    /// let mut order = LevelOrder::default();
    /// order.update(world.tree::<ChildOf>());
    /// assert_eq!((order.levels(), order.is_empty()), (0, true), "a root alone is in no level");
    /// for _ in 0..3 {
    ///     leaf = world.spawn(ChildOf(leaf));
    /// }
    /// order.update(world.tree::<ChildOf>());
    /// assert_eq!((order.levels(), world.tree::<ChildOf>().depth(leaf)), (3, 3));
    /// ```
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.ends.len()
    }
}
