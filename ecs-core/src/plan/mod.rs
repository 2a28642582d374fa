//! Owns the words for what was decided about a world, as data.

mod advice;
mod graph;

use core::fmt;

pub use advice::{Advice, Hint, LostTo, Remedy};

/// What the planner decided about a world, as `World::PLAN`: as data, with `Display` as text, and its schedules as graphs.
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
/// assert_eq!(World::PLAN.systems[0].writes, ["Position"]);
/// assert_eq!(World::PLAN.schedules[0].parts[0].stages, [["movement"]]);
/// println!("{}", World::PLAN);
/// println!("{}", World::PLAN.dot());
/// ```
#[derive(Clone, Copy)]
pub struct Plan {
    /// The components that are declared `#[rare]`: a view that requires one owns no storage that a group without rare
    /// components owns.
    pub rare: &'static [&'static str],
    /// The components whose storages no group can own, since they are no sparse sets.
    pub fixed: &'static [&'static str],
    /// The views, each after those around it.
    pub views: &'static [ViewPlan],
    /// The systems, in the order of their declaration.
    pub systems: &'static [SystemPlan],
    /// The schedules: first that of `run()`.
    pub schedules: &'static [SchedulePlan],
    /// The systems of included sets that no schedule runs: `..set` runs the systems of the set itself, and of the sets within it
    /// only those that it runs.
    pub unscheduled: &'static [&'static str],
    /// The same to read.
    pub text: &'static str,
}

impl Plan {
    /// The schedules as a graph for Graphviz: an arrow leads to a system from each that it waits for, and says why.
    ///
    /// Nothing is allocated; it costs **O(systems of a part ^ 3)** comparisons of names to print.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Position(f32);
    /// #[system]
    /// fn fall(position: &mut Position) {
    ///     position.0 -= 1.0;
    /// }
    ///
    /// #[system]
    /// fn land(position: &mut Position) {
    ///     position.0 = position.0.max(0.0);
    /// }
    ///
    /// ecs_world! { components: Position; systems: fall, land; }
    ///
    /// assert!(World::PLAN.dot().to_string().contains(r#"label="Position""#));
    /// ```
    #[must_use]
    pub fn dot(self) -> impl fmt::Display {
        graph::Dot(self)
    }

    /// The schedules as a flowchart for Mermaid, which many viewers of Markdown draw; the same arrows and costs as those of
    /// [`dot`](Self::dot).
    #[must_use]
    pub fn mermaid(self) -> impl fmt::Display {
        graph::Mermaid(self)
    }

    /// Compares the plan with the number of values of each component: which views of at least 32 entities lost storages to views of
    /// at most half as many, and what to write. Components without a number have no values.
    ///
    /// `world.advice()` calls it with the sizes of a world. Runs in **O(storages that views lost * views ^ 2)**, in comparisons
    /// of aspects.
    #[must_use]
    pub fn advice(&self, values: &[(&str, usize)]) -> Advice {
        Advice::of(self, values)
    }

    /// The views that gain from [`tidy`](crate::EcsWorld::tidy): lists, scans and partial groups that look up components whose
    /// storages leave the order free. (Ad-hoc queries over several components gain where they walk such views or a storage.)
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Position(f32);
    /// # struct Velocity(f32);
    /// # ecs_world! { components: Position, Velocity; queries: #[view(list)] (Position, Velocity); }
    /// assert!(World::PLAN.gaining_from_tidy().eq(&World::PLAN.views[..1]));
    /// ```
    pub fn gaining_from_tidy(self) -> impl Iterator<Item = &'static ViewPlan> {
        self.views.iter().filter(move |view| view.gains_from_tidy(self.fixed))
    }

    /// What is known of a system; `None` if there is none of this name.
    #[must_use]
    pub fn system(&self, name: &str) -> Option<&'static SystemPlan> {
        self.systems.iter().find(|system| system.name == name)
    }
}

/// What a system touches. Components and resources go by their names, events by `Events<Name>`; a spawner is written, since
/// whoever comes first gets the lower handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemPlan {
    /// The name that it goes by.
    pub name: &'static str,
    /// What it reads, and does not write.
    pub reads: &'static [&'static str],
    /// What it writes.
    pub writes: &'static [&'static str],
    /// Whether it has commands, by itself or through a spawner. They keep nobody from running beside it.
    pub commands: bool,
}

impl SystemPlan {
    /// Whether it reads or writes something.
    fn touches(&self, what: &str) -> bool {
        self.reads.contains(&what) || self.writes.contains(&what)
    }

    /// Why two systems cannot run side by side: what one of them writes and the other reads or writes.
    pub fn conflicts<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'static str> + 'a {
        let written = self.writes.iter().filter(|what| other.touches(what));
        written.chain(self.reads.iter().filter(|what| other.writes.contains(what))).copied()
    }
}

/// In what order a schedule runs its systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchedulePlan {
    /// `run` for that of `run()`, its name for another, and `on_enter = Value` or `on_exit = Value` for those of states.
    pub name: &'static str,
    /// What runs between syncs.
    pub parts: &'static [PartPlan],
}

/// What runs between two syncs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartPlan {
    /// The stages, one after another; the systems of each can run side by side, and stand in the order of their declaration.
    pub stages: &'static [&'static [&'static str]],
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
    /// The required components whose storages another group keeps in its order.
    pub lost: &'static [LostStorage],
    /// Its priority as groups receive storages; `None` if it cannot be a group.
    pub priority: Option<GroupPriority>,
    /// Its place in the order in which groups receive storages.
    pub rank: usize,
    /// Why it is kept so.
    pub reason: &'static str,
    /// The systems that it serves.
    pub systems: &'static [&'static str],
    /// The systems whose query parameters it serves.
    pub queried_by: &'static [&'static str],
}

impl ViewPlan {
    /// Returns true if the view looks up components whose storages leave the order of values free.
    fn gains_from_tidy(&self, fixed: &[&str]) -> bool {
        let is_free = |component: &&&str| !fixed.contains(*component);
        let looked_up = self.all.iter().filter(|component| !self.owned.contains(component)).filter(is_free).count();
        match self.kept {
            ViewKind::List | ViewKind::Delayed | ViewKind::Group => looked_up > 0,
            // What a scan walks is in order by itself.
            ViewKind::Scan => looked_up > 1,
            ViewKind::Storage | ViewKind::ActivePassive => false,
        }
    }
}

/// A storage that a view requires and another group owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostStorage {
    /// The component.
    pub component: &'static str,
    /// The group that owns its storage, by its place in [`Plan::views`]. If its priority is [`GroupPriority::Entry`], an entry
    /// of `groups:` demoted this view.
    pub owner: usize,
}

/// The priority of a view as groups receive storages. Lower ones come first; then views of more systems, larger ones, and
/// those that are declared first.
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
    /// Query parameters of systems alone request the view.
    Parameter,
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
