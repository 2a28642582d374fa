//! States: the current value, the systems that run at its state transitions, and when they run.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Phase {
    #[default]
    Menu,
    Play,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sound {
    Off,
    On,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ship(u32);

/// The systems that ran, in order, and the phase that each of them saw.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Log(Vec<(&'static str, Phase)>);

macro_rules! noted {
    ($($name:ident)*) => {
        $(#[system]
        fn $name(log: &mut Log, phase: &State<Phase>) {
            log.0.push((stringify!($name), *phase.get()));
        })*
    };
}

noted! { step enter_menu exit_menu enter_play exit_play enter_over draw }

/// Spawns an entity, so that others see whether the command was applied.
#[system]
fn launch(commands: &mut Commands<Game>) {
    commands.spawn(Ship(1));
}

#[system]
fn sink(ship: Entity, _: &Ship, commands: &mut Commands<Game>) {
    commands.despawn(ship);
}

/// The states to request, by the system that requests each.
#[derive(Debug, Default, Clone)]
pub struct Requests {
    step: Option<Phase>,
    exit: Option<Phase>,
    enter: Option<Phase>,
}

#[system]
fn ask(requests: &mut Requests, phase: &mut State<Phase>) {
    if let Some(state) = requests.step.take() {
        phase.set(state);
    }
}

#[system]
fn ask_in_exit(requests: &mut Requests, phase: &mut State<Phase>) {
    if let Some(state) = requests.exit.take() {
        phase.set(state);
    }
}

#[system]
fn ask_in_enter(requests: &mut Requests, phase: &mut State<Phase>, sound: &mut State<Sound>) {
    sound.set(Sound::On);
    if let Some(state) = requests.enter.take() {
        phase.set(state);
    }
}

#[system]
fn count_ships(log: &mut Log, mut ships: Query<'_, Game, &Ship>) {
    let name = if ships.iter_mut().count() == 0 { "no ship" } else { "ships" };
    log.0.push((name, Phase::Menu));
}

#[system]
fn turn_on(log: &mut Log) {
    log.0.push(("sound", Phase::Menu));
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct Game;
    components: Ship;
    resources: Log, Requests;
    states: Phase, Sound = Sound::Off;
    systems: step, ask;
    systems(on_enter = Phase::Menu): enter_menu;
    systems(on_exit = Phase::Menu): exit_menu, ask_in_exit;
    systems(on_enter = Phase::Play): launch, enter_play, sync, count_ships, ask_in_enter;
    systems(on_exit = Phase::Play): sink, exit_play;
    systems(on_enter = Phase::Over): count_ships, enter_over;
    systems(on_enter = Sound::On): turn_on;
    systems(render): draw;
}

fn ran(game: &mut Game) -> Vec<&'static str> {
    std::mem::take(&mut game.resources.log.0).into_iter().map(|(name, _)| name).collect()
}

fn in_play() -> Game {
    let mut game = Game::default();
    game.states.phase.set(Phase::Play);
    game.run();
    ran(&mut game);
    game
}

#[test]
fn the_first_run_enters_the_state_that_the_world_starts_with() {
    let mut game = Game::default();
    assert_eq!((game.states.phase.get(), game.states.phase.is_entered()), (&Phase::Menu, false));
    game.run();
    game.run();
    assert_eq!(ran(&mut game), ["enter_menu", "step", "step"]);
}

#[test]
fn a_state_requested_before_the_first_run_replaces_the_initial_one() {
    let mut game = Game::default();
    game.states.phase.set(Phase::Play);
    game.run();
    assert_eq!(ran(&mut game), ["enter_play", "ships", "sound", "step"]);
}

#[test]
fn a_transition_exits_the_old_state_and_enters_the_new_one_as_run_begins() {
    let mut game = Game::default();
    game.run();
    ran(&mut game);
    game.states.phase.set(Phase::Play);
    assert_eq!(game.states.phase.get(), &Phase::Menu, "a requested state is not current before the run");
    assert_eq!(game.states.phase.requested(), Some(&Phase::Play));
    game.run();
    let expected = [
        ("exit_menu", Phase::Menu),
        ("enter_play", Phase::Play),
        ("ships", Phase::Menu),
        ("sound", Phase::Menu),
        ("step", Phase::Play),
    ];
    assert_eq!(game.resources.log.0, expected);
    assert_eq!(game.states.phase.requested(), None);
}

#[test]
fn commands_on_exit_or_enter_are_applied_before_the_next_schedule() {
    let mut game = in_play();
    assert_eq!(game.len(), 1);
    game.states.phase.set(Phase::Over);
    game.run();
    assert_eq!(ran(&mut game), ["exit_play", "no ship", "enter_over", "step"]);
    game.check_invariants().unwrap();
}

#[test]
fn a_requested_state_is_current_in_the_next_run_for_all_systems() {
    let mut game = Game::default();
    game.resources.requests.step = Some(Phase::Over);
    game.run();
    assert_eq!(game.resources.log.0, [("enter_menu", Phase::Menu), ("step", Phase::Menu)]);
    game.run();
    assert_eq!(ran(&mut game)[2..], ["exit_menu", "no ship", "enter_over", "step"]);
}

