//! Schedules: the systems of a declaration, and the order in which each schedule runs them. A system in several schedules is one system.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::Type;

use super::include::{Placed, PlacedSchedule};
use super::{Scope, fields, parameters, states, systems};
use crate::messages::{conditions as say_conditions, schedules as say, set as say_set, world as say_world};
use crate::model::{Merged, Schedule, Step, System, When};
use crate::names;
use crate::parse::{Entry, ScheduleName, Signature};
use crate::report::Errors;
use crate::vocabulary::{Kind, Subject};

/// The systems, and the schedules; the first schedule is that of `run()`, whether it is declared or not.
pub(super) fn schedules(
    placed: Vec<PlacedSchedule>,
    subject: Subject,
    scope: &Scope,
    errors: &mut Errors,
) -> (Vec<System>, Vec<Schedule>, Vec<Merged>) {
    let mut systems =
        Systems { scope, list: vec![], by_name: BTreeMap::new(), by_key: BTreeMap::new(), merged: vec![] };
    let mut schedules = vec![Schedule { when: When::Run, steps: vec![] }];
    for PlacedSchedule { name, steps, refused } in placed {
        let steps = systems.steps(steps, refused, subject, errors);
        let Some(when) = when(name, scope, errors) else { continue };
        match schedules.iter_mut().find(|schedule| schedule.when.is(&when)) {
            Some(first) => {
                if let Some(span) = when.span() {
                    errors.at(span, say::schedule_twice(&when.show()));
                }
                first.steps.extend(steps);
            }
            None => schedules.push(Schedule { when, steps }),
        }
    }
    (systems.list, schedules, systems.merged)
}

/// When a schedule of this name runs; reported and `None` if that is never.
fn when(name: Option<ScheduleName>, scope: &Scope, errors: &mut Errors) -> Option<When> {
    match name {
        None => Some(When::Run),
        Some(ScheduleName::Named(name)) => Some(When::Named(name)),
        Some(ScheduleName::NoPath(_) | ScheduleName::Unreadable(..)) => None,
        Some(ScheduleName::At(change, path)) => {
            let place = format!("`{}`", change.name());
            states::value(&path, &place, scope, errors).map(|value| When::At(change, value))
        }
    }
}

/// Removes the `sync`s of sets before the first and after the last system, as a run syncs at its end. If systems were refused, any `sync`
/// there may be at an end because of that, and is removed, too.
fn trim(steps: &mut Vec<(Step, bool)>, refused: bool) {
    let idle = |(step, of_set): &(Step, bool)| matches!(step, Step::Sync(_)) && (refused || *of_set);
    while steps.pop_if(|step| idle(step)).is_some() {}
    let first = steps.iter().position(|step| !idle(step)).unwrap_or_default();
    steps.drain(..first);
}

/// The systems so far, and how to find them.
struct Systems<'a> {
    scope: &'a Scope<'a>,
    list: Vec<System>,
    by_name: BTreeMap<String, usize>,
    /// Systems of sets by their keys, since a set can be included in several ways.
    by_key: BTreeMap<String, usize>,
    /// Systems that are named by two paths.
    merged: Vec<Merged>,
}

impl Systems<'_> {
    /// The steps of one schedule. `refused` says whether some of its systems were refused before.
    fn steps(&mut self, placed: Vec<Placed>, mut refused: bool, subject: Subject, errors: &mut Errors) -> Vec<Step> {
        let (mut steps, mut seen) = (Vec::new(), BTreeSet::new());
        for placed in placed {
            match placed {
                Placed::Sync(span) => steps.push((Step::Sync(span), false)),
                Placed::SyncOfSet(span) => steps.push((Step::Sync(span), true)),
                Placed::System(mut entry) => {
                    let of_set = entry.origin.is_some();
                    let signature = entry.signature.take();
                    let numbered = signature.and_then(|signature| self.number(*entry, &signature, errors));
                    let Some((number, name)) = numbered else {
                        refused = true;
                        continue;
                    };
                    if seen.insert(number) {
                        steps.push((Step::System(number), of_set));
                    } else if !of_set {
                        errors.on(&name, say_world::system_twice(&name.to_string()));
                        refused = true;
                    }
                }
            }
        }
        if subject == Subject::World {
            trim(&mut steps, refused);
        }
        steps.into_iter().map(|(step, _)| step).collect()
    }

    /// The number of a system, which is new unless it was listed before, and its name here; reported and `None` if its name is taken.
    fn number(&mut self, entry: Entry, signature: &Signature, errors: &mut Errors) -> Option<(usize, Ident)> {
        let name = fields::usable_name(&entry, "system", errors)?;
        let snake = names::snake_case(&name.to_string());
        let keys: Vec<_> = entry.origin.iter().flat_map(|origin| &origin.keys).map(ToString::to_string).collect();
        let known = keys.iter().find_map(|key| self.by_key.get(key)).or_else(|| self.by_name.get(&snake)).copied();
        if let Some(known) = known {
            let by_key = keys.iter().any(|key| self.by_key.contains_key(key));
            let item = parameters::item(&entry, signature).filter(|_| !by_key);
            let is_one_item = item.is_some() && self.list[known].item == item;
            if is_one_item {
                self.merge(known, &entry, name.span());
            }
            return self.again(known, &entry, by_key || is_one_item, errors).then_some((known, name));
        }
        if signature.condition {
            errors.on(&name, say_conditions::condition_among_systems(&name));
            return None;
        }
        let system = systems::system(entry, name.clone(), signature, self.scope, errors);
        let number = self.list.len();
        self.list.push(system);
        self.by_name.insert(snake, number);
        self.by_key.extend(keys.into_iter().map(|key| (key, number)));
        Some((number, name))
    }

    /// Notes that a system is named by another path.
    fn merge(&mut self, known: usize, entry: &Entry, span: Span) {
        let System { ty, kind, .. } = &self.list[known];
        if ty.to_token_stream().to_string() != entry.ty.to_token_stream().to_string() {
            let (first, second) = (ty.clone(), entry.ty.clone());
            self.merged.push(Merged { first, second, is_fn: *kind == Kind::Fn, span });
        }
    }

    /// Whether an entry means the system of this number: it has its path, or is known to be the same. Otherwise it is reported.
    fn again(&self, known: usize, entry: &Entry, same: bool, errors: &mut Errors) -> bool {
        let first = &self.list[known];
        let tokens = |ty: &Type| names::shown(ty);
        let same = same || tokens(&first.ty) == tokens(&entry.ty);
        if !same {
            let describe = |ty| format!("the system `{}`", tokens(ty));
            let of_set = first.origin.is_some() || entry.origin.is_some();
            let clash = if of_set { say_set::clash } else { say_world::clash };
            errors.on(&entry.name(), clash(&first.snake, &describe(&first.ty), &describe(&entry.ty)));
        } else if entry.origin.is_none() && (entry.initial.is_some() || !entry.attributes.is_empty()) {
            errors.on(&entry.name(), say::described_again(&first.name));
        }
        same
    }
}
