//! Simulations of schedules by their costs: how often they run by stages, and how much time their runs take.

use super::*;

/// The cost of a run, in ns.
#[derive(Clone, Copy)]
struct Cost {
    sequential: u64,
    staged: u64,
    /// The time that threads save in stages; more than the difference of both, as stages and the pool cost something, too.
    saved: u64,
}

/// A few jobs in one stage on two threads, including the handover.
fn halved(work: u64) -> Cost {
    Cost { sequential: work, staged: 7_000 + work / 2, saved: work / 2 }
}

/// Systems that gain nothing from threads.
fn serial(work: u64) -> Cost {
    Cost { sequential: work, staged: 7_000 + work, saved: 0 }
}

/// Simulates `runs` runs. Returns in how many of them stages were used, and how long all of them took in ns.
fn run(pace: &mut Pace, runs: u32, mut cost: impl FnMut(u32) -> Cost) -> (u32, u64) {
    let (mut staged, mut time) = (0, 0);
    for number in 0..runs {
        let cost = cost(number);
        let (mode, measured) = pace.next();
        let took = if mode == RunMode::Sequential { cost.sequential } else { cost.staged };
        staged += u32::from(mode == RunMode::Staged);
        time += took;
        if measured == Measured::Jobs {
            pace.save(Duration::from_nanos(cost.saved));
        }
        if measured != Measured::Nothing {
            pace.note(Duration::from_nanos(took));
        }
    }
    (staged, time)
}

#[test]
fn a_light_schedule_runs_in_turn_except_in_few_trials() {
    for work in [100, 1_000, 6_500, 13_000] {
        let mut pace = Pace::default();
        run(&mut pace, 1_000, |_| halved(work));
        let (staged, time) = run(&mut pace, 100_000, |_| halved(work));
        assert!(staged <= 3 * 100_000 / 1_024 + 3, "{staged} by stages, of {work} ns each");
        assert!(time <= 100_000 * work / 100 * 102, "{time} ns for runs of {work} ns");
    }
}

#[test]
fn the_first_trials_of_a_light_schedule_cost_little() {
    for work in [1_000, 6_500, 13_000] {
        let first = 3 * (7_000 + work);
        let (_, time) = run(&mut Pace::default(), 2_000, |_| halved(work));
        assert!(time <= first + 2_000 * work / 100 * 103, "{time} ns for runs of {work} ns");
    }
}

#[test]
fn trials_that_cost_more_are_followed_by_longer_pauses() {
    let nanos = Duration::from_nanos;
    assert_eq!(
        [(0, 10), (1, 300), (2, 300), (9_900, 100)].map(|(lost, usual)| cheap_after(nanos(lost), nanos(usual))),
        [0, 1, 2, 29_700]
    );
    assert_eq!(cheap_after(Duration::MAX, nanos(0)), u32::MAX);
}

#[test]
fn a_heavy_schedule_runs_by_stages_and_is_never_tried_in_turn() {
    for work in [300_000, 1_000_000, 100_000_000] {
        let (staged, _) = run(&mut Pace::default(), 10_000, |_| halved(work));
        assert_eq!(staged, 10_000, "{work} ns");
    }
}

#[test]
fn a_schedule_of_medium_weight_runs_by_stages_except_in_few_trials() {
    for work in [20_000, 50_000, 100_000, 180_000] {
        let (staged, _) = run(&mut Pace::default(), 100_000, |_| halved(work));
        assert!(staged >= 99_000, "{staged} by stages, of {work} ns each");
    }
}

#[test]
fn a_heavy_schedule_without_gain_runs_in_turn() {
    for work in [300_000, 100_000_000] {
        let mut pace = Pace::default();
        run(&mut pace, 100, |_| serial(work));
        let (staged, _) = run(&mut pace, 10_000, |_| serial(work));
        assert!(staged < 100, "{staged} by stages, of {work} ns each");
        // A small gain is no reason to change the mode, but decides the first choice.
        let small = |_| Cost { staged: work - work / 20, ..serial(work) };
        let (staged, _) = run(&mut pace, 10_000, small);
        assert!(staged < 100, "{staged} by stages, of {work} ns each");
        let (staged, _) = run(&mut Pace::default(), 10_000, small);
        assert!(staged > 9_900, "{staged} by stages, of {work} ns each");
    }
}

