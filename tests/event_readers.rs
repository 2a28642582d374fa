//! `on_event(..)` and `EventReader`: each of them gets each event once, whether or not the system runs.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes readers by value")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit(pub u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Miss;
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body(pub u32);
/// Numbers of the hits that the system in the middle of the schedule sends.
#[derive(Debug, Clone, Default)]
pub struct ToSend(pub Vec<u32>);
/// Result of the condition `open`.
#[derive(Debug, Clone, Default)]
pub struct Open(pub bool);
/// The events that each system read in each of its runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log(pub Vec<(&'static str, Vec<u32>)>);
/// Number of evaluations of conditions.
#[derive(Debug, Default)]
pub struct Asked(std::sync::atomic::AtomicU32);

impl Asked {
    fn count(&self) -> u32 {
        self.0.swap(0, std::sync::atomic::Ordering::Relaxed)
    }
}

impl Log {
    fn note(&mut self, name: &'static str, hits: EventReader<'_, Hit>) {
        self.0.push((name, hits.iter().map(|hit| hit.0).collect()));
    }

    /// All events that a system read, and the number of its runs.
    fn of(&self, name: &str) -> (Vec<u32>, usize) {
        let runs = self.0.iter().filter(|(own, _)| *own == name);
        (runs.clone().flat_map(|(_, hits)| hits).copied().collect(), runs.count())
    }
}

mod once {
    use super::*;

    #[condition]
    fn hard(hits: EventReader<'_, Hit>) -> bool {
        hits.into_iter().any(|hit| hit.0 >= 100)
    }

    #[system]
    fn before(hits: EventReader<'_, Hit>, log: &mut Log) {
        log.note("before", hits);
    }

    #[system(run_if = on_event(Hit))]
    fn before_if(hits: EventReader<Hit>, log: &mut Log) {
        log.note("before_if", hits);
    }

    #[system]
    fn send(to_send: &mut ToSend, hits: &mut Events<Hit>) {
        to_send.0.drain(..).for_each(|hit| hits.send(Hit(hit)));
    }

    #[system]
    fn after(hits: EventReader<'_, Hit>, log: &mut Log) {
        log.note("after", hits);
    }

    #[system(run_if = on_event(Hit))]
    fn after_if(hits: EventReader<'_, Hit>, log: &mut Log) {
        log.note("after_if", hits);
    }

    #[system(run_if = hard)]
    fn after_hard(hits: EventReader<'_, Hit>, log: &mut Log) {
        log.note("after_hard", hits);
    }

    #[system(run_if = on_event(crate::Hit))]
    fn wound(body: &mut Body) {
        body.0 += 1;
    }

    #[system(parallel, run_if = on_event(Hit))]
    fn wound_in_parallel(body: &mut Body) {
        body.0 += 100;
    }

    /// A system with state, a query and commands.
    #[derive(Debug, Clone, Default)]
    struct Count(u32);

    #[system(run_if = not(on_event(Miss)))]
    impl Count {
        fn run(&mut self, hits: EventReader<'_, Hit>, all: Query<'_, World, Entity>, commands: &mut Commands<World>) {
            self.0 += u32::try_from(hits.len()).unwrap_or(u32::MAX);
            if self.0 > 1_000 {
                all.into_iter().for_each(|entity| commands.despawn(entity));
            }
        }
    }

    ecs_world! {
        #[derive(Debug, Clone)]
        pub struct World;
        components: Body;
        resources: Log, ToSend;
        events: Hit, Miss;
        conditions: hard;
        systems: before, before_if, send, after, after_if, after_hard, wound, wound_in_parallel, sync, Count;
    }

