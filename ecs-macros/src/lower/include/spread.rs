//! Owns where the systems of sets run: where `..set` stands.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::{entry, function, included, shown};
use crate::messages::{set as say, world as say_world};
use crate::parse::{Entry, Include, Kind, SetStep, Signature, Step, Subject, WorldDecl};
use crate::report::Errors;

/// A system with its signature, or a `sync`.
pub(in crate::lower) enum Placed {
    System(Box<Entry>, Box<Signature>),
    Sync(Span),
    /// A `sync` of a set, which means nothing at the ends of a run.
    SyncOfSet(Span),
}

/// The systems of a declaration, with those of sets where they stand.
pub(super) fn steps(decl: &mut WorldDecl, mut includes: Vec<Include>, errors: &mut Errors) -> Vec<Placed> {
    let (mut placed, mut seen, mut spread) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut refused = false;
    let mut signatures = std::mem::take(&mut decl.signatures).into_iter();
    for step in std::mem::take(&mut decl.systems) {
        match step {
            Step::Sync(span) => placed.push(Placed::Sync(span)),
            Step::System(entry) if entry.path().is_none() => errors.on(&entry.ty, say_world::system_without_path()),
            Step::System(entry) => {
                placed.extend(signatures.next().map(|signature| Placed::System(entry, Box::new(signature))));
            }
            Step::Set(path) => {
                let at = included(&includes, &path, errors);
                let first = at.filter(|at| spread.insert(*at));
                match first {
                    Some(at) => of_set(&mut includes[at], &mut placed, &mut seen),
                    None if at.is_some() => errors.on(&path, say::spread_twice(&shown(&path))),
                    None => {}
                }
                refused |= first.is_none();
            }
        }
    }
    if decl.subject == Subject::World {
        trim(&mut placed, refused);
    }
    placed
}

/// Places the systems of a set, but for those that another set brought.
fn of_set(include: &mut Include, placed: &mut Vec<Placed>, seen: &mut BTreeSet<String>) {
    let steps = include.set.as_mut().map(|set| std::mem::take(&mut set.steps)).unwrap_or_default();
    for step in steps {
        match step {
            SetStep::Sync(span) => placed.push(Placed::SyncOfSet(span)),
            SetStep::System(member, signature) => {
                let new = member.keys.iter().map(|key| seen.insert(key.to_string())).fold(false, |any, new| any | new);
                if new {
                    let mut entry = entry(include, &member);
                    if signature.kind == Kind::Fn {
                        entry.ty = function(include, &member);
                    }
                    placed.push(Placed::System(Box::new(entry), signature));
                }
            }
        }
    }
}

/// Takes away what sets sync before the first and after the last system: a run syncs at its end. Where systems were refused,
/// any `sync` may stand there for their sake.
fn trim(placed: &mut Vec<Placed>, refused: bool) {
    let idle = |step: &Placed| matches!(step, Placed::SyncOfSet(_)) || refused && matches!(step, Placed::Sync(_));
    while placed.pop_if(|step| idle(step)).is_some() {}
    let first = placed.iter().position(|step| !idle(step)).unwrap_or_default();
    placed.drain(..first);
}
