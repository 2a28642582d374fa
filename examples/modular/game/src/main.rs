//! A game that is composed of libraries: it declares the world, and runs their systems between its own.
//!
//! `cargo run --package modular-game`

use combat::{Blast, Health};
use ecs_world::prelude::*;
use physics::{Position, Velocity};

/// The lines printed at the end.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Chronicle(Vec<String>);

/// A component of the game itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Name(&'static str);

/// Logs damaged entities.
#[system]
fn witness(name: &Name, health: &Health, chronicle: &mut Chronicle) {
    if health.0 < 5 {
        chronicle.0.push(format!("{} is down to {}", name.0, health.0));
    }
}

ecs_world! {
    /// Both libraries include the bodies, which are a single set; both have a `Physics`, which are two resources.
    #[derive(Debug, Clone)]
    struct Game;
    include: physics::motion, combat::combat { Physics as Blasts };
    components: Name;
    resources: Chronicle;
    systems: physics::drag, ..motion, ..combat, sync, witness;
    queries: (Name, Health);
    groups: (Position, Velocity, without(Anchored));
}

/// Throws a blast at two people, and prints the result.
fn play() -> Game {
    let mut game = Game::default();
    game.resources.blasts.reach = 2.0;
    let ada = game.spawn((Name("Ada"), Health(10), Position { x: 6.0, y: 0.0 }));
    let bob = game.spawn((Name("Bob"), Health(5), Position { x: 7.0, y: 0.0 }));
    let blast = physics::throw(&mut game, Position::default(), Velocity { x: 12.0, y: 10.0 });
    game.insert(blast, Blast(7)).expect("the blast is alive");
    while game.contains(blast) {
        game.run();
    }
    let end = [("Ada", ada), ("Bob", bob)].map(|(name, person)| {
        let fate = if combat::lives(&game, person) { "lives" } else { "has fallen" };
        format!("{name} {fate}")
    });
    game.resources.chronicle.0.extend(end);
    game
}

fn main() {
    let game = play();
    for line in &game.resources.chronicle.0 {
        println!("{line}");
    }
    println!("{} steps, {} fallen", game.systems.advance.steps, game.systems.fallen.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ecs_world::ViewKind;

    #[test]
    fn systems_of_libraries_run_between_those_of_the_game() {
        let mut game = play();
        assert_eq!(game.resources.chronicle.0, ["Ada is down to 3", "Ada lives", "Bob has fallen"]);
        assert_eq!((game.systems.advance.steps, game.systems.fallen.0), (4, 1));
        game.check_invariants().expect("the world is consistent");
    }

    #[test]
    fn systems_of_libraries_run_in_groups_of_the_game() {
        let view = Game::PLAN.views.iter().find(|view| view.systems == ["Advance"]).expect("the system has a view");
        assert_eq!(view.kept, ViewKind::Group);
        assert_eq!(view.owned, ["Position", "Velocity"]);
    }

    #[test]
    fn functions_of_libraries_work_in_a_world_that_they_do_not_know() {
        let mut game = Game::default();
        let body = physics::throw(&mut game, Position { x: 3.0, y: 4.0 }, Velocity { x: 2.0, y: 0.0 });
        assert_eq!(physics::distance(&game, body, Position::default()), Some(5.0));
        assert_eq!((physics::count_faster(&game, 1.0), physics::count_faster(&game, 3.0)), (1, 0));
        assert_eq!(game.query_position_velocity().single().map(|found| found.0), Ok(body));
    }

    #[test]
    fn sets_say_what_resources_start_from() {
        let game = Game::default();
        assert_eq!(game.resources.physics, physics::Physics { step: 0.5, gravity: 10.0 });
        assert_eq!(game.resources.blasts, combat::Physics { reach: 1.5 });
    }
}
