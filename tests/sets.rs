//! Worlds that are declared in pieces: what sets bring, in which order, and under which names.
#![allow(missing_docs, unreachable_pub, reason = "the sets here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take what they take")]

use ecs_world::prelude::*;

/// Components that stand in a private module and reach the set through a private import.
mod parts {
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Position(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Velocity(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Tag<T>(pub T);
}

mod motion {
    use super::parts::{self, Position, Tag, Velocity};
    use ecs_world::prelude::*;

    /// What pulls.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Gravity(pub i32);

    #[derive(Debug)]
    pub struct Integrate {
        pub steps: u32,
    }

    #[system(without(Tag<u8>))]
    impl Integrate {
        fn run(&mut self, position: &mut Position, velocity: &Velocity) {
            position.0 += velocity.0;
            self.steps += 1;
        }
    }

    #[system]
    pub fn fall<W: Has<Velocity> + Has<Tag<u8>>>(
        mut falling: Query<'_, W, (Entity, &mut Velocity, Option<&Tag<u8>>)>,
        gravity: &Gravity,
        commands: &mut Commands<W>,
    ) {
        falling.for_each(|(entity, velocity, tag)| {
            velocity.0 -= gravity.0;
            if velocity.0 < -10 && tag.is_none() {
                commands.despawn(entity);
            }
        });
    }

    ecs_components! {
        /// What moves.
        pub set motion;
        components: Position, Velocity, parts::Tag<u8> as Pinned;
        resources: Gravity = Gravity(STRENGTH);
        systems: Integrate = Integrate { steps: 100 }, fall;
        queries: (Position, without(Pinned));
    }

    /// What only this module sees.
    const STRENGTH: i32 = 2;
}

mod combat {
    use super::motion::motion;
    use super::parts::Position;
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Health(pub i32);

    /// Another component of the same name as one of `motion`.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Velocity(pub i32);

    #[derive(Debug, Default)]
    pub struct Strike;

    #[system]
    impl Strike {
        fn run(&self, place: &Position, health: &mut Health, speed: &Velocity) {
            health.0 -= place.0 * speed.0;
        }
    }

    ecs_components! {
        pub(crate) set fight;
        include: motion { Velocity as Speed };
        components: Health, Velocity, Position;
        systems: ..motion, sync, Strike;
    }
}

use combat::fight;

mod diamond {
    use super::*;

    /// Runs after what the sets bring.
    #[system]
    fn rise(position: &mut parts::Position, steps: &mut Steps) {
        position.0 += 1;
        steps.0 += 1;
    }

    #[derive(Debug, Default, PartialEq)]
    struct Steps(u32);

    ecs_world! {
        #[derive(Debug)]
        struct Game;
        include: motion::motion { Velocity as Speed }, fight;
        components: parts::Tag<u16> as Other;
        resources: Steps, motion::Gravity = motion::Gravity(1);
        systems: ..motion, rise, ..fight;
        queries: (Health, Velocity), (Position, without(Pinned));
    }

    #[test]
    fn one_component_comes_by_two_ways() {
        let mut game = Game::default();
        let entity = game.spawn((parts::Position(5), parts::Velocity(3), combat::Health(100), combat::Velocity(2)));
        assert_eq!(
            game.component_names(entity),
            Some(vec!["Position", "Speed", "Health", "Velocity"]),
            "components of sets come first, in the order of `include:`"
        );
        game.run();
        assert_eq!(game.systems.integrate.steps, 101, "a system that comes by two ways runs once");
        assert_eq!(game.get::<parts::Position>(entity), Some(&parts::Position(9)));
        assert_eq!(game.get::<combat::Health>(entity), Some(&combat::Health(100 - 9 * 2)));
        assert_eq!(
            game.get::<parts::Velocity>(entity),
            Some(&parts::Velocity(2)),
            "the world says how strong gravity is"
        );
        assert_eq!(game.query_position_without_pinned().single().map(|it| it.0), Ok(entity));
        assert_eq!(game.query_health_velocity().single().map(|it| it.0), Ok(entity));
        game.check_invariants().expect("the world holds together");
    }
}

#[test]
fn a_world_in_a_function_body_includes_sets() {
    ecs_world! {
        struct Local;
        include: fight;
        systems: ..fight;
    }
    let mut local = Local::default();
    let entity = local.spawn((parts::Position(1), parts::Velocity(3)));
    local.run();
    assert_eq!(local.get::<parts::Position>(entity), Some(&parts::Position(4)));
    assert_eq!(local.resources.gravity, motion::Gravity(2));
}
