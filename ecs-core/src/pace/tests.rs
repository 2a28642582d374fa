//! Simulations of schedules by their costs: which way their runs go, and how much time that takes.

use super::*;

/// The cost of a run, in ns.
#[derive(Clone, Copy)]
struct Cost {
    in_turn: u64,
    by_stages: u64,
    /// The time that threads save in stages; more than the difference of both, as stages and the pool cost something, too.
    saved: u64,
}

/// A few jobs in one stage on two threads, including the handover.
fn halved(work: u64) -> Cost {
    Cost { in_turn: work, by_stages: 7_000 + work / 2, saved: work / 2 }
}

/// Systems that gain nothing from threads.
fn serial(work: u64) -> Cost {
    Cost { in_turn: work, by_stages: 7_000 + work, saved: 0 }
}

/// Simulates `runs` runs. Returns in how many of them stages were used, and how long all of them took in ns.
fn run(pace: &mut Pace, runs: u32, mut cost: impl FnMut(u32) -> Cost) -> (u32, u64) {
    let (mut by_stages, mut time) = (0, 0);
    for number in 0..runs {
        let cost = cost(number);
        let (way, measured) = pace.next();
        let took = if way == Way::InTurn { cost.in_turn } else { cost.by_stages };
        by_stages += u32::from(way == Way::ByStages);
        time += took;
        if measured == Measured::Jobs {
            pace.save(Duration::from_nanos(cost.saved));
        }
        if measured != Measured::Nothing {
            pace.note(Duration::from_nanos(took));
        }
    }
    (by_stages, time)
}

#[test]
fn a_light_schedule_runs_in_turn_but_for_few_trials() {
    for work in [100, 1_000, 6_500, 13_000] {
        let mut pace = Pace::default();
        run(&mut pace, 1_000, |_| halved(work));
        let (by_stages, time) = run(&mut pace, 100_000, |_| halved(work));
        assert!(by_stages <= 3 * 100_000 / 1_024 + 3, "{by_stages} of {work} ns");
        assert!(time <= 100_000 * work / 100 * 102, "{time} for {work} ns each");
    }
}

#[test]
fn the_first_trials_of_a_light_schedule_cost_little() {
    for work in [1_000, 6_500, 13_000] {
        let first = 3 * (7_000 + work);
        let (_, time) = run(&mut Pace::default(), 2_000, |_| halved(work));
        assert!(time <= first + 2_000 * work / 100 * 103, "{time} for {work} ns each");
    }
}

#[test]
fn trials_pause_the_longer_the_more_they_cost() {
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
        let (by_stages, _) = run(&mut Pace::default(), 10_000, |_| halved(work));
        assert_eq!(by_stages, 10_000, "{work} ns");
    }
}

#[test]
fn a_schedule_between_the_two_runs_by_stages_but_for_few_trials() {
    for work in [20_000, 50_000, 100_000, 180_000] {
        let (by_stages, _) = run(&mut Pace::default(), 100_000, |_| halved(work));
        assert!(by_stages >= 99_000, "{by_stages} of {work} ns");
    }
}

#[test]
fn a_heavy_schedule_without_gain_runs_in_turn() {
    for work in [300_000, 100_000_000] {
        let mut pace = Pace::default();
        run(&mut pace, 100, |_| serial(work));
        let (by_stages, _) = run(&mut pace, 10_000, |_| serial(work));
        assert!(by_stages < 100, "{by_stages} of {work} ns");
        // A small gain is no reason to change the way, but decides the first choice.
        let small = |_| Cost { by_stages: work - work / 20, ..serial(work) };
        let (by_stages, _) = run(&mut pace, 10_000, small);
        assert!(by_stages < 100, "{by_stages} of {work} ns");
        let (by_stages, _) = run(&mut Pace::default(), 10_000, small);
        assert!(by_stages > 9_900, "{by_stages} of {work} ns");
    }
}