    #[test]
    fn readers_before_and_after_the_sender_receive_each_event_once() {
        let mut world = World::default();
        let body = world.spawn(Body(0));
        let counts = [0, 1, 2, 0, 0, 3, 80, 1, 0];
        let (mut sent, mut runs) = (Vec::new(), 0);
        for count in counts {
            let next = u32::try_from(sent.len()).expect("the number of events fits");
            world.resources.to_send.0 = (next..next + count).collect();
            sent.extend(next..next + count);
            runs += u32::from(count > 0);
            world.run();
        }
        let log = &world.resources.log;
        let runs_if = usize::try_from(runs).expect("the number of runs fits");
        assert_eq!(log.of("before"), (sent.clone(), counts.len()));
        assert_eq!(log.of("before_if"), (sent.clone(), runs_if));
        assert_eq!(log.of("after"), (sent.clone(), counts.len()));
        assert_eq!(log.of("after_if"), (sent.clone(), runs_if));
        assert_eq!(log.of("after_hard"), (vec![], 0));
        assert_eq!(world.get::<Body>(body), Some(&Body(101 * runs)));
        assert_eq!(world.systems.count.0, u32::try_from(sent.len()).expect("the number of events fits"));
    }

    #[test]
    fn a_condition_and_its_system_read_the_same_events() {
        let mut world = World::default();
        for hits in [vec![1], vec![2, 100], vec![], vec![3]] {
            world.resources.to_send.0 = hits;
            world.run();
        }
        assert_eq!(world.resources.log.of("after_hard"), (vec![2, 100], 1));
    }

    #[test]
    fn events_sent_between_two_runs_are_received_once_by_all_readers() {
        let mut world = World::default();
        world.events.hit.send(Hit(7));
        world.run();
        world.run();
        world.run();
        for name in ["before", "before_if", "after", "after_if"] {
            assert_eq!(world.resources.log.of(name).0, [7], "{name}");
        }
        assert_eq!([world.resources.log.of("before_if").1, world.resources.log.of("after_if").1], [1, 1]);
    }

    #[test]
    fn a_skipped_system_does_not_receive_its_events_later() {
        let mut world = World::default();
        world.events.hit.send(Hit(1));
        world.events.miss.send(Miss);
        world.run();
        assert_eq!(world.systems.count.0, 0, "an event `Miss` prevents the run");
        world.run();
        assert_eq!(world.systems.count.0, 0);
        world.events.hit.send(Hit(2));
        world.run();
        assert_eq!(world.systems.count.0, 1);
    }

    #[test]
    fn a_run_of_a_system_by_itself_reads_events_too() {
        let mut world = World::default();
        world.events.hit.send(Hit(1));
        world.run_after_if();
        world.run_after_if();
        world.run_before();
        world.run();
        let log = &world.resources.log;
        assert_eq!((log.of("after_if"), log.of("before")), ((vec![1], 1), (vec![1], 2)));
        assert_eq!(log.of("before_if"), (vec![1], 1), "each system has a cursor of its own");
    }

    #[test]
    fn a_clone_has_read_what_the_world_has_read_and_nothing_more() {
        let mut world = World::default();
        world.resources.to_send.0 = vec![1, 2];
        world.run();
        let mut clone = world.clone();
        for world in [&mut world, &mut clone] {
            world.resources.log = Log::default();
            world.run();
            assert_eq!(world.resources.log.of("before_if"), (vec![1, 2], 1));
            assert_eq!(world.resources.log.of("after_if"), (vec![], 0));
        }
        clone.events.hit.send(Hit(3));
        world.run();
        clone.run();
        assert_eq!(world.resources.log.of("after").0, []);
        assert_eq!(clone.resources.log.of("after").0, [3]);
    }

    #[test]
    fn a_reader_that_runs_too_rarely_misses_dropped_events() {
        let mut world = World::default();
        for hit in 0..4 {
            world.events.hit.send(Hit(hit));
            world.update_events();
        }
        world.run_after();
        assert_eq!(world.resources.log.of("after").0, [3]);
        world.events.hit.clear();
        world.events.hit.send(Hit(4));
        world.run_after();
        assert_eq!(world.resources.log.of("after").0, [3, 4]);
    }

