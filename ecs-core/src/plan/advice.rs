//! Comparison of a plan with the sizes at run time: which views lost storages to views of far fewer entities, or of far less work.
//!
//! The planner (`ecs-macros/src/planner.rs`) assigns each storage independently of the others, and it cannot know sizes. Its rule
//! is short, so it is repeated here to find which view would own a storage if some views did not require it.

mod text;

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::{GroupPriority, Plan, ViewKind, ViewPlan};

/// Minimum number of entities of a view for advice: fewer are looked up in negligible time.
///
/// Advice improves the time of a loop by a factor, which has to be worth a line in the declaration.
const ENOUGH: usize = 32;

/// The result of `world.advice()`: the views that lost storages to views of far fewer entities, or of far less work; those that gain from
/// `tidy()`; and scans. `Display` prints it.
///
/// # Examples
///
/// ```
/// # use ecs_world::{Remedy, prelude::*};
/// # struct Position(f32);
/// # struct Velocity(f32);
/// # struct Ship;
/// #[system]
/// fn steer(ship: &Ship, position: &mut Position) {
///     position.0 += 1.0;
/// }
///
/// #[system]
/// fn advance(position: &mut Position, velocity: &Velocity) {
///     position.0 += velocity.0;
/// }
///
/// ecs_world! { components: Position, Velocity, Ship; systems: steer, advance; }
///
/// let mut world = World::default();
/// world.spawn((Position(0.0), Ship));
/// world.spawn_batch((0..100_u8).map(|n| (Position(n.into()), Velocity(1.0))));
/// let advice = world.advice();
/// assert_eq!(advice.hints[0].view.systems, ["advance"]);
/// assert_eq!(advice.hints[0].lost[0].component, "Position");
/// assert_eq!(advice.hints[0].write, [Remedy::Rare("Ship")]);
/// println!("{advice}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Advice {
    /// One hint for each view that lost storages, in the order of the plan.
    pub hints: Vec<Hint>,
    /// The views of two entities or more that look components up, if the world is not in the order that
    /// [`tidy`](crate::WorldOrder::tidy) establishes.
    pub tidy: Vec<&'static ViewPlan>,
    /// The scans of 32 entities or more that lost nothing to smaller views, and could have an entry of `groups:`. An entry pays only if
    /// their systems take long: the views that own the storages now would look components up. Two entries may exclude each other.
    pub scans: Vec<&'static ViewPlan>,
}

/// A view of at least 32 entities that lost storages to views of at most half as many entities, or of at most half the work. Work is the
/// number of entities of a view times the number of systems that iterate it, per entity or by a query parameter. (Each is counted as one
/// iteration.)
///
/// Printed, it is two lines: what was lost to which view, and what to write.
///
/// # Examples
///
/// ```
/// # use ecs_world::{Remedy, prelude::*};
/// # struct Position(f32);
/// # struct Velocity(f32);
/// # struct Ship;
/// # #[system] fn steer(_: &Ship, position: &mut Position) { position.0 += 1.0; }
/// # #[system] fn advance(position: &mut Position, velocity: &Velocity) { position.0 += velocity.0; }
/// ecs_world! { components: Position, Velocity, Ship; systems: steer, advance; }
///
/// let advice = World::PLAN.advice(&[("Position", 1_000), ("Velocity", 900), ("Ship", 3)]);
/// let hint = &advice.hints[0];
/// assert_eq!((hint.len, hint.view.systems), (900, &["advance"][..]));
/// assert_eq!((hint.lost[0].len, hint.lost[0].view.systems), (3, &["steer"][..]));
/// assert_eq!(hint.write, [Remedy::Rare("Ship")], "then the view of `advance` owns the storage");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The view that has to look the lost components up.
    pub view: &'static ViewPlan,
    /// Upper bound of its entities: the number of values of the rarest component that it requires.
    pub len: usize,
    /// The storages that it lost, and the views that own them.
    pub lost: Vec<LostTo>,
    /// The changes to make in the declaration, all of which are needed. Empty if only an entry of `groups:` helps, as against views of less
    /// work but not of far fewer entities: these look components up then.
    pub write: Vec<Remedy>,
    /// Whether an entry of `groups:` for the view is an alternative.
    pub can_be_an_entry: bool,
}

