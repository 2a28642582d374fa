//! Reading a relation: the sources of a target, and the targets of a source.
//!
//! Both directions follow edges of [`RelationIndex`], which form two kinds of lists: one list per target, in the order in which its sources
//! were linked, and one per source, in the order of the targets in its value. An iterator holds the number of an edge, so it needs no
//! allocation, and only the lifetime of the index.
//!
//! ```text
//! edges to `player`     0 <-> 2 <-> 5      by `previous` and `next`
//! iterator              first 0, last 5, left 3
//! next                  yields the source of edge 0      first 2, last 5, left 2
//! next_back             yields the source of edge 5      first 2, last 2, left 1
//! next                  yields the source of edge 2      left 0: both ends stop
//! ```

use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::RelationIndex;
use crate::entity::Entity;

/// Read access to the sources of each target of a relation, from [`WorldAccess::sources`](crate::WorldAccess::sources).
///
/// The sources of a target are in the order in which they were linked to it. Removing one keeps the order of the others; inserting the
/// relation again with the same target does not change the order.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Relation)]
/// struct Targets(Entity);
///
/// ecs_world! { relations: Targets (clear); }
///
/// let mut world = World::default();
/// let player = world.spawn(());
/// let turrets = [0, 1].map(|_| world.spawn(Targets(player)));
/// let sources = world.sources::<Targets>();
/// assert!(sources.of(player).eq(turrets));
/// assert_eq!(sources.target(turrets[0]), Some(player));
/// ```
pub struct Sources<'w, R> {
    index: &'w RelationIndex,
    /// A function type, so that `Sources` is `Send` and `Sync` for any `R`.
    relation: PhantomData<fn() -> R>,
}

impl<R> Clone for Sources<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Sources<'_, R> {}

impl<R> core::fmt::Debug for Sources<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sources").field("len", &self.index.len()).finish_non_exhaustive()
    }
}

impl<'w, R> Sources<'w, R> {
    pub(crate) fn new(index: &'w RelationIndex) -> Self {
        Self { index, relation: PhantomData }
    }

    pub(super) fn index(self) -> &'w RelationIndex {
        self.index
    }

    /// Iterates over the sources of a target, in order; over none if the entity is dead or has no sources. Runs in **O(sources)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct Targets(Entity);
    /// # ecs_world! { relations: Targets (clear); }
    /// # let mut world = World::default();
    /// let player = world.spawn(());
    /// let turrets = [0, 1].map(|_| world.spawn(Targets(player)));
    /// let sources = world.sources::<Targets>();
    /// assert!(sources.of(player).eq(turrets));
    /// assert_eq!(sources.of(turrets[0]).next(), None);
    /// ```
    #[must_use]
    pub fn of(self, target: Entity) -> SourcesIter<'w> {
        self.index.sources(target)
    }

    /// Number of sources of a target. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct Targets(Entity);
    /// # ecs_world! { relations: Targets (clear); }
    /// # let mut world = World::default();
    /// let player = world.spawn(());
    /// let turrets = [0, 1].map(|_| world.spawn(Targets(player)));
    /// let sources = world.sources::<Targets>();
    /// assert_eq!((sources.count(player), sources.count(turrets[0])), (2, 0));
    /// ```
    #[must_use]
    pub fn count(self, target: Entity) -> usize {
        self.index.count(target)
    }

    /// The target of a source; the first one if the relation is `many`. `None` if the entity is dead or lacks the relation, or if its
    /// target was despawned. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Relation)] struct Targets(Entity);
    /// # ecs_world! { relations: Targets (clear); }
    /// # let mut world = World::default();
    /// let player = world.spawn(());
    /// let turrets = [0, 1].map(|_| world.spawn(Targets(player)));
    /// let sources = world.sources::<Targets>();
    /// assert_eq!(sources.target(turrets[1]), Some(player));
    /// world.despawn(player).unwrap();
    /// assert_eq!(world.sources::<Targets>().target(turrets[1]), None);
    /// ```
    #[must_use]
    pub fn target(self, source: Entity) -> Option<Entity> {
        self.index.target(source)
    }

    /// Iterates over the live targets of a source, in the order of its value. There can only be several if the relation is `many`. Runs in
    /// **O(targets)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # #[derive(Relation)] struct Likes(EntitySet);
    /// # ecs_world! { relations: Likes (many, clear); }
    /// # let mut world = World::default();
    /// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
    /// let child = world.spawn(Likes([apple, pear].into()));
    /// let likes = world.sources::<Likes>();
    /// assert!(likes.targets_of(child).eq([apple, pear]));
    /// assert_eq!((likes.len(), likes.is_empty()), (2, false));
    /// ```
    #[must_use]
    pub fn targets_of(self, source: Entity) -> TargetsIter<'w> {
        self.index.targets(source)
    }

    /// Number of sources of all targets. If the relation is `many`, a source is counted once per target. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # #[derive(Relation)] struct Likes(EntitySet);
    /// # ecs_world! { relations: Likes (many, clear); }
    /// # let mut world = World::default();
    /// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
    /// world.spawn_batch([Likes([apple, pear].into()), Likes([pear].into())]);
    /// assert_eq!(world.sources::<Likes>().len(), 3);
    /// world.despawn(pear).unwrap();
    /// assert_eq!(world.sources::<Likes>().len(), 1);
    /// world.despawn(apple).unwrap();
    /// assert!(world.sources::<Likes>().is_empty());
    /// ```
    #[must_use]
    pub fn len(self) -> usize {
        self.index.len()
    }

    /// Returns true if no live entity has a live target. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.index.len() == 0
    }
}

