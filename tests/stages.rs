//! Stages: which systems run in parallel, how the plan shows it, and systems that cannot be sent to other threads or that panic.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use std::rc::Rc;

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(f32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity(f32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Health(u32);
#[derive(Debug, Clone, Copy)]
pub struct Hit(u32);
#[derive(Debug, Default)]
pub struct Score(u32);

#[system]
pub fn advance(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

#[system]
pub fn drag(velocity: &mut Velocity) {
    velocity.0 *= 0.5;
}

#[system]
pub fn strike(health: &mut Health, hits: &mut Events<Hit>) {
    health.0 -= 1;
    hits.send(Hit(health.0));
}

#[derive(Debug, Default)]
pub struct Count {
    cursor: EventCursor<Hit>,
}

#[system]
impl Count {
    fn run(&mut self, hits: &Events<Hit>, score: &mut Score) {
        score.0 += hits.read(&mut self.cursor).map(|hit| hit.0).sum::<u32>();
    }
}

#[system]
pub fn look(_: &Position, _: &Velocity, score: &Score) {
    let _ = score;
}

#[system]
pub fn reap(entity: Entity, health: &Health, commands: &mut Commands<World>) {
    if health.0 == 0 {
        commands.despawn(entity);
    }
}

#[system]
pub fn breed(score: &Score, spawner: &mut Spawner<World>) {
    if score.0 > 1_000 {
        spawner.spawn(Health(9));
    }
}

#[system]
pub fn multiply(spawner: &mut Spawner<World>) {
    spawner.spawn(Health(9));
}

ecs_world! {
    components: Position, Velocity, Health;
    resources: Score;
    events: Hit;
    systems: advance, drag, strike, Count, look, sync, reap, breed, multiply;
    systems(render): look, advance;
}

/// The stages of a part of a schedule.
fn stages(schedule: usize, part: usize) -> Vec<Vec<&'static str>> {
    World::PLAN.schedules[schedule].parts[part].stages.iter().map(|stage| stage.to_vec()).collect()
}

#[test]
fn systems_wait_only_for_conflicting_ones() {
    assert_eq!(stages(0, 0), [vec!["advance", "strike"], vec!["drag", "Count"], vec!["look"]]);
    assert_eq!(stages(0, 1), [vec!["reap", "breed"], vec!["multiply"]], "spawners conflict, commands do not");
    assert_eq!(stages(1, 0), [["look"], ["advance"]], "each schedule has stages of its own");
}

#[test]
fn the_plan_lists_accesses_and_conflicts_of_systems() {
    let plan = World::PLAN;
    let system = |name| plan.system(name).expect("the plan has the system");
    assert_eq!((system("advance").reads, system("advance").writes), (&["Velocity"][..], &["Position"][..]));
    assert_eq!((system("Count").reads, system("Count").writes), (&["Events<Hit>"][..], &["Score"][..]));
    assert!(system("reap").commands && system("breed").commands && !system("look").commands);
    let conflicts = |one, other| system(one).conflicts(system(other)).collect::<Vec<_>>();
    assert_eq!(conflicts("advance", "look"), ["Position"]);
    assert_eq!(conflicts("look", "Count"), ["Score"]);
    assert_eq!(conflicts("breed", "multiply"), ["Spawner"]);
    assert_eq!(conflicts("look", "breed"), [""; 0], "both systems only read");
    assert!(plan.system("nobody").is_none());
    let all = plan.systems.iter().flat_map(|one| plan.systems.iter().map(move |other| (one, other)));
    for (one, other) in all {
        assert_eq!(one.conflicts(other).count(), other.conflicts(one).count());
    }
}

#[test]
fn the_plan_reads_as_stages() {
    let text = World::PLAN.to_string();
    let line = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).map(str::trim_start);
    assert_eq!(line("strike:"), Some("strike: writes Health, Events<Hit>"));
    assert_eq!(line("2: "), Some("2: drag (after advance: Velocity), Count (after strike: Events<Hit>)"));
    assert!(
        text.contains("  3: look (after advance: Position; drag: Velocity; Count: Score)\n  sync\n  4: reap, breed\n")
    );
}

/// The lines of a drawing that start with `from`, trimmed.
fn lines(drawing: &str, from: &str) -> Vec<String> {
    drawing.lines().map(str::trim).filter(|line| line.starts_with(from)).map(str::to_owned).collect()
}

#[test]
fn the_plan_can_be_drawn() {
    let dot = World::PLAN.dot().to_string();
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    assert_eq!(
        lines(&dot, "system_0_0 "),
        [
            r#"system_0_0 [label = "advance\nwrites Position\nreads Velocity"];"#,
            r#"system_0_0 -> system_0_2 [label="Velocity"];"#,
            r#"system_0_0 -> system_0_4 [label="Position"];"#,
        ]
    );
    assert_eq!(
        lines(&dot, "sync_0_1"),
        [r#"sync_0_1 [label = "sync", shape = diamond];"#, "sync_0_1 -> system_0_5;", "sync_0_1 -> system_0_6;",]
    );
    let mermaid = World::PLAN.mermaid().to_string();
    assert_eq!(
        lines(&mermaid, "system_0_6"),
        [
            r#"system_0_6["breed<br>writes Spawner<br>reads Score<br>commands"]"#,
            r#"system_0_6 -->|"Spawner"| system_0_7"#,
        ]
    );
    assert_eq!(lines(&mermaid, "subgraph").len(), 7, "five stages of a run and two of the other schedule");
}

#[test]
fn parallel_and_sequential_runs_end_in_the_same_state() {
    let (mut one, mut other) = (World::default(), World::default());
    for world in [&mut one, &mut other] {
        world.spawn_batch((1..9_u8).map(|n| (Position(0.0), Velocity(f32::from(n)), Health(n.into()))));
    }
    for _ in 0..12 {
        one.run();
        other.run_sequential();
        one.run_render();
        other.run_render();
    }
    let all = |world: &World| {
        world.query::<(Entity, Option<&Position>, &Health)>().iter().map(|it| format!("{it:?}")).collect()
    };
    let (one, other): (Vec<_>, Vec<_>) = (all(&one), all(&other));
    assert!(one == other && one.len() == 9, "{one:?}, {other:?}");
}

/// Contents that cannot be sent to other threads: a component, and the state of a system.
mod shared {
    use super::{Rc, Score};
    use ecs_world::prelude::*;

    #[derive(Debug, Clone)]
    pub struct Name(pub Rc<str>);
    #[derive(Debug, Clone)]
    pub struct Length(pub usize);

    #[derive(Debug, Default)]
    pub struct Longest(Option<Rc<str>>);

    #[system]
    impl Longest {
        fn run(&mut self, name: &Name) {
            if self.0.as_ref().is_none_or(|longest| longest.len() < name.0.len()) {
                self.0 = Some(Rc::clone(&name.0));
            }
        }
    }

    #[system]
    pub fn measure(length: &mut Length, score: &mut Score) {
        length.0 += 1;
        score.0 += 1;
    }

    ecs_world! {
        components: Name, Length;
        resources: Score;
        systems: Longest, measure;
    }

    impl World {
        pub fn longest(&self) -> Option<&str> {
            self.systems.longest.0.as_deref()
        }
    }
}

#[test]
fn a_world_whose_contents_cannot_be_sent_to_other_threads_runs_nevertheless() {
    assert_eq!(shared::World::PLAN.schedules[0].parts[0].stages, [["Longest", "measure"]]);
    let mut world = shared::World::default();
    for name in ["Ann", "Bartholomew", "Cleo"] {
        world.spawn((shared::Name(name.into()), shared::Length(name.len())));
    }
    world.run();
    world.run_sequential();
    assert_eq!((world.longest(), world.resources.score.0), (Some("Bartholomew"), 6));
}

/// Systems that panic when they are set to.
mod fragile {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct First(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Second(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Third(pub u32);
    #[derive(Debug, Default)]
    pub struct Fuse(pub u32);

    fn blow(fuse: &Fuse, which: u32) {
        assert!(fuse.0 != which, "system {which}");
    }

    #[system]
    pub fn first(entity: Entity, first: &mut First, fuse: &Fuse, commands: &mut Commands<World>) {
        first.0 += 1;
        commands.insert(entity, Third(first.0));
        blow(fuse, 1);
    }

    #[system]
    pub fn second(second: &mut Second, fuse: &Fuse, spawner: &mut Spawner<World>) {
        second.0 += 1;
        spawner.spawn(First(second.0));
        blow(fuse, 2);
    }

    #[system]
    pub fn third(entity: Entity, third: &mut Third, fuse: &Fuse, commands: &mut Commands<World>) {
        third.0 += 1;
        commands.despawn(entity);
        blow(fuse, 3);
    }

    ecs_world! {
        #[derive(Debug)]
        pub struct World;
        components: First, Second, Third;
        resources: Fuse;
        systems: first, second, third;
    }
}

#[test]
fn a_panic_of_a_system_leaves_a_consistent_world_and_unwinds() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    assert_eq!(fragile::World::PLAN.schedules[0].parts[0].stages, [["first", "second", "third"]]);
    for which in 1..=3 {
        let mut world = fragile::World::default();
        world.spawn_batch((0..4).map(|n| (fragile::First(n), fragile::Second(n))));
        world.spawn_batch((0..4).map(fragile::Third));
        world.resources.fuse.0 = which;
        assert!(catch_unwind(AssertUnwindSafe(|| world.run())).is_err(), "system {which} panics");
        world.check_invariants().unwrap_or_else(|error| panic!("after a panic of system {which}: {error}"));
        let pending = world.commands().len();
        assert!(pending > 0 || which == 3, "earlier commands are pending");
        world.resources.fuse.0 = 0;
        world.run();
        world.check_invariants().unwrap_or_else(|error| panic!("after a panic of system {which} and a run: {error}"));
        assert!(world.commands().is_empty() && world.len() > 4);
    }
}

/// Two systems with commands in one stage, and a callback that inserts the same component as the first system.
mod unjoined {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    pub struct First;
    #[derive(Debug, Clone, PartialEq)]
    pub struct Second;
    #[derive(Debug, Clone, PartialEq)]
    pub struct Third;
    #[derive(Debug, Clone, PartialEq)]
    pub struct Said(pub &'static str);

    #[system]
    fn first(_: &First, entity: Entity, commands: &mut Commands<World>) {
        commands.insert(entity, Said("in the stage"));
        panic!("a system panics");
    }

    #[system]
    fn second(_: &Second, commands: &mut Commands<World>) {
        let _ = commands;
    }

    #[derive(Debug, Default)]
    pub struct Watch(pub Option<Entity>);

    #[system]
    impl Watch {
        fn run(&mut self, _: &Third) {}

        fn on_added(&mut self, commands: &mut Commands<World>) {
            if let Some(entity) = self.0 {
                commands.insert(entity, Said("after it"));
            }
        }
    }

    ecs_world! {
        pub struct World;
        components: First, Second, Third, Said;
        systems: first, second;
        systems(watching): Watch;
    }
}

#[test]
fn commands_of_a_callback_follow_those_of_a_stage_that_panicked() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use unjoined::{First, Said, Third, World};
    type Run = fn(&mut World);
    let runs: &[(&str, Run)] = &[
        #[cfg(feature = "rayon")]
        ("par_run", World::par_run),
        ("run", World::run),
        ("run_sequential", World::run_sequential),
    ];
    for (name, run) in runs {
        let mut world = World::default();
        let entity = world.spawn(First);
        world.systems.watch.0 = Some(entity);
        assert!(catch_unwind(AssertUnwindSafe(|| run(&mut world))).is_err());
        world.spawn(Third);
        world.flush();
        assert_eq!(world.get::<Said>(entity), Some(&Said("after it")), "{name}");
    }
}

mod names_of_marks {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    pub struct Heat(pub u32);
    #[derive(Debug, Clone, PartialEq)]
    pub struct HeatChanged(pub u32);
    #[derive(Debug, Clone, PartialEq)]
    pub struct HeatAdded(pub u32);
    #[derive(Debug, Clone, PartialEq)]
    pub struct Cold(pub u32);

    #[system(changed(Heat))]
    fn note(heat: &Heat, changed: Option<&mut HeatChanged>) {
        if let Some(changed) = changed {
            changed.0 += heat.0;
        }
    }

    #[system(added(Heat))]
    fn greet(heat: &Heat, added: Option<&mut HeatAdded>) {
        if let Some(added) = added {
            added.0 += heat.0;
        }
    }

    #[system]
    fn freeze(cold: &mut Cold) {
        cold.0 += 1;
    }

    ecs_world! {
        components: Heat, HeatChanged, HeatAdded, Cold;
        systems: note, greet, freeze;
    }
}

#[test]
fn components_with_the_names_of_marks_are_distinguished_from_them() {
    use names_of_marks::{Cold, Heat, HeatAdded, HeatChanged, World};
    let mut world = World::default();
    let entity = world.spawn((Heat(2), HeatChanged(0), HeatAdded(0), Cold(0)));
    (0..3).for_each(|_| world.run());
    assert_eq!((world.get(entity), world.get(entity)), (Some(&HeatChanged(2)), Some(&HeatAdded(2))));
    assert_eq!(world.get(entity), Some(&Cold(3)));
}
