//! Conditions: functions of resources, states and events that decide whether a system runs.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heat(u32);

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    Menu,
    Play,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alarm;

/// The number of turns.
#[derive(Debug, Default)]
pub struct Turn(u32);

/// Number of evaluations of conditions.
#[derive(Debug, Default)]
pub struct Asked(std::sync::atomic::AtomicU32);

impl Asked {
    fn count(&self) -> u32 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// The names of the systems that ran, in order.
#[derive(Debug, Default)]
pub struct Log(Vec<&'static str>);

#[condition]
fn even(turn: &Turn, asked: &Asked) -> bool {
    asked.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    turn.0.is_multiple_of(2)
}

#[condition]
fn always() -> bool {
    true
}

#[condition]
fn alarmed(alarms: &Events<Alarm>) -> bool {
    !alarms.is_empty()
}

#[condition]
fn playing(phase: &State<Phase>) -> bool {
    *phase.get() == Phase::Play
}

/// Systems that log their names.
macro_rules! note {
    ($($name:ident $argument:tt)*) => {
        $(
            #[system $argument]
            fn $name(log: &mut Log) {
                log.0.push(stringify!($name));
            }
        )*
    };
}

note! {
    at_even(run_if = even)
    at_odd(run_if = not(even))
    in_play(run_if = in_state(Phase::Play))
    in_menu(run_if = not(in_state(self::Phase::Play)))
    by_function(run_if = playing)
    both(run_if = all(even, playing))
    either(run_if = any(alarmed, not(playing), in_state(Phase::Menu),))
    nested(run_if = any(all(not(even), always), all(alarmed, in_state(Phase::Play))))
    free(run_if = crate::always)
}

/// Increments the turn in the middle of a run.
#[system]
fn turn(turn: &mut Turn) {
    turn.0 += 1;
}

/// A system with entities, a state and callbacks.
#[derive(Debug, Default)]
struct Warm {
    known: u32,
}

#[system(run_if = even)]
impl Warm {
    fn run(&mut self, heat: &mut Heat) {
        heat.0 += 1;
    }

    fn on_added(&mut self) {
        self.known += 1;
    }
}

/// A system that changes what its condition reads.
#[system(run_if = even)]
fn spend(turn: &mut Turn, heat: &mut Heat) {
    turn.0 += 1;
    heat.0 += 100;
}

ecs_world! {
    components: Heat;
    resources: Turn, Asked, Log;
    events: Alarm;
    states: Phase = Phase::Menu;
    conditions: even, alarmed, self::playing, always;
    systems: at_even, at_odd, turn, at_even as at_even_again, at_odd as at_odd_again, Warm;
    systems(states): in_play, in_menu, by_function, both, either, nested, free;
    systems(spending): spend;
}

fn ran(world: &mut World) -> Vec<&'static str> {
    std::mem::take(&mut world.resources.log.0)
}

#[test]
fn a_condition_is_evaluated_once_just_before_its_system_runs() {
    let mut world = World::default();
    world.run();
    assert_eq!(ran(&mut world), ["at_even", "at_odd"], "the turn was incremented between them");
    assert_eq!(world.resources.asked.count(), 5);
    world.run();
    assert_eq!(ran(&mut world), ["at_odd", "at_even"]);
}

#[test]
fn a_system_that_does_not_run_still_receives_callbacks() {
    let mut world = World::default();
    let entity = world.spawn(Heat(0));
    world.run();
    assert_eq!((world.get::<Heat>(entity), world.systems.warm.known), (Some(&Heat(0)), 1));
    world.run();
    assert_eq!(world.get::<Heat>(entity), Some(&Heat(1)));
    world.run_warm();
    assert_eq!(world.get::<Heat>(entity), Some(&Heat(2)), "a system that is run alone evaluates its condition, too");
    world.resources.turn.0 = 1;
    world.run_warm();
    assert_eq!(world.get::<Heat>(entity), Some(&Heat(2)));
    assert_eq!(world.managed_warm().len(), 1);
}

#[test]
fn a_system_may_change_what_its_condition_reads() {
    let mut world = World::default();
    world.spawn_batch([Heat(0), Heat(0), Heat(0)]);
    world.run_spending();
    assert_eq!(world.resources.turn.0, 3);
    assert!(world.query::<&Heat>().iter().all(|heat| heat.0 == 100), "evaluated before the first entity");
    world.run_spending();
    assert_eq!(world.resources.turn.0, 3);
}

#[test]
fn states_and_events_are_conditions_and_conditions_can_be_combined() {
    let mut world = World::default();
    world.update_states();
    world.run_states();
    assert_eq!(ran(&mut world), ["in_menu", "either", "free"]);
    world.states.phase.set(Phase::Play);
    world.update_states();
    world.run_states();
    assert_eq!(ran(&mut world), ["in_play", "by_function", "both", "free"]);
    world.events.alarm.send(Alarm);
    world.run_states();
    assert_eq!(ran(&mut world), ["in_play", "by_function", "both", "either", "nested", "free"]);
    world.update_events();
    world.update_events();
    world.resources.turn.0 = 1;
    world.run_states();
    assert_eq!(ran(&mut world), ["in_play", "by_function", "nested", "free"]);
}

/// Conditions of sets, used by their own systems and by those of the world.
mod traffic {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub enum Light {
        #[default]
        Red,
        Green,
    }

