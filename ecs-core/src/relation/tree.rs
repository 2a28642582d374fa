//! Reading a relation that is a tree: parents, children, ancestors and descendants.
//!
//! Iterators over ancestors and descendants follow the edges of the index, without a stack: each node leads to its parent, to its first
//! child and to its next sibling. Reading never fails: a dead entity, or one without the relation, has no parent and no children.
//!
//! ```text
//!     root          descendants(root)
//!     /  \          arm       the first child of the root
//!   arm  leg        hand      the first child of arm
//!    |              leg       hand has no child and no sibling: back to arm, then to its sibling
//!   hand            -         leg has neither: back to the root, where the walk ends
//! ```

use alloc::vec::Vec;
use core::iter::FusedIterator;

use super::{RelationIndex, Sources, SourcesIter};
use crate::entity::Entity;

/// Read access to a relation that is declared as a `tree`, from [`WorldAccess::tree`](crate::WorldAccess::tree).
///
/// The target of an entity is its *parent*; its sources are its *children*, in the order in which they were linked to it. No entity is an
/// ancestor of itself. Nothing here allocates, except that [`breadth_first`](Self::breadth_first) may grow its buffer.
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
/// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
/// let hand = world.spawn(ChildOf(arm));
///
/// let tree = world.tree::<ChildOf>();
/// assert_eq!((tree.parent(hand), tree.root(hand)), (Some(arm), root));
/// assert!(tree.ancestors(hand).eq([arm, root]));
/// assert!(tree.descendants(root).eq([arm, hand, leg]));
/// assert!(tree.is_descendant_of(hand, root));
/// ```
pub struct Tree<'w, R>(Sources<'w, R>);

impl<R> Clone for Tree<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Tree<'_, R> {}

impl<R> core::fmt::Debug for Tree<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Tree").field(&self.0).finish()
    }
}

impl<'w, R> Tree<'w, R> {
    pub(crate) fn new(index: &'w RelationIndex) -> Self {
        Self(Sources::new(index))
    }

    pub(super) fn index(self) -> &'w RelationIndex {
        self.0.index()
    }

    /// The parent of an entity; `None` if it is a root or dead. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert_eq!((tree.parent(hand), tree.parent(root)), (Some(arm), None));
    /// ```
    #[must_use]
    pub fn parent(self, entity: Entity) -> Option<Entity> {
        self.index().target(entity)
    }

    /// Iterates over the children of an entity, in order. Runs in **O(children)** time. Siblings are linked one by one, so iteration is
    /// slower if they are far apart in memory.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert!(tree.children(root).eq([arm, leg]));
    /// assert!(tree.children(root).rev().eq([leg, arm]));
    /// ```
    #[must_use]
    pub fn children(self, entity: Entity) -> SourcesIter<'w> {
        self.0.of(entity)
    }

    /// Number of children of an entity. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert_eq!([root, arm, leg].map(|it| tree.child_count(it)), [2, 1, 0]);
    /// # let _ = hand;
    /// ```
    #[must_use]
    pub fn child_count(self, entity: Entity) -> usize {
        self.index().count(entity)
    }

    /// Iterates over the parent of an entity, its parent, and so on up to the root. Runs in **O(depth)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert!(tree.ancestors(hand).eq([arm, root]));
    /// assert!(tree.ancestors(hand).any(|it| it == root));
    /// # let _ = leg;
    /// ```
    #[must_use]
    pub fn ancestors(self, entity: Entity) -> Ancestors<'w> {
        Ancestors { index: self.index(), node: self.index().position(entity) }
    }

    /// The root above an entity: its last ancestor, or the entity itself if it has no parent. Runs in **O(depth)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert_eq!((tree.root(hand), tree.root(leg), tree.root(root)), (root, root, root));
    /// ```
    #[must_use]
    pub fn root(self, entity: Entity) -> Entity {
        self.ancestors(entity).last().unwrap_or(entity)
    }

    /// Number of ancestors of an entity. Runs in **O(depth)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert_eq!([root, leg, hand].map(|it| tree.depth(it)), [0, 1, 2]);
    /// ```
    #[must_use]
    pub fn depth(self, entity: Entity) -> usize {
        self.ancestors(entity).count()
    }

    /// Iterates over the descendants of an entity, depth first: each child is followed by its own descendants. Runs in **O(descendants)**
    /// time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert!(tree.descendants(root).eq([arm, hand, leg]));
    /// assert_eq!(tree.descendants(leg).count(), 0);
    /// ```
    #[must_use]
    pub fn descendants(self, entity: Entity) -> Descendants<'w> {
        let node = self.index().position(entity);
        Descendants { index: self.index(), root: node, node }
    }

    /// The descendants of an entity, breadth first: all children, then their children, and so on. They replace the content of `buffer`,
    /// which allocates only if it grows. Runs in **O(descendants)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let mut buffer = Vec::new();
    /// assert_eq!(world.tree::<ChildOf>().breadth_first(root, &mut buffer), [arm, leg, hand]);
    /// ```
    pub fn breadth_first(self, entity: Entity, buffer: &mut Vec<Entity>) -> &[Entity] {
        buffer.clear();
        buffer.extend(self.children(entity));
        let mut next = 0;
        while let Some(entity) = buffer.get(next) {
            buffer.extend(self.children(*entity));
            next += 1;
        }
        buffer
    }

    /// Returns true if `ancestor` is an ancestor of `entity`. An entity is not a descendant of itself. Runs in **O(depth)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// let root = world.spawn(());
    /// let [arm, leg] = [0, 1].map(|_| world.spawn(ChildOf(root)));
    /// let hand = world.spawn(ChildOf(arm));
    /// let tree = world.tree::<ChildOf>();
    /// assert!(tree.is_descendant_of(hand, root) && !tree.is_descendant_of(hand, leg));
    /// assert!(!tree.is_descendant_of(hand, hand));
    /// ```
    #[must_use]
    pub fn is_descendant_of(self, entity: Entity, ancestor: Entity) -> bool {
        entity != ancestor && self.index().reaches(entity, ancestor)
    }

    /// Number of entities that have a parent. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct ChildOf(Entity);
    /// # ecs_world! { relations: ChildOf (tree, cascade); }
    /// # let mut world = World::default();
    /// assert!(world.tree::<ChildOf>().is_empty());
    /// let root = world.spawn(());
    /// world.spawn_batch([ChildOf(root), ChildOf(root)]);
    /// assert_eq!(world.tree::<ChildOf>().len(), 2, "the root has no parent");
    /// ```
    #[must_use]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Returns true if no entity has a parent. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// An iterator over the ancestors of an entity, from its parent to the root: from [`Tree::ancestors`]. Each step runs in **O(1)** time.
