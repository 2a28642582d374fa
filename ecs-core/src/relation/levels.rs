//! The level order of a tree: parents come before their children, level by level.
//!
//! The user keeps it as a value, and it is recomputed only if the tree has changed. An index identifies its state by a *history*: a hash of
//! all links and cuts so far, in order. So an order is never mistaken for that of another tree, such as a clone that changed in another
//! way, which could happen with addresses or counts of changes.
//!
//! ```text
//!       a           d            roots, not part of the order
//!      / \          |
//!     b   c         e            sources  [b a] [c a] [e d] [f c]     an entity and its parent, by index
//!         |                      ends               3     4           where each level ends
//!         f                      nodes     b     c     e     f        their sources are the next level
//! ```
//!
//! Each level is thus a range of one array, and the entities of a level never depend on one another: the visit of a level can be divided
//! among threads, which only have to wait for one another between levels.

use alloc::vec::Vec;
use core::fmt;

use super::Tree;
use super::index::RelationIndex;

/// The entities of a tree, parents before their children, for [`for_each_parent_first`](crate::Query::for_each_parent_first).
///
/// It is computed on first use, and again when it is used after the tree changed, in **O(entities of the tree)** time; its memory is
/// reused. So keep one per tree, where it lives as long as the tree: in the state of a system, or in a resource. (If it is used for several
/// trees in turn, it is computed each time.)
///
/// The children of all roots come first, then the children of these, and so on; children of one parent are in their order. Entities without
/// a parent are not included.
///
/// It is not saved, as it can be computed from the tree: in a world with `#[derive(Serialize)]`, a field of a system that holds it needs
/// `#[serde(skip)]`.
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
    /// The history of the index for which the order was computed; initially that of an empty index.
    history: u64,
    /// The order for that history.
    pub(crate) levels: Levels,
}

/// The order of a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Levels {
    /// The index of each source, and of its target, level by level.
    pub(crate) sources: Vec<(u32, u32)>,
    /// The end of each level in `sources`.
    pub(crate) ends: Vec<usize>,
    /// A bit per slot: whether its entity is a source.
    ///
    /// An iteration that includes roots tests it for each entity of its view.
    is_source: Vec<u64>,
    /// The nodes of the sources, in the same order. Only used by `compute`, and kept to reuse its memory.
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
    /// Starts from the roots; the sources of each level are the next level. Runs in **O(nodes + edges)** time, and reuses the memory of the
    /// previous order.
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
    /// Brings the order up to date with a tree. Runs in **O(1)** time if the tree has not changed since the last call; otherwise in
    /// **O(entities of the tree)**. Allocates only if the order grows.
    ///
    /// [`for_each_parent_first`](crate::Query::for_each_parent_first) calls it itself.
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
