//! Stages of random lists: conflicting systems never run in parallel, and none overtakes another.

use std::cell::Cell;

use proc_macro2::Span;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::*;
use crate::vocabulary::EntryKind;

/// The accesses of a system of a random list: things by number, each read or written, and whether it has commands or a spawner.
#[derive(Debug, Clone)]
struct Requested {
    touched: Vec<(usize, bool)>,
    commands: bool,
    spawner: bool,
}

/// A list of systems, with a `sync` before some of them.
fn lists() -> impl Strategy<Value = Vec<(Requested, bool)>> {
    let touched = prop::collection::vec((0..9_usize, prop::bool::weighted(0.3)), 0..4);
    let requested = (touched, prop::bool::weighted(0.3), prop::bool::weighted(0.1));
    let requested = requested.prop_map(|(touched, commands, spawner)| Requested { touched, commands, spawner });
    prop::collection::vec((requested, prop::bool::weighted(0.1)), 0..24)
}

fn access(requested: &Requested) -> Access {
    let mut access = Access::default();
    for (thing, writes) in &requested.touched {
        let what = Shared::Entry(EntryKind::ALL[thing % 3].number(thing / 3));
        access.touch(what, *writes);
    }
    if requested.spawner {
        access.touch(Shared::Spawner, true);
    }
    access.commands = requested.commands || requested.spawner;
    access
}

fn steps(list: &[(Requested, bool)]) -> Vec<Step> {
    let steps = list.iter().enumerate().flat_map(|(system, (_, sync))| {
        let sync = (*sync && system > 0).then(|| Step::Sync(Span::call_site()));
        sync.into_iter().chain([Step::System(system)])
    });
    steps.collect()
}

/// Whether two systems access the same thing, and one of them writes it; computed without the tested code.
fn conflict(one: &Access, other: &Access) -> bool {
    let conflicts =
        |(what, writes): (Shared, bool)| other.touched().any(|(it, is_written)| it == what && (writes || is_written));
    one.touched().any(conflicts)
}

/// The place of each system: its part, and its stage there.
fn places(parts: &[Part]) -> Vec<(usize, (usize, usize))> {
    let stages = parts.iter().enumerate().flat_map(|(at, part)| {
        part.stages
            .iter()
            .enumerate()
            .flat_map(move |(stage, systems)| systems.iter().map(move |system| (*system, (at, stage))))
    });
    stages.collect()
}

/// Checks a property of the plans of random lists.
fn for_random_lists(property: impl Fn(&[Step], &[Access], &[Part])) {
    let mut runner = TestRunner::new(ProptestConfig { cases: 2_000, failure_persistence: None, ..Default::default() });
    let result = runner.run(&lists(), |list| {
        let (steps, accesses) = (steps(&list), list.iter().map(|(requested, _)| access(requested)).collect::<Vec<_>>());
        property(&steps, &accesses, &parts(&steps, &accesses));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn every_system_runs_once_and_in_the_part_in_which_it_is_declared() {
    for_random_lists(|steps, accesses, parts| {
        let declared = steps.split(|step| matches!(step, Step::Sync(_)));
        assert_eq!(declared.clone().count(), parts.len());
        for (part, declared) in parts.iter().zip(declared) {
            let mut systems = part.stages.concat();
            systems.sort_unstable();
            let declared =
                declared.iter().filter_map(|step| if let Step::System(it) = step { Some(*it) } else { None });
            assert!(systems.into_iter().eq(declared));
        }
        assert_eq!(places(parts).len(), accesses.len());
    });
}

#[test]
fn conflicting_systems_run_in_the_declared_order_and_others_as_early_as_possible() {
    let (parallel, waits) = (Cell::new(0), Cell::new(0));
    for_random_lists(|_, accesses, parts| {
        let places = places(parts);
        let place = |system: usize| places.iter().find(|(it, _)| *it == system).expect("each has a place").1;
        for later in 0..accesses.len() {
            let mut first_stage = 0;
            for earlier in 0..later {
                let same_part = place(earlier).0 == place(later).0;
                if same_part && conflict(&accesses[earlier], &accesses[later]) {
                    assert!(place(earlier).1 < place(later).1, "{earlier} before {later}");
                    first_stage = first_stage.max(place(earlier).1 + 1);
                    waits.set(waits.get() + 1);
                }
                parallel.set(parallel.get() + usize::from(place(earlier) == place(later)));
            }
            assert_eq!(place(later).1, first_stage, "{later} is as early as possible");
        }
    });
    assert!(parallel.get() > 1_000 && waits.get() > 1_000, "these lists are too simple to show anything");
}

#[test]
fn dependencies_are_conflicts_and_transitively_complete() {
    for_random_lists(|_, accesses, parts| {
        for part in parts {
            let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for Wait { first, then, what } in &part.waits {
                let both = [first, then].map(|system| accesses[*system].touched().find(|(it, _)| it == what));
                assert!(both.iter().all(Option::is_some) && both.iter().flatten().any(|(_, writes)| *writes));
                let all = before.get(first).cloned().unwrap_or_default();
                before.entry(*then).or_default().extend(all.into_iter().chain([*first]));
            }
            let systems = part.stages.concat();
            for (earlier, later) in systems.iter().flat_map(|one| systems.iter().map(move |other| (one, other))) {
                if earlier < later && conflict(&accesses[*earlier], &accesses[*later]) {
                    assert!(before[later].contains(earlier));
                }
            }
        }
    });
}

/// The order in which commands are applied, by the systems that issue them: first those in the common queue, as they were issued, then
/// those in queues of their own, in the order of these.
#[test]
fn commands_are_applied_in_the_declared_order() {
    let (own, common) = (Cell::new(0), Cell::new(0));
    for_random_lists(|_, accesses, parts| {
        for part in parts {
            let commanding = part.stages.iter().flatten().filter(|system| accesses[**system].commands);
            let (queued, at_once): (Vec<_>, Vec<_>) = commanding.partition(|system| part.queued.contains(system));
            assert!(queued.is_empty() || at_once.is_empty(), "all have queues of their own or none");
            let applied: Vec<_> = at_once.into_iter().chain(&part.queued).copied().collect();
            assert!(applied.is_sorted() && (queued.is_empty() || queued.len() == part.queued.len()));
            for stage in part.stages.iter().filter(|_| part.queued.is_empty()) {
                let alone = stage.iter().filter(|system| accesses[**system].commands).count() < 2;
                assert!(alone, "two systems of a stage never share a queue");
                common.set(common.get() + usize::from(!applied.is_empty()));
            }
            own.set(own.get() + part.queued.len());
        }
    });
    assert!(own.get() > 1_000 && common.get() > 1_000, "these lists are too simple to show anything");
}

#[test]
fn stages_are_the_same_each_time() {
    for_random_lists(|steps, accesses, planned| assert_eq!(planned, parts(steps, accesses)));
}