#[test]
fn no_other_schedule_and_no_single_system_changes_a_state() {
    let mut game = in_play();
    game.states.phase.set(Phase::Menu);
    game.run_render();
    game.run_step();
    game.flush();
    assert_eq!(game.resources.log.0, [("draw", Phase::Play), ("step", Phase::Play)]);
    game.update_states();
    assert_eq!(ran(&mut game)[2..], ["exit_play", "enter_menu"]);
    game.update_states();
    assert!(ran(&mut game).is_empty(), "the transition is applied once");
}

#[test]
fn the_last_request_counts() {
    let mut game = in_play();
    game.states.phase.set(Phase::Menu);
    game.states.phase.set(Phase::Over);
    game.run();
    assert_eq!(ran(&mut game), ["exit_play", "no ship", "enter_over", "step"]);
}

#[test]
fn requesting_the_current_state_cancels_a_pending_transition() {
    let mut game = in_play();
    game.states.phase.set(Phase::Menu);
    game.states.phase.set(Phase::Play);
    game.run();
    assert_eq!(ran(&mut game), ["step"]);
    assert_eq!(game.states.phase.requested(), None);
}

#[test]
fn a_chain_of_transitions_takes_one_run_each() {
    let mut game = Game::default();
    game.run();
    game.resources.requests = Requests { exit: Some(Phase::Over), enter: Some(Phase::Menu), ..Requests::default() };
    game.states.phase.set(Phase::Play);
    ran(&mut game);
    game.run();
    assert_eq!(ran(&mut game), ["exit_menu", "enter_play", "ships", "sound", "step"]);
    assert_eq!(game.states.phase.get(), &Phase::Play);
    game.run();
    assert_eq!(ran(&mut game), ["exit_play", "enter_menu", "step"], "the last request counts: the one on entering");
    game.run();
    assert_eq!(ran(&mut game), ["step"]);
}

#[test]
fn a_state_that_is_declared_later_changes_in_the_same_run() {
    let mut game = Game::default();
    game.run();
    assert_eq!(game.states.sound.get(), &Sound::Off);
    game.states.phase.set(Phase::Play);
    game.run();
    assert_eq!(game.states.sound.get(), &Sound::On);
    assert_eq!(ran(&mut game).iter().filter(|name| **name == "sound").count(), 1);
}

#[test]
fn a_world_with_states_can_be_cloned_and_shown() {
    let mut game = in_play();
    game.states.phase.set(Phase::Over);
    let mut copy = game.clone();
    assert_eq!(copy.states.phase, game.states.phase);
    assert!(format!("{game:?}").contains("Play"));
    copy.run();
    game.run();
    assert_eq!(copy.resources.log, game.resources.log);
}

#[test]
fn library_code_reads_and_requests_states_through_has_resource() {
    fn pause<W: HasResource<State<Phase>>>(world: &mut W) -> Phase {
        world.resource_mut().set(Phase::Menu);
        *world.resource().get()
    }
    let mut game = in_play();
    assert_eq!(pause(&mut game), Phase::Play);
    game.run();
    assert_eq!(game.states.phase.get(), &Phase::Menu);
}

#[test]
fn library_code_reads_and_requests_states_through_has_state() {
    fn pause<W: HasState<Phase>>(world: &mut W) -> bool {
        let plays = *world.state() == Phase::Play;
        world.state_mut().set(Phase::Menu);
        assert!(world.resource().requested() == Some(&Phase::Menu), "a state is a resource, too");
        plays
    }
    let mut game = in_play();
    assert!(pause(&mut game));
    game.run();
    assert!(!pause(&mut game));
    assert!(game.states.phase == Phase::Menu && game.states.phase != Phase::Play);
}

/// A set that declares a state, and a world that says which systems its state transitions run.
mod weather {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Sky {
        Clear,
        Rain,
    }

    #[derive(Debug, Default)]
    pub struct Wet(pub u32);

    #[system]
    pub fn forecast(sky: &mut State<Sky>, wet: &mut Wet) {
        match sky.get() {
            Sky::Clear => sky.set(Sky::Rain),
            Sky::Rain => wet.0 += 1,
        }
    }

    #[system]
    pub fn pour(wet: &mut Wet) {
        wet.0 += 10;
    }

    ecs_components! {
        pub set climate;
        resources: Wet;
        states: Sky = Sky::Clear;
        systems: forecast;
    }

    ecs_components! {
        pub set showers;
        include: climate { Sky as Heaven };
        systems: pour;
    }
}

mod alike {
    use ecs_world::ecs_world;

    #[derive(Debug, PartialEq)]
    pub enum Phase {
        Menu,
        Play,
    }

    impl Phase {
        pub const START: Self = Self::Menu;
    }

