//! Values of the library in formats of serde.

use std::fmt::Debug;
use std::time::Duration;

use ecs_world::{EntitySet, FixedStep, Stopwatch, Timer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn round_trips<T: Debug + PartialEq + Serialize + DeserializeOwned>(value: &T) {
    let json = serde_json::to_string(value).expect("the value is serialised");
    assert_eq!(serde_json::from_str::<T>(&json).expect("the value is deserialised"), *value, "{json}");
    let fields = serde_json::to_value(value).expect("the value is serialised");
    assert_eq!(serde_json::from_value::<T>(fields).expect("the value is deserialised from an object"), *value);
    let ron = ron::to_string(value).expect("the value is serialised");
    assert_eq!(ron::from_str::<T>(&ron).expect("the value is deserialised"), *value, "{ron}");
    let bytes = postcard::to_allocvec(value).expect("the value is serialised");
    assert_eq!(postcard::from_bytes::<T>(&bytes).expect("the value is deserialised"), *value);
    for end in 0..bytes.len() {
        assert!(postcard::from_bytes::<T>(&bytes[..end]).is_err(), "{end} of {} bytes", bytes.len());
    }
}

fn refusal<T: DeserializeOwned>(value: Value) -> String {
    serde_json::from_value::<T>(value).err().map_or("nothing is wrong".into(), |error| error.to_string())
}

fn seconds(seconds: u64) -> Value {
    json!({ "secs": seconds, "nanos": 0 })
}

#[test]
fn timers_are_written_and_read_at_every_point_of_their_lives() {
    let step = Duration::from_millis(7);
    for timer in
        [Timer::once(step * 3), Timer::repeating(step * 3), Timer::once(Duration::ZERO), Timer::once(Duration::MAX)]
    {
        let mut timer = timer;
        for _ in 0..6 {
            round_trips(&timer);
            timer.tick(step);
        }
    }
    let mut longest = Timer::repeating(Duration::MAX);
    longest.tick(Duration::MAX.saturating_sub(Duration::from_nanos(1)));
    round_trips(&longest);
}

#[test]
fn stopwatches_steps_and_sets_are_written_and_read() {
    let mut watch = Stopwatch::new();
    let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
    for _ in 0..5 {
        round_trips(&watch);
        round_trips(&fixed);
        watch.tick(Duration::from_millis(3));
        let _ = fixed.advance(Duration::from_millis(3));
    }
    watch.tick(Duration::MAX);
    round_trips(&watch);
    let mut world = crate::Game::default();
    let handles: Vec<_> = (0..3).map(|_| world.spawn(())).collect();
    for count in 0..=3 {
        round_trips(&handles[..count].iter().copied().collect::<EntitySet>());
    }
}

#[test]
fn fields_of_a_new_timer_can_be_left_out_in_formats_with_field_names() {
    let two = Duration::from_secs(2);
    let read = |value| serde_json::from_value::<Timer>(value).expect("the timer is valid");
    assert_eq!(read(json!({ "duration": seconds(2) })), Timer::once(two));
    assert_eq!(read(json!({ "duration": seconds(2), "repeats": true })), Timer::repeating(two));
    let fixed: FixedStep =
        serde_json::from_value(json!({ "step": seconds(2), "max_steps": 3 })).expect("the step is valid");
    assert_eq!(fixed, FixedStep::new(two, 3));
}

#[test]
fn invalid_timers_are_refused() {
    let timer = |elapsed: u64, repeats: bool, finished: bool| {
        refusal::<Timer>(
            json!({ "duration": seconds(2), "elapsed": seconds(elapsed), "repeats": repeats, "finished": finished }),
        )
    };
    for (elapsed, repeats, finished) in
        [(0, false, false), (1, false, false), (2, false, true), (0, true, false), (1, true, false)]
    {
        assert_eq!(timer(elapsed, repeats, finished), "nothing is wrong");
    }
    for (elapsed, finished) in [(3, true), (3, false), (2, false), (1, true), (0, true)] {
        let error = timer(elapsed, false, finished);
        assert!(error.contains("a timer is finished if its duration has elapsed"), "{elapsed} {finished}: {error}");
    }
    for (elapsed, finished) in [(2, false), (3, false), (1, true)] {
        let error = timer(elapsed, true, finished);
        assert!(error.contains("begins again"), "{elapsed} {finished}: {error}");
    }
    let endless = refusal::<Timer>(json!({ "duration": seconds(0), "repeats": true }));
    assert!(endless.contains("the duration of a repeating timer must not be zero"), "{endless}");
    for instant in [false, true] {
        assert_eq!(refusal::<Timer>(json!({ "duration": seconds(0), "finished": instant })), "nothing is wrong");
    }
}

#[test]
fn invalid_durations_are_refused() {
    for duration in [
        json!(null),
        json!(-1),
        json!(1.5),
        json!("NaN"),
        json!({ "secs": -1, "nanos": 0 }),
        json!({ "secs": 0.5, "nanos": 0 }),
    ] {
        assert_ne!(refusal::<Timer>(json!({ "duration": duration.clone() })), "nothing is wrong", "{duration}");
        assert_ne!(refusal::<Stopwatch>(json!({ "elapsed": duration.clone() })), "nothing is wrong", "{duration}");
    }
    let too_long = json!({ "secs": u64::MAX, "nanos": 1_000_000_000 });
    assert!(refusal::<Stopwatch>(json!({ "elapsed": too_long })).contains("overflow"));
}

#[test]
fn steps_of_no_length_and_steps_that_have_passed_are_refused() {
    let fixed = |step: u64, accumulated: u64| {
        refusal::<FixedStep>(json!({ "step": seconds(step), "max_steps": 1, "accumulated": seconds(accumulated) }))
    };
    assert_eq!([fixed(2, 0), fixed(2, 1)], ["nothing is wrong", "nothing is wrong"]);
    assert!(fixed(0, 0).contains("the length of a step must not be zero"));
    for accumulated in [2, 3] {
        assert!(fixed(2, accumulated).contains("less than a step is accumulated"));
    }
}

#[test]
fn errors_name_fields_that_are_unknown_missing_or_duplicate() {
    assert!(refusal::<Timer>(json!({})).contains("missing field `duration`"));
    assert!(refusal::<FixedStep>(json!({ "step": seconds(1) })).contains("missing field `max_steps`"));
    let unknown = refusal::<Timer>(json!({ "duration": seconds(1), "finish": true }));
    assert!(unknown.contains("unknown field `finish`") && unknown.contains("`finished`"), "{unknown}");
    let twice = serde_json::from_str::<Stopwatch>(r#"{"elapsed":{"secs":1,"nanos":0},"elapsed":{"secs":1,"nanos":0}}"#);
    assert!(twice.is_err_and(|error| error.to_string().contains("duplicate field `elapsed`")));
}
