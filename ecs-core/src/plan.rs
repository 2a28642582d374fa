//! Owns the words for what was decided about a world, as data.

use core::fmt;

/// What the planner decided about a world, as `World::PLAN`: as data, and with `Display` as text.
///
/// # Examples
///
/// ```
/// # use ecs_world::{ViewKind, prelude::*};
/// # struct Position(f32);
/// # struct Velocity(f32);
/// #[system]
/// fn movement(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
///
/// ecs_world! { components: Position, Velocity; systems: movement; }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::Group);
/// assert_eq!(World::PLAN.views[0].owned, ["Position", "Velocity"]);
/// println!("{}", World::PLAN);
/// ```
#[derive(Clone, Copy)]
pub struct Plan {
    /// The views, each after those around it.
    pub views: &'static [ViewPlan],
    /// The same to read.
    pub text: &'static str,
}

/// What became of a view: the entities of one aspect, with whom it serves. Components and systems go by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewPlan {
    /// All of these are required.
    pub all: &'static [&'static str],
    /// None of these may be there.
    pub none: &'static [&'static str],
    /// One of these must be there, unless the list is empty.
    pub any: &'static [&'static str],
    /// How it is kept.
    pub kept: ViewKind,
    /// The components whose values it keeps in its order, so that a walk looks nothing up. Fewer than `all` in a group make
    /// it partial.
    pub owned: &'static [&'static str],
    /// Why it is kept so.
    pub reason: &'static str,
    /// The systems that it serves.
    pub systems: &'static [&'static str],
}

/// How a view is kept up to date. Each kind is documented at its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewKind {
    /// The storage of the one component is the view: [`StorageView`](crate::StorageView).
    Storage,
    /// The entities stand at the front of the owned storages: [`GroupView`](crate::GroupView).
    Group,
    /// A packed list: [`ListView`](crate::ListView).
    List,
    /// A packed list that settles at syncs: [`DelayedView`](crate::DelayedView).
    Delayed,
    /// A bitset, and a list that is made of it at syncs: [`ActivePassiveView`](crate::ActivePassiveView).
    ActivePassive,
    /// Nothing; found anew at each walk: [`ScanView`](crate::ScanView).
    Scan,
}

/// Prints the text.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// Prints the text.
impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}