/// A storage that another view owns, or would own if views before it did not.
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
/// let advice = World::PLAN.advice(&[("Position", 1_000), ("Velocity", 900), ("Ship", 3)]);
/// let lost = advice.hints[0].lost[0];
/// assert_eq!((lost.component, lost.view.to_string()), ("Position", "(Position, Ship)".to_string()));
/// assert_eq!(lost.len, 3, "no more entities than ships match");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostTo {
    /// The component.
    pub component: &'static str,
    /// The other view.
    pub view: &'static ViewPlan,
    /// Upper bound of its entities.
    pub len: usize,
}

/// A change in the declaration of a world.
///
/// # Examples
///
/// ```
/// # use ecs_world::{Remedy, prelude::*};
/// # struct Position(f32);
/// # struct Velocity(f32);
/// # struct Ship;
/// # #[system] fn steer(_: &Ship, position: &mut Position) { position.0 += 1.0; }
/// # #[system] fn advance(position: &mut Position, velocity: &Velocity) { position.0 += velocity.0; }
/// ecs_world! { components: Position, Velocity, Ship; systems: steer, advance; groups: (Ship, Position); }
///
/// let advice = World::PLAN.advice(&[("Position", 1_000), ("Velocity", 900), ("Ship", 3)]);
/// let [Remedy::RemoveEntry(view), Remedy::Rare("Ship")] = advice.hints[0].write[..] else { panic!("{advice}") };
/// assert_eq!(view.systems, ["steer"], "its entry of `groups:` comes first, so both changes are needed");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Write `#[rare]` on this component in `components:`.
    Rare(&'static str),
    /// Remove the entry for this view from `groups:`.
    RemoveEntry(&'static ViewPlan),
}

impl Advice {
    /// Returns true if no view lost a storage to one of far fewer entities, or of far less work.
    ///
    /// Advice on tidying and scans is not counted. Runs in **O(1)** time.
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
    /// # ecs_world! { components: Position, Velocity, Ship; systems: steer, advance; }
    /// let is_empty = |moving, ships| World::PLAN.advice(&[("Position", 99), ("Velocity", moving), ("Ship", ships)]).is_empty();
    /// assert!(!is_empty(32, 16));
    /// assert!(is_empty(31, 15), "views of fewer than 32 entities are fast in any case");
    /// assert!(is_empty(32, 17), "the other view has more than half as many");
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hints.is_empty()
    }

    /// Compares a plan with the number of values of each component.
    pub(super) fn of(plan: &Plan, values: &[(&str, usize)]) -> Self {
        let sizes = Sizes { plan, values };
        let mut hints: Vec<Hint> = (0..plan.views.len()).filter_map(|view| sizes.hint(view)).collect();
        let has_hint = |view: &ViewPlan| hints.iter().any(|hint| hint.view == view);
        let scans = plan.views.iter().filter(|view| sizes.could_be_kept(view) && !has_hint(view)).collect();
        // A view that becomes rare needs no advice. The view whose hint makes it rare has at least twice as many entities: from the largest
        // on, it is known of each hint whether it counts before the next one is visited.
        let mut order: Vec<usize> = (0..hints.len()).collect();
        order.sort_by_key(|hint| Reverse(hints[*hint].len));
        let (mut rare, mut counts) = (Vec::new(), vec![false; hints.len()]);
        for hint in order {
            counts[hint] = !hints[hint].view.all.iter().any(|component| rare.contains(&Remedy::Rare(component)));
            if counts[hint] {
                rare.extend(hints[hint].write.iter().copied());
            }
        }
        // Of several entries for one storage, only one is accepted: views that another change helps are first, then those of more work.
        let mut order: Vec<usize> = (0..hints.len()).filter(|hint| counts[*hint]).collect();
        order.sort_by_key(|hint| (hints[*hint].write.is_empty(), Reverse(sizes.work(hints[*hint].view))));
        for (at, hint) in order.iter().enumerate() {
            let leaves_it = |first: &usize| !counts[*first] || !hints[*first].contends_with(&hints[*hint]);
            counts[*hint] = !hints[*hint].write.is_empty() || order[..at].iter().all(leaves_it);
        }
        let mut counts = counts.into_iter();
        hints.retain(|_| counts.next().unwrap_or(false));
        let tidy = plan.gaining_from_tidy().filter(|view| sizes.len(view) > 1).collect();
        Self { hints, tidy, scans }
    }
}