#[test]
fn a_way_is_left_only_for_one_that_is_clearly_better() {
    let micros = Duration::from_micros;
    for (mode, sequential, staged, chosen) in [
        (RunMode::Sequential, 80, 71, RunMode::Sequential),
        (RunMode::Sequential, 80, 70, RunMode::Sequential),
        (RunMode::Sequential, 80, 69, RunMode::Staged),
        (RunMode::Sequential, 80, 200, RunMode::Sequential),
        (RunMode::Staged, 71, 80, RunMode::Staged),
        (RunMode::Staged, 70, 80, RunMode::Staged),
        (RunMode::Staged, 69, 80, RunMode::Sequential),
        (RunMode::Staged, 200, 80, RunMode::Staged),
        (RunMode::Staged, 0, 0, RunMode::Staged),
    ] {
        assert_eq!(better(Some(mode), micros(sequential), micros(staged)), chosen, "{mode:?}, {sequential}, {staged}");
    }
    let first = |sequential, staged| better(None, micros(sequential), micros(staged));
    assert_eq!(
        [first(10, 11), first(10, 10), first(10, 9)],
        [RunMode::Sequential, RunMode::Sequential, RunMode::Staged]
    );
}

#[test]
fn a_schedule_that_becomes_heavy_or_light_soon_changes_its_mode() {
    let mut pace = Pace::default();
    run(&mut pace, 5_000, |_| halved(2_000));
    let (staged, _) = run(&mut pace, 1_000, |_| halved(1_000_000));
    assert!(staged > 900, "{staged}");
    let (staged, _) = run(&mut pace, 1_000, |_| halved(2_000));
    assert!(staged < 100, "{staged}");
    let (staged, _) = run(&mut pace, 1_000, |_| halved(1_000_000));
    assert!(staged > 850, "{staged}");
}

#[test]
fn single_long_runs_do_not_change_the_mode() {
    let mut pace = Pace::default();
    run(&mut pace, 1_000, |_| halved(6_500));
    let (staged, _) = run(&mut pace, 10_000, |run| if run % 7 == 0 { halved(2_000_000) } else { halved(6_500) });
    assert!(staged < 700, "{staged}");
}

#[test]
fn a_run_that_is_due_for_measurement_stays_due_until_it_is_noted() {
    let mut pace = Pace::default();
    assert_eq!([pace.next(), pace.next()], [TRIAL[0]; 2]);
    for step in TRIAL {
        assert_eq!(pace.next(), step);
        pace.note(Duration::from_micros(5));
    }
    for _ in 1..LIGHT_RUNS {
        assert_eq!(pace.next(), (RunMode::Sequential, Measured::Nothing));
    }
    assert_eq!([pace.next(), pace.next()], [(RunMode::Sequential, Measured::Run); 2]);
}

#[test]
fn a_stopwatch_sums_what_is_saved_and_no_losses() {
    let mut watch = Watch::started();
    let micros = Duration::from_micros;
    watch.note(micros(10), micros(18));
    watch.note(micros(10), micros(7));
    watch.note(micros(10), micros(11));
    assert!(watch.runs() && !Watch::default().runs());
    assert_eq!(watch.saved(), micros(9));
}

/// Performs a trial whose runs take these times, in order.
fn perform_trial(pace: &mut Pace, micros: [u64; 6]) {
    for (step, took) in TRIAL.into_iter().zip(micros) {
        assert_eq!(pace.next(), step);
        pace.note(Duration::from_micros(took));
    }
}

#[test]
fn a_trial_compares_the_shortest_times_in_any_order() {
    for at in 0..3 {
        let mut micros = [8, 20, 8, 20, 8, 20];
        micros[2 * at + 1] = 5;
        let mut pace = Pace::default();
        perform_trial(&mut pace, micros);
        assert_eq!(pace.mode(), RunMode::Sequential, "{micros:?}");
        let mut micros = [20, 8, 20, 8, 20, 8];
        micros[2 * at] = 5;
        let mut pace = Pace::default();
        perform_trial(&mut pace, micros);
        assert_eq!(pace.mode(), RunMode::Staged, "{micros:?}");
    }
}

#[test]
fn two_unusual_runs_in_a_row_bring_a_trial_forward_and_one_does_not() {
    let micros = Duration::from_micros;
    for (second, is_early) in [(5, false), (50, true), (1, true)] {
        let mut pace = Pace::default();
        perform_trial(&mut pace, [9, 5, 9, 5, 9, 5]);
        pace.pause = PAUSES.1;
        run(&mut pace, PAUSES.0, |_| halved(5_000));
        pace.left = 0;
        assert!(pace.trial.is_none());
        pace.note(micros(50));
        assert!(pace.trial.is_none(), "one unusual run brings no trial forward");
        pace.note(micros(second));
        assert_eq!(pace.trial.is_some(), is_early, "a second run of {second} us");
    }
}

#[test]
fn pauses_double_up_to_a_limit_and_restart_when_the_way_changes() {
    let (mut pace, usual) = (Pace::default(), Duration::from_micros(5));
    for pause in [64, 128, 256, 512, 1_024, 1_024] {
        pace.choose(RunMode::Sequential, usual);
        assert_eq!(pace.pause, pause);
    }
    pace.choose(RunMode::Staged, usual);
    assert_eq!(pace.pause, PAUSES.0);
}
