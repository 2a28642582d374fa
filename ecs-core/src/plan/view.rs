//! The plans of views: what each requires, how it is kept, and which storages it owns or has lost to others.
//!
//! The planner of the macro decides all of it, and writes it as constants of the types in this file; nothing is computed at run time.

use core::fmt;

/// A view: its aspect, how it is kept, and the systems that it serves. Components and systems are listed by name.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug)] struct Position(f32);
/// # #[derive(Debug)] struct Velocity(f32);
/// #[system]
/// fn movement(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
///
/// ecs_world! { components: Position, Velocity; systems: movement; }
///
/// let view = &World::PLAN.views[0];
/// assert_eq!((view.all, view.systems), (&["Position", "Velocity"][..], &["movement"][..]));
/// assert_eq!(view.reason, "owns all that it requires");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewPlan {
    /// Components that entities must have.
    pub all: &'static [&'static str],
    /// Components that entities must lack.
    pub none: &'static [&'static str],
    /// Components of which entities must have at least one, unless the list is empty.
    pub any: &'static [&'static str],
    /// How it is kept.
    pub kept: ViewKind,
    /// The components whose storages it owns, so that iteration looks nothing up in them. A group is partial if it owns fewer than `all`.
    pub owned: &'static [&'static str],
    /// The required components whose storages another group owns.
    pub lost: &'static [LostStorage],
    /// Its priority among groups; `None` if it cannot be a group.
    pub priority: Option<GroupPriority>,
    /// Its rank in the order in which groups receive storages.
    pub rank: usize,
    /// The reason for how it is kept.
    pub reason: &'static str,
    /// The systems that iterate it.
    pub systems: &'static [&'static str],
    /// The systems whose query parameters iterate it.
    pub queried_by: &'static [&'static str],
}

impl ViewPlan {
    /// A view that requires nothing and serves nothing, which generated plans complete.
    #[doc(hidden)]
    pub const NOTHING: Self = Self {
        all: &[],
        none: &[],
        any: &[],
        kept: ViewKind::Scan,
        owned: &[],
        lost: &[],
        priority: None,
        rank: 0,
        reason: "",
        systems: &[],
        queried_by: &[],
    };

    /// Returns true if the view looks up components whose storages leave the order of values free.
    pub(super) fn gains_from_tidy(&self, ordered: &[&str]) -> bool {
        let is_free = |component: &&&str| !ordered.contains(*component);
        let looked_up = self.all.iter().filter(|component| !self.owned.contains(component)).filter(is_free).count();
        match self.kept {
            ViewKind::List | ViewKind::Delayed | ViewKind::Group => looked_up > 0,
            // A scan looks nothing up in the storage that it iterates.
            ViewKind::Scan => looked_up > 1,
            ViewKind::Storage | ViewKind::ActivePassive => false,
        }
    }
}

/// Prints the aspect: `(Position, Velocity, without(Frozen))`.
impl fmt::Display for ViewPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        let mut separator = "";
        for component in self.all {
            write!(f, "{separator}{component}")?;
            separator = ", ";
        }
        for (filter, components) in [("without", self.none), ("any", self.any)] {
            if let Some((first, rest)) = components.split_first() {
                write!(f, "{separator}{filter}({first}")?;
                rest.iter().try_for_each(|component| write!(f, ", {component}"))?;
                f.write_str(")")?;
                separator = ", ";
            }
        }
        f.write_str(")")
    }
}

/// A storage that a view requires and another group owns.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Position(f32);
/// # struct Velocity(f32);
/// # struct Ship;
/// # #[system] fn steer(_: &Ship, position: &mut Position) { position.0 += 1.0; }
/// # #[system] fn advance(position: &mut Position, velocity: &Velocity) { position.0 += velocity.0; }
/// ecs_world! { components: Position, Velocity, Ship; systems: steer, advance; }
///
/// let views = World::PLAN.views;
/// let (view, lost) = views.iter().find_map(|view| Some((view, view.lost.first()?))).unwrap();
/// assert_eq!((view.systems, lost.component), (&["advance"][..], "Position"));
/// assert_eq!(views[lost.owner].systems, ["steer"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostStorage {
    /// The component.
    pub component: &'static str,
    /// The group that owns its storage, by its position in [`Plan::views`](super::Plan::views). If its priority is
    /// [`GroupPriority::Entry`], an entry of `groups:` demoted this view.
    pub owner: usize,
}

/// The priority of a view when storages are assigned to groups. Views that only query parameters request are last in any case; among these,
/// as among the others, those with components that are `#[rare]` are after those without. Then lower variants are first. Among equals that
/// no entry and no `view = group` requests, views of more systems are first, then those that require more components; finally, those
/// declared first.
///
/// # Examples
///
/// ```
/// # use ecs_world::GroupPriority;
/// # use ecs_world::prelude::*;
/// # #[derive(Debug)] struct Position(f32);
/// # #[derive(Debug)] struct Velocity(f32);
/// #[system]
/// fn movement(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
///
/// ecs_world! { components: Position, Velocity; systems: movement; queries: (Position, without(Velocity)); }
///
/// let priorities: Vec<_> = World::PLAN.views.iter().map(|view| view.priority).collect();
/// assert!(priorities.contains(&Some(GroupPriority::Several)) && priorities.contains(&Some(GroupPriority::One)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum GroupPriority {
    /// An entry of `groups:`.
    Entry,
    /// `view = group`.
    Requested,
    /// Two or more components.
    Several,
    /// One component and a filter.
    One,
    /// Only query parameters of systems request the view.
    Parameter,
}

/// How a view is kept up to date. The type of each kind documents its costs.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use ecs_world::ViewKind;
/// # struct Position(f32);
/// # struct Velocity(f32);
/// #[system(view = list)]
/// fn movement(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
///
/// ecs_world! { components: Position, Velocity; systems: movement; }
///
/// assert_eq!(World::PLAN.views[0].kept, ViewKind::List);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewKind {
    /// The storage of the one component is the view: [`StorageView`](crate::StorageView).
    Storage,
    /// The entities are at the front of the owned storages: [`GroupView`](crate::GroupView).
    Group,
    /// A dense list: [`ListView`](crate::ListView).
    List,
    /// A dense list that settles at sync points: [`DelayedView`](crate::DelayedView).
    Delayed,
    /// A bit set, and a list that is made from it at sync points: [`ActivePassiveView`](crate::ActivePassiveView).
    ActivePassive,
    /// Nothing is kept; each iteration finds the entities: [`ScanView`](crate::ScanView).
    Scan,
}