/// A plan, and the number of values of each component.
struct Sizes<'a> {
    /// Its views by number, its systems by name.
    plan: &'a Plan,
    /// A component that is not in it has no values.
    values: &'a [(&'a str, usize)],
}

impl Sizes<'_> {
    /// Returns the hint for a view; `None` if it is small or rare, or lost nothing to views of far fewer entities or far less work.
    fn hint(&self, number: usize) -> Option<Hint> {
        let view = &self.plan.views[number];
        if view.priority.is_none() || self.is_rare(view) || self.len(view) < ENOUGH {
            return None;
        }
        let (mut lost, mut write) = (Vec::new(), Vec::new());
        for component in view.lost.iter().map(|lost| lost.component) {
            for rival in self.rivals(number, component).unwrap_or_default() {
                lost.push(LostTo { component, view: rival, len: self.len(rival) });
                // Views that only query parameters request are last, even after rare ones, unless these are requested likewise.
                let helps = !view.is_of_parameters() || rival.is_of_parameters();
                let remedies = [
                    (rival.priority == Some(GroupPriority::Entry)).then_some(Remedy::RemoveEntry(rival)),
                    self.rarest(rival).filter(|_| helps).map(Remedy::Rare),
                ];
                for remedy in remedies.into_iter().flatten() {
                    if !write.contains(&remedy) {
                        write.push(remedy);
                    }
                }
            }
        }
        let can_be_an_entry = self.can_be_an_entry(view);
        if lost.is_empty() && can_be_an_entry {
            lost = self.lost_to_less_work(view);
        }
        let is_of_use = can_be_an_entry || !write.is_empty();
        (!lost.is_empty() && is_of_use).then(|| Hint { view, len: self.len(view), lost, write, can_be_an_entry })
    }

    /// Returns the small views that prevent a view from owning a storage; `None` if another view does, too. Without these, others may own
    /// it instead, so the search is repeated.
    fn rivals(&self, number: usize, component: &str) -> Option<Vec<&'static ViewPlan>> {
        let view = &self.plan.views[number];
        let mut aside: Vec<&'static ViewPlan> = Vec::new();
        loop {
            let owners = self.owners(component, view.rank, &aside);
            let mut in_the_way =
                owners.into_iter().filter(|owner| !owner.is_comparable(view) || self.is_rare(owner)).peekable();
            if in_the_way.peek().is_none() {
                return Some(aside);
            }
            for owner in in_the_way {
                if self.is_rare(owner) || self.len(view) == 0 || self.len(owner) > self.len(view) / 2 {
                    return None;
                }
                aside.push(owner);
            }
        }
    }

    /// Returns the storages that a view lost, with their owners, if all owners together have at most half its work: with an entry of
    /// `groups:` for the view, they would look up far less than it does now.
    fn lost_to_less_work(&self, view: &ViewPlan) -> Vec<LostTo> {
        let (mut lost, mut owners) = (Vec::new(), Vec::new());
        for component in view.lost.iter().map(|lost| lost.component) {
            for owner in self.plan.views.iter().filter(|other| other.owned.contains(&component)) {
                if owner.is_comparable(view) {
                    continue;
                }
                lost.push(LostTo { component, view: owner, len: self.len(owner) });
                if !owners.contains(&owner) {
                    owners.push(owner);
                }
            }
        }
        let work = owners.into_iter().fold(0_usize, |work, owner| work.saturating_add(self.work(owner)));
        if work <= self.work(view) / 2 { lost } else { Vec::new() }
    }

    /// Upper bound of the entities that the systems of a view visit, if each iterates it once.
    fn work(&self, view: &ViewPlan) -> usize {
        self.len(view).saturating_mul(view.number_of_systems().max(1))
    }

    /// The groups before a rank that would own a storage if the views `aside` did not require it. This is rule P3 of the planner.
    fn owners(&self, component: &str, rank: usize, aside: &[&'static ViewPlan]) -> Vec<&'static ViewPlan> {
        let wants = |view: &&'static ViewPlan| {
            view.priority.is_some()
                && view.rank < rank
                && view.could_own(component)
                && !self.leaves(view, component)
                && !aside.contains(view)
        };
        let mut wanting: Vec<&'static ViewPlan> = self.plan.views.iter().filter(wants).collect();
        wanting.sort_by_key(|view| view.rank);
        let mut owners: Vec<&'static ViewPlan> = Vec::new();
        for view in wanting {
            if owners.iter().all(|owner| owner.is_comparable(view) && self.is_rare(owner) == self.is_rare(view)) {
                owners.push(view);
            }
        }
        owners
    }

    /// Returns true if a rare view leaves a storage to others. Views that only query parameters request take nothing.
    fn leaves(&self, view: &ViewPlan, component: &str) -> bool {
        let is_common =
            |other: &&ViewPlan| other.all.contains(&component) && !self.is_rare(other) && !other.is_of_parameters();
        self.is_rare(view) && self.plan.views.iter().any(|other| is_common(&other))
    }

    /// Upper bound of the entities of a view.
    fn len(&self, view: &ViewPlan) -> usize {
        view.all.iter().map(|component| self.len_of(component)).min().unwrap_or(0)
    }

    /// Number of values of a component.
    fn len_of(&self, component: &str) -> usize {
        self.values.iter().find(|(own, _)| *own == component).map_or(0, |(_, len)| *len)
    }

    /// The component of a view that the fewest entities have. A view of twice as many entities does not require it.
    fn rarest(&self, view: &ViewPlan) -> Option<&'static str> {
        view.all.iter().copied().min_by_key(|component| self.len_of(component))
    }

    /// Returns true if the view requires a component that is declared rare.
    fn is_rare(&self, view: &ViewPlan) -> bool {
        view.all.iter().any(|component| self.plan.rare.contains(component))
    }

    /// Returns true if systems scan for the entities of the view, and an entry of `groups:` would make it a group.
    fn could_be_kept(&self, view: &ViewPlan) -> bool {
        let is_scan = view.kept == ViewKind::Scan && view.priority.is_some() && view.number_of_systems() > 0;
        is_scan && !self.is_rare(view) && self.len(view) >= ENOUGH && self.can_be_an_entry(view)
    }

    /// Returns true if groups can own all that the view requires, and no explicit request prevents it.
    fn can_be_an_entry(&self, view: &ViewPlan) -> bool {
        let beside = |other: &ViewPlan| {
            other.is_comparable(view) || !other.all.iter().any(|component| view.all.contains(component))
        };
        let asked_for =
            |other: &&ViewPlan| other.priority <= Some(GroupPriority::Requested) && other.priority.is_some();
        let groupable = |component: &&str| !self.plan.fixed.contains(component) && view.could_own(component);
        let groupable = view.all.iter().all(groupable);
        groupable && self.plan.views.iter().filter(asked_for).all(beside)
    }
}