    #[derive(Debug, Default)]
    pub struct Cars(pub u32);

    #[condition]
    pub fn jammed(cars: &Cars) -> bool {
        cars.0 > 2
    }

    #[condition]
    pub fn moving(light: &State<Light>, cars: &Cars) -> bool {
        *light.get() == Light::Green && cars.0 > 0
    }

    #[system(run_if = not(jammed))]
    pub fn arrive(cars: &mut Cars) {
        cars.0 += 1;
    }

    #[system(run_if = any(all(moving, in_state(Light::Green)), not(any(in_state(Light::Red), jammed))))]
    pub fn leave(cars: &mut Cars) {
        cars.0 -= 1;
    }

    ecs_components! {
        pub set street;
        resources: Cars;
        states: Light;
        conditions: jammed, moving;
        systems: arrive, leave;
    }

    ecs_components! {
        pub set town;
        include: street { Light as Lamp, jammed as full };
        systems: ..street;
    }
}

mod city {
    use super::traffic::{self, Cars, Light};
    use ecs_world::prelude::*;

    #[derive(Debug, Default)]
    pub struct Horns(u32);

    #[system(run_if = full)]
    fn honk(horns: &mut Horns, _: &Cars) {
        horns.0 += 1;
    }

    ecs_world! {
        pub struct City;
        include: traffic::town, traffic::street { Light as Lamp, jammed as full };
        resources: Horns;
        systems: ..town, ..street, honk;
    }

    #[test]
    fn conditions_of_sets_work_in_their_worlds() {
        let mut city = City::default();
        for _ in 0..5 {
            city.run();
        }
        assert_eq!((city.resources.cars.0, city.resources.horns.0), (3, 3));
        city.states.lamp.set(Light::Green);
        city.run();
        city.run();
        assert_eq!((city.resources.cars.0, city.resources.horns.0), (2, 3));
    }
}

/// Systems that conflict only through their conditions.
mod planned {
    use super::*;

    #[system(run_if = any(even, in_state(Phase::Play)))]
    fn burn(heat: &mut Heat) {
        heat.0 += 1;
    }

    #[system]
    fn pass(turn: &mut Turn) {
        turn.0 += 1;
    }

    #[system]
    fn change(phase: &mut State<Phase>) {
        phase.set(Phase::Play);
    }

    ecs_world! {
        struct Fire;
        components: Heat;
        resources: Turn, Asked;
        states: Phase = Phase::Menu;
        conditions: even;
        systems: pass, burn, change;
    }

