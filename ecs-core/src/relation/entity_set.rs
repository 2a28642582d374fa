//! An ordered set of handles: the targets of a relation with several targets.
//!
//! ```text
//! [7, 3, 9]            iteration and `Eq` use the order of insertion
//! insert(3)  false     compared with each handle: no hashing, no sorting
//! remove(7)  [3, 9]    the handles after it move up by one
//! ```
//!
//! It is deliberately a plain list: relations have few targets per source, the order is part of the state (it is that of
//! [`Sources::targets_of`](super::Sources::targets_of)), and a list has the same layout and the same saved form on every platform.
//!
//! - **I1** No handle occurs twice: each function that adds handles (`insert`, `extend`, `from_iter`, loading) or changes them in place
//!   (`visit_handles`) ensures this.

use alloc::vec::Vec;
use core::fmt;

use crate::entity::Entity;
use crate::visit_handles::VisitHandles;

/// A set of handles in the order of insertion.
///
/// It holds the targets of a relation that is declared as `many`, but can be used for other purposes. It is stored as a list, so lookups
/// compare handles one by one, in **O(len)** time.
///
/// # Examples
///
/// ```
/// use ecs_world::EntitySet;
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, PartialEq, Relation)]
/// struct Likes(EntitySet);
///
/// ecs_world! { relations: Likes (many, clear); }
///
/// let mut world = World::default();
/// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
/// let child = world.spawn(Likes([pear, apple].into()));
/// assert!(world.sources::<Likes>().of(apple).eq([child]));
/// assert!(world.sources::<Likes>().targets_of(child).eq([pear, apple]));
/// world.despawn(pear).unwrap();
/// assert_eq!(world.get(child), Some(&Likes([apple].into())));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct EntitySet(Vec<Entity>);

impl EntitySet {
    /// Creates an empty set. Does not allocate, so it can be used in constants.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::EntitySet;
    /// const NONE: EntitySet = EntitySet::new();
    /// assert!(NONE.is_empty() && NONE.as_slice() == []);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends a handle. Returns false if the set already contains it; then its position does not change. Runs in **O(len)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
    /// let mut set = EntitySet::new();
    /// assert!(set.insert(pear) && set.insert(apple) && !set.insert(pear));
    /// assert_eq!((set.as_slice(), set.len()), (&[pear, apple][..], 2));
    /// ```
    pub fn insert(&mut self, entity: Entity) -> bool {
        let is_new = !self.contains(entity);
        if is_new {
            self.0.push(entity);
        }
        is_new
    }

    /// Removes a handle; the others keep their order. Returns false if the set does not contain it. Runs in **O(len)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
    /// let mut set = EntitySet::from([apple, pear]);
    /// assert!(set.remove(apple) && !set.remove(apple));
    /// assert!(set.iter().eq([pear]) && !set.contains(apple));
    /// ```
    pub fn remove(&mut self, entity: Entity) -> bool {
        let position = self.0.iter().position(|own| *own == entity);
        position.map(|position| self.0.remove(position)).is_some()
    }

    /// Returns true if the set contains a handle. Runs in **O(len)** time.
    ///
    /// # Examples
    ///
    /// A set does not know which entities are alive, but it also compares generations:
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let apple = world.spawn(());
    /// let set = EntitySet::from([apple]);
    /// world.despawn(apple).unwrap();
    /// let pear = world.spawn(());
    /// assert_eq!(pear.index(), apple.index());
    /// assert!(set.contains(apple) && !set.contains(pear));
    /// ```
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.0.contains(&entity)
    }

    /// Number of handles. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let apple = world.spawn(());
    /// let mut set = EntitySet::from([apple, apple]);
    /// assert_eq!((set.len(), set.is_empty()), (1, false));
    /// set.remove(apple);
    /// assert_eq!((set.len(), set.is_empty()), (0, true));
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the set is empty. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The handles in the order of insertion. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let [apple, pear, plum] = [0, 1, 2].map(|_| world.spawn(()));
    /// let mut set = EntitySet::from([pear, apple, plum]);
    /// assert_eq!(set.as_slice().first(), Some(&pear));
    /// set.remove(pear);
    /// assert_eq!(set.as_slice(), [apple, plum]);
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Entity] {
        &self.0
    }

    /// Iterates over the handles in the order of insertion, as iterating over a reference to the set does. Runs in **O(len)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{EntitySet, prelude::*};
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
    /// let set = EntitySet::from([pear, apple, pear]);
    /// assert!(set.iter().rev().eq([apple, pear]));
    /// assert_eq!((&set).into_iter().count(), 2);
    /// ```
    pub fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, Entity>> {
        self.0.iter().copied()
    }
}

/// If handles become equal, the first one is kept.
///
/// Runs in **O(len)** time if no handle changes, otherwise in **O(len log len)**, as the set is rebuilt.
impl VisitHandles for EntitySet {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        let Visited { set, is_changed } = &mut Visited { set: self, is_changed: false };
        for entity in &mut set.0 {
            let before = *entity;
            visit(entity);
            *is_changed |= *entity != before;
        }
    }
}

/// Restores I1 when it is dropped, even if a visit panics.
struct Visited<'a> {
    set: &'a mut EntitySet,
    is_changed: bool,
}

impl Drop for Visited<'_> {
    fn drop(&mut self) {
        if self.is_changed {
            *self.set = core::mem::take(&mut self.set.0).into_iter().collect();
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for EntitySet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// If a handle occurs twice, the first occurrence is kept.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for EntitySet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Entity>::deserialize(deserializer).map(Self::from_iter)
    }
}

/// Prints the handles in braces, in their order.
impl fmt::Debug for EntitySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.0).finish()
    }
}

/// If a handle occurs twice, the first occurrence is kept. Runs in **O(n log n)** time.
///
/// ```text
/// handles               9 7 9 3     with their positions   (0, 9) (1, 7) (2, 9) (3, 3)
/// sorted by handle, equal ones by position                 (3, 3) (1, 7) (0, 9) (2, 9)
/// the first of equal ones is kept                          (3, 3) (1, 7) (0, 9)
/// sorted by position                                       (0, 9) (1, 7) (3, 3)
/// ```
impl FromIterator<Entity> for EntitySet {
    fn from_iter<I: IntoIterator<Item = Entity>>(entities: I) -> Self {
        Self::of_list(entities.into_iter().collect())
    }
}

impl EntitySet {
    /// The set of these handles.
    fn of_list(entities: Vec<Entity>) -> Self {
        let mut all: Vec<(usize, Entity)> = entities.into_iter().enumerate().collect();
        all.sort_by_key(|(_, entity)| *entity);
        all.dedup_by_key(|(_, entity)| *entity);
        all.sort_unstable_by_key(|(position, _)| *position);
        Self(all.into_iter().map(|(_, entity)| entity).collect())
    }
}

/// Appends the handles that the set does not contain yet. Runs in **O(len)** time per handle: to add many at once, collect them instead.
impl Extend<Entity> for EntitySet {
    fn extend<I: IntoIterator<Item = Entity>>(&mut self, entities: I) {
        for entity in entities {
            self.insert(entity);
        }
    }
}

/// Keeps the first of equal handles, as `collect` does.
impl<const N: usize> From<[Entity; N]> for EntitySet {
    fn from(entities: [Entity; N]) -> Self {
        entities.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a EntitySet {
    type Item = Entity;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Entity>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for EntitySet {
    type Item = Entity;
    type IntoIter = alloc::vec::IntoIter<Entity>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