    #[test]
    fn a_sequential_run_receives_the_same_events_as_a_run_by_stages() {
        let (mut one, mut other) = (World::default(), World::default());
        for round in 0..20_u32 {
            for world in [&mut one, &mut other] {
                world.resources.to_send.0 = (0..round % 4).map(|hit| round * 10 + hit).collect();
                if round % 5 == 0 {
                    world.events.miss.send(Miss);
                }
            }
            one.run();
            other.run_sequential();
        }
        assert_eq!((&one.resources.log, one.systems.count.0), (&other.resources.log, other.systems.count.0));
    }

    #[test]
    fn a_reader_reads_the_events_and_nothing_else() {
        let system = |name| World::PLAN.system(name).expect("the system exists");
        assert_eq!((system("before").reads, system("before").writes), (&["Events<Hit>"][..], &["Log"][..]));
        assert_eq!((system("wound").reads, system("wound").writes), (&["Events<Hit>"][..], &["Body"][..]));
        assert_eq!(system("before").conflicts(system("wound")).count(), 0, "cursors do not conflict");
        assert!(system("wound").conflicts(system("send")).eq(["Events<Hit>"]));
    }
}

/// Combined conditions.
mod together {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Phase {
        Menu,
        Play,
    }

    #[condition]
    fn open(open: &Open, asked: &Asked) -> bool {
        asked.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        open.0
    }

    /// A condition with two readers.
    #[condition]
    fn more_hits(hits: EventReader<'_, Hit>, misses: EventReader<'_, Miss>) -> bool {
        hits.len() > misses.len()
    }

    macro_rules! note {
        ($($name:ident ($($condition:tt)*))*) => {
            $(
                #[system(run_if = $($condition)*)]
                fn $name(log: &mut Log) {
                    log.0.push((stringify!($name), vec![]));
                }
            )*
        };
    }

    note! {
        hit (on_event(Hit))
        no_hit (not(on_event(Hit)))
        both (all(on_event(Hit), on_event(Miss)))
        either (any(on_event(Hit), on_event(Miss)))
        neither (not(any(on_event(Hit), on_event(Miss))))
        not_both (not(all(on_event(Hit), on_event(Miss))))
        open_first (all(open, on_event(Hit)))
        open_last (all(on_event(Hit), open))
        any_open (any(on_event(Hit), open, open))
        twice (all(on_event(Hit), on_event(Hit)))
        playing (all(in_state(Phase::Play), any(on_event(Miss), all(on_event(Hit), not(open)))))
        more (more_hits)
        more_and_hit (all(more_hits, on_event(Miss), more_hits))
    }

    ecs_world! {
        struct World;
        resources: Log, Open, Asked;
        events: Hit, Miss;
        states: Phase = Phase::Menu;
        conditions: open, more_hits;
        systems: hit, no_hit, both, either, neither, not_both, twice, more, more_and_hit;
        systems(opening): open_first, open_last, any_open;
        systems(phases): playing;
    }

    /// Returns the systems that ran since the last call.
    fn ran(world: &mut World) -> Vec<&'static str> {
        std::mem::take(&mut world.resources.log.0).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn conditions_with_readers_can_be_combined_with_others() {
        let mut world = World::default();
        world.run();
        assert_eq!(ran(&mut world), ["no_hit", "neither", "not_both"]);
        world.events.hit.send(Hit(0));
        world.run();
        assert_eq!(ran(&mut world), ["hit", "either", "not_both", "twice", "more"]);
        world.events.miss.send(Miss);
        world.run();
        assert_eq!(ran(&mut world), ["no_hit", "either", "not_both"]);
        world.events.miss.send(Miss);
        world.events.hit.send(Hit(0));
        world.run();
        assert_eq!(ran(&mut world), ["hit", "both", "either", "twice"]);
        world.events.miss.send(Miss);
        world.events.hit.send(Hit(0));
        world.events.hit.send(Hit(0));
        world.run();
        assert_eq!(ran(&mut world), ["hit", "both", "either", "twice", "more", "more_and_hit"]);
        world.run();
        assert_eq!(ran(&mut world), ["no_hit", "neither", "not_both"]);
    }

