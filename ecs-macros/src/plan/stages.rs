//! Stages: which systems of a list run in parallel, and which wait for which.
//!
//! Systems of one stage do not conflict. Of two that conflict, the one that is declared first is in an earlier stage; a `sync` separates
//! stages. So a run by stages leaves exactly the state that a run in the declared order does.

use std::collections::BTreeMap;

use super::access::{Access, Shared};
use crate::model::Step;

/// The systems between two syncs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Part {
    /// The stages. The systems of one run in parallel; they are in the order of their declaration.
    pub(crate) stages: Vec<Vec<usize>>,
    /// The systems whose commands need queues of their own, in the order of their declaration, as a run by stages would issue them in
    /// another. Empty if one queue serves all.
    pub(crate) queued: Vec<usize>,
    /// Dependencies, without those that follow from others by accesses to the same thing.
    pub(crate) waits: Vec<Wait>,
}

/// Two systems that conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wait {
    pub(crate) first: usize,
    pub(crate) then: usize,
    /// What one of them writes, and the other reads or writes.
    pub(crate) what: Shared,
}

impl Part {
    /// Whether any systems can run in parallel.
    pub(crate) fn is_parallel(&self) -> bool {
        self.stages.iter().any(|stage| stage.len() > 1)
    }
}

/// The parts of a list whose systems run one after another, as those of state transitions do: each is a stage.
pub(crate) fn in_turn(list: &[Step]) -> Vec<Part> {
    let stages = |systems: Vec<usize>| systems.into_iter().map(|system| vec![system]).collect();
    systems_between_syncs(list).map(|systems| Part { stages: stages(systems), ..Part::default() }).collect()
}

/// The parts of a list that has each system once, separated by syncs.
///
/// Runs in **O(systems * accesses of each)** time: dependencies follow from the last accesses to each thing.
pub(crate) fn parts(list: &[Step], accesses: &[Access]) -> Vec<Part> {
    systems_between_syncs(list).map(|systems| part(&systems, accesses)).collect()
}

fn systems_between_syncs(list: &[Step]) -> impl Iterator<Item = Vec<usize>> {
    list.split(|step| matches!(step, Step::Sync(_))).map(|part| {
        part.iter().filter_map(|step| if let Step::System(system) = step { Some(*system) } else { None }).collect()
    })
}

fn part(systems: &[usize], accesses: &[Access]) -> Part {
    let (mut part, mut last, mut stage_of) = (Part::default(), BTreeMap::new(), BTreeMap::new());
    for system in systems {
        let waits = waits(*system, &accesses[*system], &mut last);
        let stage = waits.iter().map(|wait| stage_of[&wait.first] + 1).max().unwrap_or(0);
        stage_of.insert(*system, stage);
        part.waits.extend(waits);
        match part.stages.get_mut(stage) {
            Some(systems) => systems.push(*system),
            None => part.stages.push(vec![*system]),
        }
    }
    part.queued = queued(systems, &part.stages, accesses);
    part
}

/// The last accesses to a thing.
#[derive(Default)]
struct Last {
    writer: Option<usize>,
    /// Those since it was written.
    readers: Vec<usize>,
}

/// The dependencies of a system: a reader waits for the last writer; a writer waits for all readers since then, or for the last writer if
/// there are none. These have waited for all earlier ones.
fn waits(system: usize, access: &Access, last: &mut BTreeMap<Shared, Last>) -> Vec<Wait> {
    let mut waits = Vec::new();
    for (what, writes) in access.touched() {
        let last = last.entry(what).or_default();
        let readers = if writes { std::mem::take(&mut last.readers) } else { vec![] };
        let writer = if readers.is_empty() { last.writer } else { None };
        waits.extend(readers.into_iter().chain(writer).map(|first| Wait { first, then: system, what }));
        if writes {
            last.writer = Some(system);
        } else {
            last.readers.push(system);
        }
    }
    waits
}

/// The systems that need queues of their own: none, if each stage has at most one system with commands, and these are in the declared
/// order.
fn queued(systems: &[usize], stages: &[Vec<usize>], accesses: &[Access]) -> Vec<usize> {
    let commanding = |systems: &[usize]| -> Vec<usize> {
        systems.iter().filter(|system| accesses[**system].commands).copied().collect()
    };
    let (declared, by_stages) = (commanding(systems), stages.iter().map(|stage| commanding(stage)));
    let alone = by_stages.clone().all(|stage| stage.len() < 2);
    if alone && by_stages.flatten().eq(declared.iter().copied()) { vec![] } else { declared }
}

#[cfg(test)]
mod tests;
