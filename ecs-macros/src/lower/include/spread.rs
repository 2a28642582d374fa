//! Places the systems of sets: at each `..set`, in any number of schedules.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::{called, included};
use crate::messages::{schedules as say_schedules, set as say, world as say_world};
use crate::names;
use crate::parse::{Entry, Include, ScheduleDecl, ScheduleName, SetStep, Step, WorldDecl, companion};
use crate::report::Errors;
use crate::vocabulary::Subject;

/// A schedule with the systems of sets in their places.
pub(in crate::lower) struct PlacedSchedule {
    /// `None` for the schedule of `run()`.
    pub(in crate::lower) name: Option<ScheduleName>,
    pub(in crate::lower) steps: Vec<Placed>,
    /// Whether some of its systems were refused.
    pub(in crate::lower) refused: bool,
}

/// A system, with its signature in its entry, or a `sync`.
pub(in crate::lower) enum Placed {
    System(Box<Entry>),
    Sync(Span),
    /// A `sync` of a set, which has no effect at the ends of a run.
    SyncOfSet(Span),
}

/// The schedules of a declaration, with the systems of sets in their places.
pub(super) fn schedules(decl: &mut WorldDecl, includes: &[Include], errors: &mut Errors) -> Vec<PlacedSchedule> {
    let schedules = std::mem::take(&mut decl.schedules).into_iter().map(|ScheduleDecl { name, steps: declared }| {
        if let (Some(name), Subject::Set) = (&name, decl.subject) {
            errors.at(name.span(), say_schedules::schedule_in_a_set());
        }
        let (steps, refused) = steps(declared, decl, includes, errors);
        PlacedSchedule { name, steps, refused }
    });
    schedules.collect()
}

/// The systems of one schedule, and whether any were refused.
fn steps(declared: Vec<Step>, decl: &WorldDecl, includes: &[Include], errors: &mut Errors) -> (Vec<Placed>, bool) {
    let (mut placed, mut seen, mut spread) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut refused = false;
    for step in declared {
        match step {
            Step::Sync(span) => placed.push(Placed::Sync(span)),
            Step::System(mut entry) => {
                let path = entry.path().map(companion);
                if path.is_none() {
                    errors.on(&entry.ty, say_world::system_without_path());
                }
                entry.signature = path.and_then(|path| decl.signatures.get(&path).cloned()).map(Box::new);
                refused |= entry.signature.is_none();
                placed.extend(Some(entry).filter(|entry| entry.signature.is_some()).map(Placed::System));
            }
            Step::Set(path) => {
                let at = included(includes, &path, errors);
                let first = at.filter(|at| spread.insert(*at));
                match first {
                    Some(at) => of_set(&includes[at], &mut placed, &mut seen),
                    None if at.is_some() => errors.on(&path, say::spread_twice(&names::shown(&path))),
                    None => {}
                }
                refused |= first.is_none();
            }
        }
    }
    (placed, refused)
}

/// Adds the systems of a set, except those that another set has added.
fn of_set(include: &Include, placed: &mut Vec<Placed>, seen: &mut BTreeSet<String>) {
    for step in include.set.iter().flat_map(|set| &set.steps) {
        match step {
            SetStep::Sync(span) => placed.push(Placed::SyncOfSet(*span)),
            SetStep::System(member) => {
                let new = member.keys.iter().map(|key| seen.insert(key.to_string())).fold(false, |any, new| any | new);
                if new {
                    placed.push(Placed::System(Box::new(called(include, member))));
                }
            }
        }
    }
}