    #[test]
    fn a_cursor_advances_whatever_the_other_conditions_return() {
        let mut world = World::default();
        world.events.hit.send(Hit(0));
        world.run_opening();
        assert_eq!((ran(&mut world), world.resources.asked.count()), (vec!["any_open"], 4), "all are evaluated");
        world.resources.open.0 = true;
        world.run_opening();
        assert_eq!((ran(&mut world), world.resources.asked.count()), (vec!["any_open"], 4), "the hit was already read");
        world.events.hit.send(Hit(1));
        world.run_opening();
        assert_eq!(ran(&mut world), ["open_first", "open_last", "any_open"]);
        assert_eq!(world.resources.asked.count(), 4, "all conditions are evaluated even if the first one decides");
    }

    #[test]
    fn conditions_on_states_and_events_can_be_combined() {
        let mut world = World::default();
        world.update_states();
        world.events.miss.send(Miss);
        world.run_phases();
        world.states.phase.set(Phase::Play);
        world.update_states();
        world.run_phases();
        assert_eq!(ran(&mut world), [""; 0], "the event was already read before the state changed");
        world.events.hit.send(Hit(0));
        world.run_phases();
        world.run_phases();
        assert_eq!(ran(&mut world), ["playing"]);
        world.resources.open.0 = true;
        world.events.hit.send(Hit(0));
        world.run_phases();
        assert_eq!(ran(&mut world), [""; 0]);
    }
}

/// Systems in several schedules, in schedules of states, and with two readers.
mod schedules {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Phase {
        Calm,
        Storm,
    }

    #[system(run_if = on_event(Hit))]
    fn shared(hits: EventReader<'_, Hit>, log: &mut Log) {
        log.note("shared", hits);
    }

    #[system]
    fn enter(hits: EventReader<'_, Hit>, log: &mut Log) {
        log.note("enter", hits);
    }

    #[system(run_if = on_event(Hit))]
    fn answer(hits: &mut Events<Hit>, log: &mut Log) {
        hits.send(Hit(1));
        log.0.push(("answer", vec![]));
    }

    #[system]
    fn two(first: EventReader<'_, Hit>, second: EventReader<'_, Hit>, kept: &Events<Hit>, log: &mut Log) {
        assert!(first.iter().eq(second.clone()) && first.len() <= kept.len());
        log.note("two", second);
        log.0.push(("kept", kept.iter().map(|hit| hit.0).collect()));
    }

    ecs_world! {
        struct World;
        resources: Log;
        events: Hit;
        states: Phase = Phase::Calm;
        systems: shared;
        systems(render): shared;
        systems(answers): answer;
        systems(twos): two;
        systems(on_enter = Phase::Storm): enter;
    }

    #[test]
    fn a_system_in_two_schedules_is_one_system() {
        let mut world = World::default();
        world.events.hit.send(Hit(1));
        world.run_render();
        world.run();
        world.events.hit.send(Hit(2));
        world.run();
        world.run_render();
        world.run_shared();
        assert_eq!(world.resources.log.0, [("shared", vec![1]), ("shared", vec![2])]);
    }

    #[test]
    fn systems_of_states_read_events_sent_since_their_last_run() {
        let mut world = World::default();
        world.update_states();
        for hit in [1, 2] {
            world.events.hit.send(Hit(hit));
            world.states.phase.set(Phase::Storm);
            world.update_states();
            world.states.phase.set(Phase::Calm);
            world.update_states();
        }
        assert_eq!(world.resources.log.0, [("enter", vec![1]), ("enter", vec![2])]);
    }

    #[test]
    fn a_system_may_send_what_its_condition_reads() {
        let mut world = World::default();
        world.run_answers();
        assert_eq!(world.resources.log.0.len(), 0);
        world.events.hit.send(Hit(0));
        world.run_answers();
        world.run_answers();
        assert_eq!(world.resources.log.0.len(), 2, "the system reads its own event in the next run");
    }

