//! A game that depends only on a library, through which it uses the facade.

use engine::ecs::prelude::*;

/// The components of a falling thing.
#[derive(Debug, Clone, Copy, PartialEq, Bundle)]
#[bundle(crate = engine::ecs)]
pub struct Falling {
    /// Where it is.
    pub position: engine::Position,
    /// How heavy it is.
    pub mass: engine::Mass,
}

/// Calls the library's system.
#[derive(Debug, Default)]
pub struct Sink;

#[system]
impl Sink {
    fn run(
        &self,
        query: Query<'_, World, (Entity, &mut engine::Position, &engine::Mass)>,
        commands: &mut Commands<World>,
    ) {
        engine::sink(query, commands);
    }
}

ecs_world! {
    components: engine::Position, engine::Mass;
    systems: Sink;
}

/// A world of what the library declares, under the game's own names.
pub mod pieces {
    use engine::ecs::ecs_world;
    use engine::ecs::prelude::{State, system};
    use engine::{float, heavy, time};

    /// Number of runs in which it was late.
    #[derive(Debug, Default)]
    pub struct Nights(pub u32);

    #[system(run_if = all(late, day))]
    fn sleep(nights: &mut Nights, clock: &State<time::Clock>) {
        nights.0 += u32::from(*clock.get() == time::Clock::Going);
    }

    ecs_world! {
        /// Made of sets.
        pub struct Pieces;
        include: heavy { Position as Height, Wear as Age }, time;
        resources: Nights;
        conditions: engine::late;
        systems: ..heavy, float as rise, ..time, sleep;
        systems(on_enter = time::Clock::Going): ..time;
        queries: (Height, Age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_includes_sets_of_a_library_that_re_exports_the_facade() {
        let mut world = pieces::Pieces::default();
        let light = world.spawn((engine::Position(1.0), engine::Mass(0.5), engine::weather::Wear::default()));
        world.run();
        assert_eq!(world.get::<engine::heavy::Wear>(light), Some(&engine::weather::Wear { 0: 3 }));
        assert_eq!(world.query_age_height().single().map(|found| found.2.0), Ok(1.995));
        world.check_invariants().expect("the world is consistent");
    }

    #[test]
    fn a_game_runs_on_the_states_and_conditions_of_a_library() {
        let mut world = pieces::Pieces::default();
        world.run();
        assert_eq!(world.resources.hours.0, 0);
        world.states.clock.set(engine::time::Clock::Going);
        world.run();
        assert_eq!((world.resources.hours.0, world.resources.nights.0), (2, 1));
    }

    #[test]
    fn a_game_runs_on_a_library_that_re_exports_the_facade() {
        let mut world = World::default();
        let heavy = engine::drop_heavy(&mut world, 1.5);
        let falling = world.spawn(Falling { position: engine::Position(9.0), mass: engine::Mass(50.0) });
        world.run();
        assert!(!world.contains(heavy));
        assert_eq!(world.remove::<Falling>(falling).ok().flatten().map(|it| it.position), Some(engine::Position(8.5)));
        world.check_invariants().expect("the world is consistent");
    }
}