impl Hint {
    /// Returns true if both views lost one storage, and cannot both own it.
    fn contends_with(&self, other: &Self) -> bool {
        let lost = |component| other.lost.iter().any(|lost| lost.component == component);
        !self.view.is_comparable(other.view) && self.lost.iter().any(|own| lost(own.component))
    }
}

impl ViewPlan {
    /// The number of systems that iterate it, per entity or by a query parameter.
    fn number_of_systems(&self) -> usize {
        self.systems.len() + self.queried_by.len()
    }

    /// Returns true if only query parameters request the view.
    fn is_of_parameters(&self) -> bool {
        let is_no_group = self.priority.is_none() && self.systems.is_empty() && !self.queried_by.is_empty();
        is_no_group || self.priority == Some(GroupPriority::Parameter)
    }

    /// Returns true if the view owns a storage, or would if no other view did. Other views must not own it, since snapshots contain it and
    /// lack a component of theirs, or would gain nothing.
    fn could_own(&self, component: &str) -> bool {
        self.owned.contains(&component) || self.lost.iter().any(|lost| lost.component == component)
    }

    /// Returns true if the aspect of one view implies that of the other.
    fn is_comparable(&self, other: &Self) -> bool {
        self.implies(other) || other.implies(self)
    }

    /// Returns true if the aspect of this view implies that of the other.
    fn implies(&self, other: &Self) -> bool {
        let within = |part: &[&str], whole: &[&str]| part.iter().all(|component| whole.contains(component));
        let any = other.any.is_empty()
            || other.any.iter().any(|component| self.all.contains(component))
            || !self.any.is_empty() && within(self.any, other.any);
        any && within(other.all, self.all) && within(other.none, self.none)
    }
}