    #[test]
    fn two_readers_of_one_system_hold_the_same_events() {
        let mut world = World::default();
        world.events.hit.send(Hit(1));
        world.run_twos();
        world.events.hit.send(Hit(2));
        world.run_twos();
        let kept = |hits| ("kept", hits);
        assert_eq!(world.resources.log.0, [("two", vec![1]), kept(vec![1]), ("two", vec![2]), kept(vec![1, 2])]);
    }
}

/// Sets with systems and conditions that read events; some of them are generic.
mod combat {
    use super::*;

    #[condition]
    pub fn fatal(hits: EventReader<'_, Hit>) -> bool {
        hits.iter().any(|hit| hit.0 > 9)
    }

    #[system(run_if = all(on_event(Hit), not(fatal)))]
    pub fn wound<W: Has<Body>>(
        hits: EventReader<'_, Hit>,
        bodies: Query<'_, W, &mut Body>,
        log: &mut Log,
        _: &mut Commands<W>,
    ) {
        for body in bodies {
            body.0 += hits.iter().map(|hit| hit.0).sum::<u32>();
        }
        log.note("wound", hits);
    }

    #[system(run_if = fatal)]
    pub fn kill<W: Has<Body>>(bodies: Query<'_, W, (Entity, &Body)>, commands: &mut Commands<W>) {
        bodies.into_iter().for_each(|(entity, _)| commands.despawn(entity));
    }

    ecs_components! {
        pub set fight;
        components: Body;
        resources: Log;
        events: Hit;
        conditions: fatal;
        systems: wound, kill;
    }

    ecs_components! {
        pub set war;
        include: fight { Hit as Blow, fatal as deadly };
        systems: ..fight;
    }
}

mod game {
    use super::*;

    /// Another type with the same name as the one that the set uses.
    #[derive(Debug, Clone, Copy)]
    pub struct Hit(pub u8);

    #[system(run_if = any(on_event(Strike), on_event(Hit)))]
    fn see(strikes: EventReader<'_, Strike>, hits: EventReader<'_, Hit>, log: &mut Log) {
        log.0.push((
            "see",
            vec![u32::try_from(strikes.len()).unwrap_or(9), hits.iter().map(|hit| u32::from(hit.0)).sum()],
        ));
    }

    use super::Hit as Strike;

    ecs_world! {
        struct Game;
        include: combat::war { Blow as Strike, deadly as fatal };
        events: Hit;
        systems: ..war, see;
    }

    #[test]
    fn readers_of_sets_work_under_other_names() {
        let mut game = Game::default();
        let body = game.spawn(Body(0));
        game.events.strike.send(Strike(2));
        game.events.strike.send(Strike(3));
        game.events.hit.send(Hit(4));
        game.run();
        game.run();
        assert_eq!(game.get::<Body>(body), Some(&Body(5)), "each event is applied once");
        assert_eq!(game.resources.log.0, [("wound", vec![2, 3]), ("see", vec![2, 4])]);
        game.events.strike.send(Strike(10));
        game.run();
        assert!(!game.contains(body));
        assert_eq!(game.resources.log.of("wound").1, 1, "`wound` does not run after a fatal event");
    }
}

/// Readers can be passed to library code.
#[test]
fn a_reader_is_an_iterable_of_references() {
    let (mut hits, mut cursor) = (Events::default(), EventCursor::default());
    (0..3).for_each(|hit| hits.send(Hit(hit)));
    let reader = EventReader::new(&hits, &mut cursor);
    let mut sum = 0;
    for hit in &reader {
        sum += hit.0;
    }
    for hit in reader.clone() {
        sum += hit.0;
    }
    assert_eq!((sum, reader.iter().len(), reader.into_iter().last()), (6, 3, Some(&Hit(2))));
}
