//! A game that depends on a library alone, through which it reaches the facade.

use engine::ecs::prelude::*;

/// What is left of a life.
#[derive(Debug, Clone, Copy, PartialEq, Bundle)]
#[bundle(crate = engine::ecs)]
pub struct Falling {
    /// Where it is.
    pub position: engine::Position,
    /// How heavy it is.
    pub mass: engine::Mass,
}

/// Lets the library's system run here.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_runs_on_a_library_that_re_exports_the_facade() {
        let mut world = World::default();
        let heavy = engine::drop_heavy(&mut world, 1.5);
        let falling = world.spawn(Falling { position: engine::Position(9.0), mass: engine::Mass(50.0) });
        world.run();
        assert!(!world.contains(heavy));
        assert_eq!(world.remove::<Falling>(falling).ok().flatten().map(|it| it.position), Some(engine::Position(8.5)));
        world.check_invariants().expect("the world holds together");
    }
}
