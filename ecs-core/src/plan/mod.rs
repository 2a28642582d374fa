//! `World::PLAN`: what was decided about a world at compile time, as data.
//!
//! The macro writes a [`Plan`] as a constant, with names as strings, so that it needs no types of the world; `graph` draws it, and `advice`
//! compares it with the sizes at run time.

mod advice;
mod graph;
mod view;

use core::fmt;

pub use advice::{Advice, Hint, LostTo, Remedy};
pub use view::{GroupPriority, LostStorage, ViewKind, ViewPlan};

/// The plan of a world, as `World::PLAN`: how each view is kept, which storages each group owns, what each system accesses, and
/// the stages of each schedule. It is data, with `Display` as text, and draws schedules as graphs.
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
    /// The components that are declared `#[rare]`: a view that requires one owns no storage that a group without rare components owns.
    pub rare: &'static [&'static str],
    /// The components whose storages no group can own, since these are not sparse sets.
    pub fixed: &'static [&'static str],
    /// The components whose storages have an order of their own, which [`tidy`](crate::WorldOrder::tidy) does not change: all but
    /// sparse sets and maps.
    pub ordered: &'static [&'static str],
    /// The views; inner groups after outer ones.
    pub views: &'static [ViewPlan],
    /// The systems, in the order of declaration.
    pub systems: &'static [SystemPlan],
    /// The schedules: first that of `run()`.
    pub schedules: &'static [SchedulePlan],
    /// The systems of included sets that no schedule runs: `..set` runs the systems of the set itself, and of sets that it includes only
    /// those that it lists.
    pub unscheduled: &'static [&'static str],
    /// The plan as text.
    pub text: &'static str,
}

impl Plan {
    /// The schedules as a graph for Graphviz: an arrow leads to a system from each that it waits for, labelled with the reason.
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
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Position(f32);
    /// # #[system]
    /// # fn fall(position: &mut Position) { position.0 -= 1.0; }
    /// # #[system]
    /// # fn land(position: &mut Position) { position.0 = position.0.max(0.0); }
    /// ecs_world! { components: Position; systems: fall, land; }
    ///
    /// let chart = World::PLAN.mermaid().to_string();
    /// assert!(chart.starts_with("flowchart") && chart.contains("Position"));
    /// ```
    #[must_use]
    pub fn mermaid(self) -> impl fmt::Display {
        graph::Mermaid(self)
    }

    /// Compares the plan with the number of values of each component: which views of at least 32 entities lost storages to views of at most
    /// half as many, or of at most half the [work](Hint), and what to write. Components that are not listed have no values.
    ///
    /// `world.advice()` calls it with the sizes of a world. Runs in **O(storages that views lost * views ^ 2)** comparisons of aspects.
    ///
    /// # Examples
    ///
    /// With sizes that a game is expected to have, before there is a world:
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
    /// let advice = World::PLAN.advice(&[("Position", 1_000), ("Velocity", 900), ("Ship", 3)]);
    /// assert_eq!(advice.hints[0].lost[0].component, "Position");
    /// assert!(World::PLAN.advice(&[("Position", 9), ("Velocity", 9), ("Ship", 3)]).is_empty(), "too few");
    /// ```
    #[must_use]
    pub fn advice(&self, values: &[(&str, usize)]) -> Advice {
        Advice::of(self, values)
    }

    /// The views that gain from [`tidy`](crate::WorldOrder::tidy): lists, scans and partial groups that look up components whose storages
    /// leave the order free. (Ad-hoc queries over several components gain if they iterate such views or a storage.)
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
        self.views.iter().filter(move |view| view.gains_from_tidy(self.ordered))
    }

    /// The plan of a system; `None` if none has this name. Runs in **O(systems)** time.
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
    /// ecs_world! { components: Position; systems: fall; }
    ///
    /// let fall = World::PLAN.system("fall").unwrap();
    /// assert_eq!((fall.writes, fall.commands), (&["Position"][..], false));
    /// ```
    #[must_use]
    pub fn system(&self, name: &str) -> Option<&'static SystemPlan> {
        self.systems.iter().find(|system| system.name == name)
    }
}

/// What a system accesses. Components and resources are listed by name, events as `Events<Name>`; a spawner counts as written, since the
/// first system to use it gets the lower handle.
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
/// let plan = &World::PLAN.systems[0];
/// assert_eq!((plan.name, plan.reads, plan.writes), ("movement", &["Velocity"][..], &["Position"][..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemPlan {
    /// Its name in the world.
    pub name: &'static str,
    /// What it reads without writing it.
    pub reads: &'static [&'static str],
    /// What it writes.
    pub writes: &'static [&'static str],
    /// Whether it takes commands, directly or through a spawner. They do not conflict with other systems.
    pub commands: bool,
}

impl SystemPlan {
    /// Returns true if the system reads or writes `what`.
    fn touches(&self, what: &str) -> bool {
        self.reads.contains(&what) || self.writes.contains(&what)
    }

    /// The conflicts of two systems: what one of them writes and the other reads or writes. Empty if they can run in parallel.
    /// Compares each name of one with those of the other.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Position(f32);
    /// # struct Velocity(f32);
    /// #[system]
    /// fn steer(velocity: &mut Velocity) {
    ///     velocity.0 += 1.0;
    /// }
    ///
    /// #[system]
    /// fn walk(position: &mut Position, velocity: &Velocity) {
    ///     position.0 += velocity.0;
    /// }
    ///
    /// ecs_world! { components: Position, Velocity; systems: steer, walk; }
    ///
    /// let plan = World::PLAN;
    /// let mut systems = plan.systems.iter();
    /// let (steer, walk) = (systems.next().unwrap(), systems.next().unwrap());
    /// assert!(steer.conflicts(walk).eq(["Velocity"]));
    /// ```
    pub fn conflicts<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'static str> + 'a {
        let written = self.writes.iter().filter(|what| other.touches(what));
        written.chain(self.reads.iter().filter(|what| other.writes.contains(what))).copied()
    }
}

/// A schedule: its systems by stages.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Default)] struct Score(u32);
/// # #[system] fn count(score: &mut Score) { score.0 += 1; }
/// # #[system] fn draw(score: &Score) {}
/// ecs_world! { resources: Score; systems: count; systems(render): draw; }
///
/// assert_eq!(World::PLAN.schedules.iter().map(|schedule| schedule.name).collect::<Vec<_>>(), ["run", "render"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchedulePlan {
    /// `run` for the schedule of `run()`, the name of another schedule, and `on_enter = Value` or `on_exit = Value` for those of states.
    pub name: &'static str,
    /// The parts between sync points.
    pub parts: &'static [PartPlan],
}

/// The systems between two sync points.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # struct Position(f32);
/// # struct Mass(f32);
/// # #[system] fn fall(position: &mut Position) { position.0 -= 1.0; }
/// # #[system] fn melt(mass: &mut Mass) { mass.0 *= 0.9; }
/// # #[system] fn land(position: &mut Position) { position.0 = position.0.max(0.0); }
/// ecs_world! { components: Position, Mass; systems: fall, melt, land; }
///
/// assert_eq!(World::PLAN.schedules[0].parts[0].stages, [&["fall", "melt"][..], &["land"]]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartPlan {
    /// The stages, one after another. The systems of a stage can run in parallel; they are in the order of declaration. The systems of state
    /// transitions run one after another, so each is a stage of its own.
    pub stages: &'static [&'static [&'static str]],
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