#[test]
fn a_way_is_left_only_for_one_that_is_clearly_better() {
    let micros = Duration::from_micros;
    for (way, in_turn, by_stages, then) in [
        (Way::InTurn, 80, 71, Way::InTurn),
        (Way::InTurn, 80, 70, Way::InTurn),
        (Way::InTurn, 80, 69, Way::ByStages),
        (Way::InTurn, 80, 200, Way::InTurn),
        (Way::ByStages, 71, 80, Way::ByStages),
        (Way::ByStages, 70, 80, Way::ByStages),
        (Way::ByStages, 69, 80, Way::InTurn),
        (Way::ByStages, 200, 80, Way::ByStages),
        (Way::ByStages, 0, 0, Way::ByStages),
    ] {
        assert_eq!(better(Some(way), micros(in_turn), micros(by_stages)), then, "{way:?}, {in_turn}, {by_stages}");
    }
    let first = |in_turn, by_stages| better(None, micros(in_turn), micros(by_stages));
    assert_eq!([first(10, 11), first(10, 10), first(10, 9)], [Way::InTurn, Way::InTurn, Way::ByStages]);
}

#[test]
fn a_schedule_that_becomes_heavy_or_light_soon_changes_its_way() {
    let mut pace = Pace::default();
    run(&mut pace, 5_000, |_| halved(2_000));
    let (by_stages, _) = run(&mut pace, 1_000, |_| halved(1_000_000));
    assert!(by_stages > 900, "{by_stages}");
    let (by_stages, _) = run(&mut pace, 1_000, |_| halved(2_000));
    assert!(by_stages < 100, "{by_stages}");
    let (by_stages, _) = run(&mut pace, 1_000, |_| halved(1_000_000));
    assert!(by_stages > 850, "{by_stages}");
}

#[test]
fn some_runs_that_take_long_change_nothing() {
    let mut pace = Pace::default();
    run(&mut pace, 1_000, |_| halved(6_500));
    let (by_stages, _) = run(&mut pace, 10_000, |run| if run % 7 == 0 { halved(2_000_000) } else { halved(6_500) });
    assert!(by_stages < 700, "{by_stages}");
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
        assert_eq!(pace.next(), (Way::InTurn, Measured::Nothing));
    }
    assert_eq!([pace.next(), pace.next()], [(Way::InTurn, Measured::Run); 2]);
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
fn tried(pace: &mut Pace, micros: [u64; 6]) {
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
        tried(&mut pace, micros);
        assert_eq!(pace.way(), Way::InTurn, "{micros:?}");
        let mut micros = [20, 8, 20, 8, 20, 8];
        micros[2 * at] = 5;
        let mut pace = Pace::default();
        tried(&mut pace, micros);
        assert_eq!(pace.way(), Way::ByStages, "{micros:?}");
    }
}

#[test]
fn two_unusual_runs_in_a_row_bring_a_trial_forward_and_one_does_not() {
    let micros = Duration::from_micros;
    for (second, is_early) in [(5, false), (50, true), (1, true)] {
        let mut pace = Pace::default();
        tried(&mut pace, [9, 5, 9, 5, 9, 5]);
        pace.pause = PAUSES.1;
        run(&mut pace, PAUSES.0, |_| halved(5_000));
        pace.left = 0;
        assert!(pace.trial.is_none());
        pace.note(micros(50));
        assert!(pace.trial.is_none(), "one is no reason");
        pace.note(micros(second));
        assert_eq!(pace.trial.is_some(), is_early, "{second}");
    }
}

#[test]
fn pauses_double_up_to_a_limit_while_the_way_stays_and_begin_anew_when_it_changes() {
    let (mut pace, usual) = (Pace::default(), Duration::from_micros(5));
    for pause in [64, 128, 256, 512, 1_024, 1_024] {
        pace.choose(Way::InTurn, usual);
        assert_eq!(pace.pause, pause);
    }
    pace.choose(Way::ByStages, usual);
    assert_eq!(pace.pause, PAUSES.0);
}
