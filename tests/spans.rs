//! Spans: how a trace shows what a world does.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use ecs_world::prelude::*;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Records which spans are entered and left, each with its fields.
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

/// The spans that `work` enters and leaves on this thread.
fn all(work: impl FnOnce()) -> Vec<String> {
    let notes = Notes::default();
    tracing::subscriber::with_default(notes.clone(), work);
    std::mem::take(&mut *notes.1.lock().unwrap())
}

/// The spans of schedules and systems that `work` enters and leaves on this thread.
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
    assert_eq!(notes, [begin, "system name=\"fall\"", SYSTEM, SCHEDULE], "a system that does not run has no span");
    let notes = traced(|| {
        game.run_render();
        game.run_fall();
    });
    let begin = "schedule world=\"Game\" name=\"render\"";
    assert_eq!(notes, [begin, "system name=\"Paint\"", SYSTEM, SCHEDULE, "system name=\"fall\"", SYSTEM]);
}

#[test]
fn systems_of_a_state_transition_have_spans_within_the_run() {
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
    use std::sync::Barrier;
    use std::thread::{ThreadId, current};

    use tracing_core::span::Current;

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
        // One thread, which is this one: a subscriber receives only spans of its own thread.
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

    /// A subscriber that records the parent of each span.
    #[derive(Default, Clone)]
    struct Parents(Arc<Mutex<Tree>>);

    #[derive(Default)]
    struct Tree {
        /// Each span with its parent.
        spans: Vec<(&'static Metadata<'static>, String, Option<String>)>,
        /// The spans that threads have entered and not left.
        within: Vec<(ThreadId, Id)>,
    }

    impl Tree {
        fn name(&self, id: &Id) -> String {
            self.spans[usize::try_from(id.into_u64()).unwrap() - 1].1.clone()
        }

        fn innermost(&self) -> Option<&Id> {
            self.within.iter().rev().find(|(thread, _)| *thread == current().id()).map(|(_, id)| id)
        }
    }

    impl Subscriber for Parents {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }

        fn new_span(&self, span: &Attributes<'_>) -> Id {
            let mut fields = Fields(span.metadata().name().into());
            span.record(&mut fields);
            let mut tree = self.0.lock().unwrap();
            let parent = tree.innermost().map(|id| tree.name(id));
            tree.spans.push((span.metadata(), fields.0, parent));
            Id::from_u64(tree.spans.len() as u64)
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}

        fn record_follows_from(&self, _: &Id, _: &Id) {}

        fn event(&self, _: &Event<'_>) {}

        fn enter(&self, span: &Id) {
            self.0.lock().unwrap().within.push((current().id(), span.clone()));
        }

        fn exit(&self, span: &Id) {
            let mut tree = self.0.lock().unwrap();
            let at = tree.within.iter().rposition(|(thread, id)| *thread == current().id() && id == span);
            tree.within.remove(at.expect("a span ends on the thread on which it began"));
        }

        fn current_span(&self) -> Current {
            let tree = self.0.lock().unwrap();
            tree.innermost().map_or_else(Current::none, |id| {
                Current::new(id.clone(), tree.spans[usize::try_from(id.into_u64()).unwrap() - 1].0)
            })
        }
    }

    /// The systems of a stage wait for each other here, so that they are on two threads.
    static BOTH: Barrier = Barrier::new(2);

    #[system]
    fn left(position: &mut Position) {
        position.0 += 1.0;
        BOTH.wait();
    }

    #[system]
    fn right(speed: &mut Speed) {
        speed.0 += 1.0;
        BOTH.wait();
    }

    ecs_world! {
        struct Crossing;
        components: Position, Speed;
        systems: left, right;
    }

    #[test]
    fn spans_on_other_threads_have_the_same_parents_as_on_one() {
        let parents = Parents::default();
        let recorder = parents.clone();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).start_handler(move |_| {
            std::mem::forget(tracing::subscriber::set_default(recorder.clone()));
        });
        let pool = pool.build().unwrap();
        let mut crossing = Crossing::default();
        crossing.spawn((Position(0.0), Speed(0.0)));
        pool.install(|| crossing.par_run());
        let tree = parents.0.lock().unwrap();
        let systems = tree.spans.iter().filter(|(_, name, _)| name.starts_with("system"));
        let mut systems: Vec<_> = systems.map(|(_, name, parent)| (name.as_str(), parent.as_deref())).collect();
        systems.sort_unstable();
        let stage = Some("stage number=0");
        assert_eq!(systems, [("system name=\"left\"", stage), ("system name=\"right\"", stage)]);
        assert!(tree.within.is_empty(), "each span that is entered is left");
    }

    /// The span around a system that runs once.
    #[derive(Default)]
    struct Around {
        parents: Parents,
        found: Vec<Option<String>>,
    }

    #[system]
    fn look(around: &mut Around) {
        let tree = around.parents.0.lock().unwrap();
        let name = tree.innermost().map(|id| tree.name(id));
        around.found.push(name);
    }

    ecs_world! {
        struct Lane;
        resources: Around;
        systems: look;
    }

    #[test]
    fn a_run_from_outside_a_pool_is_within_the_span_of_its_caller() {
        let (parents, mut lane) = (Parents::default(), Lane::default());
        lane.resources.around.parents = parents.clone();
        // The threads of the pool have no subscriber, so this is the only span there.
        tracing::subscriber::with_default(parents.clone(), || tracing::info_span!("frame").in_scope(|| lane.par_run()));
        assert_eq!(lane.resources.around.found, [Some("frame".to_owned())]);
        assert!(parents.0.lock().unwrap().within.is_empty(), "each span that is entered is left");
    }
}

mod parallel {
    use super::*;

    #[system(parallel)]
    fn drift(position: &mut Position) {
        position.0 += 1.0;
    }

    ecs_world! { struct Sea; components: Position; systems: drift; }

    #[test]
    fn a_system_whose_entities_are_divided_over_threads_is_in_a_span() {
        let mut sea = Sea::default();
        sea.spawn(Position(0.0));
        let notes = traced(|| sea.run());
        assert!(notes.iter().any(|note| note.contains("system name=\"drift\"")), "{notes:?}");
    }
}
