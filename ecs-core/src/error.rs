//! Errors of a world. Each says what is wrong, and returns the values that were passed in, if any.
//!
//! Errors are small values without an allocation (except [`InvariantError`]), and all of them implement `core::error::Error`, so `?` works
//! in functions that return `Box<dyn Error>`. The library returns errors for what data can cause, such as stale handles. It panics if
//! indices or memory are exhausted, and where a section `# Panics` says so (such as for a step of length zero). All other mistakes are
//! refused at compile time.
//!
//! | error | returned by |
//! |---|---|
//! | [`ChangeError`] | structural changes |
//! | [`SingleError`] | `single`, `single_mut` and `into_single` of queries |
//! | [`DisjointError`] | `get_disjoint_mut` |
//! | [`UnequalColumns`] | `spawn_columns` |
//! | [`FrameError`] | `load` of a [`Timeline`](crate::Timeline) |
//! | [`InvariantError`] | `check_invariants` |
//!
//! Errors of saves, templates, files and inspectors are defined beside the functions that return them, as they exist only with the features
//! of these.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::entity::Entity;

/// Why a structural change was refused, with the value that was to be inserted. Nothing changed.
///
/// Implements `Debug` for every `T`, so results can be unwrapped.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// use ecs_world::ChangeErrorKind;
///
/// # #[derive(Debug, PartialEq)] struct Position(f32);
/// # ecs_world! { components: Position; }
/// # let mut world = World::default();
/// let ship = world.spawn(());
/// world.despawn(ship)?;
/// let refused = world.insert(ship, Position(1.0)).unwrap_err();
/// assert_eq!(refused.kind, ChangeErrorKind::NoSuchEntity(ship));
/// assert_eq!(refused.into_inner(), Position(1.0));
/// # Ok::<(), ecs_world::ChangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangeError<T = ()> {
    /// The reason, with the entities that it concerns.
    pub kind: ChangeErrorKind,
    /// The value that was to be inserted; `()` if there was none.
    pub value: T,
}

/// Why a structural change was refused.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Walking;
/// # #[derive(Debug, PartialEq)] struct Falling;
/// # ecs_world! { components: Walking, Falling; }
/// # let mut world = World::default();
/// use ecs_world::ChangeErrorKind;
///
/// let hero = world.spawn(());
/// let refused = world.exchange::<Walking, _>(hero, Falling).unwrap_err();
/// assert_eq!(refused.kind, ChangeErrorKind::MissingComponent(hero));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeErrorKind {
    /// The handle names no live entity: it was despawned, is reserved until the next sync point, or belongs to another world.
    NoSuchEntity(Entity),
    /// An entity was to be spawned with this handle, which cannot be alive: an entity with the same index is, or was with this generation
    /// or a later one, or more than 65 536 new indices would be needed.
    NotFree(Entity),
    /// The entity lacks a component that was to be removed.
    MissingComponent(Entity),
    /// The target of a relation is dead.
    DeadTarget {
        /// The entity that was to get the relation; `None` if it was to be spawned with it.
        entity: Option<Entity>,
        /// The handle that names no live entity.
        target: Entity,
    },
    /// A [`TemplateTree`](crate::TemplateTree) holds the handle of an entity outside of it, which is not mapped to an entity of this world.
    OutsideTree {
        /// The handle, in the world that the tree was taken from.
        handle: Entity,
    },
    /// An entity would become its own ancestor in a tree.
    Cycle {
        /// The entity that was to get the relation.
        entity: Entity,
        /// Its new target: the entity itself, or one of its descendants.
        target: Entity,
    },
}

impl<T> ChangeError<T> {
    pub(crate) const fn no_such_entity(entity: Entity, value: T) -> Self {
        Self { kind: ChangeErrorKind::NoSuchEntity(entity), value }
    }

    /// Returns the value that was to be inserted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let gone = world.spawn(());
    /// world.despawn(gone).unwrap();
    /// let health = world.insert(gone, Health(5)).unwrap_err().into_inner();
    /// assert_eq!(health, Health(5), "nothing is lost");
    /// ```
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> fmt::Debug for ChangeError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangeError").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for ChangeError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind, f)
    }
}

impl fmt::Display for ChangeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchEntity(entity) => {
                write!(
                    f,
                    "no entity {entity} is alive in this world: it was despawned, is reserved until the next sync point, or belongs \
                     to another world"
                )
            }
            Self::NotFree(entity) => write!(
                f,
                "entity {entity} cannot be spawned: its index is in use, its generation has been used, or it would need more than 65 536 new \
                 indices"
            ),
            Self::MissingComponent(entity) => write!(f, "entity {entity} lacks a component that was to be removed"),
            Self::DeadTarget { entity, target } => {
                f.write_str("a relation of ")?;
                match entity {
                    Some(entity) => write!(f, "entity {entity}")?,
                    None => f.write_str("a new entity")?,
                }
                write!(f, " has the target {target}, and no such entity is alive in this world")
            }
            Self::OutsideTree { handle } => write!(
                f,
                "a template tree holds the handle {handle} of an entity outside of it; map it to an entity of this world with `map_outside`, or remove such handles with `cut_outside`"
            ),
            Self::Cycle { entity, target } if entity == target => {
                write!(f, "entity {entity} cannot be its own target in a tree")
            }
            Self::Cycle { entity, target } => {
                write!(f, "entity {target} is a descendant of entity {entity}, and cannot be its target in a tree")
            }
        }
    }
}