///
/// # Examples
///
/// The nearest ancestor that has a component:
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Relation)] struct ChildOf(Entity);
/// # struct Camera;
/// # ecs_world! { components: Camera; relations: ChildOf (tree, cascade); }
/// # let mut world = World::default();
/// let rig = world.spawn(Camera);
/// let arm = world.spawn(ChildOf(rig));
/// let lamp = world.spawn(ChildOf(arm));
/// let mut above = world.tree::<ChildOf>().ancestors(lamp);
/// assert_eq!(above.find(|it| world.has::<Camera>(*it)), Some(rig));
/// ```
#[derive(Debug, Clone)]
pub struct Ancestors<'w> {
    index: &'w RelationIndex,
    /// The node that was yielded last; at first that of the entity whose ancestors are iterated.
    node: Option<u32>,
}

impl Iterator for Ancestors<'_> {
    type Item = Entity;

    #[inline]
    fn next(&mut self) -> Option<Entity> {
        let (node, entity) = self.index.target_of(self.node?).unzip();
        self.node = node;
        entity
    }
}

impl FusedIterator for Ancestors<'_> {}

/// An iterator over the descendants of an entity, depth first: from [`Tree::descendants`].
///
/// Parents come before their children, and children are in order. A whole iteration runs in **O(descendants)** time, without a stack.
///
/// # Examples
///
/// The first matching descendant is found without visiting the rest of the tree:
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Relation)] struct ChildOf(Entity);
/// # struct Muzzle;
/// # ecs_world! { components: Muzzle; relations: ChildOf (tree, cascade); }
/// # let mut world = World::default();
/// let tank = world.spawn(());
/// let turret = world.spawn(ChildOf(tank));
/// let muzzle = world.spawn((ChildOf(turret), Muzzle));
/// let mut below = world.tree::<ChildOf>().descendants(tank);
/// assert_eq!(below.find(|it| world.has::<Muzzle>(*it)), Some(muzzle));
/// ```
#[derive(Debug, Clone)]
pub struct Descendants<'w> {
    index: &'w RelationIndex,
    /// The node of the entity whose descendants are iterated, where the iteration ends.
    root: Option<u32>,
    /// The node that was yielded last.
    node: Option<u32>,
}

impl Iterator for Descendants<'_> {
    type Item = Entity;

    #[inline]
    fn next(&mut self) -> Option<Entity> {
        let (node, entity) = self.index.after(self.node?, self.root?).unzip();
        self.node = node;
        entity
    }
}

impl FusedIterator for Descendants<'_> {}