    #[test]
    fn a_system_conflicts_with_writers_of_what_its_condition_reads() {
        let [pass, burn, change] = ["pass", "burn", "change"].map(|name| Fire::PLAN.system(name).unwrap());
        assert_eq!(burn.reads, ["Turn", "Asked", "State<Phase>"]);
        assert_eq!(burn.writes, ["Heat"]);
        assert!(pass.conflicts(burn).eq(["Turn"]) && burn.conflicts(change).eq(["State<Phase>"]));
        let mut fire = Fire::default();
        let entity = fire.spawn(Heat(0));
        fire.run();
        assert_eq!(fire.get::<Heat>(entity), Some(&Heat(0)));
        fire.run();
        fire.run();
        assert_eq!(fire.get::<Heat>(entity), Some(&Heat(2)));
    }
}

/// `any_with(Rock)`: true if at least one entity has the component.
mod of_entities {
    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    pub struct Rock(u32);
    #[derive(Debug, Clone, PartialEq)]
    pub struct Ice;
    #[derive(Debug, Clone, PartialEq)]
    pub struct Here;

    #[system(run_if = any_with(Rock))]
    fn fall(log: &mut Log) {
        log.0.push("fall");
    }

    #[system(run_if = not(any(any_with(Rock), any_with(Ice), any_with(Here))))]
    fn rest(log: &mut Log) {
        log.0.push("rest");
    }

    #[system(run_if = all(any_with(Ice), any_with(Here)))]
    fn melt(log: &mut Log) {
        log.0.push("melt");
    }

    /// Writes the component that its condition names.
    #[system(run_if = any_with(Rock))]
    fn wear(mut rocks: Query<'_, Belt, &mut Rock>) {
        rocks.for_each(|rock| rock.0 -= 1);
    }

    /// Writes the component that its condition names, for each entity, on several threads if there are any.
    #[system(parallel, run_if = any_with(Rock))]
    fn grind(rock: &mut Rock) {
        rock.0 -= 1;
    }

    ecs_world! {
        struct Belt;
        components: Rock, #[storage(hash_map)] Ice, #[storage(tag)] Here;
        resources: Log;
        systems: fall, rest, melt, wear, grind;
    }

    fn ran(belt: &mut Belt) -> Vec<&'static str> {
        belt.run();
        std::mem::take(&mut belt.resources.log.0)
    }

    #[test]
    fn a_system_runs_while_some_entity_has_the_component() {
        let mut belt = Belt::default();
        assert_eq!(ran(&mut belt), ["rest"]);
        let rock = belt.spawn(Rock(9));
        assert_eq!(ran(&mut belt), ["fall"]);
        assert_eq!(belt.get::<Rock>(rock), Some(&Rock(7)));
        belt.insert(rock, (Ice, Here)).unwrap();
        assert_eq!(ran(&mut belt), ["fall", "melt"]);
        belt.remove::<(Rock, Ice)>(rock).unwrap();
        assert_eq!(ran(&mut belt), Vec::<&str>::new());
        belt.despawn(rock).unwrap();
        assert_eq!(ran(&mut belt), ["rest"]);
    }

    #[test]
    fn the_plan_says_that_the_component_is_read() {
        let reads = |system: &str| Belt::PLAN.system(system).unwrap().reads;
        assert_eq!((reads("fall"), reads("melt"), reads("wear")), (&["Rock"][..], &["Ice", "Here"][..], &[][..]));
    }

    pub mod rocks {
        use super::{Log, Rock};
        use ecs_world::prelude::*;

        #[system(run_if = any_with(Rock))]
        pub fn count(log: &mut Log) {
            log.0.push("count");
        }

        ecs_components! {
            pub set rocks;
            components: Rock;
            resources: Log;
            systems: count;
        }
    }

    ecs_world! {
        struct Field;
        include: rocks::rocks;
        systems: ..rocks;
    }

    #[test]
    fn conditions_on_components_work_in_sets() {
        let mut field = Field::default();
        field.run();
        field.spawn(Rock(1));
        field.run();
        assert_eq!(field.resources.log.0, ["count"]);
    }
}