    #[derive(Debug, Default)]
    pub struct Log(pub Vec<&'static str>);

    macro_rules! log {
        ($($name:ident)*) => { $(
            #[ecs_world::system]
            pub fn $name(log: &mut Log) {
                log.0.push(stringify!($name));
            }
        )* };
    }
    log! { build show hide leave }

    ecs_world! {
        struct Game;
        resources: Log;
        states: Phase = Phase::Menu;
        systems(on_enter = Phase::START): build;
        systems(on_enter = Phase::Menu): show;
        systems(on_exit = Phase::Menu): hide;
        systems(on_exit = Phase::START): leave;
    }

    #[test]
    fn the_schedules_of_two_paths_of_one_value_both_run() {
        let mut game = Game::default();
        game.run();
        game.states.phase.set(Phase::Play);
        game.run();
        assert_eq!(game.resources.log.0, ["build", "show", "hide", "leave"]);
    }
}

mod outside {
    use super::weather;
    use ecs_world::ecs_world;

    ecs_world! {
        struct Garden;
        include: weather::showers { Wet as Water };
        systems: ..showers;
        systems(on_enter = weather::showers::Heaven::Rain): ..showers;
        systems(on_exit = Heaven::Clear): ..showers;
    }

    ecs_world! {
        struct Desert;
        include: weather::climate;
        states: weather::Sky = weather::Sky::Rain;
        systems: ..climate;
    }

    #[test]
    fn sets_declare_states() {
        let mut garden = Garden::default();
        garden.states.heaven.set(weather::Sky::Rain);
        garden.run();
        assert_eq!(garden.resources.water.0, 20, "the state transition is applied before the run");
        garden.states.heaven.set(weather::Sky::Clear);
        garden.run();
        garden.states.heaven.set(weather::Sky::Rain);
        garden.run();
        assert_eq!(garden.resources.water.0, 20 + 10 + 30);
        let mut desert = Desert::default();
        desert.run();
        assert_eq!(desert.resources.wet.0, 1, "the world sets the initial state");
    }
}

#[test]
fn the_plan_lists_the_systems_of_transitions_one_after_another() {
    let text = Game::PLAN.to_string();
    let play = "Systems of schedule on_enter = Play, which run one after another:\n  launch, enter_play\n  sync\n  count_ships, ask_in_enter\n";
    assert!(text.contains(play), "{text}");
    assert!(!text.contains("Stages of schedule on_"), "{text}");
    assert!(text.contains("Stages of schedule run, each with systems that can run in parallel:\n"), "{text}");
    let enter =
        Game::PLAN.schedules.iter().find(|schedule| schedule.name == "on_enter = Play").expect("it has systems");
    let stages: Vec<_> = enter.parts.iter().map(|part| part.stages.to_vec()).collect();
    assert_eq!(stages, [[&["launch"][..], &["enter_play"]], [&["count_ships"], &["ask_in_enter"]]]);
}

/// States whose systems panic.
mod panicking {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// The system that panics next.
    #[derive(Debug, Default)]
    pub struct Armed(&'static str);

    #[derive(Debug, Default)]
    pub struct Ran(Vec<&'static str>);

    macro_rules! armed {
        ($($name:ident)*) => {
            $(#[system]
            fn $name(armed: &mut Armed, ran: &mut Ran) {
                if armed.0 == stringify!($name) {
                    armed.0 = "";
                    panic!("this system panics");
                }
                ran.0.push(stringify!($name));
            })*
        };
    }

    armed! { leave enter follow }

    ecs_world! {
        pub struct Panicking;
        resources: Armed, Ran;
        states: Phase;
        systems(on_exit = Phase::Menu): leave;
        systems(on_enter = Phase::Play): enter, follow;
    }

    /// Runs a world that is to change from `Menu` to `Play`, in which one system panics.
    fn ran_with_a_panic_in(name: &'static str) -> Panicking {
        let mut world = Panicking::default();
        world.run();
        world.states.phase.set(Phase::Play);
        world.resources.armed.0 = name;
        assert!(catch_unwind(AssertUnwindSafe(|| world.run())).is_err());
        world.run();
        world
    }

    #[test]
    fn a_panic_on_exit_drops_the_request_and_keeps_the_state() {
        let mut world = ran_with_a_panic_in("leave");
        assert!(world.states.phase == Phase::Menu && world.states.phase.requested().is_none());
        assert!(world.resources.ran.0.is_empty(), "{:?}", world.resources.ran);
        world.states.phase.set(Phase::Play);
        world.run();
        assert_eq!(
            (world.states.phase.get(), &world.resources.ran.0[..]),
            (&Phase::Play, &["leave", "enter", "follow"][..])
        );
    }

    #[test]
    fn a_panic_on_entry_keeps_the_new_state_and_skips_the_rest_of_its_systems() {
        let world = ran_with_a_panic_in("enter");
        assert_eq!((world.states.phase.get(), &world.resources.ran.0[..]), (&Phase::Play, &["leave"][..]));
    }
}