impl<T> Error for ChangeError<T> {}

/// A query does not match exactly one entity.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
/// # ecs_world! { components: Position; }
/// # let mut world = World::default();
/// use ecs_world::SingleError;
///
/// assert_eq!(world.query::<&Position>().single(), Err(SingleError::None));
/// world.spawn_batch([1.0, 2.0].map(Position));
/// assert_eq!(world.query::<&Position>().single(), Err(SingleError::Many));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SingleError {
    /// No entity matches.
    None,
    /// More than one entity matches.
    Many,
}

impl fmt::Display for SingleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no entity matches the query, where one was expected",
            Self::Many => "several entities match the query, where one was expected",
        })
    }
}

impl Error for SingleError {}

/// Why components of several entities cannot be borrowed together. Positions refer to the handles in the call.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
/// # ecs_world! { components: Position; }
/// # let mut world = World::default();
/// use ecs_world::DisjointError;
///
/// let [ship, rock] = [world.spawn(Position(1.0)), world.spawn(())];
/// assert_eq!(world.get_disjoint_mut::<Position, 2>([ship, ship]), Err(DisjointError::Duplicate(0, 1)));
/// assert_eq!(world.get_disjoint_mut::<Position, 2>([ship, rock]), Err(DisjointError::Missing(1)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisjointError {
    /// The handle at this position names no live entity.
    NoSuchEntity(usize),
    /// The entity at this position lacks the component.
    Missing(usize),
    /// The handle at the second position names the same entity as the one at the first.
    Duplicate(usize, usize),
}

impl fmt::Display for DisjointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchEntity(at) => write!(f, "the handle at position {at} names no live entity"),
            Self::Missing(at) => write!(f, "the entity at position {at} lacks the component"),
            Self::Duplicate(first, second) => write!(f, "the entity at position {first} is given again at {second}"),
        }
    }
}

impl Error for DisjointError {}

/// The columns passed to `spawn_columns` differ in length. Contains the columns; implements `Debug` for every `T`.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Position(f32);
/// # #[derive(Debug, PartialEq, Clone)] struct Velocity(f32);
/// # ecs_world! { components: Position, Velocity; }
/// # let mut world = World::default();
/// let refused = world.spawn_columns((vec![Position(1.0)], vec![Velocity(1.0), Velocity(2.0)])).unwrap_err();
/// let (positions, mut velocities) = refused.columns;
/// velocities.truncate(positions.len());
/// assert_eq!(world.spawn_columns((positions, velocities)).unwrap().len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct UnequalColumns<T> {
    /// The columns, untouched.
    pub columns: T,
}

impl<T> fmt::Debug for UnequalColumns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UnequalColumns")
    }
}

impl<T> fmt::Display for UnequalColumns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the columns differ in length: each needs one value per entity")
    }
}

impl<T> Error for UnequalColumns<T> {}

/// A frame that a [`Timeline`](crate::Timeline) does not have.
///
/// # Examples
///
/// ```
/// # use ecs_world::{Timeline, prelude::*};
/// # ecs_world! { #[derive(Snapshot)] struct World; }
/// # let mut world = World::default();
/// let mut timeline = Timeline::new(2);
/// for frame in 5..8 {
///     timeline.save(frame, &world);
/// }
/// let error = timeline.load(5, &mut world).unwrap_err();
/// assert_eq!((error.frame(), error.range()), (5, Some(6..=7)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameError {
    /// The requested frame.
    frame: u64,
    /// The first and the last frame of the timeline.
    ends: Option<(u64, u64)>,
}

impl FrameError {
    pub(crate) fn new(frame: u64, ends: Option<(u64, u64)>) -> Self {
        Self { frame, ends }
    }

    /// The requested frame. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # ecs_world! { #[derive(Snapshot)] struct World; }
    /// # let mut world = World::default();
    /// let error = Timeline::new(2).load(0, &mut world).unwrap_err();
    /// assert_eq!((error.frame(), error.range()), (0, None), "nothing was saved yet");
    /// ```
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The first and the last frame of the timeline; `None` if it is empty. Runs in **O(1)** time.
    #[must_use]
    pub fn range(&self) -> Option<core::ops::RangeInclusive<u64>> {
        self.ends.map(|(first, last)| first..=last)
    }
}

/// Names the frame, and the range of existing frames.
impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = self.frame;
        match self.ends {
            Some((first, last)) => {
                write!(f, "frame {frame} is not in the timeline, which has frames from {first} to {last}")
            }
            None => write!(f, "frame {frame} is not in the timeline, which has no frames"),
        }
    }
}

impl Error for FrameError {}

/// A world violates one of its invariants: a bug in this library. `Display` names the invariant.
///
/// No sequence of operations should cause it; please report one that does. The world may then behave wrongly, but not unsafely: memory
/// safety does not depend on the invariants that are checked.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # ecs_world! { }
/// # let mut world = World::default();
/// world.spawn(());
/// if let Err(broken) = world.check_invariants() {
///     panic!("please report this: {broken}");
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvariantError(pub(crate) String);

impl fmt::Display for InvariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for InvariantError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    #[test]
    fn an_invariant_error_prints_what_is_wrong() {
        assert_eq!(super::InvariantError("the mask of 3v1".into()).to_string(), "the mask of 3v1");
    }
}