impl RelationIndex {
    /// Iterates over the sources of a target, in order. Runs in **O(1)** time, plus **O(1)** per source.
    #[inline]
    pub(crate) fn sources(&self, target: Entity) -> SourcesIter<'_> {
        let (first, last, left) = self.edges_to(target);
        SourcesIter { index: self, first, last, left }
    }

    /// Iterates over the targets of a source, in order; over none if the source is dead or lacks the relation. Runs in **O(1)** time, plus
    /// **O(1)** per target.
    #[inline]
    pub(crate) fn targets(&self, source: Entity) -> TargetsIter<'_> {
        TargetsIter { index: self, next: self.first_own(source) }
    }
}

/// An iterator over the targets of one source, from [`Sources::targets_of`].
///
/// It has no exact length, as the number of targets is not stored. [`count`](Iterator::count) runs in **O(targets)** time.
///
/// # Examples
///
/// ```
/// # use ecs_world::{EntitySet, prelude::*};
/// # #[derive(Relation)] struct Likes(EntitySet);
/// # ecs_world! { relations: Likes (many, clear); }
/// # let mut world = World::default();
/// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
/// let child = world.spawn(Likes([pear, apple].into()));
/// let mut targets = world.sources::<Likes>().targets_of(child);
/// assert_eq!((targets.next(), targets.clone().count()), (Some(pear), 1));
/// ```
#[derive(Debug, Clone)]
pub struct TargetsIter<'w> {
    index: &'w RelationIndex,
    /// The number of the next edge of the source.
    next: u32,
}

impl Iterator for TargetsIter<'_> {
    type Item = Entity;

    #[inline]
    fn next(&mut self) -> Option<Entity> {
        let (target, next) = self.index.own_edge(self.next)?;
        self.next = next;
        Some(target)
    }
}

impl FusedIterator for TargetsIter<'_> {}

/// An iterator over the sources of one target, from [`Sources::of`] and [`Tree::children`](super::Tree::children).
///
/// It has an exact length and can be iterated from both ends. Each step runs in **O(1)** time.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Relation)] struct Targets(Entity);
/// # ecs_world! { relations: Targets (clear); }
/// # let mut world = World::default();
/// let player = world.spawn(());
/// let turrets = [0, 1, 2].map(|_| world.spawn(Targets(player)));
/// let mut sources = world.sources::<Targets>().of(player);
/// assert_eq!((sources.next_back(), sources.len()), (Some(turrets[2]), 2));
/// ```
#[derive(Debug, Clone)]
pub struct SourcesIter<'w> {
    index: &'w RelationIndex,
    /// The edge of the next source. It is not read once `left` is zero.
    first: u32,
    /// The edge of the next source from the back.
    last: u32,
    /// Number of sources that were not yielded yet; both ends stop when it is zero.
    left: usize,
}

impl Iterator for SourcesIter<'_> {
    type Item = Entity;

    #[inline]
    fn next(&mut self) -> Option<Entity> {
        self.left = self.left.checked_sub(1)?;
        let (source, _, next) = self.index.edge(self.first)?;
        self.first = next;
        Some(source)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn count(self) -> usize {
        self.left
    }
}

impl DoubleEndedIterator for SourcesIter<'_> {
    fn next_back(&mut self) -> Option<Entity> {
        self.left = self.left.checked_sub(1)?;
        let (source, previous, _) = self.index.edge(self.last)?;
        self.last = previous;
        Some(source)
    }
}

impl ExactSizeIterator for SourcesIter<'_> {}
impl FusedIterator for SourcesIter<'_> {}
