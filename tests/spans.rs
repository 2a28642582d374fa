//! Spans: what a world does, as a trace shows it.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use ecs_world::prelude::*;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Notes which spans are entered and left, each with its fields.
#[derive(Default, Clone)]
struct Notes(Arc<Mutex<Vec<String>>>, Arc<Mutex<Vec<String>>>);

impl Notes {
    fn name(&self, span: &Id) -> String {
        self.0.lock().unwrap()[usize::try_from(span.into_u64()).unwrap() - 1].clone()
    }
}

/// The fields of a span.
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Notes {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("ecs_core")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(span.metadata().name().into());
        span.record(&mut fields);
        let mut spans = self.0.lock().unwrap();
        spans.push(fields.0);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, span: &Id) {
        self.1.lock().unwrap().push(self.name(span));
    }

    fn exit(&self, span: &Id) {
        let kind = self.name(span).split(' ').next().unwrap().to_owned();
        self.1.lock().unwrap().push(format!("end of {kind}"));
    }
}

/// What was traced meanwhile on this thread.
fn all(work: impl FnOnce()) -> Vec<String> {
    let notes = Notes::default();
    tracing::subscriber::with_default(notes.clone(), work);
    std::mem::take(&mut *notes.1.lock().unwrap())
}

/// The schedules and systems that were traced meanwhile.
fn traced(work: impl FnOnce()) -> Vec<String> {
    let mut notes = all(work);
    notes.retain(|note| !note.contains("stage"));
    notes
}

#[derive(Debug)]
struct Position(f32);

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play,
}

#[system]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

#[system(run_if = in_state(Phase::Play))]
fn rise(position: &mut Position) {
    position.0 += 2.0;
}

#[system]
fn greet(phase: &State<Phase>) {
    let _ = phase;
}

#[derive(Debug, Default)]
struct Draw;

#[system]
impl Draw {
    fn run(&self, _: &Position) {}
}

ecs_world! {
    struct Game;
    components: Position;
    states: Phase = Phase::Menu;
    systems: fall, rise;
    systems(on_enter = Phase::Play): greet;
    systems(render): Draw as Paint;
}

const SCHEDULE: &str = "end of schedule";
const SYSTEM: &str = "end of system";

#[test]
fn each_run_of_a_schedule_and_of_a_system_is_a_span() {
    let mut game = Game::default();
    game.spawn(Position(0.0));
    let notes = traced(|| game.run());
    let begin = "schedule world=\"Game\" name=\"run\"";
    assert_eq!(notes, [begin, "system name=\"fall\"", SYSTEM, SCHEDULE], "who does not run has no span");
    let notes = traced(|| {
        game.run_render();
        game.run_fall();
    });
    let begin = "schedule world=\"Game\" name=\"render\"";
    assert_eq!(notes, [begin, "system name=\"Paint\"", SYSTEM, SCHEDULE, "system name=\"fall\"", SYSTEM]);
}

#[test]
fn what_a_change_of_state_runs_is_a_span_within_the_run() {
    let mut game = Game::default();
    game.states.phase.set(Phase::Play);
    let notes = traced(|| game.run());
    let expected = [
        "schedule world=\"Game\" name=\"run\"",
        "schedule world=\"Game\" name=\"on_enter = Play\"",
        "system name=\"greet\"",
        SYSTEM,
        SCHEDULE,
        "system name=\"fall\"",
        SYSTEM,
        "system name=\"rise\"",
        SYSTEM,
        SCHEDULE,
    ];
    assert_eq!(notes, expected);
}

#[cfg(feature = "rayon")]
mod stages {
    use super::*;

    #[derive(Debug)]
    struct Speed(f32);

    #[system]
    fn brake(speed: &mut Speed) {
        speed.0 *= 0.5;
    }

    #[system]
    fn go(position: &mut Position, speed: &Speed) {
        position.0 += speed.0;
    }

    ecs_world! {
        struct Road;
        components: Position, Speed;
        systems: fall, brake, sync, go, brake as brake_again;
    }

    #[test]
    fn each_stage_is_a_span_around_its_systems() {
        // One thread, which is this one: a subscriber hears of its own thread alone.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
        let mut road = Road::default();
        let notes = all(|| pool.install(|| road.par_run()));
        let expected = [
            "schedule world=\"Road\" name=\"run\"",
            "stage number=0",
            "system name=\"fall\"",
            SYSTEM,
            "system name=\"brake\"",
            SYSTEM,
            "end of stage",
        ];
        assert_eq!(notes[..expected.len()], expected);
        assert_eq!(notes.last().unwrap(), SCHEDULE);
        assert_eq!(notes.iter().filter(|note| note.contains("brake_again")).count(), 1);
    }
}
