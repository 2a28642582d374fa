//! Names of renamed sets, and systems and conditions that are named by several paths.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "the world passes resources by reference")]

use ecs_world::prelude::*;

mod physics {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Position(pub u32);

    ecs_world::ecs_components! {
        pub set motion;
        components: Position;
    }
}

mod screen {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Position(pub u32);

    pub mod sets {
        ecs_world::ecs_components! {
            pub set layout;
            components: super::super::screen::Position;
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub u32);

/// Moves an entity and its drawn position.
#[system]
fn place(body: &mut physics::Position, drawn: &mut screen::Position) {
    body.0 += 1;
    drawn.0 += 10 * body.0;
}

mod one_renamed {
    use super::*;

    ecs_world! {
        pub struct First;
        include: physics::motion { Position as Body }, screen::sets::layout;
        systems: place;
    }

    ecs_world! {
        pub struct Second;
        include: physics::motion, screen::sets::layout { Position as Drawn };
        systems: place;
    }

    ecs_world! {
        pub struct Both;
        include: physics::motion { Position as Body }, screen::sets::layout { Position as Drawn };
        systems: place;
    }
}

#[test]
fn components_of_renamed_sets_are_distinguished_by_the_modules_in_their_paths() {
    fn check<W: Has<physics::Position> + Has<screen::Position>>(run: fn(&mut W)) {
        let mut world = W::default();
        let entity = world.spawn((physics::Position(1), screen::Position(1)));
        run(&mut world);
        assert_eq!(world.get::<physics::Position>(entity), Some(&physics::Position(2)));
        assert_eq!(world.get::<screen::Position>(entity), Some(&screen::Position(21)));
    }
    check(one_renamed::First::run);
    check(one_renamed::Second::run);
    check(one_renamed::Both::run);
}

mod own_and_renamed {
    use super::*;

    #[system]
    fn follow(own: &Position, body: &mut physics::Position) {
        body.0 += own.0;
    }

    ecs_world! {
        pub struct Own;
        include: physics::motion { Position as Body };
        components: Position;
        systems: follow;
    }
}

#[test]
fn a_component_of_a_renamed_set_is_not_taken_for_one_that_is_declared() {
    let mut world = own_and_renamed::Own::default();
    let entity = world.spawn((Position(5), physics::Position(1)));
    world.run();
    assert_eq!(world.get::<physics::Position>(entity), Some(&physics::Position(6)));
}

mod resource_beside_it {
    use super::*;

    pub mod camera {
        #[derive(Debug, Default)]
        pub struct Position(pub u32);
    }

    #[system]
    fn look(camera: &mut camera::Position, body: &physics::Position) {
        camera.0 += body.0;
    }

    ecs_world! {
        pub struct Seen;
        include: physics::motion { Position as Body };
        resources: camera::Position as Camera;
        systems: look;
    }
}

#[test]
fn a_resource_is_found_beside_a_component_of_a_renamed_set() {
    let mut world = resource_beside_it::Seen::default();
    world.spawn(physics::Position(3));
    world.run();
    assert_eq!(world.resources.camera.0, 3);
}

mod shared {
    use ecs_world::prelude::*;

    #[derive(Debug, Default)]
    pub struct Count(pub u32);
    #[derive(Debug, Default)]
    pub struct Ticks(pub u32);

    #[condition]
    pub fn below_ten(count: &Count) -> bool {
        count.0 < 10
    }

    #[system(run_if = below_ten)]
    pub fn step(count: &mut Count) {
        count.0 += 1;
    }

    #[system]
    impl Ticks {
        fn run(&mut self, _: &Count) {
            self.0 += 1;
        }
    }

    ecs_components! {
        pub set one;
        resources: Count;
        conditions: below_ten;
        systems: step, Ticks;
    }

    pub mod within {
        ecs_world::ecs_components! {
            pub set two;
            resources: super::Count;
            conditions: super::below_ten;
            systems: super::Ticks, sync, super::step;
        }
    }
}

mod by_two_ways {
    use super::shared;
    use ecs_world::prelude::*;

    ecs_world! {
        pub struct Game;
        include: shared::one, shared::within::two;
        conditions: shared::below_ten;
        systems: ..one, ..two;
        systems(render): shared::step;
        systems(again): super::shared::step, self::shared::Ticks;
    }
}

#[test]
fn a_system_that_two_sets_and_the_world_list_is_one() {
    let mut world = by_two_ways::Game::default();
    let plan = by_two_ways::Game::PLAN;
    assert_eq!(plan.systems.iter().map(|system| system.name).collect::<Vec<_>>(), ["step", "Ticks"]);
    world.run();
    assert_eq!((world.resources.count.0, world.systems.ticks.0), (1, 1));
    world.run_render();
    world.run_again();
    assert_eq!((world.resources.count.0, world.systems.ticks.0), (3, 2));
    (0..20).for_each(|_| world.run());
    assert_eq!(world.resources.count.0, 10);
}
