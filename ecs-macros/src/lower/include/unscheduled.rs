//! Systems of included sets that no schedule runs: `..set` runs the systems of the set, and those of the sets within it only if the set
//! runs them itself.

use std::collections::BTreeSet;

use proc_macro2::Ident;

use super::entry;
use crate::model::{System, Unscheduled};
use crate::parse::{Include, Member, SetStep};
use crate::vocabulary::{Kind, last, path_of};

/// All systems of included sets, each once.
pub(super) fn brought(includes: &[Include]) -> Vec<Unscheduled> {
    let (mut brought, mut seen) = (Vec::new(), BTreeSet::new());
    for (include, set) in includes.iter().filter_map(|include| Some((include, include.set.as_ref()?))) {
        let own = set.steps.iter().filter_map(|step| match step {
            SetStep::System(member) => {
                let signature = member.signature.as_ref().filter(|signature| signature.kind != Kind::Broken)?;
                Some((member.as_ref(), &signature.item))
            }
            SetStep::Sync(_) => None,
        });
        for (member, item) in own.chain(set.unscheduled.iter().map(|(member, item)| (member, item))) {
            let new = member.keys.iter().filter(|key| seen.insert(key.to_string())).count();
            if new == member.keys.len() {
                brought.push(system(include, member, item.clone()));
            }
        }
    }
    brought
}

fn system(include: &Include, member: &Member, item: Option<Ident>) -> Unscheduled {
    let name = entry(include, member).rename.unwrap_or_else(|| member.name.clone());
    Unscheduled { name, keys: member.keys.clone(), spelling: member.spelling.clone(), item }
}

/// Removes the systems that schedules run; `systems` are those of all schedules.
pub(in crate::lower) fn retain(unscheduled: &mut Vec<Unscheduled>, systems: &[System]) {
    let texts =
        |names: &mut dyn Iterator<Item = &Ident>| -> BTreeSet<String> { names.map(ToString::to_string).collect() };
    let origins = systems.iter().filter_map(|system| system.origin.as_ref());
    let keys = texts(&mut origins.flat_map(|origin| &origin.keys));
    let items = texts(&mut systems.iter().filter_map(|system| system.item.as_ref()));
    // A generic system that is named without its set can be recognised only by its path.
    let own = systems.iter().filter(|system| system.origin.is_none() && system.item.is_none());
    let generic: BTreeSet<String> = own.filter_map(|system| path_of(&system.ty)).map(last).collect();
    let runs = |system: &Unscheduled| match &system.item {
        _ if system.keys.iter().any(|key| keys.contains(&key.to_string())) => true,
        Some(item) => items.contains(&item.to_string()),
        None => generic.contains(&last(&system.spelling)),
    };
    unscheduled.retain(|system| !runs(system));
}
